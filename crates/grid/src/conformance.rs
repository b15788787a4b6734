//! What every strategy must satisfy, as functions to call from its tests. Each panics at the first breach.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::ControlFlow;
use core::sync::atomic::AtomicBool;
use std::collections::HashSet;

use rand_core::Rng;

use crate::rng::{below, shuffle, stream};
use crate::{
    B2x2, B2x3, B3x3, B3x4, B4x2, B5x5, BatchSolver, BoxSize, Budget, Cell, Counts, Digit, DigitSet,
    DynFiller, DynSolver, Exhausted, Filler, FillerExt, Grid, Info, Outcome, Puzzle, Shape, Solver,
    SolverExt, WithShape,
};

fn info(info: &Info) {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    assert!(
        !info.name.is_empty() && info.name.chars().all(plain),
        "name {:?}",
        info.name
    );
    for text in [info.summary, info.source, info.distribution] {
        assert!(
            !text.trim().is_empty() && !text.contains('\n'),
            "{}: {text:?}",
            info.name
        );
    }
}

/// Runs at one shape of each sort, if it is among `shapes`: small, wide, tall, the usual one, more than nine digits, the
/// most. Building the same for all twelve takes several times as long.
pub fn at_each_sort<W: WithShape + Copy>(shapes: &[BoxSize], with: W) {
    let among = |size: BoxSize| shapes.contains(&size).then_some(with);
    among(B2x2::SIZE).map(WithShape::run::<B2x2>);
    among(B2x3::SIZE).map(WithShape::run::<B2x3>);
    among(B4x2::SIZE).map(WithShape::run::<B4x2>);
    among(B3x3::SIZE).map(WithShape::run::<B3x3>);
    among(B3x4::SIZE).map(WithShape::run::<B3x4>);
    among(B5x5::SIZE).map(WithShape::run::<B5x5>);
}

/// Every grid is a solution; it depends on the generator alone, not on the probe or the way of calling; a
/// budget and a cancel flag stop the filler.
pub fn filler<S: Shape, F: Filler<S> + Send + Sync>(filler: &F) {
    info(&F::INFO);
    let pointer: &dyn DynFiller<S> = filler;
    assert_eq!(pointer.info(), &F::INFO);
    for seed in 0..20 {
        let mut rng = stream(seed, 0);
        let grid: Grid<S> = filler.fill(&mut rng);
        assert_eq!(Grid::from_values(grid.values()), Ok(grid), "not a solution grid");
        let next = rng.next_u64();

        let mut rng = stream(seed, 0);
        let (counted, counts) = filler.fill_counted(&mut rng);
        assert_eq!(
            (grid, next),
            (counted, rng.next_u64()),
            "counting changes the grid"
        );
        assert!(counts.attempts >= 1, "an attempt is recorded");

        let mut rng = stream(seed, 0);
        let mut budget = Budget::unlimited();
        let within = pointer.dyn_fill_within(&mut rng, &mut budget);
        assert_eq!(
            (within, budget.counts()),
            (Ok(grid), &counts),
            "a budget changes the work"
        );
        assert_eq!(rng.next_u64(), next, "a budget changes the draws");

        let mut rng = stream(seed, 0);
        assert_eq!(
            filler.fill(&mut rng as &mut dyn Rng),
            grid,
            "a generator behind a pointer"
        );
        assert_eq!(pointer.dyn_fill(&mut stream(seed, 0)), grid);
        assert_eq!(filler.fill_seeded(seed), grid);
        let mut dyn_counts = Counts::default();
        assert_eq!(
            pointer.dyn_fill_counted(&mut stream(seed, 0), &mut dyn_counts),
            grid
        );
        assert_eq!(dyn_counts, counts);

        if counts.steps() > 0 {
            let mut budget = Budget::nodes(counts.steps() - 1);
            let stopped = pointer.dyn_fill_within(&mut stream(seed, 0), &mut budget);
            assert_eq!(stopped, Err(Exhausted::Nodes), "a budget one step too small");
            let mut budget = Budget::nodes(counts.steps());
            assert_eq!(
                pointer.dyn_fill_within(&mut stream(seed, 0), &mut budget),
                Ok(grid)
            );
        }
        if counts.steps() > 2048 {
            let cancel = AtomicBool::new(true);
            let mut budget = Budget::unlimited().unless(&cancel);
            let stopped = pointer.dyn_fill_within(&mut stream(seed, 0), &mut budget);
            assert_eq!(stopped, Err(Exhausted::Cancelled));
        }
    }
    let streamed: Vec<Grid<S>> = filler.grids(7).take(5).collect();
    assert_eq!(streamed[0], filler.fill_seeded(7));
    assert_eq!(
        streamed[4],
        filler.fill(&mut stream(7, 4)),
        "grid i comes from stream i"
    );
}

