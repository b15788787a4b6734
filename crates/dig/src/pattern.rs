//! Patterns: sets of clue cells, and their symmetries.

use core::fmt;
use core::str::FromStr;

use gridwright_grid::{B3x3, Cell, Flat, Grid, PatternSymmetry, Puzzle, Shape};

/// A set of cells: those that hold a clue.
///
/// Written as one line, `x` for a clue cell and `.` for an empty one. Read, `.`, `0`, `-` and `_` are empty, every
/// other symbol is a clue cell and blanks do not count: the line of a puzzle is its pattern too.
///
/// ```
/// use gridwright_dig::Pattern;
/// use gridwright_grid::B2x2;
///
/// let pattern: Pattern<B2x2> = "x..x .... .... x..x".parse()?;
/// assert_eq!(pattern.len(), 4);
/// assert_eq!(pattern.to_string(), "x..x........x..x");
/// # Ok::<(), gridwright_dig::PatternError>(())
/// ```
#[derive(Clone)]
pub struct Pattern<S: Shape = B3x3>(S::CellArray<bool>);

/// Not one symbol for each cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatternError {
    /// How many symbols there are.
    pub found: usize,
    /// How many cells there are.
    pub expected: usize,
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a pattern of {} symbols, expected {}",
            self.found, self.expected
        )
    }
}

impl core::error::Error for PatternError {}

impl<S: Shape> Pattern<S> {
    /// No cell.
    pub fn empty() -> Self {
        Self(S::CellArray::filled(false))
    }

    /// The given cells of a puzzle.
    pub fn of(puzzle: &Puzzle<S>) -> Self {
        Cell::all().filter(|&cell| puzzle.given(cell).is_some()).collect()
    }

    /// Whether the cell is one of them.
    #[inline]
    pub fn contains(&self, cell: Cell<S>) -> bool {
        self.0.flat()[cell.index()]
    }

    /// Adds a cell, or takes it out.
    pub fn set(&mut self, cell: Cell<S>, clue: bool) {
        self.0.flat_mut()[cell.index()] = clue;
    }

    /// The cells in order.
    pub fn cells(&self) -> impl Iterator<Item = Cell<S>> {
        Cell::all().filter(|&cell| self.contains(cell))
    }

    /// How many cells.
    pub fn len(&self) -> usize {
        self.cells().count()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The digits of a grid in these cells.
    pub fn puzzle(&self, grid: &Grid<S>) -> Puzzle<S> {
        let mut puzzle = Puzzle::empty();
        for cell in self.cells() {
            puzzle.set(cell, Some(grid.digit(cell)));
        }
        puzzle
    }
}

impl<S: Shape> FromIterator<Cell<S>> for Pattern<S> {
    fn from_iter<I: IntoIterator<Item = Cell<S>>>(cells: I) -> Self {
        let mut pattern = Self::empty();
        for cell in cells {
            pattern.set(cell, true);
        }
        pattern
    }
}

impl<S: Shape> PartialEq for Pattern<S> {
    fn eq(&self, other: &Self) -> bool {
        self.0.flat() == other.0.flat()
    }
}

impl<S: Shape> Eq for Pattern<S> {}

impl<S: Shape> fmt::Display for Pattern<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let symbols = self.0.flat().iter().map(|&clue| if clue { 'x' } else { '.' });
        f.write_str(&symbols.collect::<String>())
    }
}

impl<S: Shape> fmt::Debug for Pattern<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pattern({self})")
    }
}

impl<S: Shape> FromStr for Pattern<S> {
    type Err = PatternError;
    fn from_str(text: &str) -> Result<Self, PatternError> {
        let symbols = text.chars().filter(|symbol| !symbol.is_whitespace());
        let clues: Vec<bool> = symbols
            .map(|symbol| !matches!(symbol, '.' | '0' | '-' | '_'))
            .collect();
        if clues.len() != S::CELLS {
            return Err(PatternError {
                found: clues.len(),
                expected: S::CELLS,
            });
        }
        Ok(Cell::all().filter(|cell| clues[cell.index()]).collect())
    }
}

