//! The report: every measurement, its record, its charts, and the page that shows them.

mod grade;
mod laboratory;
mod methods;
mod minimal;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use gridwright::catalogue::{FillerOptions, filler_with};
use gridwright::fill::stream;
use gridwright::grid::{B2x3, B3x3, BoxedFiller, Canonicalizer, Counts, Grid, Puzzle, Shape};
use gridwright::{fillers, solvers};
use gridwright_stats::Law;

use crate::batch;
use crate::canonical;
use crate::chart::{self, Axes, Range, Scale, Series};
use crate::data::{self, OtherShapes, Set, Visitor};
use crate::lab;
use crate::machine::Machine;
use crate::measure::{self, Contender, Effort, Timing};
use crate::record::{self, Table};
use crate::trial::{self, Solved, Task, trial};
use crate::walk;
use crate::{Error, splice};

/// How much a report measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// Under ten minutes.
    Full,
    /// Under a minute.
    Quick,
    /// A tenth of that: enough to see that everything works, not to learn anything.
    Least,
}

/// What to measure, and where to write it.
#[derive(Clone, Debug)]
pub struct Options {
    /// How much of everything.
    pub size: Size,
    /// A folder of puzzles to add to the bundled sets.
    pub data: Option<PathBuf>,
    /// Where to write.
    pub out: PathBuf,
    /// A Markdown file whose tables are rewritten.
    pub splice: Option<PathBuf>,
}

/// Measures, writes, draws. Tells `progress` what it is about to do. Returns the paths written.
///
/// # Errors
///
/// When something cannot be read or written.
pub fn run(options: &Options, progress: &mut dyn FnMut(&str)) -> Result<Vec<PathBuf>, Error> {
    // What cannot be read or spliced is better known before the work.
    if let Some(folder) = &options.data {
        fs::read_dir(folder).map_err(Error::at(folder))?;
    }
    let readme = options
        .splice
        .as_ref()
        .map(|path| fs::read_to_string(path).map_err(Error::at(path)));
    let readme = readme.transpose()?;
    if let (Some(path), Some(text)) = (&options.splice, &readme) {
        for name in ["fillers", "solvers"] {
            splice::splice(text, name, "")
                .map_err(|error| Error::new(format!("{}: {error}", path.display())))?;
        }
    }
    let machine = Machine::here();
    let figures = options.out.join("figures");
    fs::create_dir_all(&figures).map_err(Error::at(&figures))?;
    let record = record::folder(&options.out, &machine)?;
    let mut report = Report {
        size: options.size,
        figures,
        record,
        paths: Vec::new(),
        page: String::new(),
        law: lab::law(),
    };

    report.head(&machine, options)?;
    progress("fillers: speed");
    let rates = report.speed()?;
    progress("fillers: distribution");
    let fillers = report.laboratory(&rates)?;
    progress("fillers: time against number of grids");
    report.times()?;
    progress("fillers: draws, nodes and attempts a run");
    report.histograms()?;
    progress("random-row: the article's experiment, and the threshold");
    report.experiment()?;
    report.threshold()?;
    progress("las-vegas: the node budget");
    report.budget()?;
    progress("shuffle-walk: the law after each move");
    report.walk()?;
    progress("solvers");
    let solved = report.solve(options.data.as_deref(), progress)?;

    progress("difficulty");
    report.grade(options.data.as_deref())?;

    progress("minimal puzzles");
    report.minimal(options.data.as_deref())?;
    progress("puzzles, method by method");
    report.methods()?;

    progress("canonical forms");
    report.canonical()?;

    report.peers()?;

    let index = options.out.join("README.md");
    fs::write(&index, &report.page).map_err(Error::at(&index))?;
    report.paths.push(index);
    if let (Some(path), Some(text)) = (&options.splice, readme) {
        let text = splice::splice(&text, "fillers", &fillers)?;
        let text = splice::splice(&text, "solvers", &solved)?;
        fs::write(path, text).map_err(Error::at(path))?;
        report.paths.push(path.clone());
    }
    Ok(report.paths)
}

/// A filler with its parameters.
struct Contestant {
    label: &'static str,
    distribution: &'static str,
    filler: BoxedFiller<B3x3>,
}

fn contestants() -> Result<Vec<Contestant>, Error> {
    let mut all = Vec::new();
    for entry in fillers()
        .iter()
        .filter(|entry| entry.shapes.contains(&B3x3::SIZE))
    {
        let filler = gridwright::filler::<B3x3>(entry.info.name).map_err(Error::new)?;
        all.push(Contestant {
            label: entry.info.name,
            distribution: entry.info.distribution,
            filler,
        });
        if entry.info.name == "las-vegas" {
            let filler = las_vegas(500)?;
            let distribution = "as las-vegas, less of what the search finds late";
            all.push(Contestant {
                label: "las-vegas --budget 500",
                distribution,
                filler,
            });
        }
    }
    Ok(all)
}

/// The filler with a budget of nodes a try.
fn las_vegas(budget: u64) -> Result<BoxedFiller<B3x3>, Error> {
    let options = FillerOptions {
        budget: Some(budget),
        ..FillerOptions::default()
    };
    filler_with("las-vegas", &options).map_err(Error::new)
}

