//! The text formats: what is read, what is refused and where, and that nothing panics.

use gridwright_grid::conformance::{mutate, puzzle};
use gridwright_grid::rng::{below, stream};
use gridwright_grid::text::{Batch, Reader};
use gridwright_grid::{
    B2x2, B2x3, B3x3, B4x4, BoxSize, Cell, Grid, Puzzle, SHAPES, Shape, WithShape, with_shape,
};
use proptest::prelude::*;

const LINE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Every record of an input: line and puzzle, or the error.
fn read<S: Shape>(input: &[u8], size: Option<BoxSize>) -> Vec<Result<(usize, String, String), String>> {
    let mut reader = Reader::new(input, size);
    let mut batch = Batch::default();
    let mut out = Vec::new();
    while reader.read_batch(&mut batch, 2).unwrap() {
        for record in batch.records() {
            out.push(match record.parse::<S>() {
                Ok(parsed) => Ok((record.line(), parsed.puzzle.to_string(), parsed.rest.to_string())),
                Err(error) => Err(error.to_string()),
            });
        }
    }
    out
}

fn errors<S: Shape>(input: &str, size: Option<BoxSize>) -> Vec<String> {
    read::<S>(input.as_bytes(), size)
        .into_iter()
        .map(|record| record.err().unwrap_or("fine".into()))
        .collect()
}

struct RoundTrip;
impl WithShape for RoundTrip {
    type Output = ();
    fn run<S: Shape>(self) {
        for i in 0..20 {
            let mut rng = stream(5, i);
            let removed = below(&mut rng, S::CELLS as u32) as usize;
            let (grid, mut puzzle) = puzzle::<S, _>(&mut rng, removed);
            assert_eq!(grid.to_string().parse::<Grid<S>>(), Ok(grid));
            assert_eq!(format!("{grid:#}").parse::<Grid<S>>(), Ok(grid));
            mutate(&mut rng, &mut puzzle);
            assert_eq!(puzzle.to_string().parse::<Puzzle<S>>().as_ref(), Ok(&puzzle));
            assert_eq!(format!("{puzzle:#}").parse::<Puzzle<S>>().as_ref(), Ok(&puzzle));
            let bare: String = puzzle
                .to_string()
                .as_bytes()
                .chunks(S::SIDE)
                .flat_map(|row| [std::str::from_utf8(row).unwrap(), "\r\n"])
                .collect();
            assert_eq!(bare.parse::<Puzzle<S>>().as_ref(), Ok(&puzzle));
            let json = serde_json_round_trip(&puzzle);
            assert_eq!(json, puzzle);
        }
    }
}

fn serde_json_round_trip<S: Shape>(puzzle: &Puzzle<S>) -> Puzzle<S> {
    serde_json::from_str(&serde_json::to_string(puzzle).unwrap()).unwrap()
}

#[test]
fn every_shape_round_trips() {
    for &size in SHAPES {
        with_shape(size, RoundTrip).unwrap();
    }
}

#[test]
fn the_framed_form() {
    let grid: Grid<B2x3> = Grid::canonical_base();
    let text = "\
+-------+-------+
| 1 2 3 | 4 5 6 |
| 4 5 6 | 1 2 3 |
+-------+-------+
| 2 3 4 | 5 6 1 |
| 5 6 1 | 2 3 4 |
+-------+-------+
| 3 4 5 | 6 1 2 |
| 6 1 2 | 3 4 5 |
+-------+-------+";
    assert_eq!(format!("{grid:#}"), text);
}

