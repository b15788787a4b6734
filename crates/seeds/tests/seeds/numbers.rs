//! One number for every game.

use std::collections::HashSet;
use std::sync::LazyLock;

use gridwright_grid::rng::stream;
use gridwright_grid::{
    B2x2, B2x3, B3x3, B4x4, Cell, Grid, Group, Outcome, PatternSymmetry, Puzzle, Shape, SolverExt, Symmetry,
};
use gridwright_seeds::{Collection, Game, Refused};
use gridwright_solve_bits::Bits;
use proptest::prelude::*;

use crate::{USUAL, game};

/// A collection of these seeds.
#[track_caller]
fn collection<S: Shape>(group: Group, seeds: &[Game<S>]) -> Collection<S> {
    let mut collection = Collection::new(group);
    for seed in seeds {
        collection.push(seed.clone()).unwrap();
    }
    collection
}

/// How many games, and how many of each seed.
fn counts<S: Shape>(collection: &Collection<S>) -> (u128, Vec<u128>) {
    let of_seed = |seed| collection.numbers(seed);
    let counts = (0..collection.len())
        .map(of_seed)
        .map(|range| range.end - range.start);
    (collection.games(), counts.collect())
}

/// Numbers are those of the orbits: each member once, and no other puzzle.
#[track_caller]
fn numbers_are_the_orbits(group: Group, seeds: &[&str], expected: &[u128]) {
    let seeds: Vec<_> = seeds.iter().map(|puzzle| game::<B2x2>(puzzle)).collect();
    let collection = collection(group, &seeds);
    let (games, of_seed) = counts(&collection);
    assert_eq!((of_seed.as_slice(), games), (expected, expected.iter().sum()));
    let mut numbered = HashSet::new();
    for number in 0..games {
        let variation = collection.unrank(number).unwrap();
        assert!(collection.numbers(variation.seed).contains(&number));
        assert_eq!(collection.place(number), Some(variation.seed));
        assert_eq!(collection.rank(&variation.game), Some(number));
        assert_eq!(seeds[variation.seed].varied(&variation.symmetry), variation.game);
        assert!(
            numbered.insert(variation.game.puzzle().to_string()),
            "{number} is there twice"
        );
    }
    assert!(collection.unrank(games).is_none() && collection.place(games).is_none());
    let order = group.order::<B2x2>().unwrap();
    let elements = (0..order).map(|i| group.unrank::<B2x2>(i).unwrap());
    let orbits = elements.flat_map(|element| {
        let images = seeds.iter().map(|seed| element.puzzle(seed.puzzle()).to_string());
        images.collect::<Vec<_>>()
    });
    assert_eq!(numbered, orbits.collect());
}

#[test]
fn all_numbers_at_2x2() {
    // Of the rotations, flips and exchanges of digits 1, 2 and 4 keep them; of all symmetries 1, 2, 4, 8.
    let two = ["......1223......", "....3..2.14.....", ".2....1....34..."];
    let seeds = ["1..4....23......", two[0], two[1], two[2], "..3...1221...3.."];
    numbers_are_the_orbits(Group::Simple, &seeds, &[192, 96, 96, 96, 48]);
    numbers_are_the_orbits(Group::Full, &seeds, &[3072, 1536, 768, 384, 768]);
}

/// A puzzle that a symmetry of the base grid keeps: cells that it moves to each other go together.
fn kept_by(symmetry: &Symmetry) -> Game {
    let mut solver = Bits::default();
    let mut puzzle = Puzzle::from(Grid::<B3x3>::canonical_base());
    for cell in Cell::all() {
        let mut fewer = puzzle.clone();
        let mut moved = cell;
        loop {
            fewer.set(moved, None);
            moved = symmetry.source(moved);
            if moved == cell {
                break;
            }
        }
        if matches!(solver.solve(&fewer), Outcome::Unique(_)) {
            puzzle = fewer;
        }
    }
    assert_eq!(symmetry.puzzle(&puzzle), puzzle);
    assert!(puzzle.clues() < 60);
    Game::new(puzzle, &mut solver).unwrap()
}

/// A usual puzzle, two that are kept, by half a turn and by three symmetries in all, and a solved grid.
static SEEDS: LazyLock<[Game; 4]> = LazyLock::new(|| {
    let base = Puzzle::from(Grid::canonical_base());
    let turns = Group::Simple.stabiliser(&base).unwrap().elements;
    let half_turn = turns
        .into_iter()
        .find(|element| *element != Symmetry::identity())
        .unwrap();
    let all = Group::Full.stabiliser(&base).unwrap().elements;
    let of_order_three = all.into_iter().find(|element| {
        *element != Symmetry::identity() && element.then(element).then(element) == Symmetry::identity()
    });
    [
        game(USUAL),
        kept_by(&half_turn),
        kept_by(&of_order_three.unwrap()),
        game(&base.to_string()),
    ]
});

static SIMPLE: LazyLock<Collection> = LazyLock::new(|| collection(Group::Simple, &*SEEDS));
static FULL: LazyLock<Collection> = LazyLock::new(|| collection(Group::Full, &*SEEDS));

#[test]
fn symmetric_seeds_have_fewer_games() {
    assert!(PatternSymmetry::Rotational2.keeps(SEEDS[1].puzzle()));
    assert_eq!(
        counts(&*SIMPLE),
        (8_709_120, vec![2_903_040, 1_451_520, 2_903_040, 1_451_520])
    );
    let all = 3_359_232 * 362_880;
    assert_eq!(counts(&*FULL).1, [all, all / 2, all / 3, all / 54]);
}

