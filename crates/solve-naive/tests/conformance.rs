//! The shared suite at every shape, exact counts, and a plain recursion to compare with.

use std::ops::ControlFlow;

use gridwright_grid::rng::stream;
use gridwright_grid::{
    B2x2, B2x3, B3x2, B3x3, Cell, Counts, Puzzle, SHAPES, Shape, Solver, SolverExt, WithShape, conformance,
};
use gridwright_solve_naive::Naive;

#[derive(Clone, Copy)]
struct Conformance;
impl WithShape for Conformance {
    type Output = ();
    fn run<S: Shape>(self) {
        conformance::solver::<S, _>(&mut Naive);
    }
}

#[test]
fn at_each_sort_of_shape() {
    conformance::at_each_sort(SHAPES, Conformance);
}

#[test]
fn every_grid_of_two_small_shapes() {
    assert_eq!(Naive.count(&Puzzle::<B2x2>::empty(), 0), 288);
    assert_eq!(Naive.count(&Puzzle::<B2x3>::empty(), 0), 28_200_960);
    let first_row: Vec<u8> = (1..=6).chain([0; 30]).collect();
    let puzzle = Puzzle::<B3x2>::from_values(&first_row).unwrap();
    assert_eq!(Naive.count(&puzzle, 0), 28_200_960 / 720);
}

/// Cell by cell, without any state but the grid itself.
fn recursion(values: &mut [u8; 81], cell: usize, nodes: &mut u64, found: &mut Vec<[u8; 81]>) {
    let Some(cell) = (cell..81).find(|&cell| values[cell] == 0) else {
        found.push(*values);
        return;
    };
    for digit in 1..=9 {
        let at = Cell::<B3x3>::new(cell).unwrap();
        if at.peers().all(|peer| values[peer.index()] != digit) {
            *nodes += 1;
            values[cell] = digit;
            recursion(values, cell + 1, nodes, found);
            values[cell] = 0;
        }
    }
}

#[test]
fn like_the_plain_recursion() {
    for seed in 0..60 {
        let mut rng = stream(seed, 0);
        let (_, mut puzzle) = conformance::puzzle::<B3x3, _>(&mut rng, 20 + seed as usize % 30);
        if seed % 3 == 0 {
            conformance::mutate(&mut rng, &mut puzzle);
        }
        let (mut found, mut counts) = (Vec::new(), Counts::default());
        let Ok(flow) = Naive.try_solve(&puzzle, &mut counts, |grid| {
            found.push(<[u8; 81]>::try_from(grid.values()).unwrap());
            ControlFlow::<()>::Continue(())
        });
        assert!(flow.is_continue());
        let (mut expected, mut nodes) = (Vec::new(), 0);
        if puzzle.is_consistent() {
            let mut values = puzzle.values().try_into().unwrap();
            recursion(&mut values, 0, &mut nodes, &mut expected);
        }
        assert_eq!((found, counts.nodes), (expected, nodes), "{puzzle}");
    }
}
