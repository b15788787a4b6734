//! Solution grids: complete, and valid by construction.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::puzzle::checked_values;
use crate::{B3x3, Cell, Conflict, Digit, Flat, Puzzle, Shape, ValueError, text};

/// A solution grid: every cell filled, every digit once in every house.
///
/// `Display` writes one line; `{:#}` writes the framed form. `FromStr` reads both.
///
/// ```
/// use gridwright_grid::{B2x2, Grid};
///
/// let grid: Grid<B2x2> = "1234341221434321".parse()?;
/// assert_eq!(format!("{grid:#}").lines().nth(1), Some("| 1 2 | 3 4 |"));
/// assert!("1234341221434312".parse::<Grid<B2x2>>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Grid<S: Shape = B3x3> {
    values: S::CellArray<u8>,
}

/// Why values make no solution grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GridError<S: Shape = B3x3> {
    /// Too few, too many, or out of range.
    Value(ValueError),
    /// A cell is empty.
    Empty(Cell<S>),
    /// Digits repeat in houses; at least one.
    Conflicts(Vec<Conflict<S>>),
}

impl<S: Shape> fmt::Display for GridError<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(error) => write!(f, "{error}"),
            Self::Empty(cell) => write!(f, "{cell} is empty"),
            Self::Conflicts(conflicts) => {
                let words: Vec<String> = conflicts.iter().map(alloc::string::ToString::to_string).collect();
                f.write_str(&words.join("; "))
            }
        }
    }
}

impl<S: Shape> core::error::Error for GridError<S> {}

impl<S: Shape> From<ValueError> for GridError<S> {
    fn from(error: ValueError) -> Self {
        Self::Value(error)
    }
}

impl<S: Shape> Grid<S> {
    /// The grid with these digits, row-major, each 1..=`SIDE`.
    ///
    /// # Errors
    ///
    /// When they are too few, too many, out of range, or not one of each in every house.
    pub fn from_values(values: &[u8]) -> Result<Self, GridError<S>> {
        let values = checked_values::<S>(values)?;
        if is_solution::<S>(values.flat()) {
            return Ok(Self { values });
        }
        match Cell::all().find(|cell| values.flat()[cell.index()] == 0) {
            Some(cell) => Err(GridError::Empty(cell)),
            None => Err(GridError::Conflicts(
                Puzzle::from_values(values.flat())?.conflicts(),
            )),
        }
    }

    /// The grid that an algorithm has just made, digits row-major. Checked in debug builds only: for
    /// strategies whose every step keeps the rules, and which the conformance suite covers. Wrong values
    /// give wrong answers later, never undefined behaviour.
    #[inline]
    pub fn assume_valid(values: S::CellArray<u8>) -> Self {
        debug_assert!(
            is_solution::<S>(values.flat()),
            "not a solution grid: {:?}",
            values.flat()
        );
        Self { values }
    }

    /// The base grid: row 1 is 1, 2, 3, ...; each next row of a band is the previous one shifted left by the
    /// width of a box, and each next band starts one further shift left by 1.
    ///
    /// ```
    /// use gridwright_grid::{B2x3, Grid};
    /// let base = Grid::<B2x3>::canonical_base();
    /// assert_eq!(base.to_string(), "123456456123234561561234345612612345");
    /// ```
    pub fn canonical_base() -> Self {
        let mut values = S::CellArray::filled(0);
        for cell in Cell::<S>::all() {
            let shift = cell.row() % S::BOX_ROWS * S::BOX_COLUMNS + cell.band();
            values.flat_mut()[cell.index()] = ((shift + cell.column()) % S::SIDE + 1) as u8;
        }
        Self::assume_valid(values)
    }

    /// The digits, row-major, each 1..=`SIDE`. `CELLS` of them.
    #[inline]
    pub fn values(&self) -> &[u8] {
        self.values.flat()
    }

    /// The digit of a cell.
    #[inline]
    pub fn digit(&self, cell: Cell<S>) -> Digit {
        Digit::new(self.values.flat()[cell.index()]).expect("a solution grid has no empty cell")
    }

