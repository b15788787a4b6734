//! `gridwright sample test`: how far grids are from uniform.

use std::any::Any;
use std::fmt::Debug;
use std::ops::Range;
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use gridwright_grid::{B3x3, Exhausted, Grid, Shape, WithShape, with_shape};
use gridwright_stats::{Law, Measured, Report, Sample, Test, Verdict};

use crate::args::{Format, SampleCommand, SampleTestArgs};
use crate::format::{push_csv, push_json};
use crate::input::Input;
use crate::list::push_table;
use crate::making::{Making, Source};
use crate::output::Output;
use crate::pipeline::{self, Next, Pace, Piece, Work, stopped};
use crate::progress::Progress;
use crate::status::{Failure, Status};
use crate::stream::{self, Cut, Item, Question, Sink, Worker};

/// Grids of a sample that is made, where nothing else is said.
const GRIDS: u64 = 20_000;

/// Grids of a chunk, at most: what is counted of a chunk costs as much memory as some thousand grids.
const CHUNK_GRIDS: usize = 1 << 14;

pub(crate) fn run(command: &SampleCommand) -> Result<Status, Failure> {
    let SampleCommand::Test(args) = command;
    let asked = Asked {
        format: args.output.format.unwrap_or(Format::Line),
        alpha: args.alpha,
        law: Arc::default(),
    };
    if let Format::Grid | Format::Pencilmarks = asked.format {
        return Err(Failure::message(
            "a report of tests is written as line, csv or json",
        ));
    }
    if let Some(strategy) = &args.strategy {
        return made(&asked, strategy, args);
    }
    if args.parameters.any() {
        return Err(Failure::message("parameters of strategies are for -s NAME"));
    }
    if args.number.is_some() || args.seed.is_some() || args.budget.is_some() {
        return Err(Failure::message(
            "-n, --seed and --budget are for -s NAME: of files all grids are tested",
        ));
    }
    let appended = args.output.output.as_deref().filter(|_| args.output.append);
    let files = Input::open(&args.files, appended)?;
    stream::run_on(&asked, files, args.shape, &args.output, &args.run)
}

/// Tests grids that a strategy makes.
fn made(asked: &Asked, strategy: &str, args: &SampleTestArgs) -> Result<Status, Failure> {
    let making = Making::new(strategy, &args.parameters, args.seed, args.budget, &args.run)?;
    let pace = Arc::new(Pace::new(CHUNK_GRIDS));
    let maker = Maker {
        making: &making,
        law: &asked.law,
        pace: Arc::clone(&pace),
    };
    let size = args.shape.unwrap_or(B3x3::SIZE);
    // The shape was parsed as one of those known.
    let work = with_shape(size, maker).unwrap_or_else(|| Err(Failure::message("unknown shape")))?;

    pipeline::watch_interrupts()?;
    let pool = pipeline::pool(args.run.jobs)?;
    let mut output = Output::open(&args.output)?;
    making.tell_seed();
    if let (Some(header), true) = (asked.header(), output.fresh) {
        output.write(header.as_bytes())?;
    }
    let number = args.number.unwrap_or(GRIDS);
    let mut progress = Progress::new(&args.run, Some(number), "grids");
    let (mut counted, mut scheduled, mut failed, mut total) = (0, 0, false, None);
    pipeline::run(
        &pool,
        &work,
        |_| {
            if scheduled == number || stopped() {
                return Ok(Next::End);
            }
            let first = scheduled;
            scheduled = number.min(first.saturating_add(pace.size() as u64));
            Ok(Next::Chunk(first..scheduled))
        },
        |piece| {
            add(&mut total, piece.tally.take());
            counted += piece.items;
            failed |= piece.failed;
            progress.advance(piece.items, counted);
            progress.tell(&piece.messages);
            Ok(())
        },
    )?;
    drop(progress);
    if let Some(total) = total {
        let (text, rejected) = asked.conclude(&*total);
        output.write(&text)?;
        failed |= rejected;
    }
    output.finish()?;
    Ok(if failed { Status::Lacking } else { Status::Fine })
}

/// What is added up over the pieces of a run.
pub(crate) trait Tally: Any + Debug + Send {
    /// Adds that of a later piece of the same run.
    fn add(&mut self, later: &dyn Tally);

    fn report(&self, alpha: f64) -> Report;
}

impl<S: Shape> Tally for Sample<S> {
    fn add(&mut self, later: &dyn Tally) {
        let later: &dyn Any = later;
        self.merge(later.downcast_ref().expect("a run has one shape"));
    }

    fn report(&self, alpha: f64) -> Report {
        Sample::report(self, alpha)
    }
}

