//! The formats of the output.

use std::io::Write;

use gridwright_grid::{Cell, DigitSet, Grid, Shape};

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
pub(crate) fn push_number(out: &mut Vec<u8>, number: u64) {
    write!(out, "{number}").expect("memory takes every write");
}

/// Appends a grid as it stands alone in the output: one line, or for the formats of several lines all of
/// them, each ended.
pub(crate) fn push_grid<S: Shape>(out: &mut Vec<u8>, grid: &Grid<S>, format: Format) {
    match format {
        Format::Grid => writeln!(out, "{grid:#}").expect("memory takes every write"),
        Format::Pencilmarks => push_candidates::<S>(out, |cell| DigitSet::single(grid.digit(cell))),
        Format::Line | Format::Csv | Format::Json => grid.push_line(out),
    }
}

/// Appends a table of the candidates of every cell: columns aligned, boxes apart.
fn push_candidates<S: Shape>(out: &mut Vec<u8>, candidates: impl Fn(Cell<S>) -> DigitSet) {
    let texts: Vec<String> = Cell::all().map(|cell| candidates(cell).to_string()).collect();
    let width = texts.iter().map(String::len).max().unwrap_or(1);
    let stack = S::BOX_COLUMNS * (width + 1);
    for (row, cells) in texts.chunks(S::SIDE).enumerate() {
        if row > 0 && row % S::BOX_ROWS == 0 {
            let rules: Vec<String> = (0..S::BOX_ROWS)
                .map(|i| "-".repeat(stack + usize::from(i > 0 && i + 1 < S::BOX_ROWS)))
                .collect();
            writeln!(out, "{}", rules.join("+")).expect("memory takes every write");
        }
        let line: Vec<String> = cells
            .chunks(S::BOX_COLUMNS)
            .map(|stack| {
                let cells: Vec<String> = stack.iter().map(|cell| format!("{cell:width$}")).collect();
                cells.join(" ")
            })
            .collect();
        writeln!(out, "{}", line.join(" | ").trim_end()).expect("memory takes every write");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridwright_grid::{B2x3, Puzzle};

    #[test]
    fn a_grid_as_pencilmarks_is_a_grid() {
        let grid = Grid::<B2x3>::canonical_base();
        let mut out = Vec::new();
        push_grid(&mut out, &grid, Format::Pencilmarks);
        let text = String::from_utf8(out).unwrap();
        assert_eq!(text.lines().nth(2), Some("------+------"));
        assert_eq!(text.parse::<Grid<B2x3>>(), Ok(grid));
    }

    #[test]
    fn candidates_are_aligned() {
        let puzzle: Puzzle<B2x3> = "123456..............................".parse().unwrap();
        let mut out = Vec::new();
        push_candidates::<B2x3>(&mut out, |cell| puzzle.candidates(cell));
        let text = String::from_utf8(out).unwrap();
        assert_eq!(text.lines().nth(1), Some("456   456   456   | 123   123   123"));
        assert_eq!(text.lines().nth(3), Some("23456 13456 12456 | 12356 12346 12345"));
    }

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
