#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

use core::fmt;
use core::marker::PhantomData;
use core::ops::ControlFlow;

use gridwright_grid::rand_core::Rng;
use gridwright_grid::rng::{below, below_each, shuffle};
use gridwright_grid::{
    Algorithm, B3x3, Cell, Event, Filler, Flat, Grid, Info, Limited, LimitedStop, Probe, Puzzle, Shape,
    Solver,
};
use gridwright_solve_dlx::Dlx;

pub use gridwright_grid;

/// The published number of random cells, for 9x9.
pub const CELLS: usize = 17;

/// A number of random cells with which no grid, or hardly any, can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Impossible {
    /// More random cells than the grid has.
    Cells {
        /// Cells asked for.
        cells: usize,
        /// Cells of the grid.
        most: usize,
    },
    /// So many random digits nearly always contradict each other.
    Crowded {
        /// Cells asked for.
        cells: usize,
        /// As many as are sensible at the shape.
        most: usize,
    },
}

impl fmt::Display for Impossible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cells { cells, most } => write!(f, "{cells} random cells of {most}"),
            Self::Crowded { cells, most } => {
                write!(
                    f,
                    "digits in {cells} random cells nearly always contradict each other: at most {most}"
                )
            }
        }
    }
}

impl core::error::Error for Impossible {}

/// What both variants have in common: the number of random cells, at a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cells<S>(usize, PhantomData<S>);

impl<S: Shape> Cells<S> {
    fn new(cells: usize) -> Result<Self, Impossible> {
        let (most, sensible) = (S::CELLS, S::CELLS / 3);
        if cells > most {
            Err(Impossible::Cells { cells, most })
        } else if cells > sensible {
            Err(Impossible::Crowded {
                cells,
                most: sensible,
            })
        } else {
            Ok(Self(cells, PhantomData))
        }
    }
}

impl<S: Shape> Default for Cells<S> {
    /// 17 at 9x9, the same share of the cells elsewhere.
    fn default() -> Self {
        Self((S::CELLS * CELLS).div_ceil(81), PhantomData)
    }
}

/// Random digits in 17 random cells, completed by dancing links; with new digits until that works. As published.
///
/// # Cost
///
/// Some 8 us at 9x9, 1.13 tries, 64 nodes where the first succeeds; the tail reaches millions of nodes.
///
/// # Distribution
///
/// Far from uniform (4-cell unavoidable sets: -0.321 standard deviations): the search takes the column with the fewest
/// candidates. A naive shuffle chooses the cells unevenly, and the largest legal digit is left out.
///
/// # Source
///
/// KLSudoku, a C# program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seventeen<S: Shape = B3x3>(Cells<S>);

/// [`Seventeen`] with evenly chosen cells, and digits drawn among all that are legal.
///
/// # Cost
///
/// As [`Seventeen`].
///
/// # Distribution
///
/// As far from uniform (4-cell unavoidable sets: -0.313 standard deviations): it is the search that makes it so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeventeenFair<S: Shape = B3x3>(Cells<S>);

macro_rules! constructors {
    ($name:ident) => {
        impl<S: Shape> $name<S> {
            /// Fills `cells` cells at random.
            ///
            /// # Errors
            ///
            /// When no grid, or hardly any, can be made that way.
            pub fn with_cells(cells: usize) -> Result<Self, Impossible> {
                Cells::new(cells).map(Self)
            }

            /// The random cells of the default: 17 at 9x9, the same share of the cells elsewhere.
            pub fn default_cells() -> usize {
                Cells::<S>::default().0
            }
        }
    };
}

constructors!(Seventeen);
constructors!(SeventeenFair);

impl<S: Shape> Seventeen<S> {
    /// Makes one grid; also the order in which its cells were visited, in which KLSudoku empties them again.
    ///
    /// # Errors
    ///
    /// When the probe stops it.
    pub fn try_fill_in_order<R, P>(&self, rng: &mut R, probe: &mut P) -> Result<InOrder<S>, P::Stop>
    where
        R: Rng + ?Sized,
        P: Probe + ?Sized,
    {
        self.0.fill(naive_order, false, rng, probe)
    }
}

impl<S: Shape> Algorithm for Seventeen<S> {
    const INFO: Info = Info {
        name: "seventeen",
        summary: "random digits in 17 random cells, completed by dancing links",
        source: "the C# program KLSudoku",
        distribution: "large support, far from uniform (4-cell unavoidable sets -0.321 sd); cells and digits drawn unevenly",
    };
}

