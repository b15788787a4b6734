//! All in one program, which is linked once.

mod explainer;
mod sound;
mod words;
