//! The report: every measurement, its record, its charts, and the page that shows them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use gridwright::catalogue::{FillerOptions, filler_with};
use gridwright::fill::stream;
use gridwright::grid::{B3x3, BoxedFiller, Budget, Counts, DynSolver, Outcome, Puzzle, Shape};
use gridwright::{fillers, solvers};

use crate::chart::{self, Axes, Range, Scale, Series};
use crate::data::{self, Found, OtherShapes, Set};
use crate::machine::Machine;
use crate::measure::{self, Contender, Effort};
use crate::record::{self, Table};
use crate::{Error, splice};

/// What to measure, and where to write it.
#[derive(Clone, Debug)]
pub struct Options {
    /// Less of everything: under a minute instead of under ten.
    pub quick: bool,
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
    // What cannot be spliced is better known before the work.
    let readme = options
        .splice
        .as_ref()
        .map(|path| fs::read_to_string(path).map_err(Error::at(path)));
    let readme = readme.transpose()?;
    if let Some(text) = &readme {
        splice::splice(&splice::splice(text, "fillers", "")?, "solvers", "")?;
    }
    let machine = Machine::here();
    let figures = options.out.join("figures");
    fs::create_dir_all(&figures).map_err(Error::at(&figures))?;
    let record = record::folder(&options.out, &machine)?;
    let mut report = Report {
        quick: options.quick,
        figures,
        record,
        paths: Vec::new(),
        page: String::new(),
    };

    report.head(&machine, options)?;
    progress("fillers: speed");
    let speeds = report.speed()?;
    progress("fillers: time against number of grids");
    report.times()?;
    progress("fillers: draws, nodes and attempts a run");
    report.histograms()?;
    progress("random-row: the article's experiment, and the threshold");
    report.experiment()?;
    report.threshold()?;
    progress("las-vegas: the node budget");
    report.budget()?;
    progress("solvers");
    let solved = report.solve(options.data.as_deref(), progress)?;

