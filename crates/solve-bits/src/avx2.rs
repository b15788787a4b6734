//! AVX2: six digits in one register, three in half a register.
#![allow(unsafe_code)]
#![allow(clippy::wildcard_imports, reason = "the intrinsics")]

use core::arch::x86_64::*;

use crate::backend::backend;
use crate::lanes::{self, Groups, Lanes};
use crate::places::Words;

backend!(Avx2, "avx2,bmi1,bmi2,popcnt", ["avx2", "bmi1", "bmi2", "popcnt"]);

/// Two groups of digits, and the third. Made in [`search_here`] only.
#[derive(Clone, Copy)]
struct Vector(__m256i, __m128i);

/// A call of intrinsics without side effects.
macro_rules! pure {
    ($call:expr) => {
        // SAFETY: all vectors are made in `search_here`, which is entered only where the instructions exist;
        // none of these calls takes a pointer.
        unsafe { $call }
    };
}

impl Lanes for Vector {
    #[inline(always)]
    fn splat(word: u32) -> Self {
        let word = word.cast_signed();
        pure!(Self(
            _mm256_setr_epi32(word, word, word, 0, word, word, word, 0),
            _mm_setr_epi32(word, word, word, 0),
        ))
    }
    #[inline(always)]
    fn single(lane: usize, word: u32) -> Self {
        let (lane, word) = ((lane as u32).cast_signed(), word.cast_signed());
        pure!(Self(
            _mm256_and_si256(
                _mm256_cmpeq_epi32(_mm256_set1_epi32(lane), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7)),
                _mm256_set1_epi32(word),
            ),
            _mm_and_si128(
                _mm_cmpeq_epi32(_mm_set1_epi32(lane), _mm_setr_epi32(8, 9, 10, 11)),
                _mm_set1_epi32(word),
            ),
        ))
    }
    #[inline(always)]
    fn load(words: &Words) -> Self {
        let (first, second) = words.0.split_at(8);
        // SAFETY: 32 bytes and 16, aligned by their type; the instructions exist as everywhere here.
        unsafe {
            Self(
                _mm256_load_si256(first.as_ptr().cast()),
                _mm_load_si128(second.as_ptr().cast()),
            )
        }
    }
    #[inline(always)]
    fn store(self, words: &mut Words) {
        let (first, second) = words.0.split_at_mut(8);
        // SAFETY: 32 bytes and 16, aligned by their type; the instructions exist as everywhere here.
        unsafe {
            _mm256_store_si256(first.as_mut_ptr().cast(), self.0);
            _mm_store_si128(second.as_mut_ptr().cast(), self.1);
        }
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        pure!(Self(
            _mm256_and_si256(self.0, other.0),
            _mm_and_si128(self.1, other.1)
        ))
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        pure!(Self(
            _mm256_or_si256(self.0, other.0),
            _mm_or_si128(self.1, other.1)
        ))
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        pure!(Self(
            _mm256_xor_si256(self.0, other.0),
            _mm_xor_si128(self.1, other.1)
        ))
    }
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        pure!(Self(
            _mm256_andnot_si256(other.0, self.0),
            _mm_andnot_si128(other.1, self.1)
        ))
    }
    #[inline(always)]
    fn select(mask: u32, a: Self, b: Self) -> Self {
        let mask = mask.cast_signed();
        let mask = pure!(Self(_mm256_set1_epi32(mask), _mm_set1_epi32(mask)));
        a.and(mask).or(b.without(mask))
    }
    #[inline(always)]
    fn left<const N: u32>(self) -> Self {
        pure!(Self(
            _mm256_sll_epi32(self.0, _mm_cvtsi32_si128(N.cast_signed())),
            _mm_sll_epi32(self.1, _mm_cvtsi32_si128(N.cast_signed())),
        ))
    }
    #[inline(always)]
    fn right<const N: u32>(self) -> Self {
        pure!(Self(
            _mm256_srl_epi32(self.0, _mm_cvtsi32_si128(N.cast_signed())),
            _mm_srl_epi32(self.1, _mm_cvtsi32_si128(N.cast_signed())),
        ))
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
        let bit = bit.cast_signed();
        let (low, high) = pure!((_mm256_set1_epi32(bit), _mm_set1_epi32(bit)));
        let low = pure!(_mm256_cmpeq_epi32(_mm256_and_si256(self.0, low), low));
        let high = pure!(_mm_cmpeq_epi32(_mm_and_si128(self.1, high), high));
        let low = pure!(_mm256_movemask_ps(_mm256_castsi256_ps(low)));
        let high = pure!(_mm_movemask_ps(_mm_castsi128_ps(high)));
        (low | high << 8).cast_unsigned()
    }
    #[inline(always)]
    fn is_zero(self) -> bool {
        let all = pure!(_mm256_or_si256(self.0, _mm256_zextsi128_si256(self.1)));
        pure!(_mm256_testz_si256(all, all)) == 1
    }
}

impl Groups for Vector {
    #[inline(always)]
    fn next_in_group(self) -> Self {
        pure!(Self(
            _mm256_shuffle_epi32::<0b11_00_10_01>(self.0),
            _mm_shuffle_epi32::<0b11_00_10_01>(self.1),
        ))
    }
    #[inline(always)]
    fn previous_in_group(self) -> Self {
        pure!(Self(
            _mm256_shuffle_epi32::<0b11_01_00_10>(self.0),
            _mm_shuffle_epi32::<0b11_01_00_10>(self.1),
        ))
    }
    #[inline(always)]
    fn next_group(self) -> Self {
        pure!(Self(
            _mm256_permute2x128_si256::<0x21>(self.0, _mm256_castsi128_si256(self.1)),
            _mm256_castsi256_si128(self.0),
        ))
    }
    #[inline(always)]
    fn previous_group(self) -> Self {
        pure!(Self(
            _mm256_permute2x128_si256::<0x02>(self.0, _mm256_castsi128_si256(self.1)),
            _mm256_extracti128_si256::<1>(self.0),
        ))
    }
    #[inline(always)]
    fn first(self) -> u32 {
        pure!(_mm256_cvtsi256_si32(self.0)).cast_unsigned()
    }
}
