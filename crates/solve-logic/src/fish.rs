//! Fish: houses whose candidates of a digit all lie in as many other houses.

use std::collections::HashSet;
use std::ops::ControlFlow;

use gridwright_grid::HouseKind::{self, Box, Column, Row};

use crate::{Board, Candidate, CellSet, Kind, MAX_HOUSES, Step, Technique, Visit};

/// Fins outside the cover sets that a fish has at most.
pub const MAX_FINS: usize = 5;
/// Cells in two base sets that a fish has at most.
pub const MAX_ENDO_FINS: usize = 2;

/// Which houses may be base sets and cover sets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// Rows and columns, or columns and rows.
    Basic,
    /// As basic, or boxes.
    Franken,
    /// Any.
    Mutant,
}

/// What a fish may have besides the candidates that its cover sets hold.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Nothing.
    Plain,
    /// Fins; not Sashimi if it is basic.
    Finned,
    /// Fins, without which a base set has less than two candidates.
    Sashimi,
}

#[derive(Clone, Copy)]
struct Spec {
    class: Class,
    form: Form,
    size: usize,
    siamese: bool,
}

#[rustfmt::skip]
const fn spec(kind: Kind) -> Option<Spec> {
    use Class::{Basic, Franken, Mutant};
    use Form::{Finned, Plain, Sashimi};
    let (class, form, size, siamese) = match kind {
        Kind::XWing => (Basic, Plain, 2, false),
        Kind::Swordfish => (Basic, Plain, 3, false),
        Kind::Jellyfish => (Basic, Plain, 4, false),
        Kind::FinnedXWing => (Basic, Finned, 2, false),
        Kind::FinnedSwordfish => (Basic, Finned, 3, false),
        Kind::FinnedJellyfish => (Basic, Finned, 4, false),
        Kind::SashimiXWing => (Basic, Sashimi, 2, false),
        Kind::SashimiSwordfish => (Basic, Sashimi, 3, false),
        Kind::SashimiJellyfish => (Basic, Sashimi, 4, false),
        Kind::SiameseFinnedSwordfish => (Basic, Finned, 3, true),
        Kind::SiameseFinnedJellyfish => (Basic, Finned, 4, true),
        Kind::SiameseSashimiSwordfish => (Basic, Sashimi, 3, true),
        Kind::SiameseSashimiJellyfish => (Basic, Sashimi, 4, true),
        Kind::FrankenXWing => (Franken, Plain, 2, false),
        Kind::FrankenSwordfish => (Franken, Plain, 3, false),
        Kind::FrankenJellyfish => (Franken, Plain, 4, false),
        Kind::FinnedFrankenXWing => (Franken, Finned, 2, false),
        Kind::FinnedFrankenSwordfish => (Franken, Finned, 3, false),
        Kind::FinnedFrankenJellyfish => (Franken, Finned, 4, false),
        Kind::SiameseFinnedFrankenSwordfish => (Franken, Finned, 3, true),
        Kind::SiameseFinnedFrankenJellyfish => (Franken, Finned, 4, true),
        Kind::FinnedMutantJellyfish => (Mutant, Finned, 4, false),
        Kind::FinnedMutantSquirmbag => (Mutant, Finned, 5, false),
        Kind::FinnedMutantWhale => (Mutant, Finned, 6, false),
        Kind::SiameseFinnedMutantJellyfish => (Mutant, Finned, 4, true),
        _ => return None,
    };
    Some(Spec { class, form, size, siamese })
}

/// A fish of a digit. Sets of houses are bits, in the order rows, columns, boxes.
#[derive(Clone, Copy)]
struct Found {
    bases: u64,
    covers: u64,
    fins: CellSet,
    sashimi: bool,
    eliminations: CellSet,
}

