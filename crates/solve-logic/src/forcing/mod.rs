//! Forcing chains and cycles as Sudoku Explainer has them: assumptions, what follows from them breadth first, and what
//! can be concluded.

mod branch;
mod graph;
mod hint;
mod multiple;
mod rules;
mod search;
mod unary;

use std::collections::HashSet;
use std::ops::ControlFlow;

pub(crate) use self::hint::{BOTH_KINDS, ONE_KIND_CHAIN, ONE_KIND_CYCLE};
use self::multiple::{Extent, Multiple};
use self::rules::Rules;
use self::search::Search;
use crate::{Board, Form, Kind, Step, Technique, Visit};

/// How much a search for forcing chains tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reach {
    /// Bidirectional cycles, and chains from a candidate to its own negation.
    Cycles,
    /// Contradictions within one digit.
    Nishio,
    /// All candidates of a cell, or all places of a digit, lead to the same.
    Multiple,
    /// The same, with links that appear as candidates disappear; also contradictions, and what follows from a
    /// candidate as from its negation.
    Dynamic,
    /// Where links end, pointing, claiming, pairs and X-Wings go on.
    DynamicPlus,
    /// Then [`Reach::Cycles`].
    PlusChains,
    /// Then [`Reach::Multiple`] as well.
    PlusMultiple,
    /// Instead [`Reach::Dynamic`].
    PlusDynamic,
    /// Instead [`Reach::PlusChains`].
    PlusDynamicPlus,
}

impl Reach {
    const fn kinds(self) -> &'static [Kind] {
        match self {
            Self::Cycles => &[
                Kind::XCycle,
                Kind::YCycle,
                Kind::TurbotFish,
                Kind::ForcingXChain,
                Kind::XyCycle,
                Kind::ForcingChain,
            ],
            Self::Nishio => &[Kind::NishioForcingChains],
            Self::Multiple => &[Kind::MultipleForcingChains],
            Self::Dynamic => &[Kind::DynamicForcingChains],
            Self::DynamicPlus => &[Kind::DynamicForcingChainsPlus],
            Self::PlusChains => &[Kind::DynamicForcingChainsPlusChains],
            Self::PlusMultiple => &[Kind::DynamicForcingChainsPlusMultiple],
            Self::PlusDynamic => &[Kind::DynamicForcingChainsPlusDynamic],
            Self::PlusDynamicPlus => &[Kind::DynamicForcingChainsPlusDynamicPlus],
        }
    }

    fn search(self) -> Search {
        let nested =
            |reaches: &[Self]| Some(Rules::new(reaches.iter().map(|reach| reach.search()).collect()));
        let (extent, rules) = match self {
            Self::Cycles => return Search::unary(),
            Self::Nishio => (Extent::Nishio, None),
            Self::Multiple => (Extent::Static, None),
            Self::Dynamic => (Extent::Dynamic, None),
            Self::DynamicPlus => (Extent::Dynamic, nested(&[])),
            Self::PlusChains => (Extent::Dynamic, nested(&[Self::Cycles])),
            Self::PlusMultiple => (Extent::Dynamic, nested(&[Self::Cycles, Self::Multiple])),
            Self::PlusDynamic => (Extent::Dynamic, nested(&[Self::Dynamic])),
            Self::PlusDynamicPlus => (Extent::Dynamic, nested(&[Self::PlusChains])),
        };
        Search::multiple(self.kinds()[0], Multiple::new(extent, rules))
    }
}

/// Forcing chains and cycles of one reach. The rating of a step grows with its complexity: those of lowest rating, then
/// of lowest complexity are preferred, and of those with equal outcome only the first is shown.
///
/// Chains nested into chains rely on candidates that were removed before: those that the inferences to what is on
/// needed gone. Where Sudoku Explainer follows the order of a hash table, cells follow each other by their number
/// modulo 16, then by number.
///
/// Cost at 3x3: a tenth of a millisecond for cycles, a millisecond for dynamic chains, some milliseconds with basic
/// rules, from a tenth of a second to minutes for nested chains.
pub struct ForcingChains {
    reach: Reach,
    search: Search,
}

impl ForcingChains {
    /// Of that reach.
    pub fn new(reach: Reach) -> Self {
        Self {
            reach,
            search: reach.search(),
        }
    }
}

impl Technique for ForcingChains {
    fn kinds(&self) -> &'static [Kind] {
        self.reach.kinds()
    }

    fn search(&mut self, board: &Board, visit: Visit<'_>) -> ControlFlow<()> {
        let Some(first) = self.first(board) else {
            return ControlFlow::Continue(());
        };
        let mut seen = HashSet::from([(first.placements.clone(), first.eliminations.clone())]);
        visit(first)?;
        self.search.gather(board, true);
        for at in 0..self.search.hints().len() {
            let hint = self.search.hints()[at];
            if seen.insert(self.search.outcome(hint, board)) {
                visit(self.search.step(hint, board))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn first(&mut self, board: &Board) -> Option<Step> {
        self.search.gather(board, false);
        let &hint = self.search.hints().first()?;
        Some(self.search.step(hint, board))
    }
}

impl Step {
    /// The name that Sudoku Explainer gives to a step of chains; of others that of their kind.
    pub fn explainer_name(&self) -> String {
        let suffix = match self.kind {
            Kind::NishioForcingChains => return "Nishio Forcing Chains".into(),
            Kind::MultipleForcingChains | Kind::DynamicForcingChains => "",
            Kind::DynamicForcingChainsPlus => " (+)",
            Kind::DynamicForcingChainsPlusChains => " (+ Forcing Chains)",
            Kind::DynamicForcingChainsPlusMultiple => " (+ Multiple Forcing Chains)",
            Kind::DynamicForcingChainsPlusDynamic => " (+ Dynamic Forcing Chains)",
            Kind::DynamicForcingChainsPlusDynamicPlus => " (+ Dynamic Forcing Chains (+ Forcing Chains))",
            kind => return kind.explainer_name().into(),
        };
        let form = match self.pattern.form {
            Some(Form::Contradiction) => "Contradiction ",
            Some(Form::Double) => "Double ",
            Some(Form::Cell) => "Cell ",
            Some(Form::Region) => "Region ",
            None => "",
        };
        let prefix = if self.kind == Kind::MultipleForcingChains {
            ""
        } else {
            "Dynamic "
        };
        format!("{prefix}{form}Forcing Chains{suffix}")
    }
}
