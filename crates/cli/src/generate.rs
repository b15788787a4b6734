//! `gridwright generate`.

use std::fs;
use std::io::Read;
use std::ops::{Range, RangeInclusive};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use gridwright::catalogue::default_filler;
use gridwright::dig::{Level, Pattern};
use gridwright::generate::{Difficulty, Distinct, Made, Order, Stopped, Wishes, Worker};
use gridwright::{filler, solver};
use gridwright_grid::{Budget, DynSolver, Exhausted, Shape, WithShape, with_shape};

use crate::args::{Bounds, Format, GenerateArgs, WishArgs};
use crate::format::{push_csv, push_json, push_number, push_puzzle};
use crate::output::Output;
use crate::pipeline::{self, Next, PIECE_BYTES, Pace, Piece, STOP, Work, stopped};
use crate::progress::Progress;
use crate::shard::Shard;
use crate::status::{Failure, Status};

pub(crate) fn run(args: &GenerateArgs) -> Result<Status, Failure> {
    let format = args.output.format.unwrap_or(Format::Line);
    let seed = args.seed.unwrap_or_else(rand::random);
    let pace = Arc::new(Pace::new(PIECE_BYTES / (args.shape.cells() + 1)));
    let maker = Maker {
        args,
        format,
        seed,
        pace: Arc::clone(&pace),
    };
    // The shape was parsed as one of those known.
    let mut plant =
        with_shape(args.shape, maker).unwrap_or_else(|| Err(Failure::message("unknown shape")))?;

    pipeline::watch_interrupts()?;
    let pool = pipeline::pool(args.run.jobs)?;
    let mut output = Output::open(&args.output)?;
    pipeline::tell_seed(seed);
    if !args.run.quiet {
        pipeline::to_stderr(plant.note.as_bytes());
    }
    let shard = args.shard.unwrap_or(Shard::ALL);
    if format == Format::Csv && output.fresh && shard.is_first() {
        output.write(b"puzzle,solution,clues,attempts\n")?;
    }
    let wanted = shard.of(args.number);
    // Where parts must know each other, those before are made and not written.
    let first = if plant.alone { wanted.start } else { 0 };
    let tried = plant.tried;
    let note = move || format!("{} tried", tried());
    let mut progress = Progress::noting(&args.run, Some(wanted.end - first), "puzzles", note);
    let mut run = Run {
        wanted: wanted.clone(),
        made: first,
        distinct: Distinct::default(),
        idle: 0,
        reason: None,
    };
    let mut scheduled = first;
    if first < wanted.end {
        pipeline::run(
            &pool,
            &plant.work,
            |_| {
                if stopped() || !plant.whole && scheduled == wanted.end {
                    return Ok(Next::End);
                }
                let start = scheduled;
                // A grid takes long, and after how many in vain it ends must not depend on the pace.
                scheduled = if plant.whole {
                    start + 1
                } else {
                    wanted.end.min(start.saturating_add(pace.size() as u64))
                };
                Ok(Next::Chunk(start..scheduled))
            },
            |piece| {
                let before = run.made;
                run.take(piece, plant.whole, plant.attempts, &mut plant.redo, &mut output)?;
                progress.advance(run.made - before, run.made - first);
                Ok(())
            },
        )?;
    }
    output.finish()?;
    drop(progress);
    plant.tally.tell(args.run.quiet);
    let (there, all) = (run.made.saturating_sub(wanted.start), wanted.end - wanted.start);
    if there == all || pipeline::interrupted() {
        return Ok(Status::Fine);
    }
    let reason = run.reason.unwrap_or_else(|| "stopped".into());
    pipeline::to_stderr(format!("gridwright: {there} of {all} puzzles: {reason}\n").as_bytes());
    Ok(Status::Lacking)
}

/// What has been made of a run.
struct Run {
    wanted: Range<u64>,
    /// Up to this puzzle.
    made: u64,
    distinct: Distinct,
    /// Units without a puzzle, in a row.
    idle: u64,
    /// Why it ended early.
    reason: Option<String>,
}

/// Makes another puzzle in place of one that came before.
type Redo = Box<dyn FnMut(u64, &mut Distinct) -> Result<Vec<u8>, String>>;

