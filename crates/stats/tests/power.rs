//! Each way of filling a grid that is not uniform is rejected, with no more grids than that should take.

use std::fmt::Write as _;
use std::sync::{Arc, LazyLock};

use gridwright::filler;
use gridwright_stats::gridwright_grid::rng::stream;
use gridwright_stats::gridwright_grid::{B3x3, Shape};
use gridwright_stats::{Law, Report, Sample, Verdict};

const ALPHA: f64 = 1e-6;

static NINE: LazyLock<Arc<Law>> = LazyLock::new(|| Arc::new(Law::new::<B3x3>()));

fn report<S: Shape>(law: &Arc<Law>, name: &str, seed: u64, n: u64) -> Report {
    let filler = filler::<S>(name).unwrap();
    let mut sample = Sample::<S>::new(Arc::clone(law));
    for index in 0..n {
        sample.push(&filler.dyn_fill(&mut stream(seed, index)));
    }
    sample.report(ALPHA)
}

fn table(report: &Report) -> String {
    let mut text = String::new();
    for test in &report.tests {
        let _ = write!(text, "{:16} {:9}", test.name, test.verdict);
        if let Some(m) = &test.measured {
            let _ = write!(
                text,
                " {:12.3} {:5} {:9.2e} {:10} {:11.4e} [{:.3e}, {:.3e}] {}",
                m.statistic,
                m.df.map_or(String::new(), |df| df.to_string()),
                m.p,
                m.effect.name,
                m.effect.value,
                m.effect.low,
                m.effect.high,
                test.note
            );
        }
        text.push('\n');
    }
    text
}

#[test]
#[ignore = "prints what the tests say of every filler at 20,000 grids"]
fn show() {
    for name in [
        "shuffle",
        "shuffle-walk",
        "cyclic",
        "random-row",
        "random-row-fair",
        "first-row",
        "first-row-fair",
        "seventeen",
        "seventeen-fair",
    ] {
        let report = report::<B3x3>(&NINE, name, 1, 20_000);
        println!("{name}\n{}", table(&report));
    }
    let _ = Verdict::Passed;
}
