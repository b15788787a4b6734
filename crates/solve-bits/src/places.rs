//! Where the cells are in the words, and words in memory.

/// Words in memory: digit d (from 0) in lane [`lane`]`(d)`.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Words(pub(crate) [u32; 16]);

/// Candidates in memory, or whatever is known of cells and digits: one element for each third of the cells.
pub(crate) type Saved = [Words; 3];

pub(crate) const SAVED: Saved = [Words([0; 16]); 3];

/// The lane of a digit, counted from 0.
#[inline(always)]
pub(crate) const fn lane(digit: usize) -> usize {
    digit / 3 * 4 + digit % 3
}

/// The lane of each digit, counted from 1; of no digit, one that holds none.
const LANES: [u8; 16] = {
    let mut lanes = [3; 16];
    let mut digit = 0;
    while digit < 9 {
        lanes[digit + 1] = lane(digit) as u8;
        digit += 1;
    }
    lanes
};

/// The word and the bit of each cell, row-major.
pub(crate) const PLACES: [(u8, u8); 81] = {
    let mut places = [(0, 0); 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        let word = (column + 9 - row % 3) % 3;
        places[cell] = (word as u8, (row % 3 * 9 + row / 3 * 3 + column / 3) as u8);
        cell += 1;
    }
    places
};

/// The cell of each word and bit.
pub(crate) const CELLS: [[u8; 32]; 4] = {
    let mut cells = [[0; 32]; 4];
    let mut cell = 0;
    while cell < 81 {
        let (word, bit) = PLACES[cell];
        cells[word as usize][bit as usize] = cell as u8;
        cell += 1;
    }
    cells
};

/// The peers of each word and bit that share no triad with it.
pub(crate) const PEERS: [[[u32; 3]; 32]; 4] = {
    let mut peers = [[[0; 3]; 32]; 4];
    let mut a = 0;
    while a < 81 {
        let mut b = 0;
        while b < 81 {
            let same_box = a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3;
            let same_line = a / 9 == b / 9 || a % 9 == b % 9;
            if same_box != same_line {
                let (word, bit) = PLACES[a];
                let (other, place) = PLACES[b];
                peers[word as usize][bit as usize][other as usize] |= 1 << place;
            }
            b += 1;
        }
        a += 1;
    }
    peers
};

/// The givens among 81 values, 0 for an empty cell.
#[inline(always)]
pub(crate) fn givens(values: &[u8; 81]) -> Saved {
    let mut givens = SAVED;
    let mut set = |cell: usize, value: u8| {
        let (word, bit) = PLACES[cell];
        givens[usize::from(word)].0[usize::from(LANES[usize::from(value & 15)]) & 15] |= 1 << bit;
    };
    for (half, chunks) in values.as_chunks::<8>().0.chunks_exact(5).enumerate() {
        // One bit for each cell that holds a digit: values are below 10.
        let mut filled = 0_u64;
        for chunk in chunks.iter().rev() {
            let ones = (u64::from_le_bytes(*chunk) + 0x7f7f_7f7f_7f7f_7f7f) & 0x8080_8080_8080_8080;
            filled = filled << 8 | (ones >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        }
        while filled != 0 {
            let cell = half * 40 + filled.trailing_zeros() as usize;
            filled &= filled - 1;
            set(cell, values[cell]);
        }
    }
    if values[80] != 0 {
        set(80, values[80]);
    }
    givens
}

/// The digits of candidates, one in each cell and nine of each digit.
#[inline(always)]
pub(crate) fn values(saved: &Saved) -> [u8; 81] {
    let mut values = [0; 81];
    for digit in 0..9 {
        let word = |i: usize| u128::from(saved[i].0[lane(digit)]);
        let mut places = word(0) | word(1) << 32 | word(2) << 64;
        for _ in 0..9 {
            let place = places.trailing_zeros() as usize;
            places &= places.wrapping_sub(1);
            values[usize::from(CELLS[(place / 32) & 3][place % 32])] = digit as u8 + 1;
        }
    }
    values
}
