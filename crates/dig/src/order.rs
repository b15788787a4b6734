//! Orders in which cells are visited.

use core::fmt;

use gridwright_fill_seventeen::naive_order;
use gridwright_grid::rand_core::Rng;
use gridwright_grid::rng::{below, shuffle};
use gridwright_grid::{B3x3, Cell, Shape};

/// In which order the cells are visited; a cell that it leaves out keeps its digit.
#[derive(Clone, PartialEq, Eq)]
pub enum Order<S: Shape = B3x3> {
    /// Every order equally likely.
    Random,
    /// Every second cell along the S path, then the others along the same path: the paper's level 3.
    Jumping,
    /// Along an S: the first row to the right, the second to the left, and so on. The paper's level 4.
    Boustrophedon,
    /// Row by row, left to right: the paper's level 5.
    RowMajor,
    /// For each place a swap with any place, which is not uniform: KLSudoku's.
    NaiveShuffle,
    /// In each row, from the top, so many random cells: `least` up to one less than a row has, evenly.
    ///
    /// The C++ program shuffles the columns of a row by nine swaps, and takes the row's number where the number of
    /// the swap should stand: unless `fair`, so does this, and columns are chosen unevenly.
    Rows {
        /// As few as that; the text has 1, 2 and 3 for harder puzzles.
        least: usize,
        /// Evenly chosen columns.
        fair: bool,
    },
    /// These cells.
    Listed(Vec<Cell<S>>),
}

impl<S: Shape> Order<S> {
    /// Replaces `cells` by the cells in order.
    pub(crate) fn draw<R: Rng + ?Sized>(&self, rng: &mut R, cells: &mut Vec<Cell<S>>) {
        cells.clear();
        match self {
            Self::Random => {
                cells.extend(Cell::all());
                shuffle(rng, cells);
            }
            Self::Jumping => {
                cells.extend(boustrophedon::<S>().step_by(2));
                cells.extend(boustrophedon::<S>().skip(1).step_by(2));
            }
            Self::Boustrophedon => cells.extend(boustrophedon::<S>()),
            Self::RowMajor => cells.extend(Cell::all()),
            Self::NaiveShuffle => {
                cells.extend(Cell::all());
                naive_order(rng, cells);
            }
            Self::Rows { least, fair } => {
                for row in 0..S::SIDE {
                    let start = cells.len();
                    let number = least + below(rng, (S::SIDE - least) as u32) as usize;
                    cells.extend((0..S::SIDE).filter_map(|column| Cell::at(row, column)));
                    let columns = &mut cells[start..];
                    if *fair {
                        shuffle(rng, columns);
                    } else {
                        for _ in 0..S::SIDE {
                            columns.swap(row, below(rng, S::SIDE as u32) as usize);
                        }
                    }
                    cells.truncate(start + number);
                }
            }
            Self::Listed(list) => cells.extend_from_slice(list),
        }
    }
}

fn boustrophedon<S: Shape>() -> impl Iterator<Item = Cell<S>> {
    (0..S::CELLS).filter_map(|i| {
        let (row, column) = (i / S::SIDE, i % S::SIDE);
        Cell::at(
            row,
            if row % 2 == 0 {
                column
            } else {
                S::SIDE - 1 - column
            },
        )
    })
}

impl<S: Shape> fmt::Debug for Order<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.write_str("Random"),
            Self::Jumping => f.write_str("Jumping"),
            Self::Boustrophedon => f.write_str("Boustrophedon"),
            Self::RowMajor => f.write_str("RowMajor"),
            Self::NaiveShuffle => f.write_str("NaiveShuffle"),
            Self::Rows { least, fair } => write!(f, "Rows {{ least: {least}, fair: {fair} }}"),
            Self::Listed(list) => f.debug_tuple("Listed").field(list).finish(),
        }
    }
}

#[cfg(test)]
mod tests {
    use gridwright_grid::rng::stream;
    use gridwright_grid::{B2x2, B2x3};

    use super::*;

    fn drawn<S: Shape>(order: &Order<S>, seed: u64) -> Vec<usize> {
        let mut cells = Vec::new();
        order.draw(&mut stream(seed, 0), &mut cells);
        cells.into_iter().map(Cell::index).collect()
    }

    #[test]
    fn the_orders_of_the_paper() {
        assert_eq!(
            drawn::<B2x2>(&Order::Boustrophedon, 1),
            [0, 1, 2, 3, 7, 6, 5, 4, 8, 9, 10, 11, 15, 14, 13, 12]
        );
        assert_eq!(
            drawn::<B2x2>(&Order::Jumping, 1),
            [0, 2, 7, 5, 8, 10, 15, 13, 1, 3, 6, 4, 9, 11, 14, 12]
        );
        assert!(drawn::<B2x3>(&Order::RowMajor, 1).into_iter().eq(0..36));
        for order in [
            Order::Random,
            Order::Jumping,
            Order::Boustrophedon,
            Order::NaiveShuffle,
        ] {
            let mut cells = drawn::<B3x3>(&order, 2);
            cells.sort_unstable();
            assert!(cells.into_iter().eq(0..81), "{order:?}");
        }
    }

    /// The probability of each column to be chosen in a row, its place followed through all swaps.
    fn law(row: usize) -> [f64; 9] {
        core::array::from_fn(|column| {
            let mut place = [0.0; 9];
            place[column] = 1.0;
            for _ in 0..9 {
                let here = place[row];
                let mut next = place.map(|p| p * 8.0 / 9.0);
                next[row] = 0.0;
                let moved: f64 = place.iter().sum::<f64>() - here;
                next[row] += moved / 9.0;
                for slot in &mut next {
                    *slot += here / 9.0;
                }
                place = next;
            }
            // 3 to 8 of them, evenly.
            (0..9)
                .map(|p| place[p] * (3..9).filter(|&n| p < n).count() as f64 / 6.0)
                .sum()
        })
    }

    #[test]
    fn the_quirk_of_the_columns() {
        let published = [
            (0, [0.611, 0.763, 0.763, 0.705, 0.647, 0.589, 0.532, 0.474, 0.416]),
            (8, [0.719, 0.719, 0.719, 0.662, 0.604, 0.546, 0.488, 0.431, 0.611]),
        ];
        for (row, shares) in published {
            for (computed, share) in law(row).into_iter().zip(shares) {
                assert!((computed - share).abs() < 0.001, "row {row}: {:?}", law(row));
            }
        }
        let n = 20_000;
        let mut counts = [0_u32; 81];
        for seed in 0..n {
            for cell in drawn::<B3x3>(
                &Order::Rows {
                    least: 3,
                    fair: false,
                },
                seed,
            ) {
                counts[cell] += 1;
            }
        }
        for (cell, &count) in counts.iter().enumerate() {
            let p = law(cell / 9)[cell % 9];
            let z = (f64::from(count) - n as f64 * p) / (n as f64 * p * (1.0 - p)).sqrt();
            assert!(z.abs() < 5.0, "cell {cell}: {z}");
        }
        let fair = drawn::<B3x3>(&Order::Rows { least: 1, fair: true }, 1);
        assert!((9..73).contains(&fair.len()));
    }
}
