//! What the kernel asks of a vector.

/// Nine words of 27 bits, one for each digit.
///
/// The digits stand in three groups of three, because nine things are added up by threes; a lane without a digit
/// holds 0. The masks below have no bit above the 27th, nor has any result.
pub(crate) trait Lanes: Copy {
    /// The same word for every digit.
    fn splat(word: u32) -> Self;
    /// The word for one lane, 0 for the others.
    fn single(lane: usize, word: u32) -> Self;
    fn load(words: &Words) -> Self;
    fn store(self, words: &mut Words);

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
    /// `self & (b | c)`
    #[inline(always)]
    fn and_or(self, b: Self, c: Self) -> Self {
        self.and(b.or(c))
    }
    /// `self | (b ^ c)`
    #[inline(always)]
    fn or_xor(self, b: Self, c: Self) -> Self {
        self.or(b.xor(c))
    }
    /// The bits that are set in exactly one of three.
    #[inline(always)]
    fn exactly_one(self, b: Self, c: Self) -> Self {
        self.xor(b).xor(c).without(self.and(b))
    }
    /// The bits that are set in two of three or more.
    #[inline(always)]
    fn majority(self, b: Self, c: Self) -> Self {
        self.and(b).or_and(self.or(b), c)
    }
    /// `a` where the mask is set, else `b`.
    fn select(mask: u32, a: Self, b: Self) -> Self;

    fn left<const N: u32>(self) -> Self;
    fn right<const N: u32>(self) -> Self;

    /// Each digit's word to the one before it in its group, cyclically.
    fn next_in_group(self) -> Self;
    /// Each digit's word to the one after it in its group, cyclically.
    fn previous_in_group(self) -> Self;
    /// Each group to the one before it, cyclically.
    fn next_group(self) -> Self;
    /// Each group to the one after it, cyclically.
    fn previous_group(self) -> Self;

    /// Whether no bit is set.
    fn is_zero(self) -> bool;
    /// The word of the first digit.
    fn first(self) -> u32;
}

/// Words in memory: digit d (from 0) in lane [`lane`]`(d)`.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Words(pub(crate) [u32; 16]);

impl Words {
    pub(crate) const ZERO: Self = Self([0; 16]);
}

/// The lane of a digit, counted from 0.
#[inline(always)]
pub(crate) const fn lane(digit: usize) -> usize {
    digit / 3 * 4 + digit % 3
}
