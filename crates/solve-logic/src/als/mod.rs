//! Almost locked sets: cells of a house with one digit more than cells.
//!
//! Two of them share a *restricted common* x if every place of x in one sees every place of x in the other: then
//! one of the two lacks x, and all its other digits are locked in it. The names of the techniques, and when sets may
//! overlap, are those of the `HoDoKu` manual.

mod blossom;
mod chain;
mod sue_de_coq;
mod wing;
mod xz;

pub use self::blossom::DeathBlossom;
pub use self::chain::AlsChain;
pub use self::sue_de_coq::SueDeCoq;
pub use self::wing::AlsXyWing;
pub use self::xz::AlsXz;

use crate::{Assertion, Board, Candidate, Cause, CellSet, Step, bits};

/// The largest almost locked set that is looked for; on boards of up to 9 digits there is no larger one.
const MAX_CELLS_OF_SET: usize = 8;

/// An almost locked set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Als {
    pub(crate) cells: CellSet,
    pub(crate) digits: u16,
    /// Where its digits begin in the list of places.
    places: u32,
}

/// The cells of a set that a digit may go to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Places {
    pub(crate) cells: CellSet,
    /// The cells that see all of them.
    pub(crate) seen: CellSet,
}

/// The almost locked sets of a board.
#[derive(Clone, Debug, Default)]
pub(crate) struct AlsList {
    list: Vec<Als>,
    places: Vec<Places>,
    /// By digit: the sets that hold it, with the first of its cells.
    holders: [Vec<(u32, u8)>; crate::MAX_SIDE],
    /// By set: restricted commons while they are being collected.
    commons: Vec<u16>,
}

