//! The profile `er`: Sudoku Explainer 1.2.1.

use crate::aligned::AlignedExclusion;
use crate::basic_fish::BasicFish;
use crate::bug::Bug;
use crate::forcing::{BOTH_KINDS, ForcingChains, ONE_KIND_CHAIN, ONE_KIND_CYCLE, Reach};
use crate::locked::{DirectLocked, LockedCandidates};
use crate::singles::{HiddenSingle, NakedSingle};
use crate::subsets::{DirectHiddenSubset, HiddenSubset, NakedSubset};
use crate::unique_loop::{self, UniqueLoop};
use crate::wings::{XyWing, XyzWing};
use crate::{Growth, Kind, Pace, Profile, Rating, Step, Technique};

/// Techniques, order, quirks and ratings of Sudoku Explainer 1.2.1, so that ER, EP and ED come out as it gives them.
///
/// The first step found is applied, so what comes out depends on the order of the search: an equivalent of a puzzle may
/// be rated differently.
pub static ER: Profile = Profile {
    name: "er",
    summary: "Sudoku Explainer 1.2.1: its techniques, order and ratings",
    techniques: &[
        || Box::new(HiddenSingle),
        || Box::new(DirectLocked),
        || Box::new(DirectHiddenSubset::new(2)),
        || Box::new(NakedSingle),
        || Box::new(DirectHiddenSubset::new(3)),
        || Box::new(LockedCandidates),
        || Box::new(NakedSubset::explainer(2)),
        || Box::new(BasicFish::explainer(2)),
        || Box::new(HiddenSubset::explainer(2)),
        || Box::new(NakedSubset::explainer(3)),
        || Box::new(BasicFish::explainer(3)),
        || Box::new(HiddenSubset::explainer(3)),
        || Box::new(XyWing),
        || Box::new(XyzWing),
        || Box::new(UniqueLoop::explainer()),
        || Box::new(NakedSubset::explainer(4)),
        || Box::new(BasicFish::explainer(4)),
        || Box::new(HiddenSubset::explainer(4)),
        || Box::new(Bug::explainer()),
        || Box::new(AlignedExclusion::new(2)),
        || chains(Reach::Cycles),
        || Box::new(AlignedExclusion::new(3)),
        || chains(Reach::Nishio),
        || chains(Reach::Multiple),
        || chains(Reach::Dynamic),
        || chains(Reach::DynamicPlus),
        || chains(Reach::PlusChains),
        || chains(Reach::PlusMultiple),
        || chains(Reach::PlusDynamic),
        || chains(Reach::PlusDynamicPlus),
    ],
    ratings: &[
        (Kind::FullHouse, Rating::fixed(1.0)),
        (Kind::HiddenSingleBox, Rating::fixed(1.2)),
        (Kind::HiddenSingleLine, Rating::fixed(1.5)),
        (Kind::DirectPointing, Rating::fixed(1.7)),
        (Kind::DirectClaiming, Rating::fixed(1.9)),
        (Kind::DirectHiddenPair, Rating::fixed(2.0)),
        (Kind::NakedSingle, Rating::fixed(2.3)),
        (Kind::DirectHiddenTriple, Rating::fixed(2.5)),
        (Kind::Pointing, Rating::fixed(2.6)),
        (Kind::Claiming, Rating::fixed(2.8)),
        (Kind::NakedPair, Rating::fixed(3.0)),
        (Kind::XWing, Rating::fixed(3.2)),
        (Kind::HiddenPair, Rating::fixed(3.4)),
        (Kind::NakedTriple, Rating::fixed(3.6)),
        (Kind::Swordfish, Rating::fixed(3.8)),
        (Kind::HiddenTriple, Rating::fixed(4.0)),
        (Kind::XyWing, Rating::fixed(4.2)),
        (Kind::XyzWing, Rating::fixed(4.4)),
        (Kind::UniqueRectangle1, unique_loop::RATING),
        (Kind::UniqueRectangle2, unique_loop::RATING),
        (Kind::UniqueRectangle3, unique_loop::RATING),
        (Kind::UniqueRectangle4, unique_loop::RATING),
        (Kind::UniqueLoop1, unique_loop::RATING),
        (Kind::UniqueLoop2, unique_loop::RATING),
        (Kind::UniqueLoop3, unique_loop::RATING),
        (Kind::UniqueLoop4, unique_loop::RATING),
        (Kind::NakedQuad, Rating::fixed(5.0)),
        (Kind::Jellyfish, Rating::fixed(5.2)),
        (Kind::HiddenQuad, Rating::fixed(5.4)),
        (Kind::Bug1, Rating::fixed(5.6)),
        (Kind::Bug2, Rating::fixed(5.7)),
        (Kind::Bug3, Rating::growing(5.7, Growth::Subset)),
        (Kind::Bug4, Rating::fixed(5.7)),
        (Kind::AlignedPairExclusion, Rating::fixed(6.2)),
        (Kind::XCycle, Rating::growing(ONE_KIND_CYCLE, Growth::Length)),
        (Kind::YCycle, Rating::growing(ONE_KIND_CYCLE, Growth::Length)),
        (Kind::TurbotFish, Rating::growing(ONE_KIND_CHAIN, Growth::Length)),
        (
            Kind::ForcingXChain,
            Rating::growing(ONE_KIND_CHAIN, Growth::Length),
        ),
        (Kind::XyCycle, Rating::growing(BOTH_KINDS, Growth::Length)),
        (Kind::ForcingChain, Rating::growing(BOTH_KINDS, Growth::Length)),
        (Kind::AlignedTripleExclusion, Rating::fixed(7.5)),
        (Kind::NishioForcingChains, Rating::growing(7.5, Growth::Length)),
        (Kind::MultipleForcingChains, Rating::growing(8.0, Growth::Length)),
        (Kind::DynamicForcingChains, Rating::growing(8.5, Growth::Length)),
        (
            Kind::DynamicForcingChainsPlus,
            Rating::growing(9.0, Growth::Length),
        ),
        (
            Kind::DynamicForcingChainsPlusChains,
            Rating::growing(9.5, Growth::Length),
        ),
        (
            Kind::DynamicForcingChainsPlusMultiple,
            Rating::growing(10.0, Growth::Length),
        ),
        (
            Kind::DynamicForcingChainsPlusDynamic,
            Rating::growing(10.5, Growth::Length),
        ),
        (
            Kind::DynamicForcingChainsPlusDynamicPlus,
            Rating::growing(11.0, Growth::Length),
        ),
    ],
    pace: Pace::First,
    title: Step::explainer_name,
};

fn chains(reach: Reach) -> Box<dyn Technique> {
    Box::new(ForcingChains::new(reach))
}
