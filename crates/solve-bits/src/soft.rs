//! Vectors for any machine: two digits in a word of 64 bits.

use core::array;

use crate::kernel::FULL;
use crate::lanes::Lanes;
use crate::places::{Words, lane};

/// Digits 2i and 2i + 1 in the lower and the upper half of word i; the last half is 0.
#[derive(Clone, Copy)]
pub(crate) struct Soft([u64; 5]);

/// A word in both halves.
#[inline(always)]
const fn both(word: u32) -> u64 {
    word as u64 | (word as u64) << 32
}

/// The lower and the upper half.
#[inline(always)]
const fn halves(word: u64) -> (u32, u32) {
    (word as u32, (word >> 32) as u32)
}

impl Soft {
    #[inline(always)]
    fn each(self, other: Self, op: impl Fn(u64, u64) -> u64) -> Self {
        let ([a, b, c, d, e], [v, w, x, y, z]) = (self.0, other.0);
        Self([op(a, v), op(b, w), op(c, x), op(d, y), op(e, z)])
    }
}

impl Lanes for Soft {
    #[inline(always)]
    fn splat(word: u32) -> Self {
        let two = both(word);
        Self([two, two, two, two, u64::from(word)])
    }
    #[inline(always)]
    fn single(place: usize, word: u32) -> Self {
        Self(array::from_fn(|i| {
            let low = if lane(2 * i) == place { word } else { 0 };
            let high = if i < 4 && lane(2 * i + 1) == place {
                word
            } else {
                0
            };
            u64::from(low) | u64::from(high) << 32
        }))
    }
    #[inline(always)]
    fn load(words: &Words) -> Self {
        let two = |i: usize| u64::from(words.0[lane(2 * i)]) | u64::from(words.0[lane(2 * i + 1)]) << 32;
        Self([two(0), two(1), two(2), two(3), u64::from(words.0[lane(8)])])
    }
    #[inline(always)]
    fn store(self, words: &mut Words) {
        for (i, two) in self.0.into_iter().enumerate() {
            words.0[lane(2 * i)] = two as u32;
            if i < 4 {
                words.0[lane(2 * i + 1)] = (two >> 32) as u32;
            }
        }
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.each(other, |a, b| a & b)
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.each(other, |a, b| a | b)
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.each(other, |a, b| a ^ b)
    }
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self.each(other, |a, b| a & !b)
    }
    /// What a shift moves into the other half is masked here.
    #[inline(always)]
    fn select(mask: u32, a: Self, b: Self) -> Self {
        let (first, second) = (both(mask), both(FULL & !mask));
        a.each(b, |a, b| (a & first) | (b & second))
    }
    #[inline(always)]
    fn left<const N: u32>(self) -> Self {
        self.each(self, |word, _| word << N)
    }
    #[inline(always)]
    fn right<const N: u32>(self) -> Self {
        self.each(self, |word, _| word >> N)
    }
    #[inline(always)]
    fn others(self) -> Self {
        let swapped = self.each(self, |word, _| word.rotate_left(32));
        let [a, b, c, d, e] = self.or(swapped).0;
        let [v, w, x, y, _] = swapped.0;
        let (ab, de) = (a | b, d | e);
        Self([
            v | b | c | de,
            w | a | c | de,
            x | ab | de,
            y | ab | c | e,
            (ab | c | d) & u64::from(u32::MAX),
        ])
    }
    #[inline(always)]
    fn pairs(self) -> u32 {
        let (mut one, mut two, mut three) = (0, 0, 0);
        for word in self.0 {
            three |= two & word;
            two |= one & word;
            one |= word;
        }
        let [(one, one_b), (two, two_b), (three, three_b)] = [halves(one), halves(two), halves(three)];
        (two | two_b | one & one_b) & !(three | three_b | two & one_b | one & two_b)
    }
    #[inline(always)]
    fn triples(self) -> u32 {
        let (mut one, mut two, mut three, mut four) = (0, 0, 0, 0);
        for word in self.0 {
            four |= three & word;
            three |= two & word;
            two |= one & word;
            one |= word;
        }
        let ((one, one_b), (two, two_b)) = (halves(one), halves(two));
        let ((three, three_b), (four, four_b)) = (halves(three), halves(four));
        let at_least_3 = three | three_b | two & one_b | one & two_b;
        at_least_3 & !(four | four_b | three & one_b | two & two_b | one & three_b)
    }
    #[inline(always)]
    fn having(self, bit: u32) -> u32 {
        let mut found = 0;
        for (i, two) in self.0.into_iter().enumerate() {
            found |= u32::from(two as u32 & bit != 0) << lane(2 * i);
            if i < 4 {
                found |= u32::from((two >> 32) as u32 & bit != 0) << lane(2 * i + 1);
            }
        }
        found
    }
    #[inline(always)]
    fn is_zero(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }
}
