//! Puzzles in, one answer for each out, in order: what every command that reads puzzles is built on.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use gridwright_grid::text::Record;
use gridwright_grid::{B3x3, BoxSize, Cell, Grid, ParseErrorKind, Puzzle, Shape, WithShape, with_shape};

use crate::args::{InputArgs, OutputArgs, RunArgs};
use crate::format::{push_csv, push_json};
use crate::input::{CHUNK_RECORDS, Chunk, Input};
use crate::output::Output;
use crate::pipeline::{self, Emit, Next, PIECE_BYTES, Pace, Piece, Work, interrupted, stopped};
use crate::progress::Progress;
use crate::sample::{Tally, add};
use crate::shard::Shard;
use crate::status::{Failure, Status};

/// How often a wait for input looks whether it was interrupted.
const GLANCE: Duration = Duration::from_millis(50);

/// What is asked of every puzzle.
pub(crate) trait Question {
    /// What answers it.
    type Worker<S: Shape>: Worker<S>;

    /// Whether givens that contradict each other are a puzzle like any other, not `invalid`.
    const TAKES_CONTRADICTIONS: bool = false;

    /// Whether a puzzle with an empty cell is `invalid`.
    const TAKES_GRIDS_ONLY: bool = false;

    /// The first line of the output, ended, if it has one.
    fn header(&self) -> Option<&'static str>;

    /// What is written after all answers, of what the workers added up, and whether that makes the run fail.
    fn conclude(&self, total: &dyn Tally) -> (Vec<u8>, bool) {
        let _ = total;
        (Vec::new(), false)
    }

    /// One that answers at a shape, for a thread of its own.
    fn worker<S: Shape>(&self) -> Result<Self::Worker<S>, Failure>;
}

/// Answers the question of one puzzle after the other.
pub(crate) trait Worker<S: Shape>: Send + 'static {
    /// Is told the puzzles of the items to come, those that are readable, in their order.
    fn prepare(&mut self, puzzles: &[Puzzle<S>]) {
        let _ = puzzles;
    }

    /// Appends the answer; whether it is not of the kind asked for.
    fn answer(&mut self, item: &Item<'_, S>, sink: &mut Sink<'_, '_>) -> Result<bool, Cut>;

    /// What was added up since it was asked last, if anything is.
    fn tally(&mut self) -> Option<Box<dyn Tally>> {
        None
    }
}

/// A record of the input.
pub(crate) struct Item<'a, S: Shape> {
    /// None where it was unreadable.
    pub(crate) puzzle: Option<&'a Puzzle<S>>,
    /// It is readable and, where the question minds, its givens do not contradict each other.
    pub(crate) valid: bool,
    /// The cells whose values are marked as placed, not given.
    pub(crate) placed: &'a [Cell<S>],
    /// The solution that stands beside it.
    pub(crate) solution: Option<&'a Grid<S>>,
    /// What follows the puzzle on its line, with what separates it.
    pub(crate) rest: &'a str,
    /// Where it comes from: file, line and column.
    pub(crate) place: (&'a str, usize),
    /// How many come before.
    pub(crate) number: u64,
}

impl<S: Shape> Item<'_, S> {
    /// The puzzle, if it is valid.
    pub(crate) fn valid_puzzle(&self) -> Option<&Puzzle<S>> {
        self.puzzle.filter(|_| self.valid)
    }

    /// The puzzle on one line, whole; nothing where it was unreadable.
    pub(crate) fn line(&self) -> Vec<u8> {
        let mut line = Vec::new();
        if let Some(puzzle) = self.puzzle {
            puzzle.push_whole_line(&mut line);
        }
        line
    }

    /// What follows the puzzle, without what separates it.
    pub(crate) fn bare_rest(&self) -> &str {
        self.rest.trim_matches([' ', '\t', ',', ';'])
    }

    /// The start of an object: the keys `puzzle` and `rest`.
    pub(crate) fn push_json_start(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"{\"puzzle\":\"");
        out.extend(self.line());
        out.extend_from_slice(b"\",\"rest\":");
        push_json(out, self.bare_rest());
    }

    /// A row: the puzzle, these columns, and the rest.
    pub(crate) fn push_csv_row(&self, out: &mut Vec<u8>, columns: &[&[u8]]) {
        let line = self.line();
        let mut row: Vec<&[u8]> = vec![&line];
        row.extend_from_slice(columns);
        row.push(self.bare_rest().as_bytes());
        push_csv(out, &row);
    }

    /// What goes before an answer of several lines: an empty line, and the rest after a `#`.
    pub(crate) fn push_heading(&self, out: &mut Vec<u8>) {
        if self.number > 0 {
            out.push(b'\n');
        }
        if !self.bare_rest().is_empty() {
            out.extend(format!("# {}\n", self.bare_rest()).bytes());
        }
    }
}

