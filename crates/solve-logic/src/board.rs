//! The state of a puzzle while it is being solved: values and candidates.

use std::fmt;

use gridwright_grid::{Cell, Digit, DigitSet, Grid, Puzzle, Shape};

use crate::{CellSet, Layout, MAX_CELLS, MAX_HOUSES, MAX_SIDE};

/// A digit in a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Candidate {
    /// 0..`CELLS`, row-major.
    pub cell: u8,
    /// 1..=`SIDE`.
    pub digit: Digit,
}

impl Candidate {
    /// The digit of index 0..16 in that cell.
    #[inline]
    pub const fn new(cell: u8, digit: usize) -> Self {
        match Digit::new(digit as u8 + 1) {
            Some(digit) => Self { cell, digit },
            None => panic!("an index of a digit is below 25"),
        }
    }

    /// The digit less one: 0..`SIDE`.
    #[inline]
    pub const fn index(self) -> usize {
        self.digit.index()
    }
}

impl fmt::Debug for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.digit, self.cell)
    }
}

/// Why a puzzle makes no board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardError {
    /// More than 16 digits.
    TooLarge,
    /// Givens that contradict each other.
    Inconsistent,
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooLarge => "human techniques work up to 16 digits",
            Self::Inconsistent => "givens contradict each other",
        })
    }
}

impl std::error::Error for BoardError {}

/// Values and candidates of a puzzle of any shape up to 16 digits, indexed every way that techniques ask for.
///
/// Sets of digits are bits: bit d - 1 stands for digit d. Houses are numbered as in [`Layout`].
#[derive(Clone)]
pub struct Board {
    layout: &'static Layout,
    values: [u8; MAX_CELLS],
    marks: [u16; MAX_CELLS],
    places: [[u16; MAX_SIDE]; MAX_HOUSES],
    digits: [CellSet; MAX_SIDE],
    empty: CellSet,
    given: CellSet,
    /// The digits with exactly one place in each house, and the houses that have such a digit.
    once: [u16; MAX_HOUSES],
    hiding: u64,
    /// The number of empty cells of each house, and the houses where it is one.
    vacant: [u8; MAX_HOUSES],
    last: u64,
}

impl Board {
    /// The board of a puzzle: its givens as values, its candidates as restricted.
    ///
    /// # Errors
    ///
    /// Above 16 digits, and when givens contradict each other.
    pub fn new<S: Shape>(puzzle: &Puzzle<S>) -> Result<Self, BoardError> {
        let layout = Layout::of(S::SIZE).ok_or(BoardError::TooLarge)?;
        if !puzzle.is_consistent() {
            return Err(BoardError::Inconsistent);
        }
        let mut board = Self {
            layout,
            values: [0; MAX_CELLS],
            marks: [0; MAX_CELLS],
            places: [[0; MAX_SIDE]; MAX_HOUSES],
            digits: [CellSet::EMPTY; MAX_SIDE],
            empty: CellSet::EMPTY,
            given: CellSet::EMPTY,
            once: [0; MAX_HOUSES],
            hiding: 0,
            vacant: [0; MAX_HOUSES],
            last: 0,
        };
        let mut used = [0_u16; MAX_HOUSES];
        for (cell, &value) in puzzle.values().iter().enumerate() {
            board.values[cell] = value;
            if value == 0 {
                board.empty.insert(cell as u8);
            } else {
                board.given.insert(cell as u8);
                for house in layout.houses_of[cell] {
                    used[usize::from(house)] |= 1 << (value - 1);
                }
            }
        }
        for cell in board.empty {
            let index = usize::from(cell);
            let [b, r, c] = layout.houses_of[index].map(usize::from);
            let mut left = layout.all_digits() & !(used[b] | used[r] | used[c]);
            if puzzle.is_restricted() {
                let cell = Cell::<S>::new(index).expect("the cells of a layout are those of its shape");
                left &= puzzle.allowed(cell).bits() as u16;
            }
            board.marks[index] = left;
        }
        board.index();
        Ok(board)
    }

