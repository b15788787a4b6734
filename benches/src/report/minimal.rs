//! Minimal puzzles: what three generators make of them, and what is true of all.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use gridwright::fill::{Uniform, grids};
use gridwright::grid::{B3x3, Symmetry};
use gridwright::sampling::{
    BottomUp, ControlledBias, Effort, Estimate, Generator, GeneratorExt, SharedFiller, Tally, TopDown,
    Weighting,
};
use gridwright::solve::Bits;
use rayon::prelude::*;

use super::{Report, grouped};
use crate::chart::{self, Axes, Scale, Series};
use crate::measure::{self, Contender};
use crate::record::Table;
use crate::{Error, data};

/// Parts of a sample, so that no core waits long for another.
const PARTS: u64 = 64;

/// What a path may begin with: 33 clues, as no minimal puzzle with more was ever seen in such samples.
const EFFORT: Effort = Effort {
    roots: 2_000,
    clues: 33,
    continuations: 200,
};

/// A generator, and what is known of it: mean and standard deviation as published (D. Berthier, *Unbiased Statistics of a
/// Constraint Satisfaction Problem*, 2009), like all that is called published here.
struct Known {
    name: &'static str,
    weighting: Weighting,
    mean: f64,
    sd: f64,
}

const KNOWN: [Known; 4] = [
    Known {
        name: "bottom-up",
        weighting: Weighting::Alike,
        mean: 23.87,
        sd: 1.08,
    },
    Known {
        name: "top-down",
        weighting: Weighting::Alike,
        mean: 24.38,
        sd: 1.12,
    },
    Known {
        name: "controlled-bias",
        weighting: Weighting::Alike,
        mean: 25.6667,
        sd: 1.1166,
    },
    Known {
        name: "all, by correction",
        weighting: Weighting::Corrected,
        mean: 26.5780,
        sd: 1.1173,
    },
];

/// Puzzles of which the error bar does not reach zero.
const DRAWN: u64 = 4;

/// Puzzles that make a share, and its error, worth comparing.
const ENOUGH: u64 = 10;

/// How many minimal puzzles there are, and how many that are no equivalents, as published.
const TOTAL: f64 = 3.1055e37;
const DIFFERENT: f64 = 2.5477e25;

/// A row of the published table.
struct Published {
    clues: usize,
    /// Share of the generator's puzzles, and of all minimal ones.
    shares: [f64; 2],
    per_grid: f64,
}

/// The published table, if the folder has it.
fn published(folder: Option<&Path>) -> Result<Vec<Published>, Error> {
    let name = "exact/berthier_clues.csv";
    let Some(path) = folder
        .map(|folder| folder.join(name))
        .filter(|path| path.is_file())
    else {
        return Ok(Vec::new());
    };
    let table = Table::read(&path)?;
    let column = |name: &str| table.header.iter().position(|column| column == name);
    let columns = ["clues", "cb_percent", "real_percent", "per_grid_mean"].map(column);
    let row = |row: &Vec<String>| {
        let number = |i: usize| row[columns[i]?].parse::<f64>().ok();
        Some(Published {
            clues: row[columns[0]?].parse().ok()?,
            shares: [number(1)? / 100.0, number(2)? / 100.0],
            per_grid: number(3)?,
        })
    };
    let rows = table.rows.iter().map(row).collect::<Option<_>>();
    rows.ok_or_else(|| Error::new(format!("{}: not the table of clue counts", path.display())))
}

/// Items 0..n, the same on any number of threads.
fn sample<G: Generator>(n: u64, make: impl Fn() -> G + Sync) -> Tally {
    let parts: Vec<Tally> = (0..PARTS)
        .into_par_iter()
        .map(|part| make().tally(data::SEED, n * part / PARTS..n * (part + 1) / PARTS))
        .collect();
    let mut all = Tally::new::<B3x3>(make().paths());
    for part in &parts {
        all.merge(part);
    }
    all
}

