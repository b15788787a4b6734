//! The search: from givens to candidates, from candidates to choices, from choices to grids.

use core::ops::ControlFlow;

use gridwright_grid::{B3x3, Cell, Event, Grid, Probe, Puzzle, Shape};

use crate::kernel::{End, FULL, State, few, others, propagate};
use crate::lanes::{Lanes, Words, lane};

/// Saved candidates, one word for each third of the cells.
pub(crate) type Saved = [Words; 3];

/// Every choice places a digit in a cell that had two candidates or more.
pub(crate) type Stack = [Saved; 81];

pub(crate) const SAVED: Saved = [Words::ZERO; 3];

/// The word and the bit of each cell, row-major.
const PLACES: [(u8, u8); 81] = {
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
const CELLS: [[u8; 27]; 3] = {
    let mut cells = [[0; 27]; 3];
    let mut cell = 0;
    while cell < 81 {
        let (word, bit) = PLACES[cell];
        cells[word as usize][bit as usize] = cell as u8;
        cell += 1;
    }
    cells
};

/// The peers of each word and bit that share no triad with it.
const PEERS: [[[u32; 3]; 32]; 3] = {
    let mut peers = [[[0; 3]; 32]; 3];
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

/// So many cells are compared before a choice.
const COMPARED: usize = 8;

/// The candidates that the puzzle leaves.
#[inline(always)]
fn start<L: Lanes>(puzzle: &Puzzle) -> State<L> {
    let mut given = SAVED;
    let (chunks, last) = puzzle.values().as_chunks::<8>();
    let mut set = |cell: usize, value: u8| {
        let (word, bit) = PLACES[cell];
        given[usize::from(word)].0[lane(usize::from(value) - 1) & 15] |= 1 << bit;
    };
    for (half, chunks) in chunks.chunks_exact(5).enumerate() {
        // One bit for each cell that holds a digit: values are below 10.
        let mut filled = 0_u64;
        for chunk in chunks.iter().rev() {
            let ones = (u64::from_le_bytes(*chunk) + 0x7f7f_7f7f_7f7f_7f7f) & 0x8080_8080_8080_8080;
            filled = filled << 8 | (ones >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        }
        while filled != 0 {
            let i = filled.trailing_zeros() as usize;
            filled &= filled - 1;
            set(half * 40 + i, chunks[i / 8][i % 8]);
        }
    }
    if let &[value] = last
        && value != 0
    {
        set(80, value);
    }
    let State([a, b, c]) = load::<L>(&given);
    let full = L::splat(FULL);
    let mut x = State([
        full.without(others(a)),
        full.without(others(b)),
        full.without(others(c)),
    ]);
    if puzzle.is_restricted() {
        let mut allowed = SAVED;
        for (cell, &(word, bit)) in Cell::<B3x3>::all().zip(&PLACES) {
            for digit in puzzle.allowed(cell) {
                allowed[usize::from(word)].0[lane(digit.index())] |= 1 << bit;
            }
        }
        let State([a, b, c]) = load::<L>(&allowed);
        x = State([x.0[0].and(a), x.0[1].and(b), x.0[2].and(c)]);
    }
    x
}

/// The grid of candidates, one in each cell.
#[inline(always)]
fn grid(saved: &Saved) -> Grid {
    let mut values = <B3x3 as Shape>::CellArray::<u8>::default();
    {
        use gridwright_grid::Flat;
        let values = values.flat_mut();
        for (words, cells) in saved.iter().zip(&CELLS) {
            for digit in 0..9 {
                let mut word = words.0[lane(digit)];
                while word != 0 {
                    values[usize::from(cells[word.trailing_zeros() as usize])] = digit as u8 + 1;
                    word &= word - 1;
                }
            }
        }
    }
    Grid::assume_valid(values)
}

/// A candidate: word, bit, lane.
struct Choice {
    word: usize,
    bit: u32,
    lane: usize,
}

/// The lanes of the candidates of a cell, one bit each.
#[inline(always)]
fn candidates(words: &Words, bit: u32) -> u32 {
    let mut found = 0;
    for lane in [10, 9, 8, 6, 5, 4, 2, 1, 0] {
        found |= (words.0[lane] >> bit & 1) << lane;
    }
    found
}

#[inline(always)]
fn choose<L: Lanes>(x: State<L>, saved: &Saved) -> Choice {
    let [a, b, c] = [few(x.0[0]), few(x.0[1]), few(x.0[2])];
    let (two, three) = ([a.0, b.0, c.0], [a.1, b.1, c.1]);
    let (mut best, mut most) = (None, 0);
    let mut left = COMPARED;
    let cells = if two == [0; 3] { three } else { two };
    'words: for word in 0..3 {
        let mut cells = cells[word];
        while cells != 0 {
            let bit = cells.trailing_zeros();
            cells &= cells - 1;
            let peers = &PEERS[word][bit as usize & 31];
            let digits = candidates(&saved[word], bit);
            let mut score = 1;
            let mut rest = digits;
            while rest != 0 {
                let lane = rest.trailing_zeros() as usize & 15;
                rest &= rest - 1;
                for other in 0..3 {
                    let shared = saved[other].0[lane] & peers[other];
                    score += shared.count_ones() + (shared & two[other]).count_ones();
                }
            }
            if score > most {
                most = score;
                best = Some(Choice {
                    word,
                    bit,
                    lane: digits.trailing_zeros() as usize,
                });
            }
            left -= 1;
            if left == 0 {
                break 'words;
            }
        }
    }
    best.unwrap_or_else(|| {
        // Every open cell has four candidates or more.
        let mut best = (
            u32::MAX,
            Choice {
                word: 0,
                bit: 0,
                lane: 0,
            },
        );
        for word in 0..3 {
            for bit in 0..27 {
                let digits = candidates(&saved[word], bit);
                let size = digits.count_ones();
                if size > 1 && size < best.0 {
                    best = (
                        size,
                        Choice {
                            word,
                            bit,
                            lane: digits.trailing_zeros() as usize,
                        },
                    );
                }
            }
        }
        best.1
    })
}

/// Shows every solution to the visitor.
#[inline(always)]
pub(crate) fn search<L, P, V, B>(
    stack: &mut Stack,
    puzzle: &Puzzle,
    probe: &mut P,
    mut visit: V,
) -> Result<ControlFlow<B>, P::Stop>
where
    L: Lanes,
    P: Probe + ?Sized,
    V: FnMut(&Grid) -> ControlFlow<B>,
{
    let mut state = start::<L>(puzzle);
    let mut depth = 0;
    loop {
        let end = propagate(&mut state);
        if end == End::Open {
            let saved = &mut stack[depth];
            save(state, saved);
            let choice = choose(state, saved);
            probe.record(Event::Node)?;
            probe.record(Event::Guess)?;
            let bit = 1 << choice.bit;
            for i in 0..3 {
                let bit = if i == choice.word { bit } else { 0 };
                let chosen = L::single(choice.lane, bit);
                state.0[i].without(chosen).store(&mut saved[i]);
                state.0[i] = state.0[i].without(L::splat(bit)).or(chosen);
            }
            depth += 1;
            continue;
        }
        if end == End::Solution {
            let mut saved = SAVED;
            save(state, &mut saved);
            if let ControlFlow::Break(value) = visit(&grid(&saved)) {
                return Ok(ControlFlow::Break(value));
            }
        }
        if depth == 0 {
            return Ok(ControlFlow::Continue(()));
        }
        depth -= 1;
        probe.record(Event::Node)?;
        state = load(&stack[depth]);
    }
}

#[inline(always)]
fn save<L: Lanes>(state: State<L>, saved: &mut Saved) {
    for i in 0..3 {
        state.0[i].store(&mut saved[i]);
    }
}

#[inline(always)]
fn load<L: Lanes>(saved: &Saved) -> State<L> {
    State([L::load(&saved[0]), L::load(&saved[1]), L::load(&saved[2])])
}
