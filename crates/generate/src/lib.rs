#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod climb;
mod distinct;
mod judge;
mod maker;
mod methods;
mod order;
mod sampler;
mod wishes;
mod worker;

pub use gridwright_dig as dig;
pub use gridwright_grid;

pub use distinct::Distinct;
pub use judge::Difficulty;
pub use maker::maker;
pub use methods::{MethodEntry, methods};
pub use order::Order;
pub use wishes::{Refusal, Wishes};
pub use worker::{Made, Stopped, Worker};
