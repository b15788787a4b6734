//! A uniformly random solution of a puzzle.

use core::ops::ControlFlow;

use gridwright_grid::rng::{DefaultRng, shuffle};
use gridwright_grid::{Budget, DynFiller, DynSolver, Event, Exhausted, Grid, Probe, Puzzle, Shape, Symmetry};
use rand_core::Rng;

use crate::catalogue::filler;

/// Nodes of a first look: enough to list the solutions of most puzzles, so that grids are not drawn in vain.
const GLANCE: u64 = 1 << 17;

/// Uniform grids drawn at first: where hardly a cell is given, one of them fits.
const FEW: u64 = 1 << 6;

/// Uniform grids drawn in the hope that one fits.
const DRAWS: u64 = 1 << 20;

/// A solution of the puzzle, each with exactly the same probability; none if there is no solution.
///
/// Either all solutions are listed and one of them is kept, or uniform grids are drawn until one has equal digits
/// where the puzzle has and different ones where it has not, and its digits are exchanged for those of the givens.
/// Both are exact given a perfect generator. The first ends where the solver can list the solutions within the
/// budget (some 10 million a second at 3x3), the second where there are few givens (12 at 3x3, if their digits are
/// well mixed) and [`fill::Uniform`](crate::fill::Uniform) knows the shape. Between the two lie puzzles of which no
/// solution can be drawn here.
///
/// # Errors
///
/// When the budget runs out first.
pub fn random_solution<S: Shape>(
    puzzle: &Puzzle<S>,
    solver: &mut dyn DynSolver<S>,
    rng: &mut DefaultRng,
    budget: &mut Budget<'_>,
) -> Result<Option<Grid<S>>, Exhausted> {
    // Grids that exchange digits would not keep to restricted candidates.
    let uniform = filler::<S>("uniform").ok().filter(|_| !puzzle.is_restricted());
    let draw = |draws, rng: &mut DefaultRng, budget: &mut Budget<'_>| match &uniform {
        Some(uniform) => one_that_fits(puzzle, &**uniform, draws, rng, budget),
        None => Ok(None),
    };
    if let Some(grid) = draw(FEW, rng, budget)? {
        return Ok(Some(grid));
    }
    match budget.part(GLANCE, |budget| one_of_all(puzzle, solver, rng, budget)) {
        Err(Exhausted::Nodes) => {}
        known => return known,
    }
    if let Some(grid) = draw(DRAWS, rng, budget)? {
        return Ok(Some(grid));
    }
    one_of_all(puzzle, solver, rng, budget)
}

/// One of all solutions, listed: the i-th takes the place of the one kept with probability 1/i.
fn one_of_all<S: Shape>(
    puzzle: &Puzzle<S>,
    solver: &mut dyn DynSolver<S>,
    rng: &mut DefaultRng,
    budget: &mut Budget<'_>,
) -> Result<Option<Grid<S>>, Exhausted> {
    let (mut count, mut kept) = (0_u64, None);
    let mut visit = |grid: &Grid<S>| {
        count += 1;
        if is_zero_below(rng, count) {
            kept = Some(*grid);
        }
        ControlFlow::Continue(())
    };
    let _ = solver.dyn_try_solve(puzzle, budget, &mut visit)?;
    Ok(kept)
}

/// True with probability 1/`bound`.
fn is_zero_below(rng: &mut DefaultRng, bound: u64) -> bool {
    let mask = bound.next_power_of_two().wrapping_sub(1);
    loop {
        let word = rng.next_u64() & mask;
        if word < bound {
            return word == 0;
        }
    }
}

/// A uniform grid that has equal digits where the puzzle has, its digits exchanged for those of the puzzle; none if
/// none of those drawn has.
fn one_that_fits<S: Shape>(
    puzzle: &Puzzle<S>,
    uniform: &dyn DynFiller<S>,
    draws: u64,
    rng: &mut DefaultRng,
    budget: &mut Budget<'_>,
) -> Result<Option<Grid<S>>, Exhausted> {
    let givens: Vec<(usize, u8)> = (0..)
        .zip(puzzle.values().iter().copied())
        .filter(|&(_, value)| value != 0)
        .collect();
    for _ in 0..draws {
        budget.record(Event::Attempt)?;
        let grid = uniform.dyn_fill(rng);
        let Some(labels) = labels(&givens, &grid, rng) else {
            continue;
        };
        let relabelling = Symmetry::relabelling(&labels).expect("digits of the shape, each once");
        return Ok(Some(relabelling.grid(&grid)));
    }
    Ok(None)
}

/// What each digit of a grid must become so that it fits the givens, those that are not needed in random order; none if
/// it cannot.
fn labels<S: Shape>(givens: &[(usize, u8)], grid: &Grid<S>, rng: &mut DefaultRng) -> Option<Vec<u8>> {
    // There and back; 0 where it is open.
    let (mut to, mut from) = (vec![0; S::SIDE + 1], vec![0; S::SIDE + 1]);
    for &(cell, given) in givens {
        let value = grid.values()[cell];
        let (to, from) = (&mut to[usize::from(value)], &mut from[usize::from(given)]);
        if *to == 0 && *from == 0 {
            (*to, *from) = (given, value);
        }
        if (*to, *from) != (given, value) {
            return None;
        }
    }
    let mut left: Vec<u8> = (1..)
        .zip(&from[1..])
        .filter(|pair| *pair.1 == 0)
        .map(|pair| pair.0)
        .collect();
    shuffle(rng, &mut left);
    let open = to[1..].iter_mut().filter(|label| **label == 0);
    for (label, digit) in open.zip(left) {
        *label = digit;
    }
    to.remove(0);
    Some(to)
}

