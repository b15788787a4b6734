#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod bottom_up;
mod controlled_bias;
mod generator;
mod subpuzzles;
mod tally;
mod top_down;
mod unbiased;

pub use gridwright_grid;

pub use bottom_up::BottomUp;
pub use controlled_bias::{ControlledBias, Effort, EffortError};
pub use generator::{Generator, GeneratorExt, MinimalPuzzle, SharedFiller};
pub use subpuzzles::Masked;
pub use tally::{Estimate, Tally, Weighting, binomial};
pub use top_down::TopDown;
pub use unbiased::Unbiased;
