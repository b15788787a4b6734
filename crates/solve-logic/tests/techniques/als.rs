//! Almost locked sets against the cases of the library.

use crate::common;

use common::check_all;
use gridwright_solve_logic::als::{AlsChain, AlsXyWing, AlsXz, DeathBlossom, SueDeCoq};

#[test]
fn xz() {
    check_all("0901", None, &mut AlsXz::default());
}

#[test]
fn xy_wing() {
    check_all("0902", Some("1"), &mut AlsXyWing::default());
    check_all("0902", Some("2"), &mut AlsXyWing::overlapping());
}

#[test]
fn chain() {
    check_all("0903", Some(""), &mut AlsChain::default());
    check_all("0903", Some("1"), &mut AlsChain::default());
}

#[test]
fn death_blossom() {
    check_all("0904", Some("1"), &mut DeathBlossom::default());
    check_all("0904", Some("2"), &mut DeathBlossom::overlapping());
}

#[test]
fn sue_de_coq() {
    check_all("1101", None, &mut SueDeCoq::default());
}