    /// Fills in what follows from values and marks.
    fn index(&mut self) {
        let layout = self.layout;
        for house in 0..layout.houses {
            let (mut once, mut twice, mut vacant) = (0, 0, 0);
            // By itself, so that it stays in registers.
            let mut all = [0; MAX_SIDE];
            for (place, &cell) in layout.members[house][..layout.side].iter().enumerate() {
                let marks = self.marks[usize::from(cell)];
                twice |= once & marks;
                once |= marks;
                vacant += u8::from(self.values[usize::from(cell)] == 0);
                for (digit, places) in all.iter_mut().enumerate() {
                    *places |= if marks & 1 << digit == 0 { 0 } else { 1 << place };
                }
            }
            self.places[house] = all;
            self.once[house] = once & !twice;
            self.hiding |= u64::from(once & !twice != 0) << house;
            self.vacant[house] = vacant;
            self.last |= u64::from(vacant == 1) << house;
        }
        for row in 0..layout.side {
            for (cells, &places) in self.digits.iter_mut().zip(&self.places[layout.side + row]) {
                cells.insert_run(row * layout.side, places);
            }
        }
    }

    /// Notes that some of the values are not givens but were placed later; only avoidable rectangles ask.
    pub fn mark_placed(&mut self, cells: impl IntoIterator<Item = u8>) {
        for cell in cells {
            self.given.remove(cell);
        }
    }

