//! Solvers: every one of the catalogue, the crate `sudoku`, and the exact-cover crates.

use std::io;
use std::ops::ControlFlow;
use std::time::Instant;

use gridwright::grid::{B3x3, Budget, Grid, Puzzle};
use gridwright::solve::{BoxedBatch, Dlx, DynSolver, Outcome, SolverExt};

use crate::Effort;
use crate::exact_cover::{DancingLinks, DlxCrate, DlxRs, ExactCovers};
use crate::external::{Counting, Program};
use crate::measure::{Contender, Record, in_turns, late};
use crate::sets::Set;

/// Digits row by row, 0 for an empty cell.
pub(crate) type Values = [u8; 81];

/// How many solutions there are, up to a limit, and the first that was found.
pub(crate) struct Answer {
    pub(crate) count: u64,
    pub(crate) first: Option<Values>,
}

/// A solver to compare with.
pub(crate) trait Peer {
    fn name(&self) -> String;
    fn package(&self) -> &'static str;
    fn solve(&mut self, values: &Values, limit: u64) -> Answer;
    /// The same within a budget of nodes, where it knows budgets.
    fn solve_patiently(&mut self, values: &Values, limit: u64) -> Option<Answer> {
        Some(self.solve(values, limit))
    }
}

struct Ours {
    name: &'static str,
    solver: Box<dyn DynSolver>,
}

impl Ours {
    fn collect(&mut self, values: &Values, limit: u64, budget: Option<u64>) -> Option<Answer> {
        let puzzle = Puzzle::<B3x3>::try_from(*values).ok()?;
        let mut answer = Answer {
            count: 0,
            first: None,
        };
        let mut visit = |grid: &Grid| {
            answer.count += 1;
            if answer.first.is_none() {
                answer.first = grid.values().try_into().ok();
            }
            if answer.count == limit {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        match budget {
            None => {
                let _ = self.solver.dyn_for_each(&puzzle, &mut visit);
            }
            Some(nodes) => {
                let mut budget = Budget::nodes(nodes);
                let _ = self.solver.dyn_try_solve(&puzzle, &mut budget, &mut visit).ok()?;
            }
        }
        Some(answer)
    }
}

impl Peer for Ours {
    fn name(&self) -> String {
        format!("gridwright {}", self.name)
    }

    fn package(&self) -> &'static str {
        "gridwright"
    }

    fn solve(&mut self, values: &Values, limit: u64) -> Answer {
        self.collect(values, limit, None).unwrap_or(Answer {
            count: 0,
            first: None,
        })
    }

    fn solve_patiently(&mut self, values: &Values, limit: u64) -> Option<Answer> {
        self.collect(values, limit, Some(20_000_000))
    }
}

struct SudokuCrate;

impl Peer for SudokuCrate {
    fn name(&self) -> String {
        "sudoku".into()
    }

    fn package(&self) -> &'static str {
        "sudoku"
    }

    fn solve(&mut self, values: &Values, limit: u64) -> Answer {
        let Ok(puzzle) = sudoku::Sudoku::from_bytes(*values) else {
            return Answer {
                count: 0,
                first: None,
            };
        };
        let mut found = [[0; 81]; 2];
        let count = puzzle.solutions_up_to_buffer(&mut found, limit as usize);
        Answer {
            count: count as u64,
            first: (count > 0).then_some(found[0]),
        }
    }
}

struct Solving<'a> {
    peer: Box<dyn Peer>,
    puzzles: &'a [(Puzzle, Values, Answer)],
    limit: u64,
}

impl Contender for Solving<'_> {
    fn name(&self) -> String {
        self.peer.name()
    }

    fn package(&self) -> &'static str {
        self.peer.package()
    }

    fn check(&mut self, deadline: Instant) -> Result<(), String> {
        for (puzzle, values, expected) in self.puzzles {
            late(deadline)?;
            let Some(answer) = self.peer.solve_patiently(values, self.limit) else {
                return Err("left out: too slow".into());
            };
            let grid = answer
                .first
                .and_then(|values| Grid::<B3x3>::try_from(values).ok());
            let right = answer.count == expected.count.min(self.limit)
                && answer.first.is_some() == (answer.count > 0)
                && answer.first.is_some() == grid.is_some()
                && grid.is_none_or(|grid| puzzle.admits(&grid))
                && (expected.count != 1 || answer.first == expected.first);
            if !right {
                return Err(format!("wrong: {} solutions of {puzzle}", answer.count));
            }
        }
        Ok(())
    }

    fn pass(&mut self) -> u64 {
        let solve = |(_, values, _): &(_, Values, _)| self.peer.solve(values, self.limit).count;
        self.puzzles.iter().map(solve).sum()
    }
}

