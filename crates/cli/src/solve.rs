//! `gridwright solve` and `gridwright count`: one answer a puzzle.

use std::ops::ControlFlow;
use std::vec::IntoIter;

use gridwright::random_solution;
use gridwright::solve::BoxedBatch;
use gridwright_grid::rng::{DefaultRng, stream};
use gridwright_grid::{DynSolver, Exhausted, Grid, Outcome, Puzzle, Shape};

use crate::args::{CountArgs, Format, PuzzleArgs, SolveArgs};
use crate::format::{push_number, push_puzzle};
use crate::pipeline::seed;
use crate::search::Search;
use crate::status::{Failure, Status};
use crate::stream::{self, Cut, Item, Question, Sink, Worker};

/// What is asked of every puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// The solution, where it is unique.
    Solution,
    /// Up to so many solutions; 0 for all.
    Solutions(u64),
    /// A random solution of that seed.
    Random(u64),
    /// How many solutions, up to a limit; 0 for all.
    Count(u64),
}

pub(crate) fn solve(args: &SolveArgs) -> Result<Status, Failure> {
    let kind = match args.limit {
        _ if args.random => Kind::Random(seed(args.seed)),
        _ if args.all => Kind::Solutions(0),
        Some(limit) => Kind::Solutions(limit),
        None => Kind::Solution,
    };
    run(&args.puzzles, kind)
}

pub(crate) fn count(args: &CountArgs) -> Result<Status, Failure> {
    run(&args.puzzles, Kind::Count(args.limit))
}

fn run(args: &PuzzleArgs, kind: Kind) -> Result<Status, Failure> {
    let asked = Asked {
        kind,
        format: args.output.format.unwrap_or(Format::Line),
        search: Search::new(&args.search, &args.run)?,
    };
    stream::run(&asked, &args.input, &args.output, &args.run)
}

/// What is the same for every puzzle.
#[derive(Clone)]
struct Asked {
    kind: Kind,
    format: Format,
    search: Search,
}

impl Question for Asked {
    type Worker<S: Shape> = Solving<S>;

    fn header(&self) -> Option<&'static str> {
        match (self.format, self.kind) {
            (Format::Csv, Kind::Count(_)) => Some("puzzle,answer,count,rest\n"),
            (Format::Csv, _) => Some("puzzle,answer,solution,rest\n"),
            _ => None,
        }
    }

    fn worker<S: Shape>(&self) -> Result<Solving<S>, Failure> {
        let means = match self.kind {
            Kind::Solution => Means::Outcomes(self.search.batch()?, Vec::new().into_iter()),
            Kind::Solutions(limit) => Means::OneByOne(self.search.solver()?, limit),
            Kind::Random(seed) => Means::Random(self.search.solver()?, seed),
            Kind::Count(limit) => Means::Counts(self.search.batch()?, limit, Vec::new().into_iter()),
        };
        Ok(Solving {
            asked: self.clone(),
            means,
        })
    }
}

/// What finds the answers, and those found for the puzzles to come.
enum Means<S: Shape> {
    Outcomes(BoxedBatch<S>, IntoIter<Outcome<S>>),
    Counts(BoxedBatch<S>, u64, IntoIter<Result<u64, Exhausted>>),
    /// Up to so many solutions.
    OneByOne(Box<dyn DynSolver<S>>, u64),
    /// A random one of that seed.
    Random(Box<dyn DynSolver<S>>, u64),
}

struct Solving<S: Shape> {
    asked: Asked,
    means: Means<S>,
}

impl<S: Shape> Worker<S> for Solving<S> {
    fn prepare(&mut self, puzzles: &[Puzzle<S>]) {
        let search = &self.asked.search;
        match &mut self.means {
            Means::Outcomes(solver, found) => *found = search.outcomes(solver, puzzles).into_iter(),
            Means::Counts(solver, limit, found) => {
                *found = search.counts(solver, puzzles, *limit).into_iter();
            }
            Means::OneByOne(..) | Means::Random(..) => {}
        }
    }

