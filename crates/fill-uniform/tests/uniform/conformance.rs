//! The shared suite at every shape, and the known answers.

use gridwright_fill_uniform::{SHAPES, Uniform, filler_at, numbering_at};
use gridwright_grid::{B2x2, B2x3, B3x2, B3x3, Shape, WithShape, conformance, with_shape};

#[test]
fn at_every_shape() {
    conformance::filler::<B2x2, _>(&Uniform);
    conformance::filler::<B2x3, _>(&Uniform);
    conformance::filler::<B3x2, _>(&Uniform);
    conformance::filler::<B3x3, _>(&Uniform);
}

/// As `gridwright fill --seed 1 -n 10 --stats` prints them: a change here changes what every seed gives.
#[test]
fn known_answers() {
    conformance::known_answers::<B3x3, _>(&Uniform, include_str!("../data/uniform.csv"));
    conformance::known_answers::<B2x3, _>(&Uniform, include_str!("../data/uniform-2x3.csv"));
}

struct Exists;
impl WithShape for Exists {
    type Output = [bool; 2];
    fn run<S: Shape>(self) -> [bool; 2] {
        [filler_at::<S>().is_some(), numbering_at::<S>().is_some()]
    }
}

#[test]
fn shapes_known_at_run_time() {
    for &size in gridwright_grid::SHAPES {
        assert_eq!(with_shape(size, Exists).unwrap(), [SHAPES.contains(&size); 2]);
    }
}
