//! What the search asks of a vector register.

use core::ops::{BitAnd, BitOr, BitXor, Not};

use crate::layout::{self, Values, Words};

/// A word of each lane, in memory.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(crate) struct Row<const N: usize>(pub(crate) [u32; N]);

/// A word of each of `N` lanes, in a register.
pub(crate) trait Vector<const N: usize>:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
    /// The same word in every lane.
    fn splat(word: u32) -> Self;
    fn load(row: &Row<N>) -> Self;
    fn store(self, row: &mut Row<N>);
    fn shl<const K: u32>(self) -> Self;
    fn shr<const K: u32>(self) -> Self;
    /// Bit i is set where the word of lane i is 0.
    fn zeros(self) -> u32;

    /// In all bits of one of them or more.
    #[inline(always)]
    fn any(self, b: Self, c: Self) -> Self {
        self | b | c
    }

    /// In exactly one of them.
    #[inline(always)]
    fn one(self, b: Self, c: Self) -> Self {
        (self ^ b ^ c) & !(self & b & c)
    }

    /// In two of them or more.
    #[inline(always)]
    fn two(self, b: Self, c: Self) -> Self {
        (self & b) | ((self | b) & c)
    }

    /// `a` where the bit of `self` is set, else `b`.
    #[inline(always)]
    fn select(self, a: Self, b: Self) -> Self {
        (self & a) | (b & !self)
    }

    /// The words of a puzzle's givens.
    #[inline(always)]
    fn given(values: &Values) -> Words {
        layout::given(values)
    }

    /// The digits of a solved grid.
    #[inline(always)]
    fn spread(words: &Words) -> Values {
        layout::spread(words)
    }
}
