//! Puzzles: partial grids, perhaps with restricted candidates, and what contradicts in them.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use rand_core::Rng;

use crate::rng::below;
use crate::{B3x3, Cell, Digit, DigitSet, Flat, Grid, House, Shape, text};

/// A partial grid: givens, and candidates that may be restricted. Its givens may contradict each other
/// (see [`Puzzle::conflicts`]); it may have no solution, or many.
///
/// `Display` writes one line, `.` for an empty cell; `{:#}` writes the framed form; neither shows restricted
/// candidates. `FromStr` reads every form of [`text`](crate::text).
///
/// ```
/// use gridwright_grid::{Cell, Puzzle};
///
/// let puzzle: Puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// assert_eq!(puzzle.clues(), 30);
/// let cell = Cell::at(0, 2).expect("r1c3 exists");
/// assert_eq!(puzzle.candidates(cell).to_string(), "124");
/// assert!(puzzle.conflicts().is_empty());
/// # Ok::<(), gridwright_grid::ParseError>(())
/// ```
#[derive(Clone)]
pub struct Puzzle<S: Shape = B3x3> {
    values: S::CellArray<u8>,
    restricted: Option<Box<S::CellArray<DigitSet>>>,
}

/// Values that make no puzzle or grid of the shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueError {
    /// Not one value for each cell.
    Length {
        /// How many values there are.
        found: usize,
        /// How many cells there are.
        expected: usize,
    },
    /// A value that is no digit of the shape, and not 0.
    Value {
        /// Index of the cell.
        cell: usize,
        /// What stands there.
        value: u8,
        /// The largest digit.
        max: u8,
    },
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { found, expected } => write!(f, "{found} cells, expected {expected}"),
            Self::Value { cell, value, max } => write!(f, "cell {cell} holds {value}, expected 0..={max}"),
        }
    }
}

impl core::error::Error for ValueError {}

/// Givens that contradict each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Conflict<S: Shape = B3x3> {
    /// A digit given more than once in a house.
    Repeated {
        /// The digit.
        digit: Digit,
        /// The house.
        house: House<S>,
        /// The two or more cells that hold it, in order.
        cells: Vec<Cell<S>>,
    },
    /// A given that its cell's candidates exclude.
    Excluded {
        /// The digit.
        digit: Digit,
        /// The cell.
        cell: Cell<S>,
    },
}

impl<S: Shape> Conflict<S> {
    /// Every cell that takes part, in order.
    pub fn cells(&self) -> &[Cell<S>] {
        match self {
            Self::Repeated { cells, .. } => cells,
            Self::Excluded { cell, .. } => core::slice::from_ref(cell),
        }
    }
}

impl<S: Shape> fmt::Display for Conflict<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Repeated { digit, house, cells } => {
                match cells.len() {
                    2 => write!(f, "{digit} twice in {house}:")?,
                    n => write!(f, "{digit} {n} times in {house}:")?,
                }
                for (i, cell) in cells.iter().enumerate() {
                    write!(f, "{} {cell}", if i == 0 { "" } else { "," })?;
                }
                Ok(())
            }
            Self::Excluded { digit, cell } => write!(f, "{digit} in {cell} is not among its candidates"),
        }
    }
}

impl<S: Shape> Puzzle<S> {
    /// The puzzle without givens.
    pub fn empty() -> Self {
        Self {
            values: S::CellArray::filled(0),
            restricted: None,
        }
    }

    /// The puzzle with these values, row-major: 0 for an empty cell, else the given.
    ///
    /// # Errors
    ///
    /// When there is not one value for each cell, or one is above `SIDE`.
    pub fn from_values(values: &[u8]) -> Result<Self, ValueError> {
        Ok(Self::from_checked(checked_values::<S>(values)?))
    }

    /// The puzzle that gives each of these cells, in turn, a random digit that its peers do not hold, all that are
    /// left equally likely; of two or more the largest only if `largest`. `None` when no digit is left for a cell.
    pub fn with_random_givens<R: Rng + ?Sized>(
        rng: &mut R,
        cells: &[Cell<S>],
        largest: bool,
    ) -> Option<Self> {
        let mut puzzle = Self::empty();
        let mut used = [S::HouseArray::filled(DigitSet::EMPTY); 3];
        for &cell in cells {
            let houses = cell.houses().map(House::index);
            let taken = houses
                .iter()
                .zip(&used)
                .fold(DigitSet::EMPTY, |set, (&i, kind)| set | kind.flat()[i]);
            let left = S::ALL & !taken;
            let bound = match left.len() as u32 {
                0 => return None,
                n if largest || n == 1 => n,
                n => n - 1,
            };
            let digit = left.iter().nth(below(rng, bound) as usize)?;
            puzzle.set(cell, Some(digit));
            for (&i, kind) in houses.iter().zip(&mut used) {
                kind.flat_mut()[i].insert(digit);
            }
        }
        Some(puzzle)
    }

