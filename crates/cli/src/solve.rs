//! `gridwright solve` and `gridwright count`: one answer a puzzle.

use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use gridwright::catalogue::CatalogueError;
use gridwright::{solver, solvers};
use gridwright_grid::text::Record;
use gridwright_grid::{
    B3x3, BoxSize, Budget, DynSolver, Exhausted, Grid, Outcome, ParseErrorKind, Puzzle, Shape, WithShape,
    with_shape,
};

use crate::args::{CountArgs, Format, PuzzleArgs, SolveArgs};
use crate::format::{push_csv, push_grid, push_json, push_number};
use crate::input::{CHUNK_RECORDS, Chunk, Input};
use crate::output::Output;
use crate::pipeline::{self, Emit, Next, PIECE_BYTES, Pace, Piece, STOP, Work, interrupted, stopped};
use crate::progress::Progress;
use crate::status::{Failure, Status};

/// What `auto` is.
const AUTO: &str = "dlx";

/// How often a wait for input looks whether it was interrupted.
const GLANCE: Duration = Duration::from_millis(50);

/// What is asked of every puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    /// The solution, where it is unique.
    Solution,
    /// Up to so many solutions; 0 for all.
    Solutions(u64),
    /// How many solutions, up to a limit; 0 for all.
    Count(u64),
}

pub(crate) fn solve(args: &SolveArgs) -> Result<Status, Failure> {
    let question = match args.limit {
        _ if args.all => Question::Solutions(0),
        Some(limit) => Question::Solutions(limit),
        None => Question::Solution,
    };
    run(&args.puzzles, question)
}

pub(crate) fn count(args: &CountArgs) -> Result<Status, Failure> {
    run(&args.puzzles, Question::Count(args.limit))
}

fn run(args: &PuzzleArgs, question: Question) -> Result<Status, Failure> {
    let start = Instant::now();
    let name = match args.strategy.as_str() {
        "auto" => AUTO,
        name => name,
    };
    let entry = solvers().iter().find(|entry| entry.info.name == name);
    let entry = entry
        .ok_or_else(|| CatalogueError::UnknownSolver(name.into()))
        .map_err(Failure::message)?;
    let appended = args.output.output.as_deref().filter(|_| args.output.append);
    let input = Input::open(&args.files, appended)?;
    pipeline::watch_interrupts()?;
    let pool = pipeline::pool(args.run.jobs)?;
    let mut output = Output::open(&args.output)?;
    let mut progress = Progress::new(&args.run, input.bytes, "puzzles");
    let pace = Arc::new(Pace::new(CHUNK_RECORDS));
    let chunks = input.start(args.shape, Arc::clone(&pace));
    let settings = Settings {
        question,
        format: args.output.format.unwrap_or(Format::Line),
        budget: if args.budget == 0 { u64::MAX } else { args.budget },
        deadline: args.run.time_limit.and_then(|limit| start.checked_add(limit)),
        threads: pool.current_num_threads(),
        name: entry.info.name,
        pace,
    };
    if let (Some(header), true) = (settings.header(), output.fresh) {
        output.write(header)?;
    }
    let (mut items, mut failed) = (0, false);
    let mut consume = |piece: &Piece| {
        output.write(&piece.out)?;
        items += piece.items;
        failed |= piece.failed;
        progress.advance(piece.items, piece.position);
        progress.tell(&piece.messages);
        Ok(())
    };

    // What comes before the first puzzle cannot be read at any shape; it is refused as of the usual one.
    let refuse = settings.work(B3x3::SIZE)?;
    let mut first = loop {
        match next(&chunks, true) {
            Next::Chunk(chunk) if chunk.size.is_none() => {
                let mut consumed = Ok(());
                refuse(chunk, &mut |piece| {
                    consumed = consume(&piece);
                    consumed.is_ok()
                });
                consumed?;
            }
            Next::Chunk(chunk) => break Some(chunk),
            Next::Wait => {}
            Next::End => break None,
        }
    };
    if let Some(size) = first.as_ref().and_then(|chunk| chunk.size) {
        let work = settings.work(size)?;
        let next = |block| Ok(first.take().map_or_else(|| next(&chunks, block), Next::Chunk));
        pipeline::run(&pool, &work, next, &mut consume)?;
    }
    drop(progress);
    if items == 0 && !interrupted() {
        return Ok(Status::Nothing);
    }
    output.finish()?;
    Ok(if failed { Status::Lacking } else { Status::Fine })
}

/// The next chunk of the input, if it is there, or if one may wait for it.
fn next(chunks: &Receiver<Chunk>, block: bool) -> Next<Chunk> {
    if stopped() {
        return Next::End;
    }
    match chunks.recv_timeout(if block { GLANCE } else { Duration::ZERO }) {
        Ok(chunk) => Next::Chunk(chunk),
        Err(RecvTimeoutError::Timeout) => Next::Wait,
        Err(RecvTimeoutError::Disconnected) => Next::End,
    }
}

