//! Which techniques a puzzle needs.

use gridwright_solve_logic::{Family, Kind, Pace, Rated};

/// What a path shows of a puzzle, besides its number.
#[derive(Clone, Debug, PartialEq)]
pub struct Statistics {
    /// Givens.
    pub clues: usize,
    /// How many steps of each kind, by kind; where all that a technique finds is done at once, how many that do
    /// different things.
    pub techniques: Vec<(Kind, u32)>,
    /// The dearest kind; of several the first of [`Kind::ALL`]. None where nothing was done.
    pub bottleneck: Option<Kind>,
    /// What a step of that kind costs, at most.
    pub cost: f64,
    /// Times that the techniques were asked.
    pub rounds: u32,
    /// Whether more than singles is needed.
    pub beyond_singles: bool,
    /// Whether something is assumed, to see what follows: a forcing chain or a trial.
    pub guessing: bool,
}

impl Statistics {
    pub(crate) fn new(clues: usize) -> Self {
        Self {
            clues,
            techniques: Vec::new(),
            bottleneck: None,
            cost: 0.0,
            rounds: 0,
            beyond_singles: false,
            guessing: false,
        }
    }

    /// Adds what was found at once.
    pub(crate) fn add(&mut self, pace: Pace, found: &[Rated]) {
        self.rounds += 1;
        for (i, rated) in found.iter().enumerate() {
            let kind = rated.step.kind;
            self.beyond_singles |= kind.family() != Family::Single;
            self.guessing |= kind.family() == Family::Forcing;
            if rated.rating > self.cost {
                (self.bottleneck, self.cost) = (Some(kind), rated.rating);
            } else if rated.rating >= self.cost {
                self.bottleneck = self.bottleneck.min(Some(kind));
            }
            let same = |other: &Rated| {
                let (a, b) = (&other.step, &rated.step);
                a.kind == b.kind && a.placements == b.placements && a.eliminations == b.eliminations
            };
            if pace == Pace::First || !found[..i].iter().any(same) {
                self.count(kind);
            }
        }
    }

    fn count(&mut self, kind: Kind) {
        match self.techniques.binary_search_by_key(&kind, |&(kind, _)| kind) {
            Ok(at) => self.techniques[at].1 += 1,
            Err(at) => self.techniques.insert(at, (kind, 1)),
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
