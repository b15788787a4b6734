//! Known answers: exact counts, inputs cruel to other programs, limits, breaks and budgets, and the data files.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

use gridwright_grid::{Budget, Counts, Exhausted, Grid, Outcome, Puzzle, SolverExt};
use gridwright_solve_bits::{Backend, Bits};
use gridwright_solve_dlx::Dlx;

fn parse(line: &str) -> Puzzle {
    line.parse().unwrap()
}

fn every_backend() -> Vec<Bits> {
    Backend::all().into_iter().map(Bits::with_backend).collect()
}

/// Puzzles and their exact number of solutions.
const COUNTS: &[(&str, u64)] = &[
    (
        ".9.3....1....8..46......8..4.5.6..3...32756...6..1.9.4..1......58..2....2....7.6.",
        0,
    ),
    (
        "..3.....6...98..2.9426..7..45...6............1.9.5.47.....25.4.6...785...........",
        3,
    ),
    (
        "....9....6..4.7..8.4.812.3.7.......5..4...9..5..371..4.5..6..4.2.17.85.9.........",
        4,
    ),
    (
        "59.....486.8...3.7...2.1.......4.....753.698.....9.......8.3...2.6...7.934.....65",
        10,
    ),
    (
        "000000500080760092001005470056309000009001004320500010000200700700000000000000000",
        1469,
    ),
    (
        "349618572782359...651742389273895...195476238864231957527164893918523764436987125",
        2,
    ),
    (
        "........2.2..5.8.1......3..7.4.9........8541.....37...18....9....7..9...2...4..58",
        26,
    ),
    (
        "8.........95.......67..........2.485...4.3192......736...651947...732518...894263",
        125,
    ),
];

#[test]
fn exact_counts() {
    for mut bits in every_backend() {
        for &(line, expected) in COUNTS {
            let puzzle = parse(line);
            assert_eq!(bits.count(&puzzle, 0), expected, "{line}");
            for limit in [1, 2, 7, expected + 1] {
                assert_eq!(bits.count(&puzzle, limit), expected.min(limit), "{line}");
            }
        }
    }
}

#[test]
fn the_empty_grid() {
    let mut expected: Option<Vec<Grid>> = None;
    for mut bits in every_backend() {
        let mut found = Vec::new();
        let flow = bits.for_each(&Puzzle::empty(), |grid| {
            assert_eq!(Grid::from_values(grid.values()), Ok(*grid));
            found.push(*grid);
            if found.len() == 3_000 {
                ControlFlow::Break("enough")
            } else {
                ControlFlow::Continue(())
            }
        });
        assert_eq!(flow, ControlFlow::Break("enough"));
        let mut distinct = found.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), 3_000);
        assert_eq!(expected.get_or_insert_with(|| found.clone()), &found);
    }
}

/// Inputs made against searches, and what they are: none needs many guesses here.
const CRUEL: &[(&str, u64)] = &[
    (
        ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........",
        0,
    ),
    (
        "1....6.8....7......9..5.......56..3.3.............38.15....1.6.....2.4..8.2..5.1.",
        0,
    ),
    (
        "1...5.2.9..7.......6.......2...........5.1..2....2.39.3.4.9...15...1...3...8...4.",
        0,
    ),
    (
        ".....6....59.....82....8....45........3........6..3.54...325..6..................",
        2,
    ),
    (
        "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
        1,
    ),
    (
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        1,
    ),
    (
        "........................................1........................................",
        2,
    ),
];

#[test]
fn nothing_takes_long() {
    for mut bits in every_backend() {
        for &(line, expected) in CRUEL {
            let mut budget = Budget::nodes(20_000);
            assert_eq!(
                bits.try_count(&parse(line), 2, &mut budget),
                Ok(expected),
                "{line}"
            );
        }
    }
}

