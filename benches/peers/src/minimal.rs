//! Puzzles made by taking clues away: the yardstick's, and ours from the top down.

use std::time::Instant;

use gridwright::grid::{Cell, Puzzle};
use gridwright::sampling::{GeneratorExt, TopDown};
use gridwright::solve::{Bits, SolverExt};

use crate::Effort;
use crate::measure::{Contender, Record, in_turns, late};

/// The error of a puzzle that is not unique.
fn unique(puzzle: &Puzzle, solver: &mut Bits) -> Result<(), String> {
    match solver.count(puzzle, 2) {
        1 => Ok(()),
        _ => Err(format!("wrong: {puzzle} is not unique")),
    }
}

/// The error of a unique puzzle that is so without one of its clues.
fn minimal(puzzle: &Puzzle, solver: &mut Bits) -> Result<(), String> {
    let mut clues = Cell::all().filter(|&cell| puzzle.given(cell).is_some());
    let needed = clues.all(|cell| {
        let mut less = puzzle.clone();
        less.set(cell, None);
        solver.count(&less, 2) > 1
    });
    if needed {
        Ok(())
    } else {
        Err(format!("wrong: {puzzle} is not minimal"))
    }
}

/// `generate` of the crate `sudoku`: unique puzzles, nearly all of them not minimal.
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
            unique(&puzzle.map_err(|error| format!("wrong: {error}"))?, &mut solver)?;
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
            let puzzle = &self.generator.item(1, i)[0].puzzle;
            unique(puzzle, &mut solver)?;
            minimal(puzzle, &mut solver)?;
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
        "generate",
        "3x3",
        puzzles as usize,
        puzzles,
        effort,
        &mut contenders,
    )
}
