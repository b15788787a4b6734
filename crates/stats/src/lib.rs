#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod found;
mod law;
mod report;
mod sample;
mod small;
mod tail;

pub use gridwright_grid;

pub use law::{AUTOMORPHISMS, Law, Number};
pub use report::{CHUTES, Effect, Measured, Report, Test, Verdict};
pub use sample::{REMEMBERED, Sample};
