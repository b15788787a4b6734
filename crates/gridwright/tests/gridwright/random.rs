//! Random solutions: each as often as any other, listed or drawn.

use std::collections::BTreeMap;

use gridwright::fill::{DefaultRng, FillerExt, Shuffle, stream};
use gridwright::grid::{B2x2, B2x4, B3x3, Budget, Cell, Digit, DigitSet, Exhausted, Grid, Puzzle, Shape};
use gridwright::solve::SolverExt;
use gridwright::solve::{Dlx, DynSolver};
use gridwright::{random_solution, solver};

fn draw<S: Shape>(
    puzzle: &Puzzle<S>,
    solver: &mut dyn DynSolver<S>,
    rng: &mut DefaultRng,
) -> Result<Option<Grid<S>>, Exhausted> {
    random_solution(puzzle, solver, rng, &mut Budget::nodes(1_000_000))
}

/// By chi-square, at some 7 standard deviations.
fn check_even<S: Shape>(puzzle: &Puzzle<S>) {
    let solutions = Dlx::default().count(puzzle, 0) as usize;
    let mut solver = solver::<S>("auto").unwrap();
    let mut counts = BTreeMap::new();
    for i in 0..20 * solutions {
        let grid = draw(puzzle, &mut *solver, &mut stream(5, i as u64))
            .unwrap()
            .unwrap();
        assert!(puzzle.admits(&grid));
        *counts.entry(grid.values().to_vec()).or_insert(0_u32) += 1;
    }
    assert_eq!(counts.len(), solutions);
    let chi2: f64 = counts
        .values()
        .map(|&count| (f64::from(count) - 20.0).powi(2) / 20.0)
        .sum();
    let degrees = solutions as f64 - 1.0;
    assert!(
        chi2 < degrees + 7.0 * (2.0 * degrees).sqrt(),
        "{chi2} for {degrees}"
    );
}

#[test]
fn drawn_grids_that_fit_are_even() {
    check_even(&Puzzle::<B2x2>::empty());
    for line in ["1...............", "12......2.......", "1.....1....2...."] {
        check_even(&line.parse::<Puzzle<B2x2>>().unwrap());
    }
}

#[test]
fn listed_solutions_are_even() {
    // Where candidates are restricted, digits cannot be exchanged.
    let mut puzzle = Puzzle::<B2x2>::empty();
    let two: DigitSet = [1, 2].into_iter().filter_map(Digit::new).collect();
    puzzle.restrict(Cell::new(0).unwrap(), two);
    check_even(&puzzle);
    // No uniform grids of this shape.
    let grid: Grid<B2x4> = Shuffle::default().fill_seeded(3);
    let mut puzzle = Puzzle::from(&grid);
    for cell in 0..16 {
        puzzle.set(Cell::new(cell).unwrap(), None);
    }
    check_even(&puzzle);
}

#[test]
fn without_solution_and_beyond_reach() {
    let mut solver = solver::<B3x3>("auto").unwrap();
    let grid = Shuffle::default().fill_seeded(1);
    assert_eq!(
        draw(&Puzzle::from(&grid), &mut *solver, &mut stream(1, 0)),
        Ok(Some(grid))
    );
    // 1 to 8 in the first row, and 9 below the ninth cell.
    let mut puzzle = Puzzle::empty();
    for (cell, digit) in (0..8).chain([17]).zip(1..) {
        puzzle.set(Cell::new(cell).unwrap(), Digit::new(digit));
    }
    assert_eq!(draw(&puzzle, &mut *solver, &mut stream(1, 0)), Ok(None));
    let mut puzzle = Puzzle::empty();
    let two: DigitSet = [1, 2].into_iter().filter_map(Digit::new).collect();
    puzzle.restrict(Cell::new(0).unwrap(), two);
    assert_eq!(
        draw(&puzzle, &mut *solver, &mut stream(1, 0)),
        Err(Exhausted::Nodes)
    );
}
