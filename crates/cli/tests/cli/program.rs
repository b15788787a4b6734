//! The program as a person or a script meets it.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use gridwright::grid::rng::stream;
use gridwright::grid::{B2x3, B3x3, B4x4, Grid, Shape};

use crate::common::{code, err, expect, feed, gridwright, out, run};

const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const EMPTY: &str = ".................................................................................";
/// No place for 4 in box 5.
const NONE: &str = ".9.3....1....8..46......8..4.5.6..3...32756...6..1.9.4..1......58..2....2....7.6.";

/// Uniform where that works, else shuffle.
#[test]
fn grids_are_those_of_the_library() {
    fn grids<S: Shape>(name: &str) -> String {
        let filler = gridwright::filler::<S>(name).unwrap();
        let grids = (0..3).map(|i| filler.dyn_fill(&mut stream(7, i)).to_string());
        grids.flat_map(|grid| [grid, "\n".into()]).collect()
    }
    for (shape, expected) in [
        ("3x3", grids::<B3x3>("uniform")),
        ("2x3", grids::<B2x3>("uniform")),
        ("4x4", grids::<B4x4>("shuffle")),
    ] {
        let output = run(&["fill", "-n", "3", "--seed", "7", "--shape", shape]);
        assert_eq!((out(&output), code(&output)), (expected.as_str(), 0));
        assert_eq!(
            err(&output),
            format!("seed: 7 (gridwright {})\n", env!("CARGO_PKG_VERSION"))
        );
    }
}

#[test]
fn neither_threads_nor_length_show() {
    for (name, n) in [
        ("uniform", "20000"),
        ("shuffle", "20000"),
        ("random-row", "300"),
        ("las-vegas", "20"),
        ("seventeen", "300"),
        ("first-row", "300"),
    ] {
        let whole = run(&["fill", "-s", name, "-n", n, "--seed", "5", "--jobs", "1"]);
        assert_eq!(out(&whole).lines().count().to_string(), n);
        assert!(out(&whole).lines().all(|line| line.parse::<Grid>().is_ok()));
        for jobs in ["2", "7"] {
            let same = run(&["fill", "-s", name, "-n", n, "--seed", "5", "--jobs", jobs]);
            assert!(whole.stdout == same.stdout, "{name} with {jobs} jobs");
        }
        let short = run(&["fill", "-s", name, "-n", "17", "--seed", "5"]);
        assert_eq!(out(&short).lines().count(), 17);
        assert!(whole.stdout.starts_with(&short.stdout));
    }
    assert_ne!(
        run(&["fill", "--seed", "1"]).stdout,
        run(&["fill", "--seed", "2"]).stdout
    );
}

#[test]
fn a_seed_is_drawn_and_told() {
    let first = run(&["fill", "--quiet"]);
    let seed = err(&first)
        .strip_prefix("seed: ")
        .unwrap()
        .split(' ')
        .next()
        .unwrap();
    assert_eq!(run(&["fill", "--seed", seed]).stdout, first.stdout);
    assert_ne!(run(&["fill"]).stdout, first.stdout);
}

#[test]
fn formats_of_grids() {
    let line = run(&["fill", "--shape", "2x2", "-n", "3", "--seed", "1"]);
    let grids: Vec<&str> = out(&line).lines().collect();
    let csv = run(&[
        "fill", "--shape", "2x2", "-n", "3", "--seed", "1", "--format", "csv",
    ]);
    assert_eq!(out(&csv), format!("grid\n{}", out(&line)));
    let json = run(&[
        "fill", "--shape", "2x2", "-n", "3", "--seed", "1", "--format", "json",
    ]);
    for (line, grid) in out(&json).lines().zip(&grids) {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(value["grid"], *grid);
    }
    for format in ["grid", "pencilmarks"] {
        let blocks = run(&[
            "fill", "--shape", "2x2", "-n", "3", "--seed", "1", "--format", format,
        ]);
        assert_eq!(out(&blocks).matches("\n\n").count(), 2);
        // Read back, each is its own solution.
        let back = feed(&["solve"], out(&blocks));
        assert_eq!(out(&back), out(&line), "{format}");
    }
}

