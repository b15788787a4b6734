//! What is said about puzzles: famous ones, and inputs that have broken other programs.

use std::io::Write;
use std::path::PathBuf;

use gridwright::check::{Cause, PatternSymmetry, Report, Verdict, check};
use gridwright::fill::stream;
use gridwright::grid::{
    B2x2, B2x3, B3x3, B4x4, Budget, Cell, Conflict, Digit, DigitSet, Exhausted, Grid, Group, House,
    HouseKind, Outcome, Puzzle, Shape, Symmetry,
};
use gridwright::solve::{Dlx, DynSolver, Naive, SolverExt};
use gridwright_grid::conformance::{mutate, puzzle};
use proptest::prelude::*;

const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Famous for their difficulty: AI Escargot, Golden Nugget, Easter Monster, and one with 17 clues whose first
/// row is the last that a search row by row tries.
const FAMOUS: [&str; 4] = [
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
    "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
    LAST_ROW_FIRST,
];

const LAST_ROW_FIRST: &str =
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";

/// No 2 goes into box 4, which shows at once.
const NO_PLACE_IN_BOX: &str =
    ".16.....3..2...67.5...8.9..345..97...7..1.....6.....4...1..2.5.85.9.....2...35...";

/// No 2 goes into row 9, which shows at once.
const NO_PLACE_IN_ROW: &str =
    ".5...1.6....4..72.92..8...1.8...325....6...8...2.5...63.4.2.......8.....8.......3";

/// No contradiction shows, and a search cell by cell takes for ever.
const HOPELESS: &str = "...........8..7.954.5....6......8.7.............9...8............679....7.9.6....";

/// No contradiction shows before some ten thousand steps of any search.
const DEEP: &str = "4.....7...7..1.3....37.9.5..6..........1.......98.7..5....2..8...89.35.........9.";

const SIXTEEN_CLUES: &str =
    "..6.......1.9..2......2.871...3...9....5...8..........3...................84....5";

/// 1 and 3 can be exchanged in every solution.
const SEVEN_DIGITS: &str =
    "..5.7......2.........8.1..5..................671.....2..62...19...1.9......6.....";

const MANY: &str = "..7...3.91........8....6.74.72..8...9.8....3.6.....2..5......67....8..4...3...9.1";

/// All but six cells are given, and still two digits can be exchanged in them.
const DEADLY_PATTERN: &str =
    "7836942519162753484251386793.1.629856.2.894138.9.13762194827536267351894538946127";

const EIGHT_DIGITS: &str =
    "....28..7..5...4......7.15..642..3..5.1....4....1...8...8436.2.............8.7..3";

/// [`EIGHT_DIGITS`] with one character lost in copying.
const TRANSCRIPTION_LOSS: &str =
    "....2...7..5...4......7.15..642..3..5.1....4....1...8...8436.2.............8.7..3";

/// Puzzles and their number of solutions.
const COUNTS: [(&str, u64); 9] = [
    (
        "9..2.3....3.1.6.2........59......9...4.3....1.1...4.6.47.9....53.......4.5....8.6",
        3,
    ),
    (
        "..2.749....42.1..3..85.3..22.69....1.5......4.....56...7......6.....85..6.53....7",
        4,
    ),
    (
        "9.2....31....56....81...74.2.7....53....19....34...89....8.....71..932.4...7.....",
        10,
    ),
    (
        "61..97.4.8.93.27.6.5...12.85..............123..3..9.6..3....6....57...311.....97.",
        6,
    ),
    (MANY, 1469),
    (DEADLY_PATTERN, 2),
    (TRANSCRIPTION_LOSS, 26),
    (EIGHT_DIGITS, 1),
    (DEEP, 0),
];

fn parse(line: &str) -> Puzzle {
    line.parse().unwrap()
}

fn checked<S: Shape>(puzzle: &Puzzle<S>) -> Report<S> {
    check(puzzle, &mut Dlx::default(), &mut Budget::unlimited())
}

fn say(line: &str) -> String {
    checked(&parse(line)).to_string()
}

fn count(line: &str, limit: u64) -> u64 {
    Dlx::default().count(&parse(line), limit)
}

