#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod gangsters;
mod partitions;

use std::sync::OnceLock;

use gridwright_grid::{Canonicalizer, Grid};

pub use gridwright_grid;

pub use gangsters::{Gangster, Gangsters};
pub use partitions::{ALL, BELOW, Below, ORDERS, PARTITIONS, Partitions, Set, TRIPLES};

/// A class of bands, and how many grids have such a band.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BandClass {
    /// The least of its bands, row by row; the first row is 123456789.
    pub least: [[u8; 9]; 3],
    /// How many bands it has.
    pub bands: u64,
    /// The number of its gangster class in [`Bands::gangsters`].
    pub gangster: usize,
    /// How many grids have a given band of the class as their first.
    pub completions: u64,
    /// How many grids have a band of this class as their first, or as any other given chute: the probability that a
    /// uniformly random grid has one, times [`Bands::grids`].
    pub grids: u128,
    /// How many 4-cell unavoidable sets lie in such a band.
    pub unavoidable: u32,
}

/// The tables.
///
/// # Cost
///
/// Some 25 ms and 1 MB, once.
#[derive(Clone, Debug)]
pub struct Bands {
    partitions: Partitions,
    gangsters: Gangsters,
    classes: Vec<BandClass>,
    grids: u128,
}

impl Default for Bands {
    fn default() -> Self {
        Self::new()
    }
}

impl Bands {
    /// Computes the tables.
    pub fn new() -> Self {
        /// The exchanges of rows, stacks and columns of a band, and of digits.
        const GROUP: u64 = 6 * 1296 * 362_880;
        let partitions = Partitions::new();
        let gangsters = Gangsters::new(&partitions);
        let classes: Vec<_> = Canonicalizer::shared()
            .band_classes()
            .map(|class| {
                let bands = GROUP / u64::from(class.automorphisms);
                let gangster = gangsters.of_band(&partitions, &class.least);
                let completions = gangsters.all()[gangster].completions;
                BandClass {
                    least: class.least,
                    bands,
                    gangster,
                    completions,
                    grids: u128::from(bands) * u128::from(completions),
                    unavoidable: unavoidable(&class.least),
                }
            })
            .collect();
        let grids = classes.iter().map(|class| class.grids).sum();
        Self {
            partitions,
            gangsters,
            classes,
            grids,
        }
    }

    /// One for all, made when it is first needed.
    pub fn shared() -> &'static Self {
        static SHARED: OnceLock<Bands> = OnceLock::new();
        SHARED.get_or_init(Self::new)
    }

    /// The partitions of the digits in three triples.
    pub fn partitions(&self) -> &Partitions {
        &self.partitions
    }

    /// The 44 gangster classes, in the order of their least columns.
    pub fn gangsters(&self) -> &[Gangster] {
        self.gangsters.all()
    }

    /// The number of the gangster class of a band whose stacks have columns of these triples; `None` if no band has.
    #[inline]
    pub fn gangster(&self, columns: [usize; 3]) -> Option<usize> {
        self.gangsters.of(&self.partitions, columns)
    }

    /// The 416 classes of bands, in the order of their least bands.
    pub fn classes(&self) -> &[BandClass] {
        &self.classes
    }

    /// The number of 9x9 grids: 6,670,903,752,021,072,936,960, as the sum over the classes of bands.
    pub fn grids(&self) -> u128 {
        self.grids
    }

    /// For each chute of a grid, its bands and then its stacks, the number of its class in [`Self::classes`]; a stack
    /// is a band of the transposed grid.
    #[inline]
    pub fn chutes(&self, grid: &Grid) -> [u16; 6] {
        Canonicalizer::shared().chutes(grid)
    }

    /// For each chute of a grid, the number of its gangster class in [`Self::gangsters`].
    #[inline]
    pub fn gangsters_of_chutes(&self, grid: &Grid) -> [usize; 6] {
        self.chutes(grid)
            .map(|class| self.classes[usize::from(class)].gangster)
    }

    /// How many 4-cell unavoidable sets a grid has: the sum over its chutes.
    #[inline]
    pub fn unavoidable(&self, grid: &Grid) -> u32 {
        let of = |class: u16| self.classes[usize::from(class)].unavoidable;
        self.chutes(grid).map(of).iter().sum()
    }

    /// The exact mean number of 4-cell unavoidable sets of a uniformly random grid, as numerator and denominator in
    /// lowest terms: 320,784,513,273 / 27,704,267,971, about 11.579.
    pub fn mean_unavoidable(&self) -> (u128, u128) {
        let sum = |class: &BandClass| 6 * class.grids * u128::from(class.unavoidable);
        let sum: u128 = self.classes.iter().map(sum).sum();
        let (mut a, mut b) = (sum, self.grids);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        (sum / a, self.grids / a)
    }
}

/// The 4-cell unavoidable sets of a band: two rows and two columns of different boxes at whose crossings only two
/// digits stand.
fn unavoidable(band: &[[u8; 9]; 3]) -> u32 {
    let mut count = 0;
    for [top, bottom] in [[0, 1], [0, 2], [1, 2]].map(|rows| rows.map(|row| &band[row])) {
        for left in 0..9 {
            for right in 3 * (left / 3 + 1)..9 {
                count += u32::from(top[left] == bottom[right] && top[right] == bottom[left]);
            }
        }
    }
    count
}
