//! Ways to make puzzles: what each makes, how difficult that is, and how long it takes.

use std::hint::black_box;
use std::time::{Duration, Instant};

use gridwright::dig::{METHODS, Method, is_minimal, maker};
use gridwright::fill::{Uniform, stream};
use gridwright::grade::class;
use gridwright::grid::{B3x3, Budget, Puzzle, SolverExt};
use gridwright::sampling::{BottomUp, ControlledBias, Generator, GeneratorExt, TopDown, binomial};
use gridwright::solve::{Bits, Dlx};
use rayon::prelude::*;

use crate::grade::{Graded, graded};
use crate::{Error, data};

/// The generator whose sample, weighted, stands for all minimal puzzles.
pub const CONTROLLED_BIAS: &str = "controlled-bias";

/// How much to make.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Items of a method, each one puzzle.
    pub items: u64,
    /// The same of a method that does not test whether there is one solution.
    pub untested: u64,
    /// Grids of controlled-bias, each some puzzles.
    pub grids: u64,
    /// Puzzles with one solution that are rated, at most.
    pub graded: usize,
    /// Items that are timed, at most.
    pub timed: u64,
    /// How long a method works in a round, about, at most; but it makes ten items.
    pub round: Duration,
    /// Rounds.
    pub rounds: usize,
}

/// What a method made.
#[derive(Clone, Debug)]
pub struct Made {
    /// Its name.
    pub name: &'static str,
    /// Clues of all its puzzles, ascending.
    pub clues: Vec<usize>,
    /// Those with several solutions.
    pub ambiguous: u64,
    /// Those with one solution, and a clue that can go.
    pub redundant: u64,
    /// Some of those with one solution, rated.
    pub graded: Vec<Graded>,
    /// Nanoseconds a puzzle, ascending.
    pub times: Vec<f64>,
}

/// What puzzles are like, weighted.
#[derive(Clone, Copy, Debug)]
pub struct Difficulty {
    /// The share of each class of `plain`.
    pub classes: [f64; 5],
    /// The median score of `plain`.
    pub plain: u32,
    /// The median ER, in tenths.
    pub er: u32,
    /// The greatest.
    pub hardest: u32,
    /// The median score of the paper, in tenths.
    pub paper: u32,
}

impl Difficulty {
    /// Of rated puzzles, each counted so many times; none if there are none.
    pub fn of(graded: &[Graded], weight: impl Fn(&Graded) -> f64) -> Option<Self> {
        let all: f64 = graded.iter().map(&weight).sum();
        let median = |number: fn(&Graded) -> u32| {
            let mut order: Vec<&Graded> = graded.iter().collect();
            order.sort_by_key(|one| number(one));
            let mut seen = 0.0;
            let middle = order.into_iter().find(|one| {
                seen += weight(one);
                seen >= all / 2.0
            });
            middle.map(number)
        };
        let mut classes = [0.0; 5];
        for one in graded {
            let class = one.statistics.bottleneck.map_or(1, class);
            classes[usize::from(class) - 1] += weight(one) / all;
        }
        Some(Self {
            classes,
            plain: median(|one| one.plain)?,
            er: median(|one| one.er[0])?,
            hardest: graded.iter().map(|one| one.er[0]).max()?,
            paper: median(|one| one.paper)?,
        })
    }
}

/// How many minimal puzzles one of controlled-bias stands for, but for a factor.
pub fn weight(one: &Graded) -> f64 {
    binomial(81, one.statistics.clues) as f64
}

/// An interval of 95 % of a share that was seen `count` times in `n` (Wilson's).
pub fn wilson(count: u64, n: u64) -> (f64, f64) {
    const Z: f64 = 1.959_964;
    let (n, z2) = (n as f64, Z * Z);
    let share = count as f64 / n;
    let middle = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z / (1.0 + z2 / n) * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
    // Exact at the ends, where rounding is all that is left.
    let low = if count == 0 { 0.0 } else { middle - half };
    (low, (middle + half).min(1.0))
}

/// Makes the puzzles of an item of the seed.
type Make = Box<dyn FnMut(u64) -> Vec<Puzzle>>;

/// The method of that name, on uniformly random grids if it needs some.
fn make(name: &str) -> Result<Make, Error> {
    fn items<G: Generator + 'static>(mut generator: G) -> Make {
        Box::new(move |i| {
            let made = generator.item(data::SEED, i);
            made.into_iter().map(|made| made.puzzle).collect()
        })
    }
    Ok(match name {
        "bottom-up" => items(BottomUp::<B3x3>::default()),
        "top-down" => items(TopDown::<B3x3>::default()),
        CONTROLLED_BIAS => items(ControlledBias::<B3x3>::default()),
        _ => {
            let method = Method::named(name).map_err(Error::new)?;
            let mut maker = maker::<B3x3>();
            Box::new(move |i| {
                let rng = &mut stream(data::SEED, i);
                let dug = maker.make(&method, &Uniform, rng, &mut Budget::unlimited());
                // Nothing stops it, and it makes a puzzle of every grid.
                dug.ok().flatten().map(|dug| dug.puzzle).into_iter().collect()
            })
        }
    })
}

