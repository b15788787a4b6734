//! ALS-XY-Wing: two sets that a third one links.

use std::ops::ControlFlow;

use super::{AlsList, candidates};
use crate::{Board, Kind, Step, Technique, Visit, bits};

/// Two almost locked sets that each share another restricted common with a third: a digit that both hold is in one
/// of them.
#[derive(Clone, Debug, Default)]
pub struct AlsXyWing {
    overlap: bool,
    sets: AlsList,
    wings: Vec<(usize, u16)>,
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
        let Self { overlap, sets, wings } = self;
        for pivot in 0..sets.len() {
            wings.clear();
            wings.extend((0..sets.len()).filter(|&set| set != pivot).filter_map(|set| {
                let links = sets.restricted(pivot, set, *overlap);
                (links != 0).then_some((set, links))
            }));
            for (index, &(b, to_b)) in wings.iter().enumerate() {
                for &(a, to_a) in &wings[..index] {
                    let common = sets.get(a).digits & sets.get(b).digits;
                    if common == 0
                        || to_a == to_b && to_a.is_power_of_two()
                        || !*overlap && sets.overlap(a, b)
                    {
                        continue;
                    }
                    for x in bits(to_a) {
                        for y in bits(to_b & !(1 << x)) {
                            let mut step = Step::new(Kind::AlsXyWing, board.layout().size);
                            for z in bits(common & !(1 << x | 1 << y)) {
                                step.eliminate(candidates(sets.common_victims(board, a, b, z), z));
                            }
                            if let Some(first) = step.eliminations.first() {
                                let z = first.index();
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
