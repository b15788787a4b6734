//! Both solvers on inputs that have broken other programs, on exact counts, and at big shapes on a small stack.

use std::io::Write;
use std::path::PathBuf;

use gridwright_fill_shuffle::Shuffle;
use gridwright_grid::rng::{shuffle, stream};
use gridwright_grid::{
    B2x2, B3x3, B4x4, B5x5, Budget, Cell, DynSolver, Exhausted, FillerExt, Grid, Group, Outcome, Puzzle,
    Shape, SolverExt, Symmetry,
};
use gridwright_solve_dlx::Dlx;
use gridwright_solve_naive::Naive;

fn parse(line: &str) -> Puzzle {
    line.parse().unwrap()
}

fn both() -> [Box<dyn DynSolver>; 2] {
    [Box::new(Naive), Box::new(Dlx::default())]
}

fn count(solver: &mut dyn DynSolver, puzzle: &Puzzle, limit: u64) -> u64 {
    let count = solver.dyn_count_within(puzzle, limit, &mut Budget::unlimited());
    count.unwrap()
}

/// Puzzles and their exact number of solutions.
const COUNTS: &[(&str, u64)] = &[
    (
        ".9.3....1....8..46......8..4.5.6..3...32756...6..1.9.4..1......58..2....2....7.6.",
        0,
    ),
    (
        "9..1....4.14.3.8....3....9....7.8..18....3..........3..21....7...9.4.5..5...16..3",
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
        "92..8.65.6..2.43..3..5.9.72.7.953.......7.......6..5....142..3.....31..6.6.7..1..",
        6,
    ),
    (
        "........2.2..5.8.1......3..7.4.9........8541.....37...18....9....7..9...2...4..58",
        26,
    ),
    (
        "........2.2..5.8.1......3..7.4.9........8541...5.37...18....9....7..9...2...4..58",
        1,
    ),
    (
        "123456789457189236689237145214573698376918452598624371731892564842365917965741823",
        1,
    ),
    (
        ".5..83.17...1..4..3.4..56.8....3...9.9.8245....6....7...9....5...729..861.36.72.4",
        1,
    ),
    (
        "1...5.2.9..7.......6.......2...........5.1..2....2.39.3.4.9...15...1...3...8...4.",
        0,
    ),
    (
        "8.........95.......67..........2.485...4.3192......736...651947...732518...894263",
        125,
    ),
];

#[test]
fn exact_counts() {
    for solver in &mut both() {
        for &(line, expected) in COUNTS {
            let name = solver.info().name;
            assert_eq!(count(&mut **solver, &parse(line), 0), expected, "{name}: {line}");
        }
        assert_eq!(count(&mut **solver, &parse(COUNTS[5].0), 5), 5);
        assert_eq!(count(&mut **solver, &parse(COUNTS[5].0), 1469), 1469);
    }
    let puzzle: Puzzle<B2x2> = "..1..4.....2.2..".parse().unwrap();
    assert_eq!(
        (Naive.count(&puzzle, 0), Dlx::default().count(&puzzle, 0)),
        (2, 2)
    );
}

#[test]
fn contradictions_need_no_search() {
    for solver in &mut both() {
        for line in ["11", "1........1", "1.........1"] {
            let puzzle = parse(&format!("{line:.<81}"));
            let outcome = solver.dyn_solve_within(&puzzle, &mut Budget::nodes(0));
            assert_eq!(outcome, Outcome::Unsolvable, "{line}");
        }
    }
}

#[test]
fn few_givens_have_many_solutions() {
    for solver in &mut both() {
        for line in [
            ".................................................................................",
            "........................................1........................................",
            "...........5....9...4....1.2....3.5....7.....438...2......9.....1.4...6..........",
        ] {
            assert_eq!(count(&mut **solver, &parse(line), 2), 2, "{line}");
        }
    }
    let line = ".....6....59.....82....8....45........3........6..3.54...325..6..................";
    assert_eq!(Dlx::default().count(&parse(line), 20_000), 20_000);
}

/// Puzzles with one solution, cruel to a search row by row.
const UNIQUE: &[(&str, &str)] = &[
    (
        "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
        "987654321246173985351928746128537694634892157795461832519286473472319568863745219",
    ),
    (
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        "812753649943682175675491283154237896369845721287169534521974368438526917796318452",
    ),
];

#[test]
fn hard_ones() {
    for &(line, solution) in UNIQUE {
        let unique = Outcome::Unique(solution.parse().unwrap());
        assert_eq!(Dlx::default().solve(&parse(line)), unique);
    }
    assert_eq!(
        Naive.solve_within(&parse(UNIQUE[0].0), &mut Budget::nodes(10_000)),
        Outcome::Undetermined(Exhausted::Nodes)
    );
    assert_eq!(
        Naive.solve(&parse(UNIQUE[1].0)),
        Outcome::Unique(UNIQUE[1].1.parse().unwrap())
    );
}