#[test]
fn counts_of_work() {
    let output = run(&["fill", "--stats", "-n", "2", "--seed", "1"]);
    assert_eq!(
        out(&output).lines().next(),
        Some("grid,attempts,restarts,guesses,nodes")
    );
    assert!(out(&output).lines().nth(1).unwrap().ends_with(",1,0,0,0"));
    let output = run(&["fill", "-s", "random-row", "--stats", "-n", "50", "--seed", "1"]);
    let mut lines = out(&output).lines();
    assert_eq!(
        lines.next(),
        Some("grid,attempts,restarts,guesses,nodes,draws,draws_total")
    );
    for line in lines {
        let numbers: Vec<u64> = line
            .split(',')
            .skip(1)
            .map(|field| field.parse().unwrap())
            .collect();
        let [attempts, restarts, _, _, draws, total] = numbers[..] else {
            panic!("{line}")
        };
        // As published: odd, at least 9, below the threshold of 220.
        assert!(
            attempts == restarts + 1 && draws % 2 == 1 && (9..220).contains(&draws),
            "{line}"
        );
        assert!((total == draws) == (restarts == 0) && total >= draws, "{line}");
    }
    let json = run(&[
        "fill",
        "-s",
        "random-row",
        "--stats",
        "--format",
        "json",
        "--seed",
        "1",
    ]);
    let value: serde_json::Value = serde_json::from_str(out(&json)).unwrap();
    assert_eq!(
        value["attempts"].as_u64().unwrap() - 1,
        value["restarts"].as_u64().unwrap()
    );
    assert_eq!(code(&run(&["fill", "--stats", "--format", "grid"])), 2);
}

#[test]
fn impossible_requests() {
    for (args, message) in [
        (
            &["fill", "-s", "nonsense"][..],
            "unknown filler 'nonsense': one of uniform, shuffle, ",
        ),
        (
            &["solve", "-s", "nonsense"],
            "unknown solver 'nonsense': one of naive, dlx, bits, logic, lanes",
        ),
        (
            &["fill", "-s", "random-row", "--shape", "5x5"],
            "random-row cannot work at 5x5: ",
        ),
        (
            &["solve", "-s", "bits", "--shape", "2x2"],
            "bits cannot work at 2x2: its masks are made for nine digits in boxes of three by three",
        ),
        (
            &["fill", "-s", "uniform", "--shape", "4x4"],
            "uniform cannot work at 4x4: how many grids it has is not known",
        ),
        (&["fill", "--shape", "9x9"], "unknown shape '9x9': one of 2x2, "),
        (&["fill", "--threshold", "5"], "uniform takes no --threshold"),
        (&["fill", "-s", "random-row", "--threshold", "0"], "random-row: "),
        (&["fill", "--base", "123"], "--base: 1:4: 3 cells, expected 81"),
        (&["fill", "-n", "-1"], "unexpected argument"),
        (&["fill", "--jobs", "0"], "invalid value '0' for '--jobs"),
        (&["fill", "--append"], "--output <FILE>"),
        (&["solve", "--all", "--limit", "3"], "cannot be used with"),
        (&["rate", "--scale", "hodoku"], "no scale hodoku yet"),
        (
            &["rate", "--scale", "er", "--shape", "2x2"],
            "er rates no puzzles at 2x2: its numbers are made for 9x9",
        ),
        (
            &["rate", "--scale", "plain", "--shape", "5x5"],
            "plain rates no puzzles at 5x5",
        ),
        (&["explain", "--scale", "paper"], "paper has no steps of its own"),
        (&["explain", "--scale", "all"], "one scale at a time"),
        (&["list", "shapes", "--format", "grid"], "line, csv or json"),
        (&["solve", "no such file"], "no such file: No such file"),
        (&["count", "/"], "/: is a directory"),
        (&["fill", "-o", "/no such folder/file"], "/no such folder/file: "),
        (&["nonsense"], "unrecognized subcommand"),
    ] {
        let output = run(args);
        assert!(err(&output).contains(message), "{args:?}: {}", err(&output));
        assert_eq!((out(&output), code(&output)), ("", 2), "{args:?}");
    }
}

