//! What is known of seeds.

use gridwright_grade::Scale;
use gridwright_grade::gridwright_solve_logic::Kind;
use gridwright_grid::rng::stream;
use gridwright_grid::{B2x2, B3x3, Budget, Group, Puzzle};
use gridwright_seeds::{Examiner, Game, NoGame, Sheet, columns};
use gridwright_solve_dlx::Dlx;

use crate::{USUAL, game};

/// Not solved by singles alone.
const OTHER: &str = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

/// The columns of a sheet that are not empty and not 0.
fn shown(sheet: &Sheet, scale: Scale) -> Vec<String> {
    let fields = sheet.fields(scale);
    assert_eq!(fields.len(), columns(scale).count());
    let shown = columns(scale)
        .zip(fields)
        .filter(|(_, field)| !field.is_empty() && field != "0");
    shown.map(|(name, field)| format!("{name}={field}")).collect()
}

#[test]
fn pinned() {
    let usual = game::<B3x3>(USUAL);
    let budget = &mut Budget::unlimited();
    let sheet = Examiner::new(Scale::Plain).examine(&usual, budget).unwrap();
    assert_eq!(
        shown(&sheet, Scale::Plain).join(" "),
        "er=1.2 ep=1.2 ed=1.2 score=1207 level=1 guessing=no hardest=hidden-single-box clues=30 \
         symmetries=rotational-2 automorphisms=1 variations=2903040 full-house=16 hidden-single-box=35"
    );
    let other = game::<B3x3>(OTHER);
    let sheet = Examiner::new(Scale::Er).examine(&other, budget).unwrap();
    assert_eq!(
        shown(&sheet, Scale::Er).join(" "),
        "er=2.6 ep=1.2 ed=1.2 score=2502 level=2 guessing=no hardest=pointing clues=17 automorphisms=1 \
         variations=2903040 full-house=19 hidden-single-box=32 hidden-single-line=9 naked-single=2 direct-hidden-pair=2 \
         pointing=4"
    );
    assert_eq!(sheet.uses(Kind::Pointing), Some(4));
}

/// But for ER, which depends on how a puzzle is turned.
#[test]
fn variations_have_the_same_sheet() {
    let other = game::<B3x3>(OTHER);
    let mut examiner = Examiner::new(Scale::Plain);
    let budget = &mut Budget::unlimited();
    let sheet = |game: &Game| Sheet {
        er: None,
        ..examiner.examine(game, budget).unwrap()
    };
    let turned = other.varied(&Group::Simple.random(&mut stream(1, 0)));
    let sheets = [&other, &turned].map(sheet);
    assert_eq!(sheets[0], sheets[1]);
}

#[test]
fn other_shapes() {
    let small = game::<B2x2>("1..4....23......");
    let sheet = Examiner::new(Scale::Plain)
        .examine(&small, &mut Budget::unlimited())
        .unwrap();
    assert_eq!(
        shown(&sheet, Scale::Plain).join(" "),
        "score=1203 level=1 guessing=no hardest=hidden-single-box clues=4 automorphisms=1 variations=192 full-house=5 \
         hidden-single-box=7"
    );
}

#[test]
fn what_is_no_game() {
    let no_game = |puzzle: &str| Game::<B3x3>::new(puzzle.parse().unwrap(), &mut Dlx::default()).unwrap_err();
    assert_eq!(no_game(&".".repeat(81)), NoGame::Ambiguous);
    assert_eq!(no_game(&USUAL.replacen('.', "1", 1)), NoGame::Unsolvable);
    let mut restricted: Puzzle = USUAL.parse().unwrap();
    let cell = gridwright_grid::Cell::new(2).unwrap();
    restricted.restrict(
        cell,
        gridwright_grid::DigitSet::single(gridwright_grid::Digit::new(4).unwrap()),
    );
    assert_eq!(
        Game::new(restricted, &mut Dlx::default()).unwrap_err(),
        NoGame::Restricted
    );
}
