//! The published procedure written down literally, 9x9 only, the exact cover as a dense matrix, against the filler.

use gridwright_fill_seventeen::{Seventeen, SeventeenFair};
use gridwright_grid::rng::{DefaultRng, below, below_each, shuffle, stream};
use gridwright_grid::{B3x3, Counts, FillerExt};

/// The matrix row of a digit in a cell, and the four columns it covers.
fn columns(row: usize) -> [usize; 4] {
    let (r, c, d) = (row / 81, row / 9 % 9, row % 9);
    [
        9 * r + d,
        81 + 9 * c + d,
        162 + 9 * (r / 3 * 3 + c / 3) + d,
        243 + 9 * r + c,
    ]
}

struct Cover {
    covered: [bool; 324],
    rows: Vec<usize>,
    nodes: u64,
}

impl Cover {
    fn fits(&self, row: usize) -> bool {
        columns(row).iter().all(|&column| !self.covered[column])
    }

    fn put(&mut self, row: usize) {
        assert!(self.fits(row));
        for column in columns(row) {
            self.covered[column] = true;
        }
        self.rows.push(row);
    }

    fn take_back(&mut self) {
        for column in self.rows.pop().map(columns).unwrap() {
            self.covered[column] = false;
        }
    }

    /// Whether it is completed.
    fn search(&mut self, in_column: &[Vec<usize>]) -> bool {
        let mut chosen: Option<Vec<usize>> = None;
        for column in (0..324).rev().filter(|&column| !self.covered[column]) {
            let rows: Vec<usize> = in_column[column]
                .iter()
                .copied()
                .filter(|&row| self.fits(row))
                .collect();
            if chosen.as_ref().is_none_or(|chosen| rows.len() < chosen.len()) {
                chosen = Some(rows);
            }
            if chosen.as_ref().is_some_and(|chosen| chosen.len() < 2) {
                break;
            }
        }
        let Some(rows) = chosen else {
            return true;
        };
        for row in rows.into_iter().rev() {
            self.nodes += 1;
            self.put(row);
            if self.search(in_column) {
                return true;
            }
            self.take_back();
        }
        false
    }
}

/// Grid, tries, digits placed by the search.
fn literal(rng: &mut DefaultRng, count: usize, fair: bool) -> ([u8; 81], u64, u64) {
    let mut order: [usize; 81] = core::array::from_fn(|cell| cell);
    if fair {
        shuffle(rng, &mut order);
    } else {
        // 81 draws, four from a word; the last has one of its own.
        let mut draws = Vec::new();
        for _ in 0..20 {
            draws.extend(below_each(rng, [81; 4]));
        }
        draws.push(below(rng, 81));
        for (i, &j) in draws.iter().enumerate() {
            order.swap(i, j as usize);
        }
    }
    let mut in_column = vec![Vec::new(); 324];
    for row in 0..729 {
        for column in columns(row) {
            in_column[column].push(row);
        }
    }
    let (mut tries, mut nodes) = (0, 0);
    'tries: loop {
        tries += 1;
        let mut cover = Cover {
            covered: [false; 324],
            rows: Vec::new(),
            nodes: 0,
        };
        for &cell in &order[..count] {
            let candidates: Vec<usize> = (9 * cell..9 * cell + 9).filter(|&row| cover.fits(row)).collect();
            let number = match candidates.len() as u32 {
                0 => continue 'tries,
                1 => 1,
                number => number - u32::from(!fair),
            };
            cover.put(candidates[below(rng, number) as usize]);
        }
        let completed = cover.search(&in_column);
        nodes += cover.nodes;
        if completed {
            let mut grid = [0; 81];
            for row in cover.rows {
                grid[row / 9] = (row % 9) as u8 + 1;
            }
            return (grid, tries, nodes);
        }
    }
}

#[test]
fn the_filler_is_the_published_procedure() {
    for cells in [0, 3, 17, 24] {
        let plain = Seventeen::<B3x3>::with_cells(cells).unwrap();
        let fair = SeventeenFair::<B3x3>::with_cells(cells).unwrap();
        for i in 0..if cells == 17 { 300 } else { 60 } {
            let (mut ours, mut theirs) = (stream(23, i), stream(23, i));
            let found = [plain.fill_counted(&mut ours), fair.fill_counted(&mut ours)];
            for ((grid, counts), fair) in found.into_iter().zip([false, true]) {
                let Counts { attempts, nodes, .. } = counts;
                let (values, tries, placed) = literal(&mut theirs, cells, fair);
                assert_eq!(grid.values(), values, "{cells} cells, grid {i}, fair: {fair}");
                assert_eq!((attempts, nodes), (tries, placed));
            }
            assert_eq!(ours, theirs, "as many words are drawn");
        }
    }
}
