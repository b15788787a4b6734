//! Unique and avoidable rectangles: four cells in two rows, two columns and two boxes, of which two digits would have
//! two ways. Valid only for puzzles with one solution.

use std::ops::ControlFlow;

use crate::{Board, Candidate, CellSet, Kind, Layout, Step, Technique, Visit, bits};

/// Four cells in two rows, two columns and two boxes: the second in the box of the first, the third in line with it,
/// the fourth opposite.
type Corners = [u8; 4];

/// The rectangles with this cell as their first corner: those with the second in its row, then in its column.
fn rectangles(layout: &Layout, first: u8) -> impl Iterator<Item = Corners> {
    let cells = |house: u8| layout.house_sets[usize::from(house)];
    let [home, row, column] = layout.houses_of[usize::from(first)].map(cells);
    let sides = [(row, column), (column, row)].into_iter();
    sides.flat_map(move |(line, across)| {
        let mates = (home & line).without(CellSet::single(first));
        mates.iter().flat_map(move |second| {
            let opposite = move |third: u8| third.wrapping_add(second).wrapping_sub(first);
            let thirds = across.without(home).iter();
            thirds.map(move |third| [first, second, third, opposite(third)])
        })
    })
}

/// Finds unique rectangles, types 1 to 6, and Hidden Rectangles: four empty cells of which one has just two
/// candidates, a and b, that would have two ways if no corner had another digit.
///
/// * Type 1: one corner has others; a and b go from it.
/// * Type 2: two corners in line have the same other digit; it goes from what sees both. Type 5: two opposite or three
///   corners.
/// * Type 3: the other digits of two corners in line are a naked subset with further cells of a house.
/// * Type 4: two corners in line have others; one of a and b has no other place in a house, the other goes.
/// * Type 6: two opposite corners have others; in both rows or both columns a has no other place; it goes from them.
/// * Hidden Rectangle: in row and column of a corner opposite to one with a and b only, a has no other place; b goes.
///
/// A corner may lack a or b, if so built and no peer holds the digit: it was taken away by reasoning, then. (Not so
/// on a board whose puzzle forbids candidates from the start; there the technique needs all of them.)
///
/// Order: kinds as given, rectangles by the first cell with two candidates. Cost: some thousand tests at most. The
/// conventions are those of `HoDoKu`.
pub struct UniqueRectangles {
    kinds: &'static [Kind],
    missing: bool,
}

impl UniqueRectangles {
    /// Finds these kinds, also with corners that lack a digit; those of other families are ignored.
    pub const fn new(kinds: &'static [Kind]) -> Self {
        Self { kinds, missing: true }
    }

    /// Takes only rectangles with both digits in every corner.
    #[must_use]
    pub const fn complete(self) -> Self {
        Self {
            missing: false,
            ..self
        }
    }
}

