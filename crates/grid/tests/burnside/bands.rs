//! The number of 9x9 grids, from the digits of each column of each band.
//!
//! A band puts three digits in each column. The three triples of a stack part the nine digits; how a band can be
//! completed, and how many bands there are with these triples, depends on these three partitions only.

use std::array::from_fn;
use std::collections::BTreeMap;

/// Nine digits parted in three triples, a bit for each digit.
type Triples = [u16; 3];

const ALL: u16 = 0o777;

const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

struct Partitions {
    /// All 280, triples in ascending order; the first is 123, 456, 789.
    list: Vec<Triples>,
    numbers: BTreeMap<Triples, usize>,
    /// For each, those that have one digit in common with each of its triples in each of theirs: rows for columns.
    crossing: Vec<Vec<usize>>,
}

impl Partitions {
    fn new() -> Self {
        let triples: Vec<u16> = (0..ALL).filter(|set| set.count_ones() == 3).collect();
        let mut list = Vec::new();
        for &a in &triples {
            for &b in triples.iter().filter(|&&b| a < b && a & b == 0) {
                let c = ALL & !(a | b);
                if b < c {
                    list.push([a, b, c]);
                }
            }
        }
        let numbers = list.iter().copied().zip(0..).collect();
        let cross = |p: &Triples, q: &Triples| p.iter().all(|a| q.iter().all(|b| a & b != 0));
        let crossing = list
            .iter()
            .map(|p| (0..list.len()).filter(|&q| cross(p, &list[q])).collect())
            .collect();
        Self {
            list,
            numbers,
            crossing,
        }
    }

    fn len(&self) -> usize {
        self.list.len()
    }

    /// The number of three triples in any order.
    fn number(&self, mut triples: Triples) -> usize {
        triples.sort_unstable();
        self.numbers[&triples]
    }

    /// The triples of a partition in each order.
    fn orders(&self, number: usize) -> [Triples; 6] {
        ORDERS.map(|order| order.map(|i| self.list[number][i]))
    }

    /// What each partition becomes when digit d becomes `to[d]`.
    fn relabelled(&self, to: &[usize; 9]) -> Vec<usize> {
        let set = |set: u16| {
            (0..9)
                .filter(|d| set >> d & 1 != 0)
                .fold(0, |image, d| image | 1 << to[d])
        };
        self.list
            .iter()
            .map(|triples| self.number(triples.map(set)))
            .collect()
    }

    /// For each partition, a relabelling that makes it the first.
    fn to_first(&self) -> Vec<Vec<usize>> {
        let relabelling = |triples: &Triples| {
            let mut to = [0; 9];
            let digits = triples
                .iter()
                .flat_map(|set| (0..9).filter(move |d| set >> d & 1 != 0));
            for (image, digit) in digits.enumerate() {
                to[digit] = image;
            }
            self.relabelled(&to)
        };
        self.list.iter().map(relabelling).collect()
    }

    /// In how many ways the rows of a band arrange columns of these triples, the first stack's being the first
    /// partition: element `[p][q]` for p in the second stack and q in the third.
    fn arrangements(&self) -> Vec<Vec<u64>> {
        let mut ways = vec![vec![0; self.len()]; self.len()];
        for (p, ways) in ways.iter_mut().enumerate() {
            for first in self.crossing[0].iter().map(|&rows| self.list[rows]) {
                for second in self.crossing[p].iter().flat_map(|&rows| self.orders(rows)) {
                    if (0..3).all(|row| first[row] & second[row] == 0) {
                        let third = self.number(from_fn(|row| ALL & !(first[row] | second[row])));
                        for &q in &self.crossing[third] {
                            // The rows of the first stack stand for all their orders.
                            ways[q] += 6;
                        }
                    }
                }
            }
        }
        ways
    }

    /// For each partition in the first band, the 56 ways to have two others in the second and the third, no column
    /// with a digit twice.
    fn below(&self) -> Vec<Vec<(usize, usize)>> {
        let ways = |triples: &Triples| {
            let mut ways = Vec::new();
            for second in (0..self.len()).flat_map(|number| self.orders(number)) {
                if (0..3).all(|column| triples[column] & second[column] == 0) {
                    let third = from_fn(|column| ALL & !(triples[column] | second[column]));
                    ways.push((self.number(second), self.number(third)));
                }
            }
            ways
        };
        self.list.iter().map(ways).collect()
    }

    /// Pairs of partitions that are the same up to the order of the two and relabellings that keep the first
    /// partition: one of each kind, and how many there are.
    fn kinds(&self) -> Vec<((usize, usize), u64)> {
        // Exchanges of neighbours in a triple, and of neighbouring triples.
        let generators = [
            [1, 0, 2, 3, 4, 5, 6, 7, 8],
            [0, 2, 1, 3, 4, 5, 6, 7, 8],
            [3, 4, 5, 0, 1, 2, 6, 7, 8],
            [0, 1, 2, 6, 7, 8, 3, 4, 5],
        ];
        let generators = generators.map(|to| self.relabelled(&to));
        assert!(generators.iter().all(|to| to[0] == 0));
        let mut seen = vec![vec![false; self.len()]; self.len()];
        let mut kinds = Vec::new();
        for p in 0..self.len() {
            for q in 0..self.len() {
                let mut size = 0;
                let mut open = vec![(p, q)];
                while let Some((p, q)) = open.pop() {
                    if !std::mem::replace(&mut seen[p][q], true) {
                        size += 1;
                        open.push((q, p));
                        open.extend(generators.iter().map(|to| (to[p], to[q])));
                    }
                }
                if size != 0 {
                    kinds.push(((p, q), size));
                }
            }
        }
        kinds
    }
}

/// The number of 9x9 grids.
pub(crate) fn count_grids() -> u128 {
    let partitions = Partitions::new();
    let (to_first, below) = (partitions.to_first(), partitions.below());
    assert!(partitions.len() == 280 && below.iter().all(|ways| ways.len() == 56));
    let arrangements = partitions.arrangements();
    let bands = |p: usize, q: usize, r: usize| arrangements[to_first[p][q]][to_first[p][r]];
    // The columns of each of three stacks in any order, and any first partition.
    let multiple = 6_u64.pow(3) * 280;
    // Felgenhauer and Jarvis: 9! * 56 * 6^6 first bands.
    assert_eq!(
        multiple * arrangements.iter().flatten().sum::<u64>(),
        362_880 * 56 * 6_u64.pow(6)
    );

    let completions = |p: usize, q: usize| {
        let mut completions = 0;
        for &(second_p, third_p) in &below[0] {
            for &(second_q, third_q) in &below[p] {
                for &(second_r, third_r) in &below[q] {
                    completions += bands(second_p, second_q, second_r) * bands(third_p, third_q, third_r);
                }
            }
        }
        completions
    };
    let of_kind = |&((p, q), size): &((usize, usize), u64)| {
        u128::from(size * bands(0, p, q)) * u128::from(completions(p, q))
    };
    u128::from(multiple) * partitions.kinds().iter().map(of_kind).sum::<u128>()
}