/// What is the same for every chunk.
#[derive(Clone)]
struct Settings {
    question: Question,
    format: Format,
    budget: u64,
    deadline: Option<Instant>,
    threads: usize,
    name: &'static str,
    pace: Arc<Pace>,
}

impl Settings {
    fn header(&self) -> Option<&'static [u8]> {
        match (self.format, self.question) {
            (Format::Csv, Question::Count(_)) => Some(b"puzzle,answer,count,rest\n"),
            (Format::Csv, _) => Some(b"puzzle,answer,solution,rest\n"),
            _ => None,
        }
    }

    fn work(&self, size: BoxSize) -> Result<Work<Chunk>, Failure> {
        // Sizes come from the parser, which knows the same shapes.
        with_shape(size, self).unwrap_or_else(|| Err(Failure::message("unknown shape")))
    }
}

impl WithShape for &Settings {
    type Output = Result<Work<Chunk>, Failure>;

    fn run<S: Shape>(self) -> Self::Output {
        let solver = solver::<S>(self.name).map_err(Failure::message)?;
        let crew = Crew {
            settings: self.clone(),
            solvers: (0..self.threads)
                .map(|_| Mutex::new(solver.dyn_clone()))
                .collect(),
        };
        Ok(Box::new(move |chunk, emit| crew.answer(&chunk, emit)))
    }
}

/// What the workers share.
struct Crew<S: Shape> {
    settings: Settings,
    /// One for each thread, never waited for.
    solvers: Vec<Mutex<Box<dyn DynSolver<S>>>>,
}

/// Nobody wants the rest of a chunk.
struct Cut;

impl<S: Shape> Crew<S> {
    /// Answers the records of a chunk, or the first of them if something stops it.
    fn answer(&self, chunk: &Chunk, emit: Emit<'_>) {
        let start = Instant::now();
        let thread = rayon::current_thread_index().unwrap_or(0);
        let mut solver = self.solvers[thread]
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let mut piece = Piece {
            out: pipeline::buffer(),
            ..Piece::default()
        };
        if let Some(trouble) = &chunk.trouble {
            piece.failed = true;
            piece.messages = format!("{trouble}\n").into_bytes();
        }
        for (i, record) in chunk.batch.records().enumerate() {
            let separate = i > 0 || !chunk.first;
            if let Err(Cut) = self.record(&mut **solver, &record, &chunk.file, separate, &mut piece, emit) {
                piece.last = true;
                break;
            }
        }
        self.settings.pace.took(chunk.batch.len(), start);
        piece.position = chunk.position;
        emit(piece);
    }

    fn record(
        &self,
        solver: &mut dyn DynSolver<S>,
        record: &Record<'_>,
        file: &str,
        separate: bool,
        piece: &mut Piece,
        emit: Emit<'_>,
    ) -> Result<(), Cut> {
        if stopped() {
            return Err(Cut);
        }
        let format = self.settings.format;
        let (puzzle, rest, complaint) = match record.parse::<S>() {
            Err(error) => {
                let complaint = format!("{file}:{error}\n");
                if error.kind == ParseErrorKind::Utf16 {
                    // Nothing of the file could be read, so there is no line to answer.
                    piece.failed = true;
                    piece.messages.extend(complaint.bytes());
                    return Ok(());
                }
                (None, "", Some(complaint))
            }
            Ok(parsed) => {
                let complaint = complaint(record, &parsed.puzzle, file);
                (Some(parsed.puzzle), parsed.rest, complaint)
            }
        };
        let entry = Entry {
            format,
            puzzle: puzzle.as_ref(),
            rest,
            separate,
            found: 0,
        };
        let mark = piece.out.len();
        let failed = match (&puzzle, complaint) {
            (Some(puzzle), None) => self.valid(solver, puzzle, entry, piece, emit),
            (_, complaint) => {
                piece
                    .messages
                    .extend(complaint.into_iter().flat_map(String::into_bytes));
                if let Question::Count(_) = self.settings.question {
                    entry.count(&mut piece.out, "invalid", None);
                } else {
                    entry.begin(&mut piece.out);
                    entry.end(&mut piece.out, "invalid");
                }
                Ok(true)
            }
        };
        if failed.is_err() {
            piece.out.truncate(mark);
        }
        piece.failed |= failed?;
        piece.items += 1;
        Ok(())
    }

