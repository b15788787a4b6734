//! `gridwright explain`: the logical path of a puzzle.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use gridwright::grade::{Er, Grader, Scale, Verdict};
use gridwright::logic::{Board, Rated};
use gridwright_grid::{Exhausted, Shape};
use serde::Serialize;

use crate::args::{ExplainArgs, Format};
use crate::format::push_puzzle;
use crate::input::Input;
use crate::rate::{Time, scale};
use crate::status::{Failure, Status};
use crate::steps::StepKeys;
use crate::stream::{self, Cut, Item, Question, Sink, Worker};

/// What the puzzle of the command line is called in messages.
const ARGUMENT: &str = "PUZZLE";

pub(crate) fn run(args: &ExplainArgs) -> Result<Status, Failure> {
    let scale = args.scale.map(scale).transpose()?;
    if scale == Some(Scale::Paper) {
        return Err(Failure::message(
            "paper has no steps of its own: it goes by those of plain",
        ));
    }
    let asked = Asked {
        scale,
        hint: args.hint,
        format: args.output.format.unwrap_or(Format::Line),
        time: Time::new(&args.run),
    };
    let input = match args.puzzle.as_deref() {
        None | Some("-") => Input::open(&[PathBuf::from("-")], None)?,
        Some(name) if Path::new(name).is_file() => Input::open(&[PathBuf::from(name)], None)?,
        // The smallest puzzles have sixteen cells, and none is written with slashes.
        Some(name) if name.len() < 16 || name.split(' ').next().is_some_and(|word| word.contains('/')) => {
            return Err(Failure::Message(format!("{name}: neither a puzzle nor a file")));
        }
        Some(text) => Input::text(ARGUMENT, text.into()),
    };
    stream::run_on(&asked, input, args.shape, &args.output, &args.run)
}

#[derive(Clone)]
struct Asked {
    scale: Option<Scale>,
    hint: bool,
    format: Format,
    time: Time,
}

impl Question for Asked {
    type Worker<S: Shape> = Explaining<S>;

    fn header(&self) -> Option<&'static str> {
        (self.format == Format::Csv)
            .then_some("puzzle,step,rating,technique,name,placements,eliminations,reason,rest\n")
    }

    fn worker<S: Shape>(&self) -> Result<Explaining<S>, Failure> {
        let usual = if Scale::Er.works_at(S::SIZE) {
            Scale::Er
        } else {
            Scale::Plain
        };
        Ok(Explaining {
            grader: Grader::new(self.scale.unwrap_or(usual)).map_err(Failure::message)?,
            asked: self.clone(),
        })
    }
}

struct Explaining<S: Shape> {
    asked: Asked,
    grader: Grader<S>,
}

impl<S: Shape> Worker<S> for Explaining<S> {
    fn answer(&mut self, item: &Item<'_, S>, sink: &mut Sink<'_, '_>) -> Result<bool, Cut> {
        let Asked {
            hint, format, time, ..
        } = self.asked;
        if matches!(format, Format::Line | Format::Grid | Format::Pencilmarks) {
            item.push_heading(sink.out());
            sink.out().extend(item.line());
            sink.out().push(b'\n');
        }
        if !sink.show() {
            return Err(Cut);
        }
        let Some(puzzle) = item.valid_puzzle() else {
            push_end(sink.out(), item, &Verdict::Invalid, format);
            return Ok(true);
        };
        let scale = self.grader.scale();
        let (mut written, mut round) = (0, 0);
        let mut visit = |board: &Board, found: &[Rated]| {
            round += 1;
            let mut after = board.clone();
            for rated in found {
                if !rated.step.changes(&after) {
                    continue;
                }
                written += 1;
                let shown = Shown {
                    scale,
                    board,
                    rated,
                    number: written,
                    round,
                };
                push_step(sink.out(), item, &shown, format);
                if hint {
                    return ControlFlow::Break(());
                }
                // What cannot be applied ends the path.
                let _ = rated.step.apply(&mut after);
            }
            if sink.show() {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        };
        let verdict = match time.budget() {
            Err(late) => Verdict::Undetermined(late),
            Ok(mut budget) => self.grader.walk(puzzle, item.placed, &mut budget, &mut visit),
        };
        if verdict == Verdict::Undetermined(Exhausted::Cancelled) {
            // The steps found so far are worth having.
            sink.show();
            return Err(Cut);
        }
        if hint && written > 0 {
            return Ok(false);
        }
        push_end(sink.out(), item, &verdict, format);
        Ok(!matches!(verdict, Verdict::Rated(_) | Verdict::Solved))
    }
}

/// A step on its way to the output.
struct Shown<'a> {
    scale: Scale,
    board: &'a Board,
    rated: &'a Rated,
    number: u32,
    round: u32,
}