/// Finds fish of the kinds that it is asked for, each set of eliminations of a kind and digit once.
///
/// Of n base sets every candidate is in one of n cover sets or is a fin: at most [`MAX_FINS`] are in no cover set,
/// and at most [`MAX_ENDO_FINS`] in two base sets. Candidates that see every fin go if they are in a cover set but
/// in no base set, or in a base set and two cover sets (cannibalism). With fins only fish are shown that need all
/// their base sets for at least one elimination. A Siamese fish joins two fish with the same base sets.
///
/// Order: kinds as given, digits, rows before columns as base sets, base sets, cover sets.
/// Cost: grows with the cover sets that can be chosen: a finned Mutant Whale takes some hundred times as long as a
/// finned Franken Swordfish. The conventions are those of `HoDoKu`.
pub struct Fish {
    kinds: &'static [Kind],
    seen: HashSet<(u64, u64)>,
    found: Vec<Found>,
    shown: HashSet<CellSet>,
}

impl Fish {
    /// Finds these kinds; those that are not fish are ignored.
    pub fn new(kinds: &'static [Kind]) -> Self {
        Self {
            kinds,
            seen: HashSet::new(),
            found: Vec::new(),
            shown: HashSet::new(),
        }
    }
}

impl Technique for Fish {
    fn kinds(&self) -> &'static [Kind] {
        self.kinds
    }

    fn search(&mut self, board: &Board, visit: Visit<'_>) -> ControlFlow<()> {
        for (kind, spec) in self.kinds.iter().filter_map(|&kind| Some((kind, spec(kind)?))) {
            for digit in 0..board.layout().side {
                self.hunt(board, digit, spec);
                self.show(board, digit, kind, spec, visit)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// The house of that number in the order rows, columns, boxes.
const fn house(side: usize, number: usize) -> u8 {
    ((number + side) % (3 * side)) as u8
}

fn houses(side: usize, mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let number = set.trailing_zeros() as usize;
            set &= set - 1;
            house(side, number)
        })
    })
}

impl Fish {
    /// Finds the fish of a digit.
    fn hunt(&mut self, board: &Board, digit: usize, spec: Spec) {
        self.found.clear();
        let passes: &[[&[HouseKind]; 2]] = match spec.class {
            Class::Basic => &[[&[Row], &[Column]], [&[Column], &[Row]]],
            Class::Franken => &[[&[Row, Box], &[Column, Box]], [&[Column, Box], &[Row, Box]]],
            Class::Mutant => &[[&[Row, Column, Box]; 2]],
        };
        let water = Water::new(board, digit, spec);
        for &kinds in passes {
            let start = self.found.len();
            if spec.form == Form::Plain {
                let mut net = Net::new(kinds, spec.size, spec.size);
                net.cast(&water, water.all, &mut |bases, covers| {
                    self.found.extend(water.judge(bases, covers));
                });
            } else {
                let mut net = Net::new(kinds, spec.size, spec.size - 1);
                self.seen.clear();
                for target in water.all {
                    let mut rest = water.all.without(board.layout().peers[usize::from(target)]);
                    rest.remove(target);
                    net.cast(&water, rest, &mut |bases, others| {
                        let based = water.once_and_twice(bases).0;
                        for cover in water.houses_of(target, kinds[1]) {
                            let covers = others | 1 << cover;
                            if water.of[cover].meets(based) && self.seen.insert((bases, covers)) {
                                self.found.extend(water.judge(bases, covers));
                            }
                        }
                    });
                }
            }
            // The lower house first.
            self.found[start..]
                .sort_unstable_by_key(|found| (!found.bases.reverse_bits(), !found.covers.reverse_bits()));
        }
    }

