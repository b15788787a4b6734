//! Candidates digit by digit, for any machine: only the digits that changed are looked at again.
//!
//! A digit's cells are three words of 27 bits, 32 bits apart: bit 9 * band + 3 * row + stack of word w stands for the
//! cell of that row of that box whose column is w + row, modulo 3. So a triad of a row is one bit, in any of the three
//! words; turned by w rows within each box, a bit is a triad of a column.

use gridwright_grid::{B3x3, Cell, Flat, Grid, Puzzle, Shape};

use crate::kernel::End;
use crate::places::{LINES, Lines, PLACES};
use crate::search::{Candidates, Choice};

/// Every triad.
const TRIADS: u32 = 0x07ff_ffff;
/// The first row of each band, and the first two.
const FIRST: u32 = 0o7 * 0x0004_0201;
const TWO: u32 = 0o77 * 0x0004_0201;
/// Every cell.
const CELLS: u128 = words([TRIADS; 3]);

const fn words([a, b, c]: [u32; 3]) -> u128 {
    a as u128 | (b as u128) << 32 | (c as u128) << 64
}

#[inline(always)]
const fn split(cells: u128) -> [u32; 3] {
    [cells as u32, (cells >> 32) as u32, (cells >> 64) as u32]
}

/// The bit of each cell, row-major.
const BITS: [u8; 81] = {
    let mut bits = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        let (word, row, place) = PLACES[cell];
        bits[cell] = 32 * word + 9 * (place / 4) + 3 * row + place % 4;
        cell += 1;
    }
    bits
};

/// The cell of each bit.
static CELL: [u8; 96] = {
    let mut cells = [0; 96];
    let mut cell = 0;
    while cell < 81 {
        cells[BITS[cell] as usize] = cell as u8;
        cell += 1;
    }
    cells
};

/// For the cell of each bit, the cells that do not see it.
static APART: [u128; 128] = {
    let mut apart = [0; 128];
    let mut cell = 0;
    while cell < 81 {
        let mut other = 0;
        while other < 81 {
            let (a, b) = (Cell::<B3x3>::new(cell), Cell::<B3x3>::new(other));
            if let (Some(a), Some(b)) = (a, b)
                && !a.sees(b)
            {
                apart[BITS[cell] as usize] |= 1 << BITS[other];
            }
            other += 1;
        }
        cell += 1;
    }
    apart
};

/// Of the nine triads of a band, by row and stack, those that are part of a permutation.
static PERMUTED: [u16; 512] = {
    let mut permuted = [0; 512];
    let mut set = 0;
    while set < 512 {
        let mut first = 0;
        while first < 3 {
            let mut turn = 1;
            while turn < 3 {
                let permutation = 1 << first | 8 << ((first + turn) % 3) | 64 << ((first + 2 * turn) % 3);
                if set & permutation == permutation {
                    permuted[set] |= permutation as u16;
                }
                turn += 1;
            }
            first += 1;
        }
        set += 1;
    }
    permuted
};

/// In each box the rows moved down by one, and by two.
#[inline(always)]
const fn down(x: u32) -> u32 {
    (x & TWO) << 3 | x >> 6 & FIRST
}
#[inline(always)]
const fn up(x: u32) -> u32 {
    (x & FIRST) << 6 | x >> 3 & TWO
}

/// Moved down by one in bands that go on beyond the third.
#[inline(always)]
const fn down_twice(x: u64) -> u64 {
    const ROWS: u64 = 0o77 * (1 | 1 << 9 | 1 << 18 | 1 << 27 | 1 << 36 | 1 << 45);
    const LOW: u64 = 0o7 * (1 | 1 << 9 | 1 << 18 | 1 << 27 | 1 << 36 | 1 << 45);
    (x & ROWS) << 3 | x >> 6 & LOW
}

/// The column triads of a digit, or of whatever the words hold.
#[inline(always)]
const fn columns([a, b, c]: [u32; 3]) -> u32 {
    a | down(b) | up(c)
}

/// Of the triads of the bands, those that are part of a permutation with others.
#[inline(always)]
fn permuted_rows(t: u32) -> u32 {
    let band = |shift: u32| u32::from(PERMUTED[(t >> shift & 0x1ff) as usize]) << shift;
    band(0) | band(9) | band(18)
}

