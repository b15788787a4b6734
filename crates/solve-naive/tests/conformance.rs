//! The shared suite, at every shape.

use gridwright_grid::{SHAPES, Shape, WithShape, conformance, with_shape};
use gridwright_solve_naive::Naive;

struct Conformance;
impl WithShape for Conformance {
    type Output = ();
    fn run<S: Shape>(self) {
        conformance::solver::<S, _>(&mut Naive);
    }
}

#[test]
fn at_every_shape() {
    for &size in SHAPES {
        with_shape(size, Conformance).unwrap();
    }
}
