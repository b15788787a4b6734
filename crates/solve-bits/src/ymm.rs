//! What AVX2 and AVX-512 have in common: a line in one register of 256 bits.

/// A call of intrinsics without side effects.
macro_rules! pure {
    ($call:expr) => {{
        #[allow(unused_unsafe, reason = "one in another")]
        // SAFETY: all vectors are made in `search_here`, which is entered only where the instructions exist;
        // none of these calls takes a pointer.
        unsafe {
            $call
        }
    }};
}

/// Sixteen bytes.
macro_rules! bytes {
    ($bytes:expr) => {{
        let bytes: &[u8; 16] = &$bytes;
        // SAFETY: 16 bytes; the instruction exists as everywhere here.
        unsafe { _mm_loadu_si128((&raw const *bytes).cast()) }
    }};
}

/// The methods of [`Vector`](crate::vector::Vector) that both have.
macro_rules! methods {
    () => {
        #[inline(always)]
        fn splat(set: u16) -> Self {
            let three = i64::from(set) * 0x0001_0001_0001;
            Self(pure!(_mm256_setr_epi64x(three, three, three, 0)))
        }
        #[inline(always)]
        fn load(line: &Line) -> Self {
            // SAFETY: 32 bytes, aligned by their type; the instruction exists as everywhere here.
            Self(unsafe { _mm256_load_si256((&raw const line.0).cast()) })
        }
        #[inline(always)]
        fn store(self, line: &mut Line) {
            // SAFETY: 32 bytes, aligned by their type; the instruction exists as everywhere here.
            unsafe { _mm256_store_si256((&raw mut line.0).cast(), self.0) }
        }
        #[inline(always)]
        fn load_unaligned(line: &[u16; 16]) -> Self {
            // SAFETY: 32 bytes; the instruction exists as everywhere here.
            Self(unsafe { _mm256_loadu_si256((&raw const *line).cast()) })
        }
        #[inline(always)]
        fn and(self, other: Self) -> Self {
            Self(pure!(_mm256_and_si256(self.0, other.0)))
        }
        #[inline(always)]
        fn or(self, other: Self) -> Self {
            Self(pure!(_mm256_or_si256(self.0, other.0)))
        }
        #[inline(always)]
        fn xor(self, other: Self) -> Self {
            Self(pure!(_mm256_xor_si256(self.0, other.0)))
        }
        #[inline(always)]
        fn without(self, other: Self) -> Self {
            Self(pure!(_mm256_andnot_si256(other.0, self.0)))
        }
        #[inline(always)]
        fn next_band(self) -> Self {
            Self(pure!(_mm256_permute4x64_epi64::<0b11_00_10_01>(self.0)))
        }
        #[inline(always)]
        fn last_band(self) -> Self {
            Self(pure!(_mm256_permute4x64_epi64::<0b11_01_00_10>(self.0)))
        }
        #[inline(always)]
        fn next_stack(self) -> Self {
            let low = pure!(_mm256_shufflelo_epi16::<0b11_00_10_01>(self.0));
            Self(pure!(_mm256_shufflehi_epi16::<0b11_00_10_01>(low)))
        }
        #[inline(always)]
        fn last_stack(self) -> Self {
            let low = pure!(_mm256_shufflelo_epi16::<0b11_01_00_10>(self.0));
            Self(pure!(_mm256_shufflehi_epi16::<0b11_01_00_10>(low)))
        }
        #[inline(always)]
        fn add(self, other: Self) -> Self {
            Self(pure!(_mm256_add_epi16(self.0, other.0)))
        }
        #[inline(always)]
        fn decrement(self) -> Self {
            Self(pure!(_mm256_add_epi16(self.0, _mm256_set1_epi16(-1))))
        }
        #[inline(always)]
        fn empty(self) -> Self {
            Self(pure!(_mm256_cmpeq_epi16(self.0, _mm256_setzero_si256())))
        }
        #[inline(always)]
        fn is_zero(self) -> bool {
            pure!(_mm256_testz_si256(self.0, self.0)) == 1
        }
        #[inline(always)]
        fn shift<const N: i32>(self) -> Self {
            Self(pure!(_mm256_slli_epi16::<N>(self.0)))
        }
        #[inline(always)]
        fn highest([a, b, c]: [Self; 3]) -> u16 {
            pure!({
                let all = _mm256_max_epu16(_mm256_max_epu16(a.0, b.0), c.0);
                let half = _mm_max_epu16(_mm256_castsi256_si128(all), _mm256_extracti128_si256::<1>(all));
                let lowest = _mm_minpos_epu16(_mm_xor_si128(half, _mm_set1_epi16(-1)));
                !_mm_cvtsi128_si32(lowest).cast_unsigned() as u16
            })
        }
        #[inline(always)]
        fn sets(values: &[u8; 81]) -> [[Self; 3]; 3] {
            let zero = pure!(_mm_setzero_si128());
            let (low, high) = (bytes!(places::LOW), bytes!(places::HIGH));
            nine!(w, r => {
                let band = three!(b => {
                    // What follows the last row cannot be read: it is read to its end.
                    let end = b + r == 4;
                    let row = &values[27 * b + 9 * r - if end { 7 } else { 0 }..];
                    let order = bytes!(places::BY_WORD[if end { 3 } else { r }]);
                    let cells = pure!(_mm_shuffle_epi8(bytes!(*row.first_chunk::<16>().expect("more than a row")), order));
                    let (low, high) = pure!((_mm_shuffle_epi8(low, cells), _mm_shuffle_epi8(high, cells)));
                    if w == 2 {
                        pure!(_mm_unpackhi_epi8(low, high))
                    } else {
                        pure!(_mm_unpacklo_epi8(low, high))
                    }
                });
                let line = Self(if w == 1 {
                    pure!(_mm256_set_m128i(_mm_unpackhi_epi64(band[2], zero), _mm_unpackhi_epi64(band[0], band[1])))
                } else {
                    pure!(_mm256_set_m128i(_mm_move_epi64(band[2]), _mm_unpacklo_epi64(band[0], band[1])))
                });
                line.and(Self::splat(FULL))
            })
        }
        #[inline(always)]
        fn values(x: [[Self; 3]; 3]) -> [u8; 81] {
            let table = pure!(_mm256_broadcastsi128_si256(bytes!(places::DIGITS)));
            let digits = nine!(w, r => pure!({
                // The upper bytes become 0.
                let windows = _mm256_mullo_epi16(x[w][r].0, _mm256_set1_epi16(places::WINDOWS));
                let number = _mm256_or_si256(_mm256_srli_epi16::<12>(windows), _mm256_set1_epi16(i16::MIN));
                _mm256_shuffle_epi8(table, number)
            }));
            let rows = three!(r => pure!({
                let two = _mm256_or_si256(digits[0][r], _mm256_slli_epi16::<8>(digits[1][r]));
                let (even, odd) = (_mm256_unpacklo_epi64(two, digits[2][r]), _mm256_unpackhi_epi64(two, digits[2][r]));
                let order = bytes!(places::BY_ROW[r]);
                [
                    _mm_shuffle_epi8(_mm256_castsi256_si128(even), order),
                    _mm_shuffle_epi8(_mm256_castsi256_si128(odd), order),
                    _mm_shuffle_epi8(_mm256_extracti128_si256::<1>(even), order),
                ]
            }));
            let mut values = [0; 81];
            // In order, as each is written with some bytes too many, but for the last.
            for row in 0..8 {
                let to = values[9 * row..].first_chunk_mut::<16>().expect("more than a row");
                // SAFETY: 16 bytes; the instruction exists as everywhere here.
                unsafe { _mm_storeu_si128((&raw mut *to).cast(), rows[row % 3][row / 3]) }
            }
            let last = rows[2][2];
            let (low, high) = pure!((_mm_cvtsi128_si64(last), _mm_extract_epi8::<8>(last)));
            values[72..80].copy_from_slice(&low.to_le_bytes());
            values[80] = high.to_le_bytes()[0];
            values
        }
    };
}
pub(crate) use {bytes, methods, pure};