impl Run {
    /// Writes the puzzles of a piece.
    fn take(
        &mut self,
        piece: &mut Piece,
        whole: bool,
        patience: u64,
        redo: &mut Redo,
        output: &mut Output,
    ) -> Result<(), Failure> {
        let (before, mut out) = (self.made, Vec::new());
        for (unit, (key, part)) in (piece.position..).zip(&piece.keys) {
            if self.made == self.wanted.end {
                break;
            }
            let text = &piece.out[part.clone()];
            if self.distinct.insert(key) {
                self.push(&mut out, text);
            } else if !whole {
                match redo(unit, &mut self.distinct) {
                    Ok(text) => self.push(&mut out, &text),
                    Err(reason) => {
                        self.reason = Some(reason);
                        piece.last = true;
                        break;
                    }
                }
            }
        }
        output.write(&out)?;
        if whole {
            self.idle = if self.made == before {
                self.idle + piece.items
            } else {
                0
            };
            if self.idle >= patience {
                self.reason = Some(format!("no other among {} grids", self.idle));
                piece.last = true;
            }
            piece.last |= self.made == self.wanted.end;
        }
        if !piece.messages.is_empty() {
            let reason = String::from_utf8_lossy(&piece.messages).into_owned();
            self.reason.get_or_insert(reason);
        }
        Ok(())
    }

    fn push(&mut self, out: &mut Vec<u8>, text: &[u8]) {
        if self.wanted.contains(&self.made) {
            // Nothing stands between the first puzzle and the start.
            let text = text
                .strip_prefix(b"\n")
                .filter(|_| self.made == 0)
                .unwrap_or(text);
            out.extend_from_slice(text);
        }
        self.made += 1;
    }
}

/// Why a unit was not made.
fn words(unit: u64, stop: Stopped) -> String {
    match stop {
        Stopped::GaveUp(_) => format!("puzzle {}: {stop}", unit + 1),
        Stopped::Exhausted(_) => stop.to_string(),
    }
}

/// Counts over all puzzles made, those thrown away included.
#[derive(Debug, Default)]
struct Tally {
    method: &'static str,
    unique: bool,
    attempts: AtomicU64,
    ambiguous: AtomicU64,
}

impl Tally {
    fn add<S: Shape>(&self, made: &Made<S>) {
        let ambiguous = made.ambiguous + u64::from(made.solution.is_none());
        self.attempts.fetch_add(made.attempts, Ordering::Relaxed);
        self.ambiguous.fetch_add(ambiguous, Ordering::Relaxed);
    }

    /// Tells of methods without a test of uniqueness how often it was missing.
    fn tell(&self, quiet: bool) {
        let attempts = self.attempts.load(Ordering::Relaxed);
        if self.unique || quiet || attempts == 0 {
            return;
        }
        let share = 100.0 * self.ambiguous.load(Ordering::Relaxed) as f64 / attempts as f64;
        let line = format!(
            "{}: {share:.1} % of {attempts} puzzles have several solutions\n",
            self.method
        );
        pipeline::to_stderr(line.as_bytes());
    }
}

/// What makes the puzzles of a run.
struct Plant {
    work: Work<Range<u64>>,
    redo: Redo,
    /// Whether units have any number of puzzles.
    whole: bool,
    /// Whether a part can be made alone.
    alone: bool,
    attempts: u64,
    tally: Arc<Tally>,
    /// Attempts so far.
    tried: Box<dyn Fn() -> u64 + Send>,
    /// What is to be known of the puzzles.
    note: String,
}

/// Prepares the work at a shape.
struct Maker<'a> {
    args: &'a GenerateArgs,
    format: Format,
    seed: u64,
    pace: Arc<Pace>,
}

