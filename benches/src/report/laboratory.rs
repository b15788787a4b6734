//! The laboratory: how far from uniform the grids of each filler are, and why.

use std::fmt::Write as _;
use std::sync::Arc;

use gridwright::catalogue::{FillerOptions, filler_with};
use gridwright::fill::{DynFiller, Line, stream};
use gridwright::grid::{B3x3, Cell, Puzzle};
use gridwright::solve::{Naive, SolverExt};
use gridwright_bands::Bands;
use gridwright_stats::{CHUTES, Law, Report as Verdicts, Sample, Test, Verdict};

use super::{Report, contestants, grouped};
use crate::chart::{self, Axes, Range, Scale, Series};
use crate::record::Table;
use crate::{Error, data, lab};

/// The level of a family of tests, as the program has it.
const ALPHA: f64 = 1e-6;

/// Smaller effects are drawn as this.
const FLOOR: f64 = 1e-6;

/// A filler and what the tests say of its grids.
struct Examined {
    label: String,
    distribution: &'static str,
    sample: Sample,
    verdicts: Verdicts,
}

impl Examined {
    fn new(label: &str, distribution: &'static str, sample: Sample) -> Self {
        Self {
            label: label.into(),
            distribution,
            verdicts: sample.report(ALPHA),
            sample,
        }
    }

    /// The chute that is farthest off: its effect with an interval.
    fn worst_chute(&self) -> (f64, f64, f64) {
        let effects = CHUTES
            .iter()
            .filter_map(|chute| lab::effect(&self.verdicts, chute));
        let worst = effects.max_by(|a, b| a.0.total_cmp(&b.0));
        worst.map_or((0.0, 0.0, 0.0), |(value, low, high, _)| (value, low, high))
    }

    fn effect_of(&self, test: &str) -> String {
        let test = self.verdicts.tests.iter().find(|one| one.name == test);
        test.map_or_else(String::new, shown)
    }

    /// How many tests reject, of those that judge.
    fn rejections(&self) -> String {
        let rejected = self.verdicts.with(Verdict::Rejected).count();
        let declined = self.verdicts.with(Verdict::Declined).count();
        let judged = self.verdicts.tests.len() - declined;
        match rejected {
            0 => format!("none of {judged}"),
            _ => format!("**{rejected}** of {judged}"),
        }
    }
}

/// About three digits.
pub(super) fn short(value: f64) -> String {
    match value.abs() {
        size if size.is_infinite() => "-".into(),
        size if size >= 1_000.0 => grouped(value),
        size if size >= 100.0 => format!("{value:.0}"),
        size if size >= 10.0 => format!("{value:.1}"),
        size if size >= 1.0 => format!("{value:.2}"),
        size if size >= 0.001 || size == 0.0 => format!("{value:.3}"),
        _ => format!("{value:.0e}"),
    }
}

/// The effect of a test; bold where it rejects.
fn shown(test: &Test) -> String {
    let Some(measured) = test.measured else {
        return "too few".into();
    };
    let effect = measured.effect;
    // Where nothing came twice, only a bound is known.
    let value = if effect.value.is_infinite() {
        format!("> {}", short(effect.low))
    } else {
        short(effect.value)
    };
    match test.verdict {
        Verdict::Rejected => format!("**{value}**"),
        _ => value,
    }
}

