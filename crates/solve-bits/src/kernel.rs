//! The deductions. The crate's description explains them.

use core::hint::black_box;

use crate::vector::Vector;

/// Candidates: of word w, row r of each band, the cells with (column in box - row in box) mod 3 = w.
#[derive(Clone, Copy)]
pub(crate) struct State<V>(pub(crate) [[V; 3]; 3]);

/// What the deductions lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Contradiction,
    Solution,
    /// Nothing more follows.
    Open,
}

/// All digits.
pub(crate) const FULL: u16 = 0x1ff;

/// An array of three. No closure: without the caller's instructions it is not always compiled into it.
macro_rules! three {
    ($i:ident => $value:expr) => {
        [
            {
                let $i = 0;
                $value
            },
            {
                let $i = 1;
                $value
            },
            {
                let $i = 2;
                $value
            },
        ]
    };
}
/// The same of three in each of three.
macro_rules! nine {
    ($w:ident, $r:ident => $value:expr) => {
        $crate::kernel::three!($w => $crate::kernel::three!($r => $value))
    };
}
pub(crate) use {nine, three};

/// The word of a column in the stack, in a row of the band.
const fn word(column: usize, row: usize) -> usize {
    (column + 3 - row) % 3
}

/// The row triads: digits of the row's three cells in each box.
#[inline(always)]
pub(crate) fn row_triads<V: Vector>(State([a, b, c]): State<V>) -> [V; 3] {
    three!(row => a[row].or3(b[row], c[row]))
}

/// The column triads.
#[inline(always)]
pub(crate) fn column_triads<V: Vector>(State(x): State<V>) -> [V; 3] {
    three!(column => x[word(column, 0)][0].or3(x[word(column, 1)][1], x[word(column, 2)][2]))
}

/// Of the triads of a band, those that are part of a permutation with all that are `given`: one in each line, one
/// in each box. `next` and `last` are the two other boxes of the band.
#[inline(always)]
fn permutations<V: Vector>(t: [V; 3], given: [V; 3], next: impl Fn(V) -> V, last: impl Fn(V) -> V) -> [V; 3] {
    let t = three!(i => t[i].without_both(given[(i + 1) % 3], given[(i + 2) % 3]));
    let (a, b) = (three!(i => next(t[i])), three!(i => last(t[i])));
    three!(i => {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        t[i].and(a[j].and(b[k]).or_and(a[k], b[j]))
    })
}

/// The digits of any cell.
#[inline(always)]
pub(crate) fn any<V: Vector>(x: [[V; 3]; 3]) -> V {
    let [a, b, c] = three!(w => x[w][0].or3(x[w][1], x[w][2]));
    a.or3(b, c)
}

/// The sum of all sets as numbers, place by place.
#[inline(always)]
fn sum<V: Vector>(x: [[V; 3]; 3]) -> V {
    let [a, b, c] = three!(w => x[w][0].add(x[w][1]).add(x[w][2]));
    a.add(b).add(c)
}

/// All that follows from the candidates without a guess.
#[inline(always)]
pub(crate) fn propagate<V: Vector>(state: &mut State<V>) -> End {
    // Kept with what the loop keeps itself: read elsewhere they meet its writes at equal offsets of a page at times.
    let (full, high) = black_box((V::splat(FULL), V::splat(0x8000)));
    let mut less = nine!(w, r => state.0[w][r].decrement());
    let mut size = sum(state.0);
    loop {
        let x = state.0;
        // Each cell without its lowest candidate.
        let more = nine!(w, r => x[w][r].and(less[w][r]));
        if any(more).is_zero() {
            return if is_solution(*state) {
                End::Solution
            } else {
                End::Contradiction
            };
        }
        // Cells with one candidate. Two of them in one triad put each other out.
        let s = nine!(w, r => x[w][r].and(more[w][r].empty()));
        let x = nine!(w, r => x[w][r].without_both(s[(w + 1) % 3][r], s[(w + 2) % 3][r]));
        let s = State(s);
        let columns = permutations(
            column_triads(State(x)),
            column_triads(s),
            V::next_band,
            V::last_band,
        );
        let x = nine!(w, r => x[w][r].and(columns[(w + r) % 3]));
        let rows = permutations(row_triads(State(x)), row_triads(s), V::next_stack, V::last_stack);
        let x = nine!(w, r => x[w][r].and(rows[r]));
        // The only cell of the only triad in the box.
        let placed = three!(r => {
            let alone = rows[r].without_both(rows[(r + 1) % 3], rows[(r + 2) % 3]);
            x[0][r].exactly_one(x[1][r], x[2][r]).and(alone)
        });
        let next = nine!(w, r => {
            let here = x[w][r].and(placed[r]);
            here.or_and(x[w][r], here.empty())
        });
        less = nine!(w, r => next[w][r].decrement());
        let missing = rows[0].or3(rows[1], rows[2]).xor(full);
        if !missing.or(any(less).and(high)).is_zero() {
            return End::Contradiction;
        }
        state.0 = next;
        // Sets only shrink.
        let (before, now) = (size, sum(next));
        size = now;
        if before.xor(now).is_zero() {
            // Two digits that are placed in one cell.
            let twice = nine!(w, r => {
                let here = next[w][r].and(placed[r]);
                here.and(here.decrement())
            });
            return if any(twice).is_zero() {
                End::Open
            } else {
                End::Contradiction
            };
        }
    }
}

/// Whether candidates, one in each cell or none, are a solution: every digit in every row, column and box.
#[inline(always)]
fn is_solution<V: Vector>(x: State<V>) -> bool {
    let (rows, columns) = (row_triads(x), column_triads(x));
    let in_rows = three!(r => rows[r].or3(rows[r].next_stack(), rows[r].last_stack()));
    let in_columns = three!(c => columns[c].or3(columns[c].next_band(), columns[c].last_band()));
    let in_boxes = rows[0].or3(rows[1], rows[2]);
    let in_all = in_rows[0].and3(in_rows[1], in_rows[2]);
    let in_all = in_all
        .and3(in_columns[0], in_columns[1])
        .and3(in_columns[2], in_boxes);
    in_all.xor(V::splat(FULL)).is_zero()
}
