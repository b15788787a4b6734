//! What the commands that search share: the solver, and when it gives up.

use std::time::Instant;

use gridwright::catalogue::CatalogueError;
use gridwright::solve::BoxedBatch;
use gridwright::{batch_solver, batch_solvers, solver, solvers};
use gridwright_grid::{B3x3, Budget, DynSolver, Exhausted, Outcome, Puzzle, Shape};

use crate::args::{RunArgs, SearchArgs};
use crate::pipeline::STOP;
use crate::status::Failure;

/// A solver by name, or the fastest one for the shape; the nodes it has for a puzzle, and when the run must end.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    name: Option<&'static str>,
    nodes: u64,
    deadline: Option<Instant>,
}

impl Search {
    /// The time limit counts from here.
    pub(crate) fn new(args: &SearchArgs, run: &RunArgs) -> Result<Self, Failure> {
        let start = Instant::now();
        let name = match args.strategy.as_str() {
            "auto" => None,
            name => {
                let mut all = solvers().iter().chain(batch_solvers());
                let entry = all.find(|entry| entry.info.name == name);
                let entry = entry
                    .ok_or_else(|| CatalogueError::UnknownSolver(name.into()))
                    .map_err(Failure::message)?;
                Some(entry.info.name)
            }
        };
        Ok(Self {
            name,
            nodes: if args.budget == 0 { u64::MAX } else { args.budget },
            deadline: run.time_limit.and_then(|limit| start.checked_add(limit)),
        })
    }

    /// One that finds solution after solution.
    pub(crate) fn solver<S: Shape>(&self) -> Result<Box<dyn DynSolver<S>>, Failure> {
        let auto = if S::SIZE == B3x3::SIZE { "bits" } else { "dlx" };
        let name = self.name.unwrap_or(auto);
        if batch_solvers().iter().any(|entry| entry.info.name == name) {
            return Err(Failure::Message(format!(
                "{name} works on many puzzles at once, for `solve`, `count` and `canon`, and lists no solutions"
            )));
        }
        solver::<S>(name).map_err(Failure::message)
    }

    /// One for many puzzles.
    pub(crate) fn batch<S: Shape>(&self) -> Result<BoxedBatch<S>, Failure> {
        batch_solver(self.name.unwrap_or("auto")).map_err(Failure::message)
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
