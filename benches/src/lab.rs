//! Samples for the distribution tests, made on all cores.

use std::sync::Arc;

use gridwright::fill::{DefaultRng, DynFiller, stream};
use gridwright::grid::rng::below;
use gridwright::grid::{B3x3, Cell, Digit, Grid, Puzzle};
use gridwright::solve::{Bits, SolverExt};
use gridwright_bands::Bands;
use gridwright_stats::{Law, Report, Sample};
use rayon::prelude::*;

use crate::data;

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

/// What a search makes of a first band, and what it would be if every band were as probable as any other.
#[derive(Clone, Copy, Debug)]
pub struct DrawnBands {
    /// w2 of the 416 classes among bands drawn cell by cell.
    pub drawn: f64,
    /// The same, each band weighted by the product of the numbers of digits that fitted.
    pub weighted: f64,
    /// What chance alone makes of the second, on average.
    pub noise: f64,
    /// w2 between bands that are all as probable and those of uniform grids; exact.
    pub neglect: f64,
}

/// Draws first bands cell by cell, each digit among those that fit, begun anew where none fits: `n` of them.
pub fn drawn_bands(n: u64) -> DrawnBands {
    let bands = Bands::shared();
    let mut solver = Bits::default();
    let (mut counts, mut weights) = (vec![0.0; bands.classes().len()], vec![0.0; bands.classes().len()]);
    let mut squares = 0.0;
    for i in 0..n {
        let (puzzle, weight) = drawn_band(&mut stream(data::SEED, i));
        // Every band can be completed; how is all the same to its class.
        if let Some(grid) = solver.first(&puzzle) {
            let class = usize::from(bands.chutes(&grid)[0]);
            counts[class] += 1.0;
            weights[class] += weight;
            squares += weight * weight;
        }
    }
    let total: f64 = bands.classes().iter().map(|class| class.bands as f64).sum();
    let even: Vec<f64> = bands
        .classes()
        .iter()
        .map(|class| class.bands as f64 / total)
        .collect();
    let grids = bands.grids() as f64;
    let exact: Vec<f64> = bands
        .classes()
        .iter()
        .map(|class| class.grids as f64 / grids)
        .collect();
    let w2 = |seen: &[f64], law: &[f64]| -> f64 {
        let sum: f64 = seen.iter().sum();
        seen.iter()
            .zip(law)
            .map(|(seen, p)| (seen / sum - p).powi(2) / p)
            .sum()
    };
    let all: f64 = weights.iter().sum();
    DrawnBands {
        drawn: w2(&counts, &even),
        weighted: w2(&weights, &even),
        noise: (even.len() - 1) as f64 * squares / (all * all),
        neglect: w2(&even, &exact),
    }
}

/// A first band, and the product of the numbers of digits that fitted in each of its cells.
fn drawn_band(rng: &mut DefaultRng) -> (Puzzle, f64) {
    'anew: loop {
        let (mut puzzle, mut weight) = (Puzzle::empty(), 1.0);
        for cell in Cell::all().take(27) {
            let fitting: Vec<Digit> = puzzle.candidates(cell).iter().collect();
            if fitting.is_empty() {
                continue 'anew;
            }
            weight *= fitting.len() as f64;
            puzzle.set(cell, Some(fitting[below(rng, fitting.len() as u32) as usize]));
        }
        return (puzzle, weight);
    }
}

#[cfg(test)]
mod tests {
    use gridwright::filler;

    use super::*;

    #[test]
    fn bands_drawn_cell_by_cell_are_uneven_by_their_weights_alone() {
        let bands = drawn_bands(4_000);
        assert!(bands.drawn > 0.2, "{bands:?}");
        assert!(
            bands.weighted < 2.0 * bands.noise && bands.noise < bands.drawn,
            "{bands:?}"
        );
        assert!((bands.neglect - 8.308e-5).abs() < 1e-7, "{bands:?}");
    }

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
