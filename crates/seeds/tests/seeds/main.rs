//! Seeds: their letters form, their numbers, their sheets.

mod letters;
mod numbers;
mod sheets;

use gridwright_grid::{Puzzle, Shape};
use gridwright_seeds::Game;
use gridwright_solve_dlx::Dlx;

/// A usual puzzle; nothing but the identity keeps it.
pub(crate) const USUAL: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// The game of a puzzle.
#[track_caller]
pub(crate) fn game<S: Shape>(puzzle: &str) -> Game<S> {
    let puzzle: Puzzle<S> = puzzle.parse().unwrap();
    Game::new(puzzle, &mut Dlx::default()).unwrap()
}
