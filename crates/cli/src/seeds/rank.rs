//! `gridwright seeds rank`: the numbers of games.

use std::any::Any;
use std::sync::Arc;
use std::vec::IntoIter;

use gridwright::seeds::Game;
use gridwright::solve::BoxedBatch;
use gridwright_grid::{Exhausted, Outcome, Puzzle, Shape};

use super::collection::{Loaded, Source, one_standard_input};
use crate::args::{Format, SeedsRankArgs};
use crate::input::Input;
use crate::search::Search;
use crate::status::{Failure, Status};
use crate::stream::{self, Cut, Item, Question, Sink, Worker};

pub(crate) fn run(args: &SeedsRankArgs) -> Result<Status, Failure> {
    one_standard_input(&args.collection.collection, &args.files)?;
    let source = Source::open(&args.collection, &args.run)?;
    let asked = Asked {
        loaded: source.load_any()?,
        search: Search::automatic(&args.run)?,
        format: args.output.format.unwrap_or(Format::Line),
    };
    let appended = args.output.output.as_deref().filter(|_| args.output.append);
    let input = Input::open(&args.files, appended)?;
    stream::run_on(&asked, input, Some(source.size), &args.output, &args.run)
}

struct Asked {
    /// A [`Loaded`] of the only shape that is asked for.
    loaded: Arc<dyn Any + Send + Sync>,
    search: Search,
    format: Format,
}

impl Question for Asked {
    type Worker<S: Shape> = Ranking<S>;

    fn header(&self) -> Option<&'static str> {
        (self.format == Format::Csv).then_some("puzzle,index,line,rest\n")
    }

    fn worker<S: Shape>(&self) -> Result<Ranking<S>, Failure> {
        let loaded = Arc::clone(&self.loaded).downcast();
        Ok(Ranking {
            loaded: loaded.map_err(|_| Failure::message("puzzles of another shape than the collection"))?,
            search: self.search.clone(),
            solver: self.search.batch()?,
            outcomes: Vec::new().into_iter(),
            format: self.format,
        })
    }
}

struct Ranking<S: Shape> {
    loaded: Arc<Loaded<S>>,
    search: Search,
    solver: BoxedBatch<S>,
    /// Of the puzzles to come.
    outcomes: IntoIter<Outcome<S>>,
    format: Format,
}

impl<S: Shape> Worker<S> for Ranking<S> {
    fn prepare(&mut self, puzzles: &[Puzzle<S>]) {
        self.outcomes = self.search.outcomes(&mut self.solver, puzzles).into_iter();
    }

    fn answer(&mut self, item: &Item<'_, S>, sink: &mut Sink<'_, '_>) -> Result<bool, Cut> {
        let outcome = item.puzzle.and_then(|_| self.outcomes.next());
        let collection = &self.loaded.collection;
        let number = match (item.valid_puzzle(), outcome) {
            (Some(_), Some(Outcome::Undetermined(Exhausted::Cancelled))) => return Err(Cut),
            (Some(_), Some(Outcome::Undetermined(_))) => Err("undetermined"),
            (Some(puzzle), Some(outcome)) => {
                let game = Game::from_outcome(puzzle.clone(), &outcome).ok();
                game.and_then(|game| collection.rank(&game)).ok_or("absent")
            }
            _ => Err("invalid"),
        };
        let text = number.map_or_else(ToString::to_string, |number| number.to_string());
        let line = number
            .ok()
            .and_then(|number| Some(self.loaded.lines[collection.place(number)?]));
        let line = line.map_or_else(String::new, |line| line.to_string());
        let out = sink.out();
        match self.format {
            Format::Csv => item.push_csv_row(out, &[text.as_bytes(), line.as_bytes()]),
            Format::Json => {
                item.push_json_start(out);
                let line = if line.is_empty() { "null" } else { &line };
                out.extend(format!(",\"index\":\"{text}\",\"line\":{line}}}\n").bytes());
            }
            Format::Line | Format::Grid | Format::Pencilmarks => {
                out.extend_from_slice(text.as_bytes());
                out.extend_from_slice(item.rest.as_bytes());
                out.push(b'\n');
            }
        }
        Ok(number.is_err())
    }
}
