//! The solver `logic`: techniques as far as they lead, then a choice.

use std::any::{Any, TypeId};
use std::fmt;
use std::ops::ControlFlow;

use gridwright_grid::{
    Algorithm, B2x2, B2x3, B2x4, B2x5, B3x2, B3x3, B3x4, B4x2, B4x3, B4x4, B5x2, BoxSize, DynSolver, Event,
    Grid, Info, Probe, Puzzle, Shape, Solver,
};

use crate::singles::place_cheapest;
use crate::{Board, Candidate, Family, PLAIN, Reasoner};

macro_rules! reasonable {
    ($($shape:ident)*) => {
        /// The shapes of up to 16 digits.
        pub trait Reasonable: Shape {}
        $(impl Reasonable for $shape {})*

        /// The sizes of the [`Reasonable`] shapes.
        pub const SHAPES: &[BoxSize] = &[$($shape::SIZE),*];

        /// The solver at a shape known only at run time; `None` if it is not [`Reasonable`].
        pub fn solver_at<S: Shape>() -> Option<Box<dyn DynSolver<S>>> {
            $(if TypeId::of::<S>() == TypeId::of::<$shape>() {
                let solver: Box<dyn DynSolver<$shape>> = Box::new(Logic::default());
                let solver: Box<dyn Any> = Box::new(solver);
                return solver.downcast().ok().map(|solver| *solver);
            })*
            None
        }
    };
}

reasonable! { B2x2 B2x3 B3x2 B2x4 B4x2 B3x3 B2x5 B5x2 B3x4 B4x3 B4x4 }

/// What a technique costs less than that the solver uses: dearer ones take longer than the choices that they save.
const DEAREST: f64 = 50.0;

/// Solves by the cheaper techniques of [`PLAIN`], up to wings, that rely neither on there being one solution nor on assumptions, and chooses
/// where they end.
///
/// # Cost
///
/// Some ten microseconds where singles suffice, up to some milliseconds otherwise. A node is a digit placed, by whatever
/// reason.
///
/// # Order
///
/// Where no technique finds anything, the first of the cells with the fewest candidates is tried, smaller digits first.
pub struct Logic {
    reasoner: Reasoner,
    found: Vec<Candidate>,
}

impl Default for Logic {
    fn default() -> Self {
        let cheap = |kind| PLAIN.rating_of(kind).is_some_and(|rating| rating.base < DEAREST);
        Self {
            reasoner: Reasoner::new(&PLAIN)
                .keeping(|kind| kind.family() != Family::Uniqueness && cheap(kind)),
            found: Vec::new(),
        }
    }
}

impl Clone for Logic {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl fmt::Debug for Logic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Logic").finish_non_exhaustive()
    }
}

impl Algorithm for Logic {
    const INFO: Info = Info {
        name: "logic",
        summary: "human techniques as far as they lead, then a choice in the smallest cell",
        source: "the techniques of the profile plain; this project",
        distribution: "solutions by the choices: first smallest cell, smaller digits first",
    };
}

impl Logic {
    /// Reasons until nothing is found; whether there may be a solution.
    fn reason<P: Probe + ?Sized>(&mut self, board: &mut Board, probe: &mut P) -> Result<bool, P::Stop> {
        loop {
            while let Some((_, placed)) = place_cheapest(board, &mut self.found) {
                for _ in 0..placed {
                    probe.record(Event::Node)?;
                }
            }
            if board.is_broken() {
                return Ok(false);
            }
            let found = self.reasoner.next(board);
            if found.is_empty() {
                return Ok(true);
            }
            for rated in found {
                for _ in rated.step.placements.iter().filter(|&&to| board.has(to)) {
                    probe.record(Event::Node)?;
                }
                if rated.step.apply(board).is_err() {
                    return Ok(false);
                }
            }
        }
    }

    fn search<S, P, V, B>(
        &mut self,
        mut board: Board,
        probe: &mut P,
        visit: &mut V,
    ) -> Result<ControlFlow<B>, P::Stop>
    where
        S: Shape,
        P: Probe + ?Sized,
        V: FnMut(&Grid<S>) -> ControlFlow<B>,
    {
        if !self.reason(&mut board, probe)? {
            return Ok(ControlFlow::Continue(()));
        }
        let Some(cell) = board
            .empty()
            .iter()
            .min_by_key(|&cell| board.marks(cell).count_ones())
        else {
            return Ok(board
                .to_grid()
                .map_or(ControlFlow::Continue(()), |grid| visit(&grid)));
        };
        let mut digits = board.candidates(cell).iter().peekable();
        while let Some(digit) = digits.next() {
            probe.record(Event::Node)?;
            if digits.peek().is_some() {
                probe.record(Event::Guess)?;
            }
            let mut board = board.clone();
            board.place(Candidate { cell, digit });
            let flow = self.search(board, probe, visit)?;
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

impl<S: Reasonable> Solver<S> for Logic {
    fn try_solve<P, V, B>(
        &mut self,
        puzzle: &Puzzle<S>,
        probe: &mut P,
        mut visit: V,
    ) -> Result<ControlFlow<B>, P::Stop>
    where
        P: Probe + ?Sized,
        V: FnMut(&Grid<S>) -> ControlFlow<B>,
    {
        match Board::new(puzzle) {
            Ok(board) => self.search(board, probe, &mut visit),
            // Contradictory givens: a reasonable shape is not too large.
            Err(_) => Ok(ControlFlow::Continue(())),
        }
    }
}
