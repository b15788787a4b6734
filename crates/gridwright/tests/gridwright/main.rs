//! All in one program, which is linked once.

mod catalogue;
mod check;
mod random;
