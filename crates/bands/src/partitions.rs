//! Nine digits parted in three triples, the rows and columns of the boxes of a band.

use core::array::from_fn;

/// Digits as bits: digit d is bit d - 1.
pub type Set = u16;

/// The nine digits.
pub const ALL: Set = 0o777;

/// How many ways there are to part nine digits in three triples.
pub const PARTITIONS: usize = 280;

/// How many triples there are of nine digits.
pub const TRIPLES: usize = 84;

/// How many ways there are to hand the digits of a stack to the columns of its second band, once those of the first
/// are known.
pub const BELOW: usize = 56;

/// The orders of three things.
pub const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// What stands in the columns of a stack below its first band.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Below {
    /// The digits of each column in the second band, for columns of the first band in the order of its partition.
    pub second: [Set; 3],
    /// The digits of each column in the third band.
    pub third: [Set; 3],
    /// The numbers of both partitions.
    pub partitions: [u16; 2],
}

/// The 280 partitions of the nine digits in three triples, and in how many ways three of them can be the columns of
/// a band.
///
/// A partition is a number in 0..280. Its triples are written in ascending order, digits ascending; partitions are
/// numbered in lexicographic order of what is then written: 0 is 123 456 789. The *place* of a digit in a partition is
/// where it stands in that writing.
#[derive(Clone, Debug)]
pub struct Partitions {
    triples: Vec<[Set; 3]>,
    every: Vec<Set>,
    digits: Vec<[u8; 9]>,
    places: Vec<[u8; 9]>,
    /// The number of a triple, of a set as an index.
    triple: Box<[u8; 512]>,
    /// The partition of two disjoint triples, of their numbers as indices.
    of_two: Box<[[u16; TRIPLES]; TRIPLES]>,
    relative: Box<[[u16; PARTITIONS]; PARTITIONS]>,
    arrangements: Box<[[u16; PARTITIONS]; PARTITIONS]>,
    below: Vec<[Below; BELOW]>,
}

/// The 84 triples of digits in lexicographic order, digits written in ascending order.
fn every_triple() -> Vec<Set> {
    let mut triples: Vec<Set> = (0..=ALL).filter(|set| set.count_ones() == 3).collect();
    triples.sort_unstable_by_key(|set| core::cmp::Reverse(set.reverse_bits()));
    triples
}

/// The digits of a set in ascending order, from 0.
fn elements(set: Set) -> impl Iterator<Item = usize> {
    (0..9).filter(move |digit| set >> digit & 1 != 0)
}

/// The image of a set when digit d becomes `to[d]`, from 0.
fn image(set: Set, to: &[u8; 9]) -> Set {
    elements(set).fold(0, |image, digit| image | 1 << to[digit])
}

/// A square table of 280 rows on the heap.
fn table() -> Box<[[u16; PARTITIONS]; PARTITIONS]> {
    vec![[0; PARTITIONS]; PARTITIONS]
        .into_boxed_slice()
        .try_into()
        .expect("280 rows")
}

impl Partitions {
    /// Computes the tables.
    pub(crate) fn new() -> Self {
        let sets = every_triple();
        let mut triple = Box::new([0; 512]);
        for (number, &set) in (0..).zip(&sets) {
            triple[usize::from(set)] = number;
        }
        let mut triples = Vec::with_capacity(PARTITIONS);
        let mut of_two = Box::new([[0; TRIPLES]; TRIPLES]);
        for (i, &a) in sets.iter().enumerate().filter(|(_, a)| **a & 1 != 0) {
            for &b in sets[i..].iter().filter(|b| **b & a == 0) {
                let c = ALL & !(a | b);
                if b.trailing_zeros() < c.trailing_zeros() {
                    let written = [a, b, c];
                    for order in ORDERS {
                        let [x, y] = [0, 1].map(|i| usize::from(triple[usize::from(written[order[i]])]));
                        of_two[x][y] = triples.len() as u16;
                    }
                    triples.push(written);
                }
            }
        }
        let digits: Vec<[u8; 9]> = triples
            .iter()
            .map(|written| {
                let mut digits = written.iter().copied().flat_map(elements);
                from_fn(|_| digits.next().map_or(0, |digit| digit as u8))
            })
            .collect();
        let inverse = |digits: &[u8; 9]| {
            let mut places = [0; 9];
            for (place, &digit) in (0..).zip(digits) {
                places[usize::from(digit)] = place;
            }
            places
        };
        let mut partitions = Self {
            places: digits.iter().map(inverse).collect(),
            digits,
            triples,
            every: sets,
            triple,
            of_two,
            relative: table(),
            arrangements: table(),
            below: Vec::new(),
        };
        partitions.fill_relative();
        partitions.fill_arrangements();
        partitions.below = (0..PARTITIONS)
            .map(|number| partitions.ways_below(number))
            .collect();
        partitions
    }

    /// The triples of a partition, as it is written.
    ///
    /// # Panics
    ///
    /// When there is no such partition.
    #[inline]
    pub fn triples(&self, partition: usize) -> [Set; 3] {
        self.triples[partition]
    }

    /// The digits of a partition as it is written, from 0: element i is the digit of place i.
    ///
    /// # Panics
    ///
    /// When there is no such partition.
    #[inline]
    pub fn digits(&self, partition: usize) -> &[u8; 9] {
        &self.digits[partition]
    }

    /// The places of the digits in a partition, both from 0: element d is the place of digit d.
    ///
    /// # Panics
    ///
    /// When there is no such partition.
    #[inline]
    pub fn places(&self, partition: usize) -> &[u8; 9] {
        &self.places[partition]
    }

