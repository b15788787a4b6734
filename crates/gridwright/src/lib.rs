#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod catalogue;

pub use catalogue::{filler, filler_with, fillers, solver, solvers};
pub use gridwright_grid as grid;
