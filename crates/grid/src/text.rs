//! Text formats: one line a puzzle, and framed or bare multi-line grids.
//!
//! * One line: `CELLS` symbols; a digit is `1`..`9`, then `A`..`P`; an empty cell one of `0 . _ * ? -`.
//!   What follows a blank, tab, comma or semicolon is not part of the puzzle, and is kept.
//! * Multi-line: `SIDE` rows of `SIDE` symbols; blanks and the frame `| + - * =` are passed over, so an empty
//!   cell is one of `0 . _ ?`. Blank lines may stand between bands.
//! * `#` starts a comment line, `%` a title; empty lines, CRLF and a UTF-8 byte order mark are accepted.
//!
//! [`Reader`] cuts a stream into records without knowing how long it is; a [`Record`] becomes a puzzle, or an
//! error that says where. Lines and columns count from 1, columns in characters.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use crate::{B3x3, BoxSize, Cell, Digit, Flat, Grid, GridError, Puzzle, SHAPES, Shape, digit};

/// Appends the one-line form of row-major values.
#[inline]
pub(crate) fn push_line<S: Shape>(values: &[u8], out: &mut Vec<u8>) {
    let mut line = S::CellArray::filled(0_u8);
    let flat = line.flat_mut();
    if S::SIDE <= 9 {
        // No table: this vectorises.
        for (symbol, &value) in flat.iter_mut().zip(values) {
            *symbol = if value == 0 { b'.' } else { b'0' + value };
        }
    } else {
        for (symbol, &value) in flat.iter_mut().zip(values) {
            *symbol = digit::symbol(value);
        }
    }
    out.extend_from_slice(flat);
}

/// Appends one word a cell, row-major, framed, columns aligned, each line ended.
pub(crate) fn push_framed<S: Shape, W: AsRef<str>>(words: &[W], out: &mut Vec<u8>) {
    let width = words.iter().map(|word| word.as_ref().len()).max().unwrap_or(1);
    let rule = |out: &mut Vec<u8>| {
        for _ in 0..S::BOX_ROWS {
            out.push(b'+');
            out.extend(core::iter::repeat_n(b'-', (width + 1) * S::BOX_COLUMNS + 1));
        }
        out.extend_from_slice(b"+\n");
    };
    for (i, row) in words.chunks_exact(S::SIDE).enumerate() {
        if i % S::BOX_ROWS == 0 {
            rule(out);
        }
        for stack in row.chunks_exact(S::BOX_COLUMNS) {
            out.extend_from_slice(b"| ");
            for word in stack {
                out.extend_from_slice(word.as_ref().as_bytes());
                out.extend(core::iter::repeat_n(b' ', width + 1 - word.as_ref().len()));
            }
        }
        out.extend_from_slice(b"|\n");
    }
    rule(out);
}

/// One line, or with `#` the framed form without its last line end.
pub(crate) fn display<S: Shape>(values: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut out = Vec::new();
    if f.alternate() {
        let mut line = Vec::new();
        push_line::<S>(values, &mut line);
        let words: Vec<&str> = line
            .chunks(1)
            .map(core::str::from_utf8)
            .collect::<Result<_, _>>()
            .map_err(|_| fmt::Error)?;
        push_framed::<S, _>(&words, &mut out);
        out.pop();
    } else {
        push_line::<S>(values, &mut out);
    }
    f.pad(core::str::from_utf8(&out).map_err(|_| fmt::Error)?)
}

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
    /// So many cells fit two shapes; one must be named.
    Shape {
        /// Cells found.
        cells: usize,
    },
    /// Both `0` and another empty cell at 16x16: perhaps digits 0..F.
    Hexadecimal,
    /// More text after the puzzle.
    Trailing,
    /// A UTF-16 byte order mark.
    Utf16,
    /// Bytes that are no UTF-8.
    Utf8,
}

