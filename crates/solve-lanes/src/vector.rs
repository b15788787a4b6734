//! What the search asks of a vector register.

use core::ops::{BitAnd, BitOr, BitXor, Not};

use crate::layout::{self, Values, Words};

/// So many cells are compared when one is to be chosen.
pub(crate) const COMPARED: u32 = 16;
const _: () = assert!(
    COMPARED == 16,
    "the backends choose among two times eight, or sixteen"
);

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

    /// Moved to the next row of the band, or column of the stack, and to the one before. The five bits that no word
    /// uses are 0 in `self`, and anything in these.
    #[inline(always)]
    fn beside_lines(self) -> (Self, Self) {
        (
            self.shl::<9>() | self.shr::<18>(),
            self.shl::<18>() | self.shr::<9>(),
        )
    }

    /// In all bits of one of them or more.
    #[inline(always)]
    fn any(self, b: Self, c: Self) -> Self {
        self | b | c
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

    /// The words of a puzzle's givens, and the empty cells.
    #[inline(always)]
    fn read(values: &Values) -> (Words, [u64; 2]) {
        layout::read(values)
    }

    /// The digits of a solved grid.
    #[inline(always)]
    fn write(words: &Words) -> Values {
        layout::write(words)
    }

    /// The cell to branch on, by its code, and its digits: of the first cells of `bivalue`, up to [`COMPARED`], the one
    /// with the highest [`layout::key`].
    #[inline(always)]
    fn choose(words: &Words, bivalue: [u64; 2]) -> Option<(usize, u32)> {
        let mut best = 0;
        let mut cells = bivalue;
        for _ in 0..COMPARED {
            let half = usize::from(cells[0] == 0);
            if cells[half] == 0 {
                break;
            }
            let code = half * 64 + cells[half].trailing_zeros() as usize;
            cells[half] &= cells[half] - 1;
            best = best.max(layout::key(words, bivalue, code, layout::digits(words, code)));
        }
        layout::from_key(best)
    }
}
