//! Sets of cells.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// A set of cells, 0..256: bit `c % 64` of word `c / 64` stands for cell `c`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CellSet([u64; 4]);

impl CellSet {
    /// No cell.
    pub const EMPTY: Self = Self([0; 4]);

    /// Just this cell.
    #[inline]
    pub const fn single(cell: u8) -> Self {
        let mut words = [0; 4];
        words[cell as usize / 64] = 1 << (cell % 64);
        Self(words)
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
    }

    /// Whether there are two or more; quicker than to count them.
    #[inline]
    pub const fn has_several(self) -> bool {
        let [a, b, c, d] = self.0;
        // A bit that is in two words, or a word with two bits.
        let (ab, cd) = (a | b, c | d);
        let twice = a & b | c & d | ab & cd;
        let all = ab | cd;
        twice | all & all.wrapping_sub(1) != 0
    }

    /// How many cells.
    #[inline]
    pub const fn len(self) -> usize {
        (self.0[0].count_ones() + self.0[1].count_ones() + self.0[2].count_ones() + self.0[3].count_ones())
            as usize
    }

    /// Whether it holds this cell.
    #[inline]
    pub const fn contains(self, cell: u8) -> bool {
        self.0[cell as usize / 64] >> (cell % 64) & 1 == 1
    }

    /// Adds a cell.
    #[inline]
    pub const fn insert(&mut self, cell: u8) {
        self.0[cell as usize / 64] |= 1 << (cell % 64);
    }

    /// Adds the cells from `first` on, up to 256, that the bits stand for.
    #[inline]
    pub const fn insert_run(&mut self, first: usize, bits: u16) {
        let (word, shift) = (first / 64, first % 64);
        self.0[word] |= (bits as u64) << shift;
        if shift > 48 && word < 3 {
            self.0[word + 1] |= bits as u64 >> (64 - shift);
        }
    }

    /// Takes a cell out.
    #[inline]
    pub const fn remove(&mut self, cell: u8) {
        self.0[cell as usize / 64] &= !(1 << (cell % 64));
    }

    /// The cells of this set that are not in the other.
    #[inline]
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        self & !other
    }

    /// Whether every cell of this set is in the other.
    #[inline]
    pub fn is_subset(self, other: Self) -> bool {
        self.without(other).is_empty()
    }

    /// Whether the two share a cell.
    #[inline]
    pub fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// The first cell.
    #[inline]
    pub fn first(self) -> Option<u8> {
        self.iter().next()
    }

    /// The cells in ascending order.
    #[inline]
    pub const fn iter(self) -> Cells {
        Cells { words: self.0, at: 0 }
    }
}

/// The cells of a set in ascending order.
#[derive(Clone, Debug)]
pub struct Cells {
    words: [u64; 4],
    at: usize,
}

impl Iterator for Cells {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        while let Some(word) = self.words.get_mut(self.at) {
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some((self.at * 64 + bit) as u8);
            }
            self.at += 1;
        }
        None
    }
}

impl IntoIterator for CellSet {
    type Item = u8;
    type IntoIter = Cells;
    #[inline]
    fn into_iter(self) -> Cells {
        self.iter()
    }
}

impl FromIterator<u8> for CellSet {
    fn from_iter<I: IntoIterator<Item = u8>>(cells: I) -> Self {
        let mut set = Self::EMPTY;
        for cell in cells {
            set.insert(cell);
        }
        set
    }
}

impl BitOr for CellSet {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl BitAnd for CellSet {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl BitOrAssign for CellSet {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitAndAssign for CellSet {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

/// The cells of 0..256 that the set does not hold.
impl Not for CellSet {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(std::array::from_fn(|i| !self.0[i]))
    }
}
