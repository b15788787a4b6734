//! Forms by bands against forms by search, both against the whole group, and counts that are known.

use std::collections::HashMap;

use super::*;
use crate::rng::{below, shuffle, stream};
use crate::{B2x2, B2x3, B2x5, B3x2, B3x4, B4x4, B5x5, Digit, DigitSet, Rank};

/// Fills the cells from number `cell` on, digits in random order.
fn complete<S: Shape>(rng: &mut impl rand_core::Rng, puzzle: &mut Puzzle<S>, cell: usize) -> bool {
    let Some(cell) = Cell::<S>::new(cell) else {
        return true;
    };
    let mut digits: Vec<Digit> = puzzle.candidates(cell).iter().collect();
    shuffle(rng, &mut digits);
    let found = digits.into_iter().any(|digit| {
        puzzle.set(cell, Some(digit));
        complete(rng, puzzle, cell.index() + 1)
    });
    if !found {
        puzzle.set(cell, None);
    }
    found
}

fn random_grid<S: Shape>(seed: u64) -> Grid<S> {
    let mut puzzle = Puzzle::empty();
    assert!(complete(&mut stream(seed, 77), &mut puzzle, 0));
    puzzle.to_grid().unwrap()
}

/// A grid with some cells emptied.
fn random_puzzle<S: Shape>(seed: u64, clues: usize) -> Puzzle<S> {
    let mut rng = stream(seed, 78);
    let mut puzzle = Puzzle::from(random_grid::<S>(seed));
    while puzzle.clues() > clues {
        puzzle.set(
            Cell::new(below(&mut rng, S::CELLS as u32) as usize).unwrap(),
            None,
        );
    }
    puzzle
}

/// The least image and how many symmetries make it, by trying them all.
fn by_force<S: Shape>(puzzle: &Puzzle<S>) -> (Vec<u8>, u128) {
    let mut images: HashMap<Vec<u8>, u128> = HashMap::new();
    for cells in 0..Symmetry::<S>::CELL_ORDER {
        for digits in 0..Symmetry::<S>::DIGIT_ORDER {
            let symmetry = Symmetry::<S>::unrank(Rank { cells, digits }).unwrap();
            *images
                .entry(symmetry.puzzle(puzzle).values().to_vec())
                .or_default() += 1;
        }
    }
    images.into_iter().min().unwrap()
}

#[test]
fn searched_forms_are_the_least_of_the_whole_group() {
    let canonicalizer = Canonicalizer::new();
    for seed in 0..24 {
        let puzzle = random_puzzle::<B2x2>(seed, seed as usize % 17);
        let found = canonicalizer.puzzle_without_solution(&puzzle).unwrap();
        assert_eq!(
            (found.form.values().to_vec(), found.automorphisms),
            by_force(&puzzle),
            "{puzzle}"
        );
        assert_eq!(found.symmetry.puzzle(&puzzle), found.form);
        let stabiliser = Group::Full.stabiliser(&puzzle).unwrap();
        assert_eq!(stabiliser.order(), found.automorphisms);
        assert!(
            stabiliser
                .elements
                .iter()
                .all(|element| element.puzzle(&puzzle) == puzzle)
        );
    }
}

#[test]
fn all_grids_of_4x4() {
    // Two classes, of 96 and 192 grids.
    let canonicalizer = Canonicalizer::new();
    let mut classes = HashMap::new();
    for cells in 0..4_u32.pow(8) {
        // The cells that decide a grid are few; here two rows are tried, and completed.
        let mut puzzle = Puzzle::<B2x2>::empty();
        for i in 0..8 {
            puzzle.set(
                Cell::new(i).unwrap(),
                Digit::new((cells >> (2 * i) & 3) as u8 + 1),
            );
        }
        if !puzzle.is_consistent() {
            continue;
        }
        each_completion(&mut puzzle, 8, &mut |grid| {
            let canonical = canonicalizer.grid(grid).unwrap();
            let (count, automorphisms) = classes
                .entry(canonical.form)
                .or_insert((0, canonical.automorphisms));
            *count += 1;
            assert_eq!(*automorphisms, canonical.automorphisms);
        });
    }
    let mut classes: Vec<_> = classes.into_iter().collect();
    classes.sort_unstable();
    let found: Vec<_> = classes
        .iter()
        .map(|(form, (count, automorphisms))| (form.to_string(), *count, *automorphisms))
        .collect();
    assert_eq!(
        found,
        [
            ("1234341221434321".into(), 96, 32),
            ("1234341223414123".into(), 192, 16)
        ]
    );
}

