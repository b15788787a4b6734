//! Ratings and explanations.

use serde_json::Value;

use crate::common::{code, err, expect, feed, out, run};

const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const EMPTY: &str = ".................................................................................";
/// No place for 4 in box 5.
const NONE: &str = ".9.3....1....8..46......8..4.5.6..3...32756...6..1.9.4..1......58..2....2....7.6.";
/// Inkala 2012.
const HARD: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const SMALL: &str = "2.....3...14.4..";

#[test]
fn numbers_and_words() {
    let input = format!("{EASY} x\n{SOLVED}\n55{}\n{NONE},y\n{EMPTY}\n", &EMPTY[2..]);
    let stdout = format!(
        "{EASY}\t1.2/1.2/1.2 x\n{SOLVED}\tsolved\n55{}\tinvalid\n{NONE}\tunsolvable,y\n{EMPTY}\tambiguous\n",
        &EMPTY[2..]
    );
    expect(
        &["rate"],
        input,
        1,
        &stdout,
        "-:3:2: 5 twice in row 1: r1c1, r1c2; 5 twice in box 1: r1c1, r1c2\n",
    );
    expect(
        &["rate", "--scale", "plain"],
        EASY,
        0,
        &format!("{EASY}\t1207 1\n"),
        "",
    );
    expect(
        &["rate", "--scale", "paper"],
        EASY,
        0,
        &format!("{EASY}\t3.4 3\n"),
        "",
    );
    expect(
        &["rate", "--scale", "all"],
        SMALL,
        0,
        &format!("{SMALL}\t-\t1201 1\t3.2 3\n"),
        "",
    );
    expect(
        &["rate", "--time-limit", "0"],
        EASY,
        1,
        &format!("{EASY}\tundetermined\n"),
        "",
    );
}

#[test]
fn order_is_kept_whatever_the_threads() {
    let symmetries = run(&["vary", "--random", "--seed", "1", "-n", "200", EASY]);
    let one = feed(&["rate", "--scale", "all", "--jobs", "1"], out(&symmetries));
    assert_eq!(out(&one).lines().count(), 200);
    assert!(
        out(&one)
            .lines()
            .zip(out(&symmetries).lines())
            .all(|(rated, line)| rated.starts_with(line))
    );
    assert_eq!(
        feed(&["rate", "--scale", "all", "--jobs", "3"], out(&symmetries)).stdout,
        one.stdout
    );
}

#[test]
fn statistics() {
    let csv = feed(
        &["rate", "--scale", "all", "--format", "csv"],
        format!("{EASY} x\n{EMPTY}\n"),
    );
    let mut reader = csv::Reader::from_reader(&csv.stdout[..]);
    let names: Vec<String> = reader.headers().unwrap().iter().map(str::to_owned).collect();
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let get = |row: usize, name: &str| &rows[row][names.iter().position(|it| it == name).unwrap()];
    assert_eq!(rows.len(), 6);
    assert_eq!([0, 1, 2].map(|row| get(row, "scale")), ["er", "plain", "paper"]);
    assert_eq!([0, 1, 2].map(|row| get(row, "clues")), ["30"; 3]);
    assert_eq!(
        (get(0, "singles"), get(0, "guessing"), get(0, "steps")),
        ("yes", "no", "51")
    );
    assert_eq!(
        (get(1, "bottleneck"), get(1, "rating"), get(1, "rest")),
        ("hidden-single-box", "1207", "x")
    );
    assert_eq!((get(3, "answer"), get(3, "rating")), ("ambiguous", ""));

    let json = feed(
        &["rate", "--scale", "all", "--format", "json"],
        format!("{EASY}\n{NONE}\n"),
    );
    let values: Vec<Value> = out(&json)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(
        (&values[0]["answer"], &values[1]["answer"]),
        (&"rated".into(), &"unsolvable".into())
    );
    assert_eq!(values[0]["scales"]["er"]["ep"], 1.2);
    let counts = values[0]["scales"]["plain"]["techniques"].as_object().unwrap();
    assert_eq!(
        counts.values().map(|count| count.as_u64().unwrap()).sum::<u64>(),
        51
    );
    assert_eq!(
        values[1]["scales"]["er"],
        serde_json::json!({"answer": "unsolvable"})
    );
}

#[test]
fn steps_in_words() {
    let path = run(&["explain", EASY]);
    let lines: Vec<&str> = out(&path).lines().collect();
    assert_eq!((lines[0], lines.len(), code(&path)), (EASY, 53, 0));
    assert_eq!(
        lines[1],
        "1. 1.2 Hidden Single: the only place for 8 in box 2 => r1c6 = 8"
    );
    assert_eq!(lines[52], "1.2/1.2/1.2");
    let hint = run(&["explain", "--hint", EASY]);
    assert_eq!(out(&hint).lines().collect::<Vec<_>>(), lines[..2]);
    // A puzzle on standard input, of another shape.
    let small = feed(&["explain"], SMALL);
    assert_eq!((out(&small).lines().count(), code(&small)), (13, 0));
    for (line, word) in [(EMPTY, "ambiguous"), (NONE, "unsolvable")] {
        expect(&["explain", "-"], line, 1, &format!("{line}\n{word}\n"), "");
    }
    expect(&["explain", SOLVED], "", 0, &format!("{SOLVED}\nsolved\n"), "");
}

