//! The tests, one function each: statistic, p-value, effect.

use gridwright_bands::Bands;
use gridwright_grid::{Cell, House, HouseKind, Shape};

use crate::law::{Law, Number};
use crate::report::{CHUTES, Effect};
use crate::sample::Sample;
use crate::small::{Kinds, Small};
use crate::tail::{self, Moments, P};

/// Rarer classes are put together until so many are expected.
const LEAST_EXPECTED: f64 = 2.0;

/// How often an interval may miss.
const OUTSIDE: f64 = 0.05;

/// Between minus and plus so many deviations lie 95 % of the normal law.
const Z_95: f64 = 1.959_963_984_540_054;

/// A statistic that is not yet judged.
pub(crate) struct Found {
    pub(crate) statistic: f64,
    pub(crate) df: Option<u64>,
    pub(crate) p: P,
    pub(crate) effect: Effect,
    pub(crate) note: String,
}

/// Classes of grids that were seen so often, and have this weight under the null.
type Classes = Vec<(u64, f64)>;

/// Frequencies of classes.
impl<S: Shape> Sample<S> {
    /// Of each single grid, where there are few.
    pub(crate) fn each_grid(&self, kinds: &Kinds<S>) -> Found {
        let grids: Classes = kinds.counts.iter().map(|&count| (count, 1.0)).collect();
        self.frequencies(&grids, "grids")
    }

    /// Of the equivalence classes, where all grids are sorted.
    pub(crate) fn classes(&self, small: &Small, kinds: &Kinds<S>) -> Found {
        let mut classes: Classes = small.sizes.iter().map(|&size| (0, size as f64)).collect();
        for (kind, count) in kinds.counts.iter().enumerate() {
            classes[small.class(kind)].0 += count;
        }
        self.frequencies(&classes, "classes")
    }

    /// Of the 416 classes of bands, in one chute.
    pub(crate) fn chute(&self, bands: &Bands, chute: usize) -> Found {
        let classes = bands.classes();
        let mut seen: Vec<_> = self.chutes[chute * classes.len()..].iter().zip(classes).collect();
        // Rare ones are put together with those that have as many unavoidable sets, since searches tell these apart.
        seen.sort_by_key(|(_, class)| (class.unavoidable, class.grids));
        let classes = seen
            .into_iter()
            .map(|(&count, class)| (count, class.grids as f64));
        self.frequencies(&classes.collect::<Classes>(), "classes of bands")
    }

    /// Of the 44 gangster classes, in the chute that is farthest off.
    pub(crate) fn gangsters(&self, bands: &Bands) -> Found {
        let of_chute = |chute: usize| {
            let mut gangsters: Classes = vec![(0, 0.0); bands.gangsters().len()];
            let counts = &self.chutes[chute * bands.classes().len()..];
            for (count, class) in counts.iter().zip(bands.classes()) {
                let (seen, weight) = &mut gangsters[class.gangster];
                *seen += count;
                *weight += class.grids as f64;
            }
            self.frequencies(&gangsters, "gangster classes")
        };
        let mut worst = (0, of_chute(0));
        for chute in 1..CHUTES.len() {
            let found = of_chute(chute);
            if found.statistic > worst.1.statistic {
                worst = (chute, found);
            }
        }
        let (chute, found) = worst;
        Found {
            p: found.p.least_of(CHUTES.len() as u64),
            note: format!("{}, the worst of 6: {}", CHUTES[chute], found.note),
            ..found
        }
    }

    /// Pearson's chi-square; rare classes are put together with their neighbours. The effect is of all classes, which
    /// biases it no more than the groups would.
    fn frequencies(&self, classes: &[(u64, f64)], what: &str) -> Found {
        let known = classes.len();
        let total: f64 = classes.iter().map(|&(_, weight)| weight).sum();
        let groups = grouped(classes, LEAST_EXPECTED * total / self.n());
        let statistic = |classes: &[(u64, f64)]| -> f64 {
            let expected = classes
                .iter()
                .map(|&(count, weight)| (count as f64, weight / total * self.n()));
            expected
                .map(|(count, expected)| (count - expected).powi(2) / expected)
                .sum()
        };
        let moments = |classes: &[(u64, f64)]| {
            let probabilities: Vec<f64> = classes.iter().map(|&(_, weight)| weight / total).collect();
            Moments::pearson(self.n(), &probabilities)
        };
        let note = match groups.len() {
            all if all == known => format!("{known} {what}"),
            fewer => format!("{known} {what} in {fewer} groups"),
        };
        Found {
            effect: self.w2(statistic(classes), moments(classes), self.spread(classes, total)),
            ..self.chi_square(statistic(&groups), groups.len() - 1, moments(&groups), note)
        }
    }