/// The same of the column triads of the stacks.
#[inline(always)]
fn permuted_columns(t: u32) -> u32 {
    // All bands, and the first two once more.
    let all = u64::from(t) | u64::from(t) << 27;
    let lower = down_twice(all);
    let two = (all & lower >> 9) | (all >> 9 & lower);
    t & (down_twice(two) >> 9) as u32
}

/// What is known of a digit after its own rules.
struct Locked {
    cells: u128,
    /// The only places in their boxes.
    placed: u128,
}

/// A digit's own rules to their end; `None` where a box has no place for it.
#[inline(always)]
fn lock(cells: u128) -> Option<Locked> {
    let [mut a, mut b, mut c] = split(cells);
    let mut t = permuted_rows(a | b | c);
    loop {
        (a, b, c) = (a & t, b & t, c & t);
        let kept = permuted_columns(columns([a, b, c]));
        (a, b, c) = (a & kept, b & up(kept), c & down(kept));
        let left = a | b | c;
        if left == t {
            break;
        }
        t = permuted_rows(left);
    }
    let (x, y, z) = (t & FIRST, t >> 3 & FIRST, t >> 6 & FIRST);
    if x | y | z != FIRST {
        return None;
    }
    let alone = FIRST & !(x & y | x & z | y & z);
    let one = (a ^ b ^ c) & !(a & b) & (alone | alone << 3 | alone << 6);
    Some(Locked {
        cells: words([a, b, c]),
        placed: words([a & one, b & one, c & one]),
    })
}

/// Shows the bits.
#[inline(always)]
fn for_each(cells: u128, mut visit: impl FnMut(usize)) {
    for (word, mut left) in split(cells).into_iter().enumerate() {
        while left != 0 {
            visit(32 * word + left.trailing_zeros() as usize);
            left &= left - 1;
        }
    }
}

/// How many bits there are in two words: a number in each byte, whose sum it is.
#[inline(always)]
fn both(x: u64, y: u64) -> u64 {
    const ONES: u64 = 0x5555_5555_5555_5555;
    const TWOS: u64 = 0x3333_3333_3333_3333;
    const FOURS: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    let (x, y) = (x - (x >> 1 & ONES), y - (y >> 1 & ONES));
    let sum = (x & TWOS) + (x >> 2 & TWOS) + (y & TWOS) + (y >> 2 & TWOS);
    (sum & FOURS) + (sum >> 4 & FOURS)
}

/// The candidates, by digit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Soft {
    cells: [u128; 9],
    /// The cells with one candidate that their peers no longer have.
    done: u128,
    /// The digits whose rules were not applied since they changed, as bits.
    changed: u16,
}

impl Soft {
    /// The state before any puzzle.
    pub(crate) const EMPTY: Self = Self {
        cells: [CELLS; 9],
        done: 0,
        changed: 0,
    };

    /// Takes a digit from the peers of its own cells.
    #[inline(always)]
    fn put(&mut self, digit: usize, mut own: u128) {
        if own == 0 {
            return;
        }
        let mut left = self.cells[digit];
        while own != 0 {
            left &= APART[own.trailing_zeros() as usize];
            own &= own - 1;
        }
        self.changed |= u16::from(left != self.cells[digit]) << digit;
        self.cells[digit] = left;
    }

    /// The cells with at least one candidate, two, three and four.
    #[inline(always)]
    fn counts(&self) -> [u128; 4] {
        let [mut one, mut two, mut three, mut four] = [0; 4];
        for cells in self.cells {
            four |= three & cells;
            three |= two & cells;
            two |= one & cells;
            one |= cells;
        }
        [one, two, three, four]
    }

    /// The smallest digit of the first of these cells in a row triad.
    fn smallest_digit(&self, cells: [u32; 3], triad: usize) -> Choice {
        let word = cells.iter().position(|word| word >> triad & 1 == 1).unwrap_or(0);
        let digits = self.digits(32 * word + triad);
        Choice {
            word,
            row: triad / 3 % 3,
            place: triad / 9 * 4 + triad % 3,
            digit: digits & digits.wrapping_neg(),
            others: digits & digits.wrapping_sub(1),
        }
    }

    /// The digits of a cell.
    fn digits(&self, bit: usize) -> u16 {
        let high = bit >= 64;
        (0..).zip(&self.cells).fold(0, |set, (digit, &cells)| {
            let half = if high { cells >> 64 } else { cells } as u64;
            set | ((half >> (bit % 64)) as u16 & 1) << digit
        })
    }
}

