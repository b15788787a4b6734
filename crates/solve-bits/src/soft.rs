//! Vectors for any machine: arrays that a compiler may put into registers.

use core::array;

use crate::lanes::{Lanes, Words};

#[derive(Clone, Copy)]
pub(crate) struct Soft([u32; 12]);

impl Soft {
    #[inline(always)]
    fn each(self, other: Self, op: impl Fn(u32, u32) -> u32) -> Self {
        Self(array::from_fn(|i| op(self.0[i], other.0[i])))
    }
}

impl Lanes for Soft {
    #[inline(always)]
    fn splat(word: u32) -> Self {
        Self(array::from_fn(|i| if i % 4 == 3 { 0 } else { word }))
    }
    #[inline(always)]
    fn single(lane: usize, word: u32) -> Self {
        Self(array::from_fn(|i| if i == lane { word } else { 0 }))
    }
    #[inline(always)]
    fn load(words: &Words) -> Self {
        Self(array::from_fn(|i| words.0[i]))
    }
    #[inline(always)]
    fn store(self, words: &mut Words) {
        words.0[..12].copy_from_slice(&self.0);
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
    #[inline(always)]
    fn select(mask: u32, a: Self, b: Self) -> Self {
        a.each(b, |a, b| (a & mask) | (b & !mask))
    }
    #[inline(always)]
    fn left<const N: u32>(self) -> Self {
        Self(self.0.map(|word| word << N))
    }
    #[inline(always)]
    fn right<const N: u32>(self) -> Self {
        Self(self.0.map(|word| word >> N))
    }
    #[inline(always)]
    fn next_in_group(self) -> Self {
        let [a, b, c, _, d, e, f, _, g, h, i, _] = self.0;
        Self([b, c, a, 0, e, f, d, 0, h, i, g, 0])
    }
    #[inline(always)]
    fn previous_in_group(self) -> Self {
        let [a, b, c, _, d, e, f, _, g, h, i, _] = self.0;
        Self([c, a, b, 0, f, d, e, 0, i, g, h, 0])
    }
    #[inline(always)]
    fn next_group(self) -> Self {
        Self(array::from_fn(|i| self.0[(i + 4) % 12]))
    }
    #[inline(always)]
    fn previous_group(self) -> Self {
        Self(array::from_fn(|i| self.0[(i + 8) % 12]))
    }
    #[inline(always)]
    fn is_zero(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }
    #[inline(always)]
    fn first(self) -> u32 {
        self.0[0]
    }
}
