//! Topics over time: what the documents of each span of time are about.

use crate::{Corpus, DenseMatrix, FittedTopics};
use serde::Serialize;

/// The topics of each span of time.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Timeline {
    /// Spans by topics: the share of each topic in the words of the span; 0 in a span
    /// without words.
    pub shares: DenseMatrix,
    /// Documents of each span.
    pub documents: Vec<usize>,
    /// Tokens of each span.
    pub tokens: Vec<f64>,
    /// For each topic, the span in which its share is largest; the first of equals.
    pub peaks: Vec<usize>,
    /// Documents without a span.
    pub undated: usize,
}

/// The topics of `n_buckets` spans of time; `bucket` says in which a document stands.
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
