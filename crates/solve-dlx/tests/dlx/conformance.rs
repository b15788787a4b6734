//! The shared suite at every shape, and the published order.

use gridwright_grid::{B3x3, Counts, Puzzle, SHAPES, Shape, Solver, WithShape, conformance};
use gridwright_solve_dlx::Dlx;

#[derive(Clone, Copy)]
struct Conformance;
impl WithShape for Conformance {
    type Output = ();
    fn run<S: Shape>(self) {
        conformance::solver::<S, _>(&mut Dlx::default());
    }
}

#[test]
fn at_each_sort_of_shape() {
    conformance::at_each_sort(SHAPES, Conformance);
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