    fn chi_square(&self, statistic: f64, df: usize, moments: Moments, note: String) -> Found {
        Found {
            statistic,
            df: Some(df as u64),
            p: P::continuous(moments.upper(statistic)),
            effect: self.w2(statistic, moments, statistic),
            note,
        }
    }

    /// What takes the place of the statistic in the variance of a chi-square far from the null: n times the variance of
    /// q/p among grids, q being what was seen and p expected. Near the null the two are alike; where a few rare classes
    /// make most of the statistic, it is far greater.
    fn spread(&self, classes: &[(u64, f64)], total: f64) -> f64 {
        let moment = |power: i32| -> f64 {
            let terms = classes.iter().map(|&(count, weight)| {
                let seen = count as f64 / self.n();
                seen * (seen * total / weight).powi(power)
            });
            terms.sum()
        };
        self.n() * (moment(2) - moment(1).powi(2))
    }

    /// The part of a chi-square that grows with the sample, of one grid; its variance is that under the null, and four
    /// times what `spread` is beyond its mean.
    fn w2(&self, statistic: f64, moments: Moments, spread: f64) -> Effect {
        let beyond = statistic - moments.mean;
        let around = Z_95 * (moments.variance + 4.0 * (spread - moments.mean).max(0.0)).sqrt();
        let of_one = |beyond: f64| beyond.max(0.0) / self.n();
        Effect {
            name: "w2",
            value: of_one(beyond),
            low: of_one(beyond - around),
            high: of_one(beyond + around),
        }
    }

    fn n(&self) -> f64 {
        self.grids as f64
    }
}

/// Single cells and pairs of cells.
impl<S: Shape> Sample<S> {
    /// The mean number of 4-cell unavoidable sets. Its variance under the null is taken as if the chutes were
    /// independent, which is 0.35 % too much.
    pub(crate) fn unavoidable(&self, bands: &Bands) -> Found {
        let chutes = CHUTES.len() as f64;
        let moment = |power: i32| {
            let classes = bands.classes().iter();
            let term = classes.map(|class| class.grids as f64 * f64::from(class.unavoidable).powi(power));
            term.sum::<f64>() / bands.grids() as f64
        };
        let (expected, deviation) = (
            chutes * moment(1),
            (chutes * (moment(2) - moment(1).powi(2))).sqrt(),
        );
        let classes = self.chutes.iter().zip(bands.classes().iter().cycle());
        let sets: u64 = classes
            .map(|(count, class)| count * u64::from(class.unavoidable))
            .sum();
        let mean = sets as f64 / self.n();
        let shift = (mean - expected) / deviation;
        let (statistic, around) = (shift * self.n().sqrt(), Z_95 / self.n().sqrt());
        Found {
            statistic,
            df: None,
            p: P::continuous(tail::normal(statistic)),
            effect: Effect {
                name: "d",
                value: shift,
                low: shift - around,
                high: shift + around,
            },
            note: format!("{mean:.4} a grid, expected {expected:.4}"),
        }
    }

    /// How often each digit stands in each cell, beyond what [`Self::minilines`] looks at.
    pub(crate) fn cells(&self) -> Found {
        let minilines = Minilines::of(self);
        let expected = self.n() / S::SIDE as f64;
        let mut sum = 0.0;
        for cell in Cell::<S>::all() {
            for digit in 0..S::SIDE {
                let row = minilines.rows[Minilines::row(cell, digit)] as f64 / S::BOX_COLUMNS as f64;
                let column = minilines.columns[Minilines::column(cell, digit)] as f64 / S::BOX_ROWS as f64;
                sum += (self.digits[cell.index() * S::SIDE + digit] as f64 - row - column + expected).powi(2);
            }
        }
        let side = S::SIDE as f64;
        let eigenvalue = side / (side - 1.0);
        let df = S::SIDE * (S::BOX_ROWS - 1) * (S::BOX_COLUMNS - 1) * (S::SIDE - 1);
        let frequency = |count: Option<&u64>| count.map_or(0.0, |&count| count as f64 / self.n());
        let (least, most) = (
            frequency(self.digits.iter().min()),
            frequency(self.digits.iter().max()),
        );
        let note = format!("frequencies of digits in cells from {least:.4} to {most:.4}");
        let moments = Moments::chi_square(df as f64);
        self.chi_square(sum / (expected * eigenvalue), df, moments, note)
    }

