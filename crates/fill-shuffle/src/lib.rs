#![doc = include_str!("../README.md")]
#![cfg_attr(not(test), no_std)]
#![forbid(unsafe_code)]

use gridwright_grid::rand_core::Rng;
use gridwright_grid::rng::{below, below_each, shuffle};
use gridwright_grid::{Algorithm, B3x3, Event, Filler, Flat, Grid, Info, Probe, Shape, Symmetry};

pub use gridwright_grid;

/// One uniformly random element of the symmetry group, applied to a base grid.
///
/// The group permutes the bands, the rows of each band, the stacks and the columns of each stack, transposes
/// where boxes are square, and exchanges digits.
///
/// # Cost
///
/// Constant, and linear in the cells: some 50 ns at 3x3.
///
/// # Distribution
///
/// Exactly uniform over the grids equivalent to the base, a single class. From the canonical 9x9 base these are
/// 22,574,039,040 grids, of 6,670,903,752,021,072,936,960.
///
/// # Source
///
/// The direct form of the published walk, [`ShuffleWalk`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shuffle<S: Shape = B3x3> {
    base: Grid<S>,
    /// The base again where boxes are not square.
    transposed: Grid<S>,
    relabel: bool,
}

impl<S: Shape> Shuffle<S> {
    /// Starts from `base`; exchanges digits if `relabel`.
    pub fn new(base: Grid<S>, relabel: bool) -> Self {
        let mut values = S::CellArray::filled(0);
        values.flat_mut().copy_from_slice(base.values());
        if S::BOX_ROWS == S::BOX_COLUMNS {
            Move::Transpose.apply::<S>(values.flat_mut());
        }
        Self {
            base,
            transposed: Grid::assume_valid(values),
            relabel,
        }
    }
}

impl<S: Shape> Default for Shuffle<S> {
    /// From the canonical base, digits exchanged.
    fn default() -> Self {
        Self::new(Grid::canonical_base(), true)
    }
}

impl<S: Shape> Algorithm for Shuffle<S> {
    const INFO: Info = Info {
        name: "shuffle",
        summary: "a base grid under one uniformly random symmetry, digits exchanged",
        source: "the direct form of the matrix shuffle",
        distribution: "uniform over one equivalence class: 22,574,039,040 grids at 3x3",
    };
}

/// Draws a digit for each digit; element 0 is unused.
#[inline]
fn labels<R: Rng + ?Sized>(rng: &mut R, side: usize, relabel: bool) -> [u8; 32] {
    let mut labels: [u8; 32] = core::array::from_fn(|i| i as u8);
    if relabel {
        shuffle(rng, &mut labels[1..=side]);
    }
    labels
}

impl<S: Shape> Filler<S> for Shuffle<S> {
    #[inline]
    fn try_fill<R, P>(&self, rng: &mut R, probe: &mut P) -> Result<Grid<S>, P::Stop>
    where
        R: Rng + ?Sized,
        P: Probe + ?Sized,
    {
        probe.record(Event::Attempt)?;
        let symmetry = Symmetry::<S>::random_with(rng, self.relabel);
        let labels = symmetry.table();
        let base = if symmetry.is_transposed() {
            &self.transposed
        } else {
            &self.base
        };
        let mut values = S::CellArray::filled(0);
        for (row, &line) in values.flat_mut().chunks_exact_mut(S::SIDE).zip(symmetry.rows()) {
            let source = &base.values()[usize::from(line) * S::SIDE..][..S::SIDE];
            for (value, &column) in row.iter_mut().zip(symmetry.columns()) {
                // Digits are below 32: no bounds to check.
                *value = labels[usize::from(source[usize::from(column)] & 31)];
            }
        }
        Ok(Grid::assume_valid(values))
    }
}

/// A random walk of so many moves, from a base grid.
///
/// A move is one of five, chosen uniformly: transpose; swap two rows of a band, two columns of a stack, two bands,
/// two stacks. Where boxes are not square there is no transposition; where a chute has one line or the grid one
/// chute, there is nothing to swap: only the moves that exist are chosen from.
///
/// # Cost
///
/// Linear in the moves: some 20 ns each at 3x3.
///
/// # Distribution
///
/// Of the grids equivalent to the base, digits not exchanged unless asked for: 1,119,744 from the canonical 9x9
/// base. Each move changes a parity, so walks of even and of odd length reach disjoint halves of 559,872 grids.
///
/// # Source
///
/// The published matrix shuffle; public copies of its code make 9 moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShuffleWalk<S: Shape = B3x3> {
    base: Grid<S>,
    relabel: bool,
    moves: u32,
}

impl<S: Shape> ShuffleWalk<S> {
    /// The number of moves of the published code.
    pub const MOVES: u32 = 9;

    /// Makes `moves` moves from `base`; exchanges digits before if `relabel`.
    pub fn new(base: Grid<S>, moves: u32, relabel: bool) -> Self {
        Self { base, relabel, moves }
    }
}

impl<S: Shape> Default for ShuffleWalk<S> {
    /// Nine moves from the canonical base, digits not exchanged.
    fn default() -> Self {
        Self::new(Grid::canonical_base(), Self::MOVES, false)
    }
}

