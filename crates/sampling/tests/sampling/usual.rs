//! 9x9: the same puzzles as the plainest program makes of the same draws, and pinned ones.

use std::convert::Infallible;
use std::sync::Arc;

use gridwright_fill_uniform::Uniform;
use gridwright_grid::rand_core::Rng;
use gridwright_grid::rng::{below_each, shuffle, stream};
use gridwright_grid::{B2x3, B3x3, Budget, Cell, Digit, DynFiller, Exhausted, Puzzle, Solver, SolverExt};
use gridwright_sampling::{BottomUp, ControlledBias, Effort, Generator, GeneratorExt, TopDown, Unbiased};
use gridwright_solve_bits::Bits;
use gridwright_solve_dlx::Dlx;

/// Tries the clues in random order, and asks each time.
fn minimize(puzzle: &mut Puzzle, rng: &mut impl Rng, solver: &mut impl Solver) {
    let mut cells: Vec<Cell> = Cell::all().filter(|&cell| puzzle.given(cell).is_some()).collect();
    shuffle(rng, &mut cells);
    for cell in cells {
        let given = puzzle.given(cell);
        puzzle.set(cell, None);
        if solver.count(puzzle, 2) > 1 {
            puzzle.set(cell, given);
        }
    }
}

#[test]
fn top_down_is_the_plain_method() {
    let mut generator = TopDown::default();
    for index in 0..300 {
        let one = generator.item(21, index).remove(0);
        let mut rng = stream(21, index);
        let mut puzzle = Puzzle::from(Uniform.dyn_fill(&mut rng));
        minimize(&mut puzzle, &mut rng, &mut Bits::default());
        assert_eq!(one.puzzle.to_string(), puzzle.to_string(), "item {index}");
    }
}

#[test]
fn bottom_up_is_the_plain_method() {
    let mut generator = BottomUp::default();
    let mut solver = Bits::default();
    for index in 0..60 {
        let one = generator.item(22, index).remove(0);
        let mut rng = stream(22, index);
        let mut puzzle: Puzzle = Puzzle::empty();
        loop {
            let [cell, digit] = below_each(&mut rng, [81, 9]);
            let cell = Cell::new(cell as usize).unwrap();
            if puzzle.given(cell).is_some() {
                continue;
            }
            puzzle.set(cell, Digit::new(digit as u8 + 1));
            match solver.count(&puzzle, 2) {
                0 => puzzle.set(cell, None),
                1 => break,
                _ => {}
            }
        }
        minimize(&mut puzzle, &mut rng, &mut solver);
        assert_eq!(one.puzzle.to_string(), puzzle.to_string(), "item {index}");
        assert_eq!(solver.first(&puzzle), Some(one.grid));
    }
}

#[test]
fn the_solver_does_not_show() {
    let mut bits = TopDown::default();
    let mut dlx: TopDown<B3x3, Dlx> = TopDown::new(Arc::new(Uniform), Dlx::default());
    for index in 0..20 {
        let [a, b] = [bits.item(1, index).remove(0), dlx.item(1, index).remove(0)];
        assert_eq!(a.puzzle.to_string(), b.puzzle.to_string());
    }
}

#[test]
fn other_shapes() {
    let mut solver = Dlx::default();
    let mut generator: TopDown<B2x3, Dlx> = TopDown::new(Arc::new(Uniform), Dlx::default());
    for index in 0..20 {
        let one = generator.item(2, index).remove(0);
        assert_eq!(solver.count(&one.puzzle, 2), 1);
    }
}

#[test]
fn the_order_of_items_does_not_show() {
    let mut one = ControlledBias::default();
    let again = one.item(9, 5);
    let _ = one.item(9, 6);
    let lines = |puzzles: &[gridwright_sampling::MinimalPuzzle]| {
        puzzles
            .iter()
            .map(|one| (one.puzzle.to_string(), one.item))
            .collect::<Vec<_>>()
    };
    assert_eq!(lines(&one.item(9, 5)), lines(&again));
    assert_eq!(lines(&ControlledBias::default().item(9, 5)), lines(&again));
    assert!(!again.is_empty());

    let stream: Vec<_> = TopDown::default().puzzles(9).take(3).collect();
    assert_eq!(stream.iter().map(|one| one.item).collect::<Vec<_>>(), [0, 1, 2]);
    assert_eq!(lines(&stream)[2..], lines(&TopDown::default().item(9, 2)));
}

#[test]
fn a_budget_stops() {
    let mut puzzles = Vec::new();
    let result = ControlledBias::default().try_item(1, 0, &mut Budget::nodes(1_000), &mut puzzles);
    assert_eq!(result, Err(Exhausted::Nodes));
    let result: Result<(), Infallible> = TopDown::default().try_item(1, 0, &mut (), &mut puzzles);
    assert_eq!(result, Ok(()));
}

#[test]
fn known_answers() {
    let mut lines: Vec<String> = Vec::new();
    let mut add = |name: &str, puzzles: Vec<gridwright_sampling::MinimalPuzzle>| {
        lines.extend(
            puzzles
                .iter()
                .map(|one| format!("{name} {} {} {}", one.item, one.clues, one.puzzle)),
        );
    };
    for index in 0..2 {
        add("bottom-up", BottomUp::default().item(1, index));
        add("top-down", TopDown::default().item(1, index));
        add("controlled-bias", ControlledBias::default().item(1, index));
        let effort = Effort {
            roots: 20_000,
            clues: 29,
            continuations: 50,
        };
        let source = ControlledBias::new(Arc::new(Uniform), Bits::default(), effort).unwrap();
        add("unbiased", Unbiased::new(source, 29).item(1, index));
    }
    assert_eq!(lines.join("\n"), include_str!("../data/3x3.txt").trim_end());
}