/// The puzzle with those of its givens only.
fn only<S: Shape>(puzzle: &Puzzle<S>, cells: &[Cell<S>]) -> Puzzle<S> {
    let mut only = puzzle.clone();
    for cell in Cell::all().filter(|cell| !cells.contains(cell)) {
        only.set(cell, None);
    }
    only
}

fn without<S: Shape>(puzzle: &Puzzle<S>, cell: Cell<S>) -> Puzzle<S> {
    let mut without = puzzle.clone();
    without.set(cell, None);
    without
}

fn givens<S: Shape>(puzzle: &Puzzle<S>) -> impl Iterator<Item = Cell<S>> {
    Cell::all().filter(|&cell| puzzle.given(cell).is_some())
}

/// Whether a reason is one: its givens have no solution, and if it is said to be minimal, all but any one have.
fn holds<S: Shape>(
    solver: &mut dyn DynSolver<S>,
    puzzle: &Puzzle<S>,
    cells: &[Cell<S>],
    minimal: bool,
) -> bool {
    let mut solvable = |puzzle: &Puzzle<S>| {
        solver
            .dyn_for_each(puzzle, &mut |_| std::ops::ControlFlow::Break(()))
            .is_break()
    };
    let core = only(puzzle, cells);
    core.clues() == cells.len()
        && !solvable(&core)
        && (!minimal || cells.iter().all(|&cell| solvable(&without(&core, cell))))
}

#[test]
fn famous_puzzles() {
    for line in FAMOUS {
        let puzzle = parse(line);
        let Verdict::Unique { solution, .. } = checked(&puzzle).verdict else {
            panic!("{line}")
        };
        assert_eq!(Dlx::default().solve(&puzzle), Outcome::Unique(solution));
        let minimal = givens(&puzzle).all(|cell| Dlx::default().count(&without(&puzzle, cell), 2) == 2);
        assert!(minimal && say(line).starts_with("unique minimal"), "{line}");
    }
    assert_eq!(say(FAMOUS[2]), "unique minimal");
    assert_eq!(
        say(EASY),
        "unique not-minimal rotational-2: any of r1c1, r1c2, r1c5, r2c1, r2c4, r2c5, r2c6, r3c2, r4c1, r4c9, \
         r5c1, r5c4, r5c6, r6c1, r6c9, r7c2, r8c4, r8c5, r8c6, r8c9, r9c5, r9c9 can go"
    );
}

#[test]
fn redundant_givens_are_those_without_which_it_stays_unique() {
    let puzzle = parse(EASY);
    let cells: Vec<_> = givens(&puzzle)
        .filter(|&cell| Naive.count(&without(&puzzle, cell), 2) == 1)
        .collect();
    let report = checked(&puzzle);
    assert_eq!((report.cells(), report.is_minimal()), (cells, Some(false)));
}

#[test]
fn repeated_givens_are_refused_without_search() {
    for (first, second, house) in [(0, 1, "row 1"), (2, 74, "column 3"), (60, 80, "box 9")] {
        let mut puzzle = Puzzle::<B3x3>::empty();
        for index in [first, second] {
            puzzle.set(Cell::new(index).unwrap(), Digit::new(7));
        }
        let report = check(&puzzle, &mut Naive, &mut Budget::nodes(0));
        assert_eq!(report.answer(), "invalid");
        let cells = [first, second].map(|index| Cell::new(index).unwrap());
        assert_eq!(report.cells(), cells);
        let words = report.to_string();
        assert!(
            words.starts_with("invalid: 7 twice in ") && words.contains(house),
            "{words}"
        );
        let Verdict::Invalid(conflicts) = report.verdict else {
            panic!("{words}")
        };
        assert!(matches!(conflicts[0], Conflict::Repeated { .. }));
    }
}

