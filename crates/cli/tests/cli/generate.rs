//! Puzzles to order.

use serde_json::Value;

use crate::common::{code, err, feed, out, run};

/// The lines of a run that ends well.
#[track_caller]
fn lines(args: &[&str]) -> Vec<String> {
    let output = run(args);
    assert_eq!(code(&output), 0, "{args:?}: {}", err(&output));
    out(&output).lines().map(ToString::to_string).collect()
}

/// What another command says of the puzzles, without the puzzles.
fn answers(args: &[&str], puzzles: &[String]) -> Vec<String> {
    let output = feed(args, puzzles.join("\n"));
    let answer = |line: &str| line.split('\t').nth(1).unwrap().to_string();
    out(&output).lines().map(answer).collect()
}

#[test]
fn exactly_so_many_and_reproducible() {
    let args = ["generate", "--seed", "7", "-n"];
    let with = |rest: &[&str]| lines(&[&args[..], rest].concat());
    let all = with(&["300", "--jobs", "1"]);
    assert_eq!(all.len(), 300);
    assert_eq!(with(&["300", "--jobs", "3"]), all);
    assert_eq!(with(&["120"]), all[..120]);
    assert!(
        answers(&["check"], &all)
            .iter()
            .all(|words| words.starts_with("unique minimal"))
    );
    let forms = feed(&["canon", "--unique"], all.join("\n"));
    assert_eq!(out(&forms).lines().count(), 300);
    let output = run(&["generate", "--seed", "7", "-n", "0"]);
    assert_eq!((out(&output), code(&output)), ("", 0));
    assert!(err(&output).starts_with("seed: 7 "));
    assert_ne!(run(&["generate"]).stdout, run(&["generate"]).stdout);
}

#[test]
fn shards_join_to_the_run() {
    let cases: [&[&str]; 6] = [
        &["fill", "-n", "11", "--format", "grid"],
        &["-n", "25"],
        &["-n", "10", "--format", "grid"],
        &["-n", "10", "--format", "csv", "--er", "2.6..4.5"],
        // Puzzles that are equivalent to one of another shard are not made twice.
        &["-n", "30", "--shape", "2x2", "--method", "dig"],
        &["-n", "7", "--method", "controlled-bias"],
    ];
    for case in cases {
        let verb: &[&str] = if case[0] == "fill" { &[] } else { &["generate"] };
        let args = [verb, case, &["--seed", "3"]].concat();
        let whole = run(&args).stdout;
        assert!(!whole.is_empty());
        for parts in [1, 3] {
            let mut joined = Vec::new();
            for part in 1..=parts {
                let shard = format!("{part}/{parts}");
                let output = run(&[&args[..], &["--shard", &shard]].concat());
                assert_eq!(code(&output), 0, "{}", err(&output));
                joined.extend(output.stdout);
            }
            assert_eq!(joined, whole, "{args:?}");
        }
    }
    // More shards than puzzles: some are empty.
    let parts = ["1/3", "2/3", "3/3"]
        .map(|shard| lines(&["generate", "--seed", "3", "-n", "2", "--shard", shard]).len());
    assert_eq!(parts.iter().sum::<usize>(), 2);
}

