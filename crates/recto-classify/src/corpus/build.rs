//! From terms of documents to a corpus.

use super::{Corpus, Gain};
use crate::ClassifyError;
use recto_math::{CsrBuilder, CsrMatrix};
use recto_text::Vocabulary;
use std::cmp::Reverse;

/// Which terms are preferred where there are too many.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Choice {
    /// Those in most documents; ties by first occurrence.
    #[default]
    Frequency,
    /// Those that tell most about the classes of the labelled documents; the class of each
    /// document, `None` where it is unknown. Terms without any gain follow by frequency.
    InformationGain(Vec<Option<usize>>),
}

/// What a term needs to be part of the vocabulary.
#[derive(Debug, Clone, PartialEq)]
pub struct Filter {
    /// Documents that it has to occur in, unless it is one of `kept`.
    pub min_documents: u32,
    /// Size of the vocabulary; terms of `kept` beyond it are added.
    pub max_terms: usize,
    /// Which terms are preferred.
    pub choice: Choice,
    /// Terms that stay even if they are rare, because a user labelled them. Not for the words
    /// of a lexicon: thousands of rare labelled words outweigh the frequent ones in a
    /// factorisation (up to 17 points on reviews).
    pub kept: Vec<String>,
}

impl Default for Filter {
    fn default() -> Self {
        Self {
            min_documents: 2,
            max_terms: 5000,
            choice: Choice::Frequency,
            kept: Vec::new(),
        }
    }
}

/// Collects the terms of documents.
#[derive(Debug)]
pub struct CorpusBuilder {
    vocabulary: Vocabulary,
    /// Ids of the terms of all documents, document by document.
    ids: Vec<u32>,
    /// Exclusive end of each document in `ids`.
    ends: Vec<usize>,
}

impl Default for CorpusBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl CorpusBuilder {
    /// A builder without documents.
    pub fn new() -> Self {
        Self {
            vocabulary: Vocabulary::default(),
            ids: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// Adds a document with these terms, in any order; none makes an empty document.
    pub fn push_terms<T: AsRef<str>>(&mut self, terms: impl IntoIterator<Item = T>) {
        for term in terms {
            self.ids.push(self.vocabulary.intern(term.as_ref()).0);
        }
        self.ends.push(self.ids.len());
    }

    /// Number of documents so far.
    pub fn n_documents(&self) -> usize {
        self.ends.len()
    }

    /// Chooses the vocabulary and counts.
    ///
    /// # Errors
    /// [`ClassifyError`] without documents, or if the filter leaves no word.
    pub fn finish(self, filter: &Filter) -> Result<Corpus, ClassifyError> {
        if self.ends.is_empty() {
            return Err(ClassifyError::NoDocuments);
        }
        let mut builder = CsrBuilder::new(self.vocabulary.len());
        let mut start = 0;
        for &end in &self.ends {
            builder.push_counts(self.ids[start..end].iter().copied());
            start = end;
        }
        drop(self.ids);
        let counts = builder.finish();
        let kept = chosen(&counts, &self.vocabulary, filter);
        let terms = kept.iter().map(|&id| {
            let term = self.vocabulary.term(recto_text::TermId(id));
            term.to_string()
        });
        let terms = terms.collect();
        Corpus::from_parts(columns(&counts, &kept), terms, filter.min_documents)
    }
}

/// Ids of the chosen terms, increasing.
fn chosen(counts: &CsrMatrix, vocabulary: &Vocabulary, filter: &Filter) -> Vec<u32> {
    let df = counts.column_counts();
    let gain = match &filter.choice {
        Choice::Frequency => vec![0.0; df.len()],
        Choice::InformationGain(classes) => Gain::of(counts, classes).gains,
    };
    let mut order: Vec<u32> = (0..df.len() as u32)
        .filter(|&id| df[id as usize] >= filter.min_documents)
        .collect();
    order.sort_by(|&a, &b| {
        let (a, b) = (a as usize, b as usize);
        let by_gain = gain[b].total_cmp(&gain[a]);
        by_gain
            .then(Reverse(df[a]).cmp(&Reverse(df[b])))
            .then(a.cmp(&b))
    });
    order.truncate(filter.max_terms);
    let labelled = filter.kept.iter().filter_map(|term| vocabulary.get(term));
    order.extend(labelled.map(|id| id.0));
    order.sort_unstable();
    order.dedup();
    order
}

/// The given columns of a matrix, renumbered; `kept` increases.
pub(super) fn columns(counts: &CsrMatrix, kept: &[u32]) -> CsrMatrix {
    let mut new = vec![u32::MAX; counts.n_columns()];
    for (&old, id) in kept.iter().zip(0..) {
        new[old as usize] = id;
    }
    let mut builder = CsrBuilder::new(kept.len());
    let mut row = Vec::new();
    for counted in counts.rows() {
        row.clear();
        let renumbered = counted.iter().map(|(id, n)| (new[id as usize], n));
        row.extend(renumbered.filter(|&(id, n)| id != u32::MAX && n > 0.0));
        builder.push_sorted(&row);
    }
    builder.finish()
}
