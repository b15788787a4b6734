//! `gridwright rate`: how difficult puzzles are.

use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::time::Instant;

use gridwright::grade::{Er, Grader, Scale, Score, Verdict};
use gridwright_grid::{Budget, Exhausted, Shape};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::args::{Format, RateArgs, RunArgs, ScaleName};
use crate::pipeline::STOP;
use crate::shard::Shard;
use crate::status::{Failure, Status};
use crate::stream::{self, Cut, Item, Question, Sink, Worker};

pub(crate) fn run(args: &RateArgs) -> Result<Status, Failure> {
    let scales = match args.scale {
        ScaleName::All => Scale::ALL.to_vec(),
        name => vec![scale(name)?],
    };
    let asked = Asked {
        scales,
        format: args.output.format.unwrap_or(Format::Line),
        time: Time::new(&args.run),
    };
    let shard = args.shard.unwrap_or(Shard::ALL);
    stream::run_part(&asked, shard, &args.input, &args.output, &args.run)
}

/// The scale of that name.
pub(crate) fn scale(name: ScaleName) -> Result<Scale, Failure> {
    match name {
        ScaleName::Er => Ok(Scale::Er),
        ScaleName::Plain => Ok(Scale::Plain),
        ScaleName::Paper => Ok(Scale::Paper),
        ScaleName::Hodoku => Err(Failure::message(
            "this version has no scale hodoku yet: er, plain or paper",
        )),
        ScaleName::All => Err(Failure::message("one scale at a time: er or plain")),
    }
}

/// When the run must end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Time(Option<Instant>);

impl Time {
    /// The limit counts from here.
    pub(crate) fn new(run: &RunArgs) -> Self {
        Self(run.time_limit.and_then(|limit| Instant::now().checked_add(limit)))
    }

    /// What is left of it; an error where it is over.
    pub(crate) fn budget(self) -> Result<Budget<'static>, Exhausted> {
        let budget = Budget::unlimited().unless(&STOP);
        match self.0 {
            Some(deadline) if Instant::now() >= deadline => Err(Exhausted::Deadline),
            Some(deadline) => Ok(budget.until(deadline)),
            None => Ok(budget),
        }
    }
}

#[derive(Clone)]
struct Asked {
    scales: Vec<Scale>,
    format: Format,
    time: Time,
}

impl Question for Asked {
    type Worker<S: Shape> = Rating<S>;

    fn header(&self) -> Option<&'static str> {
        (self.format == Format::Csv).then_some(
            "puzzle,scale,answer,rating,ep,ed,level,effort,nodes,clues,bottleneck,steps,singles,guessing,techniques,rest\n",
        )
    }

    fn worker<S: Shape>(&self) -> Result<Rating<S>, Failure> {
        let alone = self.scales.len() == 1;
        let graders = self.scales.iter().map(|&scale| {
            // Of several scales those are left out that do not work here.
            match Grader::new(scale) {
                Err(error) if alone || scale == Scale::Plain => Err(Failure::message(error)),
                grader => Ok((scale, grader.ok())),
            }
        });
        Ok(Rating {
            graders: graders.collect::<Result<_, _>>()?,
            asked: self.clone(),
        })
    }
}

struct Rating<S: Shape> {
    asked: Asked,
    graders: Vec<(Scale, Option<Grader<S>>)>,
}

impl<S: Shape> Worker<S> for Rating<S> {
    fn answer(&mut self, item: &Item<'_, S>, sink: &mut Sink<'_, '_>) -> Result<bool, Cut> {
        let mut verdicts = Vec::with_capacity(self.graders.len());
        for (scale, grader) in &mut self.graders {
            let verdict = match (item.valid_puzzle(), grader) {
                (None, _) => Some(Verdict::Invalid),
                (_, None) => None,
                (Some(puzzle), Some(grader)) => Some(match self.asked.time.budget() {
                    Err(late) => Verdict::Undetermined(late),
                    // What is placed and what is given are the same to singles.
                    Ok(mut budget) if item.placed.is_empty() => grader.grade_within(puzzle, &mut budget),
                    Ok(mut budget) => {
                        grader.walk(puzzle, item.placed, &mut budget, |_, _| ControlFlow::Continue(()))
                    }
                }),
            };
            if verdict == Some(Verdict::Undetermined(Exhausted::Cancelled)) {
                return Err(Cut);
            }
            verdicts.push((*scale, verdict));
        }
        push(sink.out(), item, &verdicts, self.asked.format);
        let lacking = |verdict: &Verdict| !matches!(verdict, Verdict::Rated(_) | Verdict::Solved);
        Ok(verdicts.iter().filter_map(|rated| rated.1.as_ref()).any(lacking))
    }
}

