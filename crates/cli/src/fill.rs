//! `gridwright fill`.

use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;

use gridwright::catalogue::default_filler;
use gridwright_grid::{Counts, Exhausted, Puzzle, Shape, WithShape, with_shape};

use crate::args::{FillArgs, Format};
use crate::format::{push_number, push_puzzle};
use crate::making::{Making, Source};
use crate::output::Output;
use crate::pipeline::{self, Next, PIECE_BYTES, Pace, Piece, Work, stopped};
use crate::progress::Progress;
use crate::shard::Shard;
use crate::status::{Failure, Status};

pub(crate) fn run(args: &FillArgs) -> Result<Status, Failure> {
    let format = match (args.output.format, args.stats) {
        (None, false) => Format::Line,
        (None, true) => Format::Csv,
        (Some(format @ (Format::Csv | Format::Json)), _) | (Some(format), false) => format,
        (Some(_), true) => return Err(Failure::message("--stats is written as csv or json")),
    };
    let strategy = args
        .strategy
        .as_deref()
        .unwrap_or_else(|| default_filler(args.shape));
    let making = Making::new(strategy, &args.parameters, args.seed, args.budget, &args.run)?;
    let draws = making.entry.draws;
    let pace = Arc::new(Pace::new(PIECE_BYTES / (args.shape.cells() + 1)));
    let maker = Maker {
        making: &making,
        format,
        stats: args.stats,
        pace: Arc::clone(&pace),
    };
    // The shape was parsed as one of those known.
    let work = with_shape(args.shape, maker).unwrap_or_else(|| Err(Failure::message("unknown shape")))?;

    pipeline::watch_interrupts()?;
    let pool = pipeline::pool(args.run.jobs)?;
    let mut output = Output::open(&args.output)?;
    making.tell_seed();
    let shard = args.shard.unwrap_or(Shard::ALL);
    if format == Format::Csv && output.fresh && shard.is_first() {
        output.write(&header(args.stats, draws))?;
    }
    let Range { start, end } = shard.of(args.number);
    let mut progress = Progress::new(&args.run, Some(end - start), "grids");
    let (mut made, mut scheduled, mut failed) = (0, start, false);
    pipeline::run(
        &pool,
        &work,
        |_| {
            if scheduled == end || stopped() {
                return Ok(Next::End);
            }
            let first = scheduled;
            scheduled = end.min(first.saturating_add(pace.size() as u64));
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
    making: &'a Making<'a>,
    format: Format,
    stats: bool,
    pace: Arc<Pace>,
}

impl WithShape for Maker<'_> {
    type Output = Result<Work<Range<u64>>, Failure>;

    fn run<S: Shape>(self) -> Self::Output {
        let crew = Crew {
            source: self.making.at::<S>()?,
            format: self.format,
            stats: self.stats,
            draws: self.making.entry.draws,
            pace: self.pace,
        };
        Ok(Box::new(move |grids, mut emit| {
            emit.piece(crew.make(grids));
        }))
    }
}

/// What the workers share.
struct Crew<S: Shape> {
    source: Source<S>,
    format: Format,
    stats: bool,
    draws: bool,
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
                    piece.messages = self.source.complaint(index, reason).into_bytes();
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
        let (grid, counts) = self.source.make(index)?;
        let out = &mut piece.out;
        match self.format {
            Format::Line => grid.push_line(out),
            Format::Csv => {
                grid.push_line(out);
                for name in columns(self.stats, self.draws) {
                    out.push(b',');
                    push_number(out, counts.get(name).unwrap_or_default());
                }
            }
            Format::Json => {
                out.extend_from_slice(b"{\"grid\":\"");
                grid.push_line(out);
                out.push(b'"');
                for name in columns(self.stats, self.draws) {
                    out.extend(format!(",\"{name}\":").bytes());
                    push_number(out, counts.get(name).unwrap_or_default());
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
}
