//! Pointing and claiming.

use std::ops::{ControlFlow, Range};

use crate::{Board, Candidate, Kind, Layout, Step, Technique, Visit, bits, is_single};

/// A digit whose places in a box lie in one line, or in a line in one box, goes from the rest of the other house.
#[derive(Clone, Copy, Debug, Default)]
pub struct LockedCandidates;

impl Technique for LockedCandidates {
    fn kinds(&self) -> &'static [Kind] {
        &[Kind::Pointing, Kind::Claiming]
    }

    fn search(&mut self, board: &Board, visit: Visit<'_>) -> ControlFlow<()> {
        each_crossing(board.layout(), |base, cover| {
            for digit in bits(confined(board, base, cover)) {
                if outside(board, cover, base, digit) != 0 {
                    let kind = by_base(board, base, Kind::Pointing, Kind::Claiming);
                    let mut step = step(board, kind, base, cover, digit);
                    let gone = board.layout().cells_at(cover, outside(board, cover, base, digit));
                    step.eliminate(gone.map(|cell| Candidate::new(cell, digit)));
                    visit(step)?;
                }
            }
            ControlFlow::Continue(())
        })
    }
}

/// Pointing or claiming that leaves the digit one place in another house like the first, where it had several: a
/// hidden single at once.
#[derive(Clone, Copy, Debug, Default)]
pub struct DirectLocked;

impl Technique for DirectLocked {
    fn kinds(&self) -> &'static [Kind] {
        &[Kind::DirectPointing, Kind::DirectClaiming]
    }

    fn search(&mut self, board: &Board, visit: Visit<'_>) -> ControlFlow<()> {
        let layout = board.layout();
        let side = layout.side as u8;
        each_crossing(layout, |base, cover| {
            let digits = confined(board, base, cover);
            if digits == 0 {
                return ControlFlow::Continue(());
            }
            let alike = base / side * side..(base / side + 1) * side;
            for digit in bits(digits) {
                for third in alike.clone() {
                    let left = outside(board, third, cover, digit);
                    let crosses = third != base && layout.shared[usize::from(third)][usize::from(cover)] != 0;
                    if crosses && is_single(left) && left != board.places(third, digit) {
                        let kind = by_base(board, base, Kind::DirectPointing, Kind::DirectClaiming);
                        let mut step = step(board, kind, base, cover, digit);
                        step.pattern.covers.push(third);
                        let cells = layout.cells_at(third, left);
                        step.placements
                            .extend(cells.map(|cell| Candidate::new(cell, digit)));
                        visit(step)?;
                    }
                }
            }
            ControlFlow::Continue(())
        })
    }
}

/// Shows every box with the columns that it crosses, then with the rows, then columns with boxes, rows with boxes: the
/// order of Sudoku Explainer.
fn each_crossing(layout: &Layout, mut visit: impl FnMut(u8, u8) -> ControlFlow<()>) -> ControlFlow<()> {
    let side = layout.side as u8;
    let [boxes, rows, columns]: [Range<u8>; 3] = [0, 1, 2].map(|kind| kind * side..(kind + 1) * side);
    for (bases, covers) in [
        (&boxes, &columns),
        (&boxes, &rows),
        (&columns, &boxes),
        (&rows, &boxes),
    ] {
        for base in bases.clone() {
            for cover in covers.clone() {
                if layout.shared[usize::from(base)][usize::from(cover)] != 0 {
                    visit(base, cover)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// The digits with two places or more in `base`, all in `cover`.
#[inline]
fn confined(board: &Board, base: u8, cover: u8) -> u16 {
    let shared = board.layout().shared[usize::from(base)][usize::from(cover)];
    let mut digits = 0;
    // Without a branch, so that all digits are looked at together.
    for (digit, &places) in board.all_places(base).iter().enumerate() {
        let several = places & places.wrapping_sub(1) != 0;
        let inside = places & !shared == 0;
        digits |= if several & inside { 1 << digit } else { 0 };
    }
    digits
}

/// The places of a digit in a house that lie outside of another.
fn outside(board: &Board, house: u8, other: u8, digit: usize) -> u16 {
    board.places(house, digit) & !board.layout().shared[usize::from(house)][usize::from(other)]
}

fn by_base(board: &Board, base: u8, of_box: Kind, of_line: Kind) -> Kind {
    if usize::from(base) < board.layout().side {
        of_box
    } else {
        of_line
    }
}

fn step(board: &Board, kind: Kind, base: u8, cover: u8, digit: usize) -> Step {
    let mut step = Step::new(kind, board.layout().size);
    step.pattern.digits = 1 << digit;
    step.pattern.cells = board.layout().cells_at(base, board.places(base, digit)).collect();
    step.pattern.houses.push(base);
    step.pattern.covers.push(cover);
    step
}
