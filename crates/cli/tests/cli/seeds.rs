//! Seed puzzles.

use serde_json::Value;

use crate::common::{code, err, expect, feed, out, run};

const USUAL: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// The same, turned by a quarter and relabelled.
const TURNED: &str = "...362.45..4...1.7......2...6..2..9.29.8.4.13.1..7..5...8......3.2...4..15.497...";
/// With 17 clues; not solved by singles alone.
const OTHER: &str = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
const LETTERS: &str = concat!(
    "....a..bc...cde..f.f....gd.b...f...ge..b.g..hf...i...a.gi....f.c..deh...da..g....",
    "iedgafhbcghbcdeiafafcihbgdebihefadcgedabcgfihfcghidbeahgiabcefdcbfdehagidaefgichb",
);

/// Puts a text into a file of a folder of its own.
fn file(name: &str, text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap().to_string();
    (folder, path)
}

/// The first fields of the rows, header left aside.
fn firsts(table: &str) -> Vec<&str> {
    table
        .lines()
        .skip(1)
        .map(|row| row.split(',').next().unwrap())
        .collect()
}

#[test]
fn a_table_that_all_can_read() {
    let output = feed(
        &["seeds", "make", "--letters", "--quiet"],
        format!("{USUAL},name\n{OTHER}\n"),
    );
    assert_eq!((err(&output), code(&output)), ("", 0));
    let table = out(&output);
    let header =
        "puzzle,er,ep,ed,score,level,guessing,hardest,clues,symmetries,automorphisms,variations,full-house,";
    assert!(table.starts_with(header), "{table}");
    assert_eq!(firsts(table)[0], LETTERS);
    let row = table.lines().nth(1).unwrap();
    let start =
        format!("{LETTERS},1.2,1.2,1.2,1207,1,no,hidden-single-box,30,rotational-2,1,2903040,16,35,0,");
    assert!(row.starts_with(&start), "{row}");
    let columns = |line: &str| line.split(',').count();
    assert!(table.lines().all(|line| columns(line) == columns(row)));
    // Variations are one game, and the table is made of itself.
    expect(&["seeds", "make", "--letters"], table, 0, table, "");
    let twice = feed(
        &["seeds", "make", "--letters"],
        format!("{TURNED}\n{USUAL}\n{OTHER}\n"),
    );
    assert_eq!(out(&twice), table);

    let solved = feed(&["solve"], table);
    assert_eq!(code(&solved), 0, "{}", err(&solved));
    assert_eq!(out(&solved).lines().count(), 2);
    let answers = |args: &[&str], answer: &str| {
        let output = feed(args, table);
        let all = out(&output).lines().all(|line| line.contains(answer));
        assert!(
            code(&output) == 0 && all,
            "{args:?}: {}{}",
            out(&output),
            err(&output)
        );
    };
    answers(&["check"], "\tunique");
    answers(&["count"], "1,");
    answers(&["rate", "--scale", "plain"], "\t");
    answers(&["canon"], "\t1,");
    let counted = feed(&["seeds", "count", "-"], table);
    assert_eq!(out(&counted).lines().last(), Some("all    2      5806080"));
    // Letters tell the shape as figures do.
    let small = feed(
        &["seeds", "make", "--letters", "--format", "line"],
        "..3...1221...3..",
    );
    let counted = feed(&["seeds", "count", "-"], out(&small));
    assert_eq!(out(&counted), "level  seeds  games\nall    1      48\n");
}

