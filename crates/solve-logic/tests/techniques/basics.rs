//! The techniques that are no chains.

use std::collections::BTreeMap;

use gridwright_fill_las_vegas::Fillable;
use gridwright_grid::rng::{below, stream};
use gridwright_grid::{B2x2, B2x3, B2x5, B3x3, B3x4, B4x4, Puzzle, Symmetry};
use gridwright_solve_logic::aligned::AlignedExclusion;
use gridwright_solve_logic::basic_fish::BasicFish;
use gridwright_solve_logic::bug::Bug;
use gridwright_solve_logic::locked::{DirectLocked, LockedCandidates};
use gridwright_solve_logic::singles::{HiddenSingle, NakedSingle};
use gridwright_solve_logic::subsets::{DirectHiddenSubset, HiddenSubset, NakedSubset};
use gridwright_solve_logic::unique_loop::UniqueLoop;
use gridwright_solve_logic::wings::{XyWing, XyzWing};
use gridwright_solve_logic::{Board, Candidate, Kind, Technique};

use crate::common::{self, dig};

#[test]
fn library_cases() {
    let mut cases: Vec<(&str, Box<dyn Technique>)> = vec![
        ("0000", Box::new(HiddenSingle)),
        ("0002", Box::new(HiddenSingle)),
        ("0003", Box::new(NakedSingle)),
        ("0100", Box::new(LockedCandidates)),
        ("0101", Box::new(LockedCandidates)),
        ("0110", Box::new(NakedSubset::locked(2))),
        ("0111", Box::new(NakedSubset::locked(3))),
        ("0200", Box::new(NakedSubset::new(2))),
        ("0201", Box::new(NakedSubset::new(3))),
        ("0202", Box::new(NakedSubset::new(4))),
        ("0210", Box::new(HiddenSubset::new(2))),
        ("0211", Box::new(HiddenSubset::new(3))),
        ("0212", Box::new(HiddenSubset::new(4))),
        ("0300", Box::new(BasicFish::new(2))),
        ("0301", Box::new(BasicFish::new(3))),
        ("0302", Box::new(BasicFish::new(4))),
        ("0610", Box::new(Bug::default())),
        ("0800", Box::new(XyWing)),
        ("0801", Box::new(XyzWing)),
    ];
    let mut failed = Vec::new();
    for (code, technique) in &mut cases {
        let cases = common::cases(code, None);
        failed.extend(
            cases
                .iter()
                .filter_map(|case| common::check(case, technique.as_mut()).err()),
        );
    }
    assert!(failed.is_empty(), "{} fail:\n{}", failed.len(), failed.join("\n"));
}

/// Every technique.
fn techniques() -> Vec<Box<dyn Technique>> {
    let mut all: Vec<Box<dyn Technique>> = vec![
        Box::new(HiddenSingle),
        Box::new(NakedSingle),
        Box::new(LockedCandidates),
        Box::new(DirectLocked),
        Box::new(XyWing),
        Box::new(XyzWing),
        Box::new(UniqueLoop::default()),
        Box::new(Bug::default()),
    ];
    for size in 2..=3 {
        all.push(Box::new(NakedSubset::locked(size)));
        all.push(Box::new(DirectHiddenSubset::new(size)));
        all.push(Box::new(AlignedExclusion::new(size)));
    }
    for size in 2..=4 {
        all.push(Box::new(NakedSubset::new(size)));
        all.push(Box::new(HiddenSubset::new(size)));
        all.push(Box::new(BasicFish::new(size)));
    }
    all
}

/// Those that Sudoku Explainer has its own way.
fn explainer() -> Vec<Box<dyn Technique>> {
    let mut all: Vec<Box<dyn Technique>> =
        vec![Box::new(UniqueLoop::explainer()), Box::new(Bug::explainer())];
    for size in 2..=4 {
        all.push(Box::new(NakedSubset::explainer(size)));
        all.push(Box::new(HiddenSubset::explainer(size)));
        all.push(Box::new(BasicFish::explainer(size)));
    }
    all
}

