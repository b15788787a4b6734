//! Solvers: strategies that find the solution grids of a puzzle.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::convert::Infallible;
use core::ops::ControlFlow;

use crate::{Algorithm, B3x3, Budget, Exhausted, Grid, Info, Probe, Puzzle, Shape};

/// What a puzzle turns out to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<S: Shape = B3x3> {
    /// No solution.
    Unsolvable,
    /// Exactly one.
    Unique(Grid<S>),
    /// Two or more: the first two found.
    Ambiguous(Grid<S>, Grid<S>),
    /// The budget ran out before two solutions were found or the search was over.
    Undetermined(Exhausted),
}

/// A strategy that finds solution grids. Implement this; call [`SolverExt`].
///
/// It keeps its working memory between puzzles, hence `&mut self`: one solver a thread. The order of the
/// solutions depends on the puzzle alone.
pub trait Solver<S: Shape = B3x3>: Algorithm {
    /// Shows every solution to `visit`, each once, and tells the probe about every step.
    ///
    /// `Ok(Continue)`: there are no more solutions. `Ok(Break)`: the visitor had enough. Contradictory givens
    /// are found before any search: no solution.
    ///
    /// # Errors
    ///
    /// When the probe stops it; solutions visited before stand.
    fn try_solve<P, V, B>(
        &mut self,
        puzzle: &Puzzle<S>,
        probe: &mut P,
        visit: V,
    ) -> Result<ControlFlow<B>, P::Stop>
    where
        P: Probe + ?Sized,
        V: FnMut(&Grid<S>) -> ControlFlow<B>;
}

