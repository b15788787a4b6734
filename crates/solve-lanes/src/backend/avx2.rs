//! AVX2: nearly every x86 processor since 2013. Eight lanes.
#![allow(unsafe_code)]
#![allow(clippy::wildcard_imports, reason = "the intrinsics")]

use core::arch::x86_64::*;
use core::ops::{BitAnd, BitOr, BitXor, Not};

use crate::layout::{ALL, Values, Words, from_key, key};
use crate::search::{Answer, Job, search};
use crate::vector::{COMPARED, Row, Vector};

pub(super) const LANES: usize = 8;

pub(super) fn exists() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn run<A: Answer>(job: &mut Job<'_, A>) {
    search::<Avx2, LANES, A>(job);
}

/// Made and used below [`run`] only.
#[derive(Clone, Copy)]
struct Avx2(__m256i);

/// An expression of instructions that [`run`] enables.
macro_rules! enabled {
    ($e:expr) => {
        // SAFETY: called below `run` only, into which it is inlined; pointers are those of whole rows.
        unsafe { $e }
    };
}

impl BitAnd for Avx2 {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, b: Self) -> Self {
        Self(enabled!(_mm256_and_si256(self.0, b.0)))
    }
}

impl BitOr for Avx2 {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, b: Self) -> Self {
        Self(enabled!(_mm256_or_si256(self.0, b.0)))
    }
}

impl BitXor for Avx2 {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, b: Self) -> Self {
        Self(enabled!(_mm256_xor_si256(self.0, b.0)))
    }
}

impl Not for Avx2 {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(enabled!(_mm256_xor_si256(self.0, _mm256_set1_epi32(-1))))
    }
}

impl Vector<LANES> for Avx2 {
    #[inline(always)]
    fn splat(word: u32) -> Self {
        Self(enabled!(_mm256_set1_epi32(word.cast_signed())))
    }

    #[inline(always)]
    fn load(row: &Row<LANES>) -> Self {
        Self(enabled!(_mm256_load_si256(row.0.as_ptr().cast())))
    }

    #[inline(always)]
    fn store(self, row: &mut Row<LANES>) {
        enabled!(_mm256_store_si256(row.0.as_mut_ptr().cast(), self.0));
    }

    #[inline(always)]
    fn shl<const K: u32>(self) -> Self {
        Self(enabled!(_mm256_sllv_epi32(
            self.0,
            _mm256_set1_epi32(K.cast_signed())
        )))
    }

    #[inline(always)]
    fn shr<const K: u32>(self) -> Self {
        Self(enabled!(_mm256_srlv_epi32(
            self.0,
            _mm256_set1_epi32(K.cast_signed())
        )))
    }

    #[inline(always)]
    fn zeros(self) -> u32 {
        let zeros = enabled!(_mm256_cmpeq_epi32(self.0, _mm256_setzero_si256()));
        enabled!(_mm256_movemask_ps(_mm256_castsi256_ps(zeros))).cast_unsigned()
    }

    #[inline(always)]
    fn read(values: &Values) -> (Words, [u64; 2]) {
        let mut ordered = Aligned([0; 96]);
        // Ascending, as each triad is written with a byte too many.
        for start in (0..27).step_by(3) {
            let (line, band) = (start / 9, start / 3 % 3);
            // The last row cannot be read with what follows it.
            let last = usize::from(start == 24);
            enabled!({
                let cells = values.as_ptr().add(27 * band + 9 * line - 7 * last);
                let order = _mm_loadu_si128(SORTED[line + last].as_ptr().cast());
                let triads = _mm_shuffle_epi8(_mm_loadu_si128(cells.cast()), order);
                let to = ordered.0.as_mut_ptr().add(start);
                to.cast::<i32>().write_unaligned(_mm_extract_epi32::<0>(triads));
                to.add(32)
                    .cast::<i32>()
                    .write_unaligned(_mm_extract_epi32::<1>(triads));
                to.add(64)
                    .cast::<i32>()
                    .write_unaligned(_mm_extract_epi32::<2>(triads));
            });
        }
        let mut words = [[0; 2]; 10];
        enabled!({
            let ordered: *const __m256i = ordered.0.as_ptr().cast();
            let [first, second, third] = [*ordered, *ordered.add(1), *ordered.add(2)];
            for (d, x) in (0..).zip(&mut words) {
                let digit = _mm256_set1_epi8(d);
                let first = _mm256_movemask_epi8(_mm256_cmpeq_epi8(first, digit)).cast_unsigned();
                let second = _mm256_movemask_epi8(_mm256_cmpeq_epi8(second, digit)).cast_unsigned();
                let third = _mm256_movemask_epi8(_mm256_cmpeq_epi8(third, digit)).cast_unsigned();
                *x = [u64::from(first) | u64::from(second) << 32, u64::from(third)];
            }
        });
        let [empty, words @ ..] = words;
        (words, [empty[0] & ALL[0], empty[1] & ALL[1]])
    }

