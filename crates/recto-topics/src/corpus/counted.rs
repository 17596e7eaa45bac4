//! The vocabulary of a corpus that no process has all of: terms are counted in parts, and
//! the counts are merged.

use super::terms::{Forms, SeenTerms};
use super::{Filter, smoothed};
use crate::TopicsError;
use recto_text::Units;
use serde::{Deserialize, Serialize};

/// Terms of the documents of a part: in how many of them each occurs, how often, and how it
/// is written.
///
/// Merged in the order of the parts, counts are those of a
/// [`CorpusBuilder`](super::CorpusBuilder) that was given all documents: the same terms in
/// the same order. Spellings beyond the first sixteen of a term in a part, and pairs of terms
/// beyond the first million, are not counted, which concerns labels alone.
///
/// ```
/// use recto_topics::Filter;
/// use recto_topics::corpus::TermCounts;
///
/// let (mut first, mut second) = (TermCounts::default(), TermCounts::default());
/// first.push_terms(["oil", "crude", "oil"]);
/// second.push_terms(["wheat", "oil"]);
/// first.merge(second);
/// let kept = first.finish(&Filter::default())?;
/// assert_eq!(kept.terms(), ["oil", "crude", "wheat"]);
/// assert_eq!(kept.n_tokens(), 5.0);
/// # Ok::<(), recto_topics::TopicsError>(())
/// ```
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(into = "Packed", try_from = "Packed")]
pub struct TermCounts {
    seen: SeenTerms,
    counts: Vec<Count>,
    n_documents: u64,
}

/// Counts of a term.
#[derive(Debug, Clone, Copy, Default)]
struct Count {
    n_documents: u32,
    n_tokens: u64,
    /// One more than the number of the last document that had the term; 0 for none.
    last: u64,
}

impl TermCounts {
    /// Adds a document; `bounds` are the exclusive ends of its segments, in units.
    ///
    /// # Panics
    /// If a bound is beyond the last unit.
    pub fn push(&mut self, units: &Units<'_>, bounds: &[usize]) {
        let mut tokens = Vec::new();
        self.seen.add(units, bounds, |segment| {
            tokens.extend_from_slice(segment);
        });
        self.count(&tokens);
    }

    /// Adds a document of terms, for callers that tokenise themselves.
    pub fn push_terms<'t>(&mut self, terms: impl IntoIterator<Item = &'t str>) {
        let terms = terms.into_iter().map(|term| self.seen.intern(term));
        let tokens: Vec<u32> = terms.collect();
        self.count(&tokens);
    }

    fn count(&mut self, tokens: &[u32]) {
        self.n_documents += 1;
        self.counts.resize(self.seen.len(), Count::default());
        for &term in tokens {
            let count = &mut self.counts[term as usize];
            count.n_tokens += 1;
            if count.last < self.n_documents {
                count.last = self.n_documents;
                count.n_documents += 1;
            }
        }
    }

    /// Adds the counts of the next part.
    pub fn merge(&mut self, next: Self) {
        let terms = next.seen.vocabulary.iter();
        let ids: Vec<u32> = terms.map(|term| self.seen.intern(term)).collect();
        self.counts.resize(self.seen.len(), Count::default());
        for (own, &id) in next.counts.iter().zip(&ids) {
            let count = &mut self.counts[id as usize];
            count.n_documents += own.n_documents;
            count.n_tokens += own.n_tokens;
        }
        for (forms, &id) in next.seen.spellings.iter().zip(&ids) {
            forms
                .iter()
                .for_each(|(form, n)| self.seen.spell(id, form, *n));
        }
        self.seen.pairs.merge(&next.seen.pairs, &ids);
        self.n_documents += next.n_documents;
    }

    /// The terms that the filter keeps.
    ///
    /// # Errors
    /// [`TopicsError`] without documents, or if the filter keeps no term.
    pub fn finish(self, filter: &Filter) -> Result<KeptTerms, TopicsError> {
        let n_documents = usize::try_from(self.n_documents).unwrap_or(usize::MAX);
        let frequencies: Vec<u32> = self.counts.iter().map(|count| count.n_documents).collect();
        let (kept, forms) = self.seen.keep(&frequencies, n_documents, filter)?;
        let totals = self.counts.iter().zip(&kept);
        let totals = totals.filter(|(_, kept)| kept.is_some());
        Ok(KeptTerms {
            totals: totals.map(|(count, _)| count.n_tokens as f64).collect(),
            forms,
        })
    }
}

/// The vocabulary of a fit in parts: terms, how they are written, and how often each occurs.
#[derive(Debug, Clone, PartialEq)]
pub struct KeptTerms {
    forms: Forms,
    totals: Vec<f64>,
}

impl KeptTerms {
    /// Terms in the order of their ids.
    pub fn terms(&self) -> &[String] {
        &self.forms.terms
    }

    /// Number of tokens of all documents that are one of the terms.
    pub fn n_tokens(&self) -> f64 {
        self.totals.iter().sum()
    }

    /// Relative frequency of each term, smoothed as [`Corpus::unigram`](super::Corpus::unigram)
    /// is.
    pub(crate) fn unigram(&self) -> Vec<f64> {
        smoothed(self.totals.clone())
    }

    pub(crate) fn forms(&self) -> &Forms {
        &self.forms
    }
}

/// [`TermCounts`] on its way to another process.
#[derive(Serialize, Deserialize)]
struct Packed {
    terms: Vec<String>,
    /// Documents and tokens of each term.
    counts: Vec<(u32, u64)>,
    spellings: Vec<Vec<(String, u32)>>,
    pairs: Vec<(u32, u32, u32, String)>,
    n_documents: u64,
}

impl From<TermCounts> for Packed {
    fn from(counted: TermCounts) -> Self {
        let counts = counted.counts.iter();
        Self {
            terms: counted.seen.vocabulary.iter().map(String::from).collect(),
            counts: counts.map(|one| (one.n_documents, one.n_tokens)).collect(),
            pairs: counted.seen.pairs.packed(),
            spellings: counted.seen.spellings,
            n_documents: counted.n_documents,
        }
    }
}

impl TryFrom<Packed> for TermCounts {
    type Error = &'static str;

    fn try_from(packed: Packed) -> Result<Self, &'static str> {
        let mut seen = SeenTerms::default();
        packed.terms.iter().for_each(|term| {
            seen.intern(term);
        });
        let n_terms = packed.terms.len();
        let is_sound = [seen.len(), packed.counts.len(), packed.spellings.len()] == [n_terms; 3];
        let is_term = |id: u32| (id as usize) < n_terms;
        if !is_sound || !packed.pairs.iter().all(|p| is_term(p.0) && is_term(p.1)) {
            return Err("counts of terms that do not fit each other");
        }
        seen.spellings = packed.spellings;
        for (first, second, count, form) in &packed.pairs {
            seen.pairs.add((*first, *second), *count, form);
        }
        let counts = packed.counts.into_iter();
        let counts = counts.map(|(n_documents, n_tokens)| Count {
            n_documents,
            n_tokens,
            last: 0,
        });
        Ok(Self {
            seen,
            counts: counts.collect(),
            n_documents: packed.n_documents,
        })
    }
}
