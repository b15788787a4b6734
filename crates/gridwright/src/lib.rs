#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod batch;
pub mod catalogue;
pub mod check;
pub mod dig;
mod random;

pub use batch::batch_solver;
pub use catalogue::{batch_solvers, filler, filler_with, fillers, solver, solvers};
pub use gridwright_generate as generate;
pub use gridwright_grade as grade;
pub use gridwright_grid as grid;
pub use gridwright_sampling as sampling;
pub use gridwright_seeds as seeds;
pub use gridwright_solve_logic as logic;
pub use random::random_solution;

/// The fillers by type, with what is needed to call them.
pub mod fill {
    pub use gridwright_fill_cyclic::Cyclic;
    pub use gridwright_fill_first_row::{FirstRow, FirstRowFair, Line, completions};
    pub use gridwright_fill_las_vegas::LasVegas;
    pub use gridwright_fill_random_row::{RandomRow, RandomRowFair};
    pub use gridwright_fill_seventeen::{Seventeen, SeventeenFair};
    pub use gridwright_fill_shuffle::{Shuffle, ShuffleWalk};
    pub use gridwright_fill_uniform::{Numbered, Numbering, Uniform, grids, numbering_at, rank, unrank};
    pub use gridwright_grid::rng::{DefaultRng, stream};
    pub use gridwright_grid::{DynFiller, Filler, FillerExt};
}

/// The solvers by type, with what is needed to call them.
pub mod solve {
    pub use crate::batch::{BoxedBatch, Fastest, solve_in_parallel};
    pub use gridwright_grid::{BatchSolver, DynSolver, Outcome, Solver, SolverExt};
    pub use gridwright_solve_bits::{Backend as BitsBackend, Bits};
    pub use gridwright_solve_dlx::Dlx;
    pub use gridwright_solve_lanes::{Backend as LanesBackend, Lanes};
    pub use gridwright_solve_logic::solver::Logic;
    pub use gridwright_solve_naive::Naive;
}
