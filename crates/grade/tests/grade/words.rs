//! Every verdict, and the numbers of puzzles whose numbers can be told by hand.

use std::sync::atomic::AtomicBool;

use gridwright_grade::{Grader, Paper, Plain, Scale, Score, Verdict};
use gridwright_grid::rng::stream;
use gridwright_grid::{B2x2, B3x3, B5x5, Budget, Cell, DigitSet, Exhausted, Puzzle, Symmetry};
use gridwright_solve_logic::Kind;

const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const HARD: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const EMPTY: &str = ".................................................................................";
const NONE: &str = ".9.3....1....8..46......8..4.5.6..3...32756...6..1.9.4..1......58..2....2....7.6.";

fn grade(scale: Scale, line: &str) -> Verdict {
    Grader::<B3x3>::new(scale).unwrap().grade(&line.parse().unwrap())
}

#[test]
fn words() {
    for scale in Scale::ALL
        .into_iter()
        .filter(|scale| scale.works_at("3x3".parse().unwrap()))
    {
        let word = |line: &str| grade(scale, line).word();
        assert_eq!(word(SOLVED), "solved");
        assert_eq!(word(&EMPTY.replacen("..", "55", 1)), "invalid");
        assert_eq!(word(NONE), "unsolvable");
        assert_eq!(word(EMPTY), "ambiguous");
        assert_eq!(word(EASY), "rated");
        assert_eq!(word(HARD), "rated");
    }
    let mut wrong: Puzzle = SOLVED.parse().unwrap();
    wrong.restrict(Cell::new(0).unwrap(), DigitSet::EMPTY);
    assert_eq!(Grader::new(Scale::Plain).unwrap().grade(&wrong).word(), "invalid");
}

#[test]
fn other_shapes() {
    assert!(Grader::<B2x2>::new(Scale::Er).is_err());
    let error = Grader::<B5x5>::new(Scale::Plain).unwrap_err();
    assert_eq!(
        error.to_string(),
        "plain rates no puzzles at 5x5: human techniques work up to 16 digits"
    );
    let small: Puzzle<B2x2> = "2.....3...14.4..".parse().unwrap();
    for scale in [Scale::Plain, Scale::Paper] {
        assert!(Grader::new(scale).unwrap().grade(&small).grade().is_some());
    }
}

#[test]
fn a_budget_stops() {
    let mut grader = Grader::new(Scale::Plain).unwrap();
    let hard: Puzzle = HARD.parse().unwrap();
    let undetermined = grader.grade_within(&hard, &mut Budget::nodes(0));
    assert_eq!(undetermined, Verdict::Undetermined(Exhausted::Nodes));
    let flag = AtomicBool::new(true);
    let undetermined = grader.grade_within(&hard, &mut Budget::unlimited().unless(&flag));
    assert_eq!(undetermined, Verdict::Undetermined(Exhausted::Cancelled));
}

#[test]
fn one_missing_cell() {
    let line = SOLVED.replacen('5', ".", 1);
    let Verdict::Rated(grade) = grade(Scale::Plain, &line) else {
        panic!()
    };
    let (score, level, effort) = (1001, 1, 10);
    assert_eq!(grade.score, Score::Plain(Plain { score, level, effort }));
    assert_eq!(grade.statistics.techniques, [(Kind::FullHouse, 1)]);
    assert_eq!(grade.statistics.bottleneck, Some(Kind::FullHouse));
    assert!(!grade.statistics.beyond_singles && !grade.statistics.guessing);
    let Verdict::Rated(grade) = self::grade(Scale::Paper, &line) else {
        panic!()
    };
    let paper = Paper {
        givens: 1,
        bound: 1,
        techniques: 1,
        search: 1,
        nodes: 1,
    };
    assert_eq!((grade.score, paper.level()), (Score::Paper(paper), 1));
    assert_eq!(grade.score.to_string(), "1.0 1");
}

#[test]
fn the_paper_weighs_classes() {
    let Score::Paper(paper) = grade(Scale::Paper, HARD).grade().unwrap().score else {
        panic!()
    };
    // 21 givens, an empty row, trials, and 49,498 digits until the solution.
    assert_eq!((paper.givens, paper.bound, paper.techniques), (5, 5, 5));
    assert_eq!((paper.search, paper.tenths(), paper.level()), (4, 48, 5));
}

/// Singles are counted without their steps; with them the same comes out.
#[test]
fn walking_and_grading_agree() {
    for scale in [Scale::Er, Scale::Plain] {
        let Ok(mut grader) = Grader::<B3x3>::new(scale) else {
            continue;
        };
        for line in [EASY, HARD] {
            let puzzle: Puzzle = line.parse().unwrap();
            for seed in 0..20 {
                let puzzle = Symmetry::random(&mut stream(5, seed)).puzzle(&puzzle);
                let budget = &mut Budget::unlimited();
                let walked = grader.walk(&puzzle, &[], budget, |_, _| std::ops::ControlFlow::Continue(()));
                assert_eq!(walked, grader.grade(&puzzle), "{scale} {puzzle}");
                if line == HARD {
                    break;
                }
            }
        }
    }
}

/// Puzzles that need trials differ in score, and their equivalents do not.
#[test]
fn trials_tell_hard_puzzles_apart() {
    let mut grader = Grader::<B3x3>::new(Scale::Plain).unwrap();
    let mut score = |puzzle: &Puzzle| match grader.grade(puzzle) {
        Verdict::Rated(grade) => grade.score,
        verdict => panic!("{verdict}"),
    };
    let nugget = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";
    let [hard, harder] = [HARD, nugget].map(|line| {
        let puzzle: Puzzle = line.parse().unwrap();
        let here = score(&puzzle);
        let turned = Symmetry::random(&mut stream(8, 0)).puzzle(&puzzle);
        assert_eq!(score(&turned), here, "{turned}");
        let Score::Plain(plain) = here else {
            panic!("{here}")
        };
        plain.score
    });
    assert!(hard < harder && harder % 100 > 1, "{hard} {harder}");
}
