//! The techniques that are no chains.

mod common;

use gridwright_solve_logic::Technique;
use gridwright_solve_logic::basic_fish::BasicFish;
use gridwright_solve_logic::bug::Bug;
use gridwright_solve_logic::locked::LockedCandidates;
use gridwright_solve_logic::singles::{HiddenSingle, NakedSingle};
use gridwright_solve_logic::subsets::{HiddenSubset, NakedSubset};
use gridwright_solve_logic::wings::{XyWing, XyzWing};

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
