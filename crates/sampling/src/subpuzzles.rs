//! The puzzles that one grid holds, as sets of cells, and the unavoidable sets that tell which of them are unique.

use core::ops::ControlFlow;

use gridwright_grid::{
    B2x2, B2x3, B2x4, B2x5, B3x2, B3x3, B4x2, B5x2, Cell, DigitSet, Flat, Grid, House, Probe, Puzzle, Shape,
    Solver,
};

use crate::generator::MinimalPuzzle;

/// The shapes whose cells fit a set of 128 bits: up to 10x10.
pub trait Masked: Shape {}

macro_rules! masked {
    ($($shape:ident)*) => {$(
        impl Masked for $shape {}
        const _: () = assert!($shape::CELLS <= 128);
    )*};
}

masked!(B2x2 B2x3 B3x2 B2x4 B4x2 B3x3 B2x5 B5x2);

/// A set of cells: bit i stands for cell i.
pub(crate) type Cells = u128;

/// Every cell.
pub(crate) const fn all_cells<S: Shape>() -> Cells {
    Cells::MAX >> (128 - S::CELLS)
}

/// The cells of a set, as indices.
pub(crate) fn each(mut set: Cells) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let cell = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (cell < 128).then_some(cell)
    })
}

fn set_of<S: Shape>(house: House<S>) -> Cells {
    house.cells().fold(0, |set, cell| set | 1 << cell.index())
}

/// A solution of a puzzle that is not this grid.
fn another<S: Shape, X: Solver<S>, P: Probe + ?Sized>(
    solver: &mut X,
    puzzle: &Puzzle<S>,
    grid: &Grid<S>,
    probe: &mut P,
) -> Result<Option<Grid<S>>, P::Stop> {
    let flow = solver.try_solve(puzzle, probe, |found| {
        if found == grid {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(*found)
        }
    })?;
    Ok(flow.break_value())
}

/// What is known of the puzzles of one grid.
///
/// A set of cells is unavoidable if other digits in them, and the same everywhere else, give another grid: so a puzzle
/// is unique exactly if it has a clue in every unavoidable set. The sets known refute most puzzles that are not; the
/// solver proves the others unique, or finds a set that was not known.
#[derive(Clone, Debug)]
pub(crate) struct Subpuzzles<S: Masked, X> {
    solver: X,
    peers: S::CellArray<Cells>,
    /// Row, column and box of each cell.
    houses: Vec<[Cells; 3]>,
    /// Pairs of lines that exchange their digits within columns or rows.
    lines: Vec<(Vec<u8>, Vec<u8>)>,
    grid: Grid<S>,
    /// The cells of each digit.
    places: S::HouseArray<Cells>,
    /// Unavoidable sets.
    pub(crate) sets: Vec<Cells>,
    /// The puzzle shown to the solver last, and its givens.
    puzzle: Puzzle<S>,
    given: Cells,
}

impl<S: Masked, X: Solver<S>> Subpuzzles<S, X> {
    pub(crate) fn new(solver: X) -> Self {
        let mut peers = S::CellArray::filled(0);
        for cell in Cell::<S>::all() {
            peers.flat_mut()[cell.index()] = cell.peers().fold(0, |set, peer| set | 1 << peer.index());
        }
        let houses: Vec<Vec<_>> = House::<S>::all()
            .map(|house| house.cells().map(|cell| cell.index() as u8).collect())
            .collect();
        let mut lines = Vec::new();
        for (kind, width) in [(0, S::BOX_ROWS), (1, S::BOX_COLUMNS)] {
            for chute in houses[kind * S::SIDE..][..S::SIDE].chunks(width) {
                for (i, line) in chute.iter().enumerate() {
                    lines.extend(chute[..i].iter().map(|other| (line.clone(), other.clone())));
                }
            }
        }
        Self {
            solver,
            peers,
            houses: Cell::<S>::all().map(|cell| cell.houses().map(set_of)).collect(),
            lines,
            grid: Grid::canonical_base(),
            places: S::HouseArray::filled(0),
            sets: Vec::new(),
            puzzle: Puzzle::empty(),
            given: 0,
        }
    }

    /// Turns to another grid. Its first sets are those within two lines of a chute.
    pub(crate) fn turn_to(&mut self, grid: &Grid<S>) {
        self.grid = *grid;
        // The puzzle of the solver has givens of the old grid.
        self.puzzle = Puzzle::empty();
        self.given = 0;
        self.places = S::HouseArray::filled(0);
        for (cell, &value) in grid.values().iter().enumerate() {
            self.places.flat_mut()[usize::from(value) - 1] |= 1 << cell;
        }
        self.sets.clear();
        self.exchange_lines();
    }

    /// The sets within two lines of a chute that exchange their digits: the cycles of a permutation.
    fn exchange_lines(&mut self) {
        let values = self.grid.values();
        for (one, two) in &self.lines {
            let mut at = S::HouseArray::filled(0);
            for (i, &cell) in (0..).zip(one) {
                at.flat_mut()[usize::from(values[usize::from(cell)]) - 1] = i;
            }
            let mut open: u32 = (1 << S::SIDE) - 1;
            while open != 0 {
                let (first, mut set) = (open.trailing_zeros() as usize, 0);
                let mut i = first;
                loop {
                    open &= !(1 << i);
                    set |= 1 << one[i] | 1 << two[i];
                    i = at.flat()[usize::from(values[usize::from(two[i])]) - 1];
                    if i == first {
                        break;
                    }
                }
                self.sets.push(set);
            }
        }
    }

