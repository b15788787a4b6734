//! `gridwright canon`: canonical forms.

use std::vec::IntoIter;

use gridwright::solve::BoxedBatch;
use gridwright_grid::{
    Canonical, CanonicalError, Canonicalizer, Exhausted, Outcome, Puzzle, Shape, Symmetry,
};

use crate::args::{CanonArgs, Format, PuzzleArgs};
use crate::format::{push_number, push_puzzle};
use crate::search::Search;
use crate::status::{Failure, Status};
use crate::stream::{self, Cut, Item, Question, Sink, Worker};

pub(crate) fn run(args: &CanonArgs) -> Result<Status, Failure> {
    let PuzzleArgs {
        input,
        search,
        output,
        run,
    } = &args.puzzles;
    let asked = Asked {
        format: output.format.unwrap_or(Format::Line),
        unique: args.unique,
        search: Search::new(search, run)?,
    };
    stream::run(&asked, input, output, run)
}

#[derive(Clone)]
struct Asked {
    format: Format,
    unique: bool,
    search: Search,
}

impl Question for Asked {
    type Worker<S: Shape> = Canon<S>;

    fn header(&self) -> Option<&'static str> {
        (self.format == Format::Csv).then_some("puzzle,answer,form,automorphisms,rest\n")
    }

    fn worker<S: Shape>(&self) -> Result<Canon<S>, Failure> {
        let canonicalizer = Canonicalizer::shared();
        // Whether the shape can be done at all is asked before anything is read.
        if let Err(error @ CanonicalError::TooLarge(_)) =
            canonicalizer.puzzle_without_solution(&Puzzle::<S>::empty())
        {
            return Err(Failure::Message(format!("canon: {error}")));
        }
        Ok(Canon {
            asked: self.clone(),
            solver: self.search.batch()?,
            outcomes: Vec::new().into_iter(),
            canonicalizer,
        })
    }
}

struct Canon<S: Shape> {
    asked: Asked,
    solver: BoxedBatch<S>,
    /// Of the puzzles to come.
    outcomes: IntoIter<Outcome<S>>,
    canonicalizer: &'static Canonicalizer,
}

