//! What the two fillers can make, counted in ways that do not use their random draws.

use std::collections::{HashMap, HashSet};

use gridwright_grid::rng::stream;
use gridwright_grid::{B2x2, B2x3, FillerExt};

use super::*;

/// All orders of nine lines that keep chutes of three together.
fn chute_orders() -> Vec<[usize; 9]> {
    let threes = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut orders = Vec::new();
    for chutes in threes {
        for a in threes {
            for b in threes {
                for c in threes {
                    let inner = [a, b, c];
                    orders.push(core::array::from_fn(|i| 3 * chutes[i / 3] + inner[i / 3][i % 3]));
                }
            }
        }
    }
    orders
}

/// The elements of the group that map the base to itself: up to an exchange of digits, and exactly; each
/// without and with transposition.
fn stabilisers(base: &Grid) -> [[u64; 2]; 2] {
    let values = base.values();
    let mut counts = [[0; 2]; 2];
    let orders = chute_orders();
    for transposed in [0, 1] {
        let digit = |row: usize, column: usize| {
            if transposed == 1 {
                values[column * 9 + row]
            } else {
                values[row * 9 + column]
            }
        };
        for rows in &orders {
            for columns in &orders {
                let mut labels = [0; 10];
                for column in 0..9 {
                    labels[usize::from(values[column])] = digit(rows[0], columns[column]);
                }
                let same = (9..81).all(|cell| {
                    labels[usize::from(values[cell])] == digit(rows[cell / 9], columns[cell % 9])
                });
                if same {
                    counts[0][transposed] += 1;
                    counts[1][transposed] += u64::from((1..10).all(|d| usize::from(labels[d]) == d));
                }
            }
        }
    }
    counts
}

#[test]
fn orbits_of_the_canonical_base() {
    let [relabelled, exact] = stabilisers(&Grid::canonical_base());
    assert_eq!((relabelled[0] + relabelled[1], exact[0] + exact[1]), (54, 3));
    let lines = 1296_u64 * 1296;
    let factorial = 362_880;
    assert_eq!(
        2 * lines * factorial / (relabelled[0] + relabelled[1]),
        22_574_039_040
    );
    assert_eq!(lines * factorial / relabelled[0], 11_287_019_520);
    assert_eq!(2 * lines / (exact[0] + exact[1]), 1_119_744);
    assert_eq!(lines / exact[0], 559_872);
}

/// Every single move at a shape.
fn all_moves<S: Shape>() -> Vec<Move> {
    let pairs = |n: usize| (0..n).flat_map(move |a| (0..a).map(move |b| (a, b)));
    let in_chutes = |chutes: usize, width: usize| {
        (0..chutes).flat_map(move |c| pairs(width).map(move |(a, b)| (c * width + a, c * width + b)))
    };
    kinds::<S>()
        .flat_map(|kind| -> Vec<Move> {
            match kind {
                Move::Transpose => vec![kind],
                Move::Rows(..) => in_chutes(S::BOX_COLUMNS, S::BOX_ROWS)
                    .map(|(a, b)| Move::Rows(a, b))
                    .collect(),
                Move::Columns(..) => in_chutes(S::BOX_ROWS, S::BOX_COLUMNS)
                    .map(|(a, b)| Move::Columns(a, b))
                    .collect(),
                Move::Bands(..) => pairs(S::BOX_COLUMNS).map(|(a, b)| Move::Bands(a, b)).collect(),
                Move::Stacks(..) => pairs(S::BOX_ROWS).map(|(a, b)| Move::Stacks(a, b)).collect(),
            }
        })
        .collect()
}

/// Grids reached by walks of even and of odd length, whether the two overlap.
fn walk_halves() -> ([usize; 2], bool) {
    type Values = [u8; 81];
    let base: Values = Grid::<B3x3>::canonical_base().values().try_into().unwrap();
    // First row and first column tell these grids apart: were it not so, the counts would come out too small.
    let key = |values: &Values| {
        (0..9)
            .chain((1..9).map(|row| row * 9))
            .fold(0_u128, |key, cell| key << 4 | u128::from(values[cell]))
    };
    let moves = all_moves::<B3x3>();
    assert_eq!(moves.len(), 1 + 9 + 9 + 3 + 3);
    let mut halves = [HashSet::new(), HashSet::new()];
    halves[0].insert(key(&base));
    let mut frontier = vec![base];
    let mut parity = 0;
    while !frontier.is_empty() {
        parity ^= 1;
        let mut next = Vec::new();
        for values in frontier {
            for one in &moves {
                let mut values = values;
                one.apply::<B3x3>(&mut values);
                if halves[parity].insert(key(&values)) {
                    next.push(values);
                }
            }
        }
        frontier = next;
    }
    (
        [halves[0].len(), halves[1].len()],
        halves[0].intersection(&halves[1]).next().is_some(),
    )
}

