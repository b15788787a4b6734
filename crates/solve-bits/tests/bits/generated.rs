//! Generated puzzles with no solution, one, and many, against dancing links; and every backend against the others.

use std::ops::ControlFlow;

use gridwright_fill_shuffle::Shuffle;
use gridwright_grid::rng::{DefaultRng, below, shuffle, stream};
use gridwright_grid::{B3x3, Cell, Counts, Digit, DigitSet, FillerExt, Grid, Puzzle, Solver, SolverExt};
use gridwright_solve_bits::{Backend, Bits};
use gridwright_solve_dlx::Dlx;

/// Solutions are compared up to so many.
const LIMIT: usize = 40;

fn solutions(solver: &mut impl Solver, puzzle: &Puzzle, limit: usize) -> (Vec<Grid>, Counts) {
    let (mut found, mut counts) = (Vec::new(), Counts::default());
    let Ok(_) = solver.try_solve(puzzle, &mut counts, |grid| {
        found.push(*grid);
        if found.len() == limit {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    (found, counts)
}

fn cell(rng: &mut DefaultRng) -> Cell<B3x3> {
    Cell::new(below(rng, 81) as usize).unwrap()
}

fn digit(rng: &mut DefaultRng) -> Digit {
    Digit::new(below(rng, 9) as u8 + 1).unwrap()
}

/// A grid with cells emptied, then clues changed, clues added, or candidates restricted.
fn generate(i: u64) -> Puzzle {
    let rng = &mut stream(29, i);
    let grid: Grid = Shuffle::default().fill(rng);
    let mut puzzle = Puzzle::from(&grid);
    let mut cells: Vec<_> = Cell::<B3x3>::all().collect();
    shuffle(rng, &mut cells);
    let removed = 30 + below(rng, 32) as usize;
    for &cell in &cells[..removed] {
        puzzle.set(cell, None);
    }
    match i % 6 {
        1 => puzzle.set(cells[80], Some(digit(rng))),
        2 => {
            for _ in 0..3 {
                puzzle.set(cell(rng), Some(digit(rng)));
            }
        }
        // A clue that no other contradicts at once.
        3 => {
            for &cell in &cells[..=below(rng, 4) as usize] {
                let mut digits: Vec<_> = puzzle.candidates(cell).into_iter().collect();
                shuffle(rng, &mut digits);
                puzzle.set(cell, digits.first().copied());
            }
        }
        // Some candidates of the grid stay, perhaps not all.
        4 => {
            for &cell in &cells[..removed] {
                let mut digits: DigitSet = (0..4).map(|_| digit(rng)).collect();
                if below(rng, 50) != 0 {
                    digits.insert(grid.digit(cell));
                }
                puzzle.restrict(cell, digits);
            }
        }
        // Candidates only, of two grids or three.
        5 => {
            let others: [Grid; 2] = [Shuffle::default().fill(rng), Shuffle::default().fill(rng)];
            let mut only = Puzzle::empty();
            for cell in Cell::<B3x3>::all() {
                let mut digits = DigitSet::single(grid.digit(cell));
                digits.insert(others[0].digit(cell));
                digits.insert(others[1].digit(cell));
                if below(rng, 3) == 0 {
                    digits.insert(digit(rng));
                }
                if below(rng, 2_000) == 0 {
                    digits.remove(grid.digit(cell));
                }
                only.restrict(cell, digits);
            }
            puzzle = only;
        }
        _ => {}
    }
    puzzle
}

fn check(bits: &mut [Bits], dlx: &mut Dlx, puzzle: &Puzzle) -> usize {
    let (found, counts) = solutions(&mut bits[0], puzzle, LIMIT);
    for grid in &found {
        assert_eq!(Grid::from_values(grid.values()), Ok(*grid));
        assert!(puzzle.admits(grid), "{grid} is no solution of {puzzle}");
    }
    let (mut expected, _) = solutions(dlx, puzzle, LIMIT);
    assert_eq!(found.len(), expected.len(), "{puzzle}");
    let mut sorted = found.clone();
    sorted.sort_unstable();
    expected.sort_unstable();
    assert!(sorted.windows(2).all(|pair| pair[0] < pair[1]), "{puzzle}");
    assert!(found.len() == LIMIT || sorted == expected, "{puzzle}");
    for other in &mut bits[1..] {
        let name = other.backend().name();
        assert_eq!(
            solutions(other, puzzle, LIMIT),
            (found.clone(), counts),
            "{name}: {puzzle}"
        );
    }
    for limit in [1, 2] {
        for bits in &mut *bits {
            let (first, _) = solutions(bits, puzzle, limit);
            assert_eq!(first, found[..found.len().min(limit)], "{puzzle}");
            assert_eq!(bits.count(puzzle, limit as u64), first.len() as u64);
        }
    }
    found.len()
}

fn every_backend() -> Vec<Bits> {
    Backend::all().into_iter().map(Bits::with_backend).collect()
}

#[test]
fn as_dancing_links() {
    let (mut bits, mut dlx) = (every_backend(), Dlx::default());
    let mut kinds = [0; 3];
    for i in 0..24_000 {
        kinds[check(&mut bits, &mut dlx, &generate(i)).min(2)] += 1;
    }
    assert!(kinds.iter().all(|&kind| kind > 2_000), "{kinds:?}");
}

fn transposed(puzzle: &Puzzle) -> Puzzle {
    let mut other = Puzzle::empty();
    for cell in Cell::<B3x3>::all() {
        let image = Cell::at(cell.column(), cell.row()).unwrap();
        other.set(image, puzzle.given(cell));
        if puzzle.is_restricted() {
            other.restrict(image, puzzle.allowed(cell));
        }
    }
    other
}

/// Givens as `r1c2=3`.
fn givens(words: &[&str]) -> Puzzle {
    let mut puzzle = Puzzle::empty();
    for word in words.iter().flat_map(|words| words.split(' ')) {
        let number = |i: usize| usize::from(word.as_bytes()[i] - b'0');
        let cell = Cell::at(number(1) - 1, number(3) - 1).unwrap();
        puzzle.set(cell, Digit::new(number(5) as u8));
    }
    puzzle
}

fn contradiction(puzzle: &Puzzle) {
    assert!(puzzle.is_consistent());
    for puzzle in [puzzle.clone(), transposed(puzzle)] {
        assert_eq!(Dlx::default().count(&puzzle, 1), 0);
        for mut bits in every_backend() {
            let (found, counts) = solutions(&mut bits, &puzzle, 1);
            assert_eq!(
                (found.len(), counts.nodes),
                (0, 0),
                "{}: {puzzle}",
                bits.backend().name()
            );
        }
    }
}

#[test]
fn two_digits_placed_in_one_cell() {
    // r1c1 is the only place in its box for 1 and for 2.
    contradiction(&givens(&[
        "r2c4=1 r3c7=1 r4c2=1 r7c3=1",
        "r2c5=2 r3c8=2 r5c2=2 r8c3=2",
    ]));
}

#[test]
fn two_naked_singles_of_one_digit_in_one_triad() {
    // r1c1 and r1c2 see every digit but 9.
    contradiction(&givens(&[
        "r1c4=1 r1c5=2 r1c6=3 r1c7=4 r1c8=5 r1c9=6",
        "r4c1=7 r5c1=8 r7c2=7 r8c2=8",
    ]));
    for [a, b] in [[0, 1], [1, 2], [0, 2], [40, 41], [39, 41], [79, 80]] {
        let mut puzzle = Puzzle::empty();
        for cell in [a, b] {
            puzzle.restrict(Cell::new(cell).unwrap(), DigitSet::single(Digit::new(9).unwrap()));
        }
        contradiction(&puzzle);
    }
}

#[test]
fn a_cell_without_candidates_and_a_digit_without_a_place() {
    for cell in [0, 40, 80] {
        let mut puzzle = Puzzle::empty();
        puzzle.restrict(Cell::new(cell).unwrap(), DigitSet::EMPTY);
        contradiction(&puzzle);
    }
    let nine = DigitSet::single(Digit::new(9).unwrap());
    for cells in [0..9, 36..45, 72..81] {
        let mut puzzle = Puzzle::empty();
        for cell in cells {
            puzzle.restrict(Cell::new(cell).unwrap(), !nine);
        }
        contradiction(&puzzle);
    }
}

#[test]
fn every_pair_of_givens() {
    // Two givens contradict each other exactly where they are peers with one digit.
    let mut bits = every_backend();
    for a in Cell::<B3x3>::all() {
        for b in Cell::<B3x3>::all().filter(|&b| b != a) {
            for second in [4, 7] {
                let mut puzzle = Puzzle::empty();
                puzzle.set(a, Digit::new(4));
                puzzle.set(b, Digit::new(second));
                let expected = u64::from(puzzle.is_consistent());
                for bits in &mut bits {
                    assert_eq!(bits.count(&puzzle, 1), expected, "{puzzle}");
                }
            }
        }
    }
}

#[test]
fn a_full_grid_and_a_wrong_one() {
    for i in 0..200 {
        let rng = &mut stream(31, i);
        let grid: Grid = Shuffle::default().fill(rng);
        let mut values = grid.values().to_vec();
        let (a, b) = (below(rng, 81) as usize, below(rng, 81) as usize);
        values.swap(a, b);
        let wrong = Puzzle::<B3x3>::from_values(&values).unwrap();
        for bits in &mut every_backend() {
            assert_eq!(bits.first(&Puzzle::from(&grid)), Some(grid));
            let same = grid.values()[a] == grid.values()[b];
            assert_eq!(bits.count(&wrong, 2), u64::from(same));
        }
    }
}