impl WithShape for Maker<'_> {
    type Output = Result<Plant, Failure>;

    fn run<S: Shape>(self) -> Self::Output {
        let args = self.args;
        let wishes = wishes::<S>(&args.wishes, args.method.clone())?;
        let name = args.fill.as_deref().unwrap_or_else(|| default_filler(args.shape));
        let filler = filler::<S>(name).map_err(Failure::message)?;
        let rare = wishes.difficulty.is_rare();
        let mut order = Order::new(wishes, filler.into()).map_err(Failure::message)?;
        let method = *order.method();
        if args.fill.is_some() && !method.fills {
            return Err(Failure::Message(format!("{} takes no --fill", method.info.name)));
        }
        if let Some(attempts) = args.attempts {
            order = order.with_attempts(attempts);
        }
        if let Some(nodes) = args.budget {
            order = order.with_nodes(if nodes == 0 { u64::MAX } else { nodes });
        }
        let (whole, attempts) = (order.is_whole(), order.attempts());
        let alone = !whole && !order.is_narrow();
        let mut note = order.test_nodes().map_or_else(String::new, |nodes| {
            format!(
                "{} at {}: the test of a clue ends after {nodes} nodes, so not all clues need be needed\n",
                method.info.name,
                S::SIZE
            )
        });
        if rare {
            note += "such puzzles are rare: one may take many minutes (--progress always, --time-limit)\n";
        }
        let tally = Arc::new(Tally {
            method: method.info.name,
            unique: method.unique,
            ..Tally::default()
        });
        let order = Arc::new(order);
        // What is wrong with the name is said before anything is made.
        args.prove
            .as_deref()
            .map(solver::<S>)
            .transpose()
            .map_err(Failure::message)?;
        let tried = Arc::clone(&order);
        let crew = Crew {
            workers: Mutex::new(Vec::new()),
            order: Arc::clone(&order),
            prove: args.prove.clone(),
            format: self.format,
            seed: self.seed,
            deadline: args
                .run
                .time_limit
                .and_then(|limit| Instant::now().checked_add(limit)),
            pace: self.pace,
            tally: Arc::clone(&tally),
        };
        let crew = Arc::new(crew);
        let redoing = Arc::clone(&crew);
        Ok(Plant {
            work: Box::new(move |units, mut emit| {
                emit.piece(crew.make(units));
            }),
            redo: Box::new(move |unit, distinct| redoing.redo(unit, distinct)),
            whole,
            alone,
            attempts,
            tally,
            tried: Box::new(move || tried.tried()),
            note,
        })
    }
}

fn wishes<S: Shape>(args: &WishArgs, method: Option<String>) -> Result<Wishes<S>, Failure> {
    let pattern = args.pattern.as_deref().map(pattern).transpose()?;
    let range = |bounds: Option<Bounds>, least, most| {
        bounds.map(|(low, high)| RangeInclusive::new(low.unwrap_or(least), high.unwrap_or(most)))
    };
    let clues = range(args.clues, 0, S::CELLS as u32);
    Ok(Wishes {
        method,
        level: args.level.and_then(Level::new),
        difficulty: Difficulty {
            er: range(args.er, 0, u32::MAX),
            technique: args.technique,
        },
        clues: clues.map(|clues| *clues.start() as usize..=*clues.end() as usize),
        symmetry: args.symmetry,
        pattern,
        minimal: args.minimal,
        ambiguous: args.ambiguous,
    })
}

fn pattern<S: Shape>(path: &Path) -> Result<Pattern<S>, Failure> {
    let complain = |error: &dyn std::fmt::Display| Failure::Message(format!("{}: {error}", path.display()));
    let text = if path == Path::new("-") {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).map(|_| text)
    } else {
        fs::read_to_string(path)
    };
    let text = text.map_err(|error| complain(&error))?;
    let lines = text.trim_start_matches('\u{feff}').lines();
    let symbols: String = lines.filter(|line| !line.trim_start().starts_with('#')).collect();
    symbols.parse().map_err(|error| complain(&error))
}

/// What a thread works with.
struct Hand<S: Shape> {
    worker: Worker<S>,
    /// Proves every puzzle again.
    second: Option<Box<dyn DynSolver<S>>>,
}

impl<S: Shape> Hand<S> {
    /// Has the second solver, if there is one, look at a puzzle; what is wrong otherwise.
    fn prove(&mut self, made: &Made<S>, budget: &mut Budget<'_>) -> Result<(), String> {
        let Some(second) = &mut self.second else {
            return Ok(());
        };
        let name = second.info().name;
        match made.prove(&mut **second, budget) {
            Ok(true) => Ok(()),
            Ok(false) => Err(format!("{name} disagrees on {}", made.puzzle)),
            Err(stop) => Err(format!("not proved by {name}: {stop}")),
        }
    }
}

