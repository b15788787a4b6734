//! The symmetries form a group that acts on grids and puzzles, numbered without gaps.

use gridwright_grid::rng::{below, stream};
use gridwright_grid::{
    B2x2, B2x3, B3x3, B5x5, Cell, Digit, DigitSet, Flat, Grid, Group, Puzzle, Rank, SHAPES, Shape, Symmetry,
    SymmetryError, WithShape, with_shape,
};

/// A puzzle with some givens and some restrictions.
fn puzzle<S: Shape>(seed: u64) -> Puzzle<S> {
    let mut rng = stream(seed, 5);
    let mut puzzle = Puzzle::empty();
    for cell in Cell::<S>::all() {
        match below(&mut rng, 4) {
            0 => puzzle.set(cell, Digit::new(below(&mut rng, S::SIDE as u32) as u8 + 1)),
            1 => puzzle.restrict(cell, DigitSet::from_bits(below(&mut rng, 1 << 25))),
            _ => {}
        }
    }
    puzzle
}

struct Acts;
impl WithShape for Acts {
    type Output = ();
    fn run<S: Shape>(self) {
        let base = Grid::<S>::canonical_base();
        let identity = Symmetry::<S>::identity();
        assert_eq!(identity.rank(), Rank { cells: 0, digits: 0 });
        for seed in 0..30 {
            let mut rng = stream(seed, 1);
            let [a, b, c] = [(); 3].map(|()| Symmetry::<S>::random(&mut rng));
            assert_eq!(a.then(&b).then(&c), a.then(&b.then(&c)));
            assert_eq!(a.then(&a.inverse()), identity);
            assert_eq!(a.inverse().then(&a), identity);
            assert_eq!(a.then(&identity), a);
            assert_eq!(a.then(&b).inverse(), b.inverse().then(&a.inverse()));

            let image = a.grid(&base);
            assert_eq!(Grid::from_values(image.values()), Ok(image));
            assert_eq!(b.grid(&image), a.then(&b).grid(&base));
            let puzzle = puzzle::<S>(seed);
            let moved = a.puzzle(&puzzle);
            assert_eq!(b.puzzle(&moved), a.then(&b).puzzle(&puzzle));
            assert_eq!(a.inverse().puzzle(&moved), puzzle);
            assert_eq!(moved.clues(), puzzle.clues());
            assert_eq!(moved.conflicts().is_empty(), puzzle.conflicts().is_empty());
            for cell in Cell::<S>::all() {
                assert_eq!(
                    moved.candidates(cell),
                    a.digits(puzzle.candidates(a.source(cell)))
                );
            }
            // A pattern moves as the cells do.
            let mut pattern = S::CellArray::filled(false);
            for (slot, &value) in pattern.flat_mut().iter_mut().zip(puzzle.values()) {
                *slot = value != 0;
            }
            let moved_pattern = a.move_cells(&pattern);
            assert!(
                moved_pattern
                    .flat()
                    .iter()
                    .zip(moved.values())
                    .all(|(&given, &value)| given == (value != 0))
            );

            assert_eq!(Symmetry::unrank(a.rank()), Some(a));
            assert_eq!(
                Symmetry::new(a.is_transposed(), a.rows(), a.columns(), a.labels()),
                Ok(a)
            );
            if let Some(index) = Group::Full.rank(&a) {
                assert_eq!(Group::Full.unrank(index), Some(a));
            }
        }
        let last = Rank {
            cells: Symmetry::<S>::CELL_ORDER - 1,
            digits: Symmetry::<S>::DIGIT_ORDER - 1,
        };
        assert_eq!(
            Symmetry::<S>::unrank(last).map(|symmetry| symmetry.rank()),
            Some(last)
        );
        let beyond = Rank {
            cells: Symmetry::<S>::CELL_ORDER,
            digits: 0,
        };
        assert_eq!(Symmetry::<S>::unrank(beyond), None);

        let turns = if S::BOX_ROWS == S::BOX_COLUMNS { 8 } else { 4 };
        assert_eq!(
            Group::Simple.order::<S>(),
            Some(turns * Symmetry::<S>::DIGIT_ORDER)
        );
        assert_eq!(Symmetry::<S>::rotation(1).is_some(), turns == 8);
        assert_eq!(Symmetry::<S>::transposition().is_some(), turns == 8);
        let mut seen = Vec::new();
        for turn in 0..turns {
            let index = turn * Symmetry::<S>::DIGIT_ORDER + turn;
            let element = Group::Simple.unrank::<S>(index).unwrap();
            assert_eq!(Group::Simple.rank(&element), Some(index));
            assert!(!seen.contains(&element.rank().cells));
            seen.push(element.rank().cells);
        }
        assert_eq!(
            Group::Simple.unrank::<S>(turns * Symmetry::<S>::DIGIT_ORDER),
            None
        );
    }
}

#[test]
fn a_group_that_acts_at_every_shape() {
    for &size in SHAPES {
        with_shape(size, Acts).unwrap();
    }
}

#[test]
fn every_number_is_another_element() {
    let mut images = std::collections::HashSet::new();
    // Without a symmetry of its own: as many images as elements.
    let puzzle: Puzzle<B2x2> = "12..3....4.1....".parse().unwrap();
    assert_eq!(Group::Full.stabiliser(&puzzle).unwrap().order(), 1);
    let order = Group::Full.order::<B2x2>().unwrap();
    assert_eq!(order, 128 * 24);
    for index in 0..order {
        let element = Group::Full.unrank::<B2x2>(index).unwrap();
        assert_eq!(Group::Full.rank(&element), Some(index));
        images.insert(element.puzzle(&puzzle).to_string());
    }
    assert_eq!(images.len() as u128, order);
}