/// The grids and counts of seed 1 are those of a CSV text, as `fill --stats` prints it.
pub fn known_answers<S: Shape, F: Filler<S>>(filler: &F, csv: &str) {
    let mut lines = csv.lines();
    let header: Vec<&str> = lines.next().expect("a header").split(',').collect();
    assert_eq!(header[0], "grid");
    let mut rows = 0;
    for (i, line) in (0..).zip(lines) {
        let (grid, counts) = filler.fill_counted(&mut stream(1, i));
        let found: Vec<_> = core::iter::once(alloc::format!("{grid}"))
            .chain(header[1..].iter().map(|name| {
                let count = counts
                    .get(name)
                    .unwrap_or_else(|| panic!("no count is called {name}"));
                alloc::format!("{count}")
            }))
            .collect();
        assert_eq!(found.join(","), line, "known answer {i} of {}", F::INFO.name);
        rows += 1;
    }
    assert!(rows >= 10, "at least ten known answers");
}

/// A puzzle made from the base grid: relabelled, `removed` cells emptied.
pub fn puzzle<S: Shape, R: Rng + ?Sized>(rng: &mut R, removed: usize) -> (Grid<S>, Puzzle<S>) {
    let base = Grid::<S>::canonical_base();
    let mut labels: Vec<u8> = (1..=S::SIDE as u8).collect();
    shuffle(rng, &mut labels);
    let values: Vec<u8> = base
        .values()
        .iter()
        .map(|&value| labels[usize::from(value) - 1])
        .collect();
    let grid = Grid::from_values(&values).expect("relabelling keeps a grid valid");
    let mut cells: Vec<Cell<S>> = Cell::all().collect();
    shuffle(rng, &mut cells);
    let mut puzzle = Puzzle::from(&grid);
    for &cell in cells.iter().take(removed) {
        puzzle.set(cell, None);
    }
    (grid, puzzle)
}

/// Breaks a puzzle: one given is changed, moved or added. It may then have no solution, one or many.
pub fn mutate<S: Shape, R: Rng + ?Sized>(rng: &mut R, puzzle: &mut Puzzle<S>) {
    let cell = Cell::new(below(rng, S::CELLS as u32) as usize).expect("drawn below CELLS");
    let digit = Digit::new(below(rng, S::SIDE as u32) as u8 + 1);
    puzzle.set(cell, digit);
}

