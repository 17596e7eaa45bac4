//! The sentences of a pile, as all methods see them.
//!
//! A row of the pool is a sentence that has at least three words and a term: a candidate.
//! In a pile of short answers, nine in ten of at most five words, a term alone will do.
//! Sentences of a group with the same wording ([`recto_text::wording`]) are one row with
//! several places. Some rows want to be covered but may not be chosen ([`Standing`]). For
//! methods as published all this is off ([`PoolBuilder::as_published`]). Rows are in
//! the order of groups, documents and positions. A summary reads the first group; a second
//! group holds what is known already (update), and a comparison has a group for each side.

mod build;
mod clean;
mod openings;
mod words;

pub use build::PoolBuilder;
pub(crate) use words::is_stop;

use recto_math::{CsrMatrix, SparseRow};
use recto_text::Span;
use std::ops::Range;
use words::{STOP, Words};

/// Whether a sentence may stand in a summary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// It may be chosen.
    Choosable,
    /// Fewer than five words in a pile of longer ones, or more than ninety: only where there is
    /// nothing else.
    Short,
    /// A heading, a byline, a caption or the like: only where there is nothing else at all.
    Boilerplate,
}

/// Where a sentence stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The document, counted over all groups in the order of [`PoolBuilder::push`].
    pub document: usize,
    /// 0-based position in the document, all its sentences counted.
    pub position: usize,
    /// Bytes of the document's text.
    pub span: Span,
    /// The name of who says it, as bytes of the text; `None` where nobody is named.
    pub speaker: Option<Span>,
}

/// A candidate sentence.
#[derive(Debug, Clone, PartialEq)]
pub struct Sentence {
    /// Its group.
    pub group: usize,
    /// Where it stands first.
    pub place: Place,
    /// Where else the group says it in the same words.
    pub copies: Vec<Place>,
    /// Words, as [`recto_text::token::count_words`] counts them.
    pub words: usize,
    /// Bytes, runs of blanks counted as one.
    pub bytes: usize,
    /// Whether it may be chosen.
    pub standing: Standing,
    /// Whether it opens with a word that leans on the sentence before.
    pub dangling: bool,
    /// Whether an odd number of its words are negations.
    pub negated: bool,
}

impl Sentence {
    /// Where it stands, its copies after it.
    pub fn places(&self) -> impl Iterator<Item = Place> {
        [self.place].into_iter().chain(self.copies.iter().copied())
    }
}

/// The sentences of a pile with their terms, and what is asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Pool {
    sentences: Vec<Sentence>,
    counts: CsrMatrix,
    terms: Vec<String>,
    spellings: Vec<String>,
    words: Words,
    stop_words: Vec<String>,
    /// Rows at which each group ends.
    group_ends: Vec<usize>,
    n_documents: Vec<usize>,
    /// How often each term occurs in each group.
    group_counts: Vec<Vec<u32>>,
    capitals: Vec<f64>,
    query: Option<Vec<(u32, f64)>>,
}

impl Pool {
    /// The candidates.
    pub fn sentences(&self) -> &[Sentence] {
        &self.sentences
    }

    /// A row for each candidate: how often each term occurs.
    pub fn counts(&self) -> &CsrMatrix {
        &self.counts
    }

    /// The terms in the order of their ids.
    pub fn terms(&self) -> &[String] {
        &self.terms
    }

    /// How a term is spelled most often, in lower case.
    pub fn spelling(&self, term: usize) -> &str {
        &self.spellings[term]
    }

    /// The words of a row in the order of the text: numbers of terms, and of stop words
    /// ([`is_stop`]), which have no term.
    pub(crate) fn words(&self, row: usize) -> &[u32] {
        self.words.row(row)
    }

    /// How a term or a stop word is spelled, in lower case.
    pub(crate) fn spelled(&self, word: u32) -> &str {
        if is_stop(word) {
            &self.stop_words[(word - STOP) as usize]
        } else {
            self.spelling(word as usize)
        }
    }

    /// How many groups.
    pub fn n_groups(&self) -> usize {
        self.group_ends.len()
    }

    /// The rows of a group; empty if there is no such group.
    pub fn group(&self, group: usize) -> Range<usize> {
        match self.group_ends.get(group) {
            Some(&end) => {
                group
                    .checked_sub(1)
                    .map_or(0, |before| self.group_ends[before])..end
            }
            None => 0..0,
        }
    }

    /// How many documents a group has, also without a candidate.
    pub fn n_documents(&self, group: usize) -> usize {
        self.n_documents.get(group).copied().unwrap_or(0)
    }

    /// How often each term occurs in a group, also in sentences that are no candidates and
    /// in every copy; empty if there is no such group.
    pub fn group_counts(&self, group: usize) -> &[u32] {
        self.group_counts.get(group).map_or(&[], Vec::as_slice)
    }

    /// The share of a group's words that start with a capital, first words of sentences
    /// and words that do not start with a letter left out: heaps of lines have few, news
    /// many, scripts without case none.
    pub fn capitals(&self, group: usize) -> f64 {
        self.capitals.get(group).copied().unwrap_or(0.0)
    }

    /// What was asked: the terms that the pool has too, increasing, with their counts.
    /// Empty if something was asked that no sentence speaks of.
    pub fn query(&self) -> Option<&[(u32, f64)]> {
        self.query.as_deref()
    }

    /// Whether two rows have almost the same terms: four fifths of them.
    pub fn are_near(&self, a: usize, b: usize) -> bool {
        let (a, b) = (self.row(a).columns, self.row(b).columns);
        let shared = a.iter().filter(|term| b.binary_search(term).is_ok());
        let shared = shared.count();
        5 * shared >= 4 * (a.len() + b.len() - shared)
    }

    /// Whether two rows say opposite things of the same: almost the same terms, one of them
    /// negated.
    pub fn are_opposite(&self, a: usize, b: usize) -> bool {
        self.sentences[a].negated != self.sentences[b].negated && self.are_near(a, b)
    }

    /// Counts of a row.
    pub fn row(&self, row: usize) -> SparseRow<'_> {
        self.counts.row(row)
    }
}

#[cfg(test)]
mod tests;
