//! Criterion: canonical forms of grids and of puzzles, and symmetries applied.

#![allow(missing_docs, reason = "criterion's macros define undocumented items")]

use std::hint::black_box;

use criterion::{
    BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main, measurement::WallTime,
};
use gridwright::fill::stream;
use gridwright::grid::{B2x3, B3x3, B3x4, Canonicalizer, Grid, Group, Shape, Symmetry};
use gridwright_benches::canonical;

fn grids<S: Shape>(group: &mut BenchmarkGroup<'_, WallTime>, number: u64) {
    let grids: Vec<Grid<S>> = canonical::grids(number).expect("the catalogue has the filler");
    group.throughput(Throughput::Elements(number));
    group.bench_function(format!("grids/{}", S::SIZE), |bencher| {
        bencher.iter(|| {
            for grid in &grids {
                let _ = black_box(Canonicalizer::shared().grid(grid));
            }
        });
    });
}

fn canon(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("canon");
    grids::<B3x3>(&mut group, 1000);
    grids::<B2x3>(&mut group, 20);
    grids::<B3x4>(&mut group, 1);
    for set in canonical::puzzles(100).expect("the catalogue has the fillers") {
        group.throughput(Throughput::Elements(set.puzzles.len() as u64));
        let mut solver = canonical::solver();
        group.bench_function(&set.name, |bencher| {
            bencher.iter(|| {
                for puzzle in &set.puzzles {
                    let _ = black_box(Canonicalizer::shared().puzzle(puzzle, &mut solver));
                }
            });
        });
    }
    group.finish();
}

fn symmetry(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("symmetry/3x3");
    let grid: Grid = Grid::canonical_base();
    let mut rng = stream(1, 0);
    let symmetries: Vec<Symmetry> = (0..100).map(|_| Symmetry::random(&mut rng)).collect();
    group.throughput(Throughput::Elements(100));
    group.bench_function("random", |bencher| {
        bencher.iter(|| {
            for _ in 0..100 {
                black_box(Symmetry::<B3x3>::random(&mut rng));
            }
        });
    });
    group.bench_function("apply", |bencher| {
        bencher.iter(|| {
            for symmetry in &symmetries {
                black_box(symmetry.grid(&grid));
            }
        });
    });
    group.bench_function("unrank", |bencher| {
        bencher.iter(|| {
            for index in 0..100 {
                black_box(Group::Full.unrank::<B3x3>(index * 9_999_999_999));
            }
        });
    });
    group.finish();
}

fn config() -> Criterion {
    Criterion::default()
        .sample_size(20)
        .warm_up_time(std::time::Duration::from_millis(300))
        .measurement_time(std::time::Duration::from_secs(1))
}

criterion_group! { name = benches; config = config(); targets = canon, symmetry }
criterion_main!(benches);
