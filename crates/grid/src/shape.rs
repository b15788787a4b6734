//! Shapes: how many rows and columns a box has. Everything else follows from these two numbers.

use core::fmt;
use core::hash::Hash;
use core::marker::PhantomData;
use core::str::FromStr;

use crate::DigitSet;

mod sealed {
    pub trait Sealed {}
    impl<const R: usize, const C: usize> Sealed for super::Boxes<R, C> {}
}

/// A nested array read as one flat, row-major slice.
///
/// `[T; R * C]` cannot be written in a trait on stable Rust; nested arrays can, and are laid out alike.
pub trait Flat<T>: Copy + Send + Sync + 'static {
    /// Every element set to `value`.
    fn filled(value: T) -> Self;
    /// The elements in order.
    fn flat(&self) -> &[T];
    /// The elements in order, mutable.
    fn flat_mut(&mut self) -> &mut [T];
}

impl<T: Copy + Send + Sync + 'static, const R: usize, const C: usize> Flat<T> for [[T; C]; R] {
    #[inline]
    fn filled(value: T) -> Self {
        [[value; C]; R]
    }
    #[inline]
    fn flat(&self) -> &[T] {
        self.as_flattened()
    }
    #[inline]
    fn flat_mut(&mut self) -> &mut [T] {
        self.as_flattened_mut()
    }
}

impl<T: Copy + Send + Sync + 'static, const R: usize, const C: usize> Flat<T> for [[[[T; C]; R]; R]; C] {
    #[inline]
    fn filled(value: T) -> Self {
        [[[[value; C]; R]; R]; C]
    }
    #[inline]
    fn flat(&self) -> &[T] {
        self.as_flattened().as_flattened().as_flattened()
    }
    #[inline]
    fn flat_mut(&mut self) -> &mut [T] {
        self.as_flattened_mut().as_flattened_mut().as_flattened_mut()
    }
}

/// The shape of a grid: boxes of `BOX_ROWS` x `BOX_COLUMNS` cells, `SIDE` of them, `SIDE` digits.
///
/// Implemented by [`Boxes`] only. A grid has `BOX_COLUMNS` bands of `BOX_ROWS` rows and `BOX_ROWS` stacks
/// of `BOX_COLUMNS` columns.
pub trait Shape:
    sealed::Sealed + Copy + fmt::Debug + Default + Eq + Ord + Hash + Send + Sync + Unpin + 'static
{
    /// Rows of a box, and rows of a band.
    const BOX_ROWS: usize;
    /// Columns of a box, and columns of a stack.
    const BOX_COLUMNS: usize;
    /// Cells of a house, and the largest digit: 1..=25.
    const SIDE: usize;
    /// Cells of the grid: `SIDE` squared.
    const CELLS: usize;
    /// The size of a box as a value.
    const SIZE: BoxSize;
    /// Every digit of the shape.
    const ALL: DigitSet;

    /// One value for each digit, row, column or box: `SIDE` of them.
    type HouseArray<T: Copy + Send + Sync + 'static>: Flat<T>;
    /// One value for each cell: `CELLS` of them, row by row.
    type CellArray<T: Copy + Send + Sync + 'static>: Flat<T>;
}

/// The shape whose boxes have `R` rows and `C` columns. `R * C` must be 1..=25, checked when compiled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Boxes<const R: usize, const C: usize>(PhantomData<()>);

impl<const R: usize, const C: usize> Shape for Boxes<R, C> {
    const BOX_ROWS: usize = R;
    const BOX_COLUMNS: usize = C;
    const SIDE: usize = {
        assert!(R >= 1 && C >= 1 && R * C <= 25, "a shape has 1 to 25 digits");
        R * C
    };
    const CELLS: usize = Self::SIDE * Self::SIDE;
    const SIZE: BoxSize = BoxSize {
        rows: R as u8,
        columns: C as u8,
    };
    const ALL: DigitSet = DigitSet::first(Self::SIDE);

    type HouseArray<T: Copy + Send + Sync + 'static> = [[T; C]; R];
    type CellArray<T: Copy + Send + Sync + 'static> = [[[[T; C]; R]; R]; C];
}

/// The number of rows and columns of a box, as a value: a shape that is known only at run time.
///
/// Written and parsed as `3x3`, rows first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoxSize {
    /// Rows of a box.
    pub rows: u8,
    /// Columns of a box.
    pub columns: u8,
}

impl BoxSize {
    /// Digits, rows, columns and boxes of a grid with such boxes.
    pub fn side(self) -> usize {
        usize::from(self.rows) * usize::from(self.columns)
    }

