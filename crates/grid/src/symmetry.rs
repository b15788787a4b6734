//! The symmetries of a shape as values: they compose, invert, apply, and have numbers.

use core::fmt;

use rand_core::Rng;

use crate::rng::{below, below_each, shuffle};
use crate::{B3x3, BoxSize, Cell, Digit, DigitSet, Flat, Grid, Puzzle, Shape};

/// A symmetry of a shape: an optional transposition (where boxes are square), then an order of the rows and one of
/// the columns that keep bands, stacks and their lines together, and an exchange of digits.
///
/// All of them form a group of 3,359,232 x 9! elements at 3x3. It maps solution grids to solution grids, and a
/// puzzle to one with as many solutions.
///
/// Row i of the result is row `rows()[i]` of what is there after the transposition, column j is column
/// `columns()[j]`, and digit d becomes `labels()[d - 1]`.
///
/// ```
/// use gridwright_grid::{Grid, Symmetry};
///
/// let base: Grid = Grid::canonical_base();
/// let turn = Symmetry::rotation(1).expect("boxes are square");
/// let flip = Symmetry::flip_rows();
/// assert_eq!(turn.then(&turn).then(&turn).then(&turn), Symmetry::identity());
/// assert_eq!(turn.then(&flip).grid(&base), flip.grid(&turn.grid(&base)));
/// assert_eq!(turn.inverse().grid(&turn.grid(&base)), base);
/// assert_eq!(Symmetry::unrank(turn.rank()), Some(turn));
/// ```
#[derive(Clone, Copy)]
pub struct Symmetry<S: Shape = B3x3> {
    transposed: bool,
    rows: S::HouseArray<u8>,
    columns: S::HouseArray<u8>,
    labels: Labels,
}

/// What each value becomes, 0 staying 0. Values are below 32, so masked ones need no check of bounds.
type Labels = [u8; 32];

/// Every value stays.
const SAME: Labels = {
    let mut labels = [0; 32];
    let mut value = 0;
    while value < 32 {
        labels[value] = value as u8;
        value += 1;
    }
    labels
};

/// The number of a symmetry: what it does to cells, and what it does to digits, numbered apart so that both fit
/// at every shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank {
    /// Below [`Symmetry::CELL_ORDER`]; 0 moves no cell.
    pub cells: u128,
    /// Below [`Symmetry::DIGIT_ORDER`]; 0 exchanges no digits.
    pub digits: u128,
}

/// Why parts make no symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymmetryError {
    /// Boxes of that size are not square, so the grid cannot be transposed.
    Transposed(BoxSize),
    /// Not an order of the rows that keeps bands together.
    Rows,
    /// Not an order of the columns that keeps stacks together.
    Columns,
    /// Not each digit once.
    Labels,
}

impl fmt::Display for SymmetryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Transposed(size) => write!(f, "boxes of {size} are not square: no transposition"),
            Self::Rows => f.write_str("not an order of the rows that keeps bands together"),
            Self::Columns => f.write_str("not an order of the columns that keeps stacks together"),
            Self::Labels => f.write_str("not each digit once"),
        }
    }
}

impl core::error::Error for SymmetryError {}

const fn factorial(n: usize) -> u128 {
    let (mut product, mut i) = (1, 2);
    while i <= n {
        product *= i as u128;
        i += 1;
    }
    product
}

/// How many orders of lines keep `chutes` chutes of `width` lines together.
const fn line_order(chutes: usize, width: usize) -> u128 {
    factorial(chutes) * factorial(width).pow(chutes as u32)
}

/// The number of a permutation of 0..n among all, in lexicographic order.
fn rank_permutation(items: &(impl Iterator<Item = u8> + Clone)) -> u128 {
    let n = items.clone().count();
    let mut rank = 0;
    for (i, item) in items.clone().enumerate() {
        let smaller = items.clone().skip(i + 1).filter(|&other| other < item).count();
        rank = rank * (n - i) as u128 + smaller as u128;
    }
    rank
}

/// The permutation of 0..n, n the number of slots, of that number; its digits in the factorial system say how
/// many smaller ones follow each item.
fn unrank_permutation(mut rank: u128, slots: &mut [u8]) {
    let n = slots.len();
    for i in (0..n).rev() {
        let base = (n - i) as u128;
        slots[i] = (rank % base) as u8;
        rank /= base;
        for j in i + 1..n {
            slots[j] += u8::from(slots[j] >= slots[i]);
        }
    }
}