impl AlsList {
    /// Finds the sets of at least that many cells, each once: house by house, smaller cells first.
    pub(crate) fn collect(&mut self, board: &Board, least: usize) {
        self.list.clear();
        self.places.clear();
        self.holders.iter_mut().for_each(Vec::clear);
        let layout = board.layout();
        for house in 0..layout.houses as u8 {
            let mut cells = [0; crate::MAX_SIDE];
            let mut count = 0;
            for cell in layout.house_sets[usize::from(house)] & board.empty() {
                cells[count] = cell;
                count += 1;
            }
            self.grow(board, house, least, &cells[..count], CellSet::EMPTY, 0, 0);
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn grow(
        &mut self,
        board: &Board,
        house: u8,
        least: usize,
        rest: &[u8],
        cells: CellSet,
        size: usize,
        digits: u16,
    ) {
        for (index, &cell) in rest.iter().enumerate() {
            let (size, digits) = (size + 1, digits | board.marks(cell));
            let count = digits.count_ones() as usize;
            let rest = &rest[index + 1..];
            if count > (size + rest.len()).min(MAX_CELLS_OF_SET) + 1 {
                continue;
            }
            let cells = cells | CellSet::single(cell);
            // A set within several houses belongs to the first.
            if count == size + 1 && size >= least && board.layout().common_houses(cells).next() == Some(house)
            {
                self.add(board, cells, digits);
            }
            if size < MAX_CELLS_OF_SET {
                self.grow(board, house, least, rest, cells, size, digits);
            }
        }
    }

    fn add(&mut self, board: &Board, cells: CellSet, digits: u16) {
        let set = self.list.len() as u32;
        let places = self.places.len() as u32;
        self.list.push(Als {
            cells,
            digits,
            places,
        });
        for digit in bits(digits) {
            let cells = board.cells_of(digit) & cells;
            let seen = board.layout().common_peers(cells);
            self.places.push(Places { cells, seen });
            self.holders[digit].extend(cells.first().map(|first| (set, first)));
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    #[inline]
    pub(crate) fn get(&self, index: usize) -> &Als {
        &self.list[index]
    }

    /// Where a digit of that set may go.
    #[inline]
    pub(crate) fn places(&self, index: usize, digit: usize) -> &Places {
        let Als { digits, places, .. } = self.list[index];
        debug_assert!(digits >> digit & 1 == 1);
        let rank = (digits & ((1 << digit) - 1)).count_ones();
        &self.places[(places + rank) as usize]
    }

    /// Writes the sets before that one with which it has restricted commons, and these digits; none that it shares
    /// cells with unless it may.
    fn links(&mut self, set: usize, overlap: bool, links: &mut Vec<(u32, u16)>) {
        links.clear();
        self.commons.resize(self.len(), 0);
        for digit in bits(self.list[set].digits) {
            let seen = self.places(set, digit).seen;
            for &(other, first) in &self.holders[digit] {
                if other as usize >= set {
                    break;
                }
                // Most fail the first test, which is cheap.
                if seen.contains(first) && self.places(other as usize, digit).cells.is_subset(seen) {
                    let commons = &mut self.commons[other as usize];
                    if *commons == 0 {
                        links.push((other, 0));
                    }
                    *commons |= 1 << digit;
                }
            }
        }
        for (other, digits) in &mut *links {
            *digits = std::mem::take(&mut self.commons[*other as usize]);
        }
        links.retain(|&(other, _)| overlap || !self.overlap(set, other as usize));
        links.sort_unstable();
    }

    /// Writes the neighbours of each set, those it has a restricted common with, and these digits.
    fn neighbours(&mut self, overlap: bool, lists: &mut Vec<Vec<(u32, u16)>>) {
        lists.iter_mut().for_each(Vec::clear);
        lists.resize_with(self.len().max(lists.len()), Vec::new);
        for set in 0..self.len() {
            let mut links = std::mem::take(&mut lists[set]);
            self.links(set, overlap, &mut links);
            for &(other, digits) in &links {
                lists[other as usize].push((set as u32, digits));
            }
            lists[set] = links;
        }
    }

    #[inline]
    fn overlap(&self, a: usize, b: usize) -> bool {
        self.list[a].cells.meets(self.list[b].cells)
    }

    /// The cells outside that lose a digit which must be in one of two sets.
    #[inline]
    fn common_victims(&self, board: &Board, a: usize, b: usize, digit: usize) -> CellSet {
        board.cells_of(digit) & self.places(a, digit).seen & self.places(b, digit).seen
    }

    /// The sets in order as parts of a pattern, and the digits that link each to the next as its chain: if the
    /// eliminated digit is not in the first set then it is in the last.
    fn describe(&self, board: &Board, step: &mut Step, sets: &[usize], links: &[usize], eliminated: usize) {
        let all = |set: usize| (self.list[set].cells, self.list[set].digits);
        step.pattern.sets = sets.iter().map(|&set| all(set)).collect();
        step.pattern.cells = sets.iter().flat_map(|&set| self.list[set].cells).collect();
        step.pattern.digits = links.iter().fold(0, |digits, &digit| digits | 1 << digit);
        let mut chain = Vec::with_capacity(2 * sets.len());
        let mut entered = eliminated;
        for (index, &set) in sets.iter().enumerate() {
            let left = *links.get(index).unwrap_or(&eliminated);
            for (digit, on) in [(entered, false), (left, true)] {
                let cells = self.places(set, digit).cells;
                let cause = match (chain.last(), on) {
                    (None, _) => Cause::Assumed,
                    (_, true) => Cause::Set,
                    (Some(Assertion { cells: before, .. }), false) => Cause::seen(board, *before | cells),
                };
                let parents = chain
                    .len()
                    .checked_sub(1)
                    .map(|parent| parent as u16)
                    .into_iter()
                    .collect();
                chain.push(Assertion {
                    cells,
                    digit: digit as u8,
                    on,
                    cause,
                    parents,
                });
            }
            entered = left;
        }
        step.pattern.complexity = chain.len() as u32;
        step.pattern.chains.push(chain);
    }
}

/// The candidates of a digit in cells.
pub(crate) fn candidates(cells: CellSet, digit: usize) -> impl Iterator<Item = Candidate> {
    cells.iter().map(move |cell| Candidate::new(cell, digit))
}
