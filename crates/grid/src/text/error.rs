//! What can be wrong with a text.

use alloc::string::String;
use core::fmt;

use crate::{B3x3, BoxSize, Digit, GridError, SHAPES, Shape};

/// Why a text is no puzzle, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// The reason.
    pub kind: ParseErrorKind,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.kind)
    }
}

impl core::error::Error for ParseError {}

/// Why a text is no puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// Nothing but comments and empty lines.
    Empty,
    /// A character that is neither a digit nor an empty cell.
    Symbol(char),
    /// A digit that the shape does not have.
    Digit {
        /// The digit.
        digit: Digit,
        /// The size of its boxes.
        size: BoxSize,
    },
    /// One line with too few or too many cells.
    Length {
        /// Cells found.
        found: usize,
        /// Cells of the shape.
        expected: usize,
    },
    /// A row of a multi-line grid with too few or too many cells.
    RowLength {
        /// Row, from 1.
        row: usize,
        /// Cells found.
        found: usize,
        /// Cells of a row.
        expected: usize,
    },
    /// A multi-line grid that ends too early.
    Rows {
        /// Rows found.
        found: usize,
        /// Rows of the shape.
        expected: usize,
    },
    /// So many cells, of a line or a row, fit more than one shape, or are not surely cells: one must be named.
    Shape {
        /// Cells found.
        cells: usize,
    },
    /// At 16x16 without `G`, both `0` and another empty cell, or no empty cell but 16 `0` or fewer: perhaps
    /// digits 0..F.
    Hexadecimal {
        /// Whether there is no other empty cell: a solved grid.
        solved: bool,
    },
    /// A digit in a line of candidates that does not stand at its place.
    Place {
        /// The digit.
        digit: Digit,
        /// The digit whose place it is.
        place: Digit,
    },
    /// A digit twice among the candidates of a cell.
    Twice(Digit),
    /// A cell marked as a given that holds more or less than one digit.
    Given,
    /// What should be a deleted candidate of a library line: its digit, row and column.
    Deleted,
    /// An empty cell in the solution that follows a puzzle.
    SolutionEmpty,
    /// The solution that follows a puzzle contradicts itself; how.
    SolutionConflict(String),
    /// The solution that follows a puzzle has another digit than it.
    SolutionDiffers {
        /// The given of the puzzle.
        given: Digit,
        /// The digit of the solution.
        found: Digit,
    },
    /// More text after the puzzle.
    Trailing,
    /// A UTF-16 byte order mark.
    Utf16,
    /// Bytes that are no UTF-8, among the cells.
    Utf8,
}

impl fmt::Display for ParseErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("no puzzle"),
            Self::Symbol(symbol) => write!(f, "{symbol:?} is neither a digit nor an empty cell"),
            Self::Digit { digit, size } => write!(f, "digit {digit} is too large for boxes of {size}"),
            Self::Length { found, expected } => write!(f, "{found} cells, expected {expected}"),
            Self::RowLength { row, found, expected } => {
                write!(f, "row {row} has {found} cells, expected {expected}")
            }
            Self::Rows { found, expected } => write!(f, "the grid ends after {found} of {expected} rows"),
            Self::Shape { cells } => {
                let fitting = SHAPES
                    .iter()
                    .filter(|size| [size.cells(), size.side()].contains(cells));
                match fitting.clone().count() {
                    1 => write!(
                        f,
                        "{cells} cells may be a grid or not; if they are, name the shape:"
                    )?,
                    _ => write!(f, "{cells} cells fit more than one shape; name one:")?,
                }
                for (i, size) in fitting.enumerate() {
                    write!(f, "{}{size}", if i == 0 { " " } else { " or " })?;
                }
                Ok(())
            }
            Self::Hexadecimal { solved: true } => f.write_str(
                "no empty cell but 16 or fewer 0, and no G: if this is a solved grid of 0-F, write 1-9 A-G",
            ),
            Self::Hexadecimal { solved: false } => f.write_str(
                "both 0 and another empty cell: if the digits are 0-F, write 1-9 A-G and . for an empty cell",
            ),
            Self::Place { digit, place } => write!(f, "{digit} stands at the place of candidate {place}"),
            Self::Twice(digit) => write!(f, "{digit} twice in a cell"),
            Self::Given => f.write_str("a given is one digit"),
            Self::Deleted => f.write_str("expected digit, row and column of a deleted candidate"),
            Self::SolutionEmpty => f.write_str("an empty cell in the solution"),
            Self::SolutionConflict(conflict) => write!(f, "the solution has {conflict}"),
            Self::SolutionDiffers { given, found } => {
                write!(f, "the solution has {found} where the puzzle has {given}")
            }
            Self::Trailing => f.write_str("more text after the puzzle"),
            Self::Utf16 => f.write_str("not UTF-8 (UTF-16 byte order mark found): save the file as UTF-8"),
            Self::Utf8 => f.write_str("not UTF-8 text"),
        }
    }
}

/// Why a text is no solution grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GridParseError<S: Shape = B3x3> {
    /// No puzzle either.
    Parse(ParseError),
    /// A puzzle, but no solution grid.
    Grid(GridError<S>),
}

impl<S: Shape> fmt::Display for GridParseError<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parse(error) => error.fmt(f),
            Self::Grid(error) => error.fmt(f),
        }
    }
}

impl<S: Shape> core::error::Error for GridParseError<S> {}
