//! Where the cells are in the vectors, and vectors in memory.

/// A vector in memory: box (band, stack) is element 4 * band + stack.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(crate) struct Line(pub(crate) [u16; 16]);

/// Candidates in memory: by word, then by row in band.
pub(crate) type Lines = [[Line; 3]; 3];

pub(crate) const LINES: Lines = [[Line([0; 16]); 3]; 3];

/// The word, the row in its band, and the box of each cell, row-major.
pub(crate) const PLACES: [(u8, u8, u8); 81] = {
    let mut places = [(0, 0, 0); 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        let word = (column + 9 - row % 3) % 3;
        places[cell] = (word as u8, (row % 3) as u8, (row / 3 * 4 + column / 3) as u8);
        cell += 1;
    }
    places
};

/// The set of a value: all digits for 0.
const SETS: [u16; 16] = {
    let mut sets = [0x1ff; 16];
    let mut value = 1;
    while value < 10 {
        sets[value] = 1 << (value - 1);
        value += 1;
    }
    sets
};

/// The lower byte of each value's set, and the upper byte.
pub(crate) static LOW: [u8; 16] = halves(0);
pub(crate) static HIGH: [u8; 16] = halves(8);

const fn halves(shift: u32) -> [u8; 16] {
    let mut halves = [0; 16];
    let mut value = 0;
    while value < 16 {
        halves[value] = (SETS[value] >> shift) as u8;
        value += 1;
    }
    halves
}

/// No byte, for a shuffle.
const NONE: u8 = 0x80;

/// For each row of a band, its columns by word and stack; at last for the third row when seven bytes stand before it.
pub(crate) static BY_WORD: [[u8; 16]; 4] = {
    let mut orders = [[NONE; 16]; 4];
    let mut i = 0;
    while i < 36 {
        let (order, word, stack) = (i / 9, i / 3 % 3, i % 3);
        let (row, before) = if order == 3 { (2, 7) } else { (order, 0) };
        orders[order][4 * word + stack] = (before + 3 * stack + (word + row) % 3) as u8;
        i += 1;
    }
    orders
};

/// For each row of a band, where its columns are among words 0 and 1 of each stack, and from byte 8 on words 2, each in
/// two bytes.
pub(crate) static BY_ROW: [[u8; 16]; 3] = {
    let mut orders = [[NONE; 16]; 3];
    let mut i = 0;
    while i < 27 {
        let (row, column) = (i / 9, i % 9);
        let word = (column + 3 - row) % 3;
        orders[row][column] = (column / 3 * 2 + if word == 2 { 8 } else { word }) as u8;
        i += 1;
    }
    orders
};

/// No two windows of four bits are equal: times a set of one digit, its upper four bits tell which digit.
pub(crate) const WINDOWS: i16 = 0x09af;

/// The digit of each of these windows.
pub(crate) static DIGITS: [u8; 16] = {
    let mut digits = [0; 16];
    let mut digit = 1_u8;
    while digit < 10 {
        digits[(WINDOWS.cast_unsigned() << (digit - 1) >> 12) as usize] = digit;
        digit += 1;
    }
    digits
};
