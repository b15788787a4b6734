//! Alternating inference chains and nice loops, of candidates, groups and almost locked sets.
//!
//! From each candidate, assumed true and assumed false, all that follows is found by shortest chains; those that
//! end in the cell in which they began are nice loops, those that end elsewhere AICs. Which of them count, and what
//! they remove, is as in the `HoDoKu` manual.

mod graph;
mod walk;

use std::ops::ControlFlow;

use self::graph::{Graph, Links, Literal, Node, Role, off, on};
use self::walk::Walk;
use crate::als::candidates;
use crate::best::Best;
use crate::{Assertion, Board, Candidate, Cause, CellSet, Kind, Step, Technique, Visit, bits};

/// The largest number of links of an X-Chain or XY-Chain.
const MAX_LINKS: u32 = 20;

/// Chains of one family: the shortest for each set of candidates that they remove, short ones first.
#[derive(Clone, Debug)]
pub struct Chains {
    links: Links,
    complete: bool,
    graph: Graph,
    walk: Walk,
    path: Vec<Literal>,
    gone: Vec<Candidate>,
    best: Best,
}

impl Chains {
    /// X-Chains: strong links of one digit, of which one end must be true; three links or more.
    pub fn of_digit() -> Self {
        Self::new(Links::Digit)
    }

    /// XY-Chains: cells with two candidates, each sharing one with the next; one end must be a certain digit.
    pub fn of_bivalues() -> Self {
        Self::new(Links::Bivalue)
    }

    /// Nice loops and AICs of candidates.
    pub fn of_candidates() -> Self {
        Self::new(Links::Candidates)
    }

    /// Nice loops and AICs with at least one group.
    pub fn of_groups() -> Self {
        Self::new(Links::Groups)
    }

    /// Nice loops and AICs with at least one group or almost locked set.
    pub fn of_sets() -> Self {
        Self::new(Links::Sets)
    }

    /// One step for every candidate whose being true makes it false, by whatever chain, as an X-Chain, an XY-Chain or a
    /// discontinuous nice loop. All that loops and AICs remove is among it, and equivalent puzzles lose the same.
    #[must_use]
    pub fn complete(mut self) -> Self {
        self.complete = true;
        self
    }

    fn new(links: Links) -> Self {
        Self {
            links,
            complete: false,
            graph: Graph::default(),
            walk: Walk::default(),
            path: Vec::new(),
            gone: Vec::new(),
            best: Best::default(),
        }
    }
}

impl Technique for Chains {
    fn kinds(&self) -> &'static [Kind] {
        match self.links {
            Links::Digit => &[Kind::XChain],
            Links::Bivalue => &[Kind::XyChain],
            Links::Candidates => &[Kind::ContinuousNiceLoop, Kind::DiscontinuousNiceLoop, Kind::Aic],
            Links::Groups | Links::Sets => &[
                Kind::GroupedContinuousNiceLoop,
                Kind::GroupedDiscontinuousNiceLoop,
                Kind::GroupedAic,
            ],
        }
    }

    fn search(&mut self, board: &Board, visit: Visit<'_>) -> ControlFlow<()> {
        self.graph.build(board, self.links);
        self.best.clear();
        for cell in board.empty() {
            for node in self.graph.of_cell(board, cell) {
                if self.complete {
                    self.walk.from(&self.graph, on(node), u32::MAX);
                    self.discontinuous(board, off(node), [node]);
                    continue;
                }
                if !self.graph.follows(off(node)).is_empty() {
                    self.assume_false(board, cell, node);
                }
                if self.loops() {
                    self.assume_true(board, cell, node);
                }
            }
        }
        self.best.show(visit)
    }
}

/// The forms of chains, numbered as in [`Technique::kinds`].
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Continuous,
    Discontinuous,
    Open,
}

impl Chains {
    /// Whether nice loops are wanted too.
    fn loops(&self) -> bool {
        !matches!(self.links, Links::Digit | Links::Bivalue)
    }

    /// What follows from a candidate's being true.
    fn assume_true(&mut self, board: &Board, cell: u8, node: u32) {
        self.walk.from(&self.graph, on(node), u32::MAX);
        for other in self.graph.of_cell(board, cell) {
            if other == node {
                // It makes itself false.
                self.discontinuous(board, off(node), [node]);
            } else {
                // It makes another digit of the cell true.
                self.discontinuous(board, on(other), [node]);
                if board.marks(cell).count_ones() == 2 {
                    self.continuous(board, off(other));
                }
            }
        }
    }