    /// How often each digit stands in each row and each column of each box.
    pub(crate) fn minilines(&self) -> Found {
        let minilines = Minilines::of(self);
        let side = S::SIDE as f64;
        let part = |counts: &[u64], length: usize| {
            let length = length as f64;
            let expected = self.n() * length / side;
            let eigenvalue = side * side / ((side - 1.0) * (side - length));
            let squares = counts.iter().map(|&count| (count as f64 - expected).powi(2));
            squares.sum::<f64>() / (expected * eigenvalue)
        };
        let statistic = part(&minilines.rows, S::BOX_COLUMNS) + part(&minilines.columns, S::BOX_ROWS);
        // Of the rows those within bands, of the stacks what distinguishes them; then of bands and columns.
        let rows = S::BOX_COLUMNS * (S::BOX_ROWS - 1) * (S::BOX_ROWS - 1);
        let columns = S::BOX_ROWS * (S::BOX_COLUMNS - 1) * (S::BOX_COLUMNS - 1);
        let df = (rows + columns) * (S::SIDE - 1);
        let lines = S::SIDE * (S::BOX_ROWS + S::BOX_COLUMNS);
        let note = format!("digits in {lines} rows and columns of boxes");
        self.chi_square(statistic, df, Moments::chi_square(df as f64), note)
    }

    /// How often two cells hold the same digit, of all pairs that may.
    pub(crate) fn pairs(&self) -> Found {
        let mut counts = Extremes(Vec::new());
        for second in Cell::<S>::all() {
            for first in Cell::<S>::all().take(second.index()) {
                if !first.houses().iter().any(|house| house.contains(second)) {
                    let count = self.agreements(first.index(), second.index());
                    counts.offer(agreement(first, second), count, (first, second));
                }
            }
        }
        self.worst(&counts, |(first, second)| format!("{first} and {second} agree"))
    }

    /// How often the digits of a row, or a column, are an odd arrangement.
    pub(crate) fn parity(&self, kind: HouseKind) -> Found {
        let (rows, columns) = self.odd.split_at(S::SIDE);
        let odd = if kind == HouseKind::Row { rows } else { columns };
        let mut counts = Extremes(Vec::new());
        for (&count, house) in odd
            .iter()
            .zip(House::<S>::all().filter(|house| house.kind() == kind))
        {
            counts.offer(0.5, count, house);
        }
        self.worst(&counts, |house| format!("{house} is odd"))
    }

    /// The least p-value of many binomial counts.
    fn worst<T: Copy>(&self, counts: &Extremes<T>, what: impl Fn(T) -> String) -> Found {
        let many = counts.0.iter().map(|of_one| of_one.many).sum::<u64>();
        let ends = counts
            .0
            .iter()
            .flat_map(|of_one| [of_one.least, of_one.most].map(|end| (of_one.probability, end)));
        let judged = ends.map(|(probability, (count, counted))| {
            let z = (count as f64 - probability * self.n())
                / (probability * (1.0 - probability) * self.n()).sqrt();
            let p = tail::binomial(self.grids, count, probability).two_sided();
            (p, z, count, probability, counted)
        });
        let worst = judged.min_by(|a, b| {
            a.0.exact
                .total_cmp(&b.0.exact)
                .then(b.1.abs().total_cmp(&a.1.abs()))
        });
        let (p, z, count, probability, counted) =
            worst.expect("every shape has lines, and pairs that may agree");
        let share = count as f64 / self.n();
        let (low, high) = tail::probability_interval(self.grids, count, OUTSIDE / many as f64);
        Found {
            statistic: z,
            df: None,
            p: p.least_of(many),
            effect: Effect {
                name: "difference",
                value: share - probability,
                low: low - probability,
                high: high - probability,
            },
            note: format!(
                "{} in {share:.4}, expected {probability:.4}: the worst of {many}",
                what(counted)
            ),
        }
    }
}