/// Nobody wants the rest of a chunk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cut;

/// Where an answer goes.
pub(crate) struct Sink<'a, 'b> {
    piece: &'a mut Piece,
    emit: &'a mut Emit<'b>,
    /// A part of the answer has been written for good.
    pub(crate) handed_on: bool,
}

impl Sink<'_, '_> {
    pub(crate) fn out(&mut self) -> &mut Vec<u8> {
        &mut self.piece.out
    }

    /// For standard error, a line that is ended here.
    pub(crate) fn say(&mut self, message: &str) {
        self.piece.messages.extend(message.bytes());
        self.piece.messages.push(b'\n');
    }

    /// Hands on what there is of a long answer; false when nobody wants more.
    pub(crate) fn flush(&mut self) -> bool {
        self.piece.out.len() < PIECE_BYTES || self.hand_on()
    }

    /// The same, but everything where it is written at once.
    pub(crate) fn show(&mut self) -> bool {
        if self.emit.awaited.load(Ordering::Relaxed) {
            self.hand_on()
        } else {
            self.flush()
        }
    }

    fn hand_on(&mut self) -> bool {
        self.handed_on = true;
        let next = Piece {
            out: pipeline::buffer(),
            ..Piece::default()
        };
        self.emit.piece(std::mem::replace(self.piece, next))
    }

    /// Ends an answer, begun at `start`, that is left out if one with the same key came before.
    pub(crate) fn key(&mut self, key: Box<[u8]>, start: usize) {
        let end = self.piece.out.len();
        self.piece.keys.push((key, start..end));
    }
}

/// Asks the question of every puzzle of the input.
pub(crate) fn run<Q: Question>(
    question: &Q,
    input: &InputArgs,
    output: &OutputArgs,
    run: &RunArgs,
) -> Result<Status, Failure> {
    run_part(question, Shard::ALL, input, output, run)
}

/// The same of a part of the puzzles.
pub(crate) fn run_part<Q: Question>(
    question: &Q,
    shard: Shard,
    input: &InputArgs,
    output: &OutputArgs,
    run: &RunArgs,
) -> Result<Status, Failure> {
    let appended = output.output.as_deref().filter(|_| output.append);
    run_on(
        question,
        Input::open(&input.files, appended)?.part(shard),
        input.shape,
        output,
        run,
    )
}

