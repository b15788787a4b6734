//! `gridwright seeds count`: how many games.

use gridwright_grid::{Shape, WithShape, with_shape};

use super::collection::Source;
use crate::args::{Format, SeedsCountArgs};
use crate::format::push_csv;
use crate::list::push_table;
use crate::output::Output;
use crate::status::{Failure, Status};

pub(crate) fn run(args: &SeedsCountArgs) -> Result<Status, Failure> {
    let format = args.output.format.unwrap_or(Format::Line);
    if matches!(format, Format::Grid | Format::Pencilmarks) {
        return Err(Failure::message("counts are written as line, csv or json"));
    }
    let source = Source::open(&args.collection, &args.run)?;
    let mut output = Output::open(&args.output)?;
    let rows = with_shape(source.size, Counting(&source))
        .unwrap_or_else(|| Err(Failure::message("unknown shape")))?;
    let mut out = Vec::new();
    if format == Format::Json {
        for [level, seeds, games] in &rows {
            out.extend(
                format!("{{\"level\":\"{level}\",\"seeds\":{seeds},\"games\":\"{games}\"}}\n").bytes(),
            );
        }
    } else {
        let header = output
            .fresh
            .then(|| ["level", "seeds", "games"].map(String::from));
        let lines: Vec<Vec<String>> = header.into_iter().chain(rows).map(Vec::from).collect();
        if format == Format::Line {
            push_table(&mut out, &lines);
        } else {
            for line in &lines {
                push_csv(&mut out, &line.iter().map(String::as_bytes).collect::<Vec<_>>());
            }
        }
    }
    output.write(&out)?;
    output.finish()?;
    Ok(Status::Fine)
}

struct Counting<'a>(&'a Source<'a>);

impl WithShape for Counting<'_> {
    type Output = Result<Vec<[String; 3]>, Failure>;

    /// For each level, and for all of them: how many seeds, and how many games.
    fn run<S: Shape>(self) -> Self::Output {
        let loaded = self.0.load::<S>()?;
        let mut counts = std::collections::BTreeMap::<&str, (u64, u128)>::new();
        for (seed, level) in loaded.levels.iter().flatten().enumerate() {
            let range = loaded.collection.numbers(seed);
            let (seeds, games) = counts.entry(level).or_default();
            *seeds += 1;
            *games += range.end - range.start;
        }
        let row = |level: &str, seeds: u64, games: u128| {
            let level = if level.is_empty() { "-" } else { level };
            [level.to_string(), seeds.to_string(), games.to_string()]
        };
        let levels = counts
            .into_iter()
            .map(|(level, (seeds, games))| row(level, seeds, games));
        let all = row("all", loaded.collection.len() as u64, loaded.collection.games());
        Ok(levels.chain([all]).collect())
    }
}
