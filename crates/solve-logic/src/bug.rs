//! Bivalue universal graves, types 1 to 4.

use std::ops::ControlFlow;

use crate::tuples::tuples;
use crate::{Board, Candidate, CellSet, Kind, MAX_CELLS, Step, Technique, Visit, bits, is_single};

/// A bivalue universal grave: without some candidates every empty cell would have two, and every digit two places or
/// none in each house; such a board has no solution or several. So one of those candidates holds. Valid only for
/// puzzles with one solution.
///
/// Type 1: one cell has such candidates. Type 2: all of them are one digit. Type 3: they make a naked subset with other
/// cells of a house that their cells share. Type 4: two such cells share a house, and one more digit.
///
/// `pattern.fins` are those candidates, `pattern.cells` their cells, `pattern.digits` their digits (of a type 4 the
/// one more); `pattern.sets` are the other cells and the digits of a type 3's subset, `pattern.complexity` the number
/// of these digits.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bug {
    explainer: bool,
}

impl Bug {
    /// As Sudoku Explainer 1.2.1 finds them: it looks at each house once, so that it misses some where two such cells
    /// share houses, and prefers the first house of a type 3, whatever the size of the subset.
    pub const fn explainer() -> Self {
        Self { explainer: true }
    }
}

impl Technique for Bug {
    fn kinds(&self) -> &'static [Kind] {
        &[Kind::Bug1, Kind::Bug2, Kind::Bug3, Kind::Bug4]
    }

    fn search(&mut self, board: &Board, visit: Visit<'_>) -> ControlFlow<()> {
        match Grave::find(board, self.explainer) {
            None => ControlFlow::Continue(()),
            Some(grave) => grave.steps(self.explainer, &mut |step| {
                if step.is_empty() {
                    ControlFlow::Continue(())
                } else {
                    visit(step)
                }
            }),
        }
    }
}

/// A board that would be a grave without some candidates.
struct Grave<'a> {
    board: &'a Board,
    /// The cells with those candidates, and these.
    cells: Vec<u8>,
    extra: [u16; MAX_CELLS],
}

impl<'a> Grave<'a> {
    fn find(board: &'a Board, once: bool) -> Option<Self> {
        let mut rest = board.clone();
        let mut grave = Self {
            board,
            cells: Vec::new(),
            extra: [0; MAX_CELLS],
        };
        while grave.take(&mut rest)? && !once {}
        let layout = board.layout();
        let bivalue = rest.empty().iter().all(|cell| rest.marks(cell).count_ones() == 2);
        let paired = (0..layout.houses as u8).all(|house| {
            (0..layout.side).all(|digit| matches!(rest.places(house, digit).count_ones(), 0 | 2))
        });
        (bivalue && paired && !grave.cells.is_empty()).then_some(grave)
    }

    /// Takes away what is too many: a digit with other than two places in a house, from the only cell there with more
    /// than two candidates, as they are before. Whether there was any; `None` where there is no such cell.
    fn take(&mut self, rest: &mut Board) -> Option<bool> {
        let before = rest.clone();
        let layout = before.layout();
        let mut any = false;
        for house in 0..layout.houses as u8 {
            for digit in 0..layout.side {
                let places = before.places(house, digit);
                if matches!(places.count_ones(), 0 | 2) {
                    continue;
                }
                let mut large = layout
                    .cells_at(house, places)
                    .filter(|&cell| before.marks(cell).count_ones() > 2);
                let (cell, another) = (large.next()?, large.next());
                if another.is_none() && rest.remove(Candidate::new(cell, digit)) {
                    let extra = &mut self.extra[usize::from(cell)];
                    if *extra == 0 {
                        self.cells.push(cell);
                    }
                    *extra |= 1 << digit;
                    any = true;
                }
            }
        }
        Some(any)
    }