#[test]
fn budgets_and_counts() {
    for mut bits in every_backend() {
        let (line, _) = CRUEL[1];
        let outcome = bits.solve_within(&parse(line), &mut Budget::nodes(100));
        assert_eq!(outcome, Outcome::Undetermined(Exhausted::Nodes));
        // It works on afterwards.
        let mut counts = Counts::default();
        let Ok(outcome) = bits.try_outcome(&parse(line), &mut counts);
        assert_eq!(outcome, Outcome::Unsolvable);
        // The search is over: of each choice, both sides were taken.
        assert_eq!(counts.nodes, 2 * counts.guesses);
        let within = bits.solve_within(&parse(line), &mut Budget::nodes(counts.nodes));
        assert_eq!(within, Outcome::Unsolvable);
        let within = bits.solve_within(&parse(line), &mut Budget::nodes(counts.nodes - 1));
        assert_eq!(within, Outcome::Undetermined(Exhausted::Nodes));
    }
}

fn data(name: &str) -> Option<String> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let dir = std::env::var_os("GRIDWRIGHT_DATA").map_or(root.join("shared/data"), PathBuf::from);
    let path = dir.join(name);
    let text = std::fs::read_to_string(&path).ok();
    if text.is_none() {
        let mut err = std::io::stderr();
        writeln!(err, "skipped: no {}", path.display()).unwrap();
    }
    text
}

#[test]
fn data_set_of_exact_counts() {
    for line in data("solution_counts.txt").iter().flat_map(|text| text.lines()) {
        let mut fields = line.split(':');
        let puzzle = parse(fields.next().unwrap());
        let expected: u64 = fields.next().unwrap().parse().unwrap();
        let solution: Option<Grid> = fields.next().map(|line| line.parse().unwrap());
        for mut bits in every_backend() {
            assert_eq!(bits.count(&puzzle, 0), expected, "{puzzle}");
            if let Some(solution) = solution {
                assert_eq!(bits.solve(&puzzle), Outcome::Unique(solution), "{puzzle}");
            }
        }
    }
}

/// Every puzzle of a file by every backend, every tenth by dancing links too.
fn data_set(name: &str, expected: u64) {
    let (mut all, mut dlx) = (every_backend(), Dlx::default());
    for (i, line) in data(name).iter().flat_map(|text| text.lines()).enumerate() {
        let puzzle = parse(&line[..81]);
        let mut first = None;
        for bits in &mut all {
            let mut counts = Counts::default();
            let Ok(outcome) = bits.try_outcome(&puzzle, &mut counts);
            let number = match &outcome {
                Outcome::Unsolvable => 0,
                Outcome::Unique(grid) => u64::from(puzzle.admits(grid)),
                Outcome::Ambiguous(one, other) => {
                    u64::from(puzzle.admits(one)) + u64::from(puzzle.admits(other) && one != other)
                }
                Outcome::Undetermined(why) => panic!("{why}"),
            };
            assert_eq!(number, expected, "{puzzle}");
            let first = first.get_or_insert_with(|| (outcome.clone(), counts));
            assert_eq!(first, &(outcome, counts), "{}: {puzzle}", bits.backend().name());
        }
        if i % 10 == 0 {
            assert_eq!(dlx.count(&puzzle, 2), expected, "{puzzle}");
            if expected == 1 {
                assert_eq!(dlx.first(&puzzle), all[0].first(&puzzle));
            }
        }
    }
}

#[test]
fn data_sets() {
    data_set("17_clue.txt", 1);
    data_set("magictour_top1465.txt", 1);
    data_set("hardest_1905_11plus.txt", 1);
    data_set("two_or_more_solutions.txt", 2);
}

#[test]
fn inputs_that_broke_other_programs() {
    let mut dlx = Dlx::default();
    for line in data("bug_inputs.tsv").iter().flat_map(|text| text.lines()) {
        let Some(puzzle) = line
            .split('\t')
            .nth(1)
            .and_then(|text| text.parse::<Puzzle>().ok())
        else {
            continue;
        };
        let expected = dlx.try_count(&puzzle, 2, &mut Budget::nodes(2_000_000));
        for mut bits in every_backend() {
            let count = bits.try_count(&puzzle, 2, &mut Budget::nodes(20_000));
            let Ok(count) = count else { panic!("{puzzle}") };
            assert!(
                expected.as_ref().is_ok_and(|&expected| count == expected),
                "{puzzle}"
            );
        }
    }
}
