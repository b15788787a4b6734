//! `gridwright fill`.

use std::ops::Range;
use std::time::Instant;

use gridwright::catalogue::{FillerEntry, FillerOption, FillerOptions};
use gridwright::fill::{DynFiller, stream};
use gridwright::grid::{B3x3, Budget, Counts, Grid, Puzzle, Shape, WithShape, with_shape};

use crate::args::{FillArgs, Format};
use crate::output::Output;
use crate::pipeline::{self, Emitter, INTERRUPTED, Piece};
use crate::puzzles::threads;
use crate::status::{Failure, Status};

/// A grid is given up after so many nodes and draws, unless --budget says otherwise.
const BUDGET: u64 = 100_000_000;

/// Las Vegas may try so often before its grid is given up.
const TRIES: u64 = 1000;

/// At most so many grids are one job.
const CHUNK: u64 = 4096;

struct Fill<'a> {
    args: &'a FillArgs,
    entry: &'a FillerEntry,
}

pub(crate) fn run(args: &FillArgs) -> Result<Status, Failure> {
    let size = args.work.shape.unwrap_or(B3x3::SIZE);
    let entry = gridwright::fillers()
        .iter()
        .find(|entry| entry.info.name == args.strategy);
    let entry = entry.ok_or_else(|| Failure::new(format!("unknown filler '{}'", args.strategy)))?;
    with_shape(size, Fill { args, entry }).ok_or_else(|| Failure::new(format!("unknown shape {size}")))?
}

impl WithShape for Fill<'_> {
    type Output = Result<Status, Failure>;

    fn run<S: Shape>(self) -> Result<Status, Failure> {
        let Self { args, entry } = self;
        let tries = entry.options.contains(&FillerOption::Budget);
        let base = args.base.as_ref().map(|text| text.parse::<Grid<S>>());
        let base = base
            .transpose()
            .map_err(|error| Failure::new(format!("--base: {error}")))?;
        let options = FillerOptions {
            threshold: args.threshold,
            cells: args.cells,
            budget: args.budget.filter(|_| tries),
            moves: args.moves,
            relabel: args.relabel,
            line: args.line,
            base,
        };
        let filler = gridwright::filler_with::<S>(entry.info.name, &options).map_err(Failure::new)?;
        let budget = match args.budget {
            Some(0) if !tries => u64::MAX,
            Some(nodes) if tries => nodes.saturating_mul(TRIES).max(BUDGET),
            Some(nodes) => nodes,
            None => BUDGET.max(if tries { 1_000_000 * TRIES } else { 0 }),
        };
        let seed = args.seed.unwrap_or_else(rand::random);
        eprintln!("seed: {seed} (gridwright {})", env!("CARGO_PKG_VERSION"));
        let mut names: Vec<&'static str> = Vec::new();
        if args.stats {
            names.extend(Counts::NAMES);
            if entry.draws {
                names.extend(Counts::DRAW_NAMES);
            }
        }
        let job = Job {
            filler: &*filler,
            name: entry.info.name,
            seed,
            budget,
            deadline: args.work.time_limit.map(|limit| Instant::now() + limit),
            format: args
                .output
                .format
                .unwrap_or(if args.stats { Format::Csv } else { Format::Line }),
            names: &names,
        };
        if args.stats && !matches!(job.format, Format::Csv | Format::Json) {
            return Err(Failure::new("--stats needs --format csv or json"));
        }
        let mut output = Output::open(&args.output, Some(args.count))?;
        if job.format == Format::Csv {
            let mut header = "grid".to_string();
            for name in &names {
                header.extend([",", name]);
            }
            header.push('\n');
            output.write(header.as_bytes())?;
        }
        let threads = threads(&args.work);
        // Small runs are cut small, so that every thread has some.
        let chunk = (args.count / (threads as u64 * 8)).clamp(1, CHUNK);
        let mut start = 0;
        let next = || {
            let job = start..(start + chunk).min(args.count);
            start = job.end;
            Ok((!job.is_empty()).then_some(job))
        };
        let ended = pipeline::run(
            threads,
            next,
            |range, emitter| job.run(range, emitter),
            |piece| output.piece(&piece),
        );
        let failed = output.failed();
        output.finish(ended)?;
        Ok(if failed == 0 {
            Status::Fine
        } else {
            Status::NoAnswer
        })
    }
}

/// What it takes to make any grid of the run.
struct Job<'a, S: Shape> {
    filler: &'a dyn DynFiller<S>,
    name: &'a str,
    seed: u64,
    budget: u64,
    deadline: Option<Instant>,
    format: Format,
    names: &'a [&'static str],
}

impl<S: Shape> Job<'_, S> {
    fn run(&self, grids: Range<u64>, emitter: &Emitter) {
        let mut piece = Piece::default();
        for i in grids {
            let mut budget = Budget::nodes(self.budget).unless(&INTERRUPTED);
            if let Some(deadline) = self.deadline {
                budget = budget.until(deadline);
                if Instant::now() >= deadline {
                    self.give_up(&mut piece, i, "the time limit was reached");
                    break;
                }
            }
            match self
                .filler
                .dyn_fill_within(&mut stream(self.seed, i), &mut budget)
            {
                Ok(grid) => self.push(&grid, budget.counts(), &mut piece.out),
                Err(reason) => {
                    self.give_up(&mut piece, i, &reason.to_string());
                    break;
                }
            }
            piece.items += 1;
        }
        emitter.emit(piece);
    }

    /// Ends the run at grid `i`.
    fn give_up(&self, piece: &mut Piece, i: u64, reason: &str) {
        let (name, seed, size) = (self.name, self.seed, S::SIZE);
        piece.errors = format!(
            "gridwright: {name} at {size}, grid {} of seed {seed}: {reason}\n",
            i + 1
        );
        piece.failed = 1;
        piece.last = true;
    }

    fn push(&self, grid: &Grid<S>, counts: &Counts, out: &mut Vec<u8>) {
        let values = || {
            self.names
                .iter()
                .filter_map(|name| Some((name, counts.get(name)?)))
        };
        match self.format {
            Format::Line => grid.push_line(out),
            Format::Csv => {
                grid.push_line(out);
                values().for_each(|(_, value)| out.extend(format!(",{value}").into_bytes()));
            }
            Format::Json => {
                out.extend_from_slice(b"{\"grid\":\"");
                grid.push_line(out);
                out.push(b'"');
                values().for_each(|(name, value)| out.extend(format!(",\"{name}\":{value}").into_bytes()));
                out.push(b'}');
            }
            Format::Grid => out.extend(format!("{grid:#}\n").into_bytes()),
            Format::Pencilmarks => Puzzle::from(grid).push_pencilmarks(out),
        }
        out.push(b'\n');
    }
}
