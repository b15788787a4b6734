//! Searches of both kinds, seen alike: their hints, what these rely on and remove, and their steps.

use super::branch::{ASSUMED, NONE, literal};
use super::graph::{CELL, Links};
use super::hint::{Gather, Hint, Source};
use super::multiple::Multiple;
use super::unary::Unary;
use crate::{Assertion, Board, Candidate, Cause, CellSet, Form, Kind, MAX_SIDE, Step, bits};

/// What a nested chain relies on: a candidate that was there at first and is no longer could be the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Need {
    /// The candidates of a cell.
    Cell(u8),
    /// The places of a digit in a house.
    House(u8, u8),
}

/// Adds the candidates that a need finds gone.
pub(super) fn needed(need: Need, initial: &Board, work: &Board, gone: &mut Vec<Candidate>) {
    match need {
        Need::Cell(cell) => {
            let digits = initial.marks(cell) & !work.marks(cell);
            gone.extend(bits(digits).map(|digit| Candidate::new(cell, digit)));
        }
        Need::House(house, digit) => {
            let places = initial.places(house, digit.into()) & !work.places(house, digit.into());
            let members = &work.layout().members[usize::from(house)];
            gone.extend(bits(places).map(|place| Candidate::new(members[place], digit.into())));
        }
    }
}

/// A search for chains with its last hints, those to be preferred first.
pub(super) struct Search {
    method: Method,
    hints: Vec<Hint>,
    /// The kind of the steps of several branches.
    kind: Kind,
}

enum Method {
    Unary(Box<Unary>),
    Multiple(Box<Multiple>),
}

impl Search {
    pub(super) fn unary() -> Self {
        Self {
            method: Method::Unary(Box::default()),
            hints: Vec::new(),
            kind: Kind::ForcingChain,
        }
    }

    pub(super) fn multiple(kind: Kind, multiple: Multiple) -> Self {
        Self {
            method: Method::Multiple(Box::new(multiple)),
            hints: Vec::new(),
            kind,
        }
    }

    /// Looks for all hints, or for the first only.
    pub(super) fn gather(&mut self, board: &Board, all: bool) {
        let mut gather = Gather::new(all);
        match &mut self.method {
            Method::Unary(search) => search.search(board, &mut gather),
            Method::Multiple(search) => search.search(board, &mut gather),
        }
        self.hints = gather.hints;
    }

    pub(super) fn hints(&self) -> &[Hint] {
        &self.hints
    }

    /// What the step of a hint places and removes.
    pub(super) fn outcome(&self, hint: Hint, board: &Board) -> (Vec<Candidate>, Vec<Candidate>) {
        if hint.target & 1 == 1 && !matches!(hint.source, Source::Cycle(..)) {
            return (vec![self.candidate(hint.target)], Vec::new());
        }
        let removed = self.removed(hint, board).into_iter();
        let candidates =
            removed.flat_map(|(cell, digits)| bits(digits).map(move |digit| Candidate::new(cell, digit)));
        (Vec::new(), candidates.collect())
    }

    fn candidate(&self, literal: u16) -> Candidate {
        match &self.method {
            Method::Unary(search) => search.graph.candidate(literal >> 1),
            Method::Multiple(search) => search.graph.candidate(literal >> 1),
        }
    }

    /// The candidates that a hint removes, as digits by cell.
    pub(super) fn removed(&self, hint: Hint, board: &Board) -> Vec<(u8, u16)> {
        if let (Source::Cycle(_, from, to), Method::Unary(search)) = (hint.source, &self.method) {
            let removed = search.removed(from as usize..to as usize).into_iter();
            let candidates = removed.map(|id| search.graph.candidate(id));
            return candidates
                .map(|candidate| (candidate.cell, 1 << candidate.index()))
                .collect();
        }
        let target = self.candidate(hint.target);
        let digit = 1 << target.index();
        let on = hint.target & 1 == 1;
        vec![(
            target.cell,
            if on {
                board.marks(target.cell) & !digit
            } else {
                digit
            },
        )]
    }

