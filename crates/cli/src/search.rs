//! What the commands that search share: the solver, and when it gives up.

use std::time::Instant;

use gridwright::catalogue::CatalogueError;
use gridwright::{solver, solvers};
use gridwright_grid::{B3x3, Budget, DynSolver, Exhausted, Shape};

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
                let entry = solvers().iter().find(|entry| entry.info.name == name);
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

    pub(crate) fn solver<S: Shape>(&self) -> Result<Box<dyn DynSolver<S>>, Failure> {
        let auto = if S::SIZE == B3x3::SIZE { "bits" } else { "dlx" };
        solver::<S>(self.name.unwrap_or(auto)).map_err(Failure::message)
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
