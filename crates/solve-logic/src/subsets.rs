//! Naked and hidden pairs, triples and quads, locked and direct ones too.

use std::ops::ControlFlow;

use crate::tuples::{Tuple, select, tuples};
use crate::{Board, Candidate, CellSet, Kind, Step, Technique, Visit, bits, is_single};

const NAKED: [Kind; 3] = [Kind::NakedPair, Kind::NakedTriple, Kind::NakedQuad];
const HIDDEN: [Kind; 3] = [Kind::HiddenPair, Kind::HiddenTriple, Kind::HiddenQuad];
const LOCKED: [Kind; 2] = [Kind::LockedPair, Kind::LockedTriple];
const DIRECT: [Kind; 2] = [Kind::DirectHiddenPair, Kind::DirectHiddenTriple];

/// Where a naked subset takes candidates from, and which subsets count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    /// From all houses that its cells share; those that are locked subsets are left out.
    Shared,
    /// As `Shared`, but only locked subsets.
    Locked,
    /// From the house in which it was found, if at least twice as many cells of it are empty.
    Found,
}

/// Two to four cells of a house with as many candidates together, which no other cell of the house can have.
#[derive(Clone, Copy, Debug)]
pub struct NakedSubset {
    size: usize,
    reach: Reach,
}

impl NakedSubset {
    /// Naked pairs, triples or quads (2 to 4 cells), with what they remove in all houses that the cells share; those
    /// that [`NakedSubset::locked`] finds are left out.
    ///
    /// # Panics
    ///
    /// At another size.
    pub const fn new(size: usize) -> Self {
        assert!(2 <= size && size <= 4, "naked subsets have two to four cells");
        Self {
            size,
            reach: Reach::Shared,
        }
    }

    /// Locked pairs or triples (2 or 3 cells): naked ones that remove something both in their box and in their line
    /// outside of it.
    ///
    /// # Panics
    ///
    /// At another size.
    pub const fn locked(size: usize) -> Self {
        assert!(2 <= size && size <= 3, "locked subsets have two or three cells");
        Self {
            size,
            reach: Reach::Locked,
        }
    }

    /// As Sudoku Explainer has them: each in one house, with what it removes there, and only where at least twice as
    /// many cells are empty (else a hidden subset does the same).
    ///
    /// # Panics
    ///
    /// Unless of 2 to 4 cells.
    pub const fn explainer(size: usize) -> Self {
        Self {
            reach: Reach::Found,
            ..Self::new(size)
        }
    }

    fn step(self, board: &Board, house: u8, tuple: Tuple) -> Option<Step> {
        let layout = board.layout();
        let cells: CellSet = layout.cells_at(house, tuple.chosen).collect();
        let seeing = match self.reach {
            Reach::Found => layout.house_sets[usize::from(house)].without(cells),
            Reach::Shared | Reach::Locked => layout.common_peers(cells),
        };
        let gone = |digit| board.cells_of(digit) & seeing;
        let touched = bits(tuple.union).fold(CellSet::EMPTY, |all, digit| all | gone(digit));
        if touched.is_empty() {
            return None;
        }
        let mut kind = NAKED[self.size - 2];
        if self.reach != Reach::Found {
            // Found in each house that the cells share, shown once.
            let shared = layout.common_houses(cells).fold(0, |all, house| all | 1 << house);
            let block = layout.house_sets[usize::from(layout.houses_of[usize::from(cells.first()?)][0])];
            let locked =
                self.size < 4 && cells.is_subset(block) && touched.meets(block) && !touched.is_subset(block);
            if layout.first_house(shared) != Some(house) || locked != (self.reach == Reach::Locked) {
                return None;
            }
            if locked {
                kind = LOCKED[self.size - 2];
            }
        }
        let mut step = Step::new(kind, layout.size);
        step.pattern.digits = tuple.union;
        step.pattern.cells = cells.iter().collect();
        step.pattern.houses = layout
            .common_houses(cells)
            .filter(|&other| other == house || self.reach != Reach::Found)
            .collect();
        for digit in bits(tuple.union) {
            step.eliminate(gone(digit).iter().map(|cell| Candidate::new(cell, digit)));
        }
        Some(step)
    }
}

