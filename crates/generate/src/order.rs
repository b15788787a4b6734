//! Wishes that were found possible.

use core::fmt;
use core::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use gridwright_dig::{
    Dig, Fit, Method, MethodError, Recipe, Restriction, Stop, Symmetries, Uniqueness, check_pattern,
    least_clues,
};
use gridwright_grid::rand_core::Rng;
use gridwright_grid::rng::stream;
use gridwright_grid::{B3x3, Shape};
use gridwright_sampling::SharedFiller;

use crate::climb::Digger;
use crate::methods::{CLIMB, FIT};
use crate::sampler::ENTRIES;
use crate::{MethodEntry, Refusal, Wishes, Worker, methods};

/// As many clues as a minimal puzzle is known to have at 3x3.
const MOST_OF_MINIMAL: usize = 40;

/// Clues of puzzles that need no more than full houses, at 3x3.
const NEARLY_FULL: RangeInclusive<usize> = 70..=80;

/// Nodes of an attempt, where nothing else is said.
const NODES: u64 = 100_000_000;

/// Whether minimal puzzles, the fast way, are as good as any.
fn usual<S: Shape>(wishes: &Wishes<S>) -> bool {
    S::SIZE == B3x3::SIZE && wishes.symmetry == Symmetries::NONE && wishes.clues.is_none()
}

/// How puzzles are made.
pub(crate) enum Making<S: Shape> {
    /// Each as it comes.
    Method(Method<S>),
    /// Then changed.
    Climb(Digger<S>),
    /// By a generator of minimal puzzles, of that name.
    Sampled(&'static str),
}

/// Wishes that were found possible, and what they are fulfilled with. Shared by the workers of all threads.
///
/// Puzzle i of a seed is made from streams of its own: the first of its attempts that is as asked for, and not
/// equivalent to an earlier puzzle. So neither the number of threads nor the length of a run shows, and parts of a run
/// can be made apart. Only methods whose law is one of all puzzles of a grid ([`Order::is_whole`]) give all of them, grid
/// after grid.
pub struct Order<S: Shape = B3x3> {
    pub(crate) wishes: Wishes<S>,
    pub(crate) making: Making<S>,
    pub(crate) filler: SharedFiller<S>,
    pub(crate) nodes: u64,
    attempts: u64,
    entry: MethodEntry,
    /// By all workers.
    pub(crate) tried: AtomicU64,
}

impl<S: Shape> Order<S> {
    /// Fulfils these wishes, with grids of this filler.
    ///
    /// # Errors
    ///
    /// When no puzzle is like that, as far as that shows at once, or the method does not go by one of the wishes.
    pub fn new(mut wishes: Wishes<S>, filler: SharedFiller<S>) -> Result<Self, Refusal> {
        // No more clues than cells, but an empty range stays one.
        wishes.clues = wishes
            .clues
            .map(|clues| *clues.start()..=*clues.end().min(clues.start().max(&S::CELLS)));
        // What a level is dug by seldom stops too early; that puzzle is none of the level.
        if let (Some(level), None) = (wishes.level, &wishes.clues) {
            wishes.clues = Some(level.givens::<S>());
        }
        let name = match (&wishes.method, wishes.level) {
            (Some(name), _) => name.clone(),
            (None, _) if wishes.pattern.is_some() => FIT.name.into(),
            (None, Some(level)) => format!("level-{}", level.number()),
            (None, None) if !wishes.difficulty.is_any() => CLIMB.name.into(),
            (None, None) if usual(&wishes) => "top-down".into(),
            (None, None) => "dig".into(),
        };
        let entry = methods().find(|entry| entry.info.name == name);
        let entry = entry.ok_or(Refusal::Method(MethodError::Unknown(name)))?;
        wishes.check(&entry)?;
        let making = wishes.making(entry.info.name)?;
        let attempts = match making {
            Making::Climb(_) => 10_000,
            Making::Method(Method::Fit(_)) => 100,
            _ => 1_000_000,
        };
        Ok(Self {
            wishes,
            making,
            filler,
            nodes: NODES,
            attempts,
            entry,
            tried: AtomicU64::new(0),
        })
    }

