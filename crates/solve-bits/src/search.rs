//! The search: from givens to candidates, from candidates to choices, from choices to grids.

use core::ops::ControlFlow;

use gridwright_grid::{B3x3, Cell, Event, Flat, Grid, Probe, Puzzle, Shape};

use crate::kernel::{End, FULL, State, propagate};
use crate::lanes::Lanes;
use crate::places::{PEERS, PLACES, SAVED, Saved, lane};

/// Every choice places a digit in a cell that had two candidates or more.
pub(crate) type Stack = [Saved; 81];

/// So many cells are compared before a choice.
const COMPARED: usize = 8;

/// The candidates that the puzzle leaves.
#[inline(always)]
fn start<L: Lanes>(puzzle: &Puzzle) -> State<L> {
    let values = puzzle.values().try_into().expect("81 cells");
    let State([a, b, c]) = load::<L>(&L::givens(values));
    let full = L::splat(FULL);
    let mut x = State([
        full.without(a.others()),
        full.without(b.others()),
        full.without(c.others()),
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
fn grid<L: Lanes>(saved: &Saved) -> Grid {
    let mut cells = <B3x3 as Shape>::CellArray::<u8>::default();
    cells.flat_mut().copy_from_slice(&L::values(saved));
    Grid::assume_valid(cells)
}

/// A candidate: word, bit, lane.
struct Choice {
    word: usize,
    bit: u32,
    lane: usize,
}

#[inline(always)]
fn choose<L: Lanes>(x: State<L>, saved: &Saved) -> Choice {
    let [a, b, c] = [x.0[0].few(), x.0[1].few(), x.0[2].few()];
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
            let digits = L::load(&saved[word]).having(1 << bit);
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
    if let Some(best) = best {
        return best;
    }
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
            let digits = L::load(&saved[word]).having(1 << bit);
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
            if let ControlFlow::Break(value) = visit(&grid::<L>(&saved)) {
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
