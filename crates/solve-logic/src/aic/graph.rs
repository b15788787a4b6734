//! What follows at once from a candidate's being true or false.

use crate::als::AlsList;
use crate::{Board, CellSet, MAX_SIDE, bits};

/// Which inferences a graph holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Links {
    /// Of one digit: between cells of a house.
    Digit,
    /// Through cells with two candidates, then to the same digit elsewhere.
    Bivalue,
    /// Both, between candidates.
    Candidates,
    /// Groups too: the places of a digit where a box and a line cross, two at least.
    Groups,
    /// Almost locked sets too: one that loses a digit holds all its others.
    Sets,
}

/// What a node stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// A digit in a cell.
    Candidate,
    /// A digit in one of several cells.
    Group,
    /// A digit in an almost locked set of that number; only its being false has consequences.
    Set(u32),
}

/// A digit in cells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) cells: CellSet,
    pub(crate) digit: u8,
    pub(crate) role: Role,
}

/// A node is true or false: twice its index, one more if true.
pub(crate) type Literal = u32;

/// Nodes with what follows from them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Graph {
    pub(crate) nodes: Vec<Node>,
    pub(crate) sets: AlsList,
    /// By cell: its first node; its candidates are nodes in ascending order.
    first: Vec<u32>,
    /// By literal: where what follows from it begins.
    starts: Vec<u32>,
    follows: Vec<Literal>,
}

/// The literal that a node is true.
pub(crate) const fn on(node: u32) -> Literal {
    node * 2 + 1
}

/// The literal that a node is false.
pub(crate) const fn off(node: u32) -> Literal {
    node * 2
}

impl Graph {
    /// Takes the links of that kind from a board.
    pub(crate) fn build(&mut self, board: &Board, links: Links) {
        let layout = board.layout();
        self.nodes.clear();
        self.first.clear();
        for cell in layout.all_cells() {
            self.first.push(self.nodes.len() as u32);
            self.nodes.extend(bits(board.marks(cell)).map(|digit| Node {
                cells: CellSet::single(cell),
                digit: digit as u8,
                role: Role::Candidate,
            }));
        }
        // Where the groups, and then the sets, of each digit begin.
        let (mut groups, mut sets) = ([0; MAX_SIDE + 1], [0; MAX_SIDE + 1]);
        for (digit, begin) in groups.iter_mut().enumerate().take(layout.side) {
            *begin = self.nodes.len() as u32;
            if matches!(links, Links::Groups | Links::Sets) {
                self.add_groups(board, digit);
            }
        }
        groups[layout.side] = self.nodes.len() as u32;
        if links == Links::Sets {
            self.sets.collect(board, 2);
        }
        for (digit, begin) in sets.iter_mut().enumerate().take(layout.side) {
            *begin = self.nodes.len() as u32;
            if links == Links::Sets {
                self.add_sets(digit);
            }
        }
        sets[layout.side] = self.nodes.len() as u32;

        self.starts.clear();
        self.follows.clear();
        for node in 0..self.nodes.len() as u32 {
            let digit = usize::from(self.nodes[node as usize].digit);
            let of = |list: &[u32]| list[digit]..list[digit + 1];
            self.starts.push(self.follows.len() as u32);
            self.follow_off(board, links, node, &groups);
            self.starts.push(self.follows.len() as u32);
            self.follow_on(board, links, node, of(&groups), of(&sets));
        }
        self.starts.push(self.follows.len() as u32);
    }

    fn add_groups(&mut self, board: &Board, digit: usize) {
        let layout = board.layout();
        for boxes in 0..layout.side {
            let places = board.cells_of(digit) & layout.house_sets[boxes];
            for line in layout.side..layout.houses {
                let cells = places & layout.house_sets[line];
                if cells.len() >= 2 {
                    self.nodes.push(Node {
                        cells,
                        digit: digit as u8,
                        role: Role::Group,
                    });
                }
            }
        }
    }

    fn add_sets(&mut self, digit: usize) {
        for set in 0..self.sets.len() {
            if self.sets.get(set).digits >> digit & 1 == 1 {
                let cells = self.sets.places(set, digit).cells;
                self.nodes.push(Node {
                    cells,
                    digit: digit as u8,
                    role: Role::Set(set as u32),
                });
            }
        }
    }

