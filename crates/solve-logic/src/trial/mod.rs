//! Trial: a candidate that leads to a contradiction is none.
//!
//! The rules that are applied to an assumption end at the same board whatever their order, so which candidates fail
//! is the same for every equivalent of a puzzle.

mod closure;

use std::ops::ControlFlow;

use self::closure::{Broken, Closure};
use crate::{Board, Candidate, Form, Kind, MAX_CELLS, Step, Technique, Visit, bits};

/// How far an assumption is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reach {
    /// By singles.
    Singles,
    /// By singles, intersections and subsets of up to four.
    Subsets,
    /// By these, and by trials with singles of what is left.
    Nested,
    /// By these, and by trials with subsets of what is left.
    NestedSubsets,
}

impl Reach {
    /// Of the trials within.
    const fn inner(self) -> Option<Self> {
        match self {
            Self::Singles | Self::Subsets => None,
            Self::Nested => Some(Self::Singles),
            Self::NestedSubsets => Some(Self::Subsets),
        }
    }
}

/// Assumes every candidate in turn, and removes those that lead to a contradiction. Singles that are on the board
/// already are left to whoever looks for singles.
///
/// # Cost
///
/// With singles some microseconds a candidate, with subsets tens, nested some milliseconds.
pub struct Trial {
    reach: Reach,
    outer: Option<Closure>,
    inner: Option<Closure>,
}

impl Trial {
    /// With assumptions followed so far.
    pub const fn new(reach: Reach) -> Self {
        Self {
            reach,
            outer: None,
            inner: None,
        }
    }
}

/// Candidates by cell, as bits.
type Marks = [u16; MAX_CELLS];

/// A closure that starts from that board.
fn ready<'a>(closure: &'a mut Option<Closure>, board: &Board) -> &'a mut Closure {
    let closure = closure.get_or_insert_with(|| Closure::new(board));
    closure.reset(board);
    closure
}

/// Whether an assumption leads to no contradiction; then all that follows from it leads to none, either.
fn holds(
    board: &Board,
    candidate: Candidate,
    reach: Reach,
    outer: &mut Closure,
    inner: &mut Option<Closure>,
    known: &mut Marks,
) -> Result<(), Broken> {
    outer.reset(board);
    follow(candidate, reach, outer, inner)?;
    for cell in board.empty() {
        if let Some(digit) = outer.board.value(cell).checked_sub(1) {
            known[usize::from(cell)] |= 1 << digit;
        }
    }
    Ok(())
}

/// Applies the rules to an assumption, and trials within, until nothing changes.
fn follow(
    candidate: Candidate,
    reach: Reach,
    closure: &mut Closure,
    inner: &mut Option<Closure>,
) -> Result<(), Broken> {
    closure.assume(candidate, reach)?;
    let Some(within) = reach.inner() else {
        return Ok(());
    };
    loop {
        let board = closure.board.clone();
        let inner = ready(inner, &board);
        let mut known = [0; MAX_CELLS];
        let mut changed = false;
        for candidate in candidates(&board) {
            let open = closure.board.has(candidate)
                && known[usize::from(candidate.cell)] >> candidate.index() & 1 == 0;
            if open && holds(&closure.board, candidate, within, inner, &mut None, &mut known).is_err() {
                let step = closure
                    .is_traced()
                    .then(|| explained(&closure.board, candidate, within));
                closure.exclude(candidate, step)?;
                closure.close(reach)?;
                changed = true;
            }
        }
        if !changed {
            return Ok(());
        }
    }
}

/// Every candidate, by cell, then digit.
fn candidates(board: &Board) -> impl Iterator<Item = Candidate> + '_ {
    board
        .empty()
        .iter()
        .flat_map(|cell| bits(board.marks(cell)).map(move |digit| Candidate::new(cell, digit)))
}

/// The step of a candidate that fails.
fn explained(board: &Board, candidate: Candidate, reach: Reach) -> Step {
    let mut closure = Closure::traced(board);
    let mut step = Step::new(kind(reach), board.layout().size);
    step.eliminations.push(candidate);
    let pattern = &mut step.pattern;
    pattern.cells.push(candidate.cell);
    pattern.digits = 1 << candidate.index();
    pattern.form = Some(Form::Contradiction);
    if let Err(broken) = follow(candidate, reach, &mut closure, &mut None) {
        match broken {
            Broken::Cell(cell) => pattern.cells.push(cell),
            Broken::House(house, digit) => {
                pattern.houses.push(house);
                pattern.digits |= 1 << digit;
            }
        }
        let chain = closure.chain(broken);
        pattern.complexity = chain.len() as u32;
        pattern.chains.push(chain);
    }
    step
}

const fn kind(reach: Reach) -> Kind {
    match reach {
        Reach::Singles => Kind::TrialSingles,
        Reach::Subsets => Kind::TrialSubsets,
        Reach::Nested => Kind::NestedTrial,
        Reach::NestedSubsets => Kind::NestedTrialSubsets,
    }
}

impl Technique for Trial {
    fn kinds(&self) -> &'static [Kind] {
        match self.reach {
            Reach::Singles => &[Kind::TrialSingles],
            Reach::Subsets => &[Kind::TrialSubsets],
            Reach::Nested => &[Kind::NestedTrial],
            Reach::NestedSubsets => &[Kind::NestedTrialSubsets],
        }
    }

    fn search(&mut self, board: &Board, visit: Visit<'_>) -> ControlFlow<()> {
        let outer = ready(&mut self.outer, board);
        let mut known = [0; MAX_CELLS];
        for candidate in candidates(board) {
            let open = known[usize::from(candidate.cell)] >> candidate.index() & 1 == 0;
            if open && holds(board, candidate, self.reach, outer, &mut self.inner, &mut known).is_err() {
                visit(explained(board, candidate, self.reach))?;
            }
        }
        ControlFlow::Continue(())
    }
}
