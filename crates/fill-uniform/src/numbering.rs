//! The number of each 9x9 grid whose first row is 123456789.

use std::sync::OnceLock;

use gridwright_bands::{ALL, BELOW, Bands, ORDERS, PARTITIONS, Partitions, Set};

use crate::exchange::Exchanges;

pub(crate) type Rows = [[u8; 9]; 9];

/// Decides where to go at each choice of the order, options being offered in turn.
trait Guide {
    /// Whether to take an option, which so many grids have; asks `has` whether a grid has it.
    fn takes(&mut self, grids: u64, has: impl FnOnce(&Rows) -> bool) -> bool;
}

/// Goes to the grid of a number.
struct ToNumber(u64);

impl Guide for ToNumber {
    #[inline]
    fn takes(&mut self, grids: u64, _: impl FnOnce(&Rows) -> bool) -> bool {
        let here = self.0 < grids;
        if !here {
            self.0 -= grids;
        }
        here
    }
}

/// Goes to a grid, and counts those before.
struct ToGrid<'a> {
    rows: &'a Rows,
    before: u64,
}

impl Guide for ToGrid<'_> {
    #[inline]
    fn takes(&mut self, grids: u64, has: impl FnOnce(&Rows) -> bool) -> bool {
        let here = has(self.rows);
        if !here {
            self.before += grids;
        }
        here
    }
}

/// How many grids there are with a given first row.
pub(crate) fn count() -> u64 {
    Order::shared().count
}

/// The number of a grid whose first row is 123456789.
pub(crate) fn rank(rows: &Rows) -> u64 {
    let mut guide = ToGrid { rows, before: 0 };
    Order::shared().walk(&mut guide);
    guide.before
}

/// The grid of a number below [`count`].
pub(crate) fn unrank(number: u64) -> Rows {
    Order::shared().walk(&mut ToNumber(number))
}

/// Second rows that begin alike.
#[derive(Debug)]
struct Second {
    start: [u8; 3],
    grids: u64,
    rows: Vec<([u8; 9], u64)>,
}

/// Where the sums for given columns of the first band are.
#[derive(Clone, Copy, Debug, Default)]
struct Chart {
    class: u16,
    /// The number of the exchange that makes them those of the class.
    exchange: u16,
}

/// How many grids have a given first band and given columns in the second, those of a stack or two.
#[derive(Debug)]
struct Sums {
    /// The partitions of the columns of the first band.
    columns: [usize; 3],
    first: [u32; BELOW],
    second: Vec<[u32; BELOW]>,
}

/// The order.
#[derive(Debug)]
struct Order {
    bands: &'static Bands,
    exchanges: Exchanges,
    seconds: Vec<Second>,
    count: u64,
    /// By the partitions of the second and third stack, in places of the first one's.
    charts: Vec<[Chart; PARTITIONS]>,
    /// Of each class of columns of the first band, up to exchanges of digits.
    sums: Vec<Sums>,
    /// By a partition and the order of its columns, the numbers of the ways below it as their columns compare.
    ways: Vec<[[u8; BELOW]; 6]>,
}

/// The digits of a set in ascending order, from 1.
fn digits(set: Set) -> [u8; 3] {
    let mut digits = (0..9)
        .filter(|digit| set >> digit & 1 != 0)
        .map(|digit| digit + 1);
    [(); 3].map(|()| digits.next().unwrap_or(0))
}

fn bit(digit: u8) -> Set {
    1 << (digit - 1)
}

/// The digit of a set of one.
fn digit(set: Set) -> u8 {
    set.trailing_zeros() as u8 + 1
}

/// What stands in three rows of each column.
fn columns(rows: &Rows, from: usize) -> [Set; 9] {
    core::array::from_fn(|column| {
        rows[from..from + 3]
            .iter()
            .fold(0, |set, row| set | bit(row[column]))
    })
}