/// What the threads share.
struct Crew<S: Shape> {
    /// Those that wait for work.
    workers: Mutex<Vec<Hand<S>>>,
    order: Arc<Order<S>>,
    /// The solver that proves every puzzle again.
    prove: Option<String>,
    format: Format,
    seed: u64,
    deadline: Option<Instant>,
    pace: Arc<Pace>,
    tally: Arc<Tally>,
}

impl<S: Shape> Crew<S> {
    fn with_hand<T>(&self, work: impl FnOnce(&mut Hand<S>, &mut Budget<'_>) -> T) -> T {
        let waiting = || self.workers.lock().unwrap_or_else(PoisonError::into_inner);
        let idle = waiting().pop();
        let mut hand = idle.unwrap_or_else(|| Hand {
            worker: self.order.worker(),
            second: self.prove.as_deref().and_then(|name| solver(name).ok()),
        });
        let mut budget = Budget::unlimited().unless(&STOP);
        if let Some(deadline) = self.deadline {
            budget = budget.until(deadline);
        }
        let done = work(&mut hand, &mut budget);
        waiting().push(hand);
        done
    }

    /// Makes the puzzles of those units, or the first of them if something stops it.
    fn make(&self, units: Range<u64>) -> Piece {
        let start = Instant::now();
        let count = (units.end - units.start) as usize;
        let mut piece = Piece {
            out: pipeline::buffer(),
            position: units.start,
            ..Piece::default()
        };
        self.with_hand(|hand, budget| {
            let mut made = Vec::new();
            for unit in units {
                made.clear();
                if let Err(stop) = hand.worker.unit(self.seed, unit, 0, budget, &mut made) {
                    piece.last = true;
                    if stop != Stopped::Exhausted(Exhausted::Cancelled) {
                        piece.messages = words(unit, stop).into_bytes();
                    }
                    break;
                }
                for made in made.drain(..) {
                    if let Err(doubt) = hand.prove(&made, budget) {
                        piece.last = true;
                        piece.messages = doubt.into_bytes();
                        return;
                    }
                    self.tally.add(&made);
                    let start = piece.out.len();
                    self.push(&mut piece.out, &made);
                    piece.keys.push((made.key, start..piece.out.len()));
                }
                piece.items += 1;
            }
        });
        self.pace.took(count, start);
        piece
    }

    fn redo(&self, unit: u64, distinct: &mut Distinct) -> Result<Vec<u8>, String> {
        self.with_hand(|hand, budget| {
            let (mut made, mut out) = (Vec::new(), Vec::new());
            let done = hand.worker.distinct(self.seed, unit, distinct, budget, &mut made);
            done.map_err(|stop| words(unit, stop))?;
            for made in &made {
                hand.prove(made, budget)?;
                self.push(&mut out, made);
            }
            Ok(out)
        })
    }

    /// A puzzle as it is written; where an empty line stands between puzzles, after one.
    fn push(&self, out: &mut Vec<u8>, made: &Made<S>) {
        let (mut puzzle, mut solution) = (Vec::new(), Vec::new());
        made.puzzle.push_line(&mut puzzle);
        if let Some(grid) = &made.solution {
            grid.push_line(&mut solution);
        }
        match self.format {
            Format::Line => {
                out.extend(puzzle);
                out.push(b'\n');
            }
            Format::Grid | Format::Pencilmarks => {
                out.push(b'\n');
                push_puzzle(out, &made.puzzle, self.format);
            }
            Format::Csv => {
                let (clues, attempts) = (made.puzzle.clues().to_string(), made.attempts.to_string());
                push_csv(out, &[&puzzle, &solution, clues.as_bytes(), attempts.as_bytes()]);
            }
            Format::Json => {
                out.extend_from_slice(b"{\"puzzle\":");
                push_json(out, &String::from_utf8_lossy(&puzzle));
                out.extend_from_slice(b",\"solution\":");
                if solution.is_empty() {
                    out.extend_from_slice(b"null");
                } else {
                    push_json(out, &String::from_utf8_lossy(&solution));
                }
                out.extend_from_slice(b",\"clues\":");
                push_number(out, made.puzzle.clues());
                out.extend_from_slice(b",\"attempts\":");
                push_number(out, made.attempts);
                out.extend_from_slice(b"}\n");
            }
        }
    }
}
