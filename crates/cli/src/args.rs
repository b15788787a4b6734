//! The command line.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use gridwright::fill::Line;
use gridwright::grid::BoxSize;

const EXIT_STATUS: &str = "\
Exit status:
  0    all fine
  1    some puzzle had no answer of the kind asked for
  2    wrong usage, an impossible request, or nothing could be read
  130  interrupted; everything finished so far has been written";

const INPUT: &str = "\
Input is recognised by content. A line with as many symbols as the shape has cells is a puzzle: digits 1-9, then A-P; an
empty cell is one of 0 . _ * ? -; what follows a blank, tab, comma or semicolon is carried along to the output. Other
lines are rows of a grid, with or without frames of | + - * (there, an empty cell is . or 0). Lines that start with # or
% and empty lines are passed over. Errors go to standard error as file:line:column: reason.";

/// Makes, solves and compares Sudoku.
#[derive(Debug, Parser)]
#[command(name = "gridwright", version, after_help = EXIT_STATUS)]
pub(crate) struct Cli {
    /// Write the completions of a shell to standard output.
    #[arg(long, value_name = "SHELL")]
    pub(crate) completions: Option<Shell>,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Show the strategies and shapes.
    List(ListArgs),
    /// Make solution grids.
    ///
    /// Grid i of a seed is always the same, whatever the number of grids and of threads.
    Fill(FillArgs),
    /// Solve puzzles, one line each: the solution where it is unique, else a word.
    ///
    /// The words: `unsolvable`, `ambiguous`, `undetermined` (the budget ran out), `invalid`.
    Solve(SolveArgs),
    /// Count the solutions of puzzles, one number a line.
    ///
    /// Stops at the limit and prints `K+`; a number without plus is exact. Else `undetermined` or `invalid`.
    Count(CountArgs),
    /// Measure every strategy and draw the results.
    Report(ReportArgs),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// One line each.
    Line,
    /// Framed, several lines each.
    Grid,
    /// Comma-separated, with a header.
    Csv,
    /// One JSON object a line.
    Json,
    /// Framed, every candidate of a cell.
    Pencilmarks,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Progress {
    /// When standard error is a terminal and the work is long.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

#[derive(Debug, Args)]
pub(crate) struct OutputArgs {
    /// Write to this file: to a temporary one beside it, renamed at the end.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Append to the file of --output instead of replacing it.
    #[arg(long, requires = "output")]
    pub(crate) append: bool,
    /// How results are written [default: line].
    #[arg(long, value_enum)]
    pub(crate) format: Option<Format>,
    /// Only results and errors (and the seed of a random run).
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// Whether to show a bar on standard error.
    #[arg(long, value_enum, default_value = "auto", value_name = "WHEN")]
    pub(crate) progress: Progress,
}

#[derive(Debug, Args)]
pub(crate) struct WorkArgs {
    /// Rows x columns of a box, as 3x3 [default: what the first puzzle has; to make, 3x3].
    #[arg(long, value_name = "RxC")]
    pub(crate) shape: Option<BoxSize>,
    /// Threads [default: all cores]. The output is the same for any number.
    #[arg(short, long, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) jobs: Option<u16>,
    /// Stop after so many seconds.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time_limit: Option<std::time::Duration>,
}

/// A number of seconds, with or without fraction.
fn seconds(text: &str) -> Result<std::time::Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number".to_string())?;
    std::time::Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}

#[derive(Debug, Args)]
pub(crate) struct ListArgs {
    /// What to list [default: all of it].
    pub(crate) what: Option<Listed>,
    /// How it is written: a table (line), csv or json.
    #[arg(long, value_enum, default_value = "line")]
    pub(crate) format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Listed {
    /// Ways to make grids.
    Fillers,
    /// Ways to solve puzzles.
    Solvers,
    /// Human techniques.
    Techniques,
    /// Ways to make puzzles.
    Methods,
    /// Shapes.
    Shapes,
}

fn filler_names() -> PossibleValuesParser {
    PossibleValuesParser::new(gridwright::fillers().iter().map(|entry| entry.info.name))
}

fn solver_names() -> PossibleValuesParser {
    PossibleValuesParser::new(
        gridwright::solvers()
            .iter()
            .map(|entry| entry.info.name)
            .chain([crate::puzzles::AUTO]),
    )
}

fn line(text: &str) -> Result<Line, String> {
    match text {
        "row" => Ok(Line::Row),
        "column" => Ok(Line::Column),
        _ => Err("row or column".into()),
    }
}

#[derive(Debug, Args)]
#[command(after_help = "\
Formats: csv has the column grid, and with --stats attempts, restarts, guesses, nodes, and for random rows draws (of the
final attempt) and draws_total; json has the same keys.

Examples:
  gridwright fill -n 1000000 --seed 7 -o grids.txt
  gridwright fill -s random-row --threshold 300 -n 10 --stats
  gridwright fill -s shuffle --shape 4x4 --format grid")]
pub(crate) struct FillArgs {
    /// The strategy; `gridwright list fillers` describes them.
    #[arg(short, long, default_value = "shuffle", value_name = "NAME", value_parser = filler_names())]
    pub(crate) strategy: String,
    /// How many grids.
    #[arg(short = 'n', long, default_value_t = 1, value_name = "N")]
    pub(crate) count: u64,
    /// The seed [default: from the operating system]; written to standard error.
    #[arg(long)]
    pub(crate) seed: Option<u64>,
    /// Also write the work for each grid; implies --format csv.
    #[arg(long)]
    pub(crate) stats: bool,
    /// Nodes (and draws) after which a grid is given up, 0 for no limit [default: 100000000]. Of las-vegas: nodes of a
    /// try [default: 1000000].
    #[arg(long, value_name = "NODES")]
    pub(crate) budget: Option<u64>,
    /// random-row: draws after which it starts over [default: 220].
    #[arg(long)]
    pub(crate) threshold: Option<u32>,
    /// las-vegas: cells filled at random [default: 11 at 9x9].
    #[arg(long)]
    pub(crate) cells: Option<usize>,
    /// shuffle-walk: moves [default: 9].
    #[arg(long)]
    pub(crate) moves: Option<u32>,
    /// shuffle, shuffle-walk: whether digits are exchanged [default: true, false].
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "BOOL")]
    pub(crate) relabel: Option<bool>,
    /// first-row: `row` or `column` [default: row].
    #[arg(long, value_parser = line)]
    pub(crate) line: Option<Line>,
    /// shuffle, shuffle-walk: the grid to start from.
    #[arg(long, value_name = "GRID")]
    pub(crate) base: Option<String>,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Args)]
