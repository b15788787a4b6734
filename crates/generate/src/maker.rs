//! What digs at a shape.

use core::any::Any;

use gridwright_dig::{Maker, Solvers};
use gridwright_grid::{B3x3, BoxSize, Shape, WithShape, with_shape};
use gridwright_solve_bits::Bits;
use gridwright_solve_dlx::Dlx;
use gridwright_solve_naive::Naive;

use crate::sampler::same;

/// Makes puzzles of a shape: with [`Bits`] at 3x3, proved with [`Dlx`]; with [`Dlx`] elsewhere, proved with [`Naive`],
/// which in large grids needs a budget.
pub fn maker<S: Shape>() -> Box<dyn Maker<S>> {
    let maker = erased(S::SIZE).downcast::<Box<dyn Maker<S>>>();
    *maker.expect("what the shape was asked for")
}

/// Not generic, so that it is compiled here, and not again by each that asks.
fn erased(size: BoxSize) -> Box<dyn Any> {
    with_shape(size, Ask).expect("a shape has its size")
}

struct Ask;

impl WithShape for Ask {
    type Output = Box<dyn Any>;

    fn run<S: Shape>(self) -> Box<dyn Any> {
        let fast: Box<dyn Maker<B3x3>> = Box::new(Solvers::<Bits, Dlx>::default());
        let maker: Box<dyn Maker<S>> =
            same(fast).unwrap_or_else(|| Box::new(Solvers::<Dlx, Naive>::default()));
        Box::new(maker)
    }
}
