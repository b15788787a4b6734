//! Numbers of grids: both ways, pinned, and in the order that the description defines.

use gridwright_fill_uniform::{Numbered, Uniform, grids, rank, unrank};
use gridwright_grid::rng::{below_each_wide, stream};
use gridwright_grid::{B2x2, B2x3, B3x2, B3x3, FillerExt, Grid};
use proptest::prelude::*;

const GRIDS: u128 = 6_670_903_752_021_072_936_960;

#[test]
fn totals() {
    assert_eq!(grids::<B2x2>(), 288);
    assert_eq!(grids::<B2x3>(), 28_200_960);
    assert_eq!(grids::<B3x2>(), 28_200_960);
    assert_eq!(grids::<B3x3>(), GRIDS);
}

/// These never change: a number names a grid.
#[test]
fn pinned() {
    let mut lines = include_str!("../data/numbers.csv").lines();
    assert_eq!(lines.next(), Some("shape,number,grid"));
    for line in lines {
        let fields: Vec<&str> = line.split(',').collect();
        let (number, text) = (fields[1].parse().unwrap(), fields[2]);
        match fields[0] {
            "2x2" => check_pinned::<B2x2>(number, text),
            "2x3" => check_pinned::<B2x3>(number, text),
            "3x2" => check_pinned::<B3x2>(number, text),
            _ => check_pinned::<B3x3>(number, text),
        }
    }
}

fn check_pinned<S: Numbered>(number: u128, text: &str) {
    let grid = unrank::<S>(number).unwrap();
    assert_eq!(grid.to_string(), text);
    assert_eq!(rank(&grid), number);
}

fn check_extremes<S: Numbered>() {
    let count = grids::<S>();
    for near in [0, count / 2, count - 1, count / 3, count / 720] {
        for number in near.saturating_sub(20)..(near + 20).min(count) {
            let grid: Grid<S> = unrank(number).unwrap();
            assert_eq!(Grid::from_values(grid.values()), Ok(grid));
            assert_eq!(rank(&grid), number);
        }
    }
    for number in [count, count + 1, 2 * count, u128::MAX / 2, u128::MAX] {
        assert_eq!(unrank::<S>(number), None);
    }
}

#[test]
fn extremes() {
    check_extremes::<B2x2>();
    check_extremes::<B2x3>();
    check_extremes::<B3x2>();
    check_extremes::<B3x3>();
}

/// The place of a grid in the order, by the words of the description.
fn key<S: Numbered>(grid: &Grid<S>) -> Vec<u8> {
    let first = &grid.values()[..S::SIDE];
    let label = |value: &u8| first.iter().position(|other| other == value).unwrap() as u8 + 1;
    let normal: Vec<u8> = grid.values().iter().map(label).collect();
    let mut key = first.to_vec();
    let (begin, end) = normal.split_at(if S::CELLS == 81 { 27 } else { S::CELLS });
    key.extend(begin);
    if !end.is_empty() {
        for column in 0..9 {
            let mut digits = [0, 9, 18].map(|row| end[row + column]);
            digits.sort_unstable();
            key.extend(digits);
        }
    }
    key.extend(end);
    key
}

#[test]
fn all_grids_of_4x4_in_order() {
    let all: Vec<Grid<B2x2>> = (0..288).map(|number| unrank(number).unwrap()).collect();
    assert!(all.is_sorted_by(|a, b| key(a) < key(b)));
    assert!(all.iter().zip(0..).all(|(grid, number)| rank(grid) == number));
}

/// Neighbours, in steps of many lengths, so that each part of the order decides somewhere.
fn check_order<S: Numbered>(steps: u64) {
    let mut rng = stream(1, S::CELLS as u64);
    let count = grids::<S>();
    for i in 0..steps {
        let [high, low] = below_each_wide(&mut rng, [1 << 36, 1 << 26]);
        let number = count * u128::from(high) / (1 << 36) + u128::from(low);
        let step = count >> (i % 70) | 1;
        if number + step < count {
            let (a, b): (Grid<S>, Grid<S>) = (unrank(number).unwrap(), unrank(number + step).unwrap());
            assert!(key(&a) < key(&b), "{number} + {step}");
        }
        let (a, b): (Grid<S>, Grid<S>) = (Uniform.fill(&mut rng), Uniform.fill(&mut rng));
        assert_eq!(rank(&a).cmp(&rank(&b)), key(&a).cmp(&key(&b)));
    }
}

#[test]
fn the_order_is_as_described() {
    check_order::<B2x3>(2000);
    check_order::<B3x2>(2000);
    check_order::<B3x3>(10_000);
}

proptest! {
    #[test]
    fn number_to_grid_and_back(number in 0..GRIDS) {
        prop_assert_eq!(rank::<B3x3>(&unrank(number).unwrap()), number);
    }

    #[test]
    fn grid_to_number_and_back(seed: u64) {
        let grid: Grid = Uniform.fill_seeded(seed);
        prop_assert_eq!(unrank(rank(&grid)), Some(grid));
    }

    #[test]
    fn small_number_to_grid_and_back(number in 0..28_200_960_u128) {
        prop_assert_eq!(rank::<B2x3>(&unrank(number).unwrap()), number);
        prop_assert_eq!(rank::<B3x2>(&unrank(number).unwrap()), number);
    }
}

/// The map from numbers to grids of 6x6 is one to one, and every grid is a valid one: so these are all.
#[test]
#[ignore = "28,200,960 grids, twice"]
fn all_grids_of_6x6_in_order() {
    fn check<S: Numbered>() {
        let mut before = Vec::new();
        for number in 0..grids::<S>() {
            let grid: Grid<S> = unrank(number).unwrap();
            assert!(Grid::<S>::from_values(grid.values()).is_ok() && rank(&grid) == number);
            let key = key(&grid);
            assert!(before < key);
            before = key;
        }
    }
    check::<B2x3>();
    check::<B3x2>();
}
