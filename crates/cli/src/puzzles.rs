//! `gridwright solve` and `gridwright count`.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use gridwright::grid::text::{Batch, Reader, Record};
use gridwright::grid::{
    B3x3, BoxSize, Budget, DynSolver, Grid, Outcome, ParseErrorKind, Puzzle, Shape, WithShape, with_shape,
};

use crate::args::{CountArgs, Format, InputArgs, SolveArgs, WorkArgs};
use crate::output::Output;
use crate::pipeline::{self, Emitter, INTERRUPTED, Piece};
use crate::status::{Failure, Status};

/// The name that chooses a solver, and the one it chooses.
pub(crate) const AUTO: &str = "auto";

const AUTO_SOLVER: &str = "dlx";

/// So many puzzles are one job.
const CHUNK: usize = 256;

/// A job passes on what it has when it is that long.
const PIECE: usize = 1 << 18;

pub(crate) fn threads(args: &WorkArgs) -> usize {
    let all = || std::thread::available_parallelism().map_or(1, usize::from);
    args.jobs.map_or_else(all, usize::from)
}

/// What is asked of each puzzle.
#[derive(Clone, Copy)]
enum Task {
    /// The solution, if there is just one.
    Solve,
    /// Up to so many solutions.
    Solutions(u64),
    /// The number of solutions, up to a limit; 0 is none.
    Count(u64),
}

pub(crate) fn solve(args: &SolveArgs) -> Result<Status, Failure> {
    let task = match (args.limit, args.all) {
        (Some(limit), _) => Task::Solutions(limit),
        (None, true) => Task::Solutions(u64::MAX),
        (None, false) => Task::Solve,
    };
    run(task, &args.input)
}

pub(crate) fn count(args: &CountArgs) -> Result<Status, Failure> {
    let format = args.input.output.format;
    if matches!(format, Some(Format::Grid | Format::Pencilmarks)) {
        return Err(Failure::new("count writes --format line, csv or json"));
    }
    run(Task::Count(args.limit), &args.input)
}

type Input = Box<dyn BufRead>;

fn open(path: &Path) -> Result<Input, Failure> {
    if path == Path::new("-") {
        return Ok(Box::new(BufReader::new(io::stdin())));
    }
    let cannot = |error| Failure::io(format!("cannot read {}", path.display()), &error);
    let file = File::open(path).map_err(cannot)?;
    if file.metadata().map_err(cannot)?.is_dir() {
        return Err(Failure::new(format!(
            "cannot read {}: it is a folder",
            path.display()
        )));
    }
    Ok(Box::new(BufReader::with_capacity(1 << 16, file)))
}

fn run(task: Task, args: &InputArgs) -> Result<Status, Failure> {
    let mut files = args.files.clone();
    if files.is_empty() {
        files.push(PathBuf::from("-"));
    }
    // A missing file is found before any work.
    let mut inputs = Vec::new();
    for path in files {
        let input = open(&path)?;
        inputs.push((path.display().to_string().into(), input));
    }
    let mut source = Source {
        inputs: inputs.into_iter(),
        current: None,
        fruitless: Status::Fine,
    };
    let size = args.work.shape;
    let first = source.next(size)?;
    let size = size.or(source.size()).unwrap_or(B3x3::SIZE);
    let with = Run {
        task,
        args,
        source,
        first,
    };
    with_shape(size, with).ok_or_else(|| Failure::new(format!("unknown shape {size}")))?
}

/// The records of all files, batch by batch.
struct Source {
    inputs: std::vec::IntoIter<(Arc<str>, Input)>,
    current: Option<(Arc<str>, Reader<Input>, bool)>,
    /// How bad it is that some file held no puzzle.
    fruitless: Status,
}

impl Source {
    fn size(&self) -> Option<BoxSize> {
        self.current.as_ref().and_then(|(_, reader, _)| reader.size())
    }

    /// The next batch, and the name of its file. `size` is the shape of files that begin.
    fn next(&mut self, size: Option<BoxSize>) -> Result<Option<(Arc<str>, Batch)>, Failure> {
        loop {
            if self.current.is_none() {
                let Some((name, input)) = self.inputs.next() else {
                    return Ok(None);
                };
                self.current = Some((name, Reader::new(input, size), false));
            }
            let Some((name, reader, fruitful)) = &mut self.current else {
                continue;
            };
            let mut batch = Batch::default();
            let cannot = |error| Failure::io(format!("cannot read {name}"), &error);
            if reader.read_batch(&mut batch, CHUNK).map_err(cannot)? {
                *fruitful = true;
                return Ok(Some((name.clone(), batch)));
            }
            if !*fruitful {
                eprintln!("{name}:1:1: {}", ParseErrorKind::Empty);
                self.fruitless = Status::NoAnswer;
            }
            self.current = None;
        }
    }
}

struct Run<'a> {
    task: Task,
    args: &'a InputArgs,
    source: Source,
    first: Option<(Arc<str>, Batch)>,
}