#[test]
fn a_stream_of_everything() {
    let framed = format!("{:#}", LINE.parse::<Puzzle>().unwrap()).replace('\n', "\r\n");
    let spaced = LINE.as_bytes().chunks(9).map(|row| {
        row.iter()
            .fold(String::new(), |line, &c| line + " " + &(c as char).to_string())
    });
    let spaced: Vec<String> = spaced.collect();
    let simple_sudoku = " *-----------*\n |53.|.7.|...|\n |6..|195|...|\n |.98|...|.6.|\n |---+---+---|\n \
                         |8..|.6.|..3|\n |4..|8.3|..1|\n |7..|.2.|..6|\n |---+---+---|\n |.6.|...|28.|\n \
                         |...|419|..5|\n |...|.8.|.79|\n *-----------*\n";
    let input = format!(
        "\u{feff}# hello 5\r\n\r\n{LINE}\r\n{LINE}\tname, 12 ;x\n  {LINE};rest\n{framed}\r\n\n% title 3\n{}\n{simple_sudoku}{}\n\n{}\n\n{}\n{LINE},",
        spaced.join("\n"),
        spaced[..3].join("\n"),
        spaced[3..6].join("\n"),
        spaced[6..].join("\n"),
    );
    for size in [None, Some(B3x3::SIZE)] {
        let records = read::<B3x3>(input.as_bytes(), size);
        let rests: Vec<_> = records
            .iter()
            .map(|record| {
                let (_, puzzle, rest) = record.as_ref().unwrap();
                assert_eq!(puzzle, LINE);
                rest.as_str()
            })
            .collect();
        assert_eq!(rests, ["", "\tname, 12 ;x", ";rest", "", "", "", "", ","]);
        assert_eq!(
            records[3].as_ref().unwrap().0,
            7,
            "the first line of a framed grid holding cells"
        );
    }
    assert_eq!(
        read::<B3x3>(LINE.replace('.', "-").as_bytes(), None)[0]
            .as_ref()
            .unwrap()
            .1,
        LINE
    );
    for empty in ["0", "_", "*", "?", "-", "."] {
        let line = empty.repeat(81);
        assert_eq!(
            read::<B3x3>(line.as_bytes(), None)[0].as_ref().unwrap().1,
            ".".repeat(81)
        );
    }
}

#[test]
fn the_first_puzzle_decides_the_shape() {
    let shape = |input: &str| {
        let mut reader = Reader::new(input.as_bytes(), None);
        let mut batch = Batch::default();
        while reader.read_batch(&mut batch, 1).unwrap() {}
        reader.size().map(|size| size.to_string())
    };
    assert_eq!(shape("1234............").as_deref(), Some("2x2"));
    assert_eq!(
        shape("123G............").as_deref(),
        Some("4x4"),
        "a row of a 16x16 grid"
    );
    assert_eq!(shape("12|34\n").as_deref(), Some("2x2"));
    assert_eq!(shape(&".".repeat(256)).as_deref(), Some("4x4"));
    assert_eq!(shape(&".".repeat(625)).as_deref(), Some("5x5"));
    assert_eq!(shape("hello\n").as_deref(), None);
    assert_eq!(
        errors::<B3x3>(&".".repeat(36), None),
        ["1:1: 36 cells fit more than one shape; name one: 2x3 or 3x2"]
    );
    assert_eq!(errors::<B2x3>(&".".repeat(36), Some(B2x3::SIZE)), ["fine"]);
    let grid: String = format!("{:#}", Grid::<B4x4>::canonical_base());
    assert_eq!(errors::<B4x4>(&grid, None), ["fine"]);
    let bare: String = Grid::<B4x4>::canonical_base()
        .to_string()
        .as_bytes()
        .chunks(16)
        .flat_map(|r| [std::str::from_utf8(r).unwrap(), "\n"])
        .collect();
    assert_eq!(errors::<B4x4>(&bare, None), ["fine"]);
}