#[test]
fn what_is_no_seed() {
    let empty = ".".repeat(81);
    let input = format!("{empty}\n{USUAL}\n55{}\n{TURNED}\nx\n", &empty[2..]);
    let stderr = "-:1:1: ambiguous: no seed\n\
                  -:3:2: 5 twice in row 1: r1c1, r1c2; 5 twice in box 1: r1c1, r1c2\n\
                  -:5:1: 'x' is neither a digit nor an empty cell\n";
    expect(
        &["seeds", "make", "--format", "line"],
        input,
        1,
        &format!("{USUAL}{SOLVED}\n"),
        stderr,
    );
    expect(
        &["seeds", "make", "--format", "grid"],
        USUAL,
        2,
        "",
        "gridwright: seeds are written as csv, line or json\n",
    );
    let big = ".".repeat(256);
    expect(
        &["seeds", "make", "--letters", "--format", "line"],
        big.clone(),
        2,
        "",
        "gridwright: --letters: at 4x4 letters are digits\n",
    );
    expect(
        &["seeds", "make", "--group", "full", "--format", "line"],
        big,
        2,
        "",
        "gridwright: --group full: boxes of 4x4 have too many symmetries for a canonical form\n",
    );
    expect(
        &["seeds", "make", "--sort", "x"],
        "",
        2,
        "",
        "gridwright: --sort x: no such column\n",
    );
    let nothing = feed(&["seeds", "make"], "");
    assert_eq!((err(&nothing), code(&nothing)), ("-:1:1: no puzzle\n", 2));
}

