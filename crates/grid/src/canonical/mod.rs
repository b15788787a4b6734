//! The canonical form: one grid or puzzle that stands for all its equivalents.
//!
//! * Of a grid: the least of its equivalents, compared as one-line texts.
//! * Of a puzzle with one solution: its solution is brought to canonical form; of the ways to do so, the one that
//!   makes the puzzle least, an empty cell below 1.
//! * Of any other puzzle: the least of its equivalents, an empty cell below 1.
//!
//! Two grids, or two puzzles, are equivalent if and only if their canonical forms are equal.

mod bands;
mod grids;
mod least;

use core::fmt;
use core::ops::ControlFlow;

use alloc::vec::Vec;

use crate::{B3x3, BoxSize, Cell, Flat, Grid, Group, Outcome, Puzzle, Shape, Solver, SolverExt, Symmetry};

/// A canonical form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canonical<T, S: Shape = B3x3> {
    /// The form.
    pub form: T,
    /// How many symmetries map it to itself, exchanges of digits that it does not use included.
    pub automorphisms: u128,
    /// A symmetry that makes the form of what was given.
    pub symmetry: Symmetry<S>,
}

/// A class of bands of 9x9 grids: those that become each other when rows, stacks, columns within a stack and digits
/// are exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BandClass {
    /// The least of its bands, row by row; the first row is 123456789.
    pub least: [[u8; 9]; 3],
    /// How many of the 6 x 1296 x 9! exchanges map a band of the class to itself.
    pub automorphisms: u32,
}

/// Why there is no canonical form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CanonicalError {
    /// The shape has too many orders of columns to try them all.
    TooLarge(BoxSize),
    /// Restricted candidates without a unique solution.
    Restricted,
}

impl fmt::Display for CanonicalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge(size) => {
                write!(f, "boxes of {size} have too many symmetries for a canonical form")
            }
            Self::Restricted => {
                f.write_str("a canonical form of restricted candidates is there for a unique solution only")
            }
        }
    }
}

impl core::error::Error for CanonicalError {}

/// Finds canonical forms.
///
/// ```
/// use gridwright_grid::{Canonicalizer, Grid, Symmetry, rng::stream};
///
/// let canonicalizer = Canonicalizer::shared();
/// let grid: Grid = Grid::canonical_base();
/// let canonical = canonicalizer.grid(&grid)?;
/// assert_eq!(canonical.form, grid);
/// assert_eq!(canonical.automorphisms, 54);
/// assert_eq!(canonical.symmetry.grid(&grid), canonical.form);
///
/// let equivalent = Symmetry::random(&mut stream(1, 0)).grid(&grid);
/// assert_eq!(canonicalizer.grid(&equivalent)?.form, canonical.form);
/// # Ok::<(), gridwright_grid::CanonicalError>(())
/// ```
///
/// # Cost
///
/// Tables of 0.3 MB, made by [`Canonicalizer::new`] in some 20 ms. A 9x9 grid takes about half a microsecond: its six
/// chutes are looked up among the 416 classes of bands, and the automorphisms of the least one are tried. Grids of
/// other shapes and puzzles without a unique solution are searched, which takes milliseconds at 3x3, up to 0.1 s at
/// 3x4, and is refused at 4x4 and 5x5.
#[derive(Clone, Debug)]
pub struct Canonicalizer {
    bands: bands::Bands,
}

impl Default for Canonicalizer {
    fn default() -> Self {
        Self::new()
    }
}

impl Canonicalizer {
    /// Computes the tables.
    pub fn new() -> Self {
        Self {
            bands: bands::Bands::new(),
        }
    }

