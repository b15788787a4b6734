//! Two strong links of one digit that are joined: Skyscraper, 2-String Kite, Empty Rectangle, Turbot Fish.

use std::ops::{ControlFlow, Range};

use crate::{Board, CellSet, Kind, Step, Technique, Visit};

/// Finds patterns of two strong links of a digit, of which one end or the other holds the digit: candidates that see
/// both ends go.
///
/// * Skyscraper: links in two parallel lines with ends in the same crossing line.
/// * 2-String Kite: links in a row and a column with ends in the same box.
/// * Turbot Fish: links in any houses with ends that see each other, each set of eliminations once, by effect.
/// * Empty Rectangle: a link in a line, and a box whose candidates all lie in the row and the column that cross in it.
/// * Duals: two 2-String Kites with the same ends in the box, two Empty Rectangles in the same box.
///
/// Order: kinds as given, digits, rows before columns, boxes. Cost: some hundred pairs of links. The conventions are
/// those of `HoDoKu`.
pub struct SingleDigit {
    kinds: &'static [Kind],
    pairs: bool,
}

/// A pattern: its cells, those at its ends first, the houses, and what goes.
struct Found {
    cells: Vec<u8>,
    houses: Vec<u8>,
    /// In which patterns of a dual agree.
    core: CellSet,
    eliminations: CellSet,
}

impl SingleDigit {
    /// Finds these kinds; those of other families are ignored.
    pub const fn new(kinds: &'static [Kind]) -> Self {
        Self { kinds, pairs: false }
    }

    /// Also takes boxes with only two candidates for Empty Rectangles.
    #[must_use]
    pub const fn with_pairs(self) -> Self {
        Self { pairs: true, ..self }
    }
}

impl Technique for SingleDigit {
    fn kinds(&self) -> &'static [Kind] {
        self.kinds
    }

    fn search(&mut self, board: &Board, visit: Visit<'_>) -> ControlFlow<()> {
        for &kind in self.kinds {
            match kind {
                Kind::Skyscraper => {
                    each(board, kind, visit, |finder, found| {
                        finder.skyscrapers(&finder.rows(), found)
                    })?;
                    each(board, kind, visit, |finder, found| {
                        finder.skyscrapers(&finder.columns(), found)
                    })?;
                }
                Kind::TwoStringKite => each(board, kind, visit, Finder::kites)?,
                Kind::EmptyRectangle => each(board, kind, visit, |finder, found| {
                    finder.rectangles(self.pairs, found)
                })?,
                Kind::TurbotFish => turbot_fish(board, visit)?,
                Kind::DualTwoStringKite => each(board, kind, visit, |finder, found| {
                    dual(found, |found| finder.kites(found))
                })?,
                Kind::DualEmptyRectangle => {
                    each(board, kind, visit, |finder, found| {
                        dual(found, |found| finder.rectangles(self.pairs, found))
                    })?;
                }
                _ => {}
            }
        }
        ControlFlow::Continue(())
    }
}

/// Receives patterns.
type Take<'a> = &'a mut dyn FnMut(Found) -> ControlFlow<()>;

/// Shows what is found of each digit.
fn each<'a>(
    board: &'a Board,
    kind: Kind,
    visit: Visit<'_>,
    find: impl Fn(&Finder<'a>, Take<'_>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    (0..board.layout().side).try_for_each(|digit| {
        let finder = Finder { board, digit };
        find(&finder, &mut |found| visit(finder.step(kind, found)))
    })
}

