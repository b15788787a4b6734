//! Probabilities of tails, accurate far out, and intervals.

use statrs::function::erf::erfc;
use statrs::function::factorial::{ln_binomial, ln_factorial};
use statrs::function::gamma::{gamma_lr, gamma_ur};

/// A p-value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct P {
    /// Never too small: of a count, the probability of what was seen or anything farther out.
    pub(crate) exact: f64,
    /// Of a count, the same with half the probability of what was seen: its mean is 1/2 under the null.
    pub(crate) mid: f64,
}

impl P {
    /// Of a statistic that takes no value twice.
    pub(crate) fn continuous(p: f64) -> Self {
        Self { exact: p, mid: p }
    }

    /// The least of `count` p-values, as one (Šidák 1967): exact where they are independent; where it is small, equal
    /// to the bound of Bonferroni, which holds in any case: they differ by less than half the square of the result.
    pub(crate) fn least_of(self, count: u64) -> Self {
        let of = |p: f64| -f64::exp_m1(count as f64 * f64::ln_1p(-p));
        Self {
            exact: of(self.exact),
            mid: of(self.mid),
        }
    }
}

/// How probable a count is, and what lies on its two sides, itself included.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tails {
    pub(crate) at: f64,
    pub(crate) lower: f64,
    pub(crate) upper: f64,
}

impl Tails {
    /// Too many and too few alike.
    pub(crate) fn two_sided(self) -> P {
        let tail = self.lower.min(self.upper);
        P {
            exact: (2.0 * tail).min(1.0),
            mid: (2.0 * tail - self.at).min(1.0),
        }
    }

    /// Too many.
    pub(crate) fn one_sided(self) -> P {
        P {
            exact: self.upper,
            mid: self.upper - 0.5 * self.at,
        }
    }
}

/// Of a count of `trials` with this probability of success each, 0 < `probability` < 1.
pub(crate) fn binomial(trials: u64, count: u64, probability: f64) -> Tails {
    let (n, k) = (trials as f64, count as f64);
    let odds = probability / (1.0 - probability);
    let log = ln_binomial(trials, count) + k * probability.ln() + (n - k) * f64::ln_1p(-probability);
    let at = log.exp();
    // The tail away from the mean, term by term: each ratio is below the one before.
    let tail = |mut j: f64, ratio: &dyn Fn(f64) -> f64, step: f64| {
        let (mut term, mut sum) = (at, at);
        while term > sum * 1e-17 {
            term *= ratio(j);
            sum += term;
            j += step;
        }
        sum.min(1.0)
    };
    if k > n * probability {
        let upper = tail(k, &|j| (n - j) / (j + 1.0) * odds, 1.0);
        Tails {
            at,
            lower: (1.0 - upper + at).min(1.0),
            upper,
        }
    } else {
        let lower = tail(k, &|j| j / (n - j + 1.0) / odds, -1.0);
        Tails {
            at,
            lower,
            upper: (1.0 - lower + at).min(1.0),
        }
    }
}

/// Of a Poisson count, `mean` > 0.
pub(crate) fn poisson(count: u64, mean: f64) -> Tails {
    let k = count as f64;
    Tails {
        at: (k * mean.ln() - mean - ln_factorial(count)).exp(),
        lower: gamma_ur(k + 1.0, mean),
        upper: if count == 0 { 1.0 } else { gamma_lr(k, mean) },
    }
}

/// Of a normal deviate, either sign.
pub(crate) fn normal(z: f64) -> f64 {
    erfc(z.abs() * std::f64::consts::FRAC_1_SQRT_2)
}

/// Mean, variance and third central moment of a statistic that is nearly chi-square.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Moments {
    pub(crate) mean: f64,
    pub(crate) variance: f64,
    pub(crate) third: f64,
}

impl Moments {
    /// Of chi-square itself.
    pub(crate) fn chi_square(df: f64) -> Self {
        Self {
            mean: df,
            variance: 2.0 * df,
            third: 8.0 * df,
        }
    }

