//! The shared suite at every shape, and the known answers.

use gridwright_fill_cyclic::Cyclic;
use gridwright_grid::{B3x3, SHAPES, Shape, WithShape, conformance};

#[derive(Clone, Copy)]
struct Conformance;
impl WithShape for Conformance {
    type Output = ();
    fn run<S: Shape>(self) {
        conformance::filler::<S, _>(&Cyclic);
    }
}

#[test]
fn at_each_sort_of_shape() {
    conformance::at_each_sort(SHAPES, Conformance);
}

/// As `gridwright fill --seed 1 -n 10 --stats` prints them: a change here changes what every seed gives.
#[test]
fn known_answers() {
    conformance::known_answers::<B3x3, _>(&Cyclic, include_str!("../data/cyclic.csv"));
}