#[test]
fn errors_say_where() {
    let cases: &[(&str, &[&str])] = &[
        ("", &[]),
        ("# only a comment\n\n", &[]),
        (&LINE[1..], &["1:81: 80 cells, expected 81"]),
        (
            &format!("{LINE}.\n{LINE}"),
            &["1:82: 82 cells, expected 81", "fine"],
        ),
        (
            &format!("{LINE}\n{}\n{LINE}", LINE.replacen("53", "x3", 1)),
            &["fine", "2:1: 'x' is neither a digit nor an empty cell", "fine"],
        ),
        (
            &format!("\n {}", LINE.replacen('7', "é", 1)),
            &["2:6: 'é' is neither a digit nor an empty cell"],
        ),
        (
            &LINE.replacen('7', "A", 1),
            &["1:5: 'A' is neither a digit nor an empty cell"],
        ),
        (
            "hello world\nfoo\n",
            &[
                "1:1: 'h' is neither a digit nor an empty cell",
                "2:1: 'f' is neither a digit nor an empty cell",
            ],
        ),
        // A grid that ends early, at the next puzzle.
        (
            &format!("53..7....\n6..195...\n{LINE}"),
            &["2:9: the grid ends after 2 of 9 rows", "fine"],
        ),
        // A row too short: one error for the whole grid, which is passed over.
        (
            &format!(
                "{}\n{LINE}",
                LINE.as_bytes()
                    .chunks(9)
                    .enumerate()
                    .map(|(i, row)| { String::from_utf8(row[usize::from(i == 4)..].to_vec()).unwrap() })
                    .collect::<Vec<_>>()
                    .join("\n")
            ),
            &["5:8: row 5 has 8 cells, expected 9", "fine"],
        ),
        (
            "53..7....\n6..19x...\n\n",
            &["2:6: 'x' is neither a digit nor an empty cell"],
        ),
    ];
    for (input, expected) in cases {
        assert_eq!(errors::<B3x3>(input, Some(B3x3::SIZE)), *expected, "{input:?}");
    }
    assert_eq!(
        errors::<B2x2>("5...............", Some(B2x2::SIZE)),
        ["1:1: digit 5 is too large for boxes of 2x2"]
    );
    assert_eq!("".parse::<Puzzle>().unwrap_err().to_string(), "1:1: no puzzle");
    let twice = format!("{LINE}\n{LINE}");
    assert_eq!(
        twice.parse::<Puzzle>().unwrap_err().to_string(),
        "2:1: more text after the puzzle"
    );
    let not_solved = LINE.parse::<Grid>().unwrap_err();
    assert_eq!(not_solved.to_string(), "r1c3 is empty");
    let hex = format!("0.{}", ".".repeat(254));
    assert!(errors::<B4x4>(&hex, None)[0].starts_with("1:256: both 0 and another empty cell"));
}

#[test]
fn encodings() {
    let utf16: Vec<u8> = [0xff, 0xfe]
        .into_iter()
        .chain(LINE.encode_utf16().flat_map(u16::to_le_bytes))
        .collect();
    let error = read::<B3x3>(&utf16, None).pop().unwrap().unwrap_err();
    assert_eq!(
        error,
        "1:1: not UTF-8 (UTF-16 byte order mark found): save the file as UTF-8"
    );
    let mut bytes = LINE.as_bytes().to_vec();
    bytes[9] = 0xe9;
    bytes.extend_from_slice(b"\n");
    bytes.extend_from_slice(LINE.as_bytes());
    let records = read::<B3x3>(&bytes, None);
    assert_eq!(records[0].as_ref().unwrap_err(), "1:10: not UTF-8 text");
    assert_eq!(records[1].as_ref().unwrap().1, LINE);
}

#[test]
fn cells_are_found_in_the_text() {
    let framed = format!("{:#}", LINE.parse::<Puzzle>().unwrap());
    let input = format!("  {LINE}\n\n{framed}\n");
    let mut reader = Reader::new(input.as_bytes(), None);
    let mut batch = Batch::default();
    assert!(reader.read_batch(&mut batch, 9).unwrap());
    let cell = Cell::<B3x3>::at(1, 3).unwrap();
    let positions: Vec<_> = batch.records().map(|record| record.position(cell)).collect();
    assert_eq!(positions, [(1, 15), (5, 11)]);
}

proptest! {
    #[test]
    fn no_text_panics(text in "[-0-9A-Za-z.|+*\n\r ,;%#\u{e9}\u{feff}]{0,200}") {
        let _ = read::<B3x3>(text.as_bytes(), None);
        let _ = read::<B2x2>(text.as_bytes(), Some(B2x2::SIZE));
        let _ = read::<B4x4>(text.as_bytes(), None);
        let _ = text.parse::<Puzzle>();
        let _ = text.parse::<Grid<B2x2>>();
    }

    #[test]
    fn no_bytes_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let _ = read::<B3x3>(&bytes, None);
    }
}

#[test]
fn a_word_decides_no_shape() {
    for word in ["oops", "deep", "puzzle id", "a title of 25 letters, or so"] {
        assert_eq!(
            read::<B3x3>(format!("{word}\n{LINE}\n").as_bytes(), None)[1]
                .as_ref()
                .unwrap()
                .1,
            LINE
        );
    }
    // One mistake in the first row is told where it is.
    let rows: Vec<&str> = (0..9).map(|row| &LINE[9 * row..9 * row + 9]).collect();
    let text = rows.join("\n").replacen('7', "x", 1);
    assert_eq!(
        errors::<B3x3>(&text, None),
        ["1:5: 'x' is neither a digit nor an empty cell"]
    );
}
