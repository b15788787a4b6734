//! 9x9 grids.

use std::sync::OnceLock;

use gridwright_bands::{ALL, BELOW, Bands, Gangster, ORDERS, PARTITIONS, Partitions, Set, TRIPLES};
use gridwright_grid::rand_core::Rng;
use gridwright_grid::rng::{below_each, below_each_wide, shuffle};
use gridwright_grid::{Event, Grid, Probe};

use crate::alias::Alias;
use crate::exchange::{Exchange, Exchanges};

/// Ways below the first stack of which no other has the second and the third band exchanged.
const HALF: usize = BELOW / 2;

/// The rows of the first and of the second box, but the last, that is what is left.
type Rows = [Set; 4];

/// What the draws need.
#[derive(Debug)]
pub(crate) struct Tables {
    partitions: &'static Partitions,
    /// The partitions of each class.
    gangsters: Vec<[usize; 3]>,
    choices: Alias,
    lists: Lists,
    /// What triples of places become in each partition.
    digits: Vec<[Set; TRIPLES]>,
}

impl Tables {
    pub(crate) fn shared() -> &'static Self {
        static SHARED: OnceLock<Tables> = OnceLock::new();
        SHARED.get_or_init(Self::new)
    }

    fn new() -> Self {
        let bands = Bands::shared();
        let (partitions, gangsters) = (bands.partitions(), bands.gangsters());
        let exchanges = Exchanges::new(partitions);
        let digits = (0..PARTITIONS).map(|partition| {
            let digits = Exchange::new(partitions, *partitions.digits(partition));
            digits.triples.map(|triple| partitions.triple(triple.into()))
        });
        Self {
            partitions,
            gangsters: gangsters
                .iter()
                .map(|gangster| gangster.columns.map(usize::from))
                .collect(),
            choices: Alias::new(&choices(partitions, gangsters, &exchanges)),
            lists: Lists::new(partitions, &exchanges),
            digits: digits.collect(),
        }
    }

    /// Draws a grid.
    #[inline]
    pub(crate) fn draw<R, P>(&self, rng: &mut R, probe: &mut P) -> Result<Grid, P::Stop>
    where
        R: Rng + ?Sized,
        P: Probe + ?Sized,
    {
        probe.record(Event::Attempt)?;
        let partitions = self.partitions;
        let choice = Choice(self.choices.at(below_each_wide(rng, self.choices.bounds())));
        // Here, while the choice comes from memory.
        let mut labels: [u8; 16] = core::array::from_fn(|i| i as u8 + 1);
        shuffle(rng, &mut labels[..9]);
        let columns = self.gangsters[choice.gangster()];
        let [first, second, third] = columns.map(|partition| partitions.below(partition));
        let [i, j] = choice.ways();
        let (first, second) = (&first[i], &second[j]);
        // Of the second and the third band: the lists for the columns of the first two boxes.
        let start = [0, 1].map(|i| usize::from(first.partitions[i]));
        let beside = [0, 1].map(|i| partitions.relative(start[i], second.partitions[i].into()));
        let lists = beside.map(|second| self.lists.of(second));
        let (third, below) = loop {
            let [way, place] = below_each(rng, [BELOW as u32, choice.most()]);
            let way = &third[way as usize];
            let below = [0, 1].map(|i| lists[i][partitions.relative(start[i], way.partitions[i].into())]);
            if place < below[0].dozens() * below[1].dozens() {
                break (way, below);
            }
        };
        let list = [self.lists.of(columns[1])[columns[2]], below[0], below[1]];
        // An arrangement of each band; orders of rows, of stacks, of columns; whether bands are exchanged.
        let mut bounds = [6; 11];
        bounds[..3].copy_from_slice(&list.map(List::len));
        bounds[10] = 2;
        let [a, b, c, orders @ ..] = below_each(rng, bounds);
        let beside = [columns[1], beside[0], beside[1]];
        let rows = [0, 1, 2].map(|i| self.lists.rows(beside[i], list[i], [a, b, c][i]));
        let digits = [0, start[0], start[1]].map(|partition| &self.digits[partition]);
        let rows = [0, 1, 2].map(|i| rows[i].map(|triple| digits[i][triple]));

        let ways = [first, second, third];
        let bands = [
            Band {
                columns: columns.map(|partition| partitions.triples(partition)),
                rows: rows[0],
            },
            Band {
                columns: ways.map(|way| way.second),
                rows: rows[1],
            },
            Band {
                columns: ways.map(|way| way.third),
                rows: rows[2],
            },
        ];
        Ok(write(&bands, orders, &labels))
    }
}

