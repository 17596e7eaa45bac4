//! Input of topic models: term counts of segments, grouped into documents.
//!
//! The caller decides what a segment is (paragraphs, the output of a segmenter, the whole
//! document) and passes its bounds. Terms are filtered once all documents are added,
//! because document frequencies are known only then. A corpus also keeps spellings of terms
//! and frequent bigrams, for readable labels.

mod build;
mod counted;
mod phrases;
mod terms;

pub use build::{CorpusBuilder, Filter, PASSAGE_WORDS, passages};
pub use counted::{KeptTerms, TermCounts};
pub use phrases::Phrase;
pub(crate) use terms::Forms;

use crate::TopicsError;
use recto_math::{CsrBuilder, CsrMatrix};
use std::ops::Range;
use std::sync::Arc;

/// Term counts of segments, grouped into documents.
#[derive(Debug, Clone, PartialEq)]
pub struct Corpus {
    /// Segments by terms, segments in the order of documents; shared with the batches of a
    /// fit.
    counts: Arc<CsrMatrix>,
    /// Exclusive ends of the documents, as indices of segments.
    ends: Vec<usize>,
    forms: Forms,
}

impl Corpus {
    /// Makes a corpus from counts (segments by terms), the exclusive ends of documents as
    /// indices of segments, and the terms.
    ///
    /// # Errors
    /// [`TopicsError`] without documents, terms or tokens, or if the sizes disagree.
    pub fn new(
        counts: CsrMatrix,
        ends: Vec<usize>,
        terms: Vec<String>,
    ) -> Result<Self, TopicsError> {
        Self::with_forms(counts, ends, Forms::plain(terms))
    }

    /// As [`Corpus::new`], with spellings and phrases for labels.
    fn with_forms(counts: CsrMatrix, ends: Vec<usize>, forms: Forms) -> Result<Self, TopicsError> {
        let unfit = |problem: &str| TopicsError::Input {
            what: "corpus",
            problem: problem.into(),
        };
        if ends.is_empty() {
            return Err(TopicsError::NoDocuments);
        }
        if !ends.is_sorted() || ends.last() != Some(&counts.n_rows()) {
            return Err(unfit("the ends of documents do not partition the segments"));
        }
        if forms.terms.len() != counts.n_columns() {
            return Err(unfit(
                "the number of terms differs from the number of columns",
            ));
        }
        let sound =
            |row: recto_math::SparseRow<'_>| row.values.iter().all(|&n| n.is_finite() && n > 0.0);
        if !counts.rows().all(sound) {
            return Err(unfit("a count is not a finite number above 0"));
        }
        if counts.nnz() == 0 {
            return Err(TopicsError::NoTerms {
                filter: "no document has a term".into(),
                remedy: None,
            });
        }
        Ok(Self {
            counts: Arc::new(counts),
            ends,
            forms,
        })
    }

    /// The same documents and segments with other counts.
    pub(crate) fn with_counts(&self, counts: CsrMatrix) -> Self {
        Self {
            counts: Arc::new(counts),
            ..self.clone()
        }
    }

    /// Number of documents, empty ones included.
    pub fn n_documents(&self) -> usize {
        self.ends.len()
    }

    /// Number of segments of all documents.
    pub fn n_segments(&self) -> usize {
        self.counts.n_rows()
    }

    /// Size of the vocabulary.
    pub fn n_terms(&self) -> usize {
        self.forms.terms.len()
    }

    /// Number of tokens: the sum of all counts.
    pub fn n_tokens(&self) -> f64 {
        self.counts.rows().map(|row| row.sum()).sum()
    }

    /// Term counts, segments by terms.
    pub fn segments(&self) -> &CsrMatrix {
        &self.counts
    }

    /// Counts of the segments, shared with a fit that goes on to use them.
    pub(crate) fn shared_segments(&self) -> Arc<CsrMatrix> {
        Arc::clone(&self.counts)
    }

    /// Indices of the segments of a document.
    pub fn segments_of(&self, document: usize) -> Range<usize> {
        let start = document
            .checked_sub(1)
            .map_or(0, |before| self.ends[before]);
        start..self.ends[document]
    }

    /// The document of a segment.
    pub fn document_of(&self, segment: usize) -> usize {
        self.ends.partition_point(|&end| end <= segment)
    }

    /// Exclusive end of each document, as an index of segments.
    pub fn ends(&self) -> &[usize] {
        &self.ends
    }

    /// Terms in the order of their ids.
    pub fn terms(&self) -> &[String] {
        &self.forms.terms
    }

    /// Most frequent spelling of a term in the text, in lower case.
    pub fn spelling(&self, term: usize) -> &str {
        &self.forms.spellings[term]
    }

    /// The terms and how they are written.
    pub(crate) fn forms(&self) -> &Forms {
        &self.forms
    }

    /// Frequent bigrams, most frequent first; none for a [`Corpus::subset`].
    pub fn phrases(&self) -> impl ExactSizeIterator<Item = Phrase<'_>> {
        self.forms.phrases()
    }

    /// Term counts, documents by terms.
    pub fn documents(&self) -> CsrMatrix {
        let mut builder = CsrBuilder::new(self.n_terms());
        for document in 0..self.n_documents() {
            let segments = self.segments_of(document);
            builder.push_weights(segments.flat_map(|s| self.counts.row(s).iter()));
        }
        builder.finish()
    }

    /// Relative frequency of each term, smoothed by 0.01 of a count: never 0.
    pub fn unigram(&self) -> Vec<f64> {
        smoothed(self.counts.column_sums())
    }

    /// The documents with the given indices, in that order and with the same vocabulary.
    /// Phrases are left out, because their counts are those of all documents.
    pub fn subset(&self, documents: &[usize]) -> Self {
        let mut builder = CsrBuilder::new(self.n_terms());
        let mut ends = Vec::with_capacity(documents.len());
        let mut end = 0;
        for &document in documents {
            for segment in self.segments_of(document) {
                builder.push_weights(self.counts.row(segment).iter());
                end += 1;
            }
            ends.push(end);
        }
        Self {
            counts: Arc::new(builder.finish()),
            ends,
            forms: Forms {
                terms: self.forms.terms.clone(),
                spellings: self.forms.spellings.clone(),
                ..Forms::default()
            },
        }
    }

    /// Indices of documents without terms, increasing.
    pub fn empty_documents(&self) -> Vec<usize> {
        let is_empty = |&document: &usize| {
            self.segments_of(document)
                .all(|segment| self.counts.row(segment).columns.is_empty())
        };
        (0..self.n_documents()).filter(is_empty).collect()
    }
}

/// Relative frequencies from counts, smoothed by 0.01 of a count.
pub(crate) fn smoothed(mut counts: Vec<f64>) -> Vec<f64> {
    counts.iter_mut().for_each(|count| *count += 0.01);
    recto_math::dense::normalize(&mut counts);
    counts
}

#[cfg(test)]
pub(crate) mod tests;
