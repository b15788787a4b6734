//! Randomness that never changes: the default generator, streams, and draws pinned by known answers.
//!
//! `rand` does not promise that its shuffles and ranges stay the same from release to release; results here
//! must, so these few lines are our own. All of them draw whole 64-bit words.

use rand_core::{Rng, SeedableRng};

/// The generator behind every seed.
pub type DefaultRng = rand_xoshiro::Xoshiro256PlusPlus;

/// The finalizer of SplitMix64 (Steele, Lea, Flood 2014): a bijection of the 64-bit words.
const fn mix(word: u64) -> u64 {
    let z = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The generator of stream `index` of a seed. Different pairs have different states: four Feistel rounds
/// permute the pair, and each half then gives two words of state.
///
/// Grid i of a run is made from stream i, so neither the number of threads nor the length of the run shows.
pub fn stream(seed: u64, index: u64) -> DefaultRng {
    const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
    let (mut a, mut b) = (seed, index);
    a ^= mix(b.wrapping_add(GOLDEN));
    b ^= mix(a.wrapping_add(GOLDEN));
    a ^= mix(b.wrapping_add(GOLDEN.wrapping_mul(2)));
    b ^= mix(a.wrapping_add(GOLDEN.wrapping_mul(2)));
    let words = [
        mix(a.wrapping_add(GOLDEN)),
        mix(b.wrapping_add(GOLDEN)),
        mix(!a),
        mix(!b),
    ];
    let mut state = [0; 32];
    for (bytes, word) in state.chunks_exact_mut(8).zip(words) {
        bytes.copy_from_slice(&word.to_le_bytes());
    }
    DefaultRng::from_seed(state)
}

/// `N` independent uniform numbers, the i-th in 0..`bounds[i]`, from one 64-bit word most of the time.
///
/// Exact: batched multiplication with rejection (Brackett-Rozinsky and Lemire, "Batched Ranged Random Integer
/// Generation", 2024). The product of the bounds must be below 2^64; the nearer it comes, the more often a
/// word is rejected.
///
/// # Panics
///
/// When a bound is 0 or the product does not fit.
#[inline]
pub fn below_each<const N: usize, R: Rng + ?Sized>(rng: &mut R, bounds: [u32; N]) -> [u32; N] {
    below_each_wide(rng, bounds.map(u64::from)).map(|value| value as u32)
}

/// [`below_each`] with wider bounds.
///
/// # Panics
///
/// When a bound is 0 or the product does not fit.
#[inline]
pub fn below_each_wide<const N: usize, R: Rng + ?Sized>(rng: &mut R, bounds: [u64; N]) -> [u64; N] {
    let mut product: u64 = 1;
    for bound in bounds {
        product = product
            .checked_mul(bound)
            .expect("the product of the bounds fits 64 bits");
    }
    assert!(product > 0, "every bound is at least 1");
    loop {
        let mut word = rng.next_u64();
        let values = bounds.map(|bound| {
            let wide = u128::from(word) * u128::from(bound);
            word = wide as u64;
            (wide >> 64) as u64
        });
        // Cheap test first: the exact threshold needs a division.
        if word >= product || word >= product.wrapping_neg() % product {
            return values;
        }
    }
}

/// A uniform number in 0..`bound` (Lemire's method with rejection).
///
/// ```
/// use gridwright_grid::rng::{below, stream};
/// assert!(below(&mut stream(1, 0), 6) < 6);
/// ```
///
/// # Panics
///
/// When `bound` is 0.
#[inline]
pub fn below<R: Rng + ?Sized>(rng: &mut R, bound: u32) -> u32 {
    below_each(rng, [bound])[0]
}

/// Puts the items into uniformly random order (Fisher-Yates, from the last to the first).
///
/// # Panics
///
/// When there are more than `u32::MAX` items.
#[inline]
pub fn shuffle<T, R: Rng + ?Sized>(rng: &mut R, items: &mut [T]) {
    let mut left = u32::try_from(items.len()).expect("at most u32::MAX items");
    // The nine digits: all draws from one word.
    if left == 9 {
        left = settle::<8, _, _>(rng, items, 9);
    }
    while left > 1 {
        // As many draws from a word as keep the product of their bounds far below 2^64.
        left = match left {
            3 => settle::<2, _, _>(rng, items, left),
            4 => settle::<3, _, _>(rng, items, left),
            5..=4096 => settle::<4, _, _>(rng, items, left),
            _ => settle::<1, _, _>(rng, items, left),
        };
    }
}

/// Chooses the items of the last `N` of the first `left` places; returns how many places are left.
#[inline]
fn settle<const N: usize, T, R: Rng + ?Sized>(rng: &mut R, items: &mut [T], left: u32) -> u32 {
    let bounds = core::array::from_fn(|i| left - i as u32);
    for (bound, j) in bounds.into_iter().zip(below_each::<N, R>(rng, bounds)) {
        items.swap(bound as usize - 1, j as usize);
    }
    left - N as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_answers() {
        let mut rng = stream(1, 0);
        let words: [u64; 3] = core::array::from_fn(|_| rng.next_u64());
        assert_eq!(
            words,
            [
                144_722_678_916_023_976,
                4_804_245_901_914_236_580,
                5_250_636_255_356_467_114
            ]
        );
        let mut rng = stream(0xdead_beef, 7);
        assert_eq!(
            core::array::from_fn(|_| below(&mut rng, 10)),
            [2, 5, 8, 3, 6, 6, 7, 5, 3, 8, 7, 0]
        );
        assert_eq!(below_each(&mut rng, [9, 8, 7, 6]), [1, 7, 5, 0]);
        let mut items: [u8; 9] = core::array::from_fn(|i| i as u8);
        shuffle(&mut rng, &mut items);
        assert_eq!(items, [1, 0, 2, 5, 7, 6, 3, 8, 4]);
    }

    #[test]
    fn streams_differ() {
        let mut firsts: alloc::vec::Vec<_> = (0..64)
            .flat_map(|s| (0..64).map(move |i| stream(s, i).next_u64()))
            .collect();
        firsts.sort_unstable();
        firsts.dedup();
        assert_eq!(firsts.len(), 64 * 64);
    }

    /// A generator that returns each word of a tiny range once: rejection must make the counts equal.
    struct Counter(u64);
    impl rand_core::TryRng for Counter {
        type Error = core::convert::Infallible;
        fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
            self.try_next_u64().map(|word| word as u32)
        }
        fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
            let word = self.0;
            self.0 = self.0.wrapping_add(1 << 48);
            Ok(word)
        }
        fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
            bytes.fill(0);
            Ok(())
        }
    }

    #[test]
    fn equal_counts() {
        // 2^16 equally spaced words, 1 past a multiple of the spacing: every value within one of the mean.
        let mut rng = Counter(1 << 47);
        let mut counts = [0_i32; 12];
        for _ in 0..1 << 16 {
            let [a, b] = below_each(&mut rng, [4, 3]);
            counts[(a * 3 + b) as usize] += 1;
        }
        assert!(
            counts.iter().all(|count| (count - (1 << 16) / 12).abs() <= 1),
            "{counts:?}"
        );
    }

    #[test]
    fn shuffles_of_four_are_uniform() {
        let mut rng = stream(2, 0);
        let mut counts = [0_u32; 256];
        let n = 24_000;
        for _ in 0..n {
            let mut items = [0_usize, 1, 2, 3];
            shuffle(&mut rng, &mut items);
            counts[items.iter().fold(0, |index, item| index * 4 + item)] += 1;
        }
        let expected = f64::from(n) / 24.0;
        let seen: alloc::vec::Vec<_> = counts.iter().filter(|&&count| count > 0).collect();
        let chi2: f64 = seen
            .iter()
            .map(|&&count| (f64::from(count) - expected).powi(2) / expected)
            .sum();
        assert_eq!(seen.len(), 24);
        // 23 degrees of freedom: 71 is exceeded once in a million.
        assert!(chi2 < 71.0, "{chi2}");
    }

    #[test]
    fn long_shuffles_permute() {
        let mut rng = stream(3, 0);
        for n in [0, 1, 2, 3, 5, 6, 7, 8, 25, 81, 5000] {
            let mut items: alloc::vec::Vec<usize> = (0..n).collect();
            shuffle(&mut rng, &mut items);
            assert!(n < 25 || !items.is_sorted());
            items.sort_unstable();
            assert!(items.iter().copied().eq(0..n));
        }
    }
}
