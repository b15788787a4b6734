//! Puzzles, method by method: how many have one solution and are minimal, how difficult they are, how long they take.

use std::fmt::Write as _;

use super::{Report, duration, grouped};
use crate::Error;
use crate::chart::{self, Axes, Range, Scale};
use crate::methods::{self, CONTROLLED_BIAS, Difficulty, Effort, Made, wilson};
use crate::record::Table;

/// The classes of `plain`.
const CLASSES: [&str; 5] = [
    "1: singles",
    "2: intersections and pairs",
    "3: larger subsets and fish",
    "4: wings, uniqueness, chains",
    "5: what goes beyond",
];

/// The sample of controlled-bias as one of all minimal puzzles.
const ALL: &str = "all minimal, by correction";

/// A share in percent.
fn percent(share: f64) -> String {
    match 100.0 * share {
        0.0 => "0".into(),
        p if p < 10.0 => format!("{p:.2}"),
        p => format!("{p:.1}"),
    }
}

fn tenths(number: u32) -> String {
    format!("{}.{}", number / 10, number % 10)
}

/// The p-th percentile of ascending values.
fn percentile(values: &[f64], p: usize) -> f64 {
    let at = (values.len() * p).div_ceil(100).max(1) - 1;
    values.get(at).copied().unwrap_or(f64::NAN)
}

impl Report {
    /// One sample of each way, from which all of this comes.
    pub(super) fn methods(&mut self) -> Result<(), Error> {
        let effort = Effort {
            items: self.pick(400, 10_000).into(),
            untested: self.pick(4_000, 100_000).into(),
            grids: self.pick(10, 250).into(),
            graded: self.pick(60, 1_000) as usize,
            timed: self.pick(400, 2_000).into(),
            round: self.time(200, 6_000),
            rounds: self.pick(3, 5) as usize,
        };
        let all = methods::survey(&effort)?;
        let mut rated: Vec<(&str, usize, Option<Difficulty>)> = all
            .iter()
            .map(|made| {
                let difficulty = Difficulty::of(&made.graded, |_| 1.0);
                (made.name, made.graded.len(), difficulty)
            })
            .collect();
        if let Some(made) = all.iter().find(|made| made.name == CONTROLLED_BIAS) {
            let corrected = Difficulty::of(&made.graded, methods::weight);
            rated.push((ALL, made.graded.len(), corrected));
        }
        self.write("methods", &record(&all, &rated))?;
        let _ = writeln!(
            self.page,
            "## Puzzles, method by method\n\nThe digging methods of `gridwright list methods` and the generators of minimal puzzles, on \
             uniformly random grids where they take some, items 0, 1, ... of one seed. All numbers of a method are in one row of \
             `methods.csv`.\n"
        );
        self.valid(&all)?;
        self.difficulty(&rated)?;
        self.making(&all)
    }

    /// Which share has one solution, and is minimal.
    fn valid(&mut self, all: &[Made]) -> Result<(), Error> {
        let mut table = Table::new(&[
            "method",
            "puzzles",
            "clues",
            "from, to",
            "ambiguous, %",
            "95 %",
            "one solution, not minimal, %",
            "95 % ",
            "minimal, %",
        ]);
        let mut ranges = Vec::new();
        for (group, made) in all.iter().enumerate() {
            let n = made.clues.len() as u64;
            let share = |count: u64| count as f64 / n as f64;
            let mean = made.clues.iter().sum::<usize>() as f64 / n as f64;
            let ends = [made.clues.first(), made.clues.last()].map(|clues| clues.copied().unwrap_or(0));
            let mut row = vec![
                format!("`{}`", made.name),
                grouped(n as f64),
                format!("{mean:.2}"),
                format!("{}, {}", ends[0], ends[1]),
            ];
            for (colour, count) in [made.ambiguous, made.redundant].into_iter().enumerate() {
                let (low, high) = wilson(count, n);
                row.extend([
                    percent(share(count)),
                    format!("{} to {}", percent(low), percent(high)),
                ]);
                ranges.push(Range {
                    group,
                    low: 100.0 * low,
                    middle: Some(100.0 * share(count)),
                    high: 100.0 * high,
                    open: false,
                    colour,
                });
            }
            row.push(percent(share(n - made.ambiguous - made.redundant)));
            table.push(row);
        }
        let _ = writeln!(
            self.page,
            "### One solution? Minimal?\n\n*Ambiguous*: more than one solution, by `dlx`; *minimal*: one solution, and several without any one \
             of the clues, by `bits`. Intervals are Wilson's; those of `controlled-bias` are too narrow where several \
             puzzles come of one grid.\n\n{}",
            table.markdown()
        );
        let title = "Ambiguous puzzles, and those with a clue too many";
        let path = self.figure(
            "methods-valid",
            "Shares of the puzzles of each method, with intervals of 95 %",
        );
        let axes = Axes {
            title,
            x: "% of the puzzles",
            y: "",
            x_scale: Scale::Linear,
            y_scale: Scale::Linear,
        };
        let groups: Vec<String> = all.iter().map(|made| made.name.into()).collect();
        let names = ["more than one solution", "one solution, not minimal"].map(String::from);
        chart::ranges(&path, &axes, &groups, &names, &ranges)
    }

