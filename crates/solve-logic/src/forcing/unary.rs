//! Bidirectional cycles, and chains from a candidate to its own negation.

use std::ops::Range;

use super::branch::{NONE, literal};
use super::graph::{Graph, Links};
use super::hint::{Gather, Hint, Source};
use crate::{Board, MAX_SIDE, bits};

/// Rows of so many words of bits, one a candidate.
#[derive(Default)]
struct Rows(Vec<u64>);

impl Rows {
    fn reset<const W: usize>(&mut self, candidates: usize) {
        self.0.clear();
        self.0.resize(candidates * W, 0);
    }

    #[inline]
    fn row<const W: usize>(&self, id: u16) -> &[u64; W] {
        &self.0.as_chunks().0[usize::from(id)]
    }

    #[inline]
    fn add<const W: usize>(&mut self, id: u16, bits: &[u64; W]) {
        join(&mut self.0.as_chunks_mut().0[usize::from(id)], bits);
    }
}

#[inline]
fn join<const W: usize>(set: &mut [u64; W], other: &[u64; W]) {
    for (word, other) in set.iter_mut().zip(other) {
        *word |= other;
    }
}

#[inline]
fn meet<const W: usize>(a: &[u64; W], b: &[u64; W]) -> bool {
    a.iter().zip(b).fold(0, |any, (a, b)| any | a & b) != 0
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

/// The nodes of a cycle or chain of so many hops.
const fn nodes(hops: u32) -> u32 {
    2 * hops + 2
}

/// The search for cycles and chains.
#[derive(Default)]
pub(super) struct Unary {
    pub(super) graph: Graph,
    /// Whether the graph has its links: they are only needed where there is something to find.
    linked: bool,
    /// Candidates of the same digit in a house, itself included.
    same: Rows,
    /// Candidates of the same cell, itself included.
    mates: Rows,
    /// Of these those that are strong links, without itself.
    strong: [Rows; 2],
    /// With the links in use: what is off if a candidate is on, and what is on two links from it.
    weak: Rows,
    hops: Rows,
    tree: Tree,
    links: Links,
    /// How many hops a cycle and a chain can take to matter.
    limits: [u32; 2],
    pub(super) paths: Vec<u16>,
}

impl Unary {
    /// Gathers what the board has.
    pub(super) fn search(&mut self, board: &Board, gather: &mut Gather) {
        self.graph.number(board);
        self.linked = false;
        self.paths.clear();
        match self.graph.len() {
            0..=256 => self.search_rows::<4>(board, gather),
            257..=512 => self.search_rows::<8>(board, gather),
            _ => self.search_rows::<64>(board, gather),
        }
        gather.sort();
    }

    fn search_rows<const W: usize>(&mut self, board: &Board, gather: &mut Gather) {
        let count = self.graph.len();
        self.relate::<W>(board);
        self.tree.parents.resize(count, (NONE, NONE));
        for links in [Links::X, Links::Y, Links::Xy] {
            self.links = links;
            self.limit(gather);
            if self.limits == [0, 0] {
                continue;
            }
            self.hop::<W>();
            for start in 0..count as u16 {
                let marks = board.marks(self.graph.candidate(start).cell).count_ones();
                if marks == 1 || links == Links::Y && marks != 2 {
                    continue;
                }
                self.search_on::<W>(start, board, gather);
                if links != Links::Y {
                    self.search_off::<W>(start, board, gather);
                }
            }
        }
    }

    /// Notes which candidates share a cell, or a house and the digit.
    fn relate<const W: usize>(&mut self, board: &Board) {
        let layout = board.layout();
        let count = self.graph.len();
        let [houses, cells] = &mut self.strong;
        for rows in [&mut self.same, &mut self.mates, houses, cells] {
            rows.reset::<W>(count);
        }
        let note = |rows: &mut Rows, strong: &mut Rows, group: &[u16]| {
            let mut set = [0; W];
            for &id in group {
                insert(&mut set, id);
            }
            for &id in group {
                rows.add(id, &set);
            }
            if let &[one, other] = group {
                for (id, other) in [(one, other), (other, one)] {
                    let mut set = [0; W];
                    insert(&mut set, other);
                    strong.add(id, &set);
                }
            }
        };
        let mut group = [0; MAX_SIDE];
        for cell in board.empty() {
            let first = bits(board.marks(cell))
                .next()
                .map_or(0, |digit| self.graph.id(cell, digit));
            let size = board.marks(cell).count_ones() as usize;
            for (id, at) in group[..size].iter_mut().zip(first..) {
                *id = at;
            }
            note(&mut self.mates, cells, &group[..size]);
        }
        for house in 0..layout.houses as u8 {
            for digit in 0..layout.side {
                let mut size = 0;
                for cell in layout.cells_at(house, board.places(house, digit)) {
                    group[size] = self.graph.id(cell, digit);
                    size += 1;
                }
                note(&mut self.same, houses, &group[..size]);
            }
        }
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

    /// Sets up the links in use.
    fn hop<const W: usize>(&mut self) {
        let count = self.graph.len();
        self.weak.reset::<W>(count);
        self.hops.reset::<W>(count);
        let mut forks = [0; W];
        for id in 0..count as u16 {
            let mut set = *self.same.row::<W>(id);
            if self.links != Links::X {
                join(&mut set, self.mates.row(id));
            }
            set[usize::from(id) / 64] &= !(1 << (id % 64));
            self.weak.add(id, &set);
            if self.strong::<W>(id) != [0; W] {
                insert(&mut forks, id);
            }
        }
        for id in 0..count as u16 {
            let mut offs = *self.weak.row::<W>(id);
            for (word, forks) in offs.iter_mut().zip(forks) {
                *word &= forks;
            }
            for off in members(&offs) {
                let ons = self.strong::<W>(off);
                self.hops.add(id, &ons);
            }
        }
    }

    /// What is on if the candidate is off.
    fn strong<const W: usize>(&self, id: u16) -> [u64; W] {
        let [houses, cells] = &self.strong;
        match self.links {
            Links::X => *houses.row(id),
            Links::Y => *cells.row(id),
            Links::Xy => {
                let mut set = *houses.row(id);
                join(&mut set, cells.row(id));
                set
            }
        }
    }

    /// Whether a candidate of the goal is at most that many hops, but not none, from the seeds.
    fn reaches<const W: usize>(&self, mut now: [u64; W], goal: &[u64; W], limit: u32) -> bool {
        let mut seen = now;
        for _ in 0..limit {
            let mut next = [0; W];
            for id in members(&now) {
                join(&mut next, self.hops.row(id));
            }
            for ((now, next), seen) in now.iter_mut().zip(next).zip(&mut seen) {
                *now = next & !*seen;
                *seen |= next;
            }
            if meet(&now, goal) {
                return true;
            }
            if now == [0; W] {
                break;
            }
        }
        false
    }

    /// Whether a candidate that another link leads to excludes one that is on unless `start` is.
    fn may_close<const W: usize>(&self, start: u16) -> bool {
        let strong = self.strong::<W>(start);
        self.limits[0] > 0
            && members(&strong).any(|last| {
                let mut seeds = [0; W];
                for off in members(self.weak.row::<W>(start)).filter(|&off| off != last) {
                    join(&mut seeds, &self.strong(off));
                }
                seeds[usize::from(start) / 64] &= !(1 << (start % 64));
                let goal = self.weak.row(last);
                meet(&seeds, goal) || self.reaches(seeds, goal, self.limits[0] - 1)
            })
    }

    fn search_on<const W: usize>(&mut self, start: u16, board: &Board, gather: &mut Gather) {
        let links = self.links;
        let mut seeds = [0; W];
        insert(&mut seeds, start);
        let chain = links != Links::Y && self.reaches(seeds, self.weak.row(start), self.limits[1]);
        if !chain && !self.may_close::<W>(start) {
            return;
        }
        self.link(board);
        self.plant::<W>(std::iter::once((start, NONE)));
        let mut end = NONE;
        let mut level = 0..1;
        let mut hops = 0;
        while !level.is_empty() && hops <= self.limits[0].max(self.limits[1]) {
            for at in level.clone() {
                let id = self.tree.list[at];
                if hops > 0 {
                    if end == NONE && has(self.weak.row::<W>(start), id) {
                        end = id;
                    }
                    if hops <= self.limits[0] && has(self.hops.row::<W>(id), start) {
                        self.close::<W>(start, id, gather);
                    }
                }
                self.expand::<W>(id);
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

    fn link(&mut self, board: &Board) {
        if !self.linked {
            self.graph.link(board);
            self.linked = true;
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
    fn close<const W: usize>(&mut self, start: u16, id: u16, gather: &mut Gather) {
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
            if again || self.removed_by::<W>(path..self.paths.len()) == [0; W] {
                self.paths.truncate(path);
            } else {
                self.push(path, Source::Cycle, literal(start, true), gather);
            }
        }
    }

    /// The candidates that a cycle removes.
    pub(super) fn removed(&self, path: Range<usize>) -> Vec<u16> {
        match self.graph.len() {
            0..=256 => members(&self.removed_by::<4>(path)).collect(),
            257..=512 => members(&self.removed_by::<8>(path)).collect(),
            _ => members(&self.removed_by::<64>(path)).collect(),
        }
    }

    fn removed_by<const W: usize>(&self, path: Range<usize>) -> [u64; W] {
        let mut seen = [[0; W]; 2];
        let mut cells = [0; W];
        for &literal in &self.paths[path] {
            join(&mut seen[usize::from(literal & 1)], self.same.row(literal >> 1));
            join(&mut cells, self.mates.row(literal >> 1));
        }
        std::array::from_fn(|word| seen[0][word] & seen[1][word] & !cells[word])
    }

    fn search_off<const W: usize>(&mut self, start: u16, board: &Board, gather: &mut Gather) {
        let mut goal = [0; W];
        insert(&mut goal, start);
        if !self.reaches(self.strong::<W>(start), &goal, self.limits[1]) {
            return;
        }
        self.link(board);
        let strong = self.graph.strong(start, self.links);
        let roots: [u16; 4] = std::array::from_fn(|at| strong.get(at).map_or(NONE, |link| link.to()));
        let roots = roots.into_iter().take_while(|&root| root != NONE);
        self.plant::<W>(roots.map(|root| (root, start)));
        let mut at = 0;
        while let Some(&id) = self.tree.list.get(at) {
            at += 1;
            self.expand::<W>(id);
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

    fn plant<const W: usize>(&mut self, roots: impl Iterator<Item = (u16, u16)>) {
        let tree = &mut self.tree;
        tree.list.clear();
        tree.seen.clear();
        tree.seen.resize(W, 0);
        for (root, off) in roots {
            tree.list.push(root);
            tree.parents[usize::from(root)] = (off, NONE);
            insert(&mut tree.seen, root);
        }
    }

    /// Adds what follows from a candidate of the tree.
    fn expand<const W: usize>(&mut self, id: u16) {
        let links = self.links;
        let tree = &mut self.tree;
        if self
            .hops
            .row::<W>(id)
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