fn all_solutions<S: Shape>(solver: &mut impl Solver<S>, puzzle: &Puzzle<S>, limit: usize) -> Vec<Grid<S>> {
    let mut found = Vec::new();
    let _ = solver.for_each(puzzle, |grid| {
        found.push(*grid);
        if found.len() == limit {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    found
}

/// Solutions are solutions of the puzzle, each once, in the same order whatever the probe, the solver's past
/// or the way of calling; limits, early breaks and budgets are kept; contradictions have no solution.
///
/// Takes puzzles with few empty cells, so that the slowest solver passes too.
pub fn solver<S: Shape, X: Solver<S> + Clone + Send + 'static>(solver: &mut X) {
    const LIMIT: usize = 50;
    info(&X::INFO);
    let mut pointer: Box<dyn DynSolver<S>> = Box::new(solver.clone());
    for i in 0..40 {
        let mut rng = stream(11, i);
        let removed = (S::CELLS * (1 + below(&mut rng, 4) as usize) / 8).min(40);
        let (grid, mut puzzle) = puzzle::<S, _>(&mut rng, removed);
        let intact = i % 3 != 2;
        if !intact {
            mutate(&mut rng, &mut puzzle);
        }
        if i % 4 == 1 {
            let cell = Cell::new(below(&mut rng, S::CELLS as u32) as usize).expect("drawn below CELLS");
            puzzle.restrict(cell, DigitSet::single(grid.digit(cell)));
        }
        one_puzzle(solver, &mut *pointer, &puzzle, LIMIT);
        let found = all_solutions(solver, &puzzle, LIMIT);
        if intact {
            assert!(
                found.len() == LIMIT || found.contains(&grid),
                "the solution is missed: {puzzle}"
            );
        }
        if !puzzle.is_consistent() {
            assert!(
                found.is_empty(),
                "contradictory givens have no solution: {puzzle}"
            );
            let outcome = solver.solve_within(&puzzle, &mut Budget::nodes(0));
            assert_eq!(outcome, Outcome::Unsolvable, "found before any search: {puzzle}");
        }
        if found.len() < LIMIT {
            restricted(solver, &mut rng, &puzzle, found);
        }
    }
    let grid = Grid::<S>::canonical_base();
    assert_eq!(
        solver.solve(&Puzzle::from(&grid)),
        Outcome::Unique(grid),
        "a full grid solves itself"
    );
    let mut full = Puzzle::from(&grid);
    let cell = Cell::new(0).expect("every shape has a cell");
    full.restrict(cell, !DigitSet::single(grid.digit(cell)));
    assert_eq!(
        solver.solve(&full),
        Outcome::Unsolvable,
        "a given that its candidates exclude"
    );
    let mut none = Puzzle::from(&grid);
    none.set(cell, None);
    none.restrict(cell, DigitSet::EMPTY);
    assert_eq!(
        solver.solve(&none),
        Outcome::Unsolvable,
        "a cell without candidates"
    );
}

/// Candidates are the same whether givens exclude them or the puzzle does, and those taken away leave exactly
/// the solutions that do without them.
fn restricted<S: Shape, R: Rng + ?Sized>(
    solver: &mut impl Solver<S>,
    rng: &mut R,
    puzzle: &Puzzle<S>,
    solutions: Vec<Grid<S>>,
) {
    let mut marks = Puzzle::empty();
    for cell in Cell::all() {
        marks.restrict(cell, puzzle.candidates(cell));
    }
    let mut fewer = puzzle.clone();
    for _ in 0..S::SIDE {
        let cell = Cell::new(below(rng, S::CELLS as u32) as usize).expect("drawn below CELLS");
        let digit = Digit::new(below(rng, S::SIDE as u32) as u8 + 1).expect("drawn below SIDE");
        if puzzle.given(cell) != Some(digit) {
            fewer.restrict(cell, !DigitSet::single(digit));
        }
    }
    let solutions: HashSet<_> = solutions.into_iter().collect();
    for (puzzle, text) in [(marks, "pencilmarks alone"), (fewer, "candidates taken away")] {
        let expected: HashSet<_> = solutions
            .iter()
            .copied()
            .filter(|grid| puzzle.admits(grid))
            .collect();
        let found = all_solutions(solver, &puzzle, usize::MAX);
        assert_eq!(found.len(), expected.len(), "{text}: {puzzle}");
        assert_eq!(
            found.into_iter().collect::<HashSet<_>>(),
            expected,
            "{text}: {puzzle}"
        );
    }
}

fn one_puzzle<S: Shape, X: Solver<S> + Clone>(
    solver: &mut X,
    pointer: &mut dyn DynSolver<S>,
    puzzle: &Puzzle<S>,
    limit: usize,
) {
    let found = all_solutions(solver, puzzle, limit);
    for grid in &found {
        assert_eq!(Grid::from_values(grid.values()), Ok(*grid));
        assert!(puzzle.admits(grid), "{grid} is no solution of {puzzle}");
    }
    assert_eq!(
        found.iter().collect::<HashSet<_>>().len(),
        found.len(),
        "a solution twice: {puzzle}"
    );
    assert_eq!(
        all_solutions(solver, puzzle, limit),
        found,
        "a second run differs: {puzzle}"
    );
    assert_eq!(
        all_solutions(&mut solver.clone(), puzzle, limit),
        found,
        "a clone differs: {puzzle}"
    );

    assert_eq!(solver.first(puzzle), found.first().copied());
    for up_to in [1, 2, 3] {
        let count = solver.count(puzzle, up_to as u64);
        assert_eq!(count, found.len().min(up_to) as u64, "limit {up_to}: {puzzle}");
    }
    let outcome = solver.solve(puzzle);
    let expected = match found[..] {
        [] => Outcome::Unsolvable,
        [grid] => Outcome::Unique(grid),
        [first, second, ..] => Outcome::Ambiguous(first, second),
    };
    assert_eq!(outcome, expected);
    let mut batch = Vec::new();
    solver.solve_batch(&[puzzle.clone(), puzzle.clone()], &mut batch);
    assert_eq!(batch, [expected.clone(), expected.clone()]);

    let mut counts = Counts::default();
    let Ok(counted) = solver.try_outcome(puzzle, &mut counts);
    assert_eq!(counted, outcome, "counting changes the outcome");
    let mut budget = Budget::unlimited();
    assert_eq!(pointer.dyn_solve_within(puzzle, &mut budget), outcome);
    assert_eq!(budget.counts(), &counts, "a budget changes the work");
    assert_eq!(
        pointer.dyn_solve_within(puzzle, &mut Budget::nodes(counts.nodes)),
        outcome
    );
    if counts.nodes > 0 {
        let outcome = pointer.dyn_solve_within(puzzle, &mut Budget::nodes(counts.nodes - 1));
        assert_eq!(
            outcome,
            Outcome::Undetermined(Exhausted::Nodes),
            "a budget one node too small"
        );
    }
    assert_eq!(
        pointer
            .dyn_clone()
            .dyn_solve_within(puzzle, &mut Budget::unlimited()),
        expected
    );
    let count = pointer.dyn_count_within(puzzle, limit as u64, &mut Budget::unlimited());
    assert_eq!(count, Ok(found.len() as u64));
}
