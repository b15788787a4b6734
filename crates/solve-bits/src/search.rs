//! The search: from givens to candidates, from candidates to choices, from choices to grids.

use core::ops::ControlFlow;

use gridwright_grid::{B3x3, Cell, Event, Flat, Grid, Probe, Puzzle, Shape};

use crate::kernel::{End, FULL, State, houses_with_two_places, propagate};
use crate::lanes::Lanes;
use crate::places::{PEERS, PLACES, SAVED, Saved, lane};

/// Every choice places a digit in a cell that had two candidates or more.
pub(crate) type Stack = [Saved; 81];

/// So many cells are compared before a choice.
const COMPARED: [u32; 8] = [8, 8, 8, 8, 3, 3, 3, 3];

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

/// After so many guesses, digits in houses are looked at; from the start again, unless a solution was shown.
const PATIENCE: u64 = 1_000;

/// The candidate to try: of a cell with two, else with three, else with as few as there are.
#[inline(always)]
fn choose<L: Lanes>(x: State<L>, saved: &Saved, compared: u32, stubborn: bool) -> Choice {
    let pairs = [x.0[0].pairs(), x.0[1].pairs(), x.0[2].pairs()];
    let mut cells = join(pairs);
    if cells == 0
        && stubborn
        && let Some(choice) = choose_house(x)
    {
        return choice;
    }
    if cells == 0 {
        cells = join([x.0[0].triples(), x.0[1].triples(), x.0[2].triples()]);
    }
    if cells == 0 {
        return smallest::<L>(saved);
    }
    let (near, far) = (
        u64::from(pairs[0]) | u64::from(pairs[1]) << 32,
        u64::from(pairs[2]),
    );
    let mut best = 0;
    for _ in 0..cells.count_ones().min(compared) {
        let place = cells.trailing_zeros() as usize;
        cells &= cells - 1;
        let peers = &PEERS[(place / 32) & 3][place % 32];
        let digits = L::load(&saved[place / 32 % 3]).having(1 << (place % 32));
        let word = |i: usize, lane: usize| u64::from(saved[i].0[lane & 15] & peers[i]);
        let of = |lane: usize| {
            let two = word(0, lane) | word(1, lane) << 32;
            let third = word(2, lane);
            (two.count_ones() + (two & near).count_ones()) + (third | (third & far) << 32).count_ones()
        };
        let (low, high) = (digits.trailing_zeros() as usize, (digits | 1).ilog2() as usize);
        let score = of(low) + of(high);
        best = best.max(score << 8 | (127 - place as u32));
    }
    let place = 127 - (best & 127) as usize;
    let (word, bit) = (place / 32 % 3, place as u32 % 32);
    let digits = L::load(&saved[word]).having(1 << bit);
    let lane = digits.trailing_zeros() as usize;
    Choice { word, bit, lane }
}

/// A place of the digit that has most houses with two places.
#[inline(always)]
fn choose_house<L: Lanes>(x: State<L>) -> Option<Choice> {
    let mut twice = SAVED;
    save(State(houses_with_two_places(x)), &mut twice);
    let mut most = (0, 0);
    for lane in 0..11 {
        let houses = twice.iter().map(|words| words.0[lane].count_ones()).sum();
        most = most.max((houses, lane));
    }
    let (houses, lane) = most;
    if houses == 0 {
        return None;
    }
    let mut saved = SAVED;
    save(x, &mut saved);
    let [rows, columns, boxes] = twice.map(|words| words.0[lane]);
    if rows | boxes != 0 {
        let bit = (if rows == 0 { boxes } else { rows }).trailing_zeros();
        let word = (0..3).find(|&word| saved[word].0[lane] >> bit & 1 != 0)?;
        return Some(Choice { word, bit, lane });
    }
    let triad = columns.trailing_zeros();
    let place = |row: u32| ((triad / 9 + 3 - row) as usize % 3, 9 * row + triad % 9);
    let row = (0..3).find(|&row| saved[place(row).0].0[lane] >> place(row).1 & 1 != 0)?;
    let (word, bit) = place(row);
    Some(Choice { word, bit, lane })
}

/// One mask of all cells.
#[inline(always)]
fn join(words: [u32; 3]) -> u128 {
    let [a, b, c] = words.map(u128::from);
    a | b << 32 | c << 64
}

/// The first candidate of a cell with the fewest, but more than one.
#[inline(always)]
fn smallest<L: Lanes>(saved: &Saved) -> Choice {
    let (mut word, mut bit, mut all) = (0, 0, 0_u32);
    for (i, words) in saved.iter().enumerate() {
        for place in 0..27 {
            let digits = L::load(words).having(1 << place);
            if digits.count_ones() > 1 && (all == 0 || digits.count_ones() < all.count_ones()) {
                (word, bit, all) = (i, place, digits);
            }
        }
    }
    let lane = all.trailing_zeros() as usize;
    Choice { word, bit, lane }
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
    let (mut depth, mut guesses, mut shown) = (0, 0_u64, false);
    loop {
        let end = propagate(&mut state);
        if end == End::Open {
            if guesses == PATIENCE && !shown && depth > 0 {
                guesses += 1;
                depth = 0;
                state = start::<L>(puzzle);
                continue;
            }
            let saved = &mut stack[depth];
            save(state, saved);
            let choice = choose(state, saved, COMPARED[depth.min(7)], guesses > PATIENCE);
            probe.record(Event::Node)?;
            probe.record(Event::Guess)?;
            let bit = 1 << choice.bit;
            for (i, (x, words)) in state.0.iter_mut().zip(saved).enumerate() {
                let bit = if i == choice.word { bit } else { 0 };
                let chosen = L::single(choice.lane, bit);
                x.without(chosen).store(words);
                *x = x.without(L::splat(bit)).or(chosen);
            }
            depth += 1;
            guesses += 1;
            continue;
        }
        if end == End::Solution {
            shown = true;
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
    for (x, words) in state.0.iter().zip(saved) {
        x.store(words);
    }
}

#[inline(always)]
fn load<L: Lanes>(saved: &Saved) -> State<L> {
    State([L::load(&saved[0]), L::load(&saved[1]), L::load(&saved[2])])
}
