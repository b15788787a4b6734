//! Unique rectangles and unique loops, types 1 to 4.

use std::ops::ControlFlow;

use crate::tuples::{Tuple, tuples, tuples_of};
use crate::{
    Board, Candidate, CellSet, Growth, Kind, MAX_CELLS, MAX_SIDE, Rating, Step, Technique, Visit, bits,
    is_single,
};

/// What Sudoku Explainer rates every kind of step here, by the length of the loop and the size of a type 3.
pub const RATING: Rating = Rating::growing(4.5, Growth::Loop);

/// Cells in each search from a first one, beyond any that a sound board needs.
const MOST_CELLS: u32 = 1 << 17;

/// Cells in a closed chain of houses, each house with none or two of them, next to each other, that all have the same
/// two candidates: could they have no others, these could be swapped. So some other candidate holds. Valid only for
/// puzzles with one solution.
///
/// Type 1: one cell has others. Type 2: all others are one digit. Type 3: two cells have others, which make a subset
/// with cells of a common house, naked or hidden. Type 4: one of the two digits has no other places in a common house
/// of the two cells.
///
/// Shows the steps by [`RATING`], then type: rectangles (loops of four cells, whose kinds have their own names) before
/// loops of six, eight, then more cells; a type 3 costs more the larger its subset: `pattern.complexity` is the number
/// of the digits of a naked subset, or of the cells outside the loop of a hidden one, 0 of other types.
/// `pattern.cells` is the loop, `pattern.digits` are the two digits, `pattern.fins` the other candidates;
/// `pattern.sets` holds the cells outside the loop and the digits of a type 3's subset.
#[derive(Clone, Debug, Default)]
pub struct UniqueLoop {
    explainer: bool,
    loops: Vec<Loop>,
    steps: Vec<Step>,
}

#[derive(Clone, Debug)]
struct Loop {
    digits: u16,
    cells: Vec<u8>,
    set: CellSet,
}

impl UniqueLoop {
    /// As Sudoku Explainer 1.2.1 finds them. Once its search from a first cell has met two digits other than the two
    /// of the loop, even in loops that it gave up, it allows only two cells with others from then on; and it looks for
    /// hidden subsets of a type 3 only from as many digits on as there are others.
    pub fn explainer() -> Self {
        Self {
            explainer: true,
            ..Self::default()
        }
    }
}

impl Technique for UniqueLoop {
    fn kinds(&self) -> &'static [Kind] {
        &[
            Kind::UniqueRectangle1,
            Kind::UniqueRectangle2,
            Kind::UniqueRectangle3,
            Kind::UniqueRectangle4,
            Kind::UniqueLoop1,
            Kind::UniqueLoop2,
            Kind::UniqueLoop3,
            Kind::UniqueLoop4,
        ]
    }

    fn search(&mut self, board: &Board, visit: Visit<'_>) -> ControlFlow<()> {
        self.loops.clear();
        self.steps.clear();
        for start in board.bivalue() {
            let mut search = Search::new(board, start, self.explainer, &mut self.loops);
            if search.core.contains(start) {
                search.extend(start, None, 2, 0);
            }
        }
        for found in &self.loops {
            steps_of(board, found, self.explainer, &mut self.steps);
        }
        let rating = |step: &Step| RATING.of(step.pattern.complexity, step.pattern.cells.len());
        self.steps.sort_by(|a, b| {
            let by_type = || type_of(a.kind).cmp(&type_of(b.kind));
            rating(a).total_cmp(&rating(b)).then_with(by_type)
        });
        for step in self.steps.drain(..) {
            visit(step)?;
        }
        ControlFlow::Continue(())
    }
}

const RECTANGLES: [Kind; 4] = [
    Kind::UniqueRectangle1,
    Kind::UniqueRectangle2,
    Kind::UniqueRectangle3,
    Kind::UniqueRectangle4,
];
const LOOPS: [Kind; 4] = [
    Kind::UniqueLoop1,
    Kind::UniqueLoop2,
    Kind::UniqueLoop3,
    Kind::UniqueLoop4,
];

fn type_of(kind: Kind) -> Option<usize> {
    let in_list = |kinds: [Kind; 4]| kinds.iter().position(|&other| other == kind);
    in_list(RECTANGLES).or_else(|| in_list(LOOPS))
}

/// The search for loops from one cell.
struct Search<'a> {
    board: &'a Board,
    start: u8,
    digits: u16,
    /// The cells that have both digits, and those of them that may be in a loop.
    both: CellSet,
    core: CellSet,
    explainer: bool,
    path: [u8; MAX_CELLS],
    length: usize,
    /// Houses with a cell of the path at an even place, and at an odd place.
    visited: [u64; 2],
    /// Whether only what may become a loop need be followed: no house twice for cells at even or at odd places.
    prune: bool,
    /// Every other candidate met so far, on the path or not.
    met: u16,
    /// How many cells may still be gone on from.
    budget: u32,
    loops: &'a mut Vec<Loop>,
}