    /// What a hint relies on.
    pub(super) fn needs(&mut self, hint: Hint, board: &Board) -> Vec<Need> {
        let layout = board.layout();
        let mut needs = Vec::new();
        // Exclusions hold whatever was removed; what is on for lack of others does not.
        let mut add = |literal: u16, candidate: Candidate, via: u8| match via {
            _ if literal & 1 == 0 => {}
            CELL => needs.push(Need::Cell(candidate.cell)),
            1..=3 => needs.push(Need::House(
                layout.houses_of[usize::from(candidate.cell)][usize::from(via) - 1],
                candidate.index() as u8,
            )),
            _ => {}
        };
        match (&mut self.method, hint.source) {
            (Method::Unary(search), Source::Cycle(links, from, to) | Source::Chain(links, from, to)) => {
                for pair in search.paths[from as usize..to as usize].windows(2) {
                    add(
                        pair[0],
                        search.graph.candidate(pair[0] >> 1),
                        search.via(pair[1], pair[0], links),
                    );
                }
            }
            (Method::Multiple(search), source) => {
                let mut inner = Vec::new();
                for end in search.ends(hint, board) {
                    let (branch, list) = search.ancestors(end);
                    let list: Vec<_> = list.iter().map(|&node| branch.node(node)).collect();
                    for node in &list {
                        if let Some(nested) = branch
                            .reasons
                            .get(usize::from(node.reason))
                            .and_then(|reason| reason.nested.as_ref())
                        {
                            inner.extend_from_slice(&nested.needs);
                        }
                    }
                    for node in list {
                        add(node.literal, search.graph.candidate(node.id()), node.via);
                    }
                }
                needs.append(&mut inner);
                match source {
                    Source::Cell(cell) => needs.push(Need::Cell(cell)),
                    Source::Region(house, digit) => needs.push(Need::House(house, digit)),
                    _ => {}
                }
            }
            _ => {}
        }
        needs.sort_unstable();
        needs.dedup();
        needs
    }

    /// A text of a hint's targets and nodes that is the same for equal chains, on whatever board. To Sudoku Explainer
    /// no two chains from a cell or a house are equal: none for those.
    pub(super) fn signature(&mut self, hint: Hint, board: &Board) -> Vec<u16> {
        let mut text = Vec::new();
        match &mut self.method {
            _ if matches!(hint.source, Source::Cell(_) | Source::Region(..)) => {}
            Method::Unary(search) => {
                if let Source::Cycle(_, from, to) | Source::Chain(_, from, to) = hint.source {
                    text.extend_from_slice(&search.paths[from as usize..to as usize]);
                }
            }
            Method::Multiple(search) => {
                for end in search.ends(hint, board) {
                    let (branch, list) = search.ancestors(end);
                    text.extend(list.iter().map(|&node| branch.node(node).literal));
                    text.push(NONE);
                }
            }
        }
        for item in &mut text {
            if *item != NONE {
                let candidate = self.candidate(*item);
                let place = usize::from(candidate.cell) * MAX_SIDE + candidate.index();
                *item = literal(place as u16, *item & 1 == 1);
            }
        }
        text
    }

    /// The step of a hint.
    pub(super) fn step(&mut self, hint: Hint, board: &Board) -> Step {
        let mut step = Step::new(self.kind_of(hint), board.layout().size);
        step.pattern.complexity = hint.complexity;
        (step.placements, step.eliminations) = self.outcome(hint, board);
        match hint.source {
            Source::Cycle(links, from, to) | Source::Chain(links, from, to) => {
                step.pattern
                    .chains
                    .push(self.path(links, from as usize..to as usize, board));
            }
            source => {
                step.pattern.form = Some(match source {
                    Source::Contradiction(_) => Form::Contradiction,
                    Source::Double(_) => Form::Double,
                    Source::Cell(_) => Form::Cell,
                    _ => Form::Region,
                });
                if let Source::Region(house, _) = source {
                    step.pattern.houses.push(house);
                }
                step.pattern.chains = self.branches(hint, board);
            }
        }
        // A path is named by all its cells, branches by what they assume.
        let named = if step.pattern.form.is_some() {
            1
        } else {
            usize::MAX
        };
        for assertion in step
            .pattern
            .chains
            .iter()
            .flat_map(|chain| chain.iter().take(named))
        {
            step.pattern.digits |= 1 << assertion.digit;
            for cell in assertion.cells {
                if !step.pattern.cells.contains(&cell) {
                    step.pattern.cells.push(cell);
                }
            }
        }
        step
    }

