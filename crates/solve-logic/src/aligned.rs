//! Aligned pair and triple exclusion.

use std::ops::ControlFlow;

use crate::layout::MAX_PEERS;
use crate::{
    Board, Candidate, CellSet, Combination, Kind, MAX_SIDE, Step, Technique, Visit, bits, is_single,
};

/// Two or three cells whose digits, each combination taken together, would in most cases repeat a digit in a house or
/// leave no candidate to a cell that sees them all; a candidate that is in none of the other combinations goes.
///
/// As Sudoku Explainer has them: cells that see them count if they have two candidates, of a triple two or three, and
/// there must be two at least; no cell may see one with a single candidate; the third cell is one that sees one of the
/// others. `pattern.cells` are the cells, `pattern.sets` those cells, with their digits, that exclude a combination of
/// a candidate that goes, and `pattern.combinations` all of these.
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
                if !common.has_several() {
                    continue;
                }
                if self.size == 2 {
                    exclude(board, &[first, second], common, visit)?;
                    continue;
                }
                let near = self.excluders(first) | self.excluders(second);
                let thirds = near & seeing_several(board, common);
                if thirds.is_empty() {
                    continue;
                }
                let layout = board.layout();
                let seen = layout.peers[usize::from(first)];
                let of_second = layout
                    .ordered_peers(second)
                    .iter()
                    .filter(|&&cell| !seen.contains(cell));
                for &third in layout.ordered_peers(first).iter().chain(of_second) {
                    let excluders = self.excluders(third);
                    if third != first && third != second && thirds.contains(third) && !excluders.is_empty() {
                        exclude(board, &[first, second, third], common & excluders, visit)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// The cells that see at least two of these.
fn seeing_several(board: &Board, cells: CellSet) -> CellSet {
    let (mut once, mut twice) = (CellSet::EMPTY, CellSet::EMPTY);
    for cell in cells {
        let peers = board.layout().peers[usize::from(cell)];
        twice |= once & peers;
        once |= peers;
    }
    twice
}

fn exclude(board: &Board, cells: &[u8], excluders: CellSet, visit: Visit<'_>) -> ControlFlow<()> {
    let left = Combinations::new(board, cells, excluders).left();
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
    step.pattern.combinations = impossible(board, cells, excluders, &step.eliminations);
    visit(step)
}

/// The combinations of digits of the cells that have one of these candidates, each with why it cannot be.
fn impossible(board: &Board, cells: &[u8], excluders: CellSet, gone: &[Candidate]) -> Vec<Combination> {
    let mut all = vec![Vec::new()];
    for &cell in cells {
        let longer = all.into_iter().flat_map(|digits: Vec<u8>| {
            bits(board.marks(cell)).map(move |digit| [&digits[..], &[digit as u8]].concat())
        });
        all = longer.collect();
    }
    let with = |digits: &[u8], from: &Candidate| {
        let mut pairs = cells.iter().zip(digits);
        pairs.any(|(&cell, &digit)| cell == from.cell && usize::from(digit) == from.index())
    };
    all.retain(|digits| gone.iter().any(|from| with(digits, from)));
    let reason = |digits: Vec<u8>| {
        let repeats = (0..cells.len()).any(|i| {
            let peers = board.layout().peers[usize::from(cells[i])];
            (0..i).any(|j| digits[i] == digits[j] && peers.contains(cells[j]))
        });
        let set = digits.iter().fold(0, |set, &digit| set | 1 << digit);
        let mut emptied = excluders.iter().filter(|&cell| board.marks(cell) & !set == 0);
        Combination {
            cell: if repeats { None } else { emptied.next() },
            digits,
        }
    };
    all.into_iter().map(reason).collect()
}

/// The combinations of the candidates of two or three cells.
struct Combinations {
    /// The candidates of each.
    marks: [u16; 3],
    size: usize,
    /// Whether first and second, first and third, second and third see each other.
    aligned: [bool; 3],
    /// `pairs[a]`: the digits that some excluder with two candidates has beside a.
    pairs: [u16; MAX_SIDE],
    /// The excluders with three.
    triples: [u16; MAX_PEERS],
    count: usize,
}

impl Combinations {
    fn new(board: &Board, cells: &[u8], excluders: CellSet) -> Self {
        let sees = |i: usize, j: usize| {
            j < cells.len() && board.layout().peers[usize::from(cells[i])].contains(cells[j])
        };
        let mut combinations = Self {
            marks: std::array::from_fn(|index| cells.get(index).map_or(0, |&cell| board.marks(cell))),
            size: cells.len(),
            aligned: [sees(0, 1), sees(0, 2), sees(1, 2)],
            pairs: [0; MAX_SIDE],
            triples: [0; MAX_PEERS],
            count: 0,
        };
        for cell in excluders {
            let marks = board.marks(cell);
            let rest = marks & marks.wrapping_sub(1);
            if is_single(rest) {
                combinations.pairs[rest.trailing_zeros() as usize] |= marks & !rest;
                combinations.pairs[marks.trailing_zeros() as usize] |= rest;
            } else {
                combinations.triples[combinations.count] = marks;
                combinations.count += 1;
            }
        }
        combinations
    }

    /// The digits of each cell that some combination has which is not excluded.
    fn left(&self) -> [u16; 3] {
        let mut left = [0; 3];
        for a in bits(self.marks[0]) {
            for b in bits(self.marks[1] & !self.beside(a, 0)) {
                let known = left[0] >> a & left[1] >> b & 1 == 1;
                if known && left[2] == self.marks[2] {
                    continue;
                }
                let mut third = 0;
                if self.size == 3 {
                    third = self.marks[2] & !self.beside(a, 1) & !self.beside(b, 2) & !self.completing(a, b);
                    if third == 0 {
                        continue;
                    }
                }
                left[0] |= 1 << a;
                left[1] |= 1 << b;
                left[2] |= third;
            }
        }
        left
    }

    /// The digits that cannot be beside that digit in that pair of cells.
    fn beside(&self, digit: usize, pair: usize) -> u16 {
        self.pairs[digit] | u16::from(self.aligned[pair]) << digit
    }

    /// The third digits of the excluders that have three, two of which these are.
    fn completing(&self, a: usize, b: usize) -> u16 {
        let both = 1 << a | 1 << b;
        self.triples[..self.count]
            .iter()
            .filter(|&marks| a != b && marks & both == both)
            .fold(0, |all, marks| all | marks & !both)
    }
}