/// Repetitions and symmetries.
impl<S: Shape> Sample<S> {
    /// How often a grid comes again.
    pub(crate) fn repeats(&self) -> Found {
        self.coincidences(&self.fingerprints, self.law.number, "grids")
    }

    /// How often an equivalent of a grid comes again.
    pub(crate) fn equivalents(&self) -> Found {
        self.coincidences(&self.forms, Number::Exactly(1.0 / Law::equivalent()), "classes")
    }

    /// Pairs that agree, as a Poisson count. A set of `number` equally likely values has as many of them as the values
    /// have on average.
    fn coincidences<T: Copy + Ord>(&self, values: &[T], number: Number, what: &str) -> Found {
        let mut sorted = values.to_vec();
        sorted.sort_unstable();
        let runs = || sorted.chunk_by(|a, b| a == b).map(|run| run.len() as u64);
        let in_pairs = |n: u64| n * (n - 1) / 2;
        let count: u64 = runs().map(in_pairs).sum();
        let pairs = in_pairs(values.len() as u64) as f64;
        let tails = tail::poisson(count, pairs / number.value());
        let (low, high) = tail::mean_interval(count, OUTSIDE);
        let bits = |count: f64| (pairs / count).log2();
        let (p, uniform) = match number {
            Number::Exactly(number) => (tails.two_sided(), format!("{:.3}", number.log2())),
            Number::AtLeast(number) => (tails.one_sided(), format!("more than {:.1}", number.log2())),
        };
        let of = if values.len() as u64 == self.grids {
            ""
        } else {
            "the first "
        };
        Found {
            statistic: count as f64,
            df: None,
            p,
            effect: Effect {
                name: "bits",
                value: bits(count as f64),
                low: bits(high).max(0.0),
                high: bits(low),
            },
            note: format!(
                "{} different {what} in {of}{} grids; {uniform} bits if uniform",
                runs().count(),
                values.len()
            ),
        }
    }

    /// How many grids have an automorphism besides the identity.
    pub(crate) fn automorphisms(&self) -> Found {
        let probability = Law::symmetric();
        let (low, high) = tail::probability_interval(self.grids, self.symmetric, OUTSIDE);
        Found {
            statistic: self.symmetric as f64,
            df: None,
            p: tail::binomial(self.grids, self.symmetric, probability).two_sided(),
            effect: Effect {
                name: "ratio",
                value: self.symmetric as f64 / self.n() / probability,
                low: low / probability,
                high: high / probability,
            },
            note: format!(
                "{} symmetric grids, expected {:.1}",
                self.symmetric,
                probability * self.n()
            ),
        }
    }
}

/// The same, neighbours put together until each has at least that weight.
fn grouped(classes: &[(u64, f64)], least: f64) -> Classes {
    let mut groups: Classes = Vec::new();
    for &(count, weight) in classes {
        match groups.last_mut() {
            Some(group) if group.1 < least => *group = (group.0 + count, group.1 + weight),
            _ => groups.push((count, weight)),
        }
    }
    if groups.len() > 1
        && let Some((count, weight)) = groups.pop_if(|group| group.1 < least)
        && let Some(group) = groups.last_mut()
    {
        *group = (group.0 + count, group.1 + weight);
    }
    groups
}

/// How often each digit stands in each row and each column of each box.
struct Minilines {
    /// By row, stack, digit.
    rows: Vec<u64>,
    /// By column, band, digit.
    columns: Vec<u64>,
}

impl Minilines {
    fn of<S: Shape>(sample: &Sample<S>) -> Self {
        let mut minilines = Self {
            rows: vec![0; S::SIDE * S::BOX_ROWS * S::SIDE],
            columns: vec![0; S::SIDE * S::BOX_COLUMNS * S::SIDE],
        };
        for (cell, digits) in Cell::<S>::all().zip(sample.digits.chunks_exact(S::SIDE)) {
            for (digit, count) in digits.iter().enumerate() {
                minilines.rows[Self::row(cell, digit)] += count;
                minilines.columns[Self::column(cell, digit)] += count;
            }
        }
        minilines
    }

