//! Grades puzzles.

use std::any::Any;
use std::fmt;
use std::ops::ControlFlow;

use gridwright_grid::{
    B3x3, BoxSize, Budget, Cell, DynSolver, Exhausted, Outcome, Puzzle, Shape, WithShape, with_shape,
};
use gridwright_solve_bits::Bits;
use gridwright_solve_dlx::Dlx;
use gridwright_solve_logic::singles::place_cheapest;
use gridwright_solve_logic::{
    Board, Candidate, CellSet, Easy, End, Family, Kind, Pace, Profile, Rated, Reasoner,
};

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
        let mut path = Path::new(board.given());
        path.add_easy(self.scale.profile(), &mut board, &mut self.found);
        if board.is_solved() {
            // All of it was forced: there is no other solution.
            return Verdict::Rated(path.grade(self.scale, puzzle));
        }
        self.reason(puzzle, board, path, budget, None)
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
        mut visit: impl FnMut(&Board, &[Rated]) -> ControlFlow<()>,
    ) -> Verdict {
        let mut board = match Self::board(puzzle) {
            Ok(board) => board,
            Err(verdict) => return verdict,
        };
        board.mark_placed(placed.iter().map(|cell| cell.index() as u8));
        let path = Path::new(board.given());
        self.reason(puzzle, board, path, budget, Some(&mut visit))
    }

    /// The board of a puzzle that is neither invalid nor solved.
    fn board(puzzle: &Puzzle<S>) -> Result<Board, Verdict> {
        match Board::new(puzzle) {
            Ok(board) if board.is_solved() => Err(Verdict::Solved),
            Ok(board) => Ok(board),
            Err(_) => Err(Verdict::Invalid),
        }
    }

    /// Goes on from a board to which that path led, the fast way where nobody wants to see the steps.
    fn reason(
        &mut self,
        puzzle: &Puzzle<S>,
        mut board: Board,
        mut path: Path,
        budget: &mut Budget<'_>,
        mut visit: Option<Visit<'_>>,
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
                path.add_steps(board, found);
                stopped = budget.check().err();
                match (&mut visit, stopped) {
                    (_, Some(_)) => ControlFlow::Break(()),
                    (Some(visit), None) => visit(board, found),
                    (None, None) => ControlFlow::Continue(()),
                }
            });
            if visit.is_none() {
                path.add_easy(self.scale.profile(), &mut board, &mut self.found);
            }
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

/// Is shown what is done at once, before it is done.
type Visit<'a> = &'a mut dyn FnMut(&Board, &[Rated]) -> ControlFlow<()>;

/// What a path has come to.
struct Path {
    given: CellSet,
    statistics: Statistics,
    /// The rating of the first step.
    first: Option<f64>,
    /// The dearest step up to the first that placed a digit, once there was one.
    placed: Option<f64>,
    /// Rounds that cost as much as the dearest.
    dearest: u32,
    /// If these assume candidates: how many of a hundred held, at most.
    held: u32,
    /// What all rounds cost.
    effort: f64,
}

impl Path {
    fn new(given: CellSet) -> Self {
        Self {
            given,
            statistics: Statistics::new(given.len()),
            held: 0,
            first: None,
            placed: None,
            dearest: 0,
            effort: 0.0,
        }
    }

    /// Goes on by what easy puzzles are solved with, without building steps.
    fn add_easy(&mut self, profile: &Profile, board: &mut Board, found: &mut Vec<Candidate>) {
        // A profile that finds them rates them.
        let rating = |kind| profile.rating_of(kind).map_or(0.0, |rating| rating.base);
        match profile.pace {
            Pace::First => {
                let mut counts: [(Option<Kind>, u32); EASY_KINDS] = [(None, 0); EASY_KINDS];
                for (kind, _) in Easy::new(board) {
                    // In the order in which they come first.
                    let slot = counts
                        .iter_mut()
                        .find(|slot| slot.0.is_none_or(|known| known == kind));
                    if let Some(slot) = slot {
                        *slot = (Some(kind), slot.1 + 1);
                    }
                }
                for (kind, count) in counts.into_iter().map_while(|(kind, count)| Some((kind?, count))) {
                    self.add(kind, rating(kind), count, true);
                }
            }
            Pace::All => {
                while let Some((kind, placed)) = place_cheapest(board, found) {
                    self.add(kind, rating(kind), placed, true);
                }
            }
        }
    }

    /// Adds a round: so many steps of a kind and rating, and whether they place digits.
    fn add(&mut self, kind: Kind, rating: f64, steps: u32, places: bool) {
        if rating > self.statistics.cost {
            (self.dearest, self.held) = (0, 0);
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
    fn add_steps(&mut self, board: &Board, found: &[Rated]) {
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
            if kind.family() == Family::Forcing && rating >= self.statistics.cost {
                let all = board.empty().iter().map(|cell| board.marks(cell).count_ones());
                let all = all.sum::<u32>().max(1);
                self.held = self.held.max(100 * all.saturating_sub(count) / all);
            }
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
                score: 100 * cost.round() as u32 + self.dearest.max(self.held).min(MOST_ROUNDS),
                level,
                effort: self.effort.round() as u32,
            }),
            Scale::Paper => Score::Paper(Paper::of(puzzle, self.given, level)),
        };
        Grade {
            score,
            statistics: self.statistics,
        }
    }
}

/// Full house, two hidden singles, two ways of direct locking, direct hidden pair, naked single.
const EASY_KINDS: usize = 7;

/// Rounds of the dearest technique that the score of `plain` tells apart.
const MOST_ROUNDS: u32 = 99;
