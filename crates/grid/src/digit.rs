//! Digits, their symbols, and sets of digits.

use core::fmt;
use core::num::NonZeroU8;
use core::ops::{BitAnd, BitOr, Not};

/// A digit, 1..=25. Shapes use the first `SIDE` of them.
///
/// Its symbol is `1`..`9`, then `A`..`P`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digit(NonZeroU8);

const SYMBOLS: &[u8; 26] = b".123456789ABCDEFGHIJKLMNOP";

impl Digit {
    /// The largest digit of any shape.
    pub const MAX: u8 = 25;

    /// The digit of that value, if it is in 1..=25.
    #[inline]
    pub const fn new(value: u8) -> Option<Self> {
        match NonZeroU8::new(value) {
            Some(value) if value.get() <= Self::MAX => Some(Self(value)),
            _ => None,
        }
    }

    /// The value, 1..=25.
    #[inline]
    pub const fn get(self) -> u8 {
        self.0.get()
    }

    /// The value less one: an index, 0..25.
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// `1`..`9`, then `A`..`P`.
    #[inline]
    pub const fn symbol(self) -> char {
        SYMBOLS[self.0.get() as usize] as char
    }

    /// The digit written as that symbol; small letters are read as capital ones.
    pub const fn from_symbol(symbol: char) -> Option<Self> {
        match symbol {
            '1'..='9' => Self::new(symbol as u8 - b'0'),
            'A'..='P' => Self::new(symbol as u8 - b'A' + 10),
            'a'..='p' => Self::new(symbol as u8 - b'a' + 10),
            _ => None,
        }
    }
}

/// The symbol of a cell's value: `.` for 0, else that of the digit.
#[inline]
pub(crate) fn symbol(value: u8) -> u8 {
    SYMBOLS[usize::from(value)]
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.symbol(), f)
    }
}

impl fmt::Debug for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of digits: bit d - 1 stands for digit d.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct DigitSet(u32);

impl DigitSet {
    /// No digit.
    pub const EMPTY: Self = Self(0);

    /// The digits 1..=n, n up to 25.
    #[inline]
    pub const fn first(n: usize) -> Self {
        assert!(n <= Digit::MAX as usize);
        Self((1 << n) - 1)
    }

    /// The set whose bit d - 1 stands for digit d; bits from 25 up are dropped.
    #[inline]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits & ((1 << Digit::MAX) - 1))
    }

    /// Bit d - 1 stands for digit d.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Just this digit.
    #[inline]
    pub const fn single(digit: Digit) -> Self {
        Self(1 << digit.index())
    }

    /// How many digits.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether it holds this digit.
    #[inline]
    pub const fn contains(self, digit: Digit) -> bool {
        self.0 >> digit.index() & 1 == 1
    }

    /// Adds a digit; whether it was new.
    #[inline]
    pub const fn insert(&mut self, digit: Digit) -> bool {
        let new = !self.contains(digit);
        self.0 |= 1 << digit.index();
        new
    }

    /// Takes a digit out; whether it was there.
    #[inline]
    pub const fn remove(&mut self, digit: Digit) -> bool {
        let old = self.contains(digit);
        self.0 &= !(1 << digit.index());
        old
    }

    /// The digits in ascending order.
    #[inline]
    pub const fn iter(self) -> DigitIter {
        DigitIter(self.0)
    }
}

impl BitOr for DigitSet {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for DigitSet {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

/// The digits of 1..=25 that the set does not hold.
impl Not for DigitSet {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self::from_bits(!self.0)
    }
}

impl FromIterator<Digit> for DigitSet {
    fn from_iter<I: IntoIterator<Item = Digit>>(digits: I) -> Self {
        digits
            .into_iter()
            .fold(Self::EMPTY, |set, digit| set | Self::single(digit))
    }
}

impl IntoIterator for DigitSet {
    type Item = Digit;
    type IntoIter = DigitIter;
    fn into_iter(self) -> DigitIter {
        self.iter()
    }
}

/// The symbols of the digits in ascending order.
impl fmt::Display for DigitSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|digit| fmt::Display::fmt(&digit, f))
    }
}

impl fmt::Debug for DigitSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

/// The digits of a set in ascending order.
#[derive(Clone, Debug)]
pub struct DigitIter(u32);

impl Iterator for DigitIter {
    type Item = Digit;

    #[inline]
    fn next(&mut self) -> Option<Digit> {
        if self.0 == 0 {
            return None;
        }
        let digit = Digit::new(self.0.trailing_zeros() as u8 + 1);
        self.0 &= self.0 - 1;
        digit
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.count_ones() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for DigitIter {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_round_trip() {
        for value in 1..=Digit::MAX {
            let digit = Digit::new(value).unwrap();
            assert_eq!(Digit::from_symbol(digit.symbol()), Some(digit));
            assert_eq!(
                Digit::from_symbol(digit.symbol().to_ascii_lowercase()),
                Some(digit)
            );
            assert_eq!(symbol(value) as char, digit.symbol());
        }
        assert_eq!(Digit::new(0), None);
        assert_eq!(Digit::new(26), None);
        assert_eq!("0.QqZ@:/é".chars().find_map(Digit::from_symbol), None);
    }

    #[test]
    fn sets() {
        let set: DigitSet = [9, 1, 25].into_iter().filter_map(Digit::new).collect();
        assert_eq!(set.to_string(), "19P");
        assert_eq!((set.len(), set.iter().len()), (3, 3));
        assert_eq!((!set).len(), 22);
        assert!((set & !set).is_empty());
        assert_eq!(set | !set, DigitSet::first(25));
        let mut set = set;
        let nine = Digit::new(9).unwrap();
        assert!(!set.insert(nine) && set.remove(nine) && !set.remove(nine) && set.insert(nine));
    }
}
