//! Chains and nice loops: the cases.

use crate::common;

use common::{check_all, check_but};
use gridwright_solve_logic::aic::Chains;

#[test]
fn x_chains() {
    check_all("0701", None, &mut Chains::of_digit());
}

#[test]
fn xy_chains() {
    check_all("0702", None, &mut Chains::of_bivalues());
}

#[test]
fn candidates() {
    let technique = &mut Chains::of_candidates();
    check_all("0706", None, technique);
    check_all("0707", Some("1"), technique);
    // r9c7<>9 is found, and also r5c8<>9 by a chain of 15 links that leads through r9c7; the library has the second
    // only with the first, as an AIC.
    check_but("0707", Some("2"), technique, &["997"]);
    check_all("0708", None, technique);
}

#[test]
fn groups() {
    let technique = &mut Chains::of_groups();
    check_all("0709", Some("1"), technique);
    check_all("0710", Some("1"), technique);
    // r9c4<>8 is found, and also r1c1<>8 by a chain through a group of r7c2 and r7c3, then r7c2 by itself: whether that
    // is a return depends on which of several chains as short is taken.
    check_but("0710", Some("2"), technique, &["894"]);
    check_all("0711", Some("1"), technique);
    check_all("0711", Some("2"), technique);
}

#[test]
fn sets() {
    let technique = &mut Chains::of_sets();
    check_all("0709", Some("2"), technique);
    check_all("0710", Some("3"), technique);
    check_all("0710", Some("4"), technique);
    // Both candidates go, but one by one, as loops: the shortest chain between the ends comes back to a cell.
    check_but("0711", Some("3"), technique, &["164 165"]);
    check_all("0711", Some("4"), technique);
}
