//! Patterns, and wishes that cannot be fulfilled.

use gridwright_dig::{
    Dig, Fit, Impossible, Pattern, Recipe, Restriction, Stop, Symmetries, Uniqueness, check_pattern,
    least_clues,
};
use gridwright_fill_shuffle::Shuffle;
use gridwright_fill_uniform::Uniform;
use gridwright_grid::rng::stream;
use gridwright_grid::{
    B2x2, B2x3, B3x3, B3x4, Cell, Filler, Grid, Outcome, PatternSymmetry, Puzzle, SHAPES, Shape, SolverExt,
    WithShape, with_shape,
};
use gridwright_solve_bits::Bits;
use gridwright_solve_dlx::Dlx;
use gridwright_solve_naive::Naive;

fn says<S: Shape>(recipe: Recipe<S>) -> String {
    Dig::new(recipe).unwrap_err().to_string()
}

fn clues<S: Shape>(range: core::ops::RangeInclusive<usize>) -> Recipe<S> {
    Recipe {
        stop: Stop::Clues(range),
        ..Recipe::default()
    }
}

#[test]
fn impossible_wishes() {
    assert_eq!(
        says::<B3x3>(clues(16..=16)),
        "16 clues: no puzzle with boxes of 3x3 has one solution with fewer than 17"
    );
    assert!(Dig::new(clues::<B3x3>(10..=17)).is_ok());
    let untested = Recipe {
        uniqueness: Uniqueness::Untested,
        ..clues::<B3x3>(0..=0)
    };
    let dug = Dig::new(untested)
        .unwrap()
        .dig(&Grid::canonical_base(), &mut Naive, &mut stream(1, 0));
    assert_eq!(dug.puzzle.clues(), 0);
    let reversed = core::ops::RangeInclusive::new(30, 20);
    assert_eq!(
        says::<B3x3>(clues(reversed)),
        "no number of clues is from 30 to 20"
    );
    assert_eq!(says::<B3x3>(clues(82..=90)), "82 clues in 81 cells");
    assert_eq!(
        says::<B3x4>(clues(5..=10)),
        "10 clues: no puzzle with boxes of 3x4 has one solution with fewer than 11"
    );
    let lines = |row, range| Recipe::<B3x3> {
        restriction: Restriction {
            row,
            ..Restriction::default()
        },
        ..clues(range)
    };
    assert_eq!(
        says(lines(5, 30..=40)),
        "40 clues: the bounds of the rows keep 45 of them at the least"
    );
    assert_eq!(
        says(lines(10, 17..=81)),
        "10 givens in a row or column of 9 cells"
    );
    let quarter = Recipe::<B2x3> {
        symmetry: Symmetries::NONE.with(PatternSymmetry::Rotational4),
        ..Recipe::default()
    };
    assert_eq!(
        says(quarter),
        "boxes of 2x3 are not square: no rotational-4 symmetry"
    );
    let turned = |range| Recipe::<B3x3> {
        symmetry: "full".parse().unwrap(),
        ..clues(range)
    };
    // Orbits have 1, 4 or 8 cells.
    assert_eq!(
        says(turned(26..=27)),
        "no set of 26 to 27 cells has the symmetry full"
    );
    assert!(Dig::new(turned(25..=25)).is_ok());
    let half = Recipe::<B2x2> {
        symmetry: "rotational-2".parse().unwrap(),
        ..clues(5..=5)
    };
    assert_eq!(says(half), "no set of 5 cells has the symmetry rotational-2");
    let kept = Recipe::<B3x3> {
        restriction: Restriction {
            kept: Cell::all().take(40).collect(),
            ..Restriction::default()
        },
        ..clues(30..=35)
    };
    assert_eq!(
        says(kept),
        "35 clues: the cells of the pattern keep 40 of them at the least"
    );
}

#[test]
fn impossible_patterns() {
    let first = |n| Cell::all().take(n).collect::<Pattern>();
    assert_eq!(
        check_pattern(&Pattern::<B3x3>::empty()),
        Err(Impossible::EmptyPattern)
    );
    assert_eq!(
        check_pattern(&first(16))
            .unwrap_err()
            .to_string()
            .split(':')
            .next(),
        Some("16 clues")
    );
    assert_eq!(
        check_pattern(&first(54)).unwrap_err().to_string(),
        "the pattern leaves rows 7 and 8 of one band empty: exchanged they give another solution"
    );
    let columns: Pattern = Cell::all()
        .filter(|cell| !matches!(cell.column(), 3 | 5))
        .collect();
    assert_eq!(
        check_pattern(&columns).unwrap_err().to_string(),
        "the pattern leaves columns 4 and 6 of one stack empty: exchanged they give another solution"
    );
    let columns: Pattern = Cell::all()
        .filter(|cell| !matches!(cell.column(), 2 | 3 | 6))
        .collect();
    assert_eq!(check_pattern(&columns), Ok(()));
    assert_eq!(
        "x".parse::<Pattern>().unwrap_err().to_string(),
        "a pattern of 1 symbols, expected 81"
    );
}

