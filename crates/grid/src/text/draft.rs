//! A puzzle while it is being read.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::Parsed;
use super::group::{Around, Group};
use crate::{Cell, Digit, DigitSet, Flat, Grid, ParseError, ParseErrorKind, Puzzle, Shape};

/// A line of text and its number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    pub(super) number: usize,
    pub(super) text: &'a str,
}

impl Line<'_> {
    /// The column of a byte, from 1.
    pub(super) fn column(&self, byte: usize) -> usize {
        self.text[..byte].chars().count() + 1
    }

    pub(super) fn error(&self, byte: usize, kind: ParseErrorKind) -> ParseError {
        ParseError {
            line: self.number,
            column: self.column(byte),
            kind,
        }
    }
}

/// What has been read of a puzzle.
#[derive(Debug)]
pub(super) struct Draft<'a, S: Shape> {
    values: S::CellArray<u8>,
    /// Line and column of each cell.
    pub(super) places: S::CellArray<(usize, usize)>,
    marks: Option<Box<S::CellArray<DigitSet>>>,
    placed: Vec<Cell<S>>,
    /// How many cells are empty as `0`, and where the last is.
    zeros: usize,
    last_zero: (usize, usize),
    /// The last cell that is empty in another way.
    other_empty: Option<(usize, usize)>,
    pub(super) solution: Option<Grid<S>>,
    pub(super) label: &'a str,
    pub(super) rest: &'a str,
}

impl<'a, S: Shape> Draft<'a, S> {
    pub(super) fn new() -> Self {
        Self {
            values: S::CellArray::filled(0),
            places: S::CellArray::filled((0, 0)),
            marks: None,
            placed: Vec::new(),
            zeros: 0,
            last_zero: (1, 1),
            other_empty: None,
            solution: None,
            label: "",
            rest: "",
        }
    }

    pub(super) fn values(&self) -> &[u8] {
        self.values.flat()
    }

    /// Sets a cell that is given or empty, and stands at a line and column.
    #[inline]
    pub(super) fn set(&mut self, cell: usize, digit: Option<Digit>, symbol: char, place: (usize, usize)) {
        self.values.flat_mut()[cell] = digit.map_or(0, Digit::get);
        self.places.flat_mut()[cell] = place;
        if S::SIDE == 16 && digit.is_none() {
            match symbol {
                '0' => (self.zeros, self.last_zero) = (self.zeros + 1, place),
                _ => self.other_empty = Some(place),
            }
        }
    }

    /// Sets a cell of pencilmarks.
    pub(super) fn set_group(
        &mut self,
        cell: Cell<S>,
        group: &Group<'_>,
        line: Line<'_>,
    ) -> Result<(), ParseError> {
        let set = group.marks::<S>().map_err(|(i, kind)| {
            // `i` counts characters: the column is found from the start.
            let mut error = line.error(group.start, kind);
            error.column += i;
            error
        })?;
        self.places.flat_mut()[cell.index()] = (
            line.number,
            line.column(group.start) + usize::from(group.has_brackets()),
        );
        match (group.around, set.iter().next()) {
            (Around::Angles, Some(digit)) => self.values.flat_mut()[cell.index()] = digit.get(),
            (Around::Stars, Some(digit)) => self.place(cell, digit),
            _ => self.restrict(cell, set),
        }
        Ok(())
    }

    /// Notes that a cell's value is placed, not given.
    pub(super) fn place(&mut self, cell: Cell<S>, digit: Digit) {
        self.values.flat_mut()[cell.index()] = digit.get();
        self.placed.push(cell);
    }

    /// Leaves a cell only those of its candidates that are in `set`.
    pub(super) fn restrict(&mut self, cell: Cell<S>, set: DigitSet) {
        let marks = self
            .marks
            .get_or_insert_with(|| Box::new(S::CellArray::filled(S::ALL)));
        let old = &mut marks.flat_mut()[cell.index()];
        *old = *old & set;
    }

    pub(super) fn finish(self) -> Result<Parsed<'a, S>, ParseError> {
        // Symbols are counted at 16x16 only, and a digit G says that 0 is none.
        if self.zeros > 0 && !self.values().contains(&16) && self.solution.is_none() {
            let solved = self.other_empty.is_none();
            // A solved grid has each digit `SIDE` times; with more zeros, they are empty cells.
            if !solved || self.zeros <= S::SIDE {
                let (line, column) = self.other_empty.unwrap_or(self.last_zero);
                return Err(ParseError {
                    line,
                    column,
                    kind: ParseErrorKind::Hexadecimal { solved },
                });
            }
        }
        Ok(Parsed {
            puzzle: match self.marks {
                None => Puzzle::from_checked(self.values),
                Some(marks) => Puzzle::from_marks(self.values, marks),
            },
            placed: self.placed,
            solution: self.solution,
            label: self.label,
            rest: self.rest,
        })
    }
}
