//! What topic models read: documents of segments of term counts.
//!
//! The caller decides what a segment is (paragraphs, the output of a segmenter, the whole
//! document) and passes its bounds in. Rare terms are left out once all documents are
//! known, because only then is it known what is rare. Beside the counts stand how each
//! term is spelled and which two terms follow each other, for labels that people can read.

mod build;
mod phrases;

pub use build::{CorpusBuilder, Filter, PASSAGE_WORDS, passages};
pub use phrases::Phrase;

use crate::TopicsError;
use phrases::Phrases;
use recto_math::{CsrBuilder, CsrMatrix};
use std::ops::Range;
use std::sync::Arc;

/// Documents of segments of term counts.
#[derive(Debug, Clone, PartialEq)]
pub struct Corpus {
    /// Segment by segment, in the order of documents, how often each term occurs.
    /// Shared with the batches of a fit.
    counts: Arc<CsrMatrix>,
    /// Exclusive ends of the documents, in segments.
    ends: Vec<usize>,
    /// The terms.
    terms: Vec<String>,
    /// How people spell each term; as long as `terms`.
    spellings: Vec<String>,
    /// Terms that follow each other.
    phrases: Phrases,
}

impl Corpus {
    /// A corpus from counts of segments, the exclusive ends of documents in segments, and
    /// terms.
    ///
    /// # Errors
    /// [`TopicsError`] without documents, terms or tokens, or if the parts do not fit.
    pub fn new(
        counts: CsrMatrix,
        ends: Vec<usize>,
        terms: Vec<String>,
    ) -> Result<Self, TopicsError> {
        let unfit = |problem: &str| TopicsError::Input {
            what: "corpus",
            problem: problem.into(),
        };
        if ends.is_empty() {
            return Err(TopicsError::NoDocuments);
        }
        if !ends.is_sorted() || ends.last() != Some(&counts.n_rows()) {
            return Err(unfit("the ends of documents are not those of the segments"));
        }
        if terms.len() != counts.n_columns() {
            return Err(unfit("there is not one term for each column"));
        }
        let sound =
            |row: recto_math::SparseRow<'_>| row.values.iter().all(|&n| n.is_finite() && n > 0.0);
        if !counts.rows().all(sound) {
            return Err(unfit("a count is not a number above 0"));
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
            spellings: terms.clone(),
            terms,
            phrases: Phrases::default(),
        })
    }

    /// The same corpus with spellings and phrases for labels.
    fn with_forms(mut self, spellings: Vec<String>, phrases: Phrases) -> Self {
        self.spellings = spellings;
        self.phrases = phrases;
        self
    }

    /// The same documents and segments with other counts.
    pub(crate) fn with_counts(&self, counts: CsrMatrix) -> Self {
        Self {
            counts: Arc::new(counts),
            ..self.clone()
        }
    }

    /// How many documents.
    pub fn n_documents(&self) -> usize {
        self.ends.len()
    }

    /// How many segments.
    pub fn n_segments(&self) -> usize {
        self.counts.n_rows()
    }

    /// How many terms.
    pub fn n_terms(&self) -> usize {
        self.terms.len()
    }

    /// How many tokens.
    pub fn n_tokens(&self) -> f64 {
        self.counts.rows().map(|row| row.sum()).sum()
    }

    /// Counts of the segments.
    pub fn segments(&self) -> &CsrMatrix {
        &self.counts
    }

    /// Counts of the segments, for a fit that goes on to use them.
    pub(crate) fn shared_segments(&self) -> Arc<CsrMatrix> {
        Arc::clone(&self.counts)
    }

    /// The segments of a document.
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

    /// Exclusive ends of the documents, in segments.
    pub fn ends(&self) -> &[usize] {
        &self.ends
    }

    /// The terms in the order of their ids.
    pub fn terms(&self) -> &[String] {
        &self.terms
    }

    /// How people spell a term.
    pub fn spelling(&self, term: usize) -> &str {
        &self.spellings[term]
    }

    /// Terms that follow each other, most frequent first.
    pub fn phrases(&self) -> impl ExactSizeIterator<Item = Phrase<'_>> {
        self.phrases.iter()
    }

    /// Counts of whole documents.
    pub fn documents(&self) -> CsrMatrix {
        let mut builder = CsrBuilder::new(self.n_terms());
        for document in 0..self.n_documents() {
            let segments = self.segments_of(document);
            builder.push_weights(segments.flat_map(|s| self.counts.row(s).iter()));
        }
        builder.finish()
    }

    /// How often each term occurs, over the number of tokens, with 0.01 of a count for
    /// each term: never 0.
    pub fn unigram(&self) -> Vec<f64> {
        let mut base = self.counts.column_sums();
        base.iter_mut().for_each(|count| *count += 0.01);
        recto_math::dense::normalize(&mut base);
        base
    }

    /// The documents of the given numbers, in that order, with the same terms; without
    /// phrases, which are those of all documents.
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
            terms: self.terms.clone(),
            spellings: self.spellings.clone(),
            phrases: Phrases::default(),
        }
    }

    /// Documents without a term: they have no topic of their own.
    pub fn empty_documents(&self) -> Vec<usize> {
        let is_empty = |&document: &usize| {
            self.segments_of(document)
                .all(|segment| self.counts.row(segment).columns.is_empty())
        };
        (0..self.n_documents()).filter(is_empty).collect()
    }
}

#[cfg(test)]
mod tests;
