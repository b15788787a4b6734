//! Bidirectional cycles, and chains from a candidate to its own negation.

use super::branch::{NONE, literal};
use super::graph::{Graph, Links};
use super::hint::{Gather, Hint, Source};
use crate::Board;

/// Rows of bits, one a candidate.
#[derive(Default)]
struct Rows {
    words: usize,
    bits: Vec<u64>,
}

impl Rows {
    fn reset(&mut self, candidates: usize) {
        self.words = candidates.div_ceil(64);
        self.bits.clear();
        self.bits.resize(candidates * self.words, 0);
    }

    #[inline]
    fn row(&self, id: u16) -> &[u64] {
        &self.bits[usize::from(id) * self.words..][..self.words]
    }

    #[inline]
    fn set(&mut self, row: u16, bit: u16) {
        self.bits[usize::from(row) * self.words + usize::from(bit) / 64] |= 1 << (bit % 64);
    }
}

#[inline]
fn meet(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).any(|(a, b)| a & b != 0)
}

#[inline]
fn has(set: &[u64], id: u16) -> bool {
    set[usize::from(id) / 64] >> (id % 64) & 1 == 1
}

#[inline]
fn insert(set: &mut [u64], id: u16) {
    set[usize::from(id) / 64] |= 1 << (id % 64);
}

/// The candidates of a set of bits.
pub(super) fn members(set: &[u64]) -> impl Iterator<Item = u16> + '_ {
    set.iter().enumerate().flat_map(|(at, &word)| {
        let mut word = word;
        std::iter::from_fn(move || {
            (word != 0).then(|| {
                let bit = word.trailing_zeros() as usize;
                word &= word - 1;
                (at * 64 + bit) as u16
            })
        })
    })
}

/// Candidates that are on because of an assumption, breadth first: with the first reason of each.
#[derive(Default)]
struct Tree {
    /// What is off between a candidate and the one that it follows from, and that one.
    parents: Vec<(u16, u16)>,
    seen: Vec<u64>,
    list: Vec<u16>,
}

/// The search for cycles and chains.
#[derive(Default)]
pub(super) struct Unary {
    pub(super) graph: Graph,
    /// Candidates of the same digit that see each other.
    same: Rows,
    /// Candidates that exclude each other.
    weak: Rows,
    /// What is on if a candidate is, by an exclusion and the inference from it.
    hops: Rows,
    tree: Tree,
    frontier: [Vec<u64>; 3],
    pub(super) paths: Vec<u16>,
}

impl Unary {
    /// Gathers what the board has.
    pub(super) fn search(&mut self, board: &Board, gather: &mut Gather) {
        self.graph.build(board);
        self.paths.clear();
        let count = self.graph.len();
        self.same.reset(count);
        self.weak.reset(count);
        for id in 0..count as u16 {
            for link in self.graph.weak(id, Links::X) {
                self.same.set(id, link.to());
            }
            for link in self.graph.weak(id, Links::Xy) {
                self.weak.set(id, link.to());
            }
        }
        self.tree.parents.resize(count, (NONE, NONE));
        for links in [Links::X, Links::Y, Links::Xy] {
            self.link(links);
            for start in 0..count as u16 {
                let marks = board.marks(self.graph.candidate(start).cell).count_ones();
                if marks == 1 || links == Links::Y && marks != 2 {
                    continue;
                }
                self.from_on(start, links, gather);
                if links != Links::Y {
                    self.from_off(start, links, gather);
                }
            }
        }
        gather.sort();
    }

    fn link(&mut self, links: Links) {
        self.hops.reset(self.graph.len());
        for id in 0..self.graph.len() as u16 {
            for off in self.graph.weak(id, links) {
                for on in self.graph.strong(off.to(), links) {
                    self.hops.set(id, on.to());
                }
            }
        }
    }

