//! What removes candidates from a board on which a branch has run out of links: basic techniques, and nested chains.

use std::ops::Range;

use super::search::{Need, Search, needed};
use crate::{Board, Candidate, Kind, MAX_SIDE, Step, bits};

/// Why some candidates were removed, where there is more to tell than the candidates that had to be removed before.
#[derive(Default)]
pub(super) struct Reason {
    /// The nested chain.
    pub(super) nested: Option<Nested>,
    /// The step, where it is wanted.
    pub(super) step: Option<Box<Step>>,
}

/// What an outer chain has to know of a nested one.
pub(super) struct Nested {
    /// Its complexity, with those nested into it.
    pub(super) complexity: u32,
    /// Its targets and nodes: equal chains count once.
    pub(super) signature: Vec<u16>,
    /// What it relies on.
    pub(super) needs: Vec<Need>,
}

/// A candidate that a rule removes.
pub(super) struct Removal {
    pub(super) target: Candidate,
    /// The candidates that had to be removed before, a part of [`Rules::parents`].
    pub(super) parents: Range<u32>,
    /// One of the reasons, or [`NONE`](super::branch::NONE).
    pub(super) reason: u16,
}

/// The rules in the order in which they are asked.
pub(super) struct Rules {
    nested: Vec<Search>,
    /// How many houses of each kind lack each digit.
    lacking: [usize; MAX_SIDE],
    /// Whether steps are wanted.
    pub(super) record: bool,
    removals: Vec<Removal>,
    parents: Vec<Candidate>,
    reasons: Vec<Reason>,
}

impl Rules {
    /// The basic rules, and then those searches.
    pub(super) fn new(nested: Vec<Search>) -> Self {
        Self {
            nested,
            lacking: [0; MAX_SIDE],
            record: false,
            removals: Vec::new(),
            parents: Vec::new(),
            reasons: Vec::new(),
        }
    }

    /// Counts what does not change while branches run on a board.
    pub(super) fn prepare(&mut self, board: &Board) {
        let layout = board.layout();
        let mut placed = [0; MAX_SIDE];
        for cell in 0..layout.cells {
            if let Some(digit) = board.value(cell as u8).checked_sub(1) {
                placed[usize::from(digit)] += 1;
            }
        }
        self.lacking = placed.map(|count| layout.side.saturating_sub(count));
    }

    /// What the first rule that removes any candidate removes, given those removed before.
    pub(super) fn find(&mut self, initial: &Board, work: &Board) {
        self.removals.clear();
        self.parents.clear();
        for rule in [
            Self::locking,
            Self::hidden_pairs,
            Self::naked_pairs,
            Self::x_wings,
        ] {
            rule(self, initial, work);
            if !self.removals.is_empty() {
                return;
            }
        }
        for at in 0..self.nested.len() {
            self.ask(at, initial, work);
            if !self.removals.is_empty() {
                return;
            }
        }
    }

    pub(super) fn removals(&self) -> &[Removal] {
        &self.removals
    }

    pub(super) fn parents(&self, removal: &Removal) -> &[Candidate] {
        &self.parents[removal.parents.start as usize..removal.parents.end as usize]
    }

    /// The reasons since they were last taken.
    pub(super) fn take_reasons(&mut self) -> Vec<Reason> {
        std::mem::take(&mut self.reasons)
    }

    /// Adds the removals if they rely on any removed before; those since `from` among the parents.
    fn derive(
        &mut self,
        from: usize,
        cells: impl Iterator<Item = (u8, u16)>,
        reason: impl FnOnce(&mut Self) -> Option<Reason>,
    ) {
        let parents = from as u32..self.parents.len() as u32;
        if parents.is_empty() {
            return;
        }
        let first = self.removals.len();
        for (cell, digits) in cells {
            for digit in bits(digits) {
                self.removals.push(Removal {
                    target: Candidate::new(cell, digit),
                    parents: parents.clone(),
                    reason: super::branch::NONE,
                });
            }
        }
        if self.removals.len() == first {
            self.parents.truncate(from);
            return;
        }
        hash_order(&mut self.removals[first..]);
        if let Some(reason) = reason(self) {
            let number = self.reasons.len() as u16;
            self.reasons.push(reason);
            for removal in &mut self.removals[first..] {
                removal.reason = number;
            }
        }
    }

