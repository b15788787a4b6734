//! The least equivalent of any puzzle, by search.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::CanonicalError;
use crate::{Flat, Shape, Symmetry};

/// More orders of columns than that are not tried.
const MOST_ORDERS: u128 = 100_000;

/// What is found of a puzzle.
pub(super) struct Least<S: Shape> {
    pub(super) symmetry: Symmetry<S>,
    pub(super) automorphisms: u128,
}

/// A symmetry that makes the least equivalent, and how many map it to itself.
pub(super) fn least<S: Shape>(values: &[u8]) -> Result<Least<S>, CanonicalError> {
    let mut found = None;
    let mut leaves = 0_u128;
    let multiplicity = search::<S>(values, true, |symmetry, better| {
        if better {
            leaves = 0;
            found = Some(*symmetry);
        }
        leaves += 1;
    })?;
    let used = (1..=S::SIDE as u8).filter(|digit| values.contains(digit)).count();
    let unused: u128 = (1..=(S::SIDE - used) as u128).product();
    Ok(Least {
        symmetry: found.expect("the search makes at least one form"),
        automorphisms: leaves * multiplicity * unused,
    })
}

/// Calls `visit` with every symmetry that makes the least equivalent, digits that are not used in ascending order.
pub(super) fn each<S: Shape>(
    values: &[u8],
    mut visit: impl FnMut(&Symmetry<S>) -> ControlFlow<()>,
) -> Result<(), CanonicalError> {
    let mut ways: Vec<Symmetry<S>> = Vec::new();
    search::<S>(values, false, |symmetry, better| {
        if better {
            ways.clear();
        }
        ways.push(*symmetry);
    })?;
    let _ = ways.iter().try_for_each(&mut visit);
    Ok(())
}

/// Orders of `chutes` chutes of `width` lines. Where lines (or whole chutes) are `empty` and `merge` is set, just one
/// order of them.
fn line_orders<S: Shape>(width: usize, empty: u32, merge: bool) -> Vec<S::HouseArray<u8>> {
    fn extend<S: Shape>(
        width: usize,
        empty: u32,
        merge: bool,
        order: &mut S::HouseArray<u8>,
        k: usize,
        out: &mut Vec<S::HouseArray<u8>>,
    ) {
        if k == S::SIDE {
            out.push(*order);
            return;
        }
        for line in candidates::<S>(width, empty, merge, &order.flat()[..k]) {
            order.flat_mut()[k] = line;
            extend::<S>(width, empty, merge, order, k + 1, out);
        }
    }
    let mut out = Vec::new();
    extend::<S>(width, empty, merge, &mut S::HouseArray::filled(0), 0, &mut out);
    out
}

/// The lines that may come next after those chosen: of the chute that was begun, or the first of another chute. Of
/// empty twins, lines or chutes, only the first if `merge` is set.
fn candidates<S: Shape>(
    width: usize,
    empty: u32,
    merge: bool,
    chosen: &[u8],
) -> impl Iterator<Item = u8> + use<S> {
    let used = chosen.iter().fold(0_u32, |used, &line| used | 1 << line);
    let begun = (!chosen.len().is_multiple_of(width)).then(|| usize::from(chosen[chosen.len() - 1]) / width);
    let chute_mask = move |chute: usize| ((1_u32 << width) - 1) << (chute * width);
    let is_empty = move |mask: u32| empty & mask == mask;
    (0..S::SIDE).filter_map(move |line| {
        let chute = line / width;
        let free =
            used >> line & 1 == 0 && begun.map_or(used & chute_mask(chute) == 0, |begun| begun == chute);
        let first_twin = || {
            let before = ((1_u32 << line) - 1) & chute_mask(chute);
            let line_first = !is_empty(1 << line) || empty & before & !used == 0;
            let chute_first = begun.is_some()
                || !is_empty(chute_mask(chute))
                || (0..chute).all(|other| used & chute_mask(other) != 0 || !is_empty(chute_mask(other)));
            line_first && chute_first
        };
        (free && (!merge || first_twin())).then_some(line as u8)
    })
}

/// How many orders stand for each one that is left when empty twins are merged.
fn twins<S: Shape>(width: usize, empty: u32) -> u128 {
    let factorial = |n: u32| (1..=u128::from(n)).product::<u128>();
    let chutes = (0..S::SIDE / width).map(|chute| empty >> (chute * width) & ((1 << width) - 1));
    let whole = chutes.clone().filter(|&lines| lines == (1 << width) - 1).count();
    chutes
        .map(|lines| factorial(lines.count_ones()))
        .product::<u128>()
        * factorial(whole as u32)
}

/// The orders of columns to try, and the rows to put in order, of the grid as it stands or transposed.
struct Side<'a> {
    values: &'a [u8],
    transposed: bool,
    empty_rows: u32,
    merge: bool,
}

/// The least rows so far, and what is told of every arrangement that makes them.
struct Search<S: Shape, F> {
    best: S::CellArray<u8>,
    /// Rows of `best` that are known.
    known: usize,
    /// The form has changed since the last arrangement that was told.
    better: bool,
    tell: F,
}

