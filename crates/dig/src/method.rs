//! Every way to make a puzzle, by name.

use core::fmt;

use gridwright_fill_seventeen::Seventeen;
use gridwright_grid::rand_core::Rng;
use gridwright_grid::rng::DefaultRng;
use gridwright_grid::{B3x3, Budget, DynFiller, Exhausted, Flat, Grid, Info, Probe, Puzzle, Shape, Solver};

use crate::{Dig, Dug, Fit, Impossible, Level, NotUnique, Order, Recipe, Uniqueness, try_grow};

/// A way to make a puzzle.
#[derive(Clone, Debug)]
pub enum Method<S: Shape = B3x3> {
    /// Out of a grid, by a recipe.
    Dig(Dig<S>),
    /// KLSudoku: out of a grid of its own filler, `seventeen`, each cell emptied in the order in which it was visited.
    SameOrder,
    /// From the bottom up, without a grid.
    Grow,
    /// With its clues in the cells of a pattern.
    Fit(Fit<S>),
}

/// What can be said of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its description.
    pub info: Info,
    /// Whether it proves that its puzzles have one solution.
    pub unique: bool,
}

const PAPER: &str = "Xue, Jiang, Li, Sudoku Puzzles Generating: from Easy to Evil, 2009";
const RUSSIAN: &str = "a Russian text on removing cells, three ways";

const fn entry(
    name: &'static str,
    unique: bool,
    summary: &'static str,
    source: &'static str,
    distribution: &'static str,
) -> Entry {
    Entry {
        info: Info {
            name,
            summary,
            source,
            distribution,
        },
        unique,
    }
}

/// Every method that needs no pattern, in the order of the tables.
pub const METHODS: &[Entry] = &[
    entry(
        "dig",
        true,
        "every cell in random order, kept if another solution would come in",
        RUSSIAN,
        "minimal; mean 24.38 clues at 9x9, few clues much too often",
    ),
    entry(
        "level-1",
        true,
        "very easy: 50 or more givens, 5 in each line, random order",
        PAPER,
        "hardly ever minimal",
    ),
    entry(
        "level-2",
        true,
        "easy: 36 to 49 givens, 4 in each line, random order",
        PAPER,
        "hardly ever minimal",
    ),
    entry(
        "level-3",
        true,
        "medium: 32 to 35 givens, 3 in each line, every second cell along an S first",
        PAPER,
        "hardly ever minimal",
    ),
    entry(
        "level-4",
        true,
        "hard: 28 to 31 givens, 2 in each line, along an S",
        PAPER,
        "hardly ever minimal; clues crowded at one edge",
    ),
    entry(
        "level-5",
        true,
        "evil: 22 to 27 givens, row by row",
        PAPER,
        "two of three minimal; clues crowded at one edge",
    ),
    entry(
        "same-order",
        true,
        "every cell in the order in which the filler seventeen visited it",
        "the C# program KLSudoku",
        "minimal; of seventeen's grids, cells in the order of a naive shuffle",
    ),
    entry(
        "grow",
        true,
        "random digits in random cells until there is one solution",
        "the C# program KLSudoku, given up in its text",
        "hardly ever minimal; no grid is needed",
    ),
    entry(
        "rows",
        false,
        "3 to 8 random cells of each row are emptied",
        "the C++ article on a random first row",
        "no uniqueness test: 95 % ambiguous; columns unevenly",
    ),
    entry(
        "rows-fair",
        false,
        "rows with columns evenly chosen",
        "rows, corrected",
        "no uniqueness test: 93 % ambiguous",
    ),
    entry(
        "erase",
        false,
        "50 random cells are emptied",
        "a game in the language Icon; the number is ours",
        "no uniqueness test: 98 % ambiguous",
    ),
    entry(
        "scatter",
        false,
        "50 to 60 random cells are emptied",
        RUSSIAN,
        "no uniqueness test: 99.6 % ambiguous",
    ),
    entry(
        "scatter-easy",
        false,
        "scatter with no empty row or column",
        RUSSIAN,
        "no uniqueness test: 99.6 % ambiguous",
    ),
    entry(
        "scatter-medium",
        false,
        "scatter with at most one empty row and one empty column",
        RUSSIAN,
        "no uniqueness test: 99.6 % ambiguous",
    ),
    entry(
        "scatter-hard",
        false,
        "scatter with at most two empty rows and two empty columns",
        RUSSIAN,
        "no uniqueness test: 99.6 % ambiguous",
    ),
];

/// Why there is no such method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MethodError {
    /// None has that name.
    Unknown(String),
    /// It can make no puzzle of the shape.
    Impossible(Impossible),
}

impl fmt::Display for MethodError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) => {
                let names: Vec<_> = METHODS.iter().map(|entry| entry.info.name).collect();
                write!(f, "unknown method '{name}': one of {}", names.join(", "))
            }
            Self::Impossible(reason) => reason.fmt(f),
        }
    }
}

impl core::error::Error for MethodError {}

impl From<Impossible> for MethodError {
    fn from(reason: Impossible) -> Self {
        Self::Impossible(reason)
    }
}

