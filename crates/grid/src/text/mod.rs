//! Text formats, told apart by what they hold.
//!
//! **One line**, `CELLS` symbols: a digit is `1`..`9`, then `A`..`P`; an empty cell one of `0 . _ * ? -`. Where
//! no shape needs letters and a line has no digit, `a` is 1, `b` is 2 and so on. What follows a blank, tab,
//! comma or semicolon is not part of the puzzle, and is kept. Further forms of one line:
//!
//! * *Puzzle and solution*: `2 CELLS` symbols. The solution must be one, and agree with the givens.
//! * *Candidates*: `CELLS x SIDE` symbols, for each cell digit d or an empty cell at place d. A given is one
//!   digit among `_`, so `____5____` is a given and `....5....` a cell with one candidate left.
//! * *Library*: `:technique:digits:cells:deleted:...`, or `cells:deleted:...`, or `cells deleted: ...`. `+` stands
//!   before a digit that is placed, not given; `deleted` lists candidates that are gone, each as digit, row and
//!   column. What follows its next colon is kept.
//!
//! **Several lines**, `SIDE` rows. Blanks and the frame `| + - * = : , ; '` are passed over, so an empty cell is
//! one of `0 . _ ?`; the corners of a frame may be dots. Blank lines may stand between bands. Two kinds:
//!
//! * *Grid*: `SIDE` symbols a row.
//! * *Pencilmarks*: `SIDE` groups of candidates a row, apart by blanks or frames, or each in `[ ]`, `{ }` or
//!   `( )`, then also all cells on one line. `<5>` is a given, `*5*` a digit that is placed, `{}` a cell without
//!   candidates; any other group of one digit is a cell with one candidate left, not a given. A grid is
//!   pencilmarks where some cell has brackets, or several digits and none is the symbol of an empty cell.
//!
//! A 16x16 puzzle that may have digits 0-F is refused: one without `G` that has both `0` and another empty cell,
//! or no empty cell but `0`, 1 to 16 times, as a solved grid has. With more zeros, they are empty cells.
//!
//! Candidates that givens exclude need not be listed: with them or without, the puzzle is the same.
//!
//! `#` starts a comment line, `%` a title; `[Puzzle]` the part of a file that is read, and further names in
//! brackets those after it that are not: each `SIDE` rows or one line, at most up to the next empty line, comment
//! or anything else that is no row. Empty lines, CRLF and a UTF-8 byte order mark are accepted. Bytes that are
//! no UTF-8 are an error only where they stand for cells; elsewhere they are read as U+FFFD.
//!
//! The first line but comments may name the columns of a table, apart by commas: the first is one of `puzzle`,
//! `puzzles`, `quizzes`, `quiz`, `question`, `grid` and `sudoku`, in any case, and may be the only one.
//!
//! [`Reader`] cuts a stream into records without knowing how long it is; a [`Record`] becomes a puzzle, or an
//! error that says where. Lines and columns count from 1, columns in characters.

mod block;
mod draft;
mod error;
mod group;
mod line;
#[cfg(feature = "std")]
mod reader;
mod segment;
mod symbol;
mod write;

use alloc::vec::Vec;
use core::str::FromStr;

pub use self::error::{GridParseError, ParseError, ParseErrorKind};
#[cfg(feature = "std")]
pub use self::reader::Reader;
pub use self::segment::Batch;
pub use self::symbol::letters_are_free;
pub(crate) use self::write::{display, push_framed, push_letters, push_line};

use self::draft::{Draft, Line};
use self::segment::{RecordKind, Segmenter};
use self::symbol::{VALUES, ends_cells};
use crate::{B3x3, Cell, Flat, Grid, Puzzle, Shape};

/// One puzzle of a stream, as text: a line, or the lines of a grid.
#[derive(Clone, Copy, Debug)]
pub struct Record<'a> {
    line: usize,
    text: &'a str,
    kind: &'a RecordKind,
}

/// A puzzle that was read.
#[derive(Clone, Debug)]
pub struct Parsed<'a, S: Shape = B3x3> {
    /// The puzzle; its givens may contradict each other.
    pub puzzle: Puzzle<S>,
    /// The cells whose values are marked as placed by a solver, not given: in the puzzle they are givens too.
    pub placed: Vec<Cell<S>>,
    /// The solution that follows the puzzle without a gap.
    pub solution: Option<Grid<S>>,
    /// What stands before the cells of a library line, as `:0300:3:`.
    pub label: &'a str,
    /// What follows it on its line, the separator included; empty after a multi-line grid.
    pub rest: &'a str,
}

