//! Attempts at puzzles.

use core::any::Any;
use core::fmt;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use gridwright_dig::{Dig, Dug, Recipe};
use gridwright_grid::rng::{DefaultRng, shuffle, stream};
use gridwright_grid::{
    B3x3, BoxSize, Budget, Canonicalizer, Cell, DynSolver, Exhausted, Grid, Outcome, Puzzle, Shape,
    WithShape, with_shape,
};
use gridwright_sampling::MinimalPuzzle;

use crate::Order;
use crate::climb::{Digger, Tools};
use crate::judge::Judge;
use crate::order::Making;
use crate::sampler::{Sampler, sampler};

/// A puzzle as asked for.
#[derive(Clone, Debug)]
pub struct Made<S: Shape = B3x3> {
    /// The puzzle.
    pub puzzle: Puzzle<S>,
    /// Its only solution; `None` where it has several.
    pub solution: Option<Grid<S>>,
    /// Attempts at it, this one included.
    pub attempts: u64,
    /// How many of them had several solutions, of methods that do not test it.
    pub ambiguous: u64,
    /// What equivalent puzzles have in common, and others do not: the canonical form, of shapes up to 9x9; of larger ones
    /// the puzzle itself.
    pub key: Box<[u8]>,
}

impl<S: Shape> Made<S> {
    /// Whether another solver, best of another kind, finds the same.
    ///
    /// # Errors
    ///
    /// When the budget runs out before that is known.
    pub fn prove(&self, second: &mut dyn DynSolver<S>, budget: &mut Budget<'_>) -> Result<bool, Exhausted> {
        match second.dyn_solve_within(&self.puzzle, budget) {
            Outcome::Undetermined(exhausted) => Err(exhausted),
            Outcome::Unique(solution) => Ok(self.solution == Some(solution)),
            Outcome::Ambiguous(..) => Ok(self.solution.is_none()),
            Outcome::Unsolvable => Ok(false),
        }
    }
}

/// Why a puzzle was not made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The budget ran out.
    Exhausted(Exhausted),
    /// So many attempts were in vain.
    GaveUp(u64),
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exhausted(exhausted) => exhausted.fmt(f),
            Self::GaveUp(attempts) => write!(f, "{attempts} attempts were in vain"),
        }
    }
}

impl core::error::Error for Stopped {}

impl From<Exhausted> for Stopped {
    fn from(exhausted: Exhausted) -> Self {
        Self::Exhausted(exhausted)
    }
}

/// Makes the puzzles of an order. It keeps working memory: one a thread.
pub struct Worker<S: Shape = B3x3> {
    order: Arc<Order<S>>,
    units: Box<dyn Units<S>>,
}

impl<S: Shape> Worker<S> {
    pub(crate) fn new(order: Arc<Order<S>>) -> Self {
        let shared: Arc<dyn Any + Send + Sync> = order.clone();
        let units = erased(S::SIZE, shared).downcast::<Box<dyn Units<S>>>();
        Self {
            units: *units.expect("what the shape was asked for"),
            order,
        }
    }

    /// What it makes puzzles for.
    pub fn order(&self) -> &Order<S> {
        &self.order
    }

    /// Appends the puzzles of a unit of work: the first puzzle that is made after `from` attempts, or, of an order that
    /// [`is_whole`](Order::is_whole), those of a grid.
    ///
    /// # Errors
    ///
    /// When the budget runs out, or the attempts.
    pub fn unit(
        &mut self,
        seed: u64,
        unit: u64,
        from: u64,
        budget: &mut Budget<'_>,
        made: &mut Vec<Made<S>>,
    ) -> Result<(), Stopped> {
        self.units.unit(seed, unit, from, budget, made)
    }
}

/// [`Worker::unit`] behind a pointer.
trait Units<S: Shape>: Send {
    fn unit(
        &mut self,
        seed: u64,
        unit: u64,
        from: u64,
        budget: &mut Budget<'_>,
        made: &mut Vec<Made<S>>,
    ) -> Result<(), Stopped>;
}

/// What makes the puzzles of an order at a shape. Not generic, so that every method at every shape is compiled here, and
/// not again by each that asks.
fn erased(size: BoxSize, order: Arc<dyn Any + Send + Sync>) -> Box<dyn Any> {
    with_shape(size, Ask(order)).expect("an order of another shape is refused")
}

struct Ask(Arc<dyn Any + Send + Sync>);

impl WithShape for Ask {
    type Output = Box<dyn Any>;

    fn run<S: Shape>(self) -> Box<dyn Any> {
        let order = self.0.downcast().expect("an order of the same shape");
        let units: Box<dyn Units<S>> = Box::new(Attempts::new(order));
        Box::new(units)
    }
}

/// What makes attempts.
struct Attempts<S: Shape> {
    order: Arc<Order<S>>,
    sampler: Option<Box<dyn Sampler<S>>>,
    judge: Judge<S>,
    tools: Tools<S>,
    /// Removes whatever it can.
    plain: Dig<S>,
}

