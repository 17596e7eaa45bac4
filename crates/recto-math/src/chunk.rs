//! Parallel chunks of fixed size, for the same bytes with any number of threads.
//!
//! The sum of a parallel iterator depends on how it was split, because floating-point
//! addition is not associative. Here the split depends on the input alone: chunks of fixed
//! size, each processed by one thread, their results in order.

use rayon::prelude::*;

/// Default number of items in a chunk.
pub const CHUNK: usize = 4096;

/// Maps fixed chunks of `items` in parallel and returns the results in order.
///
/// ```
/// let sums = recto_math::chunk::map(&[1, 2, 3, 4, 5], 2, |chunk| chunk.iter().sum::<i32>());
/// assert_eq!(sums, [3, 7, 5]);
/// ```
pub fn map<T: Sync, R: Send>(
    items: &[T],
    size: usize,
    work: impl Fn(&[T]) -> R + Sync + Send,
) -> Vec<R> {
    items.par_chunks(size.max(1)).map(work).collect()
}

/// The sum of `f` over `items`: the same bits for any number of threads.
pub fn sum<T: Sync>(items: &[T], f: impl Fn(&T) -> f64 + Sync + Send) -> f64 {
    map(items, CHUNK, |chunk| chunk.iter().map(&f).sum::<f64>())
        .into_iter()
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Run, Silent};
    use std::num::NonZeroUsize;

    #[test]
    fn sums_have_the_same_bits_at_any_number_of_threads() {
        let items: Vec<f64> = (1..50_000).map(|i| 1.0 / f64::from(i)).collect();
        let bits = |threads| {
            let threads = NonZeroUsize::new(threads).expect("not zero");
            Run::new(0, &Silent)
                .with_threads(threads)
                .install(|| sum(&items, |x| x.sin()).to_bits())
        };
        assert_eq!(bits(1), bits(2));
        assert_eq!(bits(1), bits(7));
    }
}
