//! The scales and their numbers.

use std::fmt;
use std::str::FromStr;

use gridwright_grid::{B3x3, BoxSize, Shape};
use gridwright_solve_logic::{MAX_SIDE, PLAIN, Profile, profile};

use crate::Paper;

/// What difficulty is measured by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scale {
    /// ER/EP/ED as Sudoku Explainer 1.2.1 gives them; 9x9 only.
    Er,
    /// The dearest technique of the profile `plain`, and how often it is needed; the same for all equivalents.
    Plain,
    /// The weighted classes of the paper on digging holes: givens, their bound in rows and columns, techniques, search.
    Paper,
}

impl Scale {
    /// Every scale, in the order of tables.
    pub const ALL: [Self; 3] = [Self::Er, Self::Plain, Self::Paper];

    /// The name by which it is asked for.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Er => "er",
            Self::Plain => "plain",
            Self::Paper => "paper",
        }
    }

    /// Whether it rates puzzles of that shape.
    pub fn works_at(self, size: BoxSize) -> bool {
        match self {
            Self::Er => size == B3x3::SIZE && profile(self.name()).is_some(),
            Self::Plain | Self::Paper => size.side() <= MAX_SIDE,
        }
    }

    /// The techniques that it goes by.
    pub fn profile(self) -> &'static Profile {
        match self {
            Self::Er => profile(self.name()).unwrap_or(&PLAIN),
            Self::Plain | Self::Paper => &PLAIN,
        }
    }
}

impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no scale has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownScale(String);

impl fmt::Display for UnknownScale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Scale::ALL.map(Scale::name).join(", ");
        write!(f, "unknown scale '{}': one of {names}", self.0)
    }
}

impl std::error::Error for UnknownScale {}

impl FromStr for Scale {
    type Err = UnknownScale;

    fn from_str(name: &str) -> Result<Self, UnknownScale> {
        let all = Self::ALL.into_iter();
        all.clone()
            .find(|scale| scale.name() == name)
            .ok_or_else(|| UnknownScale(name.into()))
    }
}

/// A scale that does not rate puzzles of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// The scale.
    pub scale: Scale,
    /// The shape.
    pub size: BoxSize,
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { scale, size } = self;
        let reason = match scale {
            Scale::Er => "its numbers are made for 9x9",
            Scale::Plain | Scale::Paper => "human techniques work up to 16 digits",
        };
        write!(f, "{scale} rates no puzzles at {size}: {reason}")
    }
}

impl std::error::Error for Unsupported {}

/// The numbers of [`Scale::Er`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Er {
    /// The dearest step.
    pub er: f64,
    /// The dearest step up to and including the first that places a digit.
    pub ep: f64,
    /// The first step.
    pub ed: f64,
}

impl Er {
    /// A rating in tenths, as it is printed: 84 for 8.4.
    #[allow(clippy::cast_sign_loss, reason = "no rating is negative")]
    pub fn tenths(rating: f64) -> u32 {
        ((rating + 0.05) * 10.0) as u32
    }
}

/// `8.4/1.2/1.2`
impl fmt::Display for Er {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [er, ep, ed] = [self.er, self.ep, self.ed].map(|rating| {
            let tenths = Self::tenths(rating);
            format!("{}.{}", tenths / 10, tenths % 10)
        });
        write!(f, "{er}/{ep}/{ed}")
    }
}

/// The numbers of [`Scale::Plain`]: the same for every equivalent of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Plain {
    /// The cost of the dearest technique needed, times 100, and how many rounds need it, at most 99; of trials, which find
    /// all that they can at once, how many of a hundred candidates they cannot refute if that is more.
    pub score: u32,
    /// The class of that technique, 1..=5: see [`class`](crate::class).
    pub level: u8,
    /// The costs of all rounds together.
    pub effort: u32,
}

/// `2603 2`
impl fmt::Display for Plain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.score, self.level)
    }
}

/// What a scale says of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Score {
    /// Of [`Scale::Er`].
    Er(Er),
    /// Of [`Scale::Plain`].
    Plain(Plain),
    /// Of [`Scale::Paper`].
    Paper(Paper),
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Er(er) => er.fmt(f),
            Self::Plain(plain) => plain.fmt(f),
            Self::Paper(paper) => paper.fmt(f),
        }
    }
}
