//! `gridwright check`, and what other commands say about the same troublesome inputs.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::common::{code, expect, feed, out};

const FAMOUS: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// So many givens that any one more may go.
const NEARLY: &str = "..4678912672195348198342567859761423426853791713924856961537284287419635345286179";
const MANY: &str = "..7...3.91........8....6.74.72..8...9.8....3.6.....2..5......67....8..4...3...9.1";
/// 8 has no place in box 9: two of its rows hold an 8, and the third is full.
const NO_PLACE: &str = ".......................................................8...........8..........412";
const CONFLICT: &str = "..............................................................5......5...........";
/// Row by row a search tries nearly everything before the solution.
const CRUEL: &str = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";

#[test]
fn words_and_status() {
    for (puzzle, words, status) in [
        (FAMOUS, "unique minimal", 0),
        (SOLVED, "solved", 0),
        (
            NO_PLACE,
            "unsolvable: 8 has no place in box 9 (r7c2, r8c5, r9c7, r9c8, r9c9)",
            1,
        ),
    ] {
        expect(&["check"], puzzle, status, &format!("{puzzle}\t{words}\n"), "");
    }
}

#[test]
fn not_minimal_is_no_failure() {
    let output = feed(&["check"], NEARLY);
    assert!(
        out(&output).starts_with(&format!("{NEARLY}\tunique not-minimal: any of r1c3, r1c4, ")),
        "{}",
        out(&output)
    );
    assert_eq!(code(&output), 0);
}

#[test]
fn ambiguous_says_where() {
    let output = feed(&["check"], MANY);
    assert!(
        out(&output).starts_with(&format!("{MANY}\tambiguous: two solutions differ in r")),
        "{}",
        out(&output)
    );
    assert_eq!(code(&output), 1);
}

#[test]
fn invalid_is_told_on_standard_error() {
    let input = format!("{CONFLICT},twice\n{FAMOUS} fine\n12x\n");
    let stdout = format!("{CONFLICT}\tinvalid,twice\n{FAMOUS}\tunique minimal fine\n\tinvalid\n");
    let output = feed(&["check"], input.as_str());
    let err = std::str::from_utf8(&output.stderr).unwrap();
    assert_eq!((out(&output), code(&output)), (&*stdout, 1));
    assert!(err.starts_with("-:1:70: 5 twice in "), "{err}");
    assert!(err.contains("-:3:"), "{err}");
    expect(&["check"], "# nothing\n", 2, "", "-:1:1: no puzzle\n");
}

#[test]
fn formats() {
    let input = format!("{NO_PLACE} a\n{FAMOUS};b\n{CONFLICT}\n{SOLVED}\n");
    let why = "8 has no place in box 9 (r7c2, r8c5, r9c7, r9c8, r9c9)";
    let csv = feed(&["check", "--format", "csv"], input.as_str());
    assert_eq!(
        out(&csv),
        format!(
            "puzzle,answer,minimal,symmetries,cells,why,rest\n\
             {NO_PLACE},unsolvable,yes,,r7c2 r8c5 r9c7 r9c8 r9c9,\"{why}\",a\n\
             {FAMOUS},unique,yes,,,,b\n\
             {CONFLICT},invalid,,,,,\n\
             {SOLVED},solved,,rotational-2 rotational-4 horizontal vertical diagonal antidiagonal,,,\n"
        )
    );
    let output = feed(&["check", "--format", "json"], input.as_str());
    let objects: Vec<Value> = out(&output)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(
        objects[0],
        json!({
            "puzzle": NO_PLACE, "rest": "a", "answer": "unsolvable", "minimal": true, "symmetries": [],
            "cells": ["r7c2", "r8c5", "r9c7", "r9c8", "r9c9"], "why": why,
        })
    );
    assert_eq!(
        objects[1],
        json!({
            "puzzle": FAMOUS, "rest": "b", "answer": "unique", "minimal": true, "symmetries": [],
            "cells": [], "why": "",
        })
    );
    assert_eq!(
        (&objects[2]["answer"], &objects[2]["minimal"]),
        (&json!("invalid"), &Value::Null)
    );
    assert_eq!(objects[3]["symmetries"][0], "rotational-2");
    // The words go into comments: what is printed can be read again.
    for format in ["grid", "pencilmarks"] {
        let puzzles = format!("{FAMOUS} x y\n{SOLVED}\n");
        let output = feed(&["check", "--format", format], puzzles.as_str());
        assert!(
            out(&output).starts_with("# x y\n# unique minimal\n+-"),
            "{}",
            out(&output)
        );
        assert!(out(&output).contains("\n\n# solved\n+-"), "{}", out(&output));
    }
    let output = feed(&["check", "--format", "grid"], FAMOUS);
    expect(
        &["check"],
        out(&output),
        0,
        &format!("{FAMOUS}\tunique minimal\n"),
        "",
    );
}