#[test]
fn a_digit_without_place_is_named() {
    for (line, kind, words) in [
        (NO_PLACE_IN_BOX, HouseKind::Box, "2 has no place in box 4"),
        (NO_PLACE_IN_ROW, HouseKind::Row, "2 has no place in row 9"),
    ] {
        let puzzle = parse(line);
        let report = checked(&puzzle);
        assert!(report.to_string().contains(words), "{report}");
        let Verdict::Unsolvable(reason) = &report.verdict else {
            panic!("{report}")
        };
        let Cause::NoPlace(digit, house) = reason.cause else {
            panic!("{report}")
        };
        assert_eq!(house.kind(), kind);
        // In the core alone, too, no cell of the house can hold the digit.
        let core = only(&puzzle, &reason.givens);
        assert!(house.cells().all(|cell| !core.candidates(cell).contains(digit)));
        assert!(reason.minimal && holds(&mut Dlx::default(), &puzzle, &reason.givens, true));
    }
}

#[test]
fn a_cell_without_candidate_is_named() {
    let mut puzzle = Puzzle::<B3x3>::empty();
    // A 4 and 9 more around r1c1, and 5 that has nothing to do with it.
    for (name, digit) in [
        (3, 1),
        (4, 2),
        (5, 3),
        (27, 4),
        (36, 5),
        (45, 6),
        (10, 7),
        (11, 8),
        (20, 9),
        (80, 5),
    ] {
        puzzle.set(Cell::new(name).unwrap(), Digit::new(digit));
    }
    let report = checked(&puzzle);
    let corner = Cell::new(0).unwrap();
    let Verdict::Unsolvable(reason) = &report.verdict else {
        panic!("{report}")
    };
    assert_eq!(reason.cause, Cause::NoCandidate(corner));
    assert_eq!(
        report.to_string(),
        "unsolvable: r1c1 has no candidate (r1c4, r1c5, r1c6, r2c2, r2c3, r3c3, r4c1, r5c1, r6c1)"
    );
    assert!(holds(&mut Dlx::default(), &puzzle, &reason.givens, true));
}

#[test]
fn unsolvable_after_search_only() {
    for line in [HOPELESS, DEEP] {
        let puzzle = parse(line);
        let report = checked(&puzzle);
        let Verdict::Unsolvable(reason) = &report.verdict else {
            panic!("{report}")
        };
        assert_eq!((reason.cause, report.is_minimal()), (Cause::Search, Some(true)));
        assert!(report.to_string().ends_with(" cannot stand together"), "{report}");
        assert!(holds(&mut Dlx::default(), &puzzle, &reason.givens, true));
    }
    let Verdict::Unsolvable(reason) = checked(&parse(HOPELESS)).verdict else {
        unreachable!()
    };
    assert!(reason.givens.len() <= 9, "{reason}");
}

#[test]
fn a_budget_says_undetermined() {
    for line in [HOPELESS, LAST_ROW_FIRST] {
        let report = check(&parse(line), &mut Naive, &mut Budget::nodes(100_000));
        assert_eq!(report.to_string(), "undetermined", "{line}");
        assert_eq!(report.exhausted, Some(Exhausted::Nodes));
    }
}

#[test]
fn a_budget_that_ends_on_the_way() {
    // Solved, but not every given tried.
    let mut needed = Budget::unlimited();
    let whole = check(&parse(EASY), &mut Dlx::default(), &mut needed);
    let nodes = needed.counts().steps();
    for part in [nodes / 3, nodes / 2, nodes - 1] {
        let report = check(&parse(EASY), &mut Dlx::default(), &mut Budget::nodes(part));
        let Verdict::Unique {
            redundant, undecided, ..
        } = &report.verdict
        else {
            panic!("{report}")
        };
        assert!(!undecided.is_empty() && report.exhausted == Some(Exhausted::Nodes));
        assert!(
            redundant.iter().all(|cell| whole.cells().contains(cell)),
            "{report}"
        );
        assert!(report.to_string().ends_with(" undecided"), "{report}");
    }
    let famous = check(&parse(FAMOUS[0]), &mut Dlx::default(), &mut Budget::nodes(3_000));
    assert!(famous.to_string().starts_with("unique undecided: r"), "{famous}");
    assert_eq!(famous.is_minimal(), None);
    // Unsolvable, but not every given tried: what is left has no solution all the same.
    let mut first = Budget::unlimited();
    let outcome = Dlx::default().dyn_solve_within(&parse(DEEP), &mut first);
    assert_eq!(outcome, Outcome::Unsolvable);
    let nodes = first.counts().steps();
    for nodes in [nodes, nodes + nodes / 2] {
        let report = check(&parse(DEEP), &mut Dlx::default(), &mut Budget::nodes(nodes));
        assert_eq!((report.answer(), report.is_minimal()), ("unsolvable", None));
        assert!(report.to_string().ends_with("; fewer may conflict"), "{report}");
        assert!(holds(&mut Dlx::default(), &parse(DEEP), &report.cells(), false));
    }
}

