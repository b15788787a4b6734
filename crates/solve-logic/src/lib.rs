#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod aic;
pub mod aligned;
pub mod als;
pub mod basic_fish;
mod best;
mod board;
pub mod bug;
pub mod coloring;
mod easy;
mod er;
pub mod fish;
pub mod forcing;
mod kind;
mod layout;
pub mod locked;
mod plain;
mod profile;
mod reasoner;
pub mod same_pair;
mod set;
pub mod single_digit;
pub mod singles;
pub mod solver;
mod step;
pub mod subsets;
mod technique;
pub mod templates;
mod text;
mod trial;
mod tuples;
pub mod unique_loop;
pub mod uniqueness;
pub mod wings;

pub use gridwright_grid;

pub use self::board::{Board, BoardError, Candidate, bits, is_single};
pub use self::easy::Easy;
pub use self::er::ER;
pub use self::kind::{Family, Kind, UnknownKind};
pub use self::layout::{Layout, MAX_CELLS, MAX_HOUSES, MAX_SIDE};
pub use self::plain::PLAIN;
pub use self::profile::{Growth, PROFILES, Pace, Profile, Rating, profile, thresholds_below};
pub use self::reasoner::{End, Rated, Reasoner};
pub use self::set::{CellSet, Cells};
pub use self::step::{Assertion, Cause, Combination, Form, Pattern, Step};
pub use self::technique::{Technique, Visit};
pub use self::text::Names;
pub use self::trial::{Reach, Trial};
