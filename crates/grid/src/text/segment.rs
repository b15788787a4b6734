//! Where in a stream a puzzle starts and ends.

use alloc::string::String;
use alloc::vec::Vec;

use super::Record;
use super::group::{Census, Group, groups};
use super::line::{library_cells, library_start, opens_brackets};
use super::symbol::{VALUES, cells_of, ends_cells, is_frame, is_frame_line, value_of};
use crate::{BoxSize, ParseErrorKind, SHAPES};

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
    /// The name of a part of a file; whether that of the puzzle.
    Section(bool),
    Frame,
    /// One line with the right number of cells.
    Puzzle,
    /// A row with the right number of cells.
    Row,
    /// Neither.
    Other,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RecordKind {
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

/// Records cut from a stream, with the text they came from: what a [`Reader`](super::Reader) fills.
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
    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.spans.clear();
    }

    pub(super) fn push(&mut self, line: usize, text: &str, kind: RecordKind) {
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

/// Cuts lines into records.
#[derive(Clone, Debug)]
pub(super) struct Segmenter {
    pub(super) size: Option<BoxSize>,
    /// A grid whose rows are still coming: its first line, where its text starts, and its rows so far.
    open: Option<(usize, usize, usize)>,
    section: Section,
    /// Of a grid whose shape must be named: cells of a row, and how many rows may still come.
    unnamed: (usize, usize),
    /// Some line was neither empty nor a comment.
    begun: bool,
}

/// Where in a file with named parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Section {
    /// The puzzle of this file has not been named.
    Any,
    Puzzle,
    /// A part after the puzzle, of which so many rows have been passed over.
    Other(usize),
    /// After such a part.
    Past,
}

impl Segmenter {
    pub(super) fn new(size: Option<BoxSize>) -> Self {
        Self {
            size,
            open: None,
            section: Section::Any,
            unnamed: (0, 0),
            begun: false,
        }
    }

    #[cfg(feature = "std")]
    pub(super) fn is_open(&self) -> bool {
        self.open.is_some()
    }

