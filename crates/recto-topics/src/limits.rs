//! How much memory a fit takes, before it is begun.

use crate::methods::Kind;
use crate::{Corpus, Params, TopicsError};

/// About how many bytes a fit with `n_topics` takes on top of the corpus.
pub(crate) fn bytes(kind: Kind, corpus: &Corpus, params: &Params, n_topics: usize) -> usize {
    let numbers = |rows: usize| rows.saturating_mul(n_topics).saturating_mul(8);
    let (documents, segments) = (corpus.n_documents(), corpus.n_segments());
    let (terms, values) = (corpus.n_terms(), corpus.segments().nnz());
    // Counts as the fit goes through them: 12 bytes a value, again for a cache.
    let copy = values.saturating_mul(12);
    let words = numbers(terms);
    let batches = words.saturating_mul(2 * rayon::current_num_threads() + 2);
    let own = match kind {
        Kind::Literal => numbers(values).saturating_mul(3),
        Kind::Vsm => copy.saturating_mul(2),
        Kind::Sgm => numbers(segments).saturating_mul(3),
        Kind::ExtPlsa => documents.saturating_mul(8 * params.clusters.unwrap_or(n_topics)),
        // Five fits, and their distributions side by side.
        Kind::Auto => words.saturating_mul(5) + numbers(documents).saturating_mul(10),
        Kind::Plsa | Kind::Lda => words,
    };
    let parts = [
        copy,
        copy,
        batches,
        own,
        numbers(documents).saturating_mul(3),
        numbers(segments),
    ];
    parts.into_iter().fold(0, usize::saturating_add)
}

/// Refuses a fit that would not fit.
pub(crate) fn check(
    kind: Kind,
    corpus: &Corpus,
    params: &Params,
    n_topics: usize,
) -> Result<(), TopicsError> {
    let Some(limit) = params.memory_limit else {
        return Ok(());
    };
    let needed = bytes(kind, corpus, params, n_topics);
    if needed <= limit {
        return Ok(());
    }
    Err(TopicsError::TooMuchMemory {
        method: kind.name(),
        mebibytes: needed.div_ceil(1 << 20),
        limit: limit >> 20,
    })
}
