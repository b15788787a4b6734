//! Samples for the distribution tests, made on all cores.

use std::sync::Arc;

use gridwright::fill::{DynFiller, stream};
use gridwright::grid::{B3x3, Grid};
use gridwright_stats::{Law, Report, Sample};
use rayon::prelude::*;

/// Parts of a sample, so that no core waits long for another.
const PARTS: u64 = 64;

/// The laws of the tests at 3x3: one serves all samples.
pub fn law() -> Arc<Law> {
    Arc::new(Law::new::<B3x3>())
}

/// Grids 0..n as `make` makes them; the same on any number of threads.
pub fn sample(law: &Arc<Law>, n: u64, make: impl Fn(u64) -> Grid + Sync) -> Sample {
    let parts: Vec<Sample> = (0..PARTS)
        .into_par_iter()
        .map(|part| {
            let mut sample = Sample::new(Arc::clone(law));
            for i in n * part / PARTS..n * (part + 1) / PARTS {
                sample.push(&make(i));
            }
            sample
        })
        .collect();
    let mut all = Sample::new(Arc::clone(law));
    for part in &parts {
        all.merge(part);
    }
    all
}

/// Grids 0..n of a seed.
pub fn sample_of(law: &Arc<Law>, filler: &dyn DynFiller<B3x3>, seed: u64, n: u64) -> Sample {
    sample(law, n, |i| filler.dyn_fill(&mut stream(seed, i)))
}

/// The effect of a test, its interval, and whether it rejects; none if it declined.
pub fn effect(report: &Report, test: &str) -> Option<(f64, f64, f64, bool)> {
    let test = report.tests.iter().find(|one| one.name == test)?;
    let effect = test.measured?.effect;
    let rejected = test.verdict == gridwright_stats::Verdict::Rejected;
    Some((effect.value, effect.low, effect.high, rejected))
}

#[cfg(test)]
mod tests {
    use gridwright::filler;

    use super::*;

    #[test]
    fn parts_add_up() {
        let law = law();
        let filler = filler::<B3x3>("random-row").unwrap();
        let whole = sample_of(&law, &*filler, 3, 700);
        let mut one_by_one = Sample::new(Arc::clone(&law));
        (0..700).for_each(|i| one_by_one.push(&filler.dyn_fill(&mut stream(3, i))));
        assert_eq!(whole.report(1e-6), one_by_one.report(1e-6));
        let (value, low, high, rejected) = effect(&whole.report(1e-6), "row-parity").unwrap();
        assert!(rejected && low <= value && value <= high && (value + 0.5).abs() < 1e-9);
        assert_eq!(effect(&whole.report(1e-6), "no test"), None);
    }
}
