//! The letters form.

use gridwright_grid::rng::stream;
use gridwright_grid::text::letters_are_free;
use gridwright_grid::{B2x2, B2x3, B3x3, B4x4, Grid, Group, Puzzle, Shape, Symmetry};
use gridwright_seeds::{Game, Letters};

use crate::{USUAL, game};

#[test]
fn pinned() {
    let game = game::<B3x3>(USUAL);
    let canonical = Letters::new().form(game.puzzle());
    let form = game.varied(&canonical.symmetry);
    assert_eq!(form.puzzle(), &canonical.form);
    let mut text = Vec::new();
    form.push_letters(&mut text);
    assert_eq!(
        String::from_utf8(text).unwrap(),
        concat!(
            "....a..bc...cde..f.f....gd.b...f...ge..b.g..hf...i...a.gi....f.c..deh...da..g....",
            "iedgafhbcghbcdeiafafcihbgdebihefadcgedabcgfihfcghidbeahgiabcefdcbfdehagidaefgichb",
        )
    );
}

/// All that the simple group makes of a puzzle has one form, which is among them, and what it does not make has another.
fn shared_by_all<S: Shape>(games: &[Game<S>]) {
    let letters = Letters::<S>::new();
    let order = Group::Simple.order::<S>().unwrap();
    let mut forms = Vec::new();
    for game in games {
        let form = letters.form(game.puzzle());
        for i in 0..200 {
            let element = Group::Simple.unrank::<S>(order / 200 * i).unwrap();
            let other = letters.form(&element.puzzle(game.puzzle()));
            assert_eq!(
                (&other.form, other.automorphisms),
                (&form.form, form.automorphisms)
            );
            assert_eq!(other.symmetry.puzzle(&element.puzzle(game.puzzle())), form.form);
        }
        let kept = Group::Simple.stabiliser(game.puzzle()).unwrap();
        assert_eq!(kept.order(), form.automorphisms);
        forms.push(form.form.to_string());
    }
    forms.sort_unstable();
    forms.dedup();
    assert_eq!(forms.len(), games.len());
}

#[test]
fn variations_share_it() {
    let usual = game::<B3x3>(USUAL);
    let other = usual.varied(&Symmetry::random(&mut stream(1, 0)));
    let solved = game::<B3x3>(&Grid::<B3x3>::canonical_base().to_string());
    shared_by_all(&[usual, other, solved]);
    shared_by_all(&[game::<B2x3>(&Grid::<B2x3>::canonical_base().to_string())]);
    shared_by_all(&[game::<B4x4>(&Grid::<B4x4>::canonical_base().to_string())]);
}

#[test]
fn digits_that_are_not_given_may_change_places() {
    let puzzle: Puzzle<B2x2> = "..2..........4..".parse().unwrap();
    let form = Letters::new().form(&puzzle);
    assert_eq!(
        form.automorphisms,
        Group::Simple.stabiliser(&puzzle).unwrap().order()
    );
    assert_eq!(form.symmetry.puzzle(&puzzle), form.form);
    assert_eq!(
        Letters::new().form(&Puzzle::<B2x2>::empty()).automorphisms,
        8 * 24
    );
}

#[test]
fn letters_are_read_again() {
    let game = game::<B3x3>(USUAL);
    let mut text = Vec::new();
    game.puzzle().push_letters(&mut text);
    let text = String::from_utf8(text).unwrap();
    assert!(text.starts_with("ec..g....f..aie...."));
    assert_eq!(text.parse::<Puzzle>().unwrap(), *game.puzzle());
    assert!(letters_are_free::<B3x3>() && !letters_are_free::<B4x4>());
    let (mut letters, mut line) = (Vec::new(), Vec::new());
    let big = Puzzle::<B4x4>::from(Grid::canonical_base());
    big.push_letters(&mut letters);
    big.push_line(&mut line);
    assert_eq!(letters, line);
}
