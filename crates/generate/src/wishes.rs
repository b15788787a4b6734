//! What is asked for, and why it may be refused.

use core::fmt;
use core::ops::RangeInclusive;

use gridwright_dig::{Impossible, Level, MethodError, Pattern, Symmetries};
use gridwright_grid::{B3x3, BoxSize, Shape};
use gridwright_solve_logic::Kind;

use crate::Difficulty;

/// What puzzles are asked for; the default is any that has one solution.
#[derive(Clone, Debug, Default)]
pub struct Wishes<S: Shape = B3x3> {
    /// How they are made, by the name in [`methods`](crate::methods). Without: `fit` where there is a pattern,
    /// `level-1` to `level-5` where there is a level, `climb` where there is a difficulty; else `top-down` at 3x3 where
    /// neither clues nor symmetry are asked for, `dig` otherwise.
    pub method: Option<String>,
    /// Dug as this level of the digging paper, and with as many clues if nothing else is asked for.
    pub level: Option<Level>,
    /// How difficult.
    pub difficulty: Difficulty,
    /// How many clues.
    pub clues: Option<RangeInclusive<usize>>,
    /// Symmetries of the set of clue cells.
    pub symmetry: Symmetries,
    /// The clue cells.
    pub pattern: Option<Pattern<S>>,
    /// Without any one clue there is more than one solution.
    pub minimal: bool,
    /// Puzzles with several solutions are taken, too, where the method does not test it.
    pub ambiguous: bool,
}

/// Why no puzzles are made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// No method has that name, or it makes no puzzle of the shape.
    Method(MethodError),
    /// No puzzle is like that.
    Impossible(Impossible),
    /// The method does not work at the shape.
    Shape(&'static str, BoxSize),
    /// The method does not go by that wish.
    Wish(&'static str, &'static str),
    /// Nothing that a step may cost is between these tenths of ER.
    Er(u32, u32),
    /// ER is for other shapes.
    NotRated(BoxSize),
    /// No scale that tells whether the technique is needed at the shape.
    Technique(Kind, BoxSize),
    /// What the technique finds, something cheaper finds, too, at this shape.
    Needless(Kind, BoxSize),
    /// Puzzles that need the technique are rated so, in tenths of ER, and not less; if that is said, not more.
    Cost(Kind, u32, bool),
    /// The method leaves as many clues as that, and others are asked for.
    Clues(&'static str, RangeInclusive<usize>),
    /// Puzzles that need no more than full houses have so many clues, at the least.
    FullHouses(usize),
    /// That clues are needed cannot be proved at the shape.
    Unproved(BoxSize),
    /// The pattern does not have the symmetries asked for.
    Asymmetric(Symmetries),
    /// The pattern has another number of cells than the clues asked for.
    PatternClues(usize),
    /// The method puts clues into the cells of a pattern, and there is none.
    NoPattern,
    /// The method goes by the difficulty asked for, and there is none.
    NoDifficulty,
    /// Ambiguous puzzles are asked for, and the method makes none, or another wish rules them out.
    Ambiguous,
    /// No minimal puzzle is known with so many clues.
    NotMinimal(usize),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Method(MethodError::Unknown(name)) => {
                let names: Vec<_> = crate::methods().map(|entry| entry.info.name).collect();
                write!(f, "unknown method '{name}': one of {}", names.join(", "))
            }
            Self::Method(error) => error.fmt(f),
            Self::Impossible(reason) => reason.fmt(f),
            Self::Shape(name, size) => write!(f, "{name} cannot work at {size}: see the shapes of the methods"),
            Self::Wish(name, wish) => write!(f, "{name} takes no {wish}"),
            Self::Er(low, high) => write!(
                f,
                "no puzzle is rated ER {}.{} to {}.{}",
                low / 10,
                low % 10,
                high / 10,
                high % 10
            ),
            Self::NotRated(size) => write!(f, "er rates no puzzles at {size}: its numbers are made for 9x9"),
            Self::Technique(kind, size) => {
                write!(f, "neither er nor plain looks for '{}' at {size}", kind.slug())
            }
            Self::Needless(kind, size) => {
                write!(f, "at {size} no puzzle needs '{}': something cheaper does the same", kind.slug())
            }
            Self::Cost(kind, cost, fixed) => {
                let least = if *fixed { "just" } else { "at least" };
                let (slug, whole, tenth) = (kind.slug(), cost / 10, cost % 10);
                write!(f, "a puzzle that needs '{slug}' is rated {least} ER {whole}.{tenth}")
            }
            Self::Clues(name, clues) => write!(f, "{name} leaves {} to {} clues", clues.start(), clues.end()),
            Self::FullHouses(clues) => write!(f, "full houses alone solve no puzzle with fewer than {clues} clues"),
            Self::Unproved(size) => {
                write!(f, "at {size} it takes too long to prove that every clue is needed")
            }
            Self::Asymmetric(symmetry) => write!(f, "the pattern does not have the symmetry {symmetry}"),
            Self::PatternClues(cells) => write!(f, "the pattern has {cells} cells, not as many as the clues asked for"),
            Self::NoPattern => f.write_str("fit needs a pattern"),
            Self::NoDifficulty => f.write_str("climb needs a rating or a technique to go by"),
            Self::Ambiguous => f.write_str("ambiguous puzzles come only of methods without a uniqueness test, and are neither minimal nor rated"),
            Self::NotMinimal(clues) => write!(f, "no minimal puzzle with {clues} clues or more is known"),
        }
    }
}

impl core::error::Error for Refusal {}

impl From<Impossible> for Refusal {
    fn from(reason: Impossible) -> Self {
        Self::Impossible(reason)
    }
}

impl From<MethodError> for Refusal {
    fn from(error: MethodError) -> Self {
        match error {
            MethodError::Impossible(reason) => Self::Impossible(reason),
            unknown @ MethodError::Unknown(_) => Self::Method(unknown),
        }
    }
}
