//! The deductions, for all digits at once. The crate's description explains them.

use crate::lanes::Lanes;

/// Candidates: word w holds the cells with (column in box - row in box) mod 3 = w.
#[derive(Clone, Copy)]
pub(crate) struct State<L>(pub(crate) [L; 3]);

/// What the deductions lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Contradiction,
    Solution,
    /// Nothing more follows.
    Open,
}

/// All 27 bits of a word: row in band * 9 + band * 3 + stack.
pub(crate) const FULL: u32 = 0x7ff_ffff;
/// The bits of the last row of each band.
const LAST_ROW: u32 = 0x1ff << 18;
/// The bits of the last band.
const LAST_BAND: u32 = 0o700_700_700;
/// The bits of the last stack.
const LAST_STACK: u32 = 0o444_444_444;

#[inline(always)]
fn next_row<L: Lanes>(x: L) -> L {
    L::select(LAST_ROW, x.left::<18>(), x.right::<9>())
}
#[inline(always)]
fn previous_row<L: Lanes>(x: L) -> L {
    L::select(FULL & !0x1ff, x.left::<9>(), x.right::<18>())
}
#[inline(always)]
fn next_band<L: Lanes>(x: L) -> L {
    L::select(LAST_BAND, x.left::<6>(), x.right::<3>())
}
#[inline(always)]
fn previous_band<L: Lanes>(x: L) -> L {
    L::select(FULL & !0o007_007_007, x.left::<3>(), x.right::<6>())
}
#[inline(always)]
fn next_stack<L: Lanes>(x: L) -> L {
    L::select(LAST_STACK, x.left::<2>(), x.right::<1>())
}
#[inline(always)]
fn previous_stack<L: Lanes>(x: L) -> L {
    L::select(FULL & !0o111_111_111, x.left::<1>(), x.right::<2>())
}

/// The digit's row triads: row in band, band, stack.
#[inline(always)]
fn row_triads<L: Lanes>(State([a, b, c]): State<L>) -> L {
    a.or3(b, c)
}

/// The digit's column triads: column in stack, band, stack.
#[inline(always)]
fn column_triads<L: Lanes>(State([a, b, c]): State<L>) -> L {
    a.or3(previous_row(b), next_row(c))
}

/// The triads that are part of a permutation of the band; `next` goes to the next place in the house.
#[inline(always)]
fn permutations<L: Lanes>(t: L, next: impl Fn(L) -> L) -> L {
    let beside = next(t);
    let squares = t.and(next_row(beside)).or_and(beside, next_row(t));
    t.and(next(next_row(squares)))
}

/// All that follows from the candidates without a guess.
#[inline(always)]
pub(crate) fn propagate<L: Lanes>(state: &mut State<L>) -> End {
    let full = L::splat(FULL);
    loop {
        let x = state.0;
        let taken = [x[0].others(), x[1].others(), x[2].others()];
        // Cells with one candidate.
        let s = [
            x[0].without(taken[0]),
            x[1].without(taken[1]),
            x[2].without(taken[2]),
        ];
        let present = x[0].or(taken[0]).and3(x[1].or(taken[1]), x[2].or(taken[2]));
        if s[0].xor(x[0]).or(s[1].xor(x[1])).or_xor(s[2], x[2]).is_zero() {
            return if present.xor(full).is_zero() && is_solution(*state) {
                End::Solution
            } else {
                End::Contradiction
            };
        }
        // Two of them in one triad put each other out.
        let x = State([
            x[0].without_both(s[1], s[2]),
            x[1].without_both(s[0], s[2]),
            x[2].without_both(s[0], s[1]),
        ]);
        let s = State(s);
        let columns = column_triads(s);
        let columns = column_triads(x).without_both(next_band(columns), previous_band(columns));
        let columns = permutations(columns, next_band);
        let State(x) = x;
        let x = State([
            x[0].and(columns),
            x[1].and(next_row(columns)),
            x[2].and(previous_row(columns)),
        ]);
        let rows = row_triads(s);
        let rows = row_triads(x).without_both(next_stack(rows), previous_stack(rows));
        let rows = permutations(rows, next_stack);
        let State(x) = x;
        let x = [x[0].and(rows), x[1].and(rows), x[2].and(rows)];
        let (beside, behind) = (next_stack(rows), previous_stack(rows));
        // The only cell of the only triad in the row.
        let placed = x[0]
            .exactly_one(x[1], x[2])
            .and(rows.without_both(beside, behind));
        let next = [
            x[0].without(x[0].and(placed).others()),
            x[1].without(x[1].and(placed).others()),
            x[2].without(x[2].and(placed).others()),
        ];
        if present.and(rows.or3(beside, behind)).xor(full).is_zero() {
            let old = core::mem::replace(&mut state.0, next);
            let changed = next[0]
                .xor(old[0])
                .or(next[1].xor(old[1]))
                .or_xor(next[2], old[2]);
            if changed.is_zero() {
                return End::Open;
            }
        } else {
            return End::Contradiction;
        }
    }
}

/// Whether candidates, one in each cell, are a solution: every digit in every row, column and box.
#[inline(always)]
fn is_solution<L: Lanes>(x: State<L>) -> bool {
    let rows = row_triads(x);
    let columns = column_triads(x);
    let in_rows = rows.or3(next_stack(rows), previous_stack(rows));
    let in_boxes = rows.or3(next_row(rows), previous_row(rows));
    let in_columns = columns.or3(next_band(columns), previous_band(columns));
    in_rows.and3(in_boxes, in_columns).xor(L::splat(FULL)).is_zero()
}

/// The triads of the rows, columns and boxes in which a digit has two places left.
#[inline(always)]
pub(crate) fn houses_with_two_places<L: Lanes>(x: State<L>) -> [L; 3] {
    let State([a, b, c]) = x;
    let (d, e) = (previous_row(b), next_row(c));
    let (rows, row) = (
        row_triads(x),
        (a.exactly_one(b, c), a.majority(b, c).without(a.and3(b, c))),
    );
    let (columns, column) = (
        column_triads(x),
        (a.exactly_one(d, e), a.majority(d, e).without(a.and3(d, e))),
    );
    [
        two_places(
            rows,
            row,
            next_stack(rows),
            previous_stack(rows),
            next_stack(row.0),
            previous_stack(row.0),
        ),
        two_places(
            columns,
            column,
            next_band(columns),
            previous_band(columns),
            next_band(column.0),
            previous_band(column.0),
        ),
        two_places(
            rows,
            row,
            next_row(rows),
            previous_row(rows),
            next_row(row.0),
            previous_row(row.0),
        ),
    ]
}

/// Of triads with places, with one and with two, those whose house has two; `next` and `previous` are the other
/// triads of the house with places, `next_one` and `previous_one` those with one.
#[inline(always)]
fn two_places<L: Lanes>(any: L, (one, two): (L, L), next: L, previous: L, next_one: L, previous_one: L) -> L {
    let alone = two.without_both(next, previous);
    let with_next = one.and(next_one).without(previous);
    let with_previous = one.and(previous_one).without(next);
    any.and(alone.or3(with_next, with_previous))
}
