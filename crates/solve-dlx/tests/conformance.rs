//! The shared suite at every shape, the published order, and comparison with the naive solver.

use gridwright_grid::conformance::{self, mutate, puzzle};
use gridwright_grid::rng::{below, stream};
use gridwright_grid::{
    B2x2, B2x3, B3x2, B3x3, B4x4, B5x5, Cell, Counts, DigitSet, Puzzle, SHAPES, Shape, Solver, SolverExt,
    WithShape, with_shape,
};
use gridwright_solve_dlx::Dlx;
use gridwright_solve_naive::Naive;
use proptest::prelude::*;

struct Conformance;
impl WithShape for Conformance {
    type Output = ();
    fn run<S: Shape>(self) {
        conformance::solver::<S, _>(&mut Dlx::default());
    }
}

#[test]
fn at_every_shape() {
    for &size in SHAPES {
        with_shape(size, Conformance).unwrap();
    }
}

#[test]
fn the_published_order() {
    let mut counts = Counts::default();
    let mut first = None;
    let Ok(_) = Dlx::default().try_solve(&Puzzle::<B3x3>::empty(), &mut counts, |grid| {
        first = Some(grid.to_string());
        std::ops::ControlFlow::Break(())
    });
    let answer = "978635241214978635635241978897562314341897562562314897789123456456789123123456789";
    assert_eq!(first.as_deref(), Some(answer));
    assert_eq!(counts.nodes + 1, 82);
}
