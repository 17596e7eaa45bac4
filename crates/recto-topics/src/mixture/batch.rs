//! Batches of documents, the unit of parallel work in a fit.

use crate::{Cache, Corpus, Params};
use recto_math::{CsrMatrix, SparseRow};
use std::ops::Range;
use std::sync::Arc;

/// Counts of consecutive documents. Rows are segments if the model has a parameter for
/// segments, else whole documents, which have fewer non-zero counts.
pub(crate) struct Batch {
    counts: Arc<CsrMatrix>,
    /// Its rows among those of all documents: batches share one matrix, which would take
    /// as much memory again if each had a copy of its part.
    rows: Range<usize>,
    /// Exclusive ends of documents, counted from the batch's first row.
    ends: Vec<usize>,
    /// Cache probability of each count; `None` without a cache.
    pub(super) psi: Option<CsrMatrix>,
}

impl Batch {
    /// Splits all documents into batches.
    pub(crate) fn all(corpus: &Corpus, by_segment: bool) -> Vec<Self> {
        let whole: Vec<usize> = (1..=corpus.n_documents()).collect();
        // If every document is one segment, the counts of segments are those of documents
        // and need not be summed.
        let (counts, ends) = if by_segment || corpus.ends() == whole {
            (corpus.shared_segments(), corpus.ends().to_vec())
        } else {
            (Arc::new(corpus.documents()), whole)
        };
        let runs = runs(&counts, &ends);
        let start = |document: usize| document.checked_sub(1).map_or(0, |before| ends[before]);
        let batch = |run: &Range<usize>| {
            let first = start(run.start);
            Self {
                counts: Arc::clone(&counts),
                rows: first..start(run.end),
                ends: ends[run.clone()].iter().map(|end| end - first).collect(),
                psi: None,
            }
        };
        runs.iter().map(batch).collect()
    }

    /// One batch of documents that are one row each.
    pub(crate) fn whole(counts: CsrMatrix) -> Self {
        Self {
            rows: 0..counts.n_rows(),
            ends: (1..=counts.n_rows()).collect(),
            counts: Arc::new(counts),
            psi: None,
        }
    }

    /// Splits all documents into batches with the cache and the rows that [`Params`] need.
    pub(super) fn of(corpus: &Corpus, params: &Params) -> Vec<Self> {
        let by_segment = params.eta > 0.0 || params.estimate_eta || params.cache == Cache::Segment;
        let mut batches = Self::all(corpus, by_segment);
        if params.cache != Cache::Off {
            let base = corpus.unigram();
            let documents = (params.cache == Cache::Document).then(|| corpus.documents());
            let mut first = 0;
            for batch in &mut batches {
                let end = first + batch.n_documents();
                let documents = documents.as_ref().map(|all| all.part(first..end));
                batch.psi = Some(batch.leave_one_out(documents.as_ref(), params, &base));
                first = end;
            }
        }
        batches
    }

    /// Leave-one-out cache ψ(w) = (n_w − 1 + m base_w) / (n − 1 + m), with the counts of the
    /// document if `documents` are given, else those of the row.
    fn leave_one_out(
        &self,
        documents: Option<&CsrMatrix>,
        params: &Params,
        base: &[f64],
    ) -> CsrMatrix {
        let m = params.cache_strength;
        let loo =
            |own: f64, total: f64, w: u32| (own - 1.0 + m * base[w as usize]) / (total - 1.0 + m);
        let rows = self.counts.part(self.rows.clone());
        let Some(documents) = documents else {
            let totals: Vec<f64> = self.rows().map(|row| row.sum()).collect();
            return rows.map(|row, w, n| loo(n, totals[row], w));
        };
        let totals: Vec<f64> = documents.rows().map(|row| row.sum()).collect();
        let mut document_of = vec![0; self.n_rows()];
        for document in 0..self.n_documents() {
            document_of[self.rows_of(document)].fill(document);
        }
        rows.map(|row, w, n| {
            let own = documents.row(document_of[row]);
            let at = own.columns.binary_search(&w);
            loo(
                at.map_or(n, |at| own.values[at]),
                totals[document_of[row]],
                w,
            )
        })
    }

    /// Number of documents in the batch.
    pub(crate) fn n_documents(&self) -> usize {
        self.ends.len()
    }

    /// How many rows.
    pub(crate) fn n_rows(&self) -> usize {
        self.rows.len()
    }

    /// How many counts above 0.
    pub(crate) fn nnz(&self) -> usize {
        self.rows().map(|row| row.values.len()).sum()
    }

    /// The counts of a row of the batch.
    pub(crate) fn row(&self, row: usize) -> SparseRow<'_> {
        self.counts.row(self.rows.start + row)
    }

    /// The counts of all rows in order.
    pub(crate) fn rows(&self) -> impl ExactSizeIterator<Item = SparseRow<'_>> {
        self.rows.clone().map(|row| self.counts.row(row))
    }

    /// The rows of a document of the batch.
    pub(crate) fn rows_of(&self, document: usize) -> Range<usize> {
        let start = document
            .checked_sub(1)
            .map_or(0, |before| self.ends[before]);
        start..self.ends[document]
    }
}

/// Minimum number of non-zero counts in a batch, per term of the vocabulary. Merging a batch
/// costs one addition per term and topic, which must stay small beside its E step.
const VALUES_PER_TERM: usize = 16;

/// Maximum number of batches.
const MAX_BATCHES: usize = 64;

/// Ranges of documents with about equally many non-zero counts. They depend on the counts
/// alone and not on the number of threads, so that sums are rounded alike everywhere.
fn runs(rows: &CsrMatrix, ends: &[usize]) -> Vec<Range<usize>> {
    let least = (VALUES_PER_TERM * rows.n_columns()).max(20_000);
    // A power of two, so that an even number of threads have as many each.
    let n_batches = (rows.nnz() / least)
        .clamp(1, MAX_BATCHES)
        .next_power_of_two();
    let share = rows.nnz().div_ceil(n_batches).max(1);
    let mut batches = Vec::with_capacity(n_batches);
    let (mut first, mut row, mut values) = (0, 0, 0);
    for (document, &end) in ends.iter().enumerate() {
        while row < end {
            values += rows.row(row).columns.len();
            row += 1;
        }
        if values >= share {
            batches.push(first..document + 1);
            first = document + 1;
            values = 0;
        }
    }
    if first < ends.len() || batches.is_empty() {
        batches.push(first..ends.len());
    }
    batches
}
