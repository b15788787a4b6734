//! Fillers: strategies that make random solution grids.

use alloc::boxed::Box;
use core::convert::Infallible;

use rand_core::Rng;

use crate::rng::{DefaultRng, stream};
use crate::{Algorithm, B3x3, Budget, Counts, Exhausted, Grid, Info, Probe, Shape};

/// A strategy that makes random solution grids. Implement this; call [`FillerExt`].
///
/// It is implemented only at shapes where it ends. The same generator state gives the same grid, whatever
/// the probe.
pub trait Filler<S: Shape = B3x3>: Algorithm {
    /// Makes one grid, telling the probe about every step.
    ///
    /// # Errors
    ///
    /// When the probe stops it.
    fn try_fill<R, P>(&self, rng: &mut R, probe: &mut P) -> Result<Grid<S>, P::Stop>
    where
        R: Rng + ?Sized,
        P: Probe + ?Sized;
}

/// Ways to call a [`Filler`].
pub trait FillerExt<S: Shape = B3x3>: Filler<S> {
    /// Makes one grid.
    #[inline]
    fn fill<R: Rng + ?Sized>(&self, rng: &mut R) -> Grid<S> {
        let Ok(grid) = self.try_fill(rng, &mut ());
        grid
    }

    /// The first grid of a seed: that of stream 0.
    #[inline]
    fn fill_seeded(&self, seed: u64) -> Grid<S> {
        self.fill(&mut stream(seed, 0))
    }

    /// Makes one grid and counts the work.
    fn fill_counted<R: Rng + ?Sized>(&self, rng: &mut R) -> (Grid<S>, Counts) {
        let mut counts = Counts::default();
        let Ok(grid) = self.try_fill(rng, &mut counts);
        (grid, counts)
    }

    /// The grids of a seed: grid i is made from [`stream`]`(seed, i)`, so any of them can be made alone.
    fn grids(&self, seed: u64) -> impl Iterator<Item = Grid<S>> {
        (0..=u64::MAX).map(move |i| self.fill(&mut stream(seed, i)))
    }
}

impl<S: Shape, F: Filler<S> + ?Sized> FillerExt<S> for F {}

/// A [`Filler`] behind a pointer, over the default generator. Implemented for every filler.
pub trait DynFiller<S: Shape = B3x3>: Send + Sync {
    /// The description.
    fn info(&self) -> &'static Info;

    /// [`FillerExt::fill`].
    fn dyn_fill(&self, rng: &mut DefaultRng) -> Grid<S>;

    /// [`FillerExt::fill_counted`], adding to what has been counted.
    fn dyn_fill_counted(&self, rng: &mut DefaultRng, counts: &mut Counts) -> Grid<S>;

    /// [`Filler::try_fill`] within a budget.
    ///
    /// # Errors
    ///
    /// When the budget runs out.
    fn dyn_fill_within(&self, rng: &mut DefaultRng, budget: &mut Budget<'_>) -> Result<Grid<S>, Exhausted>;
}

impl<S: Shape, F: Filler<S> + Send + Sync> DynFiller<S> for F {
    fn info(&self) -> &'static Info {
        &F::INFO
    }

    fn dyn_fill(&self, rng: &mut DefaultRng) -> Grid<S> {
        self.fill(rng)
    }

    fn dyn_fill_counted(&self, rng: &mut DefaultRng, counts: &mut Counts) -> Grid<S> {
        let grid: Result<_, Infallible> = self.try_fill(rng, counts);
        let Ok(grid) = grid;
        grid
    }

    fn dyn_fill_within(&self, rng: &mut DefaultRng, budget: &mut Budget<'_>) -> Result<Grid<S>, Exhausted> {
        self.try_fill(rng, budget)
    }
}

/// States at which shapes a search-based filler ends, once: as a trait, as values, and for the catalogue.
///
/// Expands to a trait `Fillable` implemented by the shapes, a list `SHAPES` of their sizes, a trait `Build` for
/// what makes a filler at any of them, and a function `build_at` that calls it for a shape known only at run time.
#[macro_export]
macro_rules! fillable_shapes {
    ($($shape:ident)*) => {
        /// The shapes at which this method ends in reasonable time.
        pub trait Fillable: $crate::Shape {}
        $(impl Fillable for $crate::$shape {})*

        /// The sizes of the [`Fillable`] shapes.
        pub const SHAPES: &[$crate::BoxSize] = &[$(<$crate::$shape as $crate::Shape>::SIZE),*];

        /// Makes a filler at any [`Fillable`] shape: a closure generic over the shape.
        pub trait Build {
            /// Why it cannot.
            type Error;
            /// Makes the filler.
            ///
            /// # Errors
            ///
            /// When its parameters are impossible at the shape.
            fn build<S: Fillable>(self) -> Result<$crate::BoxedFiller<S>, Self::Error>;
        }

        /// Makes a filler at a shape known only at run time; `None` if the shape is not [`Fillable`].
        pub fn build_at<S: $crate::Shape, B: Build>(
            build: B,
        ) -> Option<Result<$crate::BoxedFiller<S>, B::Error>> {
            $(if core::any::TypeId::of::<S>() == core::any::TypeId::of::<$crate::$shape>() {
                return match build.build::<$crate::$shape>() {
                    Ok(filler) => $crate::same_shape(filler).map(Ok),
                    Err(error) => Some(Err(error)),
                };
            })*
            None
        }
    };
}

/// A filler behind a pointer.
pub type BoxedFiller<S> = Box<dyn DynFiller<S>>;

/// A filler at shape `T` as one at shape `S`, if the two are the same type.
pub fn same_shape<T: Shape, S: Shape>(filler: BoxedFiller<T>) -> Option<BoxedFiller<S>> {
    let filler: Box<dyn core::any::Any> = Box::new(filler);
    filler.downcast::<BoxedFiller<S>>().ok().map(|filler| *filler)
}
