//! The shared suite at every shape, refusals, and the solver of a thread.

use gridwright_fill_seventeen::{CELLS, Seventeen, SeventeenFair};
use gridwright_grid::rng::stream;
use gridwright_grid::{
    B2x3, B3x3, Budget, Event, Exhausted, Filler, FillerExt, Grid, Probe, SHAPES, Shape, WithShape,
    conformance,
};

#[derive(Clone, Copy)]
struct Conformance;
impl WithShape for Conformance {
    type Output = ();
    fn run<S: Shape>(self) {
        conformance::filler(&Seventeen::<S>::default());
        conformance::filler(&SeventeenFair::<S>::default());
    }
}

#[test]
fn at_each_sort_of_shape() {
    conformance::at_each_sort(SHAPES, Conformance);
}

/// Both variants, with the fewest and the most cells.
#[derive(Clone, Copy)]
struct Extremes;
impl WithShape for Extremes {
    type Output = ();
    fn run<S: Shape>(self) {
        for cells in [0, 1, S::CELLS / 3] {
            let plain = Seventeen::<S>::with_cells(cells).unwrap();
            let fair = SeventeenFair::<S>::with_cells(cells).unwrap();
            for i in 0..3 {
                for grid in [plain.fill(&mut stream(6, i)), fair.fill(&mut stream(6, i))] {
                    assert_eq!(Grid::from_values(grid.values()), Ok(grid));
                }
            }
        }
    }
}

#[test]
fn few_cells_and_many() {
    conformance::at_each_sort(SHAPES, Extremes);
    // No random cell at all: the first solution of the empty grid.
    let grid: Grid = Seventeen::with_cells(0).unwrap().fill_seeded(1);
    assert_eq!(
        grid.to_string(),
        "978635241214978635635241978897562314341897562562314897789123456456789123123456789"
    );
}

#[test]
fn impossible_parameters_are_refused() {
    assert_eq!(Seventeen::with_cells(CELLS), Ok(Seventeen::<B3x3>::default()));
    let words = |cells| Seventeen::<B3x3>::with_cells(cells).unwrap_err().to_string();
    assert_eq!(words(82), "82 random cells of 81");
    assert_eq!(
        words(28),
        "digits in 28 random cells nearly always contradict each other: at most 27"
    );
    assert_eq!(
        SeventeenFair::<B3x3>::with_cells(28).unwrap_err(),
        Seventeen::<B3x3>::with_cells(28).unwrap_err()
    );
}

#[test]
fn a_budget_stops_crowded_cells_too() {
    let filler = Seventeen::<B3x3>::with_cells(27).unwrap();
    for i in 0..50 {
        let mut budget = Budget::nodes(20);
        let stopped = filler.try_fill(&mut stream(7, i), &mut budget);
        assert_eq!(stopped, Err(Exhausted::Nodes));
    }
}

/// Makes a grid of another shape whenever a search places a digit.
struct Nested(u32);
impl Probe for Nested {
    type Stop = u32;
    fn record(&mut self, event: Event) -> Result<(), u32> {
        if event == Event::Node {
            let inner = Seventeen::<B2x3>::default();
            assert_eq!(inner.fill_seeded(8), inner.fill_seeded(8));
            self.0 += 1;
        }
        if self.0 == 200 { Err(self.0) } else { Ok(()) }
    }
}

#[test]
fn fills_inside_of_fills_do_not_disturb_each_other() {
    let filler = Seventeen::<B3x3>::default();
    let mut stopped = 0;
    for i in 0..100 {
        let alone = filler.fill(&mut stream(9, i));
        match filler.try_fill(&mut stream(9, i), &mut Nested(0)) {
            Ok(grid) => assert_eq!(grid, alone),
            Err(nodes) => stopped += nodes / 200,
        }
        assert_eq!(filler.fill(&mut stream(9, i)), alone, "also after a stop");
    }
    assert!(stopped < 20);
}

/// As `gridwright fill --seed 1 -n 10 --stats` prints them: a change here changes what every seed gives.
#[test]
fn known_answers() {
    conformance::known_answers(
        &Seventeen::<B3x3>::default(),
        include_str!("../data/seventeen.csv"),
    );
    conformance::known_answers(
        &SeventeenFair::<B3x3>::default(),
        include_str!("../data/seventeen-fair.csv"),
    );
}
