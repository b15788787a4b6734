//! The steps of Sudoku Explainer up to the first chain.

use crate::common;

use gridwright_grid::Puzzle;
use gridwright_solve_logic::aligned::AlignedExclusion;
use gridwright_solve_logic::bug::Bug;
use gridwright_solve_logic::unique_loop::UniqueLoop;
use gridwright_solve_logic::{Board, ER, Easy, Kind, Step, Technique};

/// What comes before the first chain, in order.
fn producers() -> Vec<Box<dyn Technique>> {
    let all = ER.techniques.iter().map(|build| build());
    all.take_while(|technique| !technique.kinds().contains(&Kind::XCycle))
        .collect()
}

/// The rating as it is written.
fn rating(step: &Step) -> String {
    format!("{:.1}", ER.rating(step).unwrap())
}

/// The steps until none of the producers finds one, and whether the puzzle is solved.
fn solve(puzzle: &Puzzle, producers: &mut [Box<dyn Technique>]) -> (Vec<Step>, bool) {
    let mut board = Board::new(puzzle).unwrap();
    let mut steps = Vec::new();
    while let Some(step) = producers.iter_mut().find_map(|producer| producer.first(&board)) {
        step.apply(&mut board).unwrap();
        steps.push(step);
    }
    (steps, board.is_solved())
}

fn line(step: &Step) -> String {
    let places = step.placements.iter().map(|placed| {
        let (row, column) = (placed.cell / 9 + 1, placed.cell % 9 + 1);
        format!(" r{row}c{column}={}", placed.digit)
    });
    let places: String = places.collect();
    format!("{} {}{places}", rating(step), step.explainer_name())
}

/// What the names of steps that are not compared contain.
const CHAINS: [&str; 5] = ["Turbot", "Forcing", "Cycle", "Nishio", "Triplet Exclusion"];

#[test]
fn step_sequences() {
    let Some(text) = common::data("steps_se121.txt") else {
        return;
    };
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

/// Puzzles with their ratings, and the name of the technique where known: of the whole, then of the steps up to the
/// first placement, and of the first step.
fn ratings() -> Vec<(String, Vec<(String, String)>)> {
    let bias = common::data("controlled_bias_000.txt").unwrap_or_default();
    let bias = bias.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let mut fields = line.split_whitespace().map(str::to_owned);
        let puzzle = fields.next().unwrap();
        (
            puzzle,
            fields.take(1).map(|rating| (rating, String::new())).collect(),
        )
    });
    let own = common::data("ratings_se121.txt").unwrap_or_default();
    let own = own.lines().map(|line| {
        let (puzzle, rest) = line.split_once(" ED=").unwrap();
        let (list, names) = rest.split_once(' ').unwrap_or((rest, "//"));
        let pairs = list.split('/').zip(names.split('/'));
        let pairs = pairs.map(|(rating, name)| (rating.to_owned(), name.to_owned()));
        (puzzle.to_owned(), pairs.collect())
    });
    bias.chain(own).collect()
}

#[test]
fn ratings_below_chains() {
    let mut producers = producers();
    let mut wrong = Vec::new();
    let list = ratings();
    let chain = |rating: &str| rating.parse::<f64>().unwrap() > 6.21;
    for (text, theirs) in &list {
        let (steps, solved) = solve(&text.parse().unwrap(), &mut producers);
        // The first of the hardest.
        let hardest = |steps: &[Step]| {
            let step = steps.iter().rev().max_by(|a, b| rating(a).cmp(&rating(b)))?;
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
            None => chain(&theirs.0),
        });
        if !equal || solved == chain(&theirs[0].0) {
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
    assert_eq!(steps.iter().map(rating).max().as_deref(), Some("4.7"));
}

#[test]
fn the_fast_way_is_that_of_the_steps() {
    let mut producers = producers();
    producers.truncate(4);
    for (text, _) in ratings().iter().take(1000) {
        let puzzle: Puzzle = text.parse().unwrap();
        let (steps, _) = solve(&puzzle, &mut producers);
        let mut board = Board::new(&puzzle).unwrap();
        let fast: Vec<_> = Easy::new(&mut board).collect();
        let placed = |step: &Step| (step.kind, step.placements[0]);
        assert_eq!(fast, steps.iter().map(placed).collect::<Vec<_>>(), "{text}");
    }
}

/// Every combination of what goes is listed, and why it cannot be.
#[test]
fn exclusions_list_their_combinations() {
    let mut producers = producers();
    producers.retain(|technique| technique.kinds() != [Kind::AlignedPairExclusion]);
    let mut seen = 0;
    for (text, _) in ratings().iter().take(300) {
        let mut board = Board::new(&text.parse::<Puzzle>().unwrap()).unwrap();
        while let Some(step) = producers.iter_mut().find_map(|producer| producer.first(&board)) {
            step.apply(&mut board).unwrap();
        }
        for size in [2, 3] {
            for step in AlignedExclusion::new(size).all(&board).iter().take(20) {
                let cells = &step.pattern.cells;
                for gone in &step.eliminations {
                    let others = cells.iter().filter(|&&cell| cell != gone.cell);
                    let count: u32 = others.map(|&cell| board.marks(cell).count_ones()).product();
                    let at = cells.iter().position(|&cell| cell == gone.cell).unwrap();
                    let all = step.pattern.combinations.iter();
                    let with = all.filter(|it| usize::from(it.digits[at]) == gone.index());
                    assert_eq!(with.count(), count as usize, "{text} {step:?}");
                }
                for combination in &step.pattern.combinations {
                    let digits = combination
                        .digits
                        .iter()
                        .fold(0_u16, |set, digit| set | 1 << digit);
                    let peers = |cell: u8| board.layout().peers[usize::from(cell)];
                    let right = match combination.cell {
                        Some(cell) => {
                            board.marks(cell) != 0
                                && board.marks(cell) & !digits == 0
                                && cells.iter().all(|&other| peers(cell).contains(other))
                        }
                        None => (0..size).any(|i| {
                            let twice = |j: &usize| combination.digits[*j] == combination.digits[i];
                            (0..i).filter(twice).any(|j| peers(cells[i]).contains(cells[j]))
                        }),
                    };
                    assert!(right, "{text} {combination:?} {step:?}");
                }
                assert_eq!(step.chain_lines().len(), step.pattern.combinations.len());
                seen += 1;
            }
        }
    }
    assert!(seen > 50 || ratings().is_empty(), "{seen}");
}