#[test]
fn pinned() {
    let line = |collection: &Collection, number| collection.unrank(number).unwrap().game.puzzle().to_string();
    assert_eq!(line(&SIMPLE, 0), USUAL);
    let element = Group::Simple.unrank(1_000_000).unwrap();
    assert_eq!(
        line(&SIMPLE, 1_000_000),
        element.puzzle(SEEDS[0].puzzle()).to_string()
    );
    let numbers = [
        (&*SIMPLE, 1_000_000),
        (&*SIMPLE, 4_000_000),
        (&*FULL, 2_000_000_000_000),
    ];
    assert_eq!(
        numbers.map(|(collection, number)| line(collection, number)),
        [
            "46..1....2..479....18....5.5...8...67..3.1..93...5...1.5....14....247..5....6..32",
            ".....278.....8569.....9.42...1.238....3...9....791.2...16.3.....3457.....781.....",
            "985.462..764.139..231.587..198.6.4.2576.3.1.9423.8.5.7642...875319...624857...391",
        ]
    );
}

/// Every tenth of a percent.
#[test]
fn back_and_forth() {
    for collection in [&*SIMPLE, &*FULL] {
        let games = collection.games();
        for number in (0..1000).map(|i| games / 1000 * i).chain([games - 1]) {
            let variation = collection.unrank(number).unwrap();
            assert_eq!(collection.rank(&variation.game), Some(number));
        }
    }
}

proptest! {
    #[test]
    fn any_variation_has_the_number_of_its_equal(seed in 0_usize..4, number: u64, kept: usize) {
        for collection in [&*SIMPLE, &*FULL] {
            // Whatever makes it, it is the same game.
            let element = collection.group().random(&mut stream(number, 0));
            let all = collection.group().stabiliser(SEEDS[seed].puzzle()).unwrap().elements;
            let twin = all[kept % all.len()].then(&element);
            let game = SEEDS[seed].varied(&element);
            prop_assert_eq!(&SEEDS[seed].varied(&twin), &game);
            let rank = collection.rank(&game).unwrap();
            prop_assert!(collection.numbers(seed).contains(&rank));
            prop_assert_eq!(collection.unrank(rank).unwrap().game, game);
            let random = collection.random(&mut stream(number, 1)).unwrap();
            prop_assert_eq!(collection.rank(&collection.unrank(random).unwrap().game), Some(random));
        }
    }
}

#[test]
fn equivalents_are_refused() {
    let turned = SEEDS[1].varied(&Group::Simple.unrank(2_000_000).unwrap());
    let mixed = SEEDS[1].varied(&Symmetry::random(&mut stream(3, 0)));
    let mut collection = SIMPLE.clone();
    assert_eq!(collection.push(turned.clone()), Err(Refused::Equivalent(1)));
    assert_eq!(collection.rank(&mixed), None);
    assert_eq!(collection.push(mixed.clone()), Ok(()));
    assert_eq!(
        (collection.len(), collection.numbers(4)),
        (5, 8_709_120..11_612_160)
    );
    let mut collection = FULL.clone();
    assert_eq!(collection.push(turned), Err(Refused::Equivalent(1)));
    let refused = collection.push(mixed).unwrap_err();
    assert_eq!(refused.to_string(), "equivalent to seed 2");
    assert_eq!((collection.len(), collection.numbers(4)), (4, 0..0));
}

/// What a text on seed puzzles counts as 58,060,800,000: it takes rotations and flips for 16, and they are 8.
#[test]
fn ten_thousand_seeds() {
    let mut collection = Collection::new(Group::Simple);
    let mut rng = stream(1, 0);
    while collection.len() < 10_000 {
        // Other lines and chutes are another seed to the simple group, mostly.
        let _ = collection.push(SEEDS[0].varied(&Symmetry::random(&mut rng)));
    }
    assert_eq!(collection.games(), 29_030_400_000);
    let number = 12_345_678_901;
    let variation = collection.unrank(number).unwrap();
    assert_eq!(
        (variation.seed as u128, collection.rank(&variation.game)),
        (number / 2_903_040, Some(number))
    );
}

#[test]
fn other_shapes() {
    let base = game::<B2x3>(&Grid::<B2x3>::canonical_base().to_string());
    for group in [Group::Simple, Group::Full] {
        let collection = collection(group, std::slice::from_ref(&base));
        for number in (0..collection.games()).step_by(997) {
            let variation = collection.unrank(number).unwrap();
            assert_eq!(collection.rank(&variation.game), Some(number));
        }
    }
    let big = game::<B4x4>(&Grid::<B4x4>::canonical_base().to_string());
    let collection = collection(Group::Simple, std::slice::from_ref(&big));
    let last = collection.games() - 1;
    assert_eq!(
        collection.rank(&collection.unrank(last).unwrap().game),
        Some(last)
    );
    let refused = Collection::new(Group::Full).push(big).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "boxes of 4x4 have too many symmetries for a canonical form"
    );
}

#[test]
fn no_seeds_no_games() {
    let none = Collection::<B3x3>::new(Group::Simple);
    assert!(none.is_empty() && none.games() == 0 && none.unrank(0).is_none());
    assert_eq!(
        (none.random(&mut stream(1, 0)), none.rank(&SEEDS[0])),
        (None, None)
    );
}
