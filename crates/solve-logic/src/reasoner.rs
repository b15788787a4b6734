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

    /// What is done next: one step, or at [`Pace::All`] all of the first technique that finds any; empty when none
    /// does.
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
        found
    }

    /// Solves the board as far as it goes, and shows every step that changes it, before it is applied.
    pub fn solve(
        &mut self,
        board: &mut Board,
        mut visit: impl FnMut(&Board, &Rated) -> ControlFlow<()>,
    ) -> End {
        loop {
            if board.is_solved() {
                return End::Solved;
            }
            let found = self.next(board);
            if found.is_empty() {
                return if board.is_broken() {
                    End::Broken
                } else {
                    End::Beyond
                };
            }
            for rated in &found {
                if rated.step.changes(board) {
                    if visit(board, rated).is_break() {
                        return End::Stopped;
                    }
                    if rated.step.apply(board).is_err() {
                        return End::Broken;
                    }
                }
            }
        }
    }
}

impl fmt::Debug for Reasoner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Reasoner").field(&self.profile.name).finish()
    }
}