/// The same of what was opened.
pub(crate) fn run_on<Q: Question>(
    question: &Q,
    files: Input,
    shape: Option<BoxSize>,
    output: &OutputArgs,
    run: &RunArgs,
) -> Result<Status, Failure> {
    pipeline::watch_interrupts()?;
    let pool = pipeline::pool(run.jobs)?;
    let mut output = Output::open(output)?;
    let mut progress = Progress::new(run, files.bytes, "puzzles");
    let pace = Arc::new(Pace::new(CHUNK_RECORDS));
    let first_part = files.shard.is_first();
    let chunks = files.start(shape, Arc::clone(&pace));
    let asking = Asking {
        question,
        threads: pool.current_num_threads(),
        pace,
    };
    if let (Some(header), true) = (question.header(), output.fresh && first_part) {
        output.write(header.as_bytes())?;
    }
    let (mut items, mut failed) = (0, false);
    let mut seen = HashSet::new();
    let mut total = None;
    let mut consume = |piece: &mut Piece| {
        let mut start = 0;
        for (key, part) in &piece.keys {
            if !seen.insert(key.clone()) {
                output.write(&piece.out[start..part.start])?;
                start = part.end;
            }
        }
        output.write(&piece.out[start..])?;
        items += piece.items;
        failed |= piece.failed;
        add(&mut total, piece.tally.take());
        progress.advance(piece.items, piece.position);
        progress.tell(&piece.messages);
        Ok(())
    };

    // What comes before the first puzzle cannot be read at any shape; it is refused as of the usual one.
    let refuse = asking.work(B3x3::SIZE)?;
    let mut first = loop {
        match next(&chunks, true) {
            Next::Chunk(chunk) if chunk.size.is_none() => {
                let mut consumed = Ok(());
                let emit = Emit {
                    take: &mut |mut piece| {
                        consumed = consume(&mut piece);
                        consumed.is_ok()
                    },
                    awaited: &AtomicBool::new(true),
                };
                refuse(chunk, emit);
                consumed?;
            }
            Next::Chunk(chunk) => break Some(chunk),
            Next::Wait => {}
            Next::End => break None,
        }
    };
    if let Some(size) = first.as_ref().and_then(|chunk| chunk.size) {
        let work = asking.work(size)?;
        let next = |block| Ok(first.take().map_or_else(|| next(&chunks, block), Next::Chunk));
        pipeline::run(&pool, &work, next, &mut consume)?;
    }
    drop(progress);
    // Nothing, and nothing wrong: fewer puzzles than parts.
    if items == 0 && failed && !interrupted() {
        return Ok(Status::Nothing);
    }
    if let Some(total) = total {
        let (text, rejected) = question.conclude(&*total);
        output.write(&text)?;
        failed |= rejected;
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

/// Prepares the work at a shape.
struct Asking<'a, Q> {
    question: &'a Q,
    threads: usize,
    pace: Arc<Pace>,
}

impl<Q: Question> Asking<'_, Q> {
    fn work(&self, size: BoxSize) -> Result<Work<Chunk>, Failure> {
        // Sizes come from the parser, which knows the same shapes.
        with_shape(size, self).unwrap_or_else(|| Err(Failure::message("unknown shape")))
    }
}

impl<Q: Question> WithShape for &Asking<'_, Q> {
    type Output = Result<Work<Chunk>, Failure>;

    fn run<S: Shape>(self) -> Self::Output {
        let workers = (0..self.threads).map(|_| self.question.worker::<S>().map(Mutex::new));
        let crew = Crew {
            workers: workers.collect::<Result<_, _>>()?,
            takes_contradictions: Q::TAKES_CONTRADICTIONS,
            takes_grids_only: Q::TAKES_GRIDS_ONLY,
            pace: Arc::clone(&self.pace),
        };
        Ok(Box::new(move |chunk, emit| crew.answer::<S>(&chunk, emit)))
    }
}

/// What the threads share.
struct Crew<W> {
    /// One for each thread, never waited for.
    workers: Vec<Mutex<W>>,
    takes_contradictions: bool,
    takes_grids_only: bool,
    pace: Arc<Pace>,
}

