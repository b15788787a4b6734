//! Every form of text beyond plain lines and grids: candidates, pencilmarks, library lines, solved pairs, files
//! of other programs; that each reads back what was written, and that nothing panics.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use gridwright_grid::conformance::{mutate, puzzle};
use gridwright_grid::rng::{below, stream};
use gridwright_grid::text::{Batch, Parsed, Reader, Record};
use gridwright_grid::{
    B2x2, B2x3, B2x4, B3x3, B4x4, B5x5, BoxSize, Cell, Digit, DigitSet, Grid, Puzzle, SHAPES, Shape,
    WithShape, with_shape,
};
use proptest::prelude::*;

const LINE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// Calls `each` with every record of an input.
fn each_record(input: &[u8], size: Option<BoxSize>, mut each: impl FnMut(&Record<'_>)) -> Option<BoxSize> {
    let mut reader = Reader::new(input, size);
    let mut batch = Batch::default();
    while reader.read_batch(&mut batch, 3).unwrap() {
        batch.records().for_each(|record| each(&record));
    }
    reader.size()
}

/// Puzzle and rest of every record, or its error.
fn read<S: Shape>(input: &str, size: Option<BoxSize>) -> Vec<Result<(Puzzle<S>, String), String>> {
    let mut out = Vec::new();
    each_record(input.as_bytes(), size, |record| {
        out.push(match record.parse::<S>() {
            Ok(Parsed { puzzle, rest, .. }) => Ok((puzzle, rest.into())),
            Err(error) => Err(error.to_string()),
        });
    });
    out
}

/// The only record of an input, whether the shape is known or not.
fn one(input: &str) -> Result<(Puzzle, String), String> {
    let mut records = read::<B3x3>(input, Some(B3x3::SIZE));
    assert_eq!(records.len(), 1, "{input}");
    let untold = read::<B3x3>(input, None);
    assert_eq!(untold, records, "without a shape");
    records.pop().unwrap()
}

fn error(input: &str) -> String {
    one(input).expect_err("an error")
}

fn text(write: impl Fn(&mut Vec<u8>)) -> String {
    let mut out = Vec::new();
    write(&mut out);
    String::from_utf8(out).unwrap()
}

fn cell<S: Shape>(row: usize, column: usize) -> Cell<S> {
    Cell::at(row - 1, column - 1).unwrap()
}

fn digit(value: u8) -> Digit {
    Digit::new(value).unwrap()
}

/// A puzzle in some state: contradictory or not, candidates restricted or not.
fn any_puzzle<S: Shape>(seed: u64) -> Puzzle<S> {
    let mut rng = stream(23, seed);
    let removed = below(&mut rng, S::CELLS as u32 + 1) as usize;
    let (_, mut puzzle) = puzzle::<S, _>(&mut rng, removed);
    if below(&mut rng, 4) == 0 {
        mutate(&mut rng, &mut puzzle);
    }
    let restrictions = [0, 1, S::CELLS as u32][below(&mut rng, 3) as usize];
    for _ in 0..restrictions {
        let cell = Cell::new(below(&mut rng, S::CELLS as u32) as usize).unwrap();
        let kept =
            (below(&mut rng, 1 << 31) & below(&mut rng, 1 << 31)) | 1 << below(&mut rng, S::SIDE as u32);
        let kept = if below(&mut rng, 9) == 0 { 0 } else { kept };
        if puzzle.given(cell).is_none() {
            puzzle.restrict(cell, DigitSet::from_bits(kept));
        }
    }
    puzzle
}

struct RoundTrip {
    seed: u64,
}

impl WithShape for RoundTrip {
    type Output = ();
    fn run<S: Shape>(self) {
        let puzzle = any_puzzle::<S>(self.seed);
        let table = text(|out| puzzle.push_pencilmarks(out));
        let line = text(|out| puzzle.push_candidates(out));
        assert_eq!(line.len(), S::CELLS * S::SIDE);
        let groups = |line: &str| {
            let words = line.replace(['|', '+', '-'], " ");
            words.split_whitespace().map(str::to_string).collect::<Vec<_>>()
        };
        // Some group is in brackets or has two digits, and then brackets change nothing.
        let bracketed = |open: char, close: char, end: &str| {
            table.lines().fold(String::new(), |mut text, line| {
                for group in groups(line) {
                    let _ = if group.starts_with(['<', '{']) {
                        write!(text, "{group}")
                    } else {
                        write!(text, "{open}{group}{close}")
                    };
                }
                if !groups(line).is_empty() {
                    text += end;
                }
                text
            })
        };
        let forms = [
            table.clone(),
            table.replace('\n', "\r\n"),
            table.replace(['|', '-', '+'], " "),
            line.clone(),
            format!("  {line};rest"),
            line.replace('.', "0"),
            bracketed('[', ']', "\n"),
            bracketed('{', '}', " \r\n"),
            bracketed('(', ')', ""),
            bracketed('(', ')', "") + ",rest",
        ];
        for form in &forms {
            let read = read::<S>(form, Some(S::SIZE));
            assert_eq!(read.len(), 1, "{form}");
            let (read, _) = read[0].as_ref().unwrap_or_else(|error| panic!("{error}\n{form}"));
            assert_eq!(*read, puzzle, "{form}");
            assert_eq!(form.parse::<Puzzle<S>>().as_ref(), Ok(&puzzle));
            if !puzzle.is_restricted() {
                assert!(!read.is_restricted(), "plain candidates restrict nothing\n{form}");
            }
        }
        let json = serde_json::to_string(&puzzle).unwrap();
        assert_eq!(serde_json::from_str::<Puzzle<S>>(&json).unwrap(), puzzle);
        if S::BOX_ROWS == S::BOX_COLUMNS {
            // 64 cells are a 4x4 puzzle's candidates or an 8x8 puzzle; of the other forms the first line decides.
            for form in &forms[usize::from(S::SIDE == 4) * 4..] {
                if form.len() > 64 && puzzle.clues() < S::CELLS && S::SIDE > 4 {
                    let size = each_record(form.as_bytes(), None, |_| {});
                    assert_eq!(size, Some(S::SIZE), "{form}");
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn candidates_round_trip(seed: u64) {
        for &size in SHAPES.iter().filter(|size| size.side() <= 16 || seed % 8 == 0) {
            with_shape(size, RoundTrip { seed }).unwrap();
        }
    }
}

#[test]
fn a_single_candidate_is_no_given() {
    let mut puzzle: Puzzle = LINE.parse().unwrap();
    puzzle.restrict(cell(1, 3), DigitSet::single(digit(4)));
    puzzle.restrict(cell(1, 4), !DigitSet::single(digit(2)));
    let table = text(|out| puzzle.push_pencilmarks(out));
    let rows: Vec<&str> = table.lines().collect();
    assert_eq!(
        rows[1],
        "| <5>    <3>    4      | 6      <7>    2468   | 1489   1249   248    |"
    );
    let read: Puzzle = table.parse().unwrap();
    assert_eq!(read, puzzle);
    assert_eq!((read.clues(), read.given(cell(1, 3))), (30, None));
    assert_eq!(read.candidates(cell(1, 3)), DigitSet::single(digit(4)));

    // As other programs write it, nothing is given, and the solution is the same.
    let bare: Puzzle = table.replace(['<', '>'], "").parse().unwrap();
    assert_eq!(bare.clues(), 0);
    let solution = SOLUTION.parse().unwrap();
    assert!(bare.admits(&solution) && puzzle.admits(&solution));
}

#[test]
fn tables_as_others_print_them() {
    let expected: Puzzle = LINE.parse().unwrap();
    let table = text(|out| expected.push_pencilmarks(out));
    let rule = table.lines().next().unwrap();
    let corners = |corner: &str| rule.replace('+', corner);
    let inner: Vec<&str> = table.lines().filter(|line| line.starts_with('|')).collect();
    let bands: Vec<String> = inner.chunks(3).map(|band| band.join("\n")).collect();
    let dotted = format!(
        "{}\n{}\n",
        corners("."),
        bands.join(&format!("\n:{}:\n", &rule[1..rule.len() - 1]))
    ) + &corners("'");
    let starred = format!(
        " *{}*\n{}\n *{}*",
        &rule[1..rule.len() - 1],
        bands.join(&format!("\n |{}|\n", &rule[1..rule.len() - 1])),
        "-".repeat(60)
    );
    let spaced = bands.join("\n\n").replace('|', " ");
    let stars = table.replacen("<5>", "*5*", 1);
    for form in [&dotted, &starred, &spaced, &stars] {
        assert_eq!(one(form).unwrap(), (expected.clone(), String::new()), "{form}");
    }
    each_record(stars.as_bytes(), None, |record| {
        assert_eq!(record.parse::<B3x3>().unwrap().placed, [cell(1, 1)]);
    });
    // Blanks and commas within brackets.
    let wide = "[1 2 3 4] {1, 2} [3] (4)\n<1> [2 3 4][2 3 4][2]\n[] [1][2][3]\n[4][3][2][1]\n";
    let read = read::<B2x2>(wide, None).pop().unwrap().unwrap().0;
    assert_eq!(read.clues(), 1);
    assert_eq!(
        read.candidates(cell(1, 2)).to_string(),
        "2",
        "2 is left beside the given 1"
    );
    assert_eq!(read.candidates(cell(3, 1)), DigitSet::EMPTY);
}

#[test]
fn a_spaced_grid_is_no_pencilmarks() {
    let spaced = LINE.as_bytes().chunks(9).fold(String::new(), |text, row| {
        text + &row
            .iter()
            .fold(String::new(), |row, &c| row + " " + &char::from(c).to_string())
            + "\n"
    });
    assert_eq!(one(&spaced).unwrap().0.to_string(), LINE);
    // A slip in it is told as such.
    assert_eq!(
        error(&spaced.replacen("6 .", "62 .", 1)),
        "2:19: row 2 has 10 cells, expected 9"
    );
    let line = spaced.replace('\n', "");
    assert_eq!(one(&line).unwrap().0.to_string(), LINE);
    let solved = SOLUTION.as_bytes().chunks(9).fold(String::new(), |text, row| {
        text + &row
            .iter()
            .fold(String::new(), |row, &c| row + "|" + &char::from(c).to_string())
            + "|\n"
    });
    assert_eq!(one(&solved).unwrap().0.clues(), 81);
}

#[test]
fn faults_in_pencilmarks() {
    let table = text(|out| LINE.parse::<Puzzle>().unwrap().push_pencilmarks(out));
    let with = |old: &str, new: &str| error(&table.replacen(old, new, 1));
    assert_eq!(with("124 ", "1241"), "2:20: 1 twice in a cell");
    assert_eq!(with("<3>", "<>"), "2:10: a given is one digit");
    assert_eq!(with("<3>", "<35>"), "2:10: a given is one digit");
    assert_eq!(
        with("124 ", "12x "),
        "2:19: 'x' is neither a digit nor an empty cell"
    );
    let short = table.replacen("124 ", "    ", 1).parse::<Puzzle>().unwrap_err();
    assert_eq!(short.to_string(), "2:63: row 1 has 8 cells, expected 9");
    let cut = table.lines().take(6).collect::<Vec<_>>().join("\n");
    assert_eq!(error(&cut), "6:63: the grid ends after 4 of 9 rows");
    assert_eq!(
        "[5]".repeat(16).parse::<Puzzle<B2x2>>().unwrap_err().to_string(),
        "1:2: digit 5 is too large for boxes of 2x2"
    );
}

#[test]
fn candidates_on_one_line() {
    let empty = ".".repeat(729);
    let with = |at: usize, symbols: &str| {
        let mut line = empty.clone();
        line.replace_range(at..at + symbols.len(), symbols);
        line
    };
    let (read, rest) = one(&(with(9, "..3_5....") + "\trest")).unwrap();
    assert_eq!(rest, "\trest");
    assert_eq!(
        (read.clues(), read.candidates(cell(1, 2)).to_string()),
        (0, "35".into())
    );
    assert_eq!(read.candidates(cell(9, 9)), DigitSet::EMPTY);
    let (read, _) = one(&with(9, "____5____")).unwrap();
    assert_eq!((read.clues(), read.given(cell(1, 2))), (1, Some(digit(5))));
    assert_eq!(one(&with(9, "....5....")).unwrap().0.clues(), 0);
    let known = |line: &str| line.parse::<Puzzle>().unwrap_err().to_string();
    assert_eq!(
        known(&with(13, "4")),
        "1:14: 4 stands at the place of candidate 5"
    );
    assert_eq!(
        known(&with(13, "x")),
        "1:14: 'x' is neither a digit nor an empty cell"
    );
    let empty = "_".repeat(4096);
    assert!(
        empty
            .parse::<Puzzle<B4x4>>()
            .is_ok_and(|puzzle| puzzle.clues() == 0)
    );
}

#[test]
fn a_puzzle_and_its_solution() {
    let pair = format!("{LINE}{SOLUTION}");
    let letter = |symbol: char| {
        symbol
            .to_digit(10)
            .map_or('.', |digit| char::from(b'`' + digit as u8))
    };
    let forms = [
        &pair,
        &pair.chars().map(letter).collect(),
        &format!("{pair}\tname"),
        &format!(" {pair},name\r\n"),
        &pair.replace('.', "0"),
    ];
    for form in forms {
        let (puzzle, rest) = one(form).unwrap();
        assert_eq!(puzzle.to_string(), LINE);
        assert!(["", "\tname", ",name"].contains(&rest.as_str()), "{rest:?}");
        each_record(form.as_bytes(), None, |record| {
            let parsed = record.parse::<B3x3>().unwrap();
            assert_eq!(parsed.solution, Some(SOLUTION.parse().unwrap()));
        });
        let mut reader = Reader::new(form.as_bytes(), None);
        assert!(reader.read_batch(&mut Batch::default(), 1).unwrap());
        assert_eq!(reader.size(), Some(B3x3::SIZE));
    }
    let with = |at: usize, symbol: &str| {
        let mut line = pair.clone();
        line.replace_range(at - 1..at, symbol);
        line.parse::<Puzzle>().unwrap_err().to_string()
    };
    assert_eq!(with(82 + 2, "."), "1:84: an empty cell in the solution");
    assert_eq!(
        with(162, "8"),
        "1:162: the solution has 8 twice in row 9: r9c5, r9c9"
    );
    assert_eq!(with(1, "4"), "1:82: the solution has 5 where the puzzle has 4");
    assert_eq!(with(100, "x"), "1:100: 'x' is neither a digit nor an empty cell");
    let small = read::<B2x2>("1.......... ....\n", None);
    assert!(small[0].is_err());
    let (small, _) = read::<B2x2>("1...............1234341221434321", None)
        .remove(0)
        .unwrap();
    assert_eq!(small.clues(), 1);
}

#[test]
fn letters_for_digits() {
    let letters = |line: &str, first: u8| -> String {
        let letter = |c: char| c.to_digit(10).map_or(c, |d| char::from(first + d as u8 - 1));
        line.chars().map(letter).collect()
    };
    for first in [b'a', b'A'] {
        let line = letters(LINE, first);
        assert_eq!(one(&format!("{line} abc")).unwrap().0.to_string(), LINE);
        assert_eq!(
            one(&format!("{line}{}", letters(SOLUTION, first)))
                .unwrap()
                .0
                .to_string(),
            LINE
        );
        let rows: Vec<&str> = (0..9).map(|row| &line[9 * row..9 * row + 9]).collect();
        assert_eq!(rows.join("\n").parse::<Puzzle>().unwrap().to_string(), LINE);
    }
    // Mixed with figures, or beyond the shape, they are no digits.
    assert_eq!(
        error(&LINE.replacen('9', "i", 1)),
        "1:14: 'i' is neither a digit nor an empty cell"
    );
    assert_eq!(
        error(&letters(LINE, b'a').replacen('i', "j", 1)),
        "1:14: 'j' is neither a digit nor an empty cell"
    );
    assert_eq!(
        "abcd............".parse::<Puzzle<B2x2>>().unwrap().to_string(),
        "1234............"
    );
    assert!("abce............".parse::<Puzzle<B2x2>>().is_err());
}

#[test]
fn library_lines() {
    // 5 at r1c1 is placed; 4 is gone from r1c3, 2 from r1c4.
    let cells = LINE.replacen('5', "+5", 1);
    let mut expected: Puzzle = LINE.parse().unwrap();
    expected.restrict(cell(1, 3), !DigitSet::single(digit(4)));
    expected.restrict(cell(1, 4), !DigitSet::single(digit(2)));
    let cases = [
        (
            format!(":0300-x:3:{cells}:413 214:412 413::7"),
            ":0300-x:3:",
            ":412 413::7",
        ),
        (format!(":0000:x:{cells}:413 214:"), ":0000:x:", ":"),
        (format!("{cells}:413 214"), "", ""),
        (format!("{cells} deleted: 413 214"), "", ""),
        (format!("  {LINE} deleted: 413  214:rest"), "", ":rest"),
        (format!("{LINE}:413 214 114"), "", ""),
    ];
    for (line, label, rest) in &cases {
        assert_eq!(one(line).unwrap(), (expected.clone(), (*rest).into()), "{line}");
        each_record(line.as_bytes(), None, |record| {
            let parsed = record.parse::<B3x3>().unwrap();
            assert_eq!(parsed.label, *label);
            let placed: &[Cell] = if line.contains('+') { &[cell(1, 1)] } else { &[] };
            assert_eq!(parsed.placed, placed);
            let at = line.find('3').unwrap().max(line.find(&LINE[1..]).unwrap());
            assert_eq!(record.position::<B3x3>(cell(1, 2)), (1, at + 1));
        });
    }
    let (plain, rest) = one(&format!("{cells} rest")).unwrap();
    assert_eq!((plain.is_restricted(), rest.as_str()), (false, " rest"));
    assert_eq!(
        error(&format!("{cells}:413 21")),
        "1:88: expected digit, row and column of a deleted candidate"
    );
    assert_eq!(
        error(&format!("{LINE}:easy")),
        "1:83: expected digit, row and column of a deleted candidate"
    );
    assert_eq!(
        error(&format!(":0300:3:{}:::", &cells[..81])),
        "1:90: 80 cells, expected 81"
    );
    assert_eq!(
        error(&LINE.replacen('5', "+.", 1)),
        "1:1: '+' is neither a digit nor an empty cell"
    );
    assert!(error(&format!("{LINE}+")).ends_with("'+' is neither a digit nor an empty cell"));
    let (small, _) = read::<B2x2>(":1:2:+12..3.........4.:113 :::", None)
        .remove(0)
        .unwrap();
    assert_eq!(
        (small.clues(), small.to_string().as_str()),
        (4, "12..3.........4.")
    );
}

#[test]
fn files_of_other_programs() {
    let rows = |line: &str| {
        (0..9).fold(String::new(), |text, row| {
            text + &line[9 * row..9 * row + 9] + "\r\n"
        })
    };
    let sdk = format!("#ASomebody\r\n#D5 of 9\r\n#L12.4\r\n{}", rows(LINE));
    let sections = format!(
        "#B2006-08-03\r\n[Puzzle]\r\n{}[State]\r\n{}[PencilMarks]\r\n12,3,4\r\n,,\r\n\r\n[Colours]\r\n",
        rows(LINE),
        rows(SOLUTION)
    );
    let state = format!("[State]\r\n{}", rows(LINE));
    let sdm = format!("{LINE}\n{LINE}\n");
    let ss = format!(
        " *-----------*\n{} *-----------*\n",
        (0..9).fold(String::new(), |text, row| {
            let row = &LINE[9 * row..9 * row + 9];
            let rule = if text.lines().count() % 4 == 2 {
                " |---+---+---|\n"
            } else {
                ""
            };
            text + &format!(" |{}|{}|{}|\n", &row[..3], &row[3..6], &row[6..]) + rule
        })
    );
    let titles = format!("% first 1\n{}% second 2\n{}", rows(LINE), rows(LINE));
    let table = format!("puzzle,solution,rest\n{LINE},{SOLUTION},\n");
    for (text, count) in [
        (&sdk, 1),
        (&sections, 1),
        (&state, 1),
        (&format!("{sections}{sections}"), 2),
        (&format!("{sdk}\n{sdk}"), 2),
        (&sdm, 2),
        (&ss, 1),
        (&titles, 2),
        (&table, 1),
    ] {
        for size in [None, Some(B3x3::SIZE)] {
            let records = read::<B3x3>(text, size);
            assert_eq!(records.len(), count, "{text}");
            for record in records {
                assert_eq!(record.unwrap().0.to_string(), LINE);
            }
        }
    }
}

#[test]
fn a_part_that_is_passed_over_ends() {
    let rows = |line: &str| {
        (0..9).fold(String::new(), |text, row| {
            text + &line[9 * row..9 * row + 9] + "\n"
        })
    };
    let file = format!("#B\n[Puzzle]\n{}[State]\n{}", rows(LINE), rows(SOLUTION));
    let state = format!("[Puzzle]\n{LINE}\n[State]\n{SOLUTION}\n");
    let short = file[..file.len() - 10].to_string();
    let framed = format!("{:#}\n", LINE.parse::<Puzzle>().unwrap());
    let library = format!(":0300:3:{LINE}:::\n");
    for before in [&file, &state, &short] {
        for after in [
            format!("{LINE}\n"),
            format!("\n{LINE}\n"),
            format!("\n{}", rows(LINE)),
            library.clone(),
            framed.clone(),
            format!("\n{framed}"),
            format!("[Colours]\n1,2,,\n\n{LINE}\n"),
            format!("[Colours]\n{}{LINE}", rows(SOLUTION)),
        ] {
            for size in [None, Some(B3x3::SIZE)] {
                let records = read::<B3x3>(&format!("{before}{after}"), size);
                assert_eq!(records.len(), 2, "{before}{after}");
                for record in records {
                    assert_eq!(record.unwrap().0.to_string(), LINE);
                }
            }
        }
        let junk = read::<B3x3>(&format!("{before}hello\n"), None);
        assert!(junk.len() == 2 && junk[1].is_err(), "{junk:?}");
        assert_eq!(read::<B3x3>(&format!("{before}{before}{before}"), None).len(), 3);
    }
    assert_eq!(read::<B3x3>(&format!("{file}{}", rows(LINE)), None).len(), 2);
}

#[test]
fn a_table_may_name_its_columns() {
    for header in [
        "puzzle",
        "Puzzles,Solution",
        "quizzes,solutions\r",
        "quiz,",
        "question,answer,source,rating",
        "puzzle,er,2-string-kite",
        "grid",
        "grid,attempts,restarts,guesses,nodes",
        "SUDOKU, difficulty",
        "\"puzzle\",\"solution\"",
        "# by hand\n\n# again\ngrid,nodes",
    ] {
        let text = format!("{header}\n{LINE},{SOLUTION}\n");
        for size in [None, Some(B3x3::SIZE)] {
            let records = read::<B3x3>(&text, size);
            assert_eq!(records.len(), 1, "{header}");
            assert_eq!(records[0].as_ref().unwrap().0.to_string(), LINE);
        }
        // Only at the start.
        assert_eq!(read::<B3x3>(&format!("{LINE}\n{text}"), None).len(), 3);
    }
    for other in ["name,puzzle", "griddle", "grid 5", "puzzle,1", "grid;nodes"] {
        let records = read::<B3x3>(&format!("{other}\n{LINE}\n"), None);
        assert!(records.len() == 2 && records[0].is_err(), "{other}");
    }
}

#[test]
fn bytes_that_are_no_text_matter_only_among_the_cells() {
    let latin = |text: &str| -> Vec<u8> { text.chars().map(|c| u8::try_from(c).unwrap()).collect() };
    let results = |text: &str, size| {
        let mut out = Vec::new();
        each_record(&latin(text), size, |record| {
            out.push(record.parse::<B3x3>().map_or_else(
                |error| error.to_string(),
                |parsed| parsed.puzzle.to_string() + parsed.rest,
            ));
        });
        out
    };
    let rows = (0..9).fold(String::new(), |text, row| {
        text + &LINE[9 * row..9 * row + 9] + "\n"
    });
    let spaced = LINE
        .chars()
        .fold(String::new(), |text, c| text + &c.to_string() + " ");
    for size in [None, Some(B3x3::SIZE)] {
        for text in [
            format!("#AJos\u{e9}\n[Puzzle]\n{rows}[State]\n{rows}"),
            format!("% fran\u{e7}ais\n{rows}"),
            format!("{}# \u{e9}t\u{e9}\n{}", &rows[..30], &rows[30..]),
        ] {
            assert_eq!(results(&text, size), [LINE], "{text}");
        }
        for text in [format!("{LINE} \u{e9}\n"), format!("{LINE}{SOLUTION} \u{e9}\n")] {
            assert_eq!(results(&text, size), [format!("{LINE} \u{fffd}")], "{text}");
        }
        assert_eq!(
            results(&format!(":03\u{e9}:3:{LINE}::\u{e9}:\n"), size),
            [format!("{LINE}:\u{fffd}:")]
        );
        let fault = |text: &str, place: &str| {
            let text = format!("{text}\n{LINE}\n");
            assert_eq!(
                results(&text, size),
                [format!("{place}: not UTF-8 text"), LINE.into()],
                "{text}"
            );
        };
        fault(&LINE.replacen('7', "\u{e9}", 1), "1:5");
        fault(&format!("{LINE}\u{a0}"), "1:82");
        fault(&rows.replacen('6', "\u{e9}", 1), "2:1");
        fault(&spaced.replacen('3', "\u{e9}", 1), "1:3");
        fault("\u{ff}\u{80}\u{81}", "1:1");
    }
    assert_eq!(
        "1\u{fffd}.............."
            .parse::<Puzzle<B2x2>>()
            .unwrap_err()
            .to_string(),
        "1:2: not UTF-8 text"
    );
}

#[test]
fn a_long_line_takes_linear_time() {
    // In quadratic time the brackets would take many seconds.
    let length = 1 << 19;
    for piece in [
        "[1",
        "{1",
        "(1",
        "<1",
        "[{(<",
        "[1]",
        "<1>[2",
        "[1] ",
        "1 ",
        "*1",
        "*1*",
        "+1",
        ":",
        "1:",
        "12 ",
        "[1\u{e9}]",
    ] {
        let long = piece.repeat(length / piece.len());
        for text in [
            long.clone(),
            format!("|{long}|\n|{long}|"),
            format!("{LINE} {long}"),
            format!("{LINE} deleted: {long}"),
            format!("{LINE}\n[12][3]3456789\n{long}\n"),
        ] {
            let begun = std::time::Instant::now();
            for size in [None, Some(B3x3::SIZE)] {
                each_record(text.as_bytes(), size, |record| {
                    let _ = record.parse::<B3x3>();
                });
            }
            assert!(begun.elapsed().as_secs() < 4, "{piece:?}");
        }
    }
}

#[test]
fn a_solved_grid_of_hexadecimal_digits_is_told() {
    let grid = Grid::<B4x4>::canonical_base().to_string();
    // 1..9 A..G as 0..9 A..F
    let hex: String = grid
        .chars()
        .map(|c| char::from_digit(c.to_digit(17).unwrap() - 1, 16).unwrap())
        .map(|c| c.to_ascii_uppercase())
        .collect();
    let told = "no empty cell but 16 or fewer 0, and no G: if this is a solved grid of 0-F, write 1-9 A-G";
    let last = hex.rfind('0').unwrap();
    let place = format!("1:{}: {told}", last + 1);
    let rows = |line: &str| {
        (0..16).fold(String::new(), |text, row| {
            text + &line[16 * row..16 * row + 16] + "\n"
        })
    };
    for size in [None, Some(B4x4::SIZE)] {
        let result = |text: &str| {
            let mut records = read::<B4x4>(text, size);
            assert_eq!(records.len(), 1);
            records.pop().unwrap()
        };
        assert_eq!(result(&hex), Err(place.clone()));
        assert_eq!(result(&hex.to_lowercase()), Err(place.clone()));
        assert_eq!(
            result(&rows(&hex)),
            Err(format!("{}:{}: {told}", last / 16 + 1, last % 16 + 1))
        );
        // One more zero, or a G, and they are empty cells.
        let clues = |text: &str| result(text).unwrap().0.clues();
        assert_eq!(clues(&hex.replacen('1', "0", 1)), 239);
        assert_eq!(clues(&hex.replacen('1', "G", 1)), 240);
        assert_eq!(clues(&"0".repeat(256)), 0);
        assert_eq!(clues(&grid), 256);
        assert_eq!(clues(&grid.replace('G', ".")), 240);
        assert!(
            result(&hex.replacen('1', ".", 1))
                .unwrap_err()
                .contains("both 0 and another")
        );
    }
}

#[test]
fn rows_of_letters_are_a_grid() {
    for first in [b'a', b'A'] {
        let letter = |c: char| c.to_digit(10).map_or(c, |d| char::from(first + d as u8 - 1));
        let letters: Vec<char> = LINE.chars().map(letter).collect();
        let solved: Vec<char> = SOLUTION.chars().map(letter).collect();
        for (cells, line) in [(letters, LINE), (solved, SOLUTION)] {
            let rows = cells.chunks(9).fold(String::new(), |text, row| {
                text + &row.iter().collect::<String>() + "\n"
            });
            assert_eq!(one(&rows).unwrap().0.to_string(), line);
        }
    }
    // Neither a word nor a row with a letter twice.
    for word in ["abcdefgha", "baggage..", "chocolate"] {
        let records = read::<B3x3>(&format!("{word}\n{LINE}\n"), None);
        assert!(
            records.len() == 2 && records[0].is_err() && records[1].is_ok(),
            "{word}"
        );
    }
}

#[test]
fn a_grid_whose_shape_must_be_named_is_one_error() {
    let six = format!("{:#}\n", Grid::<B2x3>::canonical_base());
    let puzzle: Puzzle<B2x3> = format!("1{}", ".".repeat(35)).parse().unwrap();
    let marks = text(|out| puzzle.push_pencilmarks(out)) + "\n";
    let bare = "123456\n456123\n\n......\n......\n\n......\n......\n";
    let told = "6 cells fit more than one shape; name one: 2x3 or 3x2";
    let shape = |text: &str| -> Vec<String> {
        read::<B2x3>(text, None)
            .into_iter()
            .map(|record| record.expect_err("an error"))
            .collect()
    };
    assert_eq!(shape(&six), [format!("2:1: {told}")]);
    assert_eq!(shape(&marks), [format!("2:1: {told}")]);
    assert_eq!(shape(bare), [format!("1:1: {told}")]);
    assert_eq!(
        shape(&format!("{six}{six}")),
        [format!("2:1: {told}"), format!("12:1: {told}")]
    );
    assert_eq!(shape(&format!("{bare}hello\n{bare}")).len(), 3);
    assert_eq!(
        shape("abcdefgha\n"),
        ["1:1: 9 cells may be a grid or not; if they are, name the shape: 3x3"]
    );
    assert_eq!(read::<B2x3>(&six, Some(B2x3::SIZE)).len(), 1);
}

#[test]
fn one_cell_too_many_is_an_error() {
    assert_eq!(error(&format!("{LINE}.")), "1:82: 82 cells, expected 81");
    assert_eq!(error(&format!("{LINE}{LINE}.")), "1:82: 163 cells, expected 81");
    let text = format!("{LINE}\n{}", ".".repeat(730));
    assert_eq!(
        read::<B3x3>(&text, None)[1].as_ref().unwrap_err(),
        "2:82: 730 cells, expected 81"
    );
}

#[test]
fn digits_of_a_comment_are_no_cells() {
    assert_eq!(one(&format!("# hello 5\n{LINE}")).unwrap().0.to_string(), LINE);
}

#[test]
fn a_title_does_not_hide_what_is_wrong() {
    let rows = LINE.replacen("53", "55", 1);
    let rows: Vec<&str> = (0..9).map(|row| &rows[9 * row..9 * row + 9]).collect();
    let (puzzle, _) = one(&format!("% t\n{}", rows.join("\n"))).unwrap();
    assert_eq!(puzzle.conflicts()[0].to_string(), "5 twice in row 1: r1c1, r1c2");
    assert_eq!(
        error(&format!("% t\n{}", rows[..8].join("\n"))),
        "9:9: the grid ends after 8 of 9 rows"
    );
}

/// The data that tests share, if it is there.
fn data(name: &str) -> Option<String> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder = std::env::var_os("GRIDWRIGHT_DATA").map_or(beside, PathBuf::from);
    let text = std::fs::read_to_string(folder.join(name)).ok();
    if text.is_none() {
        let _ = writeln!(std::io::stderr(), "skipped: no {name} in {}", folder.display());
    }
    text
}

#[test]
fn every_line_of_a_technique_library_is_read() {
    let Some(text) = data("technique_cases.txt") else {
        return;
    };
    let mut count = 0;
    each_record(text.as_bytes(), None, |record| {
        count += 1;
        let parsed = record.parse::<B3x3>().unwrap_or_else(|error| panic!("{error}"));
        let fields: Vec<&str> = record.text().split(':').collect();
        assert_eq!(parsed.puzzle.to_string(), fields[3].replace('+', ""));
        assert_eq!(parsed.placed.len(), fields[3].matches('+').count());
        for word in fields[4].split_whitespace() {
            let [d, r, c] = [0, 1, 2].map(|i| word[i..=i].parse::<usize>().unwrap());
            assert!(!parsed.puzzle.candidates(cell(r, c)).contains(digit(d as u8)));
        }
        assert_eq!(parsed.rest, format!(":{}", fields[5..].join(":")));
        assert!(parsed.puzzle.is_consistent());
    });
    assert_eq!(count, text.lines().filter(|line| line.starts_with(':')).count());
    assert!(count > 500);
}

#[test]
fn reported_inputs_are_read() {
    let Some(text) = data("bug_inputs.tsv") else {
        return;
    };
    let mut count = 0;
    for row in text.lines().skip(1) {
        let fields: Vec<&str> = row.split('\t').collect();
        let input = fields[1].replace("\\n", "\n").replace("\\r", "\r");
        let digits = |c: char| "0123456789.".contains(c);
        let plain = input.len() == 81 && input.chars().all(digits);
        let whole = [
            "B052", "B058", "B059", "B060", "B061", "B065", "B077", "B078", "B079", "B080", "B081",
        ];
        if plain || whole.contains(&fields[0]) {
            count += 1;
            // The samples of library lines are cut with dots.
            let input = input.replace(" ...", "");
            let records = read::<B3x3>(&input, None);
            assert!(
                records.len() == 1 && records[0].is_ok(),
                "{}: {records:?}",
                fields[0]
            );
        }
    }
    assert!(count > 30, "{count}");
}

/// Every form that there is, small.
fn forms() -> Vec<String> {
    let mut restricted: Puzzle = LINE.parse().unwrap();
    restricted.restrict(cell(1, 3), DigitSet::single(digit(4)));
    restricted.restrict(cell(9, 1), DigitSet::EMPTY);
    vec![
        LINE.into(),
        format!("{LINE}{SOLUTION},rest"),
        format!("{:#}", LINE.parse::<Puzzle>().unwrap()),
        text(|out| restricted.push_pencilmarks(out)),
        text(|out| restricted.push_candidates(out)),
        format!(":0300-x:3:{}:413 214:412::", LINE.replace('5', "+5")),
        format!("{} deleted: 413 214", LINE.replace('5', "+5")),
        "[12][3][1 2]<4>".repeat(4),
        format!("[Puzzle]\n{LINE}\n[State]\n{SOLUTION}\n#\n% t\n"),
        "1.......... ....12|34\n--+--\n".into(),
    ]
}

fn read_all_ways(bytes: &[u8]) {
    fn at<S: Shape>(bytes: &[u8]) {
        for size in [None, Some(S::SIZE)] {
            each_record(bytes, size, |record| {
                if let Ok(parsed) = record.parse::<S>() {
                    assert_eq!(parsed.puzzle.values().len(), S::CELLS);
                    assert!(parsed.solution.is_none_or(|grid| {
                        parsed
                            .puzzle
                            .values()
                            .iter()
                            .zip(grid.values())
                            .all(|(a, b)| *a == 0 || a == b)
                    }));
                    assert!(record.text().ends_with(parsed.rest));
                }
                let (line, column) = record.position::<S>(Cell::new(S::CELLS - 1).unwrap());
                assert!(line >= record.line() && column >= 1);
            });
        }
        if let Ok(text) = std::str::from_utf8(bytes) {
            let _ = text.parse::<Puzzle<S>>();
        }
    }
    at::<B2x2>(bytes);
    at::<B2x3>(bytes);
    at::<B2x4>(bytes);
    at::<B3x3>(bytes);
    at::<B4x4>(bytes);
    at::<B5x5>(bytes);
}

proptest! {
    #[test]
    fn no_mutation_panics(
        form in 0..10_usize,
        changes in proptest::collection::vec((any::<prop::sample::Index>(), 0..3_usize, "[0-9a-jA-P.|+*<>{}\\[\\]:,;_ \n\r\u{e9}\u{feff}-]{0,3}"), 1..5),
    ) {
        let mut text: Vec<char> = forms()[form].chars().collect();
        for (index, remove, insert) in changes {
            let at = index.index(text.len() + 1);
            let end = (at + remove).min(text.len());
            text.splice(at..end, insert.chars());
        }
        read_all_ways(text.into_iter().collect::<String>().as_bytes());
    }

    #[test]
    fn no_text_panics(text in "[-0-9a-jA-P.|+*<>{}()\\[\\]:,;_=' \t\n\r#%\u{e9}\u{3000}]{0,200}") {
        read_all_ways(text.as_bytes());
    }

    #[test]
    fn no_bytes_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        read_all_ways(&bytes);
    }
}
