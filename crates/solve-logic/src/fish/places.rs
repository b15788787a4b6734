//! The candidates of a digit, by house, and what makes a fish of base and cover sets.

use gridwright_grid::HouseKind::{self, Box, Column, Row};

use super::{Class, Form, MAX_ENDO_FINS, MAX_FINS, Spec};
use crate::{Board, Candidate, Kind, MAX_HOUSES, Step};

/// A fish of a digit, with its candidates as bits of [`Places`].
#[derive(Clone, Copy)]
pub(super) struct Found {
    pub(super) bases: u64,
    pub(super) covers: u64,
    pub(super) fins: u128,
    /// Whether a base set has less than two candidates that are no fins.
    pub(super) sashimi: bool,
    pub(super) eliminations: u128,
}

impl Found {
    /// The Siamese fish of two with the same base sets.
    pub(super) const fn joined(&self, other: &Self) -> Self {
        Self {
            bases: self.bases,
            covers: self.covers | other.covers,
            fins: self.fins | other.fins,
            sashimi: self.sashimi && other.sashimi,
            eliminations: self.eliminations | other.eliminations,
        }
    }
}

/// The candidates of a digit, numbered; sets of them are bits. Houses are numbered, and bits in sets of them, in the
/// order rows, columns, boxes.
pub(super) struct Places<'a> {
    board: &'a Board,
    pub(super) digit: usize,
    /// The cells of the candidates.
    pub(super) cells: Vec<u8>,
    /// The box, row and column of each, by number.
    pub(super) homes: Vec<[usize; 3]>,
    pub(super) all: u128,
    /// Those of each house.
    pub(super) of: [u128; MAX_HOUSES],
}

/// The number of a house.
const fn number(side: usize, house: u8) -> usize {
    (house as usize + 2 * side) % (3 * side)
}

/// The house of that number.
const fn house(side: usize, number: usize) -> u8 {
    ((number + side) % (3 * side)) as u8
}

/// The bits that are set, ascending.
pub(super) fn indices(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros() as usize;
            set &= set - 1;
            bit
        })
    })
}

impl<'a> Places<'a> {
    /// `None` if there are none, or more than 128.
    pub(super) fn new(board: &'a Board, digit: usize) -> Option<Self> {
        let layout = board.layout();
        let set = board.cells_of(digit);
        let all = u128::MAX
            >> 128_u32
                .checked_sub(set.len() as u32)
                .filter(|&unused| unused < 128)?;
        let homes: Vec<_> = set
            .iter()
            .map(|cell| layout.houses_of[usize::from(cell)].map(|house| number(layout.side, house)))
            .collect();
        let mut of = [0; MAX_HOUSES];
        for (index, homes) in homes.iter().enumerate() {
            for &home in homes {
                of[home] |= 1 << index;
            }
        }
        Some(Self {
            board,
            digit,
            cells: set.iter().collect(),
            homes,
            all,
            of,
        })
    }

    /// The numbers of the houses of these kinds.
    pub(super) fn numbers(&self, kinds: &'static [HouseKind]) -> impl Iterator<Item = usize> + use<> {
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

    /// The numbers of the houses of these kinds with that candidate.
    pub(super) fn houses_of(
        &self,
        candidate: usize,
        kinds: &'static [HouseKind],
    ) -> impl Iterator<Item = usize> {
        self.numbers(kinds)
            .filter(move |&number| self.of[number] >> candidate & 1 == 1)
    }

    /// The candidates in a house with that one, itself as well.
    pub(super) fn near(&self, candidate: usize) -> u128 {
        self.homes[candidate]
            .into_iter()
            .fold(0, |near, home| near | self.of[home])
    }

    /// The candidates in at least one and in at least two of the houses.
    pub(super) fn once_and_twice(&self, houses: u64) -> (u128, u128) {
        indices(houses.into()).fold((0, 0), |(once, twice), number| {
            let cells = self.of[number];
            (once | cells, twice | once & cells)
        })
    }

    /// The fish with these base and cover sets, if it is as specified, within limits, and removes something.
    pub(super) fn judge(&self, bases: u64, covers: u64, spec: Spec) -> Option<Found> {
        let side = self.board.layout().side;
        let rows = (1_u64 << side) - 1;
        let columns = rows << side;
        let is_lines = (bases | covers) & !(rows | columns) == 0;
        let is_crossing = (bases & columns | covers & rows) == 0 || (bases & rows | covers & columns) == 0;
        let class = match (is_crossing, is_lines) {
            (true, true) => Class::Basic,
            (true, false) => Class::Franken,
            (false, _) => Class::Mutant,
        };
        let (based, endo) = self.once_and_twice(bases);
        let (covered, doubly) = self.once_and_twice(covers);
        let exo = based & !(covered | endo);
        let fins = exo | endo;
        if class != spec.class
            || (fins == 0) != (spec.form == Form::Plain)
            || exo.count_ones() > MAX_FINS
            || endo.count_ones() > MAX_ENDO_FINS
        {
            return None;
        }
        let gone = covered & !based | based & doubly & !endo;
        let eliminations = indices(fins).fold(gone, |gone, fin| gone & self.near(fin));
        (eliminations != 0).then(|| Found {
            bases,
            covers,
            fins,
            sashimi: fins != 0 && indices(bases.into()).any(|base| (self.of[base] & !fins).count_ones() < 2),
            eliminations,
        })
    }

    pub(super) fn step(&self, fish: &Found, kind: Kind) -> Step {
        let layout = self.board.layout();
        let cells = |set: u128| indices(set).map(|index| self.cells[index]);
        let of = |set: u128| cells(set).map(|cell| Candidate::new(cell, self.digit));
        let houses = |set: u64| {
            indices(set.into())
                .map(|number| house(layout.side, number))
                .collect()
        };
        let mut step = Step::new(kind, layout.size);
        step.eliminations = of(fish.eliminations).collect();
        step.pattern.digits = 1 << self.digit;
        step.pattern.cells = cells(self.once_and_twice(fish.bases).0 & !fish.fins).collect();
        step.pattern.houses = houses(fish.bases);
        step.pattern.covers = houses(fish.covers);
        step.pattern.fins = of(fish.fins).collect();
        step
    }
}