    /// The tables of the shape.
    #[inline]
    pub const fn layout(&self) -> &'static Layout {
        self.layout
    }

    /// The value of a cell, 0 where it is empty.
    #[inline]
    pub const fn value(&self, cell: u8) -> u8 {
        self.values[cell as usize]
    }

    /// The candidates of a cell as bits, none where it has a value.
    #[inline]
    pub const fn marks(&self, cell: u8) -> u16 {
        self.marks[cell as usize]
    }

    /// The candidates of a cell, none where it has a value.
    pub const fn candidates(&self, cell: u8) -> DigitSet {
        DigitSet::from_bits(self.marks[cell as usize] as u32)
    }

    /// The places of a digit (0..`side`) in a house as bits: bit i stands for the i-th cell of the house.
    #[inline]
    pub const fn places(&self, house: u8, digit: usize) -> u16 {
        self.places[house as usize][digit]
    }

    /// The two cells of a house that a digit (0..`side`) may still go to, if they are two.
    #[inline]
    pub const fn link(&self, house: u8, digit: usize) -> Option<[u8; 2]> {
        let places = self.places(house, digit);
        let rest = places & places.wrapping_sub(1);
        if rest == 0 || rest & (rest - 1) != 0 {
            return None;
        }
        let members = &self.layout.members[house as usize];
        Some([
            members[places.trailing_zeros() as usize],
            members[rest.trailing_zeros() as usize],
        ])
    }

    /// The places of every digit in a house; none of the digits from `side` on.
    #[inline]
    pub const fn all_places(&self, house: u8) -> &[u16; MAX_SIDE] {
        &self.places[house as usize]
    }

    /// The cells that a digit (0..`side`) may still go to.
    #[inline]
    pub const fn cells_of(&self, digit: usize) -> CellSet {
        self.digits[digit]
    }

    /// The cells without a value.
    #[inline]
    pub const fn empty(&self) -> CellSet {
        self.empty
    }

    /// The cells whose values are givens.
    #[inline]
    pub const fn given(&self) -> CellSet {
        self.given
    }

    /// The empty cells with exactly two candidates.
    pub fn bivalue(&self) -> CellSet {
        self.empty
            .iter()
            .filter(|&cell| self.marks(cell).count_ones() == 2)
            .collect()
    }

    /// Whether a cell has this candidate.
    #[inline]
    pub const fn has(&self, candidate: Candidate) -> bool {
        self.marks[candidate.cell as usize] >> candidate.index() & 1 == 1
    }

    /// The digits with exactly one place in a house, as bits: its hidden singles.
    #[inline]
    pub const fn once(&self, house: u8) -> u16 {
        self.once[house as usize]
    }

    /// The houses, as bits by number, in which a digit has exactly one place.
    #[inline]
    pub const fn hiding(&self) -> u64 {
        self.hiding
    }

    /// The number of empty cells of a house.
    #[inline]
    pub const fn vacant(&self, house: u8) -> usize {
        self.vacant[house as usize] as usize
    }

    /// The houses, as bits by number, with exactly one empty cell.
    #[inline]
    pub const fn last(&self) -> u64 {
        self.last
    }

    /// Takes a candidate away; whether it was there.
    pub fn remove(&mut self, candidate: Candidate) -> bool {
        let there = self.has(candidate);
        if there {
            let (cell, digit) = (candidate.cell, candidate.index());
            self.digits[digit].remove(cell);
            self.marks[usize::from(cell)] &= !(1 << digit);
            for (house, place) in self.layout.homes(cell) {
                self.set_places(house, digit, self.places(house, digit) & !(1 << place));
            }
        }
        there
    }

    #[inline]
    fn set_places(&mut self, house: u8, digit: usize, places: u16) {
        let index = usize::from(house);
        self.places[index][digit] = places;
        let once = self.once[index] & !(1 << digit) | u16::from(is_single(places)) << digit;
        self.set_once(house, once);
    }

    #[inline]
    fn set_once(&mut self, house: u8, once: u16) {
        self.once[usize::from(house)] = once;
        self.hiding = self.hiding & !(1 << house) | u64::from(once != 0) << house;
    }

    /// Gives a candidate back that [`Board::remove`] took away.
    pub fn restore(&mut self, candidate: Candidate) {
        let (cell, digit) = (candidate.cell, candidate.index());
        self.marks[usize::from(cell)] |= 1 << digit;
        self.digits[digit].insert(cell);
        for (house, place) in self.layout.homes(cell) {
            self.set_places(house, digit, self.places(house, digit) | 1 << place);
        }
    }

    /// Puts a digit into an empty cell, and takes it from the candidates of the peers.
    pub fn place(&mut self, candidate: Candidate) {
        let (cell, digit) = (candidate.cell, candidate.index());
        let index = usize::from(cell);
        let others = self.marks[index] & !(1 << digit);
        self.values[index] = candidate.digit.get();
        self.marks[index] = 0;
        self.empty.remove(cell);
        for other in bits(others) {
            self.digits[other].remove(cell);
        }
        for (house, place) in self.layout.homes(cell) {
            let home = usize::from(house);
            let mut once = self.once[home] & !(others | 1 << digit);
            for other in bits(others) {
                let places = &mut self.places[home][other];
                *places &= !(1 << place);
                once |= u16::from(is_single(*places)) << other;
            }
            self.places[home][digit] = 0;
            self.set_once(house, once);
            self.vacant[home] -= 1;
            self.last = self.last & !(1 << house) | u64::from(self.vacant[home] == 1) << house;
        }
        let seen = self.digits[digit] & self.layout.peers[index];
        self.digits[digit] = self.digits[digit].without(seen);
        self.digits[digit].remove(cell);
        for peer in seen {
            self.marks[usize::from(peer)] &= !(1 << digit);
            for (house, place) in self.layout.homes(peer) {
                self.set_places(house, digit, self.places(house, digit) & !(1 << place));
            }
        }
    }

    /// Whether every cell has a value.
    #[inline]
    pub const fn is_solved(&self) -> bool {
        self.empty.is_empty()
    }

    /// Whether an empty cell has no candidate, or a house no place for a digit that it lacks.
    pub fn is_broken(&self) -> bool {
        self.empty.iter().any(|cell| self.marks(cell) == 0)
            || (0..self.layout.houses as u8).any(|house| {
                let members = &self.layout.members[usize::from(house)][..self.layout.side];
                let placed = members
                    .iter()
                    .fold(0_u32, |set, &cell| set | 1 << self.value(cell))
                    >> 1;
                (0..self.layout.side).any(|digit| placed >> digit & 1 == 0 && self.places(house, digit) == 0)
            })
    }

    /// The values as givens, with the candidates that are left; `None` at another shape.
    pub fn to_puzzle<S: Shape>(&self) -> Option<Puzzle<S>> {
        (self.layout.size == S::SIZE).then_some(())?;
        let mut puzzle = Puzzle::from_values(&self.values[..self.layout.cells]).ok()?;
        for cell in self.empty {
            puzzle.restrict(Cell::new(usize::from(cell))?, self.candidates(cell));
        }
        Some(puzzle)
    }

    /// The solution grid, once every cell has a value and they agree.
    pub fn to_grid<S: Shape>(&self) -> Option<Grid<S>> {
        if self.layout.size != S::SIZE {
            return None;
        }
        Grid::from_values(&self.values[..self.layout.cells]).ok()
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = self.layout.all_cells().map(|cell| match self.value(cell) {
            0 => format!("{{{}}}", self.candidates(cell)),
            value => value.to_string(),
        });
        f.debug_list().entries(cells).finish()
    }
}

