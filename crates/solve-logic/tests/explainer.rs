//! The steps of Sudoku Explainer up to the first chain.

mod common;

use gridwright_grid::Puzzle;
use gridwright_solve_logic::aligned::AlignedExclusion;
use gridwright_solve_logic::basic_fish::BasicFish;
use gridwright_solve_logic::bug::Bug;
use gridwright_solve_logic::locked::{DirectLocked, LockedCandidates};
use gridwright_solve_logic::singles::{HiddenSingle, HiddenSingles, NakedSingle};
use gridwright_solve_logic::subsets::{DirectHiddenSubset, HiddenSubset, NakedSubset};
use gridwright_solve_logic::unique_loop::{UniqueLoop, surcharge};
use gridwright_solve_logic::wings::{XyWing, XyzWing};
use gridwright_solve_logic::{Board, Kind, Step, Technique};

/// What comes before the first chain, in order.
fn producers() -> Vec<Box<dyn Technique>> {
    vec![
        Box::new(HiddenSingle),
        Box::new(DirectLocked),
        Box::new(DirectHiddenSubset::new(2)),
        Box::new(NakedSingle),
        Box::new(DirectHiddenSubset::new(3)),
        Box::new(LockedCandidates),
        Box::new(NakedSubset::explainer(2)),
        Box::new(BasicFish::explainer(2)),
        Box::new(HiddenSubset::explainer(2)),
        Box::new(NakedSubset::explainer(3)),
        Box::new(BasicFish::explainer(3)),
        Box::new(HiddenSubset::explainer(3)),
        Box::new(XyWing),
        Box::new(XyzWing),
        Box::new(UniqueLoop::explainer()),
        Box::new(NakedSubset::explainer(4)),
        Box::new(BasicFish::explainer(4)),
        Box::new(HiddenSubset::explainer(4)),
        Box::new(Bug::explainer()),
        Box::new(AlignedExclusion::new(2)),
    ]
}

/// The rating in tenths.
fn rating(step: &Step) -> u32 {
    match step.kind {
        Kind::FullHouse => 10,
        Kind::HiddenSingleBox => 12,
        Kind::HiddenSingleLine => 15,
        Kind::DirectPointing => 17,
        Kind::DirectClaiming => 19,
        Kind::DirectHiddenPair => 20,
        Kind::NakedSingle => 23,
        Kind::DirectHiddenTriple => 25,
        Kind::Pointing => 26,
        Kind::Claiming => 28,
        Kind::NakedPair => 30,
        Kind::XWing => 32,
        Kind::HiddenPair => 34,
        Kind::NakedTriple => 36,
        Kind::Swordfish => 38,
        Kind::HiddenTriple => 40,
        Kind::XyWing => 42,
        Kind::XyzWing => 44,
        Kind::NakedQuad => 50,
        Kind::Jellyfish => 52,
        Kind::HiddenQuad => 54,
        Kind::Bug1 => 56,
        Kind::Bug2 | Kind::Bug4 => 57,
        Kind::Bug3 => 56 + step.pattern.complexity,
        Kind::AlignedPairExclusion => 62,
        _ => 45 + surcharge(step),
    }
}

/// The steps until none of the producers finds one, and whether the puzzle is solved.
fn solve(puzzle: &Puzzle, producers: &mut [Box<dyn Technique>]) -> (Vec<Step>, bool) {
    let mut board = Board::new(puzzle).unwrap();
    let mut steps = Vec::new();
    while let Some(step) = producers.iter_mut().find_map(|producer| producer.first(&board)) {
        for &candidate in &step.eliminations {
            assert!(board.remove(candidate));
        }
        for &candidate in &step.placements {
            assert!(board.has(candidate));
            board.place(candidate);
        }
        steps.push(step);
    }
    (steps, board.is_solved())
}

fn line(step: &Step) -> String {
    let tenths = rating(step);
    let places = step.placements.iter().map(|placed| {
        let (row, column) = (placed.cell / 9 + 1, placed.cell % 9 + 1);
        format!(" r{row}c{column}={}", placed.digit)
    });
    format!(
        "{}.{} {}{}",
        tenths / 10,
        tenths % 10,
        step.kind.explainer_name(),
        places.collect::<String>()
    )
}

#[test]
fn step_sequences() {
    let Some(text) = common::data("steps_se121.txt") else {
        return;
    };
    const CHAINS: [&str; 5] = ["Turbot", "Forcing", "Cycle", "Nishio", "Triplet Exclusion"];
    let mut producers = producers();
    let mut lines = text.lines().peekable();
    let (mut count, mut compared, mut wrong) = (0, 0, Vec::new());
    while let Some(puzzle) = lines.next() {
        let mut expected = Vec::new();
        while let Some(step) = lines.next_if(|line| line.starts_with(' ')) {
            expected.push(step.trim());
        }
        let plain = expected
            .iter()
            .position(|step| CHAINS.iter().any(|chain| step.contains(chain)))
            .unwrap_or(expected.len());
        let (steps, _) = solve(&puzzle.trim().parse().unwrap(), &mut producers);
        let steps: Vec<_> = steps.iter().map(line).collect();
        let end = steps.len().min(plain) + 1;
        let agree = steps
            .iter()
            .zip(&expected)
            .take_while(|(ours, theirs)| ours == *theirs)
            .count();
        if agree < plain || steps.len() > plain {
            let ours = steps.get(agree);
            wrong.push(format!(
                "{puzzle} at {agree} of {end}: {ours:?}, not {:?}",
                expected.get(agree)
            ));
        }
        count += 1;
        compared += plain;
    }
    assert!(count >= 100 && compared > 6000, "{count} {compared}");
    assert!(wrong.is_empty(), "{} fail:\n{}", wrong.len(), wrong.join("\n"));
}

