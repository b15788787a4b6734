//! ALS-XY-Wing: two sets that a third one links.

use std::ops::ControlFlow;

use super::{AlsList, candidates};
use crate::best::Fresh;
use crate::{Board, Kind, Step, Technique, Visit, bits};

/// Two almost locked sets that each share another restricted common with a third: a digit that both hold is in one
/// of them.
#[derive(Clone, Debug, Default)]
pub struct AlsXyWing {
    overlap: bool,
    sets: AlsList,
    neighbours: Vec<Vec<(u32, u16)>>,
    fresh: Fresh,
}

impl AlsXyWing {
    /// With sets that may share cells.
    pub fn overlapping() -> Self {
        Self {
            overlap: true,
            ..Self::default()
        }
    }
}

impl Technique for AlsXyWing {
    fn kinds(&self) -> &'static [Kind] {
        &[Kind::AlsXyWing]
    }

    fn search(&mut self, board: &Board, visit: Visit<'_>) -> ControlFlow<()> {
        self.sets.collect(board, 1);
        self.sets.neighbours(self.overlap, &mut self.neighbours);
        self.fresh.clear();
        let sets = &self.sets;
        for (pivot, wings) in self.neighbours[..sets.len()].iter().enumerate() {
            for (index, &(b, to_b)) in wings.iter().enumerate() {
                for &(a, to_a) in &wings[..index] {
                    let (a, b) = (a as usize, b as usize);
                    let common = sets.get(a).digits & sets.get(b).digits;
                    if common == 0
                        || to_a == to_b && to_a.is_power_of_two()
                        || !self.overlap && sets.overlap(a, b)
                    {
                        continue;
                    }
                    for x in bits(to_a) {
                        for y in bits(to_b & !(1 << x)) {
                            let gone = bits(common & !(1 << x | 1 << y))
                                .flat_map(|z| candidates(sets.common_victims(board, a, b, z), z));
                            if let Some(gone) = self.fresh.take(gone) {
                                let z = gone[0].index();
                                let mut step = Step::new(Kind::AlsXyWing, board.layout().size);
                                step.eliminations = gone;
                                sets.describe(board, &mut step, &[a, pivot, b], &[x, y], z);
                                visit(step)?;
                            }
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}