#[test]
fn a_budget_runs_out() {
    let all = run(&["fill", "-s", "random-row", "-n", "100", "--seed", "3", "--stats"]);
    // The first grid that takes more than 100 draws in all.
    let costly = |line: &str| line.rsplit(',').next().unwrap().parse::<u64>().unwrap() > 100;
    let first = out(&all).lines().skip(1).position(costly).unwrap();
    let some = run(&[
        "fill",
        "-s",
        "random-row",
        "-n",
        "100",
        "--seed",
        "3",
        "--stats",
        "--budget",
        "100",
    ]);
    assert!(all.stdout.starts_with(&some.stdout));
    assert_eq!((out(&some).lines().count(), code(&some)), (first + 1, 1));
    let message = format!(
        "gridwright: random-row at 3x3, grid {} of seed 3: the node budget ran out (100 nodes and draws)\n",
        first + 1
    );
    assert_eq!(err(&some).lines().nth(1), Some(message.trim_end()));

    let late = run(&[
        "fill",
        "-s",
        "shuffle",
        "-n",
        "1000000000",
        "--seed",
        "3",
        "--time-limit",
        "0.2",
    ]);
    assert!(
        err(&late).ends_with("the time limit was reached\n"),
        "{}",
        err(&late)
    );
    assert!(code(&late) == 1 && late.stdout.len().is_multiple_of(82) && !late.stdout.is_empty());
}

#[test]
fn parameters_reach_the_strategy() {
    let base = out(&run(&["fill", "--seed", "1"])).trim().to_string();
    let moved =
        |args: &[&str]| out(&run(&[&["fill", "--seed", "2", "--base", &base], args].concat())).to_string();
    assert_eq!(moved(&["-s", "shuffle-walk", "--moves", "0"]).trim(), base);
    assert_ne!(moved(&["-s", "shuffle-walk", "--moves", "1"]).trim(), base);
    let relabelled = |relabel| moved(&["-s", "shuffle", "--relabel", relabel]);
    assert_ne!(relabelled("false"), relabelled("true"));
    let line = |line| out(&run(&["fill", "-s", "first-row", "--seed", "2", "--line", line])).to_string();
    assert_ne!(line("row"), line("column"));
}

#[test]
fn every_kind_of_puzzle() {
    let input = format!("{EASY}\n{NONE}\n{EMPTY}\n");
    let solutions = format!("{SOLVED}\nunsolvable\nambiguous\n");
    expect(&["solve"], &*input, 1, &solutions, "");
    expect(&["solve", "-s", "naive"], &*input, 1, &solutions, "");
    expect(&["count"], &*input, 0, "1\n0\n2+\n", "");
    expect(&["count", "--limit", "1"], &*input, 0, "1+\n0\n1+\n", "");
    expect(&["solve"], EASY, 0, &format!("{SOLVED}\n"), "");
    // A 4x4 grid: 288 solutions in all, published and countable by hand.
    expect(&["count", "--limit", "0"], "................", 0, "288\n", "");
    expect(&["count", "--limit", "288"], "................", 0, "288+\n", "");
    expect(&["count", "--limit", "289"], "................", 0, "288\n", "");
    let all = feed(&["solve", "--all"], "................");
    let mut grids: Vec<&str> = out(&all).trim_end().split('\t').collect();
    grids.sort_unstable();
    grids.dedup();
    assert_eq!((grids.len(), code(&all)), (288, 0));
    let five = feed(&["solve", "--limit", "5"], "................");
    assert_eq!(out(&five).trim_end().split('\t').count(), 5);
    assert!(out(&all).starts_with(out(&five).trim_end()));
    assert_eq!(out(&feed(&["solve", "--limit", "1"], EMPTY)).len(), 82);
    expect(
        &["solve", "--all"],
        &*format!("{NONE}\n{EASY}"),
        1,
        &format!("unsolvable\n{SOLVED}\n"),
        "",
    );
}