    let index = options.out.join("README.md");
    fs::write(&index, &report.page).map_err(Error::at(&index))?;
    report.paths.push(index);
    if let (Some(path), Some(text)) = (&options.splice, readme) {
        let text = splice::splice(&text, "fillers", &speeds)?;
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
    for entry in fillers() {
        let filler = gridwright::filler::<B3x3>(entry.info.name).map_err(Error::new)?;
        all.push(Contestant {
            label: entry.info.name,
            distribution: entry.info.distribution,
            filler,
        });
        if entry.info.name == "las-vegas" {
            let options = FillerOptions {
                budget: Some(500),
                ..FillerOptions::default()
            };
            let filler = filler_with("las-vegas", &options).map_err(Error::new)?;
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

struct Report {
    quick: bool,
    figures: PathBuf,
    record: PathBuf,
    paths: Vec<PathBuf>,
    page: String,
}

impl Report {
    /// One of two values: for the quick report, for the full one.
    fn pick<T>(&self, quick: T, full: T) -> T {
        if self.quick { quick } else { full }
    }

    fn effort(&self) -> Effort {
        Effort {
            rounds: self.pick(5, 15),
            round: Duration::from_millis(self.pick(20, 120)),
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
        let path = self.figures.join(format!("{name}.svg"));
        // Writing to a string cannot fail.
        let _ = writeln!(self.page, "![{caption}](figures/{name}.svg)\n\n*{caption}*\n");
        self.paths.push(path.clone());
        path
    }

    fn head(&mut self, machine: &Machine, options: &Options) -> Result<(), Error> {
        let mut meta = Table::new(&["key", "value"]);
        let command = format!("gridwright report{}", if options.quick { " --quick" } else { "" });
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
        self.page = format!(
            "# Gridwright: the report\n\nMade by `{command}` of version {} on {}: {}, {} cores, {}, {}. Times are \
             medians of interleaved rounds in one process, on one core unless said otherwise; the numbers are in \
             [record](record). How and why: [METHODOLOGY.md](../METHODOLOGY.md).\n\n\
             **No filler here is uniform over all grids.** What each can make, and how evenly, stands beside its \
             speed.\n\n",
            machine.version, machine.date, machine.cpu, machine.cores, machine.system, machine.compiler
        );
        self.write("meta", &meta)
    }

    /// Grids a second of each filler: plain, as lines, on two threads. Returns the table for the README.
    fn speed(&mut self) -> Result<String, Error> {
        let all = contestants()?;
        let mut work: Vec<Contender<'_>> = Vec::new();
        for one in &all {
            work.push(Box::new(|n| measure::fill(&*one.filler, data::SEED, n)));
            work.push(Box::new(|n| measure::fill_lines(&*one.filler, data::SEED, n)));
        }
        let timings = measure::interleave(self.effort(), work);
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(2)
            .build()
            .map_err(Error::new)?;
        let mut work: Vec<Contender<'_>> = Vec::new();
        for one in &all {
            work.push(Box::new(|n| measure::fill(&*one.filler, data::SEED, n)));
            work.push(Box::new(|n| {
                measure::fill_on_two(&pool, &*one.filler, data::SEED, n);
            }));
        }
        let effort = Effort {
            rounds: self.pick(5, 9),
            round: Duration::from_millis(self.pick(30, 200)),
        };
        let on_two = measure::interleave(effort, work);
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
        ]);
        let mut readme = Table::new(&[
            "filler",
            "grids/s",
            "a grid",
            "as lines",
            "two cores",
            "what it can make, and how evenly",
        ]);
        for ((one, pair), two) in all.iter().zip(timings.chunks(2)).zip(on_two.chunks(2)) {
            let (plain, lines) = (&pair[0], &pair[1]);
            let ratio = two[0].median() / two[1].median();
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
                two[1].median(),
                ratio,
            ];
            row.extend(values.map(|value| format!("{value:.2}")));
            table.push(row);
            readme.push(vec![
                format!("`{}`", one.label),
                grouped(1e9 / plain.median()),
                duration(plain.median()),
                duration(lines.median()),
                format!("{ratio:.2}x"),
                one.distribution.to_string(),
            ]);
        }
        self.write("fill-speed", &table)?;
        let readme = readme.markdown();
        let _ = writeln!(
            self.page,
            "## Fillers: speed\n\n9x9, one core; *as lines* also writes each grid as a line to memory; *two cores* is \
             the speed of two threads over one.\n\n{readme}"
        );
        let rate = |label| {
            all.iter()
                .position(|one| one.label == label)
                .map(|i| 1e9 / timings[2 * i].median())
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
        Ok(readme)
    }

    /// Time against number of grids, with and without printing.
    fn times(&mut self) -> Result<(), Error> {
        let all = contestants()?;
        let numbers: [u64; 12] = [
            100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 40_000, 60_000, 80_000, 100_000,
        ];
        let limit = Duration::from_millis(self.pick(150, 3_000));
        let mut table = Table::new(&["filler", "grids", "seconds", "seconds_printing"]);
        let _ = writeln!(
            self.page,
            "## Fillers: time against number of grids\n\nAs the published charts, with and without printing (a line \
             with the number of the grid and nine spaced rows, to memory). A filler stops when a run takes longer than \
             {} s: slow ones have fewer points.\n",
            limit.as_secs_f64()
        );
        let mut combined = Vec::new();
        for (i, one) in all.iter().enumerate() {
            let (mut plain, mut printing) = (Vec::new(), Vec::new());
            for n in numbers {
                let start = Instant::now();
                measure::fill(&*one.filler, data::SEED, n);
                let time = start.elapsed();
                let start = Instant::now();
                measure::fill_printing(&*one.filler, data::SEED, n);
                let time_printing = start.elapsed();
                plain.push((n as f64, time.as_secs_f64()));
                printing.push((n as f64, time_printing.as_secs_f64()));
                let seconds = [time, time_printing].map(|time| format!("{:.6}", time.as_secs_f64()));
                table.push([vec![one.label.to_string(), n.to_string()], seconds.to_vec()].concat());
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
        let runs: u64 = self.pick(20_000, 100_000);
        let limit = Duration::from_secs(self.pick(1, 30));
        let mut table = Table::new(&["filler", "unit", "runs", "value", "times"]);
        let _ = writeln!(
            self.page,
            "## Fillers: work a run\n\n{} runs each, fewer where that takes longer than {} s. The longest thousandth is \
             not drawn.\n",
            grouped(runs as f64),
            limit.as_secs()
        );
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
                for (value, times) in &values {
                    let numbers = [done, *value, *times].map(|number| number.to_string());
                    table.push([vec![one.label.to_string(), (*unit).to_string()], numbers.to_vec()].concat());
                }
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
                let path = self.figure(&format!("{unit}-{slug}"), &caption);
                let x = format!(
                    "{unit} in the run{}",
                    if draws { " (its last attempt)" } else { "" }
                );
                let axes = Axes {
                    title: &title,
                    x: &x,
                    y: "% of runs",
                    x_scale: Scale::Linear,
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
        self.write("fill-work", &table)
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
                middle: mean,
                high: most as f64,
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
            x: "group",
            y: "draws",
            x_scale: Scale::Linear,
            y_scale: Scale::Linear,
        };
        let groups: Vec<String> = (1..=10).map(|group| group.to_string()).collect();
        chart::ranges(&path, &axes, &groups, &["random-row".into()], &ranges)?;
        self.write("experiment", &table)
    }

    /// Mean draws a grid, over all attempts, against the threshold.
    fn threshold(&mut self) -> Result<(), Error> {
        let runs = self.pick(3_000, 40_000);
        let thresholds = [
            30, 40, 50, 60, 70, 80, 90, 100, 120, 140, 160, 180, 200, 220, 250, 300, 400, 500, 700, 1_000,
        ];
        let mut table = Table::new(&["filler", "threshold", "runs", "draws_total_mean", "attempts_mean"]);
        let mut series = Vec::new();
        let mut best = Vec::new();
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
            best.push(format!(
                "`{name}`: {:.1} draws at {}, {at_220:.1} at 220",
                least.1, least.0
            ));
            series.push(Series {
                name: name.into(),
                points,
                colour,
                dots: false,
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
        chart::lines(&path, &axes, &series, &[(220.0, "published: 220")])?;
        self.write("threshold", &table)
    }

    /// Speed of las-vegas against the node budget of a try.
    fn budget(&mut self) -> Result<(), Error> {
        let budgets: &[u64] = &[
            120, 150, 200, 250, 300, 400, 500, 600, 800, 1_000, 1_500, 2_000, 3_000, 5_000, 10_000, 30_000,
            100_000, 1_000_000,
        ];
        let mut made = Vec::new();
        for &budget in budgets {
            let options = FillerOptions {
                budget: Some(budget),
                ..FillerOptions::default()
            };
            made.push(filler_with::<B3x3>("las-vegas", &options).map_err(Error::new)?);
        }
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
        ]);
        let mut points = Vec::new();
        for ((&budget, filler), timing) in budgets.iter().zip(&made).zip(&timings) {
            let runs = timing.items.min(20_000);
            let (mut total, mut most) = (Counts::default(), 0);
            for i in 0..runs {
                let before = total.nodes;
                filler.dyn_fill_counted(&mut stream(data::SEED, i), &mut total);
                most = most.max(total.nodes - before);
            }
            points.push((budget as f64, 1e9 / timing.median()));
            table.push(vec![
                budget.to_string(),
                timing.items.to_string(),
                format!("{:.1}", timing.median()),
                format!("{:.3}", total.attempts as f64 / runs as f64),
                format!("{:.1}", total.nodes as f64 / runs as f64),
                most.to_string(),
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
             and, since grids that the search finds late are given up, also the distribution. Fastest here: {} nodes, \
             {} grids/s.\n\n{}",
            grouped(best.0),
            grouped(best.1),
            table.markdown()
        );
        let title = "las-vegas: grids a second against the node budget of a try";
        let path = self.figure("budget-las-vegas", title);
        let axes = Axes {
            title,
            x: "nodes a try",
            y: "grids a second",
            x_scale: Scale::Log,
            y_scale: Scale::Linear,
        };
        let series = [Series {
            name: "las-vegas".into(),
            points,
            colour: 0,
            dots: false,
        }];
        chart::lines(&path, &axes, &series, &[(best.0, "fastest")])?;
        self.write("budget", &table)
    }

    /// Time a puzzle of each solver on each set. Returns the table for the README.
    fn solve(&mut self, folder: Option<&Path>, progress: &mut dyn FnMut(&str)) -> Result<String, Error> {
        let mut trials = Trials {
            rounds: self.pick(3, 5),
            budget: self.pick(200_000, 20_000_000),
            table: Table::new(&[
                "set",
                "source",
                "shape",
                "task",
                "solver",
                "puzzles",
                "ns_median",
                "ns_mean",
                "ns_max",
                "over_budget",
                "guesses_mean",
                "nodes_mean",
                "nodes_most",
                "error",
            ]),
            results: Vec::new(),
        };
        let mut skipped = Vec::new();
        let mut sets = data::bundled(self.pick(60, 600))?;
        if let Some(folder) = folder {
            for found in data::folder(folder, self.pick(60, 600))? {
                match found {
                    Found::Set(set) => sets.push(set),
                    Found::Skipped(why) => skipped.push(why),
                }
            }
        }
        for set in &sets {
            progress(&format!("solvers: {}", set.name));
            trials.set(set)?;
        }
        let OtherShapes { six, twelve, sixteen } = data::bundled_other(self.pick(20, 200))?;
        trials.set(&six)?;
        trials.set(&twelve)?;
        trials.set(&sixteen)?;
        self.write("solve", &trials.table)?;

        self.solved(&trials, "first", "the first solution")?;
        let tables = self.solved(&trials, "unique", "whether the solution is unique")?;
        if !skipped.is_empty() {
            let _ = writeln!(
                self.page,
                "Files that are no lists of 9x9 puzzles: {}.\n",
                skipped.join("; ")
            );
        }
        Ok(tables)
    }

    /// Table and chart of a task. Returns the table.
    fn solved(&mut self, trials: &Trials, task: &str, about: &str) -> Result<String, Error> {
        let names: Vec<String> = solvers()
            .iter()
            .map(|entry| entry.info.name.to_string())
            .collect();
        let mut header = vec!["puzzles".to_string()];
        for name in &names {
            header.extend([format!("`{name}` median"), "slowest".into(), "over budget".into()]);
        }
        let mut table = Table {
            header,
            rows: Vec::new(),
        };
        let (mut groups, mut ranges): (Vec<String>, Vec<Range>) = (Vec::new(), Vec::new());
        for result in trials.results.iter().filter(|result| result.task == task) {
            if groups.last() != Some(&result.set) {
                groups.push(result.set.clone());
                table
                    .rows
                    .push(vec![format!("{} ({})", result.set, result.puzzles)]);
            }
            let cells = match &result.error {
                Some(error) => [error.clone(), String::new(), String::new()],
                None => [
                    duration(result.median),
                    duration(result.max),
                    result.over_budget.to_string(),
                ],
            };
            if let Some(row) = table.rows.last_mut() {
                row.extend(cells);
            }
            if result.error.is_none() {
                let colour = names.iter().position(|name| *name == result.solver).unwrap_or(0);
                let group = groups.len() - 1;
                ranges.push(Range {
                    group,
                    low: result.min / 1e3,
                    middle: result.median / 1e3,
                    high: result.max / 1e3,
                    colour,
                });
            }
        }
        let title = format!("Solvers: {about}");
        let _ = writeln!(
            self.page,
            "## {title}\n\nOne core, 9x9 unless said otherwise. A puzzle that takes more than {} nodes counts as over \
             budget, with the time until then.\n\n{}",
            grouped(trials.budget as f64),
            table.markdown()
        );
        let path = self.figure(
            &format!("solve-{task}"),
            &format!("{title}: fastest, median and slowest puzzle"),
        );
        let axes = Axes {
            title: &title,
            x: "set of puzzles",
            y: "microseconds a puzzle",
            x_scale: Scale::Linear,
            y_scale: Scale::Log,
        };
        chart::ranges(&path, &axes, &groups, &names, &ranges)?;
        Ok(table.markdown())
    }
}

/// What a solver did on a set.
struct Solved {
    set: String,
    task: &'static str,
    solver: &'static str,
    puzzles: usize,
    min: f64,
    median: f64,
    max: f64,
    over_budget: usize,
    error: Option<String>,
}

struct Trials {
    rounds: usize,
    budget: u64,
    table: Table,
    results: Vec<Solved>,
}

impl Trials {
    fn set<S: Shape>(&mut self, set: &Set<S>) -> Result<(), Error> {
        let mut judge = gridwright::solver::<S>("dlx").map_err(Error::new)?;
        let truth: Vec<Option<u64>> = set
            .puzzles
            .iter()
            .map(|puzzle| data::solutions(&mut *judge, puzzle))
            .collect();
        for task in ["first", "unique"] {
            for entry in solvers() {
                let mut solver = gridwright::solver::<S>(entry.info.name).map_err(Error::new)?;
                self.trial(set, &truth, task, entry.info.name, &mut *solver);
            }
        }
        Ok(())
    }

    fn trial<S: Shape>(
        &mut self,
        set: &Set<S>,
        truth: &[Option<u64>],
        task: &'static str,
        name: &'static str,
        solver: &mut dyn DynSolver<S>,
    ) {
        let (mut times, mut total) = (Vec::new(), Counts::default());
        let (mut most, mut over_budget, mut error) = (0, 0, None);
        for (puzzle, &solutions) in set.puzzles.iter().zip(truth) {
            let mut rounds = Vec::with_capacity(self.rounds);
            let mut counts = Counts::default();
            for _ in 0..self.rounds {
                let mut budget = Budget::nodes(self.budget);
                let start = Instant::now();
                let answer = ask(task, solver, puzzle, &mut budget);
                rounds.push(start.elapsed().as_secs_f64() * 1e9);
                counts = *budget.counts();
                let given_up = matches!(answer, Outcome::Undetermined(_));
                let right = match solutions {
                    _ if given_up => true,
                    // Of the first solution we ask only that it is one.
                    Some(solutions) if task == "first" => match &answer {
                        Outcome::Unique(grid) => puzzle.admits(grid),
                        _ => solutions == 0,
                    },
                    Some(solutions) => data::is_right(puzzle, &answer, solutions),
                    None => true,
                };
                if !right {
                    error = Some(format!("wrong answer for {puzzle}"));
                }
                // Once is enough to know that it takes too long.
                if given_up {
                    over_budget += 1;
                    break;
                }
            }
            rounds.sort_by(f64::total_cmp);
            times.push(rounds[rounds.len() / 2]);
            most = most.max(counts.nodes);
            total.nodes += counts.nodes;
            total.guesses += counts.guesses;
        }
        times.sort_by(f64::total_cmp);
        let n = times.len() as f64;
        let (min, median, max) = (times[0], times[times.len() / 2], times[times.len() - 1]);
        let mean = times.iter().sum::<f64>() / n;
        let mut row = vec![
            set.name.clone(),
            set.source.clone(),
            S::SIZE.to_string(),
            task.into(),
            name.into(),
        ];
        row.push(times.len().to_string());
        let numbers = match error {
            // A wrong answer has no time.
            Some(_) => vec![String::new(); 7],
            None => vec![
                format!("{median:.0}"),
                format!("{mean:.0}"),
                format!("{max:.0}"),
                over_budget.to_string(),
                format!("{:.2}", total.guesses as f64 / n),
                format!("{:.2}", total.nodes as f64 / n),
                most.to_string(),
            ],
        };
        row.extend(numbers);
        row.push(error.clone().unwrap_or_default());
        self.table.push(row);
        self.results.push(Solved {
            set: set.name.clone(),
            task,
            solver: name,
            puzzles: set.puzzles.len(),
            min,
            median,
            max,
            over_budget,
            error,
        });
    }
}

/// The first solution (as if it were the only one), or the outcome.
fn ask<S: Shape>(
    task: &str,
    solver: &mut dyn DynSolver<S>,
    puzzle: &Puzzle<S>,
    budget: &mut Budget<'_>,
) -> Outcome<S> {
    if task == "unique" {
        return solver.dyn_solve_within(puzzle, budget);
    }
    let mut first = None;
    let ended = solver.dyn_try_solve(puzzle, budget, &mut |grid| {
        first = Some(*grid);
        std::ops::ControlFlow::Break(())
    });
    match (ended, first) {
        (Err(reason), _) => Outcome::Undetermined(reason),
        (Ok(_), Some(grid)) => Outcome::Unique(grid),
        (Ok(_), None) => Outcome::Unsolvable,
    }
}
