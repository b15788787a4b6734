//! Of uniformly random grids the p-values are uniform.

use std::collections::BTreeMap;
use std::sync::Arc;

use gridwright_fill_uniform::{Numbered, Uniform};
use gridwright_stats::gridwright_grid::rng::stream;
use gridwright_stats::gridwright_grid::{B2x2, B2x3, B3x2, B3x3, FillerExt};
use gridwright_stats::{Law, Measured, Report, Sample};

fn report<S: Numbered>(law: &Arc<Law>, seed: u64, n: u64) -> Report {
    let mut sample = Sample::<S>::new(Arc::clone(law));
    for index in 0..n {
        sample.push(&Uniform.fill(&mut stream(seed, index)));
    }
    sample.report(1e-6)
}

/// What each test measures, over seeds.
fn measure<S: Numbered>(seeds: u64, n: u64) -> BTreeMap<&'static str, Vec<Measured>> {
    let law = Arc::new(Law::new::<S>());
    let mut all = BTreeMap::<_, Vec<_>>::new();
    let threads = 2;
    let reports: Vec<Report> = std::thread::scope(|scope| {
        let parts: Vec<_> = (0..threads)
            .map(|thread| {
                let law = &law;
                scope.spawn(move || {
                    (thread..seeds)
                        .step_by(threads as usize)
                        .map(|seed| report::<S>(law, seed, n))
                        .collect::<Vec<_>>()
                })
            })
            .collect();
        parts.into_iter().flat_map(|part| part.join().unwrap()).collect()
    });
    for test in reports.into_iter().flat_map(|report| report.tests) {
        if let Some(measured) = test.measured {
            all.entry(test.name).or_default().push(measured);
        }
    }
    all
}

/// The distance of Kolmogorov and Smirnov from the uniform law, times the root of the number of values.
fn distance(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let n = values.len() as f64;
    let apart = |(i, &p): (usize, &f64)| (p - i as f64 / n).max((i + 1) as f64 / n - p);
    values.iter().enumerate().map(apart).fold(0.0, f64::max) * n.sqrt()
}

#[test]
#[ignore = "study"]
fn study() {
    let var = |name: &str, default| std::env::var(name).map_or(default, |v| v.parse().unwrap());
    let (seeds, n) = (var("SEEDS", 200), var("N", 1000));
    fn show<S: Numbered>(seeds: u64, n: u64) {
        println!("{} {seeds} x {n}", S::SIZE);
        for (name, measured) in measure::<S>(seeds, n) {
            let p: Vec<f64> = measured.iter().map(|m| m.mid_p).collect();
            let mean =
                |f: &dyn Fn(&Measured) -> f64| measured.iter().map(f).sum::<f64>() / measured.len() as f64;
            let m = mean(&|m| m.statistic);
            let sd = mean(&|x| (x.statistic - m).powi(2)).sqrt();
            let below = |x: f64| p.iter().filter(|&&p| p <= x).count();
            println!(
                "{name:16} ks {:.3} mean p {:.3} min {:.1e}  <=1e-4 {} <=1e-3 {} <=.01 {} <=.1 {} <=.5 {} | stat {m:.2} sd {sd:.2} df {:?}",
                distance(p.clone()),
                mean(&|m| m.mid_p),
                p.iter().copied().fold(1.0, f64::min),
                below(1e-4),
                below(1e-3),
                below(0.01),
                below(0.1),
                below(0.5),
                measured[0].df
            );
        }
    }
    match var("SHAPE", 33) {
        22 => show::<B2x2>(seeds, n),
        23 => show::<B2x3>(seeds, n),
        32 => show::<B3x2>(seeds, n),
        _ => show::<B3x3>(seeds, n),
    }
}
