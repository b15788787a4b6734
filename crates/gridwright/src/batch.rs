//! Many puzzles at once.

use gridwright_grid::{Algorithm, B3x3, BatchSolver, Budget, DynSolver, Exhausted, Outcome, Puzzle, Shape};
use gridwright_solve_bits::Bits;
use gridwright_solve_lanes::Lanes;

use crate::catalogue::{CatalogueError, batch_solvers, same, solver};

/// A solver of batches behind a pointer.
pub type BoxedBatch<S> = Box<dyn BatchSolver<S> + Send>;

/// A solver of one puzzle at a time, for batches.
struct OneByOne<S: Shape>(Box<dyn DynSolver<S>>);

impl<S: Shape> BatchSolver<S> for OneByOne<S> {
    fn solve_batch_within(
        &mut self,
        puzzles: &[Puzzle<S>],
        budget: &Budget<'_>,
        outcomes: &mut Vec<Outcome<S>>,
    ) {
        let solve = |puzzle| self.0.dyn_solve_within(puzzle, &mut budget.clone());
        outcomes.extend(puzzles.iter().map(solve));
    }

    fn count_batch_within(
        &mut self,
        puzzles: &[Puzzle<S>],
        limit: u64,
        budget: &Budget<'_>,
        counts: &mut Vec<Result<u64, Exhausted>>,
    ) {
        let count = |puzzle| self.0.dyn_count_within(puzzle, limit, &mut budget.clone());
        counts.extend(puzzles.iter().map(count));
    }
}

/// The fastest way to solve 9x9 puzzles: `bits` for a few of them, `lanes` for many.
#[derive(Clone, Debug, Default)]
pub struct Fastest {
    bits: Bits,
    lanes: Lanes,
}

impl Fastest {
    /// So many puzzles are many: fewer leave too many lanes idle.
    pub const MANY: usize = 24;
}

impl Fastest {
    fn pick(&mut self, puzzles: &[Puzzle]) -> &mut dyn BatchSolver {
        if puzzles.len() < Self::MANY {
            &mut self.bits
        } else {
            &mut self.lanes
        }
    }
}

impl BatchSolver for Fastest {
    fn solve_batch_within(&mut self, puzzles: &[Puzzle], budget: &Budget<'_>, outcomes: &mut Vec<Outcome>) {
        self.pick(puzzles).solve_batch_within(puzzles, budget, outcomes);
    }

    fn count_batch_within(
        &mut self,
        puzzles: &[Puzzle],
        limit: u64,
        budget: &Budget<'_>,
        counts: &mut Vec<Result<u64, Exhausted>>,
    ) {
        self.pick(puzzles)
            .count_batch_within(puzzles, limit, budget, counts);
    }
}

/// The solver of batches of that name: `lanes`, any of [`solvers`](crate::solvers), or `auto` for the fastest at
/// the shape, [`Fastest`] at 3x3 and `dlx` elsewhere.
///
/// # Errors
///
/// When there is none, or it cannot work at the shape.
pub fn batch_solver<S: Shape>(name: &str) -> Result<BoxedBatch<S>, CatalogueError> {
    let usual: BoxedBatch<B3x3> = match name {
        "auto" if S::SIZE == B3x3::SIZE => Box::new(Fastest::default()),
        _ if name == Lanes::INFO.name => Box::new(Lanes::default()),
        _ => return Ok(Box::new(OneByOne(solver::<S>(name)?))),
    };
    let entry = batch_solvers()[0];
    same(usual).ok_or(CatalogueError::Shape {
        name: entry.info.name,
        size: S::SIZE,
        reason: entry.elsewhere,
    })
}
