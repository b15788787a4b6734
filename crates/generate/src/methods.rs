//! Every method by name.

use gridwright_dig::METHODS;
use gridwright_grid::{BoxSize, Info, SHAPES};

use crate::sampler::ENTRIES;

/// What can be said of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MethodEntry {
    /// Its description; the distribution says how its puzzles are biased.
    pub info: Info,
    /// Whether every puzzle it makes has one solution; those of the others are tested, and thrown away.
    pub unique: bool,
    /// Whether every puzzle it makes is minimal.
    pub minimal: bool,
    /// Whether it makes puzzles out of grids, so that another filler matters.
    pub fills: bool,
    /// The shapes at which it works.
    pub shapes: &'static [BoxSize],
}

/// Changes clues of a puzzle until it is as difficult as asked for.
pub(crate) const CLIMB: Info = Info {
    name: "climb",
    summary: "dug out of a grid, then clue by clue changed towards what is asked for",
    source: "ours; neighbours of difficult puzzles are difficult more often, as all who look for them know",
    distribution: "not known; puzzles whose neighbours are near to what is asked for come too often",
};

/// Puts clues into the cells of a pattern.
pub(crate) const FIT: Info = Info {
    name: "fit",
    summary: "clues in the cells of --pattern, changed until there is one solution",
    source: "ours",
    distribution: "not known; the puzzles need not be minimal",
};

/// Every method, in the order of the tables.
pub fn methods() -> impl Iterator<Item = MethodEntry> {
    let dug = METHODS.iter().map(|entry| MethodEntry {
        info: entry.info,
        unique: entry.unique,
        minimal: matches!(entry.info.name, "dig" | "same-order"),
        fills: !matches!(entry.info.name, "same-order" | "grow"),
        shapes: SHAPES,
    });
    let sampled = ENTRIES.iter().map(|entry| MethodEntry {
        info: *entry.info,
        unique: true,
        minimal: true,
        fills: entry.fills,
        shapes: entry.shapes,
    });
    let own = [CLIMB, FIT].map(|info| MethodEntry {
        info,
        unique: true,
        // Of `climb` those that need a technique may have a clue too many.
        minimal: false,
        fills: true,
        shapes: SHAPES,
    });
    dug.chain(sampled).chain(own)
}
