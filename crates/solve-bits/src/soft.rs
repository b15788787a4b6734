//! Vectors for any machine: a band in a word of 64 bits.

use crate::choice;
use crate::kernel::{self, End, State};
use crate::places::Line;
use crate::vector::Vector;

/// A word for each band, 16 bits for each stack.
#[derive(Clone, Copy)]
pub(crate) struct Soft([u64; 3]);

/// A set in each of the three.
#[inline(always)]
const fn three(set: u16) -> u64 {
    set as u64 * 0x0001_0001_0001
}

/// The bit above each set, which keeps the carries within.
const HIGH: u64 = three(0x8000);

impl Soft {
    #[inline(always)]
    fn each(self, other: Self, op: impl Fn(u64, u64) -> u64) -> Self {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        Self([op(a, x), op(b, y), op(c, z)])
    }
}

impl Vector for Soft {
    #[inline(always)]
    fn splat(set: u16) -> Self {
        Self([three(set); 3])
    }
    #[inline(always)]
    fn load(line: &Line) -> Self {
        Self::load_unaligned(&line.0)
    }
    #[inline(always)]
    fn store(self, line: &mut Line) {
        for (sets, word) in line.0.as_chunks_mut::<4>().0.iter_mut().zip(self.0) {
            *sets = [word as u16, (word >> 16) as u16, (word >> 32) as u16, 0];
        }
    }
    #[inline(always)]
    fn load_unaligned(line: &[u16; 16]) -> Self {
        let band = |i: usize| {
            let word = |j: usize| u64::from(line[4 * i + j]) << (16 * j);
            word(0) | word(1) | word(2)
        };
        Self([band(0), band(1), band(2)])
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
    fn next_band(self) -> Self {
        let [a, b, c] = self.0;
        Self([b, c, a])
    }
    #[inline(always)]
    fn last_band(self) -> Self {
        let [a, b, c] = self.0;
        Self([c, a, b])
    }
    #[inline(always)]
    fn next_stack(self) -> Self {
        self.each(self, |x, _| x >> 16 | (x & 0xffff) << 32)
    }
    #[inline(always)]
    fn last_stack(self) -> Self {
        self.each(self, |x, _| (x << 16) & 0xffff_ffff_0000 | x >> 32)
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.each(other, |a, b| a + b)
    }
    #[inline(always)]
    fn decrement(self) -> Self {
        self.each(self, |x, _| (x + three(0x7fff)) ^ HIGH)
    }
    #[inline(always)]
    fn empty(self) -> Self {
        self.each(self, |x, _| {
            let filled = (x + three(0x7fff)) & HIGH;
            three(0x7fff) ^ (filled - (filled >> 15))
        })
    }
    #[inline(always)]
    fn is_zero(self) -> bool {
        let [a, b, c] = self.0;
        a | b | c == 0
    }
    #[inline(always)]
    fn shift<const N: i32>(self) -> Self {
        self.each(self, |x, _| x << N)
    }
    // Compiled once: no instructions have to be enabled.
    #[inline(never)]
    fn propagate(state: &mut State<Self>) -> End {
        kernel::propagate(state)
    }
    #[inline(never)]
    fn best<const N: usize>(state: State<Self>) -> Option<(usize, usize)> {
        choice::best::<Self, N>(state)
    }
}
