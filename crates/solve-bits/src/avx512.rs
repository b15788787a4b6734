//! AVX-512: a line in one register of 256 bits, logic of three operands, counts.
#![allow(unsafe_code)]
#![allow(clippy::wildcard_imports, reason = "the intrinsics")]

use core::arch::x86_64::*;

use crate::backend::backend;
use crate::kernel::{FULL, nine, three};
use crate::places::{self, Line};
use crate::vector::Vector as Interface;
use crate::ymm::{bytes, methods, pure};

backend!(
    Avx512,
    "avx2,avx512f,avx512vl,avx512bw,avx512bitalg,bmi1,bmi2,popcnt",
    [
        "avx2",
        "avx512f",
        "avx512vl",
        "avx512bw",
        "avx512bitalg",
        "bmi1",
        "bmi2",
        "popcnt"
    ]
);

/// One register. Made in [`search_here`] only.
#[derive(Clone, Copy)]
struct Vector(__m256i);

/// The truth tables of `vpternlog`, made of those of its operands.
const A: i32 = 0xf0;
const B: i32 = 0xcc;
const C: i32 = 0xaa;

macro_rules! ternary {
    ($table:expr, $a:expr, $b:expr, $c:expr) => {
        Self(pure!(_mm256_ternarylogic_epi32::<{ ($table) & 0xff }>(
            $a.0, $b.0, $c.0
        )))
    };
}

impl Interface for Vector {
    methods!();
    #[inline(always)]
    fn and3(self, b: Self, c: Self) -> Self {
        ternary!(A & B & C, self, b, c)
    }
    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        ternary!(A | B | C, self, b, c)
    }
    #[inline(always)]
    fn without_both(self, b: Self, c: Self) -> Self {
        ternary!(A & !(B | C), self, b, c)
    }
    #[inline(always)]
    fn or_and(self, b: Self, c: Self) -> Self {
        ternary!(A | (B & C), self, b, c)
    }
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        ternary!(A ^ B ^ C, self, b, c)
    }
    #[inline(always)]
    fn exactly_one(self, b: Self, c: Self) -> Self {
        ternary!((A ^ B ^ C) & !(A & B & C), self, b, c)
    }
    #[inline(always)]
    fn majority(self, b: Self, c: Self) -> Self {
        ternary!((A & B) | (A & C) | (B & C), self, b, c)
    }
    #[inline(always)]
    fn has<const N: usize>(self) -> Self {
        Self(pure!(_mm256_cmpeq_epi16(
            _mm256_popcnt_epi16(self.0),
            _mm256_set1_epi16((N as u16).cast_signed())
        )))
    }
    #[inline(always)]
    fn count<const N: usize>(self) -> Self {
        Self(pure!(_mm256_popcnt_epi16(self.0)))
    }
}