impl WithShape for Run<'_> {
    type Output = Result<Status, Failure>;

    fn run<S: Shape>(self) -> Result<Status, Failure> {
        let Self {
            task,
            args,
            mut source,
            mut first,
        } = self;
        let name = if args.solver == AUTO {
            AUTO_SOLVER
        } else {
            &args.solver
        };
        let solver = gridwright::solver::<S>(name).map_err(Failure::new)?;
        if first.is_none() {
            return Ok(Status::Impossible);
        }
        let job = Job {
            task,
            solver: Mutex::new(vec![solver]),
            budget: if args.budget == 0 { u64::MAX } else { args.budget },
            deadline: args.work.time_limit.map(|limit| Instant::now() + limit),
            format: args.output.format.unwrap_or(Format::Line),
        };
        let mut output = Output::open(&args.output, None)?;
        if job.format == Format::Csv {
            output.write(match task {
                Task::Count(_) => b"puzzle,count,exact,status,rest\n",
                _ => b"puzzle,status,solutions,rest\n",
            })?;
        }
        let ended = pipeline::run(
            threads(&args.work),
            || match first.take() {
                Some(batch) => Ok(Some(batch)),
                None => source.next(Some(S::SIZE)),
            },
            |(file, batch), emitter| job.run(&file, &batch, emitter),
            |piece| output.piece(&piece),
        );
        let (failed, items) = (output.failed(), output.items());
        output.finish(ended)?;
        Ok(match (items, failed) {
            (0, _) => Status::Impossible,
            (_, 0) => source.fruitless,
            _ => Status::NoAnswer,
        })
    }
}

/// What a puzzle turned out to be.
struct Answer<S: Shape> {
    status: &'static str,
    /// Of a count: how many, and whether that is all.
    count: Option<(u64, bool)>,
    solutions: Vec<Grid<S>>,
    failed: bool,
}

impl<S: Shape> Answer<S> {
    fn word(status: &'static str) -> Self {
        Self {
            status,
            count: None,
            solutions: Vec::new(),
            failed: true,
        }
    }
}

const INVALID: &str = "invalid";
const UNDETERMINED: &str = "undetermined";

/// What it takes to answer for any puzzle of the run.
struct Job<S: Shape> {
    task: Task,
    /// Solvers that nobody uses at the moment; never empty of the last one.
    solver: Mutex<Vec<Box<dyn DynSolver<S>>>>,
    budget: u64,
    deadline: Option<Instant>,
    format: Format,
}

impl<S: Shape> Job<S> {
    fn borrow_solver(&self) -> Box<dyn DynSolver<S>> {
        let mut idle = self
            .solver
            .lock()
            .expect("no thread panics while it holds the lock");
        match idle.len() {
            // The last one stays, to be cloned.
            1 => idle[0].dyn_clone(),
            _ => idle.pop().expect("there is always one"),
        }
    }

    fn run(&self, file: &str, batch: &Batch, emitter: &Emitter) {
        let mut solver = self.borrow_solver();
        let mut piece = Piece::default();
        for record in batch.records() {
            let answered = self.answer(&mut *solver, file, &record, &mut piece, emitter);
            piece.items += u64::from(answered);
            if piece.out.len() >= PIECE && !emitter.emit(std::mem::take(&mut piece)) {
                break;
            }
        }
        emitter.emit(piece);
        self.solver
            .lock()
            .expect("no thread panics while it holds the lock")
            .push(solver);
    }

