//! The kinds of steps, with their names.

use std::fmt;
use std::str::FromStr;

/// What kinds have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    /// A digit has one cell, or a cell one digit.
    Single,
    /// An intersection or hidden set that leaves a hidden single at once.
    Direct,
    /// Candidates of two houses that cross.
    Intersection,
    /// As many cells as digits.
    Subset,
    /// As many houses as houses that cover their candidates.
    Fish,
    /// Two or three strong links of one digit.
    SingleDigit,
    /// Strong links of one digit, coloured.
    Coloring,
    /// Few cells with two or three candidates.
    Wing,
    /// What would give a second solution cannot be. Valid only for puzzles with one solution.
    Uniqueness,
    /// Combinations of digits in cells, each excluded.
    Exclusion,
    /// Alternating inferences.
    Chain,
    /// Sets of cells with one digit to spare.
    AlmostLockedSet,
    /// All ways to place a digit.
    Template,
    /// Several chains from one assumption, or from all alternatives.
    Forcing,
}

impl Family {
    /// One or two words: `single-digit`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Single => "single",
            Self::Direct => "direct",
            Self::Intersection => "intersection",
            Self::Subset => "subset",
            Self::Fish => "fish",
            Self::SingleDigit => "single-digit",
            Self::Coloring => "coloring",
            Self::Wing => "wing",
            Self::Uniqueness => "uniqueness",
            Self::Exclusion => "exclusion",
            Self::Chain => "chain",
            Self::AlmostLockedSet => "almost-locked-set",
            Self::Template => "template",
            Self::Forcing => "forcing",
        }
    }
}

macro_rules! kinds {
    ($($variant:ident, $family:ident, $name:literal, $code:literal, [$($alias:literal),+];)*) => {
        /// A kind of step.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Kind {
            $(#[doc = $name] $variant,)*
        }

        impl Kind {
            /// Every kind, by family.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The usual name, as `Finned X-Wing`.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// What it belongs to.
            pub const fn family(self) -> Family {
                match self { $(Self::$variant => Family::$family,)* }
            }

            /// The names by which it can be asked for, the first the one that is written: `finned-x-wing`, `fbf2`.
            pub const fn aliases(self) -> &'static [&'static str] {
                match self { $(Self::$variant => &[$($alias),+],)* }
            }

            /// Its number in the HoDoKu library, `0310`, empty where it has none.
            pub const fn code(self) -> &'static str {
                match self { $(Self::$variant => $code,)* }
            }
        }
    };
}