#[test]
fn random_solutions() {
    let input = format!("{EASY} x\n{NONE}\n");
    let drawn = feed(&["solve", "--random", "--seed", "7"], &*input);
    assert_eq!(out(&drawn), format!("{SOLVED} x\nunsolvable\n"));
    assert_eq!(code(&drawn), 1);
    assert!(err(&drawn).starts_with("seed: 7 (gridwright "));

    let input = "12..............\n".repeat(200);
    let drawn = feed(&["solve", "--random", "--seed", "7", "-j", "1"], &*input);
    assert_eq!(
        out(&feed(&["solve", "--random", "--seed", "7", "-j", "2"], &*input)),
        out(&drawn)
    );
    let mut grids: Vec<&str> = out(&drawn).lines().collect();
    assert_eq!((grids.len(), code(&drawn)), (200, 0));
    grids.sort_unstable();
    grids.dedup();
    // 24 have 1 2 in the first two cells.
    assert!(grids.len() == 24 && grids.iter().all(|grid| grid.starts_with("12")));

    // Too many to list within the budget, and no grid drawn has equal digits in so many cells.
    let few = "12..5.7..4.6...8.......4..3..1....9....2........6..........5....7................";
    let beyond = feed(&["solve", "--random", "--seed", "7", "--budget", "1000"], few);
    assert_eq!((out(&beyond), code(&beyond)), ("undetermined\n", 1));
    assert!(err(&beyond).contains("-:1:1: no solution drawn: the node budget ran out"));
    let both = run(&["solve", "--random", "--all"]);
    assert!(err(&both).contains("cannot be used with") && code(&both) == 2);
}

#[test]
fn budgets_of_solvers() {
    let input = format!("{EASY}\n{EMPTY} x\n");
    expect(
        &["count", "--limit", "0", "--budget", "1000"],
        &*input,
        1,
        "1\nundetermined x\n",
        "",
    );
    expect(
        &["solve", "-s", "dlx", "--budget", "10"],
        EASY,
        1,
        "undetermined\n",
        "",
    );
    expect(
        &["solve", "--time-limit", "0"],
        &*input,
        1,
        "undetermined\nundetermined x\n",
        "",
    );
    let output = feed(&["solve", "--all", "--budget", "1000"], EMPTY);
    let fields: Vec<&str> = out(&output).trim_end().split('\t').collect();
    assert_eq!((fields.last(), code(&output)), (Some(&"undetermined"), 1));
    assert!(
        fields.len() > 1
            && fields[..fields.len() - 1]
                .iter()
                .all(|grid| grid.parse::<Grid>().is_ok())
    );
}

#[test]
fn what_follows_is_carried_along() {
    let input = format!(
        "{EASY}\tname, 7.2\n{NONE};x\n11{} # y\n{EMPTY},z\nbad line\n",
        &EMPTY[2..]
    );
    let messages = "-:3:2: 1 twice in row 1: r1c1, r1c2; 1 twice in box 1: r1c1, r1c2\n\
                    -:5:1: 'b' is neither a digit nor an empty cell\n";
    let answers = format!("{SOLVED}\tname, 7.2\nunsolvable;x\ninvalid # y\nambiguous,z\ninvalid\n");
    expect(&["solve"], &*input, 1, &answers, messages);
    expect(
        &["count"],
        &*input,
        1,
        "1\tname, 7.2\n0;x\ninvalid # y\n2+,z\ninvalid\n",
        messages,
    );

    let csv = feed(&["solve", "--format", "csv"], &*input);
    let mut lines = out(&csv).lines();
    assert_eq!(lines.next(), Some("puzzle,answer,solution,rest"));
    assert_eq!(
        lines.next(),
        Some(&*format!("{EASY},unique,{SOLVED},\"name, 7.2\""))
    );
    assert_eq!(lines.last(), Some(",invalid,,"));
    let csv = feed(&["count", "--format", "csv"], &*input);
    assert_eq!(
        out(&csv).lines().nth(1),
        Some(&*format!("{EASY},exact,1,\"name, 7.2\""))
    );
    assert_eq!(out(&csv).lines().nth(4), Some(&*format!("{EMPTY},limit,2,z")));

    let json = feed(&["solve", "--format", "json", "--limit", "2"], &*input);
    let values: Vec<serde_json::Value> = out(&json)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(values.len(), 5);
    assert_eq!(values[0]["rest"], "name, 7.2");
    assert_eq!(
        (&values[0]["answer"], &values[0]["solutions"][0]),
        (&"found".into(), &SOLVED.into())
    );
    assert_eq!(values[3]["solutions"].as_array().unwrap().len(), 2);
    assert_eq!(
        (&values[4]["answer"], &values[4]["puzzle"]),
        (&"invalid".into(), &"".into())
    );

    let framed = feed(&["solve", "--format", "grid"], &*input);
    assert!(out(&framed).starts_with("# name, 7.2\n+-------+"));
    assert!(
        out(&framed).ends_with("\n\n# z\nambiguous\n\ninvalid\n"),
        "{}",
        out(&framed)
    );
}