/// Thousands separated.
fn grouped(value: f64) -> String {
    let text = format!("{value:.0}");
    let mut grouped = String::new();
    for (i, c) in text.chars().enumerate() {
        if i > 0 && (text.len() - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(c);
    }
    grouped
}

/// A duration given in nanoseconds, in the unit that fits.
fn duration(ns: f64) -> String {
    match ns {
        x if x < 1e3 => format!("{x:.0} ns"),
        x if x < 1e6 => format!("{:.2} us", x / 1e3),
        x if x < 1e9 => format!("{:.2} ms", x / 1e6),
        x => format!("{:.2} s", x / 1e9),
    }
}

/// How fast a filler is.
struct Speed {
    plain: Timing,
    lines: Timing,
    /// Nanoseconds a grid on two threads.
    two_threads: f64,
    /// One thread's time over two threads'.
    ratio: f64,
}

const QUANTILE_COLUMNS: [&str; 12] = [
    "filler", "of", "runs", "mean", "least", "10 %", "25 %", "50 %", "75 %", "90 %", "99 %", "most",
];

/// A row of [`QUANTILE_COLUMNS`]; values ascend.
fn quantiles(label: &str, unit: &str, runs: u64, values: &[(u64, u64)]) -> Vec<String> {
    let mean = values.iter().map(|(value, times)| value * times).sum::<u64>() as f64 / runs as f64;
    let quantile = |percent: u64| {
        let mut seen = 0;
        let reached = values.iter().find(|&&(_, times)| {
            seen += times;
            seen * 100 >= runs * percent
        });
        reached.map_or(0, |&(value, _)| value).to_string()
    };
    let mut row = vec![
        format!("`{label}`"),
        unit.into(),
        runs.to_string(),
        format!("{mean:.2}"),
    ];
    row.push(values.first().map_or(0, |value| value.0).to_string());
    row.extend([10, 25, 50, 75, 90, 99].map(quantile));
    row.push(values.last().map_or(0, |value| value.0).to_string());
    row
}

/// Values to three digits, where there are many.
fn condensed(values: &[(u64, u64)]) -> BTreeMap<u64, u64> {
    let mut condensed = BTreeMap::new();
    for &(value, times) in values {
        let unit = match value.checked_ilog10() {
            Some(digits @ 3..) if values.len() > 1_000 => 10_u64.pow(digits - 2),
            _ => 1,
        };
        *condensed.entry(value / unit * unit).or_default() += times;
    }
    condensed
}

struct Report {
    size: Size,
    figures: PathBuf,
    record: PathBuf,
    paths: Vec<PathBuf>,
    page: String,
    /// Of the distribution tests.
    law: Arc<Law>,
}

impl Report {
    /// One of two numbers: for the quick report, for the full one.
    fn pick(&self, quick: u32, full: u32) -> u32 {
        match self.size {
            Size::Full => full,
            Size::Quick => quick,
            Size::Least => quick.div_ceil(10),
        }
    }

    fn time(&self, quick_ms: u32, full_ms: u32) -> Duration {
        Duration::from_millis(self.pick(quick_ms, full_ms).into())
    }

    fn effort(&self) -> Effort {
        Effort {
            rounds: self.pick(5, 11) as usize,
            round: self.time(20, 100),
            at_least: self.pick(200, 2_000).into(),
        }
    }

    fn write(&mut self, name: &str, table: &Table) -> Result<(), Error> {
        let path = self.record.join(format!("{name}.csv"));
        table.write(&path)?;
        self.paths.push(path);
        Ok(())
    }

    /// The path of a figure, which the page shows with a caption.
    fn figure(&mut self, name: &str, caption: &str) -> PathBuf {
        let mut page = std::mem::take(&mut self.page);
        let path = self.figure_on(&mut page, name, caption);
        self.page = page;
        path
    }

    /// The same on another page.
    fn figure_on(&mut self, page: &mut String, name: &str, caption: &str) -> PathBuf {
        let path = self.figures.join(format!("{name}.svg"));
        // Writing to a string cannot fail.
        let _ = writeln!(page, "![{caption}](figures/{name}.svg)\n\n*{caption}*\n");
        self.paths.push(path.clone());
        path
    }

    fn head(&mut self, machine: &Machine, options: &Options) -> Result<(), Error> {
        let mut meta = Table::new(&["key", "value"]);
        let mut command = String::from("gridwright report");
        if options.size != Size::Full {
            command.push_str(" --quick");
        }
        // Its name is enough: where the folder lay is nobody's business.
        if let Some(name) = options.data.as_ref().and_then(|path| path.file_name()) {
            let _ = write!(command, " --data {}", name.to_string_lossy());
        }
        let rows = [
            ("date", machine.date.as_str()),
            ("cpu", &machine.cpu),
            ("cores", &machine.cores.to_string()),
            ("system", &machine.system),
            ("compiler", machine.compiler),
            ("version", machine.version),
            ("command", &command),
            ("seed", &data::SEED.to_string()),
        ];
        for (key, value) in rows {
            meta.push(vec![key.into(), value.into()]);
        }
        let methodology = if options.out.join("../METHODOLOGY.md").is_file() {
            " How and why: [METHODOLOGY.md](../METHODOLOGY.md)."
        } else {
            ""
        };
        let quick = if options.size == Size::Full {
            ""
        } else {
            "**A quick report**: few rounds, few runs, small samples. The one without `--quick` is steadier.\n\n"
        };
        self.page = format!(
            "# Gridwright: the report\n\n\
             What each filler can make, and how evenly, stands beside its speed: only `uniform` makes every grid with the \
             same probability.\n\n{quick}\
             Made by `{command}` of version {} on {}: {}, {} cores, {}, {}. Times are medians of interleaved rounds in \
             one process, on one core unless said otherwise; the numbers are in [record](record).{methodology}\n\n",
            machine.version, machine.date, machine.cpu, machine.cores, machine.system, machine.compiler
        );
        self.write("meta", &meta)
    }

    /// Times of each filler, measured in turn.
    fn time_fillers(&self, all: &[Contestant]) -> Result<Vec<Speed>, Error> {
        let mut work: Vec<Contender<'_>> = Vec::new();
        for one in all {
            work.push(Box::new(|n| measure::fill(&*one.filler, data::SEED, n)));
            work.push(Box::new(|n| measure::fill_lines(&*one.filler, data::SEED, n)));
        }
        let timings = measure::interleave(self.effort(), work);
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(2)
            .build()
            .map_err(Error::new)?;
        let mut work: Vec<Contender<'_>> = Vec::new();
        for one in all {
            work.push(Box::new(|n| measure::fill(&*one.filler, data::SEED, n)));
            work.push(Box::new(|n| {
                measure::fill_on_two(&pool, &*one.filler, data::SEED, n);
            }));
        }
        let effort = Effort {
            rounds: self.pick(5, 7) as usize,
            round: self.time(30, 150),
            ..self.effort()
        };
        let on_two = measure::interleave(effort, work);
        let pairs = timings.chunks(2).zip(on_two.chunks(2));
        Ok(pairs
            .map(|(alone, two)| Speed {
                plain: alone[0].clone(),
                lines: alone[1].clone(),
                two_threads: two[1].median(),
                ratio: two[0].median() / two[1].median(),
            })
            .collect())
    }

    /// Grids a second of each filler: plain, as lines, on two threads. Returns the first of them, as text.
    fn speed(&mut self) -> Result<Vec<String>, Error> {
        let all = contestants()?;
        let speeds = self.time_fillers(&all)?;
        let mut table = Table::new(&[
            "filler",
            "grids_per_round",
            "rounds",
            "ns_median",
            "ns_min",
            "ns_max",
            "ns_median_as_lines",
            "ns_median_two_threads",
            "ratio_two_threads",
            "distribution",
            "error",
        ]);
        let mut shown = Table::new(&["filler", "grids/s", "a grid", "as lines", "two cores"]);
        let mut rates = Vec::new();
        let mut sampled = Vec::new();
        for (one, speed) in all.iter().zip(&speeds) {
            let Speed {
                plain,
                lines,
                two_threads,
                ratio,
            } = speed;
            if !measure::is_right(&*one.filler, data::SEED, 200) {
                let error = "makes grids that are no solutions";
                let mut row = vec![String::new(); table.header.len() - 1];
                row[0] = one.label.into();
                row.push(error.into());
                table.push(row);
                let mut row = vec![String::new(); shown.header.len()];
                (row[0], row[1]) = (format!("`{}`", one.label), error.into());
                shown.push(row);
                rates.push(error.into());
                continue;
            }
            if plain.items < 2_000 {
                sampled.push(format!("`{}` {}", one.label, plain.items));
            }
            let mut row = vec![
                one.label.to_string(),
                plain.items.to_string(),
                plain.rounds.len().to_string(),
            ];
            let values = [
                plain.median(),
                plain.min(),
                plain.max(),
                lines.median(),
                *two_threads,
                *ratio,
            ];
            row.extend(values.map(|value| format!("{value:.2}")));
            row.extend([one.distribution.to_string(), String::new()]);
            table.push(row);
            rates.push(grouped(1e9 / plain.median()));
            shown.push(vec![
                format!("`{}`", one.label),
                grouped(1e9 / plain.median()),
                duration(plain.median()),
                duration(lines.median()),
                format!("{ratio:.2}x"),
            ]);
        }
        self.write("fill-speed", &table)?;
        let shown = shown.markdown();
        let _ = writeln!(
            self.page,
            "## Fillers: speed\n\n9x9, one core; *as lines* also writes each grid as a line to memory; *two cores* is \
             the speed of two threads over one.\n\n{shown}"
        );
        if !sampled.is_empty() {
            let _ = writeln!(
                self.page,
                "Slow ones are sampled, so that luck of the seeds remains; grids a round: {}.\n",
                sampled.join(", ")
            );
        }
        let rate = |label| {
            all.iter()
                .position(|one| one.label == label)
                .map(|i| 1e9 / speeds[i].plain.median())
        };
        if let (Some(faithful), Some(fast)) = (rate("las-vegas"), rate("las-vegas --budget 500")) {
            let _ = writeln!(
                self.page,
                "The article on random rows wonders whether Las Vegas could make 1,000 grids a second. It makes {} \
                 with the published limit, and {} with a budget of 500 nodes a try.\n",
                grouped(faithful),
                grouped(fast)
            );
        }
        Ok(rates)
    }

    /// Time against number of grids, with and without printing.
    fn times(&mut self) -> Result<(), Error> {
        let all = contestants()?;
        let numbers: [u64; 12] = [
            100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 40_000, 60_000, 80_000, 100_000,
        ];
        let limit = self.time(150, 4_000);
        let patience = self.time(50, 500);
        let mut table = Table::new(&["filler", "grids", "rounds", "seconds", "seconds_printing"]);
        let _ = writeln!(
            self.page,
            "## Fillers: time against number of grids\n\nAs the published charts, with and without printing (a line \
             with the number of the grid and nine spaced rows, to memory). Medians of up to nine runs. A filler stops when a run takes \
             longer than {} s: slow ones have fewer points. Published for random rows: \
             100,000 grids in about a minute with printing, 1,000 in less than a second.\n",
            limit.as_secs_f64()
        );
        let mut combined = Vec::new();
        for (i, one) in all.iter().enumerate() {
            let (mut plain, mut printing) = (Vec::new(), Vec::new());
            for n in numbers {
                // Short runs are repeated, in turn, and the median taken.
                let (mut without, mut with) = (Vec::new(), Vec::new());
                let begun = Instant::now();
                while without.is_empty() || without.len() < 9 && begun.elapsed() < patience {
                    let start = Instant::now();
                    measure::fill(&*one.filler, data::SEED, n);
                    without.push(start.elapsed());
                    let start = Instant::now();
                    measure::fill_printing(&*one.filler, data::SEED, n);
                    with.push(start.elapsed());
                }
                without.sort();
                with.sort();
                let (time, time_printing) = (without[without.len() / 2], with[with.len() / 2]);
                plain.push((n as f64, time.as_secs_f64()));
                printing.push((n as f64, time_printing.as_secs_f64()));
                let seconds = [time, time_printing].map(|time| format!("{:.6}", time.as_secs_f64()));
                let runs = without.len().to_string();
                let row = [vec![one.label.to_string(), n.to_string(), runs], seconds.to_vec()];
                table.push(row.concat());
                if time > limit {
                    break;
                }
            }
            let file = format!("time-{}", one.label.replace(" --", "-").replace(' ', "-"));
            let title = format!("{}: time against number of grids", one.label);
            let path = self.figure(&file, &title);
            let axes = Axes {
                title: &title,
                x: "grids",
                y: "seconds",
                x_scale: Scale::Linear,
                y_scale: Scale::Linear,
            };
            let series = |name: &str, points: &[(f64, f64)], colour| Series {
                name: name.into(),
                points: points.to_vec(),
                colour,
                dots: false,
                errors: Vec::new(),
            };
            chart::lines(
                &path,
                &axes,
                &[
                    series("without printing", &plain, 0),
                    series("with printing", &printing, 1),
                ],
                &[],
            )?;
            combined.push(series(one.label, &plain, i));
        }
        let title = "Time against number of grids, without printing";
        let path = self.figure("time-all", title);
        let axes = Axes {
            title,
            x: "grids",
            y: "seconds",
            x_scale: Scale::Log,
            y_scale: Scale::Log,
        };
        chart::lines(&path, &axes, &combined, &[])?;
        self.write("fill-time", &table)
    }

    /// How often a run took how many draws, nodes or attempts.
    fn histograms(&mut self) -> Result<(), Error> {
        let runs = u64::from(self.pick(20_000, 100_000));
        let limit = self.time(1_000, 30_000);
        let mut table = Table::new(&["filler", "unit", "runs", "value", "times"]);
        let mut summary = Table::new(&QUANTILE_COLUMNS);
        let mut figures = String::new();
        for one in contestants()? {
            let name = one.filler.info().name;
            let entry = fillers().iter().find(|entry| entry.info.name == name);
            let draws = entry.is_some_and(|entry| entry.draws);
            let units: &[&str] = if draws { &["draws"] } else { &["nodes", "attempts"] };
            let mut counted: Vec<BTreeMap<u64, u64>> = vec![BTreeMap::new(); units.len()];
            let start = Instant::now();
            let mut done = 0;
            while done < runs && (done % 100 != 0 || start.elapsed() < limit) {
                let mut counts = Counts::default();
                one.filler
                    .dyn_fill_counted(&mut stream(data::SEED, done), &mut counts);
                for (unit, histogram) in units.iter().zip(&mut counted) {
                    *histogram.entry(counts.get(unit).unwrap_or(0)).or_default() += 1;
                }
                done += 1;
            }
            for (unit, histogram) in units.iter().zip(counted) {
                // Nothing to see where every run takes the same.
                if histogram.len() < 2 {
                    continue;
                }
                let values: Vec<(u64, u64)> = histogram.into_iter().collect();
                for (value, times) in &condensed(&values) {
                    let numbers = [done, *value, *times].map(|number| number.to_string());
                    table.push([vec![one.label.to_string(), (*unit).to_string()], numbers.to_vec()].concat());
                }
                summary.push(quantiles(one.label, unit, done, &values));
                let mean =
                    values.iter().map(|(value, times)| value * times).sum::<u64>() as f64 / done as f64;
                let (least, most) = (values[0].0, values[values.len() - 1].0);
                let title = format!("{}: {unit} a run", one.label);
                let caption = format!(
                    "{title}, {} runs: mean {mean:.2}, least {least}, most {}",
                    grouped(done as f64),
                    grouped(most as f64)
                );
                let slug = one.label.replace(" --", "-").replace(' ', "-");
                let path = self.figure_on(&mut figures, &format!("{unit}-{slug}"), &caption);
                // A tail so long would leave nothing to see of the rest.
                let long = most > 100 * least.max(1);
                let x = format!(
                    "{unit} in the run{}",
                    if draws { " (its last attempt)" } else { "" }
                );
                let axes = Axes {
                    title: &title,
                    x: &x,
                    y: "% of runs",
                    x_scale: if long { Scale::Log } else { Scale::Linear },
                    y_scale: Scale::Linear,
                };
                let published = [
                    (11.0, "published least: 11"),
                    (50.0, "published mean: 50"),
                    (217.0, "published most: 217"),
                ];
                let marks = if name == "random-row" { &published[..] } else { &[] };
                chart::histogram(&path, &axes, &values, marks)?;
            }
        }
        let _ = writeln!(
            self.page,
            "## Fillers: work a run\n\n{} runs each, fewer where that takes longer than {} s. On linear axes the last \
             thousandth is not drawn. A run of `draws` is the last attempt, as published.\n\n{}\n{figures}",
            grouped(runs as f64),
            limit.as_secs(),
            summary.markdown()
        );
        self.write("fill-work", &table)?;
        self.write("fill-work-quantiles", &summary)
    }

    /// Ten groups of thirty runs, as in the article on random rows.
    fn experiment(&mut self) -> Result<(), Error> {
        let filler = gridwright::filler::<B3x3>("random-row").map_err(Error::new)?;
        let mut table = Table::new(&["group", "runs", "least", "mean", "most"]);
        let mut ranges = Vec::new();
        for group in 0..10 {
            let draws: Vec<u64> = (0..30)
                .map(|run| {
                    let mut counts = Counts::default();
                    filler.dyn_fill_counted(&mut stream(data::SEED, group * 30 + run), &mut counts);
                    counts.draws
                })
                .collect();
            let (least, most) = draws
                .iter()
                .fold((u64::MAX, 0), |(a, b), &d| (a.min(d), b.max(d)));
            let mean = draws.iter().sum::<u64>() as f64 / 30.0;
            table.push(vec![
                (group + 1).to_string(),
                "30".into(),
                least.to_string(),
                format!("{mean:.1}"),
                most.to_string(),
            ]);
            ranges.push(Range {
                group: group as usize,
                low: least as f64,
                middle: Some(mean),
                high: most as f64,
                open: false,
                colour: 0,
            });
        }
        let _ = writeln!(
            self.page,
            "## random-row: the article's experiment\n\nThe threshold of 220 was chosen after ten groups of thirty runs \
             in which a grid took 11 to 217 draws, 50 on average. Repeated:\n\n{}",
            table.markdown()
        );
        let title = "random-row: draws in ten groups of thirty runs";
        let path = self.figure(
            "experiment-random-row",
            "Least, mean and most draws of each group of thirty runs",
        );
        let axes = Axes {
            title,
            x: "draws",
            y: "group",
            x_scale: Scale::Linear,
            y_scale: Scale::Linear,
        };
        let groups: Vec<String> = (1..=10).map(|group| group.to_string()).collect();
        chart::ranges(&path, &axes, &groups, &["random-row".into()], &ranges)?;
        self.write("experiment", &table)
    }

    /// Mean draws a grid, over all attempts, against the threshold.
    fn threshold(&mut self) -> Result<(), Error> {
        let runs = u64::from(self.pick(3_000, 40_000));
        let thresholds = [
            30, 40, 50, 60, 70, 80, 90, 100, 120, 140, 160, 180, 200, 220, 250, 300, 400, 500, 700, 1_000,
        ];
        let mut table = Table::new(&["filler", "threshold", "runs", "draws_total_mean", "attempts_mean"]);
        let mut series = Vec::new();
        let mut best = Vec::new();
        let mut fewest = None;
        for (colour, name) in ["random-row", "random-row-fair"].into_iter().enumerate() {
            let mut points = Vec::new();
            for threshold in thresholds {
                let options = FillerOptions {
                    threshold: Some(threshold),
                    ..FillerOptions::default()
                };
                let filler = filler_with::<B3x3>(name, &options).map_err(Error::new)?;
                let mut counts = Counts::default();
                for i in 0..runs {
                    filler.dyn_fill_counted(&mut stream(data::SEED, i), &mut counts);
                }
                let draws = counts.draws_total as f64 / runs as f64;
                points.push((f64::from(threshold), draws));
                table.push(vec![
                    name.into(),
                    threshold.to_string(),
                    runs.to_string(),
                    format!("{draws:.2}"),
                    format!("{:.4}", counts.attempts as f64 / runs as f64),
                ]);
            }
            let least = points
                .iter()
                .copied()
                .min_by(|a, b| a.1.total_cmp(&b.1))
                .unwrap_or_default();
            let at_220 = points
                .iter()
                .find(|&&(threshold, _)| (threshold - 220.0).abs() < 0.5)
                .map_or(0.0, |point| point.1);
            if name == "random-row" {
                fewest = Some(least.0);
            }
            best.push(format!(
                "`{name}`: {:.1} draws at {}, {at_220:.1} at 220",
                least.1, least.0
            ));
            series.push(Series {
                name: name.into(),
                points,
                colour,
                dots: false,
                errors: Vec::new(),
            });
        }
        let _ = writeln!(
            self.page,
            "## random-row: the threshold\n\nDraws a grid, abandoned attempts included, {} grids for each threshold. \
             The fewest: {}.\n",
            grouped(runs as f64),
            best.join("; ")
        );
        let title = "Random rows: draws a grid against the threshold";
        let path = self.figure(
            "threshold",
            "Mean draws a grid, all attempts, against the threshold",
        );
        let axes = Axes {
            title,
            x: "threshold",
            y: "draws a grid",
            x_scale: Scale::Linear,
            y_scale: Scale::Linear,
        };
        let mut marks = vec![(220.0, "published: 220".to_string())];
        marks.extend(fewest.map(|threshold| (threshold, format!("fewest draws: {threshold}"))));
        let marks: Vec<chart::Mark<'_>> = marks.iter().map(|(x, word)| (*x, word.as_str())).collect();
        chart::lines(&path, &axes, &series, &marks)?;
        self.write("threshold", &table)
    }

    /// Speed of las-vegas against the node budget of a try.
    fn budget(&mut self) -> Result<(), Error> {
        let budgets: &[u64] = &[
            120, 150, 200, 250, 300, 400, 500, 600, 800, 1_000, 1_500, 2_000, 3_000, 5_000, 10_000, 30_000,
            100_000, 1_000_000,
        ];
        let made = budgets.iter().map(|&budget| las_vegas(budget));
        let made = made.collect::<Result<Vec<_>, _>>()?;
        let mut work: Vec<Contender<'_>> = Vec::new();
        for filler in &made {
            work.push(Box::new(|n| measure::fill(&**filler, data::SEED, n)));
        }
        let timings = measure::interleave(self.effort(), work);
        let mut table = Table::new(&[
            "budget",
            "grids_per_round",
            "ns_median",
            "attempts_mean",
            "nodes_mean",
            "nodes_most",
            "w2",
            "d",
        ]);
        let (mut points, mut w2) = (Vec::new(), Vec::new());
        let sampled = u64::from(self.pick(2_000, 20_000));
        for ((&budget, filler), timing) in budgets.iter().zip(&made).zip(&timings) {
            let runs = timing.items.min(20_000);
            let (mut total, mut most) = (Counts::default(), 0);
            for i in 0..runs {
                let before = total.nodes;
                filler.dyn_fill_counted(&mut stream(data::SEED, i), &mut total);
                most = most.max(total.nodes - before);
            }
            let effects = laboratory::effects_of(&self.law, &**filler, sampled);
            points.push((budget as f64, 1e9 / timing.median()));
            w2.push((budget as f64, effects.0));
            table.push(vec![
                budget.to_string(),
                timing.items.to_string(),
                format!("{:.1}", timing.median()),
                format!("{:.3}", total.attempts as f64 / runs as f64),
                format!("{:.1}", total.nodes as f64 / runs as f64),
                most.to_string(),
                format!("{:.3}", effects.0),
                format!("{:.3}", effects.1),
            ]);
        }
        let best = points
            .iter()
            .copied()
            .max_by(|a, b| a.1.total_cmp(&b.1))
            .unwrap_or_default();
        let _ = writeln!(
            self.page,
            "## las-vegas: the node budget\n\nThe budget of a try stands for the published time limit; it decides speed \
             and, since grids that the search finds late are given up, also the distribution: w2 of the band classes, in the chute that \
             is farthest off, and d of the 4-cell unavoidable sets, of {} grids each. Fastest here: {} nodes, {} grids/s.\n\n{}",
            grouped(sampled as f64),
            grouped(best.0),
            grouped(best.1),
            table.markdown()
        );
        let fastest = format!("fastest: {}", grouped(best.0));
        let figures: [(_, _, _, _, &[chart::Mark<'_>]); 2] = [
            (
                "budget-las-vegas",
                "grids a second",
                "grids a second",
                points,
                &[(best.0, &fastest)],
            ),
            (
                "uniformity-las-vegas",
                "how far from uniform",
                "w2 of the band classes, worst chute",
                w2,
                &[],
            ),
        ];
        for (file, what, y, points, marks) in figures {
            let title = format!("las-vegas: {what}, against the node budget of a try");
            let path = self.figure(file, &title);
            let axes = Axes {
                title: &title,
                x: "nodes a try",
                y,
                x_scale: Scale::Log,
                y_scale: Scale::Linear,
            };
            let series = [Series {
                name: "las-vegas".into(),
                points,
                colour: 0,
                dots: false,
                errors: Vec::new(),
            }];
            chart::lines(&path, &axes, &series, marks)?;
        }
        self.write("budget", &table)
    }

    /// How far the walk is from the direct form of the shuffle after each move: exact, without a sample.
    fn walk(&mut self) -> Result<(), Error> {
        let most = self.pick(12, 60);
        let mut table = Table::new(&[
            "moves",
            "variation_fixed",
            "variation",
            "w2",
            "grids_needed",
            "digit_least",
            "digit_most",
        ]);
        let mut page = Table::new(&[
            "moves",
            "total variation",
            "w2",
            "grids that show it",
            "a digit in a cell",
        ]);
        let (mut variation, mut fixed) = (Vec::new(), Vec::new());
        let mut law = walk::Law::new(Grid::canonical_base());
        let grids = law.grids();
        for moves in 0..=most {
            let next = law.moved();
            let distance = law.mixed(&next).distance();
            let alone = law.distance().variation;
            let needed = walk::grids_needed(distance.w2, grids - 1.0).max(1.0);
            fixed.push((f64::from(moves), alone));
            variation.push((f64::from(moves), distance.variation));
            let (least, most) = distance.digits;
            table.push(vec![
                moves.to_string(),
                format!("{alone:.6}"),
                format!("{:.3e}", distance.variation),
                format!("{:.3e}", distance.w2),
                format!("{needed:.0}"),
                format!("{least:.6}"),
                format!("{most:.6}"),
            ]);
            if moves < 10 || moves % 5 == 0 {
                page.push(vec![
                    format!("{moves} or {}", moves + 1),
                    format!("{:.3}", distance.variation),
                    laboratory::short(distance.w2),
                    grouped(needed),
                    format!("{least:.4}..{most:.4}"),
                ]);
            }
            law = next;
        }
        self.write("walk", &table)?;
        let _ = writeln!(
            self.page,
            "## shuffle-walk: how many moves until it is the direct form?\n\nThe exact law over the {} grids it can reach \
             from the 9x9 base, digits not exchanged, move by move: nothing is sampled. Each move changes a parity, so a \
             walk of a fixed length reaches one half of the grids only and stays at total variation 1/2 for ever; here \
             its length is m or m + 1, evenly. *Grids that show it*: after so many a chi-square test over all grids \
             rejects at one in a million, 99 times in 100.\n\n{}",
            grouped(grids),
            page.markdown()
        );
        let path = self.figure(
            "walk",
            "Total variation between the walk and the direct form, after each number of moves",
        );
        let axes = Axes {
            title: "shuffle-walk: distance from the direct form",
            x: "moves",
            y: "total variation",
            x_scale: Scale::Linear,
            y_scale: Scale::Log,
        };
        let series = [("length m", fixed), ("length m or m + 1", variation)];
        let series: Vec<Series> = (0..)
            .zip(series)
            .map(|(colour, (name, points))| Series {
                name: name.into(),
                points,
                colour,
                dots: false,
                errors: Vec::new(),
            })
            .collect();
        chart::lines(&path, &axes, &series, &[(9.0, "published")])
    }

    /// Time a puzzle of each solver on each set. Returns the table for the README.
    fn solve(&mut self, folder: Option<&Path>, progress: &mut dyn FnMut(&str)) -> Result<String, Error> {
        let effort = trial::Effort {
            rounds: self.pick(3, 5) as usize,
            budget: self.pick(200_000, 2_000_000).into(),
        };
        let mut contest = Contest {
            effort,
            progress,
            results: Vec::new(),
            usual: Vec::new(),
        };
        for set in data::bundled(self.pick(60, 600).into())? {
            contest.visit(&set)?;
        }
        let OtherShapes { six, twelve, sixteen } = data::bundled_other(self.pick(20, 200).into())?;
        contest.visit(&six)?;
        contest.visit(&twelve)?;
        contest.visit(&sixteen)?;
        let most = self.pick(60, 600) as usize;
        let skipped = folder.map(|folder| data::folder(folder, most, &mut contest));
        let skipped = skipped.transpose()?.unwrap_or_default();
        let (results, usual) = (contest.results, contest.usual);
        self.write("solve", &solve_record(&results))?;

        self.solved(&results, effort, Task::First, "the first solution")?;
        let tables = self.solved(&results, effort, Task::Unique, "whether the solution is unique")?;
        progress("solvers: batches");
        self.batches(&usual)?;
        if !skipped.is_empty() {
            let _ = writeln!(
                self.page,
                "Files passed over, being no lists of puzzles of one shape: {}.\n",
                skipped.join("; ")
            );
        }
        Ok(tables)
    }

    /// Puzzles a second of the fast solvers, whole sets at a time.
    fn batches(&mut self, sets: &[Set]) -> Result<(), Error> {
        let effort = Effort {
            rounds: self.pick(3, 5) as usize,
            round: self.time(10, 50),
            at_least: 1,
        };
        let mut record = Table::new(&[
            "set",
            "puzzles",
            "solver",
            "ns_median",
            "ns_min",
            "ns_max",
            "ns_slowest_alone",
            "ratio_two_threads",
            "guesses_mean",
            "rounds_mean",
            "error",
        ]);
        let mut table = Table::new(&[
            "puzzles",
            "number",
            "solver",
            "puzzles/s",
            "two cores",
            "slowest alone",
            "guesses",
            "rounds",
        ]);
        let many = self.pick(2_000, 10_000) as usize;
        let measured = sets.iter().map(|set| batch::throughput(set, effort, many));
        for one in measured.collect::<Result<Vec<_>, _>>()?.into_iter().flatten() {
            let mut row = vec![one.set.clone(), one.puzzles.to_string(), one.solver.clone()];
            let mut shown = vec![one.set, one.puzzles.to_string(), format!("`{}`", one.solver)];
            if one.right {
                let times = [one.timing.median(), one.timing.min(), one.timing.max()];
                row.extend(times.map(|ns| format!("{ns:.1}")));
                let ratio = one
                    .two_threads
                    .map(|ratio| format!("{ratio:.2}"))
                    .unwrap_or_default();
                row.extend([format!("{:.0}", one.slowest), ratio.clone()]);
                row.push(format!("{:.3}", one.guesses));
                row.push(one.rounds.map_or(String::new(), |rounds| format!("{rounds:.2}")));
                row.push(String::new());
                shown.extend([
                    grouped(1e9 / one.timing.median()),
                    if ratio.is_empty() { ratio } else { ratio + "x" },
                    duration(one.slowest),
                    format!("{:.2}", one.guesses),
                    one.rounds.map_or(String::new(), |rounds| format!("{rounds:.1}")),
                ]);
            } else {
                // A wrong answer has no time.
                row.resize(record.header.len() - 1, String::new());
                row.push("wrong".into());
                shown.resize(table.header.len() - 1, String::new());
                shown.push("wrong".into());
            }
            record.push(row);
            table.push(shown);
        }
        self.write("batches", &record)?;
        let _ = writeln!(
            self.page,
            "## Solvers: whole sets at a time\n\nWhether the solution is unique, one core, parsed puzzles in and solution \
             grids out, on every set of instructions that the processor has (`soft` needs none); *two cores* is the speed of two \
             threads over one in `solve_in_parallel`; *slowest alone* the puzzle that takes longest as a batch of its own; guesses \
             and rounds of deduction are means a puzzle.\n\n{}",
            table.markdown()
        );
        Ok(())
    }

    /// How fast canonical forms are found. Each form is checked against that of an equivalent first.
    fn canonical(&mut self) -> Result<(), Error> {
        let number = self.pick(500, 5_000).into();
        let grids = canonical::grids::<B3x3>(number)?;
        let small = canonical::grids::<B2x3>(self.pick(20, 100).into())?;
        let sets = canonical::puzzles(self.pick(60, 600).into())?;
        let mut solvers: Vec<_> = sets.iter().map(|_| canonical::solver()).collect();
        let mut wrong = vec![false; 2 + sets.len()];
        for (i, grid) in (0..).zip(&grids) {
            wrong[0] |= !canonical::is_right(grid, i)?;
        }
        for (i, grid) in (0..).zip(&small) {
            wrong[1] |= !canonical::is_right(grid, i)?;
        }
        for ((set, solver), wrong) in sets.iter().zip(&mut solvers).zip(&mut wrong[2..]) {
            for (i, puzzle) in (0..).zip(&set.puzzles) {
                *wrong |= !canonical::is_right_of(puzzle, solver, i)?;
            }
        }

        let canonicalizer = Canonicalizer::shared();
        let mut names = vec![
            "solution grids, 3x3".to_string(),
            "solution grids, 2x3".to_string(),
        ];
        let mut work: Vec<Contender<'_>> = vec![
            Box::new(|n| {
                for grid in grids.iter().cycle().take(n as usize) {
                    let _ = black_box(canonicalizer.grid(grid));
                }
            }),
            Box::new(|n| {
                for grid in small.iter().cycle().take(n as usize) {
                    let _ = black_box(canonicalizer.grid(grid));
                }
            }),
        ];
        for (set, solver) in sets.iter().zip(&mut solvers) {
            names.push(format!("puzzles: {}", set.name));
            work.push(Box::new(|n| {
                for puzzle in set.puzzles.iter().cycle().take(n as usize) {
                    let _ = black_box(canonicalizer.puzzle(puzzle, solver));
                }
            }));
        }
        let effort = Effort {
            at_least: 1,
            ..self.effort()
        };
        let timings = measure::interleave(effort, work);
        let mut record = Table::new(&["work", "items", "median_ns", "min_ns", "max_ns", "checked"]);
        let mut table = Table::new(&["what", "a second", "an item"]);
        for ((name, timing), wrong) in names.iter().zip(&timings).zip(wrong) {
            let ns = |value: f64| {
                if wrong {
                    String::new()
                } else {
                    format!("{value:.1}")
                }
            };
            record.push(vec![
                name.clone(),
                timing.items.to_string(),
                ns(timing.median()),
                ns(timing.min()),
                ns(timing.max()),
                if wrong { "wrong" } else { "ok" }.into(),
            ]);
            let (rate, time) = if wrong {
                ("wrong".into(), String::new())
            } else {
                (grouped(1e9 / timing.median()), duration(timing.median()))
            };
            table.push(vec![name.clone(), rate, time]);
        }
        self.write("canonical", &record)?;
        let _ = writeln!(
            self.page,
            "## Canonical forms\n\nThe least of a grid's equivalents, by the classes of its bands at 3x3 and by search \
             at 2x3; of a puzzle with one solution that of the solution, which `bits` finds first, of the others the \
             least of the whole group. Each was checked against the form of a random equivalent.\n\n{}",
            table.markdown()
        );
        Ok(())
    }

    /// What `gridwright-peers` measured, if it left its `peers.csv` in the record.
    fn peers(&mut self) -> Result<(), Error> {
        let path = self.record.join("peers.csv");
        if !path.exists() {
            return Ok(());
        }
        let record = Table::read(&path)?;
        let column = |name: &str| record.header.iter().position(|column| column == name);
        let needed = [
            "task",
            "set",
            "puzzles",
            "peer",
            "version",
            "median_ns_per_item",
            "checked",
        ]
        .map(column);
        let Some(columns) = needed.into_iter().collect::<Option<Vec<usize>>>() else {
            return Err(Error::new(format!(
                "{}: not a record of the peers",
                path.display()
            )));
        };
        let mut table = Table::new(&["task", "set", "items", "crate", "median an item"]);
        for row in &record.rows {
            let cell = |i: usize| row[columns[i]].clone();
            let time = cell(5).parse().map_or_else(|_| cell(6), duration);
            table.push(vec![
                cell(0),
                cell(1),
                cell(2),
                format!("{} {}", cell(3), cell(4)),
                time,
            ]);
        }
        let _ = writeln!(
            self.page,
            "## Peers\n\nOther crates on the same work, in turns in one process (`gridwright-peers`); a wrong answer has \
             no time.\n\n{}",
            table.markdown()
        );
        Ok(())
    }

    /// Table and chart of a task. Returns the table.
    fn solved(
        &mut self,
        results: &[Solved],
        effort: trial::Effort,
        task: Task,
        about: &str,
    ) -> Result<String, Error> {
        let names: Vec<String> = solvers()
            .iter()
            .map(|entry| entry.info.name.to_string())
            .collect();
        let mut table = Table::new(&[
            "puzzles",
            "number",
            "solver",
            "median",
            "slowest",
            "over budget",
            "guesses",
            "nodes",
        ]);
        let (mut groups, mut ranges): (Vec<String>, Vec<Range>) = (Vec::new(), Vec::new());
        let time = |time: Option<f64>| time.map_or("over budget".into(), duration);
        for result in results.iter().filter(|result| result.task == task) {
            if groups.last() != Some(&result.set) {
                groups.push(result.set.clone());
            }
            let n = result.times.len();
            let mut row = vec![result.set.clone(), n.to_string(), format!("`{}`", result.solver)];
            let Some(error) = &result.error else {
                row.extend([
                    time(result.median()),
                    time(result.max()),
                    result.over_budget.to_string(),
                    grouped(result.total.guesses as f64 / n as f64),
                    grouped(result.total.nodes as f64 / n as f64),
                ]);
                table.push(row);
                let high = result.max().unwrap_or(result.given_up_after);
                ranges.push(Range {
                    group: groups.len() - 1,
                    low: result.min().unwrap_or(high) / 1e3,
                    middle: result.median().map(|ns| ns / 1e3),
                    high: high / 1e3,
                    open: result.over_budget > 0,
                    colour: names.iter().position(|name| *name == result.solver).unwrap_or(0),
                });
                continue;
            };
            row.push(error.clone());
            row.resize(table.header.len(), String::new());
            table.push(row);
        }
        let title = format!("Solvers: {about}");
        let _ = writeln!(
            self.page,
            "## {title}\n\nOne core, 9x9 unless said otherwise; guesses and nodes are means. A puzzle that takes more \
             than {} nodes is given up and counts as over budget: slower than any other, with its work until \
             then.\n\n{}",
            grouped(effort.budget as f64),
            table.markdown()
        );
        let path = self.figure(
            &format!("solve-{task}"),
            &format!("{title}: fastest, median and slowest puzzle; an arrow where puzzles were given up"),
        );
        let axes = Axes {
            title: &title,
            x: "microseconds a puzzle",
            y: "",
            x_scale: Scale::Log,
            y_scale: Scale::Linear,
        };
        chart::ranges(&path, &axes, &groups, &names, &ranges)?;
        Ok(table.markdown())
    }
}

/// All solvers on each set it visits.
struct Contest<'a> {
    effort: trial::Effort,
    progress: &'a mut dyn FnMut(&str),
    results: Vec<Solved>,
    /// The 9x9 sets without restricted candidates.
    usual: Vec<Set>,
}

impl Visitor for Contest<'_> {
    fn visit<S: Shape>(&mut self, set: &Set<S>) -> Result<(), Error> {
        (self.progress)(&format!("solvers: {}", set.name));
        let here = solvers().iter().filter(|entry| entry.shapes.contains(&S::SIZE));
        let mut solvers = here
            .map(|entry| gridwright::solver::<S>(entry.info.name).map_err(Error::new))
            .collect::<Result<Vec<_>, _>>()?;
        let restricted = set.puzzles.iter().any(Puzzle::is_restricted);
        if S::SIZE == B3x3::SIZE && !restricted {
            let puzzles = set
                .puzzles
                .iter()
                .map(|puzzle| Puzzle::from_values(puzzle.values()));
            self.usual.push(Set {
                name: set.name.clone(),
                source: set.source.clone(),
                puzzles: puzzles.collect::<Result<_, _>>().map_err(Error::new)?,
            });
        }
        for task in Task::ALL {
            self.results.extend(trial(set, task, self.effort, &mut solvers));
        }
        Ok(())
    }
}

fn solve_record(results: &[Solved]) -> Table {
    let mut table = Table::new(&[
        "set",
        "source",
        "shape",
        "task",
        "solver",
        "puzzles",
        "ns_min",
        "ns_median",
        "ns_max",
        "over_budget",
        "guesses_mean",
        "nodes_mean",
        "nodes_most",
        "error",
    ]);
    for one in results {
        let n = one.times.len() as f64;
        let mut row = vec![
            one.set.clone(),
            one.source.clone(),
            one.size.to_string(),
            one.task.to_string(),
            one.solver.into(),
            one.times.len().to_string(),
        ];
        if let Some(error) = &one.error {
            // A wrong answer has no time.
            row.resize(table.header.len() - 1, String::new());
            row.push(error.clone());
        } else {
            let time = |ns: Option<f64>| ns.map_or(String::new(), |ns| format!("{ns:.0}"));
            row.extend([one.min(), one.median(), one.max()].map(time));
            row.extend([
                one.over_budget.to_string(),
                format!("{:.2}", one.total.guesses as f64 / n),
                format!("{:.2}", one.total.nodes as f64 / n),
                one.most_nodes.to_string(),
                String::new(),
            ]);
        }
        table.push(row);
    }
    table
}