#[test]
fn options_are_no_puzzles() {
    let turned = format!("-{}", EASY.replace('.', "-").split_off(1));
    let path = run(&["explain", &turned, "-j1"]);
    assert!(out(&path).starts_with(".3..7"), "{} {}", out(&path), err(&path));
    for wrong in ["-x", "--hnt", "--bogus"] {
        let path = run(&["explain", wrong, EASY]);
        assert_eq!((out(&path), code(&path)), ("", 2), "{wrong}");
    }
    assert_eq!(code(&run(&["vary", "--index", "0", &turned])), 0);
}

#[test]
fn chains_in_words() {
    let path = run(&["explain", "--scale", "plain", HARD]);
    assert!(
        out(&path).contains(" leads to a contradiction => "),
        "{}",
        out(&path)
    );
    assert!(out(&path).contains(" -> ") && out(&path).ends_with(" 5\n"));
    let table = run(&["explain", "--hint", "--format", "pencilmarks", HARD]);
    assert!(out(&table).contains("| <8> "), "{}", out(&table));
}

/// Every step can be replayed from its JSON alone, round by round.
#[test]
fn steps_for_programs() {
    for (scale, line) in [("er", EASY), ("plain", HARD), ("er", HARD)] {
        let path = run(&["explain", "--scale", scale, "--format", "json", line]);
        let (mut board, mut start, mut round): (Vec<u8>, _, _) = (Vec::new(), Vec::new(), Value::Null);
        let cell = |text: &Value| {
            let text = text.as_str().unwrap().as_bytes();
            usize::from((text[1] - b'1') * 9 + text[3] - b'1')
        };
        for (number, step) in (1..).zip(out(&path).lines()) {
            let step: Value = serde_json::from_str(step).unwrap();
            assert_eq!((&step["step"], &step["puzzle"]), (&number.into(), &line.into()));
            let before = step["board"].as_str().unwrap().as_bytes();
            if step["round"] != round {
                assert!(board.is_empty() || before == board, "{step}");
                board = before.to_vec();
                (start, round) = (before.to_vec(), step["round"].clone());
            }
            assert_eq!(before, start, "{step}");
            for gone in step["eliminations"].as_array().unwrap() {
                let (cell, digit) = (cell(&gone["cell"]), gone["digit"].as_u64().unwrap() as usize);
                assert_eq!(start[9 * cell + digit - 1], b'0' + digit as u8, "{step}");
                if board[9 * cell + digit - 1] != b'_' {
                    board[9 * cell + digit - 1] = b'.';
                }
            }
            for placed in step["placements"].as_array().unwrap() {
                let (cell, digit) = (cell(&placed["cell"]), placed["digit"].as_u64().unwrap() as usize);
                let [row, column] = [cell / 9, cell % 9];
                for other in 0..81 {
                    let [r, c] = [other / 9, other % 9];
                    let sees = r == row || c == column || (r / 3, c / 3) == (row / 3, column / 3);
                    if other != cell && sees && board[9 * other + digit - 1] != b'_' {
                        board[9 * other + digit - 1] = b'.';
                    }
                }
                board[9 * cell..9 * cell + 9].fill(b'_');
                board[9 * cell + digit - 1] = b'0' + digit as u8;
            }
            assert!(!step["text"].as_str().unwrap().is_empty(), "{step}");
        }
        let solved: String = board
            .chunks(9)
            .map(|cell| cell.iter().copied().find(|&c| c != b'_').unwrap() as char)
            .collect();
        assert!(!solved.contains('.'), "{solved}");
        assert_eq!(code(&path), 0);
    }
}

#[test]
fn candidates_and_library_lines() {
    let marks = run(&["explain", "--hint", "--format", "json", EASY]);
    let step: Value = serde_json::from_str(out(&marks)).unwrap();
    let board = step["board"].as_str().unwrap();
    let rated = feed(&["rate"], board);
    assert!(out(&rated).ends_with("\t1.2/1.2/1.2\n"), "{}", out(&rated));
    let library = format!(":0000:5:+{EASY}:::");
    let rated = feed(&["rate", "--format", "csv"], &*library);
    assert!(
        out(&rated).contains(",er,rated,1.2,"),
        "{} {}",
        out(&rated),
        err(&rated)
    );
}

