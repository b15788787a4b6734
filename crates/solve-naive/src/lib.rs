#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

use core::ops::ControlFlow;

pub use gridwright_grid;
use gridwright_grid::{Algorithm, Cell, Event, Flat, Grid, Info, Probe, Puzzle, Shape, Solver};

/// Row by row, left to right, smallest digit first.
///
/// # Cost
///
/// A few nanoseconds a node; the number of nodes is unbounded in practice.
///
/// # Order
///
/// Solutions ascend by their one-line text.
///
/// # Source
///
/// The recursion of the C++ article on filling a grid from a random first row.
#[derive(Clone, Copy, Debug, Default)]
pub struct Naive;

impl Algorithm for Naive {
    const INFO: Info = Info {
        name: "naive",
        summary: "row by row, left to right, smallest digit first",
        source: "the recursion of the C++ article on a random first row",
        distribution: "solutions ascend by their one-line text",
    };
}

/// The digits used in each house, as bits, and the cells still to fill.
struct Search<S: Shape> {
    values: S::CellArray<u8>,
    rows: S::HouseArray<u32>,
    columns: S::HouseArray<u32>,
    boxes: S::HouseArray<u32>,
    /// Row, column and box of each empty cell, in order; the first `len` count.
    empty: S::CellArray<[u8; 3]>,
    len: usize,
}

impl<S: Shape> Search<S> {
    fn new(puzzle: &Puzzle<S>) -> Self {
        let mut values = S::CellArray::filled(0);
        values.flat_mut().copy_from_slice(puzzle.values());
        let mut search = Self {
            values,
            rows: S::HouseArray::filled(0),
            columns: S::HouseArray::filled(0),
            boxes: S::HouseArray::filled(0),
            empty: S::CellArray::filled([0; 3]),
            len: 0,
        };
        for row in 0..S::SIDE {
            for column in 0..S::SIDE {
                let house = row / S::BOX_ROWS * S::BOX_ROWS + column / S::BOX_COLUMNS;
                match search.values.flat()[row * S::SIDE + column] {
                    0 => {
                        search.empty.flat_mut()[search.len] = [row as u8, column as u8, house as u8];
                        search.len += 1;
                    }
                    value => search.flip([row as u8, column as u8, house as u8], 1 << (value - 1)),
                }
            }
        }
        search
    }

    /// Marks a digit as used in three houses, or as free again.
    #[inline]
    fn flip(&mut self, [row, column, house]: [u8; 3], bit: u32) {
        self.rows.flat_mut()[usize::from(row)] ^= bit;
        self.columns.flat_mut()[usize::from(column)] ^= bit;
        self.boxes.flat_mut()[usize::from(house)] ^= bit;
    }

    #[inline]
    fn free(&self, [row, column, house]: [u8; 3]) -> u32 {
        let used = self.rows.flat()[usize::from(row)]
            | self.columns.flat()[usize::from(column)]
            | self.boxes.flat()[usize::from(house)];
        S::ALL.bits() & !used
    }

    /// `allowed` gives the digits that the puzzle itself allows in a cell.
    fn run<P, V, B>(
        &mut self,
        allowed: impl Fn([u8; 3]) -> u32,
        probe: &mut P,
        mut visit: V,
    ) -> Result<ControlFlow<B>, P::Stop>
    where
        P: Probe + ?Sized,
        V: FnMut(&Grid<S>) -> ControlFlow<B>,
    {
        let index = |[row, column, _]: [u8; 3]| usize::from(row) * S::SIDE + usize::from(column);
        // For each filled cell, the digits not tried yet.
        let mut untried = S::CellArray::filled(0_u32);
        let mut depth = 0;
        'deeper: loop {
            let mut left;
            if depth == self.len {
                if let ControlFlow::Break(value) = visit(&Grid::assume_valid(self.values)) {
                    return Ok(ControlFlow::Break(value));
                }
                left = 0;
            } else {
                let cell = self.empty.flat()[depth];
                left = self.free(cell) & allowed(cell);
            }
            loop {
                if left != 0 {
                    let cell = self.empty.flat()[depth];
                    let bit = left & left.wrapping_neg();
                    left ^= bit;
                    probe.record(Event::Node)?;
                    if left != 0 {
                        probe.record(Event::Guess)?;
                    }
                    self.flip(cell, bit);
                    self.values.flat_mut()[index(cell)] = bit.trailing_zeros() as u8 + 1;
                    untried.flat_mut()[depth] = left;
                    depth += 1;
                    continue 'deeper;
                }
                if depth == 0 {
                    return Ok(ControlFlow::Continue(()));
                }
                depth -= 1;
                let cell = self.empty.flat()[depth];
                self.flip(cell, 1 << (self.values.flat()[index(cell)] - 1));
                left = untried.flat()[depth];
            }
        }
    }
}

impl<S: Shape> Solver<S> for Naive {
    fn try_solve<P, V, B>(
        &mut self,
        puzzle: &Puzzle<S>,
        probe: &mut P,
        visit: V,
    ) -> Result<ControlFlow<B>, P::Stop>
    where
        P: Probe + ?Sized,
        V: FnMut(&Grid<S>) -> ControlFlow<B>,
    {
        if !puzzle.is_consistent() {
            return Ok(ControlFlow::Continue(()));
        }
        let mut search = Search::new(puzzle);
        if puzzle.is_restricted() {
            let allowed = |[row, column, _]: [u8; 3]| {
                let cell = Cell::at(usize::from(row), usize::from(column));
                cell.map_or(0, |cell| puzzle.allowed(cell).bits())
            };
            search.run(allowed, probe, visit)
        } else {
            search.run(|_| u32::MAX, probe, visit)
        }
    }
}
