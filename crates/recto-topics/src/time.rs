//! Topic shares over time.

use crate::{Corpus, DenseMatrix, FittedTopics};
use serde::Serialize;

/// Topic shares of successive spans of time.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Timeline {
    /// Share of each topic in the tokens of a span, spans by topics; all 0 in a span
    /// without tokens.
    pub shares: DenseMatrix,
    /// Number of documents in each span.
    pub documents: Vec<usize>,
    /// Number of tokens in each span.
    pub tokens: Vec<f64>,
    /// For each topic, the span in which its share is largest; the earliest of equals.
    pub peaks: Vec<usize>,
    /// Number of documents without a span.
    pub undated: usize,
}

/// Topic shares of `n_buckets` spans of time; `bucket` gives the span of a document, `None`
/// if it has no date.
pub fn timeline(
    fitted: &FittedTopics,
    corpus: &Corpus,
    n_buckets: usize,
    bucket: impl Fn(usize) -> Option<usize>,
) -> Timeline {
    let n_topics = fitted.n_topics();
    let mut found = Timeline {
        shares: DenseMatrix::filled(n_buckets, n_topics, 0.0),
        documents: vec![0; n_buckets],
        tokens: vec![0.0; n_buckets],
        peaks: vec![0; n_topics],
        undated: 0,
    };
    for document in 0..corpus.n_documents() {
        let Some(at) = bucket(document).filter(|&at| at < n_buckets) else {
            found.undated += 1;
            continue;
        };
        let segments = corpus.segments_of(document);
        let length: f64 = segments.map(|s| corpus.segments().row(s).sum()).sum();
        found.documents[at] += 1;
        found.tokens[at] += length;
        let sums = found.shares.row_mut(at).iter_mut();
        let topics = fitted.documents.row(document);
        sums.zip(topics).for_each(|(sum, p)| *sum += length * p);
    }
    for (at, &tokens) in found.tokens.iter().enumerate() {
        if tokens > 0.0 {
            let row = found.shares.row_mut(at).iter_mut();
            row.for_each(|share| *share /= tokens);
        }
    }
    for topic in 0..n_topics {
        let share = |at: usize| found.shares.row(at)[topic];
        let mut peak = 0;
        for at in 0..n_buckets {
            if share(at) > share(peak) {
                peak = at;
            }
        }
        found.peaks[topic] = peak;
    }
    found
}
