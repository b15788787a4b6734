//! Puzzles of one line.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::draft::{Draft, Line};
use super::group::{Census, groups};
use super::symbol::{cells_of, digit_in, ends_cells, letter_in, letters_are_digits, no_cell};
use crate::{Cell, Digit, DigitSet, Grid, GridError, ParseError, ParseErrorKind, Shape};

/// What comes before the deleted candidates of a line that has no colon before them.
pub(super) const DELETED: &str = "deleted:";

/// Reads one line, whatever its form.
pub(super) fn read<'a, S: Shape>(line: Line<'a>, draft: &mut Draft<'a, S>) -> Result<(), ParseError> {
    let indent = line.text.len() - line.text.trim_start().len();
    let body = &line.text[indent..];
    if let Some(start) = library_start(body) {
        draft.label = &body[..start];
        return library(line, indent + start, draft);
    }
    let cells = cells_of(body);
    let found = cells.chars().count();
    match found {
        _ if opens_brackets(body) => return marks(line, draft),
        _ if found == S::CELLS * S::SIDE => candidates(line, indent, draft)?,
        _ if found == 2 * S::CELLS => pair(line, indent, draft)?,
        _ if found != S::CELLS && Census::of(body).groups == S::CELLS => return marks(line, draft),
        _ => plain(line, indent, found, draft)?,
    }
    draft.rest = &line.text[indent + cells.len()..];
    if draft.rest.trim_start().starts_with(DELETED) {
        return library(line, indent, draft);
    }
    Ok(())
}

fn length<S: Shape>(found: usize) -> ParseErrorKind {
    ParseErrorKind::Length {
        found,
        expected: S::CELLS,
    }
}

/// The cells from a byte on, as far as there are `CELLS`: their digits, or letters.
fn values<S: Shape>(
    line: Line<'_>,
    start: usize,
    mut each: impl FnMut(usize, Option<Digit>, char, (usize, usize)),
) -> Result<(), ParseError> {
    let cells = cells_of(&line.text[start..]);
    let letters = letters_are_digits::<S>(cells.chars()) && cells.len().is_multiple_of(S::CELLS);
    let digit_of = if letters { letter_in::<S> } else { digit_in::<S> };
    let column = line.column(start);
    for (i, (byte, symbol)) in cells.char_indices().enumerate() {
        let digit = digit_of(symbol).map_err(|kind| line.error(start + byte, kind))?;
        each(i, digit, symbol, (line.number, column + i));
    }
    Ok(())
}

/// `CELLS` symbols.
fn plain<S: Shape>(
    line: Line<'_>,
    start: usize,
    found: usize,
    draft: &mut Draft<'_, S>,
) -> Result<(), ParseError> {
    values::<S>(line, start, |i, digit, symbol, place| {
        if i < S::CELLS {
            draft.set(i, digit, symbol, place);
        }
    })?;
    if found == S::CELLS {
        return Ok(());
    }
    // Symbols are ASCII, so bytes are characters.
    Err(line.error(start + found.min(S::CELLS), length::<S>(found)))
}

/// `CELLS` symbols of a puzzle, then `CELLS` of its solution.
fn pair<S: Shape>(line: Line<'_>, start: usize, draft: &mut Draft<'_, S>) -> Result<(), ParseError> {
    let mut solution = Vec::with_capacity(S::CELLS);
    values::<S>(line, start, |i, digit, symbol, place| {
        match i.checked_sub(S::CELLS) {
            None => draft.set(i, digit, symbol, place),
            Some(_) => solution.push(digit.map_or(0, Digit::get)),
        }
    })?;
    let error = |cell: usize, kind| Err(line.error(start + S::CELLS + cell, kind));
    let grid = match Grid::<S>::from_values(&solution) {
        Ok(grid) => grid,
        Err(GridError::Empty(cell)) => return error(cell.index(), ParseErrorKind::SolutionEmpty),
        Err(GridError::Conflicts(conflicts)) => {
            // A solution with no conflict would have been a grid.
            let cell = conflicts.first().and_then(|conflict| conflict.cells().get(1));
            let text = conflicts.first().map(ToString::to_string);
            return error(
                cell.map_or(0, |cell| cell.index()),
                ParseErrorKind::SolutionConflict(text.unwrap_or_default()),
            );
        }
        Err(GridError::Value(_)) => return error(0, length::<S>(solution.len())),
    };
    for cell in Cell::<S>::all() {
        let found = grid.digit(cell);
        if let Some(given) = Digit::new(draft.values()[cell.index()])
            && given != found
        {
            return error(cell.index(), ParseErrorKind::SolutionDiffers { given, found });
        }
    }
    draft.solution = Some(grid);
    Ok(())
}