struct Fewest;
impl WithShape for Fewest {
    type Output = ();
    fn run<S: Shape>(self) {
        assert!((S::SIDE - 1..S::CELLS / 4 + 1).contains(&least_clues::<S>()));
    }
}

/// The bound at 4x4, from all its grids: none has a puzzle with three clues, and one has a puzzle with four.
#[test]
fn as_few_clues_as_can_be() {
    for &size in SHAPES {
        with_shape(size, Fewest).unwrap();
    }
    let mut dlx = Dlx::default();
    let mut grids: Vec<Grid<B2x2>> = Vec::new();
    let _ = dlx.for_each::<()>(&Puzzle::empty(), |grid| {
        grids.push(*grid);
        core::ops::ControlFlow::Continue(())
    });
    assert_eq!(grids.len(), 288);
    let mut unique = [0; 5];
    for grid in grids
        .iter()
        .filter(|grid| grid.values().starts_with(&[1, 2, 3, 4]))
    {
        for cells in (0_u32..1 << 16).filter(|cells| (3..=4).contains(&cells.count_ones())) {
            let pattern: Pattern<B2x2> = Cell::all()
                .filter(|cell| cells >> cell.index() & 1 == 1)
                .collect();
            let only = dlx.count(&pattern.puzzle(grid), 2) == 1;
            unique[cells.count_ones() as usize] += u32::from(only);
            // What is refused has no puzzle.
            assert!(!only || check_pattern(&pattern).is_ok());
        }
    }
    assert!(unique[3] == 0 && unique[4] > 0, "{unique:?}");
}

#[test]
fn puzzles_with_given_patterns() {
    // Both diagonals and the middles of the edges; every third cell; a chessboard's ring.
    let patterns: [fn(usize, usize) -> bool; 3] = [
        |r, c| r == c || r + c == 8 || (r == 4 || c == 4) && (r + c) % 2 == 0,
        |r, c| (r + 2 * c) % 3 == 0,
        |r, c| (r + c) % 2 == 0 && (r.abs_diff(4) > 1 || c.abs_diff(4) > 1),
    ];
    for (seed, marked) in (0..).zip(patterns) {
        let pattern: Pattern = Cell::all()
            .filter(|cell| marked(cell.row(), cell.column()))
            .collect();
        let fit = Fit::new(pattern.clone(), 100_000).unwrap();
        let mut rng = stream(seed, 0);
        let fill = |rng: &mut _, probe: &mut ()| Uniform.try_fill(rng, probe);
        let Ok(dug) = fit.try_fit(fill, &mut Bits::default(), &mut rng, &mut ());
        let dug = dug.unwrap();
        assert_eq!(Pattern::of(&dug.puzzle), pattern);
        dug.prove(&mut Dlx::default()).unwrap();
        assert!(matches!(Naive.solve(&dug.puzzle), Outcome::Unique(grid) if grid == dug.solution));
    }
}

#[test]
fn a_search_for_a_pattern_ends() {
    // Two boxes of each band and stack are empty: the third cannot tell.
    let pattern: Pattern = Cell::all().filter(|cell| cell.band() == cell.stack()).collect();
    let fit = Fit::new(pattern, 200).unwrap();
    let mut grids = 0;
    let fill = |rng: &mut _, probe: &mut ()| {
        grids += 1;
        Uniform.try_fill(rng, probe)
    };
    let Ok(none) = fit.try_fit(fill, &mut Bits::default(), &mut stream(1, 0), &mut ());
    assert!(none.is_none() && (1..=200).contains(&grids));
    // A larger shape.
    let pattern: Pattern<B3x4> = Cell::all()
        .filter(|cell| (cell.row() + cell.column()) % 2 == 0)
        .collect();
    let fit = Fit::new(pattern, 10_000).unwrap();
    let fill = |rng: &mut _, probe: &mut ()| Shuffle::default().try_fill(rng, probe);
    let Ok(dug) = fit.try_fit(fill, &mut Dlx::default(), &mut stream(1, 0), &mut ());
    assert_eq!(dug.unwrap().puzzle.clues(), 72);
}