    /// What follows from a candidate's being false.
    fn assume_false(&mut self, board: &Board, cell: u8, node: u32) {
        let limit = if self.loops() { u32::MAX } else { MAX_LINKS };
        self.walk.from(&self.graph, off(node), limit);
        if self.loops() {
            let all = self.graph.of_cell(board, cell);
            // It makes itself true.
            self.discontinuous(board, on(node), all.clone().filter(|&other| other != node));
            for other in all.filter(|&other| other != node) {
                // It makes another digit of the cell false, or true.
                self.discontinuous(board, off(other), [other]);
                self.continuous(board, on(other));
            }
        }
        for index in 1..self.walk.reached().len() {
            let end = self.walk.reached()[index];
            if end % 2 == 1 && self.graph.node(end).role == Role::Candidate {
                self.open(board, node, end);
            }
        }
    }

    /// The chain to that literal as `path`, if it has more than two links, comes back to no cell but that of its ends,
    /// and has a group or set where one is wanted. Of a group or set only the first cell must be new, and later
    /// nodes may be in it.
    fn take(&mut self, end: Literal, closed: bool) -> bool {
        if self.walk.distance(end).is_none_or(|distance| distance <= 2) {
            return false;
        }
        self.walk.path(end, &mut self.path);
        if self.complete {
            return true;
        }
        let (graph, path) = (&self.graph, &self.path);
        let plain = |&literal: &Literal| graph.node(literal).role == Role::Candidate;
        if matches!(self.links, Links::Groups | Links::Sets) && path.iter().all(plain) {
            return false;
        }
        let (mut left, mut here) = (CellSet::EMPTY, CellSet::EMPTY);
        if closed {
            left = graph.node(path[0]).cells;
        }
        let inner = if closed {
            &path[1..path.len() - 1]
        } else {
            &path[..]
        };
        inner.iter().all(|&literal| {
            let first = graph
                .occupied(literal)
                .first()
                .map_or(CellSet::EMPTY, CellSet::single);
            if first != here {
                left |= here;
                here = if plain(&literal) { first } else { CellSet::EMPTY };
            }
            !first.meets(left)
        })
    }

    /// A loop whose assumption is wrong, or leaves no choice.
    fn discontinuous(&mut self, board: &Board, end: Literal, gone: impl IntoIterator<Item = u32>) {
        if self.take(end, true) {
            self.gone.clear();
            for node in gone {
                let node = &self.graph.nodes[node as usize];
                self.gone.extend(candidates(node.cells, node.digit.into()));
            }
            self.record(board, Form::Discontinuous);
        }
    }

    /// A loop in which every link holds in both directions.
    fn continuous(&mut self, board: &Board, end: Literal) {
        if !self.take(end, true) {
            return;
        }
        self.gone.clear();
        if end % 2 == 1 {
            // Both ends are strong links: the cell has one of the two digits.
            self.one_of(board, self.path[0], end);
        }
        self.links_of_loop(board);
        self.record(board, Form::Continuous);
    }

    /// A chain of one digit whose ends see each other: a continuous loop that no cell begins with two digits.
    fn cycle(&mut self, board: &Board, end: Literal) {
        if self.take(end, false)
            && self
                .path
                .iter()
                .all(|&of| self.graph.node(of).digit == self.graph.node(end).digit)
        {
            self.one_of(board, self.path[0], end);
            self.links_of_loop(board);
            self.record(board, Form::Continuous);
        }
    }

    /// Removes what the weak links of the loop exclude, now that one side of each is true.
    fn links_of_loop(&mut self, board: &Board) {
        for index in 1..self.path.len() {
            let (a, b) = (self.path[index - 1], self.path[index]);
            let (from, to) = (*self.graph.node(a), *self.graph.node(b));
            if let Role::Set(set) = from.role {
                // The set holds all its digits but the one it was entered by.
                let set = set as usize;
                for digit in bits(self.graph.sets.get(set).digits & !(1 << from.digit)) {
                    let mut seen = board.cells_of(digit) & self.graph.sets.places(set, digit).seen;
                    let follower = to.cells.first().map_or(0, |cell| board.marks(cell));
                    if digit == usize::from(to.digit) || b % 2 == 1 && follower >> digit & 1 == 1 {
                        seen &= board.layout().common_peers(to.cells);
                    }
                    self.gone.extend(candidates(seen, digit));
                }
            } else if a % 2 == 1 {
                self.one_of(board, a, b);
            }
        }
    }

