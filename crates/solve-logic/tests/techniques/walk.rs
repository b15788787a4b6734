//! Techniques on the way through puzzles with one solution: what they show holds, and does not depend on how a puzzle
//! is turned or labelled.

use std::collections::HashSet;

use gridwright_fill_las_vegas::Fillable;
use gridwright_grid::rng::{below, stream};
use gridwright_grid::{B2x2, B2x3, B2x4, B2x5, B3x3, B4x4, Grid, Puzzle, Shape, Symmetry};
use gridwright_solve_logic::aic::Chains;
use gridwright_solve_logic::als::{AlsChain, AlsXyWing, AlsXz, DeathBlossom, SueDeCoq};
use gridwright_solve_logic::coloring::Coloring;
use gridwright_solve_logic::fish::Fish;
use gridwright_solve_logic::same_pair::{RemotePair, WWing};
use gridwright_solve_logic::single_digit::SingleDigit;
use gridwright_solve_logic::templates::Templates;
use gridwright_solve_logic::uniqueness::{AvoidableRectangles, UniqueRectangles};
use gridwright_solve_logic::{Board, Candidate, CellSet, Family, Kind, Step, Technique};

use crate::common::dig;

const FISH: &[Kind] = &[
    Kind::XWing,
    Kind::Swordfish,
    Kind::Jellyfish,
    Kind::FinnedXWing,
    Kind::SashimiXWing,
    Kind::FinnedSwordfish,
    Kind::SashimiSwordfish,
    Kind::FinnedJellyfish,
    Kind::SashimiJellyfish,
    Kind::SiameseFinnedSwordfish,
    Kind::SiameseSashimiSwordfish,
    Kind::FrankenXWing,
    Kind::FinnedFrankenXWing,
    Kind::FrankenSwordfish,
    Kind::FinnedFrankenSwordfish,
];

const BIG_FISH: &[Kind] = &[
    Kind::SiameseFinnedJellyfish,
    Kind::SiameseSashimiJellyfish,
    Kind::FrankenJellyfish,
    Kind::FinnedFrankenJellyfish,
    Kind::SiameseFinnedFrankenSwordfish,
    Kind::SiameseFinnedFrankenJellyfish,
    Kind::FinnedMutantJellyfish,
    Kind::SiameseFinnedMutantJellyfish,
];

const RECTANGLES: &[Kind] = &[
    Kind::UniqueRectangle1,
    Kind::UniqueRectangle2,
    Kind::UniqueRectangle3,
    Kind::UniqueRectangle4,
    Kind::UniqueRectangle5,
    Kind::UniqueRectangle6,
    Kind::HiddenRectangle,
];

fn techniques() -> Vec<Box<dyn Technique>> {
    let one_digit = &[
        Kind::Skyscraper,
        Kind::TwoStringKite,
        Kind::EmptyRectangle,
        Kind::TurbotFish,
        Kind::DualTwoStringKite,
        Kind::DualEmptyRectangle,
    ];
    let colors = &[
        Kind::SimpleColorsTrap,
        Kind::SimpleColorsWrap,
        Kind::MultiColors1,
        Kind::MultiColors2,
    ];
    let avoidable = &[Kind::AvoidableRectangle1, Kind::AvoidableRectangle2];
    vec![
        Box::new(Fish::new(FISH)),
        Box::new(SingleDigit::new(one_digit).with_pairs()),
        Box::new(Coloring::new(colors)),
        Box::new(RemotePair),
        Box::new(WWing),
        Box::new(UniqueRectangles::new(RECTANGLES)),
        Box::new(UniqueRectangles::new(RECTANGLES).complete()),
        Box::new(AvoidableRectangles::new(avoidable)),
        Box::new(Templates),
    ]
}

fn chains() -> Vec<Box<dyn Technique>> {
    vec![
        Box::new(Chains::of_digit()),
        Box::new(Chains::of_bivalues()),
        Box::new(Chains::of_candidates()),
        Box::new(Chains::of_groups()),
        Box::new(Chains::of_sets()),
        Box::new(Chains::of_digit().complete()),
        Box::new(Chains::of_sets().complete()),
    ]
}

fn sets() -> Vec<Box<dyn Technique>> {
    vec![
        Box::new(AlsXz::default()),
        Box::new(AlsXz::overlapping()),
        Box::new(AlsXyWing::default()),
        Box::new(AlsXyWing::overlapping()),
        Box::new(AlsChain::default()),
        Box::new(AlsChain::overlapping()),
        Box::new(DeathBlossom::default()),
        Box::new(DeathBlossom::overlapping()),
        Box::new(SueDeCoq::default()),
    ]
}

