//! The grids that a move of the cells leaves the same up to an exchange of digits.

use std::collections::{BTreeMap, BTreeSet};

use gridwright_grid::{Cell, Flat, Shape, Symmetry};

/// How many grids with the first row 1, 2, 3, ... become themselves with other labels when the cells are so moved;
/// `corner` are the moves that keep the first row and column, or exchange them.
///
/// Moves that commute with this one map such grids to each other. Those of the corner do so with the first columns
/// too, once the first row is 1, 2, 3, ... again: first columns of an orbit have equally many grids.
pub(crate) fn count_fixed<S: Shape>(element: &Symmetry<S>, corner: &[Symmetry<S>]) -> u64 {
    let problem = Problem::new(element);
    let mut columns = problem.first_columns();
    if columns.is_empty() {
        return 0;
    }
    let commutes = |other: &&Symmetry<S>| other.then(element) == element.then(other);
    let group: Vec<_> = corner.iter().filter(commutes).collect();
    let mut count = 0;
    while let Some((column, state)) = columns.pop_first() {
        let orbit: BTreeSet<_> = group.iter().map(|other| image(other, &column)).collect();
        for column in &orbit {
            columns.remove(column);
        }
        count += orbit.len() as u64 * problem.count(&state);
    }
    count
}

/// What the first column becomes by a move and the relabelling that makes the first row 1, 2, 3, ... again.
fn image<S: Shape>(element: &Symmetry<S>, column: &[u8]) -> Vec<u8> {
    let digit = |row, to_column| {
        let source = element.source(Cell::at(row, to_column).unwrap());
        match source.row() {
            0 => source.column() as u8 + 1,
            row => column[row],
        }
    };
    let mut labels = [0; 32];
    for to_column in 0..S::SIDE {
        labels[usize::from(digit(0, to_column))] = to_column as u8 + 1;
    }
    (0..S::SIDE)
        .map(|row| labels[usize::from(digit(row, 0))])
        .collect()
}

struct Problem<S: Shape> {
    /// For each cell, the cell whose digit comes to it.
    source: S::CellArray<u8>,
    /// For each cell, the cell that its digit goes to.
    target: S::CellArray<u8>,
    houses: S::CellArray<[u8; 3]>,
}

/// A partial grid, and what is known of the exchange of digits.
#[derive(Clone, Copy)]
struct State<S: Shape> {
    /// 0 if empty.
    values: S::CellArray<u8>,
    /// A bit for each cell.
    empty: u128,
    /// The digits of each row, each column and each box, a bit each.
    used: [S::HouseArray<u16>; 3],
    /// The digit of a cell's source, by the digit of the cell; 0 if not known.
    image: [u8; 32],
    /// The other way round.
    origin: [u8; 32],
}

impl<S: Shape> Problem<S> {
    fn new(element: &Symmetry<S>) -> Self {
        let mut problem = Self {
            source: S::CellArray::filled(0),
            target: S::CellArray::filled(0),
            houses: S::CellArray::filled([0; 3]),
        };
        for cell in Cell::<S>::all() {
            let source = element.source(cell).index();
            problem.source.flat_mut()[cell.index()] = source as u8;
            problem.target.flat_mut()[source] = cell.index() as u8;
            problem.houses.flat_mut()[cell.index()] =
                [cell.row(), cell.column(), cell.box_index()].map(|house| house as u8);
        }
        problem
    }

    /// What can stand in the first column below a first row 1, 2, 3, ..., with all that follows.
    fn first_columns(&self) -> BTreeMap<Vec<u8>, State<S>> {
        let mut state = State {
            values: S::CellArray::filled(0),
            empty: (1 << S::CELLS) - 1,
            used: [S::HouseArray::filled(0); 3],
            image: [0; 32],
            origin: [0; 32],
        };
        let mut states = Vec::new();
        if (0..S::SIDE).all(|column| state.place(self, column, column as u8 + 1)) {
            states.push(state);
        }
        let column = (0..S::CELLS).step_by(S::SIDE);
        for cell in column.clone() {
            states = states.iter().flat_map(|state| self.fill(state, cell)).collect();
        }
        let digits = |state: &State<S>| column.clone().map(|cell| state.value(cell)).collect();
        states.into_iter().map(|state| (digits(&state), state)).collect()
    }

