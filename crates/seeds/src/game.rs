//! Puzzles that can be played.

use std::fmt;

use gridwright_grid::{B3x3, Exhausted, Grid, Outcome, Puzzle, Shape, Solver, SolverExt, Symmetry};

/// A puzzle with one solution, and that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game<S: Shape = B3x3> {
    puzzle: Puzzle<S>,
    solution: Grid<S>,
}

/// Why a puzzle is no game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoGame {
    /// No solution.
    Unsolvable,
    /// Two solutions or more.
    Ambiguous,
    /// The budget ran out before that was known.
    Undetermined(Exhausted),
    /// Candidates are restricted: more than givens is needed to write it.
    Restricted,
}

impl fmt::Display for NoGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsolvable => f.write_str("unsolvable"),
            Self::Ambiguous => f.write_str("ambiguous"),
            Self::Undetermined(exhausted) => write!(f, "undetermined: {exhausted}"),
            Self::Restricted => f.write_str("candidates are restricted"),
        }
    }
}

impl std::error::Error for NoGame {}

impl<S: Shape> Game<S> {
    /// Solves the puzzle.
    ///
    /// # Errors
    ///
    /// When it has not just one solution, or candidates are restricted.
    pub fn new<X: Solver<S>>(puzzle: Puzzle<S>, solver: &mut X) -> Result<Self, NoGame> {
        let outcome = solver.solve(&puzzle);
        Self::from_outcome(puzzle, &outcome)
    }

    /// From what a solver says of the puzzle.
    ///
    /// # Errors
    ///
    /// When it has not just one solution, or candidates are restricted.
    pub fn from_outcome(puzzle: Puzzle<S>, outcome: &Outcome<S>) -> Result<Self, NoGame> {
        match *outcome {
            _ if puzzle.is_restricted() => Err(NoGame::Restricted),
            Outcome::Unique(solution) => Ok(Self { puzzle, solution }),
            Outcome::Unsolvable => Err(NoGame::Unsolvable),
            Outcome::Ambiguous(..) => Err(NoGame::Ambiguous),
            Outcome::Undetermined(exhausted) => Err(NoGame::Undetermined(exhausted)),
        }
    }

    /// The puzzle.
    pub const fn puzzle(&self) -> &Puzzle<S> {
        &self.puzzle
    }

    /// Its solution.
    pub const fn solution(&self) -> &Grid<S> {
        &self.solution
    }

    /// What a symmetry makes of both.
    #[must_use]
    pub fn varied(&self, symmetry: &Symmetry<S>) -> Self {
        Self {
            puzzle: symmetry.puzzle(&self.puzzle),
            solution: symmetry.grid(&self.solution),
        }
    }

    /// Appends the puzzle and then its solution, without a gap: 162 symbols at 3x3.
    pub fn push_line(&self, out: &mut Vec<u8>) {
        self.puzzle.push_line(out);
        self.solution.push_line(out);
    }

    /// The same with letters for digits, `a` for 1; where digits beyond 9 are letters, [`Game::push_line`].
    pub fn push_letters(&self, out: &mut Vec<u8>) {
        self.puzzle.push_letters(out);
        Puzzle::from(&self.solution).push_letters(out);
    }
}