    /// The puzzle with values that are known to be 0..=`SIDE`.
    pub(crate) fn from_checked(values: S::CellArray<u8>) -> Self {
        Self {
            values,
            restricted: None,
        }
    }

    /// The puzzle with values that are known to be 0..=`SIDE`, and these candidates: in empty cells, those that
    /// givens exclude count as left.
    pub(crate) fn from_marks(values: S::CellArray<u8>, mut marks: Box<S::CellArray<DigitSet>>) -> Self {
        let mut puzzle = Self::from_checked(values);
        let mut restricted = false;
        for cell in Cell::all() {
            let set = &mut marks.flat_mut()[cell.index()];
            // Of a given it only matters whether it is excluded.
            *set = match puzzle.given(cell) {
                None => *set | puzzle.seen(cell),
                Some(digit) if set.contains(digit) => S::ALL,
                Some(_) => *set,
            };
            restricted |= *set & S::ALL != S::ALL;
        }
        puzzle.restricted = restricted.then_some(marks);
        puzzle
    }

    /// The values, row-major: 0 for an empty cell, else the given. `CELLS` of them.
    #[inline]
    pub fn values(&self) -> &[u8] {
        self.values.flat()
    }

    /// The given of a cell.
    #[inline]
    pub fn given(&self, cell: Cell<S>) -> Option<Digit> {
        Digit::new(self.values.flat()[cell.index()])
    }

    /// How many givens there are.
    pub fn clues(&self) -> usize {
        self.values.flat().iter().filter(|&&value| value != 0).count()
    }

    /// Puts a given into a cell, or empties it.
    ///
    /// # Panics
    ///
    /// When the shape has no such digit.
    pub fn set(&mut self, cell: Cell<S>, given: Option<Digit>) {
        assert!(
            given.is_none_or(|digit| S::ALL.contains(digit)),
            "no such digit at this shape"
        );
        self.values.flat_mut()[cell.index()] = given.map_or(0, Digit::get);
    }

    /// Whether some cell's candidates were restricted beyond what the givens say.
    pub fn is_restricted(&self) -> bool {
        self.restricted.is_some()
    }

    /// Leaves a cell only those of its candidates that are in `digits`.
    pub fn restrict(&mut self, cell: Cell<S>, digits: DigitSet) {
        let all = self
            .restricted
            .get_or_insert_with(|| Box::new(S::CellArray::filled(S::ALL)));
        let set = &mut all.flat_mut()[cell.index()];
        *set = *set & digits;
    }

    /// Makes every cell with one candidate left a given; all at once, so that two of them may contradict each
    /// other. Restrictions that only repeat what givens say are dropped.
    pub fn give_singles(&mut self) {
        let singles: Vec<_> = Cell::all()
            .map(|cell| (cell, self.candidates(cell)))
            .filter(|&(cell, set)| self.given(cell).is_none() && set.len() == 1)
            .collect();
        for (cell, set) in singles {
            self.set(cell, set.iter().next());
        }
        if let Some(marks) = self.restricted.take() {
            *self = Self::from_marks(self.values, marks);
        }
    }

    /// What the puzzle itself allows in a cell, other cells left aside: its given, else its candidates as
    /// restricted. A given that its own candidates exclude leaves nothing.
    #[inline]
    pub fn allowed(&self, cell: Cell<S>) -> DigitSet {
        self.given(cell).map_or(S::ALL, DigitSet::single) & self.restriction(cell)
    }

    /// The candidates of a cell as restricted; every digit where they are not.
    #[inline]
    pub(crate) fn restriction(&self, cell: Cell<S>) -> DigitSet {
        self.restricted
            .as_ref()
            .map_or(S::ALL, |sets| sets.flat()[cell.index()])
    }

    /// What the puzzle allows in a cell, less the givens of its peers.
    pub fn candidates(&self, cell: Cell<S>) -> DigitSet {
        self.allowed(cell) & !self.seen(cell)
    }

    /// The givens of a cell's peers.
    fn seen(&self, cell: Cell<S>) -> DigitSet {
        cell.peers().filter_map(|peer| self.given(peer)).collect()
    }