#[cfg(test)]
mod tests {
    use gridwright_grid::rng::stream;
    use gridwright_grid::{B2x2, B3x3, Cell, Digit};

    use super::*;
    use crate::fill::{FillerExt, Shuffle};
    use crate::solver;

    /// Each of the solutions of a puzzle as often as any other, by chi-square at 1 in a million.
    fn check_even<S: Shape>(
        puzzle: &Puzzle<S>,
        solutions: usize,
        most: f64,
        mut draw: impl FnMut(&mut DefaultRng) -> Option<Grid<S>>,
    ) {
        let mut counts = std::collections::BTreeMap::new();
        let n = 20 * solutions;
        for i in 0..n {
            let grid = draw(&mut stream(5, i as u64)).unwrap();
            assert!(puzzle.admits(&grid));
            *counts.entry(grid.values().to_vec()).or_insert(0_u32) += 1;
        }
        assert_eq!(counts.len(), solutions);
        let chi2: f64 = counts
            .values()
            .map(|&count| (f64::from(count) - 20.0).powi(2) / 20.0)
            .sum();
        assert!(chi2 < most, "{chi2}");
    }

    #[test]
    fn listed_solutions_are_drawn_evenly() {
        let mut solver = solver("auto").unwrap();
        let empty = Puzzle::<B2x2>::empty();
        // 287 degrees of freedom.
        check_even(&empty, 288, 415.0, |rng| {
            one_of_all(&empty, &mut *solver, rng, &mut Budget::unlimited()).unwrap()
        });
    }

    #[test]
    fn grids_that_fit_are_drawn_evenly() {
        // Uniform over the 288 grids without the filler of that name: one of all.
        struct All(Vec<Grid<B2x2>>);
        impl gridwright_grid::Algorithm for All {
            const INFO: gridwright_grid::Info = Shuffle::<B2x2>::INFO;
        }
        impl gridwright_grid::Filler<B2x2> for All {
            fn try_fill<R, P>(&self, rng: &mut R, _: &mut P) -> Result<Grid<B2x2>, P::Stop>
            where
                R: Rng + ?Sized,
                P: Probe + ?Sized,
            {
                Ok(self.0[gridwright_grid::rng::below(rng, 288) as usize])
            }
        }
        let mut all = Vec::new();
        let mut collect = |grid: &Grid<B2x2>| {
            all.push(*grid);
            ControlFlow::Continue(())
        };
        let mut solver = solver("auto").unwrap();
        let empty = Puzzle::empty();
        let done = solver.dyn_try_solve(&empty, &mut Budget::unlimited(), &mut collect);
        assert!(done.is_ok() && all.len() == 288);
        let all = All(all);
        for line in [
            "1...............",
            "12......2.......",
            "1.....1....2....",
            "......2....3....",
        ] {
            let puzzle: Puzzle<B2x2> = line.parse().unwrap();
            let solutions = all.0.iter().filter(|grid| puzzle.admits(grid)).count();
            check_even(
                &puzzle,
                solutions,
                solutions as f64 + 7.0 * (2.0 * solutions as f64).sqrt(),
                |rng| one_that_fits(&puzzle, &all, DRAWS, rng, &mut Budget::unlimited()).unwrap(),
            );
        }
        let full: Puzzle<B2x2> = "12343412214343.1".parse().unwrap();
        assert!(
            one_that_fits(&full, &all, DRAWS, &mut stream(1, 1), &mut Budget::unlimited())
                .unwrap()
                .is_some()
        );
        // Equal digits in a row fit no grid.
        let mut none = Puzzle::<B2x2>::empty();
        for cell in [0, 1] {
            none.set(Cell::new(cell).unwrap(), Digit::new(1));
        }
        assert_eq!(
            one_that_fits(&none, &all, DRAWS, &mut stream(1, 1), &mut Budget::unlimited()),
            Ok(None)
        );
    }

    #[test]
    fn without_solution_and_beyond_reach() {
        let mut solver = solver::<B3x3>("auto").unwrap();
        let mut draw = |puzzle: &Puzzle, nodes| {
            random_solution(puzzle, &mut *solver, &mut stream(1, 0), &mut Budget::nodes(nodes))
        };
        let grid = Shuffle::default().fill_seeded(1);
        assert_eq!(draw(&Puzzle::from(&grid), 10), Ok(Some(grid)));
        let mut puzzle = Puzzle::empty();
        // 1 to 8 in the first row, and 9 below the ninth cell.
        for cell in 0..8 {
            puzzle.set(Cell::new(cell).unwrap(), Digit::new(cell as u8 + 1));
        }
        puzzle.set(Cell::new(17).unwrap(), Digit::new(9));
        assert_eq!(draw(&puzzle, 10), Ok(None));
        // Restricted candidates cannot be had by exchanging digits.
        let mut puzzle = Puzzle::empty();
        puzzle.restrict(
            Cell::new(0).unwrap(),
            [Digit::new(1).unwrap(), Digit::new(2).unwrap()]
                .into_iter()
                .collect(),
        );
        assert_eq!(draw(&puzzle, 1_000), Err(Exhausted::Nodes));
    }
}
