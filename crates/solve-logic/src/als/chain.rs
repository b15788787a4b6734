//! ALS Chain: sets that restricted commons link one to the next.

use std::ops::ControlFlow;

use super::{AlsList, candidates};
use crate::{Board, Kind, Step, Technique, Visit, bits};

/// Almost locked sets in a row, each with a restricted common with the next, neighbouring ones different: a digit of
/// both ends, not the link of either, is in one of the ends. Four sets at least; fewer are an XZ or an XY-Wing.
///
/// Of the chains between the same ends by the same first and last link the shortest is shown, up to six links.
/// Neighbours share no cells unless asked for.
#[derive(Clone, Debug, Default)]
pub struct AlsChain {
    overlap: bool,
    sets: AlsList,
    /// By set: its neighbours, with the digits that link them.
    next: Vec<Vec<(u32, u16)>>,
    /// By set: the digits by which it was entered.
    seen: Vec<u16>,
    /// Set, digit by which it was entered, and index of the one before.
    queue: Vec<(u32, u8, u32)>,
}

/// As far as `HoDoKu` goes when asked for all chains.
const MAX_LINKS: usize = 6;

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
        let count = self.sets.len();
        self.next.iter_mut().for_each(Vec::clear);
        self.next.resize_with(count.max(self.next.len()), Vec::new);
        for b in 0..count {
            for a in 0..b {
                let links = self.sets.restricted(a, b, self.overlap);
                if links != 0 {
                    self.next[a].push((b as u32, links));
                    self.next[b].push((a as u32, links));
                }
            }
        }
        for start in 0..count {
            for first in bits(self.sets.get(start).digits) {
                self.from(board, start, first, visit)?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl AlsChain {
    /// Follows the chains that leave `start` by `first`, shortest first.
    fn from(&mut self, board: &Board, start: usize, first: usize, visit: Visit<'_>) -> ControlFlow<()> {
        let Self {
            sets,
            next,
            seen,
            queue,
            ..
        } = self;
        seen.clear();
        seen.resize(sets.len(), 0);
        queue.clear();
        queue.push((start as u32, 0, 0));
        // No way back to the start.
        seen[start] = u16::MAX;
        let (mut at, mut depth, mut level) = (0, 0, 1);
        while at < queue.len() {
            if at == level {
                (level, depth) = (queue.len(), depth + 1);
            }
            let (set, entered, _) = queue[at];
            let (set, entered) = (set as usize, usize::from(entered));
            if depth >= 3 && set > start {
                let common = sets.get(start).digits & sets.get(set).digits & !(1 << first | 1 << entered);
                let mut step = Step::new(Kind::AlsChain, board.layout().size);
                for digit in bits(common) {
                    step.eliminate(candidates(sets.common_victims(board, start, set, digit), digit));
                }
                if let Some(candidate) = step.eliminations.first() {
                    let digit = candidate.index();
                    let (mut chain, mut links) = (Vec::new(), Vec::new());
                    let mut back = at;
                    while back != 0 {
                        chain.push(queue[back].0 as usize);
                        links.push(usize::from(queue[back].1));
                        back = queue[back].2 as usize;
                    }
                    chain.push(start);
                    chain.reverse();
                    links.reverse();
                    sets.describe(board, &mut step, &chain, &links, digit);
                    visit(step)?;
                }
            }
            if depth < MAX_LINKS {
                let allowed = if at == 0 { 1 << first } else { !(1 << entered) };
                for &(to, links) in &next[set] {
                    let fresh = links & allowed & !seen[to as usize];
                    seen[to as usize] |= fresh;
                    queue.extend(bits(fresh).map(|link| (to, link as u8, at as u32)));
                }
            }
            at += 1;
        }
        ControlFlow::Continue(())
    }
}