pub(crate) struct InputArgs {
    /// Files of puzzles; - is standard input, also when none is given.
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// The solver; `gridwright list solvers` describes them.
    #[arg(short, long, default_value = "auto", value_name = "NAME", value_parser = solver_names())]
    pub(crate) solver: String,
    /// Nodes after which a puzzle is given up, 0 for no limit.
    #[arg(long, value_name = "NODES", default_value_t = 100_000_000)]
    pub(crate) budget: u64,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Args)]
#[command(after_help = INPUT, after_long_help = format!("{INPUT}

Formats: csv has the columns puzzle, status (unique, solved with --limit or --all, unsolvable, ambiguous, undetermined,
invalid), solutions (separated by blanks) and rest (what was carried along); json has the same keys, solutions as a list.

Examples:
  gridwright solve puzzles.txt
  gridwright solve --limit 10 --shape 2x3 - < small.txt"))]
pub(crate) struct SolveArgs {
    /// Write up to K solutions of each puzzle, separated by tabs.
    #[arg(long, value_name = "K", conflicts_with = "all", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) limit: Option<u64>,
    /// Write all solutions of each puzzle, separated by tabs.
    #[arg(long)]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) input: InputArgs,
}

#[derive(Debug, Args)]
#[command(after_help = INPUT, after_long_help = format!("{INPUT}

Formats: csv has the columns puzzle, count, exact (true or false; no count where undetermined or invalid), status
(counted, undetermined, invalid) and rest (what was carried along); json has the same keys."))]
pub(crate) struct CountArgs {
    /// Count up to K; 0 counts all.
    #[arg(long, value_name = "K", default_value_t = 2)]
    pub(crate) limit: u64,
    #[command(flatten)]
    pub(crate) input: InputArgs,
}

#[derive(Debug, Args)]
pub(crate) struct ReportArgs {
    /// Less of everything: under a minute.
    #[arg(long)]
    pub(crate) quick: bool,
    /// Also measure the solvers on every file of puzzles in this folder.
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// Where to write.
    #[arg(long, value_name = "DIR", default_value = "reports")]
    pub(crate) out: PathBuf,
    /// Rewrite the tables of README.md in the current folder.
    #[arg(long)]
    pub(crate) splice: bool,
    /// Only the paths written.
    #[arg(short, long)]
    pub(crate) quiet: bool,
}