    /// Appends the one-line form: `CELLS` symbols, no line end.
    #[inline]
    pub fn push_line(&self, out: &mut Vec<u8>) {
        text::push_line::<S>(self.values(), out);
    }
}

/// Whether each of the digits stands once in every house.
fn is_solution<S: Shape>(values: &[u8]) -> bool {
    let all = S::ALL.bits() << 1;
    let mut columns = S::HouseArray::<u32>::filled(0);
    let columns = columns.flat_mut();
    let mut ok = true;
    for band in values.chunks_exact(S::BOX_ROWS * S::SIDE) {
        let mut in_band = S::HouseArray::<u32>::filled(0);
        let in_band = in_band.flat_mut();
        for row in band.chunks_exact(S::SIDE) {
            let mut in_row = 0;
            for ((&value, column), seen) in row.iter().zip(&mut *columns).zip(&mut *in_band) {
                let bit = 1_u32 << (value & 31);
                in_row |= bit;
                *column |= bit;
                *seen |= bit;
            }
            ok &= in_row == all;
        }
        for stack in in_band.chunks_exact(S::BOX_COLUMNS) {
            ok &= stack.iter().fold(0, |seen, bits| seen | bits) == all;
        }
    }
    ok && columns.iter().all(|&seen| seen == all)
}

impl<S: Shape> PartialEq for Grid<S> {
    fn eq(&self, other: &Self) -> bool {
        self.values() == other.values()
    }
}

impl<S: Shape> Eq for Grid<S> {}

impl<S: Shape> PartialOrd for Grid<S> {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// The order of the one-line forms.
impl<S: Shape> Ord for Grid<S> {
    fn cmp(&self, other: &Self) -> core::cmp::Ordering {
        self.values().cmp(other.values())
    }
}

impl<S: Shape> core::hash::Hash for Grid<S> {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.values().hash(state);
    }
}

impl TryFrom<[u8; 81]> for Grid {
    type Error = GridError;
    fn try_from(values: [u8; 81]) -> Result<Self, GridError> {
        Self::from_values(&values)
    }
}

impl<S: Shape> TryFrom<&Puzzle<S>> for Grid<S> {
    type Error = GridError<S>;
    fn try_from(puzzle: &Puzzle<S>) -> Result<Self, GridError<S>> {
        Self::from_values(puzzle.values())
    }
}

impl<S: Shape> fmt::Display for Grid<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        text::display::<S>(self.values(), f)
    }
}

impl<S: Shape> fmt::Debug for Grid<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Grid({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{B2x3, SHAPES, WithShape, with_shape};

    struct Base;
    impl WithShape for Base {
        type Output = ();
        fn run<S: Shape>(self) {
            let base = Grid::<S>::canonical_base();
            assert_eq!(Grid::from_values(base.values()), Ok(base));
            let mut values = base.values().to_vec();
            values.swap(0, 1);
            assert!(matches!(
                Grid::<S>::from_values(&values),
                Err(GridError::Conflicts(_))
            ));
            values[0] = 0;
            assert_eq!(
                Grid::<S>::from_values(&values),
                Err(GridError::Empty(Cell::new(0).unwrap()))
            );
            // Rows and columns right, boxes wrong: cyclic shifts by one.
            let cyclic: Vec<u8> = Cell::<S>::all()
                .map(|c| ((c.row() + c.column()) % S::SIDE + 1) as u8)
                .collect();
            assert!(Grid::<S>::from_values(&cyclic).is_err());
        }
    }

    #[test]
    fn only_solutions_are_grids() {
        for &size in SHAPES {
            with_shape(size, Base).unwrap();
        }
    }

    #[test]
    fn the_error_names_the_houses() {
        let error = Grid::<B2x3>::from_values(&[1; 36]).unwrap_err();
        assert!(
            error.to_string().starts_with("1 6 times in row 1: r1c1, r1c2"),
            "{error}"
        );
    }
}