#[test]
fn few_givens_are_ambiguous_at_once() {
    let empty = format!("{:.<81}", "");
    let one = format!("{:.>81}", "1");
    for (line, nodes) in [
        (&*empty, 200),
        (&one, 200),
        (SIXTEEN_CLUES, 500),
        (SEVEN_DIGITS, 10_000),
    ] {
        let report = check(&parse(line), &mut Dlx::default(), &mut Budget::nodes(nodes));
        let Verdict::Ambiguous(first, second) = &report.verdict else {
            panic!("{report}")
        };
        assert!(first != second && [first, second].iter().all(|grid| parse(line).admits(grid)));
    }
    assert!(say(&empty).starts_with("ambiguous full: two solutions differ in r"));
    // Counting is bounded, too; and 16 clues are still solved when asked.
    assert_eq!(count(&empty, 1000), 1000);
    assert_eq!(count(SEVEN_DIGITS, 20_000), 20_000);
    assert!(Dlx::default().first(&parse(SIXTEEN_CLUES)).is_some());
}

#[test]
fn counts_are_exact_and_limits_kept() {
    for (line, solutions) in COUNTS {
        assert_eq!(count(line, 0), solutions, "{line}");
        let answer = ["unsolvable", "unique", "ambiguous"][solutions.min(2) as usize];
        assert_eq!(checked(&parse(line)).answer(), answer, "{line}");
    }
    for limit in [1, 5, 1468, 1469] {
        assert_eq!(count(MANY, limit), limit);
    }
    assert_eq!(count(MANY, 1470), 1469);
}

#[test]
fn a_deadly_pattern_is_located() {
    let puzzle = parse(DEADLY_PATTERN);
    let empty: Vec<Cell> = Cell::all().filter(|&cell| puzzle.given(cell).is_none()).collect();
    assert_eq!(empty.len(), 6);
    assert_eq!(checked(&puzzle).cells(), empty);
}

#[test]
fn eight_digits_are_enough() {
    assert_eq!(say(EIGHT_DIGITS), "unique minimal");
}

#[test]
fn either_solution_of_a_small_puzzle_is_solved() {
    let puzzle: Puzzle<B2x2> = "3.....3....24...".parse().unwrap();
    let Verdict::Ambiguous(first, second) = checked(&puzzle).verdict else {
        panic!("not ambiguous")
    };
    assert_eq!(Dlx::default().count(&puzzle, 0), 2);
    for grid in [first, second] {
        assert_eq!(checked(&grid.into()).verdict, Verdict::Solved(grid));
    }
}

#[test]
fn solved_needs_no_search_and_every_cell() {
    let Outcome::Unique(solution) = Dlx::default().solve(&parse(EASY)) else {
        panic!("not unique")
    };
    let solved = Puzzle::from(&solution);
    let report = check(&solved, &mut Naive, &mut Budget::nodes(0));
    assert_eq!((report.to_string(), report.exhausted), ("solved".into(), None));
    // Singles alone would fill it, but nothing has filled it yet.
    for cell in [0, 40, 80].map(|index| Cell::new(index).unwrap()) {
        let report = checked(&without(&solved, cell));
        assert_eq!(report.answer(), "unique");
        assert_eq!(report.cells().len(), 80);
    }
    assert_eq!(checked(&parse(EASY)).answer(), "unique");
    // One digit wrong: complete, and not solved.
    let mut wrong = solved;
    mutate_to_next(&mut wrong, Cell::new(0).unwrap());
    assert_eq!(checked(&wrong).answer(), "invalid");
}

