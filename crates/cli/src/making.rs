//! Making grids with a strategy of the catalogue: what `fill` and `sample` share.

use std::time::Instant;

use gridwright::catalogue::{CatalogueError, FillerEntry, FillerOption, FillerOptions};
use gridwright::{fill, filler_with, fillers};
use gridwright_grid::rng::stream;
use gridwright_grid::{BoxedFiller, Budget, Counts, Exhausted, Grid, Shape};

use crate::args::{Line, ParameterArgs, RunArgs};
use crate::pipeline::{STOP, stopped, tell_seed};
use crate::status::Failure;

/// Nodes and draws of a grid, where nothing else is said: minutes, not hours.
const BUDGET: u64 = 100_000_000;

/// Tries of a strategy that has a budget of its own for each.
const TRIES: u64 = 1000;

/// The budget of a try, where nothing else is said.
const TRY_BUDGET: u64 = 1_000_000;

/// A strategy, its parameters, and what it may take.
pub(crate) struct Making<'a> {
    pub(crate) entry: &'static FillerEntry,
    parameters: &'a ParameterArgs,
    seed: u64,
    budget: Option<u64>,
    deadline: Option<Instant>,
}

impl<'a> Making<'a> {
    /// A deadline counts from here.
    pub(crate) fn new(
        strategy: &str,
        parameters: &'a ParameterArgs,
        seed: Option<u64>,
        budget: Option<u64>,
        run: &RunArgs,
    ) -> Result<Self, Failure> {
        let entry = fillers().iter().find(|entry| entry.info.name == strategy);
        let entry = entry
            .ok_or_else(|| CatalogueError::UnknownFiller(strategy.into()))
            .map_err(Failure::message)?;
        Ok(Self {
            entry,
            parameters,
            seed: seed.unwrap_or_else(rand::random),
            budget,
            deadline: run.time_limit.and_then(|limit| Instant::now().checked_add(limit)),
        })
    }

    /// Writes the seed to standard error.
    pub(crate) fn tell_seed(&self) {
        tell_seed(self.seed);
    }

    /// What makes the grids of a shape.
    pub(crate) fn at<S: Shape>(&self) -> Result<Source<S>, Failure> {
        let own_budget = self.entry.options.contains(&FillerOption::Budget);
        let limit = match self.budget {
            budget if own_budget => BUDGET.max(budget.unwrap_or(TRY_BUDGET).saturating_mul(TRIES)),
            Some(0) => u64::MAX,
            budget => budget.unwrap_or(BUDGET),
        };
        let parameters = self.parameters;
        let base = parameters.base.as_deref().map(str::parse).transpose();
        let options = FillerOptions::<S> {
            threshold: parameters.threshold,
            cells: parameters.cells,
            budget: self.budget.filter(|_| own_budget),
            moves: parameters.moves,
            relabel: parameters.relabel,
            line: parameters.line.map(|line| match line {
                Line::Row => fill::Line::Row,
                Line::Column => fill::Line::Column,
            }),
            base: base.map_err(|error| Failure::Message(format!("--base: {error}")))?,
        };
        Ok(Source {
            filler: filler_with(self.entry.info.name, &options).map_err(Failure::message)?,
            name: self.entry.info.name,
            seed: self.seed,
            limit,
            deadline: self.deadline,
        })
    }
}

/// Makes the grids of a seed, one from each stream.
pub(crate) struct Source<S: Shape> {
    filler: BoxedFiller<S>,
    name: &'static str,
    seed: u64,
    limit: u64,
    deadline: Option<Instant>,
}

impl<S: Shape> Source<S> {
    #[inline]
    pub(crate) fn make(&self, index: u64) -> Result<(Grid<S>, Counts), Exhausted> {
        if stopped() {
            return Err(Exhausted::Cancelled);
        }
        let mut budget = Budget::nodes(self.limit).unless(&STOP);
        if let Some(deadline) = self.deadline {
            if Instant::now() >= deadline {
                return Err(Exhausted::Deadline);
            }
            budget = budget.until(deadline);
        }
        let grid = self
            .filler
            .dyn_fill_within(&mut stream(self.seed, index), &mut budget)?;
        Ok((grid, *budget.counts()))
    }

    /// Why there is no grid, for standard error.
    pub(crate) fn complaint(&self, index: u64, reason: Exhausted) -> String {
        let (name, size, seed) = (self.name, S::SIZE, self.seed);
        let limit = match reason {
            Exhausted::Nodes => format!(" ({} nodes and draws)", self.limit),
            Exhausted::Deadline | Exhausted::Cancelled => String::new(),
        };
        format!(
            "gridwright: {name} at {size}, grid {} of seed {seed}: {reason}{limit}\n",
            index + 1
        )
    }
}
