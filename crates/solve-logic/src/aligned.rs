//! Aligned pair and triple exclusion.

use std::ops::ControlFlow;

use crate::{Board, Candidate, CellSet, Kind, MAX_SIDE, Step, Technique, Visit, bits};

/// Two or three cells whose digits, each combination taken together, would in most cases repeat a digit in a house or
/// leave no candidate to a cell that sees them all; a candidate that is in none of the other combinations goes.
///
/// As Sudoku Explainer has them: cells that see them count if they have two candidates, of a triple two or three, and
/// there must be two at least; no cell may see one with a single candidate; the third cell is one that sees one of the
/// others. `pattern.cells` are the cells, `pattern.sets` those cells, with their digits, that exclude a combination of
/// a candidate that goes.
#[derive(Clone, Debug)]
pub struct AlignedExclusion {
    size: usize,
    /// The cells that may be among the two or three, and for each of them those that may exclude a combination.
    bases: Vec<u8>,
    excluders: Vec<CellSet>,
}

impl AlignedExclusion {
    /// Aligned pairs or triples (2 or 3 cells).
    ///
    /// # Panics
    ///
    /// At another size.
    pub const fn new(size: usize) -> Self {
        assert!(2 <= size && size <= 3, "exclusions have two or three cells");
        Self {
            size,
            bases: Vec::new(),
            excluders: Vec::new(),
        }
    }

    fn prepare(&mut self, board: &Board) {
        self.bases.clear();
        self.excluders.clear();
        self.excluders.resize(board.layout().cells, CellSet::EMPTY);
        let (mut narrow, mut single) = (CellSet::EMPTY, CellSet::EMPTY);
        for cell in board.empty() {
            match board.marks(cell).count_ones() as usize {
                0 => {}
                1 => single.insert(cell),
                count if count <= self.size => narrow.insert(cell),
                _ => {}
            }
        }
        for cell in board.empty().without(single) {
            let peers = board.layout().peers[usize::from(cell)];
            if peers.meets(narrow) && !peers.meets(single) {
                self.bases.push(cell);
                self.excluders[usize::from(cell)] = peers & narrow;
            }
        }
    }

    /// What may exclude combinations with that cell: nothing where it is no base.
    fn excluders(&self, cell: u8) -> CellSet {
        self.excluders[usize::from(cell)]
    }
}

impl Technique for AlignedExclusion {
    fn kinds(&self) -> &'static [Kind] {
        if self.size == 2 {
            &[Kind::AlignedPairExclusion]
        } else {
            &[Kind::AlignedTripleExclusion]
        }
    }

    fn search(&mut self, board: &Board, visit: Visit<'_>) -> ControlFlow<()> {
        self.prepare(board);
        for (index, &second) in self.bases.iter().enumerate() {
            for &first in &self.bases[..index] {
                let common = self.excluders(first) & self.excluders(second);
                if common.len() < 2 {
                    continue;
                }
                if self.size == 2 {
                    exclude(board, &[first, second], common, visit)?;
                    continue;
                }
                let mut near = self.excluders(first) | self.excluders(second);
                near.remove(first);
                near.remove(second);
                for base in [first, second] {
                    for &third in board.layout().ordered_peers(base) {
                        let common = common & self.excluders(third);
                        if near.contains(third) && common.len() >= 2 {
                            exclude(board, &[first, second, third], common, visit)?;
                        }
                        near.remove(third);
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// The combinations that the excluders leave.
struct Combinations<'a> {
    board: &'a Board,
    excluders: CellSet,
    /// `pairs[a]`: the digits that some excluder with two candidates has beside a.
    pairs: [u16; MAX_SIDE],
}

fn exclude(board: &Board, cells: &[u8], excluders: CellSet, visit: Visit<'_>) -> ControlFlow<()> {
    let mut pairs = [0; MAX_SIDE];
    for cell in excluders {
        let marks = board.marks(cell);
        if marks.count_ones() == 2 {
            for digit in bits(marks) {
                pairs[digit] |= marks & !(1 << digit);
            }
        }
    }
    let combinations = Combinations {
        board,
        excluders,
        pairs,
    };
    let left = combinations.left(cells);
    let gone = |index: usize| board.marks(cells[index]) & !left[index];
    if (0..cells.len()).all(|index| gone(index) == 0) {
        return ControlFlow::Continue(());
    }
    let kind = if cells.len() == 2 {
        Kind::AlignedPairExclusion
    } else {
        Kind::AlignedTripleExclusion
    };
    let mut step = Step::new(kind, board.layout().size);
    step.pattern.cells = cells.to_vec();
    for (index, &cell) in cells.iter().enumerate() {
        step.pattern.digits |= gone(index);
        step.eliminate(bits(gone(index)).map(|digit| Candidate::new(cell, digit)));
    }
    let all = cells.iter().fold(0, |all, &cell| all | board.marks(cell));
    step.pattern.sets = excluders
        .iter()
        .map(|cell| (CellSet::single(cell), board.marks(cell)))
        .filter(|&(_, marks)| marks & !all == 0 && marks & step.pattern.digits != 0)
        .collect();
    visit(step)
}

impl Combinations<'_> {
    /// The digits of each cell that some combination has.
    fn left(&self, cells: &[u8]) -> [u16; 3] {
        let mut left = [0; 3];
        let marks = |index: usize| self.board.marks(cells[index]);
        for a in bits(marks(0)) {
            for b in bits(marks(1) & !self.beside(a, cells[0], cells[1])) {
                if cells.len() == 2 {
                    left[0] |= 1 << a;
                    left[1] |= 1 << b;
                    continue;
                }
                let others = self.beside(a, cells[0], cells[2]) | self.beside(b, cells[1], cells[2]);
                let third = marks(2) & !others & !self.completing(a, b);
                if third != 0 {
                    left[0] |= 1 << a;
                    left[1] |= 1 << b;
                    left[2] |= third;
                }
            }
        }
        left
    }

    /// The digits that `other` cannot have beside a digit of `cell`.
    fn beside(&self, digit: usize, cell: u8, other: u8) -> u16 {
        let sees = self.board.layout().peers[usize::from(cell)].contains(other);
        self.pairs[digit] | u16::from(sees) << digit
    }

    /// The third digits of the excluders that have three, two of which these are.
    fn completing(&self, a: usize, b: usize) -> u16 {
        let both = 1 << a | 1 << b;
        self.excluders
            .iter()
            .map(|cell| self.board.marks(cell))
            .filter(|marks| a != b && marks & both == both && marks.count_ones() == 3)
            .fold(0, |all, marks| all | marks & !both)
    }
}