impl Technique for UniqueRectangles {
    fn kinds(&self) -> &'static [Kind] {
        self.kinds
    }

    fn search(&mut self, board: &Board, visit: Visit<'_>) -> ControlFlow<()> {
        let bivalue = board.bivalue();
        for &kind in self.kinds {
            for first in bivalue {
                let pair = board.marks(first);
                for corners in rectangles(board.layout(), first) {
                    let fits = corners[1..].iter().all(|&corner| {
                        qualifies(board, corner, pair, self.missing)
                            && (corner > first || board.marks(corner) != pair)
                    });
                    if fits {
                        Rectangle::new(board, corners, pair).search(kind, visit)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// Whether both digits are, or were, candidates of an empty cell.
fn qualifies(board: &Board, cell: u8, pair: u16, missing: bool) -> bool {
    let absent = pair & !board.marks(cell);
    // A digit that no house of the cell holds has places left in each.
    let is_open = |digit| {
        let homes = board.layout().houses_of[usize::from(cell)];
        homes.into_iter().all(|house| board.places(house, digit) != 0)
    };
    board.value(cell) == 0 && (absent == 0 || missing && bits(absent).all(is_open))
}

struct Rectangle<'a> {
    board: &'a Board,
    corners: Corners,
    pair: u16,
    /// The corners with others than the pair.
    roof: CellSet,
    /// These others.
    extra: u16,
}

impl<'a> Rectangle<'a> {
    fn new(board: &'a Board, corners: Corners, pair: u16) -> Self {
        let extra = |cell: u8| board.marks(cell) & !pair;
        Self {
            board,
            corners,
            pair,
            roof: corners.into_iter().filter(|&cell| extra(cell) != 0).collect(),
            extra: corners.into_iter().fold(0, |set, cell| set | extra(cell)),
        }
    }

    fn search(&self, kind: Kind, visit: Visit<'_>) -> ControlFlow<()> {
        let is_aligned = self.board.layout().common_houses(self.roof).next().is_some();
        let is_pair = self.roof.len() == 2;
        match kind {
            Kind::UniqueRectangle1 if self.roof.len() == 1 => {
                let mut step = self.step(kind);
                step.eliminate(self.roof.iter().flat_map(|cell| self.of(cell, self.pair)));
                show(step, visit)
            }
            Kind::UniqueRectangle2 if is_pair && is_aligned => self.type2(kind, visit),
            Kind::UniqueRectangle5 if self.roof.len() > 1 && !(is_pair && is_aligned) => {
                self.type2(kind, visit)
            }
            Kind::UniqueRectangle3 if is_pair && is_aligned => self.type3(visit),
            Kind::UniqueRectangle4 if is_pair && is_aligned => self.type4(visit),
            Kind::UniqueRectangle6 if is_pair && !is_aligned => self.type6(visit),
            Kind::HiddenRectangle if self.roof.len() > 1 && !(is_pair && is_aligned) => self.hidden(visit),
            _ => ControlFlow::Continue(()),
        }
    }

    /// Types 2 and 5.
    fn type2(&self, kind: Kind, visit: Visit<'_>) -> ControlFlow<()> {
        if !self.extra.is_power_of_two() {
            return ControlFlow::Continue(());
        }
        let digit = self.extra.trailing_zeros() as usize;
        let mut step = self.step(kind);
        step.eliminate_digit(
            self.board.layout().common_peers(self.roof) & self.board.cells_of(digit),
            digit,
        );
        show(step, visit)
    }

    fn type3(&self, visit: Visit<'_>) -> ControlFlow<()> {
        if self.extra.is_power_of_two() {
            return ControlFlow::Continue(());
        }
        let layout = self.board.layout();
        let corners = self.corners.into_iter().collect();
        for house in layout.common_houses(self.roof) {
            let others = (layout.house_sets[usize::from(house)] & self.board.empty()).without(corners);
            for size in 1..others.len() {
                self.subsets(house, others, CellSet::EMPTY, self.extra, size, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Chooses so many more cells for the naked subset of a type 3.
    fn subsets(
        &self,
        house: u8,
        mut others: CellSet,
        chosen: CellSet,
        digits: u16,
        left: usize,
        visit: Visit<'_>,
    ) -> ControlFlow<()> {
        if digits.count_ones() as usize > chosen.len() + left + 1 {
            return ControlFlow::Continue(());
        }
        if left == 0 {
            let subset = self.roof | chosen;
            let mut step = self.step(Kind::UniqueRectangle3);
            for common in self.board.layout().common_houses(subset) {
                let victims = self.board.layout().house_sets[usize::from(common)].without(subset);
                step.eliminate(victims.iter().flat_map(|cell| self.of(cell, digits)));
            }
            step.pattern.houses = vec![house];
            step.pattern.sets = vec![(chosen, digits)];
            step.pattern.complexity = chosen.len() as u32 + 1;
            return show(step, visit);
        }
        while let Some(cell) = others.first() {
            others.remove(cell);
            let digits = digits | self.board.marks(cell);
            let chosen = chosen | CellSet::single(cell);
            self.subsets(house, others, chosen, digits, left - 1, visit)?;
        }
        ControlFlow::Continue(())
    }

    fn type4(&self, visit: Visit<'_>) -> ControlFlow<()> {
        for house in self.board.layout().common_houses(self.roof) {
            for digit in bits(self.pair).filter(|&digit| self.holds(house, digit)) {
                let mut step = self.step(Kind::UniqueRectangle4);
                step.eliminate(
                    self.roof
                        .iter()
                        .flat_map(|cell| self.of(cell, self.pair & !(1 << digit))),
                );
                step.pattern.houses = vec![house];
                show(step, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn type6(&self, visit: Visit<'_>) -> ControlFlow<()> {
        let [first, .., last] = self
            .corners
            .map(|cell| self.board.layout().houses_of[usize::from(cell)]);
        for digit in bits(self.pair) {
            let lines = [1, 2].map(|kind| [first[kind], last[kind]]);
            let held = lines
                .into_iter()
                .find(|lines| lines.iter().all(|&line| self.holds(line, digit)));
            if let Some(lines) = held {
                let mut step = self.step(Kind::UniqueRectangle6);
                step.eliminate_digit(self.roof & self.board.cells_of(digit), digit);
                step.pattern.houses = lines.to_vec();
                show(step, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn hidden(&self, visit: Visit<'_>) -> ControlFlow<()> {
        let [first, second, third, last] = self.corners;
        for (corner, opposite) in [(first, last), (second, third), (third, second), (last, first)] {
            if self.board.marks(corner) != self.pair {
                continue;
            }
            let [_, row, column] = self.board.layout().houses_of[usize::from(opposite)];
            for digit in bits(self.pair).filter(|&digit| self.holds(row, digit) && self.holds(column, digit))
            {
                let mut step = self.step(Kind::HiddenRectangle);
                step.eliminate(self.of(opposite, self.pair & !(1 << digit)));
                step.pattern.houses = vec![row, column];
                show(step, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether all places of the digit in a house are corners.
    fn holds(&self, house: u8, digit: usize) -> bool {
        let corners = self.corners.into_iter().collect();
        let cells = self.board.cells_of(digit) & self.board.layout().house_sets[usize::from(house)];
        cells.is_subset(corners)
    }

    /// The candidates of a cell among these digits.
    fn of(&self, cell: u8, digits: u16) -> impl Iterator<Item = Candidate> + use<> {
        bits(self.board.marks(cell) & digits).map(move |digit| Candidate::new(cell, digit))
    }

    fn step(&self, kind: Kind) -> Step {
        let mut step = Step::new(kind, self.board.layout().size);
        step.pattern.digits = self.pair;
        step.pattern.cells = self.corners.to_vec();
        step.pattern.fins = self
            .roof
            .iter()
            .flat_map(|cell| self.of(cell, self.extra))
            .collect();
        step
    }
}

fn show(step: Step, visit: Visit<'_>) -> ControlFlow<()> {
    if step.is_empty() {
        ControlFlow::Continue(())
    } else {
        visit(step)
    }
}

/// Finds avoidable rectangles: corners that were solved, not given, and would with the others have two ways.
///
/// * Type 1: three corners are solved; the fourth is not what would complete the rectangle.
/// * Type 2: two corners in line are solved; the others have one candidate to complete it, and the same other one,
///   which goes from what sees both.
///
/// Order: kinds as given, cells. Cost: some hundred tests. The conventions are those of `HoDoKu`. Needs
/// [`Board::mark_placed`] or values that were placed on the board.
pub struct AvoidableRectangles {
    kinds: &'static [Kind],
}

impl AvoidableRectangles {
    /// Finds these kinds; those of other families are ignored.
    pub const fn new(kinds: &'static [Kind]) -> Self {
        Self { kinds }
    }
}

impl Technique for AvoidableRectangles {
    fn kinds(&self) -> &'static [Kind] {
        self.kinds
    }

    fn search(&mut self, board: &Board, visit: Visit<'_>) -> ControlFlow<()> {
        if (board.empty() | board.given()).len() == board.layout().cells {
            return ControlFlow::Continue(());
        }
        for &kind in self.kinds {
            for first in board.empty() {
                for corners in rectangles(board.layout(), first) {
                    match kind {
                        Kind::AvoidableRectangle1 => avoidable1(board, corners, visit)?,
                        Kind::AvoidableRectangle2 => avoidable2(board, corners, visit)?,
                        _ => {}
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// The digit (0..`side`) of a cell that was solved, not given.
fn solved(board: &Board, cell: u8) -> Option<usize> {
    let digit = usize::from(board.value(cell).checked_sub(1)?);
    (!board.given().contains(cell)).then_some(digit)
}

fn avoidable1(board: &Board, corners: Corners, visit: Visit<'_>) -> ControlFlow<()> {
    let [second, third, last] = [corners[1], corners[2], corners[3]].map(|cell| solved(board, cell));
    let (Some(second), Some(digit)) = (second, last) else {
        return ControlFlow::Continue(());
    };
    let candidate = Candidate::new(corners[0], digit);
    if third != Some(second) || !board.has(candidate) {
        return ControlFlow::Continue(());
    }
    let mut step = Step::new(Kind::AvoidableRectangle1, board.layout().size);
    step.eliminate([candidate]);
    step.pattern.digits = 1 << second | 1 << digit;
    step.pattern.cells = corners.to_vec();
    visit(step)
}

/// Type 2 with the first corner empty, and the second or the third a later empty one.
fn avoidable2(board: &Board, [first, mate, across, last]: Corners, visit: Visit<'_>) -> ControlFlow<()> {
    let (second, third) = if board.value(mate) == 0 {
        (mate, across)
    } else {
        (across, mate)
    };
    if second < first {
        return ControlFlow::Continue(());
    }
    let (Some(a), Some(b)) = (solved(board, third), solved(board, last)) else {
        return ControlFlow::Continue(());
    };
    // The first is in line with the third, and would be what the last is.
    let [one, two] = [(first, b), (second, a)].map(|(cell, digit)| {
        let others = board.marks(cell) & !(1 << digit);
        (board.has(Candidate::new(cell, digit)) && others.is_power_of_two()).then_some(others)
    });
    let (Some(other), true) = (one, one == two) else {
        return ControlFlow::Continue(());
    };
    let digit = other.trailing_zeros() as usize;
    let roof = [first, second].into_iter().collect();
    let mut step = Step::new(Kind::AvoidableRectangle2, board.layout().size);
    step.eliminate_digit(board.layout().common_peers(roof) & board.cells_of(digit), digit);
    step.pattern.digits = 1 << a | 1 << b;
    step.pattern.cells = vec![first, second, third, last];
    step.pattern.fins = [first, second].map(|cell| Candidate::new(cell, digit)).to_vec();
    show(step, visit)
}
