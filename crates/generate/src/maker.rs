//! What digs at a shape.

use core::any::Any;

use gridwright_dig::Maker;
use gridwright_grid::{B3x3, BoxSize, Shape, WithShape, with_shape};
use gridwright_solve_bits::Bits;
use gridwright_solve_dlx::Dlx;

use crate::sampler::same;

/// Makes puzzles of a shape: with [`Bits`] at 3x3, with [`Dlx`] elsewhere.
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
        let fast: Box<dyn Maker<B3x3>> = Box::new(Bits::default());
        // Two statements: in one, the type of the second choice would be taken for that of the first.
        let fast: Option<Box<dyn Maker<S>>> = same(fast);
        Box::new(fast.unwrap_or_else(|| Box::new(Dlx::default())))
    }
}