    /// With so many attempts at a puzzle, or grids without one, before that is given up. Else: 10,000 of `climb`, 100 of
    /// `fit`, of the others 1,000,000.
    #[must_use]
    pub const fn with_attempts(mut self, attempts: u64) -> Self {
        self.attempts = attempts;
        self
    }

    /// With so many nodes for an attempt. Else 100,000,000.
    #[must_use]
    pub const fn with_nodes(mut self, nodes: u64) -> Self {
        self.nodes = nodes;
        self
    }

    /// Attempts before a puzzle is given up.
    pub const fn attempts(&self) -> u64 {
        self.attempts
    }

    /// Attempts made so far, or grids tried, by all workers: for whoever waits.
    pub fn tried(&self) -> u64 {
        self.tried.load(Ordering::Relaxed)
    }

    /// Nodes after which the test of a clue ends, so that it stays though it may not be needed; `None` where no test ends
    /// early.
    pub fn test_nodes(&self) -> Option<u64> {
        let (Making::Method(Method::Dig(dig)) | Making::Climb(Digger::Recipe(dig))) = &self.making else {
            return None;
        };
        let recipe = dig.recipe();
        (recipe.uniqueness != Uniqueness::Untested && recipe.nodes < u64::MAX).then_some(recipe.nodes)
    }

    /// The method.
    pub const fn method(&self) -> &MethodEntry {
        &self.entry
    }

    /// Whether a unit of work is a grid with any number of puzzles. Else it is one puzzle.
    pub fn is_whole(&self) -> bool {
        let name = self.entry.info.name;
        matches!(self.making, Making::Sampled(_))
            && ENTRIES.iter().any(|entry| entry.info.name == name && entry.whole)
    }

    /// Whether two puzzles of a run may well be equivalent, since there are few: at shapes below 3x3, with a pattern, and
    /// with 19 clues or fewer.
    pub fn is_narrow(&self) -> bool {
        let few = self.wishes.clues.as_ref().is_some_and(|clues| *clues.end() < 20);
        S::CELLS < B3x3::CELLS || self.wishes.pattern.is_some() || few
    }

    /// One that makes the puzzles, for a thread of its own.
    pub fn worker(self: &Arc<Self>) -> Worker<S> {
        Worker::new(Arc::clone(self))
    }

    /// The seed of the attempts at a puzzle.
    pub(crate) fn seed_of(seed: u64, puzzle: u64) -> u64 {
        stream(seed, puzzle).next_u64()
    }
}

impl<S: Shape> fmt::Debug for Order<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Order")
            .field("wishes", &self.wishes)
            .finish_non_exhaustive()
    }
}

