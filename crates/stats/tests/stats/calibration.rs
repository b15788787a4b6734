//! Of uniformly random grids the p-values are uniform.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::Arc;

use gridwright_fill_uniform::{Numbered, Uniform};
use gridwright_stats::gridwright_grid::rng::stream;
use gridwright_stats::gridwright_grid::{B2x2, B2x3, B3x2, B3x3, FillerExt};
use gridwright_stats::{Law, Measured, Report, Sample};

/// What each test measured, over seeds.
type Study = BTreeMap<&'static str, Vec<Measured>>;

fn study<S: Numbered>(seeds: u64, n: u64) -> Study {
    const THREADS: u64 = 2;
    let law = Arc::new(Law::new::<S>());
    let report = |seed: u64| -> Report {
        let mut sample = Sample::<S>::new(Arc::clone(&law));
        for index in 0..n {
            sample.push(&Uniform.fill(&mut stream(seed, index)));
        }
        sample.report(1e-6)
    };
    let part = |first: u64| {
        (first..seeds)
            .step_by(THREADS as usize)
            .map(report)
            .collect::<Vec<_>>()
    };
    let reports: Vec<Report> = std::thread::scope(|scope| {
        let parts: Vec<_> = (0..THREADS)
            .map(|first| scope.spawn(move || part(first)))
            .collect();
        parts.into_iter().flat_map(|part| part.join().unwrap()).collect()
    });
    let mut study = Study::new();
    for test in reports.iter().flat_map(|report| &report.tests) {
        study.entry(test.name).or_default().extend(test.measured);
    }
    study
}

fn mid_p(measured: &[Measured]) -> Vec<f64> {
    let mut values: Vec<f64> = measured.iter().map(|measured| measured.mid_p).collect();
    values.sort_by(f64::total_cmp);
    values
}

/// How far the share of p-values up to x is above x, and how far below, at most: Kolmogorov's and Smirnov's distances,
/// times the root of their number.
fn distances(measured: &[Measured]) -> (f64, f64) {
    let values = mid_p(measured);
    let n = values.len() as f64;
    let above = values.iter().enumerate().map(|(i, p)| (i + 1) as f64 / n - p);
    let below = values.iter().enumerate().map(|(i, p)| p - i as f64 / n);
    (
        above.fold(0.0, f64::max) * n.sqrt(),
        below.fold(0.0, f64::max) * n.sqrt(),
    )
}

/// Exceeded by chance once in a thousand tests.
const FAR: f64 = 1.95;

/// The p-values are uniform; of `conservative` tests they may be larger than that.
#[track_caller]
fn calibrated(study: &Study, tests: &[&str], conservative: &[&str]) {
    for name in tests {
        let (above, below) = distances(&study[name]);
        assert!(above < FAR && below < FAR, "{name}: {above} above, {below} below");
    }
    for name in conservative {
        let (above, _) = distances(&study[name]);
        assert!(above < FAR, "{name}: {above} above");
    }
    // The probability that a seed has any p-value that Holm's method rejects at 5 % is at most that.
    let seeds = study.values().map(Vec::len).max().unwrap();
    let rejected = (0..seeds).filter(|&seed| {
        study
            .values()
            .any(|all| all.get(seed).is_some_and(|m| m.adjusted <= 0.05))
    });
    let (rejected, expected) = (rejected.count() as f64, 0.05 * seeds as f64);
    assert!(
        rejected <= expected + 3.1 * expected.sqrt(),
        "{rejected} of {seeds} seeds"
    );
}

const EVERYWHERE: [&str; 4] = ["cells", "minilines", "row-parity", "column-parity"];

#[test]
fn nine_by_nine() {
    let study = study::<B3x3>(160, 1_000);
    let chutes = [
        "band-1",
        "band-2",
        "band-3",
        "stack-1",
        "stack-2",
        "stack-3",
        "gangsters",
        "unavoidable",
        "pairs",
    ];
    calibrated(
        &study,
        &[&EVERYWHERE[..], &chutes].concat(),
        &["repeats", "equivalents", "automorphisms"],
    );
}

/// Pairs of cells that agree by necessity whenever two others do count as many, which makes the test of pairs
/// conservative: in 4x4 nearly all are of that kind.
#[test]
fn small_shapes() {
    let four = study::<B2x2>(400, 1_000);
    calibrated(
        &four,
        &[&EVERYWHERE[..], &["grids", "classes"]].concat(),
        &["pairs"],
    );
    // Seven pairs of equal grids are expected.
    let six = study::<B2x3>(100, 20_000);
    calibrated(
        &six,
        &[&EVERYWHERE[..], &["classes", "repeats"]].concat(),
        &["pairs"],
    );
    let six = study::<B3x2>(100, 2_000);
    calibrated(
        &six,
        &[&EVERYWHERE[..], &["classes"]].concat(),
        &["pairs", "repeats"],
    );
}

/// Enough grids for equivalents and automorphisms to be counted in dozens. The same seeds show what `gridwright sample
/// test -s uniform -n 1000000` says.
#[test]
#[ignore = "100 million grids: cargo test --release -p gridwright-stats --test stats calibration -- --ignored --nocapture"]
fn a_million_grids() {
    let study = study::<B3x3>(100, 1_000_000);
    let mut table = String::new();
    for (name, measured) in &study {
        let (values, (above, below)) = (mid_p(measured), distances(measured));
        let least = measured
            .iter()
            .map(|measured| measured.adjusted)
            .fold(1.0, f64::min);
        let _ = writeln!(
            table,
            "{name:14} distances {above:.2} {below:.2}, least p {:.1e}, adjusted {least:.1e}, quartiles {:.2} {:.2} {:.2}",
            values[0], values[25], values[50], values[75],
        );
    }
    let _ = write!(std::io::stderr(), "{table}");
    let counts = [
        "pairs",
        "equivalents",
        "automorphisms",
        "unavoidable",
        "gangsters",
    ];
    let chutes = ["band-1", "band-2", "band-3", "stack-1", "stack-2", "stack-3"];
    calibrated(
        &study,
        &[&EVERYWHERE[..], &chutes, &counts].concat(),
        &["repeats"],
    );
}
