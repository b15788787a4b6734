//! The shared suite at every shape, and the known answers.

use gridwright_fill_shuffle::{Shuffle, ShuffleWalk};
use gridwright_grid::{SHAPES, Shape, WithShape, conformance, with_shape};

struct Conformance;
impl WithShape for Conformance {
    type Output = ();
    fn run<S: Shape>(self) {
        conformance::filler(&Shuffle::<S>::default());
        conformance::filler(&ShuffleWalk::<S>::default());
    }
}

#[test]
fn at_every_shape() {
    for &size in SHAPES {
        with_shape(size, Conformance).unwrap();
    }
}
