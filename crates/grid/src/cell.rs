//! Cells and houses.

use core::fmt;
use core::marker::PhantomData;

use crate::{B3x3, Shape};

/// A cell, 0..`CELLS`, row by row from the top left. Written `r1c1`..`r9c9`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell<S = B3x3> {
    index: u16,
    shape: PhantomData<S>,
}

impl<S: Shape> Cell<S> {
    /// The cell of that index, if it is below `CELLS`.
    #[inline]
    pub const fn new(index: usize) -> Option<Self> {
        if index < S::CELLS {
            Some(Self {
                index: index as u16,
                shape: PhantomData,
            })
        } else {
            None
        }
    }

    /// The cell in that row and column, both 0..`SIDE`.
    #[inline]
    pub const fn at(row: usize, column: usize) -> Option<Self> {
        if row < S::SIDE && column < S::SIDE {
            Self::new(row * S::SIDE + column)
        } else {
            None
        }
    }

    /// All cells in order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..S::CELLS as u16).map(|index| Self {
            index,
            shape: PhantomData,
        })
    }

    /// 0..`CELLS`, row-major.
    #[inline]
    pub const fn index(self) -> usize {
        self.index as usize
    }

    /// 0..`SIDE`, top to bottom.
    #[inline]
    pub const fn row(self) -> usize {
        self.index as usize / S::SIDE
    }

    /// 0..`SIDE`, left to right.
    #[inline]
    pub const fn column(self) -> usize {
        self.index as usize % S::SIDE
    }

    /// 0..`SIDE`, row-major.
    #[inline]
    pub const fn box_index(self) -> usize {
        self.band() * S::BOX_ROWS + self.stack()
    }

    /// 0..`BOX_COLUMNS`, top to bottom.
    #[inline]
    pub const fn band(self) -> usize {
        self.row() / S::BOX_ROWS
    }

    /// 0..`BOX_ROWS`, left to right.
    #[inline]
    pub const fn stack(self) -> usize {
        self.column() / S::BOX_COLUMNS
    }

    /// Its row, its column and its box.
    #[inline]
    pub const fn houses(self) -> [House<S>; 3] {
        [
            House::row(self.row()),
            House::column(self.column()),
            House::block(self.box_index()),
        ]
    }

    /// Whether the two are different cells that share a house.
    #[inline]
    pub const fn sees(self, other: Self) -> bool {
        self.index != other.index
            && (self.row() == other.row()
                || self.column() == other.column()
                || self.box_index() == other.box_index())
    }

    /// The other cells of its houses, each once, in order: 20 of them at 3x3.
    pub fn peers(self) -> impl Iterator<Item = Self> {
        Self::all().filter(move |&other| self.sees(other))
    }
}

impl<S: Shape> fmt::Display for Cell<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row() + 1, self.column() + 1)
    }
}

impl<S: Shape> fmt::Debug for Cell<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The three kinds of house.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HouseKind {
    /// A row.
    Row,
    /// A column.
    Column,
    /// A box.
    Box,
}

/// A row, column or box. Written `row 1`, `column 9`, `box 5`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct House<S = B3x3> {
    kind: HouseKind,
    index: u8,
    shape: PhantomData<S>,
}

impl<S: Shape> House<S> {
    const fn of(kind: HouseKind, index: usize) -> Self {
        assert!(index < S::SIDE, "a house index is below SIDE");
        Self {
            kind,
            index: index as u8,
            shape: PhantomData,
        }
    }

    const fn row(index: usize) -> Self {
        Self::of(HouseKind::Row, index)
    }

    const fn column(index: usize) -> Self {
        Self::of(HouseKind::Column, index)
    }

    const fn block(index: usize) -> Self {
        Self::of(HouseKind::Box, index)
    }

    /// The house of that kind and index, if the index is below `SIDE`.
    pub const fn new(kind: HouseKind, index: usize) -> Option<Self> {
        if index < S::SIDE {
            Some(Self::of(kind, index))
        } else {
            None
        }
    }

    /// All rows, then all columns, then all boxes: 27 at 3x3.
    pub fn all() -> impl Iterator<Item = Self> {
        [HouseKind::Row, HouseKind::Column, HouseKind::Box]
            .into_iter()
            .flat_map(|kind| (0..S::SIDE).map(move |index| Self::of(kind, index)))
    }

    /// Row, column or box.
    pub const fn kind(self) -> HouseKind {
        self.kind
    }

    /// 0..`SIDE` among the houses of its kind.
    pub const fn index(self) -> usize {
        self.index as usize
    }

    /// Its cells in order: `SIDE` of them.
    pub fn cells(self) -> impl ExactSizeIterator<Item = Cell<S>> {
        let index = self.index();
        (0..S::SIDE).map(move |i| {
            let (row, column) = match self.kind {
                HouseKind::Row => (index, i),
                HouseKind::Column => (i, index),
                HouseKind::Box => (
                    index / S::BOX_ROWS * S::BOX_ROWS + i / S::BOX_COLUMNS,
                    index % S::BOX_ROWS * S::BOX_COLUMNS + i % S::BOX_COLUMNS,
                ),
            };
            Cell {
                index: (row * S::SIDE + column) as u16,
                shape: PhantomData,
            }
        })
    }

    /// Whether the cell lies in it.
    pub const fn contains(self, cell: Cell<S>) -> bool {
        let index = match self.kind {
            HouseKind::Row => cell.row(),
            HouseKind::Column => cell.column(),
            HouseKind::Box => cell.box_index(),
        };
        index == self.index()
    }
}

impl<S: Shape> fmt::Display for House<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            HouseKind::Row => "row",
            HouseKind::Column => "column",
            HouseKind::Box => "box",
        };
        write!(f, "{kind} {}", self.index + 1)
    }
}

impl<S: Shape> fmt::Debug for House<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SHAPES, WithShape, with_shape};

    struct Geometry;
    impl WithShape for Geometry {
        type Output = ();
        fn run<S: Shape>(self) {
            let peers = 3 * S::SIDE - S::BOX_ROWS - S::BOX_COLUMNS - 1;
            for cell in Cell::<S>::all() {
                assert_eq!(cell.peers().count(), peers);
                assert!(cell.houses().iter().all(|house| house.contains(cell)));
                assert_eq!(Cell::at(cell.row(), cell.column()), Some(cell));
            }
            for house in House::<S>::all() {
                assert_eq!(house.cells().len(), S::SIDE);
                assert!(house.cells().all(|cell| house.contains(cell)));
                assert!(house.cells().is_sorted());
            }
            assert_eq!(House::<S>::all().count(), 3 * S::SIDE);
            assert_eq!(Cell::<S>::new(S::CELLS), None);
            assert_eq!(Cell::<S>::at(0, S::SIDE), None);
            assert_eq!(House::<S>::new(HouseKind::Box, S::SIDE), None);
        }
    }

    #[test]
    fn every_shape_is_a_sudoku() {
        for &size in SHAPES {
            with_shape(size, Geometry).unwrap();
        }
    }

    #[test]
    fn names() {
        let cell = Cell::<B3x3>::new(80).unwrap();
        assert_eq!(cell.to_string(), "r9c9");
        assert_eq!(format!("{:?}", cell.houses()), "[row 9, column 9, box 9]");
        assert_eq!((cell.band(), cell.stack()), (2, 2));
    }
}
