//! `canon` and `vary`.

use std::collections::HashSet;

use gridwright::grid::rng::stream;
use gridwright::grid::{B3x3, Canonicalizer, Grid, Group, Puzzle, Symmetry};
use gridwright::solve::Dlx;

use crate::common::{code, err, expect, feed, out, run};

const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const EMPTY: &str = ".................................................................................";

fn equivalent(text: &str, seed: u64) -> String {
    let puzzle: Puzzle = text.parse().unwrap();
    Symmetry::random(&mut stream(seed, 0)).puzzle(&puzzle).to_string()
}

#[test]
fn forms_are_those_of_the_library() {
    let canonicalizer = Canonicalizer::shared();
    let puzzle: Puzzle = EASY.parse().unwrap();
    let of_puzzle = canonicalizer.puzzle(&puzzle, &mut Dlx::default()).unwrap();
    let grid: Grid = SOLVED.parse().unwrap();
    let of_grid = canonicalizer.grid(&grid).unwrap();
    let input = format!("{EASY}\tone\n{SOLVED}\n{}\n{EMPTY} # two\n", equivalent(EASY, 1));
    let form = of_puzzle.form;
    let expected = format!(
        "{form}\t1\tone\n{}\t1\n{form}\t1\n{EMPTY}\t1218998108160 # two\n",
        of_grid.form
    );
    for jobs in ["1", "2", "5"] {
        expect(&["canon", "-j", jobs], input.clone(), 0, &expected, "");
    }
}

#[test]
fn what_has_no_form_keeps_its_line() {
    let twice = format!("55{}", &EASY[2..]);
    let output = feed(&["canon"], format!("{EASY}\n{twice}\nxyz\n{EASY}\n"));
    let lines: Vec<&str> = out(&output).lines().collect();
    assert_eq!(
        (lines.len(), lines[1], lines[2], code(&output)),
        (4, "invalid", "invalid", 1)
    );
    assert_eq!(lines[0], lines[3]);
    let messages: Vec<&str> = err(&output).lines().collect();
    assert_eq!(
        messages[0],
        "-:2:2: 5 twice in row 1: r1c1, r1c2; 5 twice in box 1: r1c1, r1c2"
    );
    assert!(messages[1].starts_with("-:3:"));
    // Whether the solution is unique decides which form it is.
    expect(
        &["canon", "-s", "dlx", "--budget", "3"],
        EASY,
        1,
        "undetermined\n",
        "",
    );
}

#[test]
fn unique_drops_equivalents_wherever_they_stand() {
    // More than one chunk, so that an equivalent may come in a later one, and words that are no forms between them.
    let mut input = String::new();
    for seed in 0..3000 {
        input.push_str(&equivalent(if seed % 3 == 0 { SOLVED } else { EASY }, seed));
        input.push_str(if seed % 1000 == 999 { "\nnothing\n" } else { "\n" });
    }
    let mut seen = HashSet::new();
    for jobs in ["1", "2"] {
        let output = feed(&["canon", "--unique", "-j", jobs], input.clone());
        let lines: Vec<&str> = out(&output).lines().collect();
        assert_eq!(lines.len(), 2 + 3, "{lines:?}");
        assert_eq!(lines[2..], ["invalid"; 3]);
        seen.insert(out(&output).to_string());
    }
    assert_eq!(seen.len(), 1);
}

#[test]
fn formats_of_canon() {
    let puzzle = "2.....3...14.4..";
    let csv = feed(&["canon", "--format", "csv"], format!("{puzzle}\ta,b\n"));
    assert_eq!(
        out(&csv),
        "puzzle,answer,form,automorphisms,rest\n2.....3...14.4..,unique,...43.....4..12.,1,\"a,b\"\n"
    );
    let json = feed(&["canon", "--format", "json"], puzzle);
    assert!(out(&json).starts_with(
        "{\"puzzle\":\"2.....3...14.4..\",\"rest\":\"\",\"answer\":\"unique\",\"form\":\"...43.....4..12.\",\
         \"automorphisms\":1,\"symmetry\":{\"transposed\":"
    ));
    let grid = feed(&["canon", "--format", "grid"], puzzle);
    let again = feed(&["canon"], out(&grid));
    assert_eq!(out(&again), "...43.....4..12.\t1\n");
}

#[test]
fn shapes_that_are_too_large_are_refused() {
    let large = feed(&["canon"], ".".repeat(256));
    assert_eq!(
        (err(&large), code(&large)),
        (
            "gridwright: canon: boxes of 4x4 have too many symmetries for a canonical form\n",
            2
        )
    );
}

