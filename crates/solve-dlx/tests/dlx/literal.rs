//! Against a literal exact cover: a dense matrix, every row and column looked at anew at every step.

use std::ops::ControlFlow;

use gridwright_fill_shuffle::Shuffle;
use gridwright_grid::rng::{DefaultRng, below, shuffle, stream};
use gridwright_grid::{
    B2x2, B2x3, B3x2, B3x3, B4x4, Cell, Counts, Digit, DigitSet, FillerExt, Flat, Grid, Puzzle, Shape,
    Solver, SolverExt,
};
use gridwright_solve_dlx::Dlx;
use gridwright_solve_naive::Naive;
use proptest::prelude::*;

/// Solutions are compared up to so many.
const LIMIT: usize = 100;

struct Literal {
    rows: Vec<[usize; 4]>,
    live: Vec<bool>,
    open: Vec<bool>,
    chosen: Vec<usize>,
    solutions: Vec<Vec<usize>>,
    counts: Counts,
}

impl Literal {
    /// All rows of the puzzle; the givens' are chosen first.
    fn new<S: Shape>(puzzle: &Puzzle<S>) -> Self {
        let (side, cells) = (S::SIDE, S::CELLS);
        let mut rows = Vec::new();
        let mut live = Vec::new();
        for cell in Cell::<S>::all() {
            for digit in S::ALL {
                let d = digit.index();
                rows.push([
                    side * cell.row() + d,
                    cells + side * cell.column() + d,
                    2 * cells + side * cell.box_index() + d,
                    3 * cells + cell.index(),
                ]);
                live.push(puzzle.allowed(cell).contains(digit));
            }
        }
        let mut literal = Self {
            rows,
            live,
            open: vec![true; 4 * cells],
            chosen: Vec::new(),
            solutions: Vec::new(),
            counts: Counts::default(),
        };
        for cell in Cell::<S>::all() {
            if let Some(digit) = puzzle.given(cell) {
                literal.choose(side * cell.index() + digit.index());
            }
        }
        literal
    }

    fn choose(&mut self, row: usize) {
        for column in self.rows[row] {
            self.open[column] = false;
            for (live, columns) in self.live.iter_mut().zip(&self.rows) {
                *live &= !columns.contains(&column);
            }
        }
        self.chosen.push(row);
    }

    fn rows_in(&self, column: usize) -> Vec<usize> {
        (0..self.rows.len())
            .filter(|&row| self.live[row] && self.rows[row].contains(&column))
            .collect()
    }

    fn search(&mut self) -> ControlFlow<()> {
        let mut best: Option<Vec<usize>> = None;
        for column in (0..self.open.len()).rev().filter(|&column| self.open[column]) {
            let rows = self.rows_in(column);
            if best.as_ref().is_none_or(|best| rows.len() < best.len()) {
                best = Some(rows);
            }
            if best.as_ref().is_some_and(|best| best.len() <= 1) {
                break;
            }
        }
        let Some(rows) = best else {
            self.solutions.push(self.chosen.clone());
            return if self.solutions.len() == LIMIT {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            };
        };
        for (left, &row) in rows.iter().enumerate().rev() {
            self.counts.nodes += 1;
            self.counts.guesses += u64::from(left > 0);
            let saved = (self.live.clone(), self.open.clone(), self.chosen.len());
            self.choose(row);
            self.search()?;
            (self.live, self.open) = (saved.0, saved.1);
            self.chosen.truncate(saved.2);
        }
        ControlFlow::Continue(())
    }
}

/// A grid drawn from the symmetries of the base grid, `removed` cells emptied, then spoilt: one given changed or
/// added, some candidates taken away.
fn puzzle<S: Shape>(seed: u64, removed: usize, changed: bool, restricted: usize) -> (Grid<S>, Puzzle<S>) {
    let mut rng = stream(seed, 0);
    let grid: Grid<S> = Shuffle::default().fill(&mut rng);
    let mut puzzle = Puzzle::from(&grid);
    let mut cells: Vec<_> = Cell::all().collect();
    shuffle(&mut rng, &mut cells);
    for &cell in &cells[..removed.min(S::CELLS)] {
        puzzle.set(cell, None);
    }
    let draw = |rng: &mut DefaultRng, below_this: usize| below(rng, below_this as u32) as usize;
    if changed {
        let cell = Cell::new(draw(&mut rng, S::CELLS)).unwrap();
        puzzle.set(cell, Digit::new(draw(&mut rng, S::SIDE) as u8 + 1));
    }
    for _ in 0..restricted {
        let cell = Cell::new(draw(&mut rng, S::CELLS)).unwrap();
        let digit = Digit::new(draw(&mut rng, S::SIDE) as u8 + 1).unwrap();
        puzzle.restrict(cell, !DigitSet::single(digit));
    }
    (grid, puzzle)
}

