//! All in one program, which is linked once.

mod conformance;
mod known;
mod literal;