#[test]
fn picked_and_sorted() {
    let made = |args: &[&str]| {
        let output = feed(
            &[&["seeds", "make", "--format", "line"], args].concat(),
            format!("{USUAL}\n{OTHER}\n{TURNED}\n"),
        );
        assert_eq!(code(&output), 0, "{args:?}: {}", err(&output));
        out(&output)
            .lines()
            .map(|line| line[..81].to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(made(&[]), [USUAL, OTHER]);
    assert_eq!(made(&["--sort", "clues"]), [OTHER, USUAL]);
    assert_eq!(made(&["--sort", "er"]), [USUAL, OTHER]);
    assert_eq!(made(&["--sort", "er", "--reverse", "-j", "1"]), [OTHER, USUAL]);
    assert_eq!(made(&["--level", "2.."]), [OTHER]);
    assert_eq!(made(&["--er", "..2.5"]), [USUAL]);
    assert_eq!(made(&["--clues", "17"]), [OTHER]);
    assert_eq!(made(&["--technique", "pointing"]), [OTHER]);
    assert_eq!(made(&["--no-guessing", "--level", "1..2"]), [USUAL, OTHER]);
    assert!(made(&["--level", "5"]).is_empty());
    let output = feed(&["seeds", "make", "--format", "json", "--scale", "er"], USUAL);
    let keys: Value = serde_json::from_str(out(&output)).unwrap();
    assert_eq!(
        (&keys["puzzle"], &keys["solution"]),
        (&USUAL.into(), &SOLVED.into())
    );
    assert_eq!(
        (&keys["er"], &keys["guessing"], &keys["variations"]),
        (&1.2.into(), &false.into(), &2_903_040.into())
    );
    assert_eq!(keys["symmetries"], serde_json::json!(["rotational-2"]));
}

#[test]
fn games_and_their_numbers() {
    let (_folder, seeds) = file(
        "seeds.csv",
        &format!("puzzle,level\n{USUAL},1\n{OTHER}{},2\n", solution(OTHER)),
    );
    let play = |args: &[&str]| run(&[&["seeds", "play", &seeds], args].concat());
    let rank = |args: &[&str], input: &str| feed(&[&["seeds", "rank", &seeds], args].concat(), input);
    // The number of a variation is that of its element in the group.
    let first = play(&["--index", "0", "--solution"]);
    assert_eq!(out(&first), format!("{USUAL}{SOLVED}\n"));
    let game = play(&["--index", "1000000", "-n", "2"]);
    let varied = feed(
        &["vary", "--group", "simple", "--index", "1000000", "-n", "2"],
        USUAL,
    );
    assert_eq!(game.stdout, varied.stdout);
    assert_eq!(out(&rank(&[], out(&game))), "1000000\n1000001\n");
    // Random ones, of all.
    let random = play(&["--random", "--seed", "7", "-n", "100", "--format", "csv"]);
    assert!(err(&random).starts_with("seed: 7 "));
    let shorter = play(&["--random", "--seed", "7", "-n", "10", "--format", "csv"]);
    assert!(out(&random).starts_with(out(&shorter)));
    let numbers = |text: &str| -> Vec<String> {
        let rows = text.lines().skip(1);
        rows.map(|row| row.split(',').nth(2).unwrap().to_string())
            .collect()
    };
    let ranked = rank(&["--jobs", "2"], out(&random));
    let found: Vec<_> = out(&ranked)
        .lines()
        .map(|line| line.split(',').next().unwrap())
        .collect();
    assert_eq!(found, numbers(out(&random)));
    assert!(
        out(&random).lines().any(|row| row.ends_with(",3"))
            && out(&random).lines().any(|row| row.ends_with(",2"))
    );
    // What has no number.
    let strange = rank(
        &["--format", "csv"],
        &format!("{SOLVED} a\n{}\nx\n{TURNED}\n", ".".repeat(81)),
    );
    let words: Vec<_> = out(&strange)
        .lines()
        .map(|row| row.split(',').nth(1).unwrap())
        .collect();
    assert_eq!(
        (&words[..4], code(&strange)),
        (&["index", "absent", "absent", "invalid"][..], 1)
    );
    assert!(words[4].parse::<u32>().unwrap() < 2_903_040);
    let beyond = play(&["--index", "5806080"]);
    assert_eq!(
        (err(&beyond), code(&beyond)),
        (
            "gridwright: --index 5806080: the collection has the games 0 to 5806079\n",
            2
        )
    );
    let full = run(&[
        "seeds",
        "play",
        &seeds,
        "--group",
        "full",
        "--index",
        "2437996216319",
    ]);
    assert_eq!(code(&full), 0, "{}", err(&full));
}

/// The solution of a puzzle.
fn solution(puzzle: &str) -> String {
    out(&feed(&["solve"], puzzle)).trim().to_string()
}

#[test]
fn counts() {
    let table = format!("puzzle,er,level\n{USUAL},1.2,1\n{OTHER},2.6,2\n");
    let stdout = "level  seeds  games\n1      1      2903040\n2      1      2903040\nall    2      5806080\n";
    expect(&["seeds", "count", "-"], table, 0, stdout, "");
    let full = "level,seeds,games\nall,1,1218998108160\n";
    expect(
        &["seeds", "count", "-", "--group", "full", "--format", "csv"],
        USUAL,
        0,
        full,
        "",
    );
    let small = "{\"level\":\"all\",\"seeds\":1,\"games\":\"48\"}\n";
    expect(
        &["seeds", "count", "-", "--format", "json"],
        "..3...1221...3..",
        0,
        small,
        "",
    );
}

#[test]
fn equivalents_are_refused_or_left_out() {
    let twice = format!("# twice\n{USUAL}\n{OTHER}\n{TURNED}\n");
    let twin = "-:4:1: equivalent to line 2 under the simple group";
    let refused = format!("gridwright: {twin}; --merge leaves it out\n");
    expect(&["seeds", "count", "-"], twice.clone(), 2, "", &refused);
    let merged = "level  seeds  games\nall    2      5806080\n";
    expect(
        &["seeds", "count", "-", "--merge"],
        twice,
        0,
        merged,
        &format!("{twin}: left out\n"),
    );
    let ambiguous = ".".repeat(81);
    expect(
        &["seeds", "count", "-"],
        ambiguous,
        2,
        "",
        "gridwright: -:1:1: ambiguous\n",
    );
    expect(
        &["seeds", "count", "-"],
        "",
        2,
        "",
        "gridwright: -:1:1: no puzzle\n",
    );
    let both = "gridwright: -: standard input holds the collection or the puzzles, not both\n";
    expect(&["seeds", "rank", "-"], USUAL, 2, "", both);
}

#[test]
fn letters_for_digits() {
    let output = feed(&["convert", "--letters"], format!("{USUAL} x\n{USUAL}{SOLVED}\n"));
    let letters = "ec..g....f..aie....ih....f.h...f...cd..h.c..ag...b...f.f....bh....dai..e....h..gi";
    assert_eq!(out(&output), format!("{letters} x\n{letters}\n"));
    assert_eq!(out(&feed(&["convert"], letters)), format!("{USUAL}\n"));
    expect(
        &["convert", "--letters", "--format", "grid"],
        USUAL,
        2,
        "",
        "gridwright: --letters: with line, csv or json\n",
    );
}
