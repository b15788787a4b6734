#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod ask;
mod dig;
mod fit;
mod grow;
mod impossible;
mod method;
mod order;
mod pattern;
mod recipe;
mod recipes;
mod tally;

pub use gridwright_grid;

pub use dig::{Dig, Disproved, Dug, NotUnique, is_minimal, redundant};
pub use fit::Fit;
pub use grow::try_grow;
pub use impossible::{Impossible, check_pattern, least_clues};
pub use method::{Entry, METHODS, Maker, Method, MethodError};
pub use order::Order;
pub use pattern::{Pattern, PatternError, Symmetries, UnknownSymmetry};
pub use recipe::{Recipe, Restriction, Stop, Uniqueness};
pub use recipes::Level;
pub use tally::Tally;
