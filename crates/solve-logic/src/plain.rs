//! The profile `plain`: the cheapest technique first, and the same path for every equivalent of a puzzle.

use crate::aic::Chains;
use crate::als::{AlsXyWing, AlsXz, SueDeCoq};
use crate::bug::Bug;
use crate::coloring::Coloring;
use crate::fish::Fish;
use crate::locked::LockedCandidates;
use crate::same_pair::{RemotePair, WWing};
use crate::single_digit::SingleDigit;
use crate::singles::{HiddenSingle, NakedSingle};
use crate::subsets::{HiddenSubset, NakedSubset};
use crate::unique_loop::UniqueLoop;
use crate::wings::{XyWing, XyzWing};
use crate::{Growth, Kind, Pace, Profile, Rating, Reach, Trial};

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
        || Box::new(LockedCandidates),
        || Box::new(NakedSubset::locked(2)),
        || Box::new(NakedSubset::new(2)),
        || Box::new(HiddenSubset::new(2)),
        || Box::new(NakedSubset::locked(3)),
        || Box::new(NakedSubset::new(3)),
        || Box::new(HiddenSubset::new(3)),
        || Box::new(Fish::new(&[Kind::XWing])),
        || Box::new(SingleDigit::new(&[Kind::Skyscraper, Kind::TwoStringKite])),
        || Box::new(SingleDigit::new(&[Kind::TurbotFish, Kind::EmptyRectangle])),
        || Box::new(XyWing),
        || Box::new(XyzWing),
        || Box::new(WWing),
        || Box::new(RemotePair),
        || Box::<UniqueLoop>::default(),
        || Box::new(Fish::new(&[Kind::Swordfish])),
        || Box::new(NakedSubset::new(4)),
        || Box::new(HiddenSubset::new(4)),
        || Box::new(Fish::new(&[Kind::FinnedXWing, Kind::SashimiXWing])),
        || Box::new(Fish::new(&[Kind::Jellyfish])),
        || Box::<Bug>::default(),
        || Box::new(Coloring::new(&[Kind::SimpleColorsTrap, Kind::SimpleColorsWrap])),
        || Box::new(Coloring::new(&[Kind::MultiColors1, Kind::MultiColors2])),
        || Box::new(Fish::new(&[Kind::FinnedSwordfish, Kind::SashimiSwordfish])),
        || Box::new(Fish::new(&[Kind::FinnedJellyfish, Kind::SashimiJellyfish])),
        || Box::new(Chains::of_digit().complete()),
        || Box::new(Chains::of_bivalues().complete()),
        || Box::new(Chains::of_candidates().complete()),
        || Box::<AlsXz>::default(),
        || Box::<SueDeCoq>::default(),
        || Box::<AlsXyWing>::default(),
        || Box::new(Chains::of_groups().complete()),
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
        (Kind::Pointing, Rating::fixed(25.0)),
        (Kind::Claiming, Rating::fixed(26.0)),
        (Kind::LockedPair, Rating::fixed(28.0)),
        (Kind::NakedPair, Rating::fixed(30.0)),
        (Kind::HiddenPair, Rating::fixed(32.0)),
        (Kind::LockedTriple, Rating::fixed(34.0)),
        (Kind::NakedTriple, Rating::fixed(35.0)),
        (Kind::HiddenTriple, Rating::fixed(37.0)),
        (Kind::XWing, Rating::fixed(38.0)),
        (Kind::Skyscraper, Rating::fixed(40.0)),
        (Kind::TwoStringKite, Rating::fixed(41.0)),
        (Kind::TurbotFish, Rating::fixed(42.0)),
        (Kind::EmptyRectangle, Rating::fixed(43.0)),
        (Kind::XyWing, Rating::fixed(44.0)),
        (Kind::XyzWing, Rating::fixed(45.0)),
        (Kind::WWing, Rating::fixed(46.0)),
        (Kind::RemotePair, Rating::fixed(47.0)),
        (Kind::UniqueRectangle1, Rating::fixed(48.0)),
        (Kind::UniqueRectangle2, Rating::fixed(48.0)),
        (Kind::UniqueRectangle3, Rating::fixed(49.0)),
        (Kind::UniqueRectangle4, Rating::fixed(48.0)),
        (Kind::UniqueLoop1, Rating::fixed(49.0)),
        (Kind::UniqueLoop2, Rating::fixed(49.0)),
        (Kind::UniqueLoop3, Rating::fixed(49.0)),
        (Kind::UniqueLoop4, Rating::fixed(49.0)),
        (Kind::Swordfish, Rating::fixed(50.0)),
        (Kind::NakedQuad, Rating::fixed(51.0)),
        (Kind::HiddenQuad, Rating::fixed(52.0)),
        (Kind::FinnedXWing, Rating::fixed(53.0)),
        (Kind::SashimiXWing, Rating::fixed(53.0)),
        (Kind::Jellyfish, Rating::fixed(54.0)),
        (Kind::Bug1, Rating::fixed(55.0)),
        (Kind::Bug2, Rating::fixed(55.0)),
        (Kind::Bug3, Rating::fixed(56.0)),
        (Kind::Bug4, Rating::fixed(55.0)),
        (Kind::SimpleColorsTrap, Rating::fixed(57.0)),
        (Kind::SimpleColorsWrap, Rating::fixed(57.0)),
        (Kind::MultiColors1, Rating::fixed(58.0)),
        (Kind::MultiColors2, Rating::fixed(58.0)),
        (Kind::FinnedSwordfish, Rating::fixed(59.0)),
        (Kind::SashimiSwordfish, Rating::fixed(59.0)),
        (Kind::FinnedJellyfish, Rating::fixed(60.0)),
        (Kind::SashimiJellyfish, Rating::fixed(60.0)),
        (Kind::XChain, Rating::fixed(62.0)),
        (Kind::XyChain, Rating::fixed(64.0)),
        (
            Kind::DiscontinuousNiceLoop,
            Rating::growing(66.0, Growth::WholeLength),
        ),
        (Kind::AlsXz, Rating::fixed(75.0)),
        (Kind::SueDeCoq, Rating::fixed(76.0)),
        (Kind::AlsXyWing, Rating::fixed(78.0)),
        (
            Kind::GroupedDiscontinuousNiceLoop,
            Rating::growing(80.0, Growth::WholeLength),
        ),
        (Kind::TrialSingles, Rating::fixed(90.0)),
        (Kind::TrialSubsets, Rating::fixed(100.0)),
        (Kind::NestedTrial, Rating::fixed(110.0)),
        (Kind::NestedTrialSubsets, Rating::fixed(120.0)),
    ],
    pace: Pace::All,
    title: |step| step.kind.name().into(),
};
