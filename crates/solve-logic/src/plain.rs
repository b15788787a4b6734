//! The profile `plain`: the cheapest technique first, and the same path for every equivalent of a puzzle.

use crate::als::{AlsXyWing, AlsXz, SueDeCoq};
use crate::fish::Fish;
use crate::same_pair::{RemotePair, WWing};
use crate::single_digit::SingleDigit;
use crate::singles::{HiddenSingle, NakedSingle};
use crate::{Kind, Pace, Profile, Rating, Reach, Trial};

/// The cheapest technique first; all its cheapest steps at once.
///
/// Only techniques whose steps together do the same to every equivalent of a puzzle belong here, so the path is the
/// same, too. Costs are whole, and a technique that is asked later costs more.
pub static PLAIN: Profile = Profile {
    name: "plain",
    summary: "cheapest technique first; the same for every equivalent of a puzzle",
    techniques: &[
        || Box::new(HiddenSingle),
        || Box::new(NakedSingle),
        || Box::new(Fish::new(&[Kind::XWing])),
        || Box::new(SingleDigit::new(&[Kind::Skyscraper, Kind::TwoStringKite])),
        || Box::new(SingleDigit::new(&[Kind::TurbotFish, Kind::EmptyRectangle])),
        || Box::new(WWing),
        || Box::new(RemotePair),
        || Box::new(Fish::new(&[Kind::Swordfish])),
        || Box::new(Fish::new(&[Kind::FinnedXWing, Kind::SashimiXWing])),
        || Box::new(Fish::new(&[Kind::Jellyfish])),
        || Box::new(Fish::new(&[Kind::FinnedSwordfish, Kind::SashimiSwordfish])),
        || Box::<AlsXz>::default(),
        || Box::<SueDeCoq>::default(),
        || Box::<AlsXyWing>::default(),
        || Box::new(Trial::new(Reach::Singles)),
        || Box::new(Trial::new(Reach::Subsets)),
        || Box::new(Trial::new(Reach::Nested)),
        || Box::new(Trial::new(Reach::NestedSubsets)),
    ],
    ratings: &[
        (Kind::FullHouse, Rating::fixed(10.0)),
        (Kind::HiddenSingleBox, Rating::fixed(12.0)),
        (Kind::HiddenSingleLine, Rating::fixed(15.0)),
        (Kind::NakedSingle, Rating::fixed(20.0)),
        (Kind::XWing, Rating::fixed(38.0)),
        (Kind::Skyscraper, Rating::fixed(40.0)),
        (Kind::TwoStringKite, Rating::fixed(41.0)),
        (Kind::TurbotFish, Rating::fixed(42.0)),
        (Kind::EmptyRectangle, Rating::fixed(43.0)),
        (Kind::WWing, Rating::fixed(46.0)),
        (Kind::RemotePair, Rating::fixed(47.0)),
        (Kind::Swordfish, Rating::fixed(50.0)),
        (Kind::FinnedXWing, Rating::fixed(51.0)),
        (Kind::SashimiXWing, Rating::fixed(51.0)),
        (Kind::Jellyfish, Rating::fixed(55.0)),
        (Kind::FinnedSwordfish, Rating::fixed(56.0)),
        (Kind::SashimiSwordfish, Rating::fixed(56.0)),
        (Kind::AlsXz, Rating::fixed(66.0)),
        (Kind::SueDeCoq, Rating::fixed(67.0)),
        (Kind::AlsXyWing, Rating::fixed(70.0)),
        (Kind::TrialSingles, Rating::fixed(80.0)),
        (Kind::TrialSubsets, Rating::fixed(90.0)),
        (Kind::NestedTrial, Rating::fixed(110.0)),
        (Kind::NestedTrialSubsets, Rating::fixed(120.0)),
    ],
    pace: Pace::All,
    title: |step| step.kind.name().into(),
};