#[test]
fn a_budget_says_undetermined() {
    let undetermined = format!("{CRUEL}\tundetermined\n");
    expect(
        &["check", "-s", "naive", "--budget", "10000"],
        CRUEL,
        1,
        &undetermined,
        "",
    );
    expect(
        &["check", "-s", "naive", "--time-limit", "0"],
        CRUEL,
        1,
        &undetermined,
        "",
    );
    // What needs no search is still said.
    expect(
        &["check", "--time-limit", "0"],
        SOLVED,
        0,
        &format!("{SOLVED}\tsolved\n"),
        "",
    );
    // The rest of the budget does not reach for every given.
    let output = feed(&["check", "-s", "dlx", "--budget", "10000"], FAMOUS);
    assert!(out(&output).contains("\tunique undecided: "), "{}", out(&output));
    assert_eq!(code(&output), 1);
    let output = feed(&["check", "-s", "nonsense"], FAMOUS);
    assert_eq!(code(&output), 2);
}

#[test]
fn threads_do_not_show() {
    let mut input = String::new();
    for i in 0..300 {
        let puzzle = [FAMOUS, SOLVED, NEARLY, MANY, NO_PLACE, CONFLICT, CRUEL][i % 7];
        writeln!(input, "{puzzle}\t{i}").unwrap();
    }
    let one = feed(&["check", "--jobs", "1"], input.as_str());
    assert_eq!(out(&one).lines().count(), 300);
    for (i, line) in out(&one).lines().enumerate() {
        assert!(line.ends_with(&format!("\t{i}")), "{line}");
    }
    for jobs in ["2", "5"] {
        assert!(one.stdout == feed(&["check", "--jobs", jobs], input.as_str()).stdout);
    }
}

#[test]
fn other_shapes() {
    let two = "3.....3....24...";
    let output = feed(&["check"], two);
    assert!(
        out(&output).starts_with(&format!("{two}\tambiguous: ")),
        "{}",
        out(&output)
    );
    let base = "123456456123231564564231312645645312";
    expect(
        &["check", "--shape", "2x3"],
        base,
        0,
        &format!("{base}\tsolved\n"),
        "",
    );
}

#[test]
fn a_limit_is_no_count() {
    for (args, answer) in [
        (&["count", "--limit", "5"][..], "5+\n"),
        (&["count", "--limit", "1469"], "1469+\n"),
        (&["count", "--limit", "1470"], "1469\n"),
        (&["count", "--limit", "0"], "1469\n"),
        (&["count", "--limit", "1"], "1+\n"),
        (&["count"], "2+\n"),
        (&["solve"], "ambiguous\n"),
    ] {
        let output = feed(args, MANY);
        assert_eq!(out(&output), answer, "{args:?}");
    }
    expect(&["count", "--limit", "0"], "3.....3....24...", 0, "2\n", "");
    // Counting an empty grid is bounded.
    expect(&["count", "--limit", "100"], ".".repeat(81), 0, "100+\n", "");
    expect(
        &["count", "--limit", "0", "--budget", "5000"],
        ".".repeat(81),
        1,
        "undetermined\n",
        "",
    );
}