impl fmt::Display for ParseErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Empty => f.write_str("no puzzle"),
            Self::Symbol(symbol) => write!(f, "{symbol:?} is neither a digit nor an empty cell"),
            Self::Digit { digit, size } => write!(f, "digit {digit} is too large for boxes of {size}"),
            Self::Length { found, expected } => write!(f, "{found} cells, expected {expected}"),
            Self::RowLength { row, found, expected } => {
                write!(f, "row {row} has {found} cells, expected {expected}")
            }
            Self::Rows { found, expected } => write!(f, "the grid ends after {found} of {expected} rows"),
            Self::Shape { cells } => {
                write!(f, "{cells} cells fit more than one shape; name one:")?;
                let fitting = SHAPES
                    .iter()
                    .filter(|size| size.cells() == cells || size.side() == cells);
                for (i, size) in fitting.enumerate() {
                    write!(f, "{}{size}", if i == 0 { " " } else { " or " })?;
                }
                Ok(())
            }
            Self::Hexadecimal => f.write_str(
                "both 0 and another empty cell: if the digits are 0-F, write 1-9 A-G and . for an empty cell",
            ),
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

/// The value of a symbol: 0 for an empty cell.
#[inline]
const fn value_of(symbol: char) -> Option<u8> {
    match symbol {
        '0' | '.' | '_' | '*' | '?' | '-' => Some(0),
        _ => match Digit::from_symbol(symbol) {
            Some(digit) => Some(digit.get()),
            None => None,
        },
    }
}

/// Whether a character of a multi-line grid is no cell.
fn is_frame(symbol: char) -> bool {
    matches!(symbol, ' ' | '\t' | '|' | '+' | '-' | '*' | '=')
}

/// [`value_of`] for each byte, 255 where it is no cell.
const VALUES: [u8; 256] = {
    let mut values = [u8::MAX; 256];
    let mut byte = 0;
    while byte < 128 {
        if let Some(value) = value_of(byte as u8 as char) {
            values[byte] = value;
        }
        byte += 1;
    }
    values
};

fn ends_cells(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b',' | b';')
}

/// The cells of a one-line puzzle, before what is carried along.
fn cells_of(line: &str) -> &str {
    let line = line.trim_start();
    line.bytes().position(ends_cells).map_or(line, |end| &line[..end])
}

