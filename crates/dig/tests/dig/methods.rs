//! Every way to dig: what it leaves, and that a second solver agrees.

use gridwright_dig::{
    Dig, Dug, Level, METHODS, Method, NotUnique, Order, Pattern, Recipe, Restriction, Stop, Symmetries,
    Uniqueness, is_minimal,
};
use gridwright_fill_shuffle::Shuffle;
use gridwright_fill_uniform::Uniform;
use gridwright_grid::rng::stream;
use gridwright_grid::{
    B2x2, B2x3, B2x4, B2x5, B3x2, B3x3, B3x4, B4x4, B5x5, Budget, Canonicalizer, Cell, Counts, Exhausted,
    Filler, FillerExt, Grid, House, HouseKind, PatternSymmetry, Puzzle, Shape, Solver, SolverExt,
};
use gridwright_solve_bits::Bits;
use gridwright_solve_dlx::Dlx;
use gridwright_solve_naive::Naive;

/// Arto Inkala's of 2012: minimal.
const INKALA: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
/// Wikipedia's example: 30 clues, not minimal.
const WIKIPEDIA: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn make<S: Shape, X: Solver<S> + Default>(name: &str, seed: u64) -> Dug<S> {
    let method = Method::<S>::named(name).unwrap();
    let fill = |rng: &mut _, probe: &mut ()| Shuffle::default().try_fill(rng, probe);
    let Ok(dug) = method.try_make(fill, &mut X::default(), &mut stream(seed, 0), &mut ());
    dug.unwrap()
}

#[test]
fn levels_are_disguised() {
    let mut recipe = Recipe::<B3x3>::level(Level::ALL[4]);
    let grid = Uniform.fill_seeded(1);
    let dig = |recipe: &Recipe| {
        let dig = Dig::new(recipe.clone()).unwrap();
        dig.dig(&grid, &mut Bits::default(), &mut stream(1, 0))
    };
    let disguised = dig(&recipe);
    recipe.disguise = false;
    let plain = dig(&recipe);
    assert!(plain.solution == grid && disguised.solution != grid);
    let canonicalizer = Canonicalizer::shared();
    let form = |dug: &Dug| {
        canonicalizer
            .puzzle_with_solution(&dug.puzzle, &dug.solution)
            .unwrap()
            .form
    };
    assert_eq!(form(&plain).values(), form(&disguised).values());
    // Row by row: the first rows are empty.
    assert_eq!(lines(&plain.puzzle, HouseKind::Row)[0], 0);
    // What is symmetric stays so.
    recipe.disguise = true;
    recipe.symmetry = Symmetries::BOTH_DIAGONALS;
    assert_eq!(dig(&recipe).solution, grid);
}

fn lines<S: Shape>(puzzle: &Puzzle<S>, kind: HouseKind) -> Vec<usize> {
    House::<S>::all()
        .filter(|house| house.kind() == kind)
        .map(|house| house.cells().filter(|&cell| puzzle.given(cell).is_some()).count())
        .collect()
}

/// What is said of a puzzle is so, by other solvers.
fn is_as_said<S: Shape>(dug: &Dug<S>, second: &mut impl Solver<S>) {
    assert!(dug.puzzle.admits(&dug.solution));
    dug.prove(second).unwrap();
    let minimal = is_minimal(&dug.puzzle, second);
    if dug.unique {
        assert!(dug.needed + dug.refused + dug.undecided <= dug.puzzle.clues());
        assert!(!dug.minimal || minimal == Ok(true), "{}", dug.puzzle);
    } else {
        assert!(!dug.minimal);
    }
}

#[test]
fn every_method_at_9x9() {
    for entry in METHODS {
        let name = entry.info.name;
        for seed in 0..20 {
            let dug = make::<B3x3, Bits>(name, seed);
            assert_eq!(dug.unique, entry.unique, "{name}");
            assert_eq!(dug.unique, Method::<B3x3>::named(name).unwrap().is_unique());
            is_as_said(&dug, &mut Dlx::default());
            assert_eq!(
                dug.minimal,
                matches!(name, "dig" | "same-order")
                    || name == "level-5" && dug.bound < Some(dug.puzzle.clues()),
                "{name}"
            );
            // Another solver does other work, and comes to the same.
            assert_eq!(
                make::<B3x3, Dlx>(name, seed).puzzle.values(),
                dug.puzzle.values(),
                "{name}"
            );
        }
    }
    let error = Method::<B3x3>::named("level-6").unwrap_err().to_string();
    assert!(
        error.starts_with("unknown method 'level-6': one of dig, level-1"),
        "{error}"
    );
}