/// What is drawn first: a gangster class, a way below its first stack, in the first half, and a way below its second.
#[derive(Clone, Copy, Debug)]
struct Choice(u32);

impl Choice {
    /// With the largest number of arrangements of the second and third band, in gross, for a way below the third stack.
    fn new(gangster: usize, [first, second]: [usize; 2], most: u32) -> Self {
        let number = (gangster * HALF + first) * BELOW + second;
        Self(((number as u32) << 15) | most)
    }

    #[inline]
    fn most(self) -> u32 {
        self.0 & 0x7fff
    }

    #[inline]
    fn gangster(self) -> usize {
        self.number() / (HALF * BELOW)
    }

    #[inline]
    fn ways(self) -> [usize; 2] {
        [self.number() / BELOW % HALF, self.number() % BELOW]
    }

    #[inline]
    fn number(self) -> usize {
        (self.0 >> 15) as usize
    }
}

/// The choices, one of those that an exchange of digits, or of the second and the third band, makes of each other; and
/// the number of grids of all these, over a common factor.
fn choices(partitions: &Partitions, gangsters: &[Gangster], exchanges: &Exchanges) -> Vec<(u32, u64)> {
    let mut choices = Vec::new();
    for (number, gangster) in gangsters.iter().enumerate() {
        let columns = gangster.columns.map(usize::from);
        let keeps = |exchange: &&Exchange| {
            let mut columns = columns.iter();
            columns.all(|&partition| exchange.of_partition(partitions, partition) == partition)
        };
        let ways =
            |exchange: &Exchange| columns.map(|partition| exchanges.ways(partitions, exchange, partition));
        let kept: Vec<_> = exchanges.list.iter().filter(keeps).map(ways).collect();
        let first_bands = u128::from(gangster.size) * u128::from(gangster.arrangements);
        let mut seen = vec![[false; BELOW]; BELOW];
        partitions.each_below(columns, |[i, j], ways| {
            if seen[i][j] {
                return;
            }
            let mut alike = 0;
            for [first, second, _] in &kept {
                let (i, j) = (usize::from(first[i]), usize::from(second[j]));
                for (i, j) in [(i, j), (BELOW - 1 - i, BELOW - 1 - j)] {
                    alike += u128::from(!std::mem::replace(&mut seen[i][j], true));
                }
            }
            let most = ways.iter().max().copied().unwrap_or(0) / 144;
            let grids = first_bands * alike * u128::from(ways.iter().sum::<u32>());
            choices.push((Choice::new(number, [i, j], most).0, grids));
        });
    }
    let factor = choices.iter().fold(0, |factor, &(_, grids)| gcd(factor, grids));
    choices
        .iter()
        .map(|&(choice, grids)| (choice, (grids / factor) as u64))
        .collect()
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Where the arrangements of a band with given columns are listed, up to the order of its rows.
#[derive(Clone, Copy, Debug)]
struct List(u32);

impl List {
    fn new(start: usize, arrangements: u32) -> Self {
        Self(((start as u32) << 8) | (arrangements / 12))
    }

    /// Twelfths of the number of arrangements, at most 144.
    #[inline]
    fn dozens(self) -> u32 {
        self.0 & 0xff
    }

    /// The number of arrangements up to the order of the rows.
    #[inline]
    fn len(self) -> u32 {
        2 * self.dozens()
    }

    #[inline]
    fn start(self) -> usize {
        (self.0 >> 8) as usize
    }
}

/// The arrangements of bands. The columns of the first box are those of partition 0, once digits are written as places,
/// and those of the second are one of a few partitions, once places are exchanged.
#[derive(Debug)]
struct Lists {
    /// By the partitions of the second and the third box.
    list: Vec<[List; PARTITIONS]>,
    /// Numbers of rows of two boxes.
    items: Vec<u16>,
    rows: Vec<[u8; 4]>,
    /// By the partition of the second box, what triples in `rows` are before places are exchanged.
    back: Vec<[u8; TRIPLES]>,
}

impl Lists {
    fn new(partitions: &Partitions, exchanges: &Exchanges) -> Self {
        let crossing: Vec<Vec<usize>> = (0..PARTITIONS)
            .map(|p| (0..PARTITIONS).filter(|&q| partitions.cross(p, q)).collect())
            .collect();
        // What stands in rows beside a box is what stands in columns below it.
        let (mut rows, mut boxes) = (Vec::new(), Vec::new());
        for &first in &crossing[0] {
            let [x, y, _] = partitions.triples(first);
            for way in partitions.below(first) {
                rows.push(
                    [x, y, way.second[0], way.second[1]].map(|set| partitions.triple_number(set) as u8),
                );
                boxes.push(way.partitions.map(usize::from));
            }
        }
        let mut list = vec![[List(0); PARTITIONS]; PARTITIONS];
        let mut back = vec![[0; TRIPLES]; PARTITIONS];
        let mut items = Vec::new();
        let mut open = [true; PARTITIONS];
        for p in 0..PARTITIONS {
            if !open[p] {
                continue;
            }
            let mut of_third = vec![Vec::new(); PARTITIONS];
            for (number, &[second, third]) in (0..).zip(&boxes) {
                if partitions.cross(p, second) {
                    for &q in &crossing[third] {
                        of_third[q].push(number);
                    }
                }
            }
            let lists: Vec<List> = (0..PARTITIONS)
                .map(|q| {
                    let start = items.len();
                    items.append(&mut of_third[q]);
                    List::new(start, partitions.arrangements([0, p, q]))
                })
                .collect();
            for exchange in &exchanges.list {
                let from = exchange.of_partition(partitions, p);
                if std::mem::take(&mut open[from]) {
                    back[from] = exchange.triples;
                    for (q, &found) in lists.iter().enumerate() {
                        list[from][exchange.of_partition(partitions, q)] = found;
                    }
                }
            }
        }
        Self {
            list,
            items,
            rows,
            back,
        }
    }

    /// The lists for a partition of the second box.
    #[inline]
    fn of(&self, second: usize) -> &[List; PARTITIONS] {
        &self.list[second]
    }

    /// The rows of an arrangement, in triples of places of the first box's columns.
    #[inline]
    fn rows(&self, second: usize, list: List, number: u32) -> [usize; 4] {
        let rows = self.rows[usize::from(self.items[list.start() + number as usize])];
        let back = &self.back[second];
        rows.map(|triple| back[usize::from(triple)].into())
    }
}

/// The digits of a band.
struct Band {
    /// Of each box, those of its columns.
    columns: [[Set; 3]; 3],
    rows: Rows,
}

/// Writes a grid: its bands, then the orders of rows in each, the order of stacks, of columns in each, whether the
/// second and third band are exchanged, and what each digit becomes.
#[inline]
fn write(bands: &[Band; 3], orders: [u32; 8], labels: &[u8; 16]) -> Grid {
    let [r1, r2, r3, stacks, c1, c2, c3, exchanged] = orders.map(|order| order as usize);
    let (rows, columns) = ([r1, r2, r3].map(|i| ORDERS[i]), [c1, c2, c3].map(|i| ORDERS[i]));
    let stacks = ORDERS[stacks];
    let mut values = [[[[0; 3]; 3]; 3]; 3];
    for (i, band) in bands.iter().enumerate() {
        let [x0, x1, y0, y1] = band.rows;
        let (x2, y2) = (ALL ^ x0 ^ x1, ALL ^ y0 ^ y1);
        let boxes = [
            [x0, x1, x2],
            [y0, y1, y2],
            [ALL ^ x0 ^ y0, ALL ^ x1 ^ y1, ALL ^ x2 ^ y2],
        ];
        let place = [0, 1 + exchanged, 2 - exchanged][i];
        for (s, &stack) in stacks.iter().enumerate() {
            let (rows, columns) = (
                rows[i].map(|row| boxes[stack][row]),
                columns[s].map(|column| band.columns[stack][column]),
            );
            for (row, &row_set) in rows.iter().enumerate() {
                for (column, &column_set) in columns.iter().enumerate() {
                    // One digit; a bit above, so that there is one to count from.
                    let digit = (u32::from(row_set & column_set) | 1 << 9).trailing_zeros();
                    values[place][row][s][column] = labels[digit as usize & 15];
                }
            }
        }
    }
    Grid::assume_valid(values)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::alias;

    /// The weights are the numbers of grids, all of them, and the table gives each choice exactly its weight.
    #[test]
    fn choices_are_exact() {
        let bands = Bands::shared();
        let partitions = bands.partitions();
        let exchanges = Exchanges::new(partitions);
        let weighted = choices(partitions, bands.gangsters(), &exchanges);
        alias::tests::check(&Tables::shared().choices, &weighted);

        let sum: u128 = weighted.iter().map(|&(_, weight)| u128::from(weight)).sum();
        assert_eq!(bands.grids() % sum, 0);
        let factor = bands.grids() / sum;
        let mut grids = vec![0; bands.gangsters().len()];
        for (choice, weight) in weighted {
            grids[Choice(choice).gangster()] += factor * u128::from(weight);
        }
        for (grids, gangster) in grids.into_iter().zip(bands.gangsters()) {
            let first_bands = u128::from(gangster.size) * u128::from(gangster.arrangements);
            assert_eq!(grids, first_bands * u128::from(gangster.completions));
        }
    }

    /// Numbers of arrangements are in dozens, and none of a choice is above its bound.
    #[test]
    fn bounds() {
        let bands = Bands::shared();
        let partitions = bands.partitions();
        let exchanges = Exchanges::new(partitions);
        let weighted = choices(partitions, bands.gangsters(), &exchanges);
        let mut choices = weighted.iter().map(|&(choice, _)| Choice(choice)).peekable();
        for (number, gangster) in bands.gangsters().iter().enumerate() {
            partitions.each_below(gangster.columns.map(usize::from), |ways, products| {
                if let Some(choice) =
                    choices.next_if(|choice| (choice.gangster(), choice.ways()) == (number, ways))
                {
                    assert_eq!(products.iter().max(), Some(&(144 * choice.most())));
                }
            });
        }
        assert!(choices.next().is_none());
        for p in 0..PARTITIONS {
            for q in 0..PARTITIONS {
                let (list, arrangements) = (
                    Tables::shared().lists.of(p)[q],
                    partitions.arrangements([0, p, q]),
                );
                assert_eq!((12 * list.dozens(), 6 * list.len()), (arrangements, arrangements));
            }
        }
    }

    /// Each list holds different arrangements, all of them of the columns it is for; as many as there are.
    #[test]
    fn lists_are_complete() {
        let tables = Tables::shared();
        let partitions = tables.partitions;
        for p in 0..PARTITIONS {
            for q in 0..PARTITIONS {
                let list = tables.lists.of(p)[q];
                let mut seen = HashSet::new();
                for number in 0..list.len() {
                    let rows = tables
                        .lists
                        .rows(p, list, number)
                        .map(|triple| partitions.triple(triple));
                    let [x0, x1, y0, y1] = rows;
                    let boxes = [[x0, x1], [y0, y1], [ALL ^ x0 ^ y0, ALL ^ x1 ^ y1]]
                        .map(|[a, b]| [a, b, ALL ^ a ^ b]);
                    for (rows, columns) in boxes.into_iter().zip([0, p, q]) {
                        assert_eq!(rows.map(Set::count_ones), [3; 3]);
                        let columns = partitions.triples(columns);
                        assert!(
                            rows.iter()
                                .all(|row| columns.iter().all(|column| (row & column).is_power_of_two()))
                        );
                    }
                    // Up to the order of rows.
                    let mut band = [0, 1, 2].map(|row| boxes.map(|rows| rows[row]));
                    band.sort_unstable();
                    assert!(seen.insert(band));
                }
            }
        }
    }

    /// Ways below the first stack come in pairs: the second and the third band exchanged.
    #[test]
    fn halves() {
        let partitions = Tables::shared().partitions;
        for p in 0..PARTITIONS {
            let ways = partitions.below(p);
            for (way, other) in ways.iter().zip(ways.iter().rev()) {
                assert_eq!((way.second, way.third), (other.third, other.second));
            }
        }
    }
}