    /// A triple of digits of its number, in lexicographic order as they are written: 0 is 123.
    ///
    /// # Panics
    ///
    /// When there is no such triple.
    #[inline]
    pub fn triple(&self, number: usize) -> Set {
        self.every[number]
    }

    /// The number of a triple in 0..84.
    #[inline]
    pub fn triple_number(&self, triple: Set) -> usize {
        self.triple[usize::from(triple & ALL)].into()
    }

    /// The number of the partition in three triples that have no digit in common, in any order.
    #[inline]
    pub fn number(&self, triples: [Set; 3]) -> usize {
        self.number_of(triples.map(|set| self.triple_number(set)))
    }

    /// The number of the partition in three triples given by their numbers.
    #[inline]
    pub fn number_of(&self, [a, b, _]: [usize; 3]) -> usize {
        self.of_two[a][b].into()
    }

    /// What partition `other` becomes when each digit becomes its place in `partition`, counted from 1.
    ///
    /// # Panics
    ///
    /// When there is no such partition.
    #[inline]
    pub fn relative(&self, partition: usize, other: usize) -> usize {
        usize::from(self.relative[partition][other])
    }

    /// In how many ways three rows can arrange columns of these triples, the three columns of each partition in a given
    /// order: 0, or from 96 to 1728.
    ///
    /// # Panics
    ///
    /// When there is no such partition.
    #[inline]
    pub fn arrangements(&self, [a, b, c]: [usize; 3]) -> u32 {
        u32::from(self.arrangements[self.relative(a, b)][self.relative(a, c)])
    }

    /// What can stand in the columns of a stack below a first band whose columns have these triples.
    ///
    /// In lexicographic order of the places that go to the second band's first column, then of those that go to its
    /// second: the n-th way is the same for each partition, in places.
    ///
    /// # Panics
    ///
    /// When there is no such partition.
    #[inline]
    pub fn below(&self, partition: usize) -> &[Below; BELOW] {
        &self.below[partition]
    }

    /// How a first band whose stacks have columns of these triples can be completed: for each way below its first stack
    /// and each below its second, in how many ways the rows of the second and third band can arrange their columns, for
    /// each way below its third stack. Some 0.2 ms.
    ///
    /// # Panics
    ///
    /// When there is no such partition.
    pub fn each_below(&self, columns: [usize; 3], mut visit: impl FnMut([usize; 2], &[u32; BELOW])) {
        let [first, second, third] = columns.map(|partition| self.below(partition).map(|way| way.partitions));
        for (i, a) in first.into_iter().enumerate() {
            let relative = |way: [u16; 2]| [0, 1].map(|band| self.relative(a[band].into(), way[band].into()));
            let (second, third) = (second.map(relative), third.map(relative));
            for (j, b) in second.into_iter().enumerate() {
                let rows = b.map(|b| &self.arrangements[b]);
                let products = third.map(|c| u32::from(rows[0][c[0]]) * u32::from(rows[1][c[1]]));
                visit([i, j], &products);
            }
        }
    }

    /// Whether each triple of one partition has one digit in common with each triple of the other: whether one can be
    /// the rows of a box, and the other its columns.
    ///
    /// # Panics
    ///
    /// When there is no such partition.
    pub fn cross(&self, p: usize, q: usize) -> bool {
        let (p, q) = (self.triples[p], self.triples[q]);
        p.iter().all(|a| q.iter().all(|b| a & b != 0))
    }

    fn fill_relative(&mut self) {
        let mut relative = table();
        for (number, row) in relative.iter_mut().enumerate() {
            for (slot, triples) in row.iter_mut().zip(&self.triples) {
                *slot = self.number(triples.map(|set| image(set, &self.places[number]))) as u16;
            }
        }
        self.relative = relative;
    }

    fn fill_arrangements(&mut self) {
        let crossing: Vec<Vec<usize>> = (0..PARTITIONS)
            .map(|p| (0..PARTITIONS).filter(|&q| self.cross(p, q)).collect())
            .collect();
        let mut arrangements = table();
        for (p, row) in arrangements.iter_mut().enumerate() {
            for first in crossing[0].iter().map(|&rows| self.triples[rows]) {
                for rows in crossing[p].iter().map(|&rows| self.triples[rows]) {
                    for second in ORDERS.map(|order| order.map(|i| rows[i])) {
                        if (0..3).all(|row| first[row] & second[row] == 0) {
                            let third = self.number(from_fn(|row| ALL & !(first[row] | second[row])));
                            for &q in &crossing[third] {
                                // The rows of the first box stand for all their orders.
                                row[q] += 6;
                            }
                        }
                    }
                }
            }
        }
        self.arrangements = arrangements;
    }

    fn ways_below(&self, number: usize) -> [Below; BELOW] {
        let [a, b, c] = [0o007, 0o070, 0o700];
        let triples = &self.every;
        let mut ways = triples.iter().filter(|x| **x & a == 0).flat_map(|&x| {
            let seconds = triples.iter().filter(move |y| **y & (b | x) == 0);
            seconds.filter_map(move |&y| {
                let z = ALL & !(x | y);
                (z & c == 0).then_some([x, y, z])
            })
        });
        from_fn(|_| {
            let places = ways.next().expect("56 ways");
            let second = places.map(|set| image(set, self.digits(number)));
            let first = self.triples[number];
            let third = from_fn(|i| ALL & !(first[i] | second[i]));
            Below {
                second,
                third,
                partitions: [second, third].map(|triples| self.number(triples) as u16),
            }
        })
    }
}
