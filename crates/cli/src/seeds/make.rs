//! `gridwright seeds make`: puzzles with all that is known of them.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::vec::IntoIter;

use gridwright::grade::Scale;
use gridwright::seeds::{Examiner, Game, Letters, NoGame, Sheet, columns};
use gridwright::solve::BoxedBatch;
use gridwright_grid::text::letters_are_free;
use gridwright_grid::{
    CanonicalError, Canonicalizer, Exhausted, Group, Outcome, PatternSymmetry, Puzzle, Shape,
};

use crate::args::{Bounds, Format, OutputArgs, PickArgs, SeedsMakeArgs};
use crate::format::{push_csv, push_json};
use crate::output::Output;
use crate::rate::{Time, scale};
use crate::search::Search;
use crate::status::{Failure, Status};
use crate::stream::{self, Cut, Item, Question, Sink, Worker};

/// The header of a table of seeds, for the techniques of a scale.
fn header(scale: Scale) -> &'static str {
    static HEADERS: LazyLock<[String; 2]> = LazyLock::new(|| {
        let header = |scale| format!("puzzle,{}\n", columns(scale).collect::<Vec<_>>().join(","));
        [Scale::Er, Scale::Plain].map(header)
    });
    &HEADERS[usize::from(scale != Scale::Er)]
}

pub(crate) fn run(args: &SeedsMakeArgs) -> Result<Status, Failure> {
    let format = args.output.format.unwrap_or(Format::Csv);
    if matches!(format, Format::Grid | Format::Pencilmarks) {
        return Err(Failure::message("seeds are written as csv, line or json"));
    }
    let scale = scale(args.scale)?;
    if let Some(kind) = args.pick.technique
        && scale.profile().rating_of(kind).is_none()
    {
        return Err(Failure::Message(format!(
            "--technique {}: the scale {scale} does not know it",
            kind.slug()
        )));
    }
    let column = |name: &String| {
        let place = columns(scale).position(|column| column == name);
        place.ok_or_else(|| Failure::Message(format!("--sort {name}: no such column")))
    };
    let sort = args.sort.as_ref().map(column).transpose()?;
    let asked = Asked {
        scale,
        group: args.group.group(),
        letters: args.letters,
        pick: args.pick,
        format,
        search: Search::automatic(&args.run)?,
        time: Time::new(&args.run),
        sorted: sort.map(|_| Arc::default()),
    };
    let (Some(column), Some(rows)) = (sort, &asked.sorted) else {
        return stream::run(&asked, &args.input, &args.output, &args.run);
    };
    let mut output = Output::open(&args.output)?;
    // All rows are there before the first is written.
    let nothing = OutputArgs {
        output: None,
        append: false,
        format: None,
    };
    let status = stream::run(&asked, &args.input, &nothing, &args.run)?;
    if status == Status::Nothing {
        return Ok(status);
    }
    if format == Format::Csv && output.fresh {
        output.write(header(scale).as_bytes())?;
    }
    let mut rows = std::mem::take(&mut *rows.lock().unwrap_or_else(PoisonError::into_inner));
    rows.sort_unstable_by_key(|row| row.number);
    let mut seen = HashSet::new();
    rows.retain(|row| seen.insert(row.key.clone()));
    rows.sort_by(|a, b| {
        let order = compare(&a.fields[column], &b.fields[column]);
        if args.reverse { order.reverse() } else { order }
    });
    for row in rows {
        output.write(&row.text)?;
    }
    output.finish()?;
    Ok(status)
}

/// Numbers by value, before words, before nothing.
fn compare(a: &str, b: &str) -> Ordering {
    match (a.parse::<f64>(), b.parse::<f64>()) {
        (Ok(a), Ok(b)) => a.total_cmp(&b),
        (Ok(_), Err(_)) => Ordering::Less,
        (Err(_), Ok(_)) => Ordering::Greater,
        (Err(_), Err(_)) => a.is_empty().cmp(&b.is_empty()).then_with(|| a.cmp(b)),
    }
}

/// A row that is written when all are there.
struct Row {
    number: u64,
    key: Box<[u8]>,
    fields: Vec<String>,
    text: Vec<u8>,
}

#[derive(Clone)]
struct Asked {
    scale: Scale,
    group: Group,
    letters: bool,
    pick: PickArgs,
    format: Format,
    search: Search,
    time: Time,
    /// Where rows wait for the others.
    sorted: Option<Arc<Mutex<Vec<Row>>>>,
}

impl Question for Asked {
    type Worker<S: Shape> = Making<S>;

    fn header(&self) -> Option<&'static str> {
        (self.format == Format::Csv && self.sorted.is_none()).then(|| header(self.scale))
    }

    fn worker<S: Shape>(&self) -> Result<Making<S>, Failure> {
        if self.letters && !letters_are_free::<S>() {
            return Err(Failure::Message(format!(
                "--letters: at {} letters are digits",
                S::SIZE
            )));
        }
        if self.group == Group::Full
            && let Err(error @ CanonicalError::TooLarge(_)) =
                Canonicalizer::shared().puzzle_without_solution(&Puzzle::<S>::empty())
        {
            return Err(Failure::Message(format!("--group full: {error}")));
        }
        Ok(Making {
            solver: self.search.batch()?,
            outcomes: Vec::new().into_iter(),
            examiner: Examiner::new(self.scale),
            letters: Letters::new(),
            asked: self.clone(),
        })
    }
}

struct Making<S: Shape> {
    asked: Asked,
    solver: BoxedBatch<S>,
    /// Of the puzzles to come.
    outcomes: IntoIter<Outcome<S>>,
    examiner: Examiner<S>,
    letters: Letters<S>,
}

