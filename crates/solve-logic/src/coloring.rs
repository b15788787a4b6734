//! Colouring: strong links of a digit alternate between two colours, one of which holds the digit in all its cells.

use std::ops::ControlFlow;

use crate::{Board, CellSet, Kind, Step, Technique, Visit};

/// Finds what follows from one or two nets of strong links of a digit.
///
/// * Simple Colors Trap: candidates that see both colours of a net go. Wrap: two cells of a colour see each other, all of that
///   colour go.
/// * Multi Colors 1: a colour of one net sees one of the other; candidates that see both opposite colours go. Multi
///   Colors 2: a colour sees both of another net; all of it goes.
///
/// Order: kinds as given, digits, nets by first cell. Cost: linear in the candidates, quadratic in the nets. The
/// conventions are those of `HoDoKu`.
pub struct Coloring {
    kinds: &'static [Kind],
    nets: Vec<[CellSet; 2]>,
}

impl Coloring {
    /// Finds these kinds; those of other families are ignored.
    pub const fn new(kinds: &'static [Kind]) -> Self {
        Self {
            kinds,
            nets: Vec::new(),
        }
    }
}

impl Technique for Coloring {
    fn kinds(&self) -> &'static [Kind] {
        self.kinds
    }

    fn search(&mut self, board: &Board, visit: Visit<'_>) -> ControlFlow<()> {
        for &kind in self.kinds {
            for digit in 0..board.layout().side {
                color(board, digit, &mut self.nets);
                let mut show = |eliminations: CellSet, colors: &[CellSet]| {
                    if eliminations.is_empty() {
                        return ControlFlow::Continue(());
                    }
                    let mut step = Step::new(kind, board.layout().size);
                    step.eliminate_digit(eliminations, digit);
                    step.pattern.digits = 1 << digit;
                    step.pattern.sets = colors.iter().map(|&color| (color, 1 << digit)).collect();
                    visit(step)
                };
                search(board, digit, kind, &self.nets, &mut show)?;
            }
        }
        ControlFlow::Continue(())
    }
}

fn search(
    board: &Board,
    digit: usize,
    kind: Kind,
    nets: &[[CellSet; 2]],
    show: &mut dyn FnMut(CellSet, &[CellSet]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let seen = |color: CellSet| {
        let peers = |cell| board.layout().peers[usize::from(cell)];
        color.iter().fold(CellSet::EMPTY, |seen, cell| seen | peers(cell))
    };
    let all = board.cells_of(digit);
    let others = |index| nets.iter().enumerate().filter(move |&(other, _)| other != index);
    for (index, &[one, two]) in nets.iter().enumerate() {
        match kind {
            Kind::SimpleColorsTrap => {
                show((all & seen(one) & seen(two)).without(one | two), &[one, two])?;
            }
            Kind::SimpleColorsWrap => {
                for (color, other) in [(one, two), (two, one)] {
                    if seen(color).meets(color) {
                        show(color, &[color, other])?;
                    }
                }
            }
            Kind::MultiColors1 => {
                for &[three, four] in &nets[index + 1..] {
                    let mut victims = CellSet::EMPTY;
                    for (a, b) in [(one, two), (two, one)] {
                        for (c, d) in [(three, four), (four, three)] {
                            if seen(a).meets(c) {
                                victims |= all & seen(b) & seen(d);
                            }
                        }
                    }
                    show(victims, &[one, two, three, four])?;
                }
            }
            Kind::MultiColors2 => {
                for (_, &[three, four]) in others(index) {
                    for (color, other) in [(one, two), (two, one)] {
                        if seen(color).meets(three) && seen(color).meets(four) {
                            show(color, &[color, other, three, four])?;
                        }
                    }
                }
            }
            _ => {}
        }
    }
    ControlFlow::Continue(())
}

/// The nets of strong links of a digit, each as its two colours.
fn color(board: &Board, digit: usize, nets: &mut Vec<[CellSet; 2]>) {
    nets.clear();
    let mut left = board.cells_of(digit);
    while let Some(start) = left.first() {
        left.remove(start);
        let mut net = [CellSet::single(start), CellSet::EMPTY];
        let mut fresh = net;
        while !(fresh[0] | fresh[1]).is_empty() {
            let mut next = [CellSet::EMPTY; 2];
            for color in 0..2 {
                for cell in fresh[color] {
                    for house in board.layout().houses_of[usize::from(cell)] {
                        let Some([a, b]) = board.link(house, digit) else {
                            continue;
                        };
                        let other = if a == cell { b } else { a };
                        if left.contains(other) {
                            left.remove(other);
                            next[1 - color].insert(other);
                        }
                    }
                }
            }
            net = [net[0] | next[0], net[1] | next[1]];
            fresh = next;
        }
        if !net[1].is_empty() {
            nets.push(net);
        }
    }
}
