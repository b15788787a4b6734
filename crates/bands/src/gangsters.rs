//! The digits of the columns of a band, up to symmetry.

use crate::partitions::{PARTITIONS, Partitions};

/// A gangster class: bands whose columns have the same digits, up to the order of stacks and an exchange of digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gangster {
    /// For each stack, the partition of the digits in the triples of its columns: the least of the class. The first
    /// is 0.
    pub columns: [u16; 3],
    /// How many ways to hand digits to the nine columns are of the class: triples of partitions, each with its 6^3 orders
    /// of columns within stacks.
    pub size: u64,
    /// In how many ways three rows can arrange columns of given triples.
    pub arrangements: u32,
    /// In how many ways a first band with columns of given triples can be completed.
    pub completions: u64,
}

/// The 44 classes, and which class three partitions are of.
#[derive(Clone, Debug)]
pub struct Gangsters {
    list: Vec<Gangster>,
    /// By the second and the third partition relative to the first.
    class: Box<[[u8; PARTITIONS]]>,
}

/// Of columns that no band has.
const NONE: u8 = u8::MAX;

impl Gangsters {
    pub(crate) fn new(partitions: &Partitions) -> Self {
        let generators = generators(partitions);
        let mut class = vec![[NONE; PARTITIONS]; PARTITIONS].into_boxed_slice();
        let mut list = Vec::new();
        for p in 0..PARTITIONS {
            for q in 0..PARTITIONS {
                let arrangements = partitions.arrangements([0, p, q]);
                if arrangements == 0 || class[p][q] != NONE {
                    continue;
                }
                let mut size = 0;
                let mut open = vec![(p, q)];
                while let Some((p, q)) = open.pop() {
                    if class[p][q] == NONE {
                        class[p][q] = list.len() as u8;
                        size += 216 * PARTITIONS as u64;
                        open.extend(generators.iter().map(|to| (to[p].into(), to[q].into())));
                        // The stacks exchanged, and moved on by one.
                        open.push((q, p));
                        open.push((partitions.relative(p, q), partitions.relative(p, 0)));
                    }
                }
                let mut completions = 0;
                partitions.each_below([0, p, q], |_, ways| {
                    completions += u64::from(ways.iter().sum::<u32>());
                });
                list.push(Gangster {
                    columns: [0, p, q].map(|partition| partition as u16),
                    size,
                    arrangements,
                    completions,
                });
            }
        }
        Self { list, class }
    }

    pub(crate) fn all(&self) -> &[Gangster] {
        &self.list
    }

    #[inline]
    pub(crate) fn of(&self, partitions: &Partitions, [p, q, r]: [usize; 3]) -> Option<usize> {
        let class = self.class[partitions.relative(p, q)][partitions.relative(p, r)];
        (class != NONE).then_some(class.into())
    }

    /// The class of a band.
    pub(crate) fn of_band(&self, partitions: &Partitions, band: &[[u8; 9]; 3]) -> usize {
        let columns: [_; 9] =
            core::array::from_fn(|i| band.iter().fold(0, |set, row| set | 1 << (row[i] - 1)));
        let [p, q, r] = [0, 3, 6].map(|i| partitions.number([columns[i], columns[i + 1], columns[i + 2]]));
        self.of(partitions, [p, q, r]).expect("a band has its columns")
    }
}

/// Exchanges of digits that keep the first partition: of neighbours in a triple, and of neighbouring triples. What each
/// partition becomes.
fn generators(partitions: &Partitions) -> [Vec<u16>; 4] {
    let swaps: [[usize; 9]; 4] = [
        [1, 0, 2, 3, 4, 5, 6, 7, 8],
        [0, 2, 1, 3, 4, 5, 6, 7, 8],
        [3, 4, 5, 0, 1, 2, 6, 7, 8],
        [0, 1, 2, 6, 7, 8, 3, 4, 5],
    ];
    swaps.map(|to| {
        let image = |set: u16| {
            (0..9)
                .filter(|d| set >> d & 1 != 0)
                .fold(0, |set, d| set | 1 << to[d])
        };
        let number = |p| partitions.number(partitions.triples(p).map(image)) as u16;
        (0..PARTITIONS).map(number).collect()
    })
}
