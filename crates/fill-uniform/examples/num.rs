//! x
use gridwright_fill_uniform::*;
use gridwright_grid::rng::stream;
use gridwright_grid::*;
fn main() {
    let n = grids::<B3x3>();
    println!("{n}");
    let t = std::time::Instant::now();
    for i in [0u128, 1, 2, n / 3, n / 2, n - 2, n - 1] {
        let g = unrank::<B3x3>(i).unwrap();
        println!("{i} {g} {}", rank(&g));
        assert_eq!(rank(&g), i);
    }
    println!("{:?}", t.elapsed());
    let gs: Vec<Grid> = (0..20000).map(|i| Uniform.fill(&mut stream(3, i))).collect();
    let t = std::time::Instant::now();
    let r: Vec<u128> = gs.iter().map(rank).collect();
    println!("rank {:?}", t.elapsed() / 20000);
    let t = std::time::Instant::now();
    let h: Vec<Grid> = r.iter().map(|&i| unrank(i).unwrap()).collect();
    println!("unrank {:?}", t.elapsed() / 20000);
    assert_eq!(h, gs);
    println!("{} {} {}", grids::<B2x2>(), grids::<B2x3>(), grids::<B3x2>());
}
