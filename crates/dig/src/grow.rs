//! Puzzles from the bottom up, without a grid.

use gridwright_grid::rand_core::Rng;
use gridwright_grid::rng::below_each;
use gridwright_grid::{Cell, Digit, Event, Limited, LimitedStop, Probe, Puzzle, Shape, Solver};

use crate::{Dug, NotUnique, ask};

/// Nodes of a search for two solutions. Needed in large grids only: some of them with few givens are hard to fill.
const NODES: u64 = 100_000;

/// Puts random digits into random cells, undoes what leaves no solution, and stops when there is just one: the way that
/// KLSudoku gave up. The puzzle is hardly ever minimal.
///
/// # Cost
///
/// A search for two solutions for each digit that the peers of its cell allow.
///
/// # Errors
///
/// When the probe stops it.
pub fn try_grow<S, X, R, P>(solver: &mut X, rng: &mut R, probe: &mut P) -> Result<Dug<S>, P::Stop>
where
    S: Shape,
    X: Solver<S>,
    R: Rng + ?Sized,
    P: Probe + ?Sized,
{
    probe.record(Event::Attempt)?;
    let mut puzzle = Puzzle::empty();
    loop {
        let [cell, digit] = below_each(rng, [S::CELLS as u32, S::SIDE as u32]);
        let cell = Cell::new(cell as usize).expect("an index below the number of cells");
        let digit = Digit::new(digit as u8 + 1).expect("a digit of the shape");
        if puzzle.given(cell).is_some() || !puzzle.candidates(cell).contains(digit) {
            continue;
        }
        probe.record(Event::Node)?;
        puzzle.set(cell, Some(digit));
        match ask::only(&puzzle, solver, &mut Limited::new(probe, NODES)) {
            Ok(Ok(solution)) => return Ok(Dug::proved(puzzle, solution)),
            Ok(Err(NotUnique { ambiguous: true })) => {}
            Ok(Err(_)) | Err(LimitedStop::Limit) => puzzle.set(cell, None),
            Err(LimitedStop::Caller(stop)) => return Err(stop),
        }
    }
}
