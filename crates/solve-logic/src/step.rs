//! Steps: what a technique found, and why it holds.

use std::cmp::{Ordering, Reverse};

use gridwright_grid::BoxSize;

use crate::{Board, Candidate, CellSet, Kind};

/// A deduction: a pattern on the board, and the digits that it places or the candidates that it removes.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The technique.
    pub kind: Kind,
    /// The shape of its board.
    pub size: BoxSize,
    /// Digits that follow, ascending by cell.
    pub placements: Vec<Candidate>,
    /// Candidates that are no longer possible, ascending by cell, then digit; each was on the board.
    pub eliminations: Vec<Candidate>,
    /// What the deduction rests on; empty parts do not apply.
    pub pattern: Pattern,
}

/// What a step rests on: all that a program needs to draw it, and a player to follow it.
///
/// Digits are bits: bit d - 1 stands for digit d. Houses are numbered as in [`Layout`](crate::Layout).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pattern {
    /// The digits that the pattern is about.
    pub digits: u16,
    /// Its cells, in the order in which they are named: a pivot before its wings.
    pub cells: Vec<u8>,
    /// The houses it lies in: of a fish its base sets; of a single the house in which it is hidden.
    pub houses: Vec<u8>,
    /// The cover sets of a fish, or the houses in which candidates go.
    pub covers: Vec<u8>,
    /// Fins and endo fins of a fish, extra candidates of a uniqueness pattern.
    pub fins: Vec<Candidate>,
    /// Almost locked sets and other groups of cells with their digits.
    pub sets: Vec<(CellSet, u16)>,
    /// Chains, branches of forcing chains: each a list of assertions that refer to earlier ones.
    pub chains: Vec<Vec<Assertion>>,
    /// Of an aligned exclusion: the combinations of what goes with candidates of the other cells, each impossible.
    pub combinations: Vec<Combination>,
    /// How a forcing chain concludes.
    pub form: Option<Form>,
    /// The measure of size that ratings depend on: of chains the number of nodes in all branches, nested ones
    /// included; of a type 3 its set; else 0.
    pub complexity: u32,
}

/// A digit for each of the cells of a pattern, which they cannot have together.
#[derive(Clone, Debug, PartialEq)]
pub struct Combination {
    /// 0..`side`, in the order of the cells.
    pub digits: Vec<u8>,
    /// The cell that would be left without a candidate; none where two that see each other have the same digit.
    pub cell: Option<u8>,
}

/// A candidate, or a group of cells for a digit, is true or false, because others are.
#[derive(Clone, Debug, PartialEq)]
pub struct Assertion {
    /// One cell, several of a house together, or an almost locked set.
    pub cells: CellSet,
    /// 0..`side`.
    pub digit: u8,
    /// Whether it is true.
    pub on: bool,
    /// Why it follows from its parents.
    pub cause: Cause,
    /// Indices of earlier assertions of the same chain; none for an assumption.
    pub parents: Vec<u16>,
}

/// Why an assertion follows from its parents.
#[derive(Clone, Debug, PartialEq)]
pub enum Cause {
    /// It is assumed.
    Assumed,
    /// Off, since another digit is in the cell; or on, since it is the last candidate of the cell.
    Cell,
    /// Off, since the digit is elsewhere in the house; or on, since it is the last place in the house.
    House(u8),
    /// Off, since the digit is in cells that all of these see, through several houses.
    Peers,
    /// Since an almost locked set that lacks one digit holds all its others.
    Set,
    /// By another technique, applied to what is left.
    Step(Box<Step>),
}

impl Cause {
    /// Why a digit in some of these cells is not in the others: they share a house, or see each other at least.
    pub(crate) fn seen(board: &Board, cells: CellSet) -> Self {
        board
            .layout()
            .common_houses(cells)
            .next()
            .map_or(Self::Peers, Self::House)
    }
}

/// How a forcing chain concludes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Form {
    /// An assumption leads to a candidate's being both true and false.
    Contradiction,
    /// A candidate's being true and its being false lead to the same.
    Double,
    /// Every candidate of a cell leads to the same.
    Cell,
    /// Every place of a digit in a house leads to the same.
    Region,
}

impl Form {
    /// One word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Contradiction => "contradiction",
            Self::Double => "double",
            Self::Cell => "cell",
            Self::Region => "region",
        }
    }
}

impl Step {
    /// A step of that kind that does nothing yet.
    pub fn new(kind: Kind, size: BoxSize) -> Self {
        Self {
            kind,
            size,
            placements: Vec::new(),
            eliminations: Vec::new(),
            pattern: Pattern::default(),
        }
    }

    /// Adds candidates to remove, and keeps them in order, each once.
    pub fn eliminate(&mut self, candidates: impl IntoIterator<Item = Candidate>) {
        self.eliminations.extend(candidates);
        self.eliminations.sort_unstable();
        self.eliminations.dedup();
    }

    /// Adds candidates of one digit (0..`side`) to remove.
    pub fn eliminate_digit(&mut self, cells: CellSet, digit: usize) {
        self.eliminate(cells.iter().map(|cell| Candidate::new(cell, digit)));
    }

    /// The order of `HoDoKu` among steps of which the best is taken: more eliminations first; then a smaller sum of
    /// cells, weighted by position in the list, and digits.
    pub fn by_effect(&self, other: &Self) -> Ordering {
        let weight = |step: &Self| {
            let terms = step.eliminations.iter().enumerate().map(|(index, candidate)| {
                let factor = 1 + index * (step.size.cells() - 1);
                usize::from(candidate.cell) * factor + usize::from(candidate.digit.get())
            });
            terms.sum::<usize>()
        };
        let key = |step: &Self| (Reverse(step.eliminations.len()), weight(step));
        key(self).cmp(&key(other))
    }

    /// Whether something is left of it on the board: it places a digit in an empty cell, or removes a candidate.
    pub fn changes(&self, board: &Board) -> bool {
        self.placements.iter().any(|to| board.empty().contains(to.cell))
            || self.eliminations.iter().any(|&from| board.has(from))
    }

    /// Applies what is left of it.
    ///
    /// # Errors
    ///
    /// When it places a digit that is no longer a candidate of its empty cell.
    pub fn apply(&self, board: &mut Board) -> Result<(), Candidate> {
        for &candidate in &self.eliminations {
            board.remove(candidate);
        }
        for &candidate in &self.placements {
            if board.has(candidate) {
                board.place(candidate);
            } else if board.value(candidate.cell) != candidate.digit.get() {
                return Err(candidate);
            }
        }
        Ok(())
    }

    /// Whether it does nothing.
    pub fn is_empty(&self) -> bool {
        self.placements.is_empty() && self.eliminations.is_empty()
    }
}