#[test]
fn bad_input() {
    let short = &EASY[..80];
    let invalid_then_solved = format!("invalid\n{SOLVED}\n");
    for (line, message) in [
        (short.to_string(), "-:1:81: 80 cells, expected 81"),
        (format!("{EASY}."), "-:1:82: 82 cells, expected 81"),
        (
            EASY.replace('7', "x"),
            "-:1:5: 'x' is neither a digit nor an empty cell",
        ),
        (
            EASY.replace('7', "\u{e9}"),
            "-:1:5: '\u{e9}' is neither a digit nor an empty cell",
        ),
        (
            format!("99{}", &EMPTY[2..]),
            "-:1:2: 9 twice in row 1: r1c1, r1c2; 9 twice in box 1: r1c1, r1c2",
        ),
        (
            format!("1{}1{}1", &EMPTY[..71], &EMPTY[..7]),
            "-:1:81: 1 twice in row 9: r9c1, r9c9; 1 twice in column 1: r1c1, r9c1",
        ),
    ] {
        for jobs in ["1", "3"] {
            let output = feed(
                &["solve", "--shape", "3x3", "--jobs", jobs],
                format!("{line}\n{EASY}\n"),
            );
            assert_eq!(err(&output).trim_end(), message);
            assert_eq!(
                (out(&output), code(&output)),
                (&*invalid_then_solved, 1),
                "{line}"
            );
        }
    }
    let bytes = [b"12\xff4\n", EASY.as_bytes()].concat();
    expect(
        &["solve"],
        bytes,
        1,
        &invalid_then_solved,
        "-:1:3: not UTF-8 text\n",
    );
    // Without a shape the first puzzle that can be read decides.
    expect(
        &["solve"],
        format!("{short}\n{EASY}\n"),
        1,
        &invalid_then_solved,
        "-:1:81: 80 cells, expected 81\n",
    );
    expect(
        &["solve"],
        &EMPTY[..36],
        1,
        "invalid\n",
        "-:1:1: 36 cells fit more than one shape; name one: 2x3 or 3x2\n",
    );
}

#[test]
fn no_puzzle() {
    for input in ["", "\n\n", "# only\n% comments\n", "\u{feff}"] {
        expect(&["solve"], input, 2, "", "-:1:1: no puzzle\n");
        expect(&["count", "--format", "line"], input, 2, "", "-:1:1: no puzzle\n");
    }
    let utf16 = "-:1:1: not UTF-8 (UTF-16 byte order mark found): save the file as UTF-8\n";
    expect(&["solve"], b"\xff\xfe1\0".to_vec(), 2, "", utf16);
}

#[test]
fn accepted_everywhere() {
    let framed = format!("{:#}", EASY.parse::<gridwright::grid::Puzzle>().unwrap());
    let bare: Vec<&str> = (0..9).map(|row| &EASY[9 * row..9 * row + 9]).collect();
    let input = format!(
        "\u{feff}# comment\n\n% title\n{EASY}\n\n{framed}\n\n{}\n{EASY}",
        bare.join("\n")
    );
    let answers = format!("{SOLVED}\n").repeat(4);
    expect(&["solve"], &*input, 0, &answers, "");
    expect(&["solve"], input.replace('\n', "\r\n"), 0, &answers, "");
}

