//! The published ways to remove digits, as recipes.

use core::ops::RangeInclusive;

use gridwright_grid::{B3x3, Shape};

use crate::{Order, Recipe, Restriction, Stop, Uniqueness};

/// A level of the digging paper, 1 to 5: very easy, easy, medium, hard, evil.
///
/// Its numbers are for 9x9; at other shapes the same share of the cells, and of each row and column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// A number of cells at 9x9 as the same share of those of a shape, rounded up.
fn share<S: Shape>(cells: usize) -> usize {
    (cells * S::CELLS).div_ceil(B3x3::CELLS)
}

impl Level {
    /// From 1 to 5.
    pub const ALL: [Self; 5] = [Self(1), Self(2), Self(3), Self(4), Self(5)];

    /// The level of that number.
    pub fn new(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.0 == number)
    }

    /// 1 to 5.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// `very easy`, `easy`, `medium`, `hard` or `evil`.
    pub const fn name(self) -> &'static str {
        match self.0 {
            1 => "very easy",
            2 => "easy",
            3 => "medium",
            4 => "hard",
            _ => "evil",
        }
    }

    /// The givens, in all: at 9x9 50 to 60, 36 to 49, 32 to 35, 28 to 31, 22 to 27.
    ///
    /// Of the first level the paper says "50 or more"; the upper end is ours.
    pub fn givens<S: Shape>(self) -> RangeInclusive<usize> {
        const STARTS: [usize; 6] = [61, 50, 36, 32, 28, 22];
        let level = usize::from(self.0);
        share::<S>(STARTS[level])..=share::<S>(STARTS[level - 1]) - 1
    }

    /// The givens in each row and column, at the least: at 9x9 5, 4, 3, 2, 0.
    pub fn least_in_line<S: Shape>(self) -> usize {
        [5, 4, 3, 2, 0][usize::from(self.0) - 1] * S::SIDE / B3x3::SIDE
    }

    /// The order of the cells.
    pub fn order<S: Shape>(self) -> Order<S> {
        match self.0 {
            1 | 2 => Order::Random,
            3 => Order::Jumping,
            4 => Order::Boustrophedon,
            _ => Order::RowMajor,
        }
    }
}

impl<S: Shape> Recipe<S> {
    /// The digging paper: the level's order, bounds in rows and columns, one bound on the givens drawn from its range;
    /// at the end a random symmetry.
    pub fn level(level: Level) -> Self {
        let least = level.least_in_line::<S>();
        Self {
            order: level.order(),
            restriction: Restriction {
                row: least,
                column: least,
                ..Restriction::default()
            },
            stop: Stop::Clues(level.givens::<S>()),
            disguise: true,
            ..Self::default()
        }
    }

    /// The C++ program: so many random cells of each row are emptied, from `least` up. No uniqueness test.
    pub fn rows(least: usize, fair: bool) -> Self {
        Self {
            order: Order::Rows { least, fair },
            uniqueness: Uniqueness::Untested,
            ..Self::default()
        }
    }

    /// The Icon program: a fixed number of random cells is emptied. No uniqueness test.
    pub fn erased(cells: usize) -> Self {
        let clues = S::CELLS.saturating_sub(cells);
        Self {
            uniqueness: Uniqueness::Untested,
            stop: Stop::Clues(clues..=clues),
            ..Self::default()
        }
    }

    /// As many cells as the Icon program empties, whose text does not say: 50 at 9x9.
    pub fn erased_cells() -> usize {
        50 * S::CELLS / B3x3::CELLS
    }

    /// The Russian text, first and second way: 50 to 60 random cells are emptied, but at most so many rows and so many
    /// columns. No uniqueness test.
    pub fn scattered(empty_lines: usize) -> Self {
        Self {
            restriction: Restriction {
                empty_rows: empty_lines,
                empty_columns: empty_lines,
                ..Restriction::default()
            },
            uniqueness: Uniqueness::Untested,
            stop: Stop::Clues(share::<S>(21)..=share::<S>(31)),
            ..Self::default()
        }
    }

    /// KLSudoku: every cell in the order of a naive shuffle.
    ///
    /// The program empties the cells in the order in which its filler visited them: see [`crate::Method::SameOrder`].
    pub fn naive_shuffle() -> Self {
        Self {
            order: Order::NaiveShuffle,
            ..Self::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use gridwright_grid::{SHAPES, WithShape, with_shape};

    use super::*;
    use crate::Dig;

    struct Every;
    impl WithShape for Every {
        type Output = ();
        fn run<S: Shape>(self) {
            let levels = Level::ALL.map(Recipe::<S>::level);
            let others = [
                Recipe::rows(1, false),
                Recipe::rows(S::SIDE / 3, true),
                Recipe::erased(Recipe::<S>::erased_cells()),
                Recipe::scattered(S::SIDE),
                Recipe::scattered(0),
                Recipe::naive_shuffle(),
            ];
            for recipe in levels.into_iter().chain(others) {
                assert!(Dig::new(recipe.clone()).is_ok(), "{:?}: {recipe:?}", S::SIZE);
            }
        }
    }

    #[test]
    fn every_way_is_possible_at_every_shape() {
        for &size in SHAPES {
            with_shape(size, Every).unwrap();
        }
    }

    #[test]
    fn the_levels_of_the_paper() {
        let givens = Level::ALL.map(Level::givens::<B3x3>);
        assert_eq!(givens, [50..=60, 36..=49, 32..=35, 28..=31, 22..=27]);
        assert_eq!(Level::ALL.map(Level::least_in_line::<B3x3>), [5, 4, 3, 2, 0]);
        assert_eq!(Level::new(0), None);
        assert_eq!(Level::new(5).map(Level::name), Some("evil"));
    }
}