kinds! {
    FullHouse, Single, "Full House", "0000", ["full-house", "fh", "last-digit-of-house"];
    HiddenSingleBox, Single, "Hidden Single in box", "0002", ["hidden-single-box", "h1"];
    HiddenSingleLine, Single, "Hidden Single in row or column", "0002", ["hidden-single-line"];
    NakedSingle, Single, "Naked Single", "0003", ["naked-single", "n1", "sole-candidate"];
    DirectPointing, Direct, "Direct Pointing", "", ["direct-pointing"];
    DirectClaiming, Direct, "Direct Claiming", "", ["direct-claiming"];
    DirectHiddenPair, Direct, "Direct Hidden Pair", "", ["direct-hidden-pair"];
    DirectHiddenTriple, Direct, "Direct Hidden Triple", "", ["direct-hidden-triple", "direct-hidden-triplet"];
    Pointing, Intersection, "Pointing", "0100", ["pointing", "lc1", "locked-candidates-1"];
    Claiming, Intersection, "Claiming", "0101", ["claiming", "lc2", "locked-candidates-2", "box-line"];
    LockedPair, Intersection, "Locked Pair", "0110", ["locked-pair", "l2"];
    LockedTriple, Intersection, "Locked Triple", "0111", ["locked-triple", "l3"];
    NakedPair, Subset, "Naked Pair", "0200", ["naked-pair", "n2"];
    NakedTriple, Subset, "Naked Triple", "0201", ["naked-triple", "n3", "naked-triplet"];
    NakedQuad, Subset, "Naked Quad", "0202", ["naked-quad", "n4", "naked-quadruple"];
    HiddenPair, Subset, "Hidden Pair", "0210", ["hidden-pair", "h2"];
    HiddenTriple, Subset, "Hidden Triple", "0211", ["hidden-triple", "h3", "hidden-triplet"];
    HiddenQuad, Subset, "Hidden Quad", "0212", ["hidden-quad", "h4", "hidden-quadruple"];
    XWing, Fish, "X-Wing", "0300", ["x-wing", "bf2"];
    Swordfish, Fish, "Swordfish", "0301", ["swordfish", "bf3"];
    Jellyfish, Fish, "Jellyfish", "0302", ["jellyfish", "bf4"];
    FinnedXWing, Fish, "Finned X-Wing", "0310", ["finned-x-wing", "fbf2"];
    FinnedSwordfish, Fish, "Finned Swordfish", "0311", ["finned-swordfish", "fbf3"];
    FinnedJellyfish, Fish, "Finned Jellyfish", "0312", ["finned-jellyfish", "fbf4"];
    SashimiXWing, Fish, "Sashimi X-Wing", "0320", ["sashimi-x-wing", "sbf2"];
    SashimiSwordfish, Fish, "Sashimi Swordfish", "0321", ["sashimi-swordfish", "sbf3"];
    SashimiJellyfish, Fish, "Sashimi Jellyfish", "0322", ["sashimi-jellyfish", "sbf4"];
    SiameseFinnedSwordfish, Fish, "Siamese Finned Swordfish", "03111", ["siamese-finned-swordfish"];
    SiameseFinnedJellyfish, Fish, "Siamese Finned Jellyfish", "03121", ["siamese-finned-jellyfish"];
    SiameseSashimiSwordfish, Fish, "Siamese Sashimi Swordfish", "03211", ["siamese-sashimi-swordfish"];
    SiameseSashimiJellyfish, Fish, "Siamese Sashimi Jellyfish", "03221", ["siamese-sashimi-jellyfish"];
    FrankenXWing, Fish, "Franken X-Wing", "0330", ["franken-x-wing", "ff2"];
    FrankenSwordfish, Fish, "Franken Swordfish", "0331", ["franken-swordfish", "ff3"];
    FrankenJellyfish, Fish, "Franken Jellyfish", "0332", ["franken-jellyfish", "ff4"];
    FinnedFrankenXWing, Fish, "Finned Franken X-Wing", "0340", ["finned-franken-x-wing", "fff2"];
    FinnedFrankenSwordfish, Fish, "Finned Franken Swordfish", "0341", ["finned-franken-swordfish", "fff3"];
    FinnedFrankenJellyfish, Fish, "Finned Franken Jellyfish", "0342", ["finned-franken-jellyfish", "fff4"];
    SiameseFinnedFrankenSwordfish, Fish, "Siamese Finned Franken Swordfish", "03411", ["siamese-finned-franken-swordfish"];
    SiameseFinnedFrankenJellyfish, Fish, "Siamese Finned Franken Jellyfish", "03421", ["siamese-finned-franken-jellyfish"];
    FinnedMutantJellyfish, Fish, "Finned Mutant Jellyfish", "0362", ["finned-mutant-jellyfish", "fmf4"];
    FinnedMutantSquirmbag, Fish, "Finned Mutant Squirmbag", "0363", ["finned-mutant-squirmbag", "fmf5"];
    FinnedMutantWhale, Fish, "Finned Mutant Whale", "0364", ["finned-mutant-whale", "fmf6"];
    SiameseFinnedMutantJellyfish, Fish, "Siamese Finned Mutant Jellyfish", "03621", ["siamese-finned-mutant-jellyfish"];
    Skyscraper, SingleDigit, "Skyscraper", "0400", ["skyscraper", "sk"];
    TwoStringKite, SingleDigit, "2-String Kite", "0401", ["2-string-kite", "2sk", "kite"];
    EmptyRectangle, SingleDigit, "Empty Rectangle", "0402", ["empty-rectangle", "er"];
    TurbotFish, SingleDigit, "Turbot Fish", "0403", ["turbot-fish", "tf"];
    DualTwoStringKite, SingleDigit, "Dual 2-String Kite", "0404", ["dual-2-string-kite", "d2sk"];
    DualEmptyRectangle, SingleDigit, "Dual Empty Rectangle", "0405", ["dual-empty-rectangle", "der"];
    SimpleColorsTrap, Coloring, "Simple Colors Trap", "0500", ["simple-colors-trap", "sc1"];
    SimpleColorsWrap, Coloring, "Simple Colors Wrap", "0501", ["simple-colors-wrap", "sc2"];
    MultiColors1, Coloring, "Multi Colors 1", "0502", ["multi-colors-1", "mc1"];
    MultiColors2, Coloring, "Multi Colors 2", "0503", ["multi-colors-2", "mc2"];
    XyWing, Wing, "XY-Wing", "0800", ["xy-wing", "xy"];
    XyzWing, Wing, "XYZ-Wing", "0801", ["xyz-wing", "xyz"];
    WWing, Wing, "W-Wing", "0803", ["w-wing", "w"];
    RemotePair, Wing, "Remote Pair", "0703", ["remote-pair", "rp"];
    UniqueRectangle1, Uniqueness, "Unique Rectangle type 1", "0600", ["unique-rectangle-1", "u1", "uniqueness-test-1"];
    UniqueRectangle2, Uniqueness, "Unique Rectangle type 2", "0601", ["unique-rectangle-2", "u2", "uniqueness-test-2"];
    UniqueRectangle3, Uniqueness, "Unique Rectangle type 3", "0602", ["unique-rectangle-3", "u3", "uniqueness-test-3"];
    UniqueRectangle4, Uniqueness, "Unique Rectangle type 4", "0603", ["unique-rectangle-4", "u4", "uniqueness-test-4"];
    UniqueRectangle5, Uniqueness, "Unique Rectangle type 5", "0604", ["unique-rectangle-5", "u5", "uniqueness-test-5"];
    UniqueRectangle6, Uniqueness, "Unique Rectangle type 6", "0605", ["unique-rectangle-6", "u6", "uniqueness-test-6"];
    HiddenRectangle, Uniqueness, "Hidden Rectangle", "0606", ["hidden-rectangle", "hr"];
    AvoidableRectangle1, Uniqueness, "Avoidable Rectangle type 1", "0607", ["avoidable-rectangle-1", "ar1"];
    AvoidableRectangle2, Uniqueness, "Avoidable Rectangle type 2", "0608", ["avoidable-rectangle-2", "ar2"];
    UniqueLoop1, Uniqueness, "Unique Loop type 1", "", ["unique-loop-1"];
    UniqueLoop2, Uniqueness, "Unique Loop type 2", "", ["unique-loop-2"];
    UniqueLoop3, Uniqueness, "Unique Loop type 3", "", ["unique-loop-3"];
    UniqueLoop4, Uniqueness, "Unique Loop type 4", "", ["unique-loop-4"];
    Bug1, Uniqueness, "BUG type 1", "0610", ["bug-1", "bug1", "bug+1", "bivalue-universal-grave"];
    Bug2, Uniqueness, "BUG type 2", "", ["bug-2"];
    Bug3, Uniqueness, "BUG type 3", "", ["bug-3"];
    Bug4, Uniqueness, "BUG type 4", "", ["bug-4"];
    AlignedPairExclusion, Exclusion, "Aligned Pair Exclusion", "", ["aligned-pair-exclusion", "ape"];
    AlignedTripleExclusion, Exclusion, "Aligned Triple Exclusion", "", ["aligned-triple-exclusion", "ate", "aligned-triplet-exclusion"];
    XChain, Chain, "X-Chain", "0701", ["x-chain", "x"];
    XyChain, Chain, "XY-Chain", "0702", ["xy-chain", "xyc"];
    ContinuousNiceLoop, Chain, "Continuous Nice Loop", "0706", ["continuous-nice-loop", "cnl"];
    DiscontinuousNiceLoop, Chain, "Discontinuous Nice Loop", "0707", ["discontinuous-nice-loop", "dnl"];
    Aic, Chain, "AIC", "0708", ["aic", "alternating-inference-chain"];
    GroupedContinuousNiceLoop, Chain, "Grouped Continuous Nice Loop", "0709", ["grouped-continuous-nice-loop", "gcnl"];
    GroupedDiscontinuousNiceLoop, Chain, "Grouped Discontinuous Nice Loop", "0710", ["grouped-discontinuous-nice-loop", "gdnl"];
    GroupedAic, Chain, "Grouped AIC", "0711", ["grouped-aic", "gaic"];
    XCycle, Chain, "Bidirectional X-Cycle", "", ["x-cycle", "bidirectional-x-cycle"];
    YCycle, Chain, "Bidirectional Y-Cycle", "", ["y-cycle", "bidirectional-y-cycle"];
    XyCycle, Chain, "Bidirectional Cycle", "", ["xy-cycle", "bidirectional-cycle"];
    ForcingXChain, Chain, "Forcing X-Chain", "", ["forcing-x-chain"];
    ForcingChain, Chain, "Forcing Chain", "", ["forcing-chain"];
    AlsXz, AlmostLockedSet, "Almost Locked Set XZ-Rule", "0901", ["als-xz", "axz"];
    AlsXyWing, AlmostLockedSet, "Almost Locked Set XY-Wing", "0902", ["als-xy-wing", "axy"];
    AlsChain, AlmostLockedSet, "Almost Locked Set Chain", "0903", ["als-chain", "ach"];
    DeathBlossom, AlmostLockedSet, "Death Blossom", "0904", ["death-blossom", "db"];
    SueDeCoq, AlmostLockedSet, "Sue de Coq", "1101", ["sue-de-coq", "sdc"];
    TemplateSet, Template, "Template Set", "1201", ["template-set", "ts"];
    TemplateDelete, Template, "Template Delete", "1202", ["template-delete", "td"];
    NishioForcingChains, Forcing, "Nishio Forcing Chains", "", ["nishio-forcing-chains", "nishio"];
    MultipleForcingChains, Forcing, "Multiple Forcing Chains", "", ["multiple-forcing-chains"];
    DynamicForcingChains, Forcing, "Dynamic Forcing Chains", "", ["dynamic-forcing-chains"];
    DynamicForcingChainsPlus, Forcing, "Dynamic Forcing Chains (+)", "", ["dynamic-forcing-chains-plus"];
    DynamicForcingChainsPlusChains, Forcing, "Dynamic Forcing Chains (+ Forcing Chains)", "", ["dynamic-forcing-chains-plus-forcing-chains"];
    DynamicForcingChainsPlusMultiple, Forcing, "Dynamic Forcing Chains (+ Multiple Forcing Chains)", "", ["dynamic-forcing-chains-plus-multiple"];
    DynamicForcingChainsPlusDynamic, Forcing, "Dynamic Forcing Chains (+ Dynamic Forcing Chains)", "", ["dynamic-forcing-chains-plus-dynamic"];
    DynamicForcingChainsPlusDynamicPlus, Forcing, "Dynamic Forcing Chains (+ Dynamic Forcing Chains (+ Forcing Chains))", "", ["dynamic-forcing-chains-plus-dynamic-plus"];
    TrialSingles, Forcing, "Trial with Singles", "", ["trial-singles"];
    TrialSubsets, Forcing, "Trial with Subsets", "", ["trial-subsets"];
    NestedTrial, Forcing, "Nested Trial with Singles", "", ["nested-trial-singles"];
    NestedTrialSubsets, Forcing, "Nested Trial with Subsets", "", ["nested-trial-subsets"];
}

