//! Each way of filling a grid that is not uniform is rejected, with no more grids than that should take.

use std::sync::{Arc, LazyLock};

use gridwright::filler;
use gridwright_stats::gridwright_grid::rng::stream;
use gridwright_stats::gridwright_grid::{B2x2, B2x3, B2x4, B3x2, B3x3, B4x4, Shape};
use gridwright_stats::{Law, Report, Sample, Verdict};

static NINE: LazyLock<Arc<Law>> = LazyLock::new(|| Arc::new(Law::new::<B3x3>()));

fn report<S: Shape>(law: &Arc<Law>, name: &str, seed: u64, n: u64) -> Report {
    let filler = filler::<S>(name).unwrap();
    let mut sample = Sample::<S>::new(Arc::clone(law));
    for index in 0..n {
        sample.push(&filler.dyn_fill(&mut stream(seed, index)));
    }
    sample.report(1e-6)
}

/// The names of the tests that reject.
fn rejecting(report: &Report) -> Vec<&'static str> {
    report.with(Verdict::Rejected).map(|test| test.name).collect()
}

#[track_caller]
fn is_rejected(name: &str, n: u64, by: &str) {
    for seed in 1..=3 {
        let rejecting = rejecting(&report::<B3x3>(&NINE, name, seed, n));
        assert!(
            rejecting.contains(&by),
            "{name}, {n} grids of seed {seed}: {rejecting:?}"
        );
    }
}

/// Grids of a single class, or of few: a handful is enough.
#[test]
fn one_class() {
    for name in ["shuffle", "shuffle-walk", "cyclic"] {
        is_rejected(name, 10, "equivalents");
        is_rejected(name, 10, "automorphisms");
        is_rejected(name, 500, "unavoidable");
        is_rejected(name, 500, "band-1");
    }
}

/// The numbers are a quarter above those that a single test at 1e-6 needs for a power of 0.99, since 16 tests share the
/// level. These follow from effects that another program measured over millions of grids: n = 247 / w2 for the classes
/// of bands, 52.1 / d^2 for unavoidable sets.
#[test]
fn random_rows() {
    is_rejected("random-row", 64, "row-parity");
    is_rejected("random-row", 1_000, "band-1");
    is_rejected("random-row", 3_500, "unavoidable");
    is_rejected("random-row-fair", 1_100, "band-1");
    is_rejected("random-row-fair", 4_000, "unavoidable");
}

#[test]
fn first_rows() {
    for name in ["first-row", "first-row-fair"] {
        is_rejected(name, 60, "cells");
        is_rejected(name, 500, "band-2");
    }
    is_rejected("first-row", 5_100, "unavoidable");
    is_rejected("first-row-fair", 9_200, "unavoidable");
}

#[test]
fn searches_from_random_cells() {
    for name in ["seventeen", "seventeen-fair"] {
        is_rejected(name, 650, "unavoidable");
    }
    is_rejected("seventeen", 8_100, "band-1");
    // Twice as many for `las-vegas`: among so few grids most classes are in groups, which tell less apart.
    is_rejected("las-vegas", 820, "band-1");
    is_rejected("las-vegas", 2_500, "unavoidable");
}

#[test]
fn other_shapes() {
    let by = |report: Report| rejecting(&report);
    let law = Arc::new(Law::new::<B2x2>());
    assert!(by(report::<B2x2>(&law, "cyclic", 1, 500)).contains(&"grids"));
    // Two of three grids are of the class that the base grid is not of.
    assert!(by(report::<B2x2>(&law, "shuffle", 1, 500)).contains(&"classes"));
    let law = Arc::new(Law::new::<B2x3>());
    assert!(by(report::<B2x3>(&law, "random-row", 1, 10_000)).contains(&"classes"));
    assert!(by(report::<B2x3>(&law, "shuffle", 1, 500)).contains(&"classes"));
    let law = Arc::new(Law::new::<B3x2>());
    assert!(by(report::<B3x2>(&law, "cyclic", 1, 500)).contains(&"repeats"));
    let law = Arc::new(Law::new::<B2x4>());
    assert!(by(report::<B2x4>(&law, "cyclic", 1, 2_000)).contains(&"repeats"));
    let law = Arc::new(Law::new::<B4x4>());
    assert!(by(report::<B4x4>(&law, "cyclic", 1, 100)).contains(&"pairs"));
}

#[test]
fn too_few_grids_are_not_judged() {
    let report = report::<B3x3>(&NINE, "cyclic", 1, 9);
    assert_eq!(report.with(Verdict::Declined).count(), report.tests.len());
    assert!(
        report
            .tests
            .iter()
            .all(|test| test.measured.is_none() && test.needed > 9)
    );
    let none = Sample::<B3x3>::new(Arc::clone(&NINE)).report(1e-6);
    assert!(!none.rejects() && none.grids == 0);
}

/// Intervals of the effects of single samples hold those of all samples together, about as often as they say, also far
/// from the null and where a few rare classes make the most of it.
#[test]
fn intervals_hold() {
    for name in ["random-row-fair", "first-row", "shuffle-walk"] {
        let filler = filler::<B3x3>(name).unwrap();
        let mut all = Sample::<B3x3>::new(Arc::clone(&NINE));
        let mut reports = Vec::new();
        for seed in 0..20 {
            let mut sample = Sample::<B3x3>::new(Arc::clone(&NINE));
            for index in 0..2_000 {
                sample.push(&filler.dyn_fill(&mut stream(seed, index)));
            }
            all.merge(&sample);
            reports.push(sample.report(1e-6));
        }
        let all = all.report(1e-6);
        for test in ["band-1", "band-2", "gangsters", "unavoidable"] {
            let effect = |report: &Report| {
                let test = report.tests.iter().find(|one| one.name == test);
                test.unwrap().measured.unwrap().effect
            };
            let value = effect(&all).value;
            let held = reports
                .iter()
                .map(effect)
                .filter(|one| one.low <= value && value <= one.high);
            // Of 20 hardly ever fewer than 15, if each holds 19 times of 20.
            let held = held.count();
            assert!(held >= 15, "{name}, {test}: {held} of 20 hold {value}");
        }
    }
}
