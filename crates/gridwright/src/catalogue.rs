//! Every strategy by name, over shapes known only at run time.

use core::any::Any;
use core::fmt;

use gridwright_fill_cyclic::Cyclic;
use gridwright_fill_first_row::{self as first_row, FirstRow, FirstRowFair, Line};
use gridwright_fill_las_vegas::{self as las_vegas, FAITHFUL_BUDGET, LasVegas};
use gridwright_fill_random_row::{self as random_row, RandomRow, RandomRowFair, THRESHOLD};
use gridwright_fill_seventeen::{Seventeen, SeventeenFair};
use gridwright_fill_shuffle::{Shuffle, ShuffleWalk};
use gridwright_fill_uniform::{self as uniform, Uniform};
use gridwright_grid::{
    Algorithm, B3x3, BoxSize, BoxedFiller, DynFiller, DynSolver, Grid, Info, SHAPES, Shape, WithShape,
    with_shape,
};
use gridwright_solve_bits::Bits;
use gridwright_solve_dlx::Dlx;
use gridwright_solve_lanes::Lanes;
use gridwright_solve_logic::solver::{self as logic, Logic};
use gridwright_solve_naive::Naive;

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
    /// Why not at the others; empty where it works at all of them.
    pub elsewhere: &'static str,
}

/// Why the catalogue has no such strategy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CatalogueError {
    /// No filler has that name.
    UnknownFiller(String),
    /// No solver has that name.
    UnknownSolver(String),
    /// The catalogue does not know that shape: none of [`SHAPES`].
    Size(BoxSize),
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
                let all = solvers().iter().chain(batch_solvers());
                let names: Vec<_> = all.map(|entry| entry.info.name).collect();
                write!(f, "unknown solver '{name}': one of {}", names.join(", "))
            }
            Self::Size(size) => write!(
                f,
                "no strategy by name at {size}: one of the listed shapes is needed"
            ),
            Self::Shape { name, size, reason } => write!(f, "{name} cannot work at {size}: {reason}"),
            Self::Option { name, option } => write!(f, "{name} takes no --{}", option.name()),
            Self::Value { name, reason } => write!(f, "{name}: {reason}"),
        }
    }
}

impl core::error::Error for CatalogueError {}

const RANDOM_ROW: FillerEntry = FillerEntry {
    info: RandomRow::<B3x3>::INFO,
    options: &[FillerOption::Threshold],
    shapes: random_row::SHAPES,
    elsewhere: "almost no row drawn at random fits so large a grid",
    draws: true,
};

const FIRST_ROW: FillerEntry = FillerEntry {
    info: FirstRow::INFO,
    options: &[FillerOption::Line],
    shapes: first_row::SHAPES,
    elsewhere: "the search from a first row may not end in so large a grid",
    draws: false,
};

const SEVENTEEN: FillerEntry = FillerEntry {
    info: Seventeen::<B3x3>::INFO,
    options: &[FillerOption::Cells],
    shapes: SHAPES,
    elsewhere: "",
    draws: false,
};

/// Why the solvers made of masks work at 3x3 only.
const MASKS: &str = "its masks are made for nine digits in boxes of three by three";

/// Every filler, in the order of the tables.
pub fn fillers() -> &'static [FillerEntry] {
    &[
        FillerEntry {
            info: Uniform::INFO,
            options: &[],
            shapes: uniform::SHAPES,
            elsewhere: "how many grids it has is not known, or not by tables of a few megabytes",
            draws: false,
        },
        FillerEntry {
            info: Shuffle::<B3x3>::INFO,
            options: &[FillerOption::Relabel, FillerOption::Base],
            shapes: SHAPES,
            elsewhere: "",
            draws: false,
        },
        FillerEntry {
            info: ShuffleWalk::<B3x3>::INFO,
            options: &[FillerOption::Moves, FillerOption::Relabel, FillerOption::Base],
            shapes: SHAPES,
            elsewhere: "",
            draws: false,
        },
        FillerEntry {
            info: Cyclic::INFO,
            options: &[],
            shapes: SHAPES,
            elsewhere: "",
            draws: false,
        },
        RANDOM_ROW,
        FillerEntry {
            info: RandomRowFair::<B3x3>::INFO,
            ..RANDOM_ROW
        },
        FIRST_ROW,
        FillerEntry {
            info: FirstRowFair::INFO,
            ..FIRST_ROW
        },
        FillerEntry {
            info: LasVegas::<B3x3>::INFO,
            options: &[FillerOption::Cells, FillerOption::Budget],
            shapes: las_vegas::SHAPES,
            elsewhere: "no search from random cells was seen to end in so large a grid",
            draws: false,
        },
        SEVENTEEN,
        FillerEntry {
            info: SeventeenFair::<B3x3>::INFO,
            ..SEVENTEEN
        },
    ]
}