#[test]
fn a_budget_ends_the_hopeless() {
    // A search by cells does not see the contradiction: many minutes for some programs.
    let puzzle = parse(".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........");
    let outcome = Naive.solve_within(&puzzle, &mut Budget::nodes(1_000_000));
    assert_eq!(outcome, Outcome::Undetermined(Exhausted::Nodes));
    let outcome = Dlx::default().solve_within(&puzzle, &mut Budget::nodes(100));
    assert_eq!(outcome, Outcome::Unsolvable);

    let puzzle = parse("1....6.8....7......9..5.......56..3.3.............38.15....1.6.....2.4..8.2..5.1.");
    for solver in &mut both() {
        let outcome = solver.dyn_solve_within(&puzzle, &mut Budget::nodes(1_000));
        assert_eq!(outcome, Outcome::Undetermined(Exhausted::Nodes));
        assert_eq!(count(&mut **solver, &puzzle, 0), 0);
    }
}

#[test]
fn all_orientations() {
    let line = "001000000200000000003000000400000005005000600600000040007103000800000000009020000";
    let mut dlx = Dlx::default();
    for turn in 0..8 {
        let turn = Group::Simple.unrank::<B3x3>(turn * Symmetry::<B3x3>::DIGIT_ORDER);
        let puzzle = turn.unwrap().puzzle(&parse(line));
        assert!(matches!(
            dlx.solve_within(&puzzle, &mut Budget::nodes(1_000_000)),
            Outcome::Ambiguous(..)
        ));
        // Row by row it ends soon or not at all.
        let outcome = Naive.solve_within(&puzzle, &mut Budget::nodes(1_000_000));
        assert!(matches!(
            outcome,
            Outcome::Ambiguous(..) | Outcome::Undetermined(_)
        ));
    }
}

/// A puzzle with an eighth of the cells empty, solved by both; then one with more, solved by dancing links.
fn big<S: Shape>(removed: usize) {
    let mut rng = stream(3, 0);
    let grid: Grid<S> = Shuffle::default().fill(&mut rng);
    let mut cells: Vec<_> = Cell::all().collect();
    shuffle(&mut rng, &mut cells);
    let mut puzzle = Puzzle::from(&grid);
    for (i, &cell) in cells[..removed].iter().enumerate() {
        puzzle.set(cell, None);
        if i == S::CELLS / 8 {
            assert_eq!(Naive.first(&puzzle).map(|grid| puzzle.admits(&grid)), Some(true));
            assert_eq!(Naive.count(&puzzle, 3), Dlx::default().count(&puzzle, 3));
        }
    }
    let mut dlx = Dlx::default();
    assert_eq!(dlx.first(&puzzle).map(|grid| puzzle.admits(&grid)), Some(true));
    let empty = dlx.solve_within(&Puzzle::<S>::empty(), &mut Budget::nodes(10_000));
    assert!(matches!(empty, Outcome::Ambiguous(..) | Outcome::Undetermined(_)));
    let empty = Naive.solve_within(&Puzzle::<S>::empty(), &mut Budget::nodes(100_000));
    assert!(matches!(empty, Outcome::Ambiguous(..) | Outcome::Undetermined(_)));
}

#[test]
fn on_a_small_stack() {
    let run = || {
        big::<B4x4>(120);
        big::<B5x5>(250);
    };
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(run);
    thread.unwrap().join().unwrap();
}

#[test]
fn data_set_of_exact_counts() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let dir = std::env::var_os("GRIDWRIGHT_DATA").map_or(root.join("shared/data"), PathBuf::from);
    let path = dir.join("solution_counts.txt");
    let Ok(text) = std::fs::read_to_string(&path) else {
        writeln!(std::io::stderr(), "skipped: no {}", path.display()).unwrap();
        return;
    };
    let mut lines = 0;
    for line in text.lines() {
        let mut fields = line.split(':');
        let puzzle = parse(fields.next().unwrap());
        let expected: u64 = fields.next().unwrap().parse().unwrap();
        let solution: Option<Grid> = fields.next().map(|line| line.parse().unwrap());
        for solver in &mut both() {
            assert_eq!(count(&mut **solver, &puzzle, 0), expected, "{puzzle}");
            if let Some(solution) = solution {
                let outcome = solver.dyn_solve_within(&puzzle, &mut Budget::unlimited());
                assert_eq!(outcome, Outcome::Unique(solution), "{puzzle}");
            }
        }
        lines += 1;
    }
    assert!(lines > 0, "{} is empty", path.display());
}