impl<S: Shape> Algorithm for SeventeenFair<S> {
    const INFO: Info = Info {
        name: "seventeen-fair",
        summary: "seventeen with cells and digits drawn evenly",
        source: "seventeen, corrected",
        distribution: "large support, far from uniform (4-cell unavoidable sets -0.313 sd)",
    };
}

/// A grid, and the order in which its cells were visited.
pub type InOrder<S> = (Grid<S>, <S as Shape>::CellArray<Cell<S>>);

/// The order of the cells: for each place a swap with any place. Not uniform.
///
/// # Panics
///
/// When these are not as many cells as the shape has.
pub fn naive_order<S: Shape, R: Rng + ?Sized>(rng: &mut R, cells: &mut [Cell<S>]) {
    // Four draws from a word, at every shape.
    let bound = S::CELLS as u32;
    let mut i = 0;
    while i + 4 <= S::CELLS {
        for j in below_each(rng, [bound; 4]) {
            cells.swap(i, j as usize);
            i += 1;
        }
    }
    for i in i..S::CELLS {
        cells.swap(i, below(rng, bound) as usize);
    }
}

/// Tries with the same cells. There are cells for which no digits that can be drawn lead to a grid.
const TRIES: u32 = 1_000;

/// Nodes of a try. Enough at 9x9, where the published program has no limit; in larger grids the search may not end.
fn most_nodes<S: Shape>() -> u64 {
    if S::SIDE > 9 {
        100 * S::CELLS as u64
    } else {
        u64::MAX
    }
}

std::thread_local! {
    /// The solver of the thread, so that its memory is allocated once; away while it is used.
    static DLX: core::cell::Cell<Option<Dlx>> = const { core::cell::Cell::new(None) };
}

impl<S: Shape> Cells<S> {
    /// Makes a grid; also the order in which its cells were visited. `order` puts the cells in order, `last` that of [`Puzzle::with_random_givens`].
    fn fill<R, P>(
        self,
        order: impl Fn(&mut R, &mut [Cell<S>]),
        last: bool,
        rng: &mut R,
        probe: &mut P,
    ) -> Result<InOrder<S>, P::Stop>
    where
        R: Rng + ?Sized,
        P: Probe + ?Sized,
    {
        let mut dlx = DLX.take().unwrap_or_default();
        let filled = self.fill_by(&mut dlx, order, last, rng, probe);
        DLX.set(Some(dlx));
        filled
    }

    fn fill_by<R, P>(
        self,
        dlx: &mut Dlx,
        order: impl Fn(&mut R, &mut [Cell<S>]),
        last: bool,
        rng: &mut R,
        probe: &mut P,
    ) -> Result<InOrder<S>, P::Stop>
    where
        R: Rng + ?Sized,
        P: Probe + ?Sized,
    {
        let mut cells = S::CellArray::filled(Cell::at(0, 0).expect("every shape has a first cell"));
        loop {
            for (slot, cell) in cells.flat_mut().iter_mut().zip(Cell::all()) {
                *slot = cell;
            }
            order(rng, cells.flat_mut());
            for _ in 0..TRIES {
                probe.record(Event::Attempt)?;
                let Some(puzzle) = Puzzle::with_random_givens(rng, &cells.flat()[..self.0], last) else {
                    continue;
                };
                let mut limited = Limited::new(probe, most_nodes::<S>());
                match dlx.try_solve(&puzzle, &mut limited, |grid| ControlFlow::Break(*grid)) {
                    Ok(ControlFlow::Break(grid)) => return Ok((grid, cells)),
                    Ok(ControlFlow::Continue(())) | Err(LimitedStop::Limit) => {}
                    Err(LimitedStop::Caller(stop)) => return Err(stop),
                }
            }
        }
    }
}

impl<S: Shape> Filler<S> for Seventeen<S> {
    fn try_fill<R, P>(&self, rng: &mut R, probe: &mut P) -> Result<Grid<S>, P::Stop>
    where
        R: Rng + ?Sized,
        P: Probe + ?Sized,
    {
        Ok(self.try_fill_in_order(rng, probe)?.0)
    }
}

impl<S: Shape> Filler<S> for SeventeenFair<S> {
    fn try_fill<R, P>(&self, rng: &mut R, probe: &mut P) -> Result<Grid<S>, P::Stop>
    where
        R: Rng + ?Sized,
        P: Probe + ?Sized,
    {
        Ok(self.0.fill(shuffle, true, rng, probe)?.0)
    }
}

#[cfg(test)]
mod tests;
