//! No step of any path removes the solution, and every minimal puzzle has a number.

use std::ops::ControlFlow;

use gridwright_fill_las_vegas::{Fillable, LasVegas};
use gridwright_grade::{Grader, Scale};
use gridwright_grid::rng::{shuffle, stream};
use gridwright_grid::{B2x4, B3x3, Budget, Cell, FillerExt, Grid, Puzzle, SolverExt};
use gridwright_solve_dlx::Dlx;

/// A minimal puzzle and its solution.
fn minimal<S: Fillable>(seed: u64, solver: &mut Dlx) -> (Grid<S>, Puzzle<S>) {
    let mut rng = stream(21, seed);
    let grid: Grid<S> = LasVegas::<S>::default().fill(&mut rng);
    let mut puzzle = Puzzle::from(&grid);
    let mut cells: Vec<Cell<S>> = Cell::all().collect();
    shuffle(&mut rng, &mut cells);
    for cell in cells {
        let given = puzzle.given(cell);
        puzzle.set(cell, None);
        if solver.count(&puzzle, 2) > 1 {
            puzzle.set(cell, given);
        }
    }
    (grid, puzzle)
}

fn walk<S: Fillable>(scale: Scale, seeds: std::ops::Range<u64>) {
    let (mut grader, mut solver) = (Grader::<S>::new(scale).unwrap(), Dlx::default());
    for seed in seeds {
        let (grid, puzzle) = minimal::<S>(seed, &mut solver);
        let verdict = grader.walk(&puzzle, &[], &mut Budget::unlimited(), |_, found| {
            for rated in found {
                let value = |cell: u8| grid.values()[usize::from(cell)];
                let (placed, gone) = (&rated.step.placements, &rated.step.eliminations);
                let right = placed.iter().all(|to| value(to.cell) == to.digit.get());
                let kept = gone.iter().all(|from| value(from.cell) != from.digit.get());
                assert!(right && kept, "{puzzle} {:?}", rated.step);
            }
            ControlFlow::Continue(())
        });
        assert_eq!(verdict.word(), "rated", "{puzzle}");
        assert_eq!(verdict, grader.grade(&puzzle), "{puzzle}");
    }
}

#[test]
fn steps_keep_the_solution() {
    walk::<B3x3>(Scale::Er, 0..150);
    walk::<B3x3>(Scale::Plain, 0..150);
    walk::<B2x4>(Scale::Plain, 0..40);
}

#[test]
#[ignore = "minutes: many more"]
fn many_steps_keep_the_solution() {
    walk::<B3x3>(Scale::Er, 150..20_000);
    walk::<B3x3>(Scale::Plain, 150..20_000);
}
