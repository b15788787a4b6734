//! The canonical form of 9x9 grids by the classes of their bands.

use super::bands::{Arrangement, Bands};
use crate::{Flat, Shape, Symmetry};

/// The rows 4 to 9 of a form, each as one number: four bits a digit.
type Rest = [u64; 6];

/// A way to make a form: one of the six chutes becomes the first band.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hit {
    transposed: bool,
    chute: usize,
    arrangement: Arrangement,
    /// The other six rows in the order of the form.
    rows: [u8; 6],
}

/// A form, how many ways lead to it, and one of them.
pub(super) struct Found {
    pub(super) values: [u8; 81],
    pub(super) count: u32,
    pub(super) hit: Hit,
}

type Rows = [[u8; 9]; 9];

fn rows_of(values: &[u8; 81]) -> Rows {
    let mut rows = [[0; 9]; 9];
    rows.as_flattened_mut().copy_from_slice(values);
    rows
}

fn transposed(rows: &Rows) -> Rows {
    let mut columns = [[0; 9]; 9];
    for (i, row) in rows.iter().enumerate() {
        for (j, &value) in row.iter().enumerate() {
            columns[j][i] = value;
        }
    }
    columns
}

fn chute(rows: &Rows, number: usize) -> [&[u8; 9]; 3] {
    [0, 1, 2].map(|i| &rows[3 * number + i])
}

/// The numbers of the three bands and the three stacks.
pub(super) fn chutes(values: &[u8; 81]) -> [usize; 6] {
    let rows = rows_of(values);
    let sides = [rows, transposed(&rows)];
    core::array::from_fn(|i| super::bands::index(chute(&sides[i / 3], i % 3)))
}

/// The orders of three things.
#[inline]
fn sort_three(items: &mut [(u8, u8); 3]) {
    for (a, b) in [(0, 1), (1, 2), (0, 1)] {
        if items[a].0 > items[b].0 {
            items.swap(a, b);
        }
    }
}

/// Calls `visit` with every way to make the least band the first one, and with the rest of the grid that comes of it.
#[inline]
fn each_way<'a>(
    bands: &'a Bands,
    sides: &[Rows; 2],
    mut visit: impl FnMut(bool, usize, &Arrangement, Row<'_>, [u8; 6]),
) -> &'a super::bands::Class {
    let mut numbers = [0; 6];
    let (mut classes, mut least) = ([0; 6], u16::MAX);
    for i in 0..6 {
        numbers[i] = super::bands::index(chute(&sides[i / 3], i % 3));
        classes[i] = bands.class_of(numbers[i]);
        least = least.min(classes[i]);
    }
    let class = bands.class(least);
    for i in 0..6 {
        if classes[i] != least {
            continue;
        }
        let (rows, number) = (&sides[i / 3], i % 3);
        let band = chute(rows, number);
        let way = bands.way(band, numbers[i]);
        for last in &class.to_least {
            let arrangement = way.then(last);
            let columns = &arrangement.columns;
            let mut labels = [0_u8; 16];
            let first = band[usize::from(arrangement.rows[0])];
            for (label, &column) in (1..).zip(columns) {
                labels[usize::from(first[usize::from(column & 15).min(8)] & 15)] = label;
            }
            // The first column decides the order of the rows.
            let start = usize::from(columns[0]).min(8);
            let others = [(number + 1) % 3, (number + 2) % 3];
            let mut sorted = others.map(|band| {
                let mut rows_of_band = [0, 1, 2].map(|i| {
                    let row = 3 * band + i;
                    (labels[usize::from(rows[row][start] & 15)], row as u8)
                });
                sort_three(&mut rows_of_band);
                rows_of_band
            });
            if sorted[0][0].0 > sorted[1][0].0 {
                sorted.swap(0, 1);
            }
            let order = core::array::from_fn(|i| sorted[i / 3][i % 3].1);
            let row = Row {
                rows,
                columns,
                labels: &labels,
            };
            visit(i >= 3, number, &arrangement, row, order);
        }
    }
    class
}

