//! The search: from givens to candidates, from candidates to choices, from choices to grids.

use core::ops::ControlFlow;

use gridwright_grid::{B3x3, Cell, Event, Flat, Grid, House, Probe, Puzzle, Shape};

use crate::choice;
use crate::kernel::{self, End, State, nine};
use crate::places::{LINES, Lines, PLACES};
use crate::vector::Vector;

/// After so many guesses, digits in houses are looked at; from the start again, unless a solution was shown.
const PATIENCE: u64 = 1_000;

/// With no more open cells than these, and no step back since the first guess, any cell of two candidates does: there
/// may be many solutions, and there is little to win.
const EASY: u32 = 45;

/// Every choice places a digit in a cell that had two candidates or more: so deep does the search go at most.
pub(crate) const DEPTH: usize = 81;

/// What the search asks of a state of candidates.
pub(crate) trait Candidates: Copy {
    /// A state on the stack.
    type Saved;

    /// The candidates that the puzzle leaves.
    fn start(puzzle: &Puzzle) -> Self;
    /// All that follows without a guess.
    fn propagate(&mut self) -> End;
    /// Puts it on the stack.
    fn save(&self, saved: &mut Self::Saved);
    /// Takes it from the stack.
    fn load(saved: &Self::Saved) -> Self;
    /// The smallest digit of the best cell with N candidates. `saved` is the state on the stack.
    fn best<const N: usize>(&self, saved: &Self::Saved) -> Option<Choice>;
    /// How many cells have two candidates or more.
    fn open(&self) -> u32;
    /// The smaller digit of the first cell with two candidates: by row in band, then box, then word.
    fn first(&self, saved: &Self::Saved) -> Option<Choice>;
    /// The candidates by place.
    fn lines(saved: &Self::Saved) -> Lines;
    /// Takes the choice away.
    fn exclude(saved: &mut Self::Saved, choice: &Choice);
    /// Leaves the choice alone in its cell.
    fn assume(&mut self, choice: &Choice);
    /// The grid of candidates, one in each cell.
    fn grid(&self) -> Grid;
}

/// A candidate: word, row in band, place, the digit's set, and that of the other digits of the cell.
pub(crate) struct Choice {
    pub(crate) word: usize,
    pub(crate) row: usize,
    pub(crate) place: usize,
    pub(crate) digit: u16,
    pub(crate) others: u16,
}

/// All bits of one element, none of those around it, for a window on it.
static ONE: [u16; 2 * 144 + 1] = {
    let mut one = [0; 2 * 144 + 1];
    one[144] = !0;
    one
};

impl<V: Vector> Candidates for State<V> {
    type Saved = Lines;

    #[inline(always)]
    fn start(puzzle: &Puzzle) -> Self {
        if puzzle.is_restricted() {
            let mut lines = LINES;
            for (cell, &(word, row, place)) in Cell::<B3x3>::all().zip(&PLACES) {
                lines[usize::from(word)][usize::from(row)].0[usize::from(place)] =
                    puzzle.allowed(cell).bits() as u16;
            }
            return Self::load(&lines);
        }
        Self(V::sets(puzzle.values().try_into().expect("81 cells")))
    }
    #[inline(always)]
    fn propagate(&mut self) -> End {
        kernel::propagate(self)
    }
    #[inline(always)]
    fn save(&self, lines: &mut Lines) {
        for (x, lines) in self.0.iter().zip(lines) {
            for (x, line) in x.iter().zip(lines) {
                x.store(line);
            }
        }
    }
    #[inline(always)]
    fn load(lines: &Lines) -> Self {
        Self(nine!(w, r => V::load(&lines[w][r])))
    }
    #[inline(always)]
    fn best<const N: usize>(&self, lines: &Lines) -> Option<Choice> {
        choice::best::<V, N>(*self).map(|line| smallest_digit::<N>(lines, line))
    }
    #[inline(always)]
    fn open(&self) -> u32 {
        choice::open(*self)
    }
    #[inline(always)]
    fn first(&self, lines: &Lines) -> Option<Choice> {
        choice::first::<V, 2>(*self).map(|line| smallest_digit::<2>(lines, line))
    }
    #[inline(always)]
    fn lines(lines: &Lines) -> Lines {
        *lines
    }
    #[inline(always)]
    fn exclude(lines: &mut Lines, choice: &Choice) {
        lines[choice.word][choice.row].0[choice.place] &= !choice.digit;
    }
    #[inline(always)]
    fn assume(&mut self, choice: &Choice) {
        let at = 16 * (3 * choice.word + choice.row) + choice.place;
        let window = ONE[144 - at..].as_chunks::<16>().0;
        for w in 0..3 {
            for r in 0..3 {
                let x = &mut self.0[w][r];
                *x = x.without(V::load_unaligned(&window[3 * w + r]).without(V::splat(choice.digit)));
            }
        }
    }
    #[inline(always)]
    fn grid(&self) -> Grid {
        let mut cells = <B3x3 as Shape>::CellArray::<u8>::default();
        cells.flat_mut().copy_from_slice(&V::values(self.0));
        Grid::assume_valid(cells)
    }
}