fn check<S: Shape>(step: &Step, board: &Board, grid: &Grid<S>) {
    let holds = |candidate: &Candidate| grid.values()[usize::from(candidate.cell)] == candidate.digit.get();
    assert!(!step.is_empty(), "{step:?}");
    assert!(step.placements.iter().all(holds), "{board:?} {step:?}");
    assert!(!step.eliminations.iter().any(holds), "{board:?} {step:?}");
    assert!(step.eliminations.iter().all(|&gone| board.has(gone)), "{step:?}");
    assert!(step.eliminations.is_sorted(), "{step:?}");
    assert!(
        step.placements.iter().all(|&placed| board.has(placed)),
        "{step:?}"
    );
    assert_ne!(step.pattern.digits, 0, "{step:?}");
    if step.kind.family() == Family::Fish {
        check_fish(step, board);
    }
    if matches!(step.kind.family(), Family::Chain | Family::AlmostLockedSet) {
        check_chain(step, grid);
    }
}

/// Assertions alternate, and what follows from what is the case is the case.
fn check_chain<S: Shape>(step: &Step, grid: &Grid<S>) {
    for chain in &step.pattern.chains {
        let is_true = |index: usize| {
            let assertion = &chain[index];
            let has = |cell| grid.values()[usize::from(cell)] == assertion.digit + 1;
            assertion.cells.iter().any(has) == assertion.on
        };
        for (index, assertion) in chain.iter().enumerate().skip(1) {
            assert_eq!(assertion.parents, [index as u16 - 1], "{step:?}");
            assert_ne!(assertion.on, chain[index - 1].on, "{step:?}");
            assert!(!is_true(index - 1) || is_true(index), "{step:?}");
        }
        assert_eq!(step.pattern.complexity as usize, chain.len(), "{step:?}");
    }
}

/// By the definition: without the fins the covers hold all of the bases, and what goes sees every fin.
fn check_fish(step: &Step, board: &Board) {
    let layout = board.layout();
    let pattern = &step.pattern;
    let is_siamese = step.kind.name().starts_with("Siamese");
    assert_eq!(
        pattern.houses.len() == pattern.covers.len(),
        !is_siamese,
        "{step:?}"
    );
    let count = |houses: &[u8], cell: u8| {
        let holds = |house: &&u8| layout.house_sets[usize::from(**house)].contains(cell);
        houses.iter().filter(holds).count()
    };
    let fins: Vec<u8> = pattern.fins.iter().map(|fin| fin.cell).collect();
    for cell in board.cells_of(pattern.digits.trailing_zeros() as usize) {
        let bases = count(&pattern.houses, cell);
        let in_pattern = pattern.cells.contains(&cell) || fins.contains(&cell);
        assert_eq!(bases > 0, in_pattern, "{step:?}");
        assert!(
            bases <= count(&pattern.covers, cell) || fins.contains(&cell),
            "{step:?}"
        );
    }
    for gone in &step.eliminations {
        let peers = layout.peers[usize::from(gone.cell)];
        let surplus = count(&pattern.covers, gone.cell) > count(&pattern.houses, gone.cell);
        assert!(
            surplus && (is_siamese || fins.iter().all(|&fin| peers.contains(fin))),
            "{step:?}"
        );
    }
}

/// Applies steps at random, and shows cells where there is none; the kinds that were seen.
fn walk<S: Fillable>(seed: u64, removed: usize, techniques: &mut [Box<dyn Technique>], seen: &mut Vec<Kind>) {
    let (grid, puzzle) = dig::<S>(seed, removed);
    let mut rng = stream(12, seed);
    let mut board = Board::new(&puzzle).unwrap();
    while !board.is_solved() {
        let mut steps = Vec::new();
        for technique in &mut *techniques {
            let found = technique.all(&board);
            assert!(found.iter().all(|step| technique.kinds().contains(&step.kind)));
            assert_eq!(technique.first(&board).as_ref(), found.first());
            steps.extend(found);
        }
        for step in &steps {
            check(step, &board, &grid);
            if !seen.contains(&step.kind) {
                seen.push(step.kind);
            }
        }
        if !steps.is_empty() && below(&mut rng, 3) > 0 {
            steps[below(&mut rng, steps.len() as u32) as usize]
                .apply(&mut board)
                .unwrap();
        } else {
            let empty = board.empty();
            let cell = empty
                .iter()
                .nth(below(&mut rng, empty.len() as u32) as usize)
                .unwrap();
            board.place(Candidate::new(
                cell,
                usize::from(grid.values()[usize::from(cell)]) - 1,
            ));
        }
    }
}

