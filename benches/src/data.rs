//! Data sets: made by our own fillers, famous puzzles, and files.

use std::fs;
use std::path::Path;

use gridwright::grid::rng::{shuffle, stream};
use gridwright::grid::text::{Batch, Reader};
use gridwright::grid::{
    B2x3, B3x3, B3x4, B4x4, BoxSize, Budget, Cell, DynSolver, Grid, Outcome, Puzzle, Shape, SolverExt,
};
use gridwright::solve::Dlx;

use crate::Error;

/// Puzzles of one shape, in random order.
#[derive(Clone, Debug)]
pub struct Set<S: Shape = B3x3> {
    /// Name of the set.
    pub name: String,
    /// Where it comes from, in a few words.
    pub source: String,
    /// The puzzles.
    pub puzzles: Vec<Puzzle<S>>,
}

/// The seed of everything that is made here.
pub const SEED: u64 = 2009;

/// Famous hard puzzles by name.
pub fn famous() -> Vec<(&'static str, Puzzle)> {
    [
        (
            "Wikipedia",
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        ),
        (
            "Inkala 2010",
            "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..",
        ),
        (
            "Inkala 2012",
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        ),
        (
            "Al Escargot",
            "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
        ),
        (
            "Easter Monster",
            "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
        ),
        (
            "Golden Nugget",
            ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
        ),
        (
            "Platinum Blonde",
            ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...",
        ),
        (
            "against row order",
            "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
        ),
    ]
    .into_iter()
    .map(|(name, line)| (name, line.parse().expect("the lines above are puzzles")))
    .collect()
}

/// Takes givens away in random order while the solution stays unique, until `clues` are left or none can go.
fn dig<S: Shape>(grid: &Grid<S>, clues: usize, seed: u64, dlx: &mut Dlx) -> Puzzle<S> {
    let mut cells: Vec<Cell<S>> = Cell::all().collect();
    shuffle(&mut stream(seed, u64::MAX), &mut cells);
    let mut puzzle = Puzzle::from(grid);
    let mut left = S::CELLS;
    for cell in cells {
        if left <= clues {
            break;
        }
        let given = puzzle.given(cell);
        puzzle.set(cell, None);
        // A puzzle that takes long to decide counts as one that is not unique.
        match dlx.solve_within(&puzzle, &mut Budget::nodes(20_000)) {
            Outcome::Unique(_) => left -= 1,
            _ => puzzle.set(cell, given),
        }
    }
    puzzle
}

fn grids<S: Shape>(filler: &str, n: u64) -> Result<Vec<Grid<S>>, Error> {
    let filler = gridwright::filler::<S>(filler).map_err(Error::new)?;
    Ok((0..n).map(|i| filler.dyn_fill(&mut stream(SEED, i))).collect())
}

fn dug<S: Shape>(name: &str, source: &str, filler: &str, clues: usize, n: u64) -> Result<Set<S>, Error> {
    let mut dlx = Dlx::default();
    let puzzles = grids(filler, n)?
        .iter()
        .zip(1..)
        .map(|(grid, i)| dig(grid, clues, i, &mut dlx))
        .collect();
    Ok(Set {
        name: name.into(),
        source: source.into(),
        puzzles,
    })
}

/// The bundled 9x9 sets, each of `n` puzzles (but the famous ones).
///
/// # Errors
///
/// When the catalogue has not the fillers they are made with.
pub fn bundled(n: u64) -> Result<Vec<Set>, Error> {
    let clues40 = dug(
        "40 clues",
        "random-row-fair, 41 cells taken away",
        "random-row-fair",
        40,
        n,
    )?;
    let minimal = dug(
        "minimal",
        "random-row-fair, cells taken away while unique",
        "random-row-fair",
        0,
        n,
    )?;
    let mut ambiguous = minimal.clone();
    ambiguous.name = "two or more solutions".into();
    ambiguous.source = "the minimal ones less one more given".into();
    for (i, puzzle) in (0..).zip(&mut ambiguous.puzzles) {
        let mut givens: Vec<_> = Cell::all().filter(|&cell| puzzle.given(cell).is_some()).collect();
        shuffle(&mut stream(SEED + 1, i), &mut givens);
        puzzle.set(givens[0], None);
    }
    let famous = Set {
        name: "famous".into(),
        source: "published puzzles of some fame".into(),
        puzzles: famous().into_iter().map(|(_, puzzle)| puzzle).collect(),
    };
    Ok(vec![clues40, minimal, famous, ambiguous])
}

/// The bundled sets of other shapes.
#[derive(Clone, Debug)]
pub struct OtherShapes {
    /// 6x6, minimal.
    pub six: Set<B2x3>,
    /// 12x12, easy.
    pub twelve: Set<B3x4>,
    /// 16x16, easy.
    pub sixteen: Set<B4x4>,
}

/// The bundled sets of other shapes, `n` puzzles each.
///
/// # Errors
///
/// When the catalogue has not the fillers they are made with.
pub fn bundled_other(n: u64) -> Result<OtherShapes, Error> {
    let unique = "las-vegas, cells taken away while unique";
    Ok(OtherShapes {
        six: dug("6x6 minimal", unique, "las-vegas", 0, n)?,
        twelve: dug("12x12 easy", "shuffle, 60 clues left", "shuffle", 60, n)?,
        sixteen: dug("16x16 easy", "shuffle, 120 clues left", "shuffle", 120, n)?,
    })
}

