//! The generators of minimal puzzles behind a pointer, by name.

use core::any::Any;
use std::sync::Arc;

use gridwright_grid::rng::DefaultRng;
use gridwright_grid::{
    Algorithm, B2x2, B2x3, B2x4, B2x5, B3x2, B3x3, B4x2, B5x2, BoxSize, Budget, Cell, Exhausted, Grid, Info,
    Puzzle, Shape, Solver,
};
use gridwright_sampling::{
    BottomUp, ControlledBias, Effort, Generator, Masked, MinimalPuzzle, SharedFiller, TopDown, Unbiased,
};
use gridwright_solve_bits::Bits;
use gridwright_solve_dlx::Dlx;

/// A [`Generator`] behind a pointer.
pub(crate) trait Sampler<S: Shape>: Send {
    /// [`Generator::try_item`] within a budget.
    fn item(
        &mut self,
        seed: u64,
        index: u64,
        budget: &mut Budget<'_>,
        puzzles: &mut Vec<MinimalPuzzle<S>>,
    ) -> Result<(), Exhausted>;
}

impl<S: Shape, G: Generator<S> + Send> Sampler<S> for G {
    fn item(
        &mut self,
        seed: u64,
        index: u64,
        budget: &mut Budget<'_>,
        puzzles: &mut Vec<MinimalPuzzle<S>>,
    ) -> Result<(), Exhausted> {
        self.try_item(seed, index, budget, puzzles)
    }
}

type Boxed<S> = Box<dyn Sampler<S>>;

/// What is known of a generator.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) info: &'static Info,
    /// Whether its law is one of all puzzles of an item.
    pub(crate) whole: bool,
    /// Whether it takes grids.
    pub(crate) fills: bool,
    /// The shapes at which it works.
    pub(crate) shapes: &'static [BoxSize],
}

/// The shapes whose cells fit a mask.
const MASKED: &[BoxSize] = &[
    B2x2::SIZE,
    B2x3::SIZE,
    B3x2::SIZE,
    B2x4::SIZE,
    B4x2::SIZE,
    B3x3::SIZE,
    B2x5::SIZE,
    B5x2::SIZE,
];

/// Every generator, in the order of the tables.
pub(crate) const ENTRIES: &[Entry] = &[
    Entry {
        info: &TopDown::<B3x3>::INFO,
        whole: false,
        fills: true,
        shapes: MASKED,
    },
    Entry {
        info: &BottomUp::<B3x3>::INFO,
        whole: false,
        fills: false,
        shapes: MASKED,
    },
    Entry {
        info: &ControlledBias::<B3x3>::INFO,
        whole: true,
        fills: true,
        shapes: &[B3x3::SIZE],
    },
    Entry {
        info: &Unbiased::<B3x3>::INFO,
        whole: true,
        fills: true,
        shapes: &[B3x3::SIZE],
    },
];

/// The generator of that name, if it works at the shape.
pub(crate) fn sampler<S: Shape>(name: &str, filler: &SharedFiller<S>) -> Option<Boxed<S>> {
    if let Some(filler) = same::<_, SharedFiller<B3x3>>(filler.clone()) {
        let controlled = || ControlledBias::new(Arc::clone(&filler), Bits::default(), Effort::default()).ok();
        let boxed: Boxed<B3x3> = match name {
            "top-down" => Box::new(TopDown::<B3x3>::new(filler, Bits::default())),
            "bottom-up" => Box::new(BottomUp::<B3x3>::default()),
            "controlled-bias" => Box::new(controlled()?),
            "unbiased" => Box::new(Unbiased::new(controlled()?, 31)),
            _ => return None,
        };
        return same(boxed);
    }
    elsewhere::<B2x2, S>(name, filler)
        .or_else(|| elsewhere::<B2x3, S>(name, filler))
        .or_else(|| elsewhere::<B3x2, S>(name, filler))
        .or_else(|| elsewhere::<B2x4, S>(name, filler))
        .or_else(|| elsewhere::<B4x2, S>(name, filler))
        .or_else(|| elsewhere::<B2x5, S>(name, filler))
        .or_else(|| elsewhere::<B5x2, S>(name, filler))
}

/// The same where `S` is the shape `T`.
fn elsewhere<T: Masked, S: Shape>(name: &str, filler: &SharedFiller<S>) -> Option<Boxed<S>> {
    let filler: SharedFiller<T> = same(filler.clone())?;
    let boxed: Boxed<T> = match name {
        "top-down" => Box::new(TopDown::<T, _>::new(filler, Dlx::default())),
        "bottom-up" => Box::new(BottomUp::<T, _>::new(Dlx::default())),
        _ => return None,
    };
    same(boxed)
}

/// A [`TopDown`] behind a pointer, fed with grids.
pub(crate) trait Descender<S: Shape>: Send {
    /// A minimal puzzle of a grid.
    fn minimal(
        &mut self,
        grid: &Grid<S>,
        rng: &mut DefaultRng,
        budget: &mut Budget<'_>,
    ) -> Result<MinimalPuzzle<S>, Exhausted>;

    /// Goes back to a grid.
    fn turn_to(&mut self, grid: &Grid<S>);

    /// A minimal puzzle within one of the same grid, if that has one solution.
    fn within(
        &mut self,
        puzzle: &Puzzle<S>,
        rng: &mut DefaultRng,
        budget: &mut Budget<'_>,
    ) -> Result<Option<MinimalPuzzle<S>>, Exhausted>;
}

impl<S: Masked, X: Solver<S> + Send> Descender<S> for TopDown<S, X> {
    fn minimal(
        &mut self,
        grid: &Grid<S>,
        rng: &mut DefaultRng,
        budget: &mut Budget<'_>,
    ) -> Result<MinimalPuzzle<S>, Exhausted> {
        self.try_minimal(grid, rng, budget)
    }

    fn turn_to(&mut self, grid: &Grid<S>) {
        Self::turn_to(self, grid);
    }

    fn within(
        &mut self,
        puzzle: &Puzzle<S>,
        rng: &mut DefaultRng,
        budget: &mut Budget<'_>,
    ) -> Result<Option<MinimalPuzzle<S>>, Exhausted> {
        let clues = Cell::all().filter(|&cell| puzzle.given(cell).is_some());
        self.try_within(clues, rng, budget)
    }
}

/// One at 3x3, where it is the fast way.
pub(crate) fn descender<S: Shape>(filler: &SharedFiller<S>) -> Option<Box<dyn Descender<S>>> {
    let filler = same::<_, SharedFiller<B3x3>>(filler.clone())?;
    let usual: Box<dyn Descender<B3x3>> = Box::new(TopDown::new(filler, Bits::default()));
    same(usual)
}

/// A value as one of another type, if the two types are the same.
pub(crate) fn same<T: 'static, U: 'static>(value: T) -> Option<U> {
    let value: Box<dyn Any> = Box::new(value);
    value.downcast().ok().map(|value| *value)
}
