//! Solvers on sets of puzzles: times, work, and whether the answers are right.

use std::fmt;
use std::ops::ControlFlow;
use std::time::Instant;

use gridwright::grid::{BoxSize, Budget, Counts, DynSolver, Exhausted, Grid, Puzzle, Shape};

use crate::data::Set;

/// What is asked of a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Any solution.
    First,
    /// Whether there is none, one, or more: a search for two.
    Unique,
}

impl Task {
    /// Both.
    pub const ALL: [Self; 2] = [Self::First, Self::Unique];

    /// How many solutions are searched.
    fn limit(self) -> usize {
        match self {
            Self::First => 1,
            Self::Unique => 2,
        }
    }
}

/// `first` or `unique`.
impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::First => "first",
            Self::Unique => "unique",
        })
    }
}

/// How much to measure.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// How often each puzzle is solved; its time is the median.
    pub rounds: usize,
    /// Nodes after which a puzzle is given up.
    pub budget: u64,
}

/// What a solver did on a set.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The set.
    pub set: String,
    /// Where the set comes from.
    pub source: String,
    /// The shape of its puzzles.
    pub size: BoxSize,
    /// What was asked.
    pub task: Task,
    /// Who answered.
    pub solver: &'static str,
    /// Nanoseconds of each puzzle, ascending; infinite where it was given up.
    pub times: Vec<f64>,
    /// Puzzles given up.
    pub over_budget: usize,
    /// The longest time after which a puzzle was given up.
    pub given_up_after: f64,
    /// Guesses and nodes of all puzzles; of those given up, until then.
    pub total: Counts,
    /// Most nodes of a puzzle.
    pub most_nodes: u64,
    /// What was wrong with the answers. Then the times mean nothing.
    pub error: Option<String>,
}

impl Solved {
    /// The median puzzle; none where it was given up.
    pub fn median(&self) -> Option<f64> {
        finite(self.times.get(self.times.len() / 2))
    }

    /// The fastest puzzle; none where all were given up.
    pub fn min(&self) -> Option<f64> {
        finite(self.times.first())
    }

    /// The slowest puzzle; none where any was given up.
    pub fn max(&self) -> Option<f64> {
        finite(self.times.last())
    }
}

fn finite(time: Option<&f64>) -> Option<f64> {
    time.copied().filter(|time| time.is_finite())
}

/// One solver's answers so far, puzzle by puzzle.
struct Answers {
    rounds: Vec<Vec<f64>>,
    counts: Vec<Counts>,
    /// Solutions shown; none where the puzzle was given up.
    shown: Vec<Option<usize>>,
    error: Option<String>,
}

/// Nanoseconds after which once is enough: 5 ms.
const LONG: f64 = 5e6;

/// Lets the solvers answer each puzzle of the set, in turn, round by round. A puzzle that was given up, or that took
/// more than 5 ms, is not tried again.
///
/// An answer is wrong that shows a grid which is no solution, one grid twice, or fewer solutions than another solver
/// has shown.
pub fn trial<S: Shape>(
    set: &Set<S>,
    task: Task,
    effort: Effort,
    solvers: &mut [Box<dyn DynSolver<S>>],
) -> Vec<Solved> {
    let n = set.puzzles.len();
    let mut all: Vec<Answers> = Vec::new();
    all.resize_with(solvers.len(), || Answers {
        rounds: vec![Vec::with_capacity(effort.rounds); n],
        counts: vec![Counts::default(); n],
        shown: vec![None; n],
        error: None,
    });
    for round in 0..effort.rounds {
        for (solver, answers) in solvers.iter_mut().zip(&mut all) {
            for (i, puzzle) in set.puzzles.iter().enumerate() {
                let long = answers.rounds[i].first().is_some_and(|&time| time > LONG);
                if round > 0 && (long || answers.shown[i].is_none()) {
                    continue;
                }
                let mut budget = Budget::nodes(effort.budget);
                let mut found = Vec::with_capacity(2);
                let start = Instant::now();
                let ended = ask(task, &mut **solver, puzzle, &mut budget, &mut found);
                answers.rounds[i].push(start.elapsed().as_secs_f64() * 1e9);
                answers.counts[i] = *budget.counts();
                let right = found.iter().all(|grid| {
                    // What a solver made is trusted elsewhere, but not here.
                    puzzle.admits(grid) && Grid::<S>::from_values(grid.values()).is_ok()
                });
                if !right || found.len() == 2 && found[0] == found[1] {
                    answers.error = Some(format!("wrong grid for {puzzle}"));
                }
                answers.shown[i] = ended.is_ok().then_some(found.len());
            }
        }
    }
    for (i, puzzle) in set.puzzles.iter().enumerate() {
        let most = all.iter().filter_map(|answers| answers.shown[i]).max();
        for answers in &mut all {
            if answers.shown[i].is_some_and(|shown| Some(shown) < most) {
                answers.error = Some(format!("a solution not found of {puzzle}"));
            }
        }
    }
    let named = solvers.iter().map(|solver| solver.info().name);
    named
        .zip(all)
        .map(|(name, answers)| answers.summary(set, task, name))
        .collect()
}

