#![doc = include_str!("../README.md")]
#![cfg_attr(not(test), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

use core::ops::ControlFlow;

use gridwright_grid::rand_core::Rng;
use gridwright_grid::rng::{below_each, shuffle};
use gridwright_grid::{
    Algorithm, Cell, Digit, Event, Filler, Flat, Grid, Info, Probe, Puzzle, Shape, Solver,
};
use gridwright_solve_naive::Naive;

pub use gridwright_grid;

gridwright_grid::fillable_shapes! { B2x2 B2x3 B3x2 B2x4 B4x2 B3x3 B2x5 B5x2 }

/// Where the random arrangement is put.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Line {
    /// In the first row.
    #[default]
    Row,
    /// In the first column.
    Column,
}

/// A random first row (or column), completed by the naive search, as published.
///
/// # Cost
///
/// 80 to 549 digits placed at 3x3, 193 on average.
///
/// # Distribution
///
/// The grid is a function of the first row: at most 9! = 362,880 grids at 3x3, in 303,663 classes. The first row is
/// shuffled by nine swaps `swap(a[i], a[rand % 9])`, which is not uniform: it is even with probability 0.448, and lies
/// at total variation 0.135 from uniform.
///
/// # Source
///
/// The C++ article.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FirstRow {
    /// Where the arrangement is put.
    pub line: Line,
}

/// A uniformly random first row (or column), completed by the naive search.
///
/// # Distribution
///
/// Uniform over the 9! grids that the search gives at 3x3; these are far from uniform over all grids.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FirstRowFair {
    /// Where the arrangement is put.
    pub line: Line,
}

impl Algorithm for FirstRow {
    const INFO: Info = Info {
        name: "first-row",
        summary: "a random first row, completed by a deterministic search",
        source: "the C++ article on a random first row and backtracking",
        distribution: "one grid for each first row: 362,880 at 3x3, in 303,663 classes, unevenly (naive shuffle)",
    };
}

impl Algorithm for FirstRowFair {
    const INFO: Info = Info {
        name: "first-row-fair",
        summary: "first-row with a uniform shuffle",
        source: "first-row, corrected",
        distribution: "one grid for each first row: 362,880 at 3x3, in 303,663 classes, each as probable",
    };
}

/// The digits in the order that the published shuffle gives: n swaps of place i with a random place.
fn arrange_naively<S: Shape, R: Rng + ?Sized>(rng: &mut R) -> S::HouseArray<u8> {
    let mut row = ascending::<S>();
    let flat = row.flat_mut();
    // 9 draws below 9 fit a word; so do 5 draws at any shape.
    if S::SIDE == 9 {
        for (i, j) in below_each(rng, [9; 9]).into_iter().enumerate() {
            flat.swap(i, j as usize);
        }
    } else {
        for start in (0..S::SIDE).step_by(5) {
            let draws: [u32; 5] = below_each(rng, [S::SIDE as u32; 5]);
            for (i, j) in (start..S::SIDE).zip(draws) {
                flat.swap(i, j as usize);
            }
        }
    }
    row
}

fn arrange_fairly<S: Shape, R: Rng + ?Sized>(rng: &mut R) -> S::HouseArray<u8> {
    let mut row = ascending::<S>();
    shuffle(rng, row.flat_mut());
    row
}

fn ascending<S: Shape>() -> S::HouseArray<u8> {
    let mut row = S::HouseArray::filled(0);
    for (digit, slot) in (1..).zip(row.flat_mut()) {
        *slot = digit;
    }
    row
}

/// The puzzle whose first row (or column) is given, and nothing else.
fn puzzle<S: Shape>(line: Line, arrangement: &[u8]) -> Puzzle<S> {
    let mut puzzle = Puzzle::empty();
    for (i, &digit) in arrangement.iter().enumerate() {
        let cell = match line {
            Line::Row => Cell::at(0, i),
            Line::Column => Cell::at(i, 0),
        };
        if let Some(cell) = cell {
            puzzle.set(cell, Digit::new(digit));
        }
    }
    puzzle
}

/// Shows every grid with that first row (or column) to `visit`, in ascending order.
///
/// `arrangement` has `SIDE` digits; if they are not all different there is no such grid.
///
/// ```
/// use core::ops::ControlFlow;
/// use gridwright_fill_first_row::{Line, completions};
/// use gridwright_grid::B2x2;
///
/// let mut count = 0;
/// let _ = completions::<B2x2, _, ()>(Line::Row, &[1, 2, 3, 4], &mut (), |_| {
///     count += 1;
///     ControlFlow::Continue(())
/// });
/// assert_eq!(count, 288 / 24);
/// ```
///
/// # Errors
///
/// When the probe stops the search.
///
/// # Panics
///
/// When a digit is not one of the shape.
pub fn completions<S: Shape, P: Probe + ?Sized, B>(
    line: Line,
    arrangement: &[u8],
    probe: &mut P,
    visit: impl FnMut(&Grid<S>) -> ControlFlow<B>,
) -> Result<ControlFlow<B>, P::Stop> {
    Naive.try_solve(&puzzle(line, arrangement), probe, visit)
}

fn fill<S: Fillable, P: Probe + ?Sized>(
    line: Line,
    arrangement: &[u8],
    probe: &mut P,
) -> Result<Grid<S>, P::Stop> {
    probe.record(Event::Attempt)?;
    let first = completions(line, arrangement, probe, |grid| ControlFlow::Break(*grid))?;
    Ok(first.break_value().expect("every first row can be completed"))
}

impl<S: Fillable> Filler<S> for FirstRow {
    fn try_fill<R, P>(&self, rng: &mut R, probe: &mut P) -> Result<Grid<S>, P::Stop>
    where
        R: Rng + ?Sized,
        P: Probe + ?Sized,
    {
        fill(self.line, arrange_naively::<S, R>(rng).flat(), probe)
    }
}

impl<S: Fillable> Filler<S> for FirstRowFair {
    fn try_fill<R, P>(&self, rng: &mut R, probe: &mut P) -> Result<Grid<S>, P::Stop>
    where
        R: Rng + ?Sized,
        P: Probe + ?Sized,
    {
        fill(self.line, arrange_fairly::<S, R>(rng).flat(), probe)
    }
}
