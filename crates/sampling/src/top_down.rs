//! Clues taken away in random order, each put back without which the puzzle is not unique.

use core::fmt;
use std::sync::Arc;

use gridwright_fill_uniform::Uniform;
use gridwright_grid::rand_core::Rng;
use gridwright_grid::rng::{shuffle, stream};
use gridwright_grid::{Algorithm, B3x3, Cell, Flat, Grid, Info, Probe, Shape, Solver};
use gridwright_solve_bits::Bits;

use crate::generator::{Generator, MinimalPuzzle, SharedFiller};
use crate::subpuzzles::{Cells, Masked, Subpuzzles, all_cells, each};

/// Takes the clues of a grid away in random order, and puts each back without which the puzzle would not be unique.
/// An item is one puzzle, of a grid of its own.
///
/// # Cost
///
/// Some 25 us a puzzle at 3x3.
///
/// # Distribution
///
/// Far from uniform, and how far is not known puzzle by puzzle: those with few clues come too often. At 3x3 and uniform
/// grids 24.40 clues on average, of all minimal puzzles 26.58.
///
/// # Source
///
/// The usual method; so named by Berthier, "Unbiased statistics of a CSP - a controlled-bias generator" (2009).
pub struct TopDown<S: Masked = B3x3, X = Bits> {
    filler: SharedFiller<S>,
    descent: Descent<S, X>,
}

impl<S: Masked, X: Solver<S>> TopDown<S, X> {
    /// The generator with that source of grids and that solver.
    pub fn new(filler: SharedFiller<S>, solver: X) -> Self {
        Self {
            filler,
            descent: Descent::new(solver),
        }
    }

    /// A minimal puzzle of a grid.
    ///
    /// # Errors
    ///
    /// When the probe stops it.
    pub fn try_minimal<R, P>(
        &mut self,
        grid: &Grid<S>,
        rng: &mut R,
        probe: &mut P,
    ) -> Result<MinimalPuzzle<S>, P::Stop>
    where
        R: Rng + ?Sized,
        P: Probe + ?Sized,
    {
        self.descent.sub.turn_to(grid);
        let clues = self.descent.minimal(all_cells::<S>(), rng, probe)?;
        Ok(self.descent.sub.minimal_puzzle(clues))
    }

    /// Turns to a grid, for [`TopDown::try_within`].
    pub fn turn_to(&mut self, grid: &Grid<S>) {
        self.descent.sub.turn_to(grid);
    }

    /// A minimal puzzle of the grid turned to or seen last, with clues in some of these cells; `None` if even all of them leave
    /// several solutions. What it learns of a grid makes further calls faster, and no others.
    ///
    /// # Errors
    ///
    /// When the probe stops it.
    pub fn try_within<R, P>(
        &mut self,
        cells: impl IntoIterator<Item = Cell<S>>,
        rng: &mut R,
        probe: &mut P,
    ) -> Result<Option<MinimalPuzzle<S>>, P::Stop>
    where
        R: Rng + ?Sized,
        P: Probe + ?Sized,
    {
        let clues = cells.into_iter().fold(0, |set, cell| set | 1 << cell.index());
        if self.descent.sub.sets.len() > 2 * SETS {
            self.descent.sub.keep_smallest(SETS);
        }
        if self.descent.sub.is_refuted(clues) || !self.descent.sub.is_unique(clues, probe)? {
            return Ok(None);
        }
        let clues = self.descent.minimal(clues, rng, probe)?;
        Ok(Some(self.descent.sub.minimal_puzzle(clues)))
    }
}

/// As many sets of a grid are kept in the long run.
const SETS: usize = 256;

impl Default for TopDown {
    /// Of uniform grids, with the fast solver.
    fn default() -> Self {
        Self::new(Arc::new(Uniform), Bits::default())
    }
}

impl<S: Masked, X> fmt::Debug for TopDown<S, X> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TopDown")
            .field("filler", &self.filler.info().name)
            .finish_non_exhaustive()
    }
}

impl<S: Masked, X> Algorithm for TopDown<S, X> {
    const INFO: Info = Info {
        name: "top-down",
        summary: "clues of a grid taken away in random order, put back where the puzzle needs them",
        source: "the usual method; so named by Berthier (2009)",
        distribution: "minimal puzzles, those with few clues too often, by a bias that is not known",
    };
}

