//! Hidden and naked singles.

use std::ops::ControlFlow;

use crate::{Board, Candidate, Kind, Step, Technique, Visit, bits, is_single};

/// A digit that has one place in a house.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Single {
    /// [`Kind::FullHouse`], [`Kind::HiddenSingleBox`] or [`Kind::HiddenSingleLine`].
    pub(crate) kind: Kind,
    /// Where it goes.
    pub(crate) candidate: Candidate,
    /// The house in which it has no other place.
    house: u8,
}

impl Single {
    fn new(board: &Board, house: u8, digit: usize) -> Self {
        let kind = if board.vacant(house) == 1 {
            Kind::FullHouse
        } else if usize::from(house) < board.layout().side {
            Kind::HiddenSingleBox
        } else {
            Kind::HiddenSingleLine
        };
        let place = board.places(house, digit).trailing_zeros() as usize;
        let cell = board.layout().members[usize::from(house)][place];
        Self {
            kind,
            candidate: Candidate::new(cell, digit),
            house,
        }
    }

    fn step(self, board: &Board) -> Step {
        let mut step = Step::new(self.kind, board.layout().size);
        step.placements.push(self.candidate);
        step.pattern.digits = 1 << self.candidate.index();
        step.pattern.cells.push(self.candidate.cell);
        step.pattern.houses.push(self.house);
        step
    }
}

/// The hidden single that [`HiddenSingle`] prefers.
#[inline]
pub(crate) fn preferred(board: &Board) -> Option<Single> {
    let (houses, last) = (board.hiding(), board.last());
    let layout = board.layout();
    let house = layout
        .first_house(houses & last)
        .or_else(|| layout.first_house(houses))?;
    Some(Single::new(
        board,
        house,
        board.once(house).trailing_zeros() as usize,
    ))
}

/// Places all singles of the cheapest kind that there is, at once: a round of [`PLAIN`](crate::PLAIN), without building
/// steps. The kind, and how many digits were placed; `found` is working memory.
pub fn place_cheapest(board: &mut Board, found: &mut Vec<Candidate>) -> Option<(Kind, u32)> {
    found.clear();
    let hiding = board.hiding();
    let boxes = hiding & ((1 << board.layout().side) - 1);
    let kind = match (hiding & board.last(), boxes, hiding) {
        (1.., _, _) => Kind::FullHouse,
        (_, 1.., _) => Kind::HiddenSingleBox,
        (_, _, 1..) => Kind::HiddenSingleLine,
        _ => Kind::NakedSingle,
    };
    let mut houses = match kind {
        Kind::FullHouse => hiding & board.last(),
        Kind::HiddenSingleBox => boxes,
        _ => hiding,
    };
    while houses != 0 {
        let house = houses.trailing_zeros() as u8;
        houses &= houses - 1;
        found.extend(bits(board.once(house)).map(|digit| Single::new(board, house, digit).candidate));
    }
    if kind == Kind::NakedSingle {
        found.extend(naked_singles(board));
    }
    let before = board.empty().len();
    for &single in found.iter() {
        // Several houses may show the same, or contradict each other.
        if board.has(single) {
            board.place(single);
        }
    }
    (!found.is_empty()).then(|| (kind, (before - board.empty().len()) as u32))
}

/// Digits that have one place in a house: full houses, then hidden singles in boxes, then in columns and rows.
#[derive(Clone, Copy, Debug, Default)]
pub struct HiddenSingle;

impl Technique for HiddenSingle {
    fn kinds(&self) -> &'static [Kind] {
        &[Kind::FullHouse, Kind::HiddenSingleBox, Kind::HiddenSingleLine]
    }

    fn search(&mut self, board: &Board, visit: Visit<'_>) -> ControlFlow<()> {
        for full in [true, false] {
            for house in board.layout().boxes_columns_rows() {
                if (board.vacant(house) == 1) == full {
                    for digit in bits(board.once(house)) {
                        visit(Single::new(board, house, digit).step(board))?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn first(&mut self, board: &Board) -> Option<Step> {
        preferred(board).map(|single| single.step(board))
    }
}

/// The last candidates of cells that have one, in order.
pub(crate) fn naked_singles(board: &Board) -> impl Iterator<Item = Candidate> {
    let naked = board.empty().iter().filter(|&cell| is_single(board.marks(cell)));
    naked.map(|cell| Candidate::new(cell, board.marks(cell).trailing_zeros() as usize))
}

/// Cells with one candidate, in order.
#[derive(Clone, Copy, Debug, Default)]
pub struct NakedSingle;

impl Technique for NakedSingle {
    fn kinds(&self) -> &'static [Kind] {
        &[Kind::NakedSingle]
    }

    fn search(&mut self, board: &Board, visit: Visit<'_>) -> ControlFlow<()> {
        naked_singles(board).try_for_each(|single| {
            let mut step = Step::new(Kind::NakedSingle, board.layout().size);
            step.placements.push(single);
            step.pattern.digits = 1 << single.index();
            step.pattern.cells.push(single.cell);
            visit(step)
        })
    }
}
