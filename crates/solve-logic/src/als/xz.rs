//! ALS-XZ: two sets with one or two restricted commons.

use std::ops::ControlFlow;

use super::{AlsList, candidates};
use crate::best::Fresh;
use crate::{Board, Kind, Step, Technique, Visit, bits};

/// Two almost locked sets with a restricted common x: any other common digit z is in one of them. With two
/// restricted commons, every digit of both is locked.
#[derive(Clone, Debug, Default)]
pub struct AlsXz {
    overlap: bool,
    sets: AlsList,
    links: Vec<(u32, u16)>,
    fresh: Fresh,
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
        self.fresh.clear();
        for b in 0..self.sets.len() {
            self.sets.links(b, self.overlap, &mut self.links);
            let sets = &self.sets;
            for &(a, links) in &self.links {
                let a = a as usize;
                let common = sets.get(a).digits & sets.get(b).digits;
                let single = links.is_power_of_two();
                // One of the two holds each of these.
                let either = if single { common & !links } else { links };
                let shared =
                    bits(either).flat_map(|digit| candidates(sets.common_victims(board, a, b, digit), digit));
                let outside = !(sets.get(a).cells | sets.get(b).cells);
                let locked = [a, b].into_iter().filter(|_| !single).flat_map(|set| {
                    bits(sets.get(set).digits & !links).flat_map(move |digit| {
                        let seen = board.cells_of(digit) & sets.places(set, digit).seen;
                        candidates(seen & outside, digit)
                    })
                });
                if let Some(gone) = self.fresh.take(shared.chain(locked)) {
                    let x = links.trailing_zeros() as usize;
                    let z = if single {
                        gone[0].index()
                    } else {
                        links.ilog2() as usize
                    };
                    let mut step = Step::new(Kind::AlsXz, board.layout().size);
                    step.eliminations = gone;
                    sets.describe(board, &mut step, &[a, b], &[x], z);
                    step.pattern.digits = links;
                    visit(step)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}