/// Ways to call a [`Solver`].
pub trait SolverExt<S: Shape = B3x3>: Solver<S> {
    /// Shows solutions to `visit` until it breaks.
    fn for_each<B>(
        &mut self,
        puzzle: &Puzzle<S>,
        visit: impl FnMut(&Grid<S>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let flow: Result<_, Infallible> = self.try_solve(puzzle, &mut (), visit);
        let Ok(flow) = flow;
        flow
    }

    /// The first solution found.
    fn first(&mut self, puzzle: &Puzzle<S>) -> Option<Grid<S>> {
        self.for_each(puzzle, |grid| ControlFlow::Break(*grid))
            .break_value()
    }

    /// The number of solutions, counted up to `limit`; 0 counts them all.
    fn count(&mut self, puzzle: &Puzzle<S>, limit: u64) -> u64 {
        let Ok(count) = self.try_count(puzzle, limit, &mut ());
        count
    }

    /// [`SolverExt::count`] with a probe.
    ///
    /// # Errors
    ///
    /// When the probe stops it.
    fn try_count<P: Probe + ?Sized>(
        &mut self,
        puzzle: &Puzzle<S>,
        limit: u64,
        probe: &mut P,
    ) -> Result<u64, P::Stop> {
        let mut count = 0;
        let _: ControlFlow<()> = self.try_solve(puzzle, probe, |_| {
            count += 1;
            if count == limit {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })?;
        Ok(count)
    }

    /// Whether the puzzle has no solution, one, or more.
    fn solve(&mut self, puzzle: &Puzzle<S>) -> Outcome<S> {
        let Ok(outcome) = self.try_outcome(puzzle, &mut ());
        outcome
    }

    /// [`SolverExt::solve`] within a budget.
    fn solve_within(&mut self, puzzle: &Puzzle<S>, budget: &mut Budget<'_>) -> Outcome<S> {
        self.try_outcome(puzzle, budget)
            .unwrap_or_else(Outcome::Undetermined)
    }

    /// [`SolverExt::solve`] with a probe.
    ///
    /// # Errors
    ///
    /// When the probe stops it before the outcome is known.
    fn try_outcome<P: Probe + ?Sized>(
        &mut self,
        puzzle: &Puzzle<S>,
        probe: &mut P,
    ) -> Result<Outcome<S>, P::Stop> {
        let mut first = None;
        let flow = self.try_solve(puzzle, probe, |grid| match first {
            None => {
                first = Some(*grid);
                ControlFlow::Continue(())
            }
            Some(first) => ControlFlow::Break((first, *grid)),
        })?;
        Ok(match (flow, first) {
            (ControlFlow::Break((first, second)), _) => Outcome::Ambiguous(first, second),
            (ControlFlow::Continue(()), Some(grid)) => Outcome::Unique(grid),
            (ControlFlow::Continue(()), None) => Outcome::Unsolvable,
        })
    }
}

impl<S: Shape, X: Solver<S> + ?Sized> SolverExt<S> for X {}

/// The visitor of a [`DynSolver`].
pub type DynVisitor<'a, S> = &'a mut dyn FnMut(&Grid<S>) -> ControlFlow<()>;

/// A [`Solver`] behind a pointer. Implemented for every solver that can be cloned.
pub trait DynSolver<S: Shape = B3x3>: Send {
    /// The description.
    fn info(&self) -> &'static Info;

    /// Another one like it, with working memory of its own.
    fn dyn_clone(&self) -> Box<dyn DynSolver<S>>;

    /// [`SolverExt::for_each`].
    fn dyn_for_each(&mut self, puzzle: &Puzzle<S>, visit: DynVisitor<'_, S>) -> ControlFlow<()>;

    /// [`Solver::try_solve`] within a budget.
    ///
    /// # Errors
    ///
    /// When the budget runs out.
    fn dyn_try_solve(
        &mut self,
        puzzle: &Puzzle<S>,
        budget: &mut Budget<'_>,
        visit: DynVisitor<'_, S>,
    ) -> Result<ControlFlow<()>, Exhausted>;

    /// [`SolverExt::solve_within`].
    fn dyn_solve_within(&mut self, puzzle: &Puzzle<S>, budget: &mut Budget<'_>) -> Outcome<S>;

    /// [`SolverExt::try_count`] within a budget.
    ///
    /// # Errors
    ///
    /// When the budget runs out.
    fn dyn_count_within(
        &mut self,
        puzzle: &Puzzle<S>,
        limit: u64,
        budget: &mut Budget<'_>,
    ) -> Result<u64, Exhausted>;
}

impl<S: Shape, X: Solver<S> + Clone + Send + 'static> DynSolver<S> for X {
    fn info(&self) -> &'static Info {
        &X::INFO
    }

    fn dyn_clone(&self) -> Box<dyn DynSolver<S>> {
        Box::new(self.clone())
    }

    fn dyn_for_each(&mut self, puzzle: &Puzzle<S>, visit: DynVisitor<'_, S>) -> ControlFlow<()> {
        self.for_each(puzzle, visit)
    }

    fn dyn_try_solve(
        &mut self,
        puzzle: &Puzzle<S>,
        budget: &mut Budget<'_>,
        visit: DynVisitor<'_, S>,
    ) -> Result<ControlFlow<()>, Exhausted> {
        self.try_solve(puzzle, budget, visit)
    }

    fn dyn_solve_within(&mut self, puzzle: &Puzzle<S>, budget: &mut Budget<'_>) -> Outcome<S> {
        self.solve_within(puzzle, budget)
    }

    fn dyn_count_within(
        &mut self,
        puzzle: &Puzzle<S>,
        limit: u64,
        budget: &mut Budget<'_>,
    ) -> Result<u64, Exhausted> {
        self.try_count(puzzle, limit, budget)
    }
}

/// Many puzzles in, answers in the same order. Implemented for every [`Solver`]; a solver that works on
/// several puzzles at once implements this instead.
///
/// What comes out for a puzzle depends on it alone, not on the others of its batch.
pub trait BatchSolver<S: Shape = B3x3> {
    /// Appends the outcome of each puzzle, each within a budget of its own that starts as a copy of this one.
    fn solve_batch_within(
        &mut self,
        puzzles: &[Puzzle<S>],
        budget: &Budget<'_>,
        outcomes: &mut Vec<Outcome<S>>,
    );

    /// Appends the number of solutions of each puzzle, counted up to `limit` (0: all), within such budgets.
    fn count_batch_within(
        &mut self,
        puzzles: &[Puzzle<S>],
        limit: u64,
        budget: &Budget<'_>,
        counts: &mut Vec<Result<u64, Exhausted>>,
    );

    /// Appends the outcome of each puzzle.
    fn solve_batch(&mut self, puzzles: &[Puzzle<S>], outcomes: &mut Vec<Outcome<S>>) {
        self.solve_batch_within(puzzles, &Budget::unlimited(), outcomes);
    }
}

impl<S: Shape, X: Solver<S>> BatchSolver<S> for X {
    fn solve_batch_within(
        &mut self,
        puzzles: &[Puzzle<S>],
        budget: &Budget<'_>,
        outcomes: &mut Vec<Outcome<S>>,
    ) {
        outcomes.extend(
            puzzles
                .iter()
                .map(|puzzle| self.solve_within(puzzle, &mut budget.clone())),
        );
    }

    fn count_batch_within(
        &mut self,
        puzzles: &[Puzzle<S>],
        limit: u64,
        budget: &Budget<'_>,
        counts: &mut Vec<Result<u64, Exhausted>>,
    ) {
        counts.extend(
            puzzles
                .iter()
                .map(|puzzle| self.try_count(puzzle, limit, &mut budget.clone())),
        );
    }
}
