//! Sue de Coq: where a box and a line cross.

use std::ops::ControlFlow;

use super::candidates;
use crate::best::Fresh;
use crate::{Board, CellSet, Kind, Step, Technique, Visit, bits};

/// Cells of a box and a line with at least two digits too many, which cells of the rest of the line and cells of the
/// rest of the box, without a digit in common, take up: as many cells as digits, so that each digit is locked in the
/// line, in the box, or in both.
#[derive(Clone, Debug, Default)]
pub struct SueDeCoq {
    in_line: Vec<Part>,
    in_box: Vec<Part>,
    crossing: Vec<Part>,
    fresh: Fresh,
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
        self.fresh.clear();
        let layout = board.layout();
        for line in layout.side..layout.houses {
            for boxes in 0..layout.side {
                let [in_line, in_box] = [line, boxes].map(|house| layout.house_sets[house] & board.empty());
                let crossing = in_line & in_box;
                if crossing.len() < 2 {
                    continue;
                }
                parts(board, crossing, &mut self.crossing);
                self.crossing.retain(|middle| {
                    middle.size >= 2 && middle.digits.count_ones() as usize >= middle.size + 2
                });
                if self.crossing.is_empty() {
                    continue;
                }
                parts(board, in_line.without(in_box), &mut self.in_line);
                parts(board, in_box.without(in_line), &mut self.in_box);
                for index in 0..self.crossing.len() {
                    self.around(board, [line as u8, boxes as u8], self.crossing[index], visit)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

impl SueDeCoq {
    fn around(&mut self, board: &Board, houses: [u8; 2], middle: Part, visit: Visit<'_>) -> ControlFlow<()> {
        let layout = board.layout();
        let [line, boxes] = houses.map(|house| layout.house_sets[usize::from(house)]);
        let excess = middle.digits.count_ones() as usize - middle.size;
        // A part takes up as many digits of the crossing as it has cells beyond its own digits; it must have more of
        // them, or it were locked without the crossing.
        let taken = |part: &Part| {
            let own = (part.digits & !middle.digits).count_ones() as usize;
            let shared = (part.digits & middle.digits).count_ones() as usize;
            Some(part.size.saturating_sub(own)).filter(|&taken| (1..shared.min(excess)).contains(&taken))
        };
        for a in &self.in_line {
            let Some(by_a) = taken(a) else { continue };
            for b in &self.in_box {
                if a.digits & b.digits != 0 || taken(b).is_none_or(|by_b| by_a + by_b != excess) {
                    continue;
                }
                let gone = [(line, a, b), (boxes, b, a)]
                    .into_iter()
                    .flat_map(|(house, part, other)| {
                        let rest = house.without(part.cells | middle.cells);
                        bits(middle.digits & !other.digits | part.digits)
                            .flat_map(move |digit| candidates(board.cells_of(digit) & rest, digit))
                    });
                if let Some(gone) = self.fresh.take(gone) {
                    let mut step = Step::new(Kind::SueDeCoq, layout.size);
                    step.eliminations = gone;
                    step.pattern.digits = middle.digits;
                    step.pattern.cells = middle.cells.iter().chain(a.cells).chain(b.cells).collect();
                    step.pattern.houses = houses.to_vec();
                    step.pattern.sets = [&middle, a, b].map(|part| (part.cells, part.digits)).to_vec();
                    visit(step)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// Lists every non-empty part of these cells.
fn parts(board: &Board, cells: CellSet, list: &mut Vec<Part>) {
    list.clear();
    for cell in cells {
        let alone = Part {
            cells: CellSet::single(cell),
            size: 1,
            digits: board.marks(cell),
        };
        for index in 0..list.len() {
            let Part { cells, size, digits } = list[index];
            list.push(Part {
                cells: cells | alone.cells,
                size: size + 1,
                digits: digits | alone.digits,
            });
        }
        list.push(alone);
    }
}