impl<S: Masked, X: Solver<S>> Generator<S> for TopDown<S, X> {
    fn try_item<P: Probe + ?Sized>(
        &mut self,
        seed: u64,
        index: u64,
        probe: &mut P,
        puzzles: &mut Vec<MinimalPuzzle<S>>,
    ) -> Result<(), P::Stop> {
        let mut rng = stream(seed, index);
        let grid = self.filler.dyn_fill(&mut rng);
        puzzles.push(MinimalPuzzle {
            item: index,
            ..self.try_minimal(&grid, &mut rng, probe)?
        });
        Ok(())
    }
}

/// No set.
const NONE: u32 = u32::MAX;

/// From any unique puzzle to a minimal one.
///
/// Whether a clue can go is decided by the sets known, as if they were all; now and then the solver looks whether the
/// puzzle is unique indeed. If it is not, the set it finds tells which clue was the first that should have stayed, and
/// everything from that turn on is done again.
pub(crate) struct Descent<S: Masked, X> {
    pub(crate) sub: Subpuzzles<S, X>,
    order: Vec<u8>,
    /// When each cell is tried.
    turns: S::CellArray<u8>,
    /// The cells that are tried from each turn on.
    rest: S::CellArray<Cells>,
    /// Of each turn, a set whose last cell is tried then.
    first: S::CellArray<u32>,
    /// Of each set, another one with the same last cell.
    next: Vec<u32>,
}

impl<S: Masked, X: Solver<S>> Descent<S, X> {
    pub(crate) fn new(solver: X) -> Self {
        Self {
            sub: Subpuzzles::new(solver),
            order: Vec::new(),
            turns: S::CellArray::filled(0),
            rest: S::CellArray::filled(0),
            first: S::CellArray::filled(NONE),
            next: Vec::new(),
        }
    }

    /// Tries each of the clues in random order.
    pub(crate) fn minimal<R, P>(&mut self, clues: Cells, rng: &mut R, probe: &mut P) -> Result<Cells, P::Stop>
    where
        R: Rng + ?Sized,
        P: Probe + ?Sized,
    {
        self.order.clear();
        self.order.extend(each(clues).map(|cell| cell as u8));
        shuffle(rng, &mut self.order);
        let mut rest = 0;
        for (turn, &cell) in self.order.iter().enumerate().rev() {
            rest |= 1 << cell;
            self.rest.flat_mut()[turn] = rest;
            self.turns.flat_mut()[usize::from(cell)] = turn as u8;
        }
        self.first = S::CellArray::filled(NONE);
        self.next.clear();
        self.file(clues);

        let start = clues;
        let (mut clues, mut proved) = (clues, clues);
        let mut turn = 0;
        let mut look = look_below::<S>(S::CELLS as u32);
        loop {
            while turn < self.order.len() && clues.count_ones() > look {
                let less = clues & !(1 << self.order[turn]);
                let mut set = self.first.flat()[turn];
                while set != NONE && self.sub.sets[set as usize] & less != 0 {
                    set = self.next[set as usize];
                }
                if set == NONE {
                    clues = less;
                }
                turn += 1;
            }
            let gone = proved & !clues;
            let unique = match gone.count_ones() {
                0 => true,
                1 => self
                    .sub
                    .is_unique_without(proved, gone.trailing_zeros() as usize, probe)?,
                _ => self.sub.is_unique(clues, probe)?,
            };
            if !unique {
                turn = self.file(start);
                clues |= self.rest.flat()[turn];
            } else if turn == self.order.len() {
                return Ok(clues);
            } else {
                proved = clues;
                look = look_below::<S>(clues.count_ones());
            }
        }
    }

    /// Files the sets learnt since, by the last of their cells that is tried; returns the first such turn. Cells that
    /// were no clues at the start were empty before the first turn.
    fn file(&mut self, start: Cells) -> usize {
        let mut earliest = self.order.len();
        for set in &self.sub.sets[self.next.len()..] {
            let turns = each(set & start).map(|cell| self.turns.flat()[cell]);
            let turn = usize::from(turns.max().unwrap_or(0));
            let first = &mut self.first.flat_mut()[turn];
            let index = self.next.len() as u32;
            self.next.push(core::mem::replace(first, index));
            earliest = earliest.min(turn);
        }
        earliest
    }
}

/// With how many clues the solver looks next: once at half of the cells, once at two fifths, then clue by clue. A set
/// found late is large, and tells little.
const fn look_below<S: Shape>(clues: u32) -> u32 {
    let cells = S::CELLS as u32;
    if clues > cells / 2 {
        cells / 2
    } else if clues > cells * 2 / 5 {
        cells * 2 / 5
    } else {
        clues.saturating_sub(1)
    }
}