fn mutate_to_next(puzzle: &mut Puzzle, cell: Cell) {
    let next = puzzle.given(cell).map_or(1, |digit| digit.get() % 9 + 1);
    puzzle.set(cell, Digit::new(next));
}

#[test]
fn all_orientations_are_the_same_puzzle() {
    for (line, expected) in [(MANY, 1469), (TRANSCRIPTION_LOSS, 26), (EIGHT_DIGITS, 1)] {
        for turn in 0..8 {
            let turn = Group::Simple.unrank::<B3x3>(turn * Symmetry::<B3x3>::DIGIT_ORDER);
            let puzzle = turn.unwrap().puzzle(&parse(line));
            assert_eq!(Dlx::default().count(&puzzle, 0), expected);
            assert_eq!(
                checked(&puzzle).answer(),
                if expected == 1 { "unique" } else { "ambiguous" }
            );
        }
    }
}

#[test]
fn big_puzzles_on_a_small_stack() {
    let run = || {
        let mut rng = stream(11, 0);
        let (grid, mut made) = puzzle::<B4x4, _>(&mut rng, 60);
        let answer = ["unsolvable", "unique", "ambiguous"][Dlx::default().count(&made, 2) as usize];
        assert_eq!(checked(&made).answer(), answer);
        // One given changed for a digit that no peer holds: nothing shows, but there is no such solution.
        let wrong = givens(&made).find_map(|cell| {
            let others = without(&made, cell).candidates(cell) & !DigitSet::single(grid.digit(cell));
            others.iter().next().map(|other| (cell, other))
        });
        let (cell, other) = wrong.unwrap();
        made.set(cell, Some(other));
        let report = checked(&made);
        let Verdict::Unsolvable(reason) = &report.verdict else {
            panic!("{report}")
        };
        assert!(
            reason.minimal && reason.givens.len() < made.clues() / 2,
            "{report}"
        );
        assert!(holds(&mut Dlx::default(), &made, &reason.givens, true));
        let empty = checked(&Puzzle::<B4x4>::empty());
        assert_eq!(empty.answer(), "ambiguous");
    };
    let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(run);
    thread.unwrap().join().unwrap();
}

/// A puzzle whose givens are the marked cells of a grid.
fn pattern<S: Shape>(marked: impl Fn(usize, usize) -> bool) -> Puzzle<S> {
    let mut puzzle = Puzzle::from(Grid::canonical_base());
    for cell in Cell::all().filter(|cell: &Cell<S>| !marked(cell.row(), cell.column())) {
        puzzle.set(cell, None);
    }
    puzzle
}

fn symmetries<S: Shape>(marked: impl Fn(usize, usize) -> bool) -> String {
    let names: Vec<_> = checked(&pattern::<S>(marked))
        .symmetries
        .iter()
        .map(|symmetry| symmetry.name())
        .collect();
    names.join(" ")
}

#[test]
fn symmetries_of_patterns() {
    let corners = [(0, 0), (0, 8), (8, 0), (8, 8)];
    let everything = PatternSymmetry::ALL.map(PatternSymmetry::name).join(" ");
    assert_eq!(symmetries::<B3x3>(|r, c| corners.contains(&(r, c))), everything);
    assert_eq!(
        symmetries::<B3x3>(|r, _| r == 0 || r == 8),
        "rotational-2 horizontal vertical"
    );
    assert_eq!(symmetries::<B3x3>(|r, _| r == 0), "vertical");
    assert_eq!(symmetries::<B3x3>(|_, c| c == 0), "horizontal");
    assert_eq!(symmetries::<B3x3>(|r, c| (r, c) == (1, 1)), "diagonal");
    assert_eq!(symmetries::<B3x3>(|r, c| (r, c) == (1, 7)), "antidiagonal");
    assert_eq!(
        symmetries::<B3x3>(|r, c| r == c),
        "rotational-2 diagonal antidiagonal"
    );
    assert_eq!(
        symmetries::<B3x3>(|r, c| (r, c) == (1, 2) || (r, c) == (7, 6)),
        "rotational-2"
    );
    let windmill = [(0, 1), (1, 8), (8, 7), (7, 0)];
    assert_eq!(
        symmetries::<B3x3>(|r, c| windmill.contains(&(r, c))),
        "rotational-2 rotational-4"
    );
    assert_eq!(symmetries::<B3x3>(|r, c| (r, c) == (1, 2)), "");
    // Where boxes are not square, neither turns by a quarter nor diagonals keep them.
    assert_eq!(
        symmetries::<B2x3>(|r, c| r == c || r + c == 5),
        "rotational-2 horizontal vertical"
    );
    assert_eq!(symmetries::<B2x3>(|r, c| r == c), "rotational-2");
    let corners = pattern::<B2x3>(|r, c| (r == 0 || r == 5) && (c == 0 || c == 5));
    assert!(checked(&corners).to_string().starts_with("ambiguous full: "));
}

