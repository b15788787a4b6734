//! Puzzles: digits removed from a grid, or put into an empty one, by type and by name.
//!
//! ```
//! use gridwright::dig::{Dig, Method, Pattern, Recipe, maker};
//! use gridwright::fill::{Uniform, stream};
//! use gridwright::grid::{B3x3, B4x4, Budget};
//! use gridwright::solve::Dlx;
//!
//! // By name: the solver is the one that suits the shape.
//! let mut maker = maker::<B3x3>();
//! let method = Method::named("level-4")?;
//! let mut budget = Budget::unlimited();
//! let dug = maker.make(&method, &Uniform, &mut stream(7, 0), &mut budget)?.expect("a grid was dug");
//! assert!(dug.unique && (28..=31).contains(&dug.puzzle.clues()));
//!
//! // Proved by another solver.
//! dug.prove(&mut Dlx::default())?;
//!
//! // By type: symmetric about both diagonals.
//! let dig = Dig::new(Recipe::<B3x3> {
//!     symmetry: "diagonal+antidiagonal".parse()?,
//!     ..Recipe::default()
//! })?;
//! let dug = maker.dig(&dig, &dug.solution, &mut stream(7, 1), &mut budget)?;
//! println!("{:#}\n{}", dug.puzzle, Pattern::of(&dug.puzzle));
//!
//! // At another shape.
//! let dug = gridwright::dig::maker::<B4x4>().make(
//!     &Method::named("level-3")?,
//!     &*gridwright::filler("shuffle")?,
//!     &mut stream(7, 2),
//!     &mut budget,
//! )?;
//! println!("{:#}", dug.expect("a grid was dug").puzzle);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use gridwright_dig::*;
pub use gridwright_generate::maker;