    /// How difficult those with one solution are.
    fn difficulty(&mut self, rated: &[(&str, usize, Option<Difficulty>)]) -> Result<(), Error> {
        let mut header = vec!["method", "rated"];
        header.extend(CLASSES);
        header.extend(["plain", "ER", "greatest ER", "paper"]);
        let mut table = Table::new(&header);
        let (mut groups, mut shares) = (Vec::new(), Vec::new());
        for &(name, n, difficulty) in rated {
            let Some(difficulty) = difficulty else {
                continue;
            };
            let mut row = vec![quoted(name), grouped(n as f64)];
            row.extend(difficulty.classes.map(percent));
            row.push(difficulty.plain.to_string());
            row.extend([difficulty.er, difficulty.hardest, difficulty.paper].map(tenths));
            table.push(row);
            groups.push(format!("{name} ({n})"));
            shares.push(difficulty.classes.map(|share| 100.0 * share).to_vec());
        }
        let _ = writeln!(
            self.page,
            "### Difficulty by method and level\n\nOf the puzzles with one solution the first ones are rated, so many as stand under *rated*: \
             shares of the classes of `plain` in percent, by the dearest technique that is needed; medians of the scores of \
             `plain`, ER and `paper`. *{ALL}*: the puzzles of `controlled-bias`, an n-clue one counted C(81, n) times. What \
             masks happen to leave with one solution is mostly what has many clues, and easy.\n\n{}",
            table.markdown()
        );
        let title = "Difficulty by method";
        let path = self.figure(
            "methods-difficulty",
            "Classes of `plain` of the puzzles with one solution (how many were rated)",
        );
        let axes = Axes {
            title,
            x: "% of the rated puzzles",
            y: "",
            x_scale: Scale::Linear,
            y_scale: Scale::Linear,
        };
        chart::parts(&path, &axes, &groups, &CLASSES.map(String::from), &shares)
    }

    /// How long they take.
    fn making(&mut self, all: &[Made]) -> Result<(), Error> {
        let mut table = Table::new(&[
            "method",
            "items",
            "median",
            "99 %",
            "greatest",
            "mean",
            "mean, with one solution",
        ]);
        let mut ranges = Vec::new();
        for (group, made) in all.iter().enumerate() {
            let time = Time::of(made);
            let mut row = vec![format!("`{}`", made.name), made.times.len().to_string()];
            row.push(duration(time.median));
            row.push(time.high.map_or(String::new(), duration));
            row.extend([time.most, time.mean].map(duration));
            row.push(time.unique.map_or("none".into(), duration));
            table.push(row);
            let mut push = |colour, low: f64, middle: f64, high: f64| {
                ranges.push(Range {
                    group,
                    low: low / 1e3,
                    middle: Some(middle / 1e3),
                    high: high / 1e3,
                    open: false,
                    colour,
                });
            };
            push(0, time.least, time.median, time.most);
            if let Some(high) = time.high {
                push(1, high, high, high);
            }
        }
        let _ = writeln!(
            self.page,
            "### Time a puzzle\n\nOne core, grid included, method by method in turn over the same items; a puzzle's time is the median of \
             its rounds. A grid of `controlled-bias` leads to several puzzles or none: its time is divided by their mean \
             number, and the least and the greatest tell how grids differ. No 99 % of fewer than 100 items. *With one solution*: the mean over the \
             share that has one, as if the others were thrown away and the test cost nothing.\n\n{}",
            table.markdown()
        );
        let title = "Time a puzzle by method";
        let path = self.figure(
            "methods-time",
            "Least, median and greatest time, and the 99th percentile",
        );
        let axes = Axes {
            title,
            x: "microseconds a puzzle",
            y: "",
            x_scale: Scale::Log,
            y_scale: Scale::Linear,
        };
        let groups: Vec<String> = all.iter().map(|made| made.name.into()).collect();
        let names = ["least, median, greatest", "99 %"].map(String::from);
        chart::ranges(&path, &axes, &groups, &names, &ranges)
    }
}

