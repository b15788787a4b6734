//! The profile `plain`: the cheapest technique first, and the same path for every equivalent of a puzzle.

use crate::{Kind, Pace, Profile, Rating, Reach, Technique, Trial};

/// The cheapest technique first; all its cheapest steps at once.
///
/// Only techniques whose steps together do the same to every equivalent of a puzzle belong here, so the path is the
/// same, too. Costs are whole; a kind that costs more comes later.
pub static PLAIN: Profile = Profile {
    name: "plain",
    summary: "cheapest technique first; the same for every equivalent of a puzzle",
    techniques: &[
        || trial(Reach::Singles),
        || trial(Reach::Subsets),
        || trial(Reach::Nested),
        || trial(Reach::NestedSubsets),
    ],
    ratings: &[
        (Kind::TrialSingles, Rating::fixed(80.0)),
        (Kind::TrialSubsets, Rating::fixed(90.0)),
        (Kind::NestedTrial, Rating::fixed(110.0)),
        (Kind::NestedTrialSubsets, Rating::fixed(120.0)),
    ],
    pace: Pace::All,
    title: |step| step.kind.name().into(),
};

fn trial(reach: Reach) -> Box<dyn Technique> {
    Box::new(Trial::new(reach))
}