    fn show(
        &mut self,
        board: &Board,
        digit: usize,
        kind: Kind,
        spec: Spec,
        visit: Visit<'_>,
    ) -> ControlFlow<()> {
        self.shown.clear();
        let fits =
            |found: &Found| spec.class != Class::Basic || found.sashimi == (spec.form == Form::Sashimi);
        for (index, one) in self.found.iter().enumerate() {
            if !spec.siamese {
                if fits(one) && self.shown.insert(one.eliminations) {
                    visit(one.step(board, digit, kind))?;
                }
                continue;
            }
            for other in self.found[index + 1..]
                .iter()
                .take_while(|other| other.bases == one.bases)
            {
                let joined = Found {
                    bases: one.bases,
                    covers: one.covers | other.covers,
                    fins: one.fins | other.fins,
                    sashimi: one.sashimi && other.sashimi,
                    eliminations: one.eliminations | other.eliminations,
                };
                if fits(&joined)
                    && one.eliminations != other.eliminations
                    && self.shown.insert(joined.eliminations)
                {
                    visit(joined.step(board, digit, kind))?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

impl Found {
    fn step(&self, board: &Board, digit: usize, kind: Kind) -> Step {
        let layout = board.layout();
        let mut step = Step::new(kind, layout.size);
        let of = |cells: CellSet| cells.iter().map(move |cell| Candidate::new(cell, digit));
        step.eliminate(of(self.eliminations));
        step.pattern.digits = 1 << digit;
        step.pattern.houses = houses(layout.side, self.bases).collect();
        step.pattern.covers = houses(layout.side, self.covers).collect();
        step.pattern.fins = of(self.fins).collect();
        step.pattern.cells = houses(layout.side, self.bases)
            .fold(CellSet::EMPTY, |cells, house| {
                cells | layout.house_sets[usize::from(house)]
            })
            .without(self.fins)
            .iter()
            .filter(|&cell| board.cells_of(digit).contains(cell))
            .collect();
        step
    }
}

/// The candidates of a digit, by house.
struct Water<'a> {
    board: &'a Board,
    spec: Spec,
    all: CellSet,
    /// Of every house, by its bit.
    of: [CellSet; MAX_HOUSES],
}

impl<'a> Water<'a> {
    fn new(board: &'a Board, digit: usize, spec: Spec) -> Self {
        let layout = board.layout();
        let all = board.cells_of(digit);
        let mut of = [CellSet::EMPTY; MAX_HOUSES];
        for (number, cells) in of.iter_mut().enumerate().take(layout.houses) {
            *cells = all & layout.house_sets[usize::from(house(layout.side, number))];
        }
        Self { board, spec, all, of }
    }

    /// The numbers of the houses of these kinds.
    fn numbers(&self, kinds: &'static [HouseKind]) -> impl Iterator<Item = usize> + use<> {
        let side = self.board.layout().side;
        kinds.iter().flat_map(move |kind| {
            let start = match kind {
                Row => 0,
                Column => side,
                Box => 2 * side,
            };
            start..start + side
        })
    }

    fn houses_of(&self, cell: u8, kinds: &'static [HouseKind]) -> impl Iterator<Item = usize> {
        self.numbers(kinds)
            .filter(move |&number| self.of[number].contains(cell))
    }

    /// The candidates in at least one and in at least two of the houses.
    fn once_and_twice(&self, mut set: u64) -> (CellSet, CellSet) {
        let (mut once, mut twice) = (CellSet::EMPTY, CellSet::EMPTY);
        while set != 0 {
            let cells = self.of[set.trailing_zeros() as usize];
            twice |= once & cells;
            once |= cells;
            set &= set - 1;
        }
        (once, twice)
    }

    /// The fish with these base and cover sets, if it is of the class and form, within limits, and removes something.
    fn judge(&self, bases: u64, covers: u64) -> Option<Found> {
        let layout = self.board.layout();
        let rows = (1_u64 << layout.side) - 1;
        let columns = rows << layout.side;
        let is_lines = (bases | covers) & !(rows | columns) == 0;
        let is_crossing = (bases & columns | covers & rows) == 0 || (bases & rows | covers & columns) == 0;
        let class = match (is_crossing, is_lines) {
            (true, true) => Class::Basic,
            (true, false) => Class::Franken,
            (false, _) => Class::Mutant,
        };
        let (based, endo) = self.once_and_twice(bases);
        let (covered, doubly) = self.once_and_twice(covers);
        let exo = based.without(covered | endo);
        let fins = exo | endo;
        if class != self.spec.class
            || fins.is_empty() != (self.spec.form == Form::Plain)
            || exo.len() > MAX_FINS
            || endo.len() > MAX_ENDO_FINS
        {
            return None;
        }
        let gone = covered.without(based) | (based & doubly).without(endo);
        let eliminations = gone & layout.common_peers(fins);
        if eliminations.is_empty() {
            return None;
        }
        let mut lines = bases;
        let mut sashimi = false;
        while lines != 0 {
            sashimi |= self.of[lines.trailing_zeros() as usize].without(fins).len() < 2;
            lines &= lines - 1;
        }
        Some(Found {
            bases,
            covers,
            fins,
            sashimi,
            eliminations,
        })
    }
}

/// The choices of houses for a fish: so many base sets, disjoint among the candidates to cover, and cover sets that
/// cover these.
struct Net {
    kinds: [&'static [HouseKind]; 2],
    /// How many base sets to choose.
    size: usize,
    /// How many cover sets to choose.
    lids: usize,
    bases: Vec<(usize, CellSet)>,
    covers: Vec<(usize, CellSet)>,
    fits: Vec<(usize, CellSet)>,
}

/// Receives base sets and cover sets.
type Catch<'a> = &'a mut dyn FnMut(u64, u64);

impl Net {
    const fn new(kinds: [&'static [HouseKind]; 2], size: usize, lids: usize) -> Self {
        Self {
            kinds,
            size,
            lids,
            bases: Vec::new(),
            covers: Vec::new(),
            fits: Vec::new(),
        }
    }

    /// Shows the choices that cover those candidates of the base sets that are in `rest`. With fewer cover sets than
    /// base sets only those without a smaller choice of that kind in it.
    fn cast(&mut self, water: &Water<'_>, rest: CellSet, catch: Catch<'_>) {
        let list = |list: &mut Vec<_>, kinds| {
            list.clear();
            list.extend(water.numbers(kinds).filter_map(|number| {
                let cells = water.of[number] & rest;
                (!cells.is_empty()).then_some((number, cells))
            }));
        };
        list(&mut self.bases, self.kinds[0]);
        list(&mut self.covers, self.kinds[1]);
        if self.lids < self.size {
            // A cover set for one base set alone could go with it.
            let bases = &self.bases;
            self.covers
                .retain(|(_, cells)| bases.iter().filter(|(_, base)| base.meets(*cells)).count() > 1);
        }
        if self.bases.len() >= self.size {
            self.cover(0, self.lids, 0, CellSet::EMPTY, catch);
        }
    }

    fn cover(&mut self, from: usize, left: usize, covers: u64, covered: CellSet, catch: Catch<'_>) {
        if left == 0 {
            self.fits.clear();
            self.fits.extend(
                self.bases
                    .iter()
                    .filter(|(number, cells)| covers >> number & 1 == 0 && cells.is_subset(covered)),
            );
            if self.fits.len() >= self.size {
                self.base(0, self.size, 0, CellSet::EMPTY, covers, catch);
            }
            return;
        }
        for index in from..(self.covers.len() + 1).saturating_sub(left) {
            let (number, cells) = self.covers[index];
            self.cover(index + 1, left - 1, covers | 1 << number, covered | cells, catch);
        }
    }

    fn base(&self, from: usize, left: usize, bases: u64, based: CellSet, covers: u64, catch: Catch<'_>) {
        if left == 0 {
            if self.lids == self.size || !self.is_reducible(bases, covers) {
                catch(bases, covers);
            }
            return;
        }
        for index in from..(self.fits.len() + 1).saturating_sub(left) {
            let (number, cells) = self.fits[index];
            if !based.meets(cells) {
                self.base(
                    index + 1,
                    left - 1,
                    bases | 1 << number,
                    based | cells,
                    covers,
                    catch,
                );
            }
        }
    }

    /// Whether some of the cover sets hold more base sets than they are.
    fn is_reducible(&self, bases: u64, covers: u64) -> bool {
        let mut some = (covers - 1) & covers;
        while some != 0 {
            let held = self
                .covers
                .iter()
                .filter(|(number, _)| some >> number & 1 == 1)
                .fold(CellSet::EMPTY, |held, (_, cells)| held | *cells);
            let count = self
                .fits
                .iter()
                .filter(|(number, cells)| bases >> number & 1 == 1 && cells.is_subset(held))
                .count();
            if count > some.count_ones() as usize {
                return true;
            }
            some = (some - 1) & covers;
        }
        false
    }
}
