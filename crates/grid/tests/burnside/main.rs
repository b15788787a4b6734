//! How many solution grids there are up to symmetry, counted by Burnside's lemma: an independent check of what the
//! group of a shape is, and of the published numbers.
//!
//! The number of classes is the mean, over the ways to move the cells, of the number of grids that the move leaves
//! the same up to an exchange of digits. Conjugate moves leave equally many, so one of each class is enough.

mod fixed;
mod moves;

use std::io::Write;
use std::path::{Path, PathBuf};

use gridwright_grid::{B2x2, B2x3, B3x2, B3x3, Shape, Symmetry};

use crate::fixed::count_fixed;
use crate::moves::{Class, classes, corner};

/// A conjugacy class: the order of its elements, how many there are, and how many grids up to an exchange of digits
/// each of them fixes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Line {
    order: u64,
    size: u64,
    fixed: u64,
}

/// Every conjugacy class of moves, sorted; the identity fixes `grids`, or as many as are counted.
fn lines<S: Shape>(grids: Option<u64>) -> Vec<Line> {
    let (classes, corner) = (classes::<S>(), corner::<S>());
    assert_eq!(
        classes.iter().map(|class| u128::from(class.size)).sum::<u128>(),
        Symmetry::<S>::CELL_ORDER
    );
    let mut lines: Vec<_> = classes
        .iter()
        .map(|Class { size, element }| {
            let order = order(element);
            let known = grids.filter(|_| order == 1);
            let fixed = known.unwrap_or_else(|| count_fixed(element, &corner));
            Line {
                order,
                size: *size,
                fixed,
            }
        })
        .collect();
    lines.sort();
    lines
}

fn order<S: Shape>(element: &Symmetry<S>) -> u64 {
    let powers = std::iter::successors(Some(*element), |power| Some(power.then(element)));
    1 + powers.take_while(|power| *power != Symmetry::identity()).count() as u64
}

/// The number of classes of grids.
fn orbits<S: Shape>(lines: &[Line]) -> u128 {
    let fixed: u128 = lines
        .iter()
        .map(|line| u128::from(line.size) * u128::from(line.fixed))
        .sum();
    assert_eq!(fixed % Symmetry::<S>::CELL_ORDER, 0);
    fixed / Symmetry::<S>::CELL_ORDER
}

/// Number of grids, and of classes of them.
fn totals<S: Shape>() -> (u128, u128) {
    let lines = lines::<S>(None);
    (
        u128::from(lines[0].fixed) * Symmetry::<S>::DIGIT_ORDER,
        orbits::<S>(&lines),
    )
}

#[test]
fn classes_of_small_grids() {
    assert_eq!(totals::<B2x2>(), (288, 2));
    assert_eq!(totals::<B2x3>(), (28_200_960, 49));
    assert_eq!(totals::<B3x2>(), (28_200_960, 49));
}

#[test]
fn classes_of_usual_grids() {
    // Felgenhauer and Jarvis (2005); `gridwright-bands` counts them again.
    let grids = 6_670_903_752_021_072_936_960 / Symmetry::<B3x3>::DIGIT_ORDER;
    let lines = lines::<B3x3>(Some(grids as u64));
    assert_eq!(lines.len(), 275);
    assert_eq!(orbits::<B3x3>(&lines), 5_472_730_538);

    let fixing: Vec<_> = lines.into_iter().filter(|line| line.fixed != 0).collect();
    assert_eq!(fixing.len(), 27);
    let path = data().join("exact/burnside.csv");
    match std::fs::read_to_string(&path) {
        Ok(text) => assert_eq!(fixing, read_lines(&text)),
        Err(_) => writeln!(
            std::io::stderr(),
            "skipped the comparison class by class: no {}; set GRIDWRIGHT_DATA",
            path.display()
        )
        .unwrap(),
    }
}

/// Where the data is that is shared between projects and not part of this one.
fn data() -> PathBuf {
    std::env::var_os("GRIDWRIGHT_DATA").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
        PathBuf::from,
    )
}

/// The last three columns of a table with a head, sorted.
fn read_lines(text: &str) -> Vec<Line> {
    let mut lines: Vec<_> = text
        .lines()
        .skip(1)
        .map(|line| {
            let mut fields = line.rsplit(',').map(|field| field.parse().unwrap());
            let mut field = || fields.next().unwrap();
            let (fixed, size, order) = (field(), field(), field());
            Line { order, size, fixed }
        })
        .collect();
    lines.sort();
    lines
}
