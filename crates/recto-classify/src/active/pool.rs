//! The documents that are worked on: all of them, or a sample of a large corpus.

use crate::engine::{Input, View};
use crate::{Corpus, Supervision};
use recto_math::rng;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Documents that a fit works on and questions are drawn from.
pub(super) struct Pool {
    /// Their indices in the corpus, increasing.
    pub(super) documents: Vec<usize>,
    /// Their counts; `None` if they are all documents.
    corpus: Option<Corpus>,
    /// Weighted forms that were made so far.
    pub(super) views: Vec<Arc<View>>,
    /// For each document the first of the pool with the same words.
    pub(super) twins: Vec<usize>,
    /// Number of documents that each term is in.
    pub(super) frequencies: Vec<u32>,
}

impl Pool {
    /// A seeded sample of `size` documents and those in `wanted`.
    pub(super) fn new(corpus: &Corpus, size: usize, wanted: &BTreeSet<usize>, seed: u64) -> Self {
        let n = corpus.n_documents();
        let documents: Vec<usize> = if n <= size {
            (0..n).collect()
        } else {
            let drawn = sampled(n, size, seed);
            let all: BTreeSet<usize> = drawn.into_iter().chain(wanted.iter().copied()).collect();
            all.into_iter().collect()
        };
        let subset = (documents.len() < n).then(|| corpus.subset(&documents));
        let counts = subset.as_ref().unwrap_or(corpus).counts();
        let mut first = FxHashMap::default();
        let twin = |(at, row): (usize, recto_math::SparseRow<'_>)| {
            let bits: Vec<u64> = row.values.iter().map(|value| value.to_bits()).collect();
            *first.entry((row.columns.to_vec(), bits)).or_insert(at)
        };
        Self {
            twins: counts.rows().enumerate().map(twin).collect(),
            frequencies: counts.column_counts(),
            documents,
            corpus: subset,
            views: Vec::new(),
        }
    }

    /// The corpus of the pool, given that of all documents.
    pub(super) fn corpus<'c>(&'c self, all: &'c Corpus) -> &'c Corpus {
        self.corpus.as_ref().unwrap_or(all)
    }

    /// The input of a fit.
    pub(super) fn input<'c>(&'c self, all: &'c Corpus) -> Input<'c> {
        Input::with_views(self.corpus(all), self.views.clone())
    }

    /// The place of a document of the corpus; `None` if it is not worked on.
    pub(super) fn place(&self, document: usize) -> Option<usize> {
        self.documents.binary_search(&document).ok()
    }

    /// What is known of the documents of the pool.
    pub(super) fn known(&self, known: &Supervision) -> Supervision {
        match self.corpus {
            Some(_) => known.subset(&self.documents),
            None => known.clone(),
        }
    }
}

/// Distinct numbers below `n`, without a list of all of them (Floyd's algorithm).
fn sampled(n: usize, size: usize, seed: u64) -> BTreeSet<usize> {
    let mut draw = rng::stream(seed, "labelling sample", 0);
    let mut drawn = BTreeSet::new();
    for last in n - size..n {
        let number = rng::below(&mut draw, last + 1);
        if !drawn.insert(number) {
            drawn.insert(last);
        }
    }
    drawn
}
