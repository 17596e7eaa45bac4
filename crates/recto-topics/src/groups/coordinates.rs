//! Which documents are looked at, and their coordinates beside those of shuffled ones.

use super::chance::shuffled;
use super::latent::{self, Latent, Weights};
use crate::{Corpus, TopicsError};
use rayon::prelude::*;
use recto_math::factor::randomized;
use recto_math::{CsrMatrix, DenseMatrix, Run, rng};

/// How many documents of a large collection are looked at.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    /// Documents whose directions are computed at most.
    pub(super) pool: usize,
    /// Documents of the neighbour graph at most; its time is quadratic.
    pub(super) sample: usize,
    /// Groups that must be possible.
    pub(super) groups: usize,
}

pub(super) const BOUNDS: Bounds = Bounds {
    pool: 10_000,
    sample: 3000,
    groups: 1,
};

/// What shuffled documents give.
pub(super) struct ByChance {
    /// Singular values, scaled to as many documents as the sample has.
    pub(super) noise: Vec<f64>,
    pub(super) places: DenseMatrix,
}

/// Weights, and the documents that have a term with one. Where dropping common words would
/// leave too few documents, they are kept.
pub(super) fn weighted(corpus: &Corpus, filled: &[usize], least: usize) -> (Weights, Vec<usize>) {
    let weights = Weights::new(corpus, filled, true);
    let has_weight = |&document: &usize| !weights.of(corpus, document).is_empty();
    let placed: Vec<usize> = filled.par_iter().copied().filter(has_weight).collect();
    if placed.len() * 10 >= filled.len() * 9 && placed.len() >= least {
        return (weights, placed);
    }
    (Weights::new(corpus, filled, false), filled.to_vec())
}

/// Documents whose directions are computed; those of the graph come first, increasing.
pub(super) fn pool(mut placed: Vec<usize>, bounds: Bounds, seed: u64) -> Vec<usize> {
    if placed.len() > bounds.sample {
        let mut stream = rng::stream(seed, "documents to group", 0);
        rng::shuffle(&mut stream, &mut placed);
        placed.truncate(bounds.pool);
        placed[..bounds.sample].sort_unstable();
    }
    placed
}

/// The directions of rows, and what shuffled rows give; `m` rows are those of the graph.
pub(super) fn coordinates(
    rows: &CsrMatrix,
    m: usize,
    run: &Run<'_>,
) -> Result<(Latent, ByChance), TopicsError> {
    let shuffled = shuffled(rows, run.seed);
    let chance = randomized::truncated(&shuffled, latent::directions(rows), run)?;
    let latent = Latent::new(rows, &chance.values, run)?;
    let place = |i: usize, j: usize| chance.values[j] * chance.left[(j, i)];
    let mut places = DenseMatrix::from_fn(m, chance.values.len(), place);
    places.rows_mut().for_each(latent::to_unit);
    // Singular values grow with the root of the number of rows.
    let scale = (m as f64 / rows.n_rows().max(1) as f64).sqrt();
    let noise = chance.values.iter().map(|s| s * scale).collect();
    Ok((latent, ByChance { noise, places }))
}
