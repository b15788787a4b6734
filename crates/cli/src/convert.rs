//! `gridwright convert`: puzzles from any format to any other.

use gridwright_grid::text::letters_are_free;
use gridwright_grid::{Puzzle, Shape};

use crate::args::{ConvertArgs, Format};
use crate::format::{push_csv, push_json, push_puzzle};
use crate::status::{Failure, Status};
use crate::stream::{self, Cut, Item, Question, Sink, Worker};

pub(crate) fn run(args: &ConvertArgs) -> Result<Status, Failure> {
    let asked = Converting {
        format: args.output.format.unwrap_or(Format::Line),
        give_singles: args.give_singles,
        letters: args.letters,
    };
    if asked.letters && matches!(asked.format, Format::Grid | Format::Pencilmarks) {
        return Err(Failure::message("--letters: with line, csv or json"));
    }
    stream::run(&asked, &args.input, &args.output, &args.run)
}

#[derive(Clone, Copy)]
struct Converting {
    format: Format,
    give_singles: bool,
    letters: bool,
}

impl Question for Converting {
    type Worker<S: Shape> = Self;

    const TAKES_CONTRADICTIONS: bool = true;

    fn header(&self) -> Option<&'static str> {
        (self.format == Format::Csv).then_some("puzzle,solution,rest\n")
    }

    fn worker<S: Shape>(&self) -> Result<Self, Failure> {
        if self.letters && !letters_are_free::<S>() {
            return Err(Failure::Message(format!(
                "--letters: at {} letters are digits",
                S::SIZE
            )));
        }
        Ok(*self)
    }
}

impl<S: Shape> Worker<S> for Converting {
    fn answer(&mut self, item: &Item<'_, S>, sink: &mut Sink<'_, '_>) -> Result<bool, Cut> {
        let out = sink.out();
        let singles = item.puzzle.filter(|_| self.give_singles).map(|puzzle| {
            let mut puzzle = puzzle.clone();
            puzzle.give_singles();
            puzzle
        });
        let puzzle = singles.as_ref().or(item.puzzle);
        let mut text = Vec::new();
        match puzzle {
            None => text.extend_from_slice(b"invalid"),
            Some(puzzle) => self.push(&mut text, puzzle),
        }
        let mut solution = Vec::new();
        if let Some(grid) = item.solution {
            self.push(&mut solution, &Puzzle::from(grid));
        }
        match self.format {
            Format::Line => {
                out.extend(text);
                out.extend_from_slice(item.rest.as_bytes());
                out.push(b'\n');
            }
            Format::Grid | Format::Pencilmarks => {
                item.push_heading(out);
                out.extend(text);
                if puzzle.is_none() {
                    out.push(b'\n');
                }
            }
            Format::Csv => push_csv(out, &[&text, &solution, item.bare_rest().as_bytes()]),
            Format::Json => {
                out.extend_from_slice(b"{\"puzzle\":\"");
                out.extend(text);
                out.extend_from_slice(b"\",\"solution\":");
                if solution.is_empty() {
                    out.extend_from_slice(b"null");
                } else {
                    out.push(b'"');
                    out.extend(solution);
                    out.push(b'"');
                }
                out.extend_from_slice(b",\"rest\":");
                push_json(out, item.bare_rest());
                out.extend_from_slice(b"}\n");
            }
        }
        Ok(puzzle.is_none())
    }
}

impl Converting {
    fn push<S: Shape>(self, out: &mut Vec<u8>, puzzle: &Puzzle<S>) {
        // Candidates are digits at their places: letters cannot stand for them.
        if self.letters && !puzzle.is_restricted() {
            puzzle.push_letters(out);
        } else {
            push_puzzle(out, puzzle, self.format);
        }
    }
}