#[test]
fn steps_hold() {
    let mut seen = Vec::new();
    for seed in 0..20 {
        walk::<B3x3>(seed, 60, &mut techniques(), &mut seen);
    }
    for seed in 0..5 {
        walk::<B2x3>(seed, 30, &mut techniques(), &mut seen);
    }
    walk::<B2x5>(1, 55, &mut techniques(), &mut seen);
    let rare = [Kind::DualTwoStringKite, Kind::UniqueRectangle5];
    for kind in techniques().iter().flat_map(|technique| technique.kinds()) {
        assert!(
            seen.contains(kind) || rare.contains(kind),
            "{kind} was never seen"
        );
    }
}

/// Walks puzzles of 3x3 boxes with those seeds, then some of other shapes; the kinds that were seen.
fn walk_all(
    techniques: fn() -> Vec<Box<dyn Technique>>,
    seeds: std::ops::Range<u64>,
    removed: usize,
) -> Vec<Kind> {
    let mut seen = Vec::new();
    for seed in seeds {
        walk::<B3x3>(seed, removed, &mut techniques(), &mut seen);
    }
    walk::<B2x2>(1, 12, &mut techniques(), &mut seen);
    walk::<B2x3>(2, 24, &mut techniques(), &mut seen);
    walk::<B2x4>(3, 36, &mut techniques(), &mut seen);
    seen
}

#[test]
fn chains_hold() {
    let seen = walk_all(chains, 0..3, 56);
    assert_eq!(seen.len(), 8, "{seen:?}");
}

#[test]
fn chains_and_sets_of_16_digits_hold() {
    let (grid, puzzle) = dig::<B4x4>(1, 90);
    let board = Board::new(&puzzle).unwrap();
    let mut list = chains();
    list.extend([
        Box::new(AlsXz::default()) as Box<dyn Technique>,
        Box::new(SueDeCoq::default()),
    ]);
    for technique in &mut list {
        let steps = technique.all(&board);
        assert!(!steps.is_empty(), "{:?}", technique.kinds());
        for step in &steps {
            check(step, &board, &grid);
        }
    }
}

#[test]
fn almost_locked_sets_hold() {
    let seen = walk_all(sets, 0..1, 38);
    assert!(seen.len() >= 4, "{seen:?}");
}

#[test]
#[ignore = "a minute"]
fn many_chains_and_sets_hold() {
    assert_eq!(walk_all(chains, 0..60, 60).len(), 8);
    assert_eq!(walk_all(sets, 0..5, 60).len(), 5);
}

#[test]
fn large_fish_hold() {
    let mut seen = Vec::new();
    for seed in 100..102 {
        walk::<B3x3>(seed, 60, &mut [Box::new(Fish::new(BIG_FISH))], &mut seen);
    }
    assert!(seen.len() > 4, "{seen:?}");
}

#[test]
#[ignore = "a minute or two"]
fn many_steps_hold() {
    let mut seen = Vec::new();
    for seed in 1000..1500 {
        walk::<B3x3>(seed, 60, &mut techniques(), &mut seen);
    }
    walk::<B4x4>(1, 110, &mut techniques(), &mut seen);
    for kind in techniques().iter().flat_map(|technique| technique.kinds()) {
        assert!(seen.contains(kind), "{kind} was never seen");
    }
}

/// How many candidates go by each kind.
fn removed<S: Shape>(techniques: &mut [Box<dyn Technique>], puzzle: &Puzzle<S>) -> Vec<(Kind, usize)> {
    let board = Board::new(puzzle).unwrap();
    let mut list = Vec::new();
    for technique in techniques {
        let steps = technique.all(&board);
        for &kind in technique.kinds() {
            let mut gone: Vec<_> = steps
                .iter()
                .filter(|step| step.kind == kind)
                .flat_map(|step| step.eliminations.iter().chain(&step.placements))
                .collect();
            gone.sort_unstable();
            gone.dedup();
            list.push((kind, gone.len()));
        }
    }
    list
}

/// Puzzles with those seeds lose the same, however turned; in how many cases a kind removes anything.
fn lose_the_same(mut techniques: Vec<Box<dyn Technique>>, seeds: std::ops::Range<u64>) -> usize {
    let mut kinds = 0;
    for seed in seeds {
        let (_, puzzle) = dig::<B3x3>(seed, 48);
        let expected = removed(&mut techniques, &puzzle);
        kinds += expected.iter().filter(|(_, count)| *count > 0).count();
        for i in 0..4 {
            let other = Symmetry::random(&mut stream(seed, i)).puzzle(&puzzle);
            assert_eq!(removed(&mut techniques, &other), expected, "{puzzle} {other}");
        }
    }
    kinds
}

