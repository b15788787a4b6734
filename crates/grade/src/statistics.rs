//! Which techniques a puzzle needs.

use gridwright_solve_logic::{Family, Kind};

/// What a path shows of a puzzle, besides its number.
#[derive(Clone, Debug, PartialEq)]
pub struct Statistics {
    /// Givens, without values that were placed later.
    pub clues: usize,
    /// How many steps of each kind, by kind; where all that a technique finds is done at once, how many that do
    /// different things.
    pub techniques: Vec<(Kind, u32)>,
    /// The dearest kind; of several the first of [`Kind::ALL`]. None where nothing was done.
    pub bottleneck: Option<Kind>,
    /// What a step of that kind costs, at most.
    pub cost: f64,
    /// Whether more than singles is needed.
    pub beyond_singles: bool,
    /// Whether something is assumed, to see what follows: a forcing chain or a trial.
    pub guessing: bool,
}

impl Statistics {
    pub(crate) const fn new(clues: usize) -> Self {
        Self {
            clues,
            techniques: Vec::new(),
            bottleneck: None,
            cost: 0.0,
            beyond_singles: false,
            guessing: false,
        }
    }

    /// Adds a round: so many steps of a kind and rating.
    pub(crate) fn add(&mut self, kind: Kind, rating: f64, steps: u32) {
        self.beyond_singles |= kind.family() != Family::Single;
        self.guessing |= kind.family() == Family::Forcing;
        if rating > self.cost {
            (self.bottleneck, self.cost) = (Some(kind), rating);
        } else if rating >= self.cost {
            self.bottleneck = self.bottleneck.min(Some(kind));
        }
        match self.techniques.binary_search_by_key(&kind, |&(kind, _)| kind) {
            Ok(at) => self.techniques[at].1 += steps,
            Err(at) => self.techniques.insert(at, (kind, steps)),
        }
    }
}

/// The class of a technique: 1 singles, 2 intersections and pairs, 3 larger subsets and fish, 4 wings, uniqueness and
/// chains, 5 what goes beyond.
pub const fn class(kind: Kind) -> u8 {
    match (kind, kind.family()) {
        (_, Family::Single) => 1,
        (Kind::DirectHiddenTriple | Kind::LockedTriple, _) => 3,
        (_, Family::Direct | Family::Intersection) | (Kind::NakedPair | Kind::HiddenPair, _) => 2,
        (_, Family::Subset | Family::Fish) => 3,
        (_, Family::SingleDigit | Family::Coloring | Family::Wing | Family::Uniqueness | Family::Chain) => 4,
        (_, Family::Exclusion | Family::AlmostLockedSet | Family::Template | Family::Forcing) => 5,
    }
}