/// Joins any two patterns with the same core and different eliminations.
fn dual(take: Take<'_>, find: impl FnOnce(Take<'_>) -> ControlFlow<()>) -> ControlFlow<()> {
    let mut list = Vec::new();
    find(&mut |found| {
        list.push(found);
        ControlFlow::Continue(())
    })?;
    for (index, one) in list.iter().enumerate() {
        for other in &list[index + 1..] {
            if one.core == other.core && one.eliminations != other.eliminations {
                let mut cells = one.cells.clone();
                cells.extend(other.cells.iter().filter(|cell| !one.cells.contains(cell)));
                take(Found {
                    cells,
                    houses: [&one.houses[..], &other.houses].concat(),
                    core: one.core,
                    eliminations: one.eliminations | other.eliminations,
                })?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn turbot_fish(board: &Board, visit: Visit<'_>) -> ControlFlow<()> {
    let mut steps: Vec<Step> = Vec::new();
    let _ = each(
        board,
        Kind::TurbotFish,
        &mut |step| {
            if steps.iter().all(|other| other.eliminations != step.eliminations) {
                steps.push(step);
            }
            ControlFlow::Continue(())
        },
        Finder::turbot_fish,
    );
    steps.sort_by(Step::by_effect);
    steps.into_iter().try_for_each(visit)
}

struct Finder<'a> {
    board: &'a Board,
    digit: usize,
}

impl Finder<'_> {
    fn rows(&self) -> Range<u8> {
        let side = self.board.layout().side as u8;
        side..2 * side
    }

    fn columns(&self) -> Range<u8> {
        let side = self.board.layout().side as u8;
        2 * side..3 * side
    }

    /// The houses among these with two places for the digit, both ways round.
    fn links(&self, houses: Range<u8>) -> impl Iterator<Item = (u8, u8, u8)> {
        houses
            .filter_map(|house| Some((house, self.board.link(house, self.digit)?)))
            .flat_map(|(house, [a, b])| [(house, a, b), (house, b, a)])
    }

    /// The candidates that see both cells.
    fn seen(&self, a: u8, b: u8) -> CellSet {
        let peers = &self.board.layout().peers;
        self.board.cells_of(self.digit) & peers[usize::from(a)] & peers[usize::from(b)]
    }

    const fn home(&self, kind: usize, cell: u8) -> u8 {
        self.board.layout().houses_of[cell as usize][kind]
    }

    /// The pattern with links from these ends to the joined cells, unless it removes nothing.
    fn join(&self, ends: [u8; 2], joint: [u8; 2], houses: [u8; 2], take: Take<'_>) -> ControlFlow<()> {
        let core = joint.into_iter().collect();
        let eliminations = self.seen(ends[0], ends[1]).without(core);
        if eliminations.is_empty() {
            return ControlFlow::Continue(());
        }
        take(Found {
            cells: [ends, joint].concat(),
            houses: houses.to_vec(),
            core,
            eliminations,
        })
    }

    fn skyscrapers(&self, lines: &Range<u8>, take: Take<'_>) -> ControlFlow<()> {
        let across = if *lines == self.rows() { 2 } else { 1 };
        for (one, a, end) in self.links(lines.clone()) {
            for (other, b, other_end) in self.links(one + 1..lines.end) {
                if self.home(across, a) == self.home(across, b)
                    && self.home(across, end) != self.home(across, other_end)
                {
                    self.join([end, other_end], [a, b], [one, other], take)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn kites(&self, take: Take<'_>) -> ControlFlow<()> {
        for (row, a, end) in self.links(self.rows()) {
            for (column, b, other_end) in self.links(self.columns()) {
                let [home, one, other] = [a, end, other_end].map(|cell| self.home(0, cell));
                if a != b && home == self.home(0, b) && home != one && home != other {
                    self.join([end, other_end], [a, b], [row, column], take)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn turbot_fish(&self, take: Take<'_>) -> ControlFlow<()> {
        let houses = self.board.layout().houses as u8;
        for (one, end, a) in self.links(0..houses) {
            for (other, b, other_end) in self.links(one + 1..houses) {
                let are_distinct = a != other_end && b != end && end != other_end;
                if are_distinct && self.board.layout().peers[usize::from(a)].contains(b) {
                    self.join([end, other_end], [a, b], [one, other], take)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn rectangles(&self, pairs: bool, take: Take<'_>) -> ControlFlow<()> {
        let layout = self.board.layout();
        for home in 0..layout.side as u8 {
            let area = layout.house_sets[usize::from(home)];
            let cells = area & self.board.cells_of(self.digit);
            if cells.len() < if pairs { 2 } else { 3 } {
                continue;
            }
            let crossing = |lines: Range<u8>| {
                lines.filter(move |&line| layout.house_sets[usize::from(line)].meets(area))
            };
            for row in crossing(self.rows()) {
                for column in crossing(self.columns()) {
                    let [in_row, in_column] =
                        [row, column].map(|line| cells & layout.house_sets[usize::from(line)]);
                    if in_row == cells || in_column == cells || !cells.is_subset(in_row | in_column) {
                        continue;
                    }
                    for (lines, line, other) in [(self.columns(), row, column), (self.rows(), column, row)] {
                        for (link, near, far) in self.links(lines) {
                            self.rectangle(home, [line, other], link, [near, far], cells, take)?;
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The Empty Rectangle of a box with the candidates in these two lines, and a link with an end in the first.
    fn rectangle(
        &self,
        home: u8,
        lines: [u8; 2],
        link: u8,
        [near, far]: [u8; 2],
        core: CellSet,
        take: Take<'_>,
    ) -> ControlFlow<()> {
        let sets = &self.board.layout().house_sets;
        let area = sets[usize::from(home)];
        if area.meets(sets[usize::from(link)]) || !sets[usize::from(lines[0])].contains(near) {
            return ControlFlow::Continue(());
        }
        let victims = sets[usize::from(lines[1])] & self.board.layout().peers[usize::from(far)];
        let eliminations = victims.without(area) & self.board.cells_of(self.digit);
        if eliminations.is_empty() {
            return ControlFlow::Continue(());
        }
        take(Found {
            cells: vec![far, near],
            houses: vec![home, link],
            core,
            eliminations,
        })
    }

    fn step(&self, kind: Kind, found: Found) -> Step {
        let mut step = Step::new(kind, self.board.layout().size);
        step.eliminate_digit(found.eliminations, self.digit);
        step.pattern.digits = 1 << self.digit;
        step.pattern.cells = found.cells;
        step.pattern.houses = found.houses;
        if matches!(kind, Kind::EmptyRectangle | Kind::DualEmptyRectangle) {
            step.pattern.sets = vec![(found.core, 1 << self.digit)];
        }
        step
    }
}