impl Report {
    /// Samples of every filler through all tests. `rates` are the grids a second of each, as text. Returns the table
    /// for the README.
    pub(super) fn laboratory(&mut self, rates: &[String]) -> Result<String, Error> {
        let law = Arc::clone(&self.law);
        let mut all = Vec::new();
        for one in contestants()? {
            let n = match one.label {
                "las-vegas" => self.pick(1_000, 20_000),
                _ => self.pick(20_000, 1_000_000),
            };
            let sample = lab::sample_of(&law, &*one.filler, data::SEED, n.into());
            all.push(Examined::new(one.label, one.distribution, sample));
        }
        self.write("laboratory", &record(&all))?;

        let readme = headline(&all, rates).markdown();
        let _ = writeln!(
            self.page,
            "## The laboratory: how far from uniform?\n\n9x9. *Classes, bits*: Renyi-2 entropy of the equivalence \
             classes, from pairs of equivalent grids in the sample (32.35 if uniform; of the grids themselves 72.498). \
             *Band classes*: w2, the chi-square over the 416 classes of bands that one grid adds, of the chute that is farthest \
             off. *Sets*: shift of the mean number of 4-cell unavoidable sets, in standard deviations. *Rejected by*: \
             tests that reject at a family level of 1e-6; bold numbers are those of tests that do.\n\n{readme}"
        );
        self.sizes(&all)?;
        self.effects(&all)?;
        self.chutes(&all)?;
        self.deviations(&all)?;
        self.causes(&law)?;
        self.calibration(&law)?;
        Ok(readme)
    }

    /// How many grids it takes to see it.
    fn sizes(&mut self, all: &[Examined]) -> Result<(), Error> {
        // Noncentralities that make a test reject at one in a million, 99 times in 100: 415 degrees of freedom, and one.
        const OF_CLASSES: f64 = 247.0;
        const OF_MEAN: f64 = 52.1;
        let bands = Bands::shared();
        let mut table = Table::new(&[
            "filler",
            "grids",
            "w2",
            "grids needed",
            "4-cell sets",
            "d",
            "grids needed",
            "a digit in a cell",
        ]);
        for one in all {
            let n = one.sample.grids() as f64;
            let sets = (0..CHUTES.len())
                .flat_map(|chute| one.sample.classes_of_chute(chute).iter().zip(bands.classes()));
            let sets: u64 = sets
                .map(|(count, class)| count * u64::from(class.unavoidable))
                .sum();
            let digits = one.sample.digits_of_cells().iter().map(|&count| count as f64 / n);
            let (least, most) =
                digits.fold((1.0_f64, 0.0_f64), |(least, most), p| (least.min(p), most.max(p)));
            let needed = |noncentrality: f64, size: f64, rejected: bool| {
                if rejected {
                    grouped((noncentrality / size).ceil().max(2.0))
                } else {
                    "-".into()
                }
            };
            let (w2, low, _) = one.worst_chute();
            let (d, _, _, shifted) = lab::effect(&one.verdicts, "unavoidable").unwrap_or_default();
            table.push(vec![
                format!("`{}`", one.label),
                grouped(n),
                short(w2),
                needed(OF_CLASSES, w2, low > 0.0 && one.verdicts.rejects()),
                format!("{:.4}", sets as f64 / n),
                short(d),
                needed(OF_MEAN, d * d, shifted),
                format!("{least:.4}..{most:.4}"),
            ]);
        }
        self.write("sizes", &table)?;
        let _ = writeln!(
            self.page,
            "### How many grids show it?\n\n*Grids needed*: so many make one test of the classes of the chute that is farthest \
             off, or of the mean number of 4-cell unavoidable sets (11.5789 if uniform), reject at one in a million, 99 times in 100. *A digit in a \
             cell*: the least and the greatest frequency; 1/9 if uniform.\n\n{}",
            table.markdown()
        );
        Ok(())
    }