/// A file that was looked at.
#[derive(Clone, Debug)]
pub enum Found {
    /// A list of puzzles.
    Set(Set),
    /// Something else, and why.
    Skipped(String),
}

/// The files of a folder, by name: those that are lists of 9x9 puzzles as sets of at most `most`, evenly spread.
///
/// # Errors
///
/// When the folder or a file cannot be read.
pub fn folder(path: &Path, most: usize) -> Result<Vec<Found>, Error> {
    let mut files = Vec::new();
    for entry in fs::read_dir(path).map_err(Error::at(path))? {
        let file = entry.map_err(Error::at(path))?.path();
        if file.is_file() {
            files.push(file);
        }
    }
    files.sort();
    files.iter().map(|file| read(file, most)).collect()
}

fn read(path: &Path, most: usize) -> Result<Found, Error> {
    let name = path
        .file_stem()
        .map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let file = fs::File::open(path).map_err(Error::at(path))?;
    let size: BoxSize = B3x3::SIZE;
    let mut reader = Reader::new(std::io::BufReader::new(file), Some(size));
    let (mut batch, mut puzzles, mut records) = (Batch::default(), Vec::new(), 0);
    while reader.read_batch(&mut batch, 1024).map_err(Error::at(path))? {
        records += batch.len();
        let parsed = batch.records().filter_map(|record| record.parse::<B3x3>().ok());
        puzzles.extend(parsed.map(|parsed| parsed.puzzle).filter(Puzzle::is_consistent));
    }
    if puzzles.is_empty() || puzzles.len() * 10 < records * 9 {
        return Ok(Found::Skipped(format!(
            "{name}: {} of {records} records are puzzles",
            puzzles.len()
        )));
    }
    let all = puzzles.len();
    if all > most {
        puzzles = (0..most).map(|i| puzzles[i * all / most].clone()).collect();
    }
    shuffle(&mut stream(SEED, 0), &mut puzzles);
    let source = if all > most {
        format!("a file, {most} of its {all} puzzles")
    } else {
        "a file".into()
    };
    Ok(Found::Set(Set {
        name,
        source,
        puzzles,
    }))
}

/// Whether a solver's answer for a puzzle is right, given the number of solutions up to 2.
pub fn is_right<S: Shape>(puzzle: &Puzzle<S>, outcome: &Outcome<S>, solutions: u64) -> bool {
    match outcome {
        Outcome::Unsolvable => solutions == 0,
        Outcome::Unique(grid) => solutions == 1 && puzzle.admits(grid),
        Outcome::Ambiguous(a, b) => solutions == 2 && a != b && puzzle.admits(a) && puzzle.admits(b),
        Outcome::Undetermined(_) => false,
    }
}

/// The number of solutions up to 2, by the solver that decides what is right.
pub fn solutions<S: Shape>(judge: &mut dyn DynSolver<S>, puzzle: &Puzzle<S>) -> Option<u64> {
    judge
        .dyn_count_within(puzzle, 2, &mut Budget::nodes(100_000_000))
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sets_are_what_they_say() {
        let sets = bundled(20).unwrap();
        let mut dlx = Dlx::default();
        for set in &sets {
            let expected = if set.name.starts_with("two") { 2 } else { 1 };
            for puzzle in &set.puzzles {
                assert_eq!(dlx.count(puzzle, 2), expected, "{}: {puzzle}", set.name);
            }
        }
        assert!(sets[0].puzzles.iter().all(|puzzle| puzzle.clues() == 40));
        for puzzle in &sets[1].puzzles {
            for cell in Cell::all().filter(|&cell| puzzle.given(cell).is_some()) {
                let mut less = puzzle.clone();
                less.set(cell, None);
                assert_eq!(dlx.count(&less, 2), 2, "{puzzle} is not minimal");
            }
        }
        let OtherShapes { six, twelve, sixteen } = bundled_other(3).unwrap();
        assert!(six.puzzles.iter().all(|puzzle| dlx.count(puzzle, 2) == 1));
        assert!(twelve.puzzles.iter().all(|puzzle| dlx.count(puzzle, 2) == 1));
        assert!(sixteen.puzzles.iter().all(|puzzle| dlx.count(puzzle, 2) == 1));
    }

    #[test]
    fn folders_are_searched_for_puzzles() {
        let folder = tempfile::tempdir().unwrap();
        let lines: Vec<String> = famous()
            .iter()
            .map(|(name, puzzle)| format!("{puzzle} {name}\n"))
            .collect();
        fs::write(folder.path().join("good.txt"), lines.concat()).unwrap();
        fs::write(folder.path().join("words.md"), "# Title\nNothing\nto\nsolve\n").unwrap();
        fs::write(folder.path().join("bytes.bin"), [0xff, 0xfe, 0, 159, 10, 200]).unwrap();
        let found = super::folder(folder.path(), 3).unwrap();
        assert!(matches!(&found[0], Found::Skipped(_)) && matches!(&found[2], Found::Skipped(_)));
        let Found::Set(set) = &found[1] else {
            panic!("good.txt is a list of puzzles")
        };
        assert_eq!((set.puzzles.len(), set.name.as_str()), (3, "good"));
    }
}