impl<S: Shape> Algorithm for ShuffleWalk<S> {
    const INFO: Info = Info {
        name: "shuffle-walk",
        summary: "a base grid after random moves that keep it valid, 9 of them",
        source: "the published matrix shuffle",
        distribution: "one class; 559,872 grids for an even, another 559,872 for an odd number of moves at 3x3",
    };
}

/// A move of the walk.
#[derive(Clone, Copy, Debug)]
enum Move {
    Transpose,
    /// Two rows of a band.
    Rows(usize, usize),
    /// Two columns of a stack.
    Columns(usize, usize),
    Bands(usize, usize),
    Stacks(usize, usize),
}

/// The kinds of move that exist at a shape.
fn kinds<S: Shape>() -> impl Iterator<Item = Move> {
    let square = S::BOX_ROWS == S::BOX_COLUMNS;
    [
        (Move::Transpose, square),
        (Move::Rows(0, 0), S::BOX_ROWS > 1),
        (Move::Columns(0, 0), S::BOX_COLUMNS > 1),
        (Move::Bands(0, 0), S::BOX_COLUMNS > 1),
        (Move::Stacks(0, 0), S::BOX_ROWS > 1),
    ]
    .into_iter()
    .filter_map(|(kind, exists)| exists.then_some(kind))
}

/// Two different numbers below `n`.
#[inline]
fn two_of<R: Rng + ?Sized>(rng: &mut R, n: usize) -> (usize, usize) {
    let [a, step] = below_each(rng, [n as u32, n as u32 - 1]);
    (a as usize, (a as usize + 1 + step as usize) % n)
}

impl Move {
    /// A move of the same kind, its two lines or chutes drawn uniformly among those that can be swapped.
    fn draw<S: Shape, R: Rng + ?Sized>(self, rng: &mut R) -> Self {
        // A grid has as many bands as a box has columns, and as many stacks as it has rows.
        let mut lines_of_chute = |chutes: usize, width: usize| {
            let first = below(rng, chutes as u32) as usize * width;
            let (a, b) = two_of(rng, width);
            (first + a, first + b)
        };
        match self {
            Self::Transpose => Self::Transpose,
            Self::Rows(..) => {
                let (a, b) = lines_of_chute(S::BOX_COLUMNS, S::BOX_ROWS);
                Self::Rows(a, b)
            }
            Self::Columns(..) => {
                let (a, b) = lines_of_chute(S::BOX_ROWS, S::BOX_COLUMNS);
                Self::Columns(a, b)
            }
            Self::Bands(..) => {
                let (a, b) = two_of(rng, S::BOX_COLUMNS);
                Self::Bands(a, b)
            }
            Self::Stacks(..) => {
                let (a, b) = two_of(rng, S::BOX_ROWS);
                Self::Stacks(a, b)
            }
        }
    }

    /// Moves the digits, row-major.
    fn apply<S: Shape>(self, values: &mut [u8]) {
        let swap_rows = |values: &mut [u8], a: usize, b: usize| {
            for i in 0..S::SIDE {
                values.swap(a * S::SIDE + i, b * S::SIDE + i);
            }
        };
        let swap_columns = |values: &mut [u8], a: usize, b: usize| {
            for row in values.chunks_exact_mut(S::SIDE) {
                row.swap(a, b);
            }
        };
        match self {
            Self::Rows(a, b) => swap_rows(values, a, b),
            Self::Columns(a, b) => swap_columns(values, a, b),
            Self::Bands(a, b) => {
                (0..S::BOX_ROWS).for_each(|i| swap_rows(values, a * S::BOX_ROWS + i, b * S::BOX_ROWS + i));
            }
            Self::Stacks(a, b) => {
                let width = S::BOX_COLUMNS;
                (0..width).for_each(|i| swap_columns(values, a * width + i, b * width + i));
            }
            Self::Transpose => {
                for row in 0..S::SIDE {
                    for column in 0..row {
                        values.swap(row * S::SIDE + column, column * S::SIDE + row);
                    }
                }
            }
        }
    }
}

impl<S: Shape> Filler<S> for ShuffleWalk<S> {
    fn try_fill<R, P>(&self, rng: &mut R, probe: &mut P) -> Result<Grid<S>, P::Stop>
    where
        R: Rng + ?Sized,
        P: Probe + ?Sized,
    {
        probe.record(Event::Attempt)?;
        let mut possible = [Move::Transpose; 5];
        let mut count = 0;
        for (slot, kind) in possible.iter_mut().zip(kinds::<S>()) {
            *slot = kind;
            count += 1;
        }
        let mut values = S::CellArray::filled(0);
        let labels = labels(rng, S::SIDE, self.relabel);
        for (value, &base) in values.flat_mut().iter_mut().zip(self.base.values()) {
            *value = labels[usize::from(base)];
        }
        for _ in 0..self.moves {
            let kind = possible[below(rng, count) as usize];
            kind.draw::<S, R>(rng).apply::<S>(values.flat_mut());
        }
        Ok(Grid::assume_valid(values))
    }
}

#[cfg(test)]
mod tests;
