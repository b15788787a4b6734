//! The trait of techniques.

use std::ops::ControlFlow;

use crate::{Board, Kind, Step};

/// Receives steps until it has enough.
pub type Visit<'a> = &'a mut dyn FnMut(Step) -> ControlFlow<()>;

/// A way of reasoning: finds steps on a board.
///
/// It keeps its working memory between boards, hence `&mut self`: one a thread. What it finds, and in which order,
/// depends on the board alone.
pub trait Technique: Send {
    /// The kinds of steps that it finds, cheapest first.
    fn kinds(&self) -> &'static [Kind];

    /// Shows every step to `visit`, each of which changes the board, in the order in which the technique prefers
    /// them, until it breaks.
    fn search(&mut self, board: &Board, visit: Visit<'_>) -> ControlFlow<()>;

    /// The step it prefers.
    fn first(&mut self, board: &Board) -> Option<Step> {
        let mut first = None;
        let _ = self.search(board, &mut |step| {
            first = Some(step);
            ControlFlow::Break(())
        });
        first
    }

    /// Every step.
    fn all(&mut self, board: &Board) -> Vec<Step> {
        let mut steps = Vec::new();
        let _ = self.search(board, &mut |step| {
            steps.push(step);
            ControlFlow::Continue(())
        });
        steps
    }
}
