//! Forcing chains: the ratings that rest on them, and that each link of each chain holds.

use std::ops::ControlFlow;

use crate::common::{self, dig};
use gridwright_grid::{B2x2, B2x3, B3x3, B4x4, Grid, Outcome, Puzzle, Shape, SolverExt};
use gridwright_solve_dlx::Dlx;
use gridwright_solve_logic::forcing::{ForcingChains, Reach};
use gridwright_solve_logic::{
    Assertion, Board, Candidate, Cause, ER, Family, Form, Kind, Rated, Reasoner, Step, Technique, bits,
};

/// As Sudoku Explainer writes ratings: in tenths.
#[expect(clippy::cast_sign_loss, reason = "ratings are positive")]
fn tenths(rating: f64) -> u32 {
    ((rating + 0.05) * 10.0) as u32
}

fn solve(puzzle: &Puzzle, reasoner: &mut Reasoner) -> Vec<Rated> {
    let mut board = Board::new(puzzle).unwrap();
    let mut steps = Vec::new();
    reasoner.solve(&mut board, |_, rated| {
        steps.push(rated.clone());
        ControlFlow::Continue(())
    });
    assert!(board.is_solved(), "{puzzle}");
    steps
}

/// ER, EP and ED in tenths.
fn ratings(steps: &[Rated]) -> [u32; 3] {
    let highest = |steps: &[Rated]| steps.iter().map(|rated| tenths(rated.rating)).max().unwrap_or(0);
    let placed = steps
        .iter()
        .position(|rated| !rated.step.placements.is_empty())
        .unwrap();
    [highest(steps), highest(&steps[..=placed]), highest(&steps[..1])]
}

fn parse(text: &str) -> Vec<u32> {
    text.split('/')
        .map(|rating| rating.replace('.', "").parse().unwrap())
        .collect()
}

