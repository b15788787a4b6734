//! x
use gridwright_fill_shuffle::Shuffle;
use gridwright_fill_uniform::Uniform;
use gridwright_grid::rng::stream;
use gridwright_grid::*;
fn time<F: Filler>(f: &F, n: u64) -> f64 {
    let t = std::time::Instant::now();
    let mut s = 0u64;
    for i in 0..n {
        let g = f.fill(&mut stream(1, i));
        s = s
            .wrapping_mul(31)
            .wrapping_add(u64::from(g.values()[80]) + u64::from(g.values()[40]));
        std::hint::black_box(&g);
    }
    std::hint::black_box(s);
    t.elapsed().as_secs_f64() * 1e9 / n as f64
}
fn main() {
    let t = std::time::Instant::now();
    let _: Grid = Uniform.fill_seeded(1);
    println!("start {:?}", t.elapsed());
    let sh = Shuffle::<B3x3>::default();
    let mut a = vec![];
    let mut b = vec![];
    for _ in 0..std::env::args().nth(1).map_or(9, |s| s.parse().unwrap()) {
        a.push(time(&Uniform, 300_000));
        b.push(time(&sh, 300_000));
    }
    a.sort_by(f64::total_cmp);
    b.sort_by(f64::total_cmp);
    println!(
        "uniform min {:.1} median {:.1} ns; shuffle {:.1} {:.1}",
        a[0],
        a[a.len() / 2],
        b[0],
        b[b.len() / 2]
    );
}