#[test]
fn candidates_are_part_of_the_puzzle() {
    // Not a given, but five cells have no 5 among their candidates.
    let mut puzzle = parse(EASY);
    let house = House::new(HouseKind::Row, 3).unwrap();
    let five = Digit::new(5).unwrap();
    for cell in house.cells() {
        puzzle.restrict(cell, !DigitSet::single(five));
    }
    let report = checked(&puzzle);
    assert_eq!(
        report.to_string(),
        "unsolvable rotational-2: 5 has no place in row 4"
    );
    assert_eq!(report.is_minimal(), Some(true));

    // With candidates one solution, without them more.
    let mut puzzle = parse(TRANSCRIPTION_LOSS);
    let lost = Cell::at(0, 5).unwrap();
    puzzle.restrict(lost, DigitSet::single(Digit::new(8).unwrap()));
    assert_eq!(checked(&puzzle).to_string(), "unique minimal");
    puzzle.restrict(lost, DigitSet::EMPTY);
    assert_eq!(checked(&puzzle).to_string(), "unsolvable: r1c6 has no candidate");
}

/// Puzzles of one shape against brute force: what is said holds.
fn agrees<S: Shape>(puzzle: &Puzzle<S>) {
    let report = checked(puzzle);
    let conflicts = !puzzle.conflicts().is_empty();
    let solutions = Naive.count(puzzle, 2);
    match &report.verdict {
        Verdict::Invalid(_) => assert!(conflicts),
        Verdict::Solved(grid) => assert!(puzzle.clues() == S::CELLS && Puzzle::from(grid) == *puzzle),
        Verdict::Unique {
            solution,
            redundant,
            undecided,
        } => {
            assert!(solutions == 1 && puzzle.admits(solution) && undecided.is_empty());
            let expected: Vec<_> = givens(puzzle)
                .filter(|&cell| Naive.count(&without(puzzle, cell), 2) == 1)
                .collect();
            assert_eq!(*redundant, expected);
            assert_eq!(report.is_minimal(), Some(expected.is_empty()));
        }
        Verdict::Ambiguous(first, second) => {
            assert!(solutions == 2 && first != second && puzzle.admits(first) && puzzle.admits(second));
        }
        Verdict::Unsolvable(reason) => {
            assert!(solutions == 0 && !conflicts && reason.minimal);
            assert!(holds(&mut Naive, puzzle, &reason.givens, true));
            let core = only(puzzle, &reason.givens);
            match reason.cause {
                Cause::NoCandidate(cell) => assert!(core.candidates(cell).is_empty()),
                Cause::NoPlace(digit, house) => {
                    assert!(house.cells().all(|cell| !core.candidates(cell).contains(digit)));
                }
                Cause::Search => {}
            }
        }
        Verdict::Undetermined => panic!("without a budget: {puzzle}"),
    }
    if !conflicts {
        assert_ne!(report.answer(), "invalid");
    }
}

