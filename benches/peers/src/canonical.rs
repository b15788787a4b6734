//! Canonical forms: ours, and the crate `sudoku`. Both give the least equivalent of a grid, so each checks the other.

use std::time::Instant;

use gridwright::fill::{FillerExt, RandomRowFair};
use gridwright::grid::{Canonicalizer, Grid, Puzzle};
use gridwright::solve::Bits;

use crate::Effort;
use crate::measure::{Contender, Record, in_turns, late};
use crate::sets::Set;

/// Puzzles with one solution, or grids.
struct Work<'a> {
    puzzles: &'a [Puzzle],
}

/// The form by the crate `sudoku`, and how many symmetries keep the solution.
fn by_sudoku(puzzle: &Puzzle) -> Option<([u8; 81], usize)> {
    let values = puzzle.values().try_into().ok()?;
    let (form, count) = sudoku::Sudoku::from_bytes(values).ok()?.canonicalized()?;
    Some((form.to_bytes(), count))
}

impl Contender for Work<'_> {
    fn name(&self) -> String {
        "sudoku canonicalized".into()
    }

    fn package(&self) -> &'static str {
        "sudoku"
    }

    fn check(&mut self, deadline: Instant) -> Result<(), String> {
        for puzzle in self.puzzles {
            late(deadline)?;
            by_sudoku(puzzle).ok_or_else(|| format!("wrong: no form of {puzzle}"))?;
        }
        Ok(())
    }

    fn pass(&mut self) -> u64 {
        self.puzzles
            .iter()
            .map(|puzzle| u64::from(by_sudoku(puzzle).is_some()))
            .sum()
    }
}

struct Ours<'a> {
    puzzles: &'a [Puzzle],
    canonicalizer: &'static Canonicalizer,
    solver: Bits,
}

impl Ours<'_> {
    fn form(&mut self, puzzle: &Puzzle) -> Option<(Puzzle, u128)> {
        let found = if let Some(grid) = puzzle.to_grid() {
            let found = self.canonicalizer.grid(&grid).ok()?;
            (Puzzle::from(&found.form), found.automorphisms)
        } else {
            let found = self.canonicalizer.puzzle(puzzle, &mut self.solver).ok()?;
            (found.form, found.automorphisms)
        };
        Some(found)
    }
}

impl Contender for Ours<'_> {
    fn name(&self) -> String {
        "gridwright canonical".into()
    }

    fn package(&self) -> &'static str {
        "gridwright"
    }

    fn check(&mut self, deadline: Instant) -> Result<(), String> {
        for puzzle in self.puzzles {
            late(deadline)?;
            let (form, _) = self
                .form(puzzle)
                .ok_or_else(|| format!("wrong: no form of {puzzle}"))?;
            // Of a solution with symmetries `sudoku` takes whichever image of the puzzle comes.
            if let Some((theirs, count)) = by_sudoku(puzzle)
                && (count == 1 || puzzle.clues() == 81)
                && form.values() != theirs
            {
                return Err(format!("wrong: {puzzle} becomes {form}"));
            }
        }
        Ok(())
    }

    fn pass(&mut self) -> u64 {
        let puzzles = self.puzzles;
        puzzles
            .iter()
            .map(|puzzle| u64::from(self.form(puzzle).is_some()))
            .sum()
    }
}

fn contest(name: &str, puzzles: &[Puzzle], effort: Effort) -> Vec<Record> {
    let mut contenders: Vec<Box<dyn Contender + '_>> = vec![
        Box::new(Work { puzzles }),
        Box::new(Ours {
            puzzles,
            canonicalizer: Canonicalizer::shared(),
            solver: Bits::default(),
        }),
    ];
    let expected = puzzles.len() as u64;
    in_turns(
        "canonical",
        name,
        puzzles.len(),
        expected,
        effort,
        &mut contenders,
    )
}

/// Of random solution grids.
pub(crate) fn measure_grids(effort: Effort) -> Vec<Record> {
    let filler = RandomRowFair::default();
    let grids = filler.grids(1).take(10 * effort.puzzles);
    let puzzles: Vec<Puzzle> = grids.map(|grid: Grid| Puzzle::from(grid)).collect();
    contest("grids", &puzzles, effort)
}

/// Of the puzzles of a set that have one solution.
pub(crate) fn measure(set: &Set, effort: Effort) -> Vec<Record> {
    let unique = |puzzle: &&Puzzle| by_sudoku(puzzle).is_some();
    let puzzles: Vec<Puzzle> = set.puzzles.iter().filter(unique).cloned().collect();
    if puzzles.is_empty() {
        return Vec::new();
    }
    contest(&set.name, &puzzles, effort)
}
