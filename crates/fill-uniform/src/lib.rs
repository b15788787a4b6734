#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod alias;
mod exchange;
mod numbering;
mod small;
mod usual;

use std::any::Any;
use std::sync::OnceLock;

use gridwright_grid::rand_core::Rng;
use gridwright_grid::{
    Algorithm, B2x2, B2x3, B3x2, B3x3, BoxSize, BoxedFiller, Filler, Flat, Grid, Info, Probe, Rank, Shape,
    Symmetry, same_shape,
};

pub use gridwright_grid;

/// Every grid with exactly equal probability.
///
/// # Cost
///
/// Constant on average: some 0.2 us at 3x3. The first grid takes 50 ms, to make tables of 2 MB.
///
/// # Distribution
///
/// Exactly uniform over all grids of the shape, given a generator of uniform words.
///
/// # Source
///
/// Ours, by the way Felgenhauer and Jarvis (2005) counted the grids.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Uniform;

impl Algorithm for Uniform {
    const INFO: Info = Info {
        name: "uniform",
        summary: "what the columns of each band hold by exact weights, rows that arrange it, a random symmetry",
        source: "ours, by the way Felgenhauer and Jarvis counted the grids",
        distribution: "exactly uniform over all grids: 6,670,903,752,021,072,936,960 at 3x3",
    };
}

impl<S: Numbered> Filler<S> for Uniform {
    #[inline]
    fn try_fill<R, P>(&self, rng: &mut R, probe: &mut P) -> Result<Grid<S>, P::Stop>
    where
        R: Rng + ?Sized,
        P: Probe + ?Sized,
    {
        S::draw(rng, probe)
    }
}

/// The shapes whose grids can be drawn and numbered: 2x2, 2x3, 3x2, 3x3.
pub trait Numbered: sealed::Normal {}

mod sealed {
    use super::{Grid, Probe, Rng, Shape};

    /// Grids in normal form: the first row is 1, 2, 3, ...
    pub trait Normal: Shape {
        /// How many there are.
        fn count() -> u64;
        /// The number of one.
        fn rank_normal(grid: &Grid<Self>) -> u64;
        /// The one of a number, below the count.
        fn unrank_normal(number: u64) -> Grid<Self>;
        /// Draws a grid of any form.
        fn draw<R: Rng + ?Sized, P: Probe + ?Sized>(
            rng: &mut R,
            probe: &mut P,
        ) -> Result<Grid<Self>, P::Stop>;
    }
}

/// How many grids of the shape there are.
pub fn grids<S: Numbered>() -> u128 {
    Symmetry::<S>::DIGIT_ORDER * u128::from(S::count())
}

/// The grid of a number in 0..[`grids`], `None` for others. Some microseconds at 3x3.
///
/// ```
/// use gridwright_fill_uniform::{grids, unrank};
/// use gridwright_grid::{B2x2, Grid};
///
/// let first: Grid<B2x2> = unrank(0).unwrap();
/// assert_eq!(first.to_string(), "1234341221434321");
/// assert_eq!(grids::<B2x2>(), 288);
/// assert_eq!(unrank::<B2x2>(288), None);
/// ```
pub fn unrank<S: Numbered>(number: u128) -> Option<Grid<S>> {
    let count = u128::from(S::count());
    let digits = number / count;
    let symmetry = Symmetry::unrank(Rank { cells: 0, digits })?;
    Some(symmetry.grid(&S::unrank_normal((number % count) as u64)))
}

/// The number of a grid among all of its shape. Some microseconds at 3x3.
pub fn rank<S: Numbered>(grid: &Grid<S>) -> u128 {
    let symmetry = Symmetry::relabelling(&grid.values()[..S::SIDE]).expect("a row has each digit once");
    let normal = symmetry.inverse().grid(grid);
    symmetry.rank().digits * u128::from(S::count()) + u128::from(S::rank_normal(&normal))
}

