//! Trials: sound, explained, and the same for every equivalent.

use std::ops::ControlFlow;

use gridwright_grid::rng::stream;
use gridwright_grid::{B2x3, B3x3, B4x4, Puzzle, Shape, Symmetry, conformance};
use gridwright_solve_logic::{Board, Candidate, Cause, Reach, Step, Technique, Trial};

const HARD: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

fn trials() -> [Trial; 4] {
    [
        Reach::Singles,
        Reach::Subsets,
        Reach::Nested,
        Reach::NestedSubsets,
    ]
    .map(Trial::new)
}

fn removed(trial: &mut Trial, board: &Board) -> Vec<Candidate> {
    trial
        .all(board)
        .iter()
        .flat_map(|step| step.eliminations.clone())
        .collect()
}

fn check_chain(step: &Step) {
    let [chain] = &step.pattern.chains[..] else {
        panic!("{step:?}")
    };
    assert_eq!(chain[0].cause, Cause::Assumed);
    // What holds on the board already, as an intersection, needs no parent.
    let rests = |cause: &Cause, parents: &[u16]| match cause {
        Cause::Assumed => false,
        Cause::Step(_) => true,
        _ => !parents.is_empty(),
    };
    assert!(
        chain[1..].iter().all(|it| rests(&it.cause, &it.parents)),
        "{step:?}"
    );
    assert!(
        chain
            .iter()
            .enumerate()
            .all(|(i, it)| it.parents.iter().all(|&parent| usize::from(parent) < i))
    );
    assert!(
        step.pattern.cells.len() + step.pattern.houses.len() >= 2,
        "{step:?}"
    );
}

#[test]
fn what_is_removed_is_not_in_the_solution() {
    fn walk<S: Shape>(removed: usize, puzzles: u64) {
        for i in 0..puzzles {
            let (grid, puzzle) = conformance::puzzle::<S, _>(&mut stream(3, i), removed);
            let board = Board::new(&puzzle).unwrap();
            for trial in &mut trials() {
                let _ = trial.search(&board, &mut |step| {
                    for gone in &step.eliminations {
                        assert_ne!(
                            grid.values()[usize::from(gone.cell)],
                            gone.digit.get(),
                            "{puzzle} {step:?}"
                        );
                    }
                    check_chain(&step);
                    ControlFlow::Continue(())
                });
            }
        }
    }
    walk::<B3x3>(50, 10);
    walk::<B2x3>(24, 10);
    walk::<B4x4>(120, 1);
}

#[test]
fn reach_grows_and_hard_ones_need_it() {
    let board = Board::new(&HARD.parse::<Puzzle>().unwrap()).unwrap();
    let counts = trials().map(|mut trial| removed(&mut trial, &board).len());
    assert!(
        counts[0] <= counts[1] && counts[1] <= counts[2] && counts[2] <= counts[3],
        "{counts:?}"
    );
    assert!(counts[1] < counts[2], "{counts:?}");
}

#[test]
fn equivalents_lose_the_same() {
    let puzzle: Puzzle = HARD.parse().unwrap();
    let expected = trials().map(|mut trial| removed(&mut trial, &Board::new(&puzzle).unwrap()).len());
    for i in 0..5 {
        let other = Symmetry::random(&mut stream(1, i)).puzzle(&puzzle);
        let board = Board::new(&other).unwrap();
        assert_eq!(
            trials().map(|mut trial| removed(&mut trial, &board).len()),
            expected
        );
    }
}
