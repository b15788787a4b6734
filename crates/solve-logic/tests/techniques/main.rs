//! The techniques, the profiles and the solver.

mod aic;
mod als;
mod basics;
mod common;
mod explainer;
mod fish;
mod forcing;
mod harness;
mod one_digit;
mod plain;
mod solver;
mod text;
mod trial;
mod uniqueness;
mod walk;
