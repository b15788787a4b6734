//! One assumption and all that follows from it.

use super::graph::{CELL, Graph, Links};
use super::rules::{Reason, Rules};
use crate::{Board, Candidate, MAX_SIDE, bits};

/// No node.
pub(super) const NONE: u16 = u16::MAX;
/// The `via` of an assumption, beyond those of links.
pub(super) const ASSUMED: u8 = 4;
/// The `via` of what a rule removes.
pub(super) const RULE: u8 = 5;

/// A literal: twice the number of a candidate, plus one if it is on.
pub(super) const fn literal(id: u16, on: bool) -> u16 {
    id << 1 | on as u16
}

/// A literal that follows.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) literal: u16,
    /// How it follows.
    pub(super) via: u8,
    parent: u16,
    more: u32,
    count: u16,
    /// A lower bound of the number of its ancestors, itself included.
    pub(super) least: u16,
    /// Which of the reasons of the branch it has, or [`NONE`].
    pub(super) reason: u16,
}

impl Node {
    pub(super) const fn id(self) -> u16 {
        self.literal >> 1
    }
}

/// What a branch is run on.
pub(super) struct Ground<'a> {
    pub(super) graph: &'a Graph,
    pub(super) initial: &'a Board,
    /// Equal to `initial` whenever no branch runs.
    pub(super) work: &'a mut Board,
    pub(super) links: Links,
    /// Whether candidates that are off make new links.
    pub(super) dynamic: bool,
    pub(super) rules: Option<&'a mut Rules>,
}

/// An assumption with its consequences, breadth first: of each the first reason that was found.
#[derive(Default)]
pub(super) struct Branch {
    nodes: Vec<Node>,
    more: Vec<u16>,
    /// Nodes by literal.
    index: Vec<u16>,
    /// Nodes that are off, and that are on, in the order in which they were found.
    order: [Vec<u16>; 2],
    sets: [Vec<u64>; 2],
    sizes: Vec<u16>,
    joins: bool,
    /// Two nodes that contradict each other, the one that is on first.
    pub(super) conflict: Option<[u16; 2]>,
    /// Why rules removed candidates.
    pub(super) reasons: Vec<Reason>,
}

impl Branch {
    /// Follows the assumption until there is nothing more, or a contradiction.
    pub(super) fn run(&mut self, start: u16, ground: &mut Ground<'_>) {
        self.clear(ground.graph.len());
        self.add(start, ASSUMED, &[]);
        self.conflict = self.follow(ground);
        if ground.dynamic {
            for &node in &self.order[0] {
                let candidate = ground.graph.candidate(self.nodes[usize::from(node)].id());
                if !ground.work.has(candidate) {
                    ground.work.restore(candidate);
                }
            }
        }
        if let Some(rules) = &mut ground.rules {
            self.reasons = rules.take_reasons();
        }
    }

    fn clear(&mut self, candidates: usize) {
        self.nodes.clear();
        self.more.clear();
        self.index.clear();
        self.index.resize(2 * candidates, NONE);
        for order in &mut self.order {
            order.clear();
        }
        for set in &mut self.sets {
            set.clear();
            set.resize(candidates.div_ceil(64), 0);
        }
        self.sizes.clear();
        self.joins = false;
        self.conflict = None;
        self.reasons.clear();
    }

    fn push(&mut self, literal: u16, via: u8, parents: &[u16]) -> u16 {
        let node = self.nodes.len() as u16;
        let least = parents
            .iter()
            .map(|&parent| self.nodes[usize::from(parent)].least)
            .max();
        let others = parents.get(1..).unwrap_or_default();
        self.nodes.push(Node {
            literal,
            via,
            parent: parents.first().copied().unwrap_or(NONE),
            more: self.more.len() as u32,
            count: others.len() as u16,
            least: least.unwrap_or(0) + 1,
            reason: NONE,
        });
        self.more.extend_from_slice(others);
        self.joins |= !others.is_empty();
        node
    }

    fn add(&mut self, literal: u16, via: u8, parents: &[u16]) -> u16 {
        let node = self.push(literal, via, parents);
        let (on, id) = (usize::from(literal & 1), usize::from(literal >> 1));
        self.index[usize::from(literal)] = node;
        self.order[on].push(node);
        self.sets[on][id / 64] |= 1 << (id % 64);
        node
    }

    fn follow(&mut self, ground: &mut Ground<'_>) -> Option<[u16; 2]> {
        let (mut ons, mut offs) = (0, 0);
        loop {
            if let Some(&node) = self.order[1].get(ons) {
                ons += 1;
                let id = self.nodes[usize::from(node)].id();
                for link in ground.graph.weak(id, ground.links) {
                    let off = literal(link.to(), false);
                    let on = self.index[usize::from(off | 1)];
                    if on != NONE {
                        if ground.work.has(ground.graph.candidate(link.to())) {
                            return Some([on, self.push(off, link.via(), &[node])]);
                        }
                    } else if self.index[usize::from(off)] == NONE {
                        self.add(off, link.via(), &[node]);
                    }
                }
            } else if let Some(&node) = self.order[0].get(offs) {
                offs += 1;
                let id = self.nodes[usize::from(node)].id();
                if ground.dynamic {
                    let conflict = self.infer(node, ground.graph.candidate(id), ground);
                    ground.work.remove(ground.graph.candidate(id));
                    if conflict.is_some() {
                        return conflict;
                    }
                } else {
                    for &link in ground.graph.strong(id, ground.links) {
                        if let Some(conflict) = self.turn_on(link.to(), link.via(), &[node]) {
                            return Some(conflict);
                        }
                    }
                }
            } else if !self.apply_rules(ground) {
                return None;
            }
        }
    }

