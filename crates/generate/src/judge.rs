//! How far a puzzle is from the difficulty asked for.

use core::fmt;
use core::ops::{ControlFlow, RangeInclusive};

use gridwright_grade::{Er, Grader, Scale};
use gridwright_grid::{B3x3, Budget, Exhausted, Puzzle, Shape};
use gridwright_solve_logic::{Board, Easy, End, Family, Growth, Kind, Profile, Rated, Reasoner};

use crate::Refusal;

/// The difficulty asked for; the default is any.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difficulty {
    /// ER, in tenths: `70..=80` is 7.0 to 8.0. 3x3 only.
    pub er: Option<RangeInclusive<u32>>,
    /// A technique that is needed: the puzzle is solved by the techniques of its scale that cost at most as much, and is
    /// not without it. The scale is `er`, or `plain` where `er` does not know the technique or the shape.
    pub technique: Option<Kind>,
}

/// As difficult as any puzzle known, in tenths of ER.
const MOST: u32 = 119;

/// In tenths of ER, from where on puzzles are rare.
const RARE_ER: u32 = 95;

/// Techniques that are seldom needed.
const RARE: [Kind; 11] = [
    Kind::DirectClaiming,
    Kind::MultiColors2,
    Kind::SueDeCoq,
    Kind::DynamicForcingChainsPlus,
    Kind::DynamicForcingChainsPlusChains,
    Kind::DynamicForcingChainsPlusMultiple,
    Kind::DynamicForcingChainsPlusDynamic,
    Kind::DynamicForcingChainsPlusDynamicPlus,
    Kind::TrialSubsets,
    Kind::NestedTrial,
    Kind::NestedTrialSubsets,
];

/// What is further away than anything.
const FAR: u32 = 1_000;

impl Difficulty {
    /// Whether any puzzle is as difficult, as far as that shows at once.
    pub(crate) fn check<S: Shape>(&self) -> Result<(), Refusal> {
        if let Some(range) = &self.er {
            if !Scale::Er.works_at(S::SIZE) {
                return Err(Refusal::NotRated(S::SIZE));
            }
            if !is_rating(range, Scale::Er.profile()) {
                return Err(Refusal::Er(*range.start(), *range.end()));
            }
        }
        let Some(kind) = self.technique else {
            return Ok(());
        };
        let scale = scale_of::<S>(kind).ok_or(Refusal::Technique(kind, S::SIZE))?;
        if S::SIDE < least_side(kind) {
            return Err(Refusal::Needless(kind, S::SIZE));
        }
        let profile = scale.profile();
        if let (Scale::Er, Some(range), Some(own)) = (scale, &self.er, profile.rating_of(kind)) {
            let base = Er::tenths(own.base);
            let mut cheap = profile
                .ratings
                .iter()
                .filter(|(_, rating)| rating.base <= own.base);
            let fixed = cheap.all(|(_, rating)| rating.growth == Growth::None);
            if *range.end() < base || fixed && *range.start() > base {
                return Err(Refusal::Cost(kind, base, fixed));
            }
        }
        Ok(())
    }

    /// The clues of a puzzle that is so easy, at the least: each full house fills the last cell of a row, column or box,
    /// and none of these twice.
    pub(crate) fn least_clues<S: Shape>(&self) -> usize {
        if self.needs_full_houses_alone() {
            S::CELLS - 3 * S::SIDE
        } else {
            0
        }
    }

    /// Whether nothing but full houses may be needed.
    pub(crate) fn needs_full_houses_alone(&self) -> bool {
        self.er.as_ref().is_some_and(|range| *range.end() < 12) || self.technique == Some(Kind::FullHouse)
    }

    /// Whether puzzles like that come so seldom that a core may need many minutes for one: fewer than two came in half a
    /// minute.
    pub fn is_rare(&self) -> bool {
        let er = self.er.as_ref().is_some_and(|range| *range.start() >= RARE_ER);
        er || self.technique.is_some_and(|kind| RARE.contains(&kind))
    }

