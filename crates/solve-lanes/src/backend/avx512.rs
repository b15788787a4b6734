//! AVX-512 with byte permutations: Ice Lake, Zen 4 and later. Sixteen lanes.
#![allow(unsafe_code)]
#![allow(clippy::wildcard_imports, reason = "the intrinsics")]

use core::arch::x86_64::*;
use core::ops::{BitAnd, BitOr, BitXor, Not};

use crate::layout::{ALL, CELL, FULL, PEERS, PLACE, Values, Words, from_key};
use crate::search::{Answer, Job, search};
use crate::vector::{COMPARED, Row, Vector};

pub(super) const LANES: usize = 16;

pub(super) fn exists() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512cd")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("avx512vbmi2")
        && is_x86_feature_detected!("avx512vpopcntdq")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512cd,avx512vbmi,avx512vbmi2,avx512vpopcntdq,bmi1,bmi2,lzcnt,popcnt"
)]
pub(super) fn run<A: Answer>(job: &mut Job<'_, A>) {
    search::<Avx512, LANES, A>(job);
}

/// Made and used below [`run`] only.
#[derive(Clone, Copy)]
struct Avx512(__m512i);

/// An expression of instructions that [`run`] enables.
macro_rules! enabled {
    ($e:expr) => {
        // SAFETY: called below `run` only, into which it is inlined; pointers are those of whole rows.
        unsafe { $e }
    };
}

impl BitAnd for Avx512 {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, b: Self) -> Self {
        Self(enabled!(_mm512_and_si512(self.0, b.0)))
    }
}

impl BitOr for Avx512 {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, b: Self) -> Self {
        Self(enabled!(_mm512_or_si512(self.0, b.0)))
    }
}

impl BitXor for Avx512 {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, b: Self) -> Self {
        Self(enabled!(_mm512_xor_si512(self.0, b.0)))
    }
}

impl Not for Avx512 {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(enabled!(_mm512_xor_si512(self.0, _mm512_set1_epi32(-1))))
    }
}

impl Vector<LANES> for Avx512 {
    #[inline(always)]
    fn splat(word: u32) -> Self {
        Self(enabled!(_mm512_set1_epi32(word.cast_signed())))
    }

    #[inline(always)]
    fn load(row: &Row<LANES>) -> Self {
        Self(enabled!(_mm512_load_si512(row.0.as_ptr().cast())))
    }

    #[inline(always)]
    fn store(self, row: &mut Row<LANES>) {
        enabled!(_mm512_store_si512(row.0.as_mut_ptr().cast(), self.0));
    }

    #[inline(always)]
    fn shl<const K: u32>(self) -> Self {
        Self(enabled!(_mm512_slli_epi32::<K>(self.0)))
    }

    #[inline(always)]
    fn shr<const K: u32>(self) -> Self {
        Self(enabled!(_mm512_srli_epi32::<K>(self.0)))
    }

    #[inline(always)]
    fn zeros(self) -> u32 {
        u32::from(enabled!(_mm512_testn_epi32_mask(self.0, self.0)))
    }

    #[inline(always)]
    fn beside_lines(self) -> (Self, Self) {
        // Moved up, all 27 bits follow themselves.
        let again = self.shl::<5>();
        (
            Self(enabled!(_mm512_shldi_epi32::<9>(self.0, again.0))),
            Self(enabled!(_mm512_shldi_epi32::<18>(self.0, again.0))),
        )
    }

    #[inline(always)]
    fn any(self, b: Self, c: Self) -> Self {
        Self(enabled!(_mm512_ternarylogic_epi32::<0xfe>(self.0, b.0, c.0)))
    }

    #[inline(always)]
    fn two(self, b: Self, c: Self) -> Self {
        Self(enabled!(_mm512_ternarylogic_epi32::<0xe8>(self.0, b.0, c.0)))
    }

    #[inline(always)]
    fn select(self, a: Self, b: Self) -> Self {
        Self(enabled!(_mm512_ternarylogic_epi32::<0xca>(self.0, a.0, b.0)))
    }

