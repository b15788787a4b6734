//! What follows from the shape alone: houses, their cells, and peers, as tables.

use std::sync::OnceLock;

use gridwright_grid::{BoxSize, Cell, House, HouseKind, SHAPES, Shape, WithShape, with_shape};

use crate::CellSet;

/// The largest number of digits of a board.
pub const MAX_SIDE: usize = 16;
/// The largest number of cells of a board.
pub const MAX_CELLS: usize = MAX_SIDE * MAX_SIDE;
/// The largest number of houses of a board.
pub const MAX_HOUSES: usize = 3 * MAX_SIDE;

/// The largest number of peers of a cell.
pub(crate) const MAX_PEERS: usize = 39;

/// The tables of a shape of up to 16 digits.
///
/// Houses are numbered boxes first, then rows, then columns, each in order: at 3x3 the boxes are 0..9, the rows
/// 9..18, the columns 18..27.
#[derive(Debug)]
pub struct Layout {
    /// Rows and columns of a box.
    pub size: BoxSize,
    /// Digits, and cells of a house.
    pub side: usize,
    /// Cells of the grid.
    pub cells: usize,
    /// Houses: three times `side`.
    pub houses: usize,
    /// The cells of each house in order; those from `side` on are unused.
    pub members: [[u8; MAX_SIDE]; MAX_HOUSES],
    /// Box, row and column of each cell, as house numbers.
    pub houses_of: [[u8; 3]; MAX_CELLS],
    /// The place of each cell among the members of its box, row and column.
    pub places: [[u8; 3]; MAX_CELLS],
    /// The cells of each house as a set.
    pub house_sets: [CellSet; MAX_HOUSES],
    /// The cells that share a house with each cell, itself left out.
    pub peers: [CellSet; MAX_CELLS],
    /// The peers of each cell in the order of its box, its row, its column.
    ordered_peers: [[u8; MAX_PEERS]; MAX_CELLS],
    peer_count: usize,
    /// `shared[a][b]`: which places of house a lie in house b, as bits.
    pub shared: [[u16; MAX_HOUSES]; MAX_HOUSES],
}