    /// Where the row of its box that has the cell is counted.
    fn row<S: Shape>(cell: Cell<S>, digit: usize) -> usize {
        (cell.row() * S::BOX_ROWS + cell.stack()) * S::SIDE + digit
    }

    /// Where the column of its box that has the cell is counted.
    fn column<S: Shape>(cell: Cell<S>, digit: usize) -> usize {
        (cell.column() * S::BOX_COLUMNS + cell.band()) * S::SIDE + digit
    }
}

/// The probability that two cells of a uniformly random grid that share no house hold the same digit.
///
/// The digit of one stands once in the row of the other, in any of the cells that are not of its own box if the two are
/// in one band: equally often, since symmetries exchange them. Alike in a stack. Otherwise in any cell of the box.
fn agreement<S: Shape>(first: Cell<S>, second: Cell<S>) -> f64 {
    let choices = if first.band() == second.band() {
        S::SIDE - S::BOX_COLUMNS
    } else if first.stack() == second.stack() {
        S::SIDE - S::BOX_ROWS
    } else {
        S::SIDE
    };
    1.0 / choices as f64
}

/// The least and the greatest of counts of equal probability: the others are not as far out.
struct Extreme<T> {
    probability: f64,
    many: u64,
    least: (u64, T),
    most: (u64, T),
}

struct Extremes<T>(Vec<Extreme<T>>);

