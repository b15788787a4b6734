//! AVX2: nearly every x86 processor since 2013. Eight lanes.
#![allow(unsafe_code)]

use core::arch::x86_64::*;
use core::ops::{BitAnd, BitOr, BitXor, Not};

use crate::search::{Answer, Job, search};
use crate::vector::{Row, Vector};

pub(super) const LANES: usize = 8;

pub(super) fn exists() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn run<A: Answer>(job: &mut Job<'_, A>) {
    search::<Avx2, LANES, A>(job);
}

/// Made and used below [`run`] only.
#[derive(Clone, Copy)]
struct Avx2(__m256i);

/// An expression of instructions that [`run`] enables.
macro_rules! enabled {
    ($e:expr) => {
        // SAFETY: called below `run` only, into which it is inlined; pointers are those of whole rows.
        unsafe { $e }
    };
}

impl BitAnd for Avx2 {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, b: Self) -> Self {
        Self(enabled!(_mm256_and_si256(self.0, b.0)))
    }
}

impl BitOr for Avx2 {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, b: Self) -> Self {
        Self(enabled!(_mm256_or_si256(self.0, b.0)))
    }
}

impl BitXor for Avx2 {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, b: Self) -> Self {
        Self(enabled!(_mm256_xor_si256(self.0, b.0)))
    }
}

impl Not for Avx2 {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(enabled!(_mm256_xor_si256(self.0, _mm256_set1_epi32(-1))))
    }
}

impl Vector<LANES> for Avx2 {
    #[inline(always)]
    fn splat(word: u32) -> Self {
        Self(enabled!(_mm256_set1_epi32(word.cast_signed())))
    }

    #[inline(always)]
    fn load(row: &Row<LANES>) -> Self {
        Self(enabled!(_mm256_load_si256(row.0.as_ptr().cast())))
    }

    #[inline(always)]
    fn store(self, row: &mut Row<LANES>) {
        enabled!(_mm256_store_si256(row.0.as_mut_ptr().cast(), self.0));
    }

    #[inline(always)]
    fn shl<const K: u32>(self) -> Self {
        Self(enabled!(_mm256_sllv_epi32(
            self.0,
            _mm256_set1_epi32(K.cast_signed())
        )))
    }

    #[inline(always)]
    fn shr<const K: u32>(self) -> Self {
        Self(enabled!(_mm256_srlv_epi32(
            self.0,
            _mm256_set1_epi32(K.cast_signed())
        )))
    }

    #[inline(always)]
    fn zeros(self) -> u32 {
        let zeros = enabled!(_mm256_cmpeq_epi32(self.0, _mm256_setzero_si256()));
        enabled!(_mm256_movemask_ps(_mm256_castsi256_ps(zeros))).cast_unsigned()
    }
}