impl Layout {
    /// The tables of that shape, `None` above 16 digits.
    pub fn of(size: BoxSize) -> Option<&'static Self> {
        static TABLES: [OnceLock<Layout>; SHAPES.len()] = [const { OnceLock::new() }; SHAPES.len()];
        let index = SHAPES.iter().position(|&shape| shape == size)?;
        (size.side() <= MAX_SIDE).then_some(())?;
        Some(TABLES[index].get_or_init(|| with_shape(size, Build).expect("a size of SHAPES has its shape")))
    }

    /// Every digit, as bits 0..`side`.
    #[inline]
    pub const fn all_digits(&self) -> u16 {
        (u16::MAX as u32 >> (MAX_SIDE - self.side)) as u16
    }

    /// Every cell; there may be 256, one more than fits the type of their numbers.
    pub fn all_cells(&self) -> impl Iterator<Item = u8> + Clone + use<> {
        (0..self.cells).map(|cell| cell as u8)
    }

    /// The kind and the index, 0..`side`, of a house.
    pub const fn kind_of(&self, house: u8) -> (HouseKind, usize) {
        let index = house as usize % self.side;
        match house as usize / self.side {
            0 => (HouseKind::Box, index),
            1 => (HouseKind::Row, index),
            _ => (HouseKind::Column, index),
        }
    }

    /// The number of the house of that kind and index.
    pub const fn house(&self, kind: HouseKind, index: usize) -> u8 {
        let kind = match kind {
            HouseKind::Box => 0,
            HouseKind::Row => 1,
            HouseKind::Column => 2,
        };
        (kind * self.side + index) as u8
    }

    /// The cells that see every cell of the set; none of the set itself unless it sees all the others.
    pub fn common_peers(&self, cells: CellSet) -> CellSet {
        cells
            .iter()
            .fold(!CellSet::EMPTY, |seen, cell| seen & self.peers[usize::from(cell)])
    }

    /// The houses, by number, that hold every cell of the set.
    pub fn common_houses(&self, cells: CellSet) -> impl Iterator<Item = u8> + '_ {
        let houses = cells
            .first()
            .map_or([0; 3], |cell| self.houses_of[usize::from(cell)]);
        houses
            .into_iter()
            .filter(move |&house| !cells.is_empty() && cells.is_subset(self.house_sets[usize::from(house)]))
    }

    /// The cell in that row and column, both 0..`side`.
    #[inline]
    pub const fn cell_at(&self, row: usize, column: usize) -> u8 {
        (row * self.side + column) as u8
    }

    /// The box, row and column of a cell, each with the cell's place in it.
    #[inline]
    pub fn homes(&self, cell: u8) -> impl Iterator<Item = (u8, u8)> + use<'_> {
        let (houses, places) = (
            &self.houses_of[usize::from(cell)],
            &self.places[usize::from(cell)],
        );
        (0..3).map(move |kind| (houses[kind], places[kind]))
    }

    /// Every house: boxes, then columns, then rows, the order in which Sudoku Explainer looks for singles and subsets.
    pub fn boxes_columns_rows(&self) -> impl Iterator<Item = u8> + use<> {
        let side = self.side as u8;
        (0..side).chain(2 * side..3 * side).chain(side..2 * side)
    }

    /// The other cells of the box of a cell, then of its row, then of its column, each once.
    #[inline]
    pub fn ordered_peers(&self, cell: u8) -> &[u8] {
        &self.ordered_peers[usize::from(cell)][..self.peer_count]
    }

    /// The cells of a house whose places are in the set.
    #[inline]
    pub fn cells_at(&self, house: u8, places: u16) -> impl Iterator<Item = u8> + Clone + use<'_> {
        let members = &self.members[usize::from(house)];
        crate::bits(places).map(|place| members[place])
    }

    /// The first of a set of houses, bits by number, in the order of [`Layout::boxes_columns_rows`].
    #[inline]
    pub const fn first_house(&self, houses: u64) -> Option<u8> {
        let rows = ((1 << self.side) - 1) << self.side;
        let first = if houses & !rows == 0 {
            houses
        } else {
            houses & !rows
        };
        if first == 0 {
            None
        } else {
            Some(first.trailing_zeros() as u8)
        }
    }

    /// Row and column of a cell, both 0..`side`.
    #[inline]
    pub const fn row_column(&self, cell: u8) -> (usize, usize) {
        (cell as usize / self.side, cell as usize % self.side)
    }
}

struct Build;

impl WithShape for Build {
    type Output = Layout;

    fn run<S: Shape>(self) -> Layout {
        let mut layout = Layout {
            size: S::SIZE,
            side: S::SIDE,
            cells: S::CELLS,
            houses: 3 * S::SIDE,
            members: [[0; MAX_SIDE]; MAX_HOUSES],
            houses_of: [[0; 3]; MAX_CELLS],
            places: [[0; 3]; MAX_CELLS],
            house_sets: [CellSet::EMPTY; MAX_HOUSES],
            peers: [CellSet::EMPTY; MAX_CELLS],
            ordered_peers: [[0; MAX_PEERS]; MAX_CELLS],
            peer_count: 0,
            shared: [[0; MAX_HOUSES]; MAX_HOUSES],
        };
        for house in House::<S>::all() {
            let number = layout.house(house.kind(), house.index());
            let kind = usize::from(number) / S::SIDE;
            for (place, cell) in house.cells().enumerate() {
                let index = cell.index();
                layout.members[usize::from(number)][place] = index as u8;
                layout.houses_of[index][kind] = number;
                layout.places[index][kind] = place as u8;
                layout.house_sets[usize::from(number)].insert(index as u8);
            }
        }
        for cell in Cell::<S>::all() {
            let index = cell.index();
            let mut left: CellSet = cell.peers().map(|peer| peer.index() as u8).collect();
            layout.peers[index] = left;
            layout.peer_count = left.len();
            let mut count = 0;
            for house in layout.houses_of[index] {
                for &member in &layout.members[usize::from(house)][..S::SIDE] {
                    if left.contains(member) {
                        left.remove(member);
                        layout.ordered_peers[index][count] = member;
                        count += 1;
                    }
                }
            }
            for (house, place) in layout.homes(index as u8).collect::<Vec<_>>() {
                for other in layout.houses_of[index] {
                    layout.shared[usize::from(house)][usize::from(other)] |= 1 << place;
                }
            }
        }
        layout
    }
}
