//! What is counted of a stream of grids.

use std::sync::Arc;

use gridwright_grid::{B3x3, Canonicalizer, Flat, Grid, Shape};

use crate::law::{Law, nine};
use crate::report::CHUTES;
use crate::small::{Kinds, Small};

/// Grids of which a fingerprint is kept, so that those that come twice are seen: the first of the stream.
pub const REMEMBERED: usize = 1 << 22;

/// What is counted of a stream of grids, for [`Sample::report`].
///
/// # Cost
///
/// About a microsecond a 9x9 grid. Memory does not grow with the stream, but for some 40 bytes each of the first
/// [`REMEMBERED`] grids: 180 MB at most.
///
/// Of these grids a fingerprint of 128 bits is kept, and of their canonical forms one of 64 bits. That any two different
/// grids among them have the same is as probable as 3e-26, any two forms 5e-7: far below what the tests can see.
#[derive(Clone, Debug)]
pub struct Sample<S: Shape = B3x3> {
    pub(crate) law: Arc<Law>,
    pub(crate) grids: u64,
    /// How often each cell holds each digit; the digits of cell 1 first.
    pub(crate) digits: Box<[u64]>,
    /// For each pair of cells how often their digits agree: a row for each first one.
    pairs: Box<[u64]>,
    /// How often each row, then each column, is an odd arrangement of the digits.
    pub(crate) odd: Box<[u64]>,
    /// For each chute how often it is of each class; empty if not at 3x3.
    pub(crate) chutes: Box<[u64]>,
    /// Grids with an automorphism.
    pub(crate) symmetric: u64,
    /// How often each kind of grid comes, at small shapes.
    pub(crate) kinds: Option<Kinds<S>>,
    pub(crate) fingerprints: Vec<u128>,
    pub(crate) forms: Vec<u64>,
    shape: core::marker::PhantomData<S>,
}

impl<S: Shape> Sample<S> {
    /// None yet. The law is that of [`Law::new`] at the same shape; one serves any number of samples.
    pub fn new(law: Arc<Law>) -> Self {
        let zeros = |length: usize| vec![0; length].into_boxed_slice();
        Self {
            grids: 0,
            digits: zeros(S::CELLS * S::SIDE),
            pairs: zeros(S::CELLS * S::CELLS),
            odd: zeros(2 * S::SIDE),
            chutes: zeros(law.bands.map_or(0, |bands| CHUTES.len() * bands.classes().len())),
            symmetric: 0,
            kinds: law.small.as_ref().and_then(Kinds::new),
            fingerprints: Vec::new(),
            forms: Vec::new(),
            shape: core::marker::PhantomData,
            law,
        }
    }

    /// How many grids it has seen.
    pub fn grids(&self) -> u64 {
        self.grids
    }

    /// How often each cell holds each digit: the digits of the first cell, then those of the second.
    pub fn digits_of_cells(&self) -> &[u64] {
        &self.digits
    }

    /// How often one of the six chutes, bands before stacks, was of each class of
    /// [`Bands::classes`](gridwright_bands::Bands::classes); empty if not at 3x3.
    ///
    /// # Panics
    ///
    /// When there is no such chute.
    pub fn classes_of_chute(&self, chute: usize) -> &[u64] {
        let classes = self.chutes.len() / CHUTES.len();
        &self.chutes[chute * classes..][..classes]
    }

    /// Counts one more grid.
    pub fn push(&mut self, grid: &Grid<S>) {
        let values = grid.values();
        self.grids += 1;
        for (digits, &value) in self.digits.chunks_exact_mut(S::SIDE).zip(values) {
            digits[usize::from(value) - 1] += 1;
        }
        self.count_pairs(values);
        self.count_odd(values);
        if let (Some(small), Some(kinds)) = (&self.law.small, &mut self.kinds) {
            kinds.push(small, grid);
        }
        let remembered = self.fingerprints.len() < REMEMBERED;
        if remembered && !self.counts_each() {
            self.fingerprints.push(fingerprint(values));
        }
        if let (Some(bands), Some(nine)) = (self.law.bands, nine(grid)) {
            for (classes, class) in self
                .chutes
                .chunks_exact_mut(bands.classes().len())
                .zip(bands.chutes(nine))
            {
                classes[usize::from(class)] += 1;
            }
            if let Ok(canonical) = Canonicalizer::shared().grid(nine) {
                self.symmetric += u64::from(canonical.automorphisms > 1);
                if remembered {
                    self.forms.push(fingerprint(canonical.form.values()) as u64);
                }
            }
        }
    }

    /// Adds what another sample has seen, as if its grids had come after those of this one.
    pub fn merge(&mut self, later: &Self) {
        let add = |sums: &mut [u64], others: &[u64]| {
            for (sum, other) in sums.iter_mut().zip(others) {
                *sum += other;
            }
        };
        self.grids += later.grids;
        add(&mut self.digits, &later.digits);
        add(&mut self.pairs, &later.pairs);
        add(&mut self.odd, &later.odd);
        add(&mut self.chutes, &later.chutes);
        self.symmetric += later.symmetric;
        if let (Some(kinds), Some(later)) = (&mut self.kinds, &later.kinds) {
            add(&mut kinds.counts, &later.counts);
        }
        let room = REMEMBERED - self.fingerprints.len();
        self.fingerprints.extend(later.fingerprints.iter().take(room));
        let room = REMEMBERED - self.forms.len();
        self.forms.extend(later.forms.iter().take(room));
    }

    /// Whether each grid of the shape is counted.
    pub(crate) fn counts_each(&self) -> bool {
        self.law.small.as_ref().is_some_and(Small::counts_each)
    }