    /// One for all, made when it is first needed.
    #[cfg(feature = "std")]
    pub fn shared() -> &'static Self {
        static SHARED: std::sync::OnceLock<Canonicalizer> = std::sync::OnceLock::new();
        SHARED.get_or_init(Self::new)
    }

    /// The least of the grids equivalent to this one.
    ///
    /// # Errors
    ///
    /// When the shape is too large.
    pub fn grid<S: Shape>(&self, grid: &Grid<S>) -> Result<Canonical<Grid<S>, S>, CanonicalError> {
        if let Ok(values) = <&[u8; 81]>::try_from(grid.values())
            && S::SIZE == B3x3::SIZE
        {
            let mut values_of_form = S::CellArray::filled(0);
            let found = grids::canonical(&self.bands, values);
            values_of_form.flat_mut().copy_from_slice(&found.values);
            return Ok(Canonical {
                form: Grid::assume_valid(values_of_form),
                automorphisms: found.count.into(),
                symmetry: found.hit.symmetry(&self.bands, values),
            });
        }
        let least = least::least::<S>(grid.values())?;
        Ok(Canonical {
            form: Grid::assume_valid(least.symmetry.values(grid.values())),
            automorphisms: least.automorphisms,
            symmetry: least.symmetry,
        })
    }

    /// The 416 classes of the bands of 9x9 grids, in the order of their least bands.
    pub fn band_classes(&self) -> impl ExactSizeIterator<Item = BandClass> {
        self.bands.classes().iter().map(|class| BandClass {
            least: class.least,
            automorphisms: class.to_least.len() as u32,
        })
    }

    /// For each chute of a grid, its bands and then its stacks, the number of its class in
    /// [`Self::band_classes`]; a stack is a band of the transposed grid. Some 60 ns.
    pub fn chutes(&self, grid: &Grid) -> [u16; 6] {
        let values = grid.values().first_chunk().expect("a 9x9 grid has 81 cells");
        grids::chutes(values).map(|number| self.bands.class_of(number))
    }

    /// The canonical form of a puzzle, from that of its solution if it has just one.
    ///
    /// ```
    /// # use core::ops::ControlFlow;
    /// # use gridwright_grid::{*, rng::stream};
    /// # #[derive(Clone)]
    /// # struct Stored(Grid);
    /// # impl Algorithm for Stored { const INFO: Info = Info { name: "stored", summary: "-", source: "-", distribution: "-" }; }
    /// # impl Solver for Stored {
    /// #     fn try_solve<P, V, B>(&mut self, _: &Puzzle, _: &mut P, mut visit: V) -> Result<ControlFlow<B>, P::Stop>
    /// #     where P: Probe + ?Sized, V: FnMut(&Grid) -> ControlFlow<B> { Ok(visit(&self.0)) }
    /// # }
    /// # let solution: Grid = "534678912672195348198342567859761423426853791713924856961537284287419635345286179".parse()?;
    /// # let mut solver = Stored(solution);
    /// let puzzle: Puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// // Any solver will do.
    /// let canonical = Canonicalizer::shared().puzzle(&puzzle, &mut solver)?;
    /// assert_eq!(canonical.automorphisms, 1);
    /// assert_eq!(canonical.form, canonical.symmetry.puzzle(&puzzle));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When the shape is too large, or candidates are restricted and the solution is not unique.
    pub fn puzzle<S: Shape, X: Solver<S> + ?Sized>(
        &self,
        puzzle: &Puzzle<S>,
        solver: &mut X,
    ) -> Result<Canonical<Puzzle<S>, S>, CanonicalError> {
        match solver.solve(puzzle) {
            Outcome::Unique(solution) => self.puzzle_with_solution(puzzle, &solution),
            _ => self.puzzle_without_solution(puzzle),
        }
    }

    /// The canonical form of a puzzle whose only solution is known.
    ///
    /// # Errors
    ///
    /// When the shape is too large.
    pub fn puzzle_with_solution<S: Shape>(
        &self,
        puzzle: &Puzzle<S>,
        solution: &Grid<S>,
    ) -> Result<Canonical<Puzzle<S>, S>, CanonicalError> {
        let canonical = self.grid(solution)?;
        let mut best = Best::new(canonical.symmetry, puzzle);
        if canonical.automorphisms > 1 {
            self.each_way(solution, &canonical, |symmetry| best.offer(symmetry, puzzle))?;
        }
        Ok(Canonical {
            form: best.form,
            automorphisms: best.count.max(1),
            symmetry: best.symmetry,
        })
    }

    /// The least of the equivalents of a puzzle: its canonical form if it has no solution or several.
    ///
    /// # Errors
    ///
    /// When the shape is too large, or candidates are restricted.
    pub fn puzzle_without_solution<S: Shape>(
        &self,
        puzzle: &Puzzle<S>,
    ) -> Result<Canonical<Puzzle<S>, S>, CanonicalError> {
        if puzzle.is_restricted() {
            return Err(CanonicalError::Restricted);
        }
        let least = least::least::<S>(puzzle.values())?;
        Ok(Canonical {
            form: least.symmetry.puzzle(puzzle),
            automorphisms: least.automorphisms,
            symmetry: least.symmetry,
        })
    }

    /// Every symmetry that makes the canonical form of a grid.
    fn each_way<S: Shape>(
        &self,
        grid: &Grid<S>,
        canonical: &Canonical<Grid<S>, S>,
        mut visit: impl FnMut(&Symmetry<S>),
    ) -> Result<(), CanonicalError> {
        match (
            <&[u8; 81]>::try_from(grid.values()),
            <&[u8; 81]>::try_from(canonical.form.values()),
        ) {
            (Ok(values), Ok(form)) if S::SIZE == B3x3::SIZE => {
                grids::each_hit(&self.bands, values, form, |hit| {
                    visit(&hit.symmetry(&self.bands, values));
                });
                Ok(())
            }
            _ => least::each(grid.values(), |symmetry| {
                visit(symmetry);
                ControlFlow::Continue(())
            }),
        }
    }
}

