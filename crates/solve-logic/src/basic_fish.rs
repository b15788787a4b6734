//! X-Wing, Swordfish and Jellyfish without fins.

use std::ops::ControlFlow;

use crate::tuples::{Tuple, tuples};
use crate::{Board, Candidate, Kind, MAX_SIDE, Step, Technique, Visit, bits};

const KINDS: [Kind; 3] = [Kind::XWing, Kind::Swordfish, Kind::Jellyfish];

/// A digit whose places in two to four parallel lines lie in as many crossing lines, from whose other cells it goes.
#[derive(Clone, Debug)]
pub struct BasicFish {
    size: usize,
    explainer: bool,
    found: Vec<(Tuple, usize)>,
}

impl BasicFish {
    /// X-Wings, Swordfish or Jellyfish (2 to 4 lines).
    ///
    /// # Panics
    ///
    /// At another size.
    pub const fn new(size: usize) -> Self {
        assert!(2 <= size && size <= 4, "fish without fins have two to four lines");
        Self {
            size,
            explainer: false,
            found: Vec::new(),
        }
    }

    /// As Sudoku Explainer has them: only of digits that at least twice as many lines lack (else a smaller fish in
    /// crossing lines does the same).
    ///
    /// # Panics
    ///
    /// Unless of 2 to 4 lines.
    pub const fn explainer(size: usize) -> Self {
        let mut fish = Self::new(size);
        fish.explainer = true;
        fish
    }

    fn step(&self, board: &Board, bases: u8, covers: u8, tuple: Tuple, digit: usize) -> Step {
        let layout = board.layout();
        let mut step = Step::new(KINDS[self.size - 2], layout.size);
        step.pattern.digits = 1 << digit;
        step.pattern.houses = bits(tuple.chosen).map(|line| bases + line as u8).collect();
        step.pattern.covers = bits(tuple.union).map(|line| covers + line as u8).collect();
        for &base in &step.pattern.houses {
            let cells = layout.cells_at(base, board.places(base, digit));
            step.pattern.cells.extend(cells);
        }
        let gone = |&cover: &u8| layout.cells_at(cover, board.places(cover, digit) & !tuple.chosen);
        let gone: Vec<_> = step.pattern.covers.iter().flat_map(gone).collect();
        step.eliminate(gone.into_iter().map(|cell| Candidate::new(cell, digit)));
        step
    }
}

impl Technique for BasicFish {
    fn kinds(&self) -> &'static [Kind] {
        &KINDS[self.size - 2..=self.size - 2]
    }

    /// Columns as bases first; lowest lines first, then lowest digits.
    fn search(&mut self, board: &Board, visit: Visit<'_>) -> ControlFlow<()> {
        let side = board.layout().side;
        let (rows, columns) = (side as u8, 2 * side as u8);
        let least = if self.explainer {
            2 * self.size
        } else {
            self.size + 1
        };
        for (bases, covers) in [(columns, rows), (rows, columns)] {
            self.found.clear();
            for digit in 0..side {
                let mut places = [0; MAX_SIDE];
                let mut lacking = 0;
                for (line, places) in places[..side].iter_mut().enumerate() {
                    *places = board.places(bases + line as u8, digit);
                    lacking += usize::from(*places != 0);
                }
                if lacking >= least {
                    let _ = tuples(&places, self.size, &mut |tuple| {
                        let spare = |line| board.places(covers + line as u8, digit) & !tuple.chosen != 0;
                        if bits(tuple.union).any(spare) {
                            self.found.push((tuple, digit));
                        }
                        ControlFlow::Continue(())
                    });
                }
            }
            self.found
                .sort_unstable_by_key(|&(tuple, digit)| (tuple.chosen, digit));
            for &(tuple, digit) in &self.found {
                visit(self.step(board, bases, covers, tuple, digit))?;
            }
        }
        ControlFlow::Continue(())
    }
}