fn push<S: Shape>(
    out: &mut Vec<u8>,
    item: &Item<'_, S>,
    verdicts: &[(Scale, Option<Verdict>)],
    format: Format,
) {
    let words = || {
        let words = verdicts
            .iter()
            .map(|(_, verdict)| verdict.as_ref().map_or_else(|| "-".into(), Verdict::to_string));
        words.collect::<Vec<_>>().join("\t")
    };
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
            out.extend(format!("# {}\n", words().replace('\t', "; ")).bytes());
            match item.puzzle {
                Some(puzzle) if format == Format::Pencilmarks => puzzle.push_pencilmarks(out),
                Some(puzzle) => out.extend(format!("{puzzle:#}\n").bytes()),
                None => {}
            }
        }
        Format::Csv => {
            for (scale, verdict) in verdicts {
                if let Some(verdict) = verdict {
                    push_row(out, item, *scale, &Columns::new(verdict));
                }
            }
        }
        Format::Json => {
            item.push_json_start(out);
            let words: Vec<_> = verdicts
                .iter()
                .filter_map(|(_, verdict)| Some(verdict.as_ref()?.word()))
                .collect();
            // They differ only where the techniques of a scale end before the solution.
            let word = words.iter().find(|&&word| word != "rated").unwrap_or(&"rated");
            out.extend(format!(",\"answer\":\"{word}\",\"scales\":{{").bytes());
            let mut first = true;
            for (scale, verdict) in verdicts {
                if let Some(verdict) = verdict {
                    out.extend(format!("{}\"{scale}\":", if first { "" } else { "," }).bytes());
                    first = false;
                    serde_json::to_writer(&mut *out, &Columns::new(verdict))
                        .expect("memory takes every write");
                }
            }
            out.extend_from_slice(b"}}\n");
        }
    }
}

/// What a scale says, by the names of csv and json.
#[derive(Default, Serialize)]
struct Columns {
    answer: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ep: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ed: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    effort: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clues: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bottleneck: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    singles: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    guessing: Option<bool>,
    #[serde(skip_serializing_if = "Map::is_empty")]
    techniques: Map<String, Value>,
}

impl Columns {
    fn new(verdict: &Verdict) -> Self {
        let answer = verdict.word();
        let Some(grade) = verdict.grade() else {
            return Self {
                answer,
                ..Self::default()
            };
        };
        let statistics = &grade.statistics;
        let counts = statistics.techniques.iter();
        let common = Self {
            answer,
            clues: Some(statistics.clues),
            bottleneck: statistics.bottleneck.map(gridwright::logic::Kind::slug),
            steps: Some(counts.clone().map(|&(_, count)| count).sum()),
            singles: Some(!statistics.beyond_singles),
            guessing: Some(statistics.guessing),
            techniques: counts
                .map(|&(kind, count)| (kind.slug().into(), count.into()))
                .collect(),
            ..Self::default()
        };
        let tenths = |rating| f64::from(Er::tenths(rating)) / 10.0;
        match grade.score {
            Score::Er(er) => Self {
                rating: Some(tenths(er.er)),
                ep: Some(tenths(er.ep)),
                ed: Some(tenths(er.ed)),
                ..common
            },
            Score::Plain(plain) => Self {
                rating: Some(plain.score.into()),
                level: Some(plain.level),
                effort: Some(plain.effort),
                ..common
            },
            Score::Paper(paper) => Self {
                rating: Some(f64::from(paper.tenths()) / 10.0),
                level: Some(paper.level()),
                nodes: Some(paper.nodes),
                ..common
            },
        }
    }
}

fn push_row<S: Shape>(out: &mut Vec<u8>, item: &Item<'_, S>, scale: Scale, columns: &Columns) {
    fn text<T: ToString>(value: Option<T>) -> String {
        value.map_or_else(String::new, |value| value.to_string())
    }
    let yes = |value: Option<bool>| value.map_or("", |yes| if yes { "yes" } else { "no" }).to_owned();
    let mut techniques = String::new();
    for (name, count) in &columns.techniques {
        let gap = if techniques.is_empty() { "" } else { " " };
        let _ = write!(techniques, "{gap}{name}:{count}");
    }
    let row = [
        scale.name().into(),
        columns.answer.into(),
        text(columns.rating),
        text(columns.ep),
        text(columns.ed),
        text(columns.level),
        text(columns.effort),
        text(columns.nodes),
        text(columns.clues),
        text(columns.bottleneck),
        text(columns.steps),
        yes(columns.singles),
        yes(columns.guessing),
        techniques,
    ];
    item.push_csv_row(out, &row.each_ref().map(String::as_bytes));
}
