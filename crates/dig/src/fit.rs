//! Puzzles whose clues are in given cells.

use gridwright_grid::rand_core::Rng;
use gridwright_grid::rng::{below, below_each};
use gridwright_grid::{B3x3, Cell, DigitSet, Grid, Limited, LimitedStop, Probe, Puzzle, Shape, Solver};

use crate::{Dug, Impossible, Pattern, ask, check_pattern};

/// Solutions are counted up to so many.
const MANY: u64 = 1_000;

/// Nodes of a count.
const NODES: u64 = 100_000;

/// Finds a puzzle whose clues are in just the cells of a pattern.
///
/// The clues of a random grid are a start, mostly with many solutions. Then one clue after the other is given another
/// digit, at random, where this leaves a solution and no more of them than before; until there is just one, or for long
/// nothing got better: then another grid is the start.
///
/// # Cost
///
/// From some milliseconds at 9x9 with 30 cells and more, to minutes at 20 and less; without end where no puzzle has the
/// pattern, hence a number of changes to try.
///
/// # Distribution
///
/// Not even, and not known: grids with few solutions nearby are preferred. The puzzles need not be minimal.
#[derive(Clone, Debug)]
pub struct Fit<S: Shape = B3x3> {
    pattern: Pattern<S>,
    cells: Vec<Cell<S>>,
    changes: u64,
}

impl<S: Shape> Fit<S> {
    /// As many changes as it tries where nothing else is said.
    pub const CHANGES: u64 = 1_000_000;

    /// Tries so many changes in all, grids to start from included.
    ///
    /// # Errors
    ///
    /// When no puzzle with one solution has the pattern, as far as that shows at once.
    pub fn new(pattern: Pattern<S>, changes: u64) -> Result<Self, Impossible> {
        check_pattern(&pattern)?;
        let cells = pattern.cells().collect();
        Ok(Self {
            pattern,
            cells,
            changes,
        })
    }

    /// The pattern.
    pub fn pattern(&self) -> &Pattern<S> {
        &self.pattern
    }

    /// Finds one; `None` if no change of those tried led to it. `fill` makes grids to start from.
    ///
    /// # Errors
    ///
    /// When the probe stops it.
    pub fn try_fit<X, R, P>(
        &self,
        mut fill: impl FnMut(&mut R, &mut P) -> Result<Grid<S>, P::Stop>,
        solver: &mut X,
        rng: &mut R,
        probe: &mut P,
    ) -> Result<Option<Dug<S>>, P::Stop>
    where
        X: Solver<S>,
        R: Rng + ?Sized,
        P: Probe + ?Sized,
    {
        let mut left = self.changes;
        let patience = 20 * self.cells.len() as u64;
        while left > 0 {
            left -= 1;
            let grid = fill(rng, probe)?;
            let mut puzzle = self.pattern.puzzle(&grid);
            let mut solutions = count(&puzzle, MANY, solver, probe)?.unwrap_or(MANY);
            let mut idle = 0;
            while solutions > 1 && idle < patience && left > 0 {
                left -= 1;
                idle += 1;
                let cell = self.cells[below(rng, self.cells.len() as u32) as usize];
                let before = puzzle.given(cell);
                puzzle.set(cell, None);
                let own = before.map_or(DigitSet::EMPTY, DigitSet::single);
                let others = puzzle.candidates(cell) & !own;
                let other = others.len().checked_sub(1).and_then(|last| {
                    let [nth] = below_each(rng, [last as u32 + 1]);
                    others.iter().nth(nth as usize)
                });
                puzzle.set(cell, other.or(before));
                if other.is_none() {
                    continue;
                }
                let limit = MANY.min(solutions + 1);
                match count(&puzzle, limit, solver, probe)? {
                    Some(number) if number > 0 && number <= solutions => {
                        if number < solutions {
                            idle = 0;
                        }
                        solutions = number;
                    }
                    _ => puzzle.set(cell, before),
                }
            }
            if solutions == 1
                && let Ok(solution) = ask::unlimited(probe, |probe| ask::only(&puzzle, solver, probe))?
            {
                return Ok(Some(Dug::proved(puzzle, solution)));
            }
        }
        Ok(None)
    }
}

/// The number of solutions, `None` if it takes too long.
fn count<S, X, P>(
    puzzle: &Puzzle<S>,
    limit: u64,
    solver: &mut X,
    probe: &mut P,
) -> Result<Option<u64>, P::Stop>
where
    S: Shape,
    X: Solver<S>,
    P: Probe + ?Sized,
{
    match ask::count(puzzle, limit, solver, &mut Limited::new(probe, NODES)) {
        Ok(number) => Ok(Some(number)),
        Err(LimitedStop::Limit) => Ok(None),
        Err(LimitedStop::Caller(stop)) => Err(stop),
    }
}
