//! How much memory a fit takes, before it is begun.

use crate::{Corpus, TopicsError};

/// What the memory of a fit follows from.
pub(crate) struct Sizes {
    pub(crate) documents: usize,
    pub(crate) segments: usize,
    pub(crate) terms: usize,
    /// Counts above 0.
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

    /// Bytes of a number for each of `rows` and topics.
    pub(crate) fn numbers(&self, rows: usize) -> usize {
        rows.saturating_mul(self.n_topics).saturating_mul(8)
    }

    /// Bytes of the counts as a fit goes through them: 12 a value.
    pub(crate) fn copy(&self) -> usize {
        self.values.saturating_mul(12)
    }

    /// About how many bytes a fit takes on top of the corpus, with what is the model's own.
    pub(crate) fn bytes(&self, own: usize) -> usize {
        let n_statistics = 2 * rayon::current_num_threads() + 2;
        let parts = [
            // Once more for a cache.
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

/// Refuses a fit that needs more bytes than the limit.
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