impl Order {
    fn shared() -> &'static Self {
        static SHARED: OnceLock<Order> = OnceLock::new();
        SHARED.get_or_init(Self::new)
    }

    fn new() -> Self {
        let bands = Bands::shared();
        let partitions = bands.partitions();
        let exchanges = Exchanges::new(partitions);
        let (charts, sums) = sums(partitions, &exchanges);
        let ways = (0..PARTITIONS).map(|partition| {
            let below = partitions.below(partition);
            ORDERS.map(|order| {
                let mut ways: [u8; BELOW] = core::array::from_fn(|i| i as u8);
                // Triples are numbered as they compare.
                ways.sort_unstable_by_key(|&way| {
                    order.map(|column| partitions.triple_number(below[usize::from(way)].second[column]))
                });
                ways
            })
        });
        let mut order = Self {
            bands,
            seconds: Vec::new(),
            count: 0,
            charts,
            sums,
            ways: ways.collect(),
            exchanges,
        };
        order.add_second_rows(&mut [0; 9], 0, 0);
        order.count = order.seconds.iter().map(|second| second.grids).sum();
        order
    }

    /// Every second row that begins so.
    fn add_second_rows(&mut self, row: &mut [u8; 9], column: usize, seen: Set) {
        if column == 9 {
            let mut grids = 0;
            self.each_third_row(row, |completions, _| {
                grids += completions;
                false
            });
            let start = [row[0], row[1], row[2]];
            if self.seconds.last().is_none_or(|second| second.start != start) {
                self.seconds.push(Second {
                    start,
                    grids: 0,
                    rows: Vec::new(),
                });
            }
            if let Some(second) = self.seconds.last_mut() {
                second.grids += grids;
                second.rows.push((*row, grids));
            }
            return;
        }
        // The digits of a box's first row are those of its columns.
        for digit in
            (1..=9).filter(|digit| usize::from(digit - 1) / 3 != column / 3 && seen & bit(*digit) == 0)
        {
            row[column] = digit;
            self.add_second_rows(row, column + 1, seen | bit(digit));
        }
    }

    /// Offers every third row in order, with the number of grids that have it, until one is taken.
    fn each_third_row(&self, second: &[u8; 9], mut takes: impl FnMut(u64, [[u8; 3]; 3]) -> bool) {
        let partitions = self.bands.partitions();
        let orders: [[([u8; 3], usize); 6]; 3] = core::array::from_fn(|i| {
            let first: Set = 7 << (3 * i);
            let above = [0, 1, 2].map(|j| first & (1 << (3 * i + j)) | bit(second[3 * i + j]));
            let left = digits(ALL & !above.iter().fold(0, |set, column| set | column));
            ORDERS.map(|order| {
                let row = order.map(|j| left[j]);
                let columns = [0, 1, 2].map(|j| above[j] | bit(row[j]));
                (row, partitions.number(columns))
            })
        });
        let gangsters = self.bands.gangsters();
        for (a, p) in orders[0] {
            for (b, q) in orders[1] {
                for (c, r) in orders[2] {
                    let gangster = self.bands.gangster([p, q, r]).expect("a band has its columns");
                    if takes(gangsters[gangster].completions, [a, b, c]) {
                        return;
                    }
                }
            }
        }
    }

    fn walk(&self, guide: &mut impl Guide) -> Rows {
        let mut rows = [[0; 9]; 9];
        rows[0] = [1, 2, 3, 4, 5, 6, 7, 8, 9];
        for second in &self.seconds {
            if guide.takes(second.grids, |rows| rows[1].starts_with(&second.start)) {
                for (row, grids) in &second.rows {
                    if guide.takes(*grids, |rows| rows[1] == *row) {
                        rows[1] = *row;
                        break;
                    }
                }
                break;
            }
        }
        let mut third = [[0; 3]; 3];
        self.each_third_row(&rows[1], |grids, row| {
            let taken = guide.takes(grids, |rows| rows[2] == row.as_flattened());
            if taken {
                third = row;
            }
            taken
        });
        rows[2].copy_from_slice(third.as_flattened());
        let [second, third] = self.walk_columns(guide, &columns(&rows, 0));
        let partitions = self.bands.partitions();
        let number = |columns: &[Set; 9]| {
            let [a, b, c] =
                [0, 3, 6].map(|i| partitions.number([columns[i], columns[i + 1], columns[i + 2]]));
            u64::from(partitions.arrangements([a, b, c]))
        };
        walk_band(guide, &mut rows, 3, &second, number(&third));
        walk_band(guide, &mut rows, 6, &third, 1);
        rows
    }

    /// The digits of the columns in the second and the third band.
    fn walk_columns(&self, guide: &mut impl Guide, first: &[Set; 9]) -> [[Set; 9]; 2] {
        let partitions = self.bands.partitions();
        let stacks = [0, 3, 6].map(|i| [first[i], first[i + 1], first[i + 2]]);
        let numbers = stacks.map(|columns| partitions.number(columns));
        // The order of the columns, and the ways below them in the order of the numbering.
        let orders = [0, 1, 2].map(|i| {
            let written = partitions.triples(numbers[i]);
            stacks[i].map(|column| usize::from(column == written[1]) + 2 * usize::from(column == written[2]))
        });
        let ways = [0, 1, 2].map(|i| {
            let [a, b, c] = orders[i];
            &self.ways[numbers[i]][2 * a + usize::from(b > c)]
        });
        let [p, q, r] = numbers;
        let chart = self.charts[partitions.relative(p, q)][partitions.relative(p, r)];
        let sums = &self.sums[usize::from(chart.class)];
        // From places in the partition of each stack to places in what it becomes in the class.
        let exchange = &self.exchanges.list[usize::from(chart.exchange)].to;
        let [to_first, to_second] = [0, 1].map(|i| {
            let (from, to) = (partitions.digits(numbers[i]), partitions.places(sums.columns[i]));
            let places = from.map(|digit| {
                let place = partitions.places(p)[usize::from(digit)];
                to[usize::from(exchange[usize::from(place)])]
            });
            self.exchanges.of_places(&places)
        });
        let below = numbers.map(|number| partitions.below(number));
        let has = |i: usize, way: usize, rows: &Rows| {
            let columns = columns(rows, 3);
            let second = orders[i].map(|column| below[i][way].second[column]);
            columns[3 * i..3 * i + 3] == second
        };
        let mut take = |i: usize, grids: &dyn Fn(usize) -> u64| {
            let mut ways = ways[i].iter().map(|&way| usize::from(way));
            ways.find(|&way| guide.takes(grids(way), |rows| has(i, way, rows)))
                .expect("the sums are right")
        };
        let a = take(0, &|way| sums.first[usize::from(to_first[way])].into());
        let second = &sums.second[usize::from(to_first[a])];
        let b = take(1, &|way| second[usize::from(to_second[way])].into());
        let [a_below, b_below] = [below[0][a].partitions, below[1][b].partitions];
        let c = take(2, &|way| {
            let c_below = below[2][way].partitions;
            let arrangements = [0, 1]
                .map(|i| partitions.arrangements([a_below[i], b_below[i], c_below[i]].map(usize::from)));
            u64::from(arrangements[0]) * u64::from(arrangements[1])
        });
        let mut columns = [[0; 9]; 2];
        for (i, way) in [a, b, c].into_iter().enumerate() {
            for (j, column) in orders[i].into_iter().enumerate() {
                columns[0][3 * i + j] = below[i][way].second[column];
                columns[1][3 * i + j] = below[i][way].third[column];
            }
        }
        columns
    }
}