fn controlled(filler: &SharedFiller<B3x3>) -> ControlledBias {
    ControlledBias::new(Arc::clone(filler), Bits::default(), EFFORT).expect("that effort is possible")
}

/// A number with its standard error.
fn with_error(estimate: Estimate, digits: usize) -> String {
    format!("{:.digits$} +- {:.digits$}", estimate.value, estimate.error)
}

/// A large number with its relative standard error.
fn relative(estimate: Estimate) -> String {
    if estimate.value == 0.0 {
        return "0".into();
    }
    format!(
        "{:.3e} +- {:.1} %",
        estimate.value,
        100.0 * estimate.error / estimate.value
    )
}

/// Estimates by clues, with error bars of 95 %.
fn estimates(name: &str, values: impl Iterator<Item = (usize, Estimate)>, colour: usize) -> Series {
    let (points, errors) = values
        .map(|(n, estimate)| ((n as f64, estimate.value), 1.96 * estimate.error))
        .unzip();
    Series {
        name: name.into(),
        points,
        colour,
        dots: false,
        errors,
    }
}

/// How many standard errors an estimate is off.
fn deviation(estimate: Estimate, from: f64) -> String {
    let off = estimate.deviation(from);
    if off.is_finite() {
        format!("{off:+.1}")
    } else {
        String::new()
    }
}

impl Report {
    /// The three generators and the corrected statistics, against the published ones.
    pub(super) fn minimal(&mut self, folder: Option<&Path>) -> Result<(), Error> {
        let published = published(folder)?;
        let uniform: SharedFiller<B3x3> = Arc::new(Uniform);
        let bottom_up = sample(self.pick(1_000, 30_000).into(), BottomUp::default);
        let top_down = sample(self.pick(10_000, 200_000).into(), TopDown::default);
        let paths = sample(self.pick(60, 1_500).into(), || controlled(&uniform));
        let tallies = [&bottom_up, &top_down, &paths, &paths];
        let rates = self.rates(&uniform);

        let mut table = Table::new(&[
            "generator",
            "puzzles",
            "grids",
            "mean clues",
            "published",
            "off by",
            "sd",
            "published",
            "puzzles/s",
        ]);
        for (i, (known, tally)) in KNOWN.iter().zip(tallies).enumerate() {
            let mean = tally.mean(known.weighting);
            table.push(vec![
                known.name.into(),
                grouped(tally.puzzles() as f64),
                grouped(tally.items() as f64),
                with_error(mean, 4),
                known.mean.to_string(),
                deviation(mean, known.mean),
                with_error(tally.sd(known.weighting), 4),
                known.sd.to_string(),
                rates.get(i).cloned().unwrap_or_default(),
            ]);
        }
        // The published program makes its grids by a search for fewest candidates.
        let filler: SharedFiller<B3x3> = gridwright::filler::<B3x3>("seventeen-fair")
            .map_err(Error::new)?
            .into();
        let searched = sample(self.pick(5_000, 200_000).into(), || {
            TopDown::<B3x3, Bits>::new(Arc::clone(&filler), Bits::default())
        });
        let (known, mean) = (&KNOWN[1], searched.mean(Weighting::Alike));
        let row = vec![
            format!("{} of `seventeen-fair`", known.name),
            grouped(searched.puzzles() as f64),
            grouped(searched.items() as f64),
            with_error(mean, 4),
            known.mean.to_string(),
            deviation(mean, known.mean),
            with_error(searched.sd(Weighting::Alike), 4),
            known.sd.to_string(),
            String::new(),
        ];
        table.push(row);
        self.write("minimal", &table)?;
        let per_grid = paths.per_grid().ok_or_else(|| Error::new("no paths"))?;
        let total = per_grid.times(grids::<B3x3>() as f64);
        let group = Symmetry::<B3x3>::CELL_ORDER * Symmetry::<B3x3>::DIGIT_ORDER;
        let different = total.times(1.0 / group as f64);
        let _ = writeln!(
            self.page,
            "## Minimal puzzles\n\nPuzzles with one solution that have several without any one of their clues, of uniformly random \
             grids. `bottom-up` puts random clues in until the puzzle is unique and then takes away what it can; `top-down` \
             takes away from the grid; `controlled-bias` does so without ever putting a clue back, and gives a path up that does \
             not end in a minimal puzzle: an n-clue puzzle comes with probability 1 / C(81, n), and weights C(81, n) make \
             its statistics those of *all* minimal puzzles. *Published*: D. Berthier, Unbiased Statistics of a Constraint Satisfaction \
             Problem, 2009. Errors are standard errors from grid to grid; *off by* is in standard \
             errors, and the published means of the first two are rounded to 0.01. Those of `top-down` come from grids of a search that takes \
             the cell with fewest candidates: grids of such a search (`seventeen-fair`) come nearer to them than uniform \
             ones. One core.\n\n{}\n\
             A grid has {} minimal puzzles on average; there are {} in all (published 3.1055e37, off by {}) and, as good as \
             exactly, that number over the size of the group of symmetries essentially different ones: {} (published \
             2.5477e25, off by {}). {} paths were tried, {} a puzzle, {} a grid with {} beginnings of {} clues. The weighted sample \
             tells as much as {:.3} independent unbiased puzzles for each of its own, were these independent.\n",
            table.markdown(),
            relative(per_grid),
            relative(total),
            deviation(total, TOTAL),
            relative(different),
            deviation(different, DIFFERENT),
            grouped(paths.paths().unwrap_or(0) as f64),
            grouped(paths.paths().unwrap_or(0) as f64 / paths.puzzles().max(1) as f64),
            grouped(EFFORT.paths() as f64),
            grouped(EFFORT.roots.into()),
            EFFORT.clues,
            paths.effective_share(),
        );
        self.clue_counts(&published, tallies)?;
        self.sources(&paths)
    }

