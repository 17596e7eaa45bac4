//! Seeded random numbers that are the same on every machine.
//!
//! There is one stream for each (seed, purpose, index). Restarts and items draw from
//! streams of their own and never from a shared one, so that the scheduling of threads
//! cannot change what they draw. The generator is ChaCha8, whose output is specified,
//! unlike that of a library's "standard" generator.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The random stream of one purpose and one restart or item.
///
/// ```
/// use rand_chacha::rand_core::Rng;
/// let mut a = recto_math::rng::stream(0, "restart", 1);
/// let mut b = recto_math::rng::stream(0, "restart", 1);
/// let mut c = recto_math::rng::stream(0, "restart", 2);
/// let (a, b, c) = (a.next_u64(), b.next_u64(), c.next_u64());
/// assert_eq!(a, b);
/// assert_ne!(a, c);
/// ```
pub fn stream(seed: u64, purpose: &str, index: u64) -> ChaCha8Rng {
    let mut key = [0u8; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key[8..16].copy_from_slice(&fnv1a(purpose.as_bytes()).to_le_bytes());
    key[16..24].copy_from_slice(&index.to_le_bytes());
    ChaCha8Rng::from_seed(key)
}

/// A uniform number in [0, 1), from the upper 53 bits of a draw.
///
/// ```
/// let mut stream = recto_math::rng::stream(0, "doc", 0);
/// assert!((0.0..1.0).contains(&recto_math::rng::uniform(&mut stream)));
/// ```
pub fn uniform(stream: &mut ChaCha8Rng) -> f64 {
    (stream.next_u64() >> 11) as f64 * 2f64.powi(-53)
}

/// A uniform integer below `n`, by the upper half of a product: for `n` below 2^32 the bias
/// is below 2^-32. 0 if `n` is 0.
pub fn below(stream: &mut ChaCha8Rng, n: usize) -> usize {
    ((u128::from(stream.next_u64()) * n as u128) >> 64) as usize
}

/// A standard normal number by Marsaglia's polar method. The second number of each pair is
/// discarded, so that a call depends on the stream alone.
pub fn normal(stream: &mut ChaCha8Rng) -> f64 {
    loop {
        let (x, y) = (uniform(stream) * 2.0 - 1.0, uniform(stream) * 2.0 - 1.0);
        let square = x * x + y * y;
        if square > 0.0 && square < 1.0 {
            return x * (-2.0 * square.ln() / square).sqrt();
        }
    }
}

/// Shuffles the items (Fisher-Yates).
pub fn shuffle<T>(stream: &mut ChaCha8Rng, items: &mut [T]) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(stream, last + 1));
    }
}

/// 64-bit FNV-1a hash: the same on every machine, but not cryptographic. It separates
/// purposes here and makes names elsewhere.
pub fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_differ_by_seed_purpose_and_index() {
        let first = |seed, purpose, index| stream(seed, purpose, index).next_u64();
        let base = first(0, "a", 0);
        assert_ne!(base, first(1, "a", 0));
        assert_ne!(base, first(0, "b", 0));
        assert_ne!(base, first(0, "a", 1));
    }

    #[test]
    fn the_first_draw_is_pinned() {
        // A change of this number changes every seeded result of every user.
        assert_eq!(stream(0, "pin", 0).next_u64(), PINNED);
    }

    #[test]
    fn draws_have_the_moments_of_their_laws() {
        let mut draw = stream(0, "moments", 0);
        let n = 20_000;
        let mean = |of: &mut dyn FnMut() -> f64| (0..n).map(|_| of()).sum::<f64>() / f64::from(n);
        assert!((mean(&mut || uniform(&mut draw)) - 0.5).abs() < 0.01);
        assert!((mean(&mut || below(&mut draw, 5) as f64) - 2.0).abs() < 0.04);
        assert!(mean(&mut || normal(&mut draw)).abs() < 0.03);
        assert!((mean(&mut || normal(&mut draw).powi(2)) - 1.0).abs() < 0.05);
    }

    #[test]
    fn a_shuffle_keeps_every_item() {
        let mut items: Vec<usize> = (0..50).collect();
        shuffle(&mut stream(0, "shuffle", 0), &mut items);
        assert!(!items.is_sorted());
        items.sort_unstable();
        assert!(items.into_iter().eq(0..50));
    }

    const PINNED: u64 = 15_490_735_135_198_359_321;
}