    /// A puzzle that is known to be minimal, of item 0.
    pub(crate) fn minimal_puzzle(&self, cells: Cells) -> MinimalPuzzle<S> {
        let mut puzzle = Puzzle::empty();
        for cell in each(cells).filter_map(Cell::new) {
            puzzle.set(cell, Some(self.grid.digit(cell)));
        }
        MinimalPuzzle {
            puzzle,
            grid: self.grid,
            clues: cells.count_ones() as usize,
            item: 0,
            log_weight: None,
        }
    }

    /// Asks the solver whether the puzzle with those cells given is unique. If not, unavoidable sets without a given
    /// are added to those known.
    pub(crate) fn is_unique<P: Probe + ?Sized>(
        &mut self,
        cells: Cells,
        probe: &mut P,
    ) -> Result<bool, P::Stop> {
        self.give(cells);
        let found = another(&mut self.solver, &self.puzzle, &self.grid, probe)?;
        if let Some(found) = &found {
            let mut left = self.differing(found);
            while left != 0 {
                left &= !self.learn(left.trailing_zeros() as usize, found);
            }
        }
        Ok(found.is_none())
    }

    /// The same of a unique puzzle less one of its clues, whose cell must have no other digit.
    pub(crate) fn is_unique_without<P: Probe + ?Sized>(
        &mut self,
        cells: Cells,
        clue: usize,
        probe: &mut P,
    ) -> Result<bool, P::Stop> {
        let less = cells & !(1 << clue);
        if self.is_single(less, clue) {
            return Ok(true);
        }
        self.give(less);
        let mut puzzle = self.puzzle.clone();
        let cell = Cell::new(clue).expect("a clue is a cell");
        puzzle.restrict(cell, !DigitSet::single(self.grid.digit(cell)));
        let found = another(&mut self.solver, &puzzle, &self.grid, probe)?;
        if let Some(found) = &found {
            // An unavoidable set without another clue has this one: that which it forces is the smallest.
            let (set, _) = self.forced(clue, found);
            self.sets.push(set);
        }
        Ok(found.is_none())
    }

    /// Whether givens alone leave an empty cell only its digit, or the digit only this cell in a house.
    fn is_single(&self, cells: Cells, cell: usize) -> bool {
        let digit = usize::from(self.grid.values()[cell]) - 1;
        let seen = self.peers.flat()[cell] & cells;
        let naked = self
            .places
            .flat()
            .iter()
            .enumerate()
            .all(|(other, places)| other == digit || places & seen != 0);
        if naked {
            return true;
        }
        let givens = self.places.flat()[digit] & cells;
        let open = each(givens).fold(!cells, |open, given| open & !self.peers.flat()[given]);
        self.houses[cell].iter().any(|house| house & open == 1 << cell)
    }

    /// Gives the solver's puzzle those cells.
    fn give(&mut self, cells: Cells) {
        for cell in each(cells ^ self.given).filter_map(Cell::new) {
            let given = cells >> cell.index() & 1 == 1;
            self.puzzle.set(cell, given.then(|| self.grid.digit(cell)));
        }
        self.given = cells;
    }

    /// The cells in which another grid differs.
    fn differing(&self, other: &Grid<S>) -> Cells {
        let halves = self.grid.values().chunks(64).zip(other.values().chunks(64));
        let halves = halves.map(|(ours, others)| {
            let pairs = ours.iter().zip(others).enumerate();
            pairs.fold(0, |set, (i, (a, b))| set | u64::from(a != b) << i)
        });
        halves.rev().fold(0, |set, half| set << 64 | Cells::from(half))
    }

    /// Learns an unavoidable set of cells in which another grid differs, with the cell or with some that it forces to
    /// change; returns all that it forces.
    fn learn(&mut self, cell: usize, other: &Grid<S>) -> Cells {
        let (all, mut last) = self.forced(cell, other);
        let mut set = all;
        // What is reached last may be unavoidable without the others.
        loop {
            let (less, next) = self.forced(last, other);
            if less == set {
                break;
            }
            (set, last) = (less, next);
        }
        self.sets.push(set);
        all
    }

    /// What must change if a cell gets its digit of another grid: peers with that digit, and so on. And the cell reached
    /// last.
    fn forced(&self, cell: usize, other: &Grid<S>) -> (Cells, usize) {
        let (mut set, mut open, mut last): (Cells, Cells, _) = (1 << cell, 1 << cell, cell);
        while open != 0 {
            last = open.trailing_zeros() as usize;
            open &= open - 1;
            let digit = usize::from(other.values()[last]) - 1;
            let new = self.places.flat()[digit] & self.peers.flat()[last] & !set;
            set |= new;
            open |= new;
        }
        (set, last)
    }

    /// Forgets all but the smallest sets, and sorts these: a small one is more often without a clue.
    pub(crate) fn keep_smallest(&mut self, number: usize) {
        self.sets.sort_unstable_by_key(|set| (set.count_ones(), *set));
        self.sets.dedup();
        self.sets.truncate(number);
    }

    /// Whether a known set has no cell of these.
    pub(crate) fn is_refuted(&self, cells: Cells) -> bool {
        self.sets.iter().any(|set| set & cells == 0)
    }
}