/// Checks lines of a puzzle with ER, or ER/EP/ED.
fn check_ratings<'a>(lines: impl Iterator<Item = (&'a str, &'a str)>) -> usize {
    let mut reasoner = Reasoner::new(&ER);
    let (mut count, mut wrong) = (0, Vec::new());
    for (puzzle, rating) in lines {
        let ours = ratings(&solve(&puzzle.parse().unwrap(), &mut reasoner));
        count += 1;
        if !ours.starts_with(&parse(rating)) {
            wrong.push(format!("{puzzle} is {ours:?}, not {rating}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {count}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    count
}

#[test]
fn ratings_of_the_original() {
    if let Some(text) = common::data("ratings_se121.txt") {
        let lines = text.lines().map(|line| {
            let (puzzle, rest) = line.split_once(" ED=").unwrap();
            (puzzle, rest.split(' ').next().unwrap())
        });
        assert!(check_ratings(lines) >= 900);
    }
}

fn controlled_bias(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let mut fields = line.split(' ');
        (fields.next().unwrap(), fields.next().unwrap())
    })
}

#[test]
fn ratings_of_controlled_bias() {
    if let Some(text) = common::data("controlled_bias_000.txt") {
        assert_eq!(check_ratings(controlled_bias(&text).take(1000)), 1000);
    }
}

#[test]
#[ignore = "some seconds"]
fn all_ratings_of_controlled_bias() {
    if let Some(text) = common::data("controlled_bias_000.txt") {
        assert!(check_ratings(controlled_bias(&text)) > 1000);
    }
}

const EASTER_MONSTER: &str =
    "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1";

/// Puzzles that need nested chains, with ratings as they are commonly quoted.
#[test]
#[ignore = "half a minute"]
fn ratings_of_famous_puzzles() {
    check_ratings(
        [
            // AI Escargot, 2006.
            (
                "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
                "10.5",
            ),
            // Inkala, 2012.
            (
                "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
                "10.7",
            ),
            // Platinum Blonde.
            (
                ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...",
                "10.6",
            ),
            // Easter Monster.
            (EASTER_MONSTER, "11.6"),
            // Golden Nugget.
            (
                ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
                "11.9/11.9/11.3",
            ),
        ]
        .into_iter(),
    );
}

#[test]
fn steps_of_the_original() {
    let Some(text) = common::data("steps_se121.txt") else {
        return;
    };
    let mut reasoner = Reasoner::new(&ER);
    let mut lines = text.lines().peekable();
    let (mut count, mut chains, mut wrong) = (0, 0, Vec::new());
    while let Some(puzzle) = lines.next() {
        let steps = solve(&puzzle.trim().parse().unwrap(), &mut reasoner);
        let mut ours = steps.iter().map(|Rated { step, rating }| {
            let tenths = tenths(*rating);
            let places = step.placements.iter().map(|placed| {
                let (row, column) = (placed.cell / 9 + 1, placed.cell % 9 + 1);
                format!(" r{row}c{column}={}", placed.digit)
            });
            let places: String = places.collect();
            format!(
                "{}.{} {}{places}",
                tenths / 10,
                tenths % 10,
                step.explainer_name()
            )
        });
        let mut theirs = std::iter::from_fn(|| lines.next_if(|line| line.starts_with(' '))).map(str::trim);
        chains += steps.iter().filter(|rated| rated.rating > 6.4).count();
        count += 1;
        let first = std::iter::from_fn(|| match (ours.next(), theirs.next()) {
            (None, None) => None,
            (ours, theirs) => Some((ours, theirs)),
        })
        .find(|(ours, theirs)| ours.as_deref() != *theirs);
        if let Some((ours, theirs)) = first {
            wrong.push(format!("{puzzle} {ours:?}, not {theirs:?}"));
        }
        theirs.for_each(drop);
    }
    assert!(count >= 100 && chains > 5, "{count} {chains}");
    assert!(
        wrong.is_empty(),
        "{} of {count}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// Checks that every link of every chain follows from its parents on a board.
fn check_chains(step: &Step, board: &Board) {
    for chain in &step.pattern.chains {
        for (at, assertion) in chain.iter().enumerate() {
            let parents: Vec<&Assertion> = assertion
                .parents
                .iter()
                .map(|&parent| &chain[usize::from(parent)])
                .collect();
            assert!(
                assertion.parents.iter().all(|&parent| usize::from(parent) < at),
                "{step:?}"
            );
            let cell = assertion.cells.first().unwrap();
            let digit = usize::from(assertion.digit);
            assert!(board.has(Candidate::new(cell, digit)), "{step:?}");
            // The other candidates of the cell, or places in the house.
            let others: Vec<Candidate> = match &assertion.cause {
                Cause::Assumed => {
                    assert!(at == 0 && parents.is_empty(), "{step:?}");
                    continue;
                }
                Cause::Cell => bits(board.marks(cell))
                    .filter(|&other| other != digit)
                    .map(|other| Candidate::new(cell, other))
                    .collect(),
                Cause::House(house) => {
                    let set = board.layout().house_sets[usize::from(*house)];
                    assert!(set.contains(cell), "{step:?}");
                    (set & board.cells_of(digit))
                        .iter()
                        .filter(|&other| other != cell)
                        .map(|other| Candidate::new(other, digit))
                        .collect()
                }
                Cause::Step(nested) => {
                    assert!(!assertion.on && !parents.is_empty(), "{step:?}");
                    let follows = nested.eliminations.contains(&Candidate::new(cell, digit))
                        || nested
                            .placements
                            .iter()
                            .any(|placed| placed.cell == cell && placed.index() != digit);
                    assert!(follows && parents.iter().all(|parent| !parent.on), "{step:?}");
                    let mut less = board.clone();
                    for parent in parents {
                        less.remove(Candidate::new(
                            parent.cells.first().unwrap(),
                            usize::from(parent.digit),
                        ));
                    }
                    check_nested(nested, &less);
                    continue;
                }
                cause => panic!("{cause:?}"),
            };
            let of =
                |parent: &Assertion| Candidate::new(parent.cells.first().unwrap(), usize::from(parent.digit));
            if assertion.on {
                assert_eq!(parents.len(), others.len(), "{step:?}");
                assert!(
                    others
                        .iter()
                        .all(|&other| parents.iter().any(|parent| !parent.on && of(parent) == other)),
                    "{step:?}"
                );
            } else {
                assert!(
                    parents.len() == 1 && parents[0].on && others.contains(&of(parents[0])),
                    "{step:?}"
                );
            }
        }
    }
}

/// Checks that a step which a chain used holds with no more removed than the chain says.
fn check_nested(step: &Step, board: &Board) {
    let layout = board.layout();
    let digits = bits(step.pattern.digits);
    let all = |houses: &[u8], digit| {
        houses
            .iter()
            .fold(gridwright_solve_logic::CellSet::EMPTY, |set, &house| {
                set | layout.house_sets[usize::from(house)] & board.cells_of(digit)
            })
    };
    match step.kind {
        Kind::Pointing | Kind::Claiming | Kind::XWing => {
            let digit = step.pattern.digits.trailing_zeros() as usize;
            assert!(
                all(&step.pattern.houses, digit).is_subset(all(&step.pattern.covers, digit)),
                "{step:?}"
            );
            assert!(
                step.eliminations
                    .iter()
                    .all(|gone| all(&step.pattern.covers, digit).contains(gone.cell)
                        && !all(&step.pattern.houses, digit).contains(gone.cell)),
                "{step:?}"
            );
        }
        Kind::NakedPair => {
            assert!(
                step.pattern
                    .cells
                    .iter()
                    .all(|&cell| board.marks(cell) & !step.pattern.digits == 0),
                "{step:?}"
            );
        }
        Kind::HiddenPair => {
            let cells = step.pattern.cells.iter().copied().collect();
            assert!(
                digits
                    .clone()
                    .all(|digit| all(&step.pattern.houses, digit).is_subset(cells)),
                "{step:?}"
            );
        }
        kind => assert!(kind.family() >= Family::Chain, "{step:?}"),
    }
    check_chain_ends(step, board);
}

/// What chains conclude, and how long they are. The board may lack candidates that nested chains do not need.
fn check_chain_ends(step: &Step, board: &Board) {
    let pattern = &step.pattern;
    if step.kind.family() < Family::Chain && step.kind != Kind::TurbotFish {
        return;
    }
    let ends: Vec<(Candidate, bool)> = pattern
        .chains
        .iter()
        .map(|chain| {
            let end = chain.last().unwrap();
            (
                Candidate::new(end.cells.first().unwrap(), end.digit.into()),
                end.on,
            )
        })
        .collect();
    let concludes = |&(candidate, on): &(Candidate, bool)| {
        if on {
            step.placements == [candidate]
        } else {
            step.eliminations == [candidate]
        }
    };
    let starts: Vec<_> = pattern
        .chains
        .iter()
        .map(|chain| (chain[0].cells, chain[0].digit, chain[0].on))
        .collect();
    match pattern.form {
        Some(Form::Contradiction) => {
            assert!(
                ends.len() == 2 && ends[0].0 == ends[1].0 && ends[0].1 && !ends[1].1,
                "{step:?}"
            );
            assert_eq!(starts[0], starts[1]);
            let start = Candidate::new(starts[0].0.first().unwrap(), starts[0].1.into());
            assert!(concludes(&(start, !starts[0].2)), "{step:?}");
        }
        Some(Form::Double) => {
            assert!(ends.iter().all(concludes) && starts.len() == 2, "{step:?}");
            assert!(starts[0].0 == starts[1].0 && starts[0].1 == starts[1].1 && starts[0].2 != starts[1].2);
        }
        Some(Form::Cell) => {
            assert!(ends.iter().all(concludes), "{step:?}");
            let digits = starts.iter().fold(0, |set, start| set | 1 << start.1);
            assert!(starts.iter().all(|start| start.0 == starts[0].0 && start.2));
            assert_eq!(board.marks(starts[0].0.first().unwrap()) & !digits, 0, "{step:?}");
        }
        Some(Form::Region) => {
            assert!(ends.iter().all(concludes), "{step:?}");
            let cells = starts
                .iter()
                .fold(gridwright_solve_logic::CellSet::EMPTY, |set, start| set | start.0);
            let house = board.layout().house_sets[usize::from(pattern.houses[0])];
            assert!(starts.iter().all(|start| start.1 == starts[0].1 && start.2));
            assert!(
                (house & board.cells_of(starts[0].1.into())).is_subset(cells),
                "{step:?}"
            );
        }
        None if matches!(step.kind, Kind::XCycle | Kind::YCycle | Kind::XyCycle) => {
            assert_eq!(
                (starts[0], pattern.chains[0].len() as u32),
                (
                    (
                        pattern.chains[0].last().unwrap().cells,
                        pattern.chains[0][0].digit,
                        true
                    ),
                    pattern.complexity + 1
                )
            );
        }
        None => {
            assert!(ends.iter().all(concludes), "{step:?}");
            assert_eq!(
                (starts[0].0.first(), starts[0].2),
                (Some(ends[0].0.cell), !ends[0].1)
            );
        }
    }
    let nodes: usize = pattern.chains.iter().map(Vec::len).sum();
    let nested = |assertion: &Assertion| matches!(&assertion.cause, Cause::Step(step) if step.kind.family() >= Family::Chain);
    let cycle = matches!(step.kind, Kind::XCycle | Kind::YCycle | Kind::XyCycle);
    if pattern.chains.iter().flatten().any(nested) {
        assert!(nodes < pattern.complexity as usize, "{step:?}");
    } else {
        assert_eq!(
            nodes,
            pattern.complexity as usize + usize::from(cycle),
            "{step:?}"
        );
    }
}

fn check<S: Shape>(step: &Step, board: &Board, grid: &Grid<S>) {
    let holds = |candidate: &Candidate| grid.values()[usize::from(candidate.cell)] == candidate.digit.get();
    assert!(!step.is_empty() && step.placements.iter().all(holds), "{step:?}");
    assert!(
        !step.eliminations.iter().any(holds) && step.eliminations.is_sorted(),
        "{step:?}"
    );
    let mut all = step.eliminations.iter().chain(&step.placements);
    assert!(all.all(|&candidate| board.has(candidate)), "{step:?}");
    check_chains(step, board);
    check_chain_ends(step, board);
}

/// Checks all steps of these searches on the way of the Explainer through a puzzle, but no more than a few hundred
/// at each of some boards; the names that were seen.
fn walk<S: Shape>(
    grid: &Grid<S>,
    puzzle: &Puzzle<S>,
    searches: &mut [ForcingChains],
    boards: usize,
    seen: &mut Vec<String>,
) {
    let mut board = Board::new(puzzle).unwrap();
    let mut reasoner = Reasoner::new(&ER);
    let mut left = boards;
    while !board.is_solved() && left > 0 {
        let Some(rated) = reasoner.next(&board).into_iter().next() else {
            break;
        };
        if rated.step.kind.family() >= Family::Wing {
            left -= 1;
            for search in &mut *searches {
                let mut count = 0;
                let mut last = 0;
                let _ = search.search(&board, &mut |step| {
                    check(&step, &board, grid);
                    let rating = tenths(ER.rating(&step).unwrap());
                    assert!(rating >= last, "{rating} after {last}");
                    last = rating;
                    let name = step.explainer_name();
                    if !seen.contains(&name) {
                        seen.push(name);
                    }
                    count += 1;
                    if count < 300 {
                        ControlFlow::Continue(())
                    } else {
                        ControlFlow::Break(())
                    }
                });
            }
        }
        rated.step.apply(&mut board).unwrap();
    }
}

const QUICK: [Reach; 5] = [
    Reach::Cycles,
    Reach::Nishio,
    Reach::Multiple,
    Reach::Dynamic,
    Reach::DynamicPlus,
];
#[test]
fn steps_hold() {
    let mut searches = QUICK.map(ForcingChains::new);
    let mut seen = Vec::new();
    for seed in 0..12 {
        let (grid, puzzle) = dig::<B3x3>(seed, 60);
        walk(&grid, &puzzle, &mut searches, 3, &mut seen);
    }
    for seed in 0..10 {
        let (grid, puzzle) = dig::<B2x3>(seed, 30);
        walk(&grid, &puzzle, &mut searches, 3, &mut seen);
        let (grid, puzzle) = dig::<B2x2>(seed, 12);
        walk(&grid, &puzzle, &mut searches, 3, &mut seen);
    }
    let (grid, puzzle) = dig::<B4x4>(1, 150);
    walk(&grid, &puzzle, &mut searches[..4], 1, &mut seen);
    assert!(seen.len() > 13, "{seen:?}");
}

/// Easter Monster, where no other search finds a step: what each of the nested ones finds first.
#[test]
fn nested_steps_hold() {
    let puzzle: Puzzle = EASTER_MONSTER.parse().unwrap();
    let Outcome::Unique(grid) = Dlx::default().solve(&puzzle) else {
        panic!("it has one solution");
    };
    let board = Board::new(&puzzle).unwrap();
    assert!(
        QUICK
            .iter()
            .all(|&reach| ForcingChains::new(reach).first(&board).is_none())
    );
    let mut uses = 0;
    for (reach, name) in [
        (
            Reach::PlusChains,
            "Dynamic Contradiction Forcing Chains (+ Forcing Chains)",
        ),
        (
            Reach::PlusMultiple,
            "Dynamic Contradiction Forcing Chains (+ Multiple Forcing Chains)",
        ),
        (
            Reach::PlusDynamic,
            "Dynamic Contradiction Forcing Chains (+ Dynamic Forcing Chains)",
        ),
    ] {
        let step = ForcingChains::new(reach).first(&board).unwrap();
        assert_eq!(step.explainer_name(), name);
        check(&step, &board, &grid);
        let nested = step.pattern.chains.iter().flatten();
        uses += nested.filter(|assertion| matches!(&assertion.cause, Cause::Step(step) if step.kind.family() >= Family::Chain)).count();
    }
    assert!(uses > 2, "{uses}");
}

/// Boards without candidates gone, and without solution.
#[test]
fn odd_boards() {
    let empty = Board::new(&Puzzle::<B3x3>::default()).unwrap();
    let none: Puzzle = format!("12345678.........9{:.<63}", "").parse().unwrap();
    let none = Board::new(&none).unwrap();
    let large = Board::new(&Puzzle::<B4x4>::default()).unwrap();
    for reach in QUICK {
        let mut search = ForcingChains::new(reach);
        assert_eq!(search.first(&empty), None);
        assert_eq!(search.first(&large), None);
        for step in search.all(&none) {
            check_chains(&step, &none);
        }
    }
}