/// What a method made.
pub(crate) struct Draft<S: Shape> {
    pub(crate) puzzle: Puzzle<S>,
    /// The solution, if it is known to be the only one.
    pub(crate) solution: Option<Grid<S>>,
    pub(crate) minimal: bool,
}

impl<S: Shape> From<Dug<S>> for Draft<S> {
    fn from(dug: Dug<S>) -> Self {
        Self {
            solution: dug.unique.then_some(dug.solution),
            // Of symmetric puzzles single clues were not looked at; what was is looked at again.
            minimal: false,
            puzzle: dug.puzzle,
        }
    }
}

impl<S: Shape> From<MinimalPuzzle<S>> for Draft<S> {
    fn from(made: MinimalPuzzle<S>) -> Self {
        Self {
            puzzle: made.puzzle,
            solution: Some(made.grid),
            minimal: true,
        }
    }
}

/// Whether a draft is as asked for.
enum Verdict<S: Shape> {
    /// It is; with its only solution if it has only one.
    Fine(Option<Grid<S>>),
    Ambiguous,
    /// It is so far from the difficulty asked for, and else as asked for.
    Distant(u32),
    Other,
}

impl<S: Shape> Attempts<S> {
    fn new(order: Arc<Order<S>>) -> Self {
        let sampler = match order.making {
            Making::Sampled(name) => sampler(name, &order.filler),
            _ => None,
        };
        Self {
            tools: Tools::new(&order),
            sampler,
            judge: Judge::new(&order.wishes.difficulty),
            plain: Dig::new(Recipe {
                nodes: u64::MAX,
                ..Recipe::default()
            })
            .expect("nothing is asked of the puzzle"),
            order,
        }
    }

    /// An attempt at a puzzle.
    fn attempt(
        &mut self,
        seed: u64,
        attempt: u64,
        budget: &mut Budget<'_>,
    ) -> Result<(Puzzle<S>, Verdict<S>), Exhausted> {
        let order = Arc::clone(&self.order);
        let mut rng = stream(seed, attempt);
        let draft = match &order.making {
            Making::Climb(digger) => return self.climb(digger, &mut rng, budget),
            Making::Method(method) => {
                let dug = self.tools.maker.make(method, &*order.filler, &mut rng, budget)?;
                dug.map(Draft::from)
            }
            Making::Sampled(_) => self.sampled(seed, attempt, budget)?.pop(),
        };
        match draft {
            None => Ok((Puzzle::empty(), Verdict::Other)),
            Some(draft) => {
                let verdict = self.judge(&draft, budget)?;
                Ok((draft.puzzle, verdict))
            }
        }
    }

