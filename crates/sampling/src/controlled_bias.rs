//! Clues taken away in random order, given up when the puzzle is no longer unique before it is minimal.

use core::fmt;
use core::num::NonZeroU64;
use std::sync::Arc;

use gridwright_fill_uniform::Uniform;
use gridwright_grid::rand_core::Rng;
use gridwright_grid::rng::{below_each, stream};
use gridwright_grid::{Algorithm, B3x3, Grid, Info, Probe, Shape, Solver};
use gridwright_solve_bits::Bits;

use crate::generator::{Generator, MinimalPuzzle, SharedFiller};
use crate::subpuzzles::{Cells, Masked, Subpuzzles, all_cells, each};
use crate::tally::binomial;

/// How many paths of a grid are tried, and what they share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Random sets of clues that paths begin with.
    pub roots: u32,
    /// How many clues these have. Minimal puzzles with more are never found.
    pub clues: usize,
    /// How many paths go on from each of them, if it is unique; the others count as paths that failed.
    pub continuations: u32,
}

impl Effort {
    /// Paths that share nothing: each begins with the grid.
    pub const fn plain<S: Shape>(paths: u32) -> Self {
        Self {
            roots: 1,
            clues: S::CELLS,
            continuations: paths,
        }
    }

    /// How many paths there are.
    pub const fn paths(&self) -> u64 {
        self.roots as u64 * self.continuations as u64
    }
}

impl Default for Effort {
    /// For 3x3: 5,000 sets of 33 clues, 200 paths from each. At 3x3 that leads to four puzzles a grid on average.
    fn default() -> Self {
        Self {
            roots: 5_000,
            clues: 33,
            continuations: 200,
        }
    }
}

/// An effort that is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EffortError {
    /// No roots, or no continuations.
    NoPaths,
    /// The roots have no clues, or more than there are cells.
    Clues {
        /// How many they have.
        clues: usize,
        /// How many cells there are.
        cells: usize,
    },
}

impl fmt::Display for EffortError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPaths => f.write_str("at least one root and one continuation are needed"),
            Self::Clues { clues, cells } => write!(f, "roots of {clues} clues, expected 1..={cells}"),
        }
    }
}

impl core::error::Error for EffortError {}

/// Takes clues of a grid away in random order, never putting one back: a path. It fails when the puzzle is no longer
/// unique, and leads to a puzzle if that is minimal before. An item is all paths of one grid.
///
/// # Cost
///
/// Some 10 ms a puzzle at 3x3 with the default effort, a hundred times that without splitting.
///
/// # Distribution
///
/// Known: see [`Generator::paths`]. With weights C(`CELLS`, clues) every statistic is unbiased, see
/// [`Tally`](crate::Tally).
///
/// # Source
///
/// Berthier, "Unbiased statistics of a CSP - a controlled-bias generator" (2009). Shared beginnings (splitting) and the
/// cache of unavoidable sets are this project's.
pub struct ControlledBias<S: Masked = B3x3, X = Bits> {
    filler: SharedFiller<S>,
    effort: Effort,
    paths: NonZeroU64,
    sub: Subpuzzles<S, X>,
    order: Vec<u8>,
    /// What the unavoidable sets have in common with the root, none with all of another.
    parts: Vec<Cells>,
    /// The parts with each cell.
    parts_of: Vec<Vec<Cells>>,
    /// Some unique puzzles within the root.
    unique: Vec<Cells>,
}

impl<S: Masked, X: Solver<S>> ControlledBias<S, X> {
    /// The generator with that source of grids, that solver, and that effort for each grid.
    ///
    /// # Errors
    ///
    /// When there would be no path, or the roots have an impossible number of clues.
    pub fn new(filler: SharedFiller<S>, solver: X, effort: Effort) -> Result<Self, EffortError> {
        if effort.clues == 0 || effort.clues > S::CELLS {
            return Err(EffortError::Clues {
                clues: effort.clues,
                cells: S::CELLS,
            });
        }
        Ok(Self {
            filler,
            effort,
            paths: NonZeroU64::new(effort.paths()).ok_or(EffortError::NoPaths)?,
            sub: Subpuzzles::new(solver),
            order: Vec::new(),
            parts: Vec::new(),
            parts_of: vec![Vec::new(); S::CELLS],
            unique: Vec::new(),
        })
    }

