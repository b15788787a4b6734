//! The cell to branch on. The crate's description explains the choice.

use crate::kernel::{State, column_triads, nine, row_triads, three};
use crate::places::Line;
use crate::vector::Vector;

/// Of each number, a binary digit: of ones, twos, fours, eights.
type Number<V> = [V; 4];

/// A sum of three bits.
#[inline(always)]
fn add3<V: Vector>(a: V, b: V, c: V) -> (V, V) {
    (a.xor3(b, c), a.majority(b, c))
}

/// A sum of two bits.
#[inline(always)]
fn add2<V: Vector>(a: V, b: V) -> (V, V) {
    (a.xor(b), a.and(b))
}

/// How many of eight.
#[inline(always)]
fn how_many<V: Vector>([a, b, c, d, e, f, g, h]: [V; 8]) -> Number<V> {
    let (x, two_x) = add3(a, b, c);
    let (y, two_y) = add3(d, e, f);
    let (z, two_z) = add3(x, g, h);
    let (one, two) = add2(y, z);
    let (x, four_x) = add3(two_x, two_y, two_z);
    let (two, four_y) = add2(x, two);
    let (four, eight) = add2(four_x, four_y);
    [one, two, four, eight]
}

/// For each digit in each triad of a band: what speaks for it in the other triads of the line and of the box. `t` are
/// the triads, `twice` the digits with two places or three in them, `few` the digits of their cells with two.
#[inline(always)]
fn weights<V: Vector>(
    t: [V; 3],
    twice: [V; 3],
    few: [V; 3],
    next: impl Fn(V) -> V,
    last: impl Fn(V) -> V,
) -> [Number<V>; 3] {
    three!(i => {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        let either = few[i].or(twice[i]);
        how_many([
            next(few[i]),
            last(few[i]),
            next(either),
            last(either),
            t[j],
            t[k],
            few[j],
            few[k],
        ])
    })
}

/// The digits that have two places or three in a triad.
#[inline(always)]
fn twice<V: Vector>([a, b, c]: [V; 3]) -> V {
    a.majority(b, c)
}

/// Of a cell in each triad, how many of its digits have that binary digit in the weights of its row and its column. By
/// word: the cells, at most one of the three, and the weights of their columns.
#[inline(always)]
fn points<V: Vector, const N: usize>(
    cells: [V; 3],
    row: Number<V>,
    column: [Number<V>; 3],
    digit: usize,
) -> V {
    let in_row = cells[0].or3(cells[1], cells[2]).and(row[digit]);
    let in_column = cells[0]
        .and(column[0][digit])
        .or_and(cells[1], column[1][digit])
        .or_and(cells[2], column[2][digit]);
    in_row.count::<N>().add(in_column.count::<N>())
}

/// The best cell with N candidates, by its row in the band and its element; of each row triad only the first such
/// cell is looked at.
#[inline(always)]
pub(crate) fn best<V: Vector, const N: usize>(State(x): State<V>) -> Option<(usize, usize)> {
    let here = nine!(w, r => x[w][r].has::<N>());
    let few = nine!(w, r => x[w][r].and(here[w][r]));
    let rows = weights(
        row_triads(State(x)),
        three!(r => twice([x[0][r], x[1][r], x[2][r]])),
        row_triads(State(few)),
        V::next_stack,
        V::last_stack,
    );
    let columns = weights(
        column_triads(State(x)),
        three!(c => twice([x[c][0], x[(c + 2) % 3][1], x[(c + 1) % 3][2]])),
        column_triads(State(few)),
        V::next_band,
        V::last_band,
    );
    let keys = three!(r => {
        let cells = [
            few[0][r],
            few[1][r].without(here[0][r]),
            few[2][r].without_both(here[0][r], here[1][r]),
        ];
        let (row, column) = (rows[r], three!(w => columns[(w + r) % 3]));
        let sum = points::<V, N>(cells, row, column, 3);
        let sum = sum.add(sum).add(points::<V, N>(cells, row, column, 2));
        let sum = sum.add(sum).add(points::<V, N>(cells, row, column, 1));
        let sum = sum.add(sum).add(points::<V, N>(cells, row, column, 0));
        // At least 1 if there is a cell.
        sum.key(r as u16).without(cells[0].or3(cells[1], cells[2]).empty())
    });
    place(keys)
}

/// How many cells have two candidates or more.
#[inline(always)]
pub(crate) fn open<V: Vector>(State(x): State<V>) -> u32 {
    let more = nine!(w, r => V::splat(1).without(x[w][r].and(x[w][r].decrement()).empty()));
    let sums = three!(w => more[w][0].add(more[w][1]).add(more[w][2]));
    let mut line = Line([0; 16]);
    sums[0].add(sums[1]).add(sums[2]).store(&mut line);
    line.0.into_iter().sum::<u16>().into()
}

/// The first cell with N candidates, likewise.
#[inline(always)]
pub(crate) fn first<V: Vector, const N: usize>(State(x): State<V>) -> Option<(usize, usize)> {
    place(three!(r => {
        let here = x[0][r].has::<N>().or3(x[1][r].has::<N>(), x[2][r].has::<N>());
        V::splat(0).key(r as u16).and(here)
    }))
}

/// The row in the band and the element of the highest key, if there is one.
#[inline(always)]
fn place<V: Vector>(keys: [V; 3]) -> Option<(usize, usize)> {
    let key = V::highest(keys);
    (key != 0).then_some((usize::from(!key & 0xff) / 16, usize::from(!key & 15)))
}
