//! The choice of base and cover sets.

use gridwright_grid::HouseKind;

use super::water::{Water, indices};
use crate::MAX_HOUSES;

/// Chooses so many base sets, disjoint among the candidates to cover, and cover sets that cover these.
pub(super) struct Net<'a> {
    water: &'a Water<'a>,
    kinds: [&'static [HouseKind]; 2],
    /// How many base sets to choose.
    size: u32,
    /// How many cover sets to choose.
    lids: u32,
    bases: Vec<(usize, u128)>,
    covers: Vec<(usize, u128)>,
    /// The candidates to cover in each house.
    load: [u128; MAX_HOUSES],
}

/// Receives base sets and cover sets.
pub(super) type Catch<'a> = &'a mut dyn FnMut(u64, u64);

impl<'a> Net<'a> {
    pub(super) const fn new(
        water: &'a Water<'a>,
        kinds: [&'static [HouseKind]; 2],
        size: u32,
        lids: u32,
    ) -> Self {
        Self {
            water,
            kinds,
            size,
            lids,
            bases: Vec::new(),
            covers: Vec::new(),
            load: [0; MAX_HOUSES],
        }
    }

    /// Shows the choices that cover those candidates of the base sets that are in `rest`. With fewer cover sets than
    /// base sets only those without a smaller choice of that kind in it.
    pub(super) fn cast(&mut self, rest: u128, catch: Catch<'_>) {
        for (load, all) in self.load.iter_mut().zip(&self.water.of) {
            *load = all & rest;
        }
        let (water, load) = (self.water, &self.load);
        let list = |list: &mut Vec<_>, kinds| {
            let houses = water.numbers(kinds).map(|number| (number, load[number]));
            list.clear();
            list.extend(houses.filter(|house| house.1 != 0));
        };
        list(&mut self.bases, self.kinds[0]);
        list(&mut self.covers, self.kinds[1]);
        if self.lids < self.size {
            // A cover set for one base set alone could go with it.
            let bases = &self.bases;
            self.covers
                .retain(|cover| bases.iter().filter(|base| base.1 & cover.1 != 0).count() > 1);
        }
        self.cover(0, self.lids, 0, 0, catch);
    }

    fn cover(&self, from: usize, left: u32, covers: u64, covered: u128, catch: Catch<'_>) {
        if left == 1 {
            self.last_cover(from, covers, covered, catch);
            return;
        }
        for index in from..(self.covers.len() + 1).saturating_sub(left as usize) {
            let (number, load) = self.covers[index];
            self.cover(index + 1, left - 1, covers | 1 << number, covered | load, catch);
        }
    }

    /// Looks from the base sets for the cover set that they still need.
    fn last_cover(&self, from: usize, covers: u64, covered: u128, catch: Catch<'_>) {
        let mut fits = 0;
        let mut fits_with = [0; MAX_HOUSES];
        for &(number, load) in &self.bases {
            let open = load & !covered;
            if open == 0 {
                fits |= 1 << number;
                continue;
            }
            for home in self.water.homes[open.trailing_zeros() as usize] {
                fits_with[home] |= u64::from(open & !self.load[home] == 0) << number;
            }
        }
        for &(number, _) in &self.covers[from..] {
            let covers = covers | 1 << number;
            if fits_with[number] != 0 {
                self.base(
                    (fits | fits_with[number]) & !covers,
                    self.size,
                    0,
                    0,
                    covers,
                    catch,
                );
            }
        }
    }

    fn base(&self, mut fits: u64, left: u32, bases: u64, based: u128, covers: u64, catch: Catch<'_>) {
        if left == 0 {
            if self.lids == self.size || !self.is_reducible(bases, covers) {
                catch(bases, covers);
            }
            return;
        }
        while fits.count_ones() >= left {
            let number = fits.trailing_zeros() as usize;
            fits &= fits - 1;
            let load = self.load[number];
            if based & load == 0 {
                self.base(fits, left - 1, bases | 1 << number, based | load, covers, catch);
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
