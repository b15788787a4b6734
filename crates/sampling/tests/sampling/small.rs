//! 4x4, where all puzzles of all grids can be counted.

use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use gridwright_fill_uniform::{Uniform, unrank};
use gridwright_grid::{B2x2, Grid, Puzzle, SolverExt};
use gridwright_sampling::{
    BottomUp, ControlledBias, Effort, Estimate, Generator, GeneratorExt, Tally, TopDown, Unbiased, Weighting,
    binomial,
};
use gridwright_solve_dlx::Dlx;

const CELLS: usize = 16;
const SETS: usize = 1 << CELLS;

/// All 288 grids.
fn grids() -> Vec<Grid<B2x2>> {
    (0..288).map(|number| unrank(number).unwrap()).collect()
}

/// Whether each set of clues of a grid is unique: not if another grid agrees with it.
fn unique(grid: &Grid<B2x2>, all: &[Grid<B2x2>]) -> Vec<bool> {
    let mut unique = vec![true; SETS];
    for other in all.iter().filter(|other| *other != grid) {
        let pairs = grid.values().iter().zip(other.values()).enumerate();
        let agreeing = pairs.fold(0, |set, (cell, (a, b))| set | usize::from(a == b) << cell);
        unique[agreeing] = false;
    }
    // And no subset is unique of a set that is not.
    for set in (0..SETS).rev() {
        if !unique[set] {
            (0..CELLS).for_each(|cell| unique[set & !(1 << cell)] = false);
        }
    }
    unique
}

fn clues(set: usize) -> impl Iterator<Item = usize> {
    (0..CELLS).filter(move |cell| set >> cell & 1 == 1)
}

/// By number of clues: how many minimal puzzles there are in all, and the law of the top-down generator.
fn exact() -> &'static ([u64; CELLS + 1], [f64; CELLS + 1]) {
    static EXACT: OnceLock<([u64; CELLS + 1], [f64; CELLS + 1])> = OnceLock::new();
    EXACT.get_or_init(|| {
        let all = grids();
        let (mut minimal, mut top_down) = ([0; CELLS + 1], [0.0; CELLS + 1]);
        for grid in &all {
            let unique = unique(grid, &all);
            let mut reached = vec![0.0; SETS];
            reached[SETS - 1] = 1.0 / all.len() as f64;
            for set in (0..SETS).rev().filter(|&set| unique[set]) {
                let less = || {
                    clues(set)
                        .map(|cell| set & !(1 << cell))
                        .filter(|&less| unique[less])
                };
                let (n, ways) = (set.count_ones() as usize, less().count());
                if ways == 0 {
                    minimal[n] += 1;
                    top_down[n] += reached[set];
                }
                less().for_each(|less| reached[less] += reached[set] / ways as f64);
            }
        }
        (minimal, top_down)
    })
}

/// An estimate is not exact, and not farther off than four standard errors.
fn assert_near(estimate: Estimate, exact: f64, what: &str) {
    assert!(estimate.error > 0.0, "{what}: {estimate:?}");
    assert!(
        estimate.deviation(exact).abs() < 4.0,
        "{what}: {estimate:?}, exactly {exact}"
    );
}

fn controlled(effort: Effort) -> ControlledBias<B2x2, Dlx> {
    ControlledBias::new(Arc::new(Uniform), Dlx::default(), effort).unwrap()
}

