//! The catalogue: every name at every shape, and clear refusals.

use gridwright::catalogue::{CatalogueError, FillerOption, FillerOptions};
use gridwright::dig::{Maker, Method, maker};
use gridwright::fill::{Uniform, stream};
use gridwright::grid::{
    B2x2, B3x3, B5x5, Budget, Counts, Grid, Outcome, Puzzle, SHAPES, Shape, WithShape, with_shape,
};
use gridwright::solve::{Bits, Dlx};
use gridwright::{filler, filler_with, fillers, solver, solvers};

struct EveryName;
impl WithShape for EveryName {
    type Output = ();
    fn run<S: Shape>(self) {
        for entry in fillers() {
            let found = filler::<S>(entry.info.name);
            if entry.shapes.contains(&S::SIZE) {
                let found = found.unwrap();
                assert_eq!(found.info(), &entry.info);
                let grid = found
                    .dyn_fill_within(&mut stream(1, 0), &mut Budget::nodes(20_000_000))
                    .unwrap();
                assert_eq!(Grid::from_values(grid.values()), Ok(grid));
            } else {
                assert!(
                    matches!(found, Err(CatalogueError::Shape { .. })),
                    "{}",
                    entry.info.name
                );
                assert!(!entry.elsewhere.is_empty());
            }
        }
        for entry in solvers() {
            let found = solver::<S>(entry.info.name);
            if !entry.shapes.contains(&S::SIZE) {
                let error = found.err();
                assert!(
                    matches!(error, Some(CatalogueError::Shape { .. })),
                    "{}",
                    entry.info.name
                );
                assert!(!entry.elsewhere.is_empty());
                continue;
            }
            let mut found = found.unwrap();
            assert_eq!(found.info(), &entry.info);
            let grid = Grid::<S>::canonical_base();
            let outcome = found.dyn_solve_within(&Puzzle::from(&grid), &mut Budget::nodes(0));
            assert_eq!(outcome, Outcome::Unique(grid));
        }
    }
}

#[test]
fn every_name_at_every_shape() {
    for &size in SHAPES {
        with_shape(size, EveryName).unwrap();
    }
}

#[test]
fn names_are_unique() {
    let mut names: Vec<_> = fillers().iter().map(|entry| entry.info.name).collect();
    names.extend(solvers().iter().map(|entry| entry.info.name));
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}

#[test]
fn refusals_are_clear() {
    let words = |name: &str, options: &FillerOptions<B3x3>| {
        filler_with(name, options).err().expect("a refusal").to_string()
    };
    let none = FillerOptions::default();
    assert_eq!(
        words("shufle", &none),
        "unknown filler 'shufle': one of uniform, shuffle, shuffle-walk, cyclic, random-row, random-row-fair, \
         first-row, first-row-fair, las-vegas, seventeen, seventeen-fair"
    );
    assert_eq!(
        words(
            "shuffle",
            &FillerOptions {
                moves: Some(3),
                ..none.clone()
            }
        ),
        "shuffle takes no --moves"
    );
    assert_eq!(
        words(
            "random-row",
            &FillerOptions {
                threshold: Some(9),
                ..none.clone()
            }
        ),
        "random-row: a threshold of 9 leaves too few draws for the rows: at least 10"
    );
    assert_eq!(
        words(
            "las-vegas",
            &FillerOptions {
                cells: Some(82),
                ..none.clone()
            }
        ),
        "las-vegas: 82 random cells of 81"
    );
    assert_eq!(
        words(
            "seventeen-fair",
            &FillerOptions {
                cells: Some(40),
                ..none
            }
        ),
        "seventeen-fair: digits in 40 random cells nearly always contradict each other: at most 27"
    );
    assert_eq!(
        filler::<B5x5>("random-row")
            .err()
            .map(|error| error.to_string())
            .as_deref(),
        Some("random-row cannot work at 5x5: almost no row drawn at random fits so large a grid")
    );
    assert_eq!(
        solver::<B3x3>("x")
            .err()
            .map(|error| error.to_string())
            .as_deref(),
        Some("unknown solver 'x': one of naive, dlx, bits, logic, lanes")
    );
    assert_eq!(
        solver::<B5x5>("bits")
            .err()
            .map(|error| error.to_string())
            .as_deref(),
        Some("bits cannot work at 5x5: its masks are made for nine digits in boxes of three by three")
    );
}

#[test]
fn options_reach_the_filler() {
    let base: Grid<B2x2> = "1234341221434321".parse().unwrap();
    let options = FillerOptions {
        base: Some(base),
        moves: Some(0),
        relabel: Some(false),
        ..FillerOptions::default()
    };
    assert_eq!(
        options.given().collect::<Vec<_>>(),
        [FillerOption::Moves, FillerOption::Relabel, FillerOption::Base]
    );
    let walk = filler_with("shuffle-walk", &options).unwrap();
    assert_eq!(walk.dyn_fill(&mut stream(1, 0)), base);
}

#[test]
fn shapes_that_are_not_listed() {
    type Long = gridwright::grid::Boxes<2, 7>;
    let refused = CatalogueError::Size(Long::SIZE);
    assert_eq!(filler::<Long>("shuffle").err(), Some(refused.clone()));
    assert_eq!(solver::<Long>("dlx").err(), Some(refused));
}

/// How much it takes to dig a puzzle.
fn work(maker: &mut dyn Maker<B3x3>) -> Counts {
    let method = Method::named("dig").unwrap();
    let mut budget = Budget::unlimited();
    maker
        .make(&method, &Uniform, &mut stream(1, 0), &mut budget)
        .unwrap();
    *budget.counts()
}

#[test]
fn bits_digs_at_3x3() {
    let work_of_bits = work(&mut Bits::default());
    assert_ne!(work_of_bits, work(&mut Dlx::default()));
    assert_eq!(work_of_bits, work(&mut *maker::<B3x3>()));
}