    /// False where there is no puzzle at all.
    fn answer(
        &self,
        solver: &mut dyn DynSolver<S>,
        file: &str,
        record: &Record<'_>,
        piece: &mut Piece,
        emitter: &Emitter,
    ) -> bool {
        let parsed = match record.parse::<S>() {
            Ok(parsed) => parsed,
            Err(error) => {
                // Writing to a string cannot fail.
                let _ = writeln!(piece.errors, "{file}:{error}");
                if error.kind == ParseErrorKind::Utf16 {
                    piece.failed += 1;
                    return false;
                }
                self.push(record.text().trim_end(), "", &Answer::word(INVALID), piece);
                return true;
            }
        };
        let (puzzle, rest) = (&parsed.puzzle, parsed.rest);
        let conflicts = puzzle.conflicts();
        if let Some(conflict) = conflicts.first() {
            let cells = conflict.cells();
            let (line, column) = record.position(cells[cells.len().min(2) - 1]);
            let words: Vec<_> = conflicts.iter().map(ToString::to_string).collect();
            let _ = writeln!(piece.errors, "{file}:{line}:{column}: {}", words.join("; "));
            self.push(&puzzle.to_string(), rest, &Answer::word(INVALID), piece);
            return true;
        }
        let mut budget = Budget::nodes(self.budget).unless(&INTERRUPTED);
        if let Some(deadline) = self.deadline {
            budget = budget.until(deadline);
        }
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let answer = match self.task {
            _ if late => Answer::word(UNDETERMINED),
            Task::Solve => match solver.dyn_solve_within(puzzle, &mut budget) {
                Outcome::Unique(grid) => Answer {
                    status: "unique",
                    count: None,
                    solutions: vec![grid],
                    failed: false,
                },
                Outcome::Unsolvable => Answer::word("unsolvable"),
                Outcome::Ambiguous(..) => Answer::word("ambiguous"),
                Outcome::Undetermined(_) => Answer::word(UNDETERMINED),
            },
            Task::Count(limit) => match solver.dyn_count_within(puzzle, limit, &mut budget) {
                Ok(count) => {
                    let exact = limit == 0 || count < limit;
                    Answer {
                        status: "counted",
                        count: Some((count, exact)),
                        solutions: Vec::new(),
                        failed: false,
                    }
                }
                Err(_) => Answer::word(UNDETERMINED),
            },
            Task::Solutions(limit) if self.format == Format::Line => {
                stream(solver, puzzle, limit, rest, &mut budget, piece, emitter);
                return true;
            }
            Task::Solutions(limit) => {
                let mut solutions = Vec::new();
                let ended = solver.dyn_try_solve(puzzle, &mut budget, &mut |grid| {
                    solutions.push(*grid);
                    if solutions.len() as u64 == limit {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                });
                let status = match (ended, solutions.len()) {
                    (Err(_), _) => UNDETERMINED,
                    (Ok(_), 0) => "unsolvable",
                    (Ok(_), _) => "solved",
                };
                Answer {
                    status,
                    count: None,
                    failed: status != "solved",
                    solutions,
                }
            }
        };
        self.push(&puzzle.to_string(), rest, &answer, piece);
        true
    }

    fn push(&self, puzzle: &str, rest: &str, answer: &Answer<S>, piece: &mut Piece) {
        piece.failed += u64::from(answer.failed);
        let out = &mut piece.out;
        let solutions = || answer.solutions.iter().map(ToString::to_string);
        match self.format {
            Format::Line => {
                match (answer.count, &answer.solutions[..]) {
                    (Some((count, exact)), _) => {
                        out.extend(format!("{count}{}", if exact { "" } else { "+" }).into_bytes());
                    }
                    (None, [grid]) => grid.push_line(out),
                    (None, _) => out.extend_from_slice(answer.status.as_bytes()),
                }
                out.extend_from_slice(rest.as_bytes());
                out.push(b'\n');
            }
            Format::Grid | Format::Pencilmarks => {
                if !rest.trim().is_empty() {
                    out.extend(format!("# {}\n", rest.trim()).into_bytes());
                }
                for grid in &answer.solutions {
                    match self.format {
                        Format::Grid => out.extend(format!("{grid:#}\n").into_bytes()),
                        _ => Puzzle::from(grid).push_pencilmarks(out),
                    }
                    out.push(b'\n');
                }
                if answer.failed {
                    out.extend(format!("{}\n\n", answer.status).into_bytes());
                }
            }
            Format::Csv => {
                let solutions = solutions().collect::<Vec<_>>().join(" ");
                let (count, exact) = answer
                    .count
                    .map_or((String::new(), String::new()), |(count, exact)| {
                        (count.to_string(), exact.to_string())
                    });
                let fields = match self.task {
                    Task::Count(_) => vec![puzzle, &count, &exact, answer.status, rest],
                    _ => vec![puzzle, answer.status, &solutions, rest],
                };
                let mut writer = csv::Writer::from_writer(Vec::new());
                writer
                    .write_record(fields)
                    .expect("writing to memory does not fail");
                out.extend(writer.into_inner().expect("writing to memory does not fail"));
            }
            Format::Json => {
                let object = match self.task {
                    Task::Count(_) => serde_json::json!({
                        "puzzle": puzzle, "count": answer.count.map(|(count, _)| count),
                        "exact": answer.count.map(|(_, exact)| exact), "status": answer.status, "rest": rest,
                    }),
                    _ => serde_json::json!({
                        "puzzle": puzzle, "status": answer.status,
                        "solutions": solutions().collect::<Vec<_>>(), "rest": rest,
                    }),
                };
                out.extend(format!("{object}\n").into_bytes());
            }
        }
    }
}

/// Writes solutions as they are found: there may be more than fit the memory.
fn stream<S: Shape>(
    solver: &mut dyn DynSolver<S>,
    puzzle: &Puzzle<S>,
    limit: u64,
    rest: &str,
    budget: &mut Budget<'_>,
    piece: &mut Piece,
    emitter: &Emitter,
) {
    let mut found = 0;
    let ended = solver.dyn_try_solve(puzzle, budget, &mut |grid| {
        if found > 0 {
            piece.out.push(b'\t');
        }
        grid.push_line(&mut piece.out);
        found += 1;
        let heard = piece.out.len() < PIECE || emitter.emit(std::mem::take(piece));
        if found == limit || !heard {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    let word = match (ended, found) {
        (Err(_), 0) => UNDETERMINED,
        (Err(_), _) => "\tundetermined",
        (Ok(_), 0) => "unsolvable",
        (Ok(_), _) => "",
    };
    piece.failed += u64::from(!word.is_empty());
    piece.out.extend_from_slice(word.as_bytes());
    piece.out.extend_from_slice(rest.as_bytes());
    piece.out.push(b'\n');
}