    /// Whether anything is asked.
    pub(crate) const fn is_any(&self) -> bool {
        self.er.is_none() && self.technique.is_none()
    }
}

/// Whether a step may cost so much.
fn is_rating(range: &RangeInclusive<u32>, profile: &Profile) -> bool {
    let (&low, &high) = (range.start(), range.end().min(&MOST));
    low <= high
        && profile.ratings.iter().any(|(_, rating)| {
            let base = Er::tenths(rating.base);
            base <= high && (base >= low || rating.growth != Growth::None)
        })
}

/// The digits with which a technique may be needed, at the least. So many cells or lines do the same as all others of
/// their house or grid: with fewer digits those are a single, a smaller set or a smaller fish, and cheaper.
const fn least_side(kind: Kind) -> usize {
    match kind {
        Kind::HiddenPair => 5,
        Kind::NakedTriple | Kind::Swordfish => 6,
        Kind::HiddenTriple => 7,
        Kind::NakedQuad | Kind::Jellyfish => 8,
        Kind::HiddenQuad => 9,
        _ => 0,
    }
}

/// The scale whose techniques tell whether this one is needed.
fn scale_of<S: Shape>(kind: Kind) -> Option<Scale> {
    [Scale::Er, Scale::Plain]
        .into_iter()
        .find(|scale| scale.works_at(S::SIZE) && scale.profile().rating_of(kind).is_some())
}

/// Measures puzzles that have one solution. It keeps working memory: one a thread.
pub(crate) struct Judge<S: Shape = B3x3> {
    er: Option<(RangeInclusive<u32>, Reasoner)>,
    technique: Option<Needed<S>>,
}

/// What tells whether a technique is needed.
struct Needed<S: Shape> {
    kind: Kind,
    /// What costs at most as much, without it.
    without: Reasoner,
    /// With it.
    with: Reasoner,
    /// It alone, where looking for it takes no longer than for all that is cheaper.
    alone: Option<Reasoner>,
    grader: Grader<S>,
}

/// Whether a technique is found or not without following chains.
const fn is_quick(kind: Kind) -> bool {
    matches!(
        kind.family(),
        Family::Direct
            | Family::Intersection
            | Family::Subset
            | Family::Fish
            | Family::SingleDigit
            | Family::Coloring
            | Family::Wing
            | Family::Uniqueness
    )
}

/// The technique is nowhere on the way.
const ABSENT: u32 = 400;

/// What costs as much solves the puzzle without it.
const SOLVED: u32 = 300;

impl<S: Shape> Needed<S> {
    fn new(kind: Kind) -> Option<Self> {
        let scale = scale_of::<S>(kind)?;
        let profile = scale.profile();
        let cost = profile.rating_of(kind)?.base;
        let cheap = move |other| profile.rating_of(other).is_some_and(|rating| rating.base <= cost);
        Some(Self {
            kind,
            without: Reasoner::new(profile).keeping(|other| cheap(other) && other != kind),
            with: Reasoner::new(profile).keeping(cheap),
            alone: is_quick(kind).then(|| Reasoner::new(profile).keeping(|other| other == kind)),
            grader: Grader::new(scale).ok()?,
        })
    }