/// The number of an order of lines that keeps chutes of `width` together.
fn rank_lines(lines: &[u8], width: usize) -> u128 {
    let chutes = lines.iter().step_by(width).map(|&line| line / width as u8);
    let mut rank = rank_permutation(&chutes);
    for chute in lines.chunks_exact(width) {
        let inner = chute.iter().map(|&line| line % width as u8);
        rank = rank * factorial(width) + rank_permutation(&inner);
    }
    rank
}

fn unrank_lines(mut rank: u128, lines: &mut [u8], width: usize) {
    for chute in lines.chunks_exact_mut(width).rev() {
        unrank_permutation(rank % factorial(width), chute);
        rank /= factorial(width);
    }
    let mut chutes = [0; 25];
    let chutes = &mut chutes[..lines.len() / width];
    unrank_permutation(rank, chutes);
    for (chute, &mut number) in lines.chunks_exact_mut(width).zip(chutes) {
        for line in chute {
            *line += number * width as u8;
        }
    }
}

/// Whether the lines are each there once, and chutes of `width` together.
fn are_lines(lines: &[u8], width: usize) -> bool {
    let mut seen = 0_u32;
    for chute in lines.chunks_exact(width) {
        for &line in chute {
            if usize::from(line) >= lines.len() || line / width as u8 != chute[0] / width as u8 {
                return false;
            }
            seen |= 1 << line;
        }
    }
    seen.count_ones() as usize == lines.len()
}