/// Every solver, in the order of the tables.
pub fn solvers() -> &'static [SolverEntry] {
    &[
        SolverEntry {
            info: Naive::INFO,
            shapes: SHAPES,
            elsewhere: "",
        },
        SolverEntry {
            info: Dlx::INFO,
            shapes: SHAPES,
            elsewhere: "",
        },
        SolverEntry {
            info: Bits::INFO,
            shapes: &[B3x3::SIZE],
            elsewhere: MASKS,
        },
        SolverEntry {
            info: Logic::INFO,
            shapes: logic::SHAPES,
            elsewhere: "human techniques work up to 16 digits",
        },
    ]
}

/// The solvers that work on many puzzles at once, and on batches only; [`crate::batch_solver`] makes one.
pub fn batch_solvers() -> &'static [SolverEntry] {
    &[SolverEntry {
        info: Lanes::INFO,
        shapes: &[B3x3::SIZE],
        elsewhere: MASKS,
    }]
}

/// The name of the filler to take where none is asked for: `uniform` where it works, `shuffle` elsewhere.
pub fn default_filler(size: BoxSize) -> &'static str {
    if uniform::SHAPES.contains(&size) {
        Uniform::INFO.name
    } else {
        Shuffle::<B3x3>::INFO.name
    }
}

/// The filler of that name, with its default parameters.
///
/// # Errors
///
/// When there is none, or it cannot work at the shape.
pub fn filler<S: Shape>(name: &str) -> Result<BoxedFiller<S>, CatalogueError> {
    filler_with(name, &FillerOptions::default())
}

/// The parameters of the fillers that search, whose shapes are limited.
struct Searching {
    name: &'static str,
    threshold: u32,
    line: Line,
    cells: Option<usize>,
    budget: u64,
}

impl Searching {
    fn value(&self, reason: &dyn fmt::Display) -> CatalogueError {
        CatalogueError::Value {
            name: self.name,
            reason: reason.to_string(),
        }
    }
}

struct Plain(Searching);
struct Fair(Searching);

impl random_row::Build for Plain {
    type Error = CatalogueError;
    fn build<S: random_row::Fillable>(self) -> Result<BoxedFiller<S>, CatalogueError> {
        let filler = RandomRow::<S>::with_threshold(self.0.threshold);
        Ok(Box::new(filler.map_err(|error| self.0.value(&error))?))
    }
}

impl random_row::Build for Fair {
    type Error = CatalogueError;
    fn build<S: random_row::Fillable>(self) -> Result<BoxedFiller<S>, CatalogueError> {
        let filler = RandomRowFair::<S>::with_threshold(self.0.threshold);
        Ok(Box::new(filler.map_err(|error| self.0.value(&error))?))
    }
}

impl first_row::Build for Plain {
    type Error = CatalogueError;
    fn build<S: first_row::Fillable>(self) -> Result<BoxedFiller<S>, CatalogueError> {
        Ok(Box::new(FirstRow { line: self.0.line }))
    }
}

impl first_row::Build for Fair {
    type Error = CatalogueError;
    fn build<S: first_row::Fillable>(self) -> Result<BoxedFiller<S>, CatalogueError> {
        Ok(Box::new(FirstRowFair { line: self.0.line }))
    }
}

impl las_vegas::Build for Plain {
    type Error = CatalogueError;
    fn build<S: las_vegas::Fillable>(self) -> Result<BoxedFiller<S>, CatalogueError> {
        let cells = self.0.cells.unwrap_or_else(LasVegas::<S>::default_cells);
        let filler = LasVegas::<S>::new(cells, self.0.budget);
        Ok(Box::new(filler.map_err(|error| self.0.value(&error))?))
    }
}

/// The filler of that name, with parameters.
///
/// # Errors
///
/// When there is none, it cannot work at the shape, or it cannot work with the parameters.
pub fn filler_with<S: Shape>(
    name: &str,
    options: &FillerOptions<S>,
) -> Result<BoxedFiller<S>, CatalogueError> {
    erased(S::SIZE, Ask::Filler(name, options)).map(known)
}

/// What is asked of the catalogue, at a shape that is known at run time.
#[derive(Clone, Copy)]
enum Ask<'a> {
    /// A [`BoxedFiller`] of that name, with its [`FillerOptions`].
    Filler(&'a str, &'a dyn Any),
    /// A boxed [`DynSolver`] of that name.
    Solver(&'a str),
}

impl WithShape for Ask<'_> {
    type Output = Result<Box<dyn Any>, CatalogueError>;

    fn run<S: Shape>(self) -> Self::Output {
        Ok(match self {
            Self::Filler(name, options) => {
                let options = options.downcast_ref().expect("options of the same shape");
                Box::new(filler_here::<S>(name, options)?)
            }
            Self::Solver(name) => Box::new(solver_here::<S>(name)?),
        })
    }
}

