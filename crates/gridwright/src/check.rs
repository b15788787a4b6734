//! What can be said about a puzzle: whether it is valid, has one solution, needs all of its givens, is
//! symmetric; and why it has no solution.
//!
//! ```
//! use gridwright::check::check;
//! use gridwright::grid::{Budget, Puzzle};
//! use gridwright::solve::Dlx;
//!
//! let mut say = |line: &str| {
//!     let puzzle: Puzzle = line.parse().expect("81 cells");
//!     check(&puzzle, &mut Dlx::default(), &mut Budget::unlimited()).to_string()
//! };
//! assert_eq!(
//!     say("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."),
//!     "unique minimal",
//! );
//! assert_eq!(
//!     say("...........................4..............4.....123.............................."),
//!     "unsolvable: 4 has no place in box 5 (r4c1, r5c7, r6c4, r6c5, r6c6)",
//! );
//! ```

use core::fmt;
use core::ops::ControlFlow;

use gridwright_grid::{
    Budget, Cell, Conflict, Digit, DigitSet, DynSolver, Exhausted, Flat, Grid, House, Outcome, Puzzle, Shape,
};

pub use gridwright_grid::PatternSymmetry;

/// What [`check`] found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<S: Shape> {
    /// What the puzzle is.
    pub verdict: Verdict<S>,
    /// The symmetries of the set of given cells, those of the shape only, in the order of [`PatternSymmetry::ALL`].
    pub symmetries: Vec<PatternSymmetry>,
    /// What ran out before everything was known: the verdict, which givens are redundant, or whether a set of
    /// conflicting givens is minimal.
    pub exhausted: Option<Exhausted>,
}

/// What a puzzle is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<S: Shape> {
    /// Givens contradict each other: at least one conflict.
    Invalid(Vec<Conflict<S>>),
    /// Complete and right.
    Solved(Grid<S>),
    /// One solution.
    Unique {
        /// The solution.
        solution: Grid<S>,
        /// The givens of which any one may be taken away, in order; the others may then be needed.
        redundant: Vec<Cell<S>>,
        /// The givens of which this is not known, in order.
        undecided: Vec<Cell<S>>,
    },
    /// Two or more solutions: the first two found.
    Ambiguous(Grid<S>, Grid<S>),
    /// No solution.
    Unsolvable(Reason<S>),
    /// It is not known how many solutions there are; see [`Report::exhausted`].
    Undetermined,
}

/// Why a puzzle has no solution: givens that cannot stand together, few of them though not the fewest.
///
/// What the puzzle says about candidates holds throughout. Without such restrictions there is at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason<S: Shape> {
    /// What they lead to.
    pub cause: Cause<S>,
    /// The givens, in order.
    pub givens: Vec<Cell<S>>,
    /// Known to be minimal: without any one of them there is a solution.
    pub minimal: bool,
}

/// What conflicting givens lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause<S: Shape> {
    /// They exclude every digit from an empty cell.
    NoCandidate(Cell<S>),
    /// They exclude a digit from every cell of a house.
    NoPlace(Digit, House<S>),
    /// Nothing that shows without a search.
    Search,
}

/// Says what can be said about a puzzle within a budget; the searches share it.
///
/// # Cost
///
/// One search for two solutions. If there is one: a search for each given, for a solution with another digit
/// in its place. If there is none: at most two searches for each given, fewer where the reason shows
/// without any; each of them may cost at most ten times the first one and 100,000 nodes more, so that a small hard
/// core does not cost everything.
///
/// # Order
///
/// Everything depends on the puzzle, the solver and the nodes of the budget alone.
pub fn check<S: Shape>(
    puzzle: &Puzzle<S>,
    solver: &mut dyn DynSolver<S>,
    budget: &mut Budget<'_>,
) -> Report<S> {
    let mut checking = Checking {
        puzzle,
        solver,
        budget,
        exhausted: None,
    };
    let verdict = checking.verdict();
    Report {
        verdict,
        symmetries: PatternSymmetry::ALL
            .into_iter()
            .filter(|symmetry| symmetry.keeps(puzzle))
            .collect(),
        exhausted: checking.exhausted,
    }
}