    fn answer(&mut self, item: &Item<'_, S>, sink: &mut Sink<'_, '_>) -> Result<bool, Cut> {
        let entry = Entry {
            format: self.asked.format,
            item,
            found: 0,
        };
        // Of a puzzle that is not valid the answer is taken, too, and forgotten.
        match &mut self.means {
            Means::Outcomes(_, found) => {
                match item.puzzle.and_then(|_| found.next()).filter(|_| item.valid) {
                    Some(outcome) => push_outcome(&outcome, entry, sink),
                    None => Ok(push_invalid(&entry, sink)),
                }
            }
            Means::Counts(_, limit, found) => {
                let counted = item.puzzle.and_then(|_| found.next());
                if let Some(counted) = counted.filter(|_| item.valid) {
                    return push_count(counted, *limit, &entry, sink);
                }
                entry.count(sink.out(), "invalid", None);
                Ok(true)
            }
            Means::OneByOne(solver, limit) => match item.valid_puzzle() {
                Some(puzzle) => {
                    push_solutions(&self.asked.search, &mut **solver, puzzle, *limit, entry, sink)
                }
                None => Ok(push_invalid(&entry, sink)),
            },
            Means::Random(solver, seed) => match item.valid_puzzle() {
                Some(puzzle) => {
                    let mut rng = stream(*seed, item.number);
                    push_random(&self.asked.search, &mut **solver, puzzle, &mut rng, entry, sink)
                }
                None => Ok(push_invalid(&entry, sink)),
            },
        }
    }
}

fn push_invalid<S: Shape>(entry: &Entry<'_, S>, sink: &mut Sink<'_, '_>) -> bool {
    entry.begin(sink.out());
    entry.end(sink.out(), "invalid");
    true
}

fn push_outcome<S: Shape>(
    outcome: &Outcome<S>,
    mut entry: Entry<'_, S>,
    sink: &mut Sink<'_, '_>,
) -> Result<bool, Cut> {
    let out = sink.out();
    entry.begin(out);
    let word = match outcome {
        Outcome::Unique(grid) => {
            entry.solution(out, grid, "unique");
            "unique"
        }
        Outcome::Unsolvable => "unsolvable",
        Outcome::Ambiguous(..) => "ambiguous",
        Outcome::Undetermined(Exhausted::Cancelled) => return Err(Cut),
        Outcome::Undetermined(_) => "undetermined",
    };
    entry.end(out, word);
    Ok(word != "unique")
}

fn push_count<S: Shape>(
    counted: Result<u64, Exhausted>,
    limit: u64,
    entry: &Entry<'_, S>,
    sink: &mut Sink<'_, '_>,
) -> Result<bool, Cut> {
    let (word, count) = match counted {
        Ok(count) if count == limit && limit > 0 => ("limit", Some(count)),
        Ok(count) => ("exact", Some(count)),
        Err(Exhausted::Cancelled) => return Err(Cut),
        Err(_) => ("undetermined", None),
    };
    entry.count(sink.out(), word, count);
    Ok(count.is_none())
}

fn push_solutions<S: Shape>(
    search: &Search,
    solver: &mut dyn DynSolver<S>,
    puzzle: &Puzzle<S>,
    limit: u64,
    mut entry: Entry<'_, S>,
    sink: &mut Sink<'_, '_>,
) -> Result<bool, Cut> {
    entry.begin(sink.out());
    let mut visit = |grid: &Grid<S>| {
        entry.solution(sink.out(), grid, "found");
        if sink.flush() && entry.found != limit {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    };
    let searched = match search.budget() {
        Err(late) => Err(late),
        Ok(mut budget) => solver.dyn_try_solve(puzzle, &mut budget, &mut visit),
    };
    let word = match searched {
        // A part of the line has been written: it is ended.
        Err(Exhausted::Cancelled) if !sink.handed_on => return Err(Cut),
        Err(_) => "undetermined",
        Ok(_) if entry.found == 0 => "unsolvable",
        Ok(_) => "found",
    };
    entry.end(sink.out(), word);
    Ok(word != "found")
}

fn push_random<S: Shape>(
    search: &Search,
    solver: &mut dyn DynSolver<S>,
    puzzle: &Puzzle<S>,
    rng: &mut DefaultRng,
    mut entry: Entry<'_, S>,
    sink: &mut Sink<'_, '_>,
) -> Result<bool, Cut> {
    let drawn = match search.budget() {
        Err(late) => Err(late),
        Ok(mut budget) => random_solution(puzzle, solver, rng, &mut budget),
    };
    let word = match &drawn {
        Err(Exhausted::Cancelled) => return Err(Cut),
        Err(reason) => {
            let (file, line) = entry.item.place;
            sink.say(&format!(
                "{file}:{line}:1: no solution drawn: {reason} before all were listed; with more of it (--budget), or far fewer givens, one could be"
            ));
            "undetermined"
        }
        Ok(None) => "unsolvable",
        Ok(Some(_)) => "found",
    };
    let out = sink.out();
    entry.begin(out);
    if let Ok(Some(grid)) = drawn {
        entry.solution(out, &grid, "found");
    }
    entry.end(out, word);
    Ok(word != "found")
}

/// The answer to one puzzle, being written.
struct Entry<'a, S: Shape> {
    format: Format,
    item: &'a Item<'a, S>,
    /// Solutions written.
    found: u64,
}