fn each_completion<S: Shape>(puzzle: &mut Puzzle<S>, cell: usize, visit: &mut impl FnMut(&Grid<S>)) {
    let Some(cell) = Cell::<S>::new(cell) else {
        return visit(&puzzle.to_grid().unwrap());
    };
    for digit in puzzle.candidates(cell) {
        puzzle.set(cell, Some(digit));
        each_completion(puzzle, cell.index() + 1, visit);
        puzzle.set(cell, None);
    }
}

#[test]
fn all_classes_of_6x6() {
    // 49 of them; each has as many grids as the group over its automorphisms, together 28,200,960.
    let canonicalizer = Canonicalizer::new();
    let mut classes = HashMap::new();
    let mut other = HashMap::new();
    for seed in 0..6_000 {
        let canonical = canonicalizer.grid(&random_grid::<B2x3>(seed)).unwrap();
        classes.insert(canonical.form, canonical.automorphisms);
        let canonical = canonicalizer.grid(&random_grid::<B3x2>(seed)).unwrap();
        other.insert(canonical.form, canonical.automorphisms);
    }
    let order = Group::Full.order::<B2x3>().unwrap();
    assert_eq!((classes.len(), other.len()), (49, 49));
    assert_eq!(
        classes.values().map(|count| order / count).sum::<u128>(),
        28_200_960
    );
    assert_eq!(
        other.values().map(|count| order / count).sum::<u128>(),
        28_200_960
    );
}

#[test]
fn by_bands_as_by_search() {
    let canonicalizer = Canonicalizer::new();
    let symmetric = "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
    let mut grids = vec![Grid::canonical_base(), symmetric.parse().unwrap()];
    grids.extend((0..60).map(random_grid));
    for (i, grid) in (0..).zip(grids) {
        let searched = least::least::<B3x3>(grid.values()).unwrap();
        let found = canonicalizer.grid(&grid).unwrap();
        assert_eq!(found.form, searched.symmetry.grid(&grid), "{grid}");
        assert_eq!(found.automorphisms, searched.automorphisms, "{grid}");
        assert_eq!(found.symmetry.grid(&grid), found.form);
        let mut ways = 0;
        canonicalizer
            .each_way(&grid, &found, |symmetry| {
                ways += 1;
                assert_eq!(symmetry.grid(&grid), found.form);
            })
            .unwrap();
        assert_eq!(ways, found.automorphisms);
        for seed in 0..20 {
            let equivalent = Symmetry::random(&mut stream(seed, i)).grid(&grid);
            let again = canonicalizer.grid(&equivalent).unwrap();
            assert_eq!(
                (again.form, again.automorphisms),
                (found.form, found.automorphisms)
            );
            assert_eq!(again.symmetry.grid(&equivalent), found.form);
        }
    }
}

#[test]
fn the_most_symmetric_grid() {
    // 648 automorphisms, as no other class has.
    let grid: Grid = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
        .parse()
        .unwrap();
    let canonical = Canonicalizer::new().grid(&grid).unwrap();
    assert_eq!((canonical.form, canonical.automorphisms), (grid, 648));
    assert_eq!(Group::Full.stabiliser(&Puzzle::from(&grid)).unwrap().order(), 648);
}

