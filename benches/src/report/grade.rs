//! Difficulty: the scales against each other, against the guesses of a search, and against equivalents.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use gridwright::grade::Scale as Measure;
use gridwright::grid::{Puzzle, Shape};

use super::laboratory::short;
use super::{Report, grouped};
use crate::Error;
use crate::chart::{self, Axes, Scale, Series};
use crate::data::{self, Set, Visitor};
use crate::grade::{self, Correlation, Graded, Speed, Varied, interval, kendall, spearman, spread};
use crate::record::Table;

/// Dots of a chart.
const DOTS: usize = 500;

/// ER, in tenths, from which a puzzle is hard here: chains.
const HARD: u32 = 66;

/// The same of chains with several branches.
const HARDER: u32 = 80;

/// A number of a puzzle.
type Number = (&'static str, fn(&Graded) -> u64);

const NUMBERS: [Number; 5] = [
    ("ER", |one| one.er[0].into()),
    ("plain", |one| one.plain.into()),
    ("paper", |one| one.paper.into()),
    ("guesses of bits", |one| one.guesses),
    ("clues", |one| one.statistics.clues as u64),
];

impl Report {
    /// A large sample on every scale.
    pub(super) fn grade(&mut self, folder: Option<&Path>) -> Result<(), Error> {
        let puzzles = grade::minimal(self.pick(300, 10_000).into())?;
        let graded = grade::graded(&puzzles)?;
        let _ = writeln!(
            self.page,
            "## Difficulty\n\n{} minimal puzzles: givens of uniformly random grids taken away in random order while the solution \
             stays unique. *ER* is that of Sudoku Explainer 1.2.1; *plain* the cost of the dearest technique, cheapest first, \
             times 100, and how often it is needed; *paper* the weighted classes of the paper on digging holes; guesses are \
             those of `bits` until uniqueness is decided.\n",
            grouped(graded.len() as f64)
        );
        self.techniques(&graded)?;
        self.correlations(&graded)?;
        self.scatter(&graded)?;
        self.equivalents(&graded)?;
        self.rating_speed(&graded, folder)
    }

    /// The dearest technique that puzzles need.
    fn techniques(&mut self, graded: &[Graded]) -> Result<(), Error> {
        let mut table = Table::new(&["dearest technique of plain", "cost", "puzzles", "share"]);
        let mut counts: Vec<(f64, String, usize)> = Vec::new();
        for one in graded {
            let name = one.statistics.bottleneck.map_or("none", |kind| kind.name());
            match counts.iter_mut().find(|count| count.1 == name) {
                Some(count) => count.2 += 1,
                None => counts.push((one.statistics.cost, name.into(), 1)),
            }
        }
        counts.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        for (cost, name, count) in counts {
            let share = 100.0 * count as f64 / graded.len() as f64;
            table.push(vec![
                name,
                format!("{cost:.0}"),
                count.to_string(),
                format!("{share:.2} %"),
            ]);
        }
        let share = |of: fn(&Graded) -> bool| {
            let count = graded.iter().filter(|one| of(one)).count();
            format!("{:.1} %", 100.0 * count as f64 / graded.len().max(1) as f64)
        };
        let _ = writeln!(
            self.page,
            "Singles alone solve {}; something must be assumed in {}; ER is {:.1} or more in {}.\n\n{}",
            share(|one| !one.statistics.beyond_singles),
            share(|one| one.statistics.guessing),
            f64::from(HARD) / 10.0,
            share(|one| one.er[0] >= HARD),
            table.markdown()
        );
        self.write("grade-techniques", &table)
    }

    fn correlations(&mut self, graded: &[Graded]) -> Result<(), Error> {
        let mut table = Table::new(&["numbers", "Spearman", "95 %", "Kendall", "95 % "]);
        let values = NUMBERS.map(|(_, number)| graded.iter().map(number).collect::<Vec<u64>>());
        for (i, (a, _)) in NUMBERS.iter().enumerate() {
            for (j, (b, _)) in NUMBERS.iter().enumerate().skip(i + 1) {
                let mut row = vec![format!("{a}, {b}")];
                for correlation in [spearman as Correlation, kendall] {
                    let (value, low, high) = interval(&values[i], &values[j], correlation);
                    row.extend([format!("{value:.3}"), format!("{low:.3} to {high:.3}")]);
                }
                table.push(row);
            }
        }
        let _ = writeln!(
            self.page,
            "### Do the scales agree?\n\nRank correlations of the same puzzles, with intervals of 95 % (bootstrap, 200 draws; \
             Kendall's is tau-b).\n\n{}",
            table.markdown()
        );
        self.write("grade-correlations", &table)
    }

    /// Every scale against ER.
    fn scatter(&mut self, graded: &[Graded]) -> Result<(), Error> {
        let dots = |number: fn(&Graded) -> f64| {
            let points = graded.iter().take(DOTS);
            points
                .map(|one| (f64::from(one.er[0]) / 10.0, number(one)))
                .collect::<Vec<_>>()
        };
        for (name, y, number) in [
            (
                "plain",
                "plain: cost of the dearest technique",
                (|one| one.statistics.cost) as fn(&Graded) -> f64,
            ),
            ("paper", "paper: weighted classes, 1 to 5", |one| {
                f64::from(one.paper) / 10.0
            }),
            ("guesses", "guesses of bits", |one| one.guesses as f64),
        ] {
            let title = format!("ER against {}", y.split(':').next().unwrap_or(y));
            let path = self.figure(
                &format!("er-{name}"),
                &format!("Minimal puzzles ({} of them): {title}", graded.len().min(DOTS)),
            );
            let axes = Axes {
                title: &title,
                x: "ER",
                y,
                x_scale: Scale::Linear,
                y_scale: Scale::Linear,
            };
            let series = Series {
                name: name.into(),
                points: dots(number),
                colour: 0,
                dots: true,
                errors: Vec::new(),
            };
            chart::lines(&path, &axes, &[series], &[])?;
        }
        let mut record = Table::new(&[
            "puzzle",
            "er",
            "ep",
            "ed",
            "plain",
            "paper",
            "guesses",
            "clues",
            "bottleneck",
        ]);
        for one in graded.iter().take(2 * DOTS) {
            let mut row = vec![one.puzzle.to_string()];
            row.extend(one.er.map(|tenths| format!("{}.{}", tenths / 10, tenths % 10)));
            row.extend([
                one.plain.to_string(),
                format!("{}.{}", one.paper / 10, one.paper % 10),
                one.guesses.to_string(),
                one.statistics.clues.to_string(),
                one.statistics.bottleneck.map_or("", |kind| kind.slug()).into(),
            ]);
            record.push(row);
        }
        self.write("grade", &record)
    }

    /// What equivalents do to a rating.
    fn equivalents(&mut self, graded: &[Graded]) -> Result<(), Error> {
        let variations = u64::from(self.pick(20, 100));
        let first = |most: u32, least: u32| {
            let some = graded.iter().filter(|one| one.er[0] >= least);
            some.take(most as usize)
                .map(|one| one.puzzle.clone())
                .collect::<Vec<Puzzle>>()
        };
        let mut table = Table::new(&[
            "puzzles",
            "number",
            "variations each",
            "number of",
            "changes in",
            "spread, mean",
            "spread, most",
        ]);
        for (name, least, most) in [
            ("any", 0, self.pick(20, 100)),
            ("ER 6.6 and more", HARD, self.pick(20, 100)),
            ("ER 8.0 and more", HARDER, self.pick(10, 20)),
        ] {
            let varied = grade::varied(&first(most, least), variations)?;
            let mut push = |of: &str, spread: &dyn Fn(&Varied) -> f64| {
                let spreads: Vec<f64> = varied.iter().map(spread).collect();
                let n = spreads.len().max(1) as f64;
                let changed = spreads.iter().filter(|&&spread| spread > 0.0).count();
                table.push(vec![
                    name.into(),
                    spreads.len().to_string(),
                    variations.to_string(),
                    of.into(),
                    format!("{:.0} %", 100.0 * changed as f64 / n),
                    short(spreads.iter().sum::<f64>() / n),
                    short(spreads.iter().fold(0.0, |most, &spread| spread.max(most))),
                ]);
            };
            for (which, of) in ["ER", "EP", "ED"].into_iter().enumerate() {
                push(of, &|varied| {
                    f64::from(spread(varied.er.iter().map(|er| er[which]))) / 10.0
                });
            }
            push("plain", &|varied| f64::from(spread(varied.plain.iter().copied())));
            push("paper", &|varied| {
                f64::from(spread(varied.paper.iter().copied())) / 10.0
            });
        }
        let _ = writeln!(
            self.page,
            "### One puzzle, many ratings\n\nEquivalents are the same puzzle, turned, relabelled, its rows and columns exchanged. \
             ER takes the first step that a fixed order of search finds, so they may be rated differently; `plain` takes all \
             cheapest steps at once; the search of `paper` goes row by row. *Changes in*: share of the puzzles of which not all equivalents have the same number; \
             *spread*: the largest less the smallest.\n\n{}",
            table.markdown()
        );
        self.write("grade-equivalents", &table)
    }

    /// Puzzles a second.
    fn rating_speed(&mut self, graded: &[Graded], folder: Option<&Path>) -> Result<(), Error> {
        let mut clock = Clock {
            limit: self.time(60, 1_500),
            table: Table::new(&[
                "puzzles",
                "scale",
                "rated",
                "puzzles/s",
                "slowest, ms",
                "slowest puzzle",
            ]),
        };
        let set = |name: &str, keep: fn(&Graded) -> bool| Set {
            name: name.into(),
            source: String::new(),
            puzzles: graded
                .iter()
                .filter(|one| keep(one))
                .map(|one| one.puzzle.clone())
                .collect(),
        };
        clock.visit(&set("minimal", |_| true))?;
        clock.visit(&set("minimal, singles only", |one| {
            !one.statistics.beyond_singles
        }))?;
        clock.visit(&set("minimal, hidden singles only", |one| one.er[0] <= 15))?;
        if let Some(folder) = folder {
            // What is passed over is told where the solvers are measured.
            data::folder(folder, 200, &mut clock)?;
        }
        let _ = writeln!(
            self.page,
            "### Puzzles rated a second\n\nOn one core, uniqueness decided first; a set is broken off after {:.1} s.\n\n{}",
            clock.limit.as_secs_f64(),
            clock.table.markdown()
        );
        self.write("grade-speed", &clock.table)
    }
}

/// Measures the scales on sets of 9x9 puzzles.
struct Clock {
    limit: Duration,
    table: Table,
}

impl Visitor for Clock {
    fn visit<S: Shape>(&mut self, set: &Set<S>) -> Result<(), Error> {
        let usual = set
            .puzzles
            .iter()
            .map(|puzzle| Puzzle::from_values(puzzle.values()));
        let Ok(puzzles) = usual.collect::<Result<Vec<Puzzle>, _>>() else {
            return Ok(());
        };
        for scale in Measure::ALL {
            let Speed {
                puzzles,
                seconds,
                slowest,
            } = grade::speed(&puzzles, scale, self.limit)?;
            if let Some((slowest, longest)) = slowest {
                self.table.push(vec![
                    set.name.clone(),
                    scale.to_string(),
                    puzzles.to_string(),
                    grouped(puzzles as f64 / seconds),
                    short(1e3 * longest),
                    format!("`{slowest}`"),
                ]);
            }
        }
        Ok(())
    }
}