    /// Whether no givens contradict each other: [`Puzzle::conflicts`] would be empty.
    pub fn is_consistent(&self) -> bool {
        let values = self.values.flat();
        let mut columns = S::HouseArray::<u32>::filled(0);
        let columns = columns.flat_mut();
        let mut ok = true;
        for band in 0..S::BOX_COLUMNS {
            let mut boxes = [0_u32; 25];
            for row in band * S::BOX_ROWS..(band + 1) * S::BOX_ROWS {
                let mut seen = 0;
                for column in 0..S::SIDE {
                    let bit = (1_u32 << values[row * S::SIDE + column]) & !1;
                    let stack = &mut boxes[column / S::BOX_COLUMNS];
                    ok &= (seen | columns[column] | *stack) & bit == 0;
                    seen |= bit;
                    columns[column] |= bit;
                    *stack |= bit;
                }
            }
        }
        ok && self.restricted.as_ref().is_none_or(|sets| {
            sets.flat()
                .iter()
                .zip(values)
                .all(|(set, &value)| Digit::new(value).is_none_or(|digit| set.contains(digit)))
        })
    }

    /// Every contradiction among the givens: by house (rows, columns, boxes), then by digit; then the givens
    /// that their own candidates exclude.
    pub fn conflicts(&self) -> Vec<Conflict<S>> {
        let mut conflicts = Vec::new();
        if self.is_consistent() {
            return conflicts;
        }
        for house in House::all() {
            for digit in S::ALL {
                let cells: Vec<_> = house
                    .cells()
                    .filter(|&cell| self.given(cell) == Some(digit))
                    .collect();
                if cells.len() > 1 {
                    conflicts.push(Conflict::Repeated { digit, house, cells });
                }
            }
        }
        for cell in Cell::all() {
            if let (Some(digit), true) = (self.given(cell), self.allowed(cell).is_empty()) {
                conflicts.push(Conflict::Excluded { digit, cell });
            }
        }
        conflicts
    }

    /// Whether the grid agrees with every given and every restriction.
    pub fn admits(&self, grid: &Grid<S>) -> bool {
        Cell::all().all(|cell| self.allowed(cell).contains(grid.digit(cell)))
    }

    /// The solution grid, if every cell is given and nothing contradicts.
    pub fn to_grid(&self) -> Option<Grid<S>> {
        self.is_consistent()
            .then(|| Grid::from_values(self.values()).ok())
            .flatten()
    }

    /// Appends the one-line form: `CELLS` symbols, `.` for an empty cell, no line end.
    pub fn push_line(&self, out: &mut Vec<u8>) {
        text::push_line::<S>(self.values(), out);
    }

    /// The same with letters for digits, `a` for 1, where letters [are free](text::letters_are_free); elsewhere
    /// [`Puzzle::push_line`].
    pub fn push_letters(&self, out: &mut Vec<u8>) {
        text::push_letters::<S>(self.values(), out);
    }

    /// Appends the candidates of each cell as a table, framed, one row a line, each line ended: `<5>` is a given,
    /// `5` a cell with one candidate left, `{}` one without candidates.
    ///
    /// Read again it is the same puzzle, unless a given is excluded by its own candidates: that is written as a
    /// cell without candidates.
    pub fn push_pencilmarks(&self, out: &mut Vec<u8>) {
        let mut words: Vec<_> = Cell::all()
            .map(|cell| match (self.written(cell), self.given(cell)) {
                (set, _) if set.is_empty() => "{}".into(),
                (set, Some(_)) => alloc::format!("<{set}>"),
                (set, None) => alloc::format!("{set}"),
            })
            .collect();
        if words.iter().all(|word| word.len() == 1) {
            // Without a bracket these would be givens.
            words[0] = alloc::format!("{{{}}}", words[0]);
        }
        text::push_framed::<S, _>(&words, out);
    }

    /// Appends the candidates as one line of `CELLS` x `SIDE` symbols, no line end: for each cell, digit d or `.`
    /// at place d; for a given its digit among `_`.
    ///
    /// Read again it is the same puzzle, as with [`Puzzle::push_pencilmarks`].
    pub fn push_candidates(&self, out: &mut Vec<u8>) {
        for cell in Cell::all() {
            let empty = if self.given(cell).is_some() { b'_' } else { b'.' };
            let set = self.written(cell);
            out.extend(S::ALL.iter().map(|digit| {
                if set.contains(digit) {
                    digit.symbol() as u8
                } else {
                    empty
                }
            }));
        }
    }

    /// Appends the one-line form that loses nothing: [`Puzzle::push_candidates`] where candidates are restricted,
    /// else [`Puzzle::push_line`].
    pub fn push_whole_line(&self, out: &mut Vec<u8>) {
        if self.is_restricted() {
            self.push_candidates(out);
        } else {
            self.push_line(out);
        }
    }