    fn side(&self) -> usize {
        self.size.map_or(9, BoxSize::side)
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
            _ if !self.begun && is_header(body) => return LineKind::Title,
            _ => {}
        }
        if let Some(name) = section_name(body) {
            return LineKind::Section(name.eq_ignore_ascii_case("puzzle"));
        }
        let census = Census::of(body);
        let Some(size) = self.size else {
            let (size, kind) = first_kind(body, &census);
            self.size = size;
            return kind;
        };
        let (run, cells) = (cells_of(body), size.cells());
        let length = run.chars().count();
        let library = library_start(body).is_some_and(|start| library_cells(&body[start..]).1 == cells);
        let brackets = opens_brackets(body);
        let lengths = [cells, 2 * cells, cells * size.side()];
        let one_line = lengths.contains(&length) && !brackets && !run.contains('|');
        match () {
            () if library => LineKind::Puzzle,
            () if brackets && census.groups >= cells => LineKind::Puzzle,
            () if one_line || census.groups == cells => LineKind::Puzzle,
            () if is_frame_line(body) => LineKind::Frame,
            // Whatever stands between bars is meant as a row.
            () if census.is_row(size.side()) || body.starts_with('|') && body.ends_with('|') => LineKind::Row,
            () => LineKind::Other,
        }
    }

    /// Takes the next line, without its end.
    pub(super) fn push(&mut self, number: usize, line: &str, batch: &mut Batch) {
        let kind = self.classify(line);
        self.begun |= !matches!(kind, LineKind::Blank | LineKind::Comment);
        if self.passes_over(kind, line) {
            return;
        }
        let between_bands = self
            .open
            .is_some_and(|(_, _, rows)| rows % self.size.map_or(3, |s| usize::from(s.rows)) == 0);
        match kind {
            LineKind::Comment => self.append(line, batch),
            LineKind::Blank if between_bands => self.append(line, batch),
            LineKind::Frame if self.open.is_some() => self.append(line, batch),
            LineKind::Blank | LineKind::Title => self.close(batch),
            LineKind::Frame => {}
            LineKind::Section(puzzle) => {
                self.close(batch);
                self.section = match self.section {
                    _ if puzzle => Section::Puzzle,
                    Section::Any => Section::Any,
                    Section::Puzzle | Section::Other(_) | Section::Past => Section::Other(0),
                };
            }
            LineKind::Puzzle => {
                self.close(batch);
                batch.push(number, line.trim_end(), RecordKind::Line);
            }
            LineKind::Row | LineKind::Other if self.open.is_some() => self.row(line, batch),
            LineKind::Row => {
                self.open = Some((number, batch.text.len(), 0));
                self.row(line, batch);
            }
            LineKind::Other => self.other(number, line, batch),
        }
    }

    /// A line that is neither a puzzle nor a row of a grid.
    fn other(&mut self, number: usize, line: &str, batch: &mut Batch) {
        let mut kind = RecordKind::Line;
        if self.size.is_none() {
            let row = row_to_name(line.trim());
            // One error for all the rows of a grid.
            self.unnamed = match (row, self.unnamed) {
                (Some(cells), (side, rows)) if cells == side && rows > 0 => {
                    self.unnamed.1 -= 1;
                    return;
                }
                (row, _) => row.map_or((0, 0), |cells| (cells, cells - 1)),
            };
            if let Some(cells) = line_to_name(line.trim()).or(row) {
                kind = RecordKind::Bad {
                    column: 1,
                    kind: ParseErrorKind::Shape { cells },
                };
            }
        }
        batch.push(number, line.trim_end(), kind);
    }

    /// Whether a line belongs to a part of the file that is not read: one grid at most, without blank lines.
    fn passes_over(&mut self, kind: LineKind, line: &str) -> bool {
        let rows = match self.section {
            Section::Any | Section::Puzzle => return false,
            _ if matches!(kind, LineKind::Comment | LineKind::Title) => {
                self.section = Section::Any;
                return false;
            }
            Section::Past => return false,
            Section::Other(rows) => rows,
        };
        let passed = match kind {
            LineKind::Row => 1,
            LineKind::Puzzle if rows == 0 => self.side(),
            // Lists of candidates, of which some may be empty.
            LineKind::Frame | LineKind::Other if is_list(line) => 1,
            _ => 0,
        };
        self.section = match rows + passed {
            _ if passed == 0 => Section::Past,
            rows if rows >= self.side() => Section::Past,
            rows => Section::Other(rows),
        };
        passed > 0
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
    pub(super) fn close(&mut self, batch: &mut Batch) {
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

/// The square shape of which a number tells.
fn square(number: usize, count: impl Fn(BoxSize) -> usize) -> Option<BoxSize> {
    SHAPES
        .iter()
        .copied()
        .find(|&size| size.rows == size.columns && count(size) == number)
}

/// What a line is before the shape is known, and the shape if the line decides it.
fn first_kind(body: &str, census: &Census) -> (Option<BoxSize>, LineKind) {
    let frame = is_frame_line(body);
    if let Some(size) = first_puzzle(body, census, frame) {
        (Some(size), LineKind::Puzzle)
    } else if frame {
        (None, LineKind::Frame)
    } else if let Some(size) = first_row(body, census) {
        (Some(size), LineKind::Row)
    } else {
        (None, LineKind::Other)
    }
}

/// The shape of a one-line puzzle.
fn first_puzzle(body: &str, census: &Census, frame: bool) -> Option<BoxSize> {
    let all_fit = |run: &str, size: BoxSize| run.chars().all(|symbol| fits(symbol, size.side()));
    if opens_brackets(body) {
        let cells = groups(body).take_while(Group::has_brackets);
        return square(cells.clone().count(), BoxSize::cells)
            .filter(|size| cells.clone().all(|group| group.is_cell(size.side())));
    }
    let run = cells_of(body);
    let length = run.chars().count();
    if let Some(start) = library_start(body) {
        let (cells, found) = library_cells(&body[start..]);
        let size = square(found, BoxSize::cells)?;
        return cells
            .chars()
            .all(|symbol| symbol == '+' || fits(symbol, size.side()))
            .then_some(size);
    }
    if let Some(size) = square(length, BoxSize::cells)
        // Sixteen cells are a 4x4 puzzle, or a row of 16x16; few dashes are a frame.
        && (length != 16 || all_fit(run, size))
        && !(frame && length < 81)
    {
        return Some(size);
    }
    if let Some(size) = square(length, |size| 2 * size.cells())
        && (all_fit(run, size) || run.chars().all(|symbol| fits_as_letter(symbol, size.side())))
        && run
            .chars()
            .skip(size.cells())
            .all(|symbol| value_of(symbol) != Some(0))
    {
        return Some(size);
    }
    let place = |(i, symbol): (usize, char), side: usize| {
        value_of(symbol).is_some_and(|value| value == 0 || usize::from(value) == i % side + 1)
    };
    if let Some(size) = square(length, |size| size.cells() * size.side())
        && SHAPES.iter().all(|size| size.cells() != length)
        && run.chars().enumerate().all(|symbol| place(symbol, size.side()))
    {
        return Some(size);
    }
    let marks = |&size: &BoxSize| {
        (census.is_marks(size.cells()) || census.groups == census.symbols && census.groups >= 81)
            && groups(body).all(|group| group.is_cell(size.side()))
    };
    square(census.groups, BoxSize::cells).filter(marks)
}

/// The shape of a row with few mistakes.
fn first_row(body: &str, census: &Census) -> Option<BoxSize> {
    let marks = |size: &BoxSize| {
        let mistakes = groups(body).filter(|group| !group.is_cell(size.side()));
        census.is_marks(size.side()) && mistakes.count() <= size.side() / 8
    };
    square(census.groups, BoxSize::side)
        .filter(marks)
        .or_else(|| square(census.symbols, BoxSize::side).filter(|&size| looks_like_row(body, size)))
        .or_else(|| square(census.symbols, BoxSize::side).filter(|&size| is_row_of_letters(body, size)))
}

/// Whether a line is a row of letters that stand for digits, each but once: hardly any word is, at 9x9.
fn is_row_of_letters(line: &str, size: BoxSize) -> bool {
    let mut seen = [false; 9];
    size.side() == 9
        && line.chars().filter(|&symbol| !is_frame(symbol)).all(|symbol| {
            let letter = (symbol.to_ascii_lowercase() as usize).wrapping_sub('a' as usize);
            value_of(symbol) == Some(0)
                || seen
                    .get_mut(letter)
                    .is_some_and(|seen| !core::mem::replace(seen, true))
        })
}

/// The cells of what may be a one-line puzzle of a shape that must be named.
fn line_to_name(body: &str) -> Option<usize> {
    let cells = cells_of(body).chars().count();
    SHAPES.iter().any(|size| size.cells() == cells).then_some(cells)
}

/// The cells of what may be a row, of symbols or of pencilmarks, of a shape that must be named.
fn row_to_name(body: &str) -> Option<usize> {
    let census = Census::of(body);
    let is_side = |cells| SHAPES.iter().any(|size| size.side() == cells);
    let (symbols, marks) = (census.symbols, census.groups);
    if is_side(marks) && census.is_marks(marks) && groups(body).all(|group| group.is_cell(marks)) {
        Some(marks)
    } else {
        (is_side(symbols) && body.chars().all(is_cell_or_frame)).then_some(symbols)
    }
}

/// Whether a symbol is a cell of a shape with so many digits, letters being digits above 9.
fn fits(symbol: char, side: usize) -> bool {
    let letters = side > 9 || !symbol.is_ascii_alphabetic();
    value_of(symbol).is_some_and(|value| usize::from(value) <= side && letters)
}

/// Whether a symbol is an empty cell, or a letter that stands for a digit of such a shape.
fn fits_as_letter(symbol: char, side: usize) -> bool {
    let letters = b"abcdefghi";
    let letter = letters
        .iter()
        .position(|&letter| symbol.eq_ignore_ascii_case(&char::from(letter)));
    side <= letters.len() && (value_of(symbol) == Some(0) || letter.is_some_and(|letter| letter < side))
}

/// The name in a line like `[Puzzle]`.
fn section_name(body: &str) -> Option<&str> {
    let name = body.strip_prefix('[')?.strip_suffix(']')?;
    (name.starts_with(|c: char| c.is_ascii_alphabetic()) && !name.contains(['[', ']'])).then_some(name)
}

/// Whether a line names the columns of a table of puzzles.
fn is_header(body: &str) -> bool {
    const PUZZLE: [&str; 7] = [
        "puzzle", "puzzles", "quizzes", "quiz", "question", "grid", "sudoku",
    ];
    let mut names = body.split(',').map(|name| name.trim().trim_matches('"'));
    names
        .next()
        .is_some_and(|first| PUZZLE.iter().any(|name| first.eq_ignore_ascii_case(name)))
        && names.all(|name| name.is_empty() || name.contains(char::is_alphabetic))
}

/// Whether a line is a row of that shape with few mistakes, and not a word that happens to be as long.
fn looks_like_row(line: &str, size: BoxSize) -> bool {
    let side = size.side();
    let mistakes = line
        .chars()
        .filter(|&symbol| !is_frame(symbol) && !fits(symbol, side));
    mistakes.count() <= side / 8
}

/// Whether a line holds figures between commas.
fn is_list(line: &str) -> bool {
    line.contains(',')
        && line
            .chars()
            .all(|symbol| matches!(symbol, ',' | ' ' | '\t' | '\r') || value_of(symbol).is_some())
}

fn is_cell_or_frame(symbol: char) -> bool {
    is_frame(symbol) || value_of(symbol).is_some()
}