/// The keys of a line of JSON.
#[derive(Serialize)]
struct Line<'a> {
    puzzle: &'a str,
    rest: &'a str,
    scale: &'static str,
    step: u32,
    round: u32,
    rating: f64,
    #[serde(flatten)]
    keys: StepKeys,
    board: &'a str,
}

fn push_step<S: Shape>(out: &mut Vec<u8>, item: &Item<'_, S>, shown: &Shown<'_>, format: Format) {
    let Shown {
        board, rated, number, ..
    } = shown;
    let step = &rated.step;
    let name = (shown.scale.profile().title)(step);
    let tenths = Er::tenths(rated.rating);
    let rating = match shown.scale {
        Scale::Er => format!("{}.{}", tenths / 10, tenths % 10),
        Scale::Plain | Scale::Paper => (tenths / 10).to_string(),
    };
    match format {
        Format::Line | Format::Grid | Format::Pencilmarks => {
            if format != Format::Line
                && let Some(puzzle) = board.to_puzzle::<S>()
            {
                push_puzzle(out, &puzzle, format);
            }
            out.extend(
                format!(
                    "{number}. {rating} {name}: {} => {}\n",
                    step.reason(),
                    step.conclusion()
                )
                .bytes(),
            );
            for line in step.chain_lines() {
                out.extend(format!("    {line}\n").bytes());
            }
        }
        Format::Csv => item.push_csv_row(
            out,
            &[
                number.to_string().as_bytes(),
                rating.as_bytes(),
                step.kind.slug().as_bytes(),
                name.as_bytes(),
                step.placed().as_bytes(),
                step.removed().as_bytes(),
                step.reason().as_bytes(),
            ],
        ),
        Format::Json => {
            let mut candidates = Vec::new();
            if let Some(puzzle) = board.to_puzzle::<S>() {
                puzzle.push_candidates(&mut candidates);
            }
            let puzzle = item.line();
            let line = Line {
                puzzle: &String::from_utf8_lossy(&puzzle),
                rest: item.bare_rest(),
                scale: shown.scale.name(),
                step: *number,
                round: shown.round,
                rating: f64::from(tenths) / 10.0,
                keys: StepKeys::new(step, name, board.layout()),
                board: &String::from_utf8_lossy(&candidates),
            };
            serde_json::to_writer(&mut *out, &line).expect("memory takes every write");
            out.push(b'\n');
        }
    }
}

/// The rating; csv and json show in place of it the word where there is none.
fn push_end<S: Shape>(out: &mut Vec<u8>, item: &Item<'_, S>, verdict: &Verdict, format: Format) {
    match format {
        Format::Line | Format::Grid | Format::Pencilmarks => out.extend(format!("{verdict}\n").bytes()),
        _ if verdict.grade().is_some() => {}
        Format::Csv => item.push_csv_row(out, &[b"", b"", verdict.word().as_bytes(), b"", b"", b"", b""]),
        Format::Json => {
            item.push_json_start(out);
            out.extend(format!(",\"answer\":\"{}\"}}\n", verdict.word()).bytes());
        }
    }
}