impl Technique for NakedSubset {
    fn kinds(&self) -> &'static [Kind] {
        let kinds: &[Kind] = if self.reach == Reach::Locked {
            &LOCKED
        } else {
            &NAKED
        };
        &kinds[self.size - 2..=self.size - 2]
    }

    fn search(&mut self, board: &Board, visit: Visit<'_>) -> ControlFlow<()> {
        let layout = board.layout();
        let least = if self.reach == Reach::Found {
            2 * self.size
        } else {
            self.size
        };
        for house in layout.boxes_columns_rows() {
            if board.vacant(house) < least {
                continue;
            }
            let marks = layout.members[usize::from(house)].map(|cell| board.marks(cell));
            tuples(&marks[..layout.side], self.size, &mut |tuple| {
                self.step(board, house, tuple)
                    .map_or(ControlFlow::Continue(()), &mut *visit)
            })?;
        }
        ControlFlow::Continue(())
    }
}

/// Two to four digits that have as many places in a house together: the cells there can hold no other digit.
#[derive(Clone, Copy, Debug)]
pub struct HiddenSubset {
    size: usize,
    explainer: bool,
}

impl HiddenSubset {
    /// Hidden pairs, triples or quads (2 to 4 digits).
    ///
    /// # Panics
    ///
    /// At another size.
    pub const fn new(size: usize) -> Self {
        assert!(2 <= size && size <= 4, "hidden subsets have two to four digits");
        Self {
            size,
            explainer: false,
        }
    }

    /// As Sudoku Explainer has them: only in houses with more than twice as many empty cells (else a naked subset does
    /// the same).
    ///
    /// # Panics
    ///
    /// Unless of 2 to 4 digits.
    pub const fn explainer(size: usize) -> Self {
        Self {
            explainer: true,
            ..Self::new(size)
        }
    }
}

impl Technique for HiddenSubset {
    fn kinds(&self) -> &'static [Kind] {
        &HIDDEN[self.size - 2..=self.size - 2]
    }

    fn search(&mut self, board: &Board, visit: Visit<'_>) -> ControlFlow<()> {
        let over = if self.explainer { 2 * self.size } else { self.size };
        each_hidden(board, self.size, over, &mut |house, tuple| {
            let other = |cell: u8| board.marks(cell) & !tuple.chosen;
            let layout = board.layout();
            if layout.cells_at(house, tuple.union).all(|cell| other(cell) == 0) {
                return ControlFlow::Continue(());
            }
            let mut step = hidden_step(board, HIDDEN[self.size - 2], house, tuple);
            let cells = layout.cells_at(house, tuple.union);
            step.eliminate(
                cells.flat_map(|cell| bits(other(cell)).map(move |digit| Candidate::new(cell, digit))),
            );
            visit(step)
        })
    }
}

/// A hidden pair or triple that leaves another digit one place in the same house, where it had several: a hidden single
/// at once.
#[derive(Clone, Copy, Debug)]
pub struct DirectHiddenSubset {
    size: usize,
}

impl DirectHiddenSubset {
    /// Direct hidden pairs or triples (2 or 3 digits).
    ///
    /// # Panics
    ///
    /// At another size.
    pub const fn new(size: usize) -> Self {
        assert!(
            2 <= size && size <= 3,
            "direct hidden subsets have two or three digits"
        );
        Self { size }
    }
}

impl Technique for DirectHiddenSubset {
    fn kinds(&self) -> &'static [Kind] {
        &DIRECT[self.size - 2..=self.size - 2]
    }

    fn search(&mut self, board: &Board, visit: Visit<'_>) -> ControlFlow<()> {
        each_hidden(board, self.size, self.size, &mut |house, tuple| {
            let digit = (0..board.layout().side).find(|&digit| {
                let places = board.places(house, digit);
                is_single(places & !tuple.union) && !is_single(places)
            });
            let Some(digit) = digit else {
                return ControlFlow::Continue(());
            };
            let mut step = hidden_step(board, DIRECT[self.size - 2], house, tuple);
            let left = board.places(house, digit) & !tuple.union;
            let cells = board.layout().cells_at(house, left);
            step.placements
                .extend(cells.map(|cell| Candidate::new(cell, digit)));
            visit(step)
        })
    }
}

/// Shows the hidden subsets of the houses with more than `over` empty cells: digits chosen, places their union.
fn each_hidden(
    board: &Board,
    size: usize,
    over: usize,
    visit: &mut dyn FnMut(u8, Tuple) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for house in board.layout().boxes_columns_rows() {
        if board.vacant(house) > over {
            tuples(board.all_places(house), size, &mut |tuple| visit(house, tuple))?;
        }
    }
    ControlFlow::Continue(())
}

fn hidden_step(board: &Board, kind: Kind, house: u8, tuple: Tuple) -> Step {
    let mut step = Step::new(kind, board.layout().size);
    step.pattern.digits = tuple.chosen;
    step.pattern.cells = select(&board.layout().members[usize::from(house)], tuple.union);
    step.pattern.houses.push(house);
    step
}
