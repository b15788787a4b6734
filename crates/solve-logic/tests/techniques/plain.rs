//! The profile `plain` does the same to every equivalent of a puzzle.

use crate::common;

use gridwright_grid::rng::stream;
use gridwright_grid::{B2x3, B3x3, Outcome, Puzzle, Shape, SolverExt, Symmetry};
use gridwright_solve_dlx::Dlx;
use gridwright_solve_logic::{Board, End, Family, PLAIN, Rated, Reasoner, Technique};

/// Puzzles of growing difficulty.
const PUZZLES: [&str; 4] = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..",
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...",
];

/// The candidates that are left when the technique's cheapest steps have been applied.
fn after<S: Shape>(board: &Board, technique: &mut dyn Technique) -> Puzzle<S> {
    let steps = technique.all(board);
    let rating = |step| PLAIN.rating(step).unwrap();
    let least = steps.iter().map(rating).fold(f64::INFINITY, f64::min);
    let mut board = board.clone();
    for step in steps.iter().filter(|step| rating(step) <= least) {
        step.apply(&mut board).unwrap();
    }
    board.to_puzzle().unwrap()
}

fn same_steps<S: Shape>(puzzle: &Puzzle<S>, symmetries: u64) {
    let mut reasoner = Reasoner::new(&PLAIN);
    let mut techniques: Vec<_> = PLAIN.techniques.iter().map(|build| build()).collect();
    let mut board = Board::new(puzzle).unwrap();
    for round in 0.. {
        let here: Puzzle<S> = board.to_puzzle().unwrap();
        for seed in 0..symmetries {
            let symmetry = Symmetry::<S>::random(&mut stream(seed, round));
            let other = Board::new(&symmetry.puzzle(&here)).unwrap();
            // Trials are tested by themselves.
            let fast = techniques
                .iter_mut()
                .filter(|it| it.kinds()[0].family() != Family::Forcing);
            for technique in fast {
                let (mut a, mut b) = (Vec::new(), Vec::new());
                symmetry
                    .puzzle(&after::<S>(&Board::new(&here).unwrap(), &mut **technique))
                    .push_candidates(&mut a);
                after::<S>(&other, &mut **technique).push_candidates(&mut b);
                assert!(
                    a == b,
                    "{:?} at round {round} of {puzzle}, symmetry {seed}",
                    technique.kinds()
                );
            }
        }
        if reasoner
            .round(&mut board, |_, _| std::ops::ControlFlow::Continue(()))
            .is_break()
        {
            break;
        }
    }
}

#[test]
fn the_cheapest_steps_of_each_technique_are_the_same() {
    for puzzle in PUZZLES {
        same_steps::<B3x3>(&puzzle.parse().unwrap(), 2);
    }
}

#[test]
#[ignore = "minutes: the same over many puzzles of the data folder"]
fn the_cheapest_steps_are_the_same_in_many_puzzles() {
    for name in [
        "ratings_se121.txt",
        "controlled_bias_000.txt",
        "hardest_1905_11plus.txt",
    ] {
        let Some(text) = common::data(name) else { continue };
        for line in text
            .lines()
            .filter(|line| line.len() >= 81 && !line.starts_with('#'))
            .step_by(50)
        {
            same_steps::<B3x3>(&line[..81].parse().unwrap(), 2);
        }
    }
}

/// Kinds and ratings of each round, and how it ends.
fn path<S: Shape>(puzzle: &Puzzle<S>) -> (Vec<f64>, End) {
    let mut board = Board::new(puzzle).unwrap();
    let mut reasoner = Reasoner::new(&PLAIN);
    let mut ratings = Vec::new();
    loop {
        let round = reasoner.round(&mut board, |_, found: &[Rated]| {
            assert!(
                found
                    .iter()
                    .all(|rated| rated.rating.total_cmp(&found[0].rating).is_eq())
            );
            ratings.push(found[0].rating);
            std::ops::ControlFlow::Continue(())
        });
        if let std::ops::ControlFlow::Break(end) = round {
            return (ratings, end);
        }
    }
}

#[test]
fn paths_are_the_same() {
    fn check<S: Shape>(puzzle: &Puzzle<S>, symmetries: u64) {
        let (ratings, end) = path(puzzle);
        assert_eq!(end, End::Solved, "{puzzle}");
        for seed in 0..symmetries {
            let other = Symmetry::random(&mut stream(seed, 9)).puzzle(puzzle);
            assert_eq!(path(&other).0, ratings, "{puzzle} {other}");
        }
    }
    for puzzle in PUZZLES {
        check::<B3x3>(&puzzle.parse().unwrap(), 2);
    }
    let mut dlx = Dlx::default();
    for seed in 0..40 {
        let (_, puzzle) = gridwright_grid::conformance::puzzle::<B2x3, _>(&mut stream(seed, 0), 24);
        if matches!(dlx.solve(&puzzle), Outcome::Unique(_)) {
            check(&puzzle, 3);
        }
    }
}