/// Whether exactly one bit is set.
#[inline]
pub const fn is_single(set: u16) -> bool {
    set.is_power_of_two()
}

/// The indices of the bits that are set, ascending.
#[inline]
pub fn bits(mut set: u16) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros() as usize;
            set &= set - 1;
            bit
        })
    })
}

#[cfg(test)]
mod tests {
    use gridwright_grid::conformance::puzzle;
    use gridwright_grid::rng::{below, stream};
    use gridwright_grid::{B2x5, B3x3, B4x4};

    use super::*;

    fn check(board: &Board) {
        let mut fresh = board.clone();
        fresh.digits = [CellSet::EMPTY; MAX_SIDE];
        (fresh.hiding, fresh.last) = (0, 0);
        fresh.index();
        assert_eq!(fresh.places, board.places);
        assert_eq!(fresh.digits, board.digits);
        assert_eq!((fresh.once, fresh.hiding), (board.once, board.hiding));
        assert_eq!((fresh.vacant, fresh.last), (board.vacant, board.last));
        for house in 0..board.layout.houses as u8 {
            let vacant = board.layout.house_sets[usize::from(house)] & board.empty;
            assert_eq!(vacant.len(), board.vacant(house));
            for digit in 0..board.layout.side {
                let cells = board.cells_of(digit) & board.layout.house_sets[usize::from(house)];
                assert_eq!(cells.len() == 1, board.once(house) >> digit & 1 == 1);
                assert_eq!(cells.len(), board.places(house, digit).count_ones() as usize);
            }
        }
        for cell in board.layout.all_cells() {
            let digits = (0..board.layout.side).filter(|&digit| board.cells_of(digit).contains(cell));
            assert_eq!(
                digits.collect::<Vec<_>>(),
                bits(board.marks(cell)).collect::<Vec<_>>()
            );
        }
    }

    fn walk<S: Shape>(seed: u64) {
        let mut rng = stream(seed, 0);
        let (grid, puzzle) = puzzle::<S, _>(&mut rng, S::CELLS * 2 / 3);
        let mut board = Board::new(&puzzle).unwrap();
        check(&board);
        let mut removed = Vec::new();
        while !board.is_solved() {
            let cell = below(&mut rng, S::CELLS as u32) as usize;
            let digit = below(&mut rng, S::SIDE as u32) as usize;
            let truth = usize::from(grid.values()[cell]) - 1;
            let candidate = Candidate::new(cell as u8, digit);
            match below(&mut rng, 4) {
                0 if board.empty().contains(cell as u8) => {
                    removed.retain(|&other| other != candidate);
                    board.place(Candidate::new(cell as u8, truth));
                    removed.retain(|&Candidate { cell, digit }| {
                        let seen = board.layout.peers[usize::from(cell)];
                        board.value(cell) == 0 && !seen.iter().any(|peer| board.value(peer) == digit.get())
                    });
                }
                1 => {
                    if let Some(candidate) = removed.pop() {
                        board.restore(candidate);
                    }
                }
                _ if digit != truth => {
                    let there = board.has(candidate);
                    assert_eq!(board.remove(candidate), there);
                    if there {
                        removed.push(candidate);
                    }
                }
                _ => {}
            }
            check(&board);
        }
        assert_eq!(board.to_grid::<S>(), Some(grid));
    }

    #[test]
    fn indices_follow_every_change() {
        for seed in 0..4 {
            walk::<B3x3>(seed);
        }
        walk::<B2x5>(4);
        walk::<B4x4>(5);
    }
}
