//! AVX-512: the nine digits in one register.
#![allow(unsafe_code)]
#![allow(clippy::wildcard_imports, reason = "the intrinsics")]

use core::arch::x86_64::*;

use crate::backend::backend;
use crate::lanes::{self, Groups, Lanes};
use crate::places::{CELLS, PLACES, SAVED, Saved, Words, lane};

backend!(
    Avx512,
    "avx512f,avx512vl,avx512bw,avx512vbmi,bmi1,bmi2,popcnt",
    [
        "avx512f",
        "avx512vl",
        "avx512bw",
        "avx512vbmi",
        "bmi1",
        "bmi2",
        "popcnt"
    ]
);

/// One register. Made in [`search_here`] only.
#[derive(Clone, Copy)]
struct Vector(__m512i);

#[repr(align(64))]
struct Bytes([u8; 64]);

impl Bytes {
    #[inline(always)]
    fn load(&self) -> __m512i {
        // SAFETY: 64 bytes, aligned by their type; the instruction exists as everywhere here.
        unsafe { _mm512_load_si512((&raw const self.0).cast()) }
    }
}

/// Of each bit of the first two words, then of the third, its cell; 127 where there is none.
const TO_WORDS: [Bytes; 2] = {
    let mut order = [Bytes([127; 64]), Bytes([127; 64])];
    let mut bit = 0;
    while bit < 27 {
        order[0].0[bit] = CELLS[0][bit];
        order[0].0[32 + bit] = CELLS[1][bit];
        order[1].0[bit] = CELLS[2][bit];
        bit += 1;
    }
    order
};

/// Of each cell, its word and bit: the inverse.
const TO_CELLS: [Bytes; 2] = {
    let mut order = [Bytes([0; 64]), Bytes([0; 64])];
    let mut cell = 0;
    while cell < 81 {
        let (word, bit) = PLACES[cell];
        order[cell / 64].0[cell % 64] = 32 * word + bit;
        cell += 1;
    }
    order
};

/// The cells from the 65th on.
const LAST: __mmask64 = (1 << 17) - 1;

/// A call of intrinsics without side effects.
macro_rules! pure {
    ($call:expr) => {
        // SAFETY: all vectors are made in `search_here`, which is entered only where the instructions exist;
        // none of these calls takes a pointer.
        unsafe { $call }
    };
}

/// The lanes that hold digits.
const LANES: __mmask16 = 0b0111_0111_0111;

/// The truth tables of `vpternlog`, made of those of its operands.
const A: i32 = 0xf0;
const B: i32 = 0xcc;
const C: i32 = 0xaa;

macro_rules! ternary {
    ($table:expr, $a:expr, $b:expr, $c:expr) => {
        Self(pure!(_mm512_ternarylogic_epi32::<{ ($table) & 0xff }>(
            $a, $b, $c
        )))
    };
}

