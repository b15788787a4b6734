//! Data sets: made by our own fillers, famous puzzles, and files.

use std::fs;
use std::io::BufReader;
use std::path::Path;

use gridwright::grid::rng::{shuffle, stream};
use gridwright::grid::text::{Batch, Reader};
use gridwright::grid::{
    B2x3, B3x3, B3x4, B4x4, BoxSize, Budget, Cell, Grid, Outcome, Puzzle, Shape, SolverExt, WithShape,
    with_shape,
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
    let mut puzzles: Vec<Puzzle> = famous().into_iter().map(|(_, puzzle)| puzzle).collect();
    shuffle(&mut stream(SEED, 0), &mut puzzles);
    let famous = Set {
        name: "famous".into(),
        source: "published puzzles of some fame".into(),
        puzzles,
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

/// Something to do with sets of different shapes.
pub trait Visitor {
    /// Called with each set.
    ///
    /// # Errors
    ///
    /// When it cannot be done; the visit ends.
    fn visit<S: Shape>(&mut self, set: &Set<S>) -> Result<(), Error>;
}

/// Shows the files of a folder, by name, each that is a list of puzzles as a set of at most `most` puzzles, evenly
/// spread over the file. Returns what was passed over, and why.
///
/// # Errors
///
/// When the folder or a file cannot be read, or the visitor fails.
pub fn folder(path: &Path, most: usize, visitor: &mut impl Visitor) -> Result<Vec<String>, Error> {
    let mut files = Vec::new();
    for entry in fs::read_dir(path).map_err(Error::at(path))? {
        let file = entry.map_err(Error::at(path))?.path();
        if file.is_file() {
            files.push(file);
        }
    }
    files.sort();
    let mut skipped = Vec::new();
    for path in &files {
        let name = path
            .file_name()
            .map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        // The first puzzle decides the shape, so that it must be known before the file is read as a whole.
        let mut reader = open(path, None)?;
        reader
            .read_batch(&mut Batch::default(), 1)
            .map_err(Error::at(path))?;
        let size = reader.size().unwrap_or(B3x3::SIZE);
        let read = Read {
            path,
            name: &name,
            size,
            most,
            visitor,
        };
        let reason = with_shape(size, read).unwrap_or_else(|| Ok(Some("unknown shape".into())))?;
        skipped.extend(reason.map(|reason| format!("{name} ({reason})")));
    }
    Ok(skipped)
}

type FileReader = Reader<BufReader<fs::File>>;

fn open(path: &Path, size: Option<BoxSize>) -> Result<FileReader, Error> {
    let file = fs::File::open(path).map_err(Error::at(path))?;
    Ok(Reader::new(BufReader::new(file), size))
}

struct Read<'a, V> {
    path: &'a Path,
    name: &'a str,
    size: BoxSize,
    most: usize,
    visitor: &'a mut V,
}

impl<V: Visitor> WithShape for Read<'_, V> {
    type Output = Result<Option<String>, Error>;

    fn run<S: Shape>(self) -> Self::Output {
        let mut reader = open(self.path, Some(self.size))?;
        let (mut sample, mut records) = (Sample::new(self.most), 0);
        let mut batch = Batch::default();
        while reader
            .read_batch(&mut batch, 1024)
            .map_err(Error::at(self.path))?
        {
            records += batch.len();
            for record in batch.records() {
                if let Ok(parsed) = record.parse::<S>()
                    && parsed.puzzle.is_consistent()
                {
                    sample.push(parsed.puzzle);
                }
            }
        }
        let all = sample.offered;
        if all == 0 || all * 10 < records * 9 {
            return Ok(Some(format!("{all} of {records} records are puzzles")));
        }
        let mut puzzles = sample.items;
        shuffle(&mut stream(SEED, 0), &mut puzzles);
        let source = if puzzles.len() < all {
            format!("a file, {} of its {all} puzzles", puzzles.len())
        } else {
            "a file".into()
        };
        let mut name: String = self
            .name
            .rsplit_once('.')
            .map_or(self.name, |(stem, _)| stem)
            .into();
        if S::SIZE != B3x3::SIZE {
            name = format!("{name} {}", S::SIZE);
        }
        self.visitor.visit(&Set {
            name,
            source,
            puzzles,
        })?;
        Ok(None)
    }
}

/// Every k-th of a stream of unknown length, with the smallest power of two k that leaves at most `most`.
struct Sample<T> {
    items: Vec<T>,
    most: usize,
    stride: usize,
    offered: usize,
}

impl<T> Sample<T> {
    fn new(most: usize) -> Self {
        Self {
            items: Vec::new(),
            most,
            stride: 1,
            offered: 0,
        }
    }

    fn push(&mut self, item: T) {
        if self.offered.is_multiple_of(self.stride) {
            if self.items.len() == self.most {
                let mut i = 0;
                self.items.retain(|_| {
                    i += 1;
                    i % 2 == 1
                });
                self.stride *= 2;
            }
            if self.offered.is_multiple_of(self.stride) {
                self.items.push(item);
            }
        }
        self.offered += 1;
    }
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
    fn samples_are_evenly_spread() {
        for (n, most, expected) in [
            (3, 4, vec![0, 1, 2]),
            (4, 4, vec![0, 1, 2, 3]),
            (9, 4, vec![0, 4, 8]),
            (12, 3, vec![0, 4, 8]),
        ] {
            let mut sample = Sample::new(most);
            (0..n).for_each(|i| sample.push(i));
            assert_eq!((sample.items, sample.offered), (expected, n));
        }
    }

    #[derive(Default)]
    struct Names(Vec<String>);

    impl Visitor for Names {
        fn visit<S: Shape>(&mut self, set: &Set<S>) -> Result<(), Error> {
            self.0
                .push(format!("{} {} {}", set.name, S::SIZE, set.puzzles.len()));
            Ok(())
        }
    }

    #[test]
    fn folders_are_searched_for_puzzles() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
        let lines: Vec<String> = famous()
            .iter()
            .map(|(name, puzzle)| format!("{puzzle} {name}\n"))
            .collect();
        write("good.txt", lines.concat().as_bytes());
        write("words.md", b"# Title\nNothing\nto\nsolve\n");
        write("bytes.bin", &[0xff, 0xfe, 0, 159, 10, 200]);
        write("empty", b"");
        write("small.txt", b"1...............\n12....3........4\n");
        fs::create_dir(folder.path().join("inner")).unwrap();
        let mut names = Names::default();
        let skipped = super::folder(folder.path(), 6, &mut names).unwrap();
        assert_eq!(names.0, ["good 3x3 4", "small 2x2 2x2 2"]);
        assert_eq!(skipped.len(), 3);
        assert!(skipped[0].starts_with("bytes.bin (0 of "), "{skipped:?}");
        let missing = super::folder(&folder.path().join("none"), 6, &mut names);
        assert!(missing.unwrap_err().to_string().contains("none"));
    }
}