    fn steps(&self, explainer: bool, visit: Visit<'_>) -> ControlFlow<()> {
        match self.cells[..] {
            [cell] => {
                let mut step = self.step(Kind::Bug1);
                let gone = self.board.marks(cell) & !self.extra[usize::from(cell)];
                step.eliminate(bits(gone).map(|digit| Candidate::new(cell, digit)));
                return visit(step);
            }
            _ if is_single(self.digits()) => visit(self.type_2())?,
            _ => {}
        }
        if let [first, second] = self.cells[..] {
            self.type_4(first, second, visit)?;
        }
        if is_single(self.digits()) {
            return ControlFlow::Continue(());
        }
        let layout = self.board.layout();
        let houses: Vec<u8> = layout
            .common_houses(self.cells.iter().copied().collect())
            .collect();
        let sizes = 2..=layout.side - 3;
        if explainer {
            for house in houses {
                for size in sizes.clone() {
                    self.type_3(house, size, visit)?;
                }
            }
        } else {
            for size in sizes {
                for &house in &houses {
                    self.type_3(house, size, visit)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// All the extra digits.
    fn digits(&self) -> u16 {
        self.cells
            .iter()
            .fold(0, |all, &cell| all | self.extra[usize::from(cell)])
    }

    fn step(&self, kind: Kind) -> Step {
        let mut step = Step::new(kind, self.board.layout().size);
        step.pattern.digits = self.digits();
        step.pattern.cells.clone_from(&self.cells);
        let extra =
            |&cell: &u8| bits(self.extra[usize::from(cell)]).map(move |digit| Candidate::new(cell, digit));
        step.pattern.fins = self.cells.iter().flat_map(extra).collect();
        step
    }

    fn type_2(&self) -> Step {
        let mut step = self.step(Kind::Bug2);
        let digit = self.digits().trailing_zeros() as usize;
        let seeing = self
            .board
            .layout()
            .common_peers(self.cells.iter().copied().collect());
        let gone = seeing & self.board.cells_of(digit);
        step.eliminate(gone.iter().map(|cell| Candidate::new(cell, digit)));
        step
    }

    fn type_3(&self, house: u8, size: usize, visit: Visit<'_>) -> ControlFlow<()> {
        let layout = self.board.layout();
        let members = layout.members[usize::from(house)];
        let cells: CellSet = self.cells.iter().copied().collect();
        let mut sets = members.map(|cell| {
            if cells.contains(cell) {
                0
            } else {
                self.board.marks(cell)
            }
        });
        // The cells of the grave stand for one, at the place of the first.
        let Some(place) = members.iter().position(|&cell| cells.contains(cell)) else {
            return ControlFlow::Continue(());
        };
        sets[place] = self.digits();
        tuples(&sets[..layout.side], size, &mut |tuple| {
            if tuple.chosen >> place & 1 == 0 {
                return ControlFlow::Continue(());
            }
            let subset = layout.cells_at(house, tuple.chosen & !(1 << place)).collect();
            let outside = layout.house_sets[usize::from(house)]
                .without(cells)
                .without(subset);
            let mut step = self.step(Kind::Bug3);
            step.pattern.houses.push(house);
            step.pattern.sets.push((subset, tuple.union));
            step.pattern.complexity = size as u32;
            for cell in outside {
                let gone = bits(self.board.marks(cell) & tuple.union);
                step.eliminate(gone.map(|digit| Candidate::new(cell, digit)));
            }
            visit(step)
        })
    }

    /// The one digit that both cells have besides has no other place in their house, so that one of them is it.
    fn type_4(&self, first: u8, second: u8, visit: Visit<'_>) -> ControlFlow<()> {
        let common = self.board.marks(first) & self.board.marks(second) & !self.digits();
        let cells = CellSet::from_iter([first, second]);
        if is_single(common) {
            for house in self.board.layout().common_houses(cells) {
                let mut step = self.step(Kind::Bug4);
                step.pattern.digits = common;
                step.pattern.houses.push(house);
                for cell in cells {
                    let gone = self.board.marks(cell) & !self.extra[usize::from(cell)] & !common;
                    step.eliminate(bits(gone).map(|digit| Candidate::new(cell, digit)));
                }
                visit(step)?;
            }
        }
        ControlFlow::Continue(())
    }
}
