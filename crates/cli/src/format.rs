//! The formats of the output.

use std::io::Write;

use gridwright_grid::{Puzzle, Shape};

use crate::args::Format;

/// Appends a row of comma-separated values.
pub(crate) fn push_csv(out: &mut Vec<u8>, fields: &[&[u8]]) {
    let mut writer = csv::WriterBuilder::new().buffer_capacity(1024).from_writer(out);
    writer
        .write_record(fields)
        .expect("a row of any length goes into memory");
}

/// Appends a text as JSON.
pub(crate) fn push_json(out: &mut Vec<u8>, text: &str) {
    serde_json::to_writer(out, text).expect("a text goes into memory as JSON");
}

/// Appends a number.
pub(crate) fn push_number(out: &mut Vec<u8>, number: impl std::fmt::Display) {
    write!(out, "{number}").expect("memory takes every write");
}

/// Appends a puzzle as it stands alone in the output: one line, with its candidates where these are restricted, or
/// for the formats of several lines all of them, each ended.
pub(crate) fn push_puzzle<S: Shape>(out: &mut Vec<u8>, puzzle: &Puzzle<S>, format: Format) {
    match format {
        Format::Grid => writeln!(out, "{puzzle:#}").expect("memory takes every write"),
        Format::Pencilmarks => puzzle.push_pencilmarks(out),
        Format::Line | Format::Csv | Format::Json => puzzle.push_whole_line(out),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn what_needs_quotes_gets_them() {
        let mut out = Vec::new();
        push_csv(&mut out, &[b"a", b"", b"b,\"c\""]);
        assert_eq!(out, b"a,,\"b,\"\"c\"\"\"\n");
        out.clear();
        push_json(&mut out, "\t\"x");
        assert_eq!(out, br#""\t\"x""#);
    }
}