/// Draws an order of lines that keeps chutes of `width` lines together.
#[inline]
fn random_lines<R: Rng + ?Sized>(rng: &mut R, lines: &mut [u8], width: usize) {
    // Chutes of 3 lines, 3 of them: all four permutations from one word.
    if lines.len() == 9 && width == 3 {
        const ORDERS: [[u8; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        let [chutes, inner @ ..] = below_each(rng, [6; 4]);
        let chutes = ORDERS[chutes as usize];
        for (i, slot) in lines.iter_mut().enumerate() {
            *slot = 3 * chutes[i / 3] + ORDERS[inner[i / 3] as usize][i % 3];
        }
        return;
    }
    let mut chutes: [u8; 25] = core::array::from_fn(|i| i as u8);
    let chutes = &mut chutes[..lines.len() / width];
    shuffle(rng, chutes);
    for (slots, &mut chute) in lines.chunks_exact_mut(width).zip(chutes) {
        for (i, slot) in slots.iter_mut().enumerate() {
            *slot = chute * width as u8 + i as u8;
        }
        shuffle(rng, slots);
    }
}

/// 0, 1, 2, ...
fn counting<S: Shape>() -> S::HouseArray<u8> {
    let mut array = S::HouseArray::filled(0);
    for (slot, number) in array.flat_mut().iter_mut().zip(0..) {
        *slot = number;
    }
    array
}

/// `outer` after `inner`: element i is `outer[inner[i]]`.
fn after<S: Shape>(outer: S::HouseArray<u8>, inner: S::HouseArray<u8>) -> S::HouseArray<u8> {
    let mut result = inner;
    for slot in result.flat_mut() {
        *slot = outer.flat()[usize::from(*slot)];
    }
    result
}

fn inverted<S: Shape>(order: S::HouseArray<u8>) -> S::HouseArray<u8> {
    let mut result = order;
    for (i, &slot) in order.flat().iter().enumerate() {
        result.flat_mut()[usize::from(slot)] = i as u8;
    }
    result
}

impl<S: Shape> Symmetry<S> {
    /// Whether the shape can be transposed: whether its boxes are square.
    pub const SQUARE: bool = S::BOX_ROWS == S::BOX_COLUMNS;

    /// How many ways there are to move the cells: 3,359,232 at 3x3.
    pub const CELL_ORDER: u128 = line_order(S::BOX_COLUMNS, S::BOX_ROWS)
        * line_order(S::BOX_ROWS, S::BOX_COLUMNS)
        * if Self::SQUARE { 2 } else { 1 };

    /// How many ways there are to exchange the digits: `SIDE`!.
    pub const DIGIT_ORDER: u128 = factorial(S::SIDE);

    /// Moves nothing.
    pub fn identity() -> Self {
        Self {
            transposed: false,
            rows: counting::<S>(),
            columns: counting::<S>(),
            labels: SAME,
        }
    }

    /// From its parts, as the description of the type names them; `rows` and `columns` count from 0, `labels`
    /// from 1.
    ///
    /// # Errors
    ///
    /// When a part is none of the shape.
    pub fn new(transposed: bool, rows: &[u8], columns: &[u8], labels: &[u8]) -> Result<Self, SymmetryError> {
        if transposed && !Self::SQUARE {
            return Err(SymmetryError::Transposed(S::SIZE));
        }
        if rows.len() != S::SIDE || !are_lines(rows, S::BOX_ROWS) {
            return Err(SymmetryError::Rows);
        }
        if columns.len() != S::SIDE || !are_lines(columns, S::BOX_COLUMNS) {
            return Err(SymmetryError::Columns);
        }
        let set: DigitSet = labels.iter().filter_map(|&label| Digit::new(label)).collect();
        if labels.len() != S::SIDE || set != S::ALL {
            return Err(SymmetryError::Labels);
        }
        let mut symmetry = Self::identity();
        symmetry.transposed = transposed;
        symmetry.rows.flat_mut().copy_from_slice(rows);
        symmetry.columns.flat_mut().copy_from_slice(columns);
        symmetry.labels[1..=S::SIDE].copy_from_slice(labels);
        Ok(symmetry)
    }

    /// From parts that are known to be right.
    #[inline]
    pub(crate) fn from_checked(
        transposed: bool,
        rows: S::HouseArray<u8>,
        columns: S::HouseArray<u8>,
        labels: Labels,
    ) -> Self {
        debug_assert!(are_lines(rows.flat(), S::BOX_ROWS) && are_lines(columns.flat(), S::BOX_COLUMNS));
        Self {
            transposed,
            rows,
            columns,
            labels,
        }
    }

    /// How many orders of the columns keep stacks together.
    pub(crate) const fn column_orders() -> u128 {
        line_order(S::BOX_ROWS, S::BOX_COLUMNS)
    }

    /// Rows become columns; `None` where boxes are not square.
    pub fn transposition() -> Option<Self> {
        Self::SQUARE.then(|| Self {
            transposed: true,
            ..Self::identity()
        })
    }

    /// The first row becomes the last.
    pub fn flip_rows() -> Self {
        let mut flip = Self::identity();
        flip.rows.flat_mut().reverse();
        flip
    }

    /// The first column becomes the last.
    pub fn flip_columns() -> Self {
        let mut flip = Self::identity();
        flip.columns.flat_mut().reverse();
        flip
    }

    /// So many quarter turns clockwise; an odd number is `None` where boxes are not square.
    pub fn rotation(quarters: u8) -> Option<Self> {
        let quarter = || Some(Self::transposition()?.then(&Self::flip_columns()));
        match quarters % 4 {
            0 => Some(Self::identity()),
            1 => quarter(),
            2 => Some(Self::flip_rows().then(&Self::flip_columns())),
            _ => Some(quarter()?.inverse()),
        }
    }

    /// Exchanges digits: d becomes `labels[d - 1]`.
    ///
    /// # Errors
    ///
    /// When the labels are not each digit of the shape once.
    pub fn relabelling(labels: &[u8]) -> Result<Self, SymmetryError> {
        let identity = Self::identity();
        Self::new(false, identity.rows.flat(), identity.columns.flat(), labels)
    }

    /// One of them, all equally likely.
    #[inline]
    pub fn random<R: Rng + ?Sized>(rng: &mut R) -> Self {
        Self::random_with(rng, true)
    }

    /// One of them, all equally likely, or of those that exchange no digits.
    #[inline]
    pub fn random_with<R: Rng + ?Sized>(rng: &mut R, relabel: bool) -> Self {
        let mut symmetry = Self::identity();
        if relabel {
            shuffle(rng, &mut symmetry.labels[1..=S::SIDE]);
        }
        random_lines(rng, symmetry.rows.flat_mut(), S::BOX_ROWS);
        random_lines(rng, symmetry.columns.flat_mut(), S::BOX_COLUMNS);
        symmetry.transposed = Self::SQUARE && below(rng, 2) == 1;
        symmetry
    }

    /// Whether it transposes first.
    pub fn is_transposed(&self) -> bool {
        self.transposed
    }

    /// For each row of the result, the row it comes from: 0..`SIDE`.
    pub fn rows(&self) -> &[u8] {
        self.rows.flat()
    }

    /// For each column of the result, the column it comes from: 0..`SIDE`.
    pub fn columns(&self) -> &[u8] {
        self.columns.flat()
    }

    /// For each digit, less one, the digit that it becomes: 1..=`SIDE`.
    pub fn labels(&self) -> &[u8] {
        &self.labels[1..=S::SIDE]
    }

    /// What each value becomes: element d of digit d, 0 of 0. Values are below 32, so `value & 31` needs no check.
    #[inline]
    pub fn table(&self) -> &[u8; 32] {
        &self.labels
    }

    /// This one, then the other.
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        let labels = self.labels.map(|label| next.labels[usize::from(label & 31)]);
        // The second transposition exchanges what the first did to rows and to columns.
        let (rows, columns) = if next.transposed {
            (self.columns, self.rows)
        } else {
            (self.rows, self.columns)
        };
        Self {
            transposed: self.transposed != next.transposed,
            rows: after::<S>(rows, next.rows),
            columns: after::<S>(columns, next.columns),
            labels,
        }
    }

    /// The one that undoes it.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let (rows, columns) = (inverted::<S>(self.rows), inverted::<S>(self.columns));
        let (rows, columns) = if self.transposed {
            (columns, rows)
        } else {
            (rows, columns)
        };
        let mut labels = SAME;
        for (value, &label) in (0..).zip(&self.labels) {
            labels[usize::from(label & 31)] = value;
        }
        Self {
            transposed: self.transposed,
            rows,
            columns,
            labels,
        }
    }

    /// Its number: 0 and 0 for the identity.
    pub fn rank(&self) -> Rank {
        let mut cells = u128::from(self.transposed);
        for (lines, width) in [(&self.rows, S::BOX_ROWS), (&self.columns, S::BOX_COLUMNS)] {
            cells = cells * line_order(S::SIDE / width, width) + rank_lines(lines.flat(), width);
        }
        Rank {
            cells,
            digits: rank_permutation(&self.labels().iter().map(|label| label - 1)),
        }
    }

    /// The symmetry of that number; `None` if there are not so many.
    pub fn unrank(rank: Rank) -> Option<Self> {
        if rank.cells >= Self::CELL_ORDER || rank.digits >= Self::DIGIT_ORDER {
            return None;
        }
        let mut symmetry = Self::identity();
        let column_orders = line_order(S::BOX_ROWS, S::BOX_COLUMNS);
        let row_orders = line_order(S::BOX_COLUMNS, S::BOX_ROWS);
        unrank_lines(
            rank.cells % column_orders,
            symmetry.columns.flat_mut(),
            S::BOX_COLUMNS,
        );
        let rest = rank.cells / column_orders;
        unrank_lines(rest % row_orders, symmetry.rows.flat_mut(), S::BOX_ROWS);
        symmetry.transposed = rest / row_orders == 1;
        let labels = &mut symmetry.labels[1..=S::SIDE];
        unrank_permutation(rank.digits, labels);
        for label in labels {
            *label += 1;
        }
        Some(symmetry)
    }

    /// The cell that comes to stand in a cell of the result.
    #[inline]
    pub fn source(&self, cell: Cell<S>) -> Cell<S> {
        let row = usize::from(self.rows.flat()[cell.row()]);
        let column = usize::from(self.columns.flat()[cell.column()]);
        let (row, column) = if self.transposed {
            (column, row)
        } else {
            (row, column)
        };
        Cell::at(row, column).expect("an order of lines holds lines")
    }

    /// What a digit becomes.
    #[inline]
    pub fn digit(&self, digit: Digit) -> Digit {
        Digit::new(self.labels[usize::from(digit.get())]).expect("labels are digits")
    }

    /// What a set of digits becomes.
    pub fn digits(&self, digits: DigitSet) -> DigitSet {
        digits.iter().map(|digit| self.digit(digit)).collect()
    }

    /// Moves what is kept for each cell, digits left alone: a pattern of clue cells, say.
    pub fn move_cells<T: Copy + Send + Sync + 'static>(&self, cells: &S::CellArray<T>) -> S::CellArray<T> {
        let mut moved = *cells;
        for (cell, slot) in Cell::<S>::all().zip(moved.flat_mut()) {
            *slot = cells.flat()[self.source(cell).index()];
        }
        moved
    }

    /// What a grid becomes.
    pub fn grid(&self, grid: &Grid<S>) -> Grid<S> {
        Grid::assume_valid(self.values(grid.values()))
    }

    /// What a puzzle becomes, candidates included.
    pub fn puzzle(&self, puzzle: &Puzzle<S>) -> Puzzle<S> {
        let mut image = Puzzle::from_checked(self.values(puzzle.values()));
        if puzzle.is_restricted() {
            for cell in Cell::all() {
                image.restrict(cell, self.digits(puzzle.restriction(self.source(cell))));
            }
        }
        image
    }

    /// Moves values, row-major, and exchanges digits; 0 stays 0.
    #[inline]
    pub(crate) fn values(&self, from: &[u8]) -> S::CellArray<u8> {
        let mut values = S::CellArray::filled(0);
        let (row_step, column_step) = if self.transposed {
            (1, S::SIDE)
        } else {
            (S::SIDE, 1)
        };
        for (row, &line) in values.flat_mut().chunks_exact_mut(S::SIDE).zip(self.rows.flat()) {
            let start = usize::from(line) * row_step;
            for (value, &column) in row.iter_mut().zip(self.columns.flat()) {
                *value = self.labels[usize::from(from[start + usize::from(column) * column_step] & 31)];
            }
        }
        values
    }
}

