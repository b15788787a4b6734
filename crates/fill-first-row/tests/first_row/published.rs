//! The figures of the article come out again.

use std::collections::HashMap;
use std::ops::ControlFlow;

use gridwright_fill_first_row::{FirstRow, FirstRowFair, Line, completions};
use gridwright_grid::rng::stream;
use gridwright_grid::{B2x2, B2x3, B3x3, Canonicalizer, Counts, FillerExt, Grid};

/// All arrangements of nine digits, in ascending order.
fn arrangements() -> Vec<[u8; 9]> {
    fn extend(prefix: &mut Vec<u8>, all: &mut Vec<[u8; 9]>) {
        if let Ok(row) = prefix.as_slice().try_into() {
            all.push(row);
            return;
        }
        for digit in 1..=9 {
            if !prefix.contains(&digit) {
                prefix.push(digit);
                extend(prefix, all);
                prefix.pop();
            }
        }
    }
    let mut all = Vec::new();
    extend(&mut Vec::new(), &mut all);
    all
}

fn is_odd(row: &[u8]) -> bool {
    let inversions = (0..row.len()).map(|i| row[..i].iter().filter(|&&left| left > row[i]).count());
    inversions.sum::<usize>() % 2 == 1
}

#[test]
fn nodes_over_all_first_rows() {
    let mut nodes: Vec<u64> = arrangements()
        .iter()
        .map(|row| {
            let mut counts = Counts::default();
            let Ok(_) = completions::<B3x3, _, ()>(Line::Row, row, &mut counts, |_| ControlFlow::Break(()));
            counts.nodes
        })
        .collect();
    nodes.sort_unstable();
    assert_eq!(nodes.len(), 362_880);
    assert_eq!(
        (nodes[0], nodes[nodes.len() / 2], nodes[nodes.len() - 1]),
        (80, 176, 549)
    );
    let mean = nodes.iter().sum::<u64>() as f64 / 362_880.0;
    assert!((mean - 192.7).abs() < 0.05, "{mean}");
}

#[test]
fn every_first_row_has_its_grid() {
    let mut forms: Vec<[u8; 81]> = arrangements()
        .iter()
        .map(|row| {
            let mut grid = None;
            let Ok(_) = completions::<B3x3, _, ()>(Line::Row, row, &mut (), |found| {
                grid = Some(*found);
                ControlFlow::Break(())
            });
            let form = Canonicalizer::shared().grid(&grid.unwrap()).unwrap().form;
            form.values().try_into().unwrap()
        })
        .collect();
    forms.sort_unstable();
    forms.dedup();
    assert_eq!(forms.len(), 303_663);
}

#[test]
fn the_grid_is_a_function_of_its_first_row() {
    for i in 0..2_000 {
        let grid: Grid = FirstRow::default().fill(&mut stream(5, i));
        let mut again = None;
        let first = &grid.values()[..9];
        let Ok(_) = completions::<B3x3, _, ()>(Line::Row, first, &mut (), |found| {
            again = Some(*found);
            ControlFlow::Break(())
        });
        assert_eq!(again, Some(grid));
        let transposed: Grid = FirstRow { line: Line::Column }.fill(&mut stream(5, i));
        let column: Vec<u8> = transposed.values().iter().step_by(9).copied().collect();
        assert_eq!(column, first, "the same draws, in the first column");
    }
}

/// The exact law of the naive shuffle: paths over 9^9, swap by swap.
fn naive_law() -> HashMap<[u8; 9], u64> {
    let mut law = HashMap::from([([1, 2, 3, 4, 5, 6, 7, 8, 9], 1_u64)]);
    for i in 0..9 {
        let mut next = HashMap::with_capacity(law.len() * 4);
        for (row, paths) in law {
            for j in 0..9 {
                let mut row: [u8; 9] = row;
                row.swap(i, j);
                *next.entry(row).or_default() += paths;
            }
        }
        law = next;
    }
    law
}

#[test]
fn the_law_of_the_naive_shuffle() {
    let law = naive_law();
    let total = 9_u64.pow(9);
    assert_eq!((law.len(), law.values().sum::<u64>()), (362_880, total));
    let even: u64 = law
        .iter()
        .filter(|(row, _)| !is_odd(&row[..]))
        .map(|(_, paths)| paths)
        .sum();
    assert!((even as f64 / total as f64 - 0.44792).abs() < 5e-6);
    let uniform = total as f64 / 362_880.0;
    let variation: f64 = law
        .values()
        .map(|&paths| (paths as f64 - uniform).abs())
        .sum::<f64>()
        / 2.0;
    assert!((variation / total as f64 - 0.1347).abs() < 5e-5);
    let most = law.values().copied().max().unwrap() as f64 / uniform;
    assert!((most - 6.4).abs() < 0.05, "{most}");

    // The filler follows the law: its even first rows, and each digit in each place.
    let n = 60_000;
    let rows: Vec<[u8; 9]> = (0..n)
        .map(|i| {
            let grid: Grid = FirstRow::default().fill(&mut stream(6, i));
            grid.values()[..9].try_into().unwrap()
        })
        .collect();
    let close = |found: usize, expected: f64| {
        let error = (expected * (1.0 - expected) / n as f64).sqrt();
        (found as f64 / n as f64 - expected).abs() < 5.5 * error
    };
    assert!(close(
        rows.iter().filter(|row| !is_odd(&row[..])).count(),
        even as f64 / total as f64
    ));
    for place in 0..9 {
        for digit in 1..=9 {
            let paths: u64 = law
                .iter()
                .filter(|(row, _)| row[place] == digit)
                .map(|(_, paths)| paths)
                .sum();
            let found = rows.iter().filter(|row| row[place] == digit).count();
            assert!(
                close(found, paths as f64 / total as f64),
                "{digit} in place {place}: {found}"
            );
        }
    }
}

#[test]
fn the_fair_shuffle_is_even_half_of_the_time() {
    let n = 20_000;
    let even = (0..n)
        .filter(|&i| {
            let grid: Grid = FirstRowFair::default().fill(&mut stream(8, i));
            !is_odd(&grid.values()[..9])
        })
        .count();
    assert!(
        (even as f64 - f64::from(10_000)).abs() < 5.0 * 5000_f64.sqrt(),
        "{even}"
    );
}

#[test]
fn all_completions_are_counted() {
    let mut count = 0;
    let mut visit = || {
        count += 1;
        ControlFlow::<()>::Continue(())
    };
    let Ok(_) = completions::<B2x2, _, ()>(Line::Column, &[4, 2, 3, 1], &mut (), |_| visit());
    assert_eq!(count, 288 / 24);
    let mut count = 0;
    let Ok(_) = completions::<B2x3, _, ()>(Line::Row, &[3, 1, 2, 6, 5, 4], &mut (), |_| {
        count += 1;
        ControlFlow::Continue(())
    });
    assert_eq!(count, 39_168);
}
