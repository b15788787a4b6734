//! No step of any path removes the solution, and every minimal puzzle has a number.

use std::ops::ControlFlow;

use gridwright_dig::{Dig, Recipe};
use gridwright_fill_las_vegas::{Fillable, LasVegas};
use gridwright_grade::{Grader, Scale};
use gridwright_grid::rng::stream;
use gridwright_grid::{B2x4, B3x3, Budget, FillerExt};
use gridwright_solve_dlx::Dlx;

fn walk<S: Fillable>(scale: Scale, seeds: std::ops::Range<u64>) {
    let (mut grader, mut solver) = (Grader::<S>::new(scale).unwrap(), Dlx::default());
    let dig = Dig::new(Recipe::default()).unwrap();
    for seed in seeds {
        let mut rng = stream(21, seed);
        let grid = LasVegas::<S>::default().fill(&mut rng);
        let puzzle = dig.dig(&grid, &mut solver, &mut rng).puzzle;
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
    walk::<B3x3>(Scale::Er, 150..50_000);
    walk::<B3x3>(Scale::Plain, 150..50_000);
}