    /// Every test of every filler, and the figure that shows at a glance how far each is.
    fn effects(&mut self, all: &[Examined]) -> Result<(), Error> {
        let names: Vec<&str> = all[0].verdicts.tests.iter().map(|test| test.name).collect();
        let names: Vec<&str> = names.into_iter().filter(|name| !CHUTES.contains(name)).collect();
        let mut table = Table::new(&[&["filler", "grids"], &names[..]].concat());
        for one in all {
            let mut row = vec![format!("`{}`", one.label), grouped(one.sample.grids() as f64)];
            row.extend(names.iter().map(|name| one.effect_of(name)));
            table.push(row);
        }
        let _ = writeln!(
            self.page,
            "Effects of the other tests, bold where they reject: w2 of gangsters, cells and minilines; d of unavoidable sets; \
             the greatest difference of a frequency from its expectation for pairs and parities; bits of repeats and \
             equivalents; the ratio of symmetric grids to those expected. `gridwright sample test -s NAME` prints them with \
             intervals and p-values.\n\n{}",
            table.markdown()
        );

        let (mut ranges, mut groups) = (Vec::new(), Vec::new());
        for (group, one) in all.iter().enumerate() {
            groups.push(one.label.clone());
            let (value, low, high) = one.worst_chute();
            let mut push = |colour, value: f64, low: f64, high: f64| {
                ranges.push(Range {
                    group,
                    low: low.max(FLOOR),
                    middle: Some(value.max(FLOOR)),
                    high: high.max(FLOOR),
                    open: false,
                    colour,
                });
            };
            push(0, value, low, high);
            if let Some((value, low, high, _)) = lab::effect(&one.verdicts, "unavoidable") {
                let (near, far) = (low.abs().min(high.abs()), low.abs().max(high.abs()));
                let near = if low < 0.0 && high > 0.0 { 0.0 } else { near };
                push(1, value.abs(), near, far);
            }
        }
        let title = "How far from uniform";
        let path = self.figure(
            "uniformity",
            "Effects with intervals of 95 %; at the left edge: nothing is seen. The farther to the right, the fewer grids \
             show that they are not uniform",
        );
        let axes = Axes {
            title,
            x: "w2 of band classes, |d| of 4-cell sets",
            y: "",
            x_scale: Scale::Log,
            y_scale: Scale::Linear,
        };
        let names = ["band classes, worst chute: w2", "4-cell unavoidable sets: |d|"].map(String::from);
        chart::ranges(&path, &axes, &groups, &names, &ranges)
    }

    /// The band classes, chute by chute.
    fn chutes(&mut self, all: &[Examined]) -> Result<(), Error> {
        let table = by_chute(all.iter());
        let _ = writeln!(
            self.page,
            "### Chute by chute\n\nw2 of the band classes. A search shows where it began and where it ended.\n\n{}",
            table.markdown()
        );
        self.write("chutes", &table)
    }

    /// How often each class of bands comes, over how often it should.
    fn deviations(&mut self, all: &[Examined]) -> Result<(), Error> {
        let bands = Bands::shared();
        let mut order: Vec<usize> = (0..bands.classes().len()).collect();
        order.sort_by_key(|&class| {
            let class = &bands.classes()[class];
            (class.unavoidable, class.grids)
        });
        let mut table = Table::new(&["filler", "class", "unavoidable", "expected", "seen"]);
        let mut series = Vec::new();
        for label in [
            "first-row-fair",
            "las-vegas",
            "random-row-fair",
            "seventeen-fair",
            "uniform",
        ] {
            let Some(one) = all.iter().find(|one| one.label == label) else {
                continue;
            };
            let seen = one.sample.classes_of_chute(0);
            let mut points = Vec::new();
            for (place, &class) in order.iter().enumerate() {
                let probability = bands.classes()[class].grids as f64 / bands.grids() as f64;
                let expected = probability * one.sample.grids() as f64;
                table.push(vec![
                    label.into(),
                    class.to_string(),
                    bands.classes()[class].unavoidable.to_string(),
                    format!("{expected:.2}"),
                    seen[class].to_string(),
                ]);
                if expected >= 5.0 && seen[class] > 0 {
                    points.push((place as f64, seen[class] as f64 / expected));
                }
            }
            series.push(Series {
                name: label.into(),
                points,
                colour: series.len(),
                dots: true,
                errors: Vec::new(),
            });
        }
        let title = "Classes of the first band: seen over expected";
        let path = self.figure(
            "bands",
            "Each dot a class of bands, in the order of their 4-cell unavoidable sets, then of their size; classes expected fewer \
             than five times, or never seen, are left out",
        );
        let axes = Axes {
            title,
            x: "class",
            y: "seen / expected",
            x_scale: Scale::Linear,
            y_scale: Scale::Log,
        };
        chart::lines(&path, &axes, &series, &[])?;
        self.write("bands", &table)
    }

