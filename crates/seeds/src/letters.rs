//! The letters form.

use std::cmp::Ordering;

use gridwright_grid::{B3x3, Canonical, Flat, Group, Puzzle, Shape, Symmetry};

/// Brings puzzles to the form that all their rotations, flips and exchanges of digits share: after each rotation and flip
/// the digits are named in the order in which they come, row by row; the least of these puzzles is the form, an empty cell
/// below 1. Digits that are not among the givens are named last, in ascending order.
///
/// It is the letters form since that is how it is written where letters are free: `a` for 1, `b` for 2.
///
/// # Cost
///
/// The puzzle is turned 8 ways, and each is looked at as far as it may still be the least: a microsecond at 3x3.
#[derive(Clone, Debug)]
pub struct Letters<S: Shape = B3x3> {
    turns: Vec<Symmetry<S>>,
}

/// What each value becomes: element v of value v, 0 of those that have not come yet.
type Names = [u8; 32];

impl<S: Shape> Letters<S> {
    /// Prepares the rotations and flips of the shape.
    pub fn new() -> Self {
        let turns = (0..).map_while(|number| Group::Simple.unrank(number * Symmetry::<S>::DIGIT_ORDER));
        Self {
            turns: turns.collect(),
        }
    }

    /// The letters form of a puzzle, candidates left aside; its `automorphisms` are those among rotations and flips with
    /// exchanges of digits.
    pub fn form(&self, puzzle: &Puzzle<S>) -> Canonical<Puzzle<S>, S> {
        let mut best = S::CellArray::filled(u8::MAX);
        let mut found = (Symmetry::identity(), [0; 32]);
        let mut ties = 0;
        for turn in &self.turns {
            let mut names = [0; 32];
            match offer(turn.puzzle(puzzle).values(), &mut names, best.flat_mut()) {
                Ordering::Greater => {}
                Ordering::Equal => ties += 1,
                Ordering::Less => (found, ties) = ((*turn, names), 1),
            }
        }
        let (turn, mut names) = found;
        let names = &mut names[1..=S::SIDE];
        let used = names.iter().copied().max().unwrap_or(0);
        for (unused, name) in (used + 1..).zip(names.iter_mut().filter(|name| **name == 0)) {
            *name = unused;
        }
        let interchanges: u128 = (1..=S::SIDE as u128 - u128::from(used)).product();
        Canonical {
            form: Puzzle::from_values(best.flat()).expect("values of the shape under other names"),
            automorphisms: ties * interchanges,
            symmetry: turn.then(&Symmetry::relabelling(names).expect("each digit has a name of its own")),
        }
    }
}

impl<S: Shape> Default for Letters<S> {
    fn default() -> Self {
        Self::new()
    }
}

/// Names the digits as they come, until that is more than the best so far; replaces that by what is less.
fn offer(values: &[u8], names: &mut Names, best: &mut [u8]) -> Ordering {
    let (mut last, mut order) = (0, Ordering::Equal);
    for (&value, best) in values.iter().zip(best) {
        let name = &mut names[usize::from(value & 31)];
        if value != 0 && *name == 0 {
            last += 1;
            *name = last;
        }
        if order == Ordering::Equal {
            order = (*name).cmp(best);
        }
        match order {
            Ordering::Greater => break,
            Ordering::Equal => {}
            Ordering::Less => *best = *name,
        }
    }
    order
}