/// Whether a line starts with exactly so many bytes of cells: what nearly every line of a large file does.
fn is_plain_puzzle(line: &str, cells: usize) -> bool {
    let bytes = line.as_bytes();
    bytes.len() >= cells
        && bytes
            .get(cells)
            .is_none_or(|&byte| ends_cells(byte) || byte == b'\r')
        && bytes[..cells]
            .iter()
            .all(|&byte| VALUES[usize::from(byte)] != u8::MAX)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineKind {
    Blank,
    Comment,
    Title,
    Frame,
    /// One line with the right number of cells.
    Puzzle,
    /// A row with the right number of cells.
    Row,
    /// Neither.
    Other,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum RecordKind {
    Line,
    Block,
    Bad { column: usize, kind: ParseErrorKind },
}

#[derive(Clone, Debug)]
struct Span {
    line: usize,
    start: usize,
    end: usize,
    kind: RecordKind,
}

/// Records cut from a stream, with the text they came from: what a [`Reader`] fills.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    text: String,
    spans: Vec<Span>,
}

impl Batch {
    /// How many records.
    pub fn len(&self) -> usize {
        self.spans.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// The records in order.
    pub fn records(&self) -> impl ExactSizeIterator<Item = Record<'_>> {
        self.spans.iter().map(|span| Record {
            line: span.line,
            text: &self.text[span.start..span.end],
            kind: &span.kind,
        })
    }

    #[cfg(feature = "std")]
    fn clear(&mut self) {
        self.text.clear();
        self.spans.clear();
    }

    fn push(&mut self, line: usize, text: &str, kind: RecordKind) {
        let start = self.text.len();
        self.text.push_str(text);
        self.spans.push(Span {
            line,
            start,
            end: self.text.len(),
            kind,
        });
    }
}

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
                rest,
            });
        }
        let mut other_empty = None;
        let rest = self.scan::<S>(|cell, value, symbol, line, column| {
            flat[cell] = value;
            if S::SIDE == 16 && value == 0 && symbol != '0' {
                other_empty = Some((line, column));
            }
        })?;
        if let (16, Some((line, column))) = (S::SIDE, other_empty) {
            let zero = self.text[..self.text.len() - rest.len()].contains('0');
            if zero && !flat.contains(&16) {
                return Err(ParseError {
                    line,
                    column,
                    kind: ParseErrorKind::Hexadecimal,
                });
            }
        }
        Ok(Parsed {
            puzzle: Puzzle::from_checked(values),
            rest,
        })
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
        (ends && usize::from(largest) <= S::SIDE).then_some(rest)
    }

    /// Line and column where a cell of the puzzle stands, as [`Record::parse`] reads it.
    pub fn position<S: Shape>(&self, cell: Cell<S>) -> (usize, usize) {
        let mut position = (self.line, 1);
        // A record that does not parse has no cells: its start is all there is to say.
        let _ = self.scan::<S>(|index, _, _, line, column| {
            if index == cell.index() {
                position = (line, column);
            }
        });
        position
    }

    /// Calls `each` with index, value, symbol, line and column of every cell; returns the rest.
    fn scan<S: Shape>(&self, each: impl FnMut(usize, u8, char, usize, usize)) -> Result<&'a str, ParseError> {
        match self.kind {
            RecordKind::Line => self.scan_line::<S>(each),
            RecordKind::Block => self.scan_block::<S>(each).map(|()| ""),
            RecordKind::Bad { column, kind } => Err(self.error(self.line, *column, kind.clone())),
        }
    }

    #[allow(clippy::unused_self, reason = "reads better beside the other methods")]
    fn error(&self, line: usize, column: usize, kind: ParseErrorKind) -> ParseError {
        ParseError { line, column, kind }
    }

    fn scan_line<S: Shape>(
        &self,
        mut each: impl FnMut(usize, u8, char, usize, usize),
    ) -> Result<&'a str, ParseError> {
        let indent = self.text.len() - self.text.trim_start().len();
        let offset = self.text[..indent].chars().count() + 1;
        let cells = cells_of(self.text);
        for (i, symbol) in cells.chars().enumerate() {
            let value = value_in::<S>(symbol).map_err(|kind| self.error(self.line, offset + i, kind))?;
            if i < S::CELLS {
                each(i, value, symbol, self.line, offset + i);
            }
        }
        // Symbols are ASCII, so bytes are characters.
        if cells.len() != S::CELLS {
            let kind = ParseErrorKind::Length {
                found: cells.len(),
                expected: S::CELLS,
            };
            return Err(self.error(self.line, offset + cells.len().min(S::CELLS), kind));
        }
        Ok(&self.text[indent + cells.len()..])
    }

    fn scan_block<S: Shape>(
        &self,
        mut each: impl FnMut(usize, u8, char, usize, usize),
    ) -> Result<(), ParseError> {
        let (mut row, mut last) = (0, (self.line, 1));
        for (number, line) in (self.line..).zip(self.text.lines()) {
            if matches!(line.trim_start().chars().next(), None | Some('#')) || line.chars().all(is_frame) {
                continue;
            }
            let mut found = 0;
            for (i, symbol) in line.chars().enumerate() {
                if is_frame(symbol) {
                    continue;
                }
                let value = value_in::<S>(symbol).map_err(|kind| self.error(number, i + 1, kind))?;
                if row < S::SIDE && found < S::SIDE {
                    each(row * S::SIDE + found, value, symbol, number, i + 1);
                }
                found += 1;
                last = (number, i + 1);
            }
            row += 1;
            if found != S::SIDE {
                let kind = ParseErrorKind::RowLength {
                    row,
                    found,
                    expected: S::SIDE,
                };
                return Err(self.error(number, last.1, kind));
            }
        }
        if row != S::SIDE {
            let kind = ParseErrorKind::Rows {
                found: row,
                expected: S::SIDE,
            };
            return Err(self.error(last.0, last.1, kind));
        }
        Ok(())
    }
}

/// The value of a symbol at a shape.
#[inline]
fn value_in<S: Shape>(symbol: char) -> Result<u8, ParseErrorKind> {
    let value = value_of(symbol).ok_or(ParseErrorKind::Symbol(symbol))?;
    match Digit::new(value) {
        Some(_) if S::SIDE <= 9 && symbol.is_ascii_alphabetic() => Err(ParseErrorKind::Symbol(symbol)),
        Some(digit) if !S::ALL.contains(digit) => Err(ParseErrorKind::Digit { digit, size: S::SIZE }),
        _ => Ok(value),
    }
}

/// Cuts lines into records.
#[derive(Clone, Debug)]
struct Segmenter {
    size: Option<BoxSize>,
    /// A grid whose rows are still coming: its first line, where its text starts, and its rows so far.
    open: Option<(usize, usize, usize)>,
}

