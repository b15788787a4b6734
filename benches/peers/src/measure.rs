//! Contenders measured in turns, and the records of it.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::Effort;

/// One row of the result. Times are of one item: the median, least and greatest of the rounds.
#[derive(Serialize)]
pub(crate) struct Record {
    peer: String,
    version: String,
    task: &'static str,
    set: String,
    puzzles: usize,
    rounds: usize,
    median_ns_per_item: Option<f64>,
    min_ns: Option<f64>,
    max_ns: Option<f64>,
    checked: String,
}

/// Something that does a task; one pass is a fixed amount of work.
pub(crate) trait Contender {
    fn name(&self) -> String;
    /// The package whose version is recorded.
    fn package(&self) -> &'static str;
    /// A pass whose every answer is checked; stops at the deadline.
    fn check(&mut self, deadline: Instant) -> Result<(), String>;
    /// What of a pass is no work: the start of a program. It is taken off.
    fn overhead(&self) -> Duration {
        Duration::ZERO
    }
    /// A pass, and a number that must be the same in every pass.
    fn pass(&mut self) -> u64;
}

pub(crate) fn late(deadline: Instant) -> Result<(), String> {
    if Instant::now() > deadline {
        return Err("left out: too slow".into());
    }
    Ok(())
}

/// Measures the contenders in turns: round by round, each round from another one on.
pub(crate) fn in_turns(
    task: &'static str,
    set: &str,
    items: usize,
    expected: u64,
    effort: Effort,
    contenders: &mut [Box<dyn Contender + '_>],
) -> Vec<Record> {
    let mut checked: Vec<_> = contenders
        .iter_mut()
        .map(|contender| contender.check(Instant::now() + effort.patience))
        .collect();
    let mut times = vec![Vec::new(); contenders.len()];
    for round in 0..effort.rounds {
        for turn in 0..contenders.len() {
            let i = (round + turn) % contenders.len();
            if checked[i].is_err() {
                continue;
            }
            let start = Instant::now();
            let found = contenders[i].pass();
            times[i].push(start.elapsed().saturating_sub(contenders[i].overhead()));
            if found != expected {
                checked[i] = Err(format!("wrong: {found} instead of {expected} in all"));
            }
        }
    }
    let record = |contender: &dyn Contender, checked: Result<(), String>, mut times: Vec<Duration>| {
        times.sort_unstable();
        let per_item = |i: usize| {
            let time = times.get(i).filter(|_| checked.is_ok())?;
            Some((time.as_nanos() as f64 / items as f64 * 10.0).round() / 10.0)
        };
        Record {
            peer: contender.name(),
            version: version(contender.package()),
            task,
            set: set.into(),
            puzzles: items,
            rounds: times.len(),
            median_ns_per_item: per_item(times.len() / 2),
            min_ns: per_item(0),
            max_ns: per_item(times.len().saturating_sub(1)),
            checked: checked.err().unwrap_or_else(|| "ok".into()),
        }
    };
    let results = contenders.iter().zip(checked).zip(times);
    results
        .map(|((contender, checked), times)| record(&**contender, checked, times))
        .collect()
}

/// The version of a package that was linked.
fn version(package: &str) -> String {
    if package.is_empty() {
        return String::new();
    }
    let name = format!("name = \"{package}\"");
    let mut lines = include_str!("../../../Cargo.lock").lines();
    lines
        .find(|line| *line == name)
        .and_then(|_| lines.next()?.split('"').nth(1))
        .unwrap_or("unknown")
        .into()
}

/// Prints a table, fastest first.
pub(crate) fn print(records: &[Record]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let Some(first) = records.first() else {
        return Ok(());
    };
    writeln!(
        out,
        "\n{}: {} items, {} rounds",
        first.set, first.puzzles, first.rounds
    )?;
    let mut rows: Vec<_> = records.iter().collect();
    rows.sort_by(|a, b| {
        let time = |record: &Record| record.median_ns_per_item.unwrap_or(f64::INFINITY);
        a.task.cmp(b.task).then(time(a).total_cmp(&time(b)))
    });
    for row in rows {
        let name = format!("{} {}", row.peer, row.version);
        match row.median_ns_per_item {
            Some(ns) => writeln!(
                out,
                "  {:8} {name:40} {ns:>12.1} ns {:>10.0}/s",
                row.task,
                1e9 / ns
            )?,
            None => writeln!(out, "  {:8} {name:40} {}", row.task, row.checked)?,
        }
    }
    Ok(())
}
