//! Where a cell's bit is.
//!
//! Word `w` of a digit holds the nine cells of every box with `(column in box - row in band) mod 3 = w`. Bit
//! `row in band * 9 + band * 3 + stack` is that of the cell's triad: its three cells in one row and one box.

use gridwright_grid::{B3x3, Grid, Puzzle};

/// Three words for each digit.
pub(crate) type Words = [u32; 27];

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

/// The cell at a bit of a word: index `32 * word + bit`.
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

/// Of the cell at a bit of a word, those of its peers that share no triad with it.
pub(crate) const PEERS: [[u32; 4]; 96] = {
    let mut peers = [[0; 4]; 96];
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
                peers[word as usize * 32 + bit as usize][w as usize] |= 1 << b;
            }
            other += 1;
        }
        cell += 1;
    }
    peers
};

/// The candidates that a puzzle itself allows, other cells left aside.
#[inline(always)]
pub(crate) fn candidates(puzzle: &Puzzle<B3x3>, given: impl FnOnce(&Values) -> Words) -> Words {
    if puzzle.is_restricted() {
        return restricted(puzzle);
    }
    let Ok(values) = puzzle.values().try_into() else {
        unreachable!("a 9x9 puzzle has 81 cells")
    };
    let mut words = given(values);
    for w in 0..3 {
        let mut empty = FULL;
        for d in 0..9 {
            empty &= !words[3 * d + w];
        }
        for d in 0..9 {
            words[3 * d + w] |= empty;
        }
    }
    words
}

#[cold]
fn restricted(puzzle: &Puzzle<B3x3>) -> Words {
    let mut words = [0; 27];
    for (cell, (word, bit)) in gridwright_grid::Cell::all().zip(PLACE) {
        for digit in puzzle.allowed(cell) {
            words[3 * digit.index() + usize::from(word)] |= 1 << bit;
        }
    }
    words
}

/// The words of the givens.
#[inline(always)]
pub(crate) fn given(values: &Values) -> Words {
    let mut words = [[0; 27]; 2];
    // Cells without a given are counted as of digit 0, in words that nobody reads.
    let mut all = [0_u32; 30];
    for (&value, (word, bit)) in values.iter().zip(PLACE) {
        all[3 * usize::from(value) + usize::from(word)] |= 1 << bit;
    }
    words[0].copy_from_slice(&all[3..]);
    words[0]
}

/// The digits of a solved grid.
#[inline(always)]
pub(crate) fn spread(words: &Words) -> Values {
    let mut values = [0; 81];
    for (digit, x) in words.as_chunks::<3>().0.iter().enumerate() {
        let mut triads = x[0] | x[1] | x[2];
        for _ in 0..9 {
            let bit = triads.trailing_zeros() & 31;
            triads &= triads.wrapping_sub(1);
            let word = (x[1] >> bit & 1) + 2 * (x[2] >> bit & 1);
            let cell = CELL[(32 * word + bit) as usize % 96];
            values[usize::from(cell)] = digit as u8 + 1;
        }
    }
    values
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
