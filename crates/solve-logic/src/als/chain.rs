//! ALS Chain: sets that restricted commons link one to the next.

use std::ops::ControlFlow;

use super::{AlsList, candidates};
use crate::best::Best;
use crate::{Board, Candidate, Kind, Step, Technique, Visit, bits};

/// Almost locked sets in a row, each with a restricted common with the next, neighbouring ones different: a digit of
/// both ends, not the link of either, is in one of the ends. Four sets at least; fewer are an XZ or an XY-Wing.
///
/// Of the chains between the same ends by the same first and last link the shortest is shown, up to six links.
/// Neighbours share no cells unless asked for.
#[derive(Clone, Debug, Default)]
pub struct AlsChain {
    overlap: bool,
    sets: AlsList,
    neighbours: Vec<Vec<(u32, u16)>>,
    /// By set: the digits by which it was entered, and those by which it was left.
    seen: Vec<[u16; 2]>,
    /// Set, digit by which it was entered, and index of the one before.
    queue: Vec<(u32, u8, u32)>,
    gone: Vec<Candidate>,
    best: Best,
}

/// As far as `HoDoKu` goes when asked for all chains.
const MAX_LINKS: u32 = 6;

impl AlsChain {
    /// With neighbours that may share cells.
    pub fn overlapping() -> Self {
        Self {
            overlap: true,
            ..Self::default()
        }
    }
}

impl Technique for AlsChain {
    fn kinds(&self) -> &'static [Kind] {
        &[Kind::AlsChain]
    }

    fn search(&mut self, board: &Board, visit: Visit<'_>) -> ControlFlow<()> {
        self.sets.collect(board, 1);
        self.sets.neighbours(self.overlap, &mut self.neighbours);
        self.best.clear();
        for start in 0..self.sets.len() {
            for first in bits(self.sets.get(start).digits) {
                self.from(board, start, first);
            }
        }
        self.best.show(visit)
    }
}

impl AlsChain {
    /// Follows the chains that leave `start` by `first`, shortest first.
    fn from(&mut self, board: &Board, start: usize, first: usize) {
        let Self {
            sets,
            neighbours,
            seen,
            queue,
            gone,
            best,
            ..
        } = self;
        let fruitful = |digit: usize| board.cells_of(digit).meets(sets.places(start, digit).seen);
        if !bits(sets.get(start).digits & !(1 << first)).any(fruitful) {
            return;
        }
        seen.clear();
        seen.resize(sets.len(), [0; 2]);
        queue.clear();
        queue.push((start as u32, 0, 0));
        // No way back to the start.
        seen[start][0] = u16::MAX;
        let (mut at, mut depth, mut level) = (0, 0, 1);
        while at < queue.len() {
            if at == level {
                (level, depth) = (queue.len(), depth + 1);
            }
            let (set, entered, _) = queue[at];
            let (set, entered) = (set as usize, usize::from(entered));
            if depth >= 3 {
                gone.clear();
                for digit in
                    bits(sets.get(start).digits & sets.get(set).digits & !(1 << first | 1 << entered))
                {
                    gone.extend(candidates(sets.common_victims(board, start, set, digit), digit));
                }
                if !gone.is_empty() {
                    gone.sort_unstable();
                    best.offer(Kind::AlsChain, gone, 2 * depth + 2, || {
                        let mut step = Step::new(Kind::AlsChain, board.layout().size);
                        step.eliminations.clone_from(gone);
                        let (chain, links) = back(queue, at);
                        sets.describe(board, &mut step, &chain, &links, gone[0].index());
                        step
                    });
                }
            }
            let allowed = if at == 0 { 1 << first } else { !(1 << entered) };
            let fresh = allowed & sets.get(set).digits & !seen[set][1];
            if depth < MAX_LINKS && fresh != 0 {
                seen[set][1] |= fresh;
                for &(to, links) in &neighbours[set] {
                    let fresh = links & fresh & !seen[to as usize][0];
                    seen[to as usize][0] |= fresh;
                    queue.extend(bits(fresh).map(|link| (to, link as u8, at as u32)));
                }
            }
            at += 1;
        }
    }
}

/// The sets from the first of the queue to that one, and the digits by which each but the first is entered.
fn back(queue: &[(u32, u8, u32)], mut at: usize) -> (Vec<usize>, Vec<usize>) {
    let (mut sets, mut links) = (Vec::new(), Vec::new());
    while at != 0 {
        let (set, entered, before) = queue[at];
        sets.push(set as usize);
        links.push(usize::from(entered));
        at = before as usize;
    }
    sets.push(queue[0].0 as usize);
    sets.reverse();
    links.reverse();
    (sets, links)
}
