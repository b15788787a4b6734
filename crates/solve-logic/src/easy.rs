//! The steps with which easy puzzles are solved, without building them.

use gridwright_grid::{B3x3, Shape};

use crate::locked::DirectLocked;
use crate::singles::{naked_singles, preferred};
use crate::{Board, Candidate, Kind, Technique, bits, is_single};

/// Places digits as [`ER`](crate::ER) does until it needs more than its first four techniques: hidden singles, direct
/// pointing and claiming, direct hidden pairs, naked singles. Each of them places one digit and removes nothing.
///
/// # Cost
///
/// At 9x9 some 60 ns a digit, and a quarter of a microsecond each time that there is no hidden single.
#[derive(Debug)]
pub struct Easy<'a>(&'a mut Board);

impl<'a> Easy<'a> {
    /// Works on that board.
    pub const fn new(board: &'a mut Board) -> Self {
        Self(board)
    }
}

impl Iterator for Easy<'_> {
    type Item = (Kind, Candidate);

    #[inline]
    fn next(&mut self) -> Option<(Kind, Candidate)> {
        let board = &mut *self.0;
        let found = match preferred(board) {
            Some(single) => (single.kind, single.candidate),
            None if board.is_solved() => return None,
            None => beyond_hidden(board)?,
        };
        board.place(found.1);
        Some(found)
    }
}

/// What comes after hidden singles.
fn beyond_hidden(board: &Board) -> Option<(Kind, Candidate)> {
    // Mostly there is none, which is told faster than by looking for the first.
    if may_lock(board)
        && let Some(step) = DirectLocked.first(board)
    {
        return Some((step.kind, *step.placements.first()?));
    }
    direct_pair(board)
        .map(|placed| (Kind::DirectHiddenPair, placed))
        .or_else(|| Some((Kind::NakedSingle, naked_singles(board).next()?)))
}

/// Whether there is direct pointing or claiming; without hidden singles.
fn may_lock(board: &Board) -> bool {
    let layout = board.layout();
    if layout.size != B3x3::SIZE {
        return true;
    }
    // Three rows or columns of a chute, the places of a digit in them side by side.
    let chutes = (B3x3::SIDE as u8..3 * B3x3::SIDE as u8).step_by(3);
    chutes.into_iter().any(|line| {
        let [first, second, third] = [0, 1, 2].map(|next| board.all_places(line + next));
        (0..B3x3::SIDE).any(|digit| {
            let [first, second, third] = [first, second, third].map(|places| u32::from(places[digit]));
            chute_may_lock(first | second << 9 | third << 18)
        })
    })
}

/// The first places of the nine segments in which three lines and three boxes cross, line by line, in octal a figure
/// each.
const FIRST: u32 = 0o111_111_111;

/// Whether a digit with these places in a chute is locked in one of its houses so that another is left one place.
#[inline]
fn chute_may_lock(places: u32) -> bool {
    let [a, b, c] = [0, 1, 2].map(|place| places >> place & FIRST);
    let (any, several) = (a | b | c, a & b | b & c | a & c);
    let crosses = |segments: u32| {
        [
            segments << 9 & FIRST | segments >> 18,
            segments << 18 & FIRST | segments >> 9,
        ]
    };
    let beside = |segments: u32| {
        [
            segments << 3 & 0o110_110_110 | segments >> 6 & 0o001_001_001,
            segments << 6 & 0o100_100_100 | segments >> 3 & 0o011_011_011,
        ]
    };
    // Of boxes in lines, of lines in boxes.
    several != 0 && (locks(any, several, crosses, beside) || locks(any, several, beside, crosses))
}

/// The same one way: `within` turns segments to the others of their house, `along` to those of the house that they
/// are locked in.
#[inline]
fn locks(any: u32, several: u32, within: impl Fn(u32) -> [u32; 2], along: impl Fn(u32) -> [u32; 2]) -> bool {
    let [one, other] = within(any);
    let locked = several & !(one | other);
    if locked == 0 {
        return false;
    }
    let [one_several, other_several] = within(several);
    let left_one = any & (one ^ other) & !(one_several | other_several);
    let [left, left_too] = along(left_one);
    locked & (left | left_too) != 0
}

/// What the direct hidden pair places that [`DirectHiddenSubset`](crate::subsets::DirectHiddenSubset) finds first; without
/// hidden singles.
fn direct_pair(board: &Board) -> Option<Candidate> {
    let layout = board.layout();
    layout.boxes_columns_rows().find_map(|house| {
        if board.vacant(house) <= 2 {
            return None;
        }
        let all = board.all_places(house);
        let mut pairs = 0_u16;
        // Without a branch, so that all digits are looked at together.
        for (digit, &places) in all.iter().enumerate() {
            let rest = places & places.wrapping_sub(1);
            let two = rest != 0 && rest & rest.wrapping_sub(1) == 0;
            pairs |= if two { 1 << digit } else { 0 };
        }
        bits(pairs).find_map(|digit| {
            let pair = all[digit];
            bits(pairs & !(u16::MAX << digit)).find(|&lower| all[lower] == pair)?;
            let left = all.map(|places| places & !pair);
            let digit =
                (0..layout.side).find(|&digit| left[digit] != all[digit] && is_single(left[digit]))?;
            let cell = layout.cells_at(house, left[digit]).next()?;
            Some(Candidate::new(cell, digit))
        })
    })
}

#[cfg(test)]
mod tests {
    use gridwright_grid::Puzzle;
    use gridwright_grid::rng::{below, stream};

    use super::*;
    use crate::subsets::DirectHiddenSubset;

    /// Boards with any candidates at all, so that everything comes up.
    #[test]
    fn none_is_overlooked() {
        let mut seen = [[0; 2]; 2];
        for seed in 0..4000 {
            let mut rng = stream(41, seed);
            let mut board = Board::new(&Puzzle::<B3x3>::empty()).unwrap();
            for _ in 0..300 + below(&mut rng, 300) {
                let cell = below(&mut rng, 81) as u8;
                board.remove(Candidate::new(cell, below(&mut rng, 9) as usize));
            }
            if board.hiding() != 0 {
                // Such a digit is no longer looked for.
                for house in 0..27 {
                    for digit in bits(board.once(house)) {
                        let cells: Vec<u8> = board.cells_of(digit).iter().collect();
                        for cell in cells {
                            board.remove(Candidate::new(cell, digit));
                        }
                    }
                }
            }
            if board.hiding() != 0 {
                continue;
            }
            let locked = DirectLocked.first(&board).is_some();
            assert_eq!(may_lock(&board), locked, "{board:?}");
            let pair = DirectHiddenSubset::new(2).first(&board);
            let placed = pair.map(|step| step.placements[0]);
            assert_eq!(direct_pair(&board), placed, "{board:?}");
            seen[0][usize::from(locked)] += 1;
            seen[1][usize::from(placed.is_some())] += 1;
        }
        assert!(seen.as_flattened().iter().all(|&times| times > 10), "{seen:?}");
    }
}
