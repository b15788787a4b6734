//! Difficulty: puzzles of a large sample on every scale, rank correlations, and what equivalents do to a rating.

use gridwright::dig::{Dig, Recipe};
use gridwright::fill::stream;
use gridwright::grade::{Er, Grader, Scale, Score, Statistics, Verdict};
use gridwright::grid::rng::below;
use gridwright::grid::{B3x3, Budget, Counts, Puzzle, SolverExt, Symmetry};
use gridwright::solve::Bits;
use rayon::prelude::*;

use crate::{Error, data};

/// Minimal puzzles of uniformly random grids: givens are taken away in random order while the solution stays unique.
///
/// # Errors
///
/// When the catalogue has not the filler.
pub fn minimal(n: u64) -> Result<Vec<Puzzle>, Error> {
    let filler = gridwright::filler::<B3x3>("uniform").map_err(Error::new)?;
    let dig = Dig::new(Recipe::default()).map_err(Error::new)?;
    let make = |solver: &mut Bits, i| {
        let mut rng = stream(data::SEED, i);
        let grid = filler.dyn_fill(&mut rng);
        dig.dig(&grid, solver, &mut rng).puzzle
    };
    Ok((0..n).into_par_iter().map_init(Bits::default, make).collect())
}

/// What the scales say of a puzzle.
#[derive(Clone, Debug)]
pub struct Graded {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// ER, EP and ED, in tenths.
    pub er: [u32; 3],
    /// The score of `plain`.
    pub plain: u32,
    /// The score of the paper, in tenths.
    pub paper: u32,
    /// Guesses of `bits` until uniqueness is decided.
    pub guesses: u64,
    /// The techniques of `plain`.
    pub statistics: Statistics,
}

/// The graders of a thread.
struct Graders([Grader; 3]);

impl Graders {
    fn new() -> Result<Self, Error> {
        let grader = |scale| Grader::new(scale).map_err(Error::new);
        Ok(Self([
            grader(Scale::Er)?,
            grader(Scale::Plain)?,
            grader(Scale::Paper)?,
        ]))
    }

    fn grade(&mut self, puzzle: &Puzzle) -> Option<Graded> {
        let [er, plain, paper] = self.0.each_mut().map(|grader| grader.grade(puzzle));
        let mut counts = Counts::default();
        let Ok(_) = Bits::default().try_outcome(puzzle, &mut counts);
        let statistics = plain.grade()?.statistics.clone();
        match (er.grade()?.score, plain.grade()?.score, paper.grade()?.score) {
            (Score::Er(er), Score::Plain(plain), Score::Paper(paper)) => Some(Graded {
                puzzle: puzzle.clone(),
                er: [er.er, er.ep, er.ed].map(Er::tenths),
                plain: plain.score,
                paper: paper.tenths(),
                guesses: counts.guesses,
                statistics,
            }),
            _ => None,
        }
    }
}

/// Puzzles on every scale, those left out that a scale does not rate.
///
/// # Errors
///
/// When there is no grader for a scale.
pub fn graded(puzzles: &[Puzzle]) -> Result<Vec<Graded>, Error> {
    Graders::new()?;
    let graders = || Graders::new().ok();
    let grade = |graders: &mut Option<Graders>, puzzle| graders.as_mut()?.grade(puzzle);
    Ok(puzzles.par_iter().map_init(graders, grade).flatten().collect())
}

/// The ratings of equivalents of a puzzle.
#[derive(Clone, Debug)]
pub struct Varied {
    /// ER, EP and ED of each, in tenths.
    pub er: Vec<[u32; 3]>,
    /// The scores of `plain`.
    pub plain: Vec<u32>,
    /// The scores of the paper, in tenths.
    pub paper: Vec<u32>,
}

