//! Which documents are looked at, and their coordinates beside those of shuffled ones.

use super::chance::shuffled;
use super::latent::{self, Latent, Weights};
use crate::{Corpus, TopicsError};
use rayon::prelude::*;
use recto_math::factor::{randomized, svd::Svd};
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

/// Times that documents are shuffled. Where hardly a direction is stronger than noise, the
/// strengths of a single draw decide which are: on 59 collections of short documents the
/// error of the number was 1.58 with one seed and 1.73 with another (bench/README.md).
const SHUFFLES: u64 = 3;

/// What shuffled documents give.
pub(super) struct ByChance {
    /// Singular values, the mean of [`SHUFFLES`], scaled to as many documents as the sample has.
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
    let chance = shuffled_directions(rows, 0, run)?;
    let mut noise = chance.values.clone();
    for time in 1..SHUFFLES {
        let more = shuffled_directions(rows, time, run)?;
        noise.iter_mut().zip(more.values).for_each(|(a, b)| *a += b);
    }
    noise.iter_mut().for_each(|s| *s /= SHUFFLES as f64);
    let latent = Latent::new(rows, &noise, run)?;
    let place = |i: usize, j: usize| chance.values[j] * chance.left[(j, i)];
    let mut places = DenseMatrix::from_fn(m, chance.values.len(), place);
    places.rows_mut().for_each(latent::to_unit);
    // Singular values grow with the root of the number of rows.
    let scale = (m as f64 / rows.n_rows().max(1) as f64).sqrt();
    noise.iter_mut().for_each(|s| *s *= scale);
    Ok((latent, ByChance { noise, places }))
}

/// The directions of rows that are shuffled for the given time.
fn shuffled_directions(rows: &CsrMatrix, time: u64, run: &Run<'_>) -> Result<Svd, TopicsError> {
    let shuffled = shuffled(rows, run.seed, time);
    Ok(randomized::truncated(
        &shuffled,
        latent::directions(rows),
        run,
    )?)
}
