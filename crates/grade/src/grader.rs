//! Grades puzzles.

use std::any::Any;
use std::fmt;
use std::ops::ControlFlow;

use gridwright_grid::{
    B3x3, BoxSize, Budget, Cell, DynSolver, Exhausted, Outcome, Puzzle, Shape, WithShape, with_shape,
};
use gridwright_solve_bits::Bits;
use gridwright_solve_dlx::Dlx;
use gridwright_solve_logic::singles::{HiddenSingles, place_cheapest};
use gridwright_solve_logic::{Board, Candidate, End, Family, Kind, Pace, Rated, Reasoner};

use crate::{Er, Paper, Plain, Scale, Score, Statistics, Unsupported, class};

/// A number, and what it rests on.
#[derive(Clone, Debug, PartialEq)]
pub struct Grade {
    /// The number.
    pub score: Score,
    /// The techniques.
    pub statistics: Statistics,
}

/// What a grader says of a puzzle.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// A number.
    Rated(Grade),
    /// Every cell is given.
    Solved,
    /// Givens contradict each other, or the candidates of the puzzle.
    Invalid,
    /// No solution.
    Unsolvable,
    /// Two solutions or more.
    Ambiguous,
    /// One solution, but the techniques of the scale do not lead to it.
    Beyond,
    /// The budget ran out before that was known.
    Undetermined(Exhausted),
}

impl Verdict {
    /// One word: `rated`, or why there is no number.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Rated(_) => "rated",
            Self::Solved => "solved",
            Self::Invalid => "invalid",
            Self::Unsolvable => "unsolvable",
            Self::Ambiguous => "ambiguous",
            Self::Beyond => "beyond",
            Self::Undetermined(_) => "undetermined",
        }
    }

    /// The number, if there is one.
    pub const fn grade(&self) -> Option<&Grade> {
        match self {
            Self::Rated(grade) => Some(grade),
            _ => None,
        }
    }
}

/// The number, else the word.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rated(grade) => grade.score.fmt(f),
            verdict => f.pad(verdict.word()),
        }
    }
}

/// Grades puzzles of a shape on a scale. It keeps working memory between puzzles: one a thread.
pub struct Grader<S: Shape = B3x3> {
    scale: Scale,
    reasoner: Reasoner,
    /// Without techniques that rely on there being one solution of the givens alone.
    careful: Option<Reasoner>,
    solver: Box<dyn DynSolver<S>>,
    /// Working memory.
    found: Vec<Candidate>,
}

impl<S: Shape> fmt::Debug for Grader<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Grader").field(&self.scale).finish()
    }
}

/// The fastest solver of single puzzles: `bits` at 9x9, `dlx` elsewhere.
fn solver<S: Shape>() -> Box<dyn DynSolver<S>> {
    let solver = erased(S::SIZE).downcast::<Box<dyn DynSolver<S>>>();
    *solver.expect("what the shape was asked for")
}

/// Not generic, so that it is compiled here, and not again by each that asks.
fn erased(size: BoxSize) -> Box<dyn Any> {
    with_shape(size, Ask).expect("a shape has its size")
}

struct Ask;

impl WithShape for Ask {
    type Output = Box<dyn Any>;

    fn run<S: Shape>(self) -> Box<dyn Any> {
        let bits: Box<dyn DynSolver<B3x3>> = Box::new(Bits::default());
        let bits: Box<dyn Any> = Box::new(bits);
        bits.downcast::<Box<dyn DynSolver<S>>>()
            .unwrap_or_else(|_| Box::new(Box::new(Dlx::default())))
    }
}

impl<S: Shape> Grader<S> {
    /// A grader on that scale.
    ///
    /// # Errors
    ///
    /// When the scale does not rate puzzles of the shape.
    pub fn new(scale: Scale) -> Result<Self, Unsupported> {
        if !scale.works_at(S::SIZE) {
            return Err(Unsupported { scale, size: S::SIZE });
        }
        Ok(Self {
            scale,
            reasoner: Reasoner::new(scale.profile()),
            careful: None,
            solver: solver(),
            found: Vec::new(),
        })
    }

    /// The scale.
    pub const fn scale(&self) -> Scale {
        self.scale
    }

    /// What the scale says of a puzzle.
    pub fn grade(&mut self, puzzle: &Puzzle<S>) -> Verdict {
        self.grade_within(puzzle, &mut Budget::unlimited())
    }

