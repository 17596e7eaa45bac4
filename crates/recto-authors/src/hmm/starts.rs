//! Starts of the fits: spectral clusterings of chunks of several sizes, by all tokens
//! and by the weighed counts that the fits see.

use crate::steps::Steps;
use crate::text::{Text, chunk_bounds, spread};
use rayon::prelude::*;
use recto_math::cluster::affinity::{bhattacharyya, jensen_shannon, normalize};
use recto_math::cluster::kmeans;
use recto_math::cluster::spectral::Embedding;
use recto_math::{Cancelled, CsrBuilder, CsrMatrix, DenseMatrix, Run};

/// Sentences in a chunk that is compared by all tokens, and by weighed counts.
const SIZES: [usize; 4] = [5, 10, 15, 20];
const WEIGHED_SIZES: [usize; 4] = [5, 10, 20, 40];

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
    /// By the Jensen-Shannon divergence of `terms`.
    fn by_terms(text: &Text, terms: &[u32], size: usize, k_max: usize, seed: u64) -> Self {
        let bounds = chunk_bounds(text.len(), size);
        let counts = text.counts(terms, bounds.iter().copied());
        Self::new(bounds, &jensen_shannon(&counts), k_max, seed)
    }

    /// By the Bhattacharyya coefficient of weighed counts.
    fn by_weights(weights: &CsrMatrix, size: usize, k_max: usize, seed: u64) -> Self {
        let bounds = chunk_bounds(weights.n_rows(), size);
        let mut chunks = CsrBuilder::new(weights.n_columns());
        let mut sums = vec![0.0; weights.n_columns()];
        let mut start = 0;
        for &end in &bounds {
            for row in start..end {
                let own = weights.row(row);
                own.iter().for_each(|(c, x)| sums[c as usize] += x);
            }
            chunks.push_weights((0..).zip(sums.iter().copied()).filter(|(_, x)| *x > 0.0));
            sums.fill(0.0);
            start = end;
        }
        Self::new(bounds, &bhattacharyya(&chunks.finish()), k_max, seed)
    }

    fn new(bounds: Vec<usize>, affinity: &DenseMatrix, k_max: usize, seed: u64) -> Self {
        Self {
            embedding: Embedding::new(&normalize(affinity), k_max, seed),
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

/// The chunks of every size by all tokens that occur twice, then by weighed counts. One
/// decomposition each serves all numbers of authors.
pub(crate) fn chunks(
    text: &Text,
    weights: &CsrMatrix,
    k_max: usize,
    run: &Run<'_>,
) -> Result<Vec<Chunks>, Cancelled> {
    let all = text.frequent(usize::MAX, 2);
    let grown = text.len().div_ceil(LONG).max(1);
    let plan = |is_weighed: bool, sizes: [usize; 4]| {
        let sizes = sizes.map(|size| size * grown).into_iter();
        let sizes = sizes.filter(|size| text.len() >= 2 * size);
        sizes.map(move |size| (is_weighed, size))
    };
    let plans: Vec<(bool, usize)> = plan(false, SIZES)
        .chain(plan(true, WEIGHED_SIZES))
        .collect();
    let steps = Steps::new(run, "comparing chunks", plans.len());
    let work = |(index, &(is_weighed, size)): (usize, &(bool, usize))| {
        steps.ask()?;
        let seed = seed_of(run, index);
        let chunks = if is_weighed {
            Chunks::by_weights(weights, size, k_max, seed)
        } else {
            Chunks::by_terms(text, &all, size, k_max, seed)
        };
        steps.finish_one();
        Ok(chunks)
    };
    plans.par_iter().enumerate().map(work).collect()
}

/// Chunks small enough for `k` groups, where the usual ones are too few.
pub(crate) fn small_chunks(text: &Text, k: usize, run: &Run<'_>) -> Chunks {
    let all = text.frequent(usize::MAX, 1);
    let size = (text.len() / (3 * k)).max(1);
    Chunks::by_terms(text, &all, size, k, run.seed)
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
