//! The ways to move the cells of a shape, up to conjugacy.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use gridwright_grid::{Shape, Symmetry};

/// A conjugacy class, by one of its elements.
pub(crate) struct Class<S: Shape> {
    pub(crate) size: u64,
    pub(crate) element: Symmetry<S>,
}

/// An order of lines: line i of the result is line `order[i]`.
type Order = Vec<u8>;

/// Every order of `chutes` chutes of `width` lines that keeps chutes together.
fn line_orders(chutes: usize, width: usize) -> Vec<Order> {
    let inner = permutations(width);
    let mut orders = Vec::new();
    for outer in permutations(chutes) {
        let mut partial = vec![Order::new()];
        for chute in outer {
            partial = extend(&partial, &inner, |order, lines| {
                order.extend(lines.iter().map(|line| chute * width as u8 + line));
            });
        }
        orders.append(&mut partial);
    }
    orders
}

fn row_orders<S: Shape>() -> Vec<Order> {
    line_orders(S::BOX_COLUMNS, S::BOX_ROWS)
}

fn column_orders<S: Shape>() -> Vec<Order> {
    line_orders(S::BOX_ROWS, S::BOX_COLUMNS)
}

fn permutations(n: usize) -> Vec<Order> {
    let items: Vec<u8> = (0..n as u8).collect();
    items.iter().fold(vec![Order::new()], |partial, _| {
        let mut longer = extend(&partial, &items, |order, &item| order.push(item));
        longer.retain(|order| !order[..order.len() - 1].contains(&order[order.len() - 1]));
        longer
    })
}

/// Every element of one list extended by every element of another.
fn extend<T>(partial: &[Order], items: &[T], push: impl Fn(&mut Order, &T)) -> Vec<Order> {
    let extended = |order: &Order, item| {
        let mut order = order.clone();
        push(&mut order, item);
        order
    };
    let pairs = partial
        .iter()
        .flat_map(|order| items.iter().map(move |item| (order, item)));
    pairs.map(|(order, item)| extended(order, item)).collect()
}

/// `outer` after `inner`.
fn after(outer: &[u8], inner: &[u8]) -> Order {
    inner.iter().map(|&line| outer[usize::from(line)]).collect()
}

fn inverse(order: &[u8]) -> Order {
    let mut inverse = vec![0; order.len()];
    for (i, &line) in (0..).zip(order) {
        inverse[usize::from(line)] = i;
    }
    inverse
}

/// The conjugacy classes of a group of orders: size and the least element of each.
fn conjugacy(group: &[Order]) -> Vec<(u64, Order)> {
    let mut rest: BTreeSet<Order> = group.iter().cloned().collect();
    let mut classes = Vec::new();
    while let Some(element) = rest.first().cloned() {
        let conjugate = |by| after(&after(by, &element), &inverse(by));
        let class: BTreeSet<Order> = group.iter().map(|by| conjugate(by)).collect();
        rest = &rest - &class;
        classes.push((class.len() as u64, element));
    }
    classes
}

fn element<S: Shape>(transposed: bool, rows: &[u8], columns: &[u8]) -> Symmetry<S> {
    Symmetry::new(transposed, rows, columns, Symmetry::<S>::identity().labels()).unwrap()
}

/// The moves that keep the first row and the first column, or exchange them.
pub(crate) fn corner<S: Shape>() -> Vec<Symmetry<S>> {
    let (mut rows, mut columns) = (row_orders::<S>(), column_orders::<S>());
    rows.retain(|order| order[0] == 0);
    columns.retain(|order| order[0] == 0);
    let mut moves = Vec::new();
    for &transposed in &[false, true][..=usize::from(Symmetry::<S>::SQUARE)] {
        for rows in &rows {
            moves.extend(columns.iter().map(|columns| element(transposed, rows, columns)));
        }
    }
    moves
}

/// The conjugacy classes of the group that moves the cells, the identity's first.
pub(crate) fn classes<S: Shape>() -> Vec<Class<S>> {
    let rows = conjugacy(&row_orders::<S>());
    let columns = conjugacy(&column_orders::<S>());
    let same = &rows[0].1;
    let class = |size, transposed, rows: &Order, columns: &Order| Class {
        size,
        element: element(transposed, rows, columns),
    };

    let mut classes = Vec::new();
    for (i, (row_size, row_order)) in rows.iter().enumerate() {
        for (j, (column_size, column_order)) in columns.iter().enumerate() {
            // Where rows and columns can be exchanged, (a, b) and (b, a) are conjugate.
            let twins = match i.cmp(&j) {
                Ordering::Less if Symmetry::<S>::SQUARE => 2,
                Ordering::Greater if Symmetry::<S>::SQUARE => continue,
                _ => 1,
            };
            let size = twins * row_size * column_size;
            classes.push(class(size, false, row_order, column_order));
        }
    }
    if Symmetry::<S>::SQUARE {
        // Those that transpose are conjugate exactly if what their squares do to the rows is.
        let orders: u64 = rows.iter().map(|(size, _)| size).sum();
        let transposing = |(size, order): &(u64, Order)| class(orders * size, true, order, same);
        classes.extend(rows.iter().map(transposing));
    }
    classes
}
