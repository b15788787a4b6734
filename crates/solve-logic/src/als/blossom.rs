//! Death Blossom: a cell, and a set for each of its candidates.

use std::ops::ControlFlow;

use super::{AlsList, candidates};
use crate::best::Fresh;
use crate::{Board, Candidate, CellSet, Kind, MAX_SIDE, Step, Technique, Visit, bits};

/// A cell, the stem, and for each of its candidates an almost locked set, a petal, whose places of it the stem sees: a
/// digit that all the petals hold besides is in one of them.
#[derive(Clone, Debug, Default)]
pub struct DeathBlossom {
    overlap: bool,
    sets: AlsList,
    petals: [Vec<usize>; MAX_SIDE],
    fresh: Fresh,
}

impl DeathBlossom {
    /// With sets that may share cells.
    pub fn overlapping() -> Self {
        Self {
            overlap: true,
            ..Self::default()
        }
    }
}

impl Technique for DeathBlossom {
    fn kinds(&self) -> &'static [Kind] {
        &[Kind::DeathBlossom]
    }

    fn search(&mut self, board: &Board, visit: Visit<'_>) -> ControlFlow<()> {
        self.sets.collect(board, 1);
        self.fresh.clear();
        for stem in board.empty() {
            let digits = board.marks(stem);
            for digit in bits(digits) {
                self.petals[digit].clear();
            }
            for set in 0..self.sets.len() {
                for digit in bits(self.sets.get(set).digits & digits) {
                    if self.sets.places(set, digit).seen.contains(stem)
                        && !self.sets.get(set).cells.contains(stem)
                    {
                        self.petals[digit].push(set);
                    }
                }
            }
            let mut search = Search {
                board,
                blossom: self,
                stem,
                chosen: [(0, 0); MAX_SIDE],
            };
            let all = board.layout().all_digits();
            let victims: [CellSet; MAX_SIDE] = std::array::from_fn(|digit| board.cells_of(digit));
            search.choose(digits, 0, CellSet::EMPTY, all, &victims, visit)?;
        }
        ControlFlow::Continue(())
    }
}

struct Search<'a> {
    board: &'a Board,
    blossom: &'a mut DeathBlossom,
    stem: u8,
    /// Petals with their digits of the stem.
    chosen: [(usize, usize); MAX_SIDE],
}

impl Search<'_> {
    /// Chooses a petal for each digit of `rest`; `common` are the digits that all the petals so far hold besides, and
    /// `victims` the cells that would lose them.
    fn choose(
        &mut self,
        rest: u16,
        count: usize,
        cells: CellSet,
        common: u16,
        victims: &[CellSet; MAX_SIDE],
        visit: Visit<'_>,
    ) -> ControlFlow<()> {
        if rest == 0 {
            let gone = bits(common).flat_map(|z| candidates(victims[z], z));
            return match self.blossom.fresh.take(gone) {
                Some(gone) => visit(self.step(count, gone)),
                None => ControlFlow::Continue(()),
            };
        }
        // The digit with the fewest petals first.
        let petals = |digit: usize| &self.blossom.petals[digit];
        let digit = bits(rest)
            .min_by_key(|&digit| petals(digit).len())
            .unwrap_or_default();
        for index in 0..petals(digit).len() {
            let petal = self.blossom.petals[digit][index];
            let set = *self.blossom.sets.get(petal);
            let mut left = common & set.digits & !(1 << digit);
            if left == 0
                || !self.blossom.overlap && cells.meets(set.cells)
                || self.chosen[..count].iter().any(|&(other, _)| other == petal)
            {
                continue;
            }
            let mut fewer = *victims;
            for z in bits(left) {
                fewer[z] &= self.blossom.sets.places(petal, z).seen;
                if fewer[z].is_empty() {
                    left &= !(1 << z);
                }
            }
            if left != 0 {
                self.chosen[count] = (petal, digit);
                self.choose(
                    rest & !(1 << digit),
                    count + 1,
                    cells | set.cells,
                    left,
                    &fewer,
                    visit,
                )?;
            }
        }
        ControlFlow::Continue(())
    }

    fn step(&self, count: usize, gone: Vec<Candidate>) -> Step {
        let sets = &self.blossom.sets;
        let mut step = Step::new(Kind::DeathBlossom, self.board.layout().size);
        step.eliminations = gone;
        let mut petals = self.chosen[..count].to_vec();
        petals.sort_unstable_by_key(|&(_, digit)| digit);
        step.pattern.digits = self.board.marks(self.stem);
        step.pattern.cells = std::iter::once(self.stem)
            .chain(petals.iter().flat_map(|&(petal, _)| sets.get(petal).cells))
            .collect();
        step.pattern.sets = petals
            .iter()
            .map(|&(petal, _)| (sets.get(petal).cells, sets.get(petal).digits))
            .collect();
        step
    }
}
