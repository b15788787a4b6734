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

/// Candidates on the way from some to a goal.
#[derive(Default)]
struct Frontier {
    goal: Vec<u64>,
    seen: Vec<u64>,
    now: Vec<u64>,
    next: Vec<u64>,
}

/// The nodes of a cycle or chain of so many hops.
const fn nodes(hops: u32) -> u32 {
    2 * hops + 2
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
    frontier: Frontier,
    links: Links,
    /// How many hops a cycle and a chain can take to matter.
    limits: [u32; 2],
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
            self.links = links;
            self.limit(gather);
            if self.limits == [0, 0] {
                continue;
            }
            self.link();
            for start in 0..count as u16 {
                let marks = board.marks(self.graph.candidate(start).cell).count_ones();
                if marks == 1 || links == Links::Y && marks != 2 {
                    continue;
                }
                self.search_on(start, gather);
                if links != Links::Y {
                    self.search_off(start, gather);
                }
            }
        }
        gather.sort();
    }

    /// Notes how many hops a cycle and a chain can take to matter.
    fn limit(&mut self, gather: &Gather) {
        self.limits = [Source::Cycle, Source::Chain].map(|source| {
            if gather.is_all() || gather.hints.is_empty() {
                return u32::MAX;
            }
            let mut hops = 0;
            while gather.wants(source(self.links, 0, 0), nodes(hops + 1)) {
                hops += 1;
            }
            hops
        });
        if self.links == Links::Y {
            self.limits[1] = 0;
        }
    }

    fn link(&mut self) {
        self.hops.reset(self.graph.len());
        for id in 0..self.graph.len() as u16 {
            for off in self.graph.weak(id, self.links) {
                for on in self.graph.strong(off.to(), self.links) {
                    self.hops.set(id, on.to());
                }
            }
        }
    }

    /// Whether a candidate of the goal is at most that many hops from the seeds.
    fn reaches(&mut self, seeds: impl Iterator<Item = u16>, limit: u32) -> bool {
        let words = self.hops.words;
        let Frontier {
            goal,
            seen,
            now,
            next,
        } = &mut self.frontier;
        for set in [&mut *seen, now, next] {
            set.clear();
            set.resize(words, 0);
        }
        for seed in seeds {
            insert(seen, seed);
            insert(now, seed);
        }
        for _ in 0..limit {
            next.fill(0);
            for id in members(now) {
                for (set, &row) in next.iter_mut().zip(self.hops.row(id)) {
                    *set |= row;
                }
            }
            let mut any = 0;
            for ((next, seen), now) in next.iter().zip(&mut *seen).zip(&mut *now) {
                *now = next & !*seen;
                *seen |= next;
                any |= *now;
            }
            if any == 0 || meet(now, goal) {
                return any != 0;
            }
        }
        false
    }

    fn search_on(&mut self, start: u16, gather: &mut Gather) {
        let links = self.links;
        let rows = if links == Links::X { &self.same } else { &self.weak };
        let goal = &mut self.frontier.goal;
        goal.clear();
        goal.resize(rows.words, 0);
        if links != Links::Y {
            goal.copy_from_slice(rows.row(start));
        }
        for off in self.graph.strong(start, links) {
            for (set, &row) in goal.iter_mut().zip(rows.row(off.to())) {
                *set |= row;
            }
        }
        if !self.reaches(std::iter::once(start), self.limits[0].max(self.limits[1])) {
            return;
        }
        self.plant(std::iter::once((start, NONE)));
        let mut end = NONE;
        let mut level = 0..1;
        let mut hops = 0;
        while !level.is_empty() && hops <= self.limits[0].max(self.limits[1]) {
            for at in level.clone() {
                let id = self.tree.list[at];
                if hops > 0 {
                    if end == NONE && has(self.weak_row(start), id) {
                        end = id;
                    }
                    if hops <= self.limits[0] && has(self.hops.row(id), start) {
                        self.close(start, id, gather);
                    }
                }
                self.expand(id);
            }
            level = level.end..self.tree.list.len();
            hops += 1;
        }
        if end != NONE && links != Links::Y {
            let path = self.paths.len();
            self.paths.push(literal(start, false));
            self.trace(end);
            self.push(path, Source::Chain, literal(start, false), gather);
        }
    }

    fn weak_row(&self, id: u16) -> &[u64] {
        if self.links == Links::X {
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
        target: u16,
        gather: &mut Gather,
    ) {
        let source = source(self.links, path as u32, self.paths.len() as u32);
        let nodes = self.paths.len() - path - usize::from(matches!(source, Source::Cycle(..)));
        let hint = Hint {
            source,
            target,
            complexity: nodes as u32,
        };
        if gather.wants(source, hint.complexity) {
            gather.push(hint);
            self.limit(gather);
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

    /// Adds the cycles that go on from a candidate of the tree back to the start.
    fn close(&mut self, start: u16, id: u16, gather: &mut Gather) {
        let links = self.links;
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
                self.push(path, Source::Cycle, literal(start, true), gather);
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

    fn search_off(&mut self, start: u16, gather: &mut Gather) {
        let strong = self.graph.strong(start, self.links);
        let seeds: [u16; 4] = std::array::from_fn(|at| strong.get(at).map_or(NONE, |link| link.to()));
        let seeds = seeds.into_iter().take_while(|&seed| seed != NONE);
        self.frontier.goal.fill(0);
        insert(&mut self.frontier.goal, start);
        if !self.reaches(seeds.clone(), self.limits[1]) {
            return;
        }
        self.plant(seeds.map(|seed| (seed, start)));
        let mut at = 0;
        while let Some(&id) = self.tree.list.get(at) {
            at += 1;
            self.expand(id);
            if has(&self.tree.seen, start) {
                let path = self.paths.len();
                self.trace(start);
                self.push(path, Source::Chain, literal(start, true), gather);
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
    fn expand(&mut self, id: u16) {
        let links = self.links;
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
