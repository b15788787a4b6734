//! `gridwright seeds play`: the game of a number, or any.

use gridwright::seeds::Variation;
use gridwright_grid::rng::stream;
use gridwright_grid::{Puzzle, Shape, WithShape, with_shape};

use super::collection::Source;
use crate::args::{Format, SeedsPlayArgs};
use crate::format::{push_number, push_puzzle};
use crate::output::Output;
use crate::pipeline::{self, PIECE_BYTES, stopped};
use crate::progress::Progress;
use crate::status::{Failure, Status};

pub(crate) fn run(args: &SeedsPlayArgs) -> Result<Status, Failure> {
    let source = Source::open(&args.collection, &args.run)?;
    with_shape(
        source.size,
        Playing {
            args,
            source: &source,
        },
    )
    .unwrap_or_else(|| Err(Failure::message("unknown shape")))
}

struct Playing<'a> {
    args: &'a SeedsPlayArgs,
    source: &'a Source<'a>,
}

impl WithShape for Playing<'_> {
    type Output = Result<Status, Failure>;

    fn run<S: Shape>(self) -> Self::Output {
        let args = self.args;
        let loaded = self.source.load::<S>()?;
        let collection = &loaded.collection;
        if let Some(first) = args.index {
            let last = first.saturating_add(u128::from(args.number.saturating_sub(1)));
            if last >= collection.games() {
                return Err(Failure::Message(format!(
                    "--index {last}: the collection has the games 0 to {}",
                    collection.games() - 1
                )));
            }
        }
        pipeline::watch_interrupts()?;
        let format = args.output.format.unwrap_or(Format::Line);
        let mut output = Output::open(&args.output)?;
        // Told even if it is not drawn from: the last thing that may fail is over.
        let seed = args.index.is_none().then(|| pipeline::seed(args.seed));
        let mut progress = Progress::new(&args.run, Some(args.number), "puzzles");
        let mut out = Vec::new();
        if format == Format::Csv && output.fresh {
            out.extend_from_slice(b"puzzle,solution,index,line\n");
        }
        for i in 0..args.number {
            if stopped() {
                break;
            }
            let number = match (args.index, seed) {
                (Some(first), _) => Some(first + u128::from(i)),
                (None, Some(seed)) => collection.random(&mut stream(seed, i)),
                (None, None) => None,
            };
            // The numbers were checked beforehand.
            let Some((number, variation)) =
                number.and_then(|number| Some((number, collection.unrank(number)?)))
            else {
                break;
            };
            if i > 0 && matches!(format, Format::Grid | Format::Pencilmarks) {
                out.push(b'\n');
            }
            self.push(&mut out, number, &variation, loaded.lines[variation.seed], format);
            if out.len() > PIECE_BYTES {
                output.write(&out)?;
                out.clear();
            }
            progress.advance(1, i + 1);
        }
        output.write(&out)?;
        output.finish()?;
        Ok(Status::Fine)
    }
}

impl Playing<'_> {
    fn push<S: Shape>(
        &self,
        out: &mut Vec<u8>,
        number: u128,
        variation: &Variation<S>,
        line: usize,
        format: Format,
    ) {
        let game = &variation.game;
        match format {
            Format::Line => {
                if self.args.solution {
                    game.push_line(out);
                } else {
                    game.puzzle().push_line(out);
                }
            }
            Format::Grid | Format::Pencilmarks => {
                push_puzzle(out, game.puzzle(), format);
                if self.args.solution {
                    push_puzzle(out, &Puzzle::from(game.solution()), Format::Grid);
                }
                return;
            }
            Format::Csv => {
                game.puzzle().push_line(out);
                out.push(b',');
                game.solution().push_line(out);
                out.push(b',');
                push_number(out, number);
                out.push(b',');
                push_number(out, line);
            }
            Format::Json => {
                out.extend_from_slice(b"{\"puzzle\":\"");
                game.puzzle().push_line(out);
                out.extend_from_slice(b"\",\"solution\":\"");
                game.solution().push_line(out);
                out.extend(format!("\",\"index\":\"{number}\",\"line\":{line}}}").bytes());
            }
        }
        out.push(b'\n');
    }
}
