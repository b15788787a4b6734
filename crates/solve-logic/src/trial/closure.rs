//! What follows from an assumption by rules whose order does not matter.

use gridwright_grid::HouseKind;

use super::Reach;
use crate::{Assertion, Board, Candidate, Cause, CellSet, Kind, MAX_CELLS, MAX_SIDE, Step, bits};

/// Where a contradiction shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Broken {
    /// A cell without a candidate.
    Cell(u8),
    /// A digit (0..`side`) without a place in a house.
    House(u8, usize),
}

/// The largest subset that is looked for. Larger ones leave a smaller one, or a single, on the other side up to 9
/// digits.
const MAX_SUBSET: u32 = 4;

/// A board on which rules are applied until none applies: the same whatever the order, since a rule that applies
/// still applies, or a stronger one does, when more candidates are gone.
pub(super) struct Closure {
    pub(super) board: Board,
    queue: Vec<(Candidate, Cause)>,
    trace: Option<Trace>,
}

/// Why everything follows.
struct Trace {
    base: Board,
    chain: Vec<Assertion>,
    /// Which assertion took a candidate away.
    removers: Box<[[u16; MAX_SIDE]; MAX_CELLS]>,
}

impl Closure {
    /// Starts from a board that is as far as its singles go.
    pub(super) fn new(board: &Board) -> Self {
        Self {
            board: board.clone(),
            queue: Vec::new(),
            trace: None,
        }
    }

    /// The same, noting why everything follows.
    pub(super) fn traced(board: &Board) -> Self {
        Self {
            trace: Some(Trace {
                base: board.clone(),
                chain: Vec::new(),
                removers: Box::new([[0; MAX_SIDE]; MAX_CELLS]),
            }),
            ..Self::new(board)
        }
    }

    /// Starts anew.
    pub(super) fn reset(&mut self, board: &Board) {
        self.board.clone_from(board);
        self.queue.clear();
    }

    /// What follows from a candidate's being true.
    pub(super) fn assume(&mut self, candidate: Candidate, reach: Reach) -> Result<(), Broken> {
        self.note(candidate, true, Cause::Assumed, Vec::new());
        self.place(candidate)?;
        self.close(reach)
    }

    /// Applies the rules until none applies.
    pub(super) fn close(&mut self, reach: Reach) -> Result<(), Broken> {
        self.singles()?;
        while reach >= Reach::Subsets && (self.intersections()? || self.subsets()?) {
            self.singles()?;
        }
        Ok(())
    }

    /// Whether it notes why everything follows.
    pub(super) fn is_traced(&self) -> bool {
        self.trace.is_some()
    }

    /// Takes away a candidate that another rule excludes, by a step if it is traced.
    pub(super) fn exclude(&mut self, candidate: Candidate, step: Option<Step>) -> Result<(), Broken> {
        if let (Some(trace), Some(step)) = (&self.trace, step) {
            let parents = (0..trace.chain.len() as u16).collect();
            self.note(candidate, false, Cause::Step(Box::new(step)), parents);
        }
        self.remove(candidate)
    }

    fn place(&mut self, candidate: Candidate) -> Result<(), Broken> {
        let cell = candidate.cell;
        for other in bits(self.board.marks(cell) & !(1 << candidate.index())) {
            self.remove(Candidate::new(cell, other))?;
        }
        let layout = self.board.layout();
        for peer in self.board.cells_of(candidate.index()) & layout.peers[usize::from(cell)] {
            self.remove(Candidate::new(peer, candidate.index()))?;
        }
        self.board.place(candidate);
        Ok(())
    }

    fn remove(&mut self, candidate: Candidate) -> Result<(), Broken> {
        if !self.board.remove(candidate) {
            return Ok(());
        }
        if let Some(trace) = &mut self.trace {
            let last = trace.chain.len().saturating_sub(1) as u16;
            trace.removers[usize::from(candidate.cell)][candidate.index()] = last;
        }
        self.look_at_cell(candidate.cell)?;
        for house in self.board.layout().houses_of[usize::from(candidate.cell)] {
            self.look_at_house(house, candidate.index())?;
        }
        Ok(())
    }

    #[inline]
    fn look_at_cell(&mut self, cell: u8) -> Result<(), Broken> {
        match self.board.marks(cell) {
            0 => Err(Broken::Cell(cell)),
            mark if mark.is_power_of_two() => {
                let single = Candidate::new(cell, mark.trailing_zeros() as usize);
                self.queue.push((single, Cause::Cell));
                Ok(())
            }
            _ => Ok(()),
        }
    }

