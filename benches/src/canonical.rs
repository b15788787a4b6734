//! What canonical forms are measured on.

use gridwright::fill::stream;
use gridwright::grid::{Canonicalizer, Grid, Puzzle, Shape, Symmetry};
use gridwright::solve::Bits;

use crate::Error;
use crate::data::{self, Set};

/// Random grids, of very many classes.
///
/// # Errors
///
/// When the shape has no such filler.
pub fn grids<S: Shape>(number: u64) -> Result<Vec<Grid<S>>, Error> {
    let filler = gridwright::filler::<S>("random-row-fair").map_err(Error::new)?;
    Ok((0..number).map(|i| filler.dyn_fill(&mut stream(3, i))).collect())
}

/// The solver that finds out whether a puzzle has one solution.
pub fn solver() -> Bits {
    Bits::default()
}

/// The bundled minimal puzzles, and those with two or more solutions.
///
/// # Errors
///
/// When the bundled sets cannot be made.
pub fn puzzles(number: u64) -> Result<Vec<Set>, Error> {
    let mut sets = data::bundled(number)?;
    sets.retain(|set| ["minimal", "two or more solutions"].contains(&set.name.as_str()));
    Ok(sets)
}

/// Whether equivalents of a grid have one form, and it is one of them.
///
/// # Errors
///
/// When the shape is too large.
pub fn is_right<S: Shape>(grid: &Grid<S>, seed: u64) -> Result<bool, Error> {
    let form = |grid| Canonicalizer::shared().grid(grid).map_err(Error::new);
    let equivalent = Symmetry::random(&mut stream(data::SEED, seed)).grid(grid);
    let (one, other) = (form(grid)?, form(&equivalent)?);
    Ok(one.form == other.form
        && one.automorphisms == other.automorphisms
        && one.symmetry.grid(grid) == one.form)
}

/// The same of a puzzle.
///
/// # Errors
///
/// As above.
pub fn is_right_of(puzzle: &Puzzle, solver: &mut Bits, seed: u64) -> Result<bool, Error> {
    let mut form = |puzzle: &Puzzle| {
        let found = Canonicalizer::shared().puzzle(puzzle, solver);
        found.map_err(Error::new)
    };
    let equivalent = Symmetry::random(&mut stream(data::SEED, seed)).puzzle(puzzle);
    let (one, other) = (form(puzzle)?, form(&equivalent)?);
    Ok(one.form == other.form
        && one.automorphisms == other.automorphisms
        && one.symmetry.puzzle(puzzle) == one.form)
}