    /// Of Pearson's statistic of `n` >= 3 draws with these probabilities, exactly.
    ///
    /// It is the sum over pairs of draws of a kernel that is 1/p - 1 where both fall into one cell and -1 elsewhere;
    /// what is left when its third power is multiplied out are sums of powers of 1/p.
    pub(crate) fn pearson(n: f64, probabilities: &[f64]) -> Self {
        let k = probabilities.len() as f64;
        let inverse: f64 = probabilities.iter().map(|p| 1.0 / p).sum();
        let squares: f64 = probabilities.iter().map(|p| 1.0 / (p * p)).sum();
        let spread = inverse - k * k;
        let own = squares - 3.0 * k * inverse + 2.0 * k * k * k;
        let pairs = 18.0 * spread + 4.0 * (inverse - 3.0 * k + 2.0);
        let triples = 8.0 * (n - 2.0) * (k - 1.0);
        Self {
            mean: k - 1.0,
            variance: spread / n + 2.0 * (1.0 - 1.0 / n) * (k - 1.0),
            third: (own + (n - 1.0) * (pairs + triples)) / (n * n),
        }
    }

    /// The upper tail of the gamma law with these three moments (Pearson's type III); chi-square where they are its.
    pub(crate) fn upper(&self, statistic: f64) -> f64 {
        let df = 8.0 * self.variance.powi(3) / (self.third * self.third);
        let scaled = df + (statistic - self.mean) * (2.0 * df / self.variance).sqrt();
        if scaled > 0.0 {
            gamma_ur(df / 2.0, scaled / 2.0)
        } else {
            1.0
        }
    }
}

