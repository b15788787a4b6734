//! The distribution, against exact numbers.

use gridwright_bands::Bands;
use gridwright_fill_uniform::{Numbered, Uniform, grids, rank};
use gridwright_grid::rng::stream;
use gridwright_grid::{B2x2, B2x3, B3x2, B3x3, Canonicalizer, FillerExt, Grid};

/// The grids of a seed.
fn drawn<S: Numbered>(seed: u64, count: u64) -> impl Iterator<Item = Grid<S>> {
    (0..count).map(move |i| Uniform.fill(&mut stream(seed, i)))
}

/// Pearson's statistic in standard deviations from its mean, near enough to normal for hundreds of degrees of freedom.
fn deviation(observed: &[u64], expected: impl Fn(usize) -> f64) -> f64 {
    let chi2: f64 = (0..observed.len())
        .map(|i| (observed[i] as f64 - expected(i)).powi(2) / expected(i))
        .sum();
    let freedom = observed.len() as f64 - 1.0;
    // Wilson and Hilferty.
    ((chi2 / freedom).cbrt() - 1.0 + 2.0 / (9.0 * freedom)) / (2.0 / (9.0 * freedom)).sqrt()
}

#[test]
fn every_grid_of_4x4() {
    let mut counts = [0; 288];
    for grid in drawn::<B2x2>(1, 28_800) {
        counts[rank(&grid) as usize] += 1;
    }
    assert!(counts.iter().all(|&count| count > 0));
    let deviation = deviation(&counts, |_| 100.0);
    assert!(deviation.abs() < 4.5, "{deviation}");
}

/// Grids fall evenly into equal ranges of numbers, and into the remainders of numbers.
fn check_numbers<S: Numbered>() {
    const BINS: u128 = 1024;
    let (mut ranges, mut remainders) = (vec![0; BINS as usize], vec![0; BINS as usize]);
    let count = 100 * BINS as u64;
    for grid in drawn::<S>(2, count) {
        let number = rank(&grid);
        ranges[(number * BINS / grids::<S>()) as usize] += 1;
        remainders[(number % BINS) as usize] += 1;
    }
    for (name, counts) in [("ranges", ranges), ("remainders", remainders)] {
        // The last remainders are rarer, by less than one in 27,000.
        let deviation = deviation(&counts, |_| 100.0);
        assert!(deviation.abs() < 4.5, "{name} at {}: {deviation}", S::SIZE);
    }
}

#[test]
fn numbers_are_uniform() {
    check_numbers::<B2x3>();
    check_numbers::<B3x2>();
    check_numbers::<B3x3>();
}

#[test]
fn classes_of_6x6() {
    // Each class as often as its automorphisms say.
    let mut counts = std::collections::BTreeMap::new();
    let n = 4900;
    for grid in drawn::<B2x3>(3, n) {
        let canonical = Canonicalizer::shared().grid(&grid).unwrap();
        let entry = counts
            .entry(canonical.form)
            .or_insert((0, canonical.automorphisms));
        entry.0 += 1;
    }
    assert_eq!(counts.len(), 49);
    let (counts, automorphisms): (Vec<u64>, Vec<u128>) = counts.into_values().unzip();
    let orbit = |i: usize| gridwright_grid::Symmetry::<B2x3>::CELL_ORDER * 720 / automorphisms[i];
    assert_eq!((0..49).map(orbit).sum::<u128>(), 28_200_960);
    let deviation = deviation(&counts, |i| n as f64 * orbit(i) as f64 / 28_200_960.0);
    assert!(deviation.abs() < 4.5, "{deviation}");
}

#[test]
fn classes_of_bands() {
    let bands = Bands::shared();
    let n = 200_000;
    let mut classes = vec![[0; 416]; 6];
    let mut gangsters = vec![[0; 44]; 6];
    let (mut sum, mut squares) = (0.0, 0.0);
    for grid in drawn::<B3x3>(4, n) {
        for (i, class) in bands.chutes(&grid).into_iter().enumerate() {
            classes[i][usize::from(class)] += 1;
            gangsters[i][bands.classes()[usize::from(class)].gangster] += 1;
        }
        let unavoidable = f64::from(bands.unavoidable(&grid));
        sum += unavoidable;
        squares += unavoidable * unavoidable;
    }
    let share = |grids: u128| n as f64 * grids as f64 / bands.grids() as f64;
    for (i, (classes, gangsters)) in classes.iter().zip(&gangsters).enumerate() {
        let by_class = deviation(classes, |class| share(bands.classes()[class].grids));
        let by_gangster = deviation(gangsters, |gangster| {
            let of = |class: &&gridwright_bands::BandClass| class.gangster == gangster;
            share(bands.classes().iter().filter(of).map(|class| class.grids).sum())
        });
        assert!(
            by_class.abs() < 4.5 && by_gangster.abs() < 4.5,
            "chute {i}: {by_class}, {by_gangster}"
        );
    }
    let (numerator, denominator) = bands.mean_unavoidable();
    let mean = sum / n as f64;
    let error = ((squares / n as f64 - mean * mean) / n as f64).sqrt();
    let deviation = (mean - numerator as f64 / denominator as f64) / error;
    assert!(deviation.abs() < 4.5, "{mean} +- {error}");
}

#[test]
fn digits_in_cells() {
    let n = 90_000;
    let mut counts = vec![0; 729];
    let mut even = 0;
    for grid in drawn::<B3x3>(5, n) {
        for (cell, &value) in grid.values().iter().enumerate() {
            counts[9 * cell + usize::from(value) - 1] += 1;
        }
        let row = &grid.values()[..9];
        let inversions = (0..9)
            .flat_map(|i| (i..9).map(move |j| (i, j)))
            .filter(|&(i, j)| row[i] > row[j]);
        even += u64::from(inversions.count() % 2 == 0);
    }
    // Binomial, each by itself.
    let sd = (n as f64 / 9.0 * 8.0 / 9.0).sqrt();
    for count in counts {
        assert!((count as f64 - n as f64 / 9.0).abs() < 5.5 * sd, "{count}");
    }
    assert!((even as f64 - n as f64 / 2.0).abs() < 4.5 * (n as f64 / 4.0).sqrt());
}
