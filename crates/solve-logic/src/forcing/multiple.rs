//! Conclusions from several branches: a candidate on and off, all candidates of a cell, all places of a digit.

use super::branch::{Branch, Ground, NONE, Walk, literal};
use super::graph::{Graph, Links};
use super::hint::{Gather, Hint, Source};
use super::rules::{Nested, Rules};
use super::unary::members;
use crate::{Board, bits};

/// Which branches are run and how far they go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// Links of one digit, contradictions only.
    Nishio,
    /// Links of the board only.
    Static,
    /// Links that appear as candidates disappear.
    Dynamic,
}

/// The search for conclusions from several branches.
pub(super) struct Multiple {
    extent: Extent,
    pub(super) rules: Option<Rules>,
    pub(super) graph: Graph,
    work: Option<Board>,
    branches: Vec<Branch>,
    /// The literal whose branch each of the branches is.
    held: Vec<u16>,
    keep: bool,
    walk: Walk,
    common: Vec<u64>,
}

/// The branches of a conclusion and the node in which each ends.
pub(super) type Ends = Vec<(u16, u16)>;

impl Multiple {
    pub(super) fn new(extent: Extent, rules: Option<Rules>) -> Self {
        Self {
            extent,
            rules,
            graph: Graph::default(),
            work: None,
            branches: Vec::new(),
            held: Vec::new(),
            keep: false,
            walk: Walk::default(),
            common: Vec::new(),
        }
    }

    /// Gathers what the board has.
    pub(super) fn search(&mut self, board: &Board, gather: &mut Gather) {
        self.graph.build(board);
        if let Some(rules) = &mut self.rules {
            rules.prepare(board);
        }
        self.work = Some(board.clone());
        self.keep = gather.is_all();
        let slots = self.graph.len() * if self.keep { 2 } else { 1 } + 1;
        if self.branches.len() < slots {
            self.branches.resize_with(slots, Branch::default);
        }
        self.held.clear();
        self.held.resize(self.branches.len(), NONE);
        let dynamic = self.extent != Extent::Static;
        let whole = self.extent != Extent::Nishio;
        let least = if dynamic { 2 } else { 3 };
        for cell in board.empty() {
            let marks = board.marks(cell);
            if marks.count_ones() < least {
                continue;
            }
            for digit in bits(marks) {
                let id = self.graph.id(cell, digit);
                let [off, on] = [false, true].map(|on| literal(id, on));
                self.run(on, board);
                if dynamic {
                    self.contradiction(on, gather);
                    self.run(off, board);
                    self.contradiction(off, gather);
                    if whole && marks.count_ones() > 2 {
                        self.agree(&[on, off], Source::Double(id), board, gather);
                    }
                }
                if whole {
                    self.regions(cell, digit, board, gather);
                }
            }
            if whole {
                let starts: Vec<_> = bits(marks)
                    .map(|digit| literal(self.graph.id(cell, digit), true))
                    .collect();
                self.agree(&starts, Source::Cell(cell), board, gather);
            }
        }
        gather.sort();
    }

    fn regions(&mut self, cell: u8, digit: usize, board: &Board, gather: &mut Gather) {
        let layout = board.layout();
        for house in layout.houses_of[usize::from(cell)] {
            let members = &layout.members[usize::from(house)];
            let places = board.places(house, digit);
            if places.count_ones() < 2 || members[places.trailing_zeros() as usize] != cell {
                continue;
            }
            let starts: Vec<_> = bits(places)
                .map(|place| literal(self.graph.id(members[place], digit), true))
                .collect();
            for &start in &starts {
                self.run(start, board);
            }
            self.agree(&starts, Source::Region(house, digit as u8), board, gather);
        }
    }

    fn slot(&self, start: u16) -> usize {
        match (start & 1 == 1, self.keep) {
            (true, _) => usize::from(start >> 1),
            (false, true) => self.graph.len() + usize::from(start >> 1),
            (false, false) => self.graph.len(),
        }
    }

    fn run(&mut self, start: u16, board: &Board) {
        let slot = self.slot(start);
        if self.held[slot] == start {
            return;
        }
        self.held[slot] = start;
        let work = self.work.as_mut().expect("a search clones its board first");
        self.branches[slot].run(
            start,
            &mut Ground {
                graph: &self.graph,
                initial: board,
                work,
                links: if self.extent == Extent::Nishio {
                    Links::X
                } else {
                    Links::Xy
                },
                dynamic: self.extent != Extent::Static,
                rules: self.rules.as_mut(),
            },
        );
    }

    /// The branch of that assumption, which was run.
    pub(super) fn branch(&self, start: u16) -> &Branch {
        &self.branches[self.slot(start)]
    }

