//! One number for every variation of every seed.

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;

use gridwright_grid::rand_core::Rng;
use gridwright_grid::{B3x3, Canonical, CanonicalError, Canonicalizer, Group, Puzzle, Shape, Symmetry};

use crate::cosets::{Cosets, exchange};
use crate::{Game, Letters};

/// Seeds, none of them equivalent to another, and a number for each variation of each: for the first seed those from 0 on,
/// in the order of its symmetries in the group, then for the second, and so on. Every puzzle that the group can make of a
/// seed has one number, also where symmetries keep the seed.
///
/// As long as no symmetry keeps it, variation K of a seed is what element K of the group makes of it.
///
/// # Cost
///
/// Some 300 bytes a seed. The simple group: microseconds for each number found, or puzzle made. The full group as well at
/// 3x3, and milliseconds for a seed that some symmetry keeps; at other shapes the search for a canonical form, which
/// [`Canonicalizer`] refuses at 4x4 and 5x5.
#[derive(Clone, Debug)]
pub struct Collection<S: Shape = B3x3> {
    group: Group,
    letters: Letters<S>,
    seeds: Vec<Seed<S>>,
    /// The seed that has this form.
    by_form: HashMap<Box<[u8]>, usize>,
}

#[derive(Clone, Debug)]
struct Seed<S: Shape> {
    game: Game<S>,
    /// Makes the form that it shares with its variations.
    to_form: Symmetry<S>,
    /// None where only the identity keeps it.
    cosets: Option<Box<Cosets<S>>>,
    /// The number after its last.
    end: u128,
}

/// Why a seed was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// It is a variation of the seed of that place, from 0.
    Equivalent(usize),
    /// The group is too large for the shape.
    Canonical(CanonicalError),
    /// There would be 2^128 games or more.
    TooMany,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Equivalent(seed) => write!(f, "equivalent to seed {}", seed + 1),
            Self::Canonical(error) => error.fmt(f),
            Self::TooMany => f.write_str("2^128 games or more"),
        }
    }
}

impl std::error::Error for Refused {}

/// A variation of a seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation<S: Shape = B3x3> {
    /// The place of the seed in the collection, from 0.
    pub seed: usize,
    /// What makes the variation of it; of several symmetries that do, the least.
    pub symmetry: Symmetry<S>,
    /// The variation.
    pub game: Game<S>,
}

impl<S: Shape> Collection<S> {
    /// No seeds yet.
    pub fn new(group: Group) -> Self {
        Self {
            group,
            letters: Letters::new(),
            seeds: Vec::new(),
            by_form: HashMap::new(),
        }
    }

    /// The group that makes the variations.
    pub const fn group(&self) -> Group {
        self.group
    }

    /// How many seeds.
    pub fn len(&self) -> usize {
        self.seeds.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.seeds.is_empty()
    }

    /// The seed at a place, from 0.
    pub fn seed(&self, seed: usize) -> Option<&Game<S>> {
        Some(&self.seeds.get(seed)?.game)
    }

    /// How many games: all variations of all seeds.
    pub fn games(&self) -> u128 {
        self.seeds.last().map_or(0, |seed| seed.end)
    }

    /// The numbers of the variations of the seed at a place; none where there is no seed.
    pub fn numbers(&self, seed: usize) -> Range<u128> {
        let end = |seed: usize| self.seeds.get(seed).map(|seed| seed.end);
        let start = seed.checked_sub(1).map_or(Some(0), end);
        start.zip(end(seed)).map_or(0..0, |(start, end)| start..end)
    }

    /// Adds a seed behind the others, so that no number changes.
    ///
    /// # Errors
    ///
    /// When it is a variation of another, which it says, or the shape is too large.
    pub fn push(&mut self, game: Game<S>) -> Result<(), Refused> {
        let Canonical {
            form,
            automorphisms,
            symmetry,
        } = self.form(&game).map_err(Refused::Canonical)?;
        let key = form.values().into();
        if let Some(&earlier) = self.by_form.get(&key) {
            return Err(Refused::Equivalent(earlier));
        }
        let cosets = (automorphisms > 1)
            .then(|| Cosets::of(self.group, game.puzzle()).map(Box::new))
            .transpose()
            .map_err(Refused::Canonical)?;
        let kept = cosets.as_ref().map_or(1, |cosets| cosets.kept());
        let variations = self.group.order::<S>().map(|order| order / kept);
        let end = variations.and_then(|variations| self.games().checked_add(variations));
        let end = end.ok_or(Refused::TooMany)?;
        self.by_form.insert(key, self.seeds.len());
        self.seeds.push(Seed {
            game,
            to_form: symmetry,
            cosets,
            end,
        });
        Ok(())
    }

    /// What a game shares with its variations, and what makes that of it.
    fn form(&self, game: &Game<S>) -> Result<Canonical<Puzzle<S>, S>, CanonicalError> {
        match self.group {
            Group::Simple => Ok(self.letters.form(game.puzzle())),
            Group::Full => Canonicalizer::shared().puzzle_with_solution(game.puzzle(), game.solution()),
        }
    }

    /// The game of that number; `None` if there are not so many.
    pub fn unrank(&self, number: u128) -> Option<Variation<S>> {
        let place = self.seeds.partition_point(|seed| seed.end <= number);
        let seed = self.seeds.get(place)?;
        let own = number - self.numbers(place).start;
        let symmetry = match &seed.cosets {
            None => self.group.unrank(own)?,
            Some(cosets) => {
                let order = Symmetry::<S>::DIGIT_ORDER;
                cosets.unrank(own / order)?.then(&exchange(own % order)?)
            }
        };
        Some(Variation {
            seed: place,
            symmetry,
            game: seed.game.varied(&symmetry),
        })
    }

    /// The number of a game; `None` if it is no variation of any seed.
    pub fn rank(&self, game: &Game<S>) -> Option<u128> {
        let canonical = self.form(game).ok()?;
        let place = *self.by_form.get(canonical.form.values())?;
        let seed = &self.seeds[place];
        let symmetry = seed.to_form.then(&canonical.symmetry.inverse());
        let own = match &seed.cosets {
            None => self.group.rank(&symmetry)?,
            Some(cosets) => {
                let least = cosets.least(&symmetry);
                cosets.rank(&least) * Symmetry::<S>::DIGIT_ORDER + least.rank().digits
            }
        };
        Some(self.numbers(place).start + own)
    }

    /// The place of the seed of which the game of that number is a variation.
    pub fn place(&self, number: u128) -> Option<usize> {
        let place = self.seeds.partition_point(|seed| seed.end <= number);
        (place < self.seeds.len()).then_some(place)
    }

    /// The number of a game, all equally likely; `None` where there is none.
    pub fn random<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<u128> {
        let last = self.games().checked_sub(1)?;
        let mask = u128::MAX.checked_shr(last.leading_zeros()).unwrap_or(0);
        loop {
            let word = u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
            if word & mask <= last {
                return Some(word & mask);
            }
        }
    }
}
