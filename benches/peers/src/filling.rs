//! Fillers: every one of the catalogue, and the yardstick.

use std::time::Instant;

use gridwright::catalogue::FillerOptions;
use gridwright::fill::{DynFiller, stream};
use gridwright::grid::{B3x3, Grid};

use crate::Effort;
use crate::measure::{Contender, Record, in_turns, late};

/// Random grids by the yardstick, the crate `sudoku`.
struct Yardstick {
    grids: u64,
}

impl Contender for Yardstick {
    fn name(&self) -> String {
        "sudoku generate_solved".into()
    }

    fn package(&self) -> &'static str {
        "sudoku"
    }

    fn check(&mut self, deadline: Instant) -> Result<(), String> {
        for _ in 0..self.grids {
            late(deadline)?;
            let grid = sudoku::Sudoku::generate_solved().to_bytes();
            Grid::<B3x3>::from_values(&grid).map_err(|error| format!("wrong: {error}"))?;
        }
        Ok(())
    }

    fn pass(&mut self) -> u64 {
        (0..self.grids)
            .map(|_| u64::from(sudoku::Sudoku::generate_solved().to_bytes()[0] > 0))
            .sum()
    }
}

struct Ours {
    name: String,
    filler: Box<dyn DynFiller>,
    grids: u64,
}

impl Contender for Ours {
    fn name(&self) -> String {
        format!("gridwright {}", self.name)
    }

    fn package(&self) -> &'static str {
        "gridwright"
    }

    fn check(&mut self, deadline: Instant) -> Result<(), String> {
        for i in 0..self.grids {
            late(deadline)?;
            let grid = self.filler.dyn_fill(&mut stream(1, i));
            Grid::<B3x3>::from_values(grid.values()).map_err(|error| format!("wrong: {error}"))?;
        }
        Ok(())
    }

    fn pass(&mut self) -> u64 {
        (0..self.grids)
            .map(|i| u64::from(self.filler.dyn_fill(&mut stream(1, i)).values()[0] > 0))
            .sum()
    }
}

pub(crate) fn measure(effort: Effort) -> Vec<Record> {
    let grids = 2 * effort.puzzles as u64;
    let plain = gridwright::fillers()
        .iter()
        .map(|entry| (entry.info.name, FillerOptions::default()));
    let quick = FillerOptions {
        budget: Some(500),
        ..FillerOptions::default()
    };
    let mut contenders: Vec<Box<dyn Contender>> = vec![Box::new(Yardstick { grids })];
    for (name, options) in plain.chain([("las-vegas", quick)]) {
        if let Ok(filler) = gridwright::filler_with(name, &options) {
            let budget = options
                .budget
                .map_or(String::new(), |budget| format!(" --budget {budget}"));
            let name = format!("{name}{budget}");
            contenders.push(Box::new(Ours { name, filler, grids }));
        }
    }
    in_turns("fill", "3x3", grids as usize, grids, effort, &mut contenders)
}