#[test]
fn equivalents_lose_the_same() {
    let kinds = lose_the_same(techniques(), 0..20);
    assert!(kinds > 100, "{kinds}");
}

/// Ascending choices of so many indices below n.
fn choices(n: usize, size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let with_last = |last| {
        choices(last, size - 1).into_iter().map(move |mut choice| {
            choice.push(last);
            choice
        })
    };
    (0..n).flat_map(with_last).collect()
}

/// The cells in at least one and in at least two of the chosen sets.
fn once_and_twice(houses: &[CellSet], choice: &[usize]) -> (CellSet, CellSet) {
    choice
        .iter()
        .fold((CellSet::EMPTY, CellSet::EMPTY), |(once, twice), &index| {
            (once | houses[index], twice | once & houses[index])
        })
}

/// What all fish of a digit and size remove, each by the definition, with rows or columns and boxes as base sets.
fn all_fish(board: &Board, digit: usize, size: usize, kinds: [usize; 2], found: &mut HashSet<CellSet>) {
    let layout = board.layout();
    let all = board.cells_of(digit);
    let [under, over] = kinds.map(|kind| -> Vec<CellSet> {
        let numbers = (0..layout.side).chain(kind * layout.side..(kind + 1) * layout.side);
        let cells = numbers.map(|house| layout.house_sets[house] & all);
        cells.filter(|cells| !cells.is_empty()).collect()
    });
    for bases in choices(under.len(), size) {
        let (based, endo) = once_and_twice(&under, &bases);
        if endo.len() > 2 {
            continue;
        }
        for covers in choices(over.len(), size) {
            let (covered, doubly) = once_and_twice(&over, &covers);
            let exo = based.without(covered | endo);
            let gone = covered.without(based) | (based & doubly).without(endo);
            let gone = gone & layout.common_peers(exo | endo);
            let are_apart = covers
                .iter()
                .all(|&cover| bases.iter().all(|&base| over[cover] != under[base]));
            if exo.len() <= 5
                && are_apart
                && !gone.is_empty()
                && covers.iter().all(|&it| over[it].meets(based))
            {
                found.insert(gone);
            }
        }
    }
}

#[test]
fn fish_are_those_of_the_definition() {
    let (mut count, mut reducible) = (0, 0);
    for seed in 200..206 {
        let (_, puzzle) = dig::<B3x3>(seed, 50);
        let board = Board::new(&puzzle).unwrap();
        let steps = Fish::new(FISH).all(&board);
        for digit in 0..9 {
            let mut defined = HashSet::new();
            for size in [2, 3] {
                all_fish(&board, digit, size, [1, 2], &mut defined);
                all_fish(&board, digit, size, [2, 1], &mut defined);
            }
            let of_digit = steps.iter().filter(|step| step.pattern.digits == 1 << digit);
            let shown: HashSet<CellSet> = of_digit
                .filter(|step| !step.kind.name().starts_with("Siamese"))
                .map(|step| step.eliminations.iter().map(|gone| gone.cell).collect())
                .collect();
            assert!(shown.is_subset(&defined), "{puzzle} {digit}");
            count += shown.len();
            reducible += defined.len() - shown.len();
            // What more there is goes by an intersection as well.
            let sum = |sets: &HashSet<CellSet>| sets.iter().fold(CellSet::EMPTY, |sum, &set| sum | set);
            for cell in sum(&defined).without(sum(&shown)) {
                let peers = board.layout().peers[usize::from(cell)];
                let mut houses = board.layout().house_sets[..27]
                    .iter()
                    .map(|&house| house & board.cells_of(digit));
                assert!(
                    houses.any(|house| !house.is_empty() && house.is_subset(peers)),
                    "{puzzle} {digit} {cell}"
                );
            }
        }
    }
    assert!(count > 50 && reducible > 0, "{count} {reducible}");
}

#[test]
fn equivalents_lose_the_same_by_chains_and_sets() {
    let complete = [
        Chains::of_digit(),
        Chains::of_bivalues(),
        Chains::of_candidates(),
        Chains::of_groups(),
        Chains::of_sets(),
    ];
    let mut list = sets();
    for chains in complete {
        list.push(Box::new(chains.complete()));
    }
    let kinds = lose_the_same(list, 0..5);
    assert!(kinds > 25, "{kinds}");
}
