//! Every strategy by name, over shapes known only at run time.

use core::fmt;

use gridwright_grid::{BoxSize, BoxedFiller, DynSolver, Grid, Info, Shape};

/// A parameter that some fillers take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FillerOption {
    /// Draws after which a random-row fill starts over.
    Threshold,
    /// Cells filled at random.
    Cells,
    /// Nodes of one try.
    Budget,
    /// Moves of a walk.
    Moves,
    /// Whether digits are exchanged, too.
    Relabel,
    /// First row or first column.
    Line,
    /// The grid to start from.
    Base,
}

impl FillerOption {
    /// Its name on the command line, without the hyphens.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Threshold => "threshold",
            Self::Cells => "cells",
            Self::Budget => "budget",
            Self::Moves => "moves",
            Self::Relabel => "relabel",
            Self::Line => "line",
            Self::Base => "base",
        }
    }
}

/// Parameters of a filler; `None` is the default of the strategy.
#[derive(Clone, Debug, Default)]
pub struct FillerOptions<S: Shape> {
    /// [`FillerOption::Threshold`].
    pub threshold: Option<u32>,
    /// [`FillerOption::Cells`].
    pub cells: Option<usize>,
    /// [`FillerOption::Budget`].
    pub budget: Option<u64>,
    /// [`FillerOption::Moves`].
    pub moves: Option<u32>,
    /// [`FillerOption::Relabel`].
    pub relabel: Option<bool>,
    /// [`FillerOption::Line`].
    pub line: Option<Line>,
    /// [`FillerOption::Base`].
    pub base: Option<Grid<S>>,
}

impl<S: Shape> FillerOptions<S> {
    /// The parameters that are set.
    pub fn given(&self) -> impl Iterator<Item = FillerOption> {
        [
            (FillerOption::Threshold, self.threshold.is_some()),
            (FillerOption::Cells, self.cells.is_some()),
            (FillerOption::Budget, self.budget.is_some()),
            (FillerOption::Moves, self.moves.is_some()),
            (FillerOption::Relabel, self.relabel.is_some()),
            (FillerOption::Line, self.line.is_some()),
            (FillerOption::Base, self.base.is_some()),
        ]
        .into_iter()
        .filter_map(|(option, given)| given.then_some(option))
    }
}

/// What the catalogue knows of a filler.
#[derive(Clone, Copy, Debug)]
pub struct FillerEntry {
    /// Name, source, what it can make and how evenly.
    pub info: Info,
    /// The parameters it takes.
    pub options: &'static [FillerOption],
    /// The shapes at which it works.
    pub shapes: &'static [BoxSize],
    /// Why not at the others; empty where it works at all of them.
    pub elsewhere: &'static str,
    /// Whether it draws arrangements of rows, so that counts of draws mean something.
    pub draws: bool,
}

/// What the catalogue knows of a solver.
#[derive(Clone, Copy, Debug)]
pub struct SolverEntry {
    /// Name, source, and in which order it finds solutions.
    pub info: Info,
    /// The shapes at which it works.
    pub shapes: &'static [BoxSize],
}

/// Why the catalogue has no such strategy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CatalogueError {
    /// No filler has that name.
    UnknownFiller(String),
    /// No solver has that name.
    UnknownSolver(String),
    /// The strategy does not work at that shape.
    Shape {
        /// The strategy.
        name: &'static str,
        /// The shape asked for.
        size: BoxSize,
        /// Why not.
        reason: &'static str,
    },
    /// The strategy does not take that parameter.
    Option {
        /// The strategy.
        name: &'static str,
        /// The parameter.
        option: FillerOption,
    },
    /// The strategy cannot work with that value of a parameter.
    Value {
        /// The strategy.
        name: &'static str,
        /// Why not.
        reason: String,
    },
}

impl fmt::Display for CatalogueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownFiller(name) => {
                let names: Vec<_> = fillers().iter().map(|entry| entry.info.name).collect();
                write!(f, "unknown filler '{name}': one of {}", names.join(", "))
            }
            Self::UnknownSolver(name) => {
                let names: Vec<_> = solvers().iter().map(|entry| entry.info.name).collect();
                write!(f, "unknown solver '{name}': one of {}", names.join(", "))
            }
            Self::Shape { name, size, reason } => write!(f, "{name} cannot work at {size}: {reason}"),
            Self::Option { name, option } => write!(f, "{name} takes no --{}", option.name()),
            Self::Value { name, reason } => write!(f, "{name}: {reason}"),
        }
    }
}

impl core::error::Error for CatalogueError {}

/// First row or first column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// The first row.
    Row,
    /// The first column.
    Column,
}

/// Every filler, in the order of the tables.
pub fn fillers() -> &'static [FillerEntry] {
    &[]
}

/// Every solver, in the order of the tables.
pub fn solvers() -> &'static [SolverEntry] {
    &[]
}

/// The filler of that name, with its default parameters.
///
/// # Errors
///
/// When there is none, or it cannot work at the shape.
pub fn filler<S: Shape>(name: &str) -> Result<BoxedFiller<S>, CatalogueError> {
    filler_with(name, &FillerOptions::default())
}

/// The filler of that name, with parameters.
///
/// # Errors
///
/// When there is none, it cannot work at the shape, or it cannot work with the parameters.
pub fn filler_with<S: Shape>(name: &str, _: &FillerOptions<S>) -> Result<BoxedFiller<S>, CatalogueError> {
    Err(CatalogueError::UnknownFiller(name.into()))
}

/// The solver of that name.
///
/// # Errors
///
/// When there is none, or it cannot work at the shape.
pub fn solver<S: Shape>(name: &str) -> Result<Box<dyn DynSolver<S>>, CatalogueError> {
    Err(CatalogueError::UnknownSolver(name.into()))
}
