//! The bands of 9x9 grids: 416 classes, and how to bring each band to the least of its class.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

/// Three rows of nine values.
pub(super) type Band = [[u8; 9]; 3];

/// For each column of the result, the column it comes from; stacks stay together.
pub(super) type Columns = [u8; 9];

const PERMUTATIONS: [[u8; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// The number in [`PERMUTATIONS`] of the order that sorts a triple, from its three comparisons.
const fn sorting(triple: [u8; 3]) -> u8 {
    let [a, b, c] = triple;
    SORTING[((a > b) as usize) | ((a > c) as usize) << 1 | ((b > c) as usize) << 2]
}

const SORTING: [u8; 8] = {
    let mut table = [0; 8];
    let mut i = 0;
    while i < 6 {
        // `sorted[k]` is the place of the k-th smallest, so the item at that place has the value k.
        let mut triple = [0; 3];
        let mut k = 0;
        while k < 3 {
            triple[PERMUTATIONS[i][k] as usize] = k as u8;
            k += 1;
        }
        let [a, b, c] = triple;
        table[((a > b) as usize) | ((a > c) as usize) << 1 | ((b > c) as usize) << 2] = i as u8;
        i += 1;
    }
    table
};

/// The order of a second row of a box once the columns are sorted by the first, from the sortings of both.
const RELATIVE: [[u8; 8]; 8] = {
    let mut table = [[0; 8]; 8];
    let mut top = 0;
    while top < 6 {
        let mut other = 0;
        while other < 6 {
            // Where the sorted columns were, and which rank the other row has there.
            let mut rank = [0; 3];
            let mut k = 0;
            while k < 3 {
                rank[PERMUTATIONS[other][k] as usize] = k as u8;
                k += 1;
            }
            let triple = [
                rank[PERMUTATIONS[top][0] as usize],
                rank[PERMUTATIONS[top][1] as usize],
                rank[PERMUTATIONS[top][2] as usize],
            ];
            table[top][other] = sorting(triple);
            other += 1;
        }
        top += 1;
    }
    table
};

/// Ways to hand the digits of the second box to its rows, once those of the first are known.
const SPLITS: usize = 56;

/// Bands whose first box is 123, 456, 789 and whose other boxes have their columns sorted by the top row.
const NORMAL_BANDS: usize = SPLITS * 36 * 36;

/// Which places of the first box hold the digits of the second one's top row (of six in lower rows), and of the
/// three in the top row those that its middle row holds: the number of the split.
const SPLIT: [[u8; 8]; 64] = {
    let mut table = [[0; 8]; 64];
    let (mut count, mut top) = (0, 0_usize);
    while top < 64 {
        let mut middle = 0_usize;
        while middle < 8 {
            if top.count_ones() == 3 && middle.count_ones() == 3 - (top & 7).count_ones() {
                table[top][middle] = count;
                count += 1;
            }
            middle += 1;
        }
        top += 1;
    }
    assert!(count as usize == SPLITS);
    table
};

/// Of each digit, its place in the first box of a band, row by row.
#[inline]
fn places(band: [&[u8; 9]; 3]) -> [u8; 16] {
    let mut place = [0_u8; 16];
    for (row, values) in band.iter().enumerate() {
        for (column, &value) in values[..3].iter().enumerate() {
            place[usize::from(value & 15)] = (3 * row + column) as u8;
        }
    }
    place
}

/// The number of a band up to its digits and the order of columns in its second and third box.
#[inline]
pub(super) fn index(band: [&[u8; 9]; 3]) -> usize {
    let place = places(band);
    let triple = |row: usize, first: usize| -> [u8; 3] {
        [
            place[usize::from(band[row][first] & 15)],
            place[usize::from(band[row][first + 1] & 15)],
            place[usize::from(band[row][first + 2] & 15)],
        ]
    };
    let mask = |triple: [u8; 3]| 1_usize << (triple[0] & 15) | 1 << (triple[1] & 15) | 1 << (triple[2] & 15);
    let (top, middle, bottom) = (triple(0, 3), triple(1, 3), triple(2, 3));
    let mut number = usize::from(SPLIT[mask(top) >> 3 & 63][mask(middle) & 7]);
    let relative = |top: [u8; 3], other: [u8; 3]| {
        usize::from(RELATIVE[usize::from(sorting(top) & 7)][usize::from(sorting(other) & 7)])
    };
    number = (number * 6 + relative(top, middle)) * 6 + relative(top, bottom);
    let (top, middle, bottom) = (triple(0, 6), triple(1, 6), triple(2, 6));
    (number * 6 + relative(top, middle)) * 6 + relative(top, bottom)
}

/// The order of columns that sorts those of the second and third box as [`index`] understands it.
#[inline]
pub(super) fn sorted_columns(band: [&[u8; 9]; 3]) -> Columns {
    let place = places(band);
    let mut columns = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    for first in [3, 6] {
        let top = [0, 1, 2].map(|i| place[usize::from(band[0][first + i] & 15)]);
        let order = PERMUTATIONS[usize::from(sorting(top))];
        for (slot, from) in columns[first..first + 3].iter_mut().zip(order) {
            *slot = first as u8 + from;
        }
    }
    columns
}

/// A way to rearrange a band: its rows and its columns, each by where it comes from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrangement {
    pub(super) rows: [u8; 3],
    pub(super) columns: Columns,
}

impl Arrangement {
    /// This one, then the other.
    pub(super) fn then(&self, next: &Self) -> Self {
        Self {
            rows: next.rows.map(|row| self.rows[usize::from(row)]),
            columns: next.columns.map(|column| self.columns[usize::from(column)]),
        }
    }

    fn inverse(&self) -> Self {
        let mut inverse = *self;
        for (i, &row) in self.rows.iter().enumerate() {
            inverse.rows[usize::from(row)] = i as u8;
        }
        for (i, &column) in self.columns.iter().enumerate() {
            inverse.columns[usize::from(column)] = i as u8;
        }
        inverse
    }

    fn apply(&self, band: &Band) -> Band {
        self.rows.map(|row| {
            self.columns
                .map(|column| band[usize::from(row)][usize::from(column)])
        })
    }
}

/// The orders of nine columns that keep stacks together, 1296 of them.
fn column_orders() -> Vec<Columns> {
    let mut orders = Vec::with_capacity(1296);
    for stacks in PERMUTATIONS {
        for inner in 0..216 {
            let inner = [inner / 36, inner / 6 % 6, inner % 6].map(|i| PERMUTATIONS[i]);
            orders.push(core::array::from_fn(|i| 3 * stacks[i / 3] + inner[i / 3][i % 3]));
        }
    }
    orders
}

/// The number of a permutation in [`PERMUTATIONS`].
fn permutation_number([a, b, c]: [u8; 3]) -> u16 {
    2 * u16::from(a) + u16::from(b > c)
}

/// The number of such an order in [`column_orders`].
fn column_order_number(columns: &Columns) -> u16 {
    let stacks = permutation_number([columns[0] / 3, columns[3] / 3, columns[6] / 3]);
    columns.as_chunks::<3>().0.iter().fold(stacks, |number, stack| {
        6 * number + permutation_number(stack.map(|column| column % 3))
    })
}

/// The band of a number, as [`index`] counts; each a normal one.
fn normal_bands() -> Vec<Band> {
    let mut bands = vec![[[0; 9]; 3]; NORMAL_BANDS];
    for top in 0..64_u16 {
        for middle in 0..8_u16 {
            if top.count_ones() != 3 || middle.count_ones() != 3 - (top & 7).count_ones() {
                continue;
            }
            // Digits of the first box's rows, as bits: of its rows 1 and 2 the top row takes some, of what is left the
            // rest is dealt so that no row of the band has a digit twice.
            let top = top << 3;
            let middle = middle | (0o700 & !top);
            let second = [top, middle, 0o777 & !top & !middle];
            let third = [0, 1, 2].map(|row| 0o777 & !second[row] & !(7 << (3 * row)));
            let digits = |set: u16| {
                let mut digits = (0..9)
                    .filter(|place| set >> place & 1 == 1)
                    .map(|place| place + 1);
                [(); 3].map(|()| digits.next().unwrap_or(0))
            };
            for orders in 0..1296 {
                let order =
                    [orders / 216, orders / 36 % 6, orders / 6 % 6, orders % 6].map(|i| PERMUTATIONS[i]);
                let mut band = [
                    [1, 2, 3, 0, 0, 0, 0, 0, 0],
                    [4, 5, 6, 0, 0, 0, 0, 0, 0],
                    [7, 8, 9, 0, 0, 0, 0, 0, 0],
                ];
                for (box_sets, first, orders) in [
                    (second, 3, [order[0], order[1]]),
                    (third, 6, [order[2], order[3]]),
                ] {
                    let sorted = box_sets.map(digits);
                    for i in 0..3 {
                        band[0][first + i] = sorted[0][i];
                        band[1][first + i] = sorted[1][usize::from(orders[0][i])];
                        band[2][first + i] = sorted[2][usize::from(orders[1][i])];
                    }
                }
                bands[index(band.each_ref())] = band;
            }
        }
    }
    bands
}

/// The least band that a band can become, digits exchanged, and every arrangement that makes it so.
///
/// Its first row is 123456789, so its second begins with 456 if three digits of a box's second row can stand in one
/// box of the first row, else with 457: only arrangements that begin so are tried.
fn least(band: &Band) -> (Band, Vec<Arrangement>) {
    let mut least = [[9; 9]; 3];
    let mut most = 0;
    let mut found = Vec::new();
    for rows in PERMUTATIONS {
        let [first, second, third] = rows.map(|row| &band[usize::from(row)]);
        let mut column_of = [0_u8; 10];
        for (column, &value) in (0..).zip(first) {
            column_of[usize::from(value)] = column;
        }
        for stacks in PERMUTATIONS {
            // Columns of the first row that hold what the second row has in the first stack.
            let start = 3 * usize::from(stacks[0]);
            let held = [0, 1, 2].map(|i| column_of[usize::from(second[start + i])]);
            let together = held.iter().filter(|&&column| column / 3 == stacks[1]).count();
            if together < 2 || together < most {
                continue;
            }
            most = together;
            for columns in beginning(stacks, held, together) {
                let mut labels = [0; 10];
                for (label, &column) in (1..).zip(&columns) {
                    labels[usize::from(first[usize::from(column)])] = label;
                }
                let relabelled =
                    |row: &[u8; 9]| columns.map(|column| labels[usize::from(row[usize::from(column)])]);
                let image = [[1, 2, 3, 4, 5, 6, 7, 8, 9], relabelled(second), relabelled(third)];
                if image < least {
                    least = image;
                    found.clear();
                }
                if image == least {
                    found.push(Arrangement { rows, columns });
                }
            }
        }
    }
    (least, found)
}

/// The orders of columns, stacks in this order, that put the columns `held` in order behind those of the first stack:
/// the `together` of them that are in the second stack, and then the other one at the start of the third.
fn beginning(stacks: [u8; 3], held: [u8; 3], together: usize) -> Vec<Columns> {
    let in_stack = |stack: u8, order: [u8; 3]| order.map(|i| 3 * stack + i);
    let mut orders = Vec::new();
    for order in PERMUTATIONS {
        let placed = order.map(|i| held[usize::from(i)]);
        if placed[..together].iter().any(|column| column / 3 != stacks[1]) {
            continue;
        }
        let (first, second) = (in_stack(stacks[0], order), &placed[..together]);
        let last = in_stack(stacks[1], [0, 1, 2])
            .into_iter()
            .filter(|column| !second.contains(column));
        let second: Vec<u8> = second.iter().copied().chain(last).collect();
        for third in PERMUTATIONS.map(|order| in_stack(stacks[2], order)) {
            if together == 3 || third[0] == placed[2] {
                let mut columns = [0; 9];
                for (slot, column) in columns.iter_mut().zip(first.iter().chain(&second).chain(&third)) {
                    *slot = *column;
                }
                orders.push(columns);
            }
        }
    }
    orders
}

/// What is known of every band.
#[derive(Clone, Debug)]
pub(super) struct Bands {
    /// Of each normal band, its class, in the order of the least bands.
    class: Box<[u16]>,
    /// Of each normal band, how to make it the one that stands for its class: rows, then columns.
    way: Box<[u16]>,
    columns: Box<[Columns]>,
    classes: Box<[Class]>,
}

/// A class of bands.
#[derive(Clone, Debug)]
pub(super) struct Class {
    pub(super) least: Band,
    /// From the band that stands for the class to the least one: as many as that has automorphisms.
    pub(super) to_least: Box<[Arrangement]>,
}

impl Bands {
    /// Computes the tables: some 20 ms, 0.3 MB.
    pub(super) fn new() -> Self {
        const NONE: u16 = u16::MAX;
        let bands = normal_bands();
        let orders = column_orders();
        let mut class = vec![NONE; NORMAL_BANDS];
        let mut way = vec![0_u16; NORMAL_BANDS];
        let mut classes: Vec<Class> = Vec::new();
        for (number, band) in bands.iter().enumerate() {
            if class[number] != NONE {
                continue;
            }
            for rows in PERMUTATIONS {
                for stacks in 0..6 {
                    // The order of the columns of the first box decides which band it is; that of the others does not.
                    for first in 0..6 {
                        let arrangement = Arrangement {
                            rows,
                            columns: orders[stacks * 216 + first * 36],
                        };
                        let image = arrangement.apply(band);
                        let other = index(image.each_ref());
                        if class[other] != NONE {
                            continue;
                        }
                        class[other] = classes.len() as u16;
                        let sorted = Arrangement {
                            rows: [0, 1, 2],
                            columns: sorted_columns(image.each_ref()),
                        };
                        let back = arrangement.then(&sorted).inverse();
                        way[other] =
                            permutation_number(back.rows) * 1296 + column_order_number(&back.columns);
                    }
                }
            }
            let (least, to_least) = least(band);
            classes.push(Class {
                least,
                to_least: to_least.into(),
            });
        }
        // Numbers in the order of the least bands.
        let mut order: Vec<usize> = (0..classes.len()).collect();
        order.sort_unstable_by_key(|&i| classes[i].least);
        let mut number = vec![0; classes.len()];
        for (i, &class) in order.iter().enumerate() {
            number[class] = i as u16;
        }
        for class in &mut class {
            *class = number[usize::from(*class)];
        }
        Self {
            class: class.into(),
            way: way.into(),
            columns: orders.into(),
            classes: order.iter().map(|&i| classes[i].clone()).collect(),
        }
    }

    /// The number of the class of a band.
    #[inline]
    pub(super) fn class_of(&self, index: usize) -> u16 {
        self.class[index]
    }

    pub(super) fn class(&self, number: u16) -> &Class {
        &self.classes[usize::from(number)]
    }

    pub(super) fn classes(&self) -> &[Class] {
        &self.classes
    }

    /// How to make a band the one that stands for its class; `index` is its number.
    #[inline]
    pub(super) fn way(&self, band: [&[u8; 9]; 3], index: usize) -> Arrangement {
        let way = usize::from(self.way[index]);
        let sorted = Arrangement {
            rows: [0, 1, 2],
            columns: sorted_columns(band),
        };
        sorted.then(&Arrangement {
            rows: PERMUTATIONS[way / 1296],
            columns: self.columns[way % 1296],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_a_band() {
        let bands = normal_bands();
        for (number, band) in bands.iter().enumerate() {
            assert_eq!(index(band.each_ref()), number);
            assert_eq!(sorted_columns(band.each_ref()), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
            let mut seen = [0_u16; 6];
            for (i, row) in band.iter().enumerate() {
                for (j, &value) in row.iter().enumerate() {
                    seen[i] |= 1 << value;
                    seen[3 + j / 3] |= 1 << value;
                }
            }
            assert_eq!(seen, [0b11_1111_1110; 6]);
        }
    }

    #[test]
    fn classes_of_bands() {
        let bands = Bands::new();
        assert_eq!(bands.classes().len(), 416);
        // Bands of a class: the group of a band over the automorphisms. All bands: 9! x 56 x 6^6.
        let factorial = 362_880_u64;
        let sum: u64 = bands
            .classes()
            .iter()
            .map(|class| 7776 * factorial / class.to_least.len() as u64)
            .sum();
        assert_eq!(sum, factorial * 56 * 46_656);
        let text = |band: &Band| band.concat().iter().map(ToString::to_string).collect::<String>();
        assert_eq!(text(&bands.class(0).least), "123456789456789123789123456");
    }
}
