//! What the filler can make, and how evenly.

use std::collections::HashMap;

use gridwright_fill_cyclic::Cyclic;
use gridwright_grid::rng::stream;
use gridwright_grid::{B2x2, B3x3, FillerExt, Grid, SHAPES, Shape, WithShape, with_shape};

/// How far each row is the first one shifted to the right.
fn shifts<S: Shape>(grid: &Grid<S>) -> Vec<usize> {
    let rows = grid.values().chunks_exact(S::SIDE);
    let first = grid.values()[0];
    rows.map(|row| {
        let shift = row.iter().position(|&value| value == first).unwrap();
        let mut back = row.to_vec();
        back.rotate_left(shift);
        assert_eq!(back, grid.values()[..S::SIDE]);
        shift
    })
    .collect()
}

#[test]
fn the_shifts_are_the_stated_ones() {
    for i in 0..100 {
        let grid: Grid = Cyclic.fill(&mut stream(1, i));
        assert_eq!(shifts(&grid), [0, 3, 6, 1, 4, 7, 2, 5, 8]);
    }
}

struct Mirrored;
impl WithShape for Mirrored {
    type Output = ();
    fn run<S: Shape>(self) {
        // The canonical base with its columns in reverse order, the digits exchanged so that the first rows agree.
        let base = Grid::<S>::canonical_base();
        for i in 0..20 {
            let grid: Grid<S> = Cyclic.fill(&mut stream(2, i));
            let mut labels = [0; 26];
            for (column, &value) in grid.values()[..S::SIDE].iter().enumerate() {
                labels[usize::from(base.values()[S::SIDE - 1 - column])] = value;
            }
            let rows = base.values().chunks_exact(S::SIDE);
            let mirrored = rows.flat_map(|row| row.iter().rev().map(|&value| labels[usize::from(value)]));
            assert!(grid.values().iter().copied().eq(mirrored));
            assert_eq!(shifts(&grid).len(), S::SIDE);
        }
    }
}

#[test]
fn every_grid_is_the_canonical_base_mirrored_and_relabelled() {
    for &size in SHAPES {
        with_shape(size, Mirrored).unwrap();
    }
    // The orbit of the base under relabelling and moves is that of `shuffle`.
    assert_eq!(22_574_039_040_u64, 62_208 * 362_880);
}

/// 4-cell unavoidable sets: two rows and two columns in two boxes, two digits at the crossings.
fn unavoidable_fours(grid: &Grid) -> Vec<[usize; 4]> {
    let pairs = || (0..9).flat_map(|b| (0..b).map(move |a| (a, b)));
    let mut found = Vec::new();
    for (a, b) in pairs() {
        for (c, d) in pairs().filter(|(c, d)| (a / 3 == b / 3) != (c / 3 == d / 3)) {
            let cells = [9 * a + c, 9 * a + d, 9 * b + c, 9 * b + d];
            let [w, x, y, z] = cells.map(|cell| grid.values()[cell]);
            if w == z && x == y {
                found.push(cells);
            }
        }
    }
    found
}

#[test]
fn no_grid_has_a_four_cell_unavoidable_set() {
    // One grid would do, since exchanging digits changes nothing.
    for i in 0..100 {
        assert_eq!(unavoidable_fours(&Cyclic.fill(&mut stream(3, i))), [[0; 4]; 0]);
    }
    // A published grid has some: the digits of each can be exchanged.
    let grid: Grid = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
        .parse()
        .unwrap();
    let found = unavoidable_fours(&grid);
    assert_eq!(found.len(), 6);
    for [w, x, y, z] in found {
        let mut values = grid.values().to_vec();
        values.swap(w, x);
        values.swap(y, z);
        assert!(Grid::<B3x3>::from_values(&values).is_ok());
    }
}

fn chi2(counts: impl ExactSizeIterator<Item = u32>, n: u32) -> f64 {
    let expected = f64::from(n) / counts.len() as f64;
    counts
        .map(|count| (f64::from(count) - expected).powi(2) / expected)
        .sum()
}

#[test]
fn all_24_grids_of_4x4_equally_often() {
    let (n, mut counts) = (48_000, HashMap::new());
    for i in 0..n {
        let grid: Grid<B2x2> = Cyclic.fill(&mut stream(4, u64::from(i)));
        *counts.entry(grid).or_insert(0) += 1;
    }
    assert_eq!(counts.len(), 24);
    // 23 degrees of freedom: 71 is exceeded once in a million.
    let chi2 = chi2(counts.into_values(), n);
    assert!(chi2 < 71.0, "{chi2}");
}

#[test]
fn first_rows_are_uniform() {
    // Every place and digit, and the order of the first three digits.
    let (n, mut places, mut threes) = (72_000, [[0; 9]; 9], HashMap::new());
    for i in 0..n {
        let grid = FillerExt::<B3x3>::fill(&Cyclic, &mut stream(5, u64::from(i)));
        let row = &grid.values()[..9];
        for (place, &value) in places.iter_mut().zip(row) {
            place[usize::from(value) - 1] += 1;
        }
        *threes.entry([row[0], row[1], row[2]]).or_insert(0) += 1;
    }
    // 8 and 503 degrees of freedom: exceeded once in a million, ten million.
    assert!(places.into_iter().all(|place| chi2(place.into_iter(), n) < 43.0));
    assert_eq!(threes.len(), 504);
    let chi2 = chi2(threes.into_values(), n);
    assert!(chi2 < 680.0, "{chi2}");
}