impl<'a> Search<'a> {
    fn new(board: &'a Board, start: u8, explainer: bool, loops: &'a mut Vec<Loop>) -> Self {
        let digits = board.marks(start);
        let both = bits(digits).fold(!CellSet::EMPTY, |both, digit| both & board.cells_of(digit));
        let others = both.iter().fold(0, |all, cell| all | board.marks(cell)) & !digits;
        Self {
            board,
            start,
            digits,
            both,
            core: core(board, both),
            explainer,
            // Then nothing that is met makes a difference.
            prune: !explainer || others & others.wrapping_sub(1) == 0,
            path: [0; MAX_CELLS],
            length: 0,
            visited: [0; 2],
            met: 0,
            budget: MOST_CELLS,
            loops,
        }
    }

    /// Goes on from a cell, reached through a house of that kind, with so many cells with others left, and those
    /// others that the path has.
    fn extend(&mut self, cell: u8, through: Option<usize>, allowed: i32, others: u16) {
        let layout = self.board.layout();
        let houses = layout.houses_of[usize::from(cell)];
        let parity = self.length % 2;
        let before = self.visited[parity];
        let own = houses.iter().fold(0, |all, &house| all | 1_u64 << house);
        if self.budget == 0 || self.prune && before & own != 0 {
            return;
        }
        self.budget -= 1;
        self.path[self.length] = cell;
        self.length += 1;
        self.visited[parity] |= own;
        for (kind, house) in houses.into_iter().enumerate() {
            if through == Some(kind) {
                continue;
            }
            let cells = if self.prune { self.core } else { self.both };
            for next in cells & layout.house_sets[usize::from(house)] {
                if next == self.start && self.length >= 4 {
                    self.close();
                } else if !self.path[..self.length].contains(&next) {
                    self.visit(next, kind, allowed, others);
                }
            }
        }
        self.visited[parity] = before;
        self.length -= 1;
    }

    fn visit(&mut self, next: u8, kind: usize, allowed: i32, others: u16) {
        let more = self.board.marks(next) & !self.digits;
        self.met |= more;
        self.prune |= self.met & self.met.wrapping_sub(1) != 0;
        let others = others | more;
        let seen = if self.explainer { self.met } else { others };
        if more == 0 {
            self.extend(next, Some(kind), allowed, others);
        } else if allowed > 0 || is_single(seen) {
            self.extend(next, Some(kind), allowed - 1, others);
        }
    }

    fn close(&mut self) {
        let path = &self.path[..self.length];
        let layout = self.board.layout();
        let mut visited = [0_u64; 2];
        for (index, &cell) in path.iter().enumerate() {
            for house in layout.houses_of[usize::from(cell)] {
                if visited[index % 2] >> house & 1 == 1 {
                    return;
                }
                visited[index % 2] |= 1 << house;
            }
        }
        let (digits, set) = (self.digits, path.iter().copied().collect());
        let known = |found: &Loop| found.set == set && found.digits == digits;
        if visited[0] == visited[1] && !self.loops.iter().any(known) {
            self.loops.push(Loop {
                digits,
                cells: path.to_vec(),
                set,
            });
        }
    }
}

/// The cells that have another of them in box, row and column.
fn core(board: &Board, mut cells: CellSet) -> CellSet {
    let layout = board.layout();
    loop {
        let accompanied = |&cell: &u8| {
            let mut houses = layout.houses_of[usize::from(cell)].into_iter();
            houses.all(|house| (cells & layout.house_sets[usize::from(house)]).has_several())
        };
        let left = cells.iter().filter(accompanied).collect();
        if left == cells {
            return cells;
        }
        cells = left;
    }
}

/// What a loop gives.
fn steps_of(board: &Board, found: &Loop, explainer: bool, steps: &mut Vec<Step>) {
    let others = |cell: u8| board.marks(cell) & !found.digits;
    let mut extra = found.cells.iter().copied().filter(|&cell| others(cell) != 0);
    let count = extra.clone().count();
    let all = extra.clone().fold(0, |all, cell| all | others(cell));
    let (Some(first), second) = (extra.next(), extra.next()) else {
        return;
    };
    let mut push = |step: Option<Step>| steps.extend(step.filter(|step| !step.is_empty()));
    let Some(second) = second else {
        return push(Some(type_1(board, found, first)));
    };
    if is_single(all) {
        push(Some(type_2(board, found)));
    } else {
        let cells = [first, second];
        let pair = Pair {
            board,
            found,
            cells,
            others: all,
        };
        pair.type_3(explainer, &mut push);
    }
    if count == 2 {
        for digit in bits(found.digits) {
            push(type_4(board, found, digit, first, second));
        }
    }
}

fn step(board: &Board, found: &Loop, number: usize) -> Step {
    let kinds = if found.cells.len() == 4 { RECTANGLES } else { LOOPS };
    let mut step = Step::new(kinds[number - 1], board.layout().size);
    step.pattern.digits = found.digits;
    step.pattern.cells.clone_from(&found.cells);
    let others =
        |&cell: &u8| bits(board.marks(cell) & !found.digits).map(move |digit| Candidate::new(cell, digit));
    step.pattern.fins = found.cells.iter().flat_map(others).collect();
    step
}