impl<S: Shape> Entry<'_, S> {
    fn begin(&self, out: &mut Vec<u8>) {
        match self.format {
            Format::Line | Format::Csv => {}
            Format::Grid | Format::Pencilmarks => self.item.push_heading(out),
            Format::Json => {
                self.item.push_json_start(out);
                out.extend_from_slice(b",\"solutions\":[");
            }
        }
    }

    fn solution(&mut self, out: &mut Vec<u8>, grid: &Grid<S>, answer: &str) {
        let next = self.found > 0;
        self.found += 1;
        match self.format {
            Format::Line => {
                if next {
                    out.push(b'\t');
                }
                grid.push_line(out);
            }
            Format::Grid | Format::Pencilmarks => {
                if next {
                    out.push(b'\n');
                }
                push_puzzle(out, &Puzzle::from(grid), self.format);
            }
            Format::Csv => {
                let mut line = Vec::new();
                grid.push_line(&mut line);
                self.item.push_csv_row(out, &[answer.as_bytes(), &line]);
            }
            Format::Json => {
                out.extend_from_slice(if next { b",\"" } else { b"\"" });
                grid.push_line(out);
                out.push(b'"');
            }
        }
    }

    /// Ends it with an answer, shown where it does not go without saying.
    fn end(&self, out: &mut Vec<u8>, answer: &str) {
        let shown = !matches!(answer, "unique" | "found");
        match self.format {
            Format::Line => {
                if shown {
                    if self.found > 0 {
                        out.push(b'\t');
                    }
                    out.extend_from_slice(answer.as_bytes());
                }
                out.extend_from_slice(self.item.rest.as_bytes());
                out.push(b'\n');
            }
            Format::Grid | Format::Pencilmarks if shown => {
                out.extend(format!("{}{answer}\n", if self.found > 0 { "\n" } else { "" }).bytes());
            }
            Format::Csv if shown => self.item.push_csv_row(out, &[answer.as_bytes(), b""]),
            Format::Grid | Format::Pencilmarks | Format::Csv => {}
            Format::Json => out.extend(format!("],\"answer\":\"{answer}\"}}\n").bytes()),
        }
    }

    /// The whole entry of a count.
    fn count(&self, out: &mut Vec<u8>, answer: &str, count: Option<u64>) {
        let mut number = Vec::new();
        if let Some(count) = count {
            push_number(&mut number, count);
        }
        match self.format {
            Format::Line | Format::Grid | Format::Pencilmarks => {
                match answer {
                    "exact" => out.extend(number),
                    "limit" => {
                        out.extend(number);
                        out.push(b'+');
                    }
                    word => out.extend_from_slice(word.as_bytes()),
                }
                out.extend_from_slice(self.item.rest.as_bytes());
                out.push(b'\n');
            }
            Format::Csv => self.item.push_csv_row(out, &[answer.as_bytes(), &number]),
            Format::Json => {
                self.item.push_json_start(out);
                out.extend(format!(",\"answer\":\"{answer}\",\"count\":").bytes());
                out.extend_from_slice(if count.is_some() { &number } else { b"null" });
                out.extend_from_slice(b"}\n");
            }
        }
    }
}