#[test]
fn known_answers() {
    for line in include_str!("../data/methods.csv").lines() {
        let [name, seed, puzzle] = line.split(',').collect::<Vec<_>>().try_into().unwrap();
        let made = make::<B3x3, Bits>(name, seed.parse().unwrap()).puzzle;
        assert_eq!(
            made.to_string(),
            puzzle,
            "{name}: a change here changes what every seed gives"
        );
    }
}

#[test]
fn both_tests_leave_the_same() {
    let count = Dig::new(Recipe {
        uniqueness: Uniqueness::Count,
        ..Recipe::default()
    })
    .unwrap();
    let contradiction = Dig::new(Recipe::default()).unwrap();
    for i in 0..200 {
        let grid = Uniform.fill(&mut stream(1, i));
        let [a, b] =
            [&count, &contradiction].map(|dig| dig.dig(&grid, &mut Bits::default(), &mut stream(2, i)));
        assert_eq!(a.puzzle.values(), b.puzzle.values());
        assert_eq!((a.needed, a.minimal), (a.puzzle.clues(), true));
    }
}

#[test]
fn levels_keep_their_bounds() {
    for level in Level::ALL {
        let dig = Dig::new(Recipe::<B3x3>::level(level)).unwrap();
        let givens = level.givens::<B3x3>();
        let mut bounds = Vec::new();
        for i in 0..200 {
            let grid = Uniform.fill(&mut stream(3, i));
            let dug = dig.dig(&grid, &mut Bits::default(), &mut stream(4, i));
            let clues = dug.puzzle.clues();
            let bound = dug.bound.unwrap();
            assert!(givens.contains(&bound) && clues >= bound);
            assert_eq!(dug.reached, clues <= *givens.end());
            // Every cell was visited, or the bound is reached.
            assert!(clues == bound || dug.needed + dug.refused == clues);
            for kind in [HouseKind::Row, HouseKind::Column] {
                let least = lines(&dug.puzzle, kind).into_iter().min().unwrap();
                assert!(least >= level.least_in_line::<B3x3>());
            }
            bounds.push(bound);
        }
        bounds.sort_unstable();
        bounds.dedup();
        assert_eq!(bounds.len(), givens.count(), "each bound is drawn at times");
    }
}

#[test]
fn above_the_range_is_reported() {
    let dig = Dig::new(Recipe::<B3x3> {
        stop: Stop::Clues(17..=18),
        ..Recipe::default()
    })
    .unwrap();
    let dug = dig.dig(&Uniform.fill_seeded(1), &mut Bits::default(), &mut stream(1, 0));
    assert!(!dug.reached && dug.minimal && dug.puzzle.clues() > 18);
    // A range of clues that is at hand.
    let dig = Dig::new(Recipe::<B3x3> {
        stop: Stop::Clues(30..=30),
        ..Recipe::default()
    })
    .unwrap();
    let dug = dig.dig(&Uniform.fill_seeded(1), &mut Bits::default(), &mut stream(1, 0));
    assert!(dug.reached && !dug.minimal && dug.puzzle.clues() == 30);
}

fn symmetric<S: Shape, X: Solver<S> + Default>(symmetry: Symmetries, seed: u64) {
    let dig = Dig::new(Recipe {
        symmetry,
        ..Recipe::<S>::default()
    })
    .unwrap();
    let grid = Shuffle::default().fill(&mut stream(seed, 0));
    let mut solver = X::default();
    let dug = dig.dig(&grid, &mut solver, &mut stream(seed, 1));
    for one in symmetry.iter().filter(|one| one.at_shape::<S>().is_some()) {
        assert!(one.keeps(&dug.puzzle), "{symmetry}: {}", dug.puzzle);
    }
    dug.prove(&mut Dlx::default()).unwrap();
    assert!(dug.minimal);
    // No cells that go together can go.
    let generators: Vec<_> = symmetry
        .iter()
        .filter_map(PatternSymmetry::at_shape::<S>)
        .collect();
    for cell in Pattern::of(&dug.puzzle).cells() {
        let mut without = dug.puzzle.clone();
        let mut todo = vec![cell];
        while let Some(cell) = todo.pop() {
            if without.given(cell).is_some() {
                without.set(cell, None);
                todo.extend(generators.iter().map(|generator| generator.source(cell)));
            }
        }
        assert_eq!(solver.count(&without, 2), 2, "{symmetry}: {cell}");
    }
}

