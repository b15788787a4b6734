//! The rotations and reflections that a set of given cells may have.

use crate::{Cell, Puzzle, Shape, Symmetry};

/// A rotation or reflection of the square that keeps the rows, columns and boxes of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PatternSymmetry {
    /// By half a turn.
    Rotational2,
    /// By a quarter turn, either way; where boxes are square.
    Rotational4,
    /// Top and bottom exchanged.
    Horizontal,
    /// Left and right exchanged.
    Vertical,
    /// At the diagonal from the top left; where boxes are square.
    Diagonal,
    /// At the diagonal from the top right; where boxes are square.
    Antidiagonal,
}

impl PatternSymmetry {
    /// All six.
    pub const ALL: [Self; 6] = [
        Self::Rotational2,
        Self::Rotational4,
        Self::Horizontal,
        Self::Vertical,
        Self::Diagonal,
        Self::Antidiagonal,
    ];

    /// `rotational-2`, `rotational-4`, `horizontal`, `vertical`, `diagonal` or `antidiagonal`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rotational2 => "rotational-2",
            Self::Rotational4 => "rotational-4",
            Self::Horizontal => "horizontal",
            Self::Vertical => "vertical",
            Self::Diagonal => "diagonal",
            Self::Antidiagonal => "antidiagonal",
        }
    }

    /// Those that a shape has: all, or three where boxes are not square.
    pub fn of_shape<S: Shape>() -> impl Iterator<Item = Self> {
        Self::ALL
            .into_iter()
            .filter(|symmetry| symmetry.at_shape::<S>().is_some())
    }

    /// It as one of the symmetries of a shape, if it is one.
    pub fn at_shape<S: Shape>(self) -> Option<Symmetry<S>> {
        match self {
            Self::Rotational2 => Symmetry::rotation(2),
            Self::Rotational4 => Symmetry::rotation(1),
            Self::Horizontal => Some(Symmetry::flip_rows()),
            Self::Vertical => Some(Symmetry::flip_columns()),
            Self::Diagonal => Symmetry::transposition(),
            Self::Antidiagonal => Some(Symmetry::transposition()?.then(&Symmetry::rotation(2)?)),
        }
    }

    /// Whether the set of given cells of a puzzle looks the same afterwards, digits left aside; false where the
    /// shape does not have the symmetry.
    pub fn keeps<S: Shape>(self, puzzle: &Puzzle<S>) -> bool {
        let given = |cell| puzzle.given(cell).is_some();
        self.at_shape()
            .is_some_and(|symmetry| Cell::all().all(|cell| given(cell) == given(symmetry.source(cell))))
    }
}