    fn turn_on(&mut self, id: u16, via: u8, parents: &[u16]) -> Option<[u16; 2]> {
        let on = literal(id, true);
        let off = self.index[usize::from(on ^ 1)];
        if off != NONE {
            return Some([self.push(on, via, parents), off]);
        }
        if self.index[usize::from(on)] == NONE {
            self.add(on, via, parents);
        }
        None
    }

    /// What is on because the candidate is off, given what was removed.
    fn infer(&mut self, node: u16, off: Candidate, ground: &Ground<'_>) -> Option<[u16; 2]> {
        let layout = ground.work.layout();
        let (cell, digit) = (off.cell, off.index());
        let mut parents = [node; MAX_SIDE + 1];
        if ground.links == Links::Xy {
            let marks = ground.work.marks(cell);
            if marks.count_ones() == 2 {
                let mut count = 1;
                for gone in bits(ground.initial.marks(cell) & !marks) {
                    parents[count] = self.index[usize::from(literal(ground.graph.id(cell, gone), false))];
                    count += 1;
                }
                let other = (marks & !(1 << digit)).trailing_zeros() as usize;
                let conflict = self.turn_on(ground.graph.id(cell, other), CELL, &parents[..count]);
                if conflict.is_some() {
                    return conflict;
                }
            }
        }
        for via in 0..3 {
            let house = layout.houses_of[usize::from(cell)][via];
            let places = ground.work.places(house, digit);
            if places.count_ones() == 2 {
                let members = &layout.members[usize::from(house)];
                let mut count = 1;
                for gone in bits(ground.initial.places(house, digit) & !places) {
                    parents[count] =
                        self.index[usize::from(literal(ground.graph.id(members[gone], digit), false))];
                    count += 1;
                }
                let other =
                    (places & !(1 << layout.places[usize::from(cell)][via])).trailing_zeros() as usize;
                let id = ground.graph.id(members[other], digit);
                let conflict = self.turn_on(id, via as u8 + 1, &parents[..count]);
                if conflict.is_some() {
                    return conflict;
                }
            }
        }
        None
    }

    /// Lets rules remove candidates from what is left; whether they did.
    fn apply_rules(&mut self, ground: &mut Ground<'_>) -> bool {
        let Some(rules) = &mut ground.rules else {
            return false;
        };
        let before = self.nodes.len();
        rules.find(ground.initial, ground.work);
        let mut parents = Vec::new();
        for removal in rules.removals() {
            let off = literal(
                ground.graph.id(removal.target.cell, removal.target.index()),
                false,
            );
            if self.index[usize::from(off)] == NONE {
                parents.clear();
                parents.extend(rules.parents(removal).iter().map(|parent| {
                    self.index[usize::from(literal(ground.graph.id(parent.cell, parent.index()), false))]
                }));
                let node = self.add(off, RULE, &parents);
                self.nodes[usize::from(node)].reason = removal.reason;
            }
        }
        self.nodes.len() > before
    }

    #[inline]
    pub(super) fn node(&self, node: u16) -> Node {
        self.nodes[usize::from(node)]
    }

    /// The node of a literal, or [`NONE`].
    #[inline]
    pub(super) fn find(&self, literal: u16) -> u16 {
        self.index[usize::from(literal)]
    }

    /// The nodes of that polarity in the order in which they were found.
    pub(super) fn found(&self, on: bool) -> &[u16] {
        &self.order[usize::from(on)]
    }

    /// The candidates of that polarity as bits.
    pub(super) fn set(&self, on: bool) -> &[u64] {
        &self.sets[usize::from(on)]
    }

    pub(super) fn parents(&self, node: u16) -> impl Iterator<Item = u16> + '_ {
        let node = self.nodes[usize::from(node)];
        let more = node.more as usize;
        (node.parent != NONE)
            .then_some(node.parent)
            .into_iter()
            .chain(self.more[more..more + usize::from(node.count)].iter().copied())
    }

    /// The number of ancestors, itself included.
    pub(super) fn size(&mut self, node: u16, walk: &mut Walk) -> u16 {
        if !self.joins {
            return self.node(node).least;
        }
        if self.sizes.is_empty() {
            self.sizes.resize(self.nodes.len(), 0);
        }
        if self.sizes[usize::from(node)] == 0 {
            self.sizes[usize::from(node)] = walk.ancestors(self, node).len() as u16;
        }
        self.sizes[usize::from(node)]
    }
}

/// Memory of walks over ancestors.
#[derive(Default)]
pub(super) struct Walk {
    seen: Vec<u32>,
    epoch: u32,
    list: Vec<u16>,
}

impl Walk {
    /// The ancestors of a node, itself first, then breadth first, each literal once.
    pub(super) fn ancestors(&mut self, branch: &Branch, node: u16) -> &[u16] {
        if self.seen.len() < branch.index.len() {
            self.seen.resize(branch.index.len(), 0);
        }
        self.epoch += 1;
        self.list.clear();
        self.list.push(node);
        self.seen[usize::from(branch.node(node).literal)] = self.epoch;
        let mut at = 0;
        while let Some(&node) = self.list.get(at) {
            at += 1;
            for parent in branch.parents(node) {
                let seen = &mut self.seen[usize::from(branch.node(parent).literal)];
                if *seen != self.epoch {
                    *seen = self.epoch;
                    self.list.push(parent);
                }
            }
        }
        &self.list
    }
}
