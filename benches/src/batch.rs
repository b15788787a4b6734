//! Puzzles a second of the fast solvers, on every set of instructions that the machine has.

use std::hint::black_box;
use std::time::Instant;

use gridwright::grid::{BatchSolver, Budget, Counts, Outcome, Puzzle};
use gridwright::solve::{Bits, BitsBackend, Lanes, LanesBackend, SolverExt, solve_in_parallel};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::Error;
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
    /// Nanoseconds of the slowest puzzle, each solved alone.
    pub slowest: f64,
    /// How many times as fast two threads are; only of the instructions that are the default.
    pub two_threads: Option<f64>,
    /// Guesses a puzzle.
    pub guesses: f64,
    /// Rounds of deduction a puzzle, of solvers that count them.
    pub rounds: Option<f64>,
    /// It agrees with the first solver on every puzzle.
    pub right: bool,
}

/// A solver, and what is known of its work on a set.
struct Entrant<'a> {
    name: String,
    guesses: f64,
    rounds: Option<f64>,
    outcomes: Vec<Outcome>,
    slowest: f64,
    /// The whole set, as often as it takes.
    alone: Contender<'a>,
    /// The set many times over, on one thread and on two.
    pools: Option<[Contender<'a>; 2]>,
}

/// Measures `bits` and `lanes` on every backend, in turns, whole sets at a time; on two threads `many` puzzles at a time,
/// which should keep them busy.
///
/// # Errors
///
/// When no threads can be had.
pub fn throughput(set: &Set, effort: Effort, many: usize) -> Result<Vec<Throughput>, Error> {
    let puzzles = &set.puzzles;
    let count = puzzles.len() as f64;
    let cycled: Vec<Puzzle> = puzzles.iter().cycle().take(many).cloned().collect();
    let pools = [1, 2].map(|threads| ThreadPoolBuilder::new().num_threads(threads).build());
    let [one, two] = pools;
    let pools = [one.map_err(Error::new)?, two.map_err(Error::new)?];
    let mut entrants = Vec::new();
    for (i, backend) in (0..).zip(BitsBackend::all()) {
        let mut bits = Bits::with_backend(backend);
        let mut counts = Counts::default();
        for puzzle in puzzles {
            let Ok(_) = bits.try_count(puzzle, 2, &mut counts);
        }
        let name = format!("bits {}", backend.name());
        let guesses = counts.guesses as f64 / count;
        let pools = (i == 0).then_some((&pools, &*cycled));
        entrants.push(enter(name, bits, puzzles, pools, guesses, None));
    }
    for (i, backend) in (0..).zip(LanesBackend::all()) {
        let mut lanes = Lanes::new(backend);
        lanes.solve_batch(puzzles, &mut Vec::new());
        let work = lanes.work();
        let rounds = work.lane_rounds as f64 / count;
        let name = format!("lanes {}", backend.name());
        let guesses = work.guesses as f64 / count;
        let pools = (i == 0).then_some((&pools, &*cycled));
        entrants.push(enter(name, lanes, puzzles, pools, guesses, Some(rounds)));
    }

    let expected = entrants[0].outcomes.clone();
    let (mut work, mut on_threads, mut found) = (Vec::new(), Vec::new(), Vec::new());
    for entrant in entrants {
        let pairs = puzzles.iter().zip(entrant.outcomes.iter().zip(&expected));
        let right = entrant.outcomes.len() == puzzles.len()
            && pairs.into_iter().all(|(p, (one, other))| agree(p, one, other));
        work.push(entrant.alone);
        let has_pools = entrant.pools.is_some();
        on_threads.extend(entrant.pools.into_iter().flatten());
        found.push((
            entrant.name,
            entrant.guesses,
            entrant.rounds,
            entrant.slowest,
            has_pools,
            right,
        ));
    }
    let timings = measure::interleave_by(effort, puzzles.len() as u64, work);
    let on_threads = measure::interleave_by(effort, many as u64, on_threads);
    let mut ratios = on_threads
        .chunks(2)
        .map(|pair| pair[0].median() / pair[1].median());
    let entries = found.into_iter().zip(timings);
    Ok(entries
        .map(
            |((solver, guesses, rounds, slowest, has_pools, right), timing)| Throughput {
                set: set.name.clone(),
                puzzles: puzzles.len(),
                solver,
                timing,
                slowest,
                two_threads: if has_pools { ratios.next() } else { None },
                guesses,
                rounds,
                right,
            },
        )
        .collect())
}

/// Makes a solver ready to be timed.
fn enter<'a, B: BatchSolver + Clone + Send + Sync + 'a>(
    name: String,
    mut solver: B,
    puzzles: &'a [Puzzle],
    pools: Option<(&'a [ThreadPool; 2], &'a [Puzzle])>,
    guesses: f64,
    rounds: Option<f64>,
) -> Entrant<'a> {
    let mut outcomes = Vec::new();
    solver.solve_batch(puzzles, &mut outcomes);
    let mut slowest = 0.0_f64;
    let mut one = Vec::new();
    for puzzle in puzzles {
        // The least of a few: what an interruption adds is not the puzzle's.
        let times = [(); 5].map(|()| {
            one.clear();
            let start = Instant::now();
            solver.solve_batch(std::slice::from_ref(puzzle), &mut one);
            start.elapsed().as_secs_f64() * 1e9
        });
        slowest = slowest.max(times.into_iter().fold(f64::INFINITY, f64::min));
    }
    let pools = pools.map(|(pools, many)| {
        pools.each_ref().map(|pool| -> Contender<'a> {
            let solver = solver.clone();
            let mut outcomes = Vec::with_capacity(many.len());
            Box::new(move |n| {
                for _ in 0..n.div_ceil(many.len() as u64) {
                    outcomes.clear();
                    pool.install(|| {
                        solve_in_parallel(&solver, many, &Budget::unlimited(), &mut outcomes);
                    });
                    black_box(&outcomes);
                }
            })
        })
    });
    let alone = Box::new(move |n: u64| {
        let mut outcomes = Vec::with_capacity(puzzles.len());
        for _ in 0..n.div_ceil(puzzles.len() as u64) {
            outcomes.clear();
            solver.solve_batch(puzzles, &mut outcomes);
            black_box(&outcomes);
        }
    });
    Entrant {
        name,
        guesses,
        rounds,
        outcomes,
        slowest,
        alone,
        pools,
    }
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