impl<S: Shape> PartialEq for Symmetry<S> {
    fn eq(&self, other: &Self) -> bool {
        self.transposed == other.transposed
            && self.rows() == other.rows()
            && self.columns() == other.columns()
            && self.labels() == other.labels()
    }
}

impl<S: Shape> Eq for Symmetry<S> {}

impl<S: Shape> core::hash::Hash for Symmetry<S> {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.rank().hash(state);
    }
}

impl<S: Shape> fmt::Debug for Symmetry<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Symmetry")
            .field("transposed", &self.transposed)
            .field("rows", &self.rows())
            .field("columns", &self.columns())
            .field("labels", &self.labels())
            .finish()
    }
}

/// A group of symmetries whose elements are numbered from 0, the identity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Every symmetry of the shape: 3,359,232 x 9! at 3x3.
    Full,
    /// Rotations and flips with any exchange of digits: 8 x 9! at 3x3, half as many turns where boxes are not
    /// square. Rotations and flips together are 8, not 4 x 4: a flip both ways is a half turn.
    Simple,
}

/// The rotations and flips that keep the shape: all 8, or 4 where boxes are not square.
fn turn<S: Shape>(number: u8) -> Option<Symmetry<S>> {
    let quarters = if Symmetry::<S>::SQUARE { 4 } else { 2 };
    let rotation = Symmetry::rotation(number % quarters * (4 / quarters))?;
    match number / quarters {
        0 => Some(rotation),
        1 => Some(rotation.then(&Symmetry::flip_columns())),
        _ => None,
    }
}

