//! The score of the digging paper.

use std::any::Any;
use std::fmt;
use std::ops::ControlFlow;

use gridwright_grid::{
    B3x3, BoxSize, Budget, House, HouseKind, Puzzle, Shape, Solver, WithShape, with_shape,
};
use gridwright_solve_logic::CellSet;
use gridwright_solve_naive::Naive;

/// Nodes from which the class of the search is 5, so more are not counted.
pub(crate) const MOST_NODES: u64 = 100_000;

/// The numbers of [`Scale::Paper`](crate::Scale::Paper): four classes from 1, very easy, to 5, evil, weighted.
///
/// S. Xue, L. Jiang, D. Li, "Sudoku Puzzles Generating: from Easy to Evil", 2009. The paper weighs classes of numbers
/// that it gives but for the techniques, of which it gives no scale; those are ours. Other shapes are measured by the
/// share of cells given, and of each row and column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paper {
    /// Of the number of givens; weight 0.4.
    pub givens: u8,
    /// Of the least number of givens in a row or column; weight 0.2.
    pub bound: u8,
    /// Of the dearest technique needed; weight 0.2.
    pub techniques: u8,
    /// Of the nodes of the search; weight 0.2.
    pub search: u8,
    /// Digits placed by `naive` until it comes to the solution, at most 100,000.
    pub nodes: u64,
}

impl Paper {
    /// The classes of a puzzle with those givens (other values were placed later), and with that of its techniques.
    pub(crate) fn of<S: Shape>(puzzle: &Puzzle<S>, given: CellSet, techniques: u8) -> Self {
        let nodes = nodes(S::SIZE, puzzle);
        Self {
            givens: givens::<S>(given),
            bound: bound::<S>(given),
            techniques,
            search: match nodes {
                0..100 => 1,
                100..1_000 => 2,
                1_000..10_000 => 3,
                10_000..MOST_NODES => 4,
                MOST_NODES.. => 5,
            },
            nodes,
        }
    }

    /// The weighted sum in tenths, 10..=50.
    pub fn tenths(&self) -> u32 {
        u32::from(4 * self.givens + 2 * (self.bound + self.techniques + self.search))
    }

    /// The level, 1..=5: the integer nearest to the score.
    pub fn level(&self) -> u8 {
        ((self.tenths() + 5) / 10) as u8
    }
}

/// `2.4 2`
impl fmt::Display for Paper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = self.tenths();
        write!(f, "{}.{} {}", tenths / 10, tenths % 10, self.level())
    }
}

/// The class of a value that classes 1 to 4 hold from these bounds on, of so many in all at 9x9, here out of `all`.
fn class_from(value: usize, all: usize, bounds: [usize; 4], reference: usize) -> u8 {
    let below = bounds
        .into_iter()
        .take_while(|bound| value * reference < bound * all);
    1 + below.count() as u8
}

fn givens<S: Shape>(given: CellSet) -> u8 {
    class_from(given.len(), S::CELLS, [50, 36, 32, 28], B3x3::CELLS)
}

fn bound<S: Shape>(given: CellSet) -> u8 {
    let lines = House::<S>::all().filter(|house| house.kind() != HouseKind::Box);
    let least = lines
        .map(|line| {
            line.cells()
                .filter(|cell| given.contains(cell.index() as u8))
                .count()
        })
        .min();
    class_from(least.unwrap_or(0), S::SIDE, [5, 4, 3, 2], B3x3::SIDE)
}

/// Digits that `naive` places until it comes to its first solution. Not generic, so that the search is compiled here, and
/// not again by each that grades.
fn nodes(size: BoxSize, puzzle: &dyn Any) -> u64 {
    with_shape(size, Count(puzzle)).unwrap_or(MOST_NODES)
}

/// A puzzle of a shape.
struct Count<'a>(&'a dyn Any);

impl WithShape for Count<'_> {
    type Output = u64;

    fn run<S: Shape>(self) -> u64 {
        let puzzle: &Puzzle<S> = self.0.downcast_ref().expect("a puzzle of the shape");
        let mut budget = Budget::nodes(MOST_NODES);
        // That the budget ran out shows in its count.
        let _ = Naive.try_solve(puzzle, &mut budget, |_| ControlFlow::Break(()));
        budget.counts().nodes
    }
}
