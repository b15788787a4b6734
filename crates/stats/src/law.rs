//! What is known of uniformly random grids of a shape.

use gridwright_bands::Bands;
use gridwright_fill_uniform::numbering_at;
use gridwright_grid::{B2x4, B2x5, B3x3, B3x4, B4x2, B4x3, B5x2, Grid, Shape};

use crate::small::Small;

/// How many classes of 9x9 grids have so many automorphisms: order, classes. Burnside's lemma does not give it; E.
/// Russell and F. Jarvis, "Mathematics of Sudoku II" (2006). Checked here: the classes are 5,472,730,538, and their
/// grids all that there are.
pub const AUTOMORPHISMS: [(u64, u64); 16] = [
    (1, 5_472_170_387),
    (2, 548_449),
    (3, 7_336),
    (4, 2_826),
    (6, 1_257),
    (8, 29),
    (9, 42),
    (12, 92),
    (18, 85),
    (27, 2),
    (36, 15),
    (54, 11),
    (72, 2),
    (108, 3),
    (162, 1),
    (648, 1),
];

/// The symmetries of 9x9 grids, exchanges of digits included: 2 x 6^8 x 9!.
const GROUP: f64 = 2.0 * 1_679_616.0 * 362_880.0;

/// Numbers of grids that were counted elsewhere (K. Petersen and others, 2005-2006).
const COUNTED: [(usize, f64); 3] = [
    (8, 29_136_487_207_403_520.0),
    (10, 1_903_816_047_972_624_930_994_913_280_000.0),
    (12, 8.117_143_719_310_493e46),
];

/// How many grids a shape has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// So many.
    Exactly(f64),
    /// Nobody knows; not fewer.
    AtLeast(f64),
}

impl Number {
    pub(crate) fn value(self) -> f64 {
        match self {
            Self::Exactly(number) | Self::AtLeast(number) => number,
        }
    }
}

/// What is known of uniformly random grids of a shape: the tables that tests compare with.
///
/// # Cost
///
/// Up to 0.1 s, once: at 3x3 the classes of bands, with up to six digits the list of all grids.
#[derive(Clone, Debug)]
pub struct Law {
    pub(crate) bands: Option<&'static Bands>,
    pub(crate) small: Option<Small>,
    /// How many grids there are.
    pub number: Number,
}

impl Law {
    /// Computes the tables of a shape.
    pub fn new<S: Shape>() -> Self {
        let bands = (S::SIZE == B3x3::SIZE).then(Bands::shared);
        let number = numbering_at::<S>()
            .map(|numbering| Number::Exactly(numbering.grids as f64))
            .or_else(counted::<S>)
            .unwrap_or_else(|| Number::AtLeast(least_number::<S>()));
        let small = Small::new::<S>();
        Self { bands, small, number }
    }

    /// The probability that a uniformly random 9x9 grid has an automorphism besides the identity.
    pub fn symmetric() -> f64 {
        let all: f64 = AUTOMORPHISMS
            .iter()
            .map(|&(order, classes)| classes as f64 / order as f64)
            .sum();
        let trivial = AUTOMORPHISMS[0].1 as f64;
        (all - trivial) / all
    }

    /// The probability that two uniformly random 9x9 grids are equivalent.
    pub fn equivalent() -> f64 {
        let grids = |order: u64| GROUP / order as f64;
        let all: f64 = AUTOMORPHISMS
            .iter()
            .map(|&(order, classes)| classes as f64 * grids(order))
            .sum();
        AUTOMORPHISMS
            .iter()
            .map(|&(order, classes)| classes as f64 * (grids(order) / all).powi(2))
            .sum()
    }
}

fn factorial(n: usize) -> f64 {
    (1..=n).map(|i| i as f64).product()
}

fn counted<S: Shape>() -> Option<Number> {
    let sizes = [
        B2x4::SIZE,
        B4x2::SIZE,
        B2x5::SIZE,
        B5x2::SIZE,
        B3x4::SIZE,
        B4x3::SIZE,
    ];
    let known = COUNTED
        .iter()
        .find(|(side, _)| *side == S::SIDE && sizes.contains(&S::SIZE))?;
    Some(Number::Exactly(known.1))
}

/// Grids that certainly differ: those that come from any one by exchanging digits, the other rows of the first band,
/// the rows within the other bands, and these bands.
fn least_number<S: Shape>() -> f64 {
    let others = S::BOX_COLUMNS - 1;
    let within: f64 = (0..others).map(|_| factorial(S::BOX_ROWS)).product();
    factorial(S::SIDE) * factorial(S::BOX_ROWS - 1) * within * factorial(others)
}

/// A grid as a 9x9 one, if it is.
pub(crate) fn nine<S: Shape>(grid: &Grid<S>) -> Option<&Grid<B3x3>> {
    (grid as &dyn core::any::Any).downcast_ref()
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "what is exact")]
mod tests {
    use gridwright_grid::{B2x2, B2x3, B4x4};

    use super::*;

    #[test]
    fn the_table_of_automorphisms_adds_up() {
        let classes: u64 = AUTOMORPHISMS.iter().map(|&(_, classes)| classes).sum();
        assert_eq!(classes, 5_472_730_538);
        let group = 2 * 6_u128.pow(8) * 362_880;
        let grids = AUTOMORPHISMS.iter().map(|&(order, classes)| {
            assert_eq!(group % u128::from(order), 0);
            u128::from(classes) * (group / u128::from(order))
        });
        assert_eq!(grids.sum::<u128>(), Bands::shared().grids());
        assert!((1.0 / Law::equivalent() - 5_472_587_464.30).abs() < 0.01);
        assert!(
            (Law::symmetric() - 5.07282e-5).abs() < 1e-9,
            "{}",
            Law::symmetric()
        );
    }

    #[test]
    fn numbers_of_grids() {
        assert_eq!(Law::new::<B2x2>().number, Number::Exactly(288.0));
        assert_eq!(Law::new::<B2x3>().number, Number::Exactly(28_200_960.0));
        let Number::Exactly(nine) = Law::new::<B3x3>().number else {
            panic!()
        };
        assert!((nine.log2() - 72.498).abs() < 5e-4);
        assert_eq!(least_number::<B2x2>(), 24.0 * 2.0);
        assert!(matches!(Law::new::<B4x4>().number, Number::AtLeast(n) if n > 1e19));
        // A bound below what is known.
        assert!(least_number::<B2x5>() < Law::new::<B5x2>().number.value());
    }
}
