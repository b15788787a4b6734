#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]
#![allow(
    clippy::inline_always,
    reason = "what is not inlined into the function that enables the instructions is many times slower"
)]

mod backend;
mod layout;
mod search;
mod vector;

use core::fmt;

pub use gridwright_grid;
use gridwright_grid::{Algorithm, B3x3, BatchSolver, Budget, Exhausted, Info, Outcome, Puzzle};

pub use backend::Backend;
use search::{Answer, Job, Stack};

/// What a solver has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Choices between alternatives, of all puzzles.
    pub guesses: u64,
    /// Rounds of deduction, all lanes in step.
    pub rounds: u64,
    /// Rounds that a lane spent on a puzzle, of all lanes. At most `rounds` times the number of lanes.
    pub lane_rounds: u64,
}

/// Solves batches of 9x9 puzzles, one puzzle in each lane of a vector register.
///
/// # Cost
///
/// Some hundred nanoseconds an easy puzzle, ten microseconds a very hard one, see the crate's description. 10 kB, and
/// 160 bytes for each choice that is open. A budget counts as a node each alternative that is tried; digits that follow
/// are not counted.
///
/// # Order
///
/// It depends on the puzzle alone: not on its batch, nor on the instructions.
///
/// # Source
///
/// The bands as permutations of triads are those of tdoku (T. Dillon, 2019); diagonal words and lanes are this
/// project's.
#[derive(Clone)]
pub struct Lanes {
    backend: Backend,
    /// A stack for each lane.
    stacks: Vec<Stack>,
    work: Work,
}

impl fmt::Debug for Lanes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lanes")
            .field("backend", &self.backend)
            .field("work", &self.work)
            .finish_non_exhaustive()
    }
}

impl Default for Lanes {
    fn default() -> Self {
        Self::new(Backend::detect())
    }
}

impl Algorithm for Lanes {
    const INFO: Info = Info {
        name: "lanes",
        summary: "many 9x9 puzzles at a time, one in each lane of a vector register",
        source: "this project; bands as permutations of triads as in tdoku by T. Dillon, 2019",
        distribution: "solutions by the cell of two candidates with the most peers that share them",
    };
}

impl Lanes {
    /// One that uses these instructions.
    pub fn new(backend: Backend) -> Self {
        Self {
            backend,
            stacks: vec![Stack::default(); backend.lanes()],
            work: Work::default(),
        }
    }

    /// The instructions it uses.
    pub fn backend(&self) -> Backend {
        self.backend
    }

    /// What it has done so far.
    pub fn work(&self) -> Work {
        self.work
    }

    /// The outcomes of the puzzles of an iterator, in order, read in batches of up to `batch`: from 1,000 on at full
    /// speed.
    pub fn solve_each<I>(mut self, puzzles: I, batch: usize) -> impl Iterator<Item = Outcome<B3x3>>
    where
        I: IntoIterator<Item = Puzzle<B3x3>>,
    {
        let mut puzzles = puzzles.into_iter();
        core::iter::from_fn(move || {
            let part: Vec<_> = puzzles.by_ref().take(batch.max(1)).collect();
            let mut outcomes = Vec::new();
            self.solve_batch(&part, &mut outcomes);
            (!outcomes.is_empty()).then_some(outcomes)
        })
        .flatten()
    }

    fn run<A: Answer>(
        &mut self,
        puzzles: &[Puzzle<B3x3>],
        limit: u64,
        budget: &Budget<'_>,
        answers: &mut [A],
    ) {
        self.backend.run(&mut Job {
            puzzles,
            answers,
            limit,
            budget,
            stacks: &mut self.stacks,
            work: &mut self.work,
        });
    }
}

impl BatchSolver for Lanes {
    fn solve_batch_within(
        &mut self,
        puzzles: &[Puzzle<B3x3>],
        budget: &Budget<'_>,
        outcomes: &mut Vec<Outcome<B3x3>>,
    ) {
        let start = outcomes.len();
        outcomes.resize(start + puzzles.len(), Outcome::Unsolvable);
        self.run(puzzles, 2, budget, &mut outcomes[start..]);
    }

    fn count_batch_within(
        &mut self,
        puzzles: &[Puzzle<B3x3>],
        limit: u64,
        budget: &Budget<'_>,
        counts: &mut Vec<Result<u64, Exhausted>>,
    ) {
        let start = counts.len();
        counts.resize(start + puzzles.len(), Ok(0));
        self.run(puzzles, limit, budget, &mut counts[start..]);
    }
}