#[test]
fn variations_by_index() {
    // Index 0 is the puzzle itself.
    expect(&["vary", EASY, "--index", "0"], "", 0, &format!("{EASY}\n"), "");
    let puzzle: Puzzle = EASY.parse().unwrap();
    for (name, group) in [("full", Group::Full), ("simple", Group::Simple)] {
        let order = group.order::<B3x3>().unwrap();
        for index in [1, 362_880, order / 3, order - 1] {
            let variation = group.unrank(index).unwrap().puzzle(&puzzle);
            let args = ["vary", EASY, "--group", name, "--index", &index.to_string()];
            expect(&args, "", 0, &format!("{variation}\n"), "");
        }
        let args = ["vary", EASY, "--group", name, "--index", &order.to_string()];
        let beyond = format!(
            "gridwright: --index {order}: the {name} group at 3x3 has the indices 0 to {}\n",
            order - 1
        );
        expect(&args, "", 2, "", &beyond);
    }
    // Known answers: a change here changes what every index gives.
    let known = "23..6....5..742....41...5..1...5...39..1.3..76...8...5.5....18....974..2....1.6.4\n";
    expect(&["vary", EASY, "--index", "1000000"], "", 0, known, "");
}

#[test]
fn a_symmetric_puzzle_is_said_to_be() {
    let args = ["vary", "1...............", "--group", "simple", "--index", "1"];
    let output = run(&args);
    assert_eq!(out(&output), "1...............\n");
    assert_eq!(
        err(&output),
        "PUZZLE:1:1: note: 12 symmetries of the simple group keep the puzzle, so each variation has 12 indices\n"
    );
    let quiet = run(&[&args[..], &["--quiet"]].concat());
    assert_eq!((err(&quiet), code(&quiet)), ("", 0));
}

#[test]
fn every_index_of_the_simple_group_at_4x4() {
    let puzzle = "12..3....4.1....";
    let args = ["vary", puzzle, "--group", "simple", "--index", "0", "-n", "192"];
    let all = run(&args);
    let lines: HashSet<&str> = out(&all).lines().collect();
    assert_eq!((lines.len(), err(&all), code(&all)), (192, "", 0));
    // Each alone is the same.
    let one = run(&["vary", puzzle, "--group", "simple", "--index", "100"]);
    assert_eq!(out(&one).lines().next(), out(&all).lines().nth(100));
}

#[test]
fn random_variations() {
    let args = ["vary", EASY, "--random", "--seed", "5", "-n", "4"];
    let output = run(&args);
    assert_eq!(err(&output), "seed: 5 (gridwright 0.1.0)\n");
    let lines: HashSet<&str> = out(&output).lines().collect();
    assert_eq!(lines.len(), 4);
    assert_eq!(out(&run(&args)), out(&output));
    let shorter = run(&["vary", EASY, "--random", "--seed", "5", "-n", "1"]);
    assert!(out(&output).starts_with(out(&shorter)));
    let canonical = feed(&["canon", "--unique"], format!("{EASY}\n{}", out(&output)));
    assert_eq!(out(&canonical).lines().count(), 1);
    // From a stream, each puzzle its own, what follows it carried along; the same at any number of threads.
    let input = format!("{EASY} a\n{EASY} b\n");
    let outputs = ["1", "3"].map(|jobs| {
        let args = ["vary", "--random", "--seed", "5", "-n", "2", "-j", jobs];
        out(&feed(&args, input.clone())).to_string()
    });
    assert_eq!(outputs[0], outputs[1]);
    let ends: Vec<&str> = outputs[0].lines().map(|line| &line[81..]).collect();
    assert_eq!(ends, [" a", " a", " b", " b"]);
    assert_eq!(
        outputs[0]
            .lines()
            .map(|line| &line[..81])
            .collect::<HashSet<_>>()
            .len(),
        4
    );
}

#[test]
fn wrong_usage_of_vary() {
    assert_eq!(code(&run(&["vary", EASY])), 2);
    assert_eq!(code(&run(&["vary", EASY, "--index", "1", "--random"])), 2);
    let short = run(&["vary", &EASY[..80], "--index", "1"]);
    assert_eq!(
        (out(&short), err(&short), code(&short)),
        ("invalid\n", "PUZZLE:1:81: 80 cells, expected 81\n", 1)
    );
    // A puzzle that begins like an option.
    let dashes = EASY.replace('.', "-");
    let dashes = format!("--{}", &dashes[2..]);
    assert_eq!(code(&run(&["vary", "--index", "0", "--", &dashes])), 0);
}