    /// 0 if it is. Else the more, the farther: it helps, and so many cells are left; it does not help; it is not
    /// needed; it is not even possible on the way.
    fn distance(
        &mut self,
        puzzle: &Puzzle<S>,
        mut board: Board,
        budget: &mut Budget<'_>,
    ) -> Result<u32, Exhausted> {
        let mut possible = false;
        let alone = &mut self.alone;
        let without = run(&mut self.without, &mut board, budget, &mut |board, found| {
            let single = found
                .iter()
                .any(|rated| rated.step.kind.family() == Family::Single);
            possible =
                possible || !single && alone.as_mut().is_some_and(|alone| !alone.next(board).is_empty());
            true
        })?;
        let helps = without != End::Solved && !self.with.next(&board).is_empty();
        if !helps {
            let absent = if possible { 0 } else { ABSENT };
            return Ok(absent
                + if without == End::Solved {
                    SOLVED
                } else {
                    SOLVED - 1
                });
        }
        if run(&mut self.with, &mut board, budget, &mut |_, _| true)? != End::Solved {
            return Ok(1 + board.empty().len() as u32);
        }
        // The path from the start may be another one.
        let verdict = self.grader.grade_within(puzzle, budget);
        let used = verdict.grade().is_some_and(|grade| {
            let mut techniques = grade.statistics.techniques.iter();
            techniques.any(|&(kind, _)| kind == self.kind)
        });
        Ok(u32::from(!used))
    }
}

/// Solves as far as it goes, or until `goes_on` says no to what is done next.
fn run(
    reasoner: &mut Reasoner,
    board: &mut Board,
    budget: &mut Budget<'_>,
    goes_on: &mut dyn FnMut(&Board, &[Rated]) -> bool,
) -> Result<End, Exhausted> {
    loop {
        let mut stopped = Ok(());
        let round = reasoner.round(board, |board, found| {
            stopped = budget.check();
            if stopped.is_ok() && goes_on(board, found) {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        stopped?;
        if let ControlFlow::Break(end) = round {
            return Ok(end);
        }
    }
}

impl<S: Shape> Judge<S> {
    /// Whether a puzzle so far away is one where the technique helps, and more is needed.
    pub(crate) fn is_stuck(&self, distance: u32) -> bool {
        self.technique.is_some() && distance < SOLVED - 1
    }

    /// Of a difficulty that was checked.
    pub(crate) fn new(difficulty: &Difficulty) -> Self {
        let er = difficulty.er.clone();
        Self {
            er: er.map(|range| (range, Reasoner::new(Scale::Er.profile()))),
            technique: difficulty.technique.and_then(Needed::new),
        }
    }

    /// 0 if the puzzle is as asked for, the more the farther.
    pub(crate) fn distance(&mut self, puzzle: &Puzzle<S>, budget: &mut Budget<'_>) -> Result<u32, Exhausted> {
        if self.technique.is_none() && self.er.is_none() {
            return Ok(0);
        }
        // Boards have up to 16 digits.
        let Ok(board) = Board::new(puzzle) else {
            return Ok(FAR);
        };
        let mut distance = 0;
        if let Some(needed) = &mut self.technique {
            distance += needed.distance(puzzle, board.clone(), budget)?;
        }
        if let (0, Some((range, reasoner))) = (distance, &mut self.er) {
            distance += distance_to(range, reasoner, board, budget)?;
        }
        Ok(distance)
    }
}

/// How far ER is from a range, in tenths; above it, a bound.
fn distance_to(
    range: &RangeInclusive<u32>,
    reasoner: &mut Reasoner,
    mut board: Board,
    budget: &mut Budget<'_>,
) -> Result<u32, Exhausted> {
    let profile = reasoner.profile();
    let mut dearest = 0;
    // The steps with which the path begins, the fast way.
    for (kind, _) in Easy::new(&mut board) {
        let rating = profile
            .rating_of(kind)
            .map_or(0, |rating| Er::tenths(rating.base));
        dearest = dearest.max(rating);
        if dearest > *range.end() {
            return Ok(dearest - range.end());
        }
    }
    let end = run(reasoner, &mut board, budget, &mut |_, found| {
        let ratings = found.iter().map(|rated| Er::tenths(rated.rating));
        dearest = ratings.fold(dearest, u32::max);
        dearest <= *range.end()
    })?;
    Ok(match end {
        End::Solved => range.start().saturating_sub(dearest),
        End::Stopped => dearest - range.end(),
        End::Beyond | End::Broken => FAR,
    })
}

impl<S: Shape> fmt::Debug for Judge<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Judge").finish_non_exhaustive()
    }
}