fn type_1(board: &Board, found: &Loop, cell: u8) -> Step {
    let mut step = step(board, found, 1);
    step.eliminate(bits(found.digits).map(|digit| Candidate::new(cell, digit)));
    step
}

fn type_2(board: &Board, found: &Loop) -> Step {
    let mut step = step(board, found, 2);
    let cells = step.pattern.fins.iter().map(|fin| fin.cell).collect();
    let digit = step.pattern.fins[0].index();
    let gone = board.layout().common_peers(cells) & board.cells_of(digit);
    step.eliminate(gone.iter().map(|cell| Candidate::new(cell, digit)));
    step
}

/// One of the two digits has no other places in a house than two cells, so the other goes from them.
fn type_4(board: &Board, found: &Loop, digit: usize, first: u8, second: u8) -> Option<Step> {
    let layout = board.layout();
    let cells = CellSet::from_iter([first, second]);
    let locks = |house: &u8| board.cells_of(digit) & layout.house_sets[usize::from(*house)] == cells;
    let houses: Vec<u8> = layout.common_houses(cells).filter(locks).collect();
    if houses.is_empty() {
        return None;
    }
    let other = (found.digits & !(1 << digit)).trailing_zeros() as usize;
    let mut step = step(board, found, 4);
    step.pattern.houses = houses;
    step.eliminate([first, second].map(|cell| Candidate::new(cell, other)));
    Some(step)
}

/// The two cells of a loop with candidates other than its own.
struct Pair<'a> {
    board: &'a Board,
    found: &'a Loop,
    cells: [u8; 2],
    others: u16,
}

impl Pair<'_> {
    /// Subsets by size, each in box, row and column, naked before hidden.
    fn type_3(&self, explainer: bool, push: &mut impl FnMut(Option<Step>)) {
        let layout = self.board.layout();
        let cells = CellSet::from_iter(self.cells);
        let others = self.others.count_ones() as usize;
        for size in 2..=layout.side - 2 {
            for house in layout.common_houses(cells) {
                let vacant = self.board.vacant(house);
                if size >= others && 2 * size <= vacant {
                    self.naked(house, size, push);
                }
                if (size >= others || !explainer) && 2 * size < vacant {
                    self.hidden(house, size, push);
                }
            }
        }
    }

    /// The two cells stand for one that has their other candidates.
    fn naked(&self, house: u8, size: usize, push: &mut impl FnMut(Option<Step>)) {
        let layout = self.board.layout();
        let places = self.places(house);
        let mut sets = layout.members[usize::from(house)].map(|cell| self.board.marks(cell));
        sets[places[0]] = self.others;
        sets[places[1]] = 0;
        let _ = tuples(&sets[..layout.side], size, &mut |tuple| {
            if tuple.chosen >> places[0] & 1 == 1 {
                let subset = self.subset(house, tuple.chosen);
                let outside = layout.house_sets[usize::from(house)]
                    .without(subset)
                    .without(CellSet::from_iter(self.cells));
                let step = self.step(house, subset, tuple.union, size);
                push(Some(self.eliminate(step, outside, tuple.union)));
            }
            ControlFlow::Continue(())
        });
    }

    /// The two digits of the loop with others that the two cells lack, all places in the two cells counting as one.
    fn hidden(&self, house: u8, size: usize, push: &mut impl FnMut(Option<Step>)) {
        let layout = self.board.layout();
        let places = self.places(house);
        let mut sets = [0; MAX_SIDE];
        for (digit, set) in sets[..layout.side].iter_mut().enumerate() {
            if self.others >> digit & 1 == 0 {
                *set = self.board.places(house, digit) & !(1 << places[1]);
            }
        }
        let _ = tuples_of(1, &sets[..layout.side], size, &mut |tuple: Tuple| {
            if tuple.chosen & self.found.digits == self.found.digits {
                let subset = self.subset(house, tuple.union);
                let step = self.step(house, subset, tuple.chosen, size - 1);
                push(Some(self.eliminate(step, subset, !tuple.chosen)));
            }
            ControlFlow::Continue(())
        });
    }

    fn places(&self, house: u8) -> [usize; 2] {
        let members = &self.board.layout().members[usize::from(house)];
        self.cells.map(|cell| {
            members
                .iter()
                .position(|&member| member == cell)
                .expect("both cells lie in the house")
        })
    }

    /// The cells of the places other than the two.
    fn subset(&self, house: u8, places: u16) -> CellSet {
        let cells: CellSet = self.board.layout().cells_at(house, places).collect();
        cells.without(CellSet::from_iter(self.cells))
    }

    fn step(&self, house: u8, subset: CellSet, digits: u16, complexity: usize) -> Step {
        let mut step = step(self.board, self.found, 3);
        step.pattern.houses.push(house);
        step.pattern.sets.push((subset, digits));
        step.pattern.complexity = complexity as u32;
        step
    }

    fn eliminate(&self, mut step: Step, cells: CellSet, digits: u16) -> Step {
        for cell in cells {
            let gone = bits(self.board.marks(cell) & digits);
            step.eliminate(gone.map(|digit| Candidate::new(cell, digit)));
        }
        step
    }
}