impl Segmenter {
    fn side(&self) -> usize {
        self.size.map_or(9, BoxSize::side)
    }

    /// The shape that only the number of cells tells, where just one shape of that number is square.
    fn square(cells: usize, count: impl Fn(&BoxSize) -> usize) -> Option<BoxSize> {
        SHAPES
            .iter()
            .find(|size| size.rows == size.columns && count(size) == cells)
            .copied()
    }

    fn classify(&mut self, line: &str) -> LineKind {
        if self.size.is_some_and(|size| is_plain_puzzle(line, size.cells())) {
            return LineKind::Puzzle;
        }
        let body = line.trim();
        match body.chars().next() {
            None => return LineKind::Blank,
            Some('#') => return LineKind::Comment,
            Some('%') => return LineKind::Title,
            _ => {}
        }
        let cells = cells_of(body).chars().count();
        let in_row = body.chars().filter(|&symbol| !is_frame(symbol)).count();
        let frame = in_row == 0;
        let Some(size) = self.size else {
            // The first puzzle decides. Sixteen cells are a 4x4 puzzle, or a row of 16x16.
            let small = || {
                cells_of(body)
                    .chars()
                    .all(|c| value_of(c).is_none_or(|value| value <= 4))
            };
            let short_frame = frame && cells < 81;
            if let (Some(size), false) = (Self::square(cells, |size| size.cells()), short_frame)
                && (cells != 16 || small())
            {
                self.size = Some(size);
                return LineKind::Puzzle;
            }
            return match Self::square(in_row, |size| size.side()) {
                _ if frame => LineKind::Frame,
                Some(size) if looks_like_row(body, size) => {
                    self.size = Some(size);
                    LineKind::Row
                }
                _ => LineKind::Other,
            };
        };
        match () {
            () if cells == size.cells() => LineKind::Puzzle,
            () if frame => LineKind::Frame,
            () if in_row == size.side() => LineKind::Row,
            () => LineKind::Other,
        }
    }

    /// Takes the next line, without its end.
    fn push(&mut self, number: usize, line: &str, batch: &mut Batch) {
        let kind = self.classify(line);
        let between_bands = self
            .open
            .is_some_and(|(_, _, rows)| rows % self.size.map_or(3, |s| usize::from(s.rows)) == 0);
        match kind {
            LineKind::Comment => self.append(line, batch),
            LineKind::Blank if between_bands => self.append(line, batch),
            LineKind::Frame if self.open.is_some() => self.append(line, batch),
            LineKind::Blank | LineKind::Title => self.close(batch),
            LineKind::Frame => {}
            LineKind::Puzzle => {
                self.close(batch);
                batch.push(number, line.trim_end(), RecordKind::Line);
            }
            LineKind::Row | LineKind::Other if self.open.is_some() => self.row(line, batch),
            LineKind::Row => {
                self.open = Some((number, batch.text.len(), 0));
                self.row(line, batch);
            }
            LineKind::Other => {
                let body = line.trim();
                let cells = cells_of(body).chars().count();
                let in_row = body.chars().filter(|&symbol| !is_frame(symbol)).count();
                let fits = |count: fn(&BoxSize) -> usize, n| SHAPES.iter().any(|size| count(size) == n);
                let kind = match self.size {
                    None if fits(|size| size.cells(), cells) => RecordKind::Bad {
                        column: 1,
                        kind: ParseErrorKind::Shape { cells },
                    },
                    None if fits(|size| size.side(), in_row) && body.chars().all(is_cell_or_frame) => {
                        RecordKind::Bad {
                            column: 1,
                            kind: ParseErrorKind::Shape { cells: in_row },
                        }
                    }
                    _ => RecordKind::Line,
                };
                batch.push(number, line.trim_end(), kind);
            }
        }
    }

    fn append(&self, line: &str, batch: &mut Batch) {
        if self.open.is_some() {
            batch.text.push_str(line);
            batch.text.push('\n');
        }
    }

    fn row(&mut self, line: &str, batch: &mut Batch) {
        self.append(line, batch);
        let side = self.side();
        if let Some((_, _, rows)) = &mut self.open {
            *rows += 1;
            if *rows == side {
                self.close(batch);
            }
        }
    }

