//! Memory estimate of a fit, checked against a limit before it starts.

use crate::{Corpus, Model, TopicsError};
use recto_math::DenseMatrix;

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
        // `recto_math::em` keeps one statistic per thread alive, and their sum; each is as
        // large as the word distributions, and so are the parameters.
        let n_statistics = rayon::current_num_threads() + 2;
        let parts = [
            // The second copy is the cache.
            self.copy(),
            self.copy(),
            self.numbers(self.terms).saturating_mul(n_statistics),
            own,
            self.numbers(self.documents).saturating_mul(3),
            self.numbers(self.segments),
            map(self.n_topics),
        ];
        parts.into_iter().fold(0, usize::saturating_add)
    }
}

/// Bytes of a map of topics: distances, products and vectors of all pairs.
fn map(n_topics: usize) -> usize {
    n_topics.saturating_mul(n_topics).saturating_mul(3 * 8)
}

/// Refuses to use a saved model on so many documents and segments if that takes more bytes
/// than the limit. Its sizes are what a stranger wrote down: the words of its clusters and
/// the map of its topics can be a hundred thousand times as large as the file.
///
/// # Errors
/// [`TopicsError::SavedTooLarge`], with what it would take.
pub fn check_saved(
    model: &Model,
    documents: usize,
    segments: usize,
    limit: Option<usize>,
) -> Result<(), TopicsError> {
    let (topics, terms) = (model.n_topics(), model.terms.len());
    let clusters = model.clusters.as_ref().map_or(0, DenseMatrix::n_rows);
    let rows = documents.saturating_add(segments);
    let numbers = [
        terms.saturating_mul(clusters),
        rows.saturating_mul(topics),
        // Again, in the order of columns.
        terms.saturating_mul(topics),
    ];
    let numbers = numbers.into_iter().fold(0, usize::saturating_add);
    let needed = numbers.saturating_mul(8).saturating_add(map(topics));
    match limit {
        Some(limit) if needed > limit => Err(TopicsError::SavedTooLarge {
            topics,
            terms,
            mebibytes: needed.div_ceil(1 << 20),
            limit: limit >> 20,
        }),
        _ => Ok(()),
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A file of a few megabytes that once asked for 80 GB.
    #[test]
    fn a_small_file_cannot_ask_for_much_memory() {
        let small = crate::saved::tests::model();
        let with = |topics: usize, clusters: usize| Model {
            terms: vec![String::new(); 2],
            words: DenseMatrix::filled(2, topics, 0.5),
            clusters: (clusters > 0).then(|| DenseMatrix::filled(clusters, topics, 0.5)),
            ..small.clone()
        };
        let check = |model: &Model, documents| check_saved(model, documents, 0, Some(1 << 24));
        assert_eq!(check(&small, 1000), Ok(()));
        assert_eq!(check(&with(10, 10), 1000), Ok(()));
        let error = check(&with(100_000, 0), 1).expect_err("a map of 100,000 topics");
        assert!(
            error
                .to_string()
                .contains("100000 topics and 2 terms need about")
        );
        assert!(check(&with(5000, 0), 1_000_000).is_err());
        assert!(check(&with(1, 2_000_000), 1).is_err());
    }
}