    #[inline(always)]
    fn write(words: &Words) -> Values {
        let mut ordered = Aligned([0; 96]);
        enabled!({
            // Byte i of each eight is that of bit i.
            let bit = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64.cast_signed());
            let byte = _mm256_setr_epi64x(
                0,
                0x0101_0101_0101_0101,
                0x0202_0202_0202_0202,
                0x0303_0303_0303_0303,
            );
            let ordered: *mut __m256i = ordered.0.as_mut_ptr().cast();
            for plane in 0..4 {
                let mut cells = [0; 2];
                for (d, x) in (1..).zip(words) {
                    if d >> plane & 1 == 1 {
                        cells = [cells[0] | x[0], cells[1] | x[1]];
                    }
                }
                let value = _mm256_set1_epi8(1 << plane);
                for (i, cells) in [cells[0] as i32, (cells[0] >> 32) as i32, cells[1] as i32]
                    .into_iter()
                    .enumerate()
                {
                    let bytes = _mm256_shuffle_epi8(_mm256_set1_epi32(cells), byte);
                    let here = _mm256_cmpeq_epi8(_mm256_and_si256(bytes, bit), bit);
                    let sum = _mm256_or_si256(*ordered.add(i), _mm256_and_si256(here, value));
                    *ordered.add(i) = sum;
                }
            }
        });
        let mut values = [0; 81];
        // Ascending, as each row is written with some bytes too many, but for the last.
        for row in 0..9 {
            enabled!({
                let from = ordered.0.as_ptr().add(9 * (row % 3) + 3 * (row / 3));
                let triads = _mm_setr_epi32(
                    from.cast::<i32>().read_unaligned(),
                    from.add(32).cast::<i32>().read_unaligned(),
                    from.add(64).cast::<i32>().read_unaligned(),
                    0,
                );
                let order = _mm_loadu_si128(MERGED[row % 3].as_ptr().cast());
                let cells = _mm_shuffle_epi8(triads, order);
                if row < 8 {
                    _mm_storeu_si128(values.as_mut_ptr().add(9 * row).cast(), cells);
                } else {
                    _mm_storel_epi64(values.as_mut_ptr().add(72).cast(), cells);
                    values[80] = _mm_extract_epi8::<8>(cells).to_le_bytes()[0];
                }
            });
        }
        values
    }

    #[inline(always)]
    fn choose(words: &Words, bivalue: [u64; 2]) -> Option<(usize, u32)> {
        let mut codes = [0_u32; COMPARED as usize];
        let mut count = 0;
        for (mut cells, start) in bivalue.into_iter().zip([0, 64]) {
            while cells != 0 && count < codes.len() {
                codes[count] = start + cells.trailing_zeros();
                cells &= cells - 1;
                count += 1;
            }
        }
        let mut all_digits = [0_u32; COMPARED as usize];
        let parts = codes.chunks_exact(8).zip(all_digits.chunks_exact_mut(8));
        for (codes, all_digits) in parts.take(count.div_ceil(8)) {
            enabled!({
                // A cell in each lane.
                let codes = _mm256_loadu_si256(codes.as_ptr().cast());
                let word = _mm256_srli_epi32::<5>(codes);
                let one = _mm256_set1_epi32(1);
                let bit = _mm256_sllv_epi32(one, _mm256_and_si256(codes, _mm256_set1_epi32(31)));
                let mut digits = _mm256_setzero_si256();
                for (d, x) in words.iter().enumerate() {
                    let x = _mm256_broadcastsi128_si256(_mm_loadu_si128(x.as_ptr().cast()));
                    let x = _mm256_castps_si256(_mm256_permutevar_ps(_mm256_castsi256_ps(x), word));
                    let here = _mm256_cmpeq_epi32(_mm256_and_si256(x, bit), bit);
                    let digit = _mm256_and_si256(here, _mm256_set1_epi32(1 << d));
                    digits = _mm256_or_si256(digits, digit);
                }
                _mm256_storeu_si256(all_digits.as_mut_ptr().cast(), digits);
            });
        }
        let mut best = 0;
        for (&code, &digits) in codes[..count].iter().zip(&all_digits) {
            best = best.max(key(words, bivalue, code as usize, digits));
        }
        from_key(best)
    }
}

/// For each row of a band, the cells of its triads by word, four bytes each; at last for a row from byte 7 on.
static SORTED: [[u8; 16]; 4] = {
    let mut sorted = [[0x80; 16]; 4];
    let mut i = 0;
    while i < 36 {
        let (line, word, stack) = (i / 9, i / 3 % 3, i % 3);
        let cell = if line == 3 {
            3 * stack + (2 + word) % 3 + 7
        } else {
            3 * stack + (line + word) % 3
        };
        sorted[line][4 * word + stack] = cell as u8;
        i += 1;
    }
    sorted
};

/// For each row of a band, the cells in order, of triads by word.
static MERGED: [[u8; 16]; 3] = {
    let mut merged = [[0x80; 16]; 3];
    let mut i = 0;
    while i < 27 {
        let (line, column) = (i / 9, i % 9);
        merged[line][column] = (4 * ((column + 3 - line) % 3) + column / 3) as u8;
        i += 1;
    }
    merged
};

#[repr(align(32))]
struct Aligned([u8; 96]);