    /// Ends a grid whose rows were coming.
    fn close(&mut self, batch: &mut Batch) {
        if let Some((line, start, _)) = self.open.take() {
            batch.spans.push(Span {
                line,
                start,
                end: batch.text.len(),
                kind: RecordKind::Block,
            });
        }
    }
}

/// Whether a line is a row of that shape with few mistakes, and not a word that happens to be as long.
fn looks_like_row(line: &str, size: BoxSize) -> bool {
    let side = size.side();
    let fits = |symbol| match value_of(symbol) {
        Some(value) => usize::from(value) <= side && (side > 9 || !symbol.is_ascii_alphabetic()),
        None => false,
    };
    let mistakes = line.chars().filter(|&symbol| !is_frame(symbol) && !fits(symbol));
    mistakes.count() <= side / 8
}

fn is_cell_or_frame(symbol: char) -> bool {
    is_frame(symbol) || value_of(symbol).is_some()
}

/// Reads puzzles from a stream, batch by batch, in constant memory.
///
/// ```
/// use gridwright_grid::{B2x2, text::{Batch, Reader}};
///
/// let input = "# two puzzles\n1...............\tfirst\n12|..\n..|..\n--+--\n..|..\n..|.4\n";
/// let mut reader = Reader::new(input.as_bytes(), None);
/// let mut batch = Batch::default();
/// assert!(reader.read_batch(&mut batch, 100)?);
/// let clues: Vec<_> =
///     batch.records().map(|r| Ok(r.parse::<B2x2>()?.puzzle.clues())).collect::<Result<_, gridwright_grid::ParseError>>()?;
/// assert_eq!(clues, [1, 3]);
/// assert!(!reader.read_batch(&mut batch, 100)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[cfg(feature = "std")]
#[derive(Debug)]
pub struct Reader<R> {
    input: R,
    segmenter: Segmenter,
    number: usize,
    buffer: Vec<u8>,
    ended: bool,
}

#[cfg(feature = "std")]
impl<R: std::io::BufRead> Reader<R> {
    /// A reader of puzzles of that shape; without one, the first puzzle decides.
    pub fn new(input: R, size: Option<BoxSize>) -> Self {
        let segmenter = Segmenter { size, open: None };
        Self {
            input,
            segmenter,
            number: 0,
            buffer: Vec::new(),
            ended: false,
        }
    }

    /// The shape: the one given, or that of the first puzzle once it has been read.
    pub fn size(&self) -> Option<BoxSize> {
        self.segmenter.size
    }

    /// Replaces the batch by the next `max` records (one more where a broken grid ends at the next puzzle).
    /// False when there was none left.
    ///
    /// # Errors
    ///
    /// When the stream cannot be read. Text that is no puzzle is a record, not an error.
    pub fn read_batch(&mut self, batch: &mut Batch, max: usize) -> std::io::Result<bool> {
        batch.clear();
        while !self.ended && (batch.len() < max || self.segmenter.open.is_some()) {
            self.buffer.clear();
            if self.input.read_until(b'\n', &mut self.buffer)? == 0 {
                self.ended = true;
                self.segmenter.close(batch);
                break;
            }
            self.number += 1;
            let mut bytes = self.buffer.strip_suffix(b"\n").unwrap_or(&self.buffer);
            if self.number == 1 {
                if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
                    batch.push(
                        1,
                        "",
                        RecordKind::Bad {
                            column: 1,
                            kind: ParseErrorKind::Utf16,
                        },
                    );
                    self.ended = true;
                    break;
                }
                bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
            }
            match core::str::from_utf8(bytes) {
                Ok(line) => self.segmenter.push(self.number, line, batch),
                Err(error) => {
                    self.segmenter.close(batch);
                    let valid = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
                    let column = valid.chars().count() + 1;
                    batch.push(
                        self.number,
                        "",
                        RecordKind::Bad {
                            column,
                            kind: ParseErrorKind::Utf8,
                        },
                    );
                }
            }
        }
        Ok(!batch.is_empty())
    }
}

/// Reads the single puzzle of a text.
fn parse_only<S: Shape>(text: &str) -> Result<Puzzle<S>, ParseError> {
    let mut segmenter = Segmenter {
        size: Some(S::SIZE),
        open: None,
    };
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
