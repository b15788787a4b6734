use gridwright_dig::*;
use gridwright_fill_shuffle::Shuffle;
use gridwright_grid::rng::stream;
use gridwright_grid::*;
use gridwright_solve_dlx::Dlx;
use std::time::Instant;
fn at<S: Shape>(nodes: u64) {
    let mut solver = Dlx::default();
    for u in [Uniqueness::Contradiction, Uniqueness::Count] {
    let dig = Dig::new(Recipe::<S> { nodes, uniqueness: u, ..Recipe::default() }).unwrap();
    let grid = Shuffle::default().fill(&mut stream(1, 0));
    let start = Instant::now();
    let mut counts = Counts::default();
    let Ok(dug) = dig.try_dig(&grid, &mut solver, &mut stream(2, 0), &mut counts);
    println!("{} {u:?} nodes {nodes}: {} clues, undecided {}, spent {} in {:.2} s", S::SIZE, dug.puzzle.clues(), dug.undecided, counts.nodes, start.elapsed().as_secs_f64());
    }
}
fn main() {
    for n in [100, 300, 1000, 3000, 10000] { at::<B4x4>(n); }
    for n in [100, 300, 1000, 3000, 10000] { at::<B5x5>(n); }
}
