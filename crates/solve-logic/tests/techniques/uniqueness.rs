//! Unique and avoidable rectangles: the cases.

use crate::common;

use common::check_all;
use gridwright_solve_logic::Kind;
use gridwright_solve_logic::uniqueness::{AvoidableRectangles, UniqueRectangles};

fn check(kind: &'static [Kind]) {
    let code = kind[0].code();
    check_all(code, Some("1"), &mut UniqueRectangles::new(kind).complete());
    check_all(code, Some("2"), &mut UniqueRectangles::new(kind));
}

macro_rules! cases {
    ($($name:ident: $kind:ident,)*) => {
        $(#[test] fn $name() { check(&[Kind::$kind]); })*
    };
}

cases! {
    type_1: UniqueRectangle1,
    type_2: UniqueRectangle2,
    type_3: UniqueRectangle3,
    type_4: UniqueRectangle4,
    type_5: UniqueRectangle5,
    type_6: UniqueRectangle6,
    hidden: HiddenRectangle,
}

#[test]
fn no_hidden_rectangle() {
    let kind = &[Kind::HiddenRectangle];
    check_all("0606", Some("x"), &mut UniqueRectangles::new(kind).complete());
    check_all("0606", Some("x"), &mut UniqueRectangles::new(kind));
}

#[test]
fn avoidable() {
    check_all(
        "0607",
        None,
        &mut AvoidableRectangles::new(&[Kind::AvoidableRectangle1]),
    );
    check_all(
        "0608",
        None,
        &mut AvoidableRectangles::new(&[Kind::AvoidableRectangle2]),
    );
}