/// An arrangement that is being made.
#[derive(Clone, Copy)]
struct State<S: Shape> {
    columns: S::HouseArray<u8>,
    rows: S::HouseArray<u8>,
    /// What a digit becomes; 0 while that is open.
    labels: [u8; 32],
    next: u8,
}

impl<S: Shape, F: FnMut(&Symmetry<S>, bool)> Search<S, F> {
    /// Puts row number `k` in its place, all ways that make the rows so far least.
    fn extend(&mut self, side: &Side<'_>, state: &State<S>, k: usize) {
        if k == S::SIDE {
            (self.tell)(&finish(side, state), core::mem::take(&mut self.better));
            return;
        }
        let mut tied: [u8; 25] = [0; 25];
        let mut ties = 0;
        for line in candidates::<S>(S::BOX_ROWS, side.empty_rows, side.merge, &state.rows.flat()[..k]) {
            let (row, _) = relabel::<S>(side, state, line);
            let known = self.known > k;
            let best = &mut self.best.flat_mut()[k * S::SIDE..][..S::SIDE];
            let order = if known {
                row.flat().cmp(best)
            } else {
                core::cmp::Ordering::Less
            };
            if order.is_lt() {
                best.copy_from_slice(row.flat());
                self.known = k + 1;
                self.better = true;
                ties = 0;
            }
            if order.is_le() {
                tied[ties] = line;
                ties += 1;
            }
        }
        for &line in &tied[..ties] {
            let (_, mut next) = relabel::<S>(side, state, line);
            next.rows.flat_mut()[k] = line;
            self.extend(side, &next, k + 1);
        }
    }
}

/// A row as it becomes, digits labelled in order of appearance, and the labels after it.
#[inline]
fn relabel<S: Shape>(side: &Side<'_>, state: &State<S>, line: u8) -> (S::HouseArray<u8>, State<S>) {
    let mut next = *state;
    let mut row = S::HouseArray::filled(0);
    let source = &side.values[usize::from(line) * S::SIDE..][..S::SIDE];
    for (slot, &column) in row.flat_mut().iter_mut().zip(state.columns.flat()) {
        let value = source[usize::from(column)];
        if value != 0 {
            let label = &mut next.labels[usize::from(value & 31)];
            if *label == 0 {
                next.next += 1;
                *label = next.next;
            }
            *slot = *label;
        }
    }
    (row, next)
}

fn finish<S: Shape>(side: &Side<'_>, state: &State<S>) -> Symmetry<S> {
    let mut next = state.next;
    let mut labels: [u8; 32] = core::array::from_fn(|i| i as u8);
    for (slot, &label) in labels[1..=S::SIDE].iter_mut().zip(&state.labels[1..]) {
        next += u8::from(label == 0);
        *slot = if label == 0 { next } else { label };
    }
    Symmetry::from_checked(side.transposed, state.rows, state.columns, labels)
}

/// Tells every arrangement that makes the least equivalent so far, and whether that is a new one. Returns how many
/// arrangements stand for each that was told, which is 1 unless twins are merged.
fn search<S: Shape>(
    values: &[u8],
    merge: bool,
    tell: impl FnMut(&Symmetry<S>, bool),
) -> Result<u128, CanonicalError> {
    let orders = Symmetry::<S>::column_orders();
    if orders > MOST_ORDERS {
        return Err(CanonicalError::TooLarge(S::SIZE));
    }
    let mut search = Search::<S, _> {
        best: S::CellArray::filled(0),
        known: 0,
        better: false,
        tell,
    };
    let mut flipped = S::CellArray::filled(0);
    for (i, slot) in flipped.flat_mut().iter_mut().enumerate() {
        *slot = values[i % S::SIDE * S::SIDE + i / S::SIDE];
    }
    let empty = |values: &[u8]| {
        let rows = values.chunks_exact(S::SIDE).enumerate();
        rows.fold(0_u32, |set, (i, row)| {
            set | u32::from(row.iter().all(|&value| value == 0)) << i
        })
    };
    let (rows, columns) = (empty(values), empty(flipped.flat()));
    let sides = [
        (false, values, rows, columns),
        (true, flipped.flat(), columns, rows),
    ];
    for (transposed, values, empty_rows, empty_columns) in sides {
        if transposed && !Symmetry::<S>::SQUARE {
            continue;
        }
        let side = Side {
            values,
            transposed,
            empty_rows,
            merge,
        };
        for columns in line_orders::<S>(S::BOX_COLUMNS, empty_columns, merge) {
            let state = State {
                columns,
                rows: S::HouseArray::filled(0),
                labels: [0; 32],
                next: 0,
            };
            search.extend(&side, &state, 0);
        }
    }
    Ok(if merge {
        twins::<S>(S::BOX_ROWS, rows) * twins::<S>(S::BOX_COLUMNS, columns)
    } else {
        1
    })
}
