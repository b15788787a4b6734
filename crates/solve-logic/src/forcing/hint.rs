//! What searches found, before it is written down as steps.

use super::graph::Links;
use crate::{Growth, Rating};

/// What Sudoku Explainer rates the shortest cycles through cells or through one digit, and the shortest such chains.
pub(crate) const ONE_KIND_CYCLE: f64 = 6.5;
pub(crate) const ONE_KIND_CHAIN: f64 = 6.6;
/// The shortest of those through cells and several digits.
pub(crate) const BOTH_KINDS: f64 = 7.0;

/// How a conclusion was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// A cycle; where its path lies.
    Cycle(Links, u32, u32),
    /// A chain from one polarity of a candidate to the other; where its path lies.
    Chain(Links, u32, u32),
    /// Both polarities of the candidate lead to the target.
    Double(u16),
    /// The literal leads to a contradiction.
    Contradiction(u16),
    /// Every candidate of the cell leads to the target.
    Cell(u8),
    /// Every place of the digit in the house leads to the target.
    Region(u8, u8),
}

impl Source {
    /// The order among conclusions of equal rating and complexity.
    pub(super) const fn key(self) -> u8 {
        match self {
            Self::Double(_) => 1,
            Self::Cycle(links, ..) | Self::Chain(links, ..) => match links {
                Links::X => 2,
                Links::Y => 3,
                Links::Xy => 4,
            },
            Self::Cell(_) => 5,
            Self::Region(..) => 6,
            Self::Contradiction(_) => 7,
        }
    }

    /// Its rating, length aside, where the others of its search may have another.
    const fn base(self) -> f64 {
        match self {
            Self::Cycle(Links::X | Links::Y, ..) => ONE_KIND_CYCLE,
            Self::Chain(Links::X | Links::Y, ..) => ONE_KIND_CHAIN,
            Self::Cycle(..) | Self::Chain(..) => BOTH_KINDS,
            _ => 0.0,
        }
    }
}

/// A conclusion.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hint {
    pub(super) source: Source,
    /// The literal that follows; of a cycle where it starts.
    pub(super) target: u16,
    pub(super) complexity: u32,
}

impl Hint {
    /// Rating, but for what all hints of a search have in common, complexity and key: smaller is preferred.
    fn rank(&self) -> (f64, u32, u8) {
        let rating = Rating::growing(self.source.base(), Growth::Length);
        (rating.of(self.complexity, 0), self.complexity, self.source.key())
    }
}

/// Collects hints: all of them, or the first of those that rank lowest.
pub(super) struct Gather {
    pub(super) hints: Vec<Hint>,
    all: bool,
}

impl Gather {
    pub(super) const fn new(all: bool) -> Self {
        Self {
            hints: Vec::new(),
            all,
        }
    }

    pub(super) const fn is_all(&self) -> bool {
        self.all
    }

    /// Whether a hint of that source and at least that complexity can matter.
    #[inline]
    pub(super) fn wants(&self, source: Source, complexity: u32) -> bool {
        let hint = Hint {
            source,
            target: 0,
            complexity,
        };
        self.all || self.hints.first().is_none_or(|best| hint.rank() < best.rank())
    }

    /// Adds a hint that it wants.
    pub(super) fn push(&mut self, hint: Hint) {
        if !self.all {
            self.hints.clear();
        }
        self.hints.push(hint);
    }

    /// Brings the hints in the order of preference, those of equal rank as found.
    pub(super) fn sort(&mut self) {
        self.hints
            .sort_by(|a, b| a.rank().partial_cmp(&b.rank()).expect("ratings are numbers"));
    }
}
