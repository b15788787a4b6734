//! Templates: all ways to place a digit in all its houses at once.

use std::ops::ControlFlow;

use crate::{Board, Candidate, CellSet, Kind, Layout, MAX_SIDE, Step, Technique, Visit, bits};

/// Finds cells that hold a digit in all of its templates, and candidates that are in none: one step of each kind and
/// digit. Templates that hold such a cell of another digit do not count, until nothing changes.
///
/// Order: kind, digit. Cost: a search for a template per candidate and round at most, short on boards of a puzzle.
pub struct Templates;

impl Technique for Templates {
    fn kinds(&self) -> &'static [Kind] {
        &[Kind::TemplateSet, Kind::TemplateDelete]
    }

    fn search(&mut self, board: &Board, visit: Visit<'_>) -> ControlFlow<()> {
        let Some(unions) = unions(board) else {
            return ControlFlow::Continue(());
        };
        for &kind in self.kinds() {
            for (digit, &(common, possible)) in unions.iter().enumerate().take(board.layout().side) {
                let mut step = Step::new(kind, board.layout().size);
                step.pattern.digits = 1 << digit;
                if kind == Kind::TemplateSet {
                    step.placements = common.iter().map(|cell| Candidate::new(cell, digit)).collect();
                } else {
                    step.eliminate_digit(board.cells_of(digit).without(possible), digit);
                }
                if !step.is_empty() {
                    visit(step)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// The empty cells that have a digit in all of its templates, and in any.
type Union = (CellSet, CellSet);

/// Those of every digit; `None` where a digit has no template.
fn unions(board: &Board) -> Option<[Union; MAX_SIDE]> {
    let layout = board.layout();
    let mut placed = [CellSet::EMPTY; MAX_SIDE];
    for cell in layout.all_cells() {
        if let Some(digit) = board.value(cell).checked_sub(1) {
            placed[usize::from(digit)].insert(cell);
        }
    }
    let mut left: [CellSet; MAX_SIDE] = std::array::from_fn(|digit| board.cells_of(digit));
    let mut unions = [(CellSet::EMPTY, CellSet::EMPTY); MAX_SIDE];
    let mut stale = layout.all_digits();
    while stale != 0 {
        let digit = stale.trailing_zeros() as usize;
        stale &= stale - 1;
        let (common, possible) = union(layout, left[digit], placed[digit])?;
        unions[digit] = (common, possible);
        left[digit] = possible;
        for other in bits(layout.all_digits() & !(1 << digit)) {
            if left[other].meets(common) {
                left[other] = left[other].without(common);
                stale |= 1 << other;
            }
        }
    }
    Some(unions)
}

fn union(layout: &Layout, all: CellSet, placed: CellSet) -> Option<Union> {
    let template = |left| template(layout, left, placed).map(|cells| cells & all);
    let first = template(all)?;
    let (mut common, mut possible) = (first, first);
    for cell in all {
        let found = if common.contains(cell) {
            template(all.without(CellSet::single(cell)))
        } else if possible.contains(cell) {
            None
        } else {
            template(all.without(layout.peers[usize::from(cell)]))
        };
        if let Some(found) = found {
            common &= found;
            possible |= found;
        }
    }
    Some((common, possible))
}

/// A set of cells with one in each house: those chosen, and others of those left, none of which sees a chosen one.
fn template(layout: &Layout, left: CellSet, chosen: CellSet) -> Option<CellSet> {
    let tightest = layout.house_sets[..layout.houses]
        .iter()
        .filter(|house| !house.meets(chosen))
        .map(|&house| house & left)
        .min_by_key(|cells| cells.len());
    let Some(cells) = tightest else {
        return Some(chosen);
    };
    cells.iter().find_map(|cell| {
        let left = left.without(layout.peers[usize::from(cell)]);
        template(layout, left, chosen | CellSet::single(cell))
    })
}
