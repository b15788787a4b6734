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

/// An empty cell of the puzzle.
#[derive(Clone, Copy)]
struct Step {
    cell: u16,
    /// The digits that column and box allow, as bits, given the rows above.
    allowed: u32,
    /// The digits not tried yet, while a digit is placed.
    untried: u32,
}

/// Within a row only the row's own digits change, since two cells of a box that share a row are peers anyway: what
/// columns and boxes allow is computed once on entering a row.
struct Search<'a, S: Shape> {
    puzzle: &'a Puzzle<S>,
    /// The digit that the search placed in each cell, as a bit.
    placed: S::CellArray<u32>,
    /// On entering each row, the digits used in each column.
    columns: S::CellArray<u32>,
    /// On entering each row, the digits used in each box of its band.
    boxes: S::CellArray<u32>,
    /// The digits given in each row.
    rows: S::HouseArray<u32>,
    /// The empty cells in order, and where those of each row begin.
    steps: S::CellArray<Step>,
    starts: [u16; 27],
    /// Whether no givens contradict each other.
    consistent: bool,
}

impl<'a, S: Shape> Search<'a, S> {
    fn new(puzzle: &'a Puzzle<S>) -> Self {
        let mut search = Self {
            puzzle,
            placed: S::CellArray::filled(0),
            columns: S::CellArray::filled(0),
            boxes: S::CellArray::filled(0),
            rows: S::HouseArray::filled(0),
            steps: S::CellArray::filled(Step {
                cell: 0,
                allowed: 0,
                untried: 0,
            }),
            starts: [0; 27],
            consistent: true,
        };
        let mut len = 0;
        for (row, values) in puzzle.values().chunks_exact(S::SIDE).enumerate() {
            let band = row / S::BOX_ROWS * S::BOX_ROWS * S::SIDE;
            for (column, &value) in values.iter().enumerate() {
                if value == 0 {
                    search.steps.flat_mut()[len].cell = (row * S::SIDE + column) as u16;
                    len += 1;
                } else {
                    let bit = 1 << (value - 1);
                    let row = &mut search.rows.flat_mut()[row];
                    let column_used = &mut search.columns.flat_mut()[column];
                    let used = &mut search.boxes.flat_mut()[band + column / S::BOX_COLUMNS];
                    search.consistent &= (*row | *column_used | *used) & bit == 0;
                    *row |= bit;
                    *column_used |= bit;
                    *used |= bit;
                }
            }
            search.starts[row + 1] = len as u16;
        }
        search
    }

    /// Computes what the cells of a row are allowed, from the rows above.
    #[inline]
    fn enter(&mut self, row: usize, allowed: &impl Fn(usize) -> u32) {
        let start = row * S::SIDE;
        if row > 0 {
            let placed = &self.placed.flat()[start - S::SIDE..start];
            let (above, columns) = self.columns.flat_mut()[start - S::SIDE..].split_at_mut(S::SIDE);
            for ((column, above), placed) in columns.iter_mut().zip(above).zip(placed) {
                *column = *above | placed;
            }
            if !row.is_multiple_of(S::BOX_ROWS) {
                let (above, boxes) = self.boxes.flat_mut()[start - S::SIDE..].split_at_mut(S::SIDE);
                let stacks = placed.chunks_exact(S::BOX_COLUMNS);
                for ((stack, above), placed) in boxes.iter_mut().zip(above).zip(stacks) {
                    *stack = placed.iter().fold(*above, |used, bit| used | bit);
                }
            }
        }
        let (columns, boxes) = (&self.columns.flat()[start..], &self.boxes.flat()[start..]);
        let steps = usize::from(self.starts[row])..usize::from(self.starts[row + 1]);
        for step in &mut self.steps.flat_mut()[steps] {
            let column = usize::from(step.cell) - start;
            let used = columns[column] | boxes[column / S::BOX_COLUMNS];
            step.allowed = S::ALL.bits() & !used & allowed(step.cell.into());
        }
    }

    /// The solution that the givens and the placed digits spell.
    fn solution(&self) -> Grid<S> {
        let mut values = S::CellArray::filled(0);
        let cells = self.puzzle.values().iter().zip(self.placed.flat());
        for (value, (&given, placed)) in values.flat_mut().iter_mut().zip(cells) {
            *value = if given == 0 {
                placed.trailing_zeros() as u8 + 1
            } else {
                given
            };
        }
        Grid::assume_valid(values)
    }

    /// `allowed` gives the digits that the puzzle itself allows in a cell.
    fn run<P, V, B>(
        &mut self,
        allowed: impl Fn(usize) -> u32,
        probe: &mut P,
        mut visit: V,
    ) -> Result<ControlFlow<B>, P::Stop>
    where
        P: Probe + ?Sized,
        V: FnMut(&Grid<S>) -> ControlFlow<B>,
    {
        let mut row = 0;
        self.enter(row, &allowed);
        let mut depth = 0;
        let mut end = usize::from(self.starts[1]);
        let mut used = self.rows.flat()[0];
        loop {
            let mut untried = 0;
            while depth == end {
                if row + 1 == S::SIDE {
                    if let ControlFlow::Break(value) = visit(&self.solution()) {
                        return Ok(ControlFlow::Break(value));
                    }
                    break;
                }
                row += 1;
                self.enter(row, &allowed);
                end = usize::from(self.starts[row + 1]);
                used = self.rows.flat()[row];
            }
            if depth < end {
                untried = self.steps.flat()[depth].allowed & !used;
            }
            while untried == 0 {
                if depth == 0 {
                    return Ok(ControlFlow::Continue(()));
                }
                depth -= 1;
                while depth < usize::from(self.starts[row]) {
                    row -= 1;
                    end = usize::from(self.starts[row + 1]);
                    used = S::ALL.bits();
                }
                let step = self.steps.flat()[depth];
                used ^= self.placed.flat()[usize::from(step.cell)];
                untried = step.untried;
            }
            let bit = untried & untried.wrapping_neg();
            probe.record(Event::Node)?;
            if untried != bit {
                probe.record(Event::Guess)?;
            }
            let step = &mut self.steps.flat_mut()[depth];
            step.untried = untried ^ bit;
            self.placed.flat_mut()[usize::from(step.cell)] = bit;
            used |= bit;
            depth += 1;
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
        let mut search = Search::new(puzzle);
        if !search.consistent || puzzle.is_restricted() && !puzzle.is_consistent() {
            return Ok(ControlFlow::Continue(()));
        }
        if puzzle.is_restricted() {
            let allowed = |cell| Cell::new(cell).map_or(0, |cell| puzzle.allowed(cell).bits());
            search.run(allowed, probe, visit)
        } else {
            search.run(|_| u32::MAX, probe, visit)
        }
    }
}
