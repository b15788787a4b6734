//! The program as its users meet it. All in one, which is linked once.

mod canon;
mod check;
mod common;
mod convert;
mod generate;
mod grid;
mod program;
mod rate;
mod sample;
mod seeds;
