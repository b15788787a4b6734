#![doc = include_str!("../README.md")]
#![cfg_attr(not(test), no_std)]
#![forbid(unsafe_code)]

use core::fmt;
use core::marker::PhantomData;

use gridwright_grid::rand_core::Rng;
use gridwright_grid::rng::{below_each, shuffle};
use gridwright_grid::{Algorithm, B3x3, Event, Filler, Flat, Grid, Info, Probe, Shape};

pub use gridwright_grid;

gridwright_grid::fillable_shapes! { B2x2 B2x3 B3x2 B2x4 B4x2 B3x3 B2x5 B5x2 B3x4 B4x3 B4x4 }

/// The published threshold.
pub const THRESHOLD: u32 = 220;

/// A threshold that no fill can stay below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThresholdTooSmall {
    /// The threshold asked for.
    pub threshold: u32,
    /// The smallest that works: one more than the rows of the shape.
    pub least: u32,
}

impl fmt::Display for ThresholdTooSmall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { threshold, least } = self;
        write!(
            f,
            "a threshold of {threshold} leaves too few draws for the rows: at least {least}"
        )
    }
}

impl core::error::Error for ThresholdTooSmall {}

/// What both variants have in common: the threshold, at a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Threshold<S>(u32, PhantomData<S>);

impl<S: Shape> Threshold<S> {
    fn new(threshold: u32) -> Result<Self, ThresholdTooSmall> {
        let least = S::SIDE as u32 + 1;
        if threshold < least {
            return Err(ThresholdTooSmall { threshold, least });
        }
        Ok(Self(threshold, PhantomData))
    }
}

/// Random rows with a threshold, as published.
///
/// # Cost
///
/// 88 draws a grid on average at 3x3, at most some thousands.
///
/// # Distribution
///
/// The first row is always an even permutation, at total variation 0.18 from uniform among those: 20 swaps of the
/// first place with another are an even number of transpositions, and too few of them. Band classes are far from
/// uniform (w2 0.31).
///
/// # Source
///
/// The Java program `SudokuPuzzleGenerator` and its article; threshold 220.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomRow<S: Fillable = B3x3>(Threshold<S>);

/// Random rows with a threshold, each drawn once a failure and uniformly.
///
/// # Cost
///
/// Fewer draws than [`RandomRow`], which throws every second one away.
///
/// # Distribution
///
/// The first row is uniform; the band classes stay far from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomRowFair<S: Fillable = B3x3>(Threshold<S>);

macro_rules! constructors {
    ($name:ident) => {
        impl<S: Fillable> $name<S> {
            /// Starts over when the draws reach `threshold`.
            ///
            /// # Errors
            ///
            /// When no grid can be filled in fewer draws.
            pub fn with_threshold(threshold: u32) -> Result<Self, ThresholdTooSmall> {
                Threshold::new(threshold).map(Self)
            }
        }

        /// With the published threshold, [`THRESHOLD`].
        impl<S: Fillable> Default for $name<S> {
            fn default() -> Self {
                Self(Threshold(THRESHOLD, PhantomData))
            }
        }
    };
}

constructors!(RandomRow);
constructors!(RandomRowFair);

impl<S: Fillable> Algorithm for RandomRow<S> {
    const INFO: Info = Info {
        name: "random-row",
        summary: "random rows, tried again until they fit; all over again after 220 draws",
        source: "the Java program SudokuPuzzleGenerator and its article",
        distribution: "first row always an even permutation and uneven; band classes uneven (w2 0.31)",
    };
}

impl<S: Fillable> Algorithm for RandomRowFair<S> {
    const INFO: Info = Info {
        name: "random-row-fair",
        summary: "random-row with uniform rows, one draw a failure",
        source: "random-row, corrected",
        distribution: "first row uniform; band classes uneven",
    };
}

/// An arrangement of the digits as bits 1 << digit; only the first `SIDE` count.
type Arrangement = [u32; 32];