    #[inline]
    fn look_at_house(&mut self, house: u8, digit: usize) -> Result<(), Broken> {
        match self.board.places(house, digit) {
            0 => Err(Broken::House(house, digit)),
            place if place.is_power_of_two() => {
                let cell = self.board.layout().members[usize::from(house)][place.trailing_zeros() as usize];
                self.queue
                    .push((Candidate::new(cell, digit), Cause::House(house)));
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn singles(&mut self) -> Result<(), Broken> {
        while let Some((single, cause)) = self.queue.pop() {
            // It may have been placed meanwhile; if it was taken away, that was found to be a contradiction.
            if self.board.has(single) {
                if self.trace.is_some() {
                    let parents = self.removers(self.others(single, &cause));
                    self.note(single, true, cause, parents);
                }
                self.place(single)?;
            }
        }
        Ok(())
    }

    /// Digits of a box in one line of it, and of a line in one box.
    fn intersections(&mut self) -> Result<bool, Broken> {
        let layout = self.board.layout();
        let mut found = false;
        for house in 0..layout.houses as u8 {
            for digit in 0..layout.side {
                let places = self.board.places(house, digit);
                if places.count_ones() < 2 {
                    continue;
                }
                let cells = self.cells(house, places);
                let [b, r, c] = layout.houses_of[usize::from(cells.first().unwrap_or(0))];
                let is_box = matches!(layout.kind_of(house).0, HouseKind::Box);
                let crossing = if is_box { [r, c] } else { [b, b] };
                for other in crossing {
                    let inside = layout.house_sets[usize::from(other)];
                    let gone = self.board.cells_of(digit) & inside.without(cells);
                    if !cells.is_subset(inside) || gone.is_empty() {
                        continue;
                    }
                    found = true;
                    let kind = if is_box { Kind::Pointing } else { Kind::Claiming };
                    let rule = Rule {
                        kind,
                        houses: [house, other],
                        digits: 1 << digit,
                        cells,
                        gone: gone.iter().map(|cell| Candidate::new(cell, digit)).collect(),
                    };
                    self.apply(&rule, |trace| {
                        trace.base.cells_of(digit) & layout.house_sets[usize::from(house)].without(inside)
                    })?;
                }
            }
        }
        Ok(found)
    }

    /// As many cells as digits, naked or hidden.
    fn subsets(&mut self) -> Result<bool, Broken> {
        let layout = self.board.layout();
        let mut found = false;
        for house in 0..layout.houses as u8 {
            let members = &layout.members[usize::from(house)][..layout.side];
            let marks: [u16; MAX_SIDE] =
                std::array::from_fn(|i| members.get(i).map_or(0, |&cell| self.board.marks(cell)));
            let mut rules = Vec::new();
            combinations(&marks, &mut |places, digits| {
                let cells = self.cells(house, places);
                let rest = layout.house_sets[usize::from(house)].without(cells);
                self.subset(&mut rules, house, cells, digits, rest, digits, NAKED);
            });
            let places: [u16; MAX_SIDE] = std::array::from_fn(|digit| self.board.places(house, digit));
            combinations(&places, &mut |digits, places| {
                let cells = self.cells(house, places);
                self.subset(&mut rules, house, cells, digits, cells, !digits, HIDDEN);
            });
            for rule in rules {
                found = true;
                let (naked, cells, digits) = (NAKED.contains(&rule.kind), rule.cells, rule.digits);
                if self.trace.is_none() {
                    for &gone in &rule.gone {
                        self.remove(gone)?;
                    }
                    continue;
                }
                let absent = if naked {
                    self.base_candidates(cells, !digits)
                } else {
                    self.base_candidates(layout.house_sets[usize::from(house)].without(cells), digits)
                };
                self.apply_traced(&rule, absent)?;
            }
        }
        Ok(found)
    }

    #[allow(
        clippy::too_many_arguments,
        reason = "the two kinds differ in what goes where"
    )]
    fn subset(
        &self,
        rules: &mut Vec<Rule>,
        house: u8,
        cells: CellSet,
        digits: u16,
        lose: CellSet,
        lost: u16,
        kinds: [Kind; 3],
    ) {
        let gone: Vec<Candidate> = lose
            .iter()
            .flat_map(|cell| {
                bits(self.board.marks(cell) & lost).map(move |digit| Candidate::new(cell, digit))
            })
            .collect();
        if !gone.is_empty() {
            rules.push(Rule {
                kind: kinds[cells.len() - 2],
                houses: [house, house],
                digits,
                cells,
                gone,
            });
        }
    }

    fn apply(&mut self, rule: &Rule, absent: impl FnOnce(&Trace) -> CellSet) -> Result<(), Broken> {
        if let Some(trace) = &self.trace {
            let cells = absent(trace);
            return self.apply_traced(rule, self.base_candidates(cells, rule.digits));
        }
        for &gone in &rule.gone {
            self.remove(gone)?;
        }
        Ok(())
    }

    fn apply_traced(&mut self, rule: &Rule, absent: Vec<Candidate>) -> Result<(), Broken> {
        let parents = self.removers(absent);
        let layout = self.board.layout();
        let mut step = Step::new(rule.kind, layout.size);
        step.pattern.cells = rule.cells.iter().collect();
        step.pattern.digits = rule.digits;
        step.pattern.houses = vec![rule.houses[0]];
        step.pattern.covers = vec![rule.houses[1]];
        step.eliminate(rule.gone.iter().copied());
        for &gone in &rule.gone {
            self.note(gone, false, Cause::Step(Box::new(step.clone())), parents.clone());
            self.remove(gone)?;
        }
        Ok(())
    }

    /// The places of a house as cells.
    fn cells(&self, house: u8, places: u16) -> CellSet {
        let members = &self.board.layout().members[usize::from(house)];
        bits(places).map(|place| members[place]).collect()
    }

    /// What must be gone for a single to be one.
    fn others(&self, single: Candidate, cause: &Cause) -> Vec<Candidate> {
        let layout = self.board.layout();
        match *cause {
            Cause::House(house) => {
                let others = layout.house_sets[usize::from(house)].without(CellSet::single(single.cell));
                self.base_candidates(others, 1 << single.index())
            }
            _ => self.base_candidates(CellSet::single(single.cell), !(1 << single.index())),
        }
    }

    /// The candidates there were at the start in those cells, of those digits.
    fn base_candidates(&self, cells: CellSet, digits: u16) -> Vec<Candidate> {
        let Some(trace) = &self.trace else {
            return Vec::new();
        };
        cells
            .iter()
            .flat_map(|cell| {
                bits(trace.base.marks(cell) & digits).map(move |digit| Candidate::new(cell, digit))
            })
            .collect()
    }

    /// The assertions that took those candidates away.
    fn removers(&self, candidates: Vec<Candidate>) -> Vec<u16> {
        let Some(trace) = &self.trace else {
            return Vec::new();
        };
        let mut list: Vec<u16> = candidates
            .into_iter()
            .map(|gone| trace.removers[usize::from(gone.cell)][gone.index()])
            .collect();
        list.sort_unstable();
        list.dedup();
        list
    }

    fn note(&mut self, candidate: Candidate, on: bool, cause: Cause, parents: Vec<u16>) {
        if let Some(trace) = &mut self.trace {
            trace.chain.push(Assertion {
                cells: CellSet::single(candidate.cell),
                digit: candidate.index() as u8,
                on,
                cause,
                parents,
            });
        }
    }

    /// What a traced contradiction rests on: assertions, each after its parents.
    pub(super) fn chain(mut self, broken: Broken) -> Vec<Assertion> {
        let candidates = match broken {
            Broken::Cell(cell) => self.base_candidates(CellSet::single(cell), u16::MAX),
            Broken::House(house, digit) => {
                let cells = self.board.layout().house_sets[usize::from(house)];
                self.base_candidates(cells, 1 << digit)
            }
        };
        let mut wanted = self.removers(candidates);
        let chain = self.trace.take().map_or_else(Vec::new, |trace| trace.chain);
        let mut used = vec![false; chain.len()];
        while let Some(index) = wanted.pop() {
            let index = usize::from(index);
            if !std::mem::replace(&mut used[index], true) {
                wanted.extend(&chain[index].parents);
            }
        }
        let mut places = vec![0; chain.len()];
        let mut kept: Vec<Assertion> = Vec::new();
        for (index, mut assertion) in chain.into_iter().enumerate().filter(|&(index, _)| used[index]) {
            places[index] = kept.len() as u16;
            for parent in &mut assertion.parents {
                *parent = places[usize::from(*parent)];
            }
            kept.push(assertion);
        }
        kept
    }
}

const NAKED: [Kind; 3] = [Kind::NakedPair, Kind::NakedTriple, Kind::NakedQuad];
const HIDDEN: [Kind; 3] = [Kind::HiddenPair, Kind::HiddenTriple, Kind::HiddenQuad];

/// An intersection or a subset.
struct Rule {
    kind: Kind,
    /// Where it is, and where candidates go.
    houses: [u8; 2],
    digits: u16,
    cells: CellSet,
    gone: Vec<Candidate>,
}

/// Shows every choice of 2 to [`MAX_SUBSET`] of the sets that are not empty whose union is as large as their number:
/// the choice and the union.
fn combinations(sets: &[u16; MAX_SIDE], visit: &mut impl FnMut(u16, u16)) {
    fn extend(
        sets: &[u16; MAX_SIDE],
        from: usize,
        chosen: u16,
        union: u16,
        most: u32,
        visit: &mut impl FnMut(u16, u16),
    ) {
        let count = chosen.count_ones();
        if count >= 2 && union.count_ones() == count {
            visit(chosen, union);
        }
        if count == most {
            return;
        }
        for (next, &set) in sets.iter().enumerate().skip(from) {
            let union = union | set;
            if set != 0 && union.count_ones() <= most {
                extend(sets, next + 1, chosen | 1 << next, union, most, visit);
            }
        }
    }
    let open = sets.iter().filter(|&&set| set != 0).count() as u32;
    extend(sets, 0, 0, 0, MAX_SUBSET.min(open.saturating_sub(1)), visit);
}