impl<T: Copy> Extremes<T> {
    fn offer(&mut self, probability: f64, count: u64, counted: T) {
        let end = (count, counted);
        let known = self
            .0
            .iter_mut()
            .find(|known| known.probability.to_bits() == probability.to_bits());
        let Some(known) = known else {
            return self.0.push(Extreme {
                probability,
                many: 1,
                least: end,
                most: end,
            });
        };
        known.many += 1;
        if count < known.least.0 {
            known.least = end;
        }
        if count > known.most.0 {
            known.most = end;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use gridwright_fill_uniform::numbering_at;
    use gridwright_grid::rng::stream;
    use gridwright_grid::{B2x2, B2x3, B3x2, B3x3, Grid, Symmetry};

    use super::*;

    type Matrix = Vec<Vec<f64>>;

    fn product(a: &Matrix, b: &Matrix) -> Matrix {
        let n = a.len();
        let mut product = vec![vec![0.0; n]; n];
        for i in 0..n {
            for k in 0..n {
                for j in 0..n {
                    product[i][j] += a[i][k] * b[k][j];
                }
            }
        }
        product
    }

    /// A matrix less a multiple of the identity, over a number.
    fn shifted(a: &Matrix, shift: f64, over: f64) -> Matrix {
        let mut a = a.clone();
        for (i, row) in a.iter_mut().enumerate() {
            row[i] -= shift;
            for entry in row {
                *entry /= over;
            }
        }
        a
    }

    /// The correlation of the indicators that two cells hold a digit.
    fn correlations<S: Shape>() -> Matrix {
        let side = S::SIDE as f64;
        let of = |a: Cell<S>, b: Cell<S>| {
            let agree = if a == b {
                1.0
            } else if a.houses().iter().any(|house| house.contains(b)) {
                0.0
            } else {
                agreement(a, b)
            };
            (agree * side - 1.0) / (side - 1.0)
        };
        Cell::all()
            .map(|a| Cell::all().map(|b| of(a, b)).collect())
            .collect()
    }

    /// Over all grids there are.
    fn agreements_are_exact<S: Shape>() {
        let numbering = numbering_at::<S>().unwrap();
        let normal = numbering.grids / Symmetry::<S>::DIGIT_ORDER;
        let grids: Vec<Grid<S>> = (0..normal).filter_map(numbering.unrank).collect();
        for a in Cell::<S>::all() {
            for b in Cell::<S>::all().filter(|b| !a.houses().iter().any(|house| house.contains(*b))) {
                let agree = grids.iter().filter(|grid| grid.digit(a) == grid.digit(b)).count();
                assert!(
                    (agree as f64 - agreement(a, b) * grids.len() as f64).abs() < 1e-6,
                    "{a} {b}"
                );
            }
        }
    }

    #[test]
    fn probabilities_of_agreement() {
        agreements_are_exact::<B2x2>();
        agreements_are_exact::<B2x3>();
        agreements_are_exact::<B3x2>();
        // From the definition, at 3x3: 972 pairs share a chute and no house, 1,458 share nothing.
        let cells = || Cell::<B3x3>::all();
        let pairs = cells().flat_map(|a| cells().take(a.index()).map(move |b| (a, b)));
        let free: Vec<f64> = pairs
            .filter(|(a, b)| !a.houses().iter().any(|house| house.contains(*b)))
            .map(|(a, b)| 1.0 / agreement(a, b))
            .collect();
        let count = |choices: f64| {
            free.iter()
                .filter(|&&of_one| (of_one - choices).abs() < 1e-9)
                .count()
        };
        assert_eq!((free.len(), count(6.0), count(9.0)), (2430, 972, 1458));
    }

    /// The statistics are those of the projections on the eigenspaces of the matrix of correlations, which are
    /// polynomials in it: these are multiplied out.
    fn eigenspaces_are_right<S: Shape>(eigenvalues: &[f64], dimensions: &[usize]) {
        let correlations = correlations::<S>();
        let all: Vec<f64> = [&[0.0], eigenvalues].concat();
        let polynomial = |without: f64| {
            let others = all.iter().filter(|&&root| (root - without).abs() > 1e-9);
            let factors = others.map(|&root| shifted(&correlations, root, without - root));
            factors.reduce(|a, b| product(&a, &b)).unwrap()
        };
        let projections: Vec<Matrix> = eigenvalues
            .iter()
            .map(|&eigenvalue| polynomial(eigenvalue))
            .collect();
        for ((projection, &dimension), &eigenvalue) in projections.iter().zip(dimensions).zip(eigenvalues) {
            let trace: f64 = (0..S::CELLS).map(|i| projection[i][i]).sum();
            assert!((trace - dimension as f64).abs() < 1e-8, "{trace}");
            let rest = product(projection, &shifted(&correlations, eigenvalue, 1.0));
            assert!(rest.iter().flatten().all(|entry| entry.abs() < 1e-9));
        }

        let mut sample = Sample::<S>::new(Arc::new(Law::new::<S>()));
        for index in 0..50 {
            sample.push(&Symmetry::random(&mut stream(3, index)).grid(&Grid::canonical_base()));
        }
        let statistic = |projection: &Matrix, eigenvalue: f64| -> f64 {
            let form = |digit: usize| -> f64 {
                let count = |cell: usize| sample.digits[cell * S::SIDE + digit] as f64;
                let row = |i: usize| (0..S::CELLS).map(|j| projection[i][j] * count(j)).sum::<f64>();
                (0..S::CELLS).map(|i| count(i) * row(i)).sum()
            };
            (0..S::SIDE).map(form).sum::<f64>() * S::SIDE as f64 / (50.0 * eigenvalue)
        };
        let expected: Vec<f64> = projections
            .iter()
            .zip(eigenvalues)
            .map(|(p, &e)| statistic(p, e))
            .collect();
        let found = [sample.cells(), sample.minilines()];
        let digits = (S::SIDE - 1) as u64;
        assert_eq!(found[0].df, Some(dimensions[0] as u64 * digits));
        assert_eq!(
            found[1].df,
            Some(dimensions[1..].iter().sum::<usize>() as u64 * digits)
        );
        for (found, expected) in [(&found[0], expected[0]), (&found[1], expected[1..].iter().sum())] {
            assert!(
                (found.statistic - expected).abs() < 1e-6 * expected,
                "{} {expected}",
                found.statistic
            );
        }
    }

    #[test]
    fn eigenspaces() {
        eigenspaces_are_right::<B3x3>(&[9.0 / 8.0, 27.0 / 16.0], &[36, 24]);
        eigenspaces_are_right::<B2x2>(&[4.0 / 3.0, 8.0 / 3.0], &[4, 4]);
        eigenspaces_are_right::<B2x3>(&[6.0 / 5.0, 12.0 / 5.0, 9.0 / 5.0], &[12, 3, 8]);
    }

    #[test]
    fn frequencies_by_hand() {
        let mut sample = Sample::<B2x2>::new(Arc::new(Law::new::<B2x2>()));
        sample.grids = 20;
        // Expected 5, 10 and 5; 1/5 + 4/10 + 1/5.
        let found = sample.frequencies(&[(6, 1.0), (8, 2.0), (6, 1.0)], "");
        assert!((found.statistic - 0.8).abs() < 1e-12);
        assert_eq!(found.df, Some(2));
        // Of weights 1 in 20 two are put together, and the last goes to the group before.
        let found = sample.frequencies(&[(1, 1.0), (2, 1.0), (16, 17.0), (1, 1.0)], "");
        assert_eq!(found.df, Some(1));
        assert!((found.statistic - (1.0 / 2.0 + 1.0 / 18.0)).abs() < 1e-12);
    }

    #[test]
    fn coincidences_by_hand() {
        let mut sample = Sample::<B3x3>::new(Arc::new(Law::new::<B3x3>()));
        sample.grids = 6;
        // Three of a kind are three pairs.
        let found = sample.coincidences(&[1, 2, 1, 3, 2, 1], Number::Exactly(15.0), "");
        assert!((found.statistic - 4.0).abs() < 1e-12);
        assert!((found.effect.value - (15.0_f64 / 4.0).log2()).abs() < 1e-12);
        // P(X >= 4) for a mean of 1 is 1 - 8/3 e^-1.
        assert!((found.p.exact - 2.0 * (1.0 - 8.0 / 3.0 * f64::exp(-1.0))).abs() < 1e-12);
    }

    /// The upper tail of the sum of (count - expected)^2 / expected over independent Poisson counts, on a lattice: what
    /// Pearson's statistic would be if the number of grids were random, too.
    #[expect(clippy::cast_sign_loss, reason = "none is negative")]
    fn tail_over_poisson_counts(expected: &[f64], from: f64) -> f64 {
        const STEP: f64 = 0.25;
        let length = (2.0 * from / STEP) as usize;
        let mut law = vec![0.0; length];
        law[0] = 1.0;
        for &mean in expected {
            let mut next = vec![0.0; length];
            let (mut count, mut probability) = (0.0, f64::exp(-mean));
            while probability > 1e-18 || count < mean {
                let place = (count - mean).powi(2) / mean / STEP;
                let part = place.fract();
                for (place, share) in [(place as usize, 1.0 - part), (place as usize + 1, part)] {
                    let shifted = next.iter_mut().skip(place).zip(&law);
                    for (next, law) in shifted {
                        *next += probability * share * law;
                    }
                }
                count += 1.0;
                probability *= mean / count;
            }
            law = next;
        }
        law[(from / STEP).ceil() as usize..].iter().sum()
    }

    /// At 1e-8, where a family of tests at 1e-6 decides, the gamma law is near enough, and chi-square is not.
    #[test]
    fn rare_classes_do_not_deceive() {
        let bands = Bands::shared();
        let mut classes: Vec<_> = bands.classes().iter().collect();
        classes.sort_by_key(|class| (class.unavoidable, class.grids));
        let classes: Classes = classes
            .iter()
            .map(|class| (0, class.grids as f64 / bands.grids() as f64))
            .collect();
        for (n, most) in [(500.0, 3.0), (2_000.0, 1.7), (20_000.0, 1.2)] {
            let grouped = grouped(&classes, LEAST_EXPECTED / n);
            let expected: Vec<f64> = grouped.iter().map(|&(_, probability)| n * probability).collect();
            let inverse: f64 = expected.iter().map(|mean| 1.0 / mean).sum();
            let squares: f64 = expected.iter().map(|mean| 1.0 / (mean * mean)).sum();
            let df = grouped.len() as f64;
            let moments = Moments {
                mean: df,
                variance: 2.0 * df + inverse,
                third: 8.0 * df + 22.0 * inverse + squares,
            };
            let from = (0..1000)
                .map(|i| df + f64::from(i))
                .find(|&from| moments.upper(from) < 1e-8)
                .unwrap();
            let tail = tail_over_poisson_counts(&expected, from);
            let ratio = tail / moments.upper(from);
            assert!((1.0..most).contains(&ratio), "{n}: {ratio}");
            let chi_square = tail / Moments::chi_square(df).upper(from);
            assert!(chi_square > 1.3 * ratio, "{n}: {chi_square}");
        }
    }
}
