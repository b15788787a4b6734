//! The solver `logic`.

use gridwright_grid::rng::stream;
use gridwright_grid::{
    B2x2, B2x3, B3x3, B3x4, B4x4, BatchSolver, Counts, Grid, Outcome, Puzzle, SolverExt, conformance,
};
use gridwright_solve_dlx::Dlx;
use gridwright_solve_logic::solver::{Logic, SHAPES, solver_at};

#[test]
fn conforms() {
    conformance::solver::<B2x2, _>(&mut Logic::default());
    conformance::solver::<B2x3, _>(&mut Logic::default());
    conformance::solver::<B3x3, _>(&mut Logic::default());
    conformance::solver::<B3x4, _>(&mut Logic::default());
    conformance::solver::<B4x4, _>(&mut Logic::default());
}

#[test]
fn every_solution_of_an_empty_grid() {
    assert_eq!(Logic::default().count(&Puzzle::<B2x2>::empty(), 0), 288);
}

/// No technique may lose a solution, however many there are.
#[test]
fn as_many_solutions_as_dlx() {
    let (mut logic, mut dlx) = (Logic::default(), Dlx::default());
    for seed in 0..30 {
        let (_, mut puzzle) = conformance::puzzle::<B3x3, _>(&mut stream(seed, 5), 48 + seed as usize % 6);
        if seed % 4 == 0 {
            conformance::mutate(&mut stream(seed, 6), &mut puzzle);
        }
        assert_eq!(logic.count(&puzzle, 200), dlx.count(&puzzle, 200), "{puzzle}");
    }
}

#[test]
fn singles_need_no_guess() {
    let puzzle: Puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
        .parse()
        .unwrap();
    let mut counts = Counts::default();
    let Ok(outcome) = Logic::default().try_outcome(&puzzle, &mut counts);
    assert!(matches!(outcome, Outcome::Unique(_)));
    assert_eq!((counts.nodes, counts.guesses), (51, 0));
}

#[test]
fn shapes_up_to_sixteen_digits() {
    assert_eq!(SHAPES.len() + 1, gridwright_grid::SHAPES.len());
    let mut solver = solver_at::<B3x4>().unwrap();
    let mut outcomes = Vec::new();
    let grid = Grid::<B3x4>::canonical_base();
    outcomes.push(solver.dyn_solve_within(&Puzzle::from(&grid), &mut gridwright_grid::Budget::nodes(0)));
    assert_eq!(outcomes, [Outcome::Unique(grid)]);
    assert!(solver_at::<gridwright_grid::B5x5>().is_none());
    let mut batch = Vec::new();
    Logic::default().solve_batch(&[Puzzle::from(&grid)], &mut batch);
    assert_eq!(batch, outcomes);
}
