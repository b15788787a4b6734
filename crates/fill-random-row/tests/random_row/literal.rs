//! The published procedure written down literally, column by column, against the filler.

use gridwright_fill_random_row::RandomRow;
use gridwright_grid::rng::{DefaultRng, below_each, stream};
use gridwright_grid::{B3x3, FillerExt};

/// Grid, draws of the last attempt, fresh starts.
fn literal(rng: &mut DefaultRng, threshold: u32) -> ([[u8; 9]; 9], u32, u32) {
    let arrangement = |rng: &mut DefaultRng| {
        let mut row = [1, 2, 3, 4, 5, 6, 7, 8, 9];
        for other in below_each(rng, [8; 20]) {
            row.swap(0, other as usize + 1);
        }
        row
    };
    let mut starts = 0;
    'fresh: loop {
        starts += 1;
        let mut grid = [[0_u8; 9]; 9];
        let mut calls = 0;
        let mut row = 0;
        while row < 9 {
            calls += 1;
            let candidates = arrangement(rng);
            for column in 0..9 {
                if calls >= threshold {
                    continue 'fresh;
                }
                let fits = |digit: u8| {
                    let (band, stack) = (row / 3 * 3, column / 3 * 3);
                    !grid[row].contains(&digit)
                        && (0..9).all(|r| grid[r][column] != digit)
                        && (band..band + 3).all(|r| (stack..stack + 3).all(|c| grid[r][c] != digit))
                };
                if let Some(digit) = candidates.into_iter().find(|&digit| fits(digit)) {
                    grid[row][column] = digit;
                } else {
                    grid[row] = [0; 9];
                    calls += 1;
                    arrangement(rng);
                    break;
                }
            }
            row += usize::from(grid[row][8] != 0);
        }
        return (grid, calls, starts);
    }
}

#[test]
fn the_filler_is_the_published_procedure() {
    for threshold in [10, 40, 220, 1000] {
        let filler = RandomRow::<B3x3>::with_threshold(threshold).unwrap();
        for i in 0..if threshold == 10 { 3 } else { 500 } {
            let (mut ours, mut theirs) = (stream(21, i), stream(21, i));
            let (grid, counts) = filler.fill_counted(&mut ours);
            let (literal, draws, starts) = literal(&mut theirs, threshold);
            assert_eq!(
                grid.values(),
                literal.as_flattened(),
                "threshold {threshold}, grid {i}"
            );
            assert_eq!((counts.draws, counts.attempts), (draws.into(), starts.into()));
            assert_eq!(ours, theirs, "as many words are drawn");
        }
    }
}
