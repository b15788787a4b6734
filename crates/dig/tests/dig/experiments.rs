//! What the README says in numbers. Printed with `--nocapture`.

use std::time::Instant;

use gridwright_dig::{Dig, Fit, METHODS, Method, Order, Pattern, Recipe, Stop, Symmetries, Tally};
use gridwright_fill_las_vegas::LasVegas;
use gridwright_fill_uniform::Uniform;
use gridwright_grid::rng::stream;
use gridwright_grid::{B3x3, Filler, FillerExt, Grid, PatternSymmetry};
use gridwright_solve_bits::Bits;

fn run(n: u64, method: &Method, filler: &impl Filler) -> Tally {
    let mut solver = Bits::default();
    let mut tally = Tally::default();
    for i in 0..n {
        let fill = |rng: &mut _, probe: &mut ()| filler.try_fill(rng, probe);
        let Ok(dug) = method.try_make(fill, &mut solver, &mut stream(2009, i), &mut ());
        tally.add(&dug.unwrap(), &mut solver);
    }
    tally
}

/// The paper's experiment on digging orders: grids of its own filler, every cell visited, which orders reach level 5.
fn orders(n: u64) -> [Tally; 4] {
    let grids: Vec<Grid> = LasVegas::<B3x3>::default().grids(2009).take(n as usize).collect();
    let mut solver = Bits::default();
    let orders = [
        Order::Random,
        Order::Jumping,
        Order::Boustrophedon,
        Order::RowMajor,
    ];
    orders.map(|order| {
        let dig = Dig::new(Recipe {
            order,
            stop: Stop::ExhaustedWith(22..=27),
            ..Recipe::default()
        })
        .unwrap();
        let mut tally = Tally::default();
        for (i, grid) in (0..).zip(&grids) {
            tally.add(&dig.dig(grid, &mut solver, &mut stream(2010, i)), &mut solver);
        }
        tally
    })
}

fn show(name: &str, tally: &Tally) {
    let percent = |count| 100.0 * tally.share(count);
    println!(
        "| {name} | {:.2} | {} to {} | {:.1} % | {:.1} % | {:.1} % | {:.1} % |",
        tally.mean(),
        tally.least().unwrap(),
        tally.most().unwrap(),
        percent(tally.ambiguous),
        percent(tally.redundant),
        percent(tally.reached),
        percent(tally.empty_line),
    );
}

#[test]
fn orders_differ_as_in_the_paper() {
    let [random, jumping, boustrophedon, row_major] = orders(200);
    // Nothing is left to remove, whatever the order.
    for tally in [&random, &jumping, &boustrophedon, &row_major] {
        assert_eq!((tally.ambiguous, tally.redundant), (0, 0));
        assert!(tally.share(tally.reached) > 0.85);
    }
    let shares = [&random, &jumping, &boustrophedon, &row_major].map(|tally| tally.share(tally.empty_line));
    assert!(
        shares[0] < 0.5 && shares[1] > 0.6 && shares[2] > 0.99 && shares[3] > 0.99,
        "{shares:?}"
    );
}

#[test]
#[ignore = "prints the tables of the README; a minute"]
fn tables() {
    for (name, tally) in ["random", "jumping", "along an S", "row by row"]
        .into_iter()
        .zip(&orders(10_000))
    {
        show(name, tally);
    }
    for entry in METHODS {
        let method = Method::named(entry.info.name).unwrap();
        show(entry.info.name, &run(10_000, &method, &Uniform));
    }
}

#[test]
#[ignore = "prints the tables of the README"]
fn symmetric() {
    let mut wishes: Vec<_> = PatternSymmetry::ALL.map(|one| Symmetries::NONE.with(one)).into();
    wishes.extend([Symmetries::BOTH_DIAGONALS, Symmetries::FULL]);
    for symmetry in wishes {
        let dig = Dig::new(Recipe {
            symmetry,
            ..Recipe::default()
        });
        show(
            &symmetry.to_string(),
            &run(10_000, &Method::Dig(dig.unwrap()), &Uniform),
        );
    }
}

#[test]
#[ignore = "prints times; the machine must be quiet"]
fn speed() {
    let mut solver = Bits::default();
    for entry in METHODS {
        let method = Method::named(entry.info.name).unwrap();
        let mut best = f64::MAX;
        for _ in 0..20 {
            let start = Instant::now();
            for i in 0..200 {
                let fill = |rng: &mut _, probe: &mut ()| Uniform.try_fill(rng, probe);
                let Ok(_) = method.try_make(fill, &mut solver, &mut stream(1, i), &mut ());
            }
            best = best.min(start.elapsed().as_secs_f64() / 200.0);
        }
        println!("{}: {:.2} us", entry.info.name, best * 1e6);
    }
    // Patterns of puzzles that exist, each tried once.
    for clues in [32, 30, 28, 26, 24] {
        let (mut times, mut none) = (Vec::new(), 0);
        for i in 0..40 {
            let dig = Dig::new(Recipe {
                stop: Stop::Clues(clues..=clues),
                symmetry: "rotational-2".parse().unwrap(),
                ..Recipe::default()
            });
            let mut rng = stream(clues as u64, i);
            let model = dig.unwrap().dig(&Uniform.fill(&mut rng), &mut solver, &mut rng);
            if !model.reached {
                continue;
            }
            let fit = Fit::new(Pattern::of(&model.puzzle), 100_000).unwrap();
            let start = Instant::now();
            let fill = |rng: &mut _, probe: &mut ()| Uniform.try_fill(rng, probe);
            let Ok(dug) = fit.try_fit(fill, &mut solver, &mut rng, &mut ());
            none += u32::from(dug.is_none());
            times.push(start.elapsed().as_secs_f64() * 1e3);
        }
        times.sort_by(f64::total_cmp);
        let (median, most) = (times[times.len() / 2], times[times.len() - 1]);
        println!(
            "pattern of {clues}: {} patterns, {none} without puzzle, median {median:.2} ms, most {most:.1} ms",
            times.len()
        );
    }
}
