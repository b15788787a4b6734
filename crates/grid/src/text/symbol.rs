//! Single characters: cells, frames, separators.

use crate::{Digit, ParseErrorKind, Shape};

/// The value of a symbol: 0 for an empty cell.
#[inline]
pub(super) const fn value_of(symbol: char) -> Option<u8> {
    match symbol {
        '0' | '.' | '_' | '*' | '?' | '-' => Some(0),
        _ => match Digit::from_symbol(symbol) {
            Some(digit) => Some(digit.get()),
            None => None,
        },
    }
}

/// [`value_of`] for each byte, 255 where it is no cell.
pub(super) const VALUES: [u8; 256] = {
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

/// The fault of a symbol that is no cell; U+FFFD stands for bytes that are no text.
pub(super) fn no_cell(symbol: char) -> ParseErrorKind {
    match symbol {
        char::REPLACEMENT_CHARACTER => ParseErrorKind::Utf8,
        _ => ParseErrorKind::Symbol(symbol),
    }
}

/// The digit of a symbol at a shape; none for an empty cell.
#[inline]
pub(super) fn digit_in<S: Shape>(symbol: char) -> Result<Option<Digit>, ParseErrorKind> {
    let value = value_of(symbol).ok_or_else(|| no_cell(symbol))?;
    match Digit::new(value) {
        Some(_) if letters_are_free::<S>() && symbol.is_ascii_alphabetic() => {
            Err(ParseErrorKind::Symbol(symbol))
        }
        Some(digit) if !S::ALL.contains(digit) => Err(ParseErrorKind::Digit { digit, size: S::SIZE }),
        digit => Ok(digit),
    }
}

/// [`digit_in`] where `a` stands for 1, `b` for 2 and so on.
pub(super) fn letter_in<S: Shape>(symbol: char) -> Result<Option<Digit>, ParseErrorKind> {
    if value_of(symbol) == Some(0) {
        return Ok(None);
    }
    let position = (symbol.to_ascii_lowercase() as u32).wrapping_sub('a' as u32);
    let digit = u8::try_from(position)
        .ok()
        .and_then(|n| Digit::new(n.wrapping_add(1)));
    match digit {
        Some(digit) if symbol.is_ascii_alphabetic() && S::ALL.contains(digit) => Ok(Some(digit)),
        _ => Err(no_cell(symbol)),
    }
}

/// Whether no digit of the shape is a letter, so that letters can stand for digits: `a` for 1 and so on.
pub const fn letters_are_free<S: Shape>() -> bool {
    S::SIDE <= 9
}

/// Whether letters are the digits: some letter, none of `1`..`9`, and a shape that needs no letters otherwise.
pub(super) fn letters_are_digits<S: Shape>(mut symbols: impl Iterator<Item = char> + Clone) -> bool {
    letters_are_free::<S>()
        && symbols.clone().any(|symbol| symbol.is_ascii_alphabetic())
        && !symbols.any(|symbol| matches!(symbol, '1'..='9'))
}

/// Whether a character of a multi-line grid is no cell.
pub(super) fn is_frame(symbol: char) -> bool {
    u8::try_from(symbol).is_ok_and(|byte| FRAME[usize::from(byte)])
}

/// [`is_frame`] for each byte.
pub(super) const FRAME: [bool; 256] = {
    let mut frame = [false; 256];
    let symbols = b" \t|+-*=,;:'";
    let mut i = 0;
    while i < symbols.len() {
        frame[symbols[i] as usize] = true;
        i += 1;
    }
    frame
};

/// Whether a line is but a frame: perhaps one whose corners are dots.
pub(super) fn is_frame_line(line: &str) -> bool {
    let (mut dots, mut dashes) = (0, 0);
    for byte in line.bytes() {
        match byte {
            b'.' => dots += 1,
            b'-' | b'=' => dashes += 1,
            _ if FRAME[usize::from(byte)] => {}
            _ => return false,
        }
    }
    dots == 0 || dots < dashes
}

/// Whether the cells of a one-line puzzle end before this byte.
pub(super) fn ends_cells(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b',' | b';')
}

/// The cells of a one-line puzzle, before what is carried along.
pub(super) fn cells_of(line: &str) -> &str {
    let line = line.trim_start();
    line.bytes().position(ends_cells).map_or(line, |end| &line[..end])
}