#[test]
fn files_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (a, b, c) = (path("a"), path("b"), path("c"));
    fs::write(&a, format!("oops\n{EASY}\n")).unwrap();
    fs::write(&b, "").unwrap();
    fs::write(&c, format!("{NONE} c\n")).unwrap();
    let messages = format!("{a}:1:1: 'o' is neither a digit nor an empty cell\n{b}:1:1: no puzzle\n");
    let answers = format!("invalid\n{SOLVED}\nambiguous\nunsolvable c\n");
    expect(&["solve", &a, &b, "-", &c], EMPTY, 1, &answers, &messages);
}

#[test]
fn output_files() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("grids.csv");
    let name = file.to_str().unwrap();
    let fill =
        |extra: &[&str]| run(&[&["fill", "--seed", "1", "--format", "csv", "-o", name], extra].concat());
    assert_eq!(code(&fill(&["-n", "2"])), 0);
    let two = fs::read_to_string(&file).unwrap();
    assert_eq!((two.lines().next(), two.lines().count()), (Some("grid"), 3));
    // Replaced, then appended to, without another header.
    fill(&["-n", "1"]);
    let one = fs::read_to_string(&file).unwrap();
    assert!(two.starts_with(&one) && one.lines().count() == 2);
    fill(&["-n", "2", "--append"]);
    assert_eq!(
        fs::read_to_string(&file).unwrap(),
        one + two.strip_prefix("grid\n").unwrap()
    );
    // Nothing readable: what was there stays.
    let before = fs::read(&file).unwrap();
    assert_eq!(code(&feed(&["solve", "-o", name], "")), 2);
    assert_eq!(fs::read(&file).unwrap(), before);
    assert_eq!(
        fs::read_dir(&folder).unwrap().count(),
        1,
        "temporary files are left"
    );
    // A file can be its own output, but not grow for ever.
    fs::write(&file, EASY).unwrap();
    assert_eq!(code(&run(&["solve", name, "-o", name, "--append"])), 2);
    assert_eq!(code(&run(&["solve", name, "-o", name])), 0);
    assert_eq!(fs::read_to_string(&file).unwrap(), format!("{SOLVED}\n"));
    assert_eq!(code(&run(&["fill", "-o", "-", "--seed", "1"])), 0);
    // What was there may lack the end of its last line.
    fs::write(&file, "# no end").unwrap();
    let appended = feed(&["solve", "-o", name, "--append"], EASY);
    assert_eq!(code(&appended), 0);
    assert_eq!(
        fs::read_to_string(&file).unwrap(),
        format!("# no end\n{SOLVED}\n")
    );
}

#[cfg(unix)]
#[test]
fn standard_output_by_its_name_is_written_in_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    let mut log = fs::File::create(&path).unwrap();
    log.write_all(b"before\n").unwrap();
    let mut program = gridwright(&["vary", EASY, "--index", "0", "-o", "/dev/stdout"]);
    let status = program.stdout(log.try_clone().unwrap()).status().unwrap();
    assert!(status.success());
    log.write_all(b"after\n").unwrap();
    assert_eq!(
        fs::read_to_string(&path).unwrap(),
        format!("before\n{EASY}\nafter\n")
    );
}

#[cfg(unix)]
#[test]
fn new_files_have_the_usual_permissions() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let (ours, usual) = (folder.path().join("ours"), folder.path().join("usual"));
    run(&["fill", "-o", ours.to_str().unwrap()]);
    fs::write(&usual, "").unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
    assert_eq!(mode(&ours), mode(&usual));
}