/// The classes of columns of the first band up to exchanges of digits, and where each is.
fn sums(partitions: &Partitions, exchanges: &Exchanges) -> (Vec<[Chart; PARTITIONS]>, Vec<Sums>) {
    let mut charts = vec![[None; PARTITIONS]; PARTITIONS];
    let mut sums = Vec::new();
    for p in 0..PARTITIONS {
        for q in 0..PARTITIONS {
            if partitions.arrangements([0, p, q]) == 0 || charts[p][q].is_some() {
                continue;
            }
            let mut new = Sums {
                columns: [0, p, q],
                first: [0; BELOW],
                second: vec![[0; BELOW]; BELOW],
            };
            partitions.each_below(new.columns, |[i, j], ways| {
                let sum = ways.iter().sum::<u32>();
                new.first[i] += sum;
                new.second[i][j] = sum;
            });
            for exchange in &exchanges.list {
                let [from_p, from_q] = [p, q].map(|partition| exchange.of_partition(partitions, partition));
                charts[from_p][from_q].get_or_insert_with(|| {
                    let mut back = [0; 9];
                    for (place, &to) in (0..).zip(&exchange.to) {
                        back[usize::from(to)] = place;
                    }
                    Chart {
                        class: sums.len() as u16,
                        exchange: Exchanges::number(&back) as u16,
                    }
                });
            }
            sums.push(new);
        }
    }
    let charts = charts
        .iter()
        .map(|row| row.map(Option::unwrap_or_default))
        .collect();
    (charts, sums)
}

