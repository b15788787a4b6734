//! `gridwright fill`.

use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;

use gridwright::catalogue::{CatalogueError, FillerEntry, FillerOption, FillerOptions};
use gridwright::{fill, filler_with, fillers};
use gridwright_grid::rng::stream;
use gridwright_grid::{BoxedFiller, Budget, Counts, Exhausted, Puzzle, Shape, WithShape, with_shape};

use crate::args::{FillArgs, Format, Line};
use crate::format::{push_number, push_puzzle};
use crate::output::Output;
use crate::pipeline::{self, Next, PIECE_BYTES, Pace, Piece, STOP, Work, stopped};
use crate::progress::Progress;
use crate::status::{Failure, Status};

/// Nodes and draws of a grid, where nothing else is said: minutes, not hours.
const BUDGET: u64 = 100_000_000;

/// Tries of a strategy that has a budget of its own for each.
const TRIES: u64 = 1000;

/// The budget of a try, where nothing else is said.
const TRY_BUDGET: u64 = 1_000_000;

pub(crate) fn run(args: &FillArgs) -> Result<Status, Failure> {
    let start = Instant::now();
    let format = match (args.output.format, args.stats) {
        (None, false) => Format::Line,
        (None, true) => Format::Csv,
        (Some(format @ (Format::Csv | Format::Json)), _) | (Some(format), false) => format,
        (Some(_), true) => return Err(Failure::message("--stats is written as csv or json")),
    };
    let entry = fillers().iter().find(|entry| entry.info.name == args.strategy);
    let entry = entry
        .ok_or_else(|| CatalogueError::UnknownFiller(args.strategy.clone()))
        .map_err(Failure::message)?;
    let deadline = args.run.time_limit.and_then(|limit| start.checked_add(limit));
    let pace = Arc::new(Pace::new(PIECE_BYTES / (args.shape.cells() + 1)));
    let seed = args.seed.unwrap_or_else(rand::random);
    let maker = Maker {
        entry,
        args,
        format,
        seed,
        deadline,
        pace: Arc::clone(&pace),
    };
    // The shape was parsed as one of those known.
    let work = with_shape(args.shape, maker).unwrap_or_else(|| Err(Failure::message("unknown shape")))?;

    pipeline::watch_interrupts()?;
    let pool = pipeline::pool(args.run.jobs)?;
    let mut output = Output::open(&args.output)?;
    pipeline::tell_seed(seed);
    if format == Format::Csv && output.fresh {
        output.write(&header(args.stats, entry.draws))?;
    }
    let mut progress = Progress::new(&args.run, Some(args.number), "grids");
    let (mut made, mut scheduled, mut failed) = (0, 0, false);
    pipeline::run(
        &pool,
        &work,
        |_| {
            if scheduled == args.number || stopped() {
                return Ok(Next::End);
            }
            let first = scheduled;
            scheduled = args.number.min(first.saturating_add(pace.size() as u64));
            Ok(Next::Chunk(first..scheduled))
        },
        |piece| {
            output.write(&piece.out)?;
            made += piece.items;
            failed |= piece.failed;
            progress.advance(piece.items, made);
            progress.tell(&piece.messages);
            Ok(())
        },
    )?;
    output.finish()?;
    Ok(if failed { Status::Lacking } else { Status::Fine })
}

fn header(stats: bool, draws: bool) -> Vec<u8> {
    let mut names = vec!["grid"];
    names.extend(columns(stats, draws));
    format!("{}\n", names.join(",")).into_bytes()
}

/// The names of the counts that are written.
fn columns(stats: bool, draws: bool) -> impl Iterator<Item = &'static str> {
    let counts = Counts::NAMES.into_iter().filter(move |_| stats);
    counts.chain(Counts::DRAW_NAMES.into_iter().filter(move |_| stats && draws))
}

/// Prepares the work at a shape.
struct Maker<'a> {
    entry: &'static FillerEntry,
    args: &'a FillArgs,
    format: Format,
    seed: u64,
    deadline: Option<Instant>,
    pace: Arc<Pace>,
}

