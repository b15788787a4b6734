#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::ops::ControlFlow;

pub use gridwright_grid;
use gridwright_grid::{Algorithm, BoxSize, Cell, Event, Flat, Grid, Info, Probe, Puzzle, Shape, Solver};

/// As many nodes as an index of 16 bits can tell apart: indexing needs no check.
const ARENA: usize = 1 << 16;

/// Columns are scanned in blocks of so many.
const BLOCK: usize = 64;

/// Marks the size of a covered column; with it a size stays below 128.
const COVERED: u8 = 0x40;

/// The index above and the index below a node in its column.
type Links = [u16; 2];

/// Dancing links.
///
/// # Cost
///
/// Some microseconds a puzzle with few guesses. About 0.5 MB of address space, of which 9x9 uses 20 kB; allocated once.
///
/// # Order
///
/// See the crate's description; it depends on the puzzle alone.
///
/// # Source
///
/// D. E. Knuth, "Dancing Links", 2000; the order of columns and rows is that of KLSudoku.
#[derive(Clone)]
pub struct Dlx {
    /// The four nodes of a row side by side, then the headers, counted from the last column.
    links: Box<[Links; ARENA]>,
    /// Of each node, its column, counted from the last.
    columns: Box<[u16; ARENA]>,
    /// Of each column, counted from the last, how many rows are left; [`COVERED`] is added while it is covered.
    sizes: Box<[u8; ARENA]>,
    /// The node chosen at each depth.
    chosen: Vec<u16>,
    /// The shape for which `columns` was computed.
    prepared: Option<BoxSize>,
}

impl fmt::Debug for Dlx {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Dlx")
            .field("prepared", &self.prepared)
            .finish_non_exhaustive()
    }
}

impl Algorithm for Dlx {
    const INFO: Info = Info {
        name: "dlx",
        summary: "exact cover by dancing links, smallest column first",
        source: "D. E. Knuth, Dancing Links, 2000; order of columns and rows as in KLSudoku",
        distribution: "solutions by the last smallest column, larger digits and later cells first",
    };
}

#[allow(clippy::unnecessary_box_returns, reason = "too large for the stack")]
fn arena<T: Copy>(value: T) -> Box<[T; ARENA]> {
    match vec![value; ARENA].into_boxed_slice().try_into() {
        Ok(array) => array,
        Err(_) => unreachable!("the vector has ARENA elements"),
    }
}

impl Default for Dlx {
    fn default() -> Self {
        Self {
            links: arena([0; 2]),
            columns: arena(0),
            sizes: arena(0),
            chosen: Vec::new(),
            prepared: None,
        }
    }
}

/// The header of a column, counted from the last.
const fn header<S: Shape>(column: u16) -> u16 {
    (4 * S::SIDE * S::CELLS) as u16 + column
}

impl Dlx {
    /// Computes the columns of all nodes.
    fn prepare<S: Shape>(&mut self) {
        if self.prepared == Some(S::SIZE) {
            return;
        }
        for cell in Cell::<S>::all() {
            for digit in 0..S::SIDE {
                let columns = [
                    cell.row() * S::SIDE + digit,
                    S::CELLS + cell.column() * S::SIDE + digit,
                    2 * S::CELLS + cell.box_index() * S::SIDE + digit,
                    3 * S::CELLS + cell.index(),
                ];
                let node = 4 * (cell.index() * S::SIDE + digit);
                for (slot, column) in self.columns[node..node + 4].iter_mut().zip(columns) {
                    *slot = (4 * S::CELLS - 1 - column) as u16;
                }
            }
        }
        self.chosen = Vec::with_capacity(S::CELLS);
        self.prepared = Some(S::SIZE);
    }

    /// Links the rows that the givens leave; the columns that the givens cover are marked.
    fn build<S: Shape>(&mut self, puzzle: &Puzzle<S>) {
        let (side, width) = (S::SIDE, 4 * S::CELLS);
        self.chosen.clear();
        self.sizes[..width].fill(0);
        self.sizes[width..width.next_multiple_of(BLOCK)].fill(COVERED);
        for column in 0..width as u16 {
            let header = header::<S>(column);
            self.links[usize::from(header)] = [header; 2];
        }

        let mut free = [S::HouseArray::filled(S::ALL.bits()); 3];
        let [rows, columns, boxes] = &mut free;
        let (rows, columns, boxes) = (rows.flat_mut(), columns.flat_mut(), boxes.flat_mut());
        for (cell, &value) in Cell::<S>::all().zip(puzzle.values()) {
            if value != 0 {
                let digit = 1 << (value - 1);
                rows[cell.row()] ^= digit;
                columns[cell.column()] ^= digit;
                boxes[cell.box_index()] ^= digit;
                let node = 4 * (cell.index() * side + usize::from(value) - 1);
                for &column in &self.columns[node..node + 4] {
                    self.sizes[usize::from(column)] |= COVERED;
                }
            }
        }
        for (cell, &value) in Cell::<S>::all().zip(puzzle.values()) {
            if value != 0 {
                continue;
            }
            let mut digits = rows[cell.row()] & columns[cell.column()] & boxes[cell.box_index()];
            if puzzle.is_restricted() {
                digits &= puzzle.allowed(cell).bits();
            }
            while digits != 0 {
                let node = 4 * (cell.index() * side + digits.trailing_zeros() as usize) as u16;
                digits &= digits - 1;
                for node in node..node + 4 {
                    self.append::<S>(node);
                }
            }
        }
    }

    /// Puts a node at the foot of its column.
    #[inline]
    fn append<S: Shape>(&mut self, node: u16) {
        let column = self.columns[usize::from(node)];
        let header = header::<S>(column);
        let last = self.links[usize::from(header)][0];
        self.links[usize::from(node)] = [last, header];
        self.links[usize::from(last)][1] = node;
        self.links[usize::from(header)][0] = node;
        self.sizes[usize::from(column)] += 1;
    }

