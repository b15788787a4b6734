//! All in one program, which is linked once.

mod symmetry;
mod text;
mod text_forms;