    /// Puzzles a second, measured in turn.
    fn rates(&self, uniform: &SharedFiller<B3x3>) -> [String; 3] {
        let (mut bottom_up, mut top_down, mut paths) =
            (BottomUp::default(), TopDown::default(), controlled(uniform));
        // The same grids in every round, so that the puzzles of a round can be counted once.
        let grids = self.pick(8, 50).into();
        let puzzles = controlled(uniform).tally(data::SEED, 0..grids).puzzles();
        let work: Vec<Contender<'_>> = vec![
            Box::new(|n| drop(bottom_up.tally(data::SEED, 0..n))),
            Box::new(|n| drop(top_down.tally(data::SEED, 0..n))),
            Box::new(|n| drop(paths.tally(data::SEED, (0..n).map(|i| i % grids)))),
        ];
        let effort = measure::Effort {
            rounds: self.pick(3, 5) as usize,
            round: Duration::from_millis(self.pick(40, 300).into()),
            at_least: grids,
        };
        let timings = measure::interleave_by(effort, grids, work);
        let each = [1.0, 1.0, puzzles as f64 / grids as f64];
        [0, 1, 2].map(|i| grouped(each[i] * 1e9 / timings[i].median()))
    }

    /// The distributions of clue counts.
    fn clue_counts(&mut self, published: &[Published], tallies: [&Tally; 4]) -> Result<(), Error> {
        let paths = tallies[2];
        let with_table = !published.is_empty();
        let mut header = vec!["clues", "bottom-up", "top-down", "controlled-bias"];
        header.extend(
            with_table
                .then_some(["published", "off by"])
                .into_iter()
                .flatten(),
        );
        header.push("all");
        header.extend(
            with_table
                .then_some(["published", "off by"])
                .into_iter()
                .flatten(),
        );
        header.push("minimal puzzles of a grid");
        header.extend(
            with_table
                .then_some(["published", "off by"])
                .into_iter()
                .flatten(),
        );
        let mut table = Table::new(&header);
        let percent = |estimate: Estimate| match estimate.value {
            0.0 => "0".into(),
            _ => with_error(estimate.times(100.0), 3),
        };
        for n in 17..=40 {
            if tallies.iter().all(|tally| tally.counts()[n] == 0) {
                continue;
            }
            let known = published.iter().find(|row| row.clues == n);
            let against = |estimate: Estimate, known: Option<String>, value: Option<f64>| {
                let off = value.map(|value| deviation(estimate, value));
                with_table
                    .then(|| [known.unwrap_or_default(), off.unwrap_or_default()])
                    .into_iter()
                    .flatten()
            };
            let mut row = vec![n.to_string()];
            row.extend([0, 1].map(|i| percent(tallies[i].share(n, Weighting::Alike))));
            for (i, weighting) in [Weighting::Alike, Weighting::Corrected].into_iter().enumerate() {
                let share = paths.share(n, weighting);
                let value = known.map(|row| row.shares[i]);
                row.push(percent(share));
                row.extend(against(
                    share,
                    value.map(|value| format!("{:.3}", 100.0 * value)),
                    value,
                ));
            }
            let of_grid = paths
                .per_grid_if(|m| m == n)
                .ok_or_else(|| Error::new("no paths"))?;
            let value = known.map(|row| row.per_grid);
            row.push(relative(of_grid));
            row.extend(against(of_grid, value.map(|value| format!("{value:.3e}")), value));
            table.push(row);
        }
        self.write("clues", &table)?;
        let about = if with_table {
            "*Published* is the table of 5,926,343 puzzles of controlled-bias"
        } else {
            "Given `--data`, `exact/berthier_clues.csv` of that folder is put beside them"
        };
        let _ = writeln!(
            self.page,
            "### Clue counts\n\nShares in percent. {about}; where few puzzles were found, neither a share nor its error is well \
             known, and *off by* says little.\n\n{}",
            table.markdown()
        );
        self.clue_charts(published, tallies)
    }

    /// The charts of them: the whole distributions, and their ratios to the published ones.
    fn clue_charts(&mut self, published: &[Published], tallies: [&Tally; 4]) -> Result<(), Error> {
        let mut series: Vec<Series> = Vec::new();
        for (colour, (known, tally)) in KNOWN.iter().zip(tallies).enumerate() {
            let seen = |&n: &usize| tally.counts()[n] >= DRAWN;
            let share = |n: usize| (n, tally.share(n, known.weighting).times(100.0));
            series.push(estimates(known.name, (17..=40).filter(seen).map(share), colour));
        }
        for (i, name) in ["controlled-bias, published", "all, published"]
            .into_iter()
            .enumerate()
        {
            let points = published
                .iter()
                .map(|row| (row.clues as f64, 100.0 * row.shares[i]));
            series.push(Series {
                name: name.into(),
                points: points.collect(),
                colour: i + 4,
                dots: true,
                errors: Vec::new(),
            });
        }
        series.retain(|one| !one.points.is_empty());
        for (file, y_scale, what) in [
            ("clues", Scale::Linear, ""),
            ("clues-tails", Scale::Log, ": the tails"),
        ] {
            let title = format!("Clues of minimal puzzles{what}");
            let caption = format!(
                "Clue counts of what each generator makes, and of all minimal puzzles{what}; error bars of 95 %, of {DRAWN} puzzles or more"
            );
            let path = self.figure(file, &caption);
            let axes = Axes {
                title: &title,
                x: "clues",
                y: "percent",
                x_scale: Scale::Linear,
                y_scale,
            };
            chart::lines(&path, &axes, &series, &[])?;
        }
        self.clue_ratios(published, tallies[2])
    }

    /// The controlled-bias sample over the published table.
    fn clue_ratios(&mut self, published: &[Published], paths: &Tally) -> Result<(), Error> {
        let compared: Vec<&Published> = published
            .iter()
            .filter(|row| paths.counts()[row.clues] >= DRAWN)
            .collect();
        if compared.is_empty() {
            return Ok(());
        }
        let (mut series, mut deviations) = (Vec::new(), Vec::new());
        for (colour, name) in ["share of controlled-bias", "share of all", "puzzles of a grid"]
            .into_iter()
            .enumerate()
        {
            let ratio = |row: &&Published| {
                let n = row.clues;
                let (ours, known) = match colour {
                    0 => (paths.share(n, Weighting::Alike), row.shares[0]),
                    1 => (paths.share(n, Weighting::Corrected), row.shares[1]),
                    _ => (paths.per_grid_if(|m| m == n)?, row.per_grid),
                };
                if paths.counts()[n] >= ENOUGH {
                    deviations.push(ours.deviation(known).abs());
                }
                Some((n, ours.times(1.0 / known)))
            };
            let ratios: Vec<_> = compared.iter().filter_map(ratio).collect();
            let mut one = estimates(name, ratios.into_iter(), colour);
            // Side by side, so that each bar can be seen.
            for point in &mut one.points {
                point.0 += 0.12 * (colour as f64 - 1.0);
            }
            one.dots = true;
            series.push(one);
        }
        let ends = [compared[0], compared[compared.len() - 1]];
        series.push(Series {
            name: "published".into(),
            points: ends.iter().map(|row| (row.clues as f64, 1.0)).collect(),
            colour: 6,
            dots: false,
            errors: Vec::new(),
        });
        if let Some(worst) = deviations.iter().copied().max_by(f64::total_cmp) {
            let _ = writeln!(
                self.page,
                "Of the {} numbers of clue counts with {ENOUGH} puzzles or more, that which is farthest off is so by {worst:.1} \
                 standard errors.\n",
                deviations.len()
            );
        }
        let path = self.figure(
            "clues-published",
            "What was found over what is published, by clue counts; error bars of 95 %, from grid to grid",
        );
        let axes = Axes {
            title: "Clues of minimal puzzles: found over published",
            x: "clues",
            y: "found / published",
            x_scale: Scale::Linear,
            y_scale: Scale::Linear,
        };
        chart::lines(&path, &axes, &series, &[])
    }

    /// What it matters where the grids come from.
    fn sources(&mut self, uniform: &Tally) -> Result<(), Error> {
        let mut table = Table::new(&[
            "grids of",
            "grids",
            "puzzles",
            "minimal puzzles of a grid",
            "over uniform",
            "mean clues of all",
        ]);
        let of_uniform = uniform.per_grid().ok_or_else(|| Error::new("no paths"))?;
        let n = self.pick(10, 400).into();
        let names = [
            "las-vegas",
            "seventeen-fair",
            "random-row",
            "first-row-fair",
            "shuffle",
        ];
        let mut all = vec![("uniform", uniform.clone())];
        for name in names {
            let filler: SharedFiller<B3x3> = gridwright::filler::<B3x3>(name).map_err(Error::new)?.into();
            all.push((name, sample(n, || controlled(&filler))));
        }
        for (name, tally) in &all {
            let per_grid = tally.per_grid().ok_or_else(|| Error::new("no paths"))?;
            // The errors of independent numbers add up by their squares.
            let ratio = per_grid.value / of_uniform.value;
            let error = (per_grid.error / per_grid.value).hypot(of_uniform.error / of_uniform.value) * ratio;
            let over = Estimate { value: ratio, error };
            table.push(vec![
                format!("`{name}`"),
                grouped(tally.items() as f64),
                grouped(tally.puzzles() as f64),
                relative(per_grid),
                if *name == "uniform" {
                    "1".into()
                } else {
                    with_error(over, 2)
                },
                with_error(tally.mean(Weighting::Corrected), 3),
            ]);
        }
        self.write("minimal-sources", &table)?;
        let _ = writeln!(
            self.page,
            "### Where the grids come from\n\nThe same paths on grids that are not uniform: how many minimal puzzles a grid has, and \
             how many clues these have, depends on the filler. `shuffle` makes equivalents of a single \
             grid.\n\n{}",
            table.markdown()
        );
        Ok(())
    }
}