fn made<S: Shape>(seed: u64, removed: usize, broken: u32) -> Puzzle<S> {
    let mut rng = stream(seed, 0);
    let (_, mut made) = puzzle::<S, _>(&mut rng, removed);
    for _ in 0..broken {
        mutate(&mut rng, &mut made);
    }
    made
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn brute_force_agrees(seed: u64, removed in 0_usize..=36, broken in 0_u32..3) {
        agrees::<B2x2>(&made(seed, removed.min(16), broken));
        agrees::<B2x3>(&made(seed, removed, broken));
    }

    #[test]
    fn conflicting_sets_conflict_and_are_minimal(seed: u64, removed in 30_usize..60) {
        let puzzle = made::<B3x3>(seed, removed, 2);
        let report = checked(&puzzle);
        let mut dlx = Dlx::default();
        prop_assert_eq!(
            report.answer() == "invalid",
            !puzzle.is_consistent()
        );
        if let Verdict::Unsolvable(reason) = &report.verdict {
            prop_assert!(reason.minimal || report.exhausted.is_some());
            prop_assert!(holds(&mut dlx, &puzzle, &reason.givens, reason.minimal));
        }
    }
}

/// What is known of a row of the data set.
enum Known {
    Invalid,
    Solved,
    Solutions(u64),
    AtLeast(u64),
}
use Known::{AtLeast, Invalid, Solutions, Solved};

const ROWS: [(&str, Known); 30] = [
    ("B002", Invalid),
    ("B011", Solutions(0)),
    ("B013", Solutions(0)),
    ("B014", Solutions(0)),
    ("B016", Solutions(0)),
    ("B019", AtLeast(2)),
    ("B020", AtLeast(2)),
    ("B021", AtLeast(2)),
    ("B023", Solutions(3)),
    ("B024", Solutions(4)),
    ("B025", Solutions(10)),
    ("B027", AtLeast(200_000)),
    ("B030", Solutions(1469)),
    ("B031", Solutions(2)),
    ("B032", Solutions(6)),
    ("B033", Solutions(26)),
    ("B034", Solutions(1)),
    ("B039", Solutions(1)),
    ("B041", AtLeast(2)),
    ("B044", Solutions(1)),
    ("B052", Solutions(1)),
    ("B058", Solutions(1)),
    ("B059", Solutions(1)),
    ("B060", Solutions(1)),
    ("B061", Solutions(1)),
    ("B072", Solved),
    ("B085", Solutions(1)),
    ("B086", Solutions(1)),
    ("B088", Solutions(1)),
    ("B089", Solutions(1)),
];

#[test]
fn data_set_of_bug_inputs() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let dir = std::env::var_os("GRIDWRIGHT_DATA").map_or(root.join("shared/data"), PathBuf::from);
    let path = dir.join("bug_inputs.tsv");
    let Ok(text) = std::fs::read_to_string(&path) else {
        writeln!(std::io::stderr(), "skipped: no {}", path.display()).unwrap();
        return;
    };
    for (id, known) in &ROWS {
        let row = text.lines().find(|line| line.split('\t').next() == Some(id));
        let fields: Vec<_> = row.unwrap_or_else(|| panic!("no row {id}")).split('\t').collect();
        let puzzle = parse(&fields[1].replace("\\n", "\n"));
        let report = checked(&puzzle);
        let limit = match known {
            Solutions(solutions) => solutions + 1,
            AtLeast(solutions) => *solutions,
            Invalid | Solved => 2,
        };
        let count = Dlx::default().count(&puzzle, limit);
        let answer = match (known, count) {
            (Invalid, _) => "invalid",
            (Solved, _) => "solved",
            (_, 0) => "unsolvable",
            (_, 1) => "unique",
            _ => "ambiguous",
        };
        assert_eq!(report.answer(), answer, "{id}: {report}");
        if let Solutions(solutions) | AtLeast(solutions) = known {
            assert_eq!(count, *solutions, "{id}");
        }
        // Where the row tells the solution, or the digit without a place, it is that.
        let mut words = fields[2].split([' ', ':', '.']);
        let solution = words.find_map(|word| word.parse::<Grid>().ok());
        if let (Some(expected), Verdict::Unique { solution, .. }) = (solution, &report.verdict) {
            assert_eq!(*solution, expected, "{id}");
        }
        if let Some(told) = fields[2].split_once("digit ").filter(|_| answer == "unsolvable") {
            let told = told.1.trim_end_matches('.');
            assert!(report.explanation().starts_with(told), "{id}: {report}");
        }
    }
    let small: Puzzle<B2x2> = "..1..4.....2.2..".parse().unwrap();
    assert_eq!(checked(&small).answer(), "ambiguous");
}
