//! ER, EP and ED against those of Sudoku Explainer 1.2.1.

#[path = "../../../solve-logic/tests/techniques/common/mod.rs"]
mod common;

use gridwright_grade::{Grader, Scale};
use gridwright_grid::B3x3;

/// Puzzles and what is expected, as `1.5/1.2/1.2`.
fn ratings() -> Vec<(String, String)> {
    let text = common::data("ratings_se121.txt").unwrap_or_default();
    let line = |line: &str| {
        let (puzzle, rest) = line.split_once(" ED=")?;
        Some((puzzle.to_owned(), rest.split(' ').next()?.to_owned()))
    };
    text.lines().filter_map(line).collect()
}

#[test]
fn er_ep_ed() {
    let mut grader = Grader::<B3x3>::new(Scale::Er).unwrap();
    let mut wrong = Vec::new();
    for (puzzle, expected) in ratings() {
        if expected.starts_with("9.") || expected.starts_with("10") {
            continue;
        }
        let verdict = grader.grade(&puzzle.parse().unwrap()).to_string();
        if verdict != expected {
            wrong.push(format!("{puzzle} {verdict}, not {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}
