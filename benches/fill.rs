//! Criterion: every filler at every shape where it works. An iteration makes the grids of the same seeds.

#![allow(missing_docs, reason = "criterion's macros define undocumented items")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use gridwright::grid::{B3x3, SHAPES, Shape, WithShape, with_shape};
use gridwright_benches::measure;

struct Fill<'a>(&'a mut Criterion);

impl WithShape for Fill<'_> {
    type Output = ();
    fn run<S: Shape>(self) {
        let mut group = self.0.benchmark_group(format!("fill/{}", S::SIZE));
        for entry in gridwright::fillers()
            .iter()
            .filter(|entry| entry.shapes.contains(&S::SIZE))
        {
            let filler = gridwright::filler::<S>(entry.info.name).expect("the catalogue lists the shape");
            // So many seeds that an iteration takes some ten microseconds to some milliseconds.
            let seeds = match entry.info.name {
                name if name.starts_with("shuffle") || name == "cyclic" || name == "uniform" => 100,
                _ if S::SIZE > B3x3::SIZE => 4,
                _ => 20,
            };
            group.throughput(Throughput::Elements(seeds));
            group.bench_function(entry.info.name, |bencher| {
                bencher.iter(|| measure::fill(&*filler, 1, seeds));
            });
        }
        group.finish();
    }
}

fn fill(criterion: &mut Criterion) {
    for &size in SHAPES {
        with_shape(size, Fill(criterion)).expect("every listed shape exists");
    }
}

fn config() -> Criterion {
    Criterion::default()
        .sample_size(20)
        .warm_up_time(std::time::Duration::from_millis(300))
        .measurement_time(std::time::Duration::from_secs(1))
}

criterion_group! { name = benches; config = config(); targets = fill }
criterion_main!(benches);