    /// Cells of a grid with such boxes.
    pub fn cells(self) -> usize {
        self.side() * self.side()
    }
}

impl fmt::Display for BoxSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // `pad` keeps width and alignment of the caller.
        let (r, c) = (self.rows, self.columns);
        f.pad(&alloc::format!("{r}x{c}"))
    }
}

/// Why a text names no shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownShape {
    text: alloc::string::String,
}

impl fmt::Display for UnknownShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown shape '{}': one of", self.text)?;
        for (i, size) in SHAPES.iter().enumerate() {
            write!(f, "{}{size}", if i == 0 { " " } else { ", " })?;
        }
        Ok(())
    }
}

impl core::error::Error for UnknownShape {}

impl FromStr for BoxSize {
    type Err = UnknownShape;

    fn from_str(text: &str) -> Result<Self, UnknownShape> {
        let parse = || {
            let (rows, columns) = text.split_once(['x', 'X'])?;
            let size = BoxSize {
                rows: rows.parse().ok()?,
                columns: columns.parse().ok()?,
            };
            SHAPES.contains(&size).then_some(size)
        };
        parse().ok_or_else(|| UnknownShape { text: text.into() })
    }
}

/// Something to do with a shape that is known only at run time: a closure generic over the shape.
pub trait WithShape {
    /// What it returns, the same for every shape.
    type Output;
    /// Called once, with the shape found.
    fn run<S: Shape>(self) -> Self::Output;
}

macro_rules! shapes {
    ($($(#[$doc:meta])* $name:ident = $r:literal x $c:literal;)*) => {
        $($(#[$doc])* pub type $name = Boxes<$r, $c>;)*

        /// The twelve shapes that are known by name at run time, by number of digits.
        pub const SHAPES: &[BoxSize] = &[$($name::SIZE),*];

        /// Calls `with` for the shape of that size, one of [`SHAPES`]; `None` for any other.
        pub fn with_shape<W: WithShape>(size: BoxSize, with: W) -> Option<W::Output> {
            match (size.rows, size.columns) {
                $(($r, $c) => Some(with.run::<$name>()),)*
                _ => None,
            }
        }
    };
}

shapes! {
    /// 4x4 grids.
    B2x2 = 2 x 2;
    /// 6x6 grids, boxes of 2 rows and 3 columns.
    B2x3 = 2 x 3;
    /// 6x6 grids, boxes of 3 rows and 2 columns.
    B3x2 = 3 x 2;
    /// 8x8 grids, boxes of 2 rows and 4 columns.
    B2x4 = 2 x 4;
    /// 8x8 grids, boxes of 4 rows and 2 columns.
    B4x2 = 4 x 2;
    /// The usual 9x9 grids.
    B3x3 = 3 x 3;
    /// 10x10 grids, boxes of 2 rows and 5 columns.
    B2x5 = 2 x 5;
    /// 10x10 grids, boxes of 5 rows and 2 columns.
    B5x2 = 5 x 2;
    /// 12x12 grids, boxes of 3 rows and 4 columns.
    B3x4 = 3 x 4;
    /// 12x12 grids, boxes of 4 rows and 3 columns.
    B4x3 = 4 x 3;
    /// 16x16 grids.
    B4x4 = 4 x 4;
    /// 25x25 grids.
    B5x5 = 5 x 5;
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Numbers;
    impl WithShape for Numbers {
        type Output = (usize, usize, usize, usize);
        fn run<S: Shape>(self) -> Self::Output {
            let house = S::HouseArray::<u16>::filled(0).flat().len();
            let cells = S::CellArray::<u16>::filled(0).flat().len();
            (S::SIDE, S::CELLS, house, cells)
        }
    }

    #[test]
    fn shapes_by_name() {
        assert_eq!(SHAPES.len(), 12);
        for &size in SHAPES {
            let (side, cells, house_len, cells_len) = with_shape(size, Numbers).unwrap();
            assert_eq!((side, cells), (size.side(), size.cells()));
            assert_eq!((house_len, cells_len), (side, cells));
            assert_eq!(size.to_string().parse::<BoxSize>().unwrap(), size);
        }
        assert!(with_shape(BoxSize { rows: 1, columns: 7 }, Numbers).is_none());
        for bad in [
            "", "3", "x", "3x", "0x3", "6x6", "3x3x3", "-1x2", "9x9", "300x300",
        ] {
            let error = bad.parse::<BoxSize>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("unknown shape '{bad}'")), "{error}");
        }
    }
}
