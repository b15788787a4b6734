//! Techniques of one digit, and of cells with the same two candidates: the cases.

use crate::common;

use common::check_all;
use gridwright_solve_logic::Kind;
use gridwright_solve_logic::coloring::Coloring;
use gridwright_solve_logic::same_pair::{RemotePair, WWing};
use gridwright_solve_logic::single_digit::SingleDigit;
use gridwright_solve_logic::templates::Templates;

#[test]
fn skyscraper() {
    check_all("0400", None, &mut SingleDigit::new(&[Kind::Skyscraper]));
}

#[test]
fn two_string_kite() {
    check_all("0401", None, &mut SingleDigit::new(&[Kind::TwoStringKite]));
}

#[test]
fn empty_rectangle() {
    let technique = SingleDigit::new(&[Kind::EmptyRectangle]);
    check_all("0402", Some(""), &mut SingleDigit::new(&[Kind::EmptyRectangle]));
    check_all("0402", Some("1"), &mut technique.with_pairs());
}

#[test]
fn turbot_fish() {
    check_all("0403", None, &mut SingleDigit::new(&[Kind::TurbotFish]));
}

#[test]
fn duals() {
    check_all("0404", None, &mut SingleDigit::new(&[Kind::DualTwoStringKite]));
    check_all(
        "0405",
        None,
        &mut SingleDigit::new(&[Kind::DualEmptyRectangle]).with_pairs(),
    );
}

#[test]
fn coloring() {
    check_all("0500", None, &mut Coloring::new(&[Kind::SimpleColorsTrap]));
    check_all("0501", None, &mut Coloring::new(&[Kind::SimpleColorsWrap]));
    check_all("0502", None, &mut Coloring::new(&[Kind::MultiColors1]));
    check_all("0503", None, &mut Coloring::new(&[Kind::MultiColors2]));
}

#[test]
fn remote_pair() {
    check_all("0703", None, &mut RemotePair);
}

#[test]
fn w_wing() {
    check_all("0803", None, &mut WWing);
}

#[test]
fn templates() {
    check_all("1201", None, &mut Templates);
    check_all("1202", None, &mut Templates);
}