    /// Why the traces are where they are.
    fn causes(&mut self, law: &Arc<Law>) -> Result<(), Error> {
        let n = u64::from(self.pick(20_000, 200_000));
        let by = |line| -> Result<Sample, Error> {
            let options = FillerOptions {
                line: Some(line),
                ..FillerOptions::default()
            };
            let filler = filler_with::<B3x3>("first-row-fair", &options).map_err(Error::new)?;
            Ok(lab::sample_of(law, &*filler, data::SEED, n))
        };
        let uniform = gridwright::filler::<B3x3>("uniform").map_err(Error::new)?;
        let completed = |rows: usize| {
            lab::sample(law, n, |i| {
                let grid = uniform.dyn_fill(&mut stream(data::SEED, i));
                let mut puzzle = Puzzle::from(&grid);
                for cell in Cell::all().filter(|cell| cell.row() >= rows) {
                    puzzle.set(cell, None);
                }
                Naive.first(&puzzle).unwrap_or(grid)
            })
        };
        let all = [
            Examined::new("a random first row, then the search", "", by(Line::Row)?),
            Examined::new("a random first column, then the search", "", by(Line::Column)?),
            Examined::new("a uniform first band, then the search", "", completed(3)),
            Examined::new("two uniform bands, then the search", "", completed(6)),
        ];
        let table = by_chute(all.iter());
        let drawn = lab::drawn_bands(n);
        let _ = writeln!(
            self.page,
            "### Where the traces come from\n\nw2 of the band classes where the same search, row by row, smallest digit first, begins with \
             different parts of a grid, {} grids each: the first two are `first-row-fair`, the others begin with bands of \
             uniform grids. A chute that the search has not made shows no trace. Traces are not there because a search does not know how many grids a band begins: if it drew every band with \
             the same probability, w2 would be {:.1e} (exact). But a band drawn cell by cell is as probable as the product of one over the \
             number of digits that fitted: w2 {:.3}; weighted by that product it is {:.3}, where chance alone makes {:.3}.\n\n{}",
            grouped(n as f64),
            drawn.neglect,
            drawn.drawn,
            drawn.weighted,
            drawn.noise,
            table.markdown()
        );
        self.write("causes", &table)
    }

    /// The p-values of uniform samples: as many small ones as there should be.
    fn calibration(&mut self, law: &Arc<Law>) -> Result<(), Error> {
        let (seeds, n) = (u64::from(self.pick(20, 200)), u64::from(self.pick(1_000, 5_000)));
        let uniform = gridwright::filler::<B3x3>("uniform").map_err(Error::new)?;
        let tests = ["band-1", "cells", "minilines", "unavoidable"];
        let mut values = vec![Vec::new(); tests.len()];
        let mut table = Table::new(&["seed", "test", "p"]);
        for seed in 0..seeds {
            let verdicts = lab::sample_of(law, &*uniform, seed, n).report(ALPHA);
            for (values, name) in values.iter_mut().zip(tests) {
                let measured = verdicts.tests.iter().find(|test| test.name == name);
                if let Some(measured) = measured.and_then(|test| test.measured) {
                    values.push(measured.mid_p);
                    table.push(vec![
                        seed.to_string(),
                        name.into(),
                        format!("{:.6}", measured.mid_p),
                    ]);
                }
            }
        }
        let mut series = vec![Series {
            name: "as it should be".into(),
            points: vec![(0.0, 0.0), (1.0, 1.0)],
            colour: 6,
            dots: false,
            errors: Vec::new(),
        }];
        for (colour, (values, name)) in values.iter_mut().zip(tests).enumerate() {
            values.sort_by(f64::total_cmp);
            let share = |i: usize| (i as f64 + 0.5) / values.len() as f64;
            series.push(Series {
                name: name.into(),
                points: values.iter().enumerate().map(|(i, &p)| (share(i), p)).collect(),
                colour,
                dots: true,
                errors: Vec::new(),
            });
        }
        let _ = writeln!(
            self.page,
            "### The tests tested\n\np-values of {seeds} samples of `uniform`, {} grids each: on the diagonal if the tests \
             are calibrated.\n",
            grouped(n as f64)
        );
        let title = "p-values of uniform samples";
        let path = self.figure(
            "p-values",
            "The p-values of each test, in ascending order, against their rank",
        );
        let axes = Axes {
            title,
            x: "rank, as a share",
            y: "p-value",
            x_scale: Scale::Linear,
            y_scale: Scale::Linear,
        };
        chart::lines(&path, &axes, &series, &[])?;
        self.write("p-values", &table)
    }
}