/// The smallest digit of the first cell with N candidates in a row triad, given by its row in the band and its element.
#[inline(always)]
fn smallest_digit<const N: usize>(lines: &Lines, (row, place): (usize, usize)) -> Choice {
    let sets = [0, 1, 2].map(|word: usize| lines[word][row % 3].0[place % 16]);
    let word = sets
        .iter()
        .position(|set| set.count_ones() == N as u32)
        .unwrap_or(0);
    let set = sets[word];
    Choice {
        word,
        row,
        place,
        digit: set & set.wrapping_neg(),
        others: set & set.wrapping_sub(1),
    }
}

/// The candidate to try: of the best cell with two, else with three, else of one with as few as there are.
#[inline(always)]
fn choose<C: Candidates>(state: &C, saved: &C::Saved, easy: bool, stubborn: bool) -> Choice {
    // No closures: without the caller's instructions they are not always compiled into it.
    if easy && let Some(choice) = state.first(saved) {
        return choice;
    }
    if let Some(choice) = state.best::<2>(saved) {
        return choice;
    }
    if stubborn && let Some(choice) = of_house(&C::lines(saved)) {
        return choice;
    }
    if let Some(choice) = state.best::<3>(saved) {
        return choice;
    }
    smallest(&C::lines(saved))
}

/// The candidate of a cell.
#[inline(always)]
fn at(lines: &Lines, cell: Cell) -> (Choice, u16) {
    let (word, row, place) = PLACES[cell.index()];
    let (word, row, place) = (usize::from(word), usize::from(row), usize::from(place));
    let set = lines[word][row].0[place];
    let choice = Choice {
        word,
        row,
        place,
        digit: set & set.wrapping_neg(),
        others: set & set.wrapping_sub(1),
    };
    (choice, set)
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
            let choice = cell.map(|cell| {
                let (choice, set) = at(lines, cell);
                Choice {
                    digit,
                    others: set & !digit,
                    ..choice
                }
            });
            most = (number, choice);
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

/// Shows every solution to the visitor.
#[inline(always)]
pub(crate) fn search<C, P, F, B>(
    stack: &mut [C::Saved],
    puzzle: &Puzzle,
    probe: &mut P,
    mut visit: F,
) -> Result<ControlFlow<B>, P::Stop>
where
    C: Candidates,
    P: Probe + ?Sized,
    F: FnMut(&Grid) -> ControlFlow<B>,
{
    let mut state = C::start(puzzle);
    let (mut depth, mut guesses, mut shown) = (0, 0_u64, false);
    loop {
        let end = state.propagate();
        if end == End::Open {
            if guesses == PATIENCE && !shown && depth > 0 {
                guesses += 1;
                depth = 0;
                state = C::start(puzzle);
                continue;
            }
            let saved = &mut stack[depth];
            state.save(saved);
            let choice = choose(
                &state,
                saved,
                guesses > 0 && depth as u64 == guesses && state.open() <= EASY,
                guesses > PATIENCE,
            );
            probe.record(Event::Node)?;
            probe.record(Event::Guess)?;
            // The other side is kept.
            C::exclude(saved, &choice);
            state.assume(&choice);
            depth += 1;
            guesses += 1;
            continue;
        }
        if end == End::Solution {
            shown = true;
            if let ControlFlow::Break(value) = visit(&state.grid()) {
                return Ok(ControlFlow::Break(value));
            }
        }
        if depth == 0 {
            return Ok(ControlFlow::Continue(()));
        }
        depth -= 1;
        probe.record(Event::Node)?;
        state = C::load(&stack[depth]);
    }
}