    /// What pencilmarks show: the given, even where its peers exclude it, or the candidates.
    pub(crate) fn written(&self, cell: Cell<S>) -> DigitSet {
        match self.given(cell) {
            Some(_) => self.allowed(cell),
            None => self.candidates(cell),
        }
    }
}

/// Copies values after checking their number and range.
pub(crate) fn checked_values<S: Shape>(values: &[u8]) -> Result<S::CellArray<u8>, ValueError> {
    if values.len() != S::CELLS {
        return Err(ValueError::Length {
            found: values.len(),
            expected: S::CELLS,
        });
    }
    // All at once first: that is many times faster than one by one.
    let largest = values.iter().fold(0, |largest, &value| largest.max(value));
    if usize::from(largest) > S::SIDE
        && let Some(cell) = values.iter().position(|&value| usize::from(value) > S::SIDE)
    {
        return Err(ValueError::Value {
            cell,
            value: values[cell],
            max: S::SIDE as u8,
        });
    }
    let mut array = S::CellArray::filled(0);
    array.flat_mut().copy_from_slice(values);
    Ok(array)
}

impl<S: Shape> Default for Puzzle<S> {
    fn default() -> Self {
        Self::empty()
    }
}

impl<S: Shape> PartialEq for Puzzle<S> {
    /// Same givens, and the same candidates in each empty cell; the same givens excluded by their own candidates.
    fn eq(&self, other: &Self) -> bool {
        self.values() == other.values()
            && (!self.is_restricted() && !other.is_restricted()
                || Cell::all().all(|cell| self.written(cell) == other.written(cell)))
    }
}

impl<S: Shape> Eq for Puzzle<S> {}

impl<S: Shape> From<&Grid<S>> for Puzzle<S> {
    fn from(grid: &Grid<S>) -> Self {
        let mut values = S::CellArray::filled(0);
        values.flat_mut().copy_from_slice(grid.values());
        Self {
            values,
            restricted: None,
        }
    }
}

impl<S: Shape> From<Grid<S>> for Puzzle<S> {
    fn from(grid: Grid<S>) -> Self {
        Self::from(&grid)
    }
}

impl TryFrom<[u8; 81]> for Puzzle {
    type Error = ValueError;
    fn try_from(values: [u8; 81]) -> Result<Self, ValueError> {
        Self::from_values(&values)
    }
}

impl<S: Shape> fmt::Display for Puzzle<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        text::display::<S>(self.values(), f)
    }
}

impl<S: Shape> fmt::Debug for Puzzle<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Puzzle({self}{})",
            if self.is_restricted() { ", restricted" } else { "" }
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_conflict_is_named() {
        let mut puzzle = Puzzle::<B3x3>::empty();
        let nine = Digit::new(9);
        for (row, column) in [(0, 1), (0, 2), (8, 2)] {
            puzzle.set(Cell::at(row, column).unwrap(), nine);
        }
        let words: Vec<_> = puzzle.conflicts().iter().map(ToString::to_string).collect();
        assert_eq!(
            words,
            [
                "9 twice in row 1: r1c2, r1c3",
                "9 twice in column 3: r1c3, r9c3",
                "9 twice in box 1: r1c2, r1c3"
            ]
        );
        assert!(!puzzle.is_consistent());
        puzzle.set(Cell::at(0, 0).unwrap(), nine);
        assert_eq!(
            puzzle.conflicts()[0].to_string(),
            "9 3 times in row 1: r1c1, r1c2, r1c3"
        );
    }

    #[test]
    fn restrictions() {
        let mut puzzle = Puzzle::<B3x3>::empty();
        let cell = Cell::new(40).unwrap();
        let (four, five) = (Digit::new(4).unwrap(), Digit::new(5).unwrap());
        puzzle.restrict(cell, DigitSet::single(five));
        assert_eq!(puzzle.allowed(cell), DigitSet::single(five));
        assert!(puzzle.is_consistent() && puzzle.is_restricted());
        assert_ne!(puzzle, Puzzle::empty());
        puzzle.set(cell, Some(four));
        assert_eq!(
            puzzle.conflicts()[0].to_string(),
            "4 in r5c5 is not among its candidates"
        );
        assert!(puzzle.to_grid().is_none());
    }

    #[test]
    fn wrong_values() {
        let error = Puzzle::<B3x3>::from_values(&[0; 80]).unwrap_err();
        assert_eq!(error.to_string(), "80 cells, expected 81");
        let mut values = [0; 81];
        values[7] = 10;
        assert_eq!(
            Puzzle::try_from(values).unwrap_err().to_string(),
            "cell 7 holds 10, expected 0..=9"
        );
    }
}