#[test]
fn symmetric_puzzles_are_minimal_by_orbits() {
    let mut wishes: Vec<_> = PatternSymmetry::ALL.map(|one| Symmetries::NONE.with(one)).into();
    wishes.extend([
        Symmetries::BOTH_DIAGONALS,
        Symmetries::FULL,
        "rotational-2+horizontal".parse().unwrap(),
        "vertical+diagonal".parse().unwrap(),
    ]);
    for symmetry in wishes {
        for seed in 0..5 {
            symmetric::<B3x3, Bits>(symmetry, seed);
        }
    }
    symmetric::<B2x3, Dlx>(Symmetries::FULL, 1);
    symmetric::<B3x4, Dlx>("rotational-2".parse().unwrap(), 1);
}

#[test]
fn names_of_symmetries() {
    for name in [
        "none",
        "rotational-4",
        "rotational-2+diagonal",
        "diagonal+antidiagonal",
    ] {
        assert_eq!(name.parse::<Symmetries>().unwrap().to_string(), name);
    }
    assert_eq!("full".parse(), Ok(Symmetries::FULL));
    let error = "round".parse::<Symmetries>().unwrap_err().to_string();
    assert!(
        error.starts_with("unknown symmetry 'round': none, full, or any of rotational-2"),
        "{error}"
    );
    let inkala = INKALA.parse::<Puzzle>().unwrap();
    assert_eq!(Symmetries::of(&inkala), Symmetries::NONE);
    assert_eq!(Symmetries::of(&Puzzle::<B3x3>::empty()), Symmetries::FULL);
}

#[test]
fn minimal_puzzles_of_given_ones() {
    let dig = Dig::new(Recipe::<B3x3>::default()).unwrap();
    let mut bits = Bits::default();
    let wikipedia: Puzzle = WIKIPEDIA.parse().unwrap();
    assert_eq!(is_minimal(&wikipedia, &mut bits), Ok(false));
    for seed in 0..20 {
        let dug = dig.minimize(&wikipedia, &mut bits, &mut stream(seed, 0)).unwrap();
        assert!(dug.minimal && dug.puzzle.clues() < 30);
        assert_eq!(is_minimal(&dug.puzzle, &mut Dlx::default()), Ok(true));
        assert!(Cell::all().all(|cell| {
            dug.puzzle
                .given(cell)
                .is_none_or(|digit| wikipedia.given(cell) == Some(digit))
        }));
    }
    // Where symmetric cells are empty already, the others of an orbit are left to go together.
    let diagonal = Dig::new(Recipe::<B3x3> {
        symmetry: Symmetries::BOTH_DIAGONALS,
        ..Recipe::default()
    })
    .unwrap();
    for seed in 0..20 {
        let dug = diagonal
            .minimize(&wikipedia, &mut bits, &mut stream(seed, 0))
            .unwrap();
        assert!(dug.minimal && dug.needed == dug.puzzle.clues(), "{dug:?}");
    }
    let inkala: Puzzle = INKALA.parse().unwrap();
    let dug = dig.minimize(&inkala, &mut bits, &mut stream(1, 0)).unwrap();
    assert_eq!(dug.puzzle.values(), inkala.values());
    let none = dig
        .minimize(&Puzzle::empty(), &mut bits, &mut stream(1, 0))
        .unwrap_err();
    assert_eq!(none, NotUnique { ambiguous: true });
    let broken: Puzzle = format!("55{}", ".".repeat(79)).parse().unwrap();
    let none = dig.minimize(&broken, &mut bits, &mut stream(1, 0)).unwrap_err();
    assert_eq!(none.to_string(), "the puzzle has no solution");
}

#[test]
fn a_wrong_solution_is_disproved() {
    let mut dug = make::<B3x3, Bits>("dig", 1);
    let cell = Pattern::of(&dug.puzzle).cells().next().unwrap();
    dug.puzzle.set(cell, None);
    assert!(
        dug.prove(&mut Naive)
            .unwrap_err()
            .to_string()
            .starts_with("two solvers disagree on ")
    );
}

