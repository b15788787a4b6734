//! Minimal puzzles: the yardstick's, and ours from the top down.

use std::time::Instant;

use gridwright::grid::{Cell, Puzzle};
use gridwright::sampling::{GeneratorExt, TopDown};
use gridwright::solve::{Bits, SolverExt};

use crate::Effort;
use crate::measure::{Contender, Record, in_turns, late};

/// Whether a puzzle is unique, and no longer without any one of its clues.
fn is_minimal(puzzle: &Puzzle, solver: &mut Bits) -> Result<(), String> {
    if solver.count(puzzle, 2) != 1 {
        return Err(format!("wrong: {puzzle} is not unique"));
    }
    for cell in Cell::all().filter(|&cell| puzzle.given(cell).is_some()) {
        let mut less = puzzle.clone();
        less.set(cell, None);
        if solver.count(&less, 2) == 1 {
            return Err(format!("wrong: {puzzle} is not minimal"));
        }
    }
    Ok(())
}

/// `generate` of the crate `sudoku`: a random grid by its search, then clues taken away in random order.
struct Yardstick {
    puzzles: u64,
}

impl Contender for Yardstick {
    fn name(&self) -> String {
        "sudoku generate".into()
    }

    fn package(&self) -> &'static str {
        "sudoku"
    }

    fn check(&mut self, deadline: Instant) -> Result<(), String> {
        let mut solver = Bits::default();
        for _ in 0..self.puzzles {
            late(deadline)?;
            let puzzle = Puzzle::from_values(&sudoku::Sudoku::generate().to_bytes());
            is_minimal(&puzzle.map_err(|error| format!("wrong: {error}"))?, &mut solver)?;
        }
        Ok(())
    }

    fn pass(&mut self) -> u64 {
        (0..self.puzzles)
            .map(|_| u64::from(sudoku::Sudoku::generate().n_clues() > 16))
            .sum()
    }
}

struct Ours {
    generator: TopDown,
    puzzles: u64,
}

impl Contender for Ours {
    fn name(&self) -> String {
        "gridwright top-down".into()
    }

    fn package(&self) -> &'static str {
        "gridwright"
    }

    fn check(&mut self, deadline: Instant) -> Result<(), String> {
        let mut solver = Bits::default();
        for i in 0..self.puzzles {
            late(deadline)?;
            is_minimal(&self.generator.item(1, i)[0].puzzle, &mut solver)?;
        }
        Ok(())
    }

    fn pass(&mut self) -> u64 {
        (0..self.puzzles)
            .map(|i| u64::from(self.generator.item(1, i)[0].clues > 16))
            .sum()
    }
}

/// The yardstick draws from the thread's own generator; ours makes the same puzzles in every pass, each of a uniform grid
/// of its own.
pub(crate) fn measure(effort: Effort) -> Vec<Record> {
    let puzzles = 2 * effort.puzzles as u64;
    let mut contenders: Vec<Box<dyn Contender>> = vec![
        Box::new(Yardstick { puzzles }),
        Box::new(Ours {
            generator: TopDown::default(),
            puzzles,
        }),
    ];
    in_turns(
        "minimal",
        "3x3",
        puzzles as usize,
        puzzles,
        effort,
        &mut contenders,
    )
}
