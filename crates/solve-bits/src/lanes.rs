//! What the kernel asks of a vector.

use crate::places::{self, Saved, Words};

/// Nine words of 27 bits, one for each digit. No result has a bit above the 27th, or in a lane without a digit; but
/// for a shift, whose result goes to [`Lanes::select`] at once.
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

    /// For each digit, the cells that have another.
    fn others(self) -> Self;
    /// The cells that two digits have.
    fn pairs(self) -> u32;
    /// The cells that three digits have.
    fn triples(self) -> u32;

    /// The lanes, one bit each, that have this bit.
    fn having(self, bit: u32) -> u32;
    /// Whether no bit is set.
    fn is_zero(self) -> bool;

    /// [`places::givens`]
    #[inline(always)]
    fn givens(values: &[u8; 81]) -> Saved {
        places::givens(values)
    }
    /// [`places::values`]
    #[inline(always)]
    fn values(saved: &Saved) -> [u8; 81] {
        places::values(saved)
    }
}

/// Vectors in which the digits stand in three groups of three: nine things are added up by threes.
pub(crate) trait Groups: Lanes {
    /// Each digit's word to the one before it in its group, cyclically.
    fn next_in_group(self) -> Self;
    /// Each digit's word to the one after it in its group, cyclically.
    fn previous_in_group(self) -> Self;
    /// Each group to the one before it, cyclically.
    fn next_group(self) -> Self;
    /// Each group to the one after it, cyclically.
    fn previous_group(self) -> Self;
    /// The word of the first digit.
    fn first(self) -> u32;
}

/// [`Lanes::others`]
#[inline(always)]
pub(crate) fn others<L: Groups>(x: L) -> L {
    let (b, c) = (x.next_in_group(), x.previous_in_group());
    let group = x.or3(b, c);
    b.or3(c, group.next_group().or(group.previous_group()))
}

/// [`Lanes::pairs`]
#[inline(always)]
pub(crate) fn pairs<L: Groups>(x: L) -> u32 {
    let (b, c) = (x.next_in_group(), x.previous_in_group());
    // In one group: one or more, two or more, three.
    let (one, two, three) = (x.or3(b, c), x.majority(b, c), x.and3(b, c));
    let (one_b, one_c) = (one.next_group(), one.previous_group());
    let (two_b, two_c) = (two.next_group(), two.previous_group());
    let at_least_2 = two.or3(two_b, two_c).or(one.majority(one_b, one_c));
    let at_least_3 = three
        .or3(three.next_group(), three.previous_group())
        .or3(one.and3(one_b, one_c), two.and_or(one_b, one_c))
        .or3(two_b.and_or(one, one_c), two_c.and_or(one, one_b));
    at_least_2.without(at_least_3).first()
}

/// [`Lanes::triples`]
#[inline(always)]
pub(crate) fn triples<L: Groups>(x: L) -> u32 {
    let (b, c) = (x.next_in_group(), x.previous_in_group());
    // In one group: one or more, two or more, three.
    let (one, two, three) = (x.or3(b, c), x.majority(b, c), x.and3(b, c));
    let (one_b, one_c) = (one.next_group(), one.previous_group());
    let (two_b, two_c) = (two.next_group(), two.previous_group());
    let (three_b, three_c) = (three.next_group(), three.previous_group());
    let at_least_3 = three
        .or3(three_b, three_c)
        .or3(one.and3(one_b, one_c), two.and_or(one_b, one_c))
        .or3(two_b.and_or(one, one_c), two_c.and_or(one, one_b));
    let at_least_4 = three
        .and_or(one_b, one_c)
        .or3(three_b.and_or(one, one_c), three_c.and_or(one, one_b))
        .or3(
            two.majority(two_b, two_c),
            two.and3(one_b, one_c)
                .or3(two_b.and3(one, one_c), two_c.and3(one, one_b)),
        );
    at_least_3.without(at_least_4).first()
}
