//! The shared suite at every shape where the method ends, and the known answers.

use core::convert::Infallible;

use gridwright_fill_random_row::{Build, Fillable, RandomRow, RandomRowFair, SHAPES, build_at};
use gridwright_grid::{B3x3, B5x5, BoxedFiller, Shape, WithShape, conformance};

struct Plain;
impl Build for Plain {
    type Error = Infallible;
    fn build<S: Fillable>(self) -> Result<BoxedFiller<S>, Infallible> {
        conformance::filler(&RandomRow::<S>::default());
        conformance::filler(&RandomRowFair::<S>::default());
        Ok(Box::new(RandomRow::<S>::default()))
    }
}

#[derive(Clone, Copy)]
struct Conformance;
impl WithShape for Conformance {
    type Output = ();
    fn run<S: Shape>(self) {
        assert_eq!(
            build_at::<S, _>(Plain).unwrap().unwrap().info().name,
            "random-row"
        );
    }
}

#[test]
fn at_each_sort_of_shape() {
    conformance::at_each_sort(SHAPES, Conformance);
    assert!(build_at::<B5x5, _>(Plain).is_none());
}

#[test]
fn impossible_thresholds_are_refused() {
    let error = RandomRow::<B3x3>::with_threshold(9).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a threshold of 9 leaves too few draws for the rows: at least 10"
    );
    assert!(RandomRowFair::<B3x3>::with_threshold(10).is_ok());
}

/// As `gridwright fill --seed 1 -n 10 --stats` prints them: a change here changes what every seed gives.
#[test]
fn known_answers() {
    conformance::known_answers(
        &RandomRow::<B3x3>::default(),
        include_str!("../data/random-row.csv"),
    );
    conformance::known_answers(
        &RandomRowFair::<B3x3>::default(),
        include_str!("../data/random-row-fair.csv"),
    );
}