    /// The effort for each grid.
    pub const fn effort(&self) -> Effort {
        self.effort
    }

    /// Appends the puzzles that the paths of a grid lead to, one for each path that leads to one: if two lead to the
    /// same, it is there twice.
    ///
    /// # Errors
    ///
    /// When the probe stops it: then the puzzles so far are to be thrown away.
    pub fn try_paths<R, P>(
        &mut self,
        grid: &Grid<S>,
        rng: &mut R,
        probe: &mut P,
        puzzles: &mut Vec<MinimalPuzzle<S>>,
    ) -> Result<(), P::Stop>
    where
        R: Rng + ?Sized,
        P: Probe + ?Sized,
    {
        let Effort {
            roots,
            clues,
            continuations,
        } = self.effort;
        self.sub.turn_to(grid);
        self.sub.keep_smallest(SETS);
        self.order.clear();
        self.order.extend(0..S::CELLS as u8);
        for _ in 0..roots {
            bring_to_front(rng, &mut self.order, clues);
            let root = self.order[..clues].iter().fold(0, |set, &cell| set | 1 << cell);
            // Of the whole grid there is nothing to be asked.
            if root != all_cells::<S>() && (self.sub.is_refuted(root) || !self.sub.is_unique(root, probe)?) {
                continue;
            }
            self.enter(root);
            let mut order: Vec<u8> = self.order[..clues].to_vec();
            for _ in 0..continuations {
                // No more than the first draws are needed, mostly; but how many must not depend on what is known.
                bring_to_front(rng, &mut order, clues - 1);
                if let Some(minimal) = self.follow(root, &order, probe)? {
                    let puzzle = self.sub.minimal_puzzle(minimal);
                    puzzles.push(MinimalPuzzle {
                        log_weight: Some((binomial(S::CELLS, puzzle.clues) as f64).ln()),
                        ..puzzle
                    });
                }
                if self.parts.len() > PARTS {
                    self.enter(root);
                }
            }
        }
        Ok(())
    }

    /// Starts with a root that is unique.
    fn enter(&mut self, root: Cells) {
        if self.sub.sets.len() > 2 * SETS {
            self.sub.keep_smallest(SETS);
        }
        self.unique.clear();
        self.parts.clear();
        self.parts_of.iter_mut().for_each(Vec::clear);
        let mut parts: Vec<_> = self.sub.sets.iter().map(|set| set & root).collect();
        parts.sort_unstable_by_key(|part| (part.count_ones(), *part));
        for part in parts {
            self.file(part);
        }
    }

    /// Files a part of an unavoidable set, unless a smaller one makes it needless.
    fn file(&mut self, part: Cells) {
        if self.parts.iter().any(|other| other & !part == 0) {
            return;
        }
        each(part).for_each(|cell| self.parts_of[cell].push(part));
        self.parts.push(part);
    }

