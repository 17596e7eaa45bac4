//! Vector space model: bisecting k-means on tf-idf vectors of segments.
//!
//! Segment vectors have unit length, one cluster per topic is made, and a document belongs
//! to the cluster of most of its segments; ties go to the lowest cluster. No probabilities
//! are fitted: the topics of a document are the shares of its tokens in clusters, the words
//! of a topic the term counts of its cluster.

use crate::{Corpus, Params, TopicsError};
use recto_math::DenseMatrix;
use recto_math::Run;
use recto_math::cluster::bisecting::{self, bisect};
use recto_math::weight::Weighting;

/// Clusters of segments, read as topics.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Groups {
    /// Share of each document's tokens in each cluster.
    pub(crate) documents: DenseMatrix,
    /// 1 for the cluster of the segment, else 0.
    pub(crate) segments: DenseMatrix,
    /// Word distribution of each cluster, terms by clusters.
    pub(crate) phi: DenseMatrix,
    /// Majority cluster of each document.
    pub(crate) groups: Vec<usize>,
}

/// SGM sec. 5.2: VSM, bisecting k-means on segments and a vote in each document.
pub(crate) fn fit(
    corpus: &Corpus,
    params: &Params,
    n_topics: usize,
    run: &Run<'_>,
) -> Result<Groups, TopicsError> {
    let counts = corpus.segments();
    let weighted = Weighting::TfIdf.apply(counts);
    let settings = bisecting::Params {
        trials: 5 * params.restarts,
        ..bisecting::Params::default()
    };
    let labels = bisect(&weighted, n_topics, settings, run)?;
    let mut found = Groups {
        documents: DenseMatrix::filled(corpus.n_documents(), n_topics, 0.0),
        segments: DenseMatrix::filled(corpus.n_segments(), n_topics, 0.0),
        phi: DenseMatrix::filled(corpus.n_terms(), n_topics, params.beta),
        groups: Vec::with_capacity(corpus.n_documents()),
    };
    for document in 0..corpus.n_documents() {
        let mut votes = vec![0usize; n_topics];
        for segment in corpus.segments_of(document) {
            let row = counts.row(segment);
            let label = labels[segment];
            found.segments.row_mut(segment)[label] = 1.0;
            if row.columns.is_empty() {
                continue;
            }
            votes[label] += 1;
            found.documents.row_mut(document)[label] += row.sum();
            for (w, n) in row.iter() {
                found.phi.row_mut(w as usize)[label] += n;
            }
        }
        let most = votes.iter().max().copied().unwrap_or(0);
        found
            .groups
            .push(votes.iter().position(|&n| n == most).unwrap_or(0));
    }
    found.documents.normalize_rows();
    found.phi.normalize_columns();
    Ok(found)
}
