//! Starts of the fits: spectral clusterings of chunks of several sizes, by all tokens
//! and by frequent ones.

use crate::steps::Steps;
use crate::text::{Text, chunk_bounds, spread};
use rayon::prelude::*;
use recto_math::cluster::affinity::{jensen_shannon, normalize};
use recto_math::cluster::kmeans;
use recto_math::cluster::spectral::Embedding;
use recto_math::{Cancelled, Run};

/// Sentences in a chunk.
const SIZES: [usize; 4] = [5, 10, 15, 20];

/// Sentences above which chunks grow, so that there are at most 2,000 of the smallest: an
/// affinity takes memory and time with the square of their number.
const LONG: usize = 10_000;

/// Restarts of k-means.
const RESTARTS: usize = 10;

/// Chunks of a text as points.
pub(crate) struct Chunks {
    bounds: Vec<usize>,
    embedding: Embedding,
    seed: u64,
}

impl Chunks {
    fn new(text: &Text, terms: &[u32], size: usize, k_max: usize, seed: u64) -> Self {
        let bounds = chunk_bounds(text.len(), size);
        let counts = text.counts(terms, bounds.iter().copied());
        let affinity = normalize(&jensen_shannon(&counts));
        Self {
            embedding: Embedding::new(&affinity, k_max, seed),
            bounds,
            seed,
        }
    }

    /// A labelling of the units with `k` labels; `None` with fewer chunks.
    fn start(&self, k: usize) -> Option<Vec<usize>> {
        if self.bounds.len() < k {
            return None;
        }
        let found = kmeans::solve(&self.embedding.rows(k), k, RESTARTS, self.seed);
        Some(spread(&found.labels, &self.bounds))
    }
}

/// The chunks of every size by all tokens that occur twice, then by frequent ones. One
/// decomposition each serves all numbers of authors.
pub(crate) fn chunks(
    text: &Text,
    frequent: &[u32],
    k_max: usize,
    run: &Run<'_>,
) -> Result<Vec<Chunks>, Cancelled> {
    let all = text.frequent(usize::MAX, 2);
    let grown = text.len().div_ceil(LONG).max(1);
    let sizes = SIZES.map(|size| size * grown);
    let sizes = sizes.into_iter().filter(|size| text.len() >= 2 * size);
    let sizes: Vec<usize> = sizes.collect();
    let plans: Vec<(&[u32], usize)> = [&all[..], frequent]
        .into_iter()
        .flat_map(|terms| sizes.iter().map(move |&size| (terms, size)))
        .collect();
    let steps = Steps::new(run, "comparing chunks", plans.len());
    let work = |(index, &(terms, size)): (usize, &(&[u32], usize))| {
        steps.ask()?;
        let chunks = Chunks::new(text, terms, size, k_max, seed_of(run, index));
        steps.finish_one();
        Ok(chunks)
    };
    plans.par_iter().enumerate().map(work).collect()
}

/// Chunks small enough for `k` groups, where the usual ones are too few.
pub(crate) fn small_chunks(text: &Text, k: usize, run: &Run<'_>) -> Chunks {
    let all = text.frequent(usize::MAX, 1);
    let size = (text.len() / (3 * k)).max(1);
    Chunks::new(text, &all, size, k, run.seed)
}

/// A seed of its own for each clustering.
fn seed_of(run: &Run<'_>, index: usize) -> u64 {
    run.seed
        .wrapping_add((index as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// The labellings that the fits for `k` authors begin with.
pub(crate) fn starts(chunks: &[Chunks], k: usize) -> Vec<Vec<usize>> {
    chunks
        .par_iter()
        .map(|chunks| chunks.start(k))
        .collect::<Vec<_>>()
        .into_iter()
        .flatten()
        .collect()
}
