//! All in one program, which is linked once.

mod calibration;
mod power;