/// [`grids`], [`rank`] and [`unrank`] at a shape.
#[derive(Clone, Copy, Debug)]
pub struct Numbering<S: Shape> {
    /// How many grids there are.
    pub grids: u128,
    /// The number of a grid.
    pub rank: fn(&Grid<S>) -> u128,
    /// The grid of a number.
    pub unrank: fn(u128) -> Option<Grid<S>>,
}

impl<S: Numbered> Default for Numbering<S> {
    fn default() -> Self {
        Self {
            grids: grids::<S>(),
            rank,
            unrank,
        }
    }
}

impl Numbered for B3x3 {}

impl sealed::Normal for B3x3 {
    fn count() -> u64 {
        numbering::count()
    }

    fn rank_normal(grid: &Grid) -> u64 {
        let mut rows = [[0; 9]; 9];
        rows.as_flattened_mut().copy_from_slice(grid.values());
        numbering::rank(&rows)
    }

    fn unrank_normal(number: u64) -> Grid {
        let mut values = [[[[0; 3]; 3]; 3]; 3];
        values
            .flat_mut()
            .copy_from_slice(numbering::unrank(number).as_flattened());
        Grid::assume_valid(values)
    }

    #[inline]
    fn draw<R: Rng + ?Sized, P: Probe + ?Sized>(rng: &mut R, probe: &mut P) -> Result<Grid, P::Stop> {
        usual::Tables::shared().draw(rng, probe)
    }
}

macro_rules! small {
    ($($shape:ident)*) => {$(
        impl Numbered for $shape {}

        impl sealed::Normal for $shape {
            fn count() -> u64 {
                Self::list().0.len() as u64
            }

            fn rank_normal(grid: &Grid<Self>) -> u64 {
                Self::list().number(grid) as u64
            }

            fn unrank_normal(number: u64) -> Grid<Self> {
                Grid::assume_valid(Self::list().0[number as usize])
            }

            fn draw<R: Rng + ?Sized, P: Probe + ?Sized>(
                rng: &mut R,
                probe: &mut P,
            ) -> Result<Grid<Self>, P::Stop> {
                Self::list().draw(rng, probe)
            }
        }

        impl Listed for $shape {
            fn list() -> &'static small::List<Self> {
                static SHARED: OnceLock<small::List<$shape>> = OnceLock::new();
                SHARED.get_or_init(small::List::new)
            }
        }
    )*};
}

/// Shapes whose grids are listed.
trait Listed: Shape {
    fn list() -> &'static small::List<Self>;
}

small!(B2x2 B2x3 B3x2);

/// The sizes of the [`Numbered`] shapes.
pub const SHAPES: &[BoxSize] = &[B2x2::SIZE, B2x3::SIZE, B3x2::SIZE, B3x3::SIZE];

/// [`Uniform`] at a shape known only at run time; `None` if it is not [`Numbered`].
pub fn filler_at<S: Shape>() -> Option<BoxedFiller<S>> {
    fn filler<S: Numbered>() -> BoxedFiller<S> {
        Box::new(Uniform)
    }
    match (S::BOX_ROWS, S::BOX_COLUMNS) {
        (2, 2) => same_shape(filler::<B2x2>()),
        (2, 3) => same_shape(filler::<B2x3>()),
        (3, 2) => same_shape(filler::<B3x2>()),
        (3, 3) => same_shape(filler::<B3x3>()),
        _ => None,
    }
}

/// The numbering at a shape known only at run time; `None` if it is not [`Numbered`].
pub fn numbering_at<S: Shape>() -> Option<Numbering<S>> {
    fn numbering<T: Numbered, S: Shape>() -> Option<Numbering<S>> {
        let numbering: Box<dyn Any> = Box::new(Numbering::<T>::default());
        numbering.downcast().ok().map(|numbering| *numbering)
    }
    match (S::BOX_ROWS, S::BOX_COLUMNS) {
        (2, 2) => numbering::<B2x2, S>(),
        (2, 3) => numbering::<B2x3, S>(),
        (3, 2) => numbering::<B3x2, S>(),
        (3, 3) => numbering::<B3x3, S>(),
        _ => None,
    }
}
