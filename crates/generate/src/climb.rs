//! Puzzles and their neighbours: one clue exchanged for others of the same grid.

use gridwright_dig::{Dig, Maker};
use gridwright_grid::rng::{DefaultRng, below, shuffle};
use gridwright_grid::{Budget, Cell, Exhausted, Grid, Puzzle, Shape};

use crate::Order;
use crate::maker::maker;
use crate::sampler::{Descender, descender};
use crate::worker::Draft;

/// How clues are removed.
pub(crate) enum Digger<S: Shape> {
    /// Any that can be, the fast way.
    Minimal,
    /// By a recipe.
    Recipe(Dig<S>),
}

/// What makes puzzles out of grids.
pub(crate) struct Tools<S: Shape> {
    pub(crate) maker: Box<dyn Maker<S>>,
    descender: Option<Box<dyn Descender<S>>>,
    /// For each cell those that are clues if it is.
    orbits: Vec<Vec<Cell<S>>>,
}

impl<S: Shape> Tools<S> {
    pub(crate) fn new(order: &Order<S>) -> Self {
        Self {
            maker: maker(),
            descender: descender(&order.filler),
            orbits: order.wishes.symmetry.orbits(),
        }
    }

    /// A puzzle of a grid; none if it has not as many clues as asked for.
    pub(crate) fn start(
        &mut self,
        digger: &Digger<S>,
        grid: &Grid<S>,
        rng: &mut DefaultRng,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Draft<S>>, Exhausted> {
        match (digger, &mut self.descender) {
            (Digger::Recipe(dig), _) => {
                let dug = self.maker.dig(dig, grid, rng, budget)?;
                Ok(dug.reached.then(|| dug.into()))
            }
            (Digger::Minimal, Some(descender)) => {
                descender.minimal(grid, rng, budget).map(|made| Some(made.into()))
            }
            (Digger::Minimal, None) => Ok(None),
        }
    }

    /// Goes back to a grid.
    pub(crate) fn turn_to(&mut self, grid: &Grid<S>) {
        if let Some(descender) = &mut self.descender {
            descender.turn_to(grid);
        }
    }

    /// The puzzle with one clue more; none if it has all.
    pub(crate) fn easier(
        &self,
        puzzle: &Puzzle<S>,
        grid: &Grid<S>,
        rng: &mut DefaultRng,
    ) -> Option<Draft<S>> {
        let empty: Vec<Cell<S>> = Cell::all().filter(|&cell| puzzle.given(cell).is_none()).collect();
        let last = empty.len().checked_sub(1)?;
        let chosen = empty[below(rng, last as u32 + 1) as usize];
        let mut easier = puzzle.clone();
        self.set(&mut easier, chosen, Some(grid));
        Some(Draft {
            puzzle: easier,
            solution: Some(*grid),
            minimal: false,
        })
    }

    /// Gives the digits of a grid, or none, to a cell and those that go with it.
    pub(crate) fn set(&self, puzzle: &mut Puzzle<S>, cell: Cell<S>, grid: Option<&Grid<S>>) {
        for &cell in &self.orbits[cell.index()] {
            puzzle.set(cell, grid.map(|grid| grid.digit(cell)));
        }
    }

    /// A puzzle of the same grid without one of the clues and with some others; none if it has not as many as asked
    /// for.
    pub(crate) fn neighbour(
        &mut self,
        digger: &Digger<S>,
        puzzle: &Puzzle<S>,
        grid: &Grid<S>,
        rng: &mut DefaultRng,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Draft<S>>, Exhausted> {
        let mut cells: Vec<Cell<S>> = Cell::all().collect();
        shuffle(rng, &mut cells);
        let (given, empty): (Vec<_>, Vec<_>) =
            cells.into_iter().partition(|&cell| puzzle.given(cell).is_some());
        let mut other = puzzle.clone();
        if let Some(&cell) = given.first() {
            self.set(&mut other, cell, None);
        }
        for cell in empty {
            self.set(&mut other, cell, Some(grid));
            match (digger, &mut self.descender) {
                (Digger::Recipe(dig), _) => {
                    if let Ok(dug) = self.maker.minimize(dig, &other, rng, budget)? {
                        return Ok(dug.reached.then(|| dug.into()));
                    }
                }
                (Digger::Minimal, Some(descender)) => {
                    if let Some(made) = descender.within(&other, rng, budget)? {
                        return Ok(Some(made.into()));
                    }
                }
                (Digger::Minimal, None) => return Ok(None),
            }
        }
        Ok(None)
    }
}
