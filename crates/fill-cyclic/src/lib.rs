#![doc = include_str!("../README.md")]
#![cfg_attr(not(test), no_std)]
#![forbid(unsafe_code)]

use gridwright_grid::rand_core::Rng;
use gridwright_grid::rng::shuffle;
use gridwright_grid::{Algorithm, Event, Filler, Flat, Grid, Info, Probe, Shape};

pub use gridwright_grid;

/// One uniformly random row, and that row shifted cyclically for the others.
///
/// # Cost
///
/// Constant, and linear in the cells: some 40 ns at 3x3.
///
/// # Distribution
///
/// Exactly uniform over `SIDE`! grids, 362,880 at 3x3, all of one equivalence class.
///
/// # Source
///
/// A small game in the language Icon; the amounts of the shifts, which its text does not give, are ours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cyclic;

impl Algorithm for Cyclic {
    const INFO: Info = Info {
        name: "cyclic",
        summary: "one random row, shifted cyclically to the right for the others",
        source: "a game in the language Icon; the amounts of the shifts are ours",
        distribution: "uniform over 362,880 grids of one class at 3x3, one for each first row; no 4-cell unavoidable set",
    };
}

impl<S: Shape> Filler<S> for Cyclic {
    #[inline]
    fn try_fill<R, P>(&self, rng: &mut R, probe: &mut P) -> Result<Grid<S>, P::Stop>
    where
        R: Rng + ?Sized,
        P: Probe + ?Sized,
    {
        probe.record(Event::Attempt)?;
        let mut first = S::HouseArray::filled(0);
        for (value, digit) in first.flat_mut().iter_mut().zip(1..) {
            *value = digit;
        }
        shuffle(rng, first.flat_mut());
        // The row twice: every rotation is a slice of it.
        let mut twice = [0; 50];
        twice[..S::SIDE].copy_from_slice(first.flat());
        twice[S::SIDE..2 * S::SIDE].copy_from_slice(first.flat());
        let mut values = S::CellArray::filled(0);
        for (r, row) in values.flat_mut().chunks_exact_mut(S::SIDE).enumerate() {
            let shift = r % S::BOX_ROWS * S::BOX_COLUMNS + r / S::BOX_ROWS;
            row.copy_from_slice(&twice[S::SIDE - shift..][..S::SIDE]);
        }
        Ok(Grid::assume_valid(values))
    }
}
