//! Text forms as they are written.

use alloc::vec::Vec;
use core::fmt;

use super::symbol::letters_are_free;
use crate::{Flat, Shape, digit};

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

/// [`push_line`] with `a` for 1, `b` for 2 and so on, where the shape needs no letters otherwise.
pub(crate) fn push_letters<S: Shape>(values: &[u8], out: &mut Vec<u8>) {
    let start = out.len();
    push_line::<S>(values, out);
    if letters_are_free::<S>() {
        for symbol in &mut out[start..] {
            if symbol.is_ascii_digit() {
                *symbol += b'a' - b'1';
            }
        }
    }
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