    #[inline(always)]
    fn read(values: &Values) -> (Words, [u64; 2]) {
        let mut words = [[0; 2]; 9];
        enabled!({
            let first = _mm512_loadu_si512(values.as_ptr().cast());
            let rest = _mm512_maskz_loadu_epi8(0x1_ffff, values.as_ptr().add(64).cast());
            let [order, order2] = [&ORDER.0[..64], &ORDER.0[64..]];
            let low = _mm512_permutex2var_epi8(first, _mm512_loadu_si512(order.as_ptr().cast()), rest);
            let order2 = _mm512_maskz_loadu_epi8(FULL.into(), order2.as_ptr().cast());
            let high = _mm512_permutex2var_epi8(first, order2, rest);
            for (d, x) in (1..).zip(&mut words) {
                let digit = _mm512_set1_epi8(d);
                x[0] = _mm512_cmpeq_epi8_mask(low, digit) & ALL[0];
                x[1] = _mm512_cmpeq_epi8_mask(high, digit) & ALL[1];
            }
            let empty = [
                _mm512_testn_epi8_mask(low, low) & ALL[0],
                _mm512_testn_epi8_mask(high, high) & ALL[1],
            ];
            (words, empty)
        })
    }

    #[inline(always)]
    fn write(words: &Words) -> Values {
        let mut values = [0; 81];
        enabled!({
            let mut low = _mm512_setzero_si512();
            let mut high = _mm512_setzero_si512();
            for (d, x) in (1..).zip(words) {
                let digit = _mm512_set1_epi8(d);
                low = _mm512_mask_mov_epi8(low, x[0], digit);
                high = _mm512_mask_mov_epi8(high, x[1], digit);
            }
            let places = _mm512_loadu_si512(CODES.0.as_ptr().cast());
            let first = _mm512_permutex2var_epi8(low, places, high);
            let places = _mm512_loadu_si512(CODES.0[64..].as_ptr().cast());
            let rest = _mm512_permutex2var_epi8(low, places, high);
            _mm512_storeu_si512(values.as_mut_ptr().cast(), first);
            _mm512_mask_storeu_epi8(values.as_mut_ptr().add(64).cast(), 0x1_ffff, rest);
        });
        values
    }