    /// Answers the question of a puzzle without contradictions; whether it lacks the answer asked for.
    fn valid(
        &self,
        solver: &mut dyn DynSolver<S>,
        puzzle: &Puzzle<S>,
        mut entry: Entry<'_, S>,
        piece: &mut Piece,
        emit: Emit<'_>,
    ) -> Result<bool, Cut> {
        let mut budget = Budget::nodes(self.settings.budget).unless(&STOP);
        let mut late = None;
        if let Some(deadline) = self.settings.deadline {
            late = (Instant::now() >= deadline).then_some(Exhausted::Deadline);
            budget = budget.until(deadline);
        }
        let out = &mut piece.out;
        match self.settings.question {
            Question::Solution => {
                let outcome = match late {
                    Some(late) => Outcome::Undetermined(late),
                    None => solver.dyn_solve_within(puzzle, &mut budget),
                };
                entry.begin(out);
                let word = match &outcome {
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
            Question::Solutions(limit) => {
                entry.begin(out);
                let mut handed_on = false;
                let mut visit = |grid: &Grid<S>| {
                    entry.solution(&mut piece.out, grid, "found");
                    if piece.out.len() >= PIECE_BYTES {
                        handed_on = true;
                        let next = Piece {
                            out: pipeline::buffer(),
                            ..Piece::default()
                        };
                        if !emit(std::mem::replace(piece, next)) {
                            return ControlFlow::Break(());
                        }
                    }
                    if entry.found == limit {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                };
                let searched = match late {
                    Some(late) => Err(late),
                    None => solver.dyn_try_solve(puzzle, &mut budget, &mut visit),
                };
                let word = match searched {
                    // A part of the line has been written: it is ended.
                    Err(Exhausted::Cancelled) if !handed_on => return Err(Cut),
                    Err(_) => "undetermined",
                    Ok(_) if entry.found == 0 => "unsolvable",
                    Ok(_) => "found",
                };
                entry.end(&mut piece.out, word);
                Ok(word != "found")
            }
            Question::Count(limit) => {
                let counted = match late {
                    Some(late) => Err(late),
                    None => solver.dyn_count_within(puzzle, limit, &mut budget),
                };
                let (word, count) = match counted {
                    Ok(count) if count == limit && limit > 0 => ("limit", Some(count)),
                    Ok(count) => ("exact", Some(count)),
                    Err(Exhausted::Cancelled) => return Err(Cut),
                    Err(_) => ("undetermined", None),
                };
                entry.count(out, word, count);
                Ok(count.is_none())
            }
        }
    }
}

/// Every contradiction among the givens, and where the first shows.
fn complaint<S: Shape>(record: &Record<'_>, puzzle: &Puzzle<S>, file: &str) -> Option<String> {
    let conflicts = puzzle.conflicts();
    let cells = conflicts.first()?.cells();
    let (line, column) = record.position(*cells.get(1).or(cells.first())?);
    let words: Vec<String> = conflicts.iter().map(ToString::to_string).collect();
    Some(format!("{file}:{line}:{column}: {}\n", words.join("; ")))
}

/// The answer to one puzzle, being written.
struct Entry<'a, S: Shape> {
    format: Format,
    /// None where it was unreadable.
    puzzle: Option<&'a Puzzle<S>>,
    /// What follows the puzzle on its line.
    rest: &'a str,
    /// Whether another entry comes before.
    separate: bool,
    /// Solutions written.
    found: u64,
}

impl<S: Shape> Entry<'_, S> {
    fn puzzle_line(&self) -> Vec<u8> {
        let mut line = Vec::new();
        if let Some(puzzle) = self.puzzle {
            puzzle.push_line(&mut line);
        }
        line
    }

    /// What follows the puzzle, without what separates it.
    fn bare_rest(&self) -> &str {
        self.rest.trim_matches([' ', '\t', ',', ';'])
    }

    fn json_start(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"{\"puzzle\":\"");
        out.extend(self.puzzle_line());
        out.extend_from_slice(b"\",\"rest\":");
        push_json(out, self.bare_rest());
    }

    fn csv_row(&self, out: &mut Vec<u8>, answer: &str, value: &[u8]) {
        push_csv(
            out,
            &[
                &self.puzzle_line(),
                answer.as_bytes(),
                value,
                self.bare_rest().as_bytes(),
            ],
        );
    }

    fn begin(&self, out: &mut Vec<u8>) {
        match self.format {
            Format::Line | Format::Csv => {}
            Format::Grid | Format::Pencilmarks => {
                if self.separate {
                    out.push(b'\n');
                }
                if !self.bare_rest().is_empty() {
                    out.extend(format!("# {}\n", self.bare_rest()).bytes());
                }
            }
            Format::Json => {
                self.json_start(out);
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
                push_grid(out, grid, self.format);
            }
            Format::Csv => {
                let mut line = Vec::new();
                grid.push_line(&mut line);
                self.csv_row(out, answer, &line);
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
                out.extend_from_slice(self.rest.as_bytes());
                out.push(b'\n');
            }
            Format::Grid | Format::Pencilmarks if shown => {
                out.extend(format!("{}{answer}\n", if self.found > 0 { "\n" } else { "" }).bytes());
            }
            Format::Csv if shown => self.csv_row(out, answer, b""),
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
                out.extend_from_slice(self.rest.as_bytes());
                out.push(b'\n');
            }
            Format::Csv => self.csv_row(out, answer, &number),
            Format::Json => {
                self.json_start(out);
                out.extend(format!(",\"answer\":\"{answer}\",\"count\":").bytes());
                out.extend_from_slice(if count.is_some() { &number } else { b"null" });
                out.extend_from_slice(b"}\n");
            }
        }
    }
}