struct Checking<'a, 'b, S: Shape> {
    puzzle: &'a Puzzle<S>,
    solver: &'a mut dyn DynSolver<S>,
    budget: &'a mut Budget<'b>,
    exhausted: Option<Exhausted>,
}

impl<S: Shape> Checking<'_, '_, S> {
    fn verdict(&mut self) -> Verdict<S> {
        let conflicts = self.puzzle.conflicts();
        if !conflicts.is_empty() {
            return Verdict::Invalid(conflicts);
        }
        if let Some(grid) = self.puzzle.to_grid() {
            return Verdict::Solved(grid);
        }
        let before = self.budget.counts().steps();
        match self.solver.dyn_solve_within(self.puzzle, self.budget) {
            Outcome::Unique(solution) => self.unique(solution),
            Outcome::Ambiguous(first, second) => Verdict::Ambiguous(first, second),
            Outcome::Unsolvable => {
                let cost = self.budget.counts().steps() - before;
                Verdict::Unsolvable(self.reason(cost.saturating_mul(10).saturating_add(100_000)))
            }
            Outcome::Undetermined(exhausted) => {
                self.exhausted = Some(exhausted);
                Verdict::Undetermined
            }
        }
    }

    /// Whether a puzzle has a solution, if at most so many nodes tell.
    fn is_solvable(&mut self, puzzle: &Puzzle<S>, nodes: u64) -> Result<bool, Exhausted> {
        let solver = &mut *self.solver;
        let flow = self.budget.part(nodes, |budget| {
            solver.dyn_try_solve(puzzle, budget, &mut |_| ControlFlow::Break(()))
        })?;
        Ok(flow.is_break())
    }

    fn unique(&mut self, solution: Grid<S>) -> Verdict<S> {
        let (mut redundant, mut undecided, mut last) = (Vec::new(), Vec::new(), None);
        let puzzle = self.puzzle;
        for (cell, removable) in
            gridwright_dig::redundant(puzzle, &solution, |puzzle| self.is_solvable(puzzle, u64::MAX))
        {
            match removable {
                Ok(false) => {}
                Ok(true) => redundant.push(cell),
                Err(exhausted) => {
                    last = Some(exhausted);
                    undecided.push(cell);
                }
            }
        }
        self.exhausted = last;
        Verdict::Unique {
            solution,
            redundant,
            undecided,
        }
    }

    /// Why the puzzle has no solution, with so many nodes for each search.
    fn reason(&mut self, nodes: u64) -> Reason<S> {
        let mut order = givens(self.puzzle);
        let (first, lacking) = self.core(&order, nodes);
        order.reverse();
        let (second, still_lacking) = self.core(&order, nodes);
        let searched = |reason: &Reason<S>| reason.cause == Cause::Search;
        let size = |reason: &Reason<S>| (reason.givens.len(), searched(reason));
        // Two rounds find almost always as small a set as many do.
        let (reason, lacking) = if size(&second) < size(&first) {
            (second, still_lacking)
        } else {
            (first, lacking)
        };
        self.exhausted = lacking;
        reason
    }

    /// Leaves out givens in this order while there is no solution; also what ran out, unless that does not
    /// matter.
    fn core(&mut self, order: &[Cell<S>], nodes: u64) -> (Reason<S>, Option<Exhausted>) {
        let (mut core, mut cause) = shrink(self.puzzle.clone());
        let mut undecided = Vec::new();
        // A given that is needed stays so when others go: one round is enough.
        for &cell in order {
            let Some(given) = core.given(cell) else { continue };
            core.set(cell, None);
            match self.is_solvable(&core, nodes) {
                Ok(true) => core.set(cell, Some(given)),
                Ok(false) => (core, cause) = shrink(core),
                Err(exhausted) => {
                    core.set(cell, Some(given));
                    undecided.push((cell, exhausted));
                }
            }
        }
        undecided.retain(|&(cell, _)| core.given(cell).is_some());
        let reason = Reason {
            cause,
            givens: givens(&core),
            minimal: undecided.is_empty(),
        };
        (reason, undecided.last().map(|&(_, exhausted)| exhausted))
    }
}

/// The cells that hold a given.
fn givens<S: Shape>(puzzle: &Puzzle<S>) -> Vec<Cell<S>> {
    Cell::all().filter(|&cell| puzzle.given(cell).is_some()).collect()
}