#[test]
fn a_closed_pipe_is_no_error() {
    for args in [
        &["fill", "-n", "100000000", "--seed", "1"][..],
        &["solve", "--all"],
    ] {
        let mut child = gridwright(args).stdin(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(EMPTY.as_bytes()).unwrap();
        drop(stdin);
        let mut stdout = child.stdout.take().unwrap();
        let mut start = [0; 1000];
        stdout.read_exact(&mut start).unwrap();
        drop(stdout);
        let output = child.wait_with_output().unwrap();
        let quiet = err(&output).lines().all(|line| line.starts_with("seed: "));
        assert!(quiet && code(&output) == 0, "{}", err(&output));
    }
}

#[test]
fn answers_come_as_puzzles_do() {
    let mut child = gridwright(&["solve"]).stdin(Stdio::piped()).spawn().unwrap();
    let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    for _ in 0..5 {
        writeln!(stdin, "{EASY}").unwrap();
        let mut answer = [0; 82];
        stdout.read_exact(&mut answer).unwrap();
        assert_eq!(answer, *format!("{SOLVED}\n").as_bytes());
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[cfg(unix)]
fn interrupt(child: &std::process::Child) {
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .unwrap()
            .success()
    );
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_keeps_what_is_finished() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("grids");
    let args = [
        "fill",
        "-n",
        "1000000000",
        "--seed",
        "9",
        "-o",
        file.to_str().unwrap(),
    ];
    let child = gridwright(&args).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(300));
    assert!(!file.exists(), "renamed at the end only");
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), 130, "{}", err(&output));
    let kept = fs::read(&file).unwrap();
    let n = kept.len() / 82;
    assert!(n > 0 && kept.len() == 82 * n);
    let n = n.min(100_000);
    let again = run(&["fill", "-n", &n.to_string(), "--seed", "9"]);
    assert!(kept[..82 * n] == again.stdout[..]);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
}

#[cfg(unix)]
#[test]
fn interrupted_while_waiting_or_searching() {
    // Nothing comes on standard input.
    let mut child = gridwright(&["solve"]).stdin(Stdio::piped()).spawn().unwrap();
    let stdin = child.stdin.take();
    std::thread::sleep(Duration::from_millis(200));
    interrupt(&child);
    assert_eq!(code(&child.wait_with_output().unwrap()), 130);
    drop(stdin);

    // One puzzle is answered, the next takes for ever.
    let mut child = gridwright(&["count", "--limit", "0", "--budget", "0"])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    write!(stdin, "{EASY}\n{EMPTY}\n").unwrap();
    drop(stdin);
    std::thread::sleep(Duration::from_millis(300));
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!((out(&output), code(&output)), ("1\n", 130));
}

#[test]
fn threads_do_not_show_in_answers() {
    let grids = run(&["fill", "-n", "3000", "--seed", "4"]);
    // Every third without three rows, every seventh broken.
    let input: String = out(&grids)
        .lines()
        .enumerate()
        .map(|(i, grid)| match (i % 3, i % 7) {
            (_, 6) => format!("{}\t{i}\n", grid.replace('5', "4")),
            (2, _) => format!("{}{}\t{i}\n", &EMPTY[..27], &grid[27..]),
            _ => format!("{grid}\t{i}\n"),
        })
        .collect();
    for command in ["solve", "count"] {
        let one = feed(&[command, "--jobs", "1"], &*input);
        assert_eq!(out(&one).lines().count(), 3000);
        for (i, line) in out(&one).lines().enumerate() {
            assert_eq!(line.split('\t').nth(1), Some(&*i.to_string()));
        }
        for jobs in ["2", "7"] {
            let many = feed(&[command, "--jobs", jobs], &*input);
            assert!(one.stdout == many.stdout && one.stderr == many.stderr && code(&many) == 1);
        }
    }
}

#[test]
fn big_shapes() {
    let grids = run(&["fill", "--shape", "5x5", "-n", "2", "--seed", "1"]);
    let empty_rows = ".".repeat(75);
    let puzzles: Vec<String> = out(&grids)
        .lines()
        .map(|grid| format!("{empty_rows}{}", &grid[75..]))
        .collect();
    let input = puzzles.join("\n");
    let solved = feed(&["solve", "--limit", "1"], &*input);
    assert_eq!(out(&solved).lines().count(), 2);
    assert!(
        out(&solved)
            .lines()
            .zip(input.lines())
            .all(|(a, b)| a[75..] == b[75..])
    );
    let rectangular = run(&["fill", "--shape", "2x3", "--seed", "1"]);
    expect(&["count", "--shape", "2x3"], out(&rectangular), 0, "1\n", "");
}