/// Where an increasing function takes a value.
fn solve(function: impl Fn(f64) -> f64, value: f64, (mut low, mut high): (f64, f64)) -> f64 {
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if function(middle) < value {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

/// The interval of Clopper and Pearson for a probability; `outside` is how often it may miss, at most.
pub(crate) fn probability_interval(trials: u64, count: u64, outside: f64) -> (f64, f64) {
    let upper = |p| binomial(trials, count, p).upper;
    let not_lower = |p| -binomial(trials, count, p).lower;
    let low = if count == 0 {
        0.0
    } else {
        solve(upper, outside / 2.0, (0.0, 1.0))
    };
    let high = if count == trials {
        1.0
    } else {
        solve(not_lower, -outside / 2.0, (0.0, 1.0))
    };
    (low, high)
}

/// The interval of Garwood for the mean of a Poisson count.
pub(crate) fn mean_interval(count: u64, outside: f64) -> (f64, f64) {
    let far = count as f64 + 40.0 + 12.0 * (count as f64).sqrt();
    let low = match count {
        0 => 0.0,
        _ => solve(|mean| poisson(count, mean).upper, outside / 2.0, (0.0, far)),
    };
    (
        low,
        solve(|mean| -poisson(count, mean).lower, -outside / 2.0, (0.0, far)),
    )
}

/// Holm's adjusted p-values (1979): those at most alpha are rejected, and the probability that any of these is a false
/// rejection is at most alpha, however the tests depend on each other.
pub(crate) fn holm(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut adjusted = vec![0.0; values.len()];
    let mut largest: f64 = 0.0;
    for (place, &i) in order.iter().enumerate() {
        largest = largest.max((values.len() - place) as f64 * values[i]).min(1.0);
        adjusted[i] = largest;
    }
    adjusted
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "what is exact")]
mod tests {
    use statrs::distribution::{ChiSquared, ContinuousCDF};
    use statrs::function::beta::beta_reg;

    use super::*;

    #[track_caller]
    fn close(a: f64, b: f64, relative: f64) {
        assert!((a - b).abs() <= relative * b.abs(), "{a} is not {b}");
    }

    #[test]
    fn binomial_tails_by_hand_and_by_the_beta_function() {
        let tails = binomial(4, 3, 0.5);
        close(tails.at, 4.0 / 16.0, 1e-12);
        close(tails.upper, 5.0 / 16.0, 1e-12);
        close(tails.lower, 15.0 / 16.0, 1e-12);
        close(tails.two_sided().exact, 10.0 / 16.0, 1e-12);
        close(tails.two_sided().mid, 6.0 / 16.0, 1e-12);
        for (n, k, p) in [
            (100, 30, 1.0 / 6.0),
            (1000, 5, 0.02),
            (20_000, 3700, 1.0 / 6.0),
            (500, 500, 0.9),
        ] {
            let tails = binomial(n, k, p);
            let upper = beta_reg(k as f64, (n - k + 1) as f64, p);
            close(tails.upper, upper, 1e-8);
            close(tails.lower, 1.0 - upper + tails.at, 1e-8);
        }
        assert_eq!(binomial(10, 0, 0.3).upper, 1.0);
        assert_eq!(binomial(10, 10, 0.3).lower, 1.0);
        close(binomial(900, 0, 0.5).lower.log2(), -900.0, 1e-12);
    }

    #[test]
    fn poisson_tails_by_hand() {
        let tails = poisson(2, 1.0);
        let e = f64::exp(-1.0);
        close(tails.at, e / 2.0, 1e-12);
        close(tails.lower, 2.5 * e, 1e-12);
        close(tails.upper, 1.0 - 2.0 * e, 1e-12);
        close(poisson(1, 1e-12).upper, 1e-12, 1e-9);
        close(poisson(0, 3.0).lower, f64::exp(-3.0), 1e-12);
    }

    #[test]
    fn far_tails() {
        // Abramowitz and Stegun, table 26.2.
        close(normal(5.0), 2.0 * 2.866_515_719e-7, 1e-9);
        // Below the least a double can hold.
        assert!(normal(40.0) < 1e-300);
        let two = Moments::chi_square(2.0);
        close(two.upper(1000.0), f64::exp(-500.0), 1e-9);
        for df in [1.0, 48.0, 415.0] {
            let law = ChiSquared::new(df).unwrap();
            for x in [0.5 * df, df, 2.0 * df, 5.0 * df] {
                close(Moments::chi_square(df).upper(x), law.sf(x), 1e-9);
            }
        }
    }

    /// Pearson's statistic of every sample of a small law, with its probability.
    fn all_samples(n: usize, probabilities: &[f64]) -> Vec<(f64, f64)> {
        let k = probabilities.len();
        (0..k.pow(n as u32))
            .map(|mut code| {
                let (mut counts, mut probability) = (vec![0.0; k], 1.0);
                for _ in 0..n {
                    counts[code % k] += 1.0;
                    probability *= probabilities[code % k];
                    code /= k;
                }
                let term = |(count, p): (&f64, &f64)| (count - n as f64 * p).powi(2) / (n as f64 * p);
                (counts.iter().zip(probabilities).map(term).sum(), probability)
            })
            .collect()
    }

    #[test]
    fn moments_of_pearson_are_exact() {
        for (n, probabilities) in [
            (5, vec![0.5, 0.3, 0.2]),
            (4, vec![0.1, 0.2, 0.3, 0.4]),
            (7, vec![0.05, 0.95]),
        ] {
            let samples = all_samples(n, &probabilities);
            let expectation = |f: &dyn Fn(f64) -> f64| samples.iter().map(|(x, p)| p * f(*x)).sum::<f64>();
            let mean = expectation(&|x| x);
            let moments = Moments::pearson(n as f64, &probabilities);
            close(moments.mean, mean, 1e-12);
            close(moments.variance, expectation(&|x| (x - mean).powi(2)), 1e-10);
            close(moments.third, expectation(&|x| (x - mean).powi(3)), 1e-10);
        }
    }

    #[test]
    fn intervals_from_tables() {
        // Garwood 1936, 95 %.
        let (low, high) = mean_interval(0, 0.05);
        assert_eq!(low, 0.0);
        close(high, 3.688_879, 1e-6);
        let (low, high) = mean_interval(10, 0.05);
        close(low, 4.795_389, 1e-6);
        close(high, 18.390_356, 1e-6);
        let (low, high) = probability_interval(10, 0, 0.05);
        assert_eq!(low, 0.0);
        close(high, 1.0 - 0.025_f64.powf(0.1), 1e-9);
        let (low, high) = probability_interval(10, 5, 0.05);
        close(low, 0.187_086, 1e-5);
        close(high, 0.812_914, 1e-5);
    }

    #[test]
    fn many_p_values() {
        let p = P::continuous(1e-9).least_of(2430);
        close(p.exact, 2430e-9, 1e-5);
        close(P::continuous(0.5).least_of(2).exact, 0.75, 1e-12);
        assert_eq!(P::continuous(1.0).least_of(5).exact, 1.0);
        // The example of Holm's procedure by hand: 4 * 0.01, 3 * 0.02, then never less than before.
        let adjusted = holm(&[0.02, 0.9, 0.01, 0.021]);
        for (a, b) in adjusted.iter().zip([0.06, 0.9, 0.04, 0.06]) {
            close(*a, b, 1e-12);
        }
        assert!(holm(&[]).is_empty());
    }
}
