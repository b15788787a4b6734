//! The loop: ask the techniques in order, apply what the first of them finds, start again.

use std::collections::HashSet;
use std::fmt;
use std::ops::ControlFlow;

use crate::{Board, Kind, Pace, Profile, Step, Technique};

/// A step and what it costs.
#[derive(Clone, Debug, PartialEq)]
pub struct Rated {
    /// The step.
    pub step: Step,
    /// What it costs in the profile.
    pub rating: f64,
}

/// How a path ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Every cell has a value.
    Solved,
    /// No technique of the profile finds a step.
    Beyond,
    /// A cell has no candidate, or a house no place for a digit: the puzzle has no solution, or has several and a
    /// technique relied on there being one.
    Broken,
    /// The visitor had enough.
    Stopped,
}

/// Solves puzzles by the techniques of a profile.
///
/// It keeps the working memory of its techniques: one a thread.
pub struct Reasoner {
    profile: &'static Profile,
    techniques: Vec<Box<dyn Technique>>,
    off: HashSet<Kind>,
}

impl Reasoner {
    /// With all techniques of the profile.
    pub fn new(profile: &'static Profile) -> Self {
        Self {
            profile,
            techniques: profile.techniques.iter().map(|build| build()).collect(),
            off: HashSet::new(),
        }
    }

    /// Without steps of the kinds for which `keep` says no.
    #[must_use]
    pub fn keeping(mut self, keep: impl Fn(Kind) -> bool) -> Self {
        self.off
            .extend(Kind::ALL.iter().copied().filter(|&kind| !keep(kind)));
        let off = &self.off;
        self.techniques
            .retain(|technique| technique.kinds().iter().any(|kind| !off.contains(kind)));
        self
    }

    /// Its profile.
    pub fn profile(&self) -> &'static Profile {
        self.profile
    }

    /// What is done next: one step, or at [`Pace::All`] all steps of the least rating that the first technique that finds
    /// any has; empty when none does.
    pub fn next(&mut self, board: &Board) -> Vec<Rated> {
        let (profile, off) = (self.profile, &self.off);
        let mut found = Vec::new();
        for technique in &mut self.techniques {
            let _ = technique.search(board, &mut |step| {
                if off.contains(&step.kind) {
                    return ControlFlow::Continue(());
                }
                let rating = profile
                    .rating(&step)
                    .expect("a profile rates every kind that its techniques find");
                found.push(Rated { step, rating });
                match profile.pace {
                    Pace::First => ControlFlow::Break(()),
                    Pace::All => ControlFlow::Continue(()),
                }
            });
            if !found.is_empty() {
                break;
            }
        }
        let least = found
            .iter()
            .map(|rated| rated.rating)
            .fold(f64::INFINITY, f64::min);
        found.retain(|rated| rated.rating <= least);
        found
    }

    /// Does what is done next, and shows `visit` all of it beforehand; breaks at the end of the path.
    pub fn round(
        &mut self,
        board: &mut Board,
        visit: impl FnOnce(&Board, &[Rated]) -> ControlFlow<()>,
    ) -> ControlFlow<End> {
        if board.is_solved() {
            return ControlFlow::Break(End::Solved);
        }
        let found = self.next(board);
        if found.is_empty() {
            return ControlFlow::Break(if board.is_broken() {
                End::Broken
            } else {
                End::Beyond
            });
        }
        if visit(board, &found).is_break() {
            return ControlFlow::Break(End::Stopped);
        }
        for rated in &found {
            if rated.step.apply(board).is_err() {
                return ControlFlow::Break(End::Broken);
            }
        }
        ControlFlow::Continue(())
    }

    /// Solves the board as far as it goes, and shows every step that changes it, before it is applied.
    pub fn solve(
        &mut self,
        board: &mut Board,
        mut visit: impl FnMut(&Board, &Rated) -> ControlFlow<()>,
    ) -> End {
        loop {
            let round = self.round(board, |before, found| {
                if let [rated] = found {
                    return visit(before, rated);
                }
                let mut board = before.clone();
                for rated in found {
                    if rated.step.changes(&board) {
                        visit(&board, rated)?;
                        // What cannot be applied ends the path afterwards.
                        let _ = rated.step.apply(&mut board);
                    }
                }
                ControlFlow::Continue(())
            });
            if let ControlFlow::Break(end) = round {
                return end;
            }
        }
    }
}

impl fmt::Debug for Reasoner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Reasoner").field(&self.profile.name).finish()
    }
}