/// Of a puzzle without solution: the givens of the shortest reason that shows without search, and that
/// reason; all of them if there is none.
fn shrink<S: Shape>(puzzle: Puzzle<S>) -> (Puzzle<S>, Cause<S>) {
    let Some((cause, cells)) = visible_cause(&puzzle) else {
        return (puzzle, Cause::Search);
    };
    let mut core = puzzle;
    for cell in givens(&core) {
        if !cells.contains(&cell) {
            core.set(cell, None);
        }
    }
    (core, cause)
}

/// A digit without place or a cell without candidate, with the fewest givens that cause it.
fn visible_cause<S: Shape>(puzzle: &Puzzle<S>) -> Option<(Cause<S>, Vec<Cell<S>>)> {
    let given = givens(puzzle);
    let mut candidates = S::CellArray::filled(DigitSet::EMPTY);
    let candidates = candidates.flat_mut();
    let mut bare = puzzle.clone();
    for cell in Cell::all() {
        candidates[cell.index()] = puzzle.candidates(cell);
        bare.set(cell, None);
    }
    // Boxes first: they are the easiest to see.
    let mut houses: Vec<House<S>> = House::all().collect();
    houses.reverse();
    let places = houses.into_iter().flat_map(|house| {
        let open = house
            .cells()
            .fold(DigitSet::EMPTY, |open, cell| open | candidates[cell.index()]);
        (S::ALL & !open).iter().map(move |digit| (house, digit))
    });
    let no_place = places.filter_map(|(house, digit)| {
        let bits = |excludes: &dyn Fn(Cell<S>) -> bool| {
            let cells = house.cells().enumerate();
            cells.fold(0_u32, |bits, (i, cell)| bits | u32::from(excludes(cell)) << i)
        };
        let needed = bits(&|cell| bare.allowed(cell).contains(digit));
        let by = given.iter().map(|&by| {
            let same = puzzle.given(by) == Some(digit);
            (by, bits(&|cell| if same { cell.sees(by) } else { cell == by }))
        });
        Some((Cause::NoPlace(digit, house), cover(needed, by.collect())?))
    });
    let empty = Cell::all().filter(|cell| candidates[cell.index()].is_empty());
    let no_candidate = empty.filter_map(|cell| {
        let needed = bare.allowed(cell).bits();
        let by = given.iter().filter(|by| by.sees(cell)).map(|&by| {
            let digits = puzzle.given(by).map_or(DigitSet::EMPTY, DigitSet::single);
            (by, digits.bits())
        });
        Some((Cause::NoCandidate(cell), cover(needed, by.collect())?))
    });
    no_place.chain(no_candidate).min_by_key(|(_, cells)| cells.len())
}

/// Some of the cells whose bits together hold all that are needed, none of them dispensable.
fn cover<S: Shape>(needed: u32, mut by: Vec<(Cell<S>, u32)>) -> Option<Vec<Cell<S>>> {
    by.retain(|(_, bits)| bits & needed != 0);
    by.sort_by_key(|(_, bits)| (bits & needed).count_ones());
    let mut i = 0;
    let union = |by: &[(Cell<S>, u32)]| by.iter().fold(0, |union, (_, bits)| union | bits);
    if needed & !union(&by) != 0 {
        return None;
    }
    while i < by.len() {
        let one = by.remove(i);
        if needed & !union(&by) != 0 {
            by.insert(i, one);
            i += 1;
        }
    }
    let mut cells: Vec<_> = by.into_iter().map(|(cell, _)| cell).collect();
    cells.sort_unstable();
    Some(cells)
}

