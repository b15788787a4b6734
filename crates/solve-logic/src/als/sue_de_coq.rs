//! Sue de Coq: where a box and a line cross.

use std::ops::ControlFlow;

use super::candidates;
use crate::{Board, CellSet, Kind, MAX_SIDE, Step, Technique, Visit, bits};

/// Cells of a box and a line with at least two digits too many, which cells of the rest of the line and cells of the
/// rest of the box, without a digit in common, take up: as many cells as digits, so that each digit is locked in the
/// line, in the box, or in both.
#[derive(Clone, Debug, Default)]
pub struct SueDeCoq {
    in_line: Vec<Part>,
    in_box: Vec<Part>,
}

/// Cells with the union of their candidates.
#[derive(Clone, Copy, Debug)]
struct Part {
    cells: CellSet,
    size: usize,
    digits: u16,
}

impl Technique for SueDeCoq {
    fn kinds(&self) -> &'static [Kind] {
        &[Kind::SueDeCoq]
    }

    fn search(&mut self, board: &Board, visit: Visit<'_>) -> ControlFlow<()> {
        let layout = board.layout();
        for line in layout.side..layout.houses {
            for boxes in 0..layout.side {
                let line_cells = layout.house_sets[line] & board.empty();
                let box_cells = layout.house_sets[boxes] & board.empty();
                let crossing = line_cells & box_cells;
                if crossing.len() < 2 {
                    continue;
                }
                let mut result = ControlFlow::Continue(());
                parts(board, crossing, &mut |middle| {
                    if middle.size >= 2 && middle.digits.count_ones() as usize >= middle.size + 2 {
                        result = self.around(board, (line as u8, boxes as u8), middle, visit);
                    }
                    result.is_continue()
                });
                result?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl SueDeCoq {
    fn around(&mut self, board: &Board, houses: (u8, u8), middle: Part, visit: Visit<'_>) -> ControlFlow<()> {
        let layout = board.layout();
        let (line, boxes) = (
            layout.house_sets[usize::from(houses.0)],
            layout.house_sets[usize::from(houses.1)],
        );
        let excess = middle.digits.count_ones() as usize - middle.size;
        // A part takes up as many digits of the crossing as it has cells for them.
        let taken =
            |part: &Part| (part.size).saturating_sub((part.digits & !middle.digits).count_ones() as usize);
        let useful = |part: &Part| {
            let taken = taken(part);
            taken >= 1 && taken < excess && ((part.digits & middle.digits).count_ones() as usize) > taken
        };
        for (list, cells) in [
            (&mut self.in_line, line.without(boxes)),
            (&mut self.in_box, boxes.without(line)),
        ] {
            list.clear();
            parts(board, cells & board.empty(), &mut |part| {
                if useful(&part) {
                    list.push(part);
                }
                true
            });
        }
        for a in &self.in_line {
            for b in &self.in_box {
                if a.digits & b.digits != 0 || taken(a) + taken(b) != excess {
                    continue;
                }
                let mut step = Step::new(Kind::SueDeCoq, layout.size);
                for (rest, part, other) in [(line.without(a.cells), a, b), (boxes.without(b.cells), b, a)] {
                    let rest = rest.without(middle.cells);
                    for digit in bits(middle.digits & !other.digits | part.digits) {
                        step.eliminate(candidates(board.cells_of(digit) & rest, digit));
                    }
                }
                if !step.is_empty() {
                    step.pattern.digits = middle.digits;
                    step.pattern.cells = middle.cells.iter().chain(a.cells).chain(b.cells).collect();
                    step.pattern.houses = vec![houses.0, houses.1];
                    step.pattern.sets = [&middle, a, b].map(|part| (part.cells, part.digits)).to_vec();
                    visit(step)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// Shows every non-empty part of these cells until told to stop.
fn parts(board: &Board, cells: CellSet, show: &mut dyn FnMut(Part) -> bool) {
    let mut list = [0; MAX_SIDE];
    let mut count = 0;
    for cell in cells {
        list[count] = cell;
        count += 1;
    }
    for choice in 1_u32..1 << count {
        let mut part = Part {
            cells: CellSet::EMPTY,
            size: choice.count_ones() as usize,
            digits: 0,
        };
        for place in bits(choice as u16) {
            part.cells.insert(list[place]);
            part.digits |= board.marks(list[place]);
        }
        if !show(part) {
            return;
        }
    }
}
