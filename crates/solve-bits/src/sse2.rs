//! SSE2, which every processor of x86-64 has: two bands in a register, and the third.
#![allow(unsafe_code)]
#![allow(clippy::wildcard_imports, reason = "the intrinsics")]

use core::arch::x86_64::*;

use crate::choice;
use crate::kernel::{self, End, State};
use crate::places::Line;
use crate::vector::Vector as Interface;

#[derive(Clone, Copy)]
pub(crate) struct Vector(__m128i, __m128i);

/// A call of intrinsics without side effects.
macro_rules! pure {
    ($call:expr) => {
        // SAFETY: x86-64 has the instructions; none of these calls takes a pointer.
        unsafe { $call }
    };
}

macro_rules! each {
    ($call:expr, $a:expr $(, $b:expr)?) => {
        pure!(Self($call($a.0 $(, $b.0)?), $call($a.1 $(, $b.1)?)))
    };
}

impl Vector {
    #[inline(always)]
    fn same(register: __m128i) -> Self {
        Self(register, register)
    }
}

impl Interface for Vector {
    #[inline(always)]
    fn splat(set: u16) -> Self {
        let three = i64::from(set) * 0x0001_0001_0001;
        pure!(Self(_mm_set1_epi64x(three), _mm_set_epi64x(0, three)))
    }
    #[inline(always)]
    fn load(line: &Line) -> Self {
        let bands: *const __m128i = (&raw const line.0).cast();
        // SAFETY: 32 bytes, aligned by their type.
        unsafe { Self(_mm_load_si128(bands), _mm_load_si128(bands.add(1))) }
    }
    #[inline(always)]
    fn store(self, line: &mut Line) {
        let bands: *mut __m128i = (&raw mut line.0).cast();
        // SAFETY: 32 bytes, aligned by their type.
        unsafe {
            _mm_store_si128(bands, self.0);
            _mm_store_si128(bands.add(1), self.1);
        }
    }
    #[inline(always)]
    fn load_unaligned(line: &[u16; 16]) -> Self {
        let bands: *const __m128i = (&raw const *line).cast();
        // SAFETY: 32 bytes.
        unsafe { Self(_mm_loadu_si128(bands), _mm_loadu_si128(bands.add(1))) }
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
    fn next_band(self) -> Self {
        pure!(Self(
            _mm_unpacklo_epi64(_mm_unpackhi_epi64(self.0, self.0), self.1),
            _mm_move_epi64(self.0),
        ))
    }
    #[inline(always)]
    fn last_band(self) -> Self {
        pure!(Self(
            _mm_unpacklo_epi64(self.1, self.0),
            _mm_srli_si128::<8>(self.0),
        ))
    }
    #[inline(always)]
    fn next_stack(self) -> Self {
        let low = each!(_mm_shufflelo_epi16::<0b11_00_10_01>, self);
        each!(_mm_shufflehi_epi16::<0b11_00_10_01>, low)
    }
    #[inline(always)]
    fn last_stack(self) -> Self {
        let low = each!(_mm_shufflelo_epi16::<0b11_01_00_10>, self);
        each!(_mm_shufflehi_epi16::<0b11_01_00_10>, low)
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        each!(_mm_add_epi16, self, other)
    }
    #[inline(always)]
    fn decrement(self) -> Self {
        let ones = Self::same(pure!(_mm_set1_epi16(-1)));
        each!(_mm_add_epi16, self, ones)
    }
    #[inline(always)]
    fn empty(self) -> Self {
        let zero = Self::same(pure!(_mm_setzero_si128()));
        each!(_mm_cmpeq_epi16, self, zero)
    }
    #[inline(always)]
    fn is_zero(self) -> bool {
        let all = pure!(_mm_or_si128(self.0, self.1));
        pure!(_mm_movemask_epi8(_mm_cmpeq_epi8(all, _mm_setzero_si128()))) == 0xffff
    }
    #[inline(always)]
    fn shift<const N: i32>(self) -> Self {
        each!(_mm_slli_epi16::<N>, self)
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
