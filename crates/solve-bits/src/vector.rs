//! What the kernel asks of a vector.

use crate::places::Line;

/// Nine sets of digits, those of one line of each box: the set of box (band, stack) is element 4 * band + stack. The
/// elements between them are empty, but for [`Vector::decrement`] and [`Vector::empty`].
pub(crate) trait Vector: Copy {
    /// The same set in all nine.
    fn splat(set: u16) -> Self;
    fn load(line: &Line) -> Self;
    fn store(self, line: &mut Line);
    /// [`Vector::load`] from anywhere.
    fn load_unaligned(line: &[u16; 16]) -> Self;

    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// `self & !other`
    fn without(self, other: Self) -> Self;

    #[inline(always)]
    fn and3(self, b: Self, c: Self) -> Self {
        self.and(b).and(c)
    }
    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        self.or(b).or(c)
    }
    /// `self & !(b | c)`
    #[inline(always)]
    fn without_both(self, b: Self, c: Self) -> Self {
        self.without(b.or(c))
    }
    /// `self | (b & c)`
    #[inline(always)]
    fn or_and(self, b: Self, c: Self) -> Self {
        self.or(b.and(c))
    }
    /// The digits in one of three or in all.
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        self.xor(b).xor(c)
    }
    /// The digits in exactly one of three.
    #[inline(always)]
    fn exactly_one(self, b: Self, c: Self) -> Self {
        self.xor(b).xor(c).without(self.and(b))
    }
    /// The digits in two of three or more.
    #[inline(always)]
    fn majority(self, b: Self, c: Self) -> Self {
        self.and(b).or_and(self.or(b), c)
    }

    /// In place of each set that of the next band, cyclically.
    fn next_band(self) -> Self;
    /// In place of each set that of the band before it.
    fn last_band(self) -> Self;
    /// In place of each set that of the next stack.
    fn next_stack(self) -> Self;
    /// In place of each set that of the stack before it.
    fn last_stack(self) -> Self;

    /// The sums of sets as numbers, which stay below 2^16.
    fn add(self, other: Self) -> Self;
    /// Each set as a number, less one: of an empty one the highest bit is set.
    fn decrement(self) -> Self;
    /// All bits of a set where the set is empty, else none.
    fn empty(self) -> Self;
    /// Whether all are empty.
    fn is_zero(self) -> bool;
    /// All bits where the set has so many digits, 1 or more; else none.
    #[inline(always)]
    fn has<const N: usize>(self) -> Self {
        let mut rest = self;
        for _ in 1..N {
            rest = rest.and(rest.decrement());
        }
        rest.and(rest.decrement()).empty().without(rest.empty())
    }
    /// How many digits there are in each set, which has at most N.
    #[inline(always)]
    fn count<const N: usize>(self) -> Self {
        let one = Self::splat(1);
        let (mut rest, mut count) = (self, one.without(self.empty()));
        for _ in 1..N {
            rest = rest.and(rest.decrement());
            count = count.add(one.without(rest.empty()));
        }
        count
    }
    /// For each number below 128: the number * 256 + 255 - 16 * line - element.
    #[inline(always)]
    fn key(self, line: u16) -> Self {
        let mut last = Line([0; 16]);
        for (i, last) in (0..).zip(&mut last.0) {
            *last = 255 - 16 * line - i;
        }
        self.shift::<8>().or(Self::load(&last))
    }
    /// Each element shifted up by so many bits.
    fn shift<const N: i32>(self) -> Self;
    /// The highest element.
    fn highest(keys: [Self; 3]) -> u16;
    /// The sets that givens leave to their own cells, of a grid of values.
    fn sets(values: &[u8; 81]) -> [[Self; 3]; 3];
    /// The digits of candidates, one in each cell.
    fn values(x: [[Self; 3]; 3]) -> [u8; 81];
}