#[test]
fn lists() {
    for (kind, names) in [
        (
            "fillers",
            gridwright::fillers()
                .iter()
                .map(|entry| entry.info.name)
                .collect::<Vec<_>>(),
        ),
        (
            "solvers",
            gridwright::solvers()
                .iter()
                .chain(gridwright::batch_solvers())
                .map(|entry| entry.info.name)
                .collect(),
        ),
        (
            "techniques",
            gridwright::logic::Kind::ALL
                .iter()
                .map(|kind| kind.slug())
                .collect(),
        ),
        (
            "shapes",
            vec![
                "2x2", "2x3", "3x2", "2x4", "4x2", "3x3", "2x5", "5x2", "3x4", "4x3", "4x4", "5x5",
            ],
        ),
    ] {
        let output = run(&["list", kind]);
        let listed: Vec<&str> = out(&output)
            .lines()
            .skip(1)
            .map(|line| line.split(' ').next().unwrap())
            .collect();
        assert_eq!(listed, names);
        assert!(out(&output).starts_with("name ") && code(&output) == 0);
        assert!(out(&run(&["list"])).contains(&format!("{kind}\n{}", out(&output))));
        let csv = run(&["list", kind, "--format", "csv"]);
        let mut reader = csv::Reader::from_reader(&csv.stdout[..]);
        let records: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
        assert!(records.iter().map(|record| &record[0]).eq(names.iter().copied()));
        let json = run(&["list", kind, "--format", "json"]);
        for (line, name) in out(&json).lines().zip(&names) {
            let value: serde_json::Value = serde_json::from_str(line).unwrap();
            assert_eq!(value["name"], *name);
        }
    }
    let shapes = run(&["list", "shapes"]);
    assert!(
        out(&shapes).contains("\n4x4   16    256    1-9 A-G  yes\n"),
        "{}",
        out(&shapes)
    );
}

#[test]
fn help_and_completions() {
    for command in ["list", "fill", "solve", "count", "grid", "rate", "explain"] {
        let help = run(&[command, "--help"]);
        assert!(out(&help).contains("Examples:") && code(&help) == 0);
        assert!(out(&run(&["--help"])).contains(&format!("\n  {command} ")));
    }
    assert!(out(&run(&["fill", "--help"])).contains("draws_total"));
    for shell in ["bash", "zsh", "fish"] {
        let script = run(&["--completions", shell]);
        assert!(out(&script).contains("time-limit") && code(&script) == 0);
    }
    assert_eq!(code(&run(&[])), 2);
}

#[test]
fn progress_goes_to_standard_error() {
    let shown = run(&["fill", "-n", "10", "--seed", "1", "--progress", "always"]);
    assert!(
        err(&shown).lines().nth(1).unwrap().contains(" grids, "),
        "{}",
        err(&shown)
    );
    let quiet = run(&[
        "fill",
        "-n",
        "10",
        "--seed",
        "1",
        "--progress",
        "always",
        "--quiet",
    ]);
    assert_eq!(err(&quiet).lines().count(), 1);
    assert_eq!(shown.stdout, quiet.stdout);
}

#[test]
fn exact_counts() {
    let data = std::env::var_os("GRIDWRIGHT_DATA").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
        Into::into,
    );
    let Ok(text) = fs::read_to_string(data.join("solution_counts.txt")) else {
        let _ = writeln!(
            std::io::stderr(),
            "skipped: no solution_counts.txt; set GRIDWRIGHT_DATA"
        );
        return;
    };
    let input = text.replace(':', "\t");
    let output = feed(&["count", "--limit", "0"], &*input);
    assert!(out(&output).lines().count() >= 22 && code(&output) == 0);
    for line in out(&output).lines() {
        let mut fields = line.split('\t');
        assert_eq!(fields.next(), fields.next(), "{line}");
    }
}