fn solutions<S: Shape>(solver: &mut impl Solver<S>, puzzle: &Puzzle<S>) -> (Vec<Grid<S>>, Counts) {
    let (mut found, mut counts) = (Vec::new(), Counts::default());
    let Ok(_) = solver.try_solve(puzzle, &mut counts, |grid| {
        found.push(*grid);
        if found.len() == LIMIT {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    (found, counts)
}

/// The same solutions in the same order, with the same nodes and guesses.
fn like_the_literal<S: Shape>(puzzle: &Puzzle<S>) {
    let (found, counts) = solutions(&mut Dlx::default(), puzzle);
    if !puzzle.is_consistent() {
        assert_eq!((found.len(), counts), (0, Counts::default()), "{puzzle}");
        return;
    }
    let mut literal = Literal::new(puzzle);
    let _ = literal.search();
    let expected: Vec<_> = literal
        .solutions
        .iter()
        .map(|rows| {
            let mut values = S::CellArray::filled(0_u8);
            for row in rows {
                values.flat_mut()[row / S::SIDE] = (row % S::SIDE) as u8 + 1;
            }
            Grid::<S>::from_values(values.flat()).unwrap()
        })
        .collect();
    assert_eq!(found, expected, "{puzzle}");
    assert_eq!(counts, literal.counts, "{puzzle}");
}

/// The same set of solutions as the naive solver, which finds them in ascending order.
fn like_the_naive<S: Shape>(grid: &Grid<S>, puzzle: &Puzzle<S>, intact: bool) {
    let (mut found, _) = solutions(&mut Dlx::default(), puzzle);
    let (expected, _) = solutions(&mut Naive, puzzle);
    assert!(expected.is_sorted(), "{puzzle}");
    assert_eq!(found.len(), expected.len(), "{puzzle}");
    if found.len() < LIMIT {
        found.sort_unstable();
        assert_eq!(found, expected, "{puzzle}");
        assert!(!intact || found.contains(grid), "{puzzle}");
    }
    assert!(found.iter().all(|grid| puzzle.admits(grid)), "{puzzle}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn in_the_literal_order(seed: u64, removed in 0_usize..60, changed: bool, restricted in 0_usize..6) {
        like_the_literal(&puzzle::<B3x3>(seed, removed, changed, restricted).1);
        like_the_literal(&puzzle::<B2x3>(seed, removed, changed, restricted).1);
        like_the_literal(&puzzle::<B2x2>(seed, removed, changed, restricted / 2).1);
    }

    #[test]
    fn the_solutions_of_the_naive(seed: u64, removed in 0_usize..58, changed: bool, restricted in 0_usize..6) {
        let intact = !changed && restricted == 0;
        let (grid, puzzle3x3) = puzzle::<B3x3>(seed, removed, changed, restricted);
        like_the_naive(&grid, &puzzle3x3, intact);
        let (grid, puzzle3x2) = puzzle::<B3x2>(seed, removed / 2, changed, restricted);
        like_the_naive(&grid, &puzzle3x2, intact);
        let (grid, puzzle4x4) = puzzle::<B4x4>(seed, removed, changed, restricted);
        like_the_naive(&grid, &puzzle4x4, intact);
    }
}

#[test]
fn open_grids_in_the_literal_order() {
    like_the_literal(&Puzzle::<B2x2>::empty());
    like_the_literal(&Puzzle::<B3x2>::empty());
    like_the_literal(&Puzzle::<B3x3>::empty());
}

#[test]
fn exact_counts() {
    let mut dlx = Dlx::default();
    assert_eq!(dlx.count(&Puzzle::<B2x2>::empty(), 0), 288);
    let first_row: Vec<u8> = (1..=6).chain([0; 30]).collect();
    let wide = Puzzle::<B2x3>::from_values(&first_row).unwrap();
    let high = Puzzle::<B3x2>::from_values(&first_row).unwrap();
    assert_eq!(dlx.count(&wide, 0), 39_168);
    assert_eq!(dlx.count(&high, 0), 39_168);
    assert_eq!(dlx.count(&wide, 39_167), 39_167);
}