impl Kind {
    /// The name that is written and read: `finned-x-wing`.
    pub const fn slug(self) -> &'static str {
        self.aliases()[0]
    }

    /// The name in Sudoku Explainer.
    pub const fn explainer_name(self) -> &'static str {
        match self {
            Self::FullHouse | Self::HiddenSingleBox | Self::HiddenSingleLine => "Hidden Single",
            Self::DirectHiddenTriple => "Direct Hidden Triplet",
            Self::NakedTriple => "Naked Triplet",
            Self::HiddenTriple => "Hidden Triplet",
            Self::AlignedTripleExclusion => "Aligned Triplet Exclusion",
            _ => self.name(),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no technique has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownKind(String);

impl fmt::Display for UnknownKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown technique '{}'", self.0)
    }
}

impl std::error::Error for UnknownKind {}

/// The name or an alias, in any case, blanks as good as hyphens.
impl FromStr for Kind {
    type Err = UnknownKind;

    fn from_str(text: &str) -> Result<Self, UnknownKind> {
        let wanted = text.trim().to_lowercase().replace([' ', '_'], "-");
        Self::ALL
            .iter()
            .copied()
            .find(|kind| {
                kind.aliases().contains(&wanted.as_str())
                    || kind.name().to_lowercase().replace(' ', "-") == wanted
            })
            .ok_or_else(|| UnknownKind(text.into()))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn names_are_unique_and_read_back() {
        let mut seen = HashSet::new();
        for &kind in Kind::ALL {
            assert_eq!(kind.name().parse(), Ok(kind));
            for alias in kind.aliases() {
                assert!(seen.insert(alias), "{alias} twice");
                assert_eq!(alias.parse(), Ok(kind));
            }
        }
        assert_eq!(
            "Naked  nothing".parse::<Kind>(),
            Err(UnknownKind("Naked  nothing".into()))
        );
    }
}