/// A solver of batches: all puzzles of a set in one call, parsed beforehand as ours are elsewhere; it writes out one
/// solution where there is one, and two where there are more.
struct Batches<'a> {
    name: &'static str,
    solver: BoxedBatch<B3x3>,
    values: &'a [(Puzzle, Values, Answer)],
}

impl Batches<'_> {
    fn outcomes(&mut self) -> Vec<Outcome> {
        let read = |(_, values, _): &(_, Values, _)| Puzzle::try_from(*values).unwrap_or_default();
        let puzzles: Vec<Puzzle> = self.values.iter().map(read).collect();
        let mut outcomes = Vec::with_capacity(puzzles.len());
        self.solver.solve_batch(&puzzles, &mut outcomes);
        outcomes
    }
}

impl Contender for Batches<'_> {
    fn name(&self) -> String {
        format!("gridwright {}", self.name)
    }

    fn package(&self) -> &'static str {
        "gridwright"
    }

    fn check(&mut self, deadline: Instant) -> Result<(), String> {
        let outcomes = self.outcomes();
        late(deadline)?;
        for (outcome, (puzzle, _, expected)) in outcomes.iter().zip(self.values) {
            let right = match outcome {
                Outcome::Unsolvable => expected.count == 0,
                Outcome::Unique(grid) => {
                    expected.count == 1 && expected.first.is_some_and(|first| grid.values() == first)
                }
                Outcome::Ambiguous(one, other) => {
                    expected.count == 2 && one != other && puzzle.admits(one) && puzzle.admits(other)
                }
                Outcome::Undetermined(_) => false,
            };
            if !right {
                return Err(format!("wrong: {outcome:?} of {puzzle}"));
            }
        }
        Ok(())
    }

    fn pass(&mut self) -> u64 {
        let count = |outcome| match outcome {
            Outcome::Unsolvable | Outcome::Undetermined(_) => 0,
            Outcome::Unique(_) => 1,
            Outcome::Ambiguous(..) => 2,
        };
        self.outcomes().into_iter().map(count).sum()
    }
}

fn peers() -> Vec<Box<dyn Peer>> {
    let mut peers: Vec<Box<dyn Peer>> = vec![
        Box::new(SudokuCrate),
        Box::new(DlxCrate),
        Box::new(DlxRs),
        Box::new(ExactCovers),
        Box::new(DancingLinks),
    ];
    for entry in gridwright::solvers() {
        if let Ok(solver) = gridwright::solver(entry.info.name) {
            let name = entry.info.name;
            peers.push(Box::new(Ours { name, solver }));
        }
    }
    peers
}

pub(crate) fn measure(set: &Set, programs: &[Program], effort: Effort) -> io::Result<Vec<Record>> {
    let mut dlx = Dlx::default();
    let puzzles: Vec<_> = set
        .puzzles
        .iter()
        .filter_map(|puzzle| {
            let values: Values = puzzle.values().try_into().ok()?;
            let answer = Answer {
                count: dlx.count(puzzle, 2),
                first: dlx.first(puzzle).and_then(|grid| grid.values().try_into().ok()),
            };
            Some((puzzle.clone(), values, answer))
        })
        .collect();
    let mut records = Vec::new();
    for (task, limit) in [("first", 1), ("unique", 2)] {
        let expected = puzzles.iter().map(|(_, _, answer)| answer.count.min(limit)).sum();
        let mut contenders: Vec<Box<dyn Contender + '_>> = Vec::new();
        for peer in peers() {
            contenders.push(Box::new(Solving {
                peer,
                puzzles: &puzzles,
                limit,
            }));
        }
        if limit == 2 {
            for entry in gridwright::batch_solvers() {
                let name = entry.info.name;
                if let Ok(solver) = gridwright::batch_solver(name) {
                    contenders.push(Box::new(Batches {
                        name,
                        solver,
                        values: &puzzles,
                    }));
                }
            }
            let mut lines = Vec::new();
            for (puzzle, ..) in &puzzles {
                puzzle.push_line(&mut lines);
                lines.push(b'\n');
            }
            for program in programs {
                let expected = puzzles.iter().map(|(_, _, answer)| answer.count).collect();
                contenders.push(Box::new(Counting::new(program, &lines, expected, limit)?));
            }
        }
        records.extend(in_turns(
            task,
            &set.name,
            puzzles.len(),
            expected,
            effort,
            &mut contenders,
        ));
    }
    Ok(records)
}
