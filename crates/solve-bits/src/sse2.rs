//! SSE2, which every processor of x86-64 has: three digits in a register.
#![allow(unsafe_code)]
#![allow(clippy::wildcard_imports, reason = "the intrinsics")]

use core::arch::x86_64::*;

use crate::lanes::{self, Groups, Lanes};
use crate::places::Words;

/// The three groups of digits.
#[derive(Clone, Copy)]
pub(crate) struct Vector([__m128i; 3]);

impl Vector {
    #[inline(always)]
    fn same(group: __m128i) -> Self {
        Self([group; 3])
    }
}

/// A call of intrinsics without side effects.
macro_rules! pure {
    ($call:expr) => {
        // SAFETY: x86-64 has the instructions; none of these calls takes a pointer.
        unsafe { $call }
    };
}

macro_rules! each {
    ($call:expr, $a:expr $(, $b:expr)?) => {
        pure!(Self([$call($a.0[0] $(, $b.0[0])?), $call($a.0[1] $(, $b.0[1])?), $call($a.0[2] $(, $b.0[2])?)]))
    };
}

impl Lanes for Vector {
    #[inline(always)]
    fn splat(word: u32) -> Self {
        let word = word.cast_signed();
        Self::same(pure!(_mm_setr_epi32(word, word, word, 0)))
    }
    #[inline(always)]
    fn single(lane: usize, word: u32) -> Self {
        let lane = pure!(_mm_set1_epi32((lane as u32).cast_signed()));
        let word = pure!(_mm_set1_epi32(word.cast_signed()));
        let lanes = pure!(Self([
            _mm_setr_epi32(0, 1, 2, 3),
            _mm_setr_epi32(4, 5, 6, 7),
            _mm_setr_epi32(8, 9, 10, 11),
        ]));
        let equal = each!(_mm_cmpeq_epi32, lanes, Self::same(lane));
        each!(_mm_and_si128, equal, Self::same(word))
    }
    #[inline(always)]
    fn load(words: &Words) -> Self {
        let groups: *const __m128i = (&raw const words.0).cast();
        // SAFETY: 64 bytes, aligned by their type.
        unsafe {
            Self([
                _mm_load_si128(groups),
                _mm_load_si128(groups.add(1)),
                _mm_load_si128(groups.add(2)),
            ])
        }
    }
    #[inline(always)]
    fn store(self, words: &mut Words) {
        let groups: *mut __m128i = (&raw mut words.0).cast();
        // SAFETY: 64 bytes, aligned by their type.
        unsafe {
            _mm_store_si128(groups, self.0[0]);
            _mm_store_si128(groups.add(1), self.0[1]);
            _mm_store_si128(groups.add(2), self.0[2]);
        }
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        each!(_mm_and_si128, self, other)
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        each!(_mm_or_si128, self, other)
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        each!(_mm_xor_si128, self, other)
    }
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        each!(_mm_andnot_si128, other, self)
    }
    #[inline(always)]
    fn select(mask: u32, a: Self, b: Self) -> Self {
        let mask = Self::same(pure!(_mm_set1_epi32(mask.cast_signed())));
        a.and(mask).or(b.without(mask))
    }
    #[inline(always)]
    fn left<const N: u32>(self) -> Self {
        let count = Self::same(pure!(_mm_cvtsi32_si128(N.cast_signed())));
        each!(_mm_sll_epi32, self, count)
    }
    #[inline(always)]
    fn right<const N: u32>(self) -> Self {
        let count = Self::same(pure!(_mm_cvtsi32_si128(N.cast_signed())));
        each!(_mm_srl_epi32, self, count)
    }
    #[inline(always)]
    fn others(self) -> Self {
        lanes::others(self)
    }
    #[inline(always)]
    fn pairs(self) -> u32 {
        lanes::pairs(self)
    }
    #[inline(always)]
    fn triples(self) -> u32 {
        lanes::triples(self)
    }
    #[inline(always)]
    fn having(self, bit: u32) -> u32 {
        let bit = Self::same(pure!(_mm_set1_epi32(bit.cast_signed())));
        let equal = self.and(bit);
        let [a, b, c] = each!(_mm_cmpeq_epi32, equal, bit).0;
        // Lane by lane, ones or zeros: 16 bits, 8 bits, then one bit each.
        let words = pure!(_mm_packs_epi16(_mm_packs_epi32(a, b), _mm_packs_epi32(c, c)));
        pure!(_mm_movemask_epi8(words)).cast_unsigned() & 0xfff
    }
    #[inline(always)]
    fn is_zero(self) -> bool {
        let [a, b, c] = self.0;
        let all = pure!(_mm_or_si128(_mm_or_si128(a, b), c));
        pure!(_mm_movemask_epi8(_mm_cmpeq_epi32(all, _mm_setzero_si128()))) == 0xffff
    }
}

impl Groups for Vector {
    #[inline(always)]
    fn next_in_group(self) -> Self {
        each!(_mm_shuffle_epi32::<0b11_00_10_01>, self)
    }
    #[inline(always)]
    fn previous_in_group(self) -> Self {
        each!(_mm_shuffle_epi32::<0b11_01_00_10>, self)
    }
    #[inline(always)]
    fn next_group(self) -> Self {
        let [a, b, c] = self.0;
        Self([b, c, a])
    }
    #[inline(always)]
    fn previous_group(self) -> Self {
        let [a, b, c] = self.0;
        Self([c, a, b])
    }
    #[inline(always)]
    fn first(self) -> u32 {
        pure!(_mm_cvtsi128_si32(self.0[0])).cast_unsigned()
    }
}