    /// The smallest number of hops from `seeds` to the target, within the limit.
    fn distance(
        &mut self,
        seeds: impl Iterator<Item = u16>,
        found: impl Fn(&Self, &[u64]) -> bool,
        limit: u32,
    ) -> Option<u32> {
        let words = self.hops.words;
        let [mut seen, mut now, mut next] = std::mem::take(&mut self.frontier);
        for set in [&mut seen, &mut now, &mut next] {
            set.clear();
            set.resize(words, 0);
        }
        for seed in seeds {
            insert(&mut seen, seed);
            insert(&mut now, seed);
        }
        let mut distance = None;
        for hops in 1..=limit {
            next.fill(0);
            for id in members(&now) {
                for (set, &row) in next.iter_mut().zip(self.hops.row(id)) {
                    *set |= row;
                }
            }
            let mut any = 0;
            for ((next, seen), now) in next.iter().zip(&mut seen).zip(&mut now) {
                *now = next & !*seen;
                *seen |= next;
                any |= *now;
            }
            if any == 0 {
                break;
            }
            if found(self, &now) {
                distance = Some(hops);
                break;
            }
        }
        self.frontier = [seen, now, next];
        distance
    }

    /// The largest number of hops for which a hint of that source could still matter.
    fn limit(gather: &Gather, source: Source, nodes: impl Fn(u32) -> u32) -> u32 {
        if gather.is_all() || gather.hints.is_empty() {
            return u32::MAX / 4;
        }
        (1..)
            .take_while(|&hops| gather.wants(source, nodes(hops)))
            .count() as u32
    }

    fn from_on(&mut self, start: u16, links: Links, gather: &mut Gather) {
        let cycle = Source::Cycle(links, 0, 0);
        let nodes = |hops| 2 * hops + 2;
        let limit = Self::limit(gather, cycle, nodes);
        let near = self.distance(
            std::iter::once(start),
            |this, now| {
                links != Links::Y && meet(now, this.weak_row(start, links))
                    || members(now).any(|id| has(this.hops.row(id), start))
            },
            limit,
        );
        if near.is_none() {
            return;
        }
        self.plant(std::iter::once((start, NONE)));
        let mut chain_end = NONE;
        let mut level = 0..1;
        for hops in 0.. {
            let complexity = nodes(hops);
            if level.is_empty() || hops > limit {
                break;
            }
            for at in level.clone() {
                let id = self.tree.list[at];
                if hops > 0 {
                    if chain_end == NONE && has(self.weak_row(start, links), id) {
                        chain_end = id;
                    }
                    if has(self.hops.row(id), start) {
                        self.close(start, id, links, complexity, gather);
                    }
                }
                self.expand(id, links);
            }
            level = level.end..self.tree.list.len();
        }
        if chain_end != NONE && links != Links::Y {
            let path = self.paths.len();
            self.paths.push(literal(start, false));
            self.trace(chain_end);
            self.push(path, Source::Chain, links, literal(start, false), gather);
        }
    }

    fn weak_row(&self, id: u16, links: Links) -> &[u64] {
        if links == Links::X {
            self.same.row(id)
        } else {
            self.weak.row(id)
        }
    }

    /// Adds the path from there as a hint if it is wanted, else forgets it.
    fn push(
        &mut self,
        path: usize,
        source: impl Fn(Links, u32, u32) -> Source,
        links: Links,
        target: u16,
        gather: &mut Gather,
    ) {
        let source = source(links, path as u32, self.paths.len() as u32);
        let nodes = self.paths.len() - path - usize::from(matches!(source, Source::Cycle(..)));
        let hint = Hint {
            source,
            target,
            complexity: nodes as u32,
        };
        if gather.wants(source, hint.complexity) {
            gather.push(hint);
        } else {
            self.paths.truncate(path);
        }
    }

    /// Writes the path from a candidate of the tree back to its root.
    fn trace(&mut self, mut id: u16) {
        while id != NONE {
            self.paths.push(literal(id, true));
            let (off, parent) = self.tree.parents[usize::from(id)];
            if off != NONE {
                self.paths.push(literal(off, false));
            }
            id = parent;
        }
    }

