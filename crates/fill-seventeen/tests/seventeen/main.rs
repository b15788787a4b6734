//! All in one program, which is linked once.

mod conformance;
mod literal;
mod published;
