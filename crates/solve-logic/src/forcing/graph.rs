//! The candidates of a board and the links between them, as lists in the order in which chains follow them.

use crate::{Board, Candidate, MAX_CELLS, MAX_SIDE, bits, is_single};

/// Which links a chain may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Links {
    /// Of one digit, through houses only.
    X,
    /// On links through cells only.
    Y,
    /// All.
    #[default]
    Xy,
}

/// A link to a candidate, with the way in which the two see each other.
#[derive(Clone, Copy)]
pub(super) struct Link(u16);

/// Through the cell; 1, 2 and 3 stand for the block, the row and the column.
pub(super) const CELL: u8 = 0;

impl Link {
    const fn new(to: u16, via: u8) -> Self {
        Self(to << 2 | via as u16)
    }

    /// The number of the candidate.
    #[inline]
    pub(super) const fn to(self) -> u16 {
        self.0 >> 2
    }

    /// [`CELL`], or one more than the index of the kind of house.
    #[inline]
    pub(super) const fn via(self) -> u8 {
        self.0 as u8 & 3
    }
}

/// For each candidate its links, those through the cell first.
#[derive(Default)]
struct Lists {
    links: Vec<Link>,
    /// Start, and start of those through houses.
    starts: Vec<(u32, u32)>,
}

impl Lists {
    fn clear(&mut self) {
        self.links.clear();
        self.starts.clear();
    }

    fn get(&self, id: usize, cell: bool, houses: bool) -> &[Link] {
        let (start, split) = self.starts[id];
        let end = self
            .starts
            .get(id + 1)
            .map_or(self.links.len(), |next| next.0 as usize);
        let from = if cell { start as usize } else { split as usize };
        &self.links[from..if houses { end } else { split as usize }]
    }

    fn open(&mut self) {
        let start = self.links.len() as u32;
        self.starts.push((start, start));
    }

    fn split(&mut self) {
        if let Some(last) = self.starts.last_mut() {
            last.1 = self.links.len() as u32;
        }
    }

    /// Adds a link through a house unless the candidate is linked through another.
    fn add(&mut self, link: Link) {
        let split = self.starts.last().map_or(0, |start| start.1 as usize);
        if self.links[split..].iter().all(|other| other.to() != link.to()) {
            self.links.push(link);
        }
    }
}

/// The candidates of a board, numbered by cell, then digit, with their links.
pub(super) struct Graph {
    candidates: Vec<Candidate>,
    ids: Vec<u16>,
    weak: Lists,
    strong: Lists,
}

impl Default for Graph {
    fn default() -> Self {
        Self {
            candidates: Vec::new(),
            ids: vec![0; MAX_CELLS * MAX_SIDE],
            weak: Lists::default(),
            strong: Lists::default(),
        }
    }
}

impl Graph {
    /// Reads candidates and links of a board.
    pub(super) fn build(&mut self, board: &Board) {
        self.number(board);
        self.link(board);
    }

    /// Numbers the candidates of a board.
    pub(super) fn number(&mut self, board: &Board) {
        self.candidates.clear();
        for cell in board.empty() {
            for digit in bits(board.marks(cell)) {
                self.ids[usize::from(cell) * MAX_SIDE + digit] = self.candidates.len() as u16;
                self.candidates.push(Candidate::new(cell, digit));
            }
        }
    }

    /// Reads the links of the board whose candidates are numbered.
    pub(super) fn link(&mut self, board: &Board) {
        let layout = board.layout();
        self.weak.clear();
        self.strong.clear();
        for &candidate in &self.candidates {
            let (cell, digit) = (candidate.cell, candidate.index());
            let others = board.marks(cell) & !(1 << digit);
            self.weak.open();
            self.strong.open();
            for other in bits(others) {
                let link = Link::new(self.id(cell, other), CELL);
                self.weak.links.push(link);
                if is_single(others) {
                    self.strong.links.push(link);
                }
            }
            self.weak.split();
            self.strong.split();
            let [block, ..] = layout.houses_of[usize::from(cell)];
            for via in 0..3 {
                let house = layout.houses_of[usize::from(cell)][via];
                let places = board.places(house, digit) & !(1 << layout.places[usize::from(cell)][via]);
                // Those of the block were seen already.
                let seen = if via == 0 {
                    0
                } else {
                    layout.shared[usize::from(house)][usize::from(block)]
                };
                for other in layout.cells_at(house, places & !seen) {
                    let link = Link::new(self.id(other, digit), via as u8 + 1);
                    self.weak.links.push(link);
                }
                if is_single(places) {
                    for other in layout.cells_at(house, places) {
                        let link = Link::new(self.id(other, digit), via as u8 + 1);
                        self.strong.add(link);
                    }
                }
            }
        }
    }

    pub(super) const fn len(&self) -> usize {
        self.candidates.len()
    }

    /// The number of a candidate of the board.
    #[inline]
    pub(super) fn id(&self, cell: u8, digit: usize) -> u16 {
        self.ids[usize::from(cell) * MAX_SIDE + digit]
    }

    #[inline]
    pub(super) fn candidate(&self, id: u16) -> Candidate {
        self.candidates[usize::from(id)]
    }

    /// What is off when the candidate is on.
    pub(super) fn weak(&self, id: u16, links: Links) -> &[Link] {
        self.weak.get(id.into(), links != Links::X, true)
    }

    /// What is on when the candidate is off.
    pub(super) fn strong(&self, id: u16, links: Links) -> &[Link] {
        self.strong.get(id.into(), links != Links::X, links != Links::Y)
    }
}