impl WithShape for Maker<'_> {
    type Output = Result<Work<Range<u64>>, Failure>;

    fn run<S: Shape>(self) -> Self::Output {
        let own_budget = self.entry.options.contains(&FillerOption::Budget);
        let limit = match self.args.budget {
            budget if own_budget => BUDGET.max(budget.unwrap_or(TRY_BUDGET).saturating_mul(TRIES)),
            Some(0) => u64::MAX,
            budget => budget.unwrap_or(BUDGET),
        };
        let parameters = &self.args.parameters;
        let base = parameters.base.as_deref().map(str::parse).transpose();
        let options = FillerOptions::<S> {
            threshold: parameters.threshold,
            cells: parameters.cells,
            budget: self.args.budget.filter(|_| own_budget),
            moves: parameters.moves,
            relabel: parameters.relabel,
            line: parameters.line.map(|line| match line {
                Line::Row => fill::Line::Row,
                Line::Column => fill::Line::Column,
            }),
            base: base.map_err(|error| Failure::Message(format!("--base: {error}")))?,
        };
        let filler = filler_with(self.entry.info.name, &options).map_err(Failure::message)?;
        let crew = Crew {
            filler,
            entry: self.entry,
            format: self.format,
            stats: self.args.stats,
            seed: self.seed,
            limit,
            deadline: self.deadline,
            pace: self.pace,
        };
        Ok(Box::new(move |grids, emit| {
            emit(crew.make(grids));
        }))
    }
}

/// What the workers share.
struct Crew<S: Shape> {
    filler: BoxedFiller<S>,
    entry: &'static FillerEntry,
    format: Format,
    stats: bool,
    seed: u64,
    limit: u64,
    deadline: Option<Instant>,
    pace: Arc<Pace>,
}

impl<S: Shape> Crew<S> {
    /// Makes the grids of those streams, or the first of them if something stops it.
    fn make(&self, grids: Range<u64>) -> Piece {
        let start = Instant::now();
        let count = (grids.end - grids.start) as usize;
        let mut piece = Piece {
            out: pipeline::buffer(),
            ..Piece::default()
        };
        for index in grids {
            if let Err(reason) = self.make_one(index, &mut piece) {
                piece.last = true;
                if reason != Exhausted::Cancelled {
                    piece.failed = true;
                    piece.messages = self.complaint(index, reason).into_bytes();
                }
                break;
            }
            piece.items += 1;
        }
        self.pace.took(count, start);
        piece
    }

    #[inline]
    fn make_one(&self, index: u64, piece: &mut Piece) -> Result<(), Exhausted> {
        if stopped() {
            return Err(Exhausted::Cancelled);
        }
        let mut budget = Budget::nodes(self.limit).unless(&STOP);
        if let Some(deadline) = self.deadline {
            if Instant::now() >= deadline {
                return Err(Exhausted::Deadline);
            }
            budget = budget.until(deadline);
        }
        let grid = self
            .filler
            .dyn_fill_within(&mut stream(self.seed, index), &mut budget)?;
        let out = &mut piece.out;
        match self.format {
            Format::Line => grid.push_line(out),
            Format::Csv => {
                grid.push_line(out);
                for name in columns(self.stats, self.entry.draws) {
                    out.push(b',');
                    push_number(out, budget.counts().get(name).unwrap_or_default());
                }
            }
            Format::Json => {
                out.extend_from_slice(b"{\"grid\":\"");
                grid.push_line(out);
                out.push(b'"');
                for name in columns(self.stats, self.entry.draws) {
                    out.extend(format!(",\"{name}\":").bytes());
                    push_number(out, budget.counts().get(name).unwrap_or_default());
                }
                out.push(b'}');
            }
            Format::Grid | Format::Pencilmarks => {
                if index > 0 {
                    out.push(b'\n');
                }
                push_puzzle(out, &Puzzle::from(grid), self.format);
                return Ok(());
            }
        }
        out.push(b'\n');
        Ok(())
    }

    fn complaint(&self, index: u64, reason: Exhausted) -> String {
        let (name, size, seed) = (self.entry.info.name, S::SIZE, self.seed);
        let limit = match reason {
            Exhausted::Nodes => format!(" ({} nodes and draws)", self.limit),
            Exhausted::Deadline | Exhausted::Cancelled => String::new(),
        };
        format!(
            "gridwright: {name} at {size}, grid {} of seed {seed}: {reason}{limit}\n",
            index + 1
        )
    }
}