    /// One of two nodes that exclude each other is true: what both exclude goes.
    fn one_of(&mut self, board: &Board, a: Literal, b: Literal) {
        let (a, b) = (self.graph.node(a), self.graph.node(b));
        if a.digit == b.digit {
            let digit = usize::from(a.digit);
            let seen = board.cells_of(digit) & board.layout().common_peers(a.cells | b.cells);
            // The cells of the loop keep what another link of it would take.
            let seen = self.path.iter().fold(seen, |seen, &literal| {
                seen.without(self.graph.node(literal).cells)
            });
            self.gone.extend(candidates(seen, digit));
        } else {
            for digit in
                bits(a.cells.first().map_or(0, |cell| board.marks(cell)) & !(1 << a.digit | 1 << b.digit))
            {
                self.gone.extend(candidates(a.cells, digit));
            }
        }
    }

    /// A chain one of whose ends is true.
    fn open(&mut self, board: &Board, start: u32, end: Literal) {
        let (from, to) = (self.graph.nodes[start as usize], *self.graph.node(end));
        if from.cells == to.cells {
            return;
        }
        let layout = board.layout();
        self.gone.clear();
        if from.digit == to.digit {
            let digit = usize::from(from.digit);
            if self.loops() && to.cells.is_subset(layout.common_peers(from.cells)) {
                self.cycle(board, end);
                self.gone.clear();
            }
            let seen = board.cells_of(digit) & layout.common_peers(from.cells | to.cells);
            // With one victim it is a discontinuous loop.
            if self.loops() && seen.len() < 2 {
                return;
            }
            self.gone.extend(candidates(seen, digit));
        } else if self.loops() && from.cells.is_subset(layout.common_peers(to.cells)) {
            for (node, other) in [(from, to), (to, from)] {
                let digit = usize::from(other.digit);
                self.gone
                    .extend(candidates(node.cells & board.cells_of(digit), digit));
            }
            if self.gone.len() < 2 {
                return;
            }
        }
        if !self.gone.is_empty() && self.take(end, false) {
            self.record(board, Form::Open);
        }
    }

    /// Keeps the chain `path`, which removes `gone`, unless a chain as short is known.
    fn record(&mut self, board: &Board, form: Form) {
        if self.gone.is_empty() {
            return;
        }
        self.gone.sort_unstable();
        self.gone.dedup();
        let kind = self.kinds()[if self.loops() { form as usize } else { 0 }];
        let mut best = std::mem::take(&mut self.best);
        best.offer(kind, &self.gone, self.length(), || self.step(board, kind));
        self.best = best;
    }

    /// How many assertions the chain has: one for each node, and one more where a set excludes what comes next.
    fn length(&self) -> u32 {
        let left = self
            .path
            .windows(2)
            .filter(|pair| matches!(self.graph.node(pair[0]).role, Role::Set(_)) && pair[1] % 2 == 0);
        (self.path.len() + left.count()) as u32
    }

    fn step(&self, board: &Board, kind: Kind) -> Step {
        let mut chain: Vec<Assertion> = Vec::with_capacity(self.path.len());
        let mut step = Step::new(kind, board.layout().size);
        let mut entered = None;
        let mut push = |cells: CellSet, digit: u8, on: bool, cause: Option<Cause>| {
            let cause = match (cause, chain.last()) {
                (Some(cause), _) => cause,
                (None, None) => Cause::Assumed,
                (None, Some(before)) if before.cells == cells => Cause::Cell,
                (None, Some(before)) => Cause::seen(board, before.cells | cells),
            };
            let parents = chain
                .len()
                .checked_sub(1)
                .map(|parent| parent as u16)
                .into_iter()
                .collect();
            chain.push(Assertion {
                cells,
                digit,
                on,
                cause,
                parents,
            });
        };
        for &literal in &self.path {
            let Node { cells, digit, role } = *self.graph.node(literal);
            let on = literal % 2 == 1;
            if let (Some(set), false) = (entered, on) {
                let left = self.graph.sets.places(set, digit.into()).cells;
                push(left, digit, true, Some(Cause::Set));
            }
            push(cells, digit, on, entered.filter(|_| on).map(|_| Cause::Set));
            entered = match role {
                Role::Set(set) => Some(set as usize),
                _ => None,
            };
            if let Some(set) = entered {
                let set = self.graph.sets.get(set);
                step.pattern.sets.push((set.cells, set.digits));
            }
        }
        for assertion in &chain {
            step.pattern.digits |= 1 << assertion.digit;
            for cell in assertion.cells {
                if !step.pattern.cells.contains(&cell) {
                    step.pattern.cells.push(cell);
                }
            }
        }
        if self.links == Links::Bivalue {
            // Named by the digit of its ends.
            step.pattern.digits = 1 << self.graph.node(self.path[0]).digit;
        }
        step.eliminations.clone_from(&self.gone);
        step.pattern.complexity = chain.len() as u32;
        step.pattern.chains.push(chain);
        step
    }
}
