use gridwright_grid::Puzzle;
use gridwright_solve_logic::{Board, singles::HiddenSingles};
use std::time::Instant;
fn main() {
    let text = std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap();
    let puzzles: Vec<Puzzle> = text.lines().filter(|l| !l.starts_with('#')).map(|l| l[..81].parse().unwrap()).collect();
    let easy: Vec<Puzzle> = puzzles.into_iter().filter(|p| { let mut b = Board::new(p).unwrap(); HiddenSingles::new(&mut b).for_each(drop); b.is_solved() }).take(2000).collect();
    let (mut best, mut best_new, mut steps) = (f64::MAX, f64::MAX, 0);
    for _ in 0..60 {
        let t = Instant::now();
        let mut sum = 0;
        for p in &easy { sum += Board::new(p).unwrap().empty().len(); }
        best_new = best_new.min(t.elapsed().as_secs_f64());
        let t = Instant::now();
        steps = 0;
        for p in &easy {
            let mut b = Board::new(p).unwrap();
            steps += HiddenSingles::new(&mut b).count();
        }
        best = best.min(t.elapsed().as_secs_f64());
        assert_eq!(sum, steps);
    }
    let n = easy.len() as f64;
    println!("{n} puzzles, {} steps; new {:.0} ns; all {:.0} ns a puzzle ({:.0}/s); {:.1} ns a step", steps, best_new/n*1e9, best/n*1e9, n/best, (best-best_new)/steps as f64*1e9);
}