    /// The column to branch on, counted from the last; a covered one when none is left.
    #[inline]
    fn smallest<S: Shape>(&self) -> u16 {
        let (mut least, mut start) = (u8::MAX, 0);
        let sizes = &self.sizes[..(4 * S::CELLS).next_multiple_of(BLOCK)];
        for (i, block) in sizes.as_chunks::<BLOCK>().0.iter().enumerate() {
            let size = block.iter().fold(u8::MAX, |least, &size| least.min(size));
            if size < least {
                (least, start) = (size, i * BLOCK);
                if size <= 1 {
                    break;
                }
            }
        }
        // A size of 1 ends the scan as well as one of 0, whichever comes first.
        let most = least.max(1);
        // Eight sizes at a time: adding this sets the top bit of every size above `most`.
        let above = u64::from(0x7f - most) * (u64::MAX / 0xff);
        for (i, &word) in sizes[start..].as_chunks::<8>().0.iter().enumerate() {
            let found = !(u64::from_le_bytes(word) + above) & (u64::MAX / 0xff * 0x80);
            if found != 0 {
                return (start + 8 * i) as u16 + found.trailing_zeros() as u16 / 8;
            }
        }
        0
    }

    /// Takes a column, and every row in it, out of the matrix. Its nodes are number `K` in their rows.
    #[inline]
    fn cover<S: Shape, const K: u16>(&mut self, row: u16) {
        let column = self.columns[usize::from(4 * row + K)];
        self.sizes[usize::from(column)] |= COVERED;
        let header = header::<S>(column);
        let mut node = self.links[usize::from(header)][1];
        while node != header {
            for other in others::<K>(node) {
                let [up, down] = self.links[usize::from(other)];
                self.links[usize::from(up)][1] = down;
                self.links[usize::from(down)][0] = up;
                self.sizes[usize::from(self.columns[usize::from(other)])] -= 1;
            }
            node = self.links[usize::from(node)][1];
        }
    }

    /// Undoes [`Dlx::cover`].
    #[inline]
    fn uncover<S: Shape, const K: u16>(&mut self, row: u16) {
        let column = self.columns[usize::from(4 * row + K)];
        let header = header::<S>(column);
        let mut node = self.links[usize::from(header)][0];
        while node != header {
            for other in others::<K>(node) {
                let [up, down] = self.links[usize::from(other)];
                self.links[usize::from(up)][1] = other;
                self.links[usize::from(down)][0] = other;
                self.sizes[usize::from(self.columns[usize::from(other)])] += 1;
            }
            node = self.links[usize::from(node)][0];
        }
        self.sizes[usize::from(column)] &= !COVERED;
    }

    /// Covers the columns of a row.
    #[inline]
    fn choose<S: Shape>(&mut self, row: u16) {
        self.cover::<S, 0>(row);
        self.cover::<S, 1>(row);
        self.cover::<S, 2>(row);
        self.cover::<S, 3>(row);
    }

    /// Undoes [`Dlx::choose`].
    #[inline]
    fn release<S: Shape>(&mut self, row: u16) {
        self.uncover::<S, 3>(row);
        self.uncover::<S, 2>(row);
        self.uncover::<S, 1>(row);
        self.uncover::<S, 0>(row);
    }
}

/// The other nodes of a row, whose node number `K` is given.
#[inline]
const fn others<const K: u16>(node: u16) -> [u16; 3] {
    let first = node.wrapping_sub(K);
    [
        first + (K == 0) as u16,
        first + 1 + (K <= 1) as u16,
        first + 2 + (K <= 2) as u16,
    ]
}

impl<S: Shape> Solver<S> for Dlx {
    fn try_solve<P, V, B>(
        &mut self,
        puzzle: &Puzzle<S>,
        probe: &mut P,
        mut visit: V,
    ) -> Result<ControlFlow<B>, P::Stop>
    where
        P: Probe + ?Sized,
        V: FnMut(&Grid<S>) -> ControlFlow<B>,
    {
        if !puzzle.is_consistent() {
            return Ok(ControlFlow::Continue(()));
        }
        self.prepare::<S>();
        self.build(puzzle);
        let mut values = S::CellArray::filled(0_u8);
        values.flat_mut().copy_from_slice(puzzle.values());
        // How many of the chosen nodes have others in their columns that are still untried.
        let mut pending = 0_u32;
        loop {
            let column = self.smallest::<S>();
            let mut head = header::<S>(column);
            let size = self.sizes[usize::from(column)];
            let mut node = self.links[usize::from(head)][0];
            if size >= COVERED {
                if let ControlFlow::Break(value) = visit(&Grid::assume_valid(values)) {
                    return Ok(ControlFlow::Break(value));
                }
                node = head;
            }
            while node == head {
                // Nothing is undone for nothing: the matrix is built anew for the next puzzle.
                let (Some(last), true) = (self.chosen.pop(), pending > 0) else {
                    return Ok(ControlFlow::Continue(()));
                };
                self.release::<S>(last / 4);
                head = header::<S>(self.columns[usize::from(last)]);
                node = self.links[usize::from(last)][0];
                pending -= u32::from(node != head);
            }
            let more = self.links[usize::from(node)][0] != head;
            probe.record(Event::Node)?;
            if more {
                probe.record(Event::Guess)?;
            }
            pending += u32::from(more);
            let row = usize::from(node / 4);
            values.flat_mut()[row / S::SIDE] = (row % S::SIDE) as u8 + 1;
            self.choose::<S>(node / 4);
            self.chosen.push(node);
        }
    }
}