/// The largest of some numbers less the least.
pub fn spread(values: impl Iterator<Item = u32>) -> u32 {
    let (low, high) = values.fold((u32::MAX, 0), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    high.saturating_sub(low)
}

/// Rates `variations` random equivalents of each puzzle.
///
/// # Errors
///
/// When there is no grader for a scale.
pub fn varied(puzzles: &[Puzzle], variations: u64) -> Result<Vec<Varied>, Error> {
    Graders::new()?;
    let vary = |graders: &mut Option<Graders>, puzzle: &Puzzle| {
        let graders = graders.as_mut()?;
        let mut varied = Varied {
            er: Vec::new(),
            plain: Vec::new(),
            paper: Vec::new(),
        };
        for i in 0..variations {
            let other = Symmetry::random(&mut stream(data::SEED, i)).puzzle(puzzle);
            let graded = graders.grade(&other)?;
            varied.er.push(graded.er);
            varied.plain.push(graded.plain);
            varied.paper.push(graded.paper);
        }
        Some(varied)
    };
    Ok(puzzles
        .par_iter()
        .map_init(|| Graders::new().ok(), vary)
        .flatten()
        .collect())
}

/// How fast a grader is.
#[derive(Clone, Debug, Default)]
pub struct Speed {
    /// Puzzles rated.
    pub puzzles: usize,
    /// Seconds for all.
    pub seconds: f64,
    /// The slowest puzzle, and its seconds.
    pub slowest: Option<(Puzzle, f64)>,
}

/// Rates puzzles one after the other on one core, until they or the time run out; a puzzle that is begun is finished.
///
/// # Errors
///
/// When there is no grader for the scale.
pub fn speed(puzzles: &[Puzzle], scale: Scale, limit: std::time::Duration) -> Result<Speed, Error> {
    let mut grader = Grader::<B3x3>::new(scale).map_err(Error::new)?;
    let mut speed = Speed::default();
    for puzzle in puzzles {
        let start = std::time::Instant::now();
        let verdict = grader.grade_within(puzzle, &mut Budget::unlimited());
        let seconds = start.elapsed().as_secs_f64();
        std::hint::black_box::<Verdict>(verdict);
        speed.puzzles += 1;
        speed.seconds += seconds;
        if speed.slowest.as_ref().is_none_or(|slowest| slowest.1 < seconds) {
            speed.slowest = Some((puzzle.clone(), seconds));
        }
        if speed.seconds > limit.as_secs_f64() {
            break;
        }
    }
    Ok(speed)
}

/// The ranks of values, those that are equal in the middle of theirs.
fn ranks(values: &[u64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by_key(|&i| values[i]);
    let mut ranks = vec![0.0; values.len()];
    let mut first = 0;
    for equal in order.chunk_by(|&a, &b| values[a] == values[b]) {
        let middle = first as f64 + (equal.len() - 1) as f64 / 2.0;
        first += equal.len();
        for &i in equal {
            ranks[i] = middle;
        }
    }
    ranks
}

/// Spearman's rank correlation: Pearson's of the ranks; NaN where all values are equal.
pub fn spearman(a: &[u64], b: &[u64]) -> f64 {
    let mean = (a.len() as f64 - 1.0) / 2.0;
    let (a, b) = (ranks(a), ranks(b));
    let product =
        |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| (a - mean) * (b - mean)).sum() };
    product(&a, &b) / (product(&a, &a) * product(&b, &b)).sqrt()
}

/// Pairs of equal neighbours, however many stand together.
fn ties<T: PartialEq>(sorted: &[T]) -> f64 {
    sorted.chunk_by(T::eq).map(|equal| pairs(equal.len())).sum()
}

fn pairs(n: usize) -> f64 {
    n as f64 * (n as f64 - 1.0) / 2.0
}