/// For the cell of each bit, what speaks for a digit in the triads around it, as masks of [`Triads`]: by row, by column.
static AROUND: [[[u64; 2]; 2]; 128] = {
    let mut around = [[[0; 2]; 2]; 128];
    let mut bit = 0;
    while bit < 96 {
        let (word, triad) = (bit / 32, bit % 32);
        let (band, row, stack) = (triad / 9, triad / 3 % 3, triad % 3);
        let column = (row + word) % 3;
        let mut i = 1;
        while i < 3 && band < 3 {
            let line = 1 << (9 * band + 3 * row + (stack + i) % 3);
            let block = 1 << (9 * band + 3 * ((row + i) % 3) + stack);
            let line_down = 1 << (9 * ((band + i) % 3) + 3 * column + stack);
            let block_down = 1 << (9 * band + 3 * ((column + i) % 3) + stack);
            around[bit][0][0] |= line << 32 | line | block;
            around[bit][0][1] |= block << 32;
            around[bit][1][0] |= line_down << 32 | line_down | block_down;
            around[bit][1][1] |= block_down << 32;
            i += 1;
        }
        bit += 1;
    }
    around
};

/// Of a digit in one direction: the triads with a cell of few, and in the upper half those with two places or more too;
/// in the upper half those that hold it.
#[derive(Clone, Copy)]
struct Triads([u64; 2]);

impl Triads {
    #[inline(always)]
    fn new([a, b, c]: [u32; 3], [x, y, z]: [u32; 3]) -> Self {
        let few = x | y | z;
        let twice = a & b | a & c | b & c | few;
        Self([
            u64::from(few) | u64::from(twice) << 32,
            u64::from(a | b | c) << 32,
        ])
    }

    /// What speaks for the digit in one triad, as bits: see the crate's description.
    #[inline(always)]
    fn weight(self, around: [u64; 2]) -> u64 {
        self.0[0] & around[0] | self.0[1] & around[1]
    }
}

impl Candidates for Soft {
    type Saved = Self;

    fn start(puzzle: &Puzzle) -> Self {
        // Where they are first: half of all cells would be a branch foreseen wrongly.
        let (mut givens, mut number) = ([0_u8; 81], 0);
        for (cell, &value) in (0..81).zip(puzzle.values()) {
            givens[number] = cell;
            number += usize::from(value != 0);
        }
        let mut state = Self::EMPTY;
        let mut own = [[0_u64; 2]; 9];
        for &cell in &givens[..number] {
            let cell = usize::from(cell);
            let (digit, bit) = (usize::from(puzzle.values()[cell]) - 1, usize::from(BITS[cell]));
            own[digit][bit / 64] |= 1 << (bit % 64);
            state.cells[digit] &= APART[bit];
        }
        let own = own.map(|[low, high]| u128::from(low) | u128::from(high) << 64);
        state.done = own.iter().fold(0, |done, own| done | own);
        for (cells, own) in state.cells.iter_mut().zip(own) {
            *cells &= !state.done | own;
        }
        if puzzle.is_restricted() {
            for (cell, bit) in Cell::<B3x3>::all().zip(BITS) {
                let allowed = puzzle.allowed(cell).bits();
                for (digit, cells) in state.cells.iter_mut().enumerate() {
                    *cells &= !(u128::from(!allowed >> digit & 1) << bit);
                }
            }
        }
        state.changed = 0x1ff;
        state
    }

    fn propagate(&mut self) -> End {
        // Where each digit was placed last.
        let mut own = [0; 9];
        loop {
            let (mut filled, mut twice) = (0, 0);
            while self.changed != 0 {
                let digit = index(self.changed);
                self.changed &= self.changed - 1;
                let Some(locked) = lock(self.cells[digit] & !filled) else {
                    return End::Contradiction;
                };
                let placed = locked.placed & !self.done;
                self.cells[digit] = locked.cells;
                own[digit] = placed;
                twice |= filled & placed;
                filled |= placed;
            }
            self.done |= filled;
            let (mut one, mut two) = (0, 0);
            for ((digit, cells), own) in (0..).zip(&mut self.cells).zip(own) {
                // Placed before, a cell is not filled now.
                let left = *cells & (!filled | own);
                self.changed |= u16::from(left != *cells) << digit;
                *cells = left;
                two |= one & left;
                one |= left;
            }
            if one != CELLS || twice != 0 {
                return End::Contradiction;
            }
            if self.changed != 0 {
                continue;
            }
            if two == 0 {
                return End::Solution;
            }
            let single = CELLS & !(two | self.done);
            if single == 0 {
                return End::Open;
            }
            self.done |= single;
            for digit in 0..9 {
                self.put(digit, single & self.cells[digit]);
            }
        }
    }