    /// What follows from a node's being false.
    fn follow_off(&mut self, board: &Board, links: Links, node: u32, groups: &[u32]) {
        let layout = board.layout();
        let Node { cells, digit, role } = self.nodes[node as usize];
        let digit = usize::from(digit);
        if let Role::Set(set) = role {
            self.follow_set(board, set as usize, digit, groups);
            return;
        }
        let cell = cells.first().unwrap_or_default();
        let marks = board.marks(cell);
        if role == Role::Candidate && links != Links::Digit && marks.count_ones() == 2 {
            let other = (marks & !(1 << digit)).trailing_zeros() as usize;
            self.follows.push(on(self.candidate(board, cell, other)));
        }
        if links == Links::Bivalue {
            return;
        }
        let [boxes, row, column] = layout.houses_of[usize::from(cell)];
        let rests = [row, boxes, column].map(|house| {
            let house = layout.house_sets[usize::from(house)];
            if cells.is_subset(house) {
                (board.cells_of(digit) & house).without(cells)
            } else {
                CellSet::EMPTY
            }
        });
        for rest in rests {
            if rest.len() == 1 {
                let cell = rest.first().unwrap_or_default();
                self.follows.push(on(self.candidate(board, cell, digit)));
            }
        }
        for rest in rests {
            let group =
                (groups[digit]..groups[digit + 1]).find(|&group| self.nodes[group as usize].cells == rest);
            self.follows.extend(group.map(on));
        }
    }

    /// What follows from a set's not holding a digit: it holds all its others, so that cells which see their places
    /// lose them, and may have but one candidate left.
    fn follow_set(&mut self, board: &Board, set: usize, digit: usize, groups: &[u32]) {
        let held = self.sets.get(set).digits & !(1 << digit);
        let mut losers = CellSet::EMPTY;
        for other in bits(held) {
            let seen = self.sets.places(set, other).seen;
            let cells = board.cells_of(other) & seen;
            losers |= cells;
            for cell in cells {
                self.follows.push(off(self.candidate(board, cell, other)));
            }
            for group in groups[other]..groups[other + 1] {
                if self.nodes[group as usize].cells.is_subset(seen) {
                    self.follows.push(off(group));
                }
            }
        }
        for cell in losers {
            let left = bits(held & board.marks(cell))
                .filter(|&other| self.sets.places(set, other).seen.contains(cell))
                .fold(board.marks(cell), |left, other| left & !(1 << other));
            // With one digit gone it is the cell's own strong link that follows.
            if left.is_power_of_two() && board.marks(cell).count_ones() > 2 {
                self.follows
                    .push(on(self.candidate(board, cell, left.trailing_zeros() as usize)));
            }
        }
    }

    /// What follows from a node's being true.
    fn follow_on(
        &mut self,
        board: &Board,
        links: Links,
        node: u32,
        groups: std::ops::Range<u32>,
        sets: std::ops::Range<u32>,
    ) {
        let Node { cells, digit, role } = self.nodes[node as usize];
        if matches!(role, Role::Set(_)) {
            return;
        }
        let digit = usize::from(digit);
        if role == Role::Candidate && !matches!(links, Links::Digit | Links::Bivalue) {
            let cell = cells.first().unwrap_or_default();
            for other in bits(board.marks(cell) & !(1 << digit)) {
                self.follows.push(off(self.candidate(board, cell, other)));
            }
        }
        let seen = board.layout().common_peers(cells);
        for cell in board.cells_of(digit) & seen {
            self.follows.push(off(self.candidate(board, cell, digit)));
        }
        for other in groups.chain(sets) {
            let Node {
                cells: places, role, ..
            } = self.nodes[other as usize];
            let apart = match role {
                Role::Set(set) => !self.sets.get(set as usize).cells.meets(cells),
                _ => true,
            };
            if apart && places.is_subset(seen) {
                self.follows.push(off(other));
            }
        }
    }

    /// The node of a candidate that is on the board.
    #[inline]
    pub(crate) fn candidate(&self, board: &Board, cell: u8, digit: usize) -> u32 {
        self.first[usize::from(cell)] + (board.marks(cell) & ((1 << digit) - 1)).count_ones()
    }

    /// The nodes of a cell's candidates, by ascending digit.
    pub(crate) fn of_cell(&self, board: &Board, cell: u8) -> std::ops::Range<u32> {
        let first = self.first[usize::from(cell)];
        first..first + board.marks(cell).count_ones()
    }

    /// What follows at once.
    #[inline]
    pub(crate) fn follows(&self, literal: Literal) -> &[Literal] {
        let [from, to] = [0, 1].map(|i| self.starts[literal as usize + i] as usize);
        &self.follows[from..to]
    }

    /// How many literals there are.
    pub(crate) fn literals(&self) -> usize {
        2 * self.nodes.len()
    }

    /// The node of a literal.
    #[inline]
    pub(crate) fn node(&self, literal: Literal) -> &Node {
        &self.nodes[literal as usize / 2]
    }

    /// The cells that a node occupies: of an almost locked set all.
    pub(crate) fn occupied(&self, literal: Literal) -> CellSet {
        let node = self.node(literal);
        match node.role {
            Role::Set(set) => self.sets.get(set as usize).cells,
            _ => node.cells,
        }
    }
}
