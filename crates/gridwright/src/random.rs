//! A uniformly random solution of a puzzle.

use core::ops::ControlFlow;

use gridwright_grid::rng::{DefaultRng, shuffle};
use gridwright_grid::{Budget, DynFiller, DynSolver, Event, Exhausted, Grid, Probe, Puzzle, Shape, Symmetry};
use rand_core::Rng;

use crate::catalogue::filler;

/// Nodes of a first look: enough to list the solutions of most puzzles, so that grids are not drawn in vain.
const GLANCE: u64 = 1 << 17;

/// Uniform grids drawn at first: where hardly a cell is given, one of them fits.
const FEW: u64 = 1 << 6;

/// Uniform grids drawn in the hope that one fits.
const DRAWS: u64 = 1 << 20;

/// A solution of the puzzle, each with exactly the same probability; none if there is no solution.
///
/// Either all solutions are listed and one of them is kept, or uniform grids are drawn until one has equal digits
/// where the puzzle has and different ones where it has not, and its digits are exchanged for those of the givens.
/// Both are exact given a perfect generator. The first ends where the solver can list the solutions within the
/// budget, the second where there are few givens (12 at 3x3, if their digits are
/// well mixed) and [`fill::Uniform`](crate::fill::Uniform) knows the shape. Between the two lie puzzles of which no
/// solution can be drawn here.
///
/// # Errors
///
/// When the budget runs out first.
pub fn random_solution<S: Shape>(
    puzzle: &Puzzle<S>,
    solver: &mut dyn DynSolver<S>,
    rng: &mut DefaultRng,
    budget: &mut Budget<'_>,
) -> Result<Option<Grid<S>>, Exhausted> {
    // Grids that exchange digits would not keep to restricted candidates.
    let uniform = filler::<S>("uniform").ok().filter(|_| !puzzle.is_restricted());
    let draw = |draws, rng: &mut DefaultRng, budget: &mut Budget<'_>| match &uniform {
        Some(uniform) => one_that_fits(puzzle, &**uniform, draws, rng, budget),
        None => Ok(None),
    };
    if let Some(grid) = draw(FEW, rng, budget)? {
        return Ok(Some(grid));
    }
    match budget.part(GLANCE, |budget| one_of_all(puzzle, solver, rng, budget)) {
        Err(Exhausted::Nodes) => {}
        known => return known,
    }
    if let Some(grid) = draw(DRAWS, rng, budget)? {
        return Ok(Some(grid));
    }
    one_of_all(puzzle, solver, rng, budget)
}

/// One of all solutions, listed: the i-th takes the place of the one kept with probability 1/i.
fn one_of_all<S: Shape>(
    puzzle: &Puzzle<S>,
    solver: &mut dyn DynSolver<S>,
    rng: &mut DefaultRng,
    budget: &mut Budget<'_>,
) -> Result<Option<Grid<S>>, Exhausted> {
    let (mut count, mut kept) = (0_u64, None);
    let mut visit = |grid: &Grid<S>| {
        count += 1;
        if is_zero_below(rng, count) {
            kept = Some(*grid);
        }
        ControlFlow::Continue(())
    };
    let _ = solver.dyn_try_solve(puzzle, budget, &mut visit)?;
    Ok(kept)
}

/// True with probability 1/`bound`.
fn is_zero_below(rng: &mut DefaultRng, bound: u64) -> bool {
    let mask = bound.next_power_of_two().wrapping_sub(1);
    loop {
        let word = rng.next_u64() & mask;
        if word < bound {
            return word == 0;
        }
    }
}

/// A uniform grid that has equal digits where the puzzle has, its digits exchanged for those of the puzzle; none if
/// none of those drawn has.
fn one_that_fits<S: Shape>(
    puzzle: &Puzzle<S>,
    uniform: &dyn DynFiller<S>,
    draws: u64,
    rng: &mut DefaultRng,
    budget: &mut Budget<'_>,
) -> Result<Option<Grid<S>>, Exhausted> {
    let givens: Vec<(usize, u8)> = (0..)
        .zip(puzzle.values().iter().copied())
        .filter(|&(_, value)| value != 0)
        .collect();
    for _ in 0..draws {
        budget.record(Event::Attempt)?;
        let grid = uniform.dyn_fill(rng);
        let Some(labels) = labels(&givens, &grid, rng) else {
            continue;
        };
        let relabelling = Symmetry::relabelling(&labels).expect("digits of the shape, each once");
        return Ok(Some(relabelling.grid(&grid)));
    }
    Ok(None)
}

/// What each digit of a grid must become so that it fits the givens, those that are not needed in random order; none if
/// it cannot.
fn labels<S: Shape>(givens: &[(usize, u8)], grid: &Grid<S>, rng: &mut DefaultRng) -> Option<Vec<u8>> {
    // There and back; 0 where it is open.
    let (mut to, mut from) = (vec![0; S::SIDE + 1], vec![0; S::SIDE + 1]);
    for &(cell, given) in givens {
        let value = grid.values()[cell];
        let (to, from) = (&mut to[usize::from(value)], &mut from[usize::from(given)]);
        if *to == 0 && *from == 0 {
            (*to, *from) = (given, value);
        }
        if (*to, *from) != (given, value) {
            return None;
        }
    }
    let mut left: Vec<u8> = (1..)
        .zip(&from[1..])
        .filter(|pair| *pair.1 == 0)
        .map(|pair| pair.0)
        .collect();
    shuffle(rng, &mut left);
    let open = to[1..].iter_mut().filter(|label| **label == 0);
    for (label, digit) in open.zip(left) {
        *label = digit;
    }
    to.remove(0);
    Some(to)
}