    /// The same within a budget: its nodes are those of the search for a second solution; its deadline and its flag are
    /// looked at between steps, too.
    pub fn grade_within(&mut self, puzzle: &Puzzle<S>, budget: &mut Budget<'_>) -> Verdict {
        let mut board = match Self::board(puzzle) {
            Ok(board) => board,
            Err(verdict) => return verdict,
        };
        let mut path = Path::new(puzzle.clues());
        self.singles(&mut board, &mut path);
        if board.is_solved() {
            // All of it was forced: there is no other solution.
            return Verdict::Rated(path.grade(self.scale, puzzle));
        }
        self.reason(puzzle, board, path, budget, |_, _| ControlFlow::Continue(()))
    }

    /// The same where some of the givens were placed later, showing what is done at once before it is done: one step, or
    /// all of the cheapest technique. Where `visit` breaks there is no number.
    ///
    /// Where the candidates of the puzzle are restricted and its givens alone have no unique solution, techniques that
    /// rely on one are left out.
    pub fn walk(
        &mut self,
        puzzle: &Puzzle<S>,
        placed: &[Cell<S>],
        budget: &mut Budget<'_>,
        visit: impl FnMut(&Board, &[Rated]) -> ControlFlow<()>,
    ) -> Verdict {
        let mut board = match Self::board(puzzle) {
            Ok(board) => board,
            Err(verdict) => return verdict,
        };
        board.mark_placed(placed.iter().map(|cell| cell.index() as u8));
        let path = Path::new(puzzle.clues());
        self.reason(puzzle, board, path, budget, visit)
    }

    /// The board of a puzzle that is neither invalid nor solved.
    fn board(puzzle: &Puzzle<S>) -> Result<Board, Verdict> {
        match Board::new(puzzle) {
            Ok(board) if board.is_solved() => Err(Verdict::Solved),
            Ok(board) => Ok(board),
            Err(_) => Err(Verdict::Invalid),
        }
    }

    /// The singles with which the path begins, without building their steps.
    fn singles(&mut self, board: &mut Board, path: &mut Path) {
        let profile = self.reasoner.profile();
        // A profile that finds singles rates them.
        let rating = |kind| profile.rating_of(kind).map_or(0.0, |rating| rating.base);
        match profile.pace {
            Pace::First => {
                let mut counts: [(Option<Kind>, u32); 3] = [(None, 0); 3];
                for single in HiddenSingles::new(board) {
                    // In the order in which they come first, of three kinds.
                    let kind = Some(single.kind);
                    let slot = counts.iter_mut().find(|slot| slot.0 == kind || slot.0.is_none());
                    if let Some(slot) = slot {
                        *slot = (kind, slot.1 + 1);
                    }
                }
                for (kind, count) in counts {
                    if let Some(kind) = kind {
                        path.add(kind, rating(kind), count, true);
                    }
                }
            }
            Pace::All => {
                while let Some((kind, placed)) = place_cheapest(board, &mut self.found) {
                    path.add(kind, rating(kind), placed, true);
                }
            }
        }
    }

    /// Goes on from a board to which that path led.
    fn reason(
        &mut self,
        puzzle: &Puzzle<S>,
        mut board: Board,
        mut path: Path,
        budget: &mut Budget<'_>,
        mut visit: impl FnMut(&Board, &[Rated]) -> ControlFlow<()>,
    ) -> Verdict {
        match self.solver.dyn_solve_within(puzzle, budget) {
            Outcome::Unique(_) => {}
            Outcome::Unsolvable => return Verdict::Unsolvable,
            Outcome::Ambiguous(..) => return Verdict::Ambiguous,
            Outcome::Undetermined(exhausted) => return Verdict::Undetermined(exhausted),
        }
        let reasoner = match self.needs_care(puzzle, budget) {
            Err(exhausted) => return Verdict::Undetermined(exhausted),
            Ok(false) => &mut self.reasoner,
            Ok(true) => self.careful.get_or_insert_with(|| {
                Reasoner::new(self.scale.profile()).keeping(|kind| kind.family() != Family::Uniqueness)
            }),
        };
        let mut stopped = None;
        let end = loop {
            let round = reasoner.round(&mut board, |board, found| {
                path.add_steps(found);
                stopped = budget.check().err();
                stopped.map_or_else(|| visit(board, found), |_| ControlFlow::Break(()))
            });
            if let ControlFlow::Break(end) = round {
                break end;
            }
        };
        match (end, stopped) {
            (_, Some(exhausted)) => Verdict::Undetermined(exhausted),
            (End::Solved, _) => Verdict::Rated(path.grade(self.scale, puzzle)),
            _ => Verdict::Beyond,
        }
    }