/// The least image of a puzzle among those offered.
struct Best<S: Shape> {
    form: Puzzle<S>,
    symmetry: Symmetry<S>,
    count: u128,
}

impl<S: Shape> Best<S> {
    fn new(symmetry: Symmetry<S>, puzzle: &Puzzle<S>) -> Self {
        Self {
            form: symmetry.puzzle(puzzle),
            symmetry,
            count: 0,
        }
    }

    fn offer(&mut self, symmetry: &Symmetry<S>, puzzle: &Puzzle<S>) {
        let image = symmetry.puzzle(puzzle);
        let candidates = |puzzle: &Puzzle<S>| -> Vec<u32> {
            if puzzle.is_restricted() {
                Cell::all().map(|cell| puzzle.written(cell).bits()).collect()
            } else {
                Vec::new()
            }
        };
        let order = image.values().cmp(self.form.values());
        match order.then_with(|| candidates(&image).cmp(&candidates(&self.form))) {
            core::cmp::Ordering::Less => {
                *self = Self {
                    form: image,
                    symmetry: *symmetry,
                    count: 1,
                };
            }
            core::cmp::Ordering::Equal => self.count += 1,
            core::cmp::Ordering::Greater => {}
        }
    }
}

/// The symmetries of a group that map a puzzle to itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stabiliser<S: Shape = B3x3> {
    /// Its elements, the identity among them, but one for all that differ in interchangeable digits only.
    pub elements: Vec<Symmetry<S>>,
    /// How many elements each of them stands for: the orders of the digits that the puzzle does not tell apart, those
    /// that it does not use.
    pub interchanges: u128,
}

impl<S: Shape> Stabiliser<S> {
    /// The number of elements of the group.
    pub fn order(&self) -> u128 {
        self.interchanges * self.elements.len() as u128
    }
}

impl Group {
    /// Its elements that map a puzzle to itself; a grid's automorphisms are those of the puzzle made of it.
    ///
    /// Milliseconds in the full group at 3x3 for a puzzle with some givens; a list of 3,359,232 elements for the empty
    /// one.
    ///
    /// # Errors
    ///
    /// In the full group, when the shape is too large, or when candidates are restricted.
    pub fn stabiliser<S: Shape>(self, puzzle: &Puzzle<S>) -> Result<Stabiliser<S>, CanonicalError> {
        let mut elements = Vec::new();
        let places = Places::of(puzzle);
        match self {
            Self::Simple => {
                let kept = Self::turns::<S>().filter_map(|turn| {
                    let labels = Places::of(&turn.puzzle(puzzle)).labels_to(&places)?;
                    Some(turn.then(&Symmetry::relabelling(&labels).ok()?))
                });
                elements.extend(kept);
            }
            Self::Full if puzzle.is_restricted() => return Err(CanonicalError::Restricted),
            Self::Full => {
                let mut back = None;
                least::each(puzzle.values(), |symmetry| {
                    let back = back.get_or_insert_with(|| symmetry.inverse());
                    elements.push(symmetry.then(back));
                    ControlFlow::Continue(())
                })?;
            }
        }
        Ok(Stabiliser {
            elements,
            interchanges: places.interchanges(),
        })
    }
}

/// For each digit, the cells where a puzzle has or allows it, and which of these are givens.
struct Places(Vec<Vec<(usize, bool)>>);

impl Places {
    fn of<S: Shape>(puzzle: &Puzzle<S>) -> Self {
        let of_digit = |digit| {
            let cells = Cell::<S>::all().filter(|&cell| puzzle.written(cell).contains(digit));
            cells
                .map(|cell| (cell.index(), puzzle.given(cell) == Some(digit)))
                .collect()
        };
        Self(S::ALL.iter().map(of_digit).collect())
    }

    /// What each digit must become so that it comes to stand where the other puzzle has it, if that can be.
    fn labels_to(&self, other: &Self) -> Option<Vec<u8>> {
        let mut free: Vec<bool> = other.0.iter().map(|_| true).collect();
        let mut label = |places: &Vec<(usize, bool)>| {
            let found = (0..free.len()).find(|&i| free[i] && other.0[i] == *places)?;
            free[found] = false;
            Some(found as u8 + 1)
        };
        self.0.iter().map(&mut label).collect()
    }

    /// How many orders there are of digits with the same places.
    fn interchanges(&self) -> u128 {
        let alike = |i: usize| 1 + self.0[..i].iter().filter(|places| **places == self.0[i]).count() as u128;
        (0..self.0.len()).map(alike).product()
    }
}

#[cfg(test)]
mod tests;