impl<S: Shape> Report<S> {
    /// `invalid`, `solved`, `unique`, `ambiguous`, `unsolvable` or `undetermined`.
    pub fn answer(&self) -> &'static str {
        match self.verdict {
            Verdict::Invalid(_) => "invalid",
            Verdict::Solved(_) => "solved",
            Verdict::Unique { .. } => "unique",
            Verdict::Ambiguous(..) => "ambiguous",
            Verdict::Unsolvable(_) => "unsolvable",
            Verdict::Undetermined => "undetermined",
        }
    }

    /// Of a puzzle with one solution whether no given can go, of conflicting givens whether none can; none
    /// where that is not known, or means nothing.
    pub fn is_minimal(&self) -> Option<bool> {
        match &self.verdict {
            Verdict::Unique {
                redundant, undecided, ..
            } => match (redundant.is_empty(), undecided.is_empty()) {
                (false, _) => Some(false),
                (true, true) => Some(true),
                (true, false) => None,
            },
            Verdict::Unsolvable(reason) => reason.minimal.then_some(true),
            _ => None,
        }
    }

    /// The cells to look at, in order: those that contradict each other, are redundant, differ between two
    /// solutions, or hold conflicting givens.
    pub fn cells(&self) -> Vec<Cell<S>> {
        match &self.verdict {
            Verdict::Invalid(conflicts) => {
                let mut cells: Vec<_> = conflicts.iter().flat_map(Conflict::cells).copied().collect();
                cells.sort_unstable();
                cells.dedup();
                cells
            }
            Verdict::Unique { redundant, .. } => redundant.clone(),
            Verdict::Ambiguous(first, second) => Cell::all()
                .filter(|&cell| first.digit(cell) != second.digit(cell))
                .collect(),
            Verdict::Unsolvable(reason) => reason.givens.clone(),
            Verdict::Solved(_) | Verdict::Undetermined => Vec::new(),
        }
    }

    /// What there is to explain, in words; nothing of a puzzle that is as it should be.
    pub fn explanation(&self) -> String {
        let cells = List(&self.cells()).to_string();
        match &self.verdict {
            Verdict::Invalid(conflicts) => {
                let words: Vec<String> = conflicts.iter().map(ToString::to_string).collect();
                words.join("; ")
            }
            Verdict::Unique {
                redundant, undecided, ..
            } => {
                let mut words = Vec::new();
                match redundant.len() {
                    0 => {}
                    1 => words.push(format!("{cells} can go")),
                    _ => words.push(format!("any of {cells} can go")),
                }
                if !undecided.is_empty() {
                    words.push(format!("{} undecided", List(undecided)));
                }
                words.join("; ")
            }
            Verdict::Ambiguous(..) => format!("two solutions differ in {cells}"),
            Verdict::Unsolvable(reason) => reason.to_string(),
            Verdict::Solved(_) | Verdict::Undetermined => String::new(),
        }
    }
}

/// First words: the answer, of a unique puzzle `minimal`, `not-minimal` or `undecided`, and unless it is invalid
/// or solved its symmetries by name, or `full` for all that the shape has; then after a colon, if there is
/// anything to explain, [`Report::explanation`].
impl<S: Shape> fmt::Display for Report<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.answer())?;
        if let Verdict::Unique { .. } = self.verdict {
            f.write_str(match self.is_minimal() {
                Some(true) => " minimal",
                Some(false) => " not-minimal",
                None => " undecided",
            })?;
        }
        if !matches!(self.verdict, Verdict::Invalid(_) | Verdict::Solved(_)) {
            if self.symmetries.len() == PatternSymmetry::of_shape::<S>().count() {
                f.write_str(" full")?;
            } else {
                for symmetry in &self.symmetries {
                    write!(f, " {}", symmetry.name())?;
                }
            }
        }
        match self.explanation().as_str() {
            "" => Ok(()),
            words => write!(f, ": {words}"),
        }
    }
}

/// In words, as `4 has no place in box 5 (r1c4, r4c1, r8c5)`.
impl<S: Shape> fmt::Display for Reason<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = List(&self.givens);
        match (self.cause, self.givens.is_empty()) {
            (Cause::NoCandidate(cell), _) => write!(f, "{cell} has no candidate")?,
            (Cause::NoPlace(digit, house), _) => write!(f, "{digit} has no place in {house}")?,
            (Cause::Search, true) => f.write_str("the candidates leave no solution")?,
            (Cause::Search, false) => write!(f, "{cells} cannot stand together")?,
        }
        if !matches!(self.cause, Cause::Search) && !self.givens.is_empty() {
            write!(f, " ({cells})")?;
        }
        f.write_str(if self.minimal { "" } else { "; fewer may conflict" })
    }
}

/// Cells, separated by commas.
struct List<'a, S>(&'a [Cell<S>]);

impl<S: Shape> fmt::Display for List<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, cell) in self.0.iter().enumerate() {
            write!(f, "{}{cell}", if i == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}
