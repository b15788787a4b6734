//! Without special instructions: arrays, which the compiler makes vectors of where it can.

use core::ops::{BitAnd, BitOr, BitXor, Not};

use crate::search::{Answer, Job, search};
use crate::vector::{Row, Vector};

pub(super) const LANES: usize = 4;

pub(super) fn run<A: Answer>(job: &mut Job<'_, A>) {
    search::<Soft, LANES, A>(job);
}

#[derive(Clone, Copy)]
struct Soft([u32; LANES]);

macro_rules! each {
    ($i:ident, $value:expr) => {{
        let mut words = [0; LANES];
        let mut $i = 0;
        while $i < LANES {
            words[$i] = $value;
            $i += 1;
        }
        Soft(words)
    }};
}

impl BitAnd for Soft {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, b: Self) -> Self {
        each!(i, self.0[i] & b.0[i])
    }
}

impl BitOr for Soft {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, b: Self) -> Self {
        each!(i, self.0[i] | b.0[i])
    }
}

impl BitXor for Soft {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, b: Self) -> Self {
        each!(i, self.0[i] ^ b.0[i])
    }
}

impl Not for Soft {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        each!(i, !self.0[i])
    }
}

impl Vector<LANES> for Soft {
    #[inline(always)]
    fn splat(word: u32) -> Self {
        Self([word; LANES])
    }

    #[inline(always)]
    fn load(row: &Row<LANES>) -> Self {
        Self(row.0)
    }

    #[inline(always)]
    fn store(self, row: &mut Row<LANES>) {
        row.0 = self.0;
    }

    #[inline(always)]
    fn shl<const K: u32>(self) -> Self {
        each!(i, self.0[i] << K)
    }

    #[inline(always)]
    fn shr<const K: u32>(self) -> Self {
        each!(i, self.0[i] >> K)
    }

    #[inline(always)]
    fn zeros(self) -> u32 {
        (0..LANES).fold(0, |bits, i| bits | u32::from(self.0[i] == 0) << i)
    }
}