/// What is known of a puzzle besides its form.
type Answer<S> = (&'static str, Option<Canonical<Puzzle<S>, S>>);

impl<S: Shape> Canon<S> {
    fn form(&self, puzzle: &Puzzle<S>, outcome: Option<&Outcome<S>>) -> Result<Answer<S>, CanonicalError> {
        let with = |canonical: Canonical<_, S>| (canonical.automorphisms, canonical.symmetry);
        if let (Some(grid), false) = (puzzle.to_grid(), puzzle.is_restricted()) {
            let canonical = self.canonicalizer.grid(&grid)?;
            let form = Puzzle::from(&canonical.form);
            let (automorphisms, symmetry) = with(canonical);
            let canonical = Canonical {
                form,
                automorphisms,
                symmetry,
            };
            return Ok(("solved", Some(canonical)));
        }
        let without = |word| Ok((word, Some(self.canonicalizer.puzzle_without_solution(puzzle)?)));
        match outcome {
            Some(Outcome::Unique(solution)) => {
                let canonical = self.canonicalizer.puzzle_with_solution(puzzle, solution)?;
                Ok(("unique", Some(canonical)))
            }
            Some(Outcome::Ambiguous(..)) => without("ambiguous"),
            Some(Outcome::Unsolvable) => without("unsolvable"),
            Some(Outcome::Undetermined(Exhausted::Cancelled)) => Ok(("cancelled", None)),
            Some(Outcome::Undetermined(_)) | None => Ok(("undetermined", None)),
        }
    }
}

impl<S: Shape> Worker<S> for Canon<S> {
    fn prepare(&mut self, puzzles: &[Puzzle<S>]) {
        self.outcomes = self.asked.search.outcomes(&mut self.solver, puzzles).into_iter();
    }

    fn answer(&mut self, item: &Item<'_, S>, sink: &mut Sink<'_, '_>) -> Result<bool, Cut> {
        let outcome = item.puzzle.and_then(|_| self.outcomes.next());
        let (word, canonical) = match item
            .valid_puzzle()
            .map(|puzzle| self.form(puzzle, outcome.as_ref()))
        {
            None => ("invalid", None),
            Some(Ok(("cancelled", _))) => return Err(Cut),
            Some(Ok(answer)) => answer,
            Some(Err(error)) => {
                let (file, line) = item.place;
                sink.say(&format!("{file}:{line}:1: {error}"));
                ("undetermined", None)
            }
        };
        let start = sink.out().len();
        push(sink.out(), item, self.asked.format, word, canonical.as_ref());
        if let (true, Some(canonical)) = (self.asked.unique, &canonical) {
            sink.key(key(&canonical.form), start);
        }
        Ok(canonical.is_none())
    }
}

fn push<S: Shape>(
    out: &mut Vec<u8>,
    item: &Item<'_, S>,
    format: Format,
    word: &str,
    canonical: Option<&Canonical<Puzzle<S>, S>>,
) {
    let (mut form, mut automorphisms) = (Vec::new(), Vec::new());
    if let Some(canonical) = canonical {
        push_puzzle(&mut form, &canonical.form, format);
        push_number(&mut automorphisms, canonical.automorphisms);
    }
    match format {
        Format::Line => {
            if canonical.is_some() {
                out.extend(form);
                out.push(b'\t');
                out.extend(automorphisms);
            } else {
                out.extend_from_slice(word.as_bytes());
            }
            out.extend_from_slice(item.rest.as_bytes());
            out.push(b'\n');
        }
        Format::Grid | Format::Pencilmarks => {
            item.push_heading(out);
            if canonical.is_some() {
                out.extend_from_slice(b"# automorphisms: ");
                out.extend(automorphisms);
                out.push(b'\n');
                out.extend(form);
            } else {
                out.extend_from_slice(word.as_bytes());
                out.push(b'\n');
            }
        }
        Format::Csv => item.push_csv_row(out, &[word.as_bytes(), &form, &automorphisms]),
        Format::Json => {
            item.push_json_start(out);
            out.extend(format!(",\"answer\":\"{word}\"").bytes());
            if let Some(canonical) = canonical {
                out.extend_from_slice(b",\"form\":\"");
                out.extend(form);
                out.extend_from_slice(b"\",\"automorphisms\":");
                out.extend(automorphisms);
                out.extend_from_slice(b",\"symmetry\":");
                push_symmetry(out, &canonical.symmetry);
            } else {
                out.extend_from_slice(b",\"form\":null,\"automorphisms\":null,\"symmetry\":null");
            }
            out.extend_from_slice(b"}\n");
        }
    }
}

/// Appends a symmetry as a JSON object: its parts as [`Symmetry::new`] takes them.
pub(crate) fn push_symmetry<S: Shape>(out: &mut Vec<u8>, symmetry: &Symmetry<S>) {
    out.extend(format!("{{\"transposed\":{}", symmetry.is_transposed()).bytes());
    let parts = [
        ("rows", symmetry.rows()),
        ("columns", symmetry.columns()),
        ("labels", symmetry.labels()),
    ];
    for (name, part) in parts {
        let numbers: Vec<String> = part.iter().map(ToString::to_string).collect();
        out.extend(format!(",\"{name}\":[{}]", numbers.join(",")).bytes());
    }
    out.push(b'}');
}

/// What equal forms have in common, and different ones do not: two values a byte where they fit.
fn key<S: Shape>(form: &Puzzle<S>) -> Box<[u8]> {
    let mut key = Vec::new();
    if form.is_restricted() || S::SIDE > 15 {
        form.push_whole_line(&mut key);
    } else {
        let pairs = form.values().chunks(2);
        key.extend(pairs.map(|pair| pair.iter().fold(0, |byte, value| byte << 4 | value)));
    }
    key.into()
}
