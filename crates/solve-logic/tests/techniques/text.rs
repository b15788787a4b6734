//! Steps in words.

use gridwright_grid::{B3x4, Puzzle, Shape};
use gridwright_solve_logic::{
    Assertion, Board, Candidate, Cause, CellSet, Form, Kind, Layout, Names, Reach, Step, Technique, Trial,
};

fn step(kind: Kind) -> Step {
    Step::new(kind, "3x3".parse().unwrap())
}

#[test]
fn names_of_large_shapes() {
    let names = Names::new(Layout::of(B3x4::SIZE).unwrap());
    assert_eq!(names.cell(143), "r12c12");
    assert_eq!(names.digits(1 << 9 | 1), "1, A");
    assert_eq!(names.houses(&[0, 13, 12, 35]), "rows 2, 1, column 12, box 1");
}

#[test]
fn singles_and_fish() {
    let mut single = step(Kind::HiddenSingleBox);
    single.placements.push(Candidate::new(68, 1));
    single.pattern.houses.push(7);
    assert_eq!(
        (&*single.reason(), &*single.conclusion()),
        ("the only place for 2 in box 8", "r8c6 = 2")
    );

    let mut fish = step(Kind::FinnedXWing);
    fish.pattern.digits = 1 << 2;
    fish.pattern.houses = vec![9, 13];
    fish.pattern.covers = vec![18, 20];
    fish.pattern.fins.push(Candidate::new(1, 2));
    fish.eliminate([
        Candidate::new(11, 2),
        Candidate::new(20, 2),
        Candidate::new(11, 0),
    ]);
    assert_eq!(
        fish.reason(),
        "the places for 3 in rows 1, 5 lie in columns 1, 3, but for r1c2=3"
    );
    assert_eq!(fish.conclusion(), "r2c3 <> 1; r2c3, r3c3 <> 3");
}

#[test]
fn chains() {
    let assertion = |cells: &[u8], digit, on, cause, parents: &[u16]| Assertion {
        cells: cells.iter().copied().collect::<CellSet>(),
        digit,
        on,
        cause,
        parents: parents.to_vec(),
    };
    let mut chain = step(Kind::ForcingChain);
    chain.pattern.chains.push(vec![
        assertion(&[0], 2, true, Cause::Assumed, &[]),
        assertion(&[4, 5], 2, false, Cause::House(9), &[0]),
        assertion(&[9], 2, false, Cause::House(0), &[0]),
        assertion(&[13], 2, true, Cause::House(1), &[1, 2]),
    ]);
    assert_eq!(chain.reason(), "r1c1=3 leads to r2c5=3");
    assert_eq!(
        chain.chain_lines(),
        ["r1c1=3 -> r1c5|r1c6<>3 -> r2c1<>3 (with r1c1=3) -> r2c5=3 (box 2, with r1c5|r1c6<>3)"]
    );
    // A pattern of single digits that was found as a chain is told as one.
    chain.kind = Kind::TurbotFish;
    assert_eq!(chain.reason(), "r1c1=3 leads to r2c5=3");
    chain.kind = Kind::ForcingChain;
    chain.pattern.form = Some(Form::Double);
    assert_eq!(chain.reason(), "r1c1=3 and r1c1<>3 lead to the same");
}

/// The chain of a trial ends where nothing is left: nobody has to believe it.
#[test]
fn trials() {
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let board = Board::new(&hard.parse::<Puzzle>().unwrap()).unwrap();
    let steps = Trial::new(Reach::Subsets).all(&board);
    assert!(!steps.is_empty());
    for step in steps {
        let gone = step.eliminations[0];
        let start = format!("{}={}", Names::new(board.layout()).cell(gone.cell), gone.digit);
        assert_eq!(step.reason(), format!("{start} leads to a contradiction"));
        assert!(step.chain_lines()[0].starts_with(&format!("{start} -> ")));
    }
}
