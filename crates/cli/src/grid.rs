//! `gridwright grid`: the grid of a number, and the number of a grid.

use std::io::BufRead;

use gridwright::fill::{Numbering, numbering_at};
use gridwright_grid::{B3x3, Cell, Puzzle, Shape, WithShape, with_shape};

use crate::args::{Format, GridArgs, Index};
use crate::format::{push_number, push_puzzle};
use crate::input::Input;
use crate::output::Output;
use crate::pipeline::{self, PIECE_BYTES, stopped};
use crate::progress::Progress;
use crate::status::{Failure, Status};
use crate::stream::{self, Cut, Item, Question, Sink, Worker};

pub(crate) fn run(args: &GridArgs) -> Result<Status, Failure> {
    let format = args.output.format.unwrap_or(Format::Line);
    if args.rank {
        let appended = args.output.output.as_deref().filter(|_| args.output.append);
        let input = Input::open(&args.files, appended)?;
        return stream::run_on(&Asked { format }, input, args.shape, &args.output, &args.run);
    }
    let shape = args.shape.unwrap_or(B3x3::SIZE);
    // The shape was parsed as one of those known.
    with_shape(shape, Unranking { args, format }).unwrap_or_else(|| Err(Failure::message("unknown shape")))
}

fn numbering<S: Shape>() -> Result<Numbering<S>, Failure> {
    numbering_at::<S>().ok_or_else(|| Failure::Message(format!("grid: grids at {} have no numbers", S::SIZE)))
}

/// Writes the grids of numbers.
struct Unranking<'a> {
    args: &'a GridArgs,
    format: Format,
}

impl WithShape for Unranking<'_> {
    type Output = Result<Status, Failure>;

    fn run<S: Shape>(self) -> Self::Output {
        let Self { args, format } = self;
        let mut writer = Writer {
            numbering: numbering::<S>()?,
            number: args.number,
            format,
            out: Vec::new(),
            written: 0,
        };
        for index in &args.index {
            if let Index::Number(index) = *index {
                writer
                    .check(index)
                    .map_err(|reason| Failure::Message(format!("--index {reason}")))?;
            }
        }
        pipeline::watch_interrupts()?;
        let mut output = Output::open(&args.output)?;
        let mut progress = Progress::new(&args.run, None, "grids");
        if format == Format::Csv && output.fresh {
            output.write(b"index,grid\n")?;
        }
        let mut flush = |writer: &mut Writer<S>, most: usize| {
            if writer.out.len() > most {
                output.write(&writer.out)?;
                writer.out.clear();
                progress.advance(writer.written, writer.written);
            }
            Ok(())
        };
        let mut failed = false;
        for index in &args.index {
            match *index {
                Index::Number(index) => writer.write(index, &mut flush)?,
                Index::Read => {
                    for (number, line) in (1..).zip(std::io::stdin().lock().split(b'\n')) {
                        let line = line.map_err(|error| Failure::Message(format!("-: {error}")))?;
                        let text = String::from_utf8_lossy(&line);
                        let text = text.trim().trim_start_matches('\u{feff}');
                        if text.is_empty() || text.starts_with('#') {
                            continue;
                        }
                        let index = text.parse().map_err(|_| {
                            let start: String = text.chars().take(40).collect();
                            let rest = if start.len() < text.len() { "..." } else { "" };
                            format!(
                                "'{start}{rest}' is no number from 0 to {}",
                                writer.numbering.grids - 1
                            )
                        });
                        match index.and_then(|index| writer.check(index).map(|()| index)) {
                            Ok(index) => writer.write(index, &mut flush)?,
                            Err(reason) => {
                                pipeline::to_stderr(format!("-:{number}:1: {reason}\n").as_bytes());
                                writer.push_invalid();
                                failed = true;
                            }
                        }
                        // Input that comes slowly is answered as it comes.
                        flush(&mut writer, 0)?;
                        if stopped() {
                            break;
                        }
                    }
                }
            }
        }
        flush(&mut writer, 0)?;
        if writer.written == 0 && !failed && args.number > 0 && !stopped() {
            pipeline::to_stderr(b"-:1:1: no number\n");
            return Ok(Status::Nothing);
        }
        output.finish()?;
        Ok(if failed { Status::Lacking } else { Status::Fine })
    }
}

