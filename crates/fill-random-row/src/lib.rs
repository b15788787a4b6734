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
        distribution: "at most half of all grids: the first row is always an even permutation; band classes uneven (w2 0.31)",
    };
}

impl<S: Fillable> Algorithm for RandomRowFair<S> {
    const INFO: Info = Info {
        name: "random-row-fair",
        summary: "random-row with uniform rows, one draw a failure",
        source: "random-row, corrected",
        distribution: "every grid can come, unevenly (band classes w2 0.31); first row uniform",
    };
}

/// Digits less one in some order; only the first `SIDE` count.
type Arrangement = [u8; 32];

const ASCENDING: Arrangement = {
    let mut row = [0; 32];
    let mut i = 0;
    while i < 32 {
        row[i] = i as u8;
        i += 1;
    }
    row
};

/// 20 swaps of the first place with a random other one, from ascending order.
#[inline]
fn draw_faithful<R: Rng + ?Sized>(rng: &mut R, side: usize) -> Arrangement {
    let mut row = ASCENDING;
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
    let mut row = ASCENDING;
    shuffle(rng, &mut row[..side]);
    row
}

/// A set of columns for each digit, as bits; only the first `SIDE` count.
type Columns = [u32; 32];

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
        // Columns that hold each digit, and columns in which it conflicts with nothing.
        let mut held: Columns = [0; 32];
        let mut free: Columns = [S::ALL.bits(); 32];
        let mut row = 0;
        while row < S::SIDE {
            probe.record(Event::Draw)?;
            count += 1;
            let arrangement = draw(rng, S::SIDE);
            if count >= threshold {
                continue 'attempt;
            }
            let Some(places) = place::<S>(&arrangement, &free) else {
                for _ in 0..wasted {
                    probe.record(Event::Draw)?;
                    count += 1;
                    draw(rng, S::SIDE);
                }
                continue;
            };
            for (&digit, &bit) in arrangement.iter().zip(places.flat()) {
                let column = bit.trailing_zeros() as usize;
                values.flat_mut()[row * S::SIDE + column] = digit + 1;
                let digit = usize::from(digit & 31);
                held[digit] |= bit;
                let stack = column / S::BOX_COLUMNS * S::BOX_COLUMNS;
                free[digit] &= !(((1 << S::BOX_COLUMNS) - 1) << stack);
            }
            row += 1;
            if row.is_multiple_of(S::BOX_ROWS) {
                free = held.map(|columns| S::ALL.bits() & !columns);
            }
        }
        return Ok(Grid::assume_valid(values));
    }
}

/// The column of each digit of the arrangement, as a bit, when each column takes the first digit that conflicts with
/// nothing; `None` if a column finds none.
///
/// Goes by digits, not by columns: as all columns prefer digits in the same order, the first digit ends up in the
/// first column free for it, the second in the first of the others, and so on.
#[inline]
fn place<S: Shape>(arrangement: &Arrangement, free: &Columns) -> Option<S::HouseArray<u32>> {
    let mut places = S::HouseArray::filled(0);
    let mut open = S::ALL.bits();
    for (place, &digit) in places.flat_mut().iter_mut().zip(arrangement) {
        let columns = free[usize::from(digit & 31)] & open;
        if columns == 0 {
            return None;
        }
        *place = columns & columns.wrapping_neg();
        open ^= *place;
    }
    Some(places)
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

#[cfg(test)]
mod tests {
    use std::cell::Cell as Counter;

    use gridwright_grid::rng::stream;
    use gridwright_grid::{FillerExt, Symmetry};

    use super::*;

    /// Arrangements that are the rows of a grid make that grid, so the fair variant, which draws any, can make any.
    #[test]
    fn every_grid_can_come() {
        for i in 0..200 {
            let mut rng = stream(9, i);
            let grid = match i % 2 {
                0 => Symmetry::<B3x3>::random(&mut rng).grid(&Grid::canonical_base()),
                _ => RandomRowFair::default().fill(&mut rng),
            };
            let row = Counter::new(0);
            let rows = |_: &mut _, side: usize| {
                let mut arrangement = ASCENDING;
                for (slot, value) in arrangement
                    .iter_mut()
                    .zip(&grid.values()[row.get() * side..])
                    .take(side)
                {
                    *slot = value - 1;
                }
                row.set(row.get() + 1);
                arrangement
            };
            assert_eq!(fill::<B3x3, _, _>(220, rows, 0, &mut rng, &mut ()), Ok(grid));
        }
    }
}
