//! XY-Wing and XYZ-Wing.

use std::ops::ControlFlow;

use crate::layout::MAX_PEERS;
use crate::{Board, Candidate, CellSet, Kind, Step, Technique, Visit};

/// A pivot xy with wings xz and yz: one of the wings is z.
#[derive(Clone, Copy, Debug, Default)]
pub struct XyWing;

/// A pivot xyz with wings xz and yz: one of the three is z.
#[derive(Clone, Copy, Debug, Default)]
pub struct XyzWing;

impl Technique for XyWing {
    fn kinds(&self) -> &'static [Kind] {
        &[Kind::XyWing]
    }

    fn search(&mut self, board: &Board, visit: Visit<'_>) -> ControlFlow<()> {
        let bivalue = board.bivalue();
        for pivot in bivalue {
            search(board, Kind::XyWing, pivot, bivalue, visit)?;
        }
        ControlFlow::Continue(())
    }
}

impl Technique for XyzWing {
    fn kinds(&self) -> &'static [Kind] {
        &[Kind::XyzWing]
    }

    fn search(&mut self, board: &Board, visit: Visit<'_>) -> ControlFlow<()> {
        let bivalue = board.bivalue();
        for pivot in board.empty() {
            if board.marks(pivot).count_ones() == 3 {
                search(board, Kind::XyzWing, pivot, bivalue, visit)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Wings in the order of the pivot's box, row, column.
fn search(board: &Board, kind: Kind, pivot: u8, bivalue: CellSet, visit: Visit<'_>) -> ControlFlow<()> {
    let layout = board.layout();
    let middle = board.marks(pivot);
    let shared = if kind == Kind::XyWing { 1 } else { 2 };
    let mut wings = [0; MAX_PEERS];
    let mut count = 0;
    for &peer in layout.ordered_peers(pivot) {
        if bivalue.contains(peer) && (board.marks(peer) & middle).count_ones() == shared {
            wings[count] = peer;
            count += 1;
        }
    }
    for (i, &first) in wings[..count].iter().enumerate() {
        for &second in &wings[i + 1..count] {
            let (a, b) = (board.marks(first), board.marks(second));
            let z = a & b;
            if a == b || z == 0 || kind == Kind::XyWing && z & middle != 0 {
                continue;
            }
            let digit = z.trailing_zeros() as usize;
            let mut seeing = layout.peers[usize::from(first)] & layout.peers[usize::from(second)];
            if kind == Kind::XyzWing {
                seeing &= layout.peers[usize::from(pivot)];
            }
            let gone = seeing & board.cells_of(digit);
            if !gone.is_empty() {
                let mut step = Step::new(kind, layout.size);
                step.pattern.digits = a | b;
                step.pattern.cells = vec![pivot, first, second];
                step.eliminate(gone.iter().map(|cell| Candidate::new(cell, digit)));
                visit(step)?;
            }
        }
    }
    ControlFlow::Continue(())
}