#[test]
fn orders() {
    assert_eq!(Symmetry::<B3x3>::CELL_ORDER, 3_359_232);
    assert_eq!(Group::Full.order::<B3x3>(), Some(3_359_232 * 362_880));
    assert_eq!(Group::Simple.order::<B3x3>(), Some(2_903_040));
    assert_eq!(Group::Full.order::<B2x3>(), Some(48 * 72 * 720));
    // Beyond 128 bits.
    assert_eq!(Group::Full.order::<B5x5>(), None);
    assert!(Group::Full.unrank::<B5x5>(u128::MAX).is_some());
}

#[test]
fn turns_by_hand() {
    let grid: Grid<B2x2> = "1234341221434321".parse().unwrap();
    let words = |symmetry: Symmetry<B2x2>| symmetry.grid(&grid).to_string();
    assert_eq!(words(Symmetry::flip_rows()), "4321214334121234");
    assert_eq!(words(Symmetry::flip_columns()), "4321214334121234");
    assert_eq!(words(Symmetry::transposition().unwrap()), "1324241331424231");
    assert_eq!(words(Symmetry::rotation(1).unwrap()), "4231314224131324");
    assert_eq!(words(Symmetry::rotation(2).unwrap()), "1234341221434321");
    assert_eq!(
        words(Symmetry::rotation(3).unwrap()),
        words(Symmetry::rotation(1).unwrap().inverse())
    );
    assert_eq!(
        words(Symmetry::relabelling(&[2, 1, 3, 4]).unwrap()),
        "2134342112434312"
    );
}

#[test]
fn stabilisers_of_the_simple_group() {
    // A half turn keeps it once 1 and 2 are exchanged; 3 and 4 are not used, so either order of them does.
    let puzzle: Puzzle<B2x2> = "1..............2".parse().unwrap();
    let stabiliser = Group::Simple.stabiliser(&puzzle).unwrap();
    assert_eq!(stabiliser.interchanges, 2);
    // The two diagonals, the half turn and the identity.
    assert_eq!(stabiliser.elements.len(), 4);
    assert_eq!(stabiliser.order(), 8);
    let order = Group::Simple.order::<B2x2>().unwrap();
    let keep = (0..order).filter(|&index| Group::Simple.unrank(index).unwrap().puzzle(&puzzle) == puzzle);
    assert_eq!(keep.count(), 8);

    // Restricted to two digits in one corner: the diagonal through it, with those two kept or exchanged.
    let mut puzzle = Puzzle::<B2x2>::empty();
    puzzle.restrict(Cell::at(0, 0).unwrap(), DigitSet::first(2));
    let stabiliser = Group::Simple.stabiliser(&puzzle).unwrap();
    assert_eq!((stabiliser.elements.len(), stabiliser.interchanges), (2, 4));
    let keep = (0..order).filter(|&index| Group::Simple.unrank(index).unwrap().puzzle(&puzzle) == puzzle);
    assert_eq!(keep.count(), 8);
}

#[test]
fn random_turns_are_uniform() {
    // All 192 elements of the simple group at 2x2: 191 degrees of freedom; 294 is exceeded once in a million.
    let n = 19_200;
    let mut counts = vec![0_u32; 192];
    let mut rng = stream(7, 0);
    for _ in 0..n {
        let element: Symmetry<B2x2> = Group::Simple.random(&mut rng);
        counts[Group::Simple.rank(&element).unwrap() as usize] += 1;
    }
    let chi2: f64 = counts
        .iter()
        .map(|&count| (f64::from(count) - 100.0).powi(2) / 100.0)
        .sum();
    assert!(chi2 < 294.0, "{chi2}");
}

#[test]
fn wrong_parts() {
    let one_to_six = [1, 2, 3, 4, 5, 6];
    let counted = [0, 1, 2, 3, 4, 5];
    let new = Symmetry::<B2x3>::new;
    assert_eq!(
        new(true, &counted, &counted, &one_to_six)
            .unwrap_err()
            .to_string(),
        "boxes of 2x3 are not square: no transposition"
    );
    assert_eq!(
        new(false, &[0, 2, 1, 3, 4, 5], &counted, &one_to_six),
        Err(SymmetryError::Rows)
    );
    assert_eq!(
        new(false, &counted[..5], &counted, &one_to_six),
        Err(SymmetryError::Rows)
    );
    assert_eq!(
        new(false, &counted, &[0, 1, 3, 2, 4, 5], &one_to_six),
        Err(SymmetryError::Columns)
    );
    assert_eq!(
        new(false, &counted, &[0, 0, 1, 3, 4, 5], &one_to_six),
        Err(SymmetryError::Columns)
    );
    assert_eq!(
        new(false, &counted, &counted, &[1, 2, 3, 4, 5, 5]),
        Err(SymmetryError::Labels)
    );
    assert_eq!(
        new(false, &[9; 6], &counted, &one_to_six),
        Err(SymmetryError::Rows)
    );
}

#[test]
fn random_elements_are_uniform() {
    // All 3072 elements at 2x2: 3071 degrees of freedom; 3450 is exceeded once in a million.
    let n = 307_200;
    let mut counts = vec![0_u32; 3072];
    let mut rng = stream(6, 0);
    for _ in 0..n {
        let element = Symmetry::<B2x2>::random(&mut rng);
        counts[Group::Full.rank(&element).unwrap() as usize] += 1;
    }
    let chi2: f64 = counts
        .iter()
        .map(|&count| (f64::from(count) - 100.0).powi(2) / 100.0)
        .sum();
    assert!(chi2 < 3450.0, "{chi2}");
}