/// Packs rows of a rearranged grid.
#[derive(Clone, Copy)]
struct Row<'a> {
    rows: &'a Rows,
    columns: &'a [u8; 9],
    labels: &'a [u8; 16],
}

impl Row<'_> {
    #[inline]
    fn pack(self, row: u8) -> u64 {
        let row = &self.rows[usize::from(row).min(8)];
        self.columns.iter().fold(0, |packed, &column| {
            packed << 4 | u64::from(self.labels[usize::from(row[usize::from(column).min(8)] & 15)])
        })
    }
}

/// The least equivalent of a grid.
pub(super) fn canonical(bands: &Bands, values: &[u8; 81]) -> Found {
    let rows = rows_of(values);
    let sides = [rows, transposed(&rows)];
    let mut best: Rest = [u64::MAX; 6];
    let mut count = 0;
    let mut hit = Hit {
        transposed: false,
        chute: 0,
        arrangement: Arrangement {
            rows: [0, 1, 2],
            columns: [0, 1, 2, 3, 4, 5, 6, 7, 8],
        },
        rows: [3, 4, 5, 6, 7, 8],
    };
    let class = each_way(bands, &sides, |transposed, chute, arrangement, row, order| {
        let mut better = false;
        for (packed, &number) in best.iter_mut().zip(&order) {
            let new = row.pack(number);
            if !better && new > *packed {
                return;
            }
            better |= new < *packed;
            *packed = new;
        }
        if better {
            count = 0;
            hit = Hit {
                transposed,
                chute,
                arrangement: *arrangement,
                rows: order,
            };
        }
        count += 1;
    });
    let mut values = [0; 81];
    values[..27].copy_from_slice(class.least.as_flattened());
    for (row, packed) in values[27..].chunks_exact_mut(9).zip(best) {
        for (i, value) in row.iter_mut().enumerate() {
            *value = (packed >> (32 - 4 * i) & 15) as u8;
        }
    }
    Found { values, count, hit }
}

/// Every way to make that form of a grid.
pub(super) fn each_hit(bands: &Bands, values: &[u8; 81], form: &[u8; 81], mut visit: impl FnMut(Hit)) {
    let rows = rows_of(values);
    let sides = [rows, transposed(&rows)];
    let form = rows_of(form);
    each_way(bands, &sides, |transposed, chute, arrangement, row, order| {
        let pack = |row: &[u8; 9]| {
            row.iter()
                .fold(0, |packed, &value| packed << 4 | u64::from(value))
        };
        if order
            .iter()
            .zip(&form[3..])
            .all(|(&number, wanted)| row.pack(number) == pack(wanted))
        {
            visit(Hit {
                transposed,
                chute,
                arrangement: *arrangement,
                rows: order,
            });
        }
    });
}

impl Hit {
    /// As a symmetry of the grid with these values.
    pub(super) fn symmetry<S: Shape>(&self, _bands: &Bands, values: &[u8; 81]) -> Symmetry<S> {
        let mut rows = S::HouseArray::filled(0);
        let mut columns = S::HouseArray::filled(0);
        let mut labels: [u8; 32] = core::array::from_fn(|i| i as u8);
        let first = self.arrangement.rows.map(|row| 3 * self.chute as u8 + row);
        for (slot, row) in rows.flat_mut().iter_mut().zip(first.into_iter().chain(self.rows)) {
            *slot = row;
        }
        for (i, (slot, &column)) in columns
            .flat_mut()
            .iter_mut()
            .zip(&self.arrangement.columns)
            .enumerate()
        {
            *slot = column;
            let (row, column) = (usize::from(first[0]), usize::from(column));
            let cell = if self.transposed {
                9 * column + row
            } else {
                9 * row + column
            };
            labels[usize::from(values[cell] & 31)] = i as u8 + 1;
        }
        Symmetry::from_checked(self.transposed, rows, columns, labels)
    }
}