impl<W> Crew<W> {
    /// Answers the records of a chunk, or the first of them if something stops it.
    fn answer<S: Shape>(&self, chunk: &Chunk, mut emit: Emit<'_>)
    where
        W: Worker<S>,
    {
        let start = Instant::now();
        let thread = rayon::current_thread_index().unwrap_or(0);
        let mut worker = self.workers[thread]
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
        let mut puzzles = Vec::with_capacity(chunk.wanted.len());
        let records: Vec<_> = chunk
            .batch
            .records()
            .skip(chunk.wanted.start)
            .take(chunk.wanted.len())
            .map(|record| self.read(&record, &chunk.file, &mut puzzles))
            .collect();
        worker.prepare(&puzzles);
        let mut puzzles = puzzles.iter();
        for (number, read) in (chunk.number..).zip(&records) {
            let puzzle = if read.readable { puzzles.next() } else { None };
            if let Err(Cut) = answer(
                &mut *worker,
                read,
                puzzle,
                (&chunk.file, number),
                &mut piece,
                &mut emit,
            ) {
                piece.last = true;
                break;
            }
        }
        piece.tally = worker.tally();
        self.pace.took(chunk.wanted.len(), start);
        piece.position = chunk.position;
        emit.piece(piece);
    }

    /// Reads a record; its puzzle, if it is one, goes to the others.
    fn read<'a, S: Shape>(
        &self,
        record: &Record<'a>,
        file: &str,
        puzzles: &mut Vec<Puzzle<S>>,
    ) -> Read<'a, S> {
        let mut read = Read {
            readable: false,
            valid: false,
            nothing: false,
            placed: Vec::new(),
            solution: None,
            rest: Cow::Borrowed(""),
            line: record.line(),
            complaint: None,
        };
        match record.parse::<S>() {
            Err(error) => {
                read.nothing = error.kind == ParseErrorKind::Utf16;
                read.complaint = Some(format!("{file}:{error}\n"));
            }
            Ok(parsed) => {
                if !self.takes_contradictions {
                    read.complaint = complaint(record, &parsed.puzzle, file);
                }
                if self.takes_grids_only && read.complaint.is_none() {
                    read.complaint = empty_cell(record, &parsed.puzzle, file);
                }
                read.readable = true;
                read.valid = read.complaint.is_none();
                read.placed = parsed.placed;
                read.solution = parsed.solution;
                read.rest = match parsed.rest {
                    // After other cells a colon would stand for something else.
                    rest if rest.starts_with(':') => Cow::Owned(format!("\t{rest}")),
                    rest => Cow::Borrowed(rest),
                };
                puzzles.push(parsed.puzzle);
            }
        }
        read
    }
}

/// A record that was read, without its puzzle.
struct Read<'a, S: Shape> {
    readable: bool,
    valid: bool,
    /// Nothing of the file could be read, so there is no line to answer.
    nothing: bool,
    placed: Vec<Cell<S>>,
    solution: Option<Grid<S>>,
    rest: Cow<'a, str>,
    line: usize,
    complaint: Option<String>,
}

/// Has one record answered.
fn answer<S: Shape, W: Worker<S>>(
    worker: &mut W,
    read: &Read<'_, S>,
    puzzle: Option<&Puzzle<S>>,
    (file, number): (&str, u64),
    piece: &mut Piece,
    emit: &mut Emit<'_>,
) -> Result<(), Cut> {
    if stopped() {
        return Err(Cut);
    }
    if let Some(complaint) = &read.complaint {
        piece.messages.extend(complaint.bytes());
        piece.failed = true;
    }
    if read.nothing {
        return Ok(());
    }
    let item = Item {
        puzzle,
        valid: read.valid,
        placed: &read.placed,
        solution: read.solution.as_ref(),
        rest: &read.rest,
        place: (file, read.line),
        number,
    };
    let mark = piece.out.len();
    let mut sink = Sink {
        piece: &mut *piece,
        emit,
        handed_on: false,
    };
    let answered = worker.answer(&item, &mut sink);
    let handed_on = sink.handed_on;
    match answered {
        Ok(lacking) => piece.failed |= lacking,
        Err(Cut) if handed_on => {}
        Err(Cut) => piece.out.truncate(mark),
    }
    piece.items += u64::from(answered.is_ok());
    answered.map(drop)
}

/// Every contradiction among the givens, and where the first shows.
fn complaint<S: Shape>(record: &Record<'_>, puzzle: &Puzzle<S>, file: &str) -> Option<String> {
    let conflicts = puzzle.conflicts();
    let cells = conflicts.first()?.cells();
    let (line, column) = record.position(*cells.get(1).or(cells.first())?);
    let words: Vec<String> = conflicts.iter().map(ToString::to_string).collect();
    Some(format!("{file}:{line}:{column}: {}\n", words.join("; ")))
}

/// The first empty cell, and where it shows.
fn empty_cell<S: Shape>(record: &Record<'_>, puzzle: &Puzzle<S>, file: &str) -> Option<String> {
    let cell = Cell::all().find(|&cell| puzzle.given(cell).is_none())?;
    let (line, column) = record.position(cell);
    Some(format!(
        "{file}:{line}:{column}: no solution grid: {cell} is empty\n"
    ))
}
