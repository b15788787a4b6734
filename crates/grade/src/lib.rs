#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod grader;
mod paper;
mod scale;
mod statistics;

pub use gridwright_solve_logic;

pub use self::grader::{Grade, Grader, Verdict};
pub use self::paper::Paper;
pub use self::scale::{Er, Plain, Scale, Score, UnknownScale, Unsupported};
pub use self::statistics::{Statistics, class};
