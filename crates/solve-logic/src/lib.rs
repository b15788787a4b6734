#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod als;
mod board;
pub mod coloring;
pub mod fish;
mod kind;
mod layout;
mod plain;
mod profile;
mod reasoner;
pub mod same_pair;
mod set;
pub mod single_digit;
pub mod singles;
mod step;
mod technique;
pub mod templates;
mod text;
mod trial;
pub mod uniqueness;

pub use gridwright_grid;

pub use self::board::{Board, BoardError, Candidate, bits, is_single};
pub use self::kind::{Family, Kind, UnknownKind};
pub use self::layout::{Layout, MAX_CELLS, MAX_HOUSES, MAX_SIDE};
pub use self::plain::PLAIN;
pub use self::profile::{Growth, PROFILES, Pace, Profile, Rating, profile, thresholds_below};
pub use self::reasoner::{End, Rated, Reasoner};
pub use self::set::{CellSet, Cells};
pub use self::step::{Assertion, Cause, Form, Pattern, Step};
pub use self::technique::{Technique, Visit};
pub use self::text::Names;
pub use self::trial::{Reach, Trial};
