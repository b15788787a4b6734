//! AVX-512 with byte permutations: Ice Lake, Zen 4 and later. Sixteen lanes.
#![allow(unsafe_code)]

use core::arch::x86_64::*;
use core::ops::{BitAnd, BitOr, BitXor, Not};

use crate::search::{Answer, Job, search};
use crate::vector::{Row, Vector};

pub(super) const LANES: usize = 16;

pub(super) fn exists() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn run<A: Answer>(job: &mut Job<'_, A>) {
    search::<Avx512, LANES, A>(job);
}

/// Made and used below [`run`] only.
#[derive(Clone, Copy)]
struct Avx512(__m512i);

/// An expression of instructions that [`run`] enables.
macro_rules! enabled {
    ($e:expr) => {
        // SAFETY: called below `run` only, into which it is inlined; pointers are those of whole rows.
        unsafe { $e }
    };
}

impl BitAnd for Avx512 {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, b: Self) -> Self {
        Self(enabled!(_mm512_and_si512(self.0, b.0)))
    }
}

impl BitOr for Avx512 {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, b: Self) -> Self {
        Self(enabled!(_mm512_or_si512(self.0, b.0)))
    }
}

impl BitXor for Avx512 {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, b: Self) -> Self {
        Self(enabled!(_mm512_xor_si512(self.0, b.0)))
    }
}

impl Not for Avx512 {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(enabled!(_mm512_xor_si512(self.0, _mm512_set1_epi32(-1))))
    }
}

impl Vector<LANES> for Avx512 {
    #[inline(always)]
    fn splat(word: u32) -> Self {
        Self(enabled!(_mm512_set1_epi32(word.cast_signed())))
    }

    #[inline(always)]
    fn load(row: &Row<LANES>) -> Self {
        Self(enabled!(_mm512_load_si512(row.0.as_ptr().cast())))
    }

    #[inline(always)]
    fn store(self, row: &mut Row<LANES>) {
        enabled!(_mm512_store_si512(row.0.as_mut_ptr().cast(), self.0));
    }

    #[inline(always)]
    fn shl<const K: u32>(self) -> Self {
        Self(enabled!(_mm512_slli_epi32::<K>(self.0)))
    }

    #[inline(always)]
    fn shr<const K: u32>(self) -> Self {
        Self(enabled!(_mm512_srli_epi32::<K>(self.0)))
    }

    #[inline(always)]
    fn zeros(self) -> u32 {
        u32::from(enabled!(_mm512_testn_epi32_mask(self.0, self.0)))
    }

    #[inline(always)]
    fn any(self, b: Self, c: Self) -> Self {
        Self(enabled!(_mm512_ternarylogic_epi32::<0xfe>(self.0, b.0, c.0)))
    }

    #[inline(always)]
    fn one(self, b: Self, c: Self) -> Self {
        Self(enabled!(_mm512_ternarylogic_epi32::<0x16>(self.0, b.0, c.0)))
    }

    #[inline(always)]
    fn two(self, b: Self, c: Self) -> Self {
        Self(enabled!(_mm512_ternarylogic_epi32::<0xe8>(self.0, b.0, c.0)))
    }

    #[inline(always)]
    fn select(self, a: Self, b: Self) -> Self {
        Self(enabled!(_mm512_ternarylogic_epi32::<0xca>(self.0, a.0, b.0)))
    }
}
