//! What the README says in numbers. Printed with `--nocapture`.

use gridwright_dig::{Dig, METHODS, Method, Order, Recipe, Stop, Tally};
use gridwright_fill_las_vegas::LasVegas;
use gridwright_fill_uniform::Uniform;
use gridwright_grid::rng::stream;
use gridwright_grid::{B3x3, Filler, FillerExt, Grid};
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
    // Nothing is left to remove at the end, whatever the order.
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
        let method = Method::named(entry.info.name).unwrap().unwrap();
        show(entry.info.name, &run(10_000, &method, &Uniform));
    }
}
