//! The shared suite at every shape where the method ends, and the known answers.

use core::convert::Infallible;

use gridwright_fill_first_row::{Build, Fillable, FirstRow, FirstRowFair, Line, SHAPES, build_at};
use gridwright_grid::{B3x3, B4x4, BoxedFiller, Shape, WithShape, conformance};

struct Plain;
impl Build for Plain {
    type Error = Infallible;
    fn build<S: Fillable>(self) -> Result<BoxedFiller<S>, Infallible> {
        conformance::filler::<S, _>(&FirstRow::default());
        conformance::filler::<S, _>(&FirstRowFair::default());
        if S::SIDE < 10 {
            conformance::filler::<S, _>(&FirstRow { line: Line::Column });
        }
        Ok(Box::new(FirstRow::default()))
    }
}

#[derive(Clone, Copy)]
struct Conformance;
impl WithShape for Conformance {
    type Output = ();
    fn run<S: Shape>(self) {
        assert_eq!(build_at::<S, _>(Plain).unwrap().unwrap().info().name, "first-row");
    }
}

#[test]
fn at_each_sort_of_shape() {
    conformance::at_each_sort(SHAPES, Conformance);
    assert!(build_at::<B4x4, _>(Plain).is_none());
}

/// As `gridwright fill --seed 1 -n 10 --stats` prints them: a change here changes what every seed gives.
#[test]
fn known_answers() {
    conformance::known_answers::<B3x3, _>(&FirstRow::default(), include_str!("../data/first-row.csv"));
    conformance::known_answers::<B3x3, _>(
        &FirstRowFair::default(),
        include_str!("../data/first-row-fair.csv"),
    );
}