/// How far from uniform a filler is: w2 of the chute that is farthest off, and d of the 4-cell unavoidable sets.
pub(super) fn effects_of(law: &Arc<Law>, filler: &dyn DynFiller<B3x3>, n: u64) -> (f64, f64) {
    let one = Examined::new("", "", lab::sample_of(law, filler, data::SEED, n));
    let sets = lab::effect(&one.verdicts, "unavoidable").map_or(0.0, |effect| effect.0);
    (one.worst_chute().0, sets)
}

/// The table that the README begins with.
fn headline(all: &[Examined], rates: &[String]) -> Table {
    let mut table = Table::new(&[
        "filler",
        "grids/s",
        "classes, bits",
        "band classes, w2",
        "sets, d",
        "rejected by",
        "what it can make, and how evenly",
    ]);
    for (one, rate) in all.iter().zip(rates) {
        let worst = one.worst_chute();
        let rejected = |test: &&Test| CHUTES.contains(&test.name);
        let bands = if one.verdicts.with(Verdict::Rejected).any(|test| rejected(&test)) {
            format!("**{}**", short(worst.0))
        } else {
            format!("< {}", short(worst.2))
        };
        table.push(vec![
            format!("`{}`", one.label),
            rate.clone(),
            one.effect_of("equivalents"),
            bands,
            one.effect_of("unavoidable"),
            one.rejections(),
            one.distribution.into(),
        ]);
    }
    table
}

fn by_chute<'a>(all: impl Iterator<Item = &'a Examined>) -> Table {
    let mut table = Table::new(&[&["grids of"], &CHUTES[..]].concat());
    for one in all {
        let mut row = vec![one.label.clone()];
        row.extend(CHUTES.iter().map(|chute| one.effect_of(chute)));
        table.push(row);
    }
    table
}

fn record(all: &[Examined]) -> Table {
    let mut table = Table::new(&[
        "filler",
        "grids",
        "test",
        "statistic",
        "value",
        "df",
        "p",
        "p_holm",
        "effect",
        "effect_value",
        "effect_low",
        "effect_high",
        "verdict",
        "note",
    ]);
    for one in all {
        for test in &one.verdicts.tests {
            let mut row = vec![
                one.label.clone(),
                one.sample.grids().to_string(),
                test.name.into(),
                test.statistic.into(),
            ];
            match test.measured {
                None => row.resize(12, String::new()),
                Some(measured) => {
                    let effect = measured.effect;
                    row.push(format!("{:.6}", measured.statistic));
                    row.push(measured.df.map_or_else(String::new, |df| df.to_string()));
                    row.extend([measured.p, measured.adjusted].map(|p| format!("{p:.4e}")));
                    row.push(effect.name.into());
                    row.extend([effect.value, effect.low, effect.high].map(|value| format!("{value:.6e}")));
                }
            }
            row.extend([test.verdict.word().to_string(), test.note.clone()]);
            table.push(row);
        }
    }
    table
}
