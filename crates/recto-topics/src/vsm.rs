//! The vector space model: segments grouped by the angle between their words.
//!
//! Segments are weighted by tf·idf and scaled to unit length, bisecting k-means groups them
//! into as many groups as topics are asked for, and a document belongs to the group of most
//! of its segments; ties go to the lowest group. No probabilities are fitted: the topics of
//! a document are the shares of its words in groups, the words of a topic the counts of its
//! group.

use crate::{Corpus, Params, TopicsError};
use recto_math::DenseMatrix;
use recto_math::Run;
use recto_math::cluster::bisecting::{self, bisect};
use recto_math::weight::Weighting;

/// What is found.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Groups {
    /// Documents by groups.
    pub(crate) documents: DenseMatrix,
    /// Segments by groups.
    pub(crate) segments: DenseMatrix,
    /// Terms by groups.
    pub(crate) phi: DenseMatrix,
    /// The group of each document.
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