/// Kendall's rank correlation, tau-b: pairs in the same order less those in opposite orders, over the geometric mean of
/// the pairs that each side tells apart. NaN where all values are equal.
pub fn kendall(a: &[u64], b: &[u64]) -> f64 {
    let mut both: Vec<(u64, u64)> = a.iter().copied().zip(b.iter().copied()).collect();
    both.sort_unstable();
    let (a, mut b): (Vec<u64>, Vec<u64>) = both.iter().copied().unzip();
    let opposite = exchanges(&mut b) as f64;
    let apart = [pairs(a.len()) - ties(&a), pairs(b.len()) - ties(&b)];
    let apart_in_both = apart[0] + apart[1] + ties(&both) - pairs(a.len());
    (apart_in_both - 2.0 * opposite) / (apart[0] * apart[1]).sqrt()
}

/// Sorts by merging; how many pairs stood in descending order.
fn exchanges(values: &mut [u64]) -> u64 {
    if values.len() < 2 {
        return 0;
    }
    let (left, right) = values.split_at_mut(values.len() / 2);
    let mut count = exchanges(left) + exchanges(right);
    let (mut merged, mut i, mut j) = (Vec::with_capacity(left.len() + right.len()), 0, 0);
    while i < left.len() && j < right.len() {
        if right[j] < left[i] {
            count += (left.len() - i) as u64;
            merged.push(right[j]);
            j += 1;
        } else {
            merged.push(left[i]);
            i += 1;
        }
    }
    merged.extend_from_slice(&left[i..]);
    merged.extend_from_slice(&right[j..]);
    values.copy_from_slice(&merged);
    count
}

/// Draws for an interval.
const DRAWS: u64 = 200;

/// A correlation of two numbers of the same things.
pub type Correlation = fn(&[u64], &[u64]) -> f64;

/// A correlation with an interval of 95 %, by bootstrap: value, low, high.
pub fn interval(a: &[u64], b: &[u64], correlation: Correlation) -> (f64, f64, f64) {
    let n = a.len() as u32;
    let mut drawn: Vec<f64> = (0..DRAWS)
        .into_par_iter()
        .map(|i| {
            let mut rng = stream(data::SEED, i);
            let draws = (0..n).map(|_| below(&mut rng, n) as usize);
            let (a, b): (Vec<u64>, Vec<u64>) = draws.map(|at| (a[at], b[at])).unzip();
            correlation(&a, &b)
        })
        .collect();
    drawn.sort_by(f64::total_cmp);
    let out = drawn.len() / 40;
    (correlation(a, b), drawn[out], drawn[drawn.len() - 1 - out])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn correlations_of_ranks() {
        let (a, b) = ([1, 2, 3, 4, 5], [2, 1, 4, 3, 5]);
        assert!((spearman(&a, &b) - 0.8).abs() < 1e-12);
        assert!((kendall(&a, &b) - 0.6).abs() < 1e-12);
        // With ties, against the definition.
        let (a, b) = ([1, 1, 2, 3, 3, 3, 7], [2, 2, 1, 1, 4, 5, 5]);
        let (mut sum, mut apart) = (0.0, [0.0; 2]);
        for i in 0..a.len() {
            for j in 0..i {
                let [x, y] = [a[i].cmp(&a[j]), b[i].cmp(&b[j])].map(|order| f64::from(order as i8));
                sum += x * y;
                apart[0] += x * x;
                apart[1] += y * y;
            }
        }
        assert!((kendall(&a, &b) - sum / (apart[0] * apart[1]).sqrt()).abs() < 1e-12);
        assert_eq!(ranks(&b), [2.5, 2.5, 0.5, 0.5, 4.0, 5.5, 5.5]);
        let (value, low, high) = interval(&a, &b, spearman);
        assert!(low <= value && value <= high);
    }

    #[test]
    fn a_sample_is_rated() {
        let puzzles = minimal(20).unwrap();
        let graded = graded(&puzzles).unwrap();
        assert_eq!(graded.len(), 20);
        let varied = varied(&puzzles[..3], 3).unwrap();
        assert!(
            varied
                .iter()
                .all(|varied| spread(varied.plain.iter().copied()) == 0 && varied.er.len() == 3)
        );
    }
}