/// Walks to the solution by any step, or a wrong candidate taken away where there is none; every step on the way must
/// keep the solution, change the board, and be the first if it comes first.
fn walk<S: Fillable>(seed: u64, tries: usize, seen: &mut BTreeMap<Kind, usize>) {
    let (grid, puzzle) = dig::<S>(seed, tries);
    let mut rng = stream(seed, 1);
    let mut techniques = techniques();
    techniques.extend(explainer());
    let mut board = Board::new(&puzzle).unwrap();
    let truth = |candidate: Candidate| grid.values()[usize::from(candidate.cell)] == candidate.digit.get();
    while !board.is_solved() {
        let mut steps = Vec::new();
        for technique in &mut techniques {
            let all = technique.all(&board);
            assert_eq!(technique.first(&board), all.first().cloned());
            for step in &all {
                assert!(technique.kinds().contains(&step.kind), "{step:?}");
                assert!(!step.is_empty() && !step.pattern.cells.is_empty(), "{step:?}");
                assert!(
                    step.placements.iter().all(|&placed| truth(placed)),
                    "{board:?} {step:?}"
                );
                assert!(
                    step.eliminations
                        .iter()
                        .all(|&gone| board.has(gone) && !truth(gone)),
                    "{board:?} {step:?}"
                );
                assert!(step.eliminations.is_sorted(), "{step:?}");
                *seen.entry(step.kind).or_default() += 1;
            }
            steps.extend(all);
        }
        // Rather what is rare.
        steps.sort_by_key(|step| seen[&step.kind]);
        if let Some(step) = steps.first() {
            step.apply(&mut board).unwrap();
        } else {
            let candidates = board.empty().iter().flat_map(|cell| {
                gridwright_solve_logic::bits(board.marks(cell)).map(move |digit| Candidate::new(cell, digit))
            });
            let mut wrong: Vec<_> = candidates.filter(|&candidate| !truth(candidate)).collect();
            // Towards cells with two candidates.
            let large = |gone: &Candidate| board.marks(gone.cell).count_ones() > 2;
            if wrong.iter().any(large) {
                wrong.retain(large);
            }
            board.remove(wrong[below(&mut rng, wrong.len() as u32) as usize]);
        }
    }
    assert_eq!(board.to_grid::<S>(), Some(grid));
}

#[test]
fn steps_keep_the_solution() {
    let mut seen = BTreeMap::new();
    for seed in 0..80 {
        walk::<B3x3>(seed, 81, &mut seen);
    }
    for kind in techniques().iter().flat_map(|technique| technique.kinds()) {
        let rare = [
            Kind::UniqueLoop2,
            Kind::UniqueLoop3,
            Kind::Bug2,
            Kind::Bug3,
            Kind::Bug4,
        ];
        assert!(seen.contains_key(kind) || rare.contains(kind), "no {kind}");
    }
}

#[test]
#[ignore = "takes a minute"]
fn rare_steps_keep_the_solution() {
    let mut seen = BTreeMap::new();
    for seed in 0..2500 {
        walk::<B3x3>(seed, 81, &mut seen);
    }
    eprintln!("{seen:?}");
    for kind in techniques().iter().flat_map(|technique| technique.kinds()) {
        assert!(seen.contains_key(kind), "no {kind}");
    }
}

#[test]
fn steps_keep_the_solution_at_other_shapes() {
    let mut seen = BTreeMap::new();
    for seed in 0..20 {
        walk::<B2x2>(seed, 16, &mut seen);
        walk::<B2x3>(seed, 36, &mut seen);
    }
    walk::<B2x5>(1, 60, &mut seen);
    walk::<B3x4>(2, 80, &mut seen);
    walk::<B4x4>(3, 110, &mut seen);
    assert!(seen.len() > 25, "{seen:?}");
}

/// How many candidates go or are placed by each kind.
fn conclusions(puzzle: &Puzzle) -> Vec<(Kind, usize)> {
    let board = Board::new(puzzle).unwrap();
    let mut list = Vec::new();
    for technique in &mut techniques() {
        let steps = technique.all(&board);
        for &kind in technique.kinds() {
            let of_kind = steps.iter().filter(|step| step.kind == kind);
            let mut what: Vec<_> = of_kind
                .flat_map(|step| step.eliminations.iter().chain(&step.placements))
                .collect();
            what.sort_unstable();
            what.dedup();
            list.push((kind, what.len()));
        }
    }
    list
}

#[test]
fn equivalents_have_the_same_steps() {
    let mut found = 0;
    for seed in 0..60 {
        let (_, puzzle) = dig::<B3x3>(seed, 48 + seed as usize % 20);
        let expected = conclusions(&puzzle);
        found += expected.iter().filter(|(_, count)| *count > 0).count();
        for i in 0..4 {
            let other = Symmetry::random(&mut stream(seed, i)).puzzle(&puzzle);
            assert_eq!(conclusions(&other), expected, "{puzzle} {other}");
        }
    }
    assert!(found > 300, "{found}");
}