/// Symmetries that a set of clue cells is to have, any of them together.
///
/// Written as their names joined by `+`, as `diagonal+antidiagonal`; `none`, or `full` for [`Symmetries::FULL`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Symmetries(u8);

impl Symmetries {
    /// No symmetry is asked for.
    pub const NONE: Self = Self(0);

    /// Both diagonals; where boxes are square.
    pub const BOTH_DIAGONALS: Self = Self::NONE
        .with(PatternSymmetry::Diagonal)
        .with(PatternSymmetry::Antidiagonal);

    /// Everything that a shape has: all six, of which those that it does not have are left aside.
    pub const FULL: Self = Self((1 << PatternSymmetry::ALL.len()) - 1);

    /// Those of a set of cells, as [`PatternSymmetry::keeps`] tells them.
    pub fn of<S: Shape>(puzzle: &Puzzle<S>) -> Self {
        PatternSymmetry::ALL
            .into_iter()
            .filter(|symmetry| symmetry.keeps(puzzle))
            .collect()
    }

    /// With one more.
    #[must_use]
    pub const fn with(self, symmetry: PatternSymmetry) -> Self {
        Self(self.0 | 1 << symmetry as u8)
    }

    /// Whether it is one of them.
    pub const fn contains(self, symmetry: PatternSymmetry) -> bool {
        self.0 >> symmetry as u8 & 1 == 1
    }

    /// They, in the order of [`PatternSymmetry::ALL`].
    pub fn iter(self) -> impl Iterator<Item = PatternSymmetry> {
        PatternSymmetry::ALL
            .into_iter()
            .filter(move |&symmetry| self.contains(symmetry))
    }

    /// For each cell, all cells to which they move it: cells that stay or go together. Those that the shape does not
    /// have are left aside.
    pub fn orbits<S: Shape>(self) -> Vec<Vec<Cell<S>>> {
        let generators: Vec<_> = self.iter().filter_map(PatternSymmetry::at_shape::<S>).collect();
        let mut orbits = vec![Vec::new(); S::CELLS];
        for cell in Cell::<S>::all() {
            let mut orbit = vec![cell];
            let mut next = 0;
            while let Some(&member) = orbit.get(next) {
                for generator in &generators {
                    let other = generator.source(member);
                    if !orbit.contains(&other) {
                        orbit.push(other);
                    }
                }
                next += 1;
            }
            orbits[cell.index()] = Cell::all().filter(|cell| orbit.contains(cell)).collect();
        }
        orbits
    }
}

impl FromIterator<PatternSymmetry> for Symmetries {
    fn from_iter<I: IntoIterator<Item = PatternSymmetry>>(symmetries: I) -> Self {
        symmetries.into_iter().fold(Self::NONE, Self::with)
    }
}

impl fmt::Display for Symmetries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NONE => return f.pad("none"),
            Self::FULL => return f.pad("full"),
            _ => {}
        }
        let names: Vec<_> = self.iter().map(PatternSymmetry::name).collect();
        f.pad(&names.join("+"))
    }
}

/// A word that names no symmetry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownSymmetry(String);

impl fmt::Display for UnknownSymmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = PatternSymmetry::ALL.map(PatternSymmetry::name).into();
        let (word, names) = (&self.0, names.join(", "));
        write!(
            f,
            "unknown symmetry '{word}': none, full, or any of {names} joined by +"
        )
    }
}

impl core::error::Error for UnknownSymmetry {}

impl FromStr for Symmetries {
    type Err = UnknownSymmetry;
    fn from_str(text: &str) -> Result<Self, UnknownSymmetry> {
        match text {
            "none" => return Ok(Self::NONE),
            "full" => return Ok(Self::FULL),
            _ => {}
        }
        let named = |word: &str| PatternSymmetry::ALL.into_iter().find(|one| one.name() == word);
        text.split('+')
            .map(|word| named(word).ok_or_else(|| UnknownSymmetry(word.into())))
            .collect()
    }
}
