//! What every strategy says of itself.

/// A strategy's description, shown by catalogues and reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Info {
    /// Its name, as used on the command line: small letters and hyphens.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// Where the method was published.
    pub source: &'static str,
    /// Of a filler: which grids it can make, and how evenly. Of a solver: in which order it finds solutions.
    pub distribution: &'static str,
}

/// A strategy with a description.
pub trait Algorithm {
    /// The description.
    const INFO: Info;
}