/// The rows of a band whose columns have these digits; each arrangement stands for so many grids.
fn walk_band(guide: &mut impl Guide, rows: &mut Rows, from: usize, columns: &[Set; 9], grids: u64) {
    let (row, left) = walk_row(guide, from, columns, grids).expect("the arrangements are all there are");
    rows[from] = row.map(digit);
    let mut cycles = cycles(&left);
    for start in 0..9 {
        if rows[from + 1][start] == 0 {
            cycles -= 1;
            let smaller = left[start] & left[start].wrapping_neg();
            let takes_smaller = guide.takes(grids << cycles, |rows| bit(rows[from + 1][start]) == smaller);
            let mut above = if takes_smaller {
                smaller
            } else {
                left[start] ^ smaller
            };
            let mut column = start;
            loop {
                let below = left[column] ^ above;
                rows[from + 1][column] = digit(above);
                rows[from + 2][column] = digit(below);
                // Where else the digit below is, it must stand above.
                above = below;
                column = (0..9)
                    .find(|&other| other != column && left[other] & above != 0)
                    .unwrap_or(start);
                if column == start {
                    break;
                }
            }
        }
    }
}

/// The first row of such a band, and what it leaves of the columns.
fn walk_row(
    guide: &mut impl Guide,
    from: usize,
    columns: &[Set; 9],
    grids: u64,
) -> Option<([Set; 9], [Set; 9])> {
    let [first, second, third] = [0, 3, 6].map(|i| rows_of_box(&columns[i..i + 3]));
    let mut is_third = [false; 512];
    for row in third {
        is_third[usize::from(row)] = true;
    }
    for x in first {
        for y in second {
            // The third box gets what is left, if that can be a row of it.
            let z = ALL & !(x | y);
            if is_third[usize::from(z)] {
                let row = core::array::from_fn(|column| columns[column] & [x, y, z][column / 3]);
                let left = core::array::from_fn(|column| columns[column] ^ row[column]);
                let has = |rows: &Rows| row.iter().zip(rows[from]).all(|(set, digit)| *set == bit(digit));
                if guide.takes(grids << cycles(&left), has) {
                    return Some((row, left));
                }
            }
        }
    }
    None
}

/// The digits of the rows of a box with these columns, rows in ascending order.
fn rows_of_box(columns: &[Set]) -> [Set; 27] {
    let column = [0, 1, 2].map(|i| digits(columns[i]).map(bit));
    core::array::from_fn(|i| column[0][i / 9] | column[1][i / 3 % 3] | column[2][i % 3])
}

/// The first row of a band leaves two digits in each column and each digit in two columns: so many cycles, each of
/// which can be set in two ways.
fn cycles(left: &[Set; 9]) -> u32 {
    let (mut count, mut open) = (0, ALL);
    while open != 0 {
        let mut cycle = open & open.wrapping_neg();
        loop {
            let grown = left.iter().fold(
                cycle,
                |cycle, both| if both & cycle == 0 { cycle } else { cycle | both },
            );
            let done = grown == cycle || grown == open;
            cycle = grown;
            if done {
                break;
            }
        }
        open &= !cycle;
        count += 1;
    }
    count
}
