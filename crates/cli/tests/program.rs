//! The program, run as a person or a script runs it.

use std::fs;
use std::io::{Read, Write};
use std::process::{Child, Command, Output, Stdio};

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// Two solutions: a deadly rectangle.
const TWO: &str = "349618572782359...651742389273895...195476238864231957527164893918523764436987125";

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gridwright"));
    command.args(args);
    command
}

/// Runs it on an input.
fn run(args: &[&str], input: impl AsRef<[u8]>) -> Output {
    let mut child = command(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let input = input.as_ref().to_vec();
    let mut stdin = child.stdin.take().unwrap();
    // A child that has seen enough closes its input.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

fn out(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

fn err(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

#[test]
fn the_same_bytes_at_any_number_of_jobs() {
    for (strategy, n) in [("shuffle", "20000"), ("random-row", "300"), ("las-vegas", "50")] {
        let fill = |jobs: &str, n: &str| {
            run(
                &[
                    "fill", "-s", strategy, "-n", n, "--seed", "5", "--jobs", jobs, "--stats",
                ],
                "",
            )
            .stdout
        };
        let one = fill("1", n);
        assert_eq!(one, fill("2", n));
        assert_eq!(one, fill("7", n));
        assert!(one.starts_with(&fill("3", "7")), "a shorter run is a prefix");
        assert_eq!(
            one.split(|&byte| byte == b'\n').count() - 1,
            n.parse::<usize>().unwrap() + 1
        );
    }
    let puzzles = format!("{PUZZLE}\n{TWO}\n").repeat(1000);
    let solve = |jobs| run(&["solve", "-j", jobs], &puzzles).stdout;
    assert_eq!(solve("1"), solve("2"));
    assert_eq!(
        solve("1"),
        format!("{SOLUTION}\nambiguous\n").repeat(1000).into_bytes()
    );
}

#[test]
fn the_seed_is_told() {
    let output = run(&["fill", "--seed", "12", "--quiet"], "");
    assert!(
        err(&output).starts_with("seed: 12 (gridwright "),
        "{}",
        err(&output)
    );
    let drawn = run(&["fill", "-n", "3"], "");
    let seed = err(&drawn)
        .strip_prefix("seed: ")
        .unwrap()
        .split(' ')
        .next()
        .unwrap();
    assert_eq!(run(&["fill", "-n", "3", "--seed", seed], "").stdout, drawn.stdout);
    assert_eq!(code(&drawn), 0);
}

#[test]
fn statistics() {
    let header = |strategy| {
        let output = run(&["fill", "-s", strategy, "--stats", "--seed", "1"], "");
        out(&output).lines().next().unwrap().to_string()
    };
    assert_eq!(header("first-row"), "grid,attempts,restarts,guesses,nodes");
    assert_eq!(
        header("random-row"),
        "grid,attempts,restarts,guesses,nodes,draws,draws_total"
    );
    let json = run(
        &[
            "fill",
            "-s",
            "random-row",
            "--stats",
            "--format",
            "json",
            "--seed",
            "1",
        ],
        "",
    );
    assert!(out(&json).contains(",\"draws_total\":"), "{}", out(&json));
    assert_eq!(code(&run(&["fill", "--stats", "--format", "line"], "")), 2);
}

#[test]
fn formats() {
    let framed = run(&["fill", "--format", "grid", "--seed", "1", "--shape", "2x2"], "");
    assert_eq!(out(&framed).lines().count(), 8, "seven lines and a blank one");
    let line = run(&["fill", "--seed", "1", "--shape", "2x2"], "");
    let solved = run(&["solve", "-"], &framed.stdout);
    assert_eq!(solved.stdout, line.stdout, "a framed grid is read back");
    let marks = run(&["solve", "--format", "pencilmarks"], PUZZLE);
    assert!(out(&marks).starts_with("+-------+"), "{}", out(&marks));
    let csv = run(&["solve", "--format", "csv"], format!("{PUZZLE}\ta, b\n{TWO}\n"));
    assert_eq!(
        out(&csv),
        format!("puzzle,status,solutions,rest\n{PUZZLE},unique,{SOLUTION},\"\ta, b\"\n{TWO},ambiguous,,\n")
    );
    let json = run(&["count", "--format", "json"], TWO);
    assert_eq!(
        out(&json),
        format!(
            "{{\"count\":2,\"exact\":false,\"puzzle\":\"{TWO}\",\"rest\":\"\",\"status\":\"counted\"}}\n"
        )
    );
    assert_eq!(code(&run(&["count", "--format", "grid"], TWO)), 2);
}

#[test]
fn answers() {
    let unsolvable = "9..1....4.14.3.8....3....9....7.8..18....3..........3..21....7...9.4.5..5...16..3";
    let input = format!("{PUZZLE}\n{TWO}\n{unsolvable}\n{}\n", ".".repeat(81));
    let output = run(&["solve"], &input);
    assert_eq!(
        out(&output),
        format!("{SOLUTION}\nambiguous\nunsolvable\nambiguous\n")
    );
    assert_eq!(code(&output), 1);
    let count = |args: &[&str]| out(&run(args, format!("{PUZZLE}\n{TWO}\n{unsolvable}\n"))).to_string();
    assert_eq!(count(&["count"]), "1\n2+\n0\n");
    assert_eq!(count(&["count", "--limit", "0"]), "1\n2\n0\n");
    assert_eq!(count(&["count", "--limit", "1"]), "1+\n1+\n0\n");
    assert_eq!(
        count(&["count", "--limit", "3", "-s", "naive", "--budget", "0"]),
        "1\n2\n0\n"
    );

    let any = run(&["solve", "--limit", "1"], format!("{TWO};x\n{unsolvable};y\n"));
    let first = out(&any).lines().next().unwrap();
    assert_eq!((first.len(), code(&any)), (83, 1), "{first}");
    assert!(out(&any).ends_with("unsolvable;y\n"));
    let all = run(&["solve", "--all"], TWO);
    assert_eq!(out(&all).trim_end().split('\t').count(), 2);
    let limited = run(&["solve", "--limit", "5"], ".".repeat(81));
    assert_eq!(
        (out(&limited).trim_end().split('\t').count(), code(&limited)),
        (5, 0)
    );
    let json = run(&["solve", "--all", "--format", "json"], TWO);
    assert!(out(&json).contains("\"status\":\"solved\""));
}

#[test]
fn budgets() {
    let empty = ".".repeat(81);
    let output = run(
        &["count", "--limit", "0", "--budget", "1000"],
        format!("{empty}\n{PUZZLE}\n"),
    );
    assert_eq!((out(&output), code(&output)), ("undetermined\n1\n", 1));
    let output = run(&["solve", "--budget", "10"], format!("{empty} rest\n"));
    assert_eq!((out(&output), code(&output)), ("undetermined rest\n", 1));
    let output = run(
        &["count", "--limit", "0", "--budget", "0", "--time-limit", "0.2"],
        &empty,
    );
    assert_eq!((out(&output), code(&output)), ("undetermined\n", 1));
    let output = run(
        &[
            "fill",
            "-s",
            "first-row",
            "--budget",
            "81",
            "-n",
            "50",
            "--seed",
            "1",
        ],
        "",
    );
    assert_eq!(code(&output), 1);
    assert!(err(&output).contains("first-row at 3x3, grid 1 of seed 1: the node budget ran out"));
    let output = run(
        &[
            "fill",
            "-n",
            "1000000000000",
            "--time-limit",
            "0.2",
            "--seed",
            "1",
        ],
        "",
    );
    assert_eq!(code(&output), 1);
    assert!(out(&output).lines().count() > 1000 && out(&output).lines().all(|line| line.len() == 81));
}

#[test]
fn the_stream_goes_on_after_an_error() {
    let contradiction = format!("11{}", ".".repeat(79));
    let input = format!(
        "\u{feff}# comment\r\n{PUZZLE}\r\n{}\r\n{}\r\n{contradiction},carried\r\n\r\n{PUZZLE} ER=1.2\r\n",
        &PUZZLE[1..],
        PUZZLE.replacen('7', "x", 1),
    );
    let output = run(&["solve"], &input);
    assert_eq!(
        out(&output),
        format!("{SOLUTION}\ninvalid\ninvalid\ninvalid,carried\n{SOLUTION} ER=1.2\n")
    );
    assert_eq!(
        err(&output),
        "-:3:81: 80 cells, expected 81\n\
         -:4:5: 'x' is neither a digit nor an empty cell\n\
         -:5:2: 1 twice in row 1: r1c1, r1c2; 1 twice in box 1: r1c1, r1c2\n"
    );
    assert_eq!(code(&output), 1);
    let output = run(&["count"], &input);
    assert_eq!(out(&output), "1\ninvalid\ninvalid\ninvalid,carried\n1 ER=1.2\n");
}

#[test]
fn nothing_to_read() {
    for input in ["", "# only a comment\n\n"] {
        let output = run(&["solve"], input);
        assert_eq!(
            (out(&output), err(&output), code(&output)),
            ("", "-:1:1: no puzzle\n", 2)
        );
    }
    let utf16: Vec<u8> = [0xff, 0xfe]
        .into_iter()
        .chain(PUZZLE.encode_utf16().flat_map(u16::to_le_bytes))
        .collect();
    let output = run(&["count"], utf16);
    assert_eq!((out(&output), code(&output)), ("", 2));
    assert!(
        err(&output).starts_with("-:1:1: not UTF-8 (UTF-16"),
        "{}",
        err(&output)
    );
    let output = run(&["solve", "no-such-file.txt"], "");
    assert_eq!(code(&output), 2);
    assert!(
        err(&output).starts_with("gridwright: cannot read no-such-file.txt: "),
        "{}",
        err(&output)
    );
}

#[test]
fn files_are_named_in_errors() {
    let folder = tempfile::tempdir().unwrap();
    let (good, bad) = (folder.path().join("good.txt"), folder.path().join("bad.txt"));
    fs::write(&good, format!("{PUZZLE}\n")).unwrap();
    fs::write(&bad, "\n123\n").unwrap();
    let output = run(
        &["solve", good.to_str().unwrap(), bad.to_str().unwrap(), "-"],
        TWO,
    );
    assert_eq!(out(&output), format!("{SOLUTION}\ninvalid\nambiguous\n"));
    assert!(
        err(&output).contains("bad.txt:2:4: 3 cells, expected 81"),
        "{}",
        err(&output)
    );
    let output = run(&["solve", folder.path().to_str().unwrap()], "");
    assert_eq!(code(&output), 2);
}

#[test]
fn other_shapes() {
    let output = run(&["count", "--limit", "0"], format!("{}\n", ".".repeat(16)));
    assert_eq!(out(&output), "288\n");
    let output = run(&["solve"], ".".repeat(36));
    assert!(
        err(&output).contains("36 cells fit more than one shape; name one: 2x3 or 3x2"),
        "{}",
        err(&output)
    );
    let grid = run(&["fill", "-s", "las-vegas", "--shape", "3x2", "--seed", "3"], "");
    let solved = run(&["solve", "--shape", "3x2"], &grid.stdout);
    assert_eq!(grid.stdout, solved.stdout);
    let large = run(&["fill", "--shape", "5x5", "--seed", "3"], "");
    assert_eq!(run(&["solve"], &large.stdout).stdout, large.stdout);
}

#[test]
fn impossible_requests() {
    let refused = |args: &[&str], words: &str| {
        let output = run(args, "");
        assert_eq!(code(&output), 2, "{args:?}");
        assert!(err(&output).contains(words), "{args:?}: {}", err(&output));
        assert_eq!(out(&output), "");
    };
    refused(
        &["fill", "-s", "first-row", "--shape", "4x4"],
        "first-row cannot work at 4x4: ",
    );
    refused(&["fill", "-s", "nonsense"], "nonsense");
    refused(&["fill", "--moves", "3"], "shuffle takes no --moves");
    refused(&["fill", "-s", "random-row", "--threshold", "5"], "at least 10");
    refused(&["fill", "--shape", "3x7"], "unknown shape '3x7': one of 2x2, ");
    refused(&["fill", "--base", "123"], "--base: 1:");
    refused(&["solve", "-s", "nonsense"], "nonsense");
    refused(&["list", "techniques"], "there are none yet");
    refused(
        &["fill", "-o", "/no/such/folder/x"],
        "cannot write /no/such/folder/x",
    );
}

#[test]
fn output_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("grids.txt");
    let file = path.to_str().unwrap();
    let fill = |extra: &[&str]| {
        let output = run(
            &[&["fill", "--seed", "9", "-n", "3", "-o", file], extra].concat(),
            "",
        );
        assert_eq!((out(&output), code(&output)), ("", 0));
    };
    fill(&[]);
    let grids = fs::read_to_string(&path).unwrap();
    assert_eq!(grids.lines().count(), 3);
    fill(&[]);
    assert_eq!(fs::read_to_string(&path).unwrap(), grids, "replaced");
    fill(&["--append"]);
    assert_eq!(fs::read_to_string(&path).unwrap(), grids.repeat(2));
    assert_eq!(
        fs::read_dir(folder.path()).unwrap().count(),
        1,
        "no temporary file is left"
    );
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut child: Child = command(&["fill", "-n", "100000000", "--seed", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = [0; 82];
    child.stdout.take().unwrap().read_exact(&mut line).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), 0);
    assert_eq!(err(&output).lines().count(), 1, "only the seed: {}", err(&output));
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_keeps_what_is_finished() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("grids.txt");
    let args = [
        "fill",
        "-s",
        "random-row",
        "-n",
        "100000000",
        "--seed",
        "4",
        "-o",
        path.to_str().unwrap(),
    ];
    let child = command(&args).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(700));
    let killed = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(killed.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), 130);
    let grids = fs::read_to_string(&path).unwrap();
    let n = grids.lines().count();
    assert!(n > 0 && grids.ends_with('\n'), "whole lines");
    let again = run(
        &["fill", "-s", "random-row", "-n", &n.to_string(), "--seed", "4"],
        "",
    );
    assert_eq!(out(&again), grids, "the prefix of the whole run");
}

#[test]
fn lists_and_completions() {
    let output = run(&["list", "fillers"], "");
    for name in [
        "name",
        "shuffle",
        "shuffle-walk",
        "random-row",
        "first-row",
        "las-vegas",
    ] {
        assert!(
            out(&output)
                .lines()
                .any(|line| line.split(' ').next() == Some(name)),
            "{name}"
        );
    }
    assert_eq!(out(&run(&["list", "shapes"], "")).lines().count(), 13);
    let csv = run(&["list", "solvers", "--format", "csv"], "");
    assert!(out(&csv).starts_with("name,") && out(&csv).contains("\ndlx,"));
    assert!(out(&run(&["list", "--format", "json"], "")).contains("\"name\":\"las-vegas\""));
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = run(&["--completions", shell], "");
        assert!(
            out(&output).contains("gridwright") && code(&output) == 0,
            "{shell}"
        );
    }
    assert_eq!(code(&run(&[], "")), 2);
    assert_eq!(code(&run(&["--help"], "")), 0);
}