    fn kind_of(&self, hint: Hint) -> Kind {
        match hint.source {
            Source::Cycle(Links::X, ..) => Kind::XCycle,
            Source::Cycle(Links::Y, ..) => Kind::YCycle,
            Source::Cycle(Links::Xy, ..) => Kind::XyCycle,
            Source::Chain(Links::X, ..) if hint.complexity == 6 => Kind::TurbotFish,
            Source::Chain(Links::X, ..) => Kind::ForcingXChain,
            Source::Chain(..) => Kind::ForcingChain,
            _ => self.kind,
        }
    }

    fn path(&self, links: Links, path: std::ops::Range<usize>, board: &Board) -> Vec<Assertion> {
        let Method::Unary(search) = &self.method else {
            return Vec::new();
        };
        let path: Vec<u16> = search.paths[path].iter().rev().copied().collect();
        let mut chain = Vec::with_capacity(path.len());
        for (at, &literal) in path.iter().enumerate() {
            let before = at.checked_sub(1);
            let via = before.map_or(ASSUMED, |before| search.via(path[before], literal, links));
            let cause = cause(self.candidate(literal), via, board);
            chain.push(self.assertion(
                literal,
                cause,
                before.map(|before| before as u16).into_iter().collect(),
            ));
        }
        chain
    }

    fn assertion(&self, literal: u16, cause: Cause, parents: Vec<u16>) -> Assertion {
        let candidate = self.candidate(literal);
        Assertion {
            cells: CellSet::single(candidate.cell),
            digit: candidate.index() as u8,
            on: literal & 1 == 1,
            cause,
            parents,
        }
    }

    fn branches(&mut self, hint: Hint, board: &Board) -> Vec<Vec<Assertion>> {
        let Method::Multiple(search) = &mut self.method else {
            return Vec::new();
        };
        search.record(true);
        let ends = search.ends(hint, board);
        let mut lists = Vec::new();
        for &end in &ends {
            let mut list = search.ancestors(end).1.to_vec();
            list.sort_unstable();
            lists.push(list);
        }
        let mut chains = Vec::new();
        if let Method::Multiple(search) = &self.method {
            for ((start, _), list) in ends.into_iter().zip(lists) {
                let branch = search.branch(start);
                let chain = list.iter().map(|&at| {
                    let node = branch.node(at);
                    let reason = branch.reasons.get(usize::from(node.reason));
                    let cause = match reason.and_then(|reason| reason.step.clone()) {
                        Some(step) => Cause::Step(step),
                        None => cause(self.candidate(node.literal), node.via, board),
                    };
                    let parents = branch
                        .parents(at)
                        .filter_map(|parent| list.binary_search(&parent).ok());
                    self.assertion(node.literal, cause, parents.map(|parent| parent as u16).collect())
                });
                chains.push(chain.collect());
            }
        }
        if let Method::Multiple(search) = &mut self.method {
            search.record(false);
        }
        chains
    }
}

fn cause(candidate: Candidate, via: u8, board: &Board) -> Cause {
    match via {
        CELL => Cause::Cell,
        1..=3 => Cause::House(board.layout().houses_of[usize::from(candidate.cell)][usize::from(via) - 1]),
        _ => Cause::Assumed,
    }
}