    /// Takes the clues of the root away in that order; the minimal puzzle that this leads to, if it does.
    ///
    /// What is known decides where the path ends; only then is the solver asked, once for most paths: whether the puzzle
    /// without one more clue is unique. If so, the path has failed. If not, a set is found that shows either that
    /// this clue is needed, or that the path ended earlier.
    fn follow<P: Probe + ?Sized>(
        &mut self,
        root: Cells,
        order: &[u8],
        probe: &mut P,
    ) -> Result<Option<Cells>, P::Stop> {
        let mut clues = root;
        for &cell in order {
            let less = clues & !(1 << cell);
            if self.parts_of[usize::from(cell)]
                .iter()
                .any(|part| part & less == 0)
            {
                break;
            }
            clues = less;
        }
        loop {
            if self
                .unique
                .iter()
                .any(|&unique| unique & !clues == 0 && unique != clues)
            {
                return Ok(None);
            }
            let needed = self
                .parts
                .iter()
                .map(|part| part & clues)
                .fold(0, |needed, here| {
                    if here & here.wrapping_sub(1) == 0 {
                        needed | here
                    } else {
                        needed
                    }
                });
            let open = clues & !needed;
            let asked = clues & !(open & open.wrapping_neg());
            let known = self.sub.sets.len();
            if self.sub.is_unique(asked, probe)? {
                if self.unique.len() < UNIQUE {
                    self.unique.push(asked);
                }
                return Ok((open == 0).then_some(clues));
            }
            for i in known..self.sub.sets.len() {
                let set = self.sub.sets[i];
                self.file(set & root);
                if set & clues == 0 {
                    // The last clue of the set should have stayed.
                    for &cell in order.iter().rev() {
                        clues |= 1 << cell;
                        if set >> cell & 1 == 1 {
                            break;
                        }
                    }
                }
            }
        }
    }
}

/// More unavoidable sets than this, of a grid, cost more time than they save.
const SETS: usize = 400;
/// The same of parts of them, of a root.
const PARTS: usize = 1_000;
/// The same of unique puzzles.
const UNIQUE: usize = 200;

/// Brings `n` random items to the front, in random order.
fn bring_to_front<R: Rng + ?Sized>(rng: &mut R, items: &mut [u8], n: usize) {
    /// So many draws from one word: 128^8 is far below 2^64.
    const AT_ONCE: usize = 8;
    let len = items.len();
    let mut done = 0;
    while done + AT_ONCE <= n {
        let bounds: [u32; AT_ONCE] = core::array::from_fn(|i| (len - done - i) as u32);
        for draw in below_each(rng, bounds) {
            items.swap(done, done + draw as usize);
            done += 1;
        }
    }
    for done in done..n {
        let [draw] = below_each(rng, [(len - done) as u32]);
        items.swap(done, done + draw as usize);
    }
}

impl Default for ControlledBias {
    /// Of uniform grids, with the fast solver and the default effort.
    fn default() -> Self {
        Self::new(Arc::new(Uniform), Bits::default(), Effort::default())
            .expect("the default effort is possible")
    }
}

impl<S: Masked, X> fmt::Debug for ControlledBias<S, X> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ControlledBias")
            .field("filler", &self.filler.info().name)
            .field("effort", &self.effort)
            .finish_non_exhaustive()
    }
}

impl<S: Masked, X> Algorithm for ControlledBias<S, X> {
    const INFO: Info = Info {
        name: "controlled-bias",
        summary: "clues of a grid taken away in random order, given up unless that leads to a minimal puzzle",
        source: "Berthier, Unbiased statistics of a CSP - a controlled-bias generator (2009)",
        distribution: "every n-clue minimal puzzle of a grid with probability 1 / C(cells, n) a path",
    };
}

impl<S: Masked, X: Solver<S>> Generator<S> for ControlledBias<S, X> {
    fn try_item<P: Probe + ?Sized>(
        &mut self,
        seed: u64,
        index: u64,
        probe: &mut P,
        puzzles: &mut Vec<MinimalPuzzle<S>>,
    ) -> Result<(), P::Stop> {
        let mut rng = stream(seed, index);
        let grid = self.filler.dyn_fill(&mut rng);
        let start = puzzles.len();
        self.try_paths(&grid, &mut rng, probe, puzzles)?;
        puzzles[start..].iter_mut().for_each(|puzzle| puzzle.item = index);
        Ok(())
    }

