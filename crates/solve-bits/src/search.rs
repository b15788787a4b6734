//! The search: from givens to candidates, from candidates to choices, from choices to grids.

use core::ops::ControlFlow;

use gridwright_grid::{B3x3, Cell, Event, Flat, Grid, House, Probe, Puzzle, Shape};

use crate::kernel::{End, State, nine};
use crate::places::{LINES, Lines, PLACES};
use crate::vector::Vector;

/// Every choice places a digit in a cell that had two candidates or more.
pub(crate) type Stack = [Lines];

/// After so many guesses, digits in houses are looked at; from the start again, unless a solution was shown.
const PATIENCE: u64 = 1_000;

/// The candidates that the puzzle leaves.
#[inline(always)]
fn start<V: Vector>(puzzle: &Puzzle) -> State<V> {
    let values = puzzle.values().try_into().expect("81 cells");
    let mut state = State(V::sets(values));
    if puzzle.is_restricted() {
        let mut lines = LINES;
        for (cell, &(word, row, place)) in Cell::<B3x3>::all().zip(&PLACES) {
            lines[usize::from(word)][usize::from(row)].0[usize::from(place)] =
                puzzle.allowed(cell).bits() as u16;
        }
        state = load(&lines);
    }
    state
}

/// The grid of candidates, one in each cell.
#[inline(always)]
fn grid<V: Vector>(State(x): State<V>) -> Grid {
    let mut cells = <B3x3 as Shape>::CellArray::<u8>::default();
    cells.flat_mut().copy_from_slice(&V::values(x));
    Grid::assume_valid(cells)
}

/// A candidate: word, row in band, place, and the digit's set.
struct Choice {
    word: usize,
    row: usize,
    place: usize,
    digit: u16,
}

/// The candidate to try: of the best cell with two, else with three, else of one with as few as there are.
#[inline(always)]
fn choose<V: Vector>(x: State<V>, lines: &Lines, stubborn: bool) -> Choice {
    let (mut count, mut best) = (2, V::best::<2>(x));
    if best.is_none() {
        if stubborn && let Some(choice) = of_house(lines) {
            return choice;
        }
        (count, best) = (3, V::best::<3>(x));
    }
    let Some((row, place)) = best else {
        return smallest(lines);
    };
    let sets = [0, 1, 2].map(|word: usize| lines[word][row % 3].0[place % 16]);
    let word = sets.iter().position(|set| set.count_ones() == count).unwrap_or(0);
    let digit = sets[word] & sets[word].wrapping_neg();
    Choice {
        word,
        row,
        place,
        digit,
    }
}

/// The candidate of a cell.
#[inline(always)]
fn at(lines: &Lines, cell: Cell) -> (Choice, u16) {
    let (word, row, place) = PLACES[cell.index()];
    let (word, row, place) = (usize::from(word), usize::from(row), usize::from(place));
    let set = lines[word][row].0[place];
    let digit = set & set.wrapping_neg();
    (
        Choice {
            word,
            row,
            place,
            digit,
        },
        set,
    )
}

/// A place of the digit that has most houses with two places.
#[cold]
fn of_house(lines: &Lines) -> Option<Choice> {
    let mut most = (0, None);
    for digit in (0..9).map(|digit| 1 << digit) {
        let places = |house: &House| {
            house
                .cells()
                .filter(|&cell| at(lines, cell).1 & digit != 0)
                .count()
        };
        let mut houses = House::all().filter(|house| places(house) == 2);
        let first = houses.next();
        let number = houses.count() + usize::from(first.is_some());
        if number > most.0 {
            let cell = first.and_then(|house| house.cells().find(|&cell| at(lines, cell).1 & digit != 0));
            most = (
                number,
                cell.map(|cell| Choice {
                    digit,
                    ..at(lines, cell).0
                }),
            );
        }
    }
    most.1
}

/// The first candidate of a cell with the fewest, but more than one.
#[cold]
fn smallest(lines: &Lines) -> Choice {
    let open = Cell::all()
        .map(|cell| at(lines, cell))
        .filter(|(_, set)| set.count_ones() > 1);
    open.min_by_key(|(_, set)| set.count_ones())
        .expect("a state that is open has an open cell")
        .0
}

/// All bits of one element, none of those around it, for a window on it.
static ONE: [u16; 2 * 144 + 1] = {
    let mut one = [0; 2 * 144 + 1];
    one[144] = !0;
    one
};

/// Shows every solution to the visitor.
#[inline(always)]
pub(crate) fn search<V, P, F, B>(
    stack: &mut Stack,
    puzzle: &Puzzle,
    probe: &mut P,
    mut visit: F,
) -> Result<ControlFlow<B>, P::Stop>
where
    V: Vector,
    P: Probe + ?Sized,
    F: FnMut(&Grid) -> ControlFlow<B>,
{
    let mut state = start::<V>(puzzle);
    let (mut depth, mut guesses, mut shown) = (0, 0_u64, false);
    loop {
        let end = V::propagate(&mut state);
        if end == End::Open {
            if guesses == PATIENCE && !shown && depth > 0 {
                guesses += 1;
                depth = 0;
                state = start::<V>(puzzle);
                continue;
            }
            let lines = &mut stack[depth];
            save(state, lines);
            let Choice {
                word,
                row,
                place,
                digit,
            } = choose(state, lines, guesses > PATIENCE);
            probe.record(Event::Node)?;
            probe.record(Event::Guess)?;
            // The other side is kept.
            lines[word][row].0[place] &= !digit;
            let window = ONE[144 - 16 * (3 * word + row) - place..].as_chunks::<16>().0;
            for w in 0..3 {
                for r in 0..3 {
                    let x = &mut state.0[w][r];
                    *x = x.without(V::load_unaligned(&window[3 * w + r]).without(V::splat(digit)));
                }
            }
            depth += 1;
            guesses += 1;
            continue;
        }
        if end == End::Solution {
            shown = true;
            if let ControlFlow::Break(value) = visit(&grid(state)) {
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
fn save<V: Vector>(state: State<V>, lines: &mut Lines) {
    for (x, lines) in state.0.iter().zip(lines) {
        for (x, line) in x.iter().zip(lines) {
            x.store(line);
        }
    }
}

#[inline(always)]
fn load<V: Vector>(lines: &Lines) -> State<V> {
    State(nine!(w, r => V::load(&lines[w][r])))
}
