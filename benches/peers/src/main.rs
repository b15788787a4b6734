#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod canonical;
mod exact_cover;
mod external;
mod filling;
mod measure;
mod minimal;
mod sets;
mod solving;

use std::error::Error;
use std::path::PathBuf;

use clap::Parser;

/// Measures other Sudoku and exact-cover crates beside Gridwright, interleaved, on the same puzzles.
#[derive(Parser)]
#[command(version)]
struct Args {
    /// Few puzzles and few rounds: a look, not a measurement.
    #[arg(long)]
    quick: bool,
    /// A file of 9x9 puzzles, beside the built-in ones.
    #[arg(long, value_name = "FILE")]
    data: Vec<PathBuf>,
    /// A program that reads puzzles, one a line, and prints how many solutions each has, up to two.
    ///
    /// NAME=COMMAND; the command is run by the shell. The number stands first in its line, `2+` is two. The time that a
    /// run with a single puzzle takes is taken off, and shown beside the name.
    #[arg(long = "peer", value_name = "NAME=COMMAND")]
    peers: Vec<external::Program>,
    /// Puzzles taken from each set, from its beginning.
    #[arg(long, value_name = "N")]
    puzzles: Option<usize>,
    /// Also writes the records to this file.
    #[arg(long, value_name = "OUT")]
    csv: Option<PathBuf>,
}

/// How much to measure.
#[derive(Clone, Copy)]
struct Effort {
    puzzles: usize,
    rounds: usize,
    /// A contender that needs longer for one pass through a set is left out there.
    patience: std::time::Duration,
}

fn main() -> Result<(), Box<dyn Error>> {
    let args = Args::parse();
    let (puzzles, rounds, seconds) = if args.quick { (100, 3, 1) } else { (1000, 7, 10) };
    let effort = Effort {
        puzzles: args.puzzles.unwrap_or(puzzles),
        rounds,
        patience: std::time::Duration::from_secs(seconds),
    };
    let mut sets = sets::built_in(effort.puzzles);
    for path in &args.data {
        sets.push(sets::read(path, effort.puzzles)?);
    }

    let mut records = filling::measure(effort);
    // A closed pipe does not stop the measurement.
    let _ = measure::print(&records);
    let of_minimal = minimal::measure(effort);
    let _ = measure::print(&of_minimal);
    records.extend(of_minimal);
    let of_grids = canonical::measure_grids(effort);
    let _ = measure::print(&of_grids);
    records.extend(of_grids);
    for set in &sets {
        let mut of_set = solving::measure(set, &args.peers, effort)?;
        of_set.extend(canonical::measure(set, effort));
        let _ = measure::print(&of_set);
        records.extend(of_set);
    }
    if let Some(path) = &args.csv {
        let mut writer = csv::Writer::from_path(path)?;
        for record in &records {
            writer.serialize(record)?;
        }
        writer.flush()?;
    }
    Ok(())
}
