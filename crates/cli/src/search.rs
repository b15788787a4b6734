//! What the commands that search share: the solver, and when it gives up.

use std::time::Instant;

use gridwright::catalogue::CatalogueError;
use gridwright::solve::BoxedBatch;
use gridwright::{batch_solver, batch_solvers, solver, solvers};
use gridwright_grid::{B3x3, Budget, DynSolver, Exhausted, Outcome, Puzzle, Shape};

use crate::args::{RunArgs, SearchArgs};
use crate::pipeline::STOP;
use crate::status::Failure;

/// The fastest solver for the shape.
const AUTO: &str = "auto";

/// Nodes of a puzzle, where nothing else is said: no known 9x9 puzzle needs a thousandth of them.
const BUDGET: u64 = 1_000_000_000;

/// A solver by name, or the fastest one for the shape; the nodes it has for a puzzle, and when the run must end.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    name: &'static str,
    nodes: u64,
    /// A budget was asked for, so it must not matter which puzzles come together.
    counts_nodes: bool,
    deadline: Option<Instant>,
}

impl Search {
    /// The time limit counts from here.
    pub(crate) fn new(args: &SearchArgs, run: &RunArgs) -> Result<Self, Failure> {
        let start = Instant::now();
        let name = match args.strategy.as_str() {
            AUTO => AUTO,
            name => {
                let mut all = solvers().iter().chain(batch_solvers());
                let entry = all.find(|entry| entry.info.name == name);
                let entry = entry
                    .ok_or_else(|| CatalogueError::UnknownSolver(name.into()))
                    .map_err(Failure::message)?;
                entry.info.name
            }
        };
        Ok(Self {
            name,
            nodes: match args.budget {
                Some(0) => u64::MAX,
                budget => budget.unwrap_or(BUDGET),
            },
            counts_nodes: args.budget.is_some_and(|budget| budget > 0),
            deadline: run.time_limit.and_then(|limit| start.checked_add(limit)),
        })
    }

    /// What is best at the shape, where there is no choice; the time limit counts from here.
    pub(crate) fn automatic(run: &RunArgs) -> Result<Self, Failure> {
        let args = SearchArgs {
            strategy: AUTO.into(),
            budget: None,
        };
        Self::new(&args, run)
    }

    /// One that finds solution after solution.
    pub(crate) fn solver<S: Shape>(&self) -> Result<Box<dyn DynSolver<S>>, Failure> {
        let name = self.name;
        if batch_solvers().iter().any(|entry| entry.info.name == name) {
            return Err(Failure::Message(format!(
                "{name} works on many puzzles at once, for `solve`, `count` and `canon`, and lists no solutions"
            )));
        }
        solver::<S>(name).map_err(Failure::message)
    }

    /// One for many puzzles.
    pub(crate) fn batch<S: Shape>(&self) -> Result<BoxedBatch<S>, Failure> {
        let name = match self.name {
            // Nodes of `bits` and of `lanes` are not the same.
            AUTO if self.counts_nodes && S::SIZE == B3x3::SIZE => "bits",
            name => name,
        };
        batch_solver(name).map_err(Failure::message)
    }

    /// The outcomes of puzzles.
    pub(crate) fn outcomes<S: Shape>(
        &self,
        solver: &mut BoxedBatch<S>,
        puzzles: &[Puzzle<S>],
    ) -> Vec<Outcome<S>> {
        let mut outcomes = Vec::with_capacity(puzzles.len());
        match self.budget() {
            Ok(budget) => solver.solve_batch_within(puzzles, &budget, &mut outcomes),
            Err(late) => outcomes.resize(puzzles.len(), Outcome::Undetermined(late)),
        }
        outcomes
    }

    /// How many solutions puzzles have, up to a limit.
    pub(crate) fn counts<S: Shape>(
        &self,
        solver: &mut BoxedBatch<S>,
        puzzles: &[Puzzle<S>],
        limit: u64,
    ) -> Vec<Result<u64, Exhausted>> {
        let mut counts = Vec::with_capacity(puzzles.len());
        match self.budget() {
            Ok(budget) => solver.count_batch_within(puzzles, limit, &budget, &mut counts),
            Err(late) => counts.resize(puzzles.len(), Err(late)),
        }
        counts
    }

    /// What one puzzle may cost; an error where the time of the run is over.
    pub(crate) fn budget(&self) -> Result<Budget<'static>, Exhausted> {
        let budget = Budget::nodes(self.nodes).unless(&STOP);
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(Exhausted::Deadline),
            Some(deadline) => Ok(budget.until(deadline)),
            None => Ok(budget),
        }
    }
}
