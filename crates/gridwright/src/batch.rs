//! Many puzzles at once.

use gridwright_grid::{Algorithm, B3x3, BatchSolver, Budget, DynSolver, Exhausted, Outcome, Puzzle, Shape};
use gridwright_solve_bits::Bits;
use gridwright_solve_lanes::Lanes;
use rayon::prelude::*;

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
    pub const MANY: usize = 48;
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

/// So many puzzles go to a thread at a time: enough for all lanes, few enough for all threads.
const CHUNK: usize = 1_024;

/// Solves a batch on every thread of the current pool of `rayon`: in chunks, each with a copy of the solver. Appends one
/// outcome a puzzle, in order, as [`BatchSolver::solve_batch_within`] does, and the same ones on any number of threads.
///
/// ```
/// use gridwright::grid::{Budget, Outcome, Puzzle};
/// use gridwright::solve::{Fastest, solve_in_parallel};
///
/// let puzzles = vec![Puzzle::empty(); 5_000];
/// let mut outcomes = Vec::new();
/// solve_in_parallel(&Fastest::default(), &puzzles, &Budget::unlimited(), &mut outcomes);
/// assert_eq!(outcomes.len(), 5_000);
/// assert!(outcomes.iter().all(|outcome| matches!(outcome, Outcome::Ambiguous(..))));
/// ```
pub fn solve_in_parallel<S, B>(
    solver: &B,
    puzzles: &[Puzzle<S>],
    budget: &Budget<'_>,
    outcomes: &mut Vec<Outcome<S>>,
) where
    S: Shape,
    B: BatchSolver<S> + Clone + Send + Sync,
{
    let start = outcomes.len();
    outcomes.resize(start + puzzles.len(), Outcome::Unsolvable);
    let chunks = puzzles
        .par_chunks(CHUNK)
        .zip(outcomes[start..].par_chunks_mut(CHUNK));
    chunks.for_each_init(
        || (solver.clone(), Vec::with_capacity(CHUNK)),
        |(solver, found), (puzzles, outcomes)| {
            solver.solve_batch_within(puzzles, budget, found);
            for (outcome, found) in outcomes.iter_mut().zip(found.drain(..)) {
                *outcome = found;
            }
        },
    );
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