    fn paths(&self) -> Option<NonZeroU64> {
        Some(self.paths)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridwright_grid::{Cell, DynFiller, Puzzle, SolverExt};

    /// Follows every path clue by clue, and asks the solver each time.
    fn plainly(grid: &Grid, effort: Effort, rng: &mut impl Rng) -> Vec<String> {
        let mut solver = Bits::default();
        let mut unique = |clues: &[u8]| {
            let mut puzzle = Puzzle::empty();
            for cell in clues.iter().filter_map(|&cell| Cell::new(cell.into())) {
                puzzle.set(cell, Some(grid.digit(cell)));
            }
            (solver.count(&puzzle, 2) == 1).then_some(puzzle)
        };
        let mut order: Vec<u8> = (0..81).collect();
        let mut found = Vec::new();
        for _ in 0..effort.roots {
            bring_to_front(rng, &mut order, effort.clues);
            let mut path = order[..effort.clues].to_vec();
            if unique(&path).is_none() {
                continue;
            }
            for _ in 0..effort.continuations {
                bring_to_front(rng, &mut path, effort.clues - 1);
                let end = (0..path.len()).find(|&gone| unique(&path[gone + 1..]).is_none());
                let clues = &path[end.unwrap()..];
                let minimal =
                    (0..clues.len()).all(|i| unique(&[&clues[..i], &clues[i + 1..]].concat()).is_none());
                if minimal {
                    found.extend(unique(clues).map(|puzzle| puzzle.to_string()));
                }
            }
        }
        found
    }

    #[test]
    fn what_is_known_changes_nothing() {
        let effort = Effort {
            roots: 300,
            clues: 31,
            continuations: 60,
        };
        let mut generator = ControlledBias::new(Arc::new(Uniform), Bits::default(), effort).unwrap();
        let mut all = 0;
        for index in 0..20 {
            let mut rng = stream(3, index);
            let grid = Uniform.dyn_fill(&mut rng);
            let mut puzzles = Vec::new();
            let result: Result<(), core::convert::Infallible> =
                generator.try_paths(&grid, &mut rng.clone(), &mut (), &mut puzzles);
            let Ok(()) = result;
            let found: Vec<_> = puzzles.iter().map(|puzzle| puzzle.puzzle.to_string()).collect();
            assert_eq!(found, plainly(&grid, effort, &mut rng));
            all += found.len();
        }
        assert!(all > 0, "paths that lead nowhere show little");
    }

    #[test]
    fn impossible_efforts() {
        let of = |roots, clues| {
            let effort = Effort {
                roots,
                clues,
                continuations: 1,
            };
            ControlledBias::<B3x3, Bits>::new(Arc::new(Uniform), Bits::default(), effort).err()
        };
        assert_eq!(of(0, 33), Some(EffortError::NoPaths));
        assert_eq!(
            of(1, 82).unwrap().to_string(),
            "roots of 82 clues, expected 1..=81"
        );
        assert_eq!(of(1, 0), Some(EffortError::Clues { clues: 0, cells: 81 }));
        assert_eq!(of(1, 81), None);
    }

    #[test]
    fn what_comes_first_is_uniform() {
        let mut rng = stream(4, 0);
        let mut items = [0, 1, 2, 3, 4];
        let mut counts = [0_u32; 25];
        let n = 20_000;
        for _ in 0..n {
            bring_to_front(&mut rng, &mut items, 2);
            counts[usize::from(items[0] * 5 + items[1])] += 1;
        }
        let expected = f64::from(n) / 20.0;
        let chi2: f64 = counts
            .iter()
            .filter(|&&count| count > 0)
            .map(|&count| (f64::from(count) - expected).powi(2) / expected)
            .sum();
        // 19 degrees of freedom: 65 is exceeded once in a million.
        assert!(chi2 < 65.0, "{chi2}");
        let mut items: Vec<u8> = (0..81).collect();
        bring_to_front(&mut rng, &mut items, 80);
        assert!(!items.is_sorted());
        items.sort_unstable();
        assert!(items.into_iter().eq(0..81));
    }
}