    /// How often the digits of two cells, the first of lower index, agree.
    pub(crate) fn agreements(&self, first: usize, second: usize) -> u64 {
        self.pairs[first * S::CELLS + second]
    }

    /// The pairs of cells with the same digit: each digit has a cell in each row.
    fn count_pairs(&mut self, values: &[u8]) {
        let mut cells = S::CellArray::<u16>::filled(0);
        let cells = cells.flat_mut();
        for (row, values) in values.chunks_exact(S::SIDE).enumerate() {
            for (column, &value) in values.iter().enumerate() {
                cells[(usize::from(value) - 1) * S::SIDE + row] = (row * S::SIDE + column) as u16;
            }
        }
        for cells in cells.chunks_exact(S::SIDE) {
            for (second, &cell) in cells.iter().enumerate() {
                for &before in &cells[..second] {
                    self.pairs[usize::from(before) * S::CELLS + usize::from(cell)] += 1;
                }
            }
        }
    }

    /// The odd ones among rows and columns: whether the number of pairs out of order is.
    fn count_odd(&mut self, values: &[u8]) {
        let (rows, columns) = self.odd.split_at_mut(S::SIDE);
        // For each digit, whether an odd number of greater ones came before, by columns.
        let mut greater = [0_u32; 32];
        let mut odd = [0_u32; 32];
        for (row, count) in values.chunks_exact(S::SIDE).zip(rows) {
            let (mut greater_in_row, mut odd_in_row) = (0_u32, 0);
            for ((&value, greater), odd) in row.iter().zip(&mut greater).zip(&mut odd) {
                let value = u32::from(value & 31);
                let smaller = (1 << value) - 1;
                odd_in_row ^= greater_in_row >> value;
                greater_in_row ^= smaller;
                *odd ^= *greater >> value;
                *greater ^= smaller;
            }
            *count += u64::from(odd_in_row & 1);
        }
        for (count, odd) in columns.iter_mut().zip(odd) {
            *count += u64::from(odd & 1);
        }
    }
}

/// Mixes the digits of a grid into 128 bits.
fn fingerprint(values: &[u8]) -> u128 {
    // Odd, from the binary digits of e and pi.
    const MULTIPLIER: u128 = 0xadf8_5458_a2bb_4a9a_afdc_5620_273d_3cf1;
    const START: u128 = 0x243f_6a88_85a3_08d3_1319_8a2e_0370_7344;
    values.chunks(8).fold(START, |state, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        let state = (state ^ u128::from(u64::from_le_bytes(word))).wrapping_mul(MULTIPLIER);
        state ^ (state >> 67)
    })
}

#[cfg(test)]
mod tests {
    use gridwright_grid::rng::stream;
    use gridwright_grid::{B2x2, B2x4, Symmetry};

    use super::*;

    fn random<S: Shape>(index: u64) -> Grid<S> {
        Symmetry::random(&mut stream(5, index)).grid(&Grid::canonical_base())
    }

    /// Parity by counting the pairs that are out of order.
    fn is_odd(values: &[u8]) -> bool {
        let inversions = |i: usize| values[..i].iter().filter(|&&before| before > values[i]).count();
        (0..values.len()).map(inversions).sum::<usize>() % 2 == 1
    }

    fn counts_are_right<S: Shape>() {
        let grids: Vec<Grid<S>> = (0..300).map(random).collect();
        let mut sample = Sample::new(Arc::new(Law::new::<S>()));
        for grid in &grids {
            sample.push(grid);
        }
        let count =
            |holds: &dyn Fn(&[u8]) -> bool| grids.iter().filter(|grid| holds(grid.values())).count() as u64;
        for a in 0..S::CELLS {
            for b in a + 1..S::CELLS {
                assert_eq!(sample.agreements(a, b), count(&|values| values[a] == values[b]));
            }
            for digit in 0..S::SIDE {
                let expected = count(&|values| usize::from(values[a]) == digit + 1);
                assert_eq!(sample.digits[a * S::SIDE + digit], expected);
            }
        }
        for line in 0..S::SIDE {
            let row = |values: &[u8]| is_odd(&values[line * S::SIDE..][..S::SIDE]);
            let column = |values: &[u8]| {
                is_odd(
                    &values
                        .iter()
                        .skip(line)
                        .step_by(S::SIDE)
                        .copied()
                        .collect::<Vec<_>>(),
                )
            };
            assert_eq!(sample.odd[line], count(&row));
            assert_eq!(sample.odd[S::SIDE + line], count(&column));
        }
    }

    #[test]
    fn counts_are_those_of_a_slower_way() {
        counts_are_right::<B2x2>();
        counts_are_right::<B2x4>();
        counts_are_right::<B3x3>();
    }

    #[test]
    fn parts_make_the_whole() {
        let law = Arc::new(Law::new::<B3x3>());
        let of = |range: std::ops::Range<u64>| {
            let mut sample = Sample::<B3x3>::new(Arc::clone(&law));
            for index in range {
                sample.push(&random(index));
            }
            sample
        };
        let whole = of(0..700);
        let mut parts = of(0..1);
        parts.merge(&of(1..300));
        parts.merge(&of(300..300));
        parts.merge(&of(300..700));
        assert_eq!(parts.grids, 700);
        assert_eq!(parts.digits, whole.digits);
        assert_eq!(parts.odd, whole.odd);
        assert_eq!(parts.chutes, whole.chutes);
        assert_eq!(
            (&parts.fingerprints, &parts.forms),
            (&whole.fingerprints, &whole.forms)
        );
        assert!((1..81).all(|b| (0..b).all(|a| parts.agreements(a, b) == whole.agreements(a, b))));
        assert_eq!(whole.symmetric, 700);
        assert!(whole.forms.iter().all(|&form| form == whole.forms[0]));
    }
}