    fn basic(
        &mut self,
        from: usize,
        kind: Kind,
        work: &Board,
        cells: impl Iterator<Item = (u8, u16)> + Clone,
        pattern: impl FnOnce(&mut Step),
    ) {
        let record = self.record;
        self.derive(from, cells.clone(), |_| {
            record.then(|| {
                let mut step = Step::new(kind, work.layout().size);
                step.eliminate(
                    cells.flat_map(|(cell, digits)| {
                        bits(digits).map(move |digit| Candidate::new(cell, digit))
                    }),
                );
                pattern(&mut step);
                Reason {
                    nested: None,
                    step: Some(Box::new(step)),
                }
            })
        });
    }

    fn locking(&mut self, initial: &Board, work: &Board) {
        let layout = work.layout();
        let side = layout.side as u8;
        for (base_kind, cover_kind) in [(0_u8, 2_u8), (0, 1), (2, 0), (1, 0)] {
            for base in base_kind * side..(base_kind + 1) * side {
                let mut found = [(0, 0); MAX_SIDE];
                let mut count = 0;
                for digit in 0..layout.side {
                    let places = work.places(base, digit);
                    if places & places.wrapping_sub(1) == 0 || places == initial.places(base, digit) {
                        continue;
                    }
                    let cell = layout.members[usize::from(base)][places.trailing_zeros() as usize];
                    let cover = layout.houses_of[usize::from(cell)][usize::from(cover_kind)];
                    let shared = layout.shared[usize::from(base)][usize::from(cover)];
                    let spare =
                        work.places(cover, digit) & !layout.shared[usize::from(cover)][usize::from(base)];
                    if places & !shared == 0 && spare != 0 {
                        found[count] = (cover, digit);
                        count += 1;
                    }
                }
                found[..count].sort_unstable();
                for &(cover, digit) in &found[..count] {
                    let from = self.parents.len();
                    let shared = layout.shared[usize::from(base)][usize::from(cover)];
                    let gone = initial.places(base, digit) & !work.places(base, digit) & !shared;
                    self.parents.extend(
                        bits(gone)
                            .map(|place| Candidate::new(layout.members[usize::from(base)][place], digit)),
                    );
                    let spare =
                        work.places(cover, digit) & !layout.shared[usize::from(cover)][usize::from(base)];
                    let cells =
                        bits(spare).map(|place| (layout.members[usize::from(cover)][place], 1 << digit));
                    let kind = if base_kind == 0 {
                        Kind::Pointing
                    } else {
                        Kind::Claiming
                    };
                    self.basic(from, kind, work, cells, |step| {
                        step.pattern.digits = 1 << digit;
                        step.pattern.cells = bits(work.places(base, digit))
                            .map(|place| layout.members[usize::from(base)][place])
                            .collect();
                        step.pattern.houses.push(base);
                        step.pattern.covers.push(cover);
                    });
                }
            }
        }
    }

    fn hidden_pairs(&mut self, initial: &Board, work: &Board) {
        let layout = work.layout();
        for house in layout
            .boxes_columns_rows()
            .filter(|&house| work.vacant(house) > 4)
        {
            let members = &layout.members[usize::from(house)];
            let pairs: u16 = (0..layout.side)
                .filter(|&digit| work.places(house, digit).count_ones() == 2)
                .fold(0, |set, digit| set | 1 << digit);
            for high in bits(pairs) {
                for low in bits(pairs & ((1 << high) - 1)) {
                    let places = work.places(house, high);
                    if work.places(house, low) != places {
                        continue;
                    }
                    let from = self.parents.len();
                    for digit in [low, high] {
                        let gone = initial.places(house, digit) & !places;
                        self.parents
                            .extend(bits(gone).map(|place| Candidate::new(members[place], digit)));
                    }
                    let digits = 1 << low | 1 << high;
                    let cells =
                        bits(places).map(|place| (members[place], work.marks(members[place]) & !digits));
                    self.basic(from, Kind::HiddenPair, work, cells, |step| {
                        step.pattern.digits = digits;
                        step.pattern.cells = bits(places).map(|place| members[place]).collect();
                        step.pattern.houses.push(house);
                    });
                }
            }
        }
    }