#[test]
fn puzzles_of_a_symmetric_solution() {
    // Givens taken from the grid with 648 automorphisms: the form is the least over all of them.
    let grid: Grid = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
        .parse()
        .unwrap();
    let canonicalizer = Canonicalizer::new();
    let stabiliser = Group::Full.stabiliser(&Puzzle::from(&grid)).unwrap().elements;
    for seed in 0..20 {
        let mut rng = stream(seed, 79);
        let mut puzzle = Puzzle::from(&grid);
        for _ in 0..70 {
            puzzle.set(Cell::new(below(&mut rng, 81) as usize).unwrap(), None);
        }
        if seed % 2 == 0 {
            let cell = Cell::all().find(|&cell| puzzle.given(cell).is_none()).unwrap();
            puzzle.restrict(cell, DigitSet::single(grid.digit(cell)) | DigitSet::first(2));
        }
        let images = || stabiliser.iter().map(|element| element.puzzle(&puzzle));
        let least = images().map(|image| image.values().to_vec()).min().unwrap();
        // As the only solution: the form does not ask whether it is.
        let found = canonicalizer.puzzle_with_solution(&puzzle, &grid).unwrap();
        assert_eq!(found.form.values(), least);
        assert_eq!(found.symmetry.puzzle(&puzzle), found.form);
        let count = images().filter(|image| *image == puzzle).count();
        assert_eq!(found.automorphisms, count as u128);
        let shift = Symmetry::random(&mut rng);
        let again = canonicalizer
            .puzzle_with_solution(&shift.puzzle(&puzzle), &shift.grid(&grid))
            .unwrap();
        assert_eq!(again.form, found.form);
    }
}

fn invariant<S: Shape>(puzzle: &Puzzle<S>, rounds: u64) {
    let canonicalizer = Canonicalizer::new();
    let found = canonicalizer.puzzle_without_solution(puzzle).unwrap();
    assert_eq!(found.symmetry.puzzle(puzzle), found.form);
    for seed in 0..rounds {
        let equivalent = Symmetry::random(&mut stream(seed, 80)).puzzle(puzzle);
        let again = canonicalizer.puzzle_without_solution(&equivalent).unwrap();
        assert_eq!(
            (&again.form, again.automorphisms),
            (&found.form, found.automorphisms)
        );
    }
    assert_eq!(
        canonicalizer.puzzle_without_solution(&found.form).unwrap().form,
        found.form
    );
}

#[test]
fn equivalent_puzzles_have_one_form() {
    for clues in [0, 1, 2, 5, 17, 30, 60, 81] {
        invariant(&random_puzzle::<B3x3>(clues as u64, clues), 3);
    }
    invariant(&random_puzzle::<B2x5>(1, 20), 2);
    invariant(&random_puzzle::<B2x3>(1, 10), 20);
    invariant(&Puzzle::<B3x4>::from(Grid::canonical_base()), 1);
}

#[test]
fn automorphisms_of_the_empty_puzzle_are_the_group() {
    let found = Canonicalizer::new()
        .puzzle_without_solution(&Puzzle::<B3x3>::empty())
        .unwrap();
    assert_eq!(found.automorphisms, Group::Full.order::<B3x3>().unwrap());
    assert_eq!(Group::Full.order::<B3x3>(), Some(3_359_232 * 362_880));
}

#[test]
fn too_large_and_restricted_are_refused() {
    let canonicalizer = Canonicalizer::new();
    let large = canonicalizer.grid(&Grid::<B4x4>::canonical_base());
    assert_eq!(large.unwrap_err(), CanonicalError::TooLarge(B4x4::SIZE));
    assert!(canonicalizer.grid(&Grid::<B5x5>::canonical_base()).is_err());
    let mut puzzle = Puzzle::<B3x3>::empty();
    puzzle.restrict(Cell::new(0).unwrap(), DigitSet::first(3));
    let refused = canonicalizer.puzzle_without_solution(&puzzle);
    assert_eq!(refused.unwrap_err(), CanonicalError::Restricted);
}