    /// The state with each digit that fits in a cell.
    fn fill(&self, state: &State<S>, cell: usize) -> impl Iterator<Item = State<S>> {
        let digits = match state.value(cell) {
            0 => self.candidates(state, cell),
            digit => 1 << digit,
        };
        (1..=S::SIDE as u8)
            .filter(move |digit| digits >> digit & 1 != 0)
            .filter_map(move |digit| {
                let mut next = *state;
                next.place(self, cell, digit).then_some(next)
            })
    }

    /// How many grids complete the state.
    fn count(&self, state: &State<S>) -> u64 {
        if state.empty == 0 {
            return 1;
        }
        self.fill(state, self.choose(state))
            .map(|next| self.count(&next))
            .sum()
    }

    /// An empty cell with the fewest candidates.
    fn choose(&self, state: &State<S>) -> usize {
        let (mut best, mut fewest, mut empty) = (0, u32::MAX, state.empty);
        while empty != 0 && fewest > 1 {
            let cell = empty.trailing_zeros() as usize;
            empty &= empty - 1;
            let candidates = self.candidates(state, cell).count_ones();
            if candidates < fewest {
                (best, fewest) = (cell, candidates);
            }
        }
        best
    }

    fn candidates(&self, state: &State<S>, cell: usize) -> u16 {
        let used = state.used.iter().zip(&self.houses.flat()[cell]);
        let seen = used.fold(0, |seen, (used, &house)| seen | used.flat()[usize::from(house)]);
        !seen & ((2 << S::SIDE) - 2)
    }
}

impl<S: Shape> State<S> {
    fn value(&self, cell: usize) -> u8 {
        self.values.flat()[cell]
    }

    /// Sets a cell and all that follows from it by the move; false if something does not fit.
    fn place(&mut self, problem: &Problem<S>, cell: usize, digit: u8) -> bool {
        if self.value(cell) != 0 {
            return self.value(cell) == digit;
        }
        if problem.candidates(self, cell) >> digit & 1 == 0 {
            return false;
        }
        for (used, &house) in self.used.iter_mut().zip(&problem.houses.flat()[cell]) {
            used.flat_mut()[usize::from(house)] |= 1 << digit;
        }
        self.values.flat_mut()[cell] = digit;
        self.empty &= !(1 << cell);
        self.follow(problem, cell) && self.follow(problem, usize::from(problem.target.flat()[cell]))
    }

    /// What follows from a cell or its source for the other, or for the exchange of digits if both are known.
    fn follow(&mut self, problem: &Problem<S>, cell: usize) -> bool {
        let source = usize::from(problem.source.flat()[cell]);
        match (self.value(cell), self.value(source)) {
            (0, digit) => {
                let digit = self.origin[usize::from(digit & 31)];
                digit == 0 || self.place(problem, cell, digit)
            }
            (digit, 0) => {
                let digit = self.image[usize::from(digit & 31)];
                digit == 0 || self.place(problem, source, digit)
            }
            (digit, image) => self.exchange(problem, digit, image),
        }
    }

    /// Sets the image of a digit and all that follows from it.
    fn exchange(&mut self, problem: &Problem<S>, digit: u8, image: u8) -> bool {
        let known = (
            self.image[usize::from(digit & 31)],
            self.origin[usize::from(image & 31)],
        );
        if known != (0, 0) {
            return known == (image, digit);
        }
        self.image[usize::from(digit & 31)] = image;
        self.origin[usize::from(image & 31)] = digit;
        (0..S::CELLS).all(|cell| {
            let source = usize::from(problem.source.flat()[cell]);
            (self.value(cell) != digit && self.value(source) != image) || self.follow(problem, cell)
        })
    }
}
