//! Groups: what stands between blanks, frames or brackets. In pencilmarks a group is a cell.

use super::symbol::{FRAME, VALUES, digit_in, is_frame, value_of};
use crate::{Digit, DigitSet, ParseErrorKind, Shape};

/// What is around a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Around {
    Nothing,
    /// `*5*`: a digit that is placed.
    Stars,
    /// `[12]`, `{12}`, `(12)`
    Brackets,
    /// `<5>`: a given.
    Angles,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Group<'a> {
    pub(super) text: &'a str,
    pub(super) around: Around,
    /// Byte of the line where it starts, brackets included.
    pub(super) start: usize,
    /// Byte of the line after it, brackets included.
    pub(super) end: usize,
}

/// The groups of a line in order.
pub(super) fn groups(line: &str) -> impl Iterator<Item = Group<'_>> + Clone {
    let mut at = 0;
    // Closing brackets of which no more come: each is sought in vain once, not once for each that opens.
    let mut missing = [None; 4];
    core::iter::from_fn(move || {
        let start = at + line[at..].find(|symbol| !is_frame(symbol))?;
        let rest = &line[start..];
        let group = bracketed(rest, start, &mut missing).unwrap_or_else(|| {
            let end = rest
                .char_indices()
                .skip(1)
                .find(|&(_, symbol)| is_frame(symbol) || opens(symbol).is_some())
                .map_or(rest.len(), |(end, _)| end);
            let stars = line[..start].ends_with('*') && rest[end..].starts_with('*');
            Group {
                text: &rest[..end],
                around: if stars { Around::Stars } else { Around::Nothing },
                start,
                end: start + end,
            }
        });
        at = group.end;
        Some(group)
    })
}

fn opens(symbol: char) -> Option<(char, Around)> {
    match symbol {
        '[' => Some((']', Around::Brackets)),
        '{' => Some(('}', Around::Brackets)),
        '(' => Some((')', Around::Brackets)),
        '<' => Some(('>', Around::Angles)),
        _ => None,
    }
}

fn bracketed<'a>(text: &'a str, start: usize, missing: &mut [Option<char>; 4]) -> Option<Group<'a>> {
    let (closing, around) = opens(text.chars().next()?)?;
    if missing.contains(&Some(closing)) {
        return None;
    }
    let Some(end) = text.find(closing) else {
        if let Some(free) = missing.iter_mut().find(|closing| closing.is_none()) {
            *free = Some(closing);
        }
        return None;
    };
    Some(Group {
        text: &text[1..end],
        around,
        start,
        end: start + end + 1,
    })
}

impl Group<'_> {
    pub(super) fn has_brackets(&self) -> bool {
        matches!(self.around, Around::Brackets | Around::Angles)
    }

    /// Alone, and no candidate.
    fn is_empty_cell(&self) -> bool {
        let mut symbols = self.text.chars();
        symbols.next().and_then(value_of) == Some(0) && symbols.next().is_none()
    }

    /// Whether it can be a cell of a shape with so many digits.
    pub(super) fn is_cell(&self, side: usize) -> bool {
        let mut seen = DigitSet::EMPTY;
        self.is_empty_cell()
            || self
                .text
                .chars()
                .filter(|symbol| !matches!(symbol, ' ' | ','))
                .all(|symbol| {
                    let letters = side > 9 || !symbol.is_ascii_alphabetic();
                    Digit::from_symbol(symbol).is_some_and(|digit| {
                        letters && usize::from(digit.get()) <= side && seen.insert(digit)
                    })
                })
    }

    /// The candidates, or the fault and its distance from the start.
    pub(super) fn marks<S: Shape>(&self) -> Result<DigitSet, (usize, ParseErrorKind)> {
        let mut set = DigitSet::EMPTY;
        if self.is_empty_cell() {
            return Ok(S::ALL);
        }
        for (i, symbol) in (usize::from(self.has_brackets())..).zip(self.text.chars()) {
            if matches!(symbol, ' ' | ',') {
                continue;
            }
            let digit = digit_in::<S>(symbol).map_err(|kind| (i, kind))?;
            let digit = digit.ok_or((i, ParseErrorKind::Symbol(symbol)))?;
            if !set.insert(digit) {
                return Err((i, ParseErrorKind::Twice(digit)));
            }
        }
        let value = matches!(self.around, Around::Angles | Around::Stars);
        if value && set.len() != 1 {
            return Err((0, ParseErrorKind::Given));
        }
        Ok(set)
    }
}

/// What the groups of a line tell of it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Census {
    pub(super) groups: usize,
    /// Characters that are no frame.
    pub(super) symbols: usize,
    /// Some group is longer than one symbol.
    pub(super) long: bool,
    pub(super) brackets: bool,
    /// Some group is just the symbol of an empty cell.
    pub(super) empty: bool,
}

impl Census {
    pub(super) fn of(line: &str) -> Self {
        let mut census = Self::default();
        if line.bytes().any(|byte| matches!(byte, b'[' | b'{' | b'(' | b'<')) {
            for group in groups(line) {
                let symbols = group.text.chars().count();
                census.add(symbols, group.is_empty_cell());
                census.groups += usize::from(symbols == 0);
                census.brackets |= group.has_brackets();
            }
            return census;
        }
        // The common case in one pass.
        let (mut length, mut empty) = (0, false);
        for byte in line.bytes() {
            if FRAME[usize::from(byte)] {
                census.add(length, empty);
                length = 0;
            } else if !(0x80..0xc0).contains(&byte) {
                length += 1;
                empty = VALUES[usize::from(byte)] == 0;
            }
        }
        census.add(length, empty);
        census
    }

    fn add(&mut self, symbols: usize, empty: bool) {
        self.groups += usize::from(symbols > 0);
        self.symbols += symbols;
        self.long |= symbols > 1;
        self.empty |= symbols == 1 && empty;
    }

    /// Whether a line is a row of that many cells, compact or with groups.
    pub(super) fn is_row(&self, side: usize) -> bool {
        self.groups == side || self.symbols == side && !self.brackets
    }

    /// Whether the line is, for itself, a line of that many cells of pencilmarks.
    pub(super) fn is_marks(&self, cells: usize) -> bool {
        self.brackets || self.groups == cells && self.long && !self.empty
    }
}