    fn sampled(
        &mut self,
        seed: u64,
        index: u64,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Draft<S>>, Exhausted> {
        let mut puzzles = Vec::new();
        if let Some(sampler) = &mut self.sampler {
            sampler.item(seed, index, budget, &mut puzzles)?;
        }
        Ok(puzzles.into_iter().map(Draft::from).collect())
    }

    fn judge(&mut self, draft: &Draft<S>, budget: &mut Budget<'_>) -> Result<Verdict<S>, Exhausted> {
        let wishes = &self.order.wishes;
        let clues = draft.puzzle.clues();
        if wishes
            .clues
            .as_ref()
            .is_some_and(|wanted| !wanted.contains(&clues))
        {
            return Ok(Verdict::Other);
        }
        let mut solution = draft.solution;
        if solution.is_none() || wishes.minimal && !draft.minimal {
            // The stream does not matter: only whether anything can be removed does.
            match self
                .tools
                .maker
                .minimize(&self.plain, &draft.puzzle, &mut stream(0, 0), budget)?
            {
                Err(_) if wishes.ambiguous => return Ok(Verdict::Fine(None)),
                Err(_) => return Ok(Verdict::Ambiguous),
                Ok(dug) if wishes.minimal && !(dug.minimal && dug.puzzle.clues() == clues) => {
                    return Ok(Verdict::Other);
                }
                Ok(dug) => solution = Some(dug.solution),
            }
        }
        Ok(match self.judge.distance(&draft.puzzle, budget)? {
            0 => Verdict::Fine(solution),
            distance => Verdict::Distant(distance),
        })
    }

    /// Makes some puzzles, and changes clues of the one that is nearest as long as that leads nearer.
    fn climb(
        &mut self,
        digger: &Digger<S>,
        rng: &mut DefaultRng,
        budget: &mut Budget<'_>,
    ) -> Result<(Puzzle<S>, Verdict<S>), Exhausted> {
        let filler = Arc::clone(&self.order.filler);
        let mut nearest: Option<(u32, Grid<S>, Draft<S>)> = None;
        for _ in 0..STARTS {
            let grid = filler.dyn_fill_within(rng, budget)?;
            let Some(draft) = self.tools.start(digger, &grid, rng, budget)? else {
                continue;
            };
            match self.judge(&draft, budget)? {
                Verdict::Distant(distance) => {
                    if nearest.as_ref().is_none_or(|(least, ..)| distance < *least) {
                        nearest = Some((distance, grid, draft));
                    }
                }
                Verdict::Fine(solution) => return Ok((draft.puzzle, Verdict::Fine(solution))),
                Verdict::Ambiguous | Verdict::Other => {}
            }
        }
        let Some((mut distance, grid, mut draft)) = nearest else {
            return Ok((Puzzle::empty(), Verdict::Other));
        };
        self.tools.turn_to(&grid);
        let spares = !self.order.wishes.minimal;
        let (mut idle, mut spare) = (0, false);
        while idle < IDLE {
            idle += 1;
            let add = spares && idle % 2 == 0 && self.judge.is_stuck(distance);
            let next = if add {
                self.tools.easier(&draft.puzzle, &grid, rng)
            } else {
                self.tools.neighbour(digger, &draft.puzzle, &grid, rng, budget)?
            };
            let Some(next) = next else { continue };
            match self.judge(&next, budget)? {
                Verdict::Fine(solution) => {
                    let mut puzzle = next.puzzle;
                    if add || spare {
                        self.tidy(&mut puzzle, rng, budget)?;
                    }
                    return Ok((puzzle, Verdict::Fine(solution)));
                }
                Verdict::Distant(nearer) if nearer < distance || nearer == distance && !add => {
                    if nearer < distance {
                        idle = 0;
                    }
                    (distance, draft, spare) = (nearer, next, add);
                }
                _ => {}
            }
        }
        Ok((draft.puzzle, Verdict::Distant(distance)))
    }

    /// Removes the clues without which the puzzle would be as asked for, too.
    fn tidy(
        &mut self,
        puzzle: &mut Puzzle<S>,
        rng: &mut DefaultRng,
        budget: &mut Budget<'_>,
    ) -> Result<(), Exhausted> {
        let mut clues: Vec<Cell<S>> = Cell::all().filter(|&cell| puzzle.given(cell).is_some()).collect();
        shuffle(rng, &mut clues);
        for clue in clues {
            let mut less = Draft {
                puzzle: puzzle.clone(),
                solution: None,
                minimal: false,
            };
            self.tools.set(&mut less.puzzle, clue, None);
            if less.puzzle.clues() < puzzle.clues()
                && let Verdict::Fine(_) = self.judge(&less, budget)?
            {
                *puzzle = less.puzzle;
            }
        }
        Ok(())
    }
}

impl<S: Shape> Units<S> for Attempts<S> {
    fn unit(
        &mut self,
        seed: u64,
        unit: u64,
        from: u64,
        budget: &mut Budget<'_>,
        made: &mut Vec<Made<S>>,
    ) -> Result<(), Stopped> {
        let order = Arc::clone(&self.order);
        if order.is_whole() {
            order.tried.fetch_add(1, Ordering::Relaxed);
            for draft in self.sampled(seed, unit, budget)? {
                if let Verdict::Fine(solution) = self.judge(&draft, budget)? {
                    made.push(finish(draft.puzzle, solution, 1, 0));
                }
            }
            return Ok(());
        }
        let seed = Order::<S>::seed_of(seed, unit);
        let mut ambiguous = 0;
        for attempt in from..order.attempts().max(from + 1) {
            budget.check()?;
            order.tried.fetch_add(1, Ordering::Relaxed);
            let nodes = order.nodes;
            match budget.part(nodes, |budget| self.attempt(seed, attempt, budget)) {
                Ok((puzzle, Verdict::Fine(solution))) => {
                    made.push(finish(puzzle, solution, attempt + 1, ambiguous));
                    return Ok(());
                }
                Ok((_, Verdict::Ambiguous)) => ambiguous += 1,
                Ok(_) | Err(Exhausted::Nodes) => {}
                Err(stop) => return Err(stop.into()),
            }
        }
        Err(Stopped::GaveUp(order.attempts()))
    }
}

/// Puzzles of which the nearest is changed.
const STARTS: u32 = 64;

/// Changes in a row that lead no nearer, before it is given up.
const IDLE: u32 = 100;

fn finish<S: Shape>(puzzle: Puzzle<S>, solution: Option<Grid<S>>, attempts: u64, ambiguous: u64) -> Made<S> {
    let form = if const { S::CELLS > B3x3::CELLS } {
        None
    } else {
        let canonicalizer = Canonicalizer::shared();
        match &solution {
            Some(grid) => canonicalizer.puzzle_with_solution(&puzzle, grid).ok(),
            None => canonicalizer.puzzle_without_solution(&puzzle).ok(),
        }
    };
    let key = form.as_ref().map_or(&puzzle, |canonical| &canonical.form);
    Made {
        key: key.values().into(),
        puzzle,
        solution,
        attempts,
        ambiguous,
    }
}

impl<S: Shape> fmt::Debug for Worker<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Worker")
            .field("order", &self.order)
            .finish_non_exhaustive()
    }
}
