//! Criterion: every solver on the bundled sets, deciding uniqueness. The naive one is left out where it is hopeless.

#![allow(missing_docs, reason = "criterion's macros define undocumented items")]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use gridwright::grid::{Budget, Outcome, Shape};
use gridwright_benches::data::{self, OtherShapes, Set};

/// A solver that needs more nodes than this for a puzzle of a set is left out.
const BUDGET: u64 = 300_000;

fn set<S: Shape>(criterion: &mut Criterion, set: &Set<S>) {
    let mut group = criterion.benchmark_group(format!("solve/{}", set.name));
    group.throughput(Throughput::Elements(set.puzzles.len() as u64));
    let here = gridwright::solvers()
        .iter()
        .filter(|entry| entry.shapes.contains(&S::SIZE));
    for entry in here {
        let mut solver = gridwright::solver::<S>(entry.info.name).expect("the catalogue lists it");
        let mut hopeless = |puzzle| {
            matches!(
                solver.dyn_solve_within(puzzle, &mut Budget::nodes(BUDGET)),
                Outcome::Undetermined(_)
            )
        };
        if set.puzzles.iter().any(&mut hopeless) {
            continue;
        }
        group.bench_function(entry.info.name, |bencher| {
            bencher.iter(|| {
                for puzzle in &set.puzzles {
                    black_box(solver.dyn_solve_within(puzzle, &mut Budget::unlimited()));
                }
            });
        });
    }
    for entry in gridwright::batch_solvers()
        .iter()
        .filter(|entry| entry.shapes.contains(&S::SIZE))
    {
        let mut solver = gridwright::batch_solver::<S>(entry.info.name).expect("the catalogue lists it");
        let mut outcomes = Vec::with_capacity(set.puzzles.len());
        group.bench_function(entry.info.name, |bencher| {
            bencher.iter(|| {
                outcomes.clear();
                solver.solve_batch(&set.puzzles, &mut outcomes);
                black_box(&outcomes);
            });
        });
    }
    group.finish();
}

fn solve(criterion: &mut Criterion) {
    for one in &data::bundled(20).expect("the catalogue has the fillers") {
        set(criterion, one);
    }
    let OtherShapes { six, twelve, sixteen } =
        data::bundled_other(10).expect("the catalogue has the fillers");
    set(criterion, &six);
    set(criterion, &twelve);
    set(criterion, &sixteen);
}

fn config() -> Criterion {
    Criterion::default()
        .sample_size(20)
        .warm_up_time(std::time::Duration::from_millis(300))
        .measurement_time(std::time::Duration::from_secs(1))
}

criterion_group! { name = benches; config = config(); targets = solve }
criterion_main!(benches);
