//! Interleaved timing: contenders take turns on the same work, so that drift hits all of them.

use std::hint::black_box;
use std::time::{Duration, Instant};

use gridwright::fill::{DynFiller, stream};
use gridwright::grid::{Grid, Shape};

/// Times of one contender, in nanoseconds an item.
#[derive(Clone, Debug, PartialEq)]
pub struct Timing {
    /// Items a round.
    pub items: u64,
    /// One value a round, ascending.
    pub rounds: Vec<f64>,
}

impl Timing {
    /// The median round.
    pub fn median(&self) -> f64 {
        self.rounds[self.rounds.len() / 2]
    }

    /// The fastest round.
    pub fn min(&self) -> f64 {
        self.rounds[0]
    }

    /// The slowest round.
    pub fn max(&self) -> f64 {
        self.rounds[self.rounds.len() - 1]
    }
}

/// How long to measure.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Rounds.
    pub rounds: usize,
    /// About how long a contender works in a round.
    pub round: Duration,
    /// Items a round at least, so that a contender is not judged by a few lucky seeds.
    pub at_least: u64,
}

/// A contender does items `0..n` of its work.
pub type Contender<'a> = Box<dyn FnMut(u64) + 'a>;

/// Times the contenders. Each does in every round the same number of items, as many as fit the time of a round
/// (but not fewer than asked for), which is found out first.
pub fn interleave(effort: Effort, contenders: Vec<Contender<'_>>) -> Vec<Timing> {
    interleave_by(effort, 1, contenders)
}

/// The same in multiples of `unit` items.
pub fn interleave_by(effort: Effort, unit: u64, mut contenders: Vec<Contender<'_>>) -> Vec<Timing> {
    let time = |contender: &mut Contender<'_>, items: u64| {
        let start = Instant::now();
        contender(items);
        start.elapsed()
    };
    let sizes: Vec<u64> = contenders
        .iter_mut()
        .map(|contender| {
            let mut items = unit;
            // What is made when it is first needed is not a part of the work.
            contender(unit);
            loop {
                let spent = time(contender, items);
                if spent * 4 >= effort.round {
                    let fit = effort.round.as_secs_f64() / spent.as_secs_f64().max(1e-9) * items as f64;
                    // Positive and far below 2^63.
                    #[allow(clippy::cast_sign_loss)]
                    return (fit as u64).max(effort.at_least).max(1).next_multiple_of(unit);
                }
                items *= 4;
            }
        })
        .collect();
    let mut timings: Vec<Timing> = sizes
        .iter()
        .map(|&items| Timing {
            items,
            rounds: Vec::with_capacity(effort.rounds),
        })
        .collect();
    for _ in 0..effort.rounds {
        for (contender, timing) in contenders.iter_mut().zip(&mut timings) {
            let spent = time(contender, timing.items);
            timing
                .rounds
                .push(spent.as_secs_f64() * 1e9 / timing.items as f64);
        }
    }
    for timing in &mut timings {
        timing.rounds.sort_by(f64::total_cmp);
    }
    timings
}

/// Makes grids 0..n of a seed.
pub fn fill<S: Shape>(filler: &dyn DynFiller<S>, seed: u64, n: u64) {
    for i in 0..n {
        black_box(filler.dyn_fill(&mut stream(seed, i)));
    }
}

/// Makes grids 0..n of a seed and writes each as the published program prints it: a line with its number, and nine
/// rows with blanks between the digits. The text is thrown away.
pub fn fill_printing<S: Shape>(filler: &dyn DynFiller<S>, seed: u64, n: u64) {
    let mut text = Vec::new();
    for i in 0..n {
        let grid = filler.dyn_fill(&mut stream(seed, i));
        text.extend_from_slice((i + 1).to_string().as_bytes());
        let mut line = Vec::with_capacity(S::CELLS);
        grid.push_line(&mut line);
        for row in line.chunks_exact(S::SIDE) {
            text.push(b'\n');
            for &symbol in row {
                text.extend_from_slice(&[symbol, b' ']);
            }
        }
        text.push(b'\n');
        if text.len() > 1 << 16 {
            black_box(&text);
            text.clear();
        }
    }
    black_box(&text);
}

/// Makes grids 0..n of a seed and writes each as one line. The text is thrown away.
pub fn fill_lines<S: Shape>(filler: &dyn DynFiller<S>, seed: u64, n: u64) {
    let mut text = Vec::with_capacity(1 << 17);
    for i in 0..n {
        filler.dyn_fill(&mut stream(seed, i)).push_line(&mut text);
        text.push(b'\n');
        if text.len() > 1 << 16 {
            black_box(&text);
            text.clear();
        }
    }
    black_box(&text);
}

/// Makes grids 0..n of a seed on two threads.
pub fn fill_on_two<S: Shape>(pool: &rayon::ThreadPool, filler: &dyn DynFiller<S>, seed: u64, n: u64) {
    // Small parts, so that neither thread waits long for the other.
    let parts = 64.min(n);
    pool.scope(|scope| {
        for part in 0..parts {
            scope.spawn(move |_| {
                for i in n * part / parts..n * (part + 1) / parts {
                    black_box(filler.dyn_fill(&mut stream(seed, i)));
                }
            });
        }
    });
}

/// Whether grids 0..n of a seed are solution grids: what a filler made is trusted elsewhere, but not here.
pub fn is_right<S: Shape>(filler: &dyn DynFiller<S>, seed: u64, n: u64) -> bool {
    (0..n).all(|i| Grid::<S>::from_values(filler.dyn_fill(&mut stream(seed, i)).values()).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slower_contender_is_slower() {
        let effort = Effort {
            rounds: 5,
            round: Duration::from_millis(4),
            at_least: 3,
        };
        let sleep = |micros| -> Contender<'static> {
            Box::new(move |n| (0..n).for_each(|_| std::thread::sleep(Duration::from_micros(micros))))
        };
        let timings = interleave(effort, vec![sleep(2000), sleep(200)]);
        assert!(timings[0].median() > 2e6 && timings[1].median() > 2e5);
        assert!(timings[0].min() > timings[1].min());
        assert!(
            timings
                .iter()
                .all(|timing| timing.items >= 3 && timing.rounds.len() == 5 && timing.rounds.is_sorted())
        );
    }
}