/// Adds what a piece has, if anything.
pub(crate) fn add(total: &mut Option<Box<dyn Tally>>, part: Option<Box<dyn Tally>>) {
    match (total, part) {
        (Some(total), Some(part)) => total.add(&*part),
        (total, part @ Some(_)) => *total = part,
        (_, None) => {}
    }
}

/// The law at the shape of the run, made when it is first needed.
type SharedLaw = Arc<OnceLock<Arc<Law>>>;

fn new_sample<S: Shape>(law: &SharedLaw) -> Sample<S> {
    Sample::new(Arc::clone(law.get_or_init(|| Arc::new(Law::new::<S>()))))
}

/// Prepares the work at a shape.
struct Maker<'a> {
    making: &'a Making<'a>,
    law: &'a SharedLaw,
    pace: Arc<Pace>,
}

impl WithShape for Maker<'_> {
    type Output = Result<Work<Range<u64>>, Failure>;

    fn run<S: Shape>(self) -> Self::Output {
        let (source, law, pace) = (self.making.at::<S>()?, Arc::clone(self.law), self.pace);
        Ok(Box::new(move |grids, mut emit| {
            emit.piece(count(&source, new_sample(&law), grids, &pace));
        }))
    }
}

/// Makes and counts the grids of those streams, or the first of them if something stops it.
fn count<S: Shape>(source: &Source<S>, mut sample: Sample<S>, grids: Range<u64>, pace: &Pace) -> Piece {
    let start = Instant::now();
    let number = (grids.end - grids.start) as usize;
    let mut piece = Piece::default();
    for index in grids {
        match source.make(index) {
            Ok((grid, _)) => sample.push(&grid),
            Err(reason) => {
                piece.last = true;
                if reason != Exhausted::Cancelled {
                    piece.failed = true;
                    piece.messages = source.complaint(index, reason).into_bytes();
                }
                break;
            }
        }
    }
    piece.items = sample.grids();
    piece.tally = Some(Box::new(sample));
    pace.took(number, start);
    piece
}

struct Asked {
    format: Format,
    alpha: f64,
    law: SharedLaw,
}

/// Grids from a file.
impl Question for Asked {
    type Worker<S: Shape> = Counting<S>;

    const TAKES_GRIDS_ONLY: bool = true;

    fn header(&self) -> Option<&'static str> {
        (self.format == Format::Csv).then_some(
            "test,statistic,value,df,p,p_holm,effect,effect_value,effect_low,effect_high,verdict,needed,grids,note\n",
        )
    }

    fn worker<S: Shape>(&self) -> Result<Counting<S>, Failure> {
        Ok(Counting {
            law: Arc::clone(&self.law),
            sample: None,
        })
    }

    fn conclude(&self, total: &dyn Tally) -> (Vec<u8>, bool) {
        let report = total.report(self.alpha);
        if pipeline::interrupted() {
            let tested = format!(
                "gridwright: interrupted: the first {} grids were tested\n",
                report.grids
            );
            pipeline::to_stderr(tested.as_bytes());
        }
        let mut out = Vec::new();
        match self.format {
            Format::Csv => push_rows(&mut out, &report),
            Format::Json => push_objects(&mut out, &report),
            _ => push_report(&mut out, &report),
        }
        (out, report.rejects())
    }
}

struct Counting<S: Shape> {
    law: SharedLaw,
    sample: Option<Sample<S>>,
}

impl<S: Shape> Worker<S> for Counting<S> {
    fn answer(&mut self, item: &Item<'_, S>, _: &mut Sink<'_, '_>) -> Result<bool, Cut> {
        let grid = item.valid_puzzle().and_then(|puzzle| Grid::try_from(puzzle).ok());
        if let Some(grid) = &grid {
            self.sample
                .get_or_insert_with(|| new_sample(&self.law))
                .push(grid);
        }
        Ok(grid.is_none())
    }

    fn tally(&mut self) -> Option<Box<dyn Tally>> {
        Some(Box::new(self.sample.take()?))
    }
}

