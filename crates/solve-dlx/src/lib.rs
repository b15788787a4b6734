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

/// Marks the size of a covered column.
const COVERED: u8 = 0x80;

/// The index above and the index below a node in its column.
type Links = [u16; 2];

/// Dancing links.
///
/// # Cost
///
/// Some microseconds a puzzle with few guesses. About 0.5 MB of memory, allocated once.
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
    links: Box<[Links; ARENA]>,
    /// Of each node, its column, counted from the last.
    columns: Box<[u16; ARENA]>,
    /// Of each column, counted from the last, how many rows are left; [`COVERED`] while covered.
    sizes: Vec<u8>,
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
            sizes: Vec::new(),
            chosen: Vec::new(),
            prepared: None,
        }
    }
}

/// The four nodes of a row are 4 * row + 0..4.
const fn others(node: u16) -> [u16; 3] {
    [
        node & !3 | (node + 1) & 3,
        node & !3 | (node + 2) & 3,
        node & !3 | (node + 3) & 3,
    ]
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
        self.prepared = Some(S::SIZE);
    }

    /// Links the rows that the givens leave; the columns that the givens cover are marked.
    fn build<S: Shape>(&mut self, puzzle: &Puzzle<S>) {
        self.chosen.clear();
        self.sizes.clear();
        self.sizes.resize((4 * S::CELLS).next_multiple_of(BLOCK), COVERED);
        self.sizes[..4 * S::CELLS].fill(0);
        for column in 0..4 * S::CELLS as u16 {
            let header = header::<S>(column);
            self.links[usize::from(header)] = [header; 2];
        }
        let values = puzzle.values();
        let node_of = |cell: usize, digit: usize| (4 * (cell * S::SIDE + digit)) as u16;
        for (cell, &value) in values.iter().enumerate() {
            if value != 0 {
                let node = node_of(cell, usize::from(value) - 1);
                for node in node..node + 4 {
                    self.sizes[usize::from(self.columns[usize::from(node)])] = COVERED;
                }
            }
        }
        for cell in Cell::<S>::all() {
            if values[cell.index()] != 0 {
                continue;
            }
            let mut digits = if puzzle.is_restricted() {
                puzzle.allowed(cell).bits()
            } else {
                S::ALL.bits()
            };
            while digits != 0 {
                let node = node_of(cell.index(), digits.trailing_zeros() as usize);
                digits &= digits - 1;
                let nodes = [node, node + 1, node + 2, node + 3];
                let columns = nodes.map(|node| self.columns[usize::from(node)]);
                if columns
                    .iter()
                    .all(|&column| self.sizes[usize::from(column)] & COVERED == 0)
                {
                    for (node, column) in nodes.into_iter().zip(columns) {
                        self.append(node, header::<S>(column));
                        self.sizes[usize::from(column)] += 1;
                    }
                }
            }
        }
    }

    /// Puts a node at the foot of a column.
    #[inline]
    fn append(&mut self, node: u16, header: u16) {
        let last = self.links[usize::from(header)][0];
        self.links[usize::from(node)] = [last, header];
        self.links[usize::from(last)][1] = node;
        self.links[usize::from(header)][0] = node;
    }

    /// The column to branch on, counted from the last, and its size; [`COVERED`] or more when none is left.
    #[inline]
    fn smallest(&self) -> (u16, u8) {
        let (mut best, mut start) = (u8::MAX, 0);
        for (i, block) in self.sizes.as_chunks::<BLOCK>().0.iter().enumerate() {
            let least = block.iter().fold(u8::MAX, |least, &size| least.min(size));
            if least < best {
                (best, start) = (least, i * BLOCK);
                if best <= 1 {
                    break;
                }
            }
        }
        // A size of 1 ends the scan as well as one of 0, whichever comes first.
        let wanted = best.max(1);
        let offset = self.sizes[start..]
            .iter()
            .position(|&size| size <= wanted)
            .unwrap_or(0);
        ((start + offset) as u16, self.sizes[start + offset])
    }

    /// Takes a column, and every row in it, out of the matrix.
    #[inline]
    fn cover<S: Shape>(&mut self, column: u16) {
        self.sizes[usize::from(column)] |= COVERED;
        let header = header::<S>(column);
        let mut row = self.links[usize::from(header)][1];
        while row != header {
            for node in others(row) {
                let [up, down] = self.links[usize::from(node)];
                self.links[usize::from(up)][1] = down;
                self.links[usize::from(down)][0] = up;
                self.sizes[usize::from(self.columns[usize::from(node)])] -= 1;
            }
            row = self.links[usize::from(row)][1];
        }
    }

    /// Undoes [`Dlx::cover`].
    #[inline]
    fn uncover<S: Shape>(&mut self, column: u16) {
        let header = header::<S>(column);
        let mut row = self.links[usize::from(header)][0];
        while row != header {
            for node in others(row).into_iter().rev() {
                let [up, down] = self.links[usize::from(node)];
                self.links[usize::from(up)][1] = node;
                self.links[usize::from(down)][0] = node;
                self.sizes[usize::from(self.columns[usize::from(node)])] += 1;
            }
            row = self.links[usize::from(row)][0];
        }
        self.sizes[usize::from(column)] &= !COVERED;
    }
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
        'deeper: loop {
            let (column, size) = self.smallest();
            let mut node = if size == 0 {
                None
            } else if size >= COVERED {
                if let ControlFlow::Break(value) = visit(&Grid::assume_valid(values)) {
                    return Ok(ControlFlow::Break(value));
                }
                None
            } else {
                self.cover::<S>(column);
                Some(self.links[usize::from(header::<S>(column))][0])
            };
            loop {
                if let Some(node) = node {
                    let header = header::<S>(self.columns[usize::from(node)]);
                    if node != header {
                        probe.record(Event::Node)?;
                        if self.links[usize::from(node)][0] != header {
                            probe.record(Event::Guess)?;
                        }
                        let row = usize::from(node / 4);
                        values.flat_mut()[row / S::SIDE] = (row % S::SIDE) as u8 + 1;
                        for other in others(node) {
                            self.cover::<S>(self.columns[usize::from(other)]);
                        }
                        self.chosen.push(node);
                        continue 'deeper;
                    }
                }
                let Some(last) = self.chosen.pop() else {
                    return Ok(ControlFlow::Continue(()));
                };
                for other in others(last).into_iter().rev() {
                    self.uncover::<S>(self.columns[usize::from(other)]);
                }
                let column = self.columns[usize::from(last)];
                let next = self.links[usize::from(last)][0];
                node = if next == header::<S>(column) {
                    self.uncover::<S>(column);
                    None
                } else {
                    Some(next)
                };
            }
        }
    }
}
