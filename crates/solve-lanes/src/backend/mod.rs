//! Instruction sets, chosen at run time.

#[cfg(all(target_arch = "x86_64", not(gridwright_backend = "soft")))]
mod avx2;
#[cfg(all(target_arch = "x86_64", not(gridwright_backend = "soft")))]
mod avx512;
mod soft;

use core::fmt;

use crate::search::{Answer, Job};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    #[cfg(all(target_arch = "x86_64", not(gridwright_backend = "soft")))]
    Avx512,
    #[cfg(all(target_arch = "x86_64", not(gridwright_backend = "soft")))]
    Avx2,
    Soft,
}

/// A set of instructions that this machine has: there is no other way to come by one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Backend(Kind);

impl Backend {
    /// The fastest one.
    pub fn detect() -> Self {
        Self::all().next().unwrap_or(Self(Kind::Soft))
    }

    /// Every one, the fastest first. The last is `soft`, which every machine has, and which is the only one
    /// when built with `--cfg gridwright_backend="soft"`.
    pub fn all() -> impl Iterator<Item = Self> {
        let kinds = [
            #[cfg(all(target_arch = "x86_64", not(gridwright_backend = "soft")))]
            avx512::exists().then_some(Kind::Avx512),
            #[cfg(all(target_arch = "x86_64", not(gridwright_backend = "soft")))]
            avx2::exists().then_some(Kind::Avx2),
            Some(Kind::Soft),
        ];
        kinds.into_iter().flatten().map(Self)
    }

    /// `avx512`, `avx2` or `soft`.
    pub fn name(self) -> &'static str {
        match self.0 {
            #[cfg(all(target_arch = "x86_64", not(gridwright_backend = "soft")))]
            Kind::Avx512 => "avx512",
            #[cfg(all(target_arch = "x86_64", not(gridwright_backend = "soft")))]
            Kind::Avx2 => "avx2",
            Kind::Soft => "soft",
        }
    }

    /// How many puzzles are worked on at a time.
    pub fn lanes(self) -> usize {
        match self.0 {
            #[cfg(all(target_arch = "x86_64", not(gridwright_backend = "soft")))]
            Kind::Avx512 => avx512::LANES,
            #[cfg(all(target_arch = "x86_64", not(gridwright_backend = "soft")))]
            Kind::Avx2 => avx2::LANES,
            Kind::Soft => soft::LANES,
        }
    }

    /// Does the job.
    #[allow(unsafe_code)]
    pub(crate) fn run<A: Answer>(self, job: &mut Job<'_, A>) {
        match self.0 {
            #[cfg(all(target_arch = "x86_64", not(gridwright_backend = "soft")))]
            // SAFETY: `all` makes this kind only where its instructions exist.
            Kind::Avx512 => unsafe { avx512::run(job) },
            #[cfg(all(target_arch = "x86_64", not(gridwright_backend = "soft")))]
            // SAFETY: `all` makes this kind only where its instructions exist.
            Kind::Avx2 => unsafe { avx2::run(job) },
            Kind::Soft => soft::run(job),
        }
    }
}

impl fmt::Debug for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