#[test]
fn wishes_are_fulfilled() {
    for rating in answers(
        &["rate"],
        &lines(&["generate", "-n", "5", "--seed", "1", "--er", "8.0..8.4"]),
    ) {
        let er = &rating[..rating.find('/').unwrap()];
        assert!(("8.0"..="8.4").contains(&er), "{rating}");
    }
    let puzzles = lines(&["generate", "-n", "3", "--seed", "1", "--technique", "X-Wing"]);
    let output = feed(&["rate", "--format", "json"], puzzles.join("\n"));
    for line in out(&output).lines() {
        let rated: Value = serde_json::from_str(line).unwrap();
        assert!(
            rated["scales"]["er"]["techniques"]["x-wing"].as_u64() > Some(0),
            "{line}"
        );
    }
    let args = [
        "generate",
        "-n",
        "5",
        "--seed",
        "1",
        "--clues",
        "24..28",
        "--symmetry",
    ];
    for symmetry in ["rotational-2", "diagonal+antidiagonal", "full"] {
        let puzzles = lines(&[&args[..], &[symmetry]].concat());
        assert_eq!(puzzles.len(), 5);
        for (puzzle, words) in puzzles.iter().zip(answers(&["check"], &puzzles)) {
            assert!(words.starts_with("unique "), "{words}");
            assert!(
                symmetry.split('+').all(|name| words.contains(name)),
                "{symmetry}: {words}"
            );
            let clues = puzzle.bytes().filter(u8::is_ascii_digit).count();
            assert!((24..=28).contains(&clues), "{puzzle}");
        }
    }
    // One in thirty of what level 5 is dug by stops too early.
    for (level, range) in [("1", 50..=60), ("5", 22..=27)] {
        for puzzle in lines(&["generate", "-n", "200", "--seed", "1", "--level", level]) {
            assert!(range.contains(&puzzle.bytes().filter(u8::is_ascii_digit).count()));
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pattern.txt");
    let pattern = "# a pattern\nxxx..x.x.\nx..x..xx.\nx.xx...xx\n.x..x.x.x\n..x..xx.x\n..x.xx...\nxx.x..xx.\n.x..x.x.x\n..xxx.x.x\n";
    std::fs::write(&path, pattern).unwrap();
    let wished: Vec<bool> = pattern[12..]
        .bytes()
        .filter(|byte| *byte != b'\n')
        .map(|byte| byte == b'x')
        .collect();
    for puzzle in lines(&["generate", "-n", "2", "--pattern", path.to_str().unwrap()]) {
        assert!(
            puzzle.bytes().map(|byte| byte != b'.').eq(wished.iter().copied()),
            "{puzzle}"
        );
    }
}

#[test]
fn formats() {
    let args = ["generate", "-n", "2", "--seed", "5", "--format"];
    let with = |format: &str| run(&[&args[..], &[format]].concat());
    let line = with("line");
    let (csv, json, grid) = (with("csv"), with("json"), with("grid"));
    assert!(out(&csv).starts_with("puzzle,solution,clues,attempts\n"));
    for ((line, row), object) in out(&line)
        .lines()
        .zip(out(&csv).lines().skip(1))
        .zip(out(&json).lines())
    {
        let object: Value = serde_json::from_str(object).unwrap();
        let fields: Vec<&str> = row.split(',').collect();
        assert_eq!((fields[0], object["puzzle"].as_str().unwrap()), (line, line));
        assert_eq!(object["solution"], fields[1]);
        assert_eq!(object["clues"].to_string(), fields[2]);
        assert_eq!(object["attempts"].to_string(), fields[3]);
        assert_eq!(out(&feed(&["solve"], line)).trim_end(), fields[1]);
    }
    assert_eq!(out(&feed(&["convert"], out(&grid))), out(&line));
    assert_eq!(
        out(&feed(&["convert", "--format", "grid"], out(&line))),
        out(&grid)
    );
}

#[test]
fn what_ends_early_says_so() {
    // Fewer 4x4 puzzles are minimal than asked for.
    let args = [
        "generate",
        "--shape",
        "2x2",
        "--method",
        "dig",
        "--attempts",
        "500",
        "--seed",
        "1",
        "-n",
        "100",
    ];
    let output = run(&args);
    assert_eq!(
        (code(&output), out(&output).lines().count()),
        (1, 36),
        "{}",
        err(&output)
    );
    assert!(err(&output).ends_with("gridwright: 36 of 100 puzzles: puzzle 37: 500 attempts were in vain\n"));
    let output = run(&["generate", "-n", "1000000000", "--time-limit", "0.5"]);
    assert_eq!(code(&output), 1);
    let made = out(&output).lines().count();
    let last = format!("gridwright: {made} of 1000000000 puzzles: the time limit was reached\n");
    assert!(made > 0 && err(&output).ends_with(&last), "{}", err(&output));
}

#[test]
fn puzzles_are_proved_again() {
    let args = ["generate", "-n", "3", "--seed", "1"];
    assert_eq!(lines(&[&args[..], &["--prove", "dlx"]].concat()), lines(&args));
    let output = run(&["generate", "--shape", "2x3", "--prove", "bits"]);
    assert_eq!((code(&output), out(&output)), (2, ""), "{}", err(&output));
}

#[test]
fn larger_shapes_say_what_is_not_proved() {
    let output = run(&["generate", "--shape", "3x4", "--seed", "1"]);
    let note = "dig at 3x4: the test of a clue ends after 10000 nodes, so not all clues need be needed\n";
    assert!(err(&output).ends_with(note), "{}", err(&output));
    assert_eq!(out(&output).trim_end().len(), 144);
}

#[test]
fn what_is_rare_shows_that_it_is_tried() {
    let args = [
        "generate",
        "--clues",
        "17",
        "--seed",
        "1",
        "--time-limit",
        "1.5",
        "--progress",
        "always",
    ];
    let output = run(&args);
    assert_eq!((code(&output), out(&output)), (1, ""));
    let line = err(&output).lines().nth(1).unwrap();
    assert!(
        line.starts_with("0 puzzles, ") && line.ends_with(" tried, 0 %, time left unknown"),
        "{line}"
    );
    let output = run(&["generate", "--technique", "sue-de-coq", "--time-limit", "0.1"]);
    let note = "such puzzles are rare: one may take many minutes (--progress always, --time-limit)";
    assert_eq!(err(&output).lines().nth(1), Some(note));
}

#[test]
fn impossible_wishes() {
    let folder = tempfile::tempdir().unwrap();
    let empty = folder.path().join("empty.txt");
    std::fs::write(&empty, format!("{}\n", ".".repeat(81))).unwrap();
    let empty = empty.to_str().unwrap();
    let cases: [(&[&str], &str); 8] = [
        (
            &["--clues", "16"],
            "gridwright: 16 clues: no puzzle with boxes of 3x3 has one solution with fewer than 17",
        ),
        (&["--pattern", empty], "gridwright: the pattern has no cell"),
        (&["--pattern", "/nowhere"], "gridwright: /nowhere: "),
        (
            &["--er", "20..30"],
            "gridwright: no puzzle is rated ER 20.0 to 30.0",
        ),
        (
            &["--technique", "magic"],
            "error: invalid value 'magic' for '--technique <NAME>': unknown technique 'magic': ",
        ),
        (
            &["--method", "magic"],
            "gridwright: unknown method 'magic': one of dig, ",
        ),
        (
            &["--method", "grow", "--fill", "uniform"],
            "gridwright: grow takes no --fill",
        ),
        (
            &["--shard", "3/2"],
            "error: invalid value '3/2' for '--shard <I/K>': ",
        ),
    ];
    for (args, message) in cases {
        let output = run(&[&["generate", "--seed", "1"], args].concat());
        assert_eq!((code(&output), out(&output)), (2, ""), "{args:?}");
        assert!(err(&output).starts_with(message), "{args:?}: {}", err(&output));
    }
}

#[test]
fn methods_without_a_test_tell_their_share() {
    let args = ["generate", "--method", "erase", "--seed", "1", "-n", "3"];
    let puzzles = lines(&args);
    assert!(
        answers(&["check"], &puzzles)
            .iter()
            .all(|words| words.starts_with("unique"))
    );
    let ambiguous = run(&[&args[..], &["--ambiguous"]].concat());
    assert_eq!(out(&ambiguous).lines().count(), 3);
    let last = err(&ambiguous).lines().last().unwrap();
    assert!(
        last.starts_with("erase: ") && last.ends_with(" % of 3 puzzles have several solutions"),
        "{last}"
    );
}

#[test]
fn methods_are_listed() {
    let table = lines(&["list", "methods"]);
    assert!(table[0].starts_with("name "));
    let names: Vec<&str> = table.iter().map(|line| line.split(' ').next().unwrap()).collect();
    for name in [
        "dig",
        "level-5",
        "top-down",
        "bottom-up",
        "controlled-bias",
        "climb",
        "fit",
    ] {
        assert!(names.contains(&name), "{name}");
    }
    let output = run(&["list", "methods", "--format", "json"]);
    let erase = out(&output)
        .lines()
        .find(|line| line.contains("\"erase\""))
        .unwrap();
    let erase: Value = serde_json::from_str(erase).unwrap();
    assert_eq!(
        (&erase["unique"], &erase["minimal"]),
        (&"no".into(), &"no".into())
    );
}