/// What is asked for. Not generic, so that every strategy at every shape is compiled here, and not again by each that
/// asks.
fn erased(size: BoxSize, ask: Ask<'_>) -> Result<Box<dyn Any>, CatalogueError> {
    with_shape(size, ask).unwrap_or(Err(CatalogueError::Size(size)))
}

/// What was asked for, with its type.
fn known<T: 'static>(made: Box<dyn Any>) -> T {
    *made.downcast().expect("what the shape was asked for")
}

fn filler_here<S: Shape>(name: &str, options: &FillerOptions<S>) -> Result<BoxedFiller<S>, CatalogueError> {
    let entry = fillers().iter().find(|entry| entry.info.name == name);
    let entry = entry.ok_or_else(|| CatalogueError::UnknownFiller(name.into()))?;
    let name = entry.info.name;
    if let Some(option) = options.given().find(|option| !entry.options.contains(option)) {
        return Err(CatalogueError::Option { name, option });
    }
    let searching = Searching {
        name,
        threshold: options.threshold.unwrap_or(THRESHOLD),
        line: options.line.unwrap_or_default(),
        cells: options.cells,
        budget: options.budget.unwrap_or(FAITHFUL_BUDGET),
    };
    let base = options.base.unwrap_or_else(Grid::canonical_base);
    let at_shape = match name {
        "uniform" => uniform::filler_at().map(Ok),
        "shuffle" => Some(Ok(boxed(Shuffle::new(base, options.relabel.unwrap_or(true))))),
        "shuffle-walk" => {
            let moves = options.moves.unwrap_or(ShuffleWalk::<S>::MOVES);
            Some(Ok(boxed(ShuffleWalk::new(
                base,
                moves,
                options.relabel.unwrap_or(false),
            ))))
        }
        "cyclic" => Some(Ok(boxed(Cyclic))),
        "random-row" => random_row::build_at(Plain(searching)),
        "random-row-fair" => random_row::build_at(Fair(searching)),
        "first-row" => first_row::build_at(Plain(searching)),
        "first-row-fair" => first_row::build_at(Fair(searching)),
        "las-vegas" => las_vegas::build_at(Plain(searching)),
        "seventeen" => {
            let cells = options.cells.unwrap_or_else(Seventeen::<S>::default_cells);
            let filler = Seventeen::<S>::with_cells(cells).map(boxed);
            Some(filler.map_err(|error| searching.value(&error)))
        }
        "seventeen-fair" => {
            let cells = options.cells.unwrap_or_else(SeventeenFair::<S>::default_cells);
            let filler = SeventeenFair::<S>::with_cells(cells).map(boxed);
            Some(filler.map_err(|error| searching.value(&error)))
        }
        _ => return Err(CatalogueError::UnknownFiller(name.into())),
    };
    at_shape.unwrap_or(Err(CatalogueError::Shape {
        name,
        size: S::SIZE,
        reason: entry.elsewhere,
    }))
}

fn boxed<S: Shape>(filler: impl DynFiller<S> + 'static) -> BoxedFiller<S> {
    Box::new(filler)
}

/// The solver of that name; `auto` is the fastest at the shape, `bits` at 3x3 and `dlx` elsewhere.
///
/// # Errors
///
/// When there is none, or it cannot work at the shape.
pub fn solver<S: Shape>(name: &str) -> Result<Box<dyn DynSolver<S>>, CatalogueError> {
    erased(S::SIZE, Ask::Solver(name)).map(known)
}

fn solver_here<S: Shape>(name: &str) -> Result<Box<dyn DynSolver<S>>, CatalogueError> {
    let name = match name {
        "auto" if S::SIZE == B3x3::SIZE => Bits::INFO.name,
        "auto" => Dlx::INFO.name,
        name => name,
    };
    let entry = solvers().iter().find(|entry| entry.info.name == name);
    let entry = entry.ok_or_else(|| CatalogueError::UnknownSolver(name.into()))?;
    let at_shape: Option<Box<dyn DynSolver<S>>> = match entry.info.name {
        "naive" => Some(Box::new(Naive)),
        "dlx" => Some(Box::new(Dlx::default())),
        "bits" => same::<Box<dyn DynSolver<B3x3>>, _>(Box::new(Bits::default())),
        "logic" => logic::solver_at(),
        _ => return Err(CatalogueError::UnknownSolver(name.into())),
    };
    at_shape.ok_or(CatalogueError::Shape {
        name: entry.info.name,
        size: S::SIZE,
        reason: entry.elsewhere,
    })
}

/// A value as one of another type, if the two types are the same: what is made for 3x3 as made for shape `S`.
pub(crate) fn same<T: 'static, U: 'static>(value: T) -> Option<U> {
    let value: Box<dyn Any> = Box::new(value);
    value.downcast().ok().map(|value| *value)
}
