//! What composes a way to remove digits.

use core::ops::RangeInclusive;

use gridwright_grid::{B3x3, PatternSymmetry, Shape};

use crate::impossible::{Impossible, least_clues};
use crate::{Order, Pattern, Symmetries};

/// A way to remove digits: an order, restrictions, a uniqueness test, an end. [`crate::Dig`] follows it.
///
/// The default visits every cell in random order and removes what it can: the puzzle is minimal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe<S: Shape = B3x3> {
    /// In which order cells are visited.
    pub order: Order<S>,
    /// Cells that these move to each other are removed together, or stay together, when the first of them is visited.
    pub symmetry: Symmetries,
    /// What must stay.
    pub restriction: Restriction<S>,
    /// How it is known that the solution stays the only one.
    pub uniqueness: Uniqueness,
    /// When enough is removed.
    pub stop: Stop,
    /// Nodes of a uniqueness test, of which there is at most one for a cell: what is not known by then stays.
    /// Without a limit up to 9x9, 10,000 up to 16x16, 1,000 at 25x25.
    pub nodes: u64,
    /// Whether a random symmetry of the shape is applied to what was dug out of a grid, digits included, so that the
    /// order does not show: the paper's last step. Not where symmetries or cells that stay are asked for.
    pub disguise: bool,
}

/// What must stay in the grid. A cell is not removed if that would break one of these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restriction<S: Shape = B3x3> {
    /// Givens in each row, at the least.
    pub row: usize,
    /// Givens in each column, at the least.
    pub column: usize,
    /// Rows without givens, at the most.
    pub empty_rows: usize,
    /// Columns without givens, at the most.
    pub empty_columns: usize,
    /// These cells.
    pub kept: Pattern<S>,
}

/// How it is known that a puzzle has no other solution when a digit has been removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Uniqueness {
    /// It is not: the puzzle may have many.
    Untested,
    /// By contradiction: each other digit that the cell's peers allow is put there, and leads to no solution.
    #[default]
    Contradiction,
    /// By a search for two solutions. The same puzzles as by contradiction.
    Count,
}

/// When enough is removed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Stop {
    /// When every cell has been visited.
    #[default]
    Exhausted,
    /// At a number of clues that is drawn from this range beforehand, each as likely; or when every cell has been
    /// visited.
    Clues(RangeInclusive<usize>),
    /// When every cell has been visited; but only so many clues will do.
    ExhaustedWith(RangeInclusive<usize>),
}

impl<S: Shape> Default for Recipe<S> {
    fn default() -> Self {
        Self {
            order: Order::Random,
            symmetry: Symmetries::NONE,
            restriction: Restriction::default(),
            uniqueness: Uniqueness::default(),
            stop: Stop::Exhausted,
            nodes: match S::SIDE {
                ..=9 => u64::MAX,
                10..=16 => 10_000,
                _ => 1_000,
            },
            disguise: false,
        }
    }
}

/// Nothing need stay.
impl<S: Shape> Default for Restriction<S> {
    fn default() -> Self {
        Self {
            row: 0,
            column: 0,
            empty_rows: S::SIDE,
            empty_columns: S::SIDE,
            kept: Pattern::empty(),
        }
    }
}

impl<S: Shape> Restriction<S> {
    /// Givens that stay, by each of the restrictions.
    fn floors(&self) -> [(usize, &'static str); 5] {
        [
            (self.row * S::SIDE, "the bounds of the rows"),
            (self.column * S::SIDE, "the bounds of the columns"),
            (
                S::SIDE.saturating_sub(self.empty_rows),
                "rows that must not be empty",
            ),
            (
                S::SIDE.saturating_sub(self.empty_columns),
                "columns that must not be empty",
            ),
            (self.kept.len(), "the cells of the pattern"),
        ]
    }

    /// Whether it never keeps a cell.
    pub(crate) fn is_free(&self) -> bool {
        self.floors().iter().all(|&(floor, _)| floor == 0)
    }
}

impl Stop {
    /// The clues that will do.
    pub fn wanted<S: Shape>(&self) -> RangeInclusive<usize> {
        match self {
            Self::Exhausted => 0..=S::CELLS,
            Self::Clues(range) | Self::ExhaustedWith(range) => range.clone(),
        }
    }
}

impl<S: Shape> Recipe<S> {
    /// Whether some puzzle may be as asked for.
    ///
    /// # Errors
    ///
    /// When none is, as far as that shows at once.
    pub fn check(&self) -> Result<(), Impossible> {
        let size = S::SIZE;
        let lacking = |symmetry: &PatternSymmetry| symmetry.at_shape::<S>().is_none();
        if self.symmetry != Symmetries::FULL
            && let Some(symmetry) = self.symmetry.iter().find(lacking)
        {
            return Err(Impossible::Symmetry { symmetry, size });
        }
        let givens = self.restriction.row.max(self.restriction.column);
        if givens > S::SIDE {
            let cells = S::SIDE;
            return Err(Impossible::Line { givens, cells });
        }
        let wanted = self.stop.wanted::<S>();
        let (start, clues) = (*wanted.start(), *wanted.end());
        if start > clues {
            return Err(Impossible::EmptyRange {
                least: start,
                most: clues,
            });
        }
        if start > S::CELLS {
            return Err(Impossible::TooManyClues {
                clues: start,
                cells: S::CELLS,
            });
        }
        let least = least_clues::<S>();
        if self.uniqueness != Uniqueness::Untested && clues < least {
            return Err(Impossible::TooFewClues { clues, least, size });
        }
        if let Some((kept, by)) = self
            .restriction
            .floors()
            .into_iter()
            .find(|floor| floor.0 > clues)
        {
            return Err(Impossible::Restricted { clues, kept, by });
        }
        if self.symmetry != Symmetries::NONE
            && !self.sums().skip(start).take(clues - start + 1).any(|sum| sum)
        {
            return Err(Impossible::Orbits {
                least: start,
                most: clues,
                symmetry: self.symmetry,
            });
        }
        Ok(())
    }

    /// The numbers of clues that it may leave and be content, as far as that shows at once.
    pub fn leaves(&self) -> RangeInclusive<usize> {
        let wanted = self.stop.wanted::<S>();
        match self.order {
            // From `least` cells of a row up to all but one are emptied.
            Order::Rows { least, .. } => {
                (*wanted.start()).max(S::SIDE)..=(*wanted.end()).min((S::SIDE - least) * S::SIDE)
            }
            _ => wanted,
        }
    }

    /// Whether a symmetric set of so many cells exists, from 0 to `CELLS` of them.
    fn sums(&self) -> impl Iterator<Item = bool> {
        let mut sums = vec![false; S::CELLS + 1];
        sums[0] = true;
        for (index, orbit) in self.symmetry.orbits::<S>().iter().enumerate() {
            if orbit[0].index() == index {
                for sum in (orbit.len()..=S::CELLS).rev() {
                    sums[sum] |= sums[sum - orbit.len()];
                }
            }
        }
        sums.into_iter()
    }
}
