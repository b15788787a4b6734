//! Which instructions there are.

use core::fmt;

#[cfg(target_arch = "x86_64")]
use crate::{avx2::Avx2, avx512::Avx512};

/// A set of instructions that the processor has: a value of this type proves it.
///
/// All backends find the same solutions in the same order with the same choices; they differ in speed only.
#[derive(Clone, Copy)]
pub struct Backend(pub(crate) Kind);

#[derive(Clone, Copy)]
pub(crate) enum Kind {
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    Soft,
}

impl Backend {
    /// The fastest one. Compiled with `--cfg gridwright_backend="soft"` it is the portable one.
    pub fn detect() -> Self {
        Self::all()[0]
    }

    /// All there are, the fastest first; the portable one is always there. Compiled with
    /// `--cfg gridwright_backend="soft"` it is the only one.
    pub fn all() -> Vec<Self> {
        let mut all = Vec::new();
        #[cfg(all(target_arch = "x86_64", not(gridwright_backend = "soft")))]
        {
            all.extend(Avx512::detect().map(Kind::Avx512));
            all.extend(Avx2::detect().map(Kind::Avx2));
        }
        all.push(Kind::Soft);
        all.into_iter().map(Self).collect()
    }

    /// Its name: `avx512`, `avx2` or `soft`.
    pub const fn name(self) -> &'static str {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(_) => "avx512",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(_) => "avx2",
            Kind::Soft => "soft",
        }
    }
}

impl fmt::Debug for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The proof that instructions exist, and the search compiled with them: `Vector` of the module, made nowhere else.
#[cfg(target_arch = "x86_64")]
macro_rules! backend {
    ($name:ident, $enable:literal, [$($feature:tt),*]) => {
        /// Proves that the instructions exist.
        #[derive(Clone, Copy, Debug)]
        pub(crate) struct $name(());

        impl $name {
            pub(crate) fn detect() -> Option<Self> {
                let exists = $(is_x86_feature_detected!($feature))&&*;
                exists.then_some(Self(()))
            }

            #[allow(clippy::unused_self, reason = "it is the proof")]
            pub(crate) fn search<P, V, B>(
                self,
                stack: &mut [$crate::places::Lines],
                puzzle: &gridwright_grid::Puzzle,
                probe: &mut P,
                visit: V,
            ) -> Result<core::ops::ControlFlow<B>, P::Stop>
            where
                P: gridwright_grid::Probe + ?Sized,
                V: FnMut(&gridwright_grid::Grid) -> core::ops::ControlFlow<B>,
            {
                // SAFETY: `self` exists only where these instructions do.
                unsafe { search_here(stack, puzzle, probe, visit) }
            }
        }

        #[target_feature(enable = $enable)]
        fn search_here<P, V, B>(
            stack: &mut [$crate::places::Lines],
            puzzle: &gridwright_grid::Puzzle,
            probe: &mut P,
            visit: V,
        ) -> Result<core::ops::ControlFlow<B>, P::Stop>
        where
            P: gridwright_grid::Probe + ?Sized,
            V: FnMut(&gridwright_grid::Grid) -> core::ops::ControlFlow<B>,
        {
            $crate::search::search::<$crate::kernel::State<Vector>, P, V, B>(stack, puzzle, probe, visit)
        }
    };
}
#[cfg(target_arch = "x86_64")]
pub(crate) use backend;
