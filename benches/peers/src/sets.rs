//! Sets of puzzles: built-in ones made by our own strategies, and files.

use std::error::Error;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use gridwright::fill::{FillerExt, LasVegas, stream};
use gridwright::grid::rng::shuffle;
use gridwright::grid::text::{Batch, Reader};
use gridwright::grid::{B3x3, Cell, Puzzle};
use gridwright::solve::{Dlx, SolverExt};

/// Puzzles to solve.
pub(crate) struct Set {
    pub(crate) name: String,
    pub(crate) puzzles: Vec<Puzzle>,
}

/// Grids of the Las Vegas filler, cells removed in random order while the solution stays unique: down to so many
/// givens.
fn dug(name: &str, seed: u64, clues: usize, number: usize) -> Set {
    let filler = LasVegas::<B3x3>::default();
    let mut solver = Dlx::default();
    let puzzles = (0..number as u64).map(|i| {
        let mut rng = stream(seed, i);
        let mut puzzle = Puzzle::from(filler.fill(&mut rng));
        let mut cells: Vec<_> = Cell::all().collect();
        shuffle(&mut rng, &mut cells);
        let mut left = cells.len();
        for cell in cells {
            let given = puzzle.given(cell);
            puzzle.set(cell, None);
            if left > clues && solver.count(&puzzle, 2) == 1 {
                left -= 1;
            } else {
                puzzle.set(cell, given);
            }
        }
        puzzle
    });
    Set {
        name: name.into(),
        puzzles: puzzles.collect(),
    }
}

pub(crate) fn built_in(number: usize) -> Vec<Set> {
    vec![
        dug("dug-36-clues", 1, 36, number),
        dug("dug-minimal", 2, 0, number),
    ]
}

/// The first puzzles of a file.
pub(crate) fn read(path: &Path, number: usize) -> Result<Set, Box<dyn Error>> {
    let at = |error| format!("{}: {error}", path.display());
    let mut reader = Reader::new(BufReader::new(File::open(path).map_err(at)?), Some(B3X3));
    let mut batch = Batch::default();
    reader.read_batch(&mut batch, number).map_err(at)?;
    let puzzles = batch
        .records()
        .take(number)
        .map(|record| Ok(record.parse::<B3x3>()?.puzzle))
        .collect::<Result<Vec<_>, gridwright::grid::ParseError>>()
        .map_err(|error| format!("{}: {error}", path.display()))?;
    let name = path
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    Ok(Set { name, puzzles })
}

const B3X3: gridwright::grid::BoxSize = <B3x3 as gridwright::grid::Shape>::SIZE;
