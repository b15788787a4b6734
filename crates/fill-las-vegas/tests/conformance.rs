//! The shared suite at every shape where the method ends, and the figures of the original.

use core::convert::Infallible;

use gridwright_fill_las_vegas::{Build, CELLS, FASTEST_BUDGET, Fillable, LasVegas, SHAPES, build_at};
use gridwright_grid::rng::stream;
use gridwright_grid::{B3x3, B5x5, BoxedFiller, Counts, Filler, Shape, WithShape, conformance};

struct Quick;
impl Build for Quick {
    type Error = Infallible;
    fn build<S: Fillable>(self) -> Result<BoxedFiller<S>, Infallible> {
        let budget = if S::SIDE < 12 {
            S::CELLS as u64 * 20
        } else {
            30_000
        };
        let filler = LasVegas::<S>::new(LasVegas::<S>::default_cells(), budget).unwrap();
        conformance::filler(&filler);
        Ok(Box::new(filler))
    }
}

#[derive(Clone, Copy)]
struct Conformance;
impl WithShape for Conformance {
    type Output = ();
    fn run<S: Shape>(self) {
        assert_eq!(build_at::<S, _>(Quick).unwrap().unwrap().info().name, "las-vegas");
    }
}

#[test]
fn at_each_sort_of_shape() {
    conformance::at_each_sort(SHAPES, Conformance);
    assert!(build_at::<B5x5, _>(Quick).is_none());
}

#[test]
fn the_faithful_mode() {
    assert_eq!(
        LasVegas::<B3x3>::default(),
        LasVegas::new(CELLS, 1_000_000).unwrap()
    );
    conformance::filler(&LasVegas::<B3x3>::new(CELLS, 10_000).unwrap());
}

#[test]
fn impossible_parameters_are_refused() {
    let words = |cells, budget| LasVegas::<B3x3>::new(cells, budget).unwrap_err().to_string();
    assert_eq!(words(82, 1000), "82 random cells of 81");
    assert_eq!(
        words(60, 1000),
        "60 random cells nearly always contradict each other: at most 24"
    );
    assert_eq!(
        words(11, 69),
        "a budget of 69 nodes cannot fill the other cells: at least 70"
    );
}

fn counts(filler: &LasVegas, runs: u64) -> Counts {
    let mut counts = Counts::default();
    for i in 0..runs {
        let Ok(_) = filler.try_fill(&mut stream(2009, i), &mut counts);
    }
    counts
}

#[test]
fn tries_and_nodes_at_the_fastest_budget() {
    let runs = 20_000;
    let counts = counts(&LasVegas::new(CELLS, FASTEST_BUDGET).unwrap(), runs);
    // Measured on a separate implementation: 1.6 tries and 549 nodes.
    let tries = counts.attempts as f64 / runs as f64;
    let nodes = counts.nodes as f64 / runs as f64;
    assert!((tries - 1.6).abs() < 0.06, "{tries}");
    assert!((nodes - 549.0).abs() < 15.0, "{nodes}");
}

#[test]
fn tries_and_nodes_of_the_faithful_mode() {
    let runs = 20_000;
    let counts = counts(&LasVegas::default(), runs);
    // 96.3 % of the tries succeed within a million nodes: 1.039 tries, 47,000 nodes.
    let tries = counts.attempts as f64 / runs as f64;
    let nodes = counts.nodes as f64 / runs as f64;
    assert!((tries - 1.039).abs() < 0.006, "{tries}");
    assert!((nodes - 47_000.0).abs() < 4_000.0, "{nodes}");
}

/// As `gridwright fill --seed 1 -n 10 --stats` prints them: a change here changes what every seed gives.
#[test]
fn known_answers() {
    conformance::known_answers(&LasVegas::<B3x3>::default(), include_str!("data/las-vegas.csv"));
}
