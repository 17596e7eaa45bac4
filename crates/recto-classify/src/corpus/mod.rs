//! Input of classifiers: term counts of documents, and named weightings of them.
//!
//! The caller turns text into terms and pushes them document by document; the vocabulary is
//! chosen once all documents are known, because it depends on document frequencies. A term
//! may be anything that the caller makes, such as a marked negation.

mod build;
mod gain;
mod weighting;

pub use build::{Choice, CorpusBuilder, Filter};
pub use gain::{Gain, information_gain};
pub use weighting::{Norm, Scheme, Weighting};

use crate::ClassifyError;
use recto_math::CsrMatrix;
use rustc_hash::FxHashMap;

/// Term counts of documents.
#[derive(Debug, Clone, PartialEq)]
pub struct Corpus {
    counts: CsrMatrix,
    terms: Vec<String>,
    ids: FxHashMap<String, u32>,
}

impl Corpus {
    /// A corpus from counts (documents by terms) and the terms. Terms that no document has
    /// are dropped, so that ids are those of [`Corpus::terms`], not of the columns given.
    ///
    /// # Errors
    /// [`ClassifyError`] without documents or words, or for a count that is negative or not
    /// finite.
    ///
    /// # Panics
    /// If there are not as many terms as columns.
    pub fn new(counts: &CsrMatrix, terms: Vec<String>) -> Result<Self, ClassifyError> {
        assert_eq!(counts.n_columns(), terms.len(), "a term for each column");
        if counts.n_rows() == 0 {
            return Err(ClassifyError::NoDocuments);
        }
        for (document, row) in counts.rows().enumerate() {
            if let Some((term, value)) = row.iter().find(|(_, n)| !(n.is_finite() && *n >= 0.0)) {
                return Err(ClassifyError::BadCount {
                    document,
                    term: term as usize,
                    value: value.to_string(),
                });
            }
        }
        let used: Vec<bool> = counts.column_sums().iter().map(|&sum| sum > 0.0).collect();
        let kept = (0..terms.len() as u32).filter(|&id| used[id as usize]);
        let counts = build::columns(counts, &kept.collect::<Vec<_>>());
        let terms = terms.into_iter().zip(used).filter(|(_, used)| *used);
        Self::from_parts(counts, terms.map(|(term, _)| term).collect(), 1)
    }

    fn from_parts(
        counts: CsrMatrix,
        terms: Vec<String>,
        min_documents: u32,
    ) -> Result<Self, ClassifyError> {
        if counts.nnz() == 0 {
            return Err(ClassifyError::NoTerms { min_documents });
        }
        let ids = terms.iter().cloned().zip(0..).collect();
        Ok(Self { counts, terms, ids })
    }

    /// Number of documents, empty ones included.
    pub fn n_documents(&self) -> usize {
        self.counts.n_rows()
    }

    /// Size of the vocabulary.
    pub fn n_terms(&self) -> usize {
        self.terms.len()
    }

    /// Counts, documents by terms.
    pub fn counts(&self) -> &CsrMatrix {
        &self.counts
    }

    /// Terms in the order of their ids.
    pub fn terms(&self) -> &[String] {
        &self.terms
    }

    /// The id of a term of the vocabulary.
    pub fn id(&self, term: &str) -> Option<u32> {
        self.ids.get(term).copied()
    }

    /// The documents with the given indices, in that order and with the same vocabulary.
    ///
    /// # Panics
    /// If there is no such document.
    pub fn subset(&self, documents: &[usize]) -> Self {
        Self {
            counts: self.counts.select_rows(documents.iter().copied()),
            terms: self.terms.clone(),
            ids: self.ids.clone(),
        }
    }
}

#[cfg(test)]
mod tests;
