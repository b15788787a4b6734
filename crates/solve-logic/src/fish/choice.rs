//! The choice of base and cover sets.

use gridwright_grid::HouseKind;

use super::places::{Places, indices};
use crate::MAX_HOUSES;

/// Chooses so many base sets, disjoint among the candidates to cover, and cover sets that cover these.
pub(super) struct Choice<'a> {
    places: &'a Places<'a>,
    kinds: [&'static [HouseKind]; 2],
    /// How many base sets to choose.
    base_count: u32,
    /// How many cover sets to choose.
    cover_count: u32,
    bases: Vec<(usize, u128)>,
    covers: Vec<(usize, u128)>,
    /// The candidates to cover in each house.
    load: [u128; MAX_HOUSES],
}

/// Receives base sets and cover sets.
pub(super) type Take<'a> = &'a mut dyn FnMut(u64, u64);

impl<'a> Choice<'a> {
    pub(super) const fn new(
        places: &'a Places<'a>,
        kinds: [&'static [HouseKind]; 2],
        base_count: u32,
        cover_count: u32,
    ) -> Self {
        Self {
            places,
            kinds,
            base_count,
            cover_count,
            bases: Vec::new(),
            covers: Vec::new(),
            load: [0; MAX_HOUSES],
        }
    }

    /// Shows the choices that cover those candidates of the base sets that are in `rest`. With fewer cover sets than
    /// base sets only those without a smaller choice of that kind in it.
    pub(super) fn show(&mut self, rest: u128, take: Take<'_>) {
        for (load, all) in self.load.iter_mut().zip(&self.places.of) {
            *load = all & rest;
        }
        let (places, load) = (self.places, &self.load);
        let list = |list: &mut Vec<_>, kinds| {
            let houses = places.numbers(kinds).map(|number| (number, load[number]));
            list.clear();
            list.extend(houses.filter(|house| house.1 != 0));
        };
        list(&mut self.bases, self.kinds[0]);
        list(&mut self.covers, self.kinds[1]);
        if self.cover_count < self.base_count {
            // A cover set for one base set alone could go with it.
            let bases = &self.bases;
            self.covers
                .retain(|cover| bases.iter().filter(|base| base.1 & cover.1 != 0).count() > 1);
        }
        self.cover(0, self.cover_count, 0, 0, take);
    }

    fn cover(&self, from: usize, left: u32, covers: u64, covered: u128, take: Take<'_>) {
        if left == 0 {
            let fits =
                |fits, &(number, load): &(usize, u128)| fits | u64::from(load & !covered == 0) << number;
            let fits = self.bases.iter().fold(0, fits) & !covers;
            self.base(fits, self.base_count, 0, 0, covers, take);
            return;
        }
        for index in from..(self.covers.len() + 1).saturating_sub(left as usize) {
            let (number, load) = self.covers[index];
            self.cover(index + 1, left - 1, covers | 1 << number, covered | load, take);
        }
    }

    fn base(&self, mut fits: u64, left: u32, bases: u64, based: u128, covers: u64, take: Take<'_>) {
        if left == 0 {
            if self.cover_count == self.base_count || !self.is_reducible(bases, covers) {
                take(bases, covers);
            }
            return;
        }
        while fits.count_ones() >= left {
            let number = fits.trailing_zeros() as usize;
            fits &= fits - 1;
            let load = self.load[number];
            if based & load == 0 {
                self.base(fits, left - 1, bases | 1 << number, based | load, covers, take);
            }
        }
    }

    /// Whether some of the cover sets hold more base sets than they are.
    fn is_reducible(&self, bases: u64, covers: u64) -> bool {
        let mut some = (covers - 1) & covers;
        while some != 0 {
            let held = indices(some.into()).fold(0, |held, number| held | self.load[number]);
            let count = indices(bases.into())
                .filter(|&number| self.load[number] & !held == 0)
                .count();
            if count > some.count_ones() as usize {
                return true;
            }
            some = (some - 1) & covers;
        }
        false
    }
}