/// `SIDE` symbols a cell: digit d, or an empty cell, at place d. A given is one digit among `_`.
fn candidates<S: Shape>(line: Line<'_>, start: usize, draft: &mut Draft<'_, S>) -> Result<(), ParseError> {
    let text = cells_of(&line.text[start..]);
    let column = line.column(start);
    let (mut set, mut bare) = (DigitSet::EMPTY, true);
    for (i, (byte, symbol)) in text.char_indices().enumerate() {
        let error = |kind| line.error(start + byte, kind);
        match digit_in::<S>(symbol).map_err(error)? {
            Some(digit) if digit.index() == i % S::SIDE => {
                set.insert(digit);
            }
            Some(digit) => {
                let place = S::ALL.iter().nth(i % S::SIDE).unwrap_or(digit);
                return Err(error(ParseErrorKind::Place { digit, place }));
            }
            None => bare &= symbol == '_',
        }
        if i % S::SIDE < S::SIDE - 1 {
            continue;
        }
        if let Some(cell) = Cell::new(i / S::SIDE) {
            let given = set.iter().next().filter(|_| bare && set.len() == 1);
            draft.set(cell.index(), given, '.', (line.number, column + i + 1 - S::SIDE));
            draft.restrict(cell, if given.is_some() { S::ALL } else { set });
        }
        (set, bare) = (DigitSet::EMPTY, true);
    }
    Ok(())
}

/// Whether a line starts with a cell in brackets.
pub(super) fn opens_brackets(body: &str) -> bool {
    groups(body).next().is_some_and(|group| group.has_brackets())
}

/// A group for each cell; more may follow if they are in brackets.
fn marks<'a, S: Shape>(line: Line<'a>, draft: &mut Draft<'a, S>) -> Result<(), ParseError> {
    let marks = Census::of(line.text).is_marks(S::CELLS);
    let mut end = 0;
    for (cell, group) in Cell::all().zip(groups(line.text)) {
        end = group.end;
        if marks {
            draft.set_group(cell, &group, line)?;
            continue;
        }
        let mut symbols = group.text.char_indices();
        for (i, (byte, symbol)) in symbols.by_ref().enumerate() {
            let error = |kind| line.error(group.start + byte, kind);
            let digit = digit_in::<S>(symbol).map_err(error)?;
            if i > 0 {
                return Err(error(no_cell(symbol)));
            }
            let place = (line.number, line.column(group.start));
            draft.set(cell.index(), digit, symbol, place);
        }
    }
    let found = Census::of(line.text).groups;
    if found < S::CELLS {
        return Err(line.error(end.saturating_sub(1), length::<S>(found)));
    }
    draft.rest = &line.text[end..];
    Ok(())
}

/// Where the cells of a library line start: after `:technique:candidates:`, or at once where `+` marks placed
/// digits or a colon follows.
pub(super) fn library_start(body: &str) -> Option<usize> {
    if body.starts_with(':') {
        let (end, _) = body.match_indices(':').nth(2)?;
        return Some(end + 1);
    }
    let (run, _) = library_cells(body);
    let placed = |(i, _): (usize, &str)| {
        run[i + 1..]
            .chars()
            .next()
            .is_some_and(|next| Digit::from_symbol(next).is_some())
    };
    let marked = run.contains('+') && run.match_indices('+').all(placed);
    (marked || body[run.len()..].starts_with(':')).then_some(0)
}

/// The cells of a library line from where they start, and how many there are.
pub(super) fn library_cells(text: &str) -> (&str, usize) {
    let end = text
        .bytes()
        .position(|byte| byte == b':' || ends_cells(byte))
        .unwrap_or(text.len());
    let cells = &text[..end];
    (cells, cells.chars().filter(|&symbol| symbol != '+').count())
}

/// Cells, placed digits after `+`; after a colon or `deleted:` the candidates that are gone, each as digit,
/// row and column.
fn library<'a, S: Shape>(line: Line<'a>, start: usize, draft: &mut Draft<'a, S>) -> Result<(), ParseError> {
    let (cells, found) = library_cells(&line.text[start..]);
    let (column, mut index, mut placed) = (line.column(start), 0, false);
    for (byte, symbol) in cells.char_indices() {
        let error = |kind| line.error(start + byte, kind);
        if symbol == '+' && !placed {
            placed = true;
            continue;
        }
        let digit = digit_in::<S>(symbol).map_err(error)?;
        if let Some(cell) = Cell::new(index) {
            draft.set(index, digit, symbol, (line.number, column + byte));
            match digit {
                Some(digit) if placed => draft.place(cell, digit),
                None if placed => return Err(error(ParseErrorKind::Symbol(symbol))),
                _ => {}
            }
        }
        (index, placed) = (index + 1, false);
    }
    let end = start + cells.len();
    if found != S::CELLS || placed {
        return Err(line.error(end, length::<S>(found)));
    }
    let tail = &line.text[end..];
    let Some(field) = tail
        .strip_prefix(':')
        .or_else(|| tail.trim_start().strip_prefix(DELETED))
    else {
        draft.rest = tail;
        return Ok(());
    };
    let from = line.text.len() - field.len();
    let (field, rest) = field.split_at(field.find(':').unwrap_or(field.len()));
    draft.rest = rest;
    for word in field.split_whitespace() {
        // A word is a part of the line.
        let at = from + (word.as_ptr() as usize - field.as_ptr() as usize);
        let digits: Option<Vec<Digit>> = word
            .chars()
            .map(|symbol| Digit::from_symbol(symbol).filter(|&digit| S::ALL.contains(digit)))
            .collect();
        let Some(&[digit, row, column]) = digits.as_deref() else {
            return Err(line.error(at, ParseErrorKind::Deleted));
        };
        if let Some(cell) = Cell::at(row.index(), column.index()) {
            draft.restrict(cell, !DigitSet::single(digit));
        }
    }
    Ok(())
}