    fn close(&mut self, start: u16, id: u16, links: Links, complexity: u32, gather: &mut Gather) {
        if !gather.wants(Source::Cycle(links, 0, 0), complexity) {
            return;
        }
        for at in 0..self.graph.weak(id, links).len() {
            let off = self.graph.weak(id, links)[at].to();
            if self.graph.strong(off, links).iter().all(|on| on.to() != start) {
                continue;
            }
            let path = self.paths.len();
            self.paths.push(literal(start, true));
            self.paths.push(literal(off, false));
            self.trace(id);
            let again = self.paths[path + 2..].contains(&literal(off, false));
            if again || !self.cycle_removes(path..self.paths.len()) {
                self.paths.truncate(path);
            } else {
                self.push(path, Source::Cycle, links, literal(start, true), gather);
            }
        }
    }

    /// The bits of what a cycle removes.
    pub(super) fn removed_by(&self, path: std::ops::Range<usize>) -> impl Iterator<Item = u64> + '_ {
        (0..self.same.words).map(move |word| {
            let mut seen = [0; 2];
            let mut cells = 0;
            for &literal in &self.paths[path.clone()] {
                let id = literal >> 1;
                let same = self.same.row(id)[word];
                seen[usize::from(literal & 1)] |= same;
                cells |= self.weak.row(id)[word] & !same;
                if usize::from(id) / 64 == word {
                    cells |= 1 << (id % 64);
                }
            }
            seen[0] & seen[1] & !cells
        })
    }

    fn cycle_removes(&self, path: std::ops::Range<usize>) -> bool {
        self.removed_by(path).any(|word| word != 0)
    }

    fn from_off(&mut self, start: u16, links: Links, gather: &mut Gather) {
        let chain = Source::Chain(links, 0, 0);
        let limit = Self::limit(gather, chain, |hops| 2 * hops + 2);
        let seeds: [u16; 4] = std::array::from_fn(|at| {
            self.graph
                .strong(start, links)
                .get(at)
                .map_or(NONE, |link| link.to())
        });
        let seeds = seeds.into_iter().take_while(|&seed| seed != NONE);
        if self
            .distance(seeds.clone(), |_, now| has(now, start), limit)
            .is_none()
        {
            return;
        }
        self.plant(seeds.map(|seed| (seed, start)));
        let mut at = 0;
        while let Some(&id) = self.tree.list.get(at) {
            at += 1;
            self.expand(id, links);
            if has(&self.tree.seen, start) {
                let path = self.paths.len();
                self.trace(start);
                self.push(path, Source::Chain, links, literal(start, true), gather);
                return;
            }
        }
    }

    /// How a literal of a path follows from the one before.
    pub(super) fn via(&self, from: u16, to: u16, links: Links) -> u8 {
        let list = if from & 1 == 1 {
            self.graph.weak(from >> 1, links)
        } else {
            self.graph.strong(from >> 1, links)
        };
        list.iter()
            .find(|link| link.to() == to >> 1)
            .map_or(super::graph::CELL, |link| link.via())
    }

    fn plant(&mut self, roots: impl Iterator<Item = (u16, u16)>) {
        let tree = &mut self.tree;
        tree.list.clear();
        tree.seen.clear();
        tree.seen.resize(self.hops.words, 0);
        for (root, off) in roots {
            tree.list.push(root);
            tree.parents[usize::from(root)] = (off, NONE);
            insert(&mut tree.seen, root);
        }
    }

    /// Adds what follows from a candidate of the tree.
    fn expand(&mut self, id: u16, links: Links) {
        let tree = &mut self.tree;
        if self
            .hops
            .row(id)
            .iter()
            .zip(&tree.seen)
            .all(|(row, seen)| row & !seen == 0)
        {
            return;
        }
        for off in self.graph.weak(id, links) {
            for on in self.graph.strong(off.to(), links) {
                let on = on.to();
                if !has(&tree.seen, on) {
                    insert(&mut tree.seen, on);
                    tree.parents[usize::from(on)] = (off.to(), id);
                    tree.list.push(on);
                }
            }
        }
    }
}
