//! ALS-XZ: two sets with one or two restricted commons.

use std::ops::ControlFlow;

use super::{AlsList, candidates};
use crate::{Board, Kind, Step, Technique, Visit, bits};

/// Two almost locked sets with a restricted common x: any other common digit z is in one of them. With two
/// restricted commons, every digit of both is locked.
#[derive(Clone, Debug, Default)]
pub struct AlsXz {
    overlap: bool,
    sets: AlsList,
}

impl AlsXz {
    /// With sets that may share cells.
    pub fn overlapping() -> Self {
        Self {
            overlap: true,
            ..Self::default()
        }
    }
}

impl Technique for AlsXz {
    fn kinds(&self) -> &'static [Kind] {
        &[Kind::AlsXz]
    }

    fn search(&mut self, board: &Board, visit: Visit<'_>) -> ControlFlow<()> {
        self.sets.collect(board, 1);
        let sets = &self.sets;
        for b in 0..sets.len() {
            for a in 0..b {
                let links = sets.restricted(a, b, self.overlap);
                if links == 0 {
                    continue;
                }
                let common = sets.get(a).digits & sets.get(b).digits;
                let single = links.is_power_of_two();
                // One of the two holds each of these.
                let either = if single { common & !links } else { links };
                let mut step = Step::new(Kind::AlsXz, board.layout().size);
                for digit in bits(either) {
                    step.eliminate(candidates(sets.common_victims(board, a, b, digit), digit));
                }
                if !single {
                    let outside = !(sets.get(a).cells | sets.get(b).cells);
                    for set in [a, b] {
                        for digit in bits(sets.get(set).digits & !links) {
                            let seen = board.cells_of(digit) & sets.places(set, digit).seen;
                            step.eliminate(candidates(seen & outside, digit));
                        }
                    }
                }
                if let Some(first) = step.eliminations.first() {
                    let x = links.trailing_zeros() as usize;
                    let z = if single {
                        first.index()
                    } else {
                        links.ilog2() as usize
                    };
                    sets.describe(board, &mut step, &[a, b], &[x], z);
                    step.pattern.digits = links;
                    visit(step)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}