/// For people: a table, and a last line that says which tests reject.
fn push_report(out: &mut Vec<u8>, report: &Report) {
    let header = ["test", "statistic", "df", "p", "effect", "verdict", ""].map(String::from);
    let mut lines = vec![header.to_vec()];
    lines.extend(report.tests.iter().map(|test| {
        let (statistic, df, p, effect) = test
            .measured
            .map_or_else(<_>::default, |measured| words(test, &measured));
        let note = match test.verdict {
            Verdict::Declined => format!("needs {} grids", test.needed),
            Verdict::Passed | Verdict::Rejected => test.note.clone(),
        };
        vec![
            test.name.into(),
            statistic,
            df,
            p,
            effect,
            test.verdict.to_string(),
            note,
        ]
    }));
    push_table(out, &lines);
    let names = |verdict| {
        report
            .with(verdict)
            .map(|test| test.name)
            .collect::<Vec<_>>()
            .join(", ")
    };
    let (rejected, declined) = (names(Verdict::Rejected), names(Verdict::Declined));
    let verdict = match (rejected.is_empty(), report.with(Verdict::Passed).next()) {
        (false, _) => format!("rejected by {rejected}"),
        (true, Some(_)) => "no test rejects".into(),
        (true, None) => "too few to judge".into(),
    };
    let declined = if declined.is_empty() {
        declined
    } else {
        format!("; declined: {declined}")
    };
    let (grids, level) = (report.grids, number(report.alpha));
    out.extend(format!("{grids} grids, level {level}: {verdict}{declined}\n").bytes());
}

/// Statistic, degrees of freedom, p-value and effect.
fn words(test: &Test, measured: &Measured) -> (String, String, String, String) {
    let statistic = match test.statistic {
        "count" => format!("{} {:.0}", test.statistic, measured.statistic),
        name => format!("{name} {}", short(measured.statistic)),
    };
    let p = match measured.p {
        p if p <= 1e-300 => "<1e-300".into(),
        p if p < 1e-3 => format!("{p:.1e}"),
        p => format!("{p:.4}"),
    };
    let effect = measured.effect;
    let interval = format!("{}..{}", short(effect.low), short(effect.high));
    let df = measured.df.map_or_else(String::new, |df| df.to_string());
    (
        statistic,
        df,
        p,
        format!("{} {} ({interval})", effect.name, short(effect.value)),
    )
}

/// About four digits.
fn short(number: f64) -> String {
    match number.abs() {
        size if size.is_infinite() || size >= 1e6 || (size > 0.0 && size < 1e-4) => format!("{number:.1e}"),
        size if size >= 100.0 => format!("{number:.1}"),
        size if size >= 1.0 => format!("{number:.3}"),
        _ => format!("{number:.4}"),
    }
}

/// As short as it can be without a loss; nothing where it is infinite.
fn number(number: f64) -> String {
    match serde_json::Number::from_f64(number) {
        Some(number) => number.to_string(),
        None => String::new(),
    }
}

/// What is written of a test: each value by its name; texts, numbers, or nothing.
fn columns(test: &Test, report: &Report) -> [(&'static str, Value); 14] {
    let measured = test.measured.as_ref();
    let number_of = |of: &dyn Fn(&Measured) -> f64| {
        Value::Number(measured.map_or_else(String::new, |measured| number(of(measured))))
    };
    let whole = |value: Option<u64>| Value::Number(value.map_or_else(String::new, |value| value.to_string()));
    let text = |text: &str| Value::Text(text.into());
    [
        ("test", text(test.name)),
        ("statistic", text(test.statistic)),
        ("value", number_of(&|measured| measured.statistic)),
        ("df", whole(measured.and_then(|measured| measured.df))),
        ("p", number_of(&|measured| measured.p)),
        ("p_holm", number_of(&|measured| measured.adjusted)),
        (
            "effect",
            text(measured.map_or("", |measured| measured.effect.name)),
        ),
        ("effect_value", number_of(&|measured| measured.effect.value)),
        ("effect_low", number_of(&|measured| measured.effect.low)),
        ("effect_high", number_of(&|measured| measured.effect.high)),
        ("verdict", text(test.verdict.word())),
        ("needed", whole(Some(test.needed))),
        ("grids", whole(Some(report.grids))),
        ("note", text(&test.note)),
    ]
}

enum Value {
    Text(String),
    /// Empty where there is none.
    Number(String),
}

fn push_rows(out: &mut Vec<u8>, report: &Report) {
    for test in &report.tests {
        let columns = columns(test, report);
        let fields = columns.each_ref().map(|(_, value)| match value {
            Value::Text(text) | Value::Number(text) => text.as_bytes(),
        });
        push_csv(out, &fields);
    }
}

fn push_objects(out: &mut Vec<u8>, report: &Report) {
    for test in &report.tests {
        for (i, (key, value)) in columns(test, report).into_iter().enumerate() {
            out.extend_from_slice(if i == 0 { b"{" } else { b"," });
            push_json(out, key);
            out.push(b':');
            match value {
                Value::Text(text) => push_json(out, &text),
                Value::Number(number) if number.is_empty() => out.extend_from_slice(b"null"),
                Value::Number(number) => out.extend(number.bytes()),
            }
        }
        out.extend_from_slice(b"}\n");
    }
}