struct Writer<S: Shape> {
    numbering: Numbering<S>,
    /// How many grids from each index on.
    number: u64,
    format: Format,
    out: Vec<u8>,
    written: u64,
}

impl<S: Shape> Writer<S> {
    /// Whether there are all the grids asked for.
    fn check(&self, index: u128) -> Result<(), String> {
        let last = index.saturating_add(u128::from(self.number.saturating_sub(1)));
        if last < self.numbering.grids {
            Ok(())
        } else {
            Err(format!(
                "{last}: the grids at {} have the numbers 0 to {}",
                S::SIZE,
                self.numbering.grids - 1
            ))
        }
    }

    fn write(
        &mut self,
        first: u128,
        flush: &mut impl FnMut(&mut Self, usize) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        for index in (first..).take(self.number as usize) {
            if stopped() {
                break;
            }
            // The indices were checked beforehand.
            let Some(grid) = (self.numbering.unrank)(index) else {
                break;
            };
            let out = &mut self.out;
            match self.format {
                Format::Line => grid.push_line(out),
                Format::Grid | Format::Pencilmarks => {
                    if self.written > 0 {
                        out.push(b'\n');
                    }
                    push_puzzle(out, &Puzzle::from(grid), self.format);
                }
                Format::Csv => {
                    push_number(out, index);
                    out.push(b',');
                    grid.push_line(out);
                }
                Format::Json => {
                    out.extend(format!("{{\"index\":\"{index}\",\"grid\":\"").bytes());
                    grid.push_line(out);
                    out.extend_from_slice(b"\"}");
                }
            }
            if !matches!(self.format, Format::Grid | Format::Pencilmarks) {
                out.push(b'\n');
            }
            self.written += 1;
            flush(self, PIECE_BYTES)?;
        }
        Ok(())
    }

    /// In the place of a grid.
    fn push_invalid(&mut self) {
        self.out.extend_from_slice(match self.format {
            Format::Csv => b"invalid,\n",
            Format::Json => b"{\"index\":null,\"grid\":null}\n",
            _ => b"invalid\n",
        });
    }
}

/// The number of each grid read.
struct Asked {
    format: Format,
}

impl Question for Asked {
    type Worker<S: Shape> = Ranking<S>;

    fn header(&self) -> Option<&'static str> {
        (self.format == Format::Csv).then_some("puzzle,index,rest\n")
    }

    fn worker<S: Shape>(&self) -> Result<Ranking<S>, Failure> {
        Ok(Ranking {
            numbering: numbering::<S>()?,
            format: self.format,
        })
    }
}

struct Ranking<S: Shape> {
    numbering: Numbering<S>,
    format: Format,
}

impl<S: Shape> Worker<S> for Ranking<S> {
    fn answer(&mut self, item: &Item<'_, S>, sink: &mut Sink<'_, '_>) -> Result<bool, Cut> {
        let grid = item.valid_puzzle().and_then(Puzzle::to_grid);
        if let (Some(puzzle), None) = (item.valid_puzzle(), &grid) {
            let (file, line) = item.place;
            let empty = Cell::all().find(|&cell| puzzle.given(cell).is_none());
            let empty = empty.map_or_else(String::new, |cell| format!(": {cell} is empty"));
            sink.say(&format!("{file}:{line}:1: not a solution grid{empty}"));
        }
        let index = grid.map(|grid| (self.numbering.rank)(&grid).to_string());
        let text = index.as_deref().unwrap_or("invalid");
        let out = sink.out();
        match self.format {
            Format::Csv => item.push_csv_row(out, &[text.as_bytes()]),
            Format::Json => {
                item.push_json_start(out);
                let text = index
                    .as_ref()
                    .map_or_else(|| "null".into(), |index| format!("\"{index}\""));
                out.extend(format!(",\"index\":{text}}}\n").bytes());
            }
            Format::Line | Format::Grid | Format::Pencilmarks => {
                out.extend_from_slice(text.as_bytes());
                out.extend_from_slice(item.rest.as_bytes());
                out.push(b'\n');
            }
        }
        Ok(index.is_none())
    }
}
