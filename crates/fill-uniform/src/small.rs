//! Grids of small shapes, all listed.

use gridwright_grid::rand_core::Rng;
use gridwright_grid::rng::{below, shuffle};
use gridwright_grid::{Cell, Event, Flat, Grid, Probe, Shape};

/// Every grid whose first row is 1, 2, 3, ..., in ascending order.
#[derive(Debug)]
pub(crate) struct List<S: Shape>(pub(crate) Vec<S::CellArray<u8>>);

impl<S: Shape> List<S> {
    pub(crate) fn new() -> Self {
        let mut values = S::CellArray::filled(0);
        for (value, digit) in values.flat_mut()[..S::SIDE].iter_mut().zip(1..) {
            *value = digit;
        }
        let mut list = Self(Vec::new());
        list.add(&mut values, S::SIDE);
        list
    }

    /// Every grid that has these values in the cells before.
    fn add(&mut self, values: &mut S::CellArray<u8>, index: usize) {
        let Some(cell) = Cell::<S>::new(index) else {
            self.0.push(*values);
            return;
        };
        let above = |row: usize| &values.flat()[row * S::SIDE..][..S::SIDE];
        let mut seen = 1_u32;
        for row in 0..cell.row() {
            seen |= 1 << above(row)[cell.column()];
        }
        for row in cell.row() / S::BOX_ROWS * S::BOX_ROWS..cell.row() {
            let first = cell.stack() * S::BOX_COLUMNS;
            seen = above(row)[first..first + S::BOX_COLUMNS]
                .iter()
                .fold(seen, |seen, value| seen | 1 << value);
        }
        seen = above(cell.row())[..cell.column()]
            .iter()
            .fold(seen, |seen, value| seen | 1 << value);
        for digit in (1..=S::SIDE as u8).filter(|digit| seen >> digit & 1 == 0) {
            values.flat_mut()[index] = digit;
            self.add(values, index + 1);
        }
    }

    /// Draws a grid: one of the list, its digits exchanged.
    #[inline]
    pub(crate) fn draw<R, P>(&self, rng: &mut R, probe: &mut P) -> Result<Grid<S>, P::Stop>
    where
        R: Rng + ?Sized,
        P: Probe + ?Sized,
    {
        probe.record(Event::Attempt)?;
        let mut values = self.0[below(rng, self.0.len() as u32) as usize];
        let mut labels: [u8; 32] = core::array::from_fn(|i| i as u8);
        shuffle(rng, &mut labels[1..=S::SIDE]);
        for value in values.flat_mut() {
            *value = labels[usize::from(*value & 31)];
        }
        Ok(Grid::assume_valid(values))
    }

    /// The number of a grid in the list.
    pub(crate) fn number(&self, grid: &Grid<S>) -> usize {
        self.0.partition_point(|values| values.flat() < grid.values())
    }
}
