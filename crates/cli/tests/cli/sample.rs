//! `gridwright sample test`.

use std::io::{BufRead, BufReader};

use gridwright::grid::B3x3;
use gridwright::grid::rng::stream;
use serde_json::Value;

use crate::common::{code, err, expect, feed, gridwright, out, run};

const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn last_line(text: &str) -> &str {
    text.lines().last().unwrap()
}

/// Grids of the library, one a line.
fn grids(name: &str, seed: u64, n: u64) -> String {
    let filler = gridwright::filler::<B3x3>(name).unwrap();
    let lines = (0..n).map(|i| format!("{}\n", filler.dyn_fill(&mut stream(seed, i))));
    lines.collect()
}

#[test]
fn made_or_read_whatever_the_threads() {
    let made = run(&["sample", "test", "-s", "random-row", "-n", "3000", "--seed", "3"]);
    assert_eq!(code(&made), 1);
    assert_eq!(
        err(&made),
        format!("seed: 3 (gridwright {})\n", env!("CARGO_PKG_VERSION"))
    );
    let text = out(&made);
    assert!(text.starts_with("test "), "{text}");
    let last = last_line(text);
    assert!(
        last.starts_with("3000 grids, level 1e-6: rejected by band-1, "),
        "{last}"
    );
    assert!(
        last.contains("row-parity") && !last.contains("column-parity"),
        "{last}"
    );
    assert!(text.contains("row 1 is odd in 0.0000, expected 0.5000"), "{text}");
    let lines = grids("random-row", 3, 3000);
    for jobs in ["1", "2", "5"] {
        let again = run(&[
            "sample",
            "test",
            "-s",
            "random-row",
            "-n",
            "3000",
            "--seed",
            "3",
            "-j",
            jobs,
        ]);
        assert_eq!(out(&again), text);
        expect(&["sample", "test", "-j", jobs], lines.clone(), 1, text, "");
    }
}

#[test]
fn no_test_rejects() {
    let args = [
        "sample", "test", "-s", "shuffle", "-n", "300", "--seed", "1", "--shape", "2x3",
    ];
    let output = run(&args);
    let last = last_line(out(&output));
    assert_eq!(last, "300 grids, level 1e-6: no test rejects; declined: classes");
    assert_eq!(code(&output), 0);
    let strict = run(&[&args[..], &["--alpha", "0.999"]].concat());
    assert!(last_line(out(&strict)).starts_with("300 grids, level 0.999: rejected by "));
    assert_eq!(code(&strict), 1);
}

#[test]
fn what_is_no_grid_is_left_out() {
    let mut lines = grids("shuffle", 1, 12);
    let good = feed(&["sample", "test"], lines.clone());
    lines.insert_str(82, &format!("{}.\n12\n{}8\n", &SOLVED[..80], &SOLVED[..80]));
    let output = feed(&["sample", "test"], lines);
    assert_eq!((out(&output), code(&output)), (out(&good), 1));
    let messages: Vec<&str> = err(&output).lines().collect();
    assert_eq!(messages[0], "-:2:81: no solution grid: r9c9 is empty");
    assert!(messages[1].starts_with("-:3:"), "{}", messages[1]);
    assert!(
        messages[2].starts_with("-:4:") && messages[2].contains("8 twice in row 9"),
        "{}",
        messages[2]
    );

    // Nothing is left to judge; then nothing could be read at all.
    let only = feed(&["sample", "test"], "12\n");
    assert_eq!((out(&only), code(&only)), ("", 1));
    expect(&["sample", "test"], "", 2, "", "-:1:1: no puzzle\n");
}

#[test]
fn formats_say_the_same() {
    let lines = grids("cyclic", 2, 60);
    let csv = feed(&["sample", "test", "--format", "csv"], lines.clone());
    let json = feed(&["sample", "test", "--format", "json"], lines);
    let rows: Vec<&str> = out(&csv).lines().collect();
    let names: Vec<&str> = rows[0].split(',').collect();
    let objects: Vec<Value> = out(&json)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!((names.len(), rows.len(), objects.len()), (14, 17, 16));
    for (row, object) in rows[1..].iter().zip(&objects) {
        // Only the last, the note, may have commas.
        let fields = row.splitn(14, ',').map(|field| field.trim_matches('"'));
        for (name, field) in names.iter().zip(fields) {
            match &object[*name] {
                Value::Null => assert_eq!(field, ""),
                Value::String(text) => assert_eq!(field, text),
                // Read as a double, which may miss the last digit.
                number => {
                    let (a, b) = (number.as_f64().unwrap(), field.parse::<f64>().unwrap());
                    assert!((a - b).abs() <= 1e-14 * a.abs(), "{name}: {a} {b}");
                }
            }
        }
    }
    let of = |name: &str| objects.iter().find(|object| object["test"] == name).unwrap();
    assert_eq!(
        (&of("band-1")["verdict"], &of("band-1")["needed"]),
        (&"declined".into(), &500.into())
    );
    assert_eq!(of("band-1")["p"], Value::Null);
    assert_eq!(
        (&of("cells")["verdict"], &of("cells")["df"]),
        (&"passed".into(), &288.into())
    );
    // 60 grids of one class are 1,770 pairs.
    assert_eq!(of("equivalents")["value"], 1770.0);
    assert_eq!(
        (&of("equivalents")["p"], &of("equivalents")["verdict"]),
        (&1e-300.into(), &"rejected".into())
    );
    assert_eq!(of("equivalents")["grids"], 60);
}

#[test]
fn impossible_requests() {
    for args in [
        &["-s", "nothing"][..],
        &["-s", "random-row", "--shape", "5x5"],
        &["-s", "shuffle", "-n", "0"],
        &["-s", "shuffle", "--threshold", "9"],
        &["-s", "shuffle", "grids.txt"],
        &["-s", "shuffle", "--alpha", "0"],
        &["-s", "shuffle", "--alpha", "one"],
        &["-s", "shuffle", "--format", "grid"],
        &["--seed", "1"],
        &["--moves", "1"],
        &["no such file"],
    ] {
        let output = run(&[&["sample", "test"], args].concat());
        assert_eq!(
            (code(&output), out(&output)),
            (2, ""),
            "{args:?}: {}",
            err(&output)
        );
        assert!(!err(&output).is_empty());
    }
}

#[test]
fn a_report_into_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("report.csv");
    let args = [
        "sample", "test", "-s", "shuffle", "-n", "20", "--seed", "1", "--format", "csv", "--append", "-o",
    ];
    for rows in [17, 33] {
        let output = run(&[&args[..], &[file.to_str().unwrap()]].concat());
        assert_eq!((code(&output), out(&output)), (1, ""));
        assert_eq!(std::fs::read_to_string(&file).unwrap().lines().count(), rows);
    }
}

#[cfg(unix)]
#[test]
fn interrupted_it_judges_what_it_has() {
    let args = ["sample", "test", "-s", "random-row", "--seed", "1", "-n"];
    let mut child = gridwright(&[&args[..], &["1000000000", "--progress", "always"]].concat())
        .spawn()
        .unwrap();
    // Some grids are counted when it says so.
    let mut messages = BufReader::new(child.stderr.take().unwrap()).lines();
    assert!(messages.any(|line| line.unwrap().contains(" grids, ")));
    let id = child.id().to_string();
    assert!(
        std::process::Command::new("kill")
            .args(["-INT", &id])
            .status()
            .unwrap()
            .success()
    );
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), 130);
    let n = last_line(out(&output)).split(' ').next().unwrap();
    let whole = run(&[&args[..], &[n]].concat());
    assert_eq!(out(&whole), out(&output));
}
