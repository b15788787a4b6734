//! What removes candidates from a board on which a branch has run out of links: basic techniques, and nested chains.

use std::ops::Range;

use super::search::{Need, Search, needed};
use crate::{Board, Candidate, Kind, MAX_SIDE, Pattern, Step, bits, is_single};

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
    /// Its targets and nodes, none where it is equal to no other.
    pub(super) signature: Vec<u16>,
    /// What it relies on.
    pub(super) needs: Vec<Need>,
}

impl Nested {
    /// Whether it is the same, or equal: then it counts once.
    pub(super) fn is(&self, other: &Self) -> bool {
        std::ptr::eq(self, other) || !self.signature.is_empty() && self.signature == other.signature
    }
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
        pattern: impl FnOnce(&mut Pattern),
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
                pattern(&mut step.pattern);
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
                let shared = &layout.shared[usize::from(base)];
                let spare = |cover: u8, digit| {
                    work.places(cover, digit) & !layout.shared[usize::from(cover)][usize::from(base)]
                };
                let mut found = [(0, 0); MAX_SIDE];
                let mut count = 0;
                for digit in 0..layout.side {
                    let places = work.places(base, digit);
                    if places == 0 || is_single(places) || places == initial.places(base, digit) {
                        continue;
                    }
                    let cell = layout.members[usize::from(base)][places.trailing_zeros() as usize];
                    let cover = layout.houses_of[usize::from(cell)][usize::from(cover_kind)];
                    if places & !shared[usize::from(cover)] == 0 && spare(cover, digit) != 0 {
                        found[count] = (cover, digit);
                        count += 1;
                    }
                }
                found[..count].sort_unstable();
                for &(cover, digit) in &found[..count] {
                    let from = self.parents.len();
                    self.lost(initial, work, base, digit, !shared[usize::from(cover)]);
                    let kind = if base_kind == 0 {
                        Kind::Pointing
                    } else {
                        Kind::Claiming
                    };
                    let cells = layout.cells_at(cover, spare(cover, digit));
                    self.basic(
                        from,
                        kind,
                        work,
                        cells.map(|cell| (cell, 1 << digit)),
                        |pattern| {
                            pattern.digits = 1 << digit;
                            pattern.cells = layout.cells_at(base, work.places(base, digit)).collect();
                            pattern.houses.push(base);
                            pattern.covers.push(cover);
                        },
                    );
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
            let pairs = pairs(layout.side, |digit| work.places(house, digit));
            for (low, high) in couples(pairs) {
                let places = work.places(house, high);
                if work.places(house, low) != places {
                    continue;
                }
                let from = self.parents.len();
                for digit in [low, high] {
                    self.lost(initial, work, house, digit, !0);
                }
                let digits = 1 << low | 1 << high;
                let cells = layout.cells_at(house, places);
                let others = cells.clone().map(|cell| (cell, work.marks(cell) & !digits));
                self.basic(from, Kind::HiddenPair, work, others, |pattern| {
                    pattern.digits = digits;
                    pattern.cells = cells.collect();
                    pattern.houses.push(house);
                });
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
            let pairs = pairs(layout.side, |place| work.marks(members[place]));
            for (low, high) in couples(pairs) {
                let digits = work.marks(members[high]);
                if work.marks(members[low]) != digits {
                    continue;
                }
                let from = self.parents.len();
                for cell in [members[low], members[high]] {
                    let gone = initial.marks(cell) & !digits;
                    self.parents
                        .extend(bits(gone).map(|digit| Candidate::new(cell, digit)));
                }
                let others = layout.cells_at(house, layout.all_digits() & !(1 << low | 1 << high));
                let others = others.map(|cell| (cell, work.marks(cell) & digits));
                self.basic(from, Kind::NakedPair, work, others, |pattern| {
                    pattern.digits = digits;
                    pattern.cells = vec![members[low], members[high]];
                    pattern.houses.push(house);
                });
            }
        }
    }

    fn x_wings(&mut self, initial: &Board, work: &Board) {
        let layout = work.layout();
        let side = layout.side as u8;
        for (bases, covers) in [(2 * side, side), (side, 2 * side)] {
            let mut lines = [0_u16; MAX_SIDE];
            for (digit, lines) in lines[..layout.side].iter_mut().enumerate() {
                if self.lacking[digit] >= 4 {
                    *lines = pairs(layout.side, |line| work.places(bases + line as u8, digit));
                }
            }
            for (low, high) in couples(lines.iter().fold(0, |any, set| any | set)) {
                let both = 1 << low | 1 << high;
                let houses = [low, high].map(|line| bases + line as u8);
                for digit in (0..layout.side).filter(|&digit| lines[digit] & both == both) {
                    let places = work.places(houses[0], digit);
                    if places != work.places(houses[1], digit) {
                        continue;
                    }
                    let from = self.parents.len();
                    for house in houses {
                        self.lost(initial, work, house, digit, !0);
                    }
                    let crossing = bits(places).map(|line| covers + line as u8);
                    let others = crossing.clone().flat_map(|cover| {
                        let cells = layout.cells_at(cover, work.places(cover, digit) & !both);
                        cells.map(|cell| (cell, 1 << digit))
                    });
                    self.basic(from, Kind::XWing, work, others, |pattern| {
                        pattern.digits = 1 << digit;
                        pattern.cells = houses
                            .iter()
                            .flat_map(|&house| layout.cells_at(house, places))
                            .collect();
                        pattern.houses = houses.to_vec();
                        pattern.covers = crossing.collect();
                    });
                }
            }
        }
    }

    /// Adds the places that a digit has lost in a house, those in the mask, to the parents.
    fn lost(&mut self, initial: &Board, work: &Board, house: u8, digit: usize, mask: u16) {
        let gone = initial.places(house, digit) & !work.places(house, digit) & mask;
        let cells = work.layout().cells_at(house, gone);
        self.parents.extend(cells.map(|cell| Candidate::new(cell, digit)));
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

/// Which of so many sets have two elements.
fn pairs(count: usize, set: impl Fn(usize) -> u16) -> u16 {
    (0..count)
        .filter(|&at| set(at).count_ones() == 2)
        .fold(0, |pairs, at| pairs | 1 << at)
}

/// The couples of a set, lower first: (0, 1), (0, 2), (1, 2), (0, 3) ...
fn couples(set: u16) -> impl Iterator<Item = (usize, usize)> {
    bits(set).flat_map(move |high| bits(set & ((1 << high) - 1)).map(move |low| (low, high)))
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