    fn contradiction(&mut self, start: u16, gather: &mut Gather) {
        if let Some(ends) = self.branch(start).conflict {
            let ends = ends.map(|end| (start, end));
            self.consider(&ends, Source::Contradiction(start), start ^ 1, gather);
        }
    }

    /// What all these assumptions lead to.
    fn agree(&mut self, starts: &[u16], source: Source, board: &Board, gather: &mut Gather) {
        let mut common = std::mem::take(&mut self.common);
        for on in [true, false] {
            common.clear();
            common.extend_from_slice(self.branch(starts[0]).set(on));
            for &start in &starts[1..] {
                for (word, &other) in common.iter_mut().zip(self.branch(start).set(on)) {
                    *word &= other;
                }
            }
            if members(&common).next().is_none() {
                continue;
            }
            for at in 0..self.branch(starts[0]).found(on).len() {
                let first = self.branch(starts[0]);
                let target = first.node(first.found(on)[at]).literal;
                let id = target >> 1;
                let there = common[usize::from(id) / 64] >> (id % 64) & 1 == 1;
                if there && (!on || board.marks(self.graph.candidate(id).cell).count_ones() > 1) {
                    let least = starts.iter().map(|&start| {
                        let branch = self.branch(start);
                        u32::from(branch.node(branch.find(target)).least)
                    });
                    if gather.wants(source, least.sum()) {
                        let ends: Ends = starts
                            .iter()
                            .map(|&start| (start, self.branch(start).find(target)))
                            .collect();
                        self.consider(&ends, source, target, gather);
                    }
                }
            }
        }
        self.common = common;
    }

    fn consider(&mut self, ends: &[(u16, u16)], source: Source, target: u16, gather: &mut Gather) {
        let mut complexity = 0;
        for &(start, end) in ends {
            let slot = self.slot(start);
            complexity += u32::from(self.branches[slot].size(end, &mut self.walk));
        }
        if gather.wants(source, complexity) {
            complexity += self.nested_complexity(ends);
            if gather.wants(source, complexity) {
                gather.push(Hint {
                    source,
                    target,
                    complexity,
                });
            }
        }
    }

    /// The complexities of the nested chains, each distinct one once.
    fn nested_complexity(&mut self, ends: &[(u16, u16)]) -> u32 {
        let mut seen: Vec<&Nested> = Vec::new();
        let mut sum = 0;
        for &(start, end) in ends {
            let branch = &self.branches[self.slot(start)];
            if branch.reasons.is_empty() {
                continue;
            }
            for &node in self.walk.ancestors(branch, end) {
                let reason = branch.node(node).reason;
                let nested = branch
                    .reasons
                    .get(usize::from(reason))
                    .and_then(|reason| reason.nested.as_ref());
                if let Some(nested) = nested
                    && !seen.iter().any(|other| other.is(nested))
                {
                    seen.push(nested);
                    sum += nested.complexity;
                }
            }
        }
        sum
    }

    /// The branches of a conclusion of the last search, run again if they were not kept.
    pub(super) fn ends(&mut self, hint: Hint, board: &Board) -> Ends {
        let layout = board.layout();
        let starts: Vec<u16> = match hint.source {
            Source::Contradiction(start) => vec![start],
            Source::Double(id) => vec![literal(id, true), literal(id, false)],
            Source::Cell(cell) => bits(board.marks(cell))
                .map(|digit| literal(self.graph.id(cell, digit), true))
                .collect(),
            Source::Region(house, digit) => bits(board.places(house, digit.into()))
                .map(|place| {
                    literal(
                        self.graph
                            .id(layout.members[usize::from(house)][place], digit.into()),
                        true,
                    )
                })
                .collect(),
            Source::Cycle(..) | Source::Chain(..) => Vec::new(),
        };
        for &start in &starts {
            self.run(start, board);
        }
        if let Source::Contradiction(start) = hint.source {
            let ends = self.branch(start).conflict.into_iter().flatten();
            return ends.map(|end| (start, end)).collect();
        }
        starts
            .into_iter()
            .map(|start| (start, self.branch(start).find(hint.target)))
            .collect()
    }

    /// Forgets the branches, so that they are run again, with or without the steps of rules.
    pub(super) fn record(&mut self, record: bool) {
        if let Some(rules) = &mut self.rules {
            rules.record = record;
            self.held.fill(NONE);
        }
    }

    /// The ancestors of an end, itself first.
    pub(super) fn ancestors(&mut self, (start, end): (u16, u16)) -> (&Branch, &[u16]) {
        let branch = &self.branches[self.slot(start)];
        (branch, self.walk.ancestors(branch, end))
    }
}