    /// Whether the solution is unique only because candidates are restricted.
    fn needs_care(&mut self, puzzle: &Puzzle<S>, budget: &mut Budget<'_>) -> Result<bool, Exhausted> {
        if !puzzle.is_restricted() {
            return Ok(false);
        }
        let mut givens = Puzzle::empty();
        for cell in Cell::all() {
            givens.set(cell, puzzle.given(cell));
        }
        match self.solver.dyn_solve_within(&givens, budget) {
            Outcome::Undetermined(exhausted) => Err(exhausted),
            outcome => Ok(!matches!(outcome, Outcome::Unique(_))),
        }
    }
}

/// What a path has come to.
struct Path {
    statistics: Statistics,
    /// The rating of the first step.
    first: Option<f64>,
    /// The dearest step up to the first that placed a digit, once there was one.
    placed: Option<f64>,
    /// Rounds that cost as much as the dearest.
    dearest: u32,
    /// What all rounds cost.
    effort: f64,
}

impl Path {
    fn new(clues: usize) -> Self {
        Self {
            statistics: Statistics::new(clues),
            first: None,
            placed: None,
            dearest: 0,
            effort: 0.0,
        }
    }

    /// Adds a round: so many steps of a kind and rating, and whether they place digits.
    fn add(&mut self, kind: Kind, rating: f64, steps: u32, places: bool) {
        if rating > self.statistics.cost {
            self.dearest = 0;
        }
        self.dearest += u32::from(rating >= self.statistics.cost);
        self.effort += rating;
        self.first.get_or_insert(rating);
        self.statistics.add(kind, rating, steps);
        if places {
            self.placed.get_or_insert(self.statistics.cost);
        }
    }

    /// Adds a round of steps of one rating: of those that do the same the first counts.
    fn add_steps(&mut self, found: &[Rated]) {
        let same = |a: &Rated, b: &Rated| {
            a.step.kind == b.step.kind
                && a.step.placements == b.step.placements
                && a.step.eliminations == b.step.eliminations
        };
        let mut kinds: Vec<(Kind, u32)> = Vec::new();
        for (i, rated) in found.iter().enumerate() {
            if found[..i].iter().any(|earlier| same(earlier, rated)) {
                continue;
            }
            match kinds.iter_mut().find(|(kind, _)| *kind == rated.step.kind) {
                Some((_, count)) => *count += 1,
                None => kinds.push((rated.step.kind, 1)),
            }
        }
        kinds.sort_unstable();
        let places = found.iter().any(|rated| !rated.step.placements.is_empty());
        let rating = found.first().map_or(0.0, |rated| rated.rating);
        let mut kinds = kinds.into_iter();
        if let Some((kind, count)) = kinds.next() {
            self.add(kind, rating, count, places);
        }
        // Of several kinds that cost the same, the first stands for the round.
        kinds.for_each(|(kind, count)| self.statistics.add(kind, rating, count));
    }

    #[allow(clippy::cast_sign_loss, reason = "no cost is negative")]
    fn grade<S: Shape>(self, scale: Scale, puzzle: &Puzzle<S>) -> Grade {
        let cost = self.statistics.cost;
        let level = self.statistics.bottleneck.map_or(1, class);
        let score = match scale {
            Scale::Er => Score::Er(Er {
                er: cost,
                ep: self.placed.unwrap_or(cost),
                ed: self.first.unwrap_or(cost),
            }),
            Scale::Plain => Score::Plain(Plain {
                score: 100 * cost.round() as u32 + self.dearest.min(MOST_ROUNDS),
                level,
                effort: self.effort.round() as u32,
            }),
            Scale::Paper => Score::Paper(Paper::of(puzzle, level)),
        };
        Grade {
            score,
            statistics: self.statistics,
        }
    }
}

/// Rounds of the dearest technique that the score of `plain` tells apart.
const MOST_ROUNDS: u32 = 99;