/// 20 swaps of the first place with a random other one, from ascending order.
#[inline]
fn draw_faithful<R: Rng + ?Sized>(rng: &mut R, side: usize) -> Arrangement {
    let mut row: Arrangement = core::array::from_fn(|i| 2 << (i & 15) as u32);
    let mut swap = |j: u32| row.swap(0, (j as usize + 1) & 31);
    let others = side as u32 - 1;
    if others == 8 {
        below_each(rng, [8; 20]).into_iter().for_each(swap);
    } else {
        for _ in 0..2 {
            below_each(rng, [others; 10]).into_iter().for_each(&mut swap);
        }
    }
    row
}

#[inline]
fn draw_fair<R: Rng + ?Sized>(rng: &mut R, side: usize) -> Arrangement {
    let mut row: Arrangement = core::array::from_fn(|i| 2 << (i & 15) as u32);
    shuffle(rng, &mut row[..side]);
    row
}

/// Fills rows until the grid is complete; `wasted` is how many arrangements a failure draws in vain.
#[inline]
fn fill<S, R, P>(
    threshold: u32,
    draw: impl Fn(&mut R, usize) -> Arrangement,
    wasted: u32,
    rng: &mut R,
    probe: &mut P,
) -> Result<Grid<S>, P::Stop>
where
    S: Shape,
    R: Rng + ?Sized,
    P: Probe + ?Sized,
{
    let mut values = S::CellArray::filled(0);
    'attempt: loop {
        probe.record(Event::Attempt)?;
        let mut count = 0;
        let mut columns = S::HouseArray::filled(0_u32);
        let mut boxes = S::HouseArray::filled(0_u32);
        let mut row = 0;
        while row < S::SIDE {
            if row % S::BOX_ROWS == 0 {
                boxes = S::HouseArray::filled(0);
            }
            probe.record(Event::Draw)?;
            count += 1;
            let arrangement = draw(rng, S::SIDE);
            if count >= threshold {
                continue 'attempt;
            }
            if let Some((digits, seen)) = place::<S>(&arrangement, &columns, &boxes) {
                for (column, bit) in digits.flat().iter().enumerate() {
                    columns.flat_mut()[column] |= bit;
                    values.flat_mut()[row * S::SIDE + column] = bit.trailing_zeros() as u8;
                }
                boxes = seen;
                row += 1;
                continue;
            }
            for _ in 0..wasted {
                probe.record(Event::Draw)?;
                count += 1;
                draw(rng, S::SIDE);
            }
        }
        return Ok(Grid::assume_valid(values));
    }
}

/// One value of a house's cells or boxes each.
type Masks<S> = <S as Shape>::HouseArray<u32>;

/// Gives each column the first digit of the arrangement that conflicts with nothing. Returns the digits as bits, and
/// what the boxes of the band hold then; `None` if a column finds none.
#[inline]
fn place<S: Shape>(
    arrangement: &Arrangement,
    columns: &Masks<S>,
    boxes: &Masks<S>,
) -> Option<(Masks<S>, Masks<S>)> {
    let mut digits = Masks::<S>::filled(0);
    let mut boxes = *boxes;
    let mut row = 0;
    for column in 0..S::SIDE {
        let stack = column / S::BOX_COLUMNS;
        let used = row | columns.flat()[column] | boxes.flat()[stack];
        let bit = *arrangement[..S::SIDE].iter().find(|&bit| bit & used == 0)?;
        row |= bit;
        boxes.flat_mut()[stack] |= bit;
        digits.flat_mut()[column] = bit;
    }
    Some((digits, boxes))
}

impl<S: Fillable> Filler<S> for RandomRow<S> {
    fn try_fill<R, P>(&self, rng: &mut R, probe: &mut P) -> Result<Grid<S>, P::Stop>
    where
        R: Rng + ?Sized,
        P: Probe + ?Sized,
    {
        fill(self.0.0, draw_faithful, 1, rng, probe)
    }
}

impl<S: Fillable> Filler<S> for RandomRowFair<S> {
    fn try_fill<R, P>(&self, rng: &mut R, probe: &mut P) -> Result<Grid<S>, P::Stop>
    where
        R: Rng + ?Sized,
        P: Probe + ?Sized,
    {
        fill(self.0.0, draw_fair, 0, rng, probe)
    }
}