#[test]
fn restrictions() {
    let kept: Pattern = Cell::all().filter(|cell| cell.row() == cell.column()).collect();
    let dig = |restriction| {
        Dig::new(Recipe::<B3x3> {
            restriction,
            ..Recipe::default()
        })
        .unwrap()
    };
    for i in 0..50 {
        let grid: Grid = Uniform.fill(&mut stream(5, i));
        let run = |restriction| dig(restriction).dig(&grid, &mut Bits::default(), &mut stream(6, i));
        let dug = run(Restriction {
            kept: kept.clone(),
            ..Restriction::default()
        });
        assert!(kept.cells().all(|cell| dug.puzzle.given(cell).is_some()));
        assert!((1..=9).contains(&dug.refused));
        let dug = run(Restriction {
            row: 2,
            column: 3,
            ..Restriction::default()
        });
        let least = |kind| lines(&dug.puzzle, kind).into_iter().min().unwrap();
        assert!(least(HouseKind::Row) >= 2 && least(HouseKind::Column) >= 3);
        for (name, most) in [("scatter-easy", 0), ("scatter-medium", 1), ("scatter-hard", 2)] {
            let dig = Dig::new(Recipe {
                stop: Stop::Clues(21..=21),
                ..Recipe::named(name).unwrap()
            });
            let dug = dig.unwrap().dig(&grid, &mut Bits::default(), &mut stream(7, i));
            assert_eq!(dug.puzzle.clues(), 21);
            for kind in [HouseKind::Row, HouseKind::Column] {
                let empty = lines(&dug.puzzle, kind).into_iter().filter(|&size| size == 0);
                assert!(empty.count() <= most, "{name}");
            }
        }
    }
}

#[test]
fn every_cell_of_the_filler_in_its_order() {
    // The order is listed first to last, so the last given that is left is needed by what came before.
    for seed in 0..5 {
        let dug = make::<B3x3, Bits>("same-order", seed);
        assert!(dug.minimal);
        let listed = Dig::new(Recipe {
            order: Order::Listed(
                Cell::all()
                    .filter(|&cell| dug.puzzle.given(cell).is_none())
                    .collect(),
            ),
            ..Recipe::default()
        });
        // The same cells in any other order can go too.
        let again = listed
            .unwrap()
            .dig(&dug.solution, &mut Bits::default(), &mut stream(0, 0));
        assert_eq!(again.puzzle.values(), dug.puzzle.values());
        assert!(!again.minimal, "nothing is known of cells that were not visited");
    }
}

fn at<S: Shape>(nodes: u64) -> Dug<S> {
    let dig = Dig::new(Recipe {
        nodes,
        ..Recipe::<S>::default()
    })
    .unwrap();
    let grid = Shuffle::default().fill(&mut stream(1, 0));
    dig.dig(&grid, &mut Dlx::default(), &mut stream(2, 0))
}

#[test]
fn other_shapes() {
    is_as_said(&at::<B2x2>(u64::MAX), &mut Naive);
    is_as_said(&at::<B2x3>(u64::MAX), &mut Naive);
    at::<B2x5>(10_000).prove(&mut Naive).unwrap();
    let dug = at::<B4x4>(1_000);
    assert!(dug.puzzle.clues() < 130 && dug.unique);
    assert_eq!(dug.needed + dug.undecided, dug.puzzle.clues());
    assert_eq!(dug.minimal, dug.undecided == 0);
    // Tests that end at once leave much, and what they leave is proved.
    let dug = at::<B5x5>(0);
    assert!(dug.undecided > 0 && !dug.minimal && dug.puzzle.clues() < 600);
}

fn every_method_at<S: Shape>() {
    for entry in METHODS {
        let dug = make::<S, Dlx>(entry.info.name, 1);
        assert_eq!(dug.unique, entry.unique);
        dug.prove(&mut Naive).unwrap();
    }
}

#[test]
fn every_method_at_other_shapes() {
    every_method_at::<B2x2>();
    every_method_at::<B2x3>();
    every_method_at::<B3x2>();
    every_method_at::<B2x4>();
    for entry in METHODS {
        assert_eq!(make::<B3x4, Dlx>(entry.info.name, 1).unique, entry.unique);
    }
}

#[test]
fn budgets_stop_and_change_nothing() {
    let dig = Dig::new(Recipe::<B3x3>::default()).unwrap();
    let grid = Uniform.fill_seeded(1);
    let mut counts = Counts::default();
    let Ok(dug) = dig.try_dig(&grid, &mut Dlx::default(), &mut stream(1, 0), &mut counts);
    let run = |nodes| {
        let mut budget = Budget::nodes(nodes);
        dig.try_dig(&grid, &mut Dlx::default(), &mut stream(1, 0), &mut budget)
    };
    assert_eq!(run(counts.nodes).unwrap().puzzle.values(), dug.puzzle.values());
    assert_eq!(run(counts.nodes - 1).unwrap_err(), Exhausted::Nodes);
}
