//! The tests, and what they say of a sample.

use std::fmt;

use gridwright_grid::{HouseKind, Shape};

use crate::found::Found;
use crate::sample::Sample;
use crate::tail;

/// What frequencies of classes and the normal law of a mean need, so that their tails are right (see the README).
const CLASSES_NEED: u64 = 500;

/// What lets a row that is never odd be seen.
const PARITY_NEEDS: u64 = 64;

/// What counts of pairs and of symmetric grids need: their laws are exact at any number.
const COUNTS_NEED: u64 = 10;

/// A p-value below is told as this: a double can hold hardly less.
const LEAST_P: f64 = 1e-300;

/// The names of the tests of the classes of bands, one for each chute of a 9x9 grid.
pub const CHUTES: [&str; 6] = ["band-1", "band-2", "band-3", "stack-1", "stack-2", "stack-3"];

/// What a test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Such a sample of uniformly random grids is too improbable.
    Rejected,
    /// Nothing was seen that chance does not explain. It does not prove that the grids are uniform.
    Passed,
    /// Too few grids to judge.
    Declined,
}

impl Verdict {
    /// As a word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Rejected => "rejected",
            Self::Passed => "passed",
            Self::Declined => "declined",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// How far the grids are from uniform, whatever their number, with an interval of 95 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effect {
    /// What it is: `w2`, `d`, `bits`, `difference` or `ratio`; the README of the crate explains them.
    pub name: &'static str,
    /// The best guess; infinite where nothing limits it.
    pub value: f64,
    /// The least that is plausible.
    pub low: f64,
    /// The greatest that is plausible; may be infinite.
    pub high: f64,
}

/// What a test found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// The value of the statistic.
    pub statistic: f64,
    /// Degrees of freedom, of a chi-square.
    pub df: Option<u64>,
    /// The probability that uniformly random grids give such a statistic or one farther out; at least 1e-300.
    pub p: f64,
    /// Of statistics that are counts, the mid p-value, for studies of calibration; else the same as `p`.
    pub mid_p: f64,
    /// The p-value adjusted by Holm's method for the number of tests; at most 1.
    pub adjusted: f64,
    /// How far from uniform.
    pub effect: Effect,
}

/// A test of a sample.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// Its name: the README of the crate explains it.
    pub name: &'static str,
    /// The statistic: `chi2`, `z` or `count`.
    pub statistic: &'static str,
    /// With fewer grids it declines.
    pub needed: u64,
    /// What it found; none if it declined.
    pub measured: Option<Measured>,
    /// What it says.
    pub verdict: Verdict,
    /// What it looked at.
    pub note: String,
}

/// What the tests say of a sample.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// How many grids the sample has.
    pub grids: u64,
    /// The probability of any false rejection, at most.
    pub alpha: f64,
    /// The tests there are at the shape.
    pub tests: Vec<Test>,
}

impl Report {
    /// The tests with that verdict.
    pub fn with(&self, verdict: Verdict) -> impl Iterator<Item = &Test> {
        self.tests.iter().filter(move |test| test.verdict == verdict)
    }

    /// Whether any test rejects.
    pub fn rejects(&self) -> bool {
        self.with(Verdict::Rejected).next().is_some()
    }
}

impl<S: Shape> Sample<S> {
    /// What the tests say, in fractions of a second. The probability that uniformly random grids are rejected by any
    /// of them is at most `alpha`, however the tests depend on each other (Holm 1979).
    pub fn report(&self, alpha: f64) -> Report {
        let mut tests = Vec::new();
        let mut add = |name, statistic, needed, find: &dyn Fn() -> Found| {
            let found = (self.grids >= needed).then(find);
            tests.push(Test {
                name,
                statistic,
                needed,
                measured: found.as_ref().map(|found| Measured {
                    statistic: found.statistic,
                    df: found.df,
                    p: found.p.exact.max(LEAST_P),
                    mid_p: found.p.mid.max(LEAST_P),
                    adjusted: 1.0,
                    effect: found.effect,
                }),
                verdict: Verdict::Declined,
                note: found.map_or_else(String::new, |found| found.note),
            });
        };

        if let (Some(small), Some(kinds)) = (&self.law.small, &self.kinds) {
            if small.counts_each() {
                add("grids", "chi2", CLASSES_NEED, &|| self.each_grid(kinds));
            }
            add("classes", "chi2", CLASSES_NEED, &|| self.classes(small, kinds));
        }
        if let Some(bands) = self.law.bands {
            for (chute, name) in CHUTES.into_iter().enumerate() {
                add(name, "chi2", CLASSES_NEED, &|| self.chute(bands, chute));
            }
            add("gangsters", "chi2", CLASSES_NEED, &|| self.gangsters(bands));
            add("unavoidable", "z", CLASSES_NEED, &|| self.unavoidable(bands));
        }
        let five_a_digit = 5 * S::SIDE as u64;
        add("cells", "chi2", five_a_digit, &|| self.cells());
        add("minilines", "chi2", five_a_digit, &|| self.minilines());
        add("pairs", "z", five_a_digit, &|| self.pairs());
        add("row-parity", "z", PARITY_NEEDS, &|| self.parity(HouseKind::Row));
        add("column-parity", "z", PARITY_NEEDS, &|| {
            self.parity(HouseKind::Column)
        });
        if !self.counts_each() {
            add("repeats", "count", COUNTS_NEED, &|| self.repeats());
        }
        if self.law.bands.is_some() {
            add("equivalents", "count", COUNTS_NEED, &|| self.equivalents());
            add("automorphisms", "count", COUNTS_NEED, &|| self.automorphisms());
        }

        judge(&mut tests, alpha);
        Report {
            grids: self.grids,
            alpha,
            tests,
        }
    }
}

/// Adjusts the p-values for their number, and says which are too small.
fn judge(tests: &mut [Test], alpha: f64) {
    let values: Vec<f64> = tests.iter().filter_map(|test| Some(test.measured?.p)).collect();
    let mut adjusted = tail::holm(&values).into_iter();
    for test in tests {
        if let Some(measured) = &mut test.measured {
            measured.adjusted = adjusted.next().unwrap_or(1.0);
            test.verdict = if measured.adjusted <= alpha {
                Verdict::Rejected
            } else {
                Verdict::Passed
            };
        }
    }
}
