//! `gridwright check`: what can be said about a puzzle.

use gridwright::check::{Report, check};
use gridwright_grid::{Budget, Cell, DynSolver, Exhausted, Shape};

use crate::args::{Format, PuzzleArgs};
use crate::format::push_json;
use crate::search::Search;
use crate::status::{Failure, Status};
use crate::stream::{self, Cut, Item, Question, Sink, Worker};

pub(crate) fn run(args: &PuzzleArgs) -> Result<Status, Failure> {
    let asked = Asked {
        format: args.output.format.unwrap_or(Format::Line),
        search: Search::new(&args.search, &args.run)?,
    };
    stream::run(&asked, &args.input, &args.output, &args.run)
}

#[derive(Clone)]
struct Asked {
    format: Format,
    search: Search,
}

impl Question for Asked {
    type Worker<S: Shape> = Checking<S>;

    fn header(&self) -> Option<&'static str> {
        (self.format == Format::Csv).then_some("puzzle,answer,minimal,symmetries,cells,why,rest\n")
    }

    fn worker<S: Shape>(&self) -> Result<Checking<S>, Failure> {
        Ok(Checking {
            asked: self.clone(),
            solver: self.search.solver()?,
        })
    }
}

struct Checking<S: Shape> {
    asked: Asked,
    solver: Box<dyn DynSolver<S>>,
}

impl<S: Shape> Worker<S> for Checking<S> {
    fn answer(&mut self, item: &Item<'_, S>, sink: &mut Sink<'_, '_>) -> Result<bool, Cut> {
        // Where the time is over, what needs no search is still said.
        let mut budget = self.asked.search.budget().unwrap_or_else(|_| Budget::nodes(0));
        let checked = item.valid_puzzle();
        let report = checked.map(|puzzle| check(puzzle, &mut *self.solver, &mut budget));
        if report.as_ref().and_then(|report| report.exhausted) == Some(Exhausted::Cancelled) {
            return Err(Cut);
        }
        push(sink.out(), item, report.as_ref(), self.asked.format);
        Ok(report.is_none_or(|report| {
            report.exhausted.is_some() || !matches!(report.answer(), "solved" | "unique")
        }))
    }
}

/// Appends what was found; no report is `invalid`.
fn push<S: Shape>(out: &mut Vec<u8>, item: &Item<'_, S>, report: Option<&Report<S>>, format: Format) {
    let words = || report.map_or_else(|| "invalid".into(), ToString::to_string);
    let answer = report.map_or("invalid", Report::answer);
    let minimal = report.and_then(Report::is_minimal);
    let symmetries: Vec<String> = report.map_or_else(Vec::new, |report| {
        let names = report.symmetries.iter().map(|symmetry| symmetry.name().into());
        names.collect()
    });
    let cells: Vec<String> = report.map_or_else(Vec::new, |report| {
        report.cells().iter().map(Cell::to_string).collect()
    });
    let why = report.map_or_else(String::new, Report::explanation);
    match format {
        Format::Line => {
            out.extend(item.line());
            out.push(b'\t');
            out.extend(words().bytes());
            out.extend_from_slice(item.rest.as_bytes());
            out.push(b'\n');
        }
        Format::Grid | Format::Pencilmarks => {
            item.push_heading(out);
            out.extend(format!("# {}\n", words()).bytes());
            match item.puzzle {
                Some(puzzle) if format == Format::Pencilmarks => puzzle.push_pencilmarks(out),
                Some(puzzle) => out.extend(format!("{puzzle:#}\n").bytes()),
                None => {}
            }
        }
        Format::Csv => item.push_csv_row(
            out,
            &[
                answer.as_bytes(),
                minimal
                    .map_or("", |yes| if yes { "yes" } else { "no" })
                    .as_bytes(),
                symmetries.join(" ").as_bytes(),
                cells.join(" ").as_bytes(),
                why.as_bytes(),
            ],
        ),
        Format::Json => {
            item.push_json_start(out);
            let minimal = minimal.map_or("null".into(), |yes| yes.to_string());
            out.extend(format!(",\"answer\":\"{answer}\",\"minimal\":{minimal}").bytes());
            for (key, list) in [("symmetries", symmetries), ("cells", cells)] {
                let list = if list.is_empty() {
                    String::new()
                } else {
                    format!("\"{}\"", list.join("\",\""))
                };
                out.extend(format!(",\"{key}\":[{list}]").bytes());
            }
            out.extend_from_slice(b",\"why\":");
            push_json(out, &why);
            out.extend_from_slice(b"}\n");
        }
    }
}
