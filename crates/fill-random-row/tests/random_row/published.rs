//! The figures of the article and of the original program come out again.

use std::collections::HashMap;

use gridwright_fill_random_row::{RandomRow, RandomRowFair};
use gridwright_grid::rng::stream;
use gridwright_grid::{B3x3, Counts, Filler, FillerExt, Grid};

const RUNS: u64 = 100_000;

fn is_odd(row: &[u8]) -> bool {
    let inversions = (0..row.len()).map(|i| row[..i].iter().filter(|&&left| left > row[i]).count());
    inversions.sum::<usize>() % 2 == 1
}

fn mean(values: &[u64]) -> f64 {
    values.iter().sum::<u64>() as f64 / values.len() as f64
}

/// Counts of each run, and its grid.
fn runs(filler: &impl Filler) -> (Vec<Counts>, Vec<Grid>) {
    let fill = |i| filler.fill_counted(&mut stream(2009, i));
    (0..RUNS).map(fill).map(|(grid, counts)| (counts, grid)).unzip()
}

#[test]
fn draws_of_the_original() {
    let (counts, grids) = runs(&RandomRow::default());
    let mut draws: Vec<u64> = counts.iter().map(|counts| counts.draws).collect();
    draws.sort_unstable();
    assert!(draws.iter().all(|draws| draws % 2 == 1), "9 + 2 * failures");
    // Measured on the original: 1,000,000 runs. Standard deviation 30.3, so 0.1 a standard error here.
    assert!((mean(&draws) - 48.98).abs() < 0.5, "{}", mean(&draws));
    assert_eq!(draws[0], 9);
    assert!(draws[draws.len() - 1] <= 219);
    let quantiles = [
        (100, 23),
        (250, 31),
        (500, 43),
        (750, 61),
        (900, 83),
        (990, 147),
        (999, 199),
    ];
    for (permille, published) in quantiles {
        let found = draws[permille * draws.len() / 1000];
        assert!(
            found.abs_diff(published) <= 4,
            "{permille} permille: {found}, published {published}"
        );
    }
    let total: Vec<u64> = counts.iter().map(|counts| counts.draws_total).collect();
    assert!((mean(&total) - 88.25).abs() < 1.5, "{}", mean(&total));
    let restarts: Vec<u64> = counts.iter().map(Counts::restarts).collect();
    assert!((mean(&restarts) - 0.1785).abs() < 0.008, "{}", mean(&restarts));
    assert!(
        grids.iter().all(|grid| !is_odd(&grid.values()[..9])),
        "20 transpositions are even"
    );

    // The article's 300 runs: 11 at least, 217 at most, 50 on average, most below 100.
    let below_100 = draws.iter().filter(|&&draws| draws < 100).count();
    assert!(below_100 as f64 > 0.9 * RUNS as f64);
}

#[test]
fn the_fair_variant() {
    let (counts, grids) = runs(&RandomRowFair::default());
    let odd = grids.iter().filter(|grid| is_odd(&grid.values()[..9])).count() as f64;
    // Five standard errors of a fair coin.
    assert!(
        (odd - RUNS as f64 / 2.0).abs() < 5.0 * (RUNS as f64 / 4.0).sqrt(),
        "{odd}"
    );
    // One draw a failure: half of the published draws beyond the first nine.
    let draws: Vec<u64> = counts.iter().map(|counts| counts.draws).collect();
    assert!(
        (mean(&draws) - (9.0 + (48.98 - 9.0) / 2.0)).abs() < 0.5,
        "{}",
        mean(&draws)
    );
    assert!(draws.iter().any(|draws| draws % 2 == 0));
}

/// Relabelling digits maps runs of the fair variant to equally likely runs, so its first rows are exactly uniform.
#[test]
fn first_rows_of_the_fair_variant_are_uniform() {
    let (n, mut counts) = (72_000, HashMap::new());
    for i in 0..n {
        let grid: Grid = RandomRowFair::default().fill(&mut stream(8, i));
        let row = &grid.values()[..9];
        *counts.entry((row[0], row[8])).or_insert(0_u32) += 1;
    }
    assert_eq!(counts.len(), 72);
    let expected = n as f64 / 72.0;
    let chi2: f64 = counts
        .values()
        .map(|&count| (f64::from(count) - expected).powi(2) / expected)
        .sum();
    // 71 degrees of freedom: 138 is exceeded once in 200,000.
    assert!(chi2 < 138.0, "{chi2}");
}

/// The exact law of the first row: integers over 8^20, by applying the twenty swaps to all permutations reached.
#[test]
fn the_law_of_the_first_row() {
    let identity: [u8; 9] = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    let mut law = HashMap::from([(identity, 1_u64)]);
    for _ in 0..20 {
        let mut next = HashMap::with_capacity(law.len() * 2);
        for (row, paths) in law {
            for place in 1..9 {
                let mut row = row;
                row.swap(0, place);
                *next.entry(row).or_default() += paths;
            }
        }
        law = next;
    }
    let total = 8_u64.pow(20);
    assert_eq!(law.len(), 181_440, "all even permutations, and no other");
    assert_eq!(law.values().sum::<u64>(), total);
    let uniform = total as f64 / 181_440.0;
    let variation: f64 = law
        .values()
        .map(|&paths| (paths as f64 - uniform).abs())
        .sum::<f64>()
        / 2.0;
    assert!((variation / total as f64 - 0.1805).abs() < 5e-5);
    assert!((law[&identity] as f64 / uniform - 9.3).abs() < 0.05);
    let stays: u64 = law
        .iter()
        .filter(|(row, _)| row[4] == 5)
        .map(|(_, paths)| paths)
        .sum();
    assert!((stays as f64 / total as f64 - 0.1717).abs() < 5e-5);

    // And the filler follows it: the first rows of completed grids are not selected by what follows.
    let first = |i| RandomRow::<B3x3>::default().fill(&mut stream(7, i)).values()[4] == 5;
    let found = (0..RUNS).filter(|&i| first(i)).count() as f64 / RUNS as f64;
    // Completion may favour some first rows a little; five standard errors are 0.006.
    assert!((found - 0.1717).abs() < 0.008, "{found}");
}