/// Nanoseconds a puzzle.
struct Time {
    least: f64,
    median: f64,
    /// The 99th percentile, of a hundred or more.
    high: Option<f64>,
    most: f64,
    mean: f64,
    /// The mean of one with one solution.
    unique: Option<f64>,
}

impl Time {
    fn of(made: &Made) -> Self {
        let times = &made.times;
        let mean = times.iter().sum::<f64>() / times.len() as f64;
        let n = made.clues.len() as f64;
        let unique = (n - made.ambiguous as f64) / n;
        Self {
            least: percentile(times, 0),
            median: percentile(times, 50),
            high: (times.len() >= 100).then(|| percentile(times, 99)),
            most: percentile(times, 100),
            mean,
            unique: (unique > 0.0).then(|| mean / unique),
        }
    }
}

/// Names of methods as code.
fn quoted(name: &str) -> String {
    if name == ALL {
        format!("*{name}*")
    } else {
        format!("`{name}`")
    }
}

/// A row for each method.
fn record(all: &[Made], rated: &[(&str, usize, Option<Difficulty>)]) -> Table {
    let mut table = Table::new(&[
        "method",
        "puzzles",
        "clues_mean",
        "clues_least",
        "clues_most",
        "ambiguous",
        "ambiguous_low",
        "ambiguous_high",
        "not_minimal",
        "not_minimal_low",
        "not_minimal_high",
        "timed",
        "ns_least",
        "ns_median",
        "ns_99",
        "ns_most",
        "ns_mean",
        "ns_mean_unique",
        "rated",
        "class_1",
        "class_2",
        "class_3",
        "class_4",
        "class_5",
        "plain_median",
        "er_median",
        "er_most",
        "paper_median",
    ]);
    for &(name, n, difficulty) in rated {
        let mut row = vec![name.to_string()];
        if let Some(made) = all.iter().find(|made| made.name == name) {
            let puzzles = made.clues.len() as u64;
            let mean = made.clues.iter().sum::<usize>() as f64 / puzzles as f64;
            row.extend([puzzles.to_string(), format!("{mean:.4}")]);
            row.extend(
                [made.clues.first(), made.clues.last()]
                    .map(|clues| clues.map_or(String::new(), usize::to_string)),
            );
            for count in [made.ambiguous, made.redundant] {
                let (low, high) = wilson(count, puzzles);
                row.extend([count.to_string(), format!("{low:.6}"), format!("{high:.6}")]);
            }
            let time = Time::of(made);
            row.push(made.times.len().to_string());
            let times = [
                Some(time.least),
                Some(time.median),
                time.high,
                Some(time.most),
                Some(time.mean),
                time.unique,
            ];
            row.extend(times.map(|ns| ns.map_or(String::new(), |ns| format!("{ns:.0}"))));
        } else {
            row.resize(18, String::new());
        }
        row.push(n.to_string());
        if let Some(difficulty) = difficulty {
            row.extend(difficulty.classes.map(|share| format!("{share:.4}")));
            row.push(difficulty.plain.to_string());
            row.extend([difficulty.er, difficulty.hardest, difficulty.paper].map(tenths));
        }
        row.resize(table.header.len(), String::new());
        table.push(row);
    }
    table
}