    fn save(&self, saved: &mut Self) {
        *saved = *self;
    }

    fn load(saved: &Self) -> Self {
        *saved
    }

    fn best<const N: usize>(&self, _: &Self) -> Option<Choice> {
        let counts = self.counts();
        let here = counts[N - 1] & !counts[N];
        let [a, b, c] = split(here);
        let triads = a | b | c;
        if triads == 0 {
            return None;
        }
        let first = [a, b & !a, c & !(a | b)];
        let chosen = words(first);
        // As bytes, whose sum is the number.
        let mut points = [0_u64; 32];
        for cells in self.cells {
            let (places, few) = (split(cells), split(cells & here));
            let turned = |[a, b, c]: [u32; 3]| [a, down(b), up(c)];
            let rows = Triads::new(places, few);
            let columns = Triads::new(turned(places), turned(few));
            let mut left = cells & chosen;
            while left != 0 {
                let bit = left.trailing_zeros() as usize;
                left &= left - 1;
                let [across, down] = AROUND[bit];
                points[bit % 32] += both(rows.weight(across), columns.weight(down));
            }
        }
        let mut best = (0, 0);
        for row in 0..3 {
            let mut left = triads & FIRST << (3 * row);
            while left != 0 {
                let triad = left.trailing_zeros() as usize;
                left &= left - 1;
                let sum = points[triad].wrapping_mul(0x0101_0101_0101_0101) >> 56;
                // Of equals the first.
                if sum >= best.0 {
                    best = (sum + 1, triad);
                }
            }
        }
        Some(self.smallest_digit(first, best.1))
    }

    fn open(&self) -> u32 {
        let [_, two, ..] = self.counts();
        two.count_ones()
    }

    fn first(&self, _: &Self) -> Option<Choice> {
        let [_, two, three, _] = self.counts();
        let here = split(two & !three);
        let triads = here[0] | here[1] | here[2];
        let rows = [FIRST, FIRST << 3, FIRST << 6].map(|row| triads & row);
        let row = rows.into_iter().find(|&row| row != 0)?;
        Some(self.smallest_digit(here, row.trailing_zeros() as usize))
    }

    fn lines(saved: &Self) -> Lines {
        let mut lines = LINES;
        for ((word, row, place), bit) in PLACES.into_iter().zip(BITS) {
            lines[usize::from(word)][usize::from(row)].0[usize::from(place)] = saved.digits(bit.into());
        }
        lines
    }

    fn exclude(saved: &mut Self, choice: &Choice) {
        let cell = 1 << bit_of(choice);
        saved.cells[index(choice.digit)] &= !cell;
        saved.changed |= choice.digit;
        if choice.others.is_power_of_two() {
            saved.done |= cell;
            saved.put(index(choice.others), cell);
        }
    }

    fn assume(&mut self, choice: &Choice) {
        let cell = 1 << bit_of(choice);
        let mut others = choice.others;
        while others != 0 {
            self.cells[index(others)] &= !cell;
            others &= others - 1;
        }
        self.changed |= choice.others;
        self.done |= cell;
        self.put(index(choice.digit), cell);
    }

    fn grid(&self) -> Grid {
        let mut values = <B3x3 as Shape>::CellArray::<u8>::filled(0);
        for (digit, cells) in (1..).zip(self.cells) {
            for_each(cells, |bit| values.flat_mut()[usize::from(CELL[bit])] = digit);
        }
        Grid::assume_valid(values)
    }
}

/// The lowest digit of a set.
#[inline(always)]
const fn index(set: u16) -> usize {
    set.trailing_zeros() as usize
}

/// The bit of a choice's cell.
#[inline(always)]
const fn bit_of(choice: &Choice) -> usize {
    32 * choice.word + 9 * (choice.place / 4) + 3 * choice.row + choice.place % 4
}