/// Parts of a sample, so that no core waits long for another.
const PARTS: u64 = 64;

/// The puzzles of items 0..n.
fn puzzles(name: &str, n: u64) -> Result<Vec<Puzzle>, Error> {
    let part = |part| {
        let items = n * part / PARTS..n * (part + 1) / PARTS;
        Ok(items.flat_map(make(name)?).collect())
    };
    let parts: Result<Vec<Vec<Puzzle>>, Error> = (0..PARTS).into_par_iter().map(part).collect();
    parts.map(|parts| parts.concat())
}

/// Whether a puzzle with one solution is minimal; none if it has several.
fn judge(bits: &mut Bits, dlx: &mut Dlx, puzzle: &Puzzle) -> Result<Option<bool>, Error> {
    match (dlx.count(puzzle, 2), is_minimal(puzzle, bits)) {
        (1, Ok(minimal)) => Ok(Some(minimal)),
        (2, Err(_)) => Ok(None),
        _ => Err(Error::new(format!("two solvers disagree on {puzzle}"))),
    }
}

/// What every way makes: the digging methods, then the generators.
///
/// # Errors
///
/// When two solvers disagree on a puzzle.
pub fn survey(effort: &Effort) -> Result<Vec<Made>, Error> {
    let dug = METHODS.iter().map(|entry| {
        let items = if entry.unique {
            effort.items
        } else {
            effort.untested
        };
        (entry.info.name, items)
    });
    let sampled = [
        ("bottom-up", effort.items),
        ("top-down", effort.items),
        (CONTROLLED_BIAS, effort.grids),
    ];
    let methods: Vec<(&'static str, u64)> = dug.chain(sampled).collect();
    let mut all = methods
        .iter()
        .map(|&(name, items)| one(name, items, effort.graded))
        .collect::<Result<Vec<_>, _>>()?;
    for (made, times) in all.iter_mut().zip(times(&methods, effort)?) {
        made.times = times;
    }
    Ok(all)
}

/// What one way makes, without its times.
fn one(name: &'static str, items: u64, most: usize) -> Result<Made, Error> {
    let puzzles = puzzles(name, items)?;
    let solvers = || (Bits::default(), Dlx::default());
    let judged = puzzles
        .par_iter()
        .map_init(solvers, |(bits, dlx), puzzle| judge(bits, dlx, puzzle));
    let judged = judged.collect::<Result<Vec<_>, _>>()?;
    let number = |verdict| judged.iter().filter(|&&judged| judged == verdict).count() as u64;
    let unique = puzzles.iter().zip(&judged).filter(|one| one.1.is_some());
    let some: Vec<Puzzle> = unique.take(most).map(|one| one.0.clone()).collect();
    let mut clues: Vec<usize> = puzzles.iter().map(Puzzle::clues).collect();
    clues.sort_unstable();
    Ok(Made {
        name,
        clues,
        ambiguous: number(None),
        redundant: number(Some(false)),
        graded: graded(&some)?,
        times: Vec::new(),
    })
}

/// Nanoseconds a puzzle of each way, ascending. They take turns, round by round, over the same items, and the time of an
/// item is the median of its rounds. Where items have several puzzles, or none, it is divided by their mean.
fn times(methods: &[(&'static str, u64)], effort: &Effort) -> Result<Vec<Vec<f64>>, Error> {
    struct Timed {
        make: Make,
        items: u64,
        puzzles: u64,
        rounds: Vec<Vec<f64>>,
    }
    let timed = methods.iter().map(|&(name, items)| {
        let mut make = make(name)?;
        // What is made when it is first needed is not a part of the work.
        black_box(make(0));
        let (items, rounds) = (items.min(effort.timed), Vec::new());
        Ok(Timed {
            make,
            items,
            puzzles: 0,
            rounds,
        })
    });
    let mut all = timed.collect::<Result<Vec<Timed>, Error>>()?;
    for round in 0..effort.rounds {
        for one in &mut all {
            let begun = Instant::now();
            let items = if round == 0 {
                one.items
            } else {
                one.rounds.len() as u64
            };
            for i in 0..items {
                if round == 0 && i >= 10 && begun.elapsed() > effort.round {
                    break;
                }
                let start = Instant::now();
                let made = black_box((one.make)(i));
                let time = start.elapsed().as_secs_f64() * 1e9;
                if round == 0 {
                    one.puzzles += made.len() as u64;
                    one.rounds.push(Vec::with_capacity(effort.rounds));
                }
                one.rounds[i as usize].push(time);
            }
        }
    }
    let times = all.into_iter().map(|one| {
        let each = one.puzzles.max(1) as f64 / one.rounds.len() as f64;
        let median = |mut rounds: Vec<f64>| {
            rounds.sort_by(f64::total_cmp);
            rounds[rounds.len() / 2] / each
        };
        let mut times: Vec<f64> = one.rounds.into_iter().map(median).collect();
        times.sort_by(f64::total_cmp);
        times
    });
    Ok(times.collect())
}