impl<S: Shape> Recipe<S> {
    /// What the method of that name does to a grid, if it is a recipe and nothing else.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "dig" => Self::default(),
            "rows" => Self::rows(S::SIDE / 3, false),
            "rows-fair" => Self::rows(S::SIDE / 3, true),
            "erase" => Self::erased(Self::erased_cells()),
            "scatter" => Self::scattered(S::SIDE),
            "scatter-easy" => Self::scattered(0),
            "scatter-medium" => Self::scattered(1),
            "scatter-hard" => Self::scattered(2),
            _ => {
                let number = name.strip_prefix("level-")?.parse().ok()?;
                Self::level(Level::new(number)?)
            }
        })
    }
}

impl<S: Shape> Method<S> {
    /// The method of that name.
    ///
    /// # Errors
    ///
    /// When [`METHODS`] has none, or it can make no puzzle of the shape.
    pub fn named(name: &str) -> Result<Self, MethodError> {
        match name {
            "same-order" => Ok(Self::SameOrder),
            "grow" => Ok(Self::Grow),
            _ => {
                let recipe = Recipe::named(name).ok_or_else(|| MethodError::Unknown(name.into()))?;
                Ok(Self::Dig(Dig::new(recipe)?))
            }
        }
    }

    /// Whether it proves that its puzzles have one solution.
    pub fn is_unique(&self) -> bool {
        match self {
            Self::Dig(dig) => dig.recipe().uniqueness != Uniqueness::Untested,
            Self::SameOrder | Self::Grow | Self::Fit(_) => true,
        }
    }

    /// Makes a puzzle; `None` where a search for a pattern was given up. `fill` makes the grids of methods that need
    /// some.
    ///
    /// # Errors
    ///
    /// When the probe stops it.
    pub fn try_make<X, R, P>(
        &self,
        mut fill: impl FnMut(&mut R, &mut P) -> Result<Grid<S>, P::Stop>,
        solver: &mut X,
        rng: &mut R,
        probe: &mut P,
    ) -> Result<Option<Dug<S>>, P::Stop>
    where
        X: Solver<S>,
        R: Rng + ?Sized,
        P: Probe + ?Sized,
    {
        match self {
            Self::Dig(dig) => {
                let grid = fill(rng, probe)?;
                dig.try_dig(&grid, solver, rng, probe).map(Some)
            }
            Self::SameOrder => {
                let (grid, cells) = Seventeen::<S>::default().try_fill_in_order(rng, probe)?;
                let dig = Dig::new(Recipe {
                    order: Order::Listed(cells.flat().to_vec()),
                    ..Recipe::default()
                });
                let dig = dig.expect("nothing is asked of the puzzle");
                dig.try_dig(&grid, solver, rng, probe).map(Some)
            }
            Self::Grow => try_grow(solver, rng, probe).map(Some),
            Self::Fit(fit) => fit.try_fit(fill, solver, rng, probe),
        }
    }
}

/// Makes puzzles behind a pointer, at a shape, with the solver that suits it. Implemented for every solver.
pub trait Maker<S: Shape = B3x3>: Send {
    /// [`Method::try_make`] with the default generator and a budget.
    ///
    /// # Errors
    ///
    /// When the budget runs out.
    fn make(
        &mut self,
        method: &Method<S>,
        filler: &dyn DynFiller<S>,
        rng: &mut DefaultRng,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Dug<S>>, Exhausted>;

    /// [`Dig::try_dig`] with the default generator and a budget.
    ///
    /// # Errors
    ///
    /// When the budget runs out.
    fn dig(
        &mut self,
        dig: &Dig<S>,
        grid: &Grid<S>,
        rng: &mut DefaultRng,
        budget: &mut Budget<'_>,
    ) -> Result<Dug<S>, Exhausted>;

    /// [`Dig::try_minimize`] with the default generator and a budget.
    ///
    /// # Errors
    ///
    /// When the budget runs out.
    fn minimize(
        &mut self,
        dig: &Dig<S>,
        puzzle: &Puzzle<S>,
        rng: &mut DefaultRng,
        budget: &mut Budget<'_>,
    ) -> Result<Result<Dug<S>, NotUnique>, Exhausted>;
}

impl<S: Shape, X: Solver<S> + Send> Maker<S> for X {
    fn make(
        &mut self,
        method: &Method<S>,
        filler: &dyn DynFiller<S>,
        rng: &mut DefaultRng,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Dug<S>>, Exhausted> {
        let fill = |rng: &mut DefaultRng, budget: &mut Budget<'_>| filler.dyn_fill_within(rng, budget);
        method.try_make(fill, self, rng, budget)
    }

    fn dig(
        &mut self,
        dig: &Dig<S>,
        grid: &Grid<S>,
        rng: &mut DefaultRng,
        budget: &mut Budget<'_>,
    ) -> Result<Dug<S>, Exhausted> {
        dig.try_dig(grid, self, rng, budget)
    }

    fn minimize(
        &mut self,
        dig: &Dig<S>,
        puzzle: &Puzzle<S>,
        rng: &mut DefaultRng,
        budget: &mut Budget<'_>,
    ) -> Result<Result<Dug<S>, NotUnique>, Exhausted> {
        dig.try_minimize(puzzle, self, rng, budget)
    }
}