impl<S: Shape> Wishes<S> {
    /// What does not depend on how puzzles are made.
    fn check(&self, entry: &MethodEntry) -> Result<(), Refusal> {
        let name = entry.info.name;
        if !entry.shapes.contains(&S::SIZE) {
            return Err(Refusal::Shape(name, S::SIZE));
        }
        let symmetric = name == CLIMB.name || name == FIT.name || Recipe::<S>::named(name).is_some();
        if self.symmetry != Symmetries::NONE && !(symmetric && entry.unique) {
            return Err(Refusal::Wish(name, "symmetry"));
        }
        if let Some(level) = self.level
            && name != format!("level-{}", level.number())
        {
            return Err(Refusal::Wish(name, "level"));
        }
        if self.pattern.is_some() != (name == FIT.name) {
            return Err(if self.pattern.is_some() {
                Refusal::Wish(name, "pattern")
            } else {
                Refusal::NoPattern
            });
        }
        if name == CLIMB.name && self.difficulty.is_any() {
            return Err(Refusal::NoDifficulty);
        }
        if self.ambiguous && (entry.unique || self.minimal || !self.difficulty.is_any()) {
            return Err(Refusal::Ambiguous);
        }
        self.difficulty.check::<S>()?;
        let clues = self.clues.clone().unwrap_or(least_clues::<S>()..=S::CELLS);
        let recipe = Recipe::<S> {
            stop: Stop::ExhaustedWith(clues.clone()),
            uniqueness: if self.ambiguous {
                Uniqueness::Untested
            } else {
                Uniqueness::Contradiction
            },
            ..Recipe::default()
        };
        recipe.check()?;
        let own = Recipe::<S>::named(name).map_or(0..=S::CELLS, |recipe| recipe.leaves());
        if clues.start() > own.end() || clues.end() < own.start() {
            return Err(Refusal::Clues(name, own));
        }
        let easy = self.difficulty.least_clues::<S>();
        if easy > *clues.end().min(own.end()) {
            return Err(Refusal::FullHouses(easy));
        }
        if self.minimal && S::SIDE > 16 {
            return Err(Refusal::Unproved(S::SIZE));
        }
        let least = easy.max(*own.start()).max(*clues.start());
        if self.minimal && S::SIZE == B3x3::SIZE && least > MOST_OF_MINIMAL {
            return Err(Refusal::NotMinimal(least));
        }
        Ok(())
    }

    fn making(&self, name: &'static str) -> Result<Making<S>, Refusal> {
        if let Some(pattern) = &self.pattern {
            check_pattern(pattern)?;
            if self
                .clues
                .as_ref()
                .is_some_and(|clues| !clues.contains(&pattern.len()))
            {
                return Err(Refusal::PatternClues(pattern.len()));
            }
            let orbits = self.symmetry.orbits::<S>();
            let mut cells = pattern.cells();
            if !cells.all(|cell| orbits[cell.index()].iter().all(|&other| pattern.contains(other))) {
                return Err(Refusal::Asymmetric(self.symmetry));
            }
            return Ok(Making::Method(Method::Fit(Fit::new(
                pattern.clone(),
                Fit::<S>::CHANGES,
            )?)));
        }
        if let Some(entry) = ENTRIES.iter().find(|entry| entry.info.name == name) {
            return Ok(Making::Sampled(entry.info.name));
        }
        if name == CLIMB.name {
            let recipe = self.to_order(Recipe::default());
            let digger = if recipe == Recipe::default() && S::SIZE == B3x3::SIZE {
                Digger::Minimal
            } else {
                Digger::Recipe(Dig::new(recipe)?)
            };
            return Ok(Making::Climb(digger));
        }
        match Recipe::<S>::named(name) {
            Some(recipe) if recipe.uniqueness != Uniqueness::Untested => {
                Ok(Making::Method(Method::Dig(Dig::new(self.to_order(recipe))?)))
            }
            _ => Ok(Making::Method(Method::named(name)?)),
        }
    }

    /// A recipe with the symmetry and the clues asked for.
    fn to_order(&self, recipe: Recipe<S>) -> Recipe<S> {
        let free = recipe.restriction == Restriction::default();
        let easy = self.difficulty.needs_full_houses_alone();
        let clues = match (&self.clues, &recipe.stop) {
            (None, Stop::Exhausted) if easy && !self.minimal => Some(NEARLY_FULL),
            (None, _) => None,
            (Some(clues), stop) => {
                let own = stop.wanted::<S>();
                Some(*own.start().max(clues.start())..=*own.end().min(clues.end()))
            }
        };
        let stop = match clues {
            None => recipe.stop,
            Some(clues) if self.minimal && free => Stop::ExhaustedWith(clues),
            Some(clues) => Stop::Clues(clues),
        };
        Recipe {
            symmetry: self.symmetry,
            stop,
            // What is undecided is not minimal.
            nodes: if self.minimal { u64::MAX } else { recipe.nodes },
            ..recipe
        }
    }
}
