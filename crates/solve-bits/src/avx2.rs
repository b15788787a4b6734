//! AVX2: a line in one register.
#![allow(unsafe_code)]
#![allow(clippy::wildcard_imports, reason = "the intrinsics")]

use core::arch::x86_64::*;

use crate::backend::backend;
use crate::kernel::{FULL, nine, three};
use crate::places::{self, Line};
use crate::vector::Vector as Interface;
use crate::ymm::{bytes, methods, pure};

backend!(Avx2, "avx2,bmi1,bmi2,popcnt", ["avx2", "bmi1", "bmi2", "popcnt"]);

/// One register. Made in [`search_here`] only.
#[derive(Clone, Copy)]
struct Vector(__m256i);

impl Interface for Vector {
    methods!();
}
