//! Where a cell's bit is.
//!
//! Word `w` of a digit holds the nine cells of every box with `(column in box - row in band) mod 3 = w`. Bit
//! `row in band * 9 + band * 3 + stack` is that of the cell's triad: its three cells in one row and one box.

use gridwright_grid::{B3x3, Cell, Grid, Puzzle};

use crate::vector::Vector;

/// The three words of each digit: words 0 and 1 (the high half), word 2.
pub(crate) type Words = [[u64; 2]; 9];

/// Digits row by row, 0 for an empty cell.
pub(crate) type Values = [u8; 81];

/// The 27 bits that a word uses.
pub(crate) const FULL: u32 = (1 << 27) - 1;

/// Of each cell, its word, and its bit in that word.
pub(crate) const PLACE: [(u8, u8); 81] = {
    let mut places = [(0, 0); 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        let word = (column % 3 + 3 - row % 3) % 3;
        let bit = row % 3 * 9 + row / 3 * 3 + column / 3;
        places[cell] = (word as u8, bit as u8);
        cell += 1;
    }
    places
};

/// The cell at a bit of a word, whose code is `32 * word + bit`.
pub(crate) const CELL: [u8; 96] = {
    let mut cells = [0; 96];
    let mut cell = 0;
    while cell < 81 {
        let (word, bit) = PLACE[cell];
        cells[word as usize * 32 + bit as usize] = cell as u8;
        cell += 1;
    }
    cells
};

/// The bits in use of words 0 and 1, and of word 2.
pub(crate) const ALL: [u64; 2] = [FULL as u64 * (1 + (1 << 32)), FULL as u64];

/// Of the cell at a bit of a word, those of its peers that share no triad with it.
pub(crate) const PEERS: [[u64; 2]; 96] = {
    let mut peers = [[0; 2]; 96];
    let mut cell = 0;
    while cell < 81 {
        let (word, bit) = PLACE[cell];
        let mut other = 0;
        while other < 81 {
            let (row, column) = (cell / 9 == other / 9, cell % 9 == other % 9);
            let (band, stack) = (cell / 27 == other / 27, cell % 9 / 3 == other % 9 / 3);
            let mates = row && stack || column && band;
            if (row || column || band && stack) && !mates {
                let (w, b) = PLACE[other];
                peers[word as usize * 32 + bit as usize][w as usize / 2] |= 1 << (w % 2 * 32 + b);
            }
            other += 1;
        }
        cell += 1;
    }
    peers
};

/// The candidates that a puzzle itself allows, other cells left aside, and the cells where there is but one.
#[inline(always)]
pub(crate) fn candidates<V: Vector<N>, const N: usize>(puzzle: &Puzzle<B3x3>) -> (Words, [u64; 2]) {
    if puzzle.is_restricted() {
        return restricted(puzzle);
    }
    let Ok(values) = puzzle.values().try_into() else {
        unreachable!("a 9x9 puzzle has 81 cells")
    };
    let (mut words, empty) = V::read(values);
    for x in &mut words {
        x[0] |= empty[0];
        x[1] |= empty[1];
    }
    (words, [ALL[0] ^ empty[0], ALL[1] ^ empty[1]])
}

#[cold]
fn restricted(puzzle: &Puzzle<B3x3>) -> (Words, [u64; 2]) {
    let mut words = [[0; 2]; 9];
    let mut naked = [0; 2];
    for (cell, (word, bit)) in Cell::all().zip(PLACE) {
        let digits = puzzle.allowed(cell);
        let (half, bit) = (usize::from(word / 2), 1_u64 << (word % 2 * 32 + bit));
        for digit in digits {
            words[digit.index()][half] |= bit;
        }
        if digits.len() == 1 {
            naked[half] |= bit;
        }
    }
    (words, naked)
}

/// The words of the givens, and the empty cells.
#[inline(always)]
pub(crate) fn read(values: &Values) -> (Words, [u64; 2]) {
    let mut all = [[0; 2]; 10];
    for (&value, (word, bit)) in values.iter().zip(PLACE) {
        all[usize::from(value)][usize::from(word / 2)] |= 1 << (word % 2 * 32 + bit);
    }
    let [empty, words @ ..] = all;
    (words, empty)
}

/// The digits of a solved grid.
#[inline(always)]
pub(crate) fn write(words: &Words) -> Values {
    let mut values = [0; 81];
    for (&[low, high], digit) in words.iter().zip(1..) {
        for (word, start) in [low as u32, (low >> 32) as u32, high as u32]
            .into_iter()
            .zip([0, 32, 64])
        {
            let mut left = word;
            while left != 0 {
                values[usize::from(CELL[start + left.trailing_zeros() as usize])] = digit;
                left &= left - 1;
            }
        }
    }
    values
}

/// The digits that the cell with that code may hold: bit d for digit d + 1.
#[inline(always)]
pub(crate) fn digits(words: &Words, code: usize) -> u32 {
    let (half, bit) = (code / 64, code % 64);
    words
        .iter()
        .enumerate()
        .fold(0, |digits, (d, x)| digits | ((x[half] >> bit & 1) as u32) << d)
}

/// How good a cell of two candidates is to branch on, with its code and its digits: the higher, the better.
///
/// Its score is how many candidates of the two digits there are in those of its peers that share no triad with it;
/// cells of two candidates count twice. Of equals the one of the lowest code is the best.
#[inline(always)]
pub(crate) fn key(words: &Words, bivalue: [u64; 2], code: usize, digits: u32) -> u32 {
    let a = &words[digits.trailing_zeros() as usize % 9];
    let b = &words[(digits | 1).ilog2() as usize % 9];
    let peers = &PEERS[code % 96];
    // Word 2 of both digits fits in one.
    let both = |x: u64| x | x << 32;
    let (a2, b2) = (a[1] | b[1] << 32, both(bivalue[1]));
    let seen = [a[0] & peers[0], b[0] & peers[0], a2 & both(peers[1])];
    let twice = [seen[0] & bivalue[0], seen[1] & bivalue[0], seen[2] & b2];
    let score: u32 = seen.iter().chain(&twice).map(|x| x.count_ones()).sum();
    score << 16 | (127 - code as u32) << 9 | digits
}

/// The code and the digits in a [`key`]; 0 is none.
#[inline(always)]
pub(crate) fn from_key(key: u32) -> Option<(usize, u32)> {
    (key != 0).then_some((127 - (key as usize >> 9 & 127), key & 511))
}

/// The grid of these digits.
#[inline(always)]
pub(crate) fn grid(values: &Values) -> Grid<B3x3> {
    let mut nested = [[[[0; 3]; 3]; 3]; 3];
    nested
        .as_flattened_mut()
        .as_flattened_mut()
        .as_flattened_mut()
        .copy_from_slice(values);
    Grid::assume_valid(nested)
}
