//! Puzzles of several lines.

use super::draft::{Draft, Line};
use super::group::{Census, groups};
use super::symbol::{digit_in, is_frame, is_frame_line, letter_in, letters_are_digits};
use crate::{Cell, ParseError, ParseErrorKind, Shape};

/// Reads `SIDE` rows, of symbols or of pencilmarks.
pub(super) fn read<S: Shape>(first: Line<'_>, draft: &mut Draft<'_, S>) -> Result<(), ParseError> {
    let rows = || {
        (first.number..)
            .zip(first.text.lines())
            .map(|(number, text)| Line { number, text })
            .filter(|line| !line.text.trim_start().starts_with('#') && !is_frame_line(line.text))
    };
    let (mut brackets, mut long, mut empty) = (false, false, false);
    for row in rows() {
        let census = Census::of(row.text);
        brackets |= census.brackets;
        long |= census.is_marks(S::SIDE);
        empty |= census.empty;
    }
    let marks = brackets || long && !empty;
    let letters = letters_are_digits::<S>(rows().flat_map(|row| row.text.chars()));
    let digit_of = if letters { letter_in::<S> } else { digit_in::<S> };
    let (mut count, mut last) = (0, (first.number, 1));
    for row in rows() {
        let mut found = 0;
        let cell = |found| Cell::at(count, found);
        if marks {
            let mut start = None;
            for group in groups(row.text) {
                if let Some(cell) = cell(found) {
                    draft.set_group(cell, &group, row)?;
                }
                found += 1;
                start = Some(group.start);
            }
            if let Some(start) = start {
                last = (row.number, row.column(start));
            }
        } else {
            for (i, (byte, symbol)) in row.text.char_indices().enumerate() {
                if is_frame(symbol) {
                    continue;
                }
                let digit = digit_of(symbol).map_err(|kind| row.error(byte, kind))?;
                last = (row.number, i + 1);
                if let Some(cell) = cell(found) {
                    draft.set(cell.index(), digit, symbol, last);
                }
                found += 1;
            }
        }
        count += 1;
        let (line, column) = last;
        if found != S::SIDE {
            let kind = ParseErrorKind::RowLength {
                row: count,
                found,
                expected: S::SIDE,
            };
            return Err(ParseError { line, column, kind });
        }
    }
    if count != S::SIDE {
        let (line, column) = last;
        let kind = ParseErrorKind::Rows {
            found: count,
            expected: S::SIDE,
        };
        return Err(ParseError { line, column, kind });
    }
    Ok(())
}
