//! Profiles: which techniques, in which order, and what each costs.

use crate::{ER, Kind, PLAIN, Step, Technique};

/// A profile: techniques in the order in which they are asked, and a rating for each kind of step.
#[derive(Debug)]
pub struct Profile {
    /// The name by which it is asked for.
    pub name: &'static str,
    /// One line about it.
    pub summary: &'static str,
    /// The techniques in the order in which they are asked.
    pub techniques: &'static [fn() -> Box<dyn Technique>],
    /// What a step of each kind costs.
    pub ratings: &'static [(Kind, Rating)],
    /// How many of the steps of the first technique that finds any are applied before it starts again.
    pub pace: Pace,
    /// What a step of this profile is called.
    pub title: fn(&Step) -> String,
}

/// How many steps are applied before the first technique is asked again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// The first step found: the path depends on the order of the search.
    First,
    /// All steps that the technique finds: the path is the same for every equivalent of the puzzle.
    All,
}

/// What a kind of step costs: a base, and what its size adds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The least.
    pub base: f64,
    /// What size adds.
    pub growth: Growth,
}

/// What the size of a step adds to its rating; tenths are added one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Growth {
    /// Nothing.
    None,
    /// A tenth for each unit of `complexity` beyond the first.
    Subset,
    /// A tenth for each length 4, 6, 8, 12, 16, 24 ... (times 3/2 and 4/3 in turn) that `complexity - 2` exceeds.
    Length,
    /// The same, but one in place of a tenth.
    WholeLength,
    /// Of unique loops: 0.1 with 6 cells, 0.2 with 8, 0.5 with more; then [`Growth::Subset`].
    Loop,
}

impl Rating {
    /// A rating that size does not change.
    pub const fn fixed(base: f64) -> Self {
        Self {
            base,
            growth: Growth::None,
        }
    }

    /// A rating that grows.
    pub const fn growing(base: f64, growth: Growth) -> Self {
        Self { base, growth }
    }

    /// What a step of that complexity and that many cells costs.
    pub fn of(self, complexity: u32, cells: usize) -> f64 {
        let tenths = |n: u32| (0..n).fold(0.0, |sum, _| sum + 0.1);
        match self.growth {
            Growth::None => self.base,
            Growth::Subset => self.base + tenths(complexity.saturating_sub(1)),
            Growth::Length => self.base + tenths(thresholds_below(complexity.saturating_sub(2))),
            Growth::WholeLength => self.base + f64::from(thresholds_below(complexity.saturating_sub(2))),
            Growth::Loop => {
                let longer = match cells {
                    0..=4 => 0.0,
                    5..=6 => 0.1,
                    7..=8 => 0.2,
                    _ => 0.5,
                };
                self.base + longer + tenths(complexity.saturating_sub(1))
            }
        }
    }
}

/// How many of the thresholds 4, 6, 8, 12, 16, 24 ... lie below a length.
pub fn thresholds_below(length: u32) -> u32 {
    let (mut threshold, mut count) = (4, 0);
    while length > threshold {
        count += 1;
        threshold = if count % 2 == 1 {
            threshold * 3 / 2
        } else {
            threshold * 4 / 3
        };
    }
    count
}

impl Profile {
    /// What a step costs; `None` for a kind that the profile does not rate.
    pub fn rating(&self, step: &Step) -> Option<f64> {
        self.rating_of(step.kind)
            .map(|rating| rating.of(step.pattern.complexity, step.pattern.cells.len()))
    }

    /// What a kind of step costs; `None` for one that the profile does not rate.
    pub fn rating_of(&self, kind: Kind) -> Option<Rating> {
        let mut ratings = self.ratings.iter();
        ratings.find(|rated| rated.0 == kind).map(|rated| rated.1)
    }
}

/// Every profile.
pub static PROFILES: &[&Profile] = &[&ER, &PLAIN];

/// The profile of that name.
pub fn profile(name: &str) -> Option<&'static Profile> {
    PROFILES.iter().copied().find(|profile| profile.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thresholds() {
        let ends = [4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384];
        for (count, &end) in ends.iter().enumerate() {
            assert_eq!(thresholds_below(end), count as u32, "{end}");
            assert_eq!(thresholds_below(end + 1), count as u32 + 1, "{end}");
        }
    }
}
