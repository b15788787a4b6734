#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]
#![cfg_attr(
    any(gridwright_backend = "soft", not(target_arch = "x86_64")),
    allow(dead_code, reason = "what the vector backends use")
)]
#![allow(
    clippy::inline_always,
    reason = "an intrinsic that is not compiled into its caller is many times slower"
)]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod backend;
mod choice;
mod kernel;
mod places;
mod search;
mod soft;
mod vector;
#[cfg(target_arch = "x86_64")]
mod ymm;

use core::fmt;
use core::ops::ControlFlow;

pub use backend::Backend;
use backend::Kind;
pub use gridwright_grid;
use gridwright_grid::{Algorithm, Grid, Info, Probe, Puzzle, Solver};
use places::{LINES, Lines};
use search::DEPTH;
use soft::Soft;

/// The fast solver of one 9x9 puzzle at a time.
#[derive(Clone)]
pub struct Bits {
    backend: Backend,
    /// The stack of the vector backends, and that of the portable one: one of them is empty.
    lines: Box<[Lines]>,
    digits: Box<[Soft]>,
}

impl Bits {
    /// The solver with these instructions.
    pub fn with_backend(backend: Backend) -> Self {
        let soft = matches!(backend.0, Kind::Soft);
        Self {
            backend,
            lines: vec![LINES; if soft { 0 } else { DEPTH }].into_boxed_slice(),
            digits: vec![Soft::EMPTY; if soft { DEPTH } else { 0 }].into_boxed_slice(),
        }
    }

    /// The instructions it uses.
    pub const fn backend(&self) -> Backend {
        self.backend
    }
}

/// With the fastest instructions that the processor has.
impl Default for Bits {
    fn default() -> Self {
        Self::with_backend(Backend::detect())
    }
}

impl fmt::Debug for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bits")
            .field("backend", &self.backend)
            .finish_non_exhaustive()
    }
}

impl Algorithm for Bits {
    const INFO: Info = Info {
        name: "bits",
        summary: "bit masks of all digits at once in vector registers, guesses where they tell most",
        source: "triads as in tdoku (T. Dillon, 2019), in a diagonal layout; this project",
        distribution: "solutions by the choices; the same order on every processor",
    };
}

impl Solver for Bits {
    fn try_solve<P, V, B>(
        &mut self,
        puzzle: &Puzzle,
        probe: &mut P,
        visit: V,
    ) -> Result<ControlFlow<B>, P::Stop>
    where
        P: Probe + ?Sized,
        V: FnMut(&Grid) -> ControlFlow<B>,
    {
        match self.backend.0 {
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(proof) => proof.search(&mut self.lines, puzzle, probe, visit),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(proof) => proof.search(&mut self.lines, puzzle, probe, visit),
            Kind::Soft => search::search::<Soft, P, V, B>(&mut self.digits, puzzle, probe, visit),
        }
    }
}
