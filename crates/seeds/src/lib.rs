#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod collection;
mod cosets;
mod game;
mod letters;
mod sheet;

pub use self::collection::{Collection, Refused, Variation};
pub use self::game::{Game, NoGame};
pub use self::letters::Letters;
pub use self::sheet::{Examiner, Sheet, columns};
