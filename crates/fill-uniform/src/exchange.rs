//! Exchanges of digits, or of the places that digits have in a partition.

use core::array::from_fn;

use gridwright_bands::{BELOW, ORDERS, Partitions, Set, TRIPLES};

/// An exchange of digits, or of places.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exchange {
    /// What each becomes, all from 0.
    pub(crate) to: [u8; 9],
    /// What each triple becomes, by their numbers.
    pub(crate) triples: [u8; TRIPLES],
}

impl Exchange {
    pub(crate) fn new(partitions: &Partitions, to: [u8; 9]) -> Self {
        let image = |set: Set| {
            (0..9)
                .filter(|i| set >> i & 1 != 0)
                .fold(0, |image, i| image | 1 << to[i])
        };
        let triple = |number| partitions.triple_number(image(partitions.triple(number))) as u8;
        Self {
            to,
            triples: from_fn(triple),
        }
    }

    pub(crate) fn of_partition(&self, partitions: &Partitions, partition: usize) -> usize {
        let triple = |set| self.triples[partitions.triple_number(set)].into();
        partitions.number_of(partitions.triples(partition).map(triple))
    }

    /// What this exchange of digits does to the places of a partition: those they have in the partition that it becomes.
    pub(crate) fn of_places(&self, partitions: &Partitions, partition: usize) -> [u8; 9] {
        let places = partitions.places(self.of_partition(partitions, partition));
        partitions
            .digits(partition)
            .map(|digit| places[usize::from(self.to[usize::from(digit)])])
    }

    /// What the ways below partition 0 become, which it keeps.
    fn ways(&self, partitions: &Partitions) -> [u8; BELOW] {
        let ways = partitions.below(0);
        from_fn(|number| {
            let mut second = [0; 3];
            for (column, &triple) in ways[number].second.iter().enumerate() {
                let image = self.triples[partitions.triple_number(triple)];
                second[usize::from(self.to[3 * column] / 3)] = partitions.triple(image.into());
            }
            ways.iter()
                .position(|way| way.second == second)
                .expect("one of the ways") as u8
        })
    }
}

/// The 1296 exchanges that keep partition 0.
#[derive(Debug)]
pub(crate) struct Exchanges {
    pub(crate) list: Vec<Exchange>,
    ways: Vec<[u8; BELOW]>,
}

impl Exchanges {
    pub(crate) fn new(partitions: &Partitions) -> Self {
        let list: Vec<_> = (0..1296)
            .map(|number| {
                let [outer, inner @ ..] =
                    [number / 216, number / 36 % 6, number / 6 % 6, number % 6].map(|i| ORDERS[i]);
                Exchange::new(
                    partitions,
                    from_fn(|i| (3 * outer[i / 3] + inner[i / 3][i % 3]) as u8),
                )
            })
            .collect();
        Self {
            ways: list.iter().map(|exchange| exchange.ways(partitions)).collect(),
            list,
        }
    }

    /// The number in the list of an exchange that keeps partition 0.
    #[inline]
    pub(crate) fn number(to: &[u8; 9]) -> usize {
        let order = |[a, b, c]: [u8; 3]| usize::from(2 * a + u8::from(b > c));
        let outer = order([to[0] / 3, to[3] / 3, to[6] / 3]);
        to.as_chunks::<3>().0.iter().fold(outer, |number, triple| {
            6 * number + order(triple.map(|place| place % 3))
        })
    }

    /// What an exchange of digits makes of the ways below a partition: ways below what that becomes.
    #[inline]
    pub(crate) fn ways(
        &self,
        partitions: &Partitions,
        exchange: &Exchange,
        partition: usize,
    ) -> &[u8; BELOW] {
        self.of_places(&exchange.of_places(partitions, partition))
    }

    /// What an exchange of places that keeps partition 0 makes of ways.
    #[inline]
    pub(crate) fn of_places(&self, to: &[u8; 9]) -> &[u8; BELOW] {
        &self.ways[Self::number(to)]
    }
}
