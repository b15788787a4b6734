//! Wishes that no puzzle can fulfil.

use core::fmt;

use gridwright_grid::{BoxSize, House, HouseKind, PatternSymmetry, Shape};

use crate::{Pattern, Symmetries};

/// Why no puzzle is as asked for, known before any is tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Impossible {
    /// A range of clues without a number in it.
    EmptyRange {
        /// Its first number.
        least: usize,
        /// Its last one.
        most: usize,
    },
    /// More clues than cells.
    TooManyClues {
        /// Clues asked for, at the least.
        clues: usize,
        /// Cells of the grid.
        cells: usize,
    },
    /// Too few clues for one solution.
    TooFewClues {
        /// Clues asked for, at the most.
        clues: usize,
        /// As few as can have one solution.
        least: usize,
        /// At this shape.
        size: BoxSize,
    },
    /// What must stay is more than the clues asked for.
    Restricted {
        /// Clues asked for, at the most.
        clues: usize,
        /// As many stay.
        kept: usize,
        /// What makes them stay.
        by: &'static str,
    },
    /// More givens asked for in a row or column than it has cells.
    Line {
        /// Givens asked for, at the least.
        givens: usize,
        /// Cells of a row or column.
        cells: usize,
    },
    /// No symmetric set of cells has so many.
    Orbits {
        /// Clues asked for, at the least.
        least: usize,
        /// And at the most.
        most: usize,
        /// The symmetries asked for.
        symmetry: Symmetries,
    },
    /// The shape does not have the symmetry.
    Symmetry {
        /// What is asked for.
        symmetry: PatternSymmetry,
        /// The shape.
        size: BoxSize,
    },
    /// A pattern without cells.
    EmptyPattern,
    /// Two empty rows of a band, or two empty columns of a stack: exchanged they give another solution.
    EmptyLines {
        /// Rows or columns.
        kind: HouseKind,
        /// The first of them, from 0.
        first: usize,
        /// The second.
        second: usize,
    },
}

impl fmt::Display for Impossible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EmptyRange { least, most } => write!(f, "no number of clues is from {least} to {most}"),
            Self::TooManyClues { clues, cells } => write!(f, "{clues} clues in {cells} cells"),
            Self::TooFewClues { clues, least, size } => write!(
                f,
                "{clues} clues: no puzzle with boxes of {size} has one solution with fewer than {least}"
            ),
            Self::Restricted { clues, kept, by } => {
                write!(f, "{clues} clues: {by} keep {kept} of them at the least")
            }
            Self::Line { givens, cells } => {
                write!(f, "{givens} givens in a row or column of {cells} cells")
            }
            Self::Orbits {
                least,
                most,
                symmetry,
            } if least == most => write!(f, "no set of {least} cells has the symmetry {symmetry}"),
            Self::Orbits {
                least,
                most,
                symmetry,
            } => write!(f, "no set of {least} to {most} cells has the symmetry {symmetry}"),
            Self::Symmetry { symmetry, size } => {
                write!(
                    f,
                    "boxes of {size} are not square: no {} symmetry",
                    symmetry.name()
                )
            }
            Self::EmptyPattern => f.write_str("the pattern has no cell"),
            Self::EmptyLines { kind, first, second } => {
                let (lines, chute) = match kind {
                    HouseKind::Column => ("columns", "stack"),
                    _ => ("rows", "band"),
                };
                let (first, second) = (first + 1, second + 1);
                write!(
                    f,
                    "the pattern leaves {lines} {first} and {second} of one {chute} empty: exchanged they give another solution"
                )
            }
        }
    }
}

impl core::error::Error for Impossible {}

/// As few clues as a puzzle with one solution has, or a bound below: every digit but one must be given.
///
/// Exact, by the exhaustive searches that others made, at 2x2, 2x3, 2x4 and 3x3.
pub fn least_clues<S: Shape>() -> usize {
    match (S::BOX_ROWS, S::BOX_COLUMNS) {
        (2, 2) => 4,
        (2, 3) | (3, 2) => 8,
        (2, 4) | (4, 2) => 14,
        (3, 3) => 17,
        _ => S::SIDE - 1,
    }
}

/// Whether a puzzle with one solution may have its clues in just these cells, as far as that shows at once.
///
/// # Errors
///
/// When it cannot.
pub fn check_pattern<S: Shape>(pattern: &Pattern<S>) -> Result<(), Impossible> {
    let (clues, least) = (pattern.len(), least_clues::<S>());
    if clues == 0 {
        return Err(Impossible::EmptyPattern);
    }
    if clues < least {
        let size = S::SIZE;
        return Err(Impossible::TooFewClues { clues, least, size });
    }
    for (kind, width) in [(HouseKind::Row, S::BOX_ROWS), (HouseKind::Column, S::BOX_COLUMNS)] {
        let empty: Vec<usize> = House::<S>::all()
            .filter(|house| house.kind() == kind && !house.cells().any(|cell| pattern.contains(cell)))
            .map(House::index)
            .collect();
        for pair in empty.windows(2) {
            if pair[0] / width == pair[1] / width {
                return Err(Impossible::EmptyLines {
                    kind,
                    first: pair[0],
                    second: pair[1],
                });
            }
        }
    }
    Ok(())
}
