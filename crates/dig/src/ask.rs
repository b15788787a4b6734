//! What is asked of a solver. The visitor stands behind a pointer: it is called but once a solution, and so a solver is
//! compiled once for all questions.

use core::ops::ControlFlow;

use gridwright_grid::{Grid, Limited, LimitedStop, Probe, Puzzle, Shape, Solver};

use crate::NotUnique;

type Answer<T, P> = Result<T, LimitedStop<<P as Probe>::Stop>>;

fn search<S, X, P>(
    puzzle: &Puzzle<S>,
    solver: &mut X,
    probe: &mut Limited<'_, P>,
    visit: &mut dyn FnMut(&Grid<S>) -> ControlFlow<()>,
) -> Answer<ControlFlow<()>, P>
where
    S: Shape,
    X: Solver<S>,
    P: Probe + ?Sized,
{
    solver.try_solve(puzzle, probe, visit)
}

/// Whether the puzzle has a solution.
pub(crate) fn has_solution<S, X, P>(
    puzzle: &Puzzle<S>,
    solver: &mut X,
    probe: &mut Limited<'_, P>,
) -> Answer<bool, P>
where
    S: Shape,
    X: Solver<S>,
    P: Probe + ?Sized,
{
    Ok(search(puzzle, solver, probe, &mut |_| ControlFlow::Break(()))?.is_break())
}

/// How many solutions, counted up to a limit.
pub(crate) fn count<S, X, P>(
    puzzle: &Puzzle<S>,
    limit: u64,
    solver: &mut X,
    probe: &mut Limited<'_, P>,
) -> Answer<u64, P>
where
    S: Shape,
    X: Solver<S>,
    P: Probe + ?Sized,
{
    let mut count = 0;
    let _ = search(puzzle, solver, probe, &mut |_| {
        count += 1;
        if count == limit {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    })?;
    Ok(count)
}

/// The solution, if there is just one.
pub(crate) fn only<S, X, P>(
    puzzle: &Puzzle<S>,
    solver: &mut X,
    probe: &mut Limited<'_, P>,
) -> Answer<Result<Grid<S>, NotUnique>, P>
where
    S: Shape,
    X: Solver<S>,
    P: Probe + ?Sized,
{
    let mut first = None;
    let flow = search(puzzle, solver, probe, &mut |grid| {
        if first.replace(*grid).is_some() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    })?;
    let ambiguous = flow.is_break();
    Ok(first.filter(|_| !ambiguous).ok_or(NotUnique { ambiguous }))
}

/// The answer to a question without a limit of its own.
pub(crate) fn unlimited<T, P: Probe + ?Sized>(
    probe: &mut P,
    question: impl FnOnce(&mut Limited<'_, P>) -> Answer<T, P>,
) -> Result<T, P::Stop> {
    question(&mut Limited::new(probe, u64::MAX)).map_err(|stop| match stop {
        LimitedStop::Caller(stop) => stop,
        LimitedStop::Limit => unreachable!("no search has 2^64 nodes"),
    })
}