impl<'a> Record<'a> {
    /// The line on which it starts, from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The text, lines ended by `\n`.
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// Reads it as a puzzle of that shape.
    ///
    /// # Errors
    ///
    /// At the first place that is wrong.
    pub fn parse<S: Shape>(&self) -> Result<Parsed<'a, S>, ParseError> {
        let mut values = S::CellArray::filled(0_u8);
        let flat = values.flat_mut();
        if let Some(rest) = self.plain_line::<S>(flat) {
            return Ok(Parsed {
                puzzle: Puzzle::from_checked(values),
                placed: Vec::new(),
                solution: None,
                label: "",
                rest,
            });
        }
        let mut draft = Draft::new();
        self.draft(&mut draft)?;
        draft.finish()
    }

    fn draft<S: Shape>(&self, draft: &mut Draft<'a, S>) -> Result<(), ParseError> {
        let first = Line {
            number: self.line,
            text: self.text,
        };
        match self.kind {
            RecordKind::Line => line::read(first, draft),
            RecordKind::Block => block::read(first, draft),
            RecordKind::Bad { column, kind } => Err(ParseError {
                line: self.line,
                column: *column,
                kind: kind.clone(),
            }),
        }
    }

    /// The common case of [`Record::parse`], fast: one line without indent and without fault.
    fn plain_line<S: Shape>(&self, values: &mut [u8]) -> Option<&'a str> {
        // 16x16 is looked at symbol by symbol.
        if *self.kind != RecordKind::Line || S::SIDE == 16 {
            return None;
        }
        let (cells, rest) = self.text.split_at_checked(S::CELLS)?;
        let mut largest = 0;
        for (value, byte) in values.iter_mut().zip(cells.bytes()) {
            *value = VALUES[usize::from(byte)];
            largest = largest.max(*value);
        }
        let ends = rest.bytes().next().is_none_or(ends_cells);
        let whole = !rest.trim_start().starts_with(line::DELETED);
        (ends && usize::from(largest) <= S::SIDE && whole).then_some(rest)
    }

    /// Line and column where a cell of the puzzle stands, as [`Record::parse`] reads it.
    pub fn position<S: Shape>(&self, cell: Cell<S>) -> (usize, usize) {
        let mut draft = Draft::<S>::new();
        // A record that does not parse has no cells: its start is all there is to say.
        match self.draft(&mut draft) {
            Ok(()) => draft.places.flat()[cell.index()],
            Err(_) => (self.line, 1),
        }
    }
}

/// Reads the single puzzle of a text.
fn parse_only<S: Shape>(text: &str) -> Result<Puzzle<S>, ParseError> {
    let mut segmenter = Segmenter::new(Some(S::SIZE));
    let mut batch = Batch::default();
    for (i, line) in text.strip_prefix('\u{feff}').unwrap_or(text).lines().enumerate() {
        segmenter.push(i + 1, line, &mut batch);
    }
    segmenter.close(&mut batch);
    let mut records = batch.records();
    let error = |line, kind| ParseError {
        line,
        column: 1,
        kind,
    };
    let record = records.next().ok_or(error(1, ParseErrorKind::Empty))?;
    let parsed = record.parse::<S>()?;
    match records.next() {
        Some(next) => Err(error(next.line, ParseErrorKind::Trailing)),
        None => Ok(parsed.puzzle),
    }
}

/// Either text form; what follows a one-line puzzle after a blank, tab, comma or semicolon is ignored.
impl<S: Shape> FromStr for Puzzle<S> {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        parse_only(text)
    }
}

/// Either text form, complete and valid.
impl<S: Shape> FromStr for Grid<S> {
    type Err = GridParseError<S>;
    fn from_str(text: &str) -> Result<Self, GridParseError<S>> {
        let puzzle = parse_only::<S>(text).map_err(GridParseError::Parse)?;
        Grid::try_from(&puzzle).map_err(GridParseError::Grid)
    }
}