/// The name in short, as in ratings.
fn short(step: &Step) -> &'static str {
    match step.kind {
        Kind::FullHouse | Kind::HiddenSingleBox | Kind::HiddenSingleLine => "HS",
        Kind::DirectPointing | Kind::DirectHiddenPair => "DP",
        Kind::NakedSingle => "NS",
        Kind::Pointing => "Po",
        Kind::Claiming => "Cl",
        Kind::NakedPair => "NP",
        Kind::HiddenPair => "HP",
        Kind::XyWing => "XYW",
        Kind::UniqueRectangle1 => "UR1",
        Kind::UniqueRectangle3 => "UR3",
        Kind::NakedQuad => "NQ",
        Kind::Bug1 => "BUG1",
        _ => "",
    }
}

/// Puzzles with their ratings in tenths, and the name of the technique where known: of the whole, then of the steps up
/// to the first placement, and of the first step.
fn ratings() -> Vec<(String, Vec<(u32, String)>)> {
    let tenths = |text: &str| text.replace('.', "").parse::<u32>().unwrap();
    let bias = common::data("controlled_bias_000.txt").unwrap_or_default();
    let bias = bias.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let mut fields = line.split_whitespace();
        let puzzle = fields.next().unwrap().to_owned();
        (
            puzzle,
            fields
                .take(1)
                .map(|field| (tenths(field), String::new()))
                .collect(),
        )
    });
    let own = common::data("ratings_se121.txt").unwrap_or_default();
    let own = own.lines().map(|line| {
        let (puzzle, rest) = line.split_once(" ED=").unwrap();
        let (list, names) = rest.split_once(' ').unwrap_or((rest, "//"));
        let pairs = list.split('/').zip(names.split('/'));
        (
            puzzle.to_owned(),
            pairs
                .map(|(rating, name)| (tenths(rating), name.to_owned()))
                .collect(),
        )
    });
    bias.chain(own).collect()
}

#[test]
fn ratings_below_chains() {
    let mut producers = producers();
    let mut wrong = Vec::new();
    let list = ratings();
    for (text, theirs) in &list {
        let (steps, solved) = solve(&text.parse().unwrap(), &mut producers);
        // The first of the hardest.
        let hardest = |steps: &[Step]| {
            let step = steps.iter().rev().max_by_key(|step| rating(step))?;
            Some((rating(step), short(step)))
        };
        let placed = steps.iter().position(|step| !step.placements.is_empty());
        let ours = [
            hardest(&steps).filter(|_| solved),
            placed.and_then(|first| hardest(&steps[..=first])),
            steps.first().map(|step| (rating(step), short(step))),
        ];
        let equal = ours.iter().zip(theirs).all(|(ours, theirs)| match ours {
            Some(ours) => ours.0 == theirs.0 && (theirs.1.is_empty() || theirs.1 == ours.1),
            // A chain was needed.
            None => theirs.0 > 62,
        });
        if !equal || solved != (theirs[0].0 <= 62) {
            wrong.push(format!("{text}: {ours:?}, not {theirs:?}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {}:\n{}",
        wrong.len(),
        list.len(),
        wrong.join("\n")
    );
}

/// Only what 1.2.1 overlooks of a unique loop makes this one hard.
#[test]
fn quirks_of_the_original() {
    let puzzle: Puzzle = "...4.1.3..75...............31.6.........7.5..4.......9...3...1...8.5..........2.."
        .parse()
        .unwrap();
    let mut producers = producers();
    assert!(!solve(&puzzle, &mut producers).1);
    for producer in &mut producers {
        match producer.kinds()[0] {
            Kind::UniqueRectangle1 => *producer = Box::new(UniqueLoop::default()),
            Kind::Bug1 => *producer = Box::new(Bug::default()),
            _ => {}
        }
    }
    let (steps, solved) = solve(&puzzle, &mut producers);
    assert!(solved);
    assert_eq!(steps.iter().map(rating).max(), Some(47));
}

#[test]
fn fast_singles_are_the_steps() {
    for (text, _) in ratings().iter().take(1000) {
        let puzzle: Puzzle = text.parse().unwrap();
        let (steps, _) = solve(&puzzle, &mut [Box::new(HiddenSingle)]);
        let mut board = Board::new(&puzzle).unwrap();
        let fast: Vec<_> = HiddenSingles::new(&mut board).collect();
        assert_eq!(fast.len(), steps.len());
        for (single, step) in fast.iter().zip(&steps) {
            assert_eq!(
                (single.kind, &[single.candidate][..]),
                (step.kind, &step.placements[..])
            );
        }
    }
}
