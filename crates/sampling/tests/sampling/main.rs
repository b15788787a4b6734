//! All in one program, which is linked once.

mod published;
mod small;
mod usual;
