//! Cells with the same two candidates: Remote Pair, W-Wing.

use std::ops::ControlFlow;

use crate::{Board, Candidate, CellSet, Kind, Step, Technique, Visit, bits};

/// Links between cells that a Remote Pair has at most.
const MAX_LINKS: usize = 20;

/// Finds Remote Pairs: chains of four cells or more with the same two candidates, each of which sees the next.
/// What sees two cells an odd number of links apart has neither digit.
///
/// Each set of eliminations once, with the shortest chain, by effect. Cost: next to none where no three such cells
/// see each other in a row. The conventions are those of `HoDoKu`: at most 20 links.
pub struct RemotePair;

impl Technique for RemotePair {
    fn kinds(&self) -> &'static [Kind] {
        &[Kind::RemotePair]
    }

    fn search(&mut self, board: &Board, visit: Visit<'_>) -> ControlFlow<()> {
        let mut steps = Vec::new();
        let bivalue = board.bivalue();
        for start in bivalue {
            let pair = board.marks(start);
            let same: CellSet = bivalue.iter().filter(|&cell| board.marks(cell) == pair).collect();
            if same.len() > 3 {
                extend(
                    board,
                    same.without(CellSet::single(start)),
                    &mut vec![start],
                    &mut steps,
                );
            }
        }
        steps.sort_by(Step::by_effect);
        steps.into_iter().try_for_each(visit)
    }
}

fn extend(board: &Board, left: CellSet, chain: &mut Vec<u8>, steps: &mut Vec<Step>) {
    let last = chain[chain.len() - 1];
    if chain.len() > 3 && chain.len().is_multiple_of(2) && chain[0] < last {
        keep(steps, remote_pair(board, chain));
    }
    if chain.len() > MAX_LINKS {
        return;
    }
    for next in left & board.layout().peers[usize::from(last)] {
        chain.push(next);
        extend(board, left.without(CellSet::single(next)), chain, steps);
        chain.pop();
    }
}

/// Adds a step, unless it removes nothing or what a shorter chain does.
fn keep(steps: &mut Vec<Step>, step: Step) {
    if step.is_empty() {
        return;
    }
    match steps
        .iter_mut()
        .find(|other| other.eliminations == step.eliminations)
    {
        None => steps.push(step),
        Some(other) if other.pattern.cells.len() > step.pattern.cells.len() => *other = step,
        Some(_) => {}
    }
}

fn remote_pair(board: &Board, chain: &[u8]) -> Step {
    let layout = board.layout();
    let sides = [0, 1].map(|parity| -> CellSet { chain.iter().copied().skip(parity).step_by(2).collect() });
    let [even, odd] = sides.map(|side| {
        let peers = |cell: u8| layout.peers[usize::from(cell)];
        side.iter().fold(CellSet::EMPTY, |seen, cell| seen | peers(cell))
    });
    let pair = board.marks(chain[0]);
    let mut step = Step::new(Kind::RemotePair, layout.size);
    for digit in bits(pair) {
        let victims = board.cells_of(digit) & even & odd;
        step.eliminate_digit(victims.without(sides[0] | sides[1]), digit);
    }
    step.pattern.digits = pair;
    step.pattern.cells = chain.to_vec();
    step
}

/// Finds W-Wings: two cells with the same two candidates, each of which sees an end of a strong link of one of these.
/// What sees both cells has not the other.
///
/// Order: cells, the digit that goes, houses of the link. Cost: pairs of such cells that have something in common
/// to remove, times houses. The conventions are those of `HoDoKu`.
pub struct WWing;

impl Technique for WWing {
    fn kinds(&self) -> &'static [Kind] {
        &[Kind::WWing]
    }

    fn search(&mut self, board: &Board, visit: Visit<'_>) -> ControlFlow<()> {
        let layout = board.layout();
        let bivalue = board.bivalue();
        let peers = |cell: u8| layout.peers[usize::from(cell)];
        for one in bivalue {
            let pair = board.marks(one);
            for two in bivalue
                .iter()
                .filter(|&cell| cell > one && board.marks(cell) == pair)
            {
                for digit in bits(pair) {
                    let victims = peers(one) & peers(two) & board.cells_of(digit);
                    if victims.is_empty() {
                        continue;
                    }
                    let linked = (pair & !(1 << digit)).trailing_zeros() as usize;
                    for house in 0..layout.houses as u8 {
                        let Some([a, b]) = board.link(house, linked) else {
                            continue;
                        };
                        let cells = if peers(one).contains(a) && peers(two).contains(b) {
                            [one, two, a, b]
                        } else if peers(one).contains(b) && peers(two).contains(a) {
                            [one, two, b, a]
                        } else {
                            continue;
                        };
                        if [a, b].iter().any(|cell| [one, two].contains(cell)) {
                            continue;
                        }
                        let mut step = Step::new(Kind::WWing, layout.size);
                        step.eliminate(victims.iter().map(|cell| Candidate::new(cell, digit)));
                        step.pattern.digits = pair;
                        step.pattern.cells = cells.to_vec();
                        step.pattern.houses = vec![house];
                        visit(step)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}
