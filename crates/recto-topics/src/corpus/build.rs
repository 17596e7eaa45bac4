//! Builds a corpus from analysed documents: one vocabulary, filtered by document frequency.

use super::Corpus;
use super::terms::SeenTerms;
use crate::TopicsError;
use recto_math::{CsrBuilder, Remedy};
use recto_text::Units;
use serde::{Deserialize, Serialize};

/// Which terms a corpus keeps.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Filter {
    /// Minimum document frequency of a term; `None` is 5, or 2 below 200 documents, or 1
    /// below 20.
    pub min_documents: Option<usize>,
    /// Maximum document frequency as a share of the documents, above 0 and at most 1.
    pub max_share: f64,
    /// Minimum number of letters of a term, against numbers and single letters.
    pub min_letters: usize,
}

impl Default for Filter {
    fn default() -> Self {
        Self {
            min_documents: None,
            max_share: 1.0,
            min_letters: 2,
        }
    }
}

impl Filter {
    /// Minimum document frequency for a corpus of `n_documents`.
    pub fn least(&self, n_documents: usize) -> usize {
        let by_size = match n_documents {
            0..20 => 1,
            20..200 => 2,
            _ => 5,
        };
        self.min_documents.unwrap_or(by_size)
    }

    pub(super) fn told(&self, n_documents: usize) -> String {
        format!(
            "no term of {} letters or more occurs in at least {} and at most {} of {n_documents} documents",
            self.min_letters,
            self.least(n_documents),
            self.most(n_documents)
        )
    }

    /// The parameter to relax so that more terms are kept; `None` if none would help.
    pub(super) fn remedy(&self, n_documents: usize) -> Option<Remedy> {
        if self.least(n_documents) > 1 {
            let lower = &Remedy::Lower("min_documents");
            Some(Remedy::When("to keep rarer terms", lower))
        } else if self.most(n_documents) < n_documents {
            let raise = &Remedy::Raise("max_share");
            Some(Remedy::When("to keep more frequent terms", raise))
        } else {
            None
        }
    }

    pub(super) fn most(&self, n_documents: usize) -> usize {
        (self.max_share * n_documents as f64).floor() as usize
    }

    /// Checks that the share is in its range.
    ///
    /// # Errors
    /// [`TopicsError::Parameter`] if not.
    pub fn check(&self) -> Result<(), TopicsError> {
        if self.max_share > 0.0 && self.max_share <= 1.0 {
            Ok(())
        } else {
            Err(TopicsError::parameter(
                "max_share",
                self.max_share,
                "above 0 and at most 1",
            ))
        }
    }
}

/// Collects documents for a [`Corpus`].
#[derive(Debug, Default)]
pub struct CorpusBuilder {
    seen: SeenTerms,
    /// Term ids of all tokens; `segment_ends` are exclusive ends in them.
    tokens: Vec<u32>,
    segment_ends: Vec<usize>,
    document_ends: Vec<usize>,
}

impl CorpusBuilder {
    /// An empty builder.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a document; `bounds` are the exclusive ends of its segments, in units.
    ///
    /// # Panics
    /// If a bound is beyond the last unit.
    pub fn push(&mut self, units: &Units<'_>, bounds: &[usize]) {
        let (tokens, ends) = (&mut self.tokens, &mut self.segment_ends);
        self.seen.add(units, bounds, |segment| {
            tokens.extend_from_slice(segment);
            ends.push(tokens.len());
        });
        self.document_ends.push(self.segment_ends.len());
    }

    /// Adds a document as segments of terms, for callers that tokenise themselves.
    pub fn push_terms<'t, S: IntoIterator<Item = &'t str>>(
        &mut self,
        segments: impl IntoIterator<Item = S>,
    ) {
        for segment in segments {
            let terms = segment.into_iter().map(|term| self.seen.intern(term));
            self.tokens.extend(terms);
            self.segment_ends.push(self.tokens.len());
        }
        self.document_ends.push(self.segment_ends.len());
    }

    /// Number of documents added so far.
    pub fn n_documents(&self) -> usize {
        self.document_ends.len()
    }

    /// Makes the corpus of all documents with the terms that the filter keeps.
    ///
    /// # Errors
    /// [`TopicsError`] without documents, or if the filter keeps no term.
    pub fn finish(mut self, filter: &Filter) -> Result<Corpus, TopicsError> {
        let frequencies = self.document_frequencies();
        let (kept, forms) = self.seen.keep(&frequencies, self.n_documents(), filter)?;
        // Pairs and spellings may take more memory than the counts, and are not needed
        // beside them.
        self.seen = SeenTerms::default();
        let counts = self.counts(&kept, forms.terms.len());
        Corpus::with_forms(counts, self.document_ends, forms)
    }

    fn document_frequencies(&self) -> Vec<u32> {
        let mut counts = vec![0; self.seen.len()];
        let mut seen_in = vec![usize::MAX; self.seen.len()];
        let mut start = 0;
        for (document, &end) in self.document_ends.iter().enumerate() {
            let end = end.checked_sub(1).map_or(0, |last| self.segment_ends[last]);
            for &term in &self.tokens[start.min(end)..end] {
                let seen = &mut seen_in[term as usize];
                if *seen != document {
                    *seen = document;
                    counts[term as usize] += 1;
                }
            }
            start = end;
        }
        counts
    }

    fn counts(&self, kept: &[Option<u32>], n_terms: usize) -> recto_math::CsrMatrix {
        let mut builder = CsrBuilder::new(n_terms);
        let mut start = 0;
        for &end in &self.segment_ends {
            let tokens = &self.tokens[start..end];
            builder.push_counts(tokens.iter().filter_map(|&term| kept[term as usize]));
            start = end;
        }
        builder.finish()
    }
}

/// Minimum number of content words of a passage: paragraphs are joined up to it.
pub const PASSAGE_WORDS: usize = 40;

/// Bounds of segments of consecutive units, each closed once it has at least `words`
/// content words; the rest at the end joins the last segment.
pub fn passages(units: &Units<'_>, words: usize) -> Vec<usize> {
    let mut bounds = Vec::new();
    let mut count = 0;
    for unit in 0..units.len() {
        count += units.terms(unit).count();
        if count >= words {
            bounds.push(unit + 1);
            count = 0;
        }
    }
    match bounds.last_mut() {
        Some(last) => *last = units.len(),
        None if !units.is_empty() => bounds.push(units.len()),
        None => {}
    }
    bounds
}