impl Group {
    /// How many elements; `None` from 2^128 on (the full group at 5x5).
    pub fn order<S: Shape>(self) -> Option<u128> {
        let cells = match self {
            Self::Full => Symmetry::<S>::CELL_ORDER,
            Self::Simple if Symmetry::<S>::SQUARE => 8,
            Self::Simple => 4,
        };
        cells.checked_mul(Symmetry::<S>::DIGIT_ORDER)
    }

    /// The element of that number; `None` if there are not so many.
    pub fn unrank<S: Shape>(self, index: u128) -> Option<Symmetry<S>> {
        let order = Symmetry::<S>::DIGIT_ORDER;
        let (cells, digits) = (index / order, index % order);
        match self {
            Self::Full => Symmetry::unrank(Rank { cells, digits }),
            Self::Simple => {
                let relabelling = Symmetry::unrank(Rank { cells: 0, digits })?;
                Some(turn(u8::try_from(cells).ok()?)?.then(&relabelling))
            }
        }
    }

    /// The number of an element; `None` if it is not in the group, or its number is 2^128 or more.
    pub fn rank<S: Shape>(self, symmetry: &Symmetry<S>) -> Option<u128> {
        let Rank { mut cells, digits } = symmetry.rank();
        if self == Self::Simple {
            let number =
                (0..8).find(|&number| turn::<S>(number).is_some_and(|turn| turn.rank().cells == cells));
            cells = u128::from(number?);
        }
        cells.checked_mul(Symmetry::<S>::DIGIT_ORDER)?.checked_add(digits)
    }

    /// One of its elements, all equally likely.
    pub fn random<S: Shape, R: Rng + ?Sized>(self, rng: &mut R) -> Symmetry<S> {
        match self {
            Self::Full => Symmetry::random(rng),
            Self::Simple => {
                let mut symmetry = Symmetry::identity();
                shuffle(rng, &mut symmetry.labels[1..=S::SIDE]);
                let turns = Self::turns::<S>().count() as u32;
                let drawn = below(rng, turns) as u8;
                turn(drawn).expect("drawn below their number").then(&symmetry)
            }
        }
    }

    /// Its elements that exchange no digits, of the simple group.
    pub(crate) fn turns<S: Shape>() -> impl Iterator<Item = Symmetry<S>> {
        (0..8).filter_map(turn)
    }
}
