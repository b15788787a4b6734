//! `gridwright vary`: the equivalents of a puzzle, by number or at random.

use std::path::PathBuf;

use gridwright_grid::rng::stream;
use gridwright_grid::{Canonicalizer, Group, Puzzle, Shape, Symmetry};

use crate::args::{Format, GroupName, VaryArgs};
use crate::canon::push_symmetry;
use crate::format::push_puzzle;
use crate::input::Input;
use crate::pipeline::seed;
use crate::status::{Failure, Status};
use crate::stream::{self, Cut, Item, Question, Sink, Worker};

/// What the puzzle of the command line is called in messages.
const ARGUMENT: &str = "PUZZLE";

pub(crate) fn run(args: &VaryArgs) -> Result<Status, Failure> {
    let choice = match args.index {
        Some(index) => Choice::From(index),
        None => Choice::Random(seed(args.seed)),
    };
    let asked = Asked {
        choice,
        number: args.number,
        group: args.group,
        format: args.output.format.unwrap_or(Format::Line),
        quiet: args.run.quiet,
    };
    let input = match args.puzzle.as_deref() {
        None | Some("-") => Input::open(&[PathBuf::from("-")], None)?,
        Some(text) => Input::text(ARGUMENT, text.into()),
    };
    stream::run_on(&asked, input, args.shape, &args.output, &args.run)
}

/// Which variations.
#[derive(Clone, Copy, Debug)]
enum Choice {
    /// Those from that number on.
    From(u128),
    /// Random ones of that seed.
    Random(u64),
}

#[derive(Clone, Copy, Debug)]
struct Asked {
    choice: Choice,
    /// How many of each puzzle.
    number: u64,
    group: GroupName,
    format: Format,
    quiet: bool,
}

impl Question for Asked {
    type Worker<S: Shape> = Self;

    const TAKES_CONTRADICTIONS: bool = true;

    fn header(&self) -> Option<&'static str> {
        (self.format == Format::Csv).then_some("puzzle,index,variation,rest\n")
    }

    fn worker<S: Shape>(&self) -> Result<Self, Failure> {
        if let (Choice::From(index), Some(order)) = (self.choice, self.group.group().order::<S>()) {
            let last = index.checked_add(u128::from(self.number.saturating_sub(1)));
            if last.is_none_or(|last| last >= order) {
                let (name, size) = (self.group.name(), S::SIZE);
                let last = last.map_or_else(|| "2^128 or more".into(), |last| last.to_string());
                return Err(Failure::Message(format!(
                    "--index {last}: the {name} group at {size} has the indices 0 to {}",
                    order - 1
                )));
            }
        }
        Ok(*self)
    }
}

impl Asked {
    /// How many elements of the group map the puzzle to itself, where that can be found.
    fn automorphisms<S: Shape>(&self, puzzle: &Puzzle<S>) -> Option<u128> {
        match self.group.group() {
            group @ Group::Simple => Some(group.stabiliser(puzzle).ok()?.order()),
            Group::Full => match puzzle.to_grid().filter(|_| !puzzle.is_restricted()) {
                Some(grid) => Some(Canonicalizer::shared().grid(&grid).ok()?.automorphisms),
                None => Some(
                    Canonicalizer::shared()
                        .puzzle_without_solution(puzzle)
                        .ok()?
                        .automorphisms,
                ),
            },
        }
    }

    /// The variation number `i` of those asked for, and its index, if it has one.
    fn element<S: Shape>(&self, puzzle_number: u64, i: u64) -> Option<(Symmetry<S>, Option<u128>)> {
        match self.choice {
            Choice::From(first) => {
                let index = first.checked_add(i.into())?;
                Some((self.group.group().unrank(index)?, Some(index)))
            }
            Choice::Random(seed) => {
                let group = self.group.group();
                let element = group.random(&mut stream(seed, puzzle_number.wrapping_mul(self.number) + i));
                Some((element, group.rank(&element)))
            }
        }
    }
}

impl<S: Shape> Worker<S> for Asked {
    fn answer(&mut self, item: &Item<'_, S>, sink: &mut Sink<'_, '_>) -> Result<bool, Cut> {
        let Some(puzzle) = item.puzzle else {
            self.push(sink.out(), item, None);
            return Ok(true);
        };
        if let (Choice::From(_), false, Some(order @ 2..)) =
            (self.choice, self.quiet, self.automorphisms(puzzle))
        {
            let ((file, line), name) = (item.place, self.group.name());
            sink.say(&format!(
                "{file}:{line}:1: note: {order} symmetries of the {name} group keep the puzzle, so each variation has \
                 {order} indices"
            ));
        }
        for i in 0..self.number {
            if crate::pipeline::stopped() {
                return Err(Cut);
            }
            // The indices were checked beforehand.
            let Some((symmetry, index)) = self.element(item.number, i) else {
                return Ok(true);
            };
            self.push(
                sink.out(),
                item,
                Some((&symmetry.puzzle(puzzle), &symmetry, index, i)),
            );
            if !sink.flush() {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// A variation, what made it, its index, and its place among those of its puzzle.
type Variation<'a, S> = (&'a Puzzle<S>, &'a Symmetry<S>, Option<u128>, u64);

impl Asked {
    fn push<S: Shape>(&self, out: &mut Vec<u8>, item: &Item<'_, S>, variation: Option<Variation<'_, S>>) {
        let mut form = Vec::new();
        let mut index = String::new();
        match variation {
            None => form.extend_from_slice(b"invalid"),
            Some((puzzle, _, number, _)) => {
                push_puzzle(&mut form, puzzle, self.format);
                index = number.map_or_else(String::new, |number| number.to_string());
            }
        }
        match self.format {
            Format::Line => {
                out.extend(form);
                out.extend_from_slice(item.rest.as_bytes());
                out.push(b'\n');
            }
            Format::Grid | Format::Pencilmarks => {
                match variation {
                    Some((.., 1..)) => out.push(b'\n'),
                    _ => item.push_heading(out),
                }
                out.extend(form);
                if variation.is_none() {
                    out.push(b'\n');
                }
            }
            Format::Csv => item.push_csv_row(out, &[index.as_bytes(), &form]),
            Format::Json => {
                item.push_json_start(out);
                match variation {
                    Some((_, symmetry, _, _)) => {
                        let index = if index.is_empty() {
                            "null".into()
                        } else {
                            format!("\"{index}\"")
                        };
                        out.extend(format!(",\"index\":{index},\"variation\":\"").bytes());
                        out.extend(form);
                        out.extend_from_slice(b"\",\"symmetry\":");
                        push_symmetry(out, symmetry);
                    }
                    None => out.extend_from_slice(b",\"index\":null,\"variation\":null,\"symmetry\":null"),
                }
                out.extend_from_slice(b"}\n");
            }
        }
    }
}