    #[inline(always)]
    fn choose(words: &Words, bivalue: [u64; 2]) -> Option<(usize, u32)> {
        let (low, high) = (bivalue[0], bivalue[1] as u32);
        let low_count = low.count_ones();
        let count = (low_count + high.count_ones()).min(COMPARED);
        if count == 0 {
            return None;
        }
        enabled!({
            // A cell in each lane.
            let codes = _mm512_loadu_si512(NUMBERS.0.as_ptr().cast());
            let mut cells = _mm512_castsi512_si128(_mm512_maskz_compress_epi8(low, codes));
            if low_count < count {
                let codes = _mm256_loadu_si256(NUMBERS.0.as_ptr().add(64).cast());
                let more = _mm256_castsi256_si128(_mm256_maskz_compress_epi8(high, codes));
                cells = _mm_mask_expand_epi8(cells, !0 << low_count, more);
            }
            let codes = _mm512_cvtepu8_epi32(cells);
            let word = _mm512_srli_epi32::<5>(codes);
            let bit = _mm512_sllv_epi32(
                _mm512_set1_epi32(1),
                _mm512_and_si512(codes, _mm512_set1_epi32(31)),
            );
            let in_second = _mm512_cmpeq_epi32_mask(word, _mm512_set1_epi32(1));
            let in_third = _mm512_cmpeq_epi32_mask(word, _mm512_set1_epi32(2));

            // Its digits.
            let mut digits = _mm512_setzero_si512();
            for (d, x) in words.iter().enumerate() {
                let x = _mm512_broadcast_i32x4(_mm_loadu_si128(x.as_ptr().cast()));
                let x = _mm512_castps_si512(_mm512_permutevar_ps(_mm512_castsi512_ps(x), word));
                let here = _mm512_test_epi32_mask(x, bit);
                digits = _mm512_mask_or_epi32(digits, here, digits, _mm512_set1_epi32(1 << d));
            }
            let lowest = _mm512_and_si512(digits, _mm512_sub_epi32(_mm512_setzero_si512(), digits));
            let last = _mm512_set1_epi32(31);
            let a = _mm512_sub_epi32(last, _mm512_lzcnt_epi32(lowest));
            let b = _mm512_sub_epi32(last, _mm512_lzcnt_epi32(digits));

            // Its score.
            let first = _mm512_loadu_si512(words.as_ptr().cast());
            let next = _mm512_loadu_si512(words.as_ptr().add(4).cast());
            let ninth = _mm512_broadcast_i32x4(_mm_loadu_si128(words.as_ptr().add(8).cast()));
            let order = _mm512_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28, 0, 0, 0, 0, 0, 0, 0, 0);
            let bivalue = [low as u32, (low >> 32) as u32, high];
            let mut score = _mm512_setzero_si512();
            for (v, (table, bivalue)) in (0..).zip(MATES.0.iter().zip(bivalue)) {
                let v = _mm512_set1_epi32(v);
                let x = _mm512_permutex2var_epi32(first, _mm512_add_epi32(order, v), next);
                let ninth = _mm512_permutevar_ps(_mm512_castsi512_ps(ninth), v);
                let x = _mm512_mask_mov_epi32(x, 1 << 8, _mm512_castps_si512(ninth));
                let table: *const __m512i = table.as_ptr().cast();
                let mut peers = _mm512_permutex2var_epi32(*table, codes, *table.add(1));
                let second = _mm512_permutex2var_epi32(*table.add(2), codes, *table.add(3));
                peers = _mm512_mask_mov_epi32(peers, in_second, second);
                let third = _mm512_permutex2var_epi32(*table.add(4), codes, *table.add(5));
                peers = _mm512_mask_mov_epi32(peers, in_third, third);
                let twice = _mm512_and_si512(peers, _mm512_set1_epi32(bivalue.cast_signed()));
                for digit in [a, b] {
                    let x = _mm512_permutexvar_epi32(digit, x);
                    let once = _mm512_popcnt_epi32(_mm512_and_si512(x, peers));
                    let twice = _mm512_popcnt_epi32(_mm512_and_si512(x, twice));
                    score = _mm512_add_epi32(score, _mm512_add_epi32(once, twice));
                }
            }

            // The best, as by `layout::key`.
            let order = _mm512_sub_epi32(_mm512_set1_epi32(127), codes);
            let key = _mm512_or_si512(
                _mm512_slli_epi32::<16>(score),
                _mm512_or_si512(_mm512_slli_epi32::<9>(order), digits),
            );
            let best = _mm512_mask_reduce_max_epu32(!(!0_u32 << count) as u16, key);
            from_key(best)
        })
    }
}

#[repr(align(64))]
struct Mates([[u32; 96]; 3]);

/// Word by word, what `PEERS` says.
static MATES: Mates = {
    let mut mates = [[0; 96]; 3];
    let mut code = 0;
    while code < 96 {
        mates[0][code] = PEERS[code][0] as u32;
        mates[1][code] = (PEERS[code][0] >> 32) as u32;
        mates[2][code] = PEERS[code][1] as u32;
        code += 1;
    }
    Mates(mates)
};

/// The numbers in order.
static NUMBERS: Aligned = {
    let mut numbers = [0; 128];
    let mut i = 0;
    while i < 128 {
        numbers[i] = i as u8;
        i += 1;
    }
    Aligned(numbers)
};

#[repr(align(64))]
struct Aligned([u8; 128]);

/// Of the bit with that code, its cell.
static ORDER: Aligned = {
    let mut order = [0; 128];
    let mut code = 0;
    while code < 96 {
        order[code] = CELL[code];
        code += 1;
    }
    Aligned(order)
};

/// Of each cell, the code of its bit.
static CODES: Aligned = {
    let mut codes = [0; 128];
    let mut cell = 0;
    while cell < 81 {
        codes[cell] = PLACE[cell].0 * 32 + PLACE[cell].1;
        cell += 1;
    }
    Aligned(codes)
};
