#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

use core::ops::ControlFlow;

pub use gridwright_grid as grid;

use gridwright_grid::{Algorithm, Event, Flat, Grid, Info, Probe, Puzzle, Shape, Solver};

/// The row-by-row recursion: empty cells row-major, digits ascending.
///
/// # Cost
///
/// Exponential: a few nanoseconds a node, and from fifty nodes to billions of them. No allocation; the stack
/// holds a frame for each cell, 10 kB at 25x25.
///
/// # Order
///
/// Solutions come in ascending order of their lines.
///
/// # Source
///
/// "Sudoku generator and solver", a C++ article: its solver fills row by row, from left to right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Naive;

impl Algorithm for Naive {
    const INFO: Info = Info {
        name: "naive",
        summary: "row-by-row recursion: cells row-major, smallest digit first",
        source: "the C++ article's solver",
        distribution: "solutions in ascending order",
    };
}

/// Room for the houses of one kind: a power of two from 25 up, so that an index needs no check.
const KIND: usize = 32;

/// The digits that are still free in each row, column and box.
struct Free([u32; 4 * KIND]);

impl Free {
    #[inline]
    fn of(&self, [row, column, block]: [u8; 3]) -> u32 {
        self.0[usize::from(row) % KIND]
            & self.0[KIND + usize::from(column) % KIND]
            & self.0[2 * KIND + usize::from(block) % KIND]
    }

    /// Takes digits out where they are in, puts them in where they are out.
    #[inline]
    fn toggle(&mut self, [row, column, block]: [u8; 3], digits: u32) {
        self.0[usize::from(row) % KIND] ^= digits;
        self.0[KIND + usize::from(column) % KIND] ^= digits;
        self.0[2 * KIND + usize::from(block) % KIND] ^= digits;
    }
}

/// An empty cell, and where the search stands in it.
#[derive(Clone, Copy)]
struct Frame {
    houses: [u8; 3],
    cell: u16,
    /// What the puzzle allows here, other cells left aside.
    allowed: u32,
    /// The digit that stands here, as a bit.
    placed: u32,
    /// The digits that are still to be tried.
    left: u32,
}

impl<S: Shape> Solver<S> for Naive {
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
        let all = S::ALL.bits();
        let mut free = Free([all; 4 * KIND]);
        let mut frames = S::CellArray::filled(Frame {
            houses: [0; 3],
            cell: 0,
            allowed: all,
            placed: 0,
            left: 0,
        });
        let Some(empty) = prepare(puzzle, &mut free, frames.flat_mut()) else {
            return Ok(ControlFlow::Continue(()));
        };
        let frames = &mut frames.flat_mut()[..empty];
        let mut values = S::CellArray::filled(0);
        values.flat_mut().copy_from_slice(puzzle.values());

        let mut depth = 0;
        let mut left = match frames.first() {
            Some(frame) => free.of(frame.houses) & frame.allowed,
            None => return Ok(visit(&Grid::assume_valid(values))),
        };
        loop {
            if left == 0 {
                if depth == 0 {
                    return Ok(ControlFlow::Continue(()));
                }
                depth -= 1;
                let frame = &frames[depth];
                free.toggle(frame.houses, frame.placed);
                left = frame.left;
                continue;
            }
            let digit = left & left.wrapping_neg();
            left ^= digit;
            if left != 0 {
                probe.record(Event::Guess)?;
            }
            probe.record(Event::Node)?;
            let frame = &mut frames[depth];
            frame.placed = digit;
            if let Some(next) = frames.get(depth + 1) {
                let (houses, allowed) = (next.houses, next.allowed);
                let frame = &mut frames[depth];
                frame.left = left;
                free.toggle(frame.houses, digit);
                left = free.of(houses) & allowed;
                depth += 1;
            } else {
                let flat = values.flat_mut();
                for frame in frames.iter() {
                    flat[usize::from(frame.cell)] = frame.placed.trailing_zeros() as u8 + 1;
                }
                let flow = visit(&Grid::assume_valid(values));
                if flow.is_break() {
                    return Ok(flow);
                }
            }
        }
    }
}

/// Takes the givens out of the free digits and lists the empty cells; returns their number, or nothing when
/// the givens contradict each other.
#[inline]
fn prepare<S: Shape>(puzzle: &Puzzle<S>, free: &mut Free, frames: &mut [Frame]) -> Option<usize> {
    let mut empty = 0;
    let mut ok = true;
    for (row, values) in puzzle.values().chunks_exact(S::SIDE).enumerate() {
        for (column, &value) in values.iter().enumerate() {
            let block = row / S::BOX_ROWS * S::BOX_ROWS + column / S::BOX_COLUMNS;
            let houses = [row as u8, column as u8, block as u8];
            if value == 0 {
                let frame = &mut frames[empty];
                frame.houses = houses;
                frame.cell = (row * S::SIDE + column) as u16;
                empty += 1;
            } else {
                let digit = 1 << (value - 1);
                ok &= free.of(houses) & digit != 0;
                free.toggle(houses, digit);
            }
        }
    }
    if puzzle.is_restricted() {
        let mut frames = frames.iter_mut();
        for cell in gridwright_grid::Cell::all() {
            let allowed = puzzle.allowed(cell);
            match puzzle.given(cell) {
                Some(_) => ok &= !allowed.is_empty(),
                None => frames.next()?.allowed = allowed.bits(),
            }
        }
    }
    ok.then_some(empty)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridwright_grid::{B2x2, B2x3, B3x3, Budget, Counts, Outcome, SolverExt};

    #[test]
    fn exact_counts() {
        assert_eq!(Naive.count(&Puzzle::<B2x2>::empty(), 0), 288);
        let mut puzzle = [0; 36];
        for (value, digit) in puzzle.iter_mut().zip(1..=6) {
            *value = digit;
        }
        assert_eq!(
            Naive.count(&Puzzle::<B2x3>::from_values(&puzzle).unwrap(), 0),
            39_168
        );
    }

    #[test]
    fn solutions_ascend() {
        let mut last = None;
        let flow: ControlFlow<()> = Naive.for_each(&Puzzle::<B2x2>::empty(), |grid| {
            assert!(last < Some(*grid));
            last = Some(*grid);
            ControlFlow::Continue(())
        });
        assert!(flow.is_continue());
    }

    #[test]
    fn nodes_of_first_rows() {
        // Published: 80 to 549 nodes, whatever the first row.
        let mut puzzle = Puzzle::<B3x3>::empty();
        let (mut least, mut most) = (u64::MAX, 0);
        let mut rng = gridwright_grid::rng::stream(1, 0);
        for _ in 0..2000 {
            let mut row: [u8; 9] = core::array::from_fn(|i| i as u8 + 1);
            gridwright_grid::rng::shuffle(&mut rng, &mut row);
            let mut values = [0; 81];
            values[..9].copy_from_slice(&row);
            puzzle = Puzzle::from_values(&values).unwrap();
            let mut counts = Counts::default();
            let Ok(flow) = Naive.try_solve(&puzzle, &mut counts, |_| ControlFlow::Break(()));
            assert!(flow.is_break());
            least = least.min(counts.nodes);
            most = most.max(counts.nodes);
        }
        assert!(80 <= least && most <= 549, "{least} {most}");
        assert_eq!(
            Naive.solve_within(&puzzle, &mut Budget::nodes(50)),
            Outcome::Undetermined(gridwright_grid::Exhausted::Nodes)
        );
    }
}