#[test]
fn walks_of_even_and_odd_length_reach_disjoint_halves() {
    assert_eq!(walk_halves(), ([559_872; 2], false));
}

#[test]
fn every_move_can_be_drawn() {
    let mut rng = stream(1, 0);
    for kind in kinds::<B2x3>() {
        for _ in 0..50 {
            let drawn = kind.draw::<B2x3, _>(&mut rng);
            assert!(all_moves::<B2x3>().iter().any(|one| {
                let ordered = match drawn {
                    Move::Rows(a, b) => Move::Rows(a.max(b), a.min(b)),
                    Move::Columns(a, b) => Move::Columns(a.max(b), a.min(b)),
                    Move::Bands(a, b) => Move::Bands(a.max(b), a.min(b)),
                    Move::Stacks(a, b) => Move::Stacks(a.max(b), a.min(b)),
                    Move::Transpose => Move::Transpose,
                };
                format!("{ordered:?}") == format!("{one:?}")
            }));
        }
    }
}

/// Chi-square of equal frequencies.
fn chi2(counts: impl ExactSizeIterator<Item = u32>, n: u32) -> f64 {
    let expected = f64::from(n) / counts.len() as f64;
    counts
        .map(|count| (f64::from(count) - expected).powi(2) / expected)
        .sum()
}

#[test]
fn shuffle_is_uniform_over_its_orbit() {
    // The two classes of 4x4 grids, and a bound on chi-square that is exceeded once in a million.
    for (base, orbit, bound) in [("1234341221434321", 96, 172.0), ("1234341223414123", 192, 293.0)] {
        let n = 96_000;
        let mut counts: HashMap<String, u32> = HashMap::new();
        let shuffle = Shuffle::<B2x2>::new(base.parse().unwrap(), true);
        for grid in shuffle.grids(3).take(n as usize) {
            *counts.entry(grid.to_string()).or_default() += 1;
        }
        assert_eq!(counts.len(), orbit);
        let chi2 = chi2(counts.into_values(), n);
        assert!(chi2 < bound, "{chi2}");
    }
}

#[test]
fn rows_and_columns_and_digits_of_a_shuffle_are_uniform() {
    // 9x9: where the 1 of the base's first cell goes, by cell and by digit.
    let (n, mut cells, mut first) = (81_000, [0; 81], [0; 9]);
    let shuffle = Shuffle::<B3x3>::new(Grid::canonical_base(), false);
    for i in 0..n {
        let grid = shuffle.fill(&mut stream(4, u64::from(i)));
        first[usize::from(grid.values()[0]) - 1] += 1;
        for (cell, count) in cells.iter_mut().enumerate() {
            *count += u32::from(grid.values()[cell] == 1);
        }
    }
    // 8 degrees of freedom: 43 is exceeded once in a million. Every cell within 6 standard errors.
    assert!(chi2(first.into_iter(), n) < 43.0);
    let error = (f64::from(n) / 9.0 * 8.0 / 9.0).sqrt();
    assert!(
        cells
            .iter()
            .all(|&count| (f64::from(count) - f64::from(n) / 9.0).abs() < 6.0 * error)
    );
}

#[test]
fn labels_are_uniform() {
    // Every ordered pair of labels, for the first two digits and the last two, at the side with a draw of its own
    // and at another.
    for side in [9_usize, 6] {
        let (n, pairs) = (72_000, side * (side - 1));
        let mut counts = [HashMap::new(), HashMap::new()];
        let mut rng = stream(5, side as u64);
        for _ in 0..n {
            let labels = labels(&mut rng, side, true);
            let mut sorted = labels[1..=side].to_vec();
            sorted.sort_unstable();
            assert!(sorted.iter().copied().eq(1..=side as u8));
            *counts[0].entry((labels[1], labels[2])).or_insert(0) += 1;
            *counts[1].entry((labels[side - 1], labels[side])).or_insert(0) += 1;
        }
        for counts in counts {
            assert_eq!(counts.len(), pairs);
            // 71 degrees of freedom at most: 138 is exceeded once in 200,000.
            let chi2 = chi2(counts.into_values(), n);
            assert!(chi2 < 138.0, "{chi2}");
        }
    }
}
