//! `gridwright convert`, as a person or a script meets it.

use crate::common::{code, err, out};

const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// Status, standard output and standard error.
fn feed(args: &[&str], input: &str) -> (i32, String, String) {
    let output = crate::common::feed(args, input);
    (code(&output), out(&output).into(), err(&output).into())
}

/// Standard output of a run that goes well.
#[track_caller]
fn convert(args: &[&str], input: &str) -> String {
    let (code, stdout, stderr) = feed(&[&["convert"], args].concat(), input);
    assert_eq!((code, stderr.as_str()), (0, ""), "{args:?} {input}");
    stdout
}

const FORMATS: [&str; 5] = ["line", "grid", "csv", "json", "pencilmarks"];

#[test]
fn every_format_says_the_same() {
    let framed = convert(&["--format", "grid"], EASY);
    assert_eq!(framed.lines().nth(1), Some("| 5 3 . | . 7 . | . . . |"));
    let csv = convert(&["--format", "csv"], EASY);
    assert_eq!(csv, format!("puzzle,solution,rest\n{EASY},,\n"));
    let json = convert(&["--format", "json"], EASY);
    assert_eq!(
        json,
        format!("{{\"puzzle\":\"{EASY}\",\"solution\":null,\"rest\":\"\"}}\n")
    );
    let table = convert(&["--format", "pencilmarks"], EASY);
    assert!(table.contains("| <5>    <3>    124    |"), "{table}");
    for text in [&framed, &table] {
        assert_eq!(convert(&[], text), format!("{EASY}\n"));
    }
    assert_eq!(convert(&[], &csv), format!("{EASY},,\n"));
    assert_eq!(convert(&["--format", "pencilmarks"], &table), table);
}

#[test]
fn nothing_is_lost_of_restricted_candidates() {
    // 4 is gone from r1c3, 6 is placed in r2c1.
    let library = format!(":0300:4:{}:413:412 413::7\n", EASY.replacen('6', "+6", 1));
    let line = convert(&[], &library);
    let (cells, rest) = line.split_once('\t').unwrap();
    assert_eq!((cells.len(), rest), (729, ":412 413::7\n"));
    assert!(
        cells.starts_with("____5______3______12........2...6..."),
        "{cells}"
    );
    for format in ["line", "json", "csv", "pencilmarks"] {
        let there = convert(&["--format", format], cells);
        let back = match format {
            "json" => there.split('"').nth(3).unwrap().to_string(),
            _ => there,
        };
        assert_eq!(
            convert(&[], &back).trim_end_matches([',', '\n']),
            cells,
            "{format}"
        );
    }
    assert_eq!(
        convert(&["--format", "csv"], &library).lines().nth(1),
        Some(format!("{cells},,:412 413::7").as_str())
    );
    // 4 in r1c3 is the solution's.
    let (code, stdout, _) = feed(&["solve"], &library);
    assert_eq!((code, stdout.as_str()), (1, "unsolvable\t:412 413::7\n"));
    let (code, stdout, _) = feed(&["solve"], &library.replace(":413:", ":113:"));
    assert_eq!((code, stdout), (0, format!("{SOLVED}\t:412 413::7\n")));
}

#[test]
fn a_table_without_marked_givens() {
    let table = convert(&["--format", "pencilmarks"], EASY).replace(['<', '>'], " ");
    let line = convert(&[], &table);
    assert_eq!(line.trim_end().len(), 729);
    assert!(!line.contains('_'), "nothing is given");
    let (_, solution, _) = feed(&["solve"], &table);
    assert_eq!(solution, format!("{SOLVED}\n"));
    // What has one candidate is given with the others: r5c5, r7c6, r7c9, r8c8.
    let mut expected = EASY.to_string();
    for (cell, digit) in [(40, "5"), (59, "7"), (62, "4"), (70, "3")] {
        expected.replace_range(cell..=cell, digit);
        assert_eq!(&SOLVED[cell..=cell], digit);
    }
    assert_eq!(convert(&["--give-singles"], &table), format!("{expected}\n"));
}

#[test]
fn a_solution_beside_its_puzzle() {
    let pair = format!("{EASY}{SOLVED} name\n");
    assert_eq!(convert(&[], &pair), format!("{EASY} name\n"));
    assert_eq!(
        convert(&["--format", "csv"], &pair),
        format!("puzzle,solution,rest\n{EASY},{SOLVED},name\n")
    );
    assert_eq!(
        convert(&["--format", "json"], &pair),
        format!("{{\"puzzle\":\"{EASY}\",\"solution\":\"{SOLVED}\",\"rest\":\"name\"}}\n")
    );
    let (code, stdout, stderr) = feed(&["convert"], &pair.replacen("53467", "43567", 1));
    assert_eq!((code, stdout.as_str()), (1, "invalid\n"));
    assert_eq!(
        stderr,
        "-:1:118: the solution has 4 twice in column 1: r1c1, r5c1\n"
    );
}

#[test]
fn what_cannot_be_read_keeps_its_place() {
    let input = format!("{EASY};a\noops\n{};b\n", EASY.replacen('3', "5", 1));
    let invalid = [
        format!("{EASY};a\ninvalid\n55{};b\n", &EASY[2..]),
        String::new(),
        format!(
            "puzzle,solution,rest\n{EASY},,a\ninvalid,,\n55{},,b\n",
            &EASY[2..]
        ),
        format!(
            "{{\"puzzle\":\"{EASY}\",\"solution\":null,\"rest\":\"a\"}}\n{{\"puzzle\":\"invalid\",\"solution\":null,\"rest\":\"\"}}\n{{\"puzzle\":\"55{}\",\"solution\":null,\"rest\":\"b\"}}\n",
            &EASY[2..]
        ),
        String::new(),
    ];
    for (format, expected) in FORMATS.iter().zip(invalid) {
        let (code, stdout, stderr) = feed(&["convert", "--format", format], &input);
        assert_eq!(code, 1);
        assert_eq!(stderr, "-:2:1: 'o' is neither a digit nor an empty cell\n");
        if expected.is_empty() {
            assert!(
                stdout.starts_with("# a\n+---") && stdout.contains("+\n\ninvalid\n\n# b\n+---"),
                "{stdout}"
            );
        } else {
            assert_eq!(stdout, expected);
        }
    }
    assert_eq!(feed(&["convert"], "").0, 2);
}

#[test]
fn other_shapes() {
    let line = "1..4..2.........";
    let table = convert(&["--format", "pencilmarks"], line);
    assert_eq!(convert(&[], &table), format!("{line}\n"));
    let big = convert(&["--format", "grid"], &".".repeat(625));
    assert_eq!(convert(&[], &big), format!("{}\n", ".".repeat(625)));
    let six = "1....5......2.......6........3......";
    let framed = convert(&["--format", "grid", "--shape", "2x3"], six);
    assert_eq!(convert(&["--shape", "2x3"], &framed), format!("{six}\n"));
}
