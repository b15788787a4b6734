//! The published distribution, where the data are at hand.

use std::io::Write as _;
use std::num::NonZeroU64;
use std::path::PathBuf;
use std::sync::Arc;

use gridwright_fill_seventeen::SeventeenFair;
use gridwright_grid::B3x3;
use gridwright_sampling::{BottomUp, ControlledBias, Estimate, GeneratorExt, Tally, TopDown, Weighting};
use gridwright_solve_bits::Bits;

/// The table by clue count: puzzles found, their share, the share of all minimal puzzles, minimal puzzles of a grid.
fn table() -> Option<Vec<(usize, u64, [f64; 3])>> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folders = match std::env::var_os("GRIDWRIGHT_DATA") {
        Some(folder) => vec![PathBuf::from(folder)],
        None => vec![root.join("shared/data"), root.join("../shared/data")],
    };
    let name = "exact/berthier_clues.csv";
    let text = folders
        .iter()
        .find_map(|folder| std::fs::read_to_string(folder.join(name)).ok());
    let Some(text) = text else {
        let _ = writeln!(
            std::io::stderr(),
            "SKIPPED: no {name} in {folders:?}; set GRIDWRIGHT_DATA"
        );
        return None;
    };
    let row = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        let number = |i: usize| fields[i].parse::<f64>().unwrap();
        (
            fields[0].parse().unwrap(),
            fields[1].parse().unwrap(),
            [number(2), number(3), number(4)],
        )
    };
    Some(text.lines().skip(1).map(row).collect())
}

#[test]
fn the_correction_of_the_published_counts() {
    let Some(rows) = table() else {
        return;
    };
    let puzzles: u64 = rows.iter().map(|row| row.1).sum();
    assert_eq!(puzzles, 5_926_343);
    // As if all were of one grid: a path in 257,510.
    let mut tally = Tally::new::<B3x3>(NonZeroU64::new(puzzles * 257_510));
    tally.add(rows.iter().flat_map(|&(n, count, _)| (0..count).map(move |_| n)));

    let near = |value: f64, expected: f64, relative: f64| {
        assert!(
            (value / expected - 1.0).abs() < relative,
            "{value}, not {expected}"
        );
    };
    near(tally.mean(Weighting::Alike).value, 25.6667, 1e-5);
    near(tally.sd(Weighting::Alike).value, 1.1166, 1e-4);
    near(tally.mean(Weighting::Corrected).value, 26.5780, 1e-5);
    near(tally.sd(Weighting::Corrected).value, 1.1173, 1e-4);
    near(tally.effective_share(), 0.536, 1e-3);
    near(tally.per_grid().unwrap().value, 4.6554e15, 1e-3);
    for (n, _, [found, of_all, of_grid]) in rows {
        near(100.0 * tally.share(n, Weighting::Alike).value, found, 0.02);
        near(100.0 * tally.share(n, Weighting::Corrected).value, of_all, 2e-2);
        near(tally.per_grid_if(|m| m == n).unwrap().value, of_grid, 1e-3);
    }
}

/// Within four standard errors, and half a digit of what is published.
fn assert_near(estimate: Estimate, published: f64, rounding: f64) {
    let off = (estimate.value - published).abs() - rounding;
    assert!(off < 4.0 * estimate.error, "{estimate:?}, published {published}");
}

#[test]
fn means_as_published() {
    // Of grids like those of the published program: uniform ones lead to 0.02 clues more.
    let filler = Arc::new(SeventeenFair::default());
    let tally = TopDown::<B3x3, _>::new(filler, Bits::default()).tally(31, 0..4_000);
    assert_near(tally.mean(Weighting::Alike), 24.38, 0.005);
    assert_near(tally.sd(Weighting::Alike), 1.12, 0.005);
    let tally = BottomUp::default().tally(31, 0..800);
    assert_near(tally.mean(Weighting::Alike), 23.87, 0.005);
    assert_near(tally.sd(Weighting::Alike), 1.08, 0.005);
}

#[test]
#[ignore = "half a minute"]
fn the_law_of_paths_as_published() {
    let tally = ControlledBias::default().tally(31, 0..1_000);
    assert_near(tally.mean(Weighting::Alike), 25.6667, 0.0);
    assert_near(tally.mean(Weighting::Corrected), 26.5780, 0.0);
    assert_near(tally.per_grid().unwrap(), 4.6554e15, 0.0);
    let Some(rows) = table() else {
        return;
    };
    // Elsewhere there are too few to know an error.
    for (n, _, [found, of_all, of_grid]) in rows.into_iter().filter(|row| (24..=28).contains(&row.0)) {
        assert_near(tally.share(n, Weighting::Alike).times(100.0), found, 0.0);
        assert_near(tally.share(n, Weighting::Corrected).times(100.0), of_all, 0.0);
        assert_near(tally.per_grid_if(|m| m == n).unwrap(), of_grid, 0.0);
    }
}