#[test]
fn parts_joined_are_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let lines = out(&run(&["vary", "--random", "--seed", "1", "-n", "9", EASY])).to_owned();
    // The shape shows in the second line; one of the files holds nothing.
    let files = [
        file("a", &format!("garbage\n{EASY} x,y\n55.......\n# no puzzle\n")),
        file("b", ""),
        file("c", &format!("{lines}55{}\n", &EASY[2..])),
    ];
    for format in ["line", "csv", "json", "grid"] {
        let args = ["rate", "--format", format, &files[0], &files[1], &files[2]];
        let whole = run(&args);
        assert_eq!(code(&whole), 1);
        for parts in [1, 3, 20] {
            let (mut joined, mut messages, mut worst) = (String::new(), String::new(), 0);
            for part in 1..=parts {
                let shard = format!("{part}/{parts}");
                let output = run(&[&args[..], &["--shard", &shard]].concat());
                joined += out(&output);
                messages += err(&output);
                worst = worst.max(code(&output));
            }
            assert_eq!(joined, out(&whole), "{format} {parts}");
            assert_eq!(messages, err(&whole), "{format} {parts}");
            assert_eq!(worst, 1);
        }
    }
    // Exit codes are those of a part.
    let args = |shard| ["rate", "--shard", shard, &files[2]];
    assert_eq!([args("1/2"), args("2/2")].map(|args| code(&run(&args))), [0, 1]);
    // From a pipe.
    let parts = ["1/2", "2/2"].map(|shard| out(&feed(&["rate", "--shard", shard], &*lines)).to_owned());
    assert_eq!(parts.concat(), out(&feed(&["rate"], &*lines)));
    expect(&["rate", "--shard", "2/3"], "", 2, "", "-:1:1: no puzzle\n");
    // No puzzle is left for the first of two parts.
    expect(&["rate", "--shard", "1/2"], EASY, 0, "", "");
    assert_eq!(code(&run(&["rate", "--shard", "3/2", &files[2]])), 2);
}

/// Golden nugget: seconds to the end, and its first step takes none.
#[cfg(unix)]
#[test]
fn steps_are_shown_as_they_are_found() {
    use std::io::{BufRead, BufReader, Read};

    const NUGGET: &str = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";
    let mut child = crate::common::gridwright(&["explain", NUGGET]).spawn().unwrap();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    let mut shown = String::new();
    for _ in 0..2 {
        reader.read_line(&mut shown).unwrap();
    }
    assert!(shown.starts_with(&format!("{NUGGET}\n1. ")), "{shown}");
    assert!(child.try_wait().unwrap().is_none(), "it still searches");
    let id = child.id().to_string();
    let kill = std::process::Command::new("kill").args(["-INT", &id]).status();
    assert!(kill.unwrap().success());
    reader.read_to_string(&mut shown).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    // Whole steps, without a rating.
    assert!(shown.ends_with('\n') && !shown.ends_with("11.9\n"), "{shown}");
}

#[test]
fn a_path_of_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("puzzles");
    std::fs::write(&path, format!("{EASY}\n{SMALL}\n")).unwrap();
    let path = path.to_str().unwrap();
    let hints = run(&["explain", "--hint", path]);
    assert!(
        out(&hints).starts_with(&format!("{EASY}\n1. 1.2 ")),
        "{}",
        out(&hints)
    );
    let missing = format!("{path}.txt");
    let message = format!("gridwright: {missing}: neither a puzzle nor a file\n");
    expect(&["explain", &missing], "", 2, "", &message);
    assert_eq!(code(&run(&["explain", "no.txt"])), 2);
}

/// Placed digits are no clues of the paper's.
#[test]
fn placed_digits_are_no_givens() {
    let library = format!(":0000:5:+5{}:::", &EASY[1..]);
    let rated = |line: &str| {
        let csv = feed(&["rate", "--scale", "paper", "--format", "csv"], line);
        out(&csv).lines().nth(1).unwrap().to_owned()
    };
    assert!(rated(EASY).contains(",30,"), "{}", rated(EASY));
    assert!(rated(&library).contains(",29,"), "{}", rated(&library));
}

/// The columns and keys are those that `--help` names.
#[test]
fn statistics_are_documented() {
    for (args, name) in [
        (&["rate", "--scale", "all"][..], "rate"),
        (&["explain"], "explain"),
    ] {
        let help = run(&[name, "--help"]);
        let documented = |word: &str| {
            let mut words = out(&help).split(|c: char| !c.is_alphanumeric() && c != '_');
            assert!(words.any(|it| it == word), "{name}: {word}");
        };
        let csv = feed(&[args, &["--format", "csv"]].concat(), EASY);
        out(&csv).lines().next().unwrap().split(',').for_each(documented);
        let json = feed(&[args, &["--format", "json"]].concat(), EASY);
        let line: Value = serde_json::from_str(out(&json).lines().next().unwrap()).unwrap();
        let keys = line.as_object().unwrap();
        keys.keys().for_each(|key| documented(key));
        for scale in keys
            .get("scales")
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
        {
            scale
                .1
                .as_object()
                .unwrap()
                .keys()
                .for_each(|key| documented(key));
        }
    }
}
