#![doc = include_str!("../README.md")]
#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

mod algorithm;
pub mod canonical;
mod cell;
mod digit;
mod fill;
mod grid;
mod pattern;
mod probe;
mod puzzle;
pub mod rng;
mod shape;
mod solve;
mod symmetry;
pub mod text;

#[cfg(feature = "dev")]
pub mod conformance;
#[cfg(feature = "serde")]
mod serde;

pub use rand_core;

pub use algorithm::{Algorithm, Info};
pub use canonical::{BandClass, Canonical, CanonicalError, Canonicalizer};
pub use cell::{Cell, House, HouseKind};
pub use digit::{Digit, DigitIter, DigitSet};
pub use fill::{BoxedFiller, DynFiller, Filler, FillerExt, same_shape};
pub use grid::{Grid, GridError};
pub use pattern::PatternSymmetry;
pub use probe::{Budget, Counts, Event, Exhausted, Limited, LimitedStop, Probe};
pub use puzzle::{Conflict, Puzzle, ValueError};
pub use shape::{
    B2x2, B2x3, B2x4, B2x5, B3x2, B3x3, B3x4, B4x2, B4x3, B4x4, B5x2, B5x5, BoxSize, Boxes, Flat, SHAPES,
    Shape, UnknownShape, WithShape, with_shape,
};
pub use solve::{BatchSolver, DynSolver, DynVisitor, Outcome, Solver, SolverExt};
pub use symmetry::{Group, Rank, Symmetry, SymmetryError};
pub use text::{GridParseError, ParseError, ParseErrorKind};