impl Lanes for Vector {
    #[inline(always)]
    fn splat(word: u32) -> Self {
        Self(pure!(_mm512_maskz_set1_epi32(LANES, word.cast_signed())))
    }
    #[inline(always)]
    fn single(lane: usize, word: u32) -> Self {
        Self(pure!(_mm512_maskz_set1_epi32(1 << lane, word.cast_signed())))
    }
    #[inline(always)]
    fn load(words: &Words) -> Self {
        // SAFETY: 64 bytes, aligned by their type; the instruction exists as everywhere here.
        Self(unsafe { _mm512_load_si512((&raw const words.0).cast()) })
    }
    #[inline(always)]
    fn store(self, words: &mut Words) {
        // SAFETY: 64 bytes, aligned by their type; the instruction exists as everywhere here.
        unsafe { _mm512_store_si512((&raw mut words.0).cast(), self.0) }
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self(pure!(_mm512_and_si512(self.0, other.0)))
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self(pure!(_mm512_or_si512(self.0, other.0)))
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Self(pure!(_mm512_xor_si512(self.0, other.0)))
    }
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        Self(pure!(_mm512_andnot_si512(other.0, self.0)))
    }
    #[inline(always)]
    fn and3(self, b: Self, c: Self) -> Self {
        ternary!(A & B & C, self.0, b.0, c.0)
    }
    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        ternary!(A | B | C, self.0, b.0, c.0)
    }
    #[inline(always)]
    fn without_both(self, b: Self, c: Self) -> Self {
        ternary!(A & !(B | C), self.0, b.0, c.0)
    }
    #[inline(always)]
    fn or_and(self, b: Self, c: Self) -> Self {
        ternary!(A | (B & C), self.0, b.0, c.0)
    }
    #[inline(always)]
    fn and_or(self, b: Self, c: Self) -> Self {
        ternary!(A & (B | C), self.0, b.0, c.0)
    }
    #[inline(always)]
    fn or_xor(self, b: Self, c: Self) -> Self {
        ternary!(A | (B ^ C), self.0, b.0, c.0)
    }
    #[inline(always)]
    fn exactly_one(self, b: Self, c: Self) -> Self {
        ternary!((A ^ B ^ C) & !(A & B & C), self.0, b.0, c.0)
    }
    #[inline(always)]
    fn majority(self, b: Self, c: Self) -> Self {
        ternary!((A & B) | (A & C) | (B & C), self.0, b.0, c.0)
    }
    #[inline(always)]
    fn select(mask: u32, a: Self, b: Self) -> Self {
        let mask = pure!(_mm512_set1_epi32(mask.cast_signed()));
        ternary!((A & B) | (!A & C), mask, a.0, b.0)
    }
    #[inline(always)]
    fn left<const N: u32>(self) -> Self {
        Self(pure!(_mm512_slli_epi32::<N>(self.0)))
    }
    #[inline(always)]
    fn right<const N: u32>(self) -> Self {
        Self(pure!(_mm512_srli_epi32::<N>(self.0)))
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
        let bit = pure!(_mm512_set1_epi32(bit.cast_signed()));
        u32::from(pure!(_mm512_test_epi32_mask(self.0, bit)))
    }
    #[inline(always)]
    fn is_zero(self) -> bool {
        pure!(_mm512_test_epi32_mask(self.0, self.0)) == 0
    }

    #[inline(always)]
    fn givens(values: &[u8; 81]) -> Saved {
        let (first, last) = values.split_at(64);
        // SAFETY: 64 bytes, and of the last ones the 17 that there are.
        let (first, last) = unsafe {
            (
                _mm512_loadu_si512(first.as_ptr().cast()),
                _mm512_maskz_loadu_epi8(LAST, last.as_ptr().cast()),
            )
        };
        let two = pure!(_mm512_permutex2var_epi8(first, TO_WORDS[0].load(), last));
        let third = pure!(_mm512_permutex2var_epi8(first, TO_WORDS[1].load(), last));
        let mut saved = SAVED;
        for digit in 0..9 {
            let value = pure!(_mm512_set1_epi8(digit as i8 + 1));
            let both = pure!(_mm512_cmpeq_epi8_mask(two, value));
            saved[0].0[lane(digit)] = both as u32;
            saved[1].0[lane(digit)] = (both >> 32) as u32;
            saved[2].0[lane(digit)] = pure!(_mm512_cmpeq_epi8_mask(third, value)) as u32;
        }
        saved
    }
    #[inline(always)]
    fn values(saved: &Saved) -> [u8; 81] {
        let (mut two, mut third) = pure!((_mm512_setzero_si512(), _mm512_setzero_si512()));
        for digit in 0..9 {
            let word = |i: usize| u64::from(saved[i].0[lane(digit)]);
            let value = pure!(_mm512_set1_epi8(digit as i8 + 1));
            two = pure!(_mm512_mask_mov_epi8(two, word(0) | word(1) << 32, value));
            third = pure!(_mm512_mask_mov_epi8(third, word(2), value));
        }
        let mut values = [0; 81];
        let (first, last) = values.split_at_mut(64);
        // SAFETY: 64 bytes, and of the last ones the 17 that there are.
        unsafe {
            let order = TO_CELLS[0].load();
            _mm512_storeu_si512(
                first.as_mut_ptr().cast(),
                _mm512_permutex2var_epi8(two, order, third),
            );
            let order = TO_CELLS[1].load();
            _mm512_mask_storeu_epi8(
                last.as_mut_ptr().cast(),
                LAST,
                _mm512_permutex2var_epi8(two, order, third),
            );
        }
        values
    }
}

impl Groups for Vector {
    #[inline(always)]
    fn next_in_group(self) -> Self {
        Self(pure!(_mm512_shuffle_epi32::<0b11_00_10_01>(self.0)))
    }
    #[inline(always)]
    fn previous_in_group(self) -> Self {
        Self(pure!(_mm512_shuffle_epi32::<0b11_01_00_10>(self.0)))
    }
    #[inline(always)]
    fn next_group(self) -> Self {
        Self(pure!(_mm512_shuffle_i32x4::<0b11_00_10_01>(self.0, self.0)))
    }
    #[inline(always)]
    fn previous_group(self) -> Self {
        Self(pure!(_mm512_shuffle_i32x4::<0b11_01_00_10>(self.0, self.0)))
    }
    #[inline(always)]
    fn first(self) -> u32 {
        pure!(_mm512_cvtsi512_si32(self.0)).cast_unsigned()
    }
}