#[test]
fn the_correction_gives_the_exact_numbers() {
    let (minimal, _) = exact();
    // Known: 4-clue puzzles are the smallest; 25,728 of them (13 classes).
    assert_eq!(minimal.iter().position(|&count| count > 0), Some(4));
    assert_eq!(minimal[4], 25_728);
    let total: u64 = minimal.iter().sum();
    let mean = minimal.iter().zip(0..).map(|(&count, n)| count * n).sum::<u64>() as f64 / total as f64;

    let plain = Effort::plain::<B2x2>(50);
    // All minimal puzzles have fewer clues than these roots.
    let split = Effort {
        roots: 20,
        clues: 7,
        continuations: 5,
    };
    for effort in [plain, split] {
        let tally = controlled(effort).tally(3, 0..400);
        assert_eq!(tally.paths(), Some(400 * effort.paths()));
        assert_near(
            tally.per_grid().unwrap(),
            total as f64 / 288.0,
            "puzzles of a grid",
        );
        assert_near(tally.mean(Weighting::Corrected), mean, "mean number of clues");
        for n in 4..=6 {
            let of_size = tally.per_grid_if(|m| m == n).unwrap();
            assert_near(of_size, minimal[n] as f64 / 288.0, &format!("{n} clues"));
            let share = tally.share(n, Weighting::Corrected);
            assert_near(share, minimal[n] as f64 / total as f64, "share");
            // What a path leads to, without correction.
            let seen: f64 = minimal
                .iter()
                .zip(0..)
                .map(|(&m, k)| m as f64 / binomial(16, k) as f64)
                .sum();
            let alike = minimal[n] as f64 / binomial(16, n) as f64 / seen;
            assert_near(tally.share(n, Weighting::Alike), alike, "uncorrected share");
        }
    }
}

#[test]
fn top_down_has_its_exact_law() {
    let (minimal, law) = exact();
    assert!((law.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    let mut generator = TopDown::<B2x2, _>::new(Arc::new(Uniform), Dlx::default());
    let tally = generator.tally(5, 0..5_000);
    for (n, &share) in law.iter().enumerate().take(7).skip(4) {
        assert_near(tally.share(n, Weighting::Alike), share, &format!("{n} clues"));
    }
    // It is biased indeed: the test would see it.
    let share = minimal[4] as f64 / minimal.iter().sum::<u64>() as f64;
    assert!(tally.share(4, Weighting::Alike).deviation(share) > 10.0);
}

#[test]
fn acceptance_leaves_no_bias() {
    let (minimal, _) = exact();
    let total: u64 = minimal.iter().sum();
    let effort = Effort::plain::<B2x2>(20);
    for alone in [false, true] {
        let mut generator = Unbiased::new(controlled(effort), 6);
        if alone {
            generator = generator.alone(12);
        }
        let mut tally = Tally::new::<B2x2>(None);
        for index in 0..1_500 {
            let puzzles = generator.item(7, index);
            assert!(!alone || puzzles.len() <= 1);
            tally.add(puzzles.iter().map(|puzzle| puzzle.clues));
        }
        for (n, &count) in minimal.iter().enumerate().take(7).skip(4) {
            let share = count as f64 / total as f64;
            assert_near(
                tally.share(n, Weighting::Alike),
                share,
                &format!("{n} clues, {alone}"),
            );
        }
    }
}

#[test]
fn every_puzzle_is_minimal() {
    fn check(generator: &mut impl Generator<B2x2>) {
        let mut solver = Dlx::default();
        for index in 0..50 {
            for one in generator.item(11, index) {
                assert_eq!(one.item, index);
                assert_eq!(one.clues, one.puzzle.clues());
                let unique = |puzzle: &Puzzle<B2x2>| {
                    let mut grids = Vec::new();
                    let _: ControlFlow<()> = solver.for_each(puzzle, |grid| {
                        grids.push(*grid);
                        ControlFlow::Continue(())
                    });
                    grids == [one.grid]
                };
                assert_minimal(&one.puzzle, unique);
            }
        }
    }
    check(&mut controlled(Effort::plain::<B2x2>(30)));
    check(&mut TopDown::<B2x2, _>::new(Arc::new(Uniform), Dlx::default()));
    check(&mut BottomUp::<B2x2, _>::new(Dlx::default()));
}

fn assert_minimal(puzzle: &Puzzle<B2x2>, mut unique: impl FnMut(&Puzzle<B2x2>) -> bool) {
    assert!(unique(puzzle), "{puzzle}");
    for cell in gridwright_grid::Cell::all().filter(|&cell| puzzle.given(cell).is_some()) {
        let mut less = puzzle.clone();
        less.set(cell, None);
        assert!(!unique(&less), "{puzzle} without {cell}");
    }
}