impl<S: Shape> Worker<S> for Making<S> {
    fn prepare(&mut self, puzzles: &[Puzzle<S>]) {
        self.outcomes = self.asked.search.outcomes(&mut self.solver, puzzles).into_iter();
    }

    fn answer(&mut self, item: &Item<'_, S>, sink: &mut Sink<'_, '_>) -> Result<bool, Cut> {
        let outcome = item.puzzle.and_then(|_| self.outcomes.next());
        let (Some(puzzle), Some(outcome)) = (item.valid_puzzle(), outcome) else {
            // Standard error was told why.
            return Ok(true);
        };
        match self.seed(puzzle, &outcome) {
            Err(NoGame::Undetermined(Exhausted::Cancelled)) => Err(Cut),
            Err(reason) => {
                let (file, line) = item.place;
                sink.say(&format!("{file}:{line}:1: {reason}: no seed"));
                Ok(true)
            }
            Ok((game, sheet)) => {
                if is_wanted(&self.asked.pick, &sheet) {
                    self.write(&game, &sheet, item.number, sink);
                }
                Ok(false)
            }
        }
    }
}

impl<S: Shape> Making<S> {
    /// The seed as it is to be written, and its sheet.
    fn seed(&mut self, puzzle: &Puzzle<S>, outcome: &Outcome<S>) -> Result<(Game<S>, Sheet), NoGame> {
        let mut game = Game::from_outcome(puzzle.clone(), outcome)?;
        if self.asked.letters {
            game = game.varied(&self.letters.form(game.puzzle()).symmetry);
        }
        let budget = self.asked.time.budget();
        let sheet = budget.and_then(|mut budget| self.examiner.examine(&game, &mut budget));
        Ok((game, sheet.map_err(NoGame::Undetermined)?))
    }

    fn write(&mut self, game: &Game<S>, sheet: &Sheet, number: u64, sink: &mut Sink<'_, '_>) {
        let (puzzle, solution) = (game.puzzle(), game.solution());
        let form = match self.asked.group {
            Group::Simple => Some(self.letters.form(puzzle).form),
            // The shape was looked at beforehand.
            Group::Full => Canonicalizer::shared()
                .puzzle_with_solution(puzzle, solution)
                .map(|canonical| canonical.form)
                .ok(),
        };
        let key = form.as_ref().unwrap_or(puzzle).values().into();
        let fields = sheet.fields(self.asked.scale);
        let mut line = Vec::new();
        if self.asked.letters {
            game.push_letters(&mut line);
        } else {
            game.push_line(&mut line);
        }
        let mut text = Vec::new();
        match self.asked.format {
            Format::Csv => {
                let row: Vec<&[u8]> = std::iter::once(&*line)
                    .chain(fields.iter().map(String::as_bytes))
                    .collect();
                push_csv(&mut text, &row);
            }
            Format::Json => push_object(&mut text, &line, self.asked.scale, sheet, &fields),
            Format::Line | Format::Grid | Format::Pencilmarks => {
                text.extend(line);
                text.push(b'\n');
            }
        }
        if let Some(rows) = &self.asked.sorted {
            let mut rows = rows.lock().unwrap_or_else(PoisonError::into_inner);
            rows.push(Row {
                number,
                key,
                fields,
                text,
            });
        } else {
            let start = sink.out().len();
            sink.out().extend(text);
            sink.key(key, start);
        }
    }
}

/// Appends a seed as an object: numbers as such, what is not known as null.
fn push_object(out: &mut Vec<u8>, line: &[u8], scale: Scale, sheet: &Sheet, fields: &[String]) {
    let (puzzle, solution) = line.split_at(line.len() / 2);
    out.extend_from_slice(b"{\"puzzle\":\"");
    out.extend_from_slice(puzzle);
    out.extend_from_slice(b"\",\"solution\":\"");
    out.extend_from_slice(solution);
    out.push(b'"');
    for (name, field) in columns(scale).zip(fields) {
        out.extend(format!(",\"{name}\":").bytes());
        match (name, field.as_str()) {
            ("symmetries", _) => {
                let names: Vec<_> = sheet
                    .symmetries
                    .iter()
                    .copied()
                    .map(PatternSymmetry::name)
                    .collect();
                serde_json::to_writer(&mut *out, &names).expect("memory takes every write");
            }
            (_, "") => out.extend_from_slice(b"null"),
            (_, "yes") => out.extend_from_slice(b"true"),
            (_, "no") => out.extend_from_slice(b"false"),
            (_, number) if number.parse::<f64>().is_ok() => out.extend(number.bytes()),
            (_, word) => push_json(out, word),
        }
    }
    out.extend_from_slice(b"}\n");
}

/// Whether a sheet is as asked for; what is not known is not.
fn is_wanted(pick: &PickArgs, sheet: &Sheet) -> bool {
    let within = |bounds: Option<Bounds>, value: Option<u32>| {
        bounds.is_none_or(|(low, high)| {
            value.is_some_and(|value| {
                low.is_none_or(|low| low <= value) && high.is_none_or(|high| value <= high)
            })
        })
    };
    within(pick.level, sheet.plain.map(|plain| plain.level.into()))
        && within(pick.er, sheet.er.map(|er| gridwright::grade::Er::tenths(er.er)))
        && within(pick.clues, Some(sheet.clues as u32))
        && (!pick.no_guessing || sheet.path.as_ref().is_some_and(|path| !path.guessing))
        && pick
            .technique
            .is_none_or(|kind| sheet.uses(kind).is_some_and(|uses| uses > 0))
}
