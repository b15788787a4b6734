//! Puzzles a second of the fast solvers, on every set of instructions that the machine has.

use std::hint::black_box;

use gridwright::grid::{BatchSolver, Counts, Outcome, Puzzle};
use gridwright::solve::{Bits, BitsBackend, BoxedBatch, Lanes, LanesBackend, SolverExt};

use crate::data::Set;
use crate::measure::{self, Contender, Effort, Timing};

/// One solver on one set.
#[derive(Clone, Debug)]
pub struct Throughput {
    /// The set.
    pub set: String,
    /// How many puzzles it has.
    pub puzzles: usize,
    /// Solver and instructions.
    pub solver: String,
    /// Nanoseconds a puzzle, for whether its solution is unique, the solutions written out.
    pub timing: Timing,
    /// Guesses a puzzle.
    pub guesses: f64,
    /// Rounds of deduction a puzzle, of solvers that count them.
    pub rounds: Option<f64>,
    /// It agrees with the first solver on every puzzle.
    pub right: bool,
}

/// Measures `bits` and `lanes` on every backend, in turns, whole sets at a time.
pub fn throughput(set: &Set, effort: Effort) -> Vec<Throughput> {
    let puzzles = &set.puzzles;
    let count = puzzles.len() as f64;
    let mut solvers: Vec<(String, BoxedBatch<_>, f64, Option<f64>)> = Vec::new();
    for backend in BitsBackend::all() {
        let mut bits = Bits::with_backend(backend);
        let mut counts = Counts::default();
        for puzzle in puzzles {
            let Ok(_) = bits.try_count(puzzle, 2, &mut counts);
        }
        let name = format!("bits {}", backend.name());
        solvers.push((name, Box::new(bits), counts.guesses as f64 / count, None));
    }
    for backend in LanesBackend::all() {
        let mut lanes = Lanes::new(backend);
        lanes.solve_batch(puzzles, &mut Vec::new());
        let work = lanes.work();
        let rounds = work.lane_rounds as f64 / count;
        let name = format!("lanes {}", backend.name());
        solvers.push((name, Box::new(lanes), work.guesses as f64 / count, Some(rounds)));
    }

    let mut expected: Option<Vec<Outcome>> = None;
    let mut right = Vec::new();
    for (_, solver, ..) in &mut solvers {
        let mut outcomes = Vec::new();
        solver.solve_batch(puzzles, &mut outcomes);
        let expected = expected.get_or_insert_with(|| outcomes.clone());
        let pairs = puzzles.iter().zip(outcomes.iter().zip(expected));
        right.push(
            outcomes.len() == puzzles.len()
                && pairs.into_iter().all(|(p, (one, other))| agree(p, one, other)),
        );
    }
    let work: Vec<Contender<'_>> = solvers
        .iter_mut()
        .map(|(_, solver, ..)| {
            let work: Contender<'_> = Box::new(|n| {
                let mut outcomes = Vec::with_capacity(puzzles.len());
                // Whole sets: as many as it takes.
                for _ in 0..n.div_ceil(puzzles.len() as u64) {
                    outcomes.clear();
                    solver.solve_batch(puzzles, &mut outcomes);
                    black_box(&outcomes);
                }
            });
            work
        })
        .collect();
    let size = puzzles.len() as u64;
    let timings = measure::interleave_by(effort, size, work);
    solvers
        .into_iter()
        .zip(timings)
        .zip(right)
        .map(|(((solver, _, guesses, rounds), timing), right)| Throughput {
            set: set.name.clone(),
            puzzles: puzzles.len(),
            solver,
            timing,
            guesses,
            rounds,
            right,
        })
        .collect()
}

/// Whether two outcomes of a puzzle say the same.
fn agree(puzzle: &Puzzle, one: &Outcome, other: &Outcome) -> bool {
    match (one, other) {
        (Outcome::Unsolvable, Outcome::Unsolvable) => true,
        (Outcome::Unique(one), Outcome::Unique(other)) => one == other && puzzle.admits(one),
        (Outcome::Ambiguous(first, second), Outcome::Ambiguous(..)) => {
            first != second && puzzle.admits(first) && puzzle.admits(second)
        }
        _ => false,
    }
}
