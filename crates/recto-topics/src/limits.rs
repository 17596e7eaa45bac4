//! Memory estimate of a fit, checked against a limit before it starts.

use crate::{Corpus, TopicsError};

/// Sizes from which the memory of a fit is estimated.
pub(crate) struct Sizes {
    pub(crate) documents: usize,
    pub(crate) segments: usize,
    pub(crate) terms: usize,
    /// Non-zero counts.
    pub(crate) values: usize,
    pub(crate) n_topics: usize,
}

impl Sizes {
    pub(crate) fn new(corpus: &Corpus, n_topics: usize) -> Self {
        Self {
            documents: corpus.n_documents(),
            segments: corpus.n_segments(),
            terms: corpus.n_terms(),
            values: corpus.segments().nnz(),
            n_topics,
        }
    }

    /// Bytes of a dense matrix of `rows` by topics.
    pub(crate) fn numbers(&self, rows: usize) -> usize {
        rows.saturating_mul(self.n_topics).saturating_mul(8)
    }

    /// Bytes of a copy of the counts: a `u32` column and an `f64` value each.
    pub(crate) fn copy(&self) -> usize {
        self.values.saturating_mul(12)
    }

    /// Estimated bytes of a fit on top of the corpus; `own` is the model's own part.
    pub(crate) fn bytes(&self, own: usize) -> usize {
        // `recto_math::em` keeps at most two statistics per thread alive; each is as large
        // as the word distributions, and so are the old and the new parameters.
        let n_statistics = 2 * rayon::current_num_threads() + 2;
        let parts = [
            // The second copy is the cache.
            self.copy(),
            self.copy(),
            self.numbers(self.terms).saturating_mul(n_statistics),
            own,
            self.numbers(self.documents).saturating_mul(3),
            self.numbers(self.segments),
        ];
        parts.into_iter().fold(0, usize::saturating_add)
    }
}

/// Checks the estimate against the limit.
pub(crate) fn check(
    method: &'static str,
    needed: usize,
    limit: Option<usize>,
) -> Result<(), TopicsError> {
    match limit {
        Some(limit) if needed > limit => Err(TopicsError::TooMuchMemory {
            method,
            mebibytes: needed.div_ceil(1 << 20),
            limit: limit >> 20,
        }),
        _ => Ok(()),
    }
}