    fn naked_pairs(&mut self, initial: &Board, work: &Board) {
        let layout = work.layout();
        for house in layout
            .boxes_columns_rows()
            .filter(|&house| work.vacant(house) >= 4)
        {
            let members = &layout.members[usize::from(house)];
            let pairs: u16 = (0..layout.side)
                .filter(|&place| work.marks(members[place]).count_ones() == 2)
                .fold(0, |set, place| set | 1 << place);
            for high in bits(pairs) {
                for low in bits(pairs & ((1 << high) - 1)) {
                    let digits = work.marks(members[high]);
                    if work.marks(members[low]) != digits {
                        continue;
                    }
                    let from = self.parents.len();
                    for place in [low, high] {
                        let gone = initial.marks(members[place]) & !digits;
                        self.parents
                            .extend(bits(gone).map(|digit| Candidate::new(members[place], digit)));
                    }
                    let others = layout.all_digits() & !(1 << low | 1 << high);
                    let cells =
                        bits(others).map(|place| (members[place], work.marks(members[place]) & digits));
                    self.basic(from, Kind::NakedPair, work, cells, |step| {
                        step.pattern.digits = digits;
                        step.pattern.cells = vec![members[low], members[high]];
                        step.pattern.houses.push(house);
                    });
                }
            }
        }
    }

    fn x_wings(&mut self, initial: &Board, work: &Board) {
        let layout = work.layout();
        let side = layout.side as u8;
        for (bases, covers) in [(2 * side, side), (side, 2 * side)] {
            let mut pairs = [0_u16; MAX_SIDE];
            for (digit, pairs) in pairs[..layout.side].iter_mut().enumerate() {
                if self.lacking[digit] >= 4 {
                    *pairs = (0..side)
                        .filter(|line| work.places(bases + line, digit).count_ones() == 2)
                        .fold(0, |set, line| set | 1 << line);
                }
            }
            let any = pairs.iter().fold(0, |any, set| any | set);
            for high in bits(any) {
                for low in bits(any & ((1 << high) - 1)) {
                    let both = 1 << low | 1 << high;
                    for (digit, _) in pairs.iter().enumerate().filter(|(_, set)| **set & both == both) {
                        let lines = [bases + low as u8, bases + high as u8];
                        let [places, other] = lines.map(|line| work.places(line, digit));
                        if places != other {
                            continue;
                        }
                        let from = self.parents.len();
                        for line in lines {
                            let gone = initial.places(line, digit) & !places;
                            self.parents.extend(bits(gone).map(|place| {
                                Candidate::new(layout.members[usize::from(line)][place], digit)
                            }));
                        }
                        let rest = layout.all_digits() & !both;
                        let cells = bits(places).flat_map(|cover| {
                            let cover = covers + cover as u8;
                            bits(work.places(cover, digit) & rest)
                                .map(move |place| (layout.members[usize::from(cover)][place], 1 << digit))
                        });
                        self.basic(from, Kind::XWing, work, cells, |step| {
                            step.pattern.digits = 1 << digit;
                            step.pattern.houses = lines.to_vec();
                            step.pattern.covers = bits(places).map(|cover| covers + cover as u8).collect();
                            step.pattern.cells = lines
                                .iter()
                                .flat_map(|&line| {
                                    bits(places).map(move |place| layout.members[usize::from(line)][place])
                                })
                                .collect();
                        });
                    }
                }
            }
        }
    }

    /// Lets a search find chains on what is left.
    fn ask(&mut self, at: usize, initial: &Board, work: &Board) {
        let mut nested = std::mem::take(&mut self.nested);
        let search = &mut nested[at];
        search.gather(work, true);
        for hint in 0..search.hints().len() {
            let hint = search.hints()[hint];
            let from = self.parents.len();
            let needs = search.needs(hint, work);
            for &need in &needs {
                needed(need, initial, work, &mut self.parents);
            }
            self.parents[from..].sort_unstable();
            let mut unique = from;
            for at in from..self.parents.len() {
                if at == from || self.parents[at] != self.parents[unique - 1] {
                    self.parents[unique] = self.parents[at];
                    unique += 1;
                }
            }
            self.parents.truncate(unique);
            if self.parents.len() > from {
                let cells = search.removed(hint, work);
                let record = self.record;
                self.derive(from, cells.into_iter(), |_| {
                    Some(Reason {
                        nested: Some(Nested {
                            complexity: hint.complexity,
                            signature: search.signature(hint, work),
                            needs,
                        }),
                        step: record.then(|| Box::new(search.step(hint, work))),
                    })
                });
            }
        }
        self.nested = nested;
    }
}

/// Sorts removals of one hint by cell as a Java hash table of cells numbered row by row enumerates them.
fn hash_order(removals: &mut [Removal]) {
    let mut cells = 0;
    let mut last = None;
    for removal in removals.iter() {
        if last != Some(removal.target.cell) {
            cells += 1;
            last = Some(removal.target.cell);
        }
    }
    let mut buckets = 16;
    while cells > buckets / 4 * 3 {
        buckets *= 2;
    }
    removals.sort_by_key(|removal| usize::from(removal.target.cell) % buckets);
}