fn ask<S: Shape>(
    task: Task,
    solver: &mut dyn DynSolver<S>,
    puzzle: &Puzzle<S>,
    budget: &mut Budget<'_>,
    found: &mut Vec<Grid<S>>,
) -> Result<ControlFlow<()>, Exhausted> {
    solver.dyn_try_solve(puzzle, budget, &mut |grid| {
        found.push(*grid);
        if found.len() == task.limit() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    })
}

impl Answers {
    fn summary<S: Shape>(self, set: &Set<S>, task: Task, solver: &'static str) -> Solved {
        let (mut times, mut given_up_after) = (Vec::new(), 0.0_f64);
        let mut total = Counts::default();
        for (mut rounds, (counts, shown)) in self.rounds.into_iter().zip(self.counts.iter().zip(&self.shown))
        {
            rounds.sort_by(f64::total_cmp);
            let time = rounds.get(rounds.len() / 2).copied().unwrap_or(f64::INFINITY);
            if shown.is_some() {
                times.push(time);
            } else {
                times.push(f64::INFINITY);
                given_up_after = given_up_after.max(time);
            }
            total.nodes += counts.nodes;
            total.guesses += counts.guesses;
        }
        times.sort_by(f64::total_cmp);
        Solved {
            set: set.name.clone(),
            source: set.source.clone(),
            size: S::SIZE,
            task,
            solver,
            over_budget: self.shown.iter().filter(|shown| shown.is_none()).count(),
            times,
            given_up_after,
            total,
            most_nodes: self.counts.iter().map(|counts| counts.nodes).max().unwrap_or(0),
            error: self.error,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridwright::grid::{Algorithm, B3x3, Info, Probe, Solver};
    use gridwright::solve::{Dlx, Naive};

    use crate::data::famous;

    /// Shows no solution, or the base grid, whatever the puzzle.
    #[derive(Clone)]
    struct Liar {
        shows: bool,
    }

    impl Algorithm for Liar {
        const INFO: Info = Info {
            name: "liar",
            summary: "wrong",
            source: "here",
            distribution: "none",
        };
    }

    impl Solver for Liar {
        fn try_solve<P, V, B>(
            &mut self,
            _: &Puzzle,
            _: &mut P,
            mut visit: V,
        ) -> Result<ControlFlow<B>, P::Stop>
        where
            P: Probe + ?Sized,
            V: FnMut(&Grid) -> ControlFlow<B>,
        {
            if self.shows {
                return Ok(visit(&Grid::canonical_base()));
            }
            Ok(ControlFlow::Continue(()))
        }
    }

    fn set() -> Set<B3x3> {
        Set {
            name: "famous".into(),
            source: "fame".into(),
            puzzles: famous().into_iter().map(|(_, puzzle)| puzzle).collect(),
        }
    }

    const EFFORT: Effort = Effort {
        rounds: 2,
        budget: 50_000,
    };

    #[test]
    fn wrong_answers_are_errors() {
        for task in Task::ALL {
            let mut solvers: Vec<Box<dyn DynSolver>> = vec![
                Box::new(Dlx::default()),
                Box::new(Liar { shows: false }),
                Box::new(Liar { shows: true }),
            ];
            let errors: Vec<_> = trial(&set(), task, EFFORT, &mut solvers)
                .into_iter()
                .map(|solved| solved.error)
                .collect();
            assert_eq!(errors[0], None);
            assert!(errors[1].as_ref().unwrap().starts_with("a solution not found"));
            assert!(errors[2].as_ref().unwrap().starts_with("wrong grid"));
        }
    }

    #[test]
    fn a_puzzle_over_budget_has_no_time() {
        let mut solvers: Vec<Box<dyn DynSolver>> = vec![Box::new(Naive), Box::new(Dlx::default())];
        let solved = trial(&set(), Task::Unique, EFFORT, &mut solvers);
        // The naive solver needs far more nodes for the puzzle made against it.
        assert!(solved[0].over_budget > 0 && solved[0].over_budget < 8);
        assert_eq!(solved[0].max(), None);
        assert!(solved[0].min().unwrap() > 0.0 && solved[0].given_up_after > 0.0);
        assert_eq!(solved[0].most_nodes, EFFORT.budget);
        assert_eq!(solved[1].over_budget, 0);
        assert!(solved[1].min() <= solved[1].median() && solved[1].median() <= solved[1].max());
        assert!(solved.iter().all(|one| one.error.is_none()));
    }

    #[test]
    fn where_all_give_up_nothing_is_known() {
        let effort = Effort { rounds: 3, budget: 5 };
        let mut solvers: Vec<Box<dyn DynSolver>> = vec![Box::new(Naive)];
        let solved = &trial(&set(), Task::First, effort, &mut solvers)[0];
        assert_eq!(solved.over_budget, set().puzzles.len());
        assert_eq!((solved.min(), solved.median(), solved.max()), (None, None, None));
    }
}
