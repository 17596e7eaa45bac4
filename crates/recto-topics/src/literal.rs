//! SGM as it is printed: each segment has words of its own for each topic.
//!
//! ```text
//! Pr(d,s,w) = Pr(d) Σ_z Pr(z|d) Pr(s|z) Pr(w|z,s)
//! ```
//!
//! Use it to replicate the paper and for nothing else. `Pr(w|z,s)` is free for every
//! segment, and `Pr(w|z,s) = n(s,w) / n(s)` for all topics attains the largest likelihood:
//! no word ties the topics of two documents, so topics are decided by the random start, and
//! a new document has no parameters at all. The likelihood never falls. Time O(nnz T) an
//! iteration; memory O(nnz T), which is checked before.
//!
//! # Departures
//! The words of a topic, which the model does not have, are
//! `Σ_s Pr(s|z) Pr(w|z,s)`. New documents are folded in with them.
//!
//! # References
//! Ponti, Tagarelli and Karypis 2011, A statistical model for topically segmented
//! documents.

use crate::mixture::{Data, unit};
use crate::table::{LnSum, Table, normalize};
use crate::{Corpus, Params, TopicsError};
use recto_math::em::{self, Fit, Iterate};
use recto_math::{CsrMatrix, Notice, Remedy, Run, rng};

/// What every user of the method is told.
pub(crate) fn warning() -> Notice {
    let message = "sgm-literal is degenerate: its topics are decided by the random start";
    let others = &Remedy::OneOf(&[Remedy::Method("auto"), Remedy::Method("sgm")]);
    Notice::from(message).with(Remedy::When("unless you replicate the paper", others))
}

/// What is fitted.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Literal {
    /// Documents by topics.
    pub(crate) documents: Table,
    /// Segments by topics; columns add up to 1.
    pub(crate) segments: Table,
    /// Counts by topics, in the order of the counts; columns add up to 1 in each segment.
    pub(crate) words: Table,
}

struct Printed<'a> {
    data: &'a Data,
    /// The first count of each segment.
    starts: Vec<usize>,
}

/// Expected counts of a batch, in the order of documents.
pub(crate) struct Counts {
    documents: Vec<f64>,
    segments: Vec<f64>,
    words: Vec<f64>,
    objective: f64,
}

pub(crate) fn fit(
    corpus: &Corpus,
    params: &Params,
    n_topics: usize,
    run: &Run<'_>,
) -> Result<Fit<Literal>, TopicsError> {
    let data = Data::new(corpus, true);
    let model = Printed::new(&data);
    em::best_of(params.restarts, |restart| {
        let mut draw = rng::stream(run.seed, "literal start", restart);
        let mut random = |rows: usize| {
            let mut table = Table::filled(rows, n_topics, 0.0);
            let values = table.values_mut().iter_mut();
            values.for_each(|p| *p = 0.5 + unit(&mut draw));
            table
        };
        let mut start = Literal {
            documents: random(corpus.n_documents()),
            segments: random(corpus.n_segments()),
            words: random(data.rows.nnz()),
        };
        start.documents.normalize_rows();
        start.segments.normalize_columns();
        model.normalize_words(&mut start.words);
        Ok(em::fit(
            &model,
            start,
            params.stop(),
            "finding topics",
            run,
        )?)
    })
}

impl Literal {
    /// Terms by topics: the words of a topic's segments.
    pub(crate) fn phi(&self, counts: &CsrMatrix) -> Table {
        let mut phi = Table::filled(counts.n_columns(), self.words.width(), 0.0);
        let mut at = 0;
        for (segment, row) in counts.rows().enumerate() {
            let shares = self.segments.row(segment);
            for &w in row.columns {
                let words = self.words.row(at);
                let sums = phi.row_mut(w as usize).iter_mut().zip(words).zip(shares);
                sums.for_each(|((sum, p), share)| *sum += share * p);
                at += 1;
            }
        }
        phi.normalize_columns();
        phi
    }

    /// The perplexity that the paper prints, its exponent made to divide: topics mixed for
    /// each segment, Pr(d) and Pr(s|z) multiplied in. Not comparable with any other model's.
    ///
    /// SGM sec. 4: the evaluation as printed.
    pub(crate) fn paper_perplexity(&self, corpus: &Corpus) -> f64 {
        let counts = corpus.segments();
        let tokens = corpus.n_tokens();
        let (mut at, mut sum) = (0, 0.0);
        let mut terms = vec![0.0; self.words.width()];
        for document in 0..corpus.n_documents() {
            let range = corpus.segments_of(document);
            let length: f64 = range.clone().map(|s| counts.row(s).sum()).sum();
            for segment in range {
                let theta = self.documents.row(document);
                let shares = self.segments.row(segment);
                for (term, (p, share)) in terms.iter_mut().zip(theta.iter().zip(shares)) {
                    *term = (p * share).max(1e-300).ln();
                }
                for (_, n) in counts.row(segment).iter() {
                    let logs = terms.iter_mut().zip(self.words.row(at));
                    logs.for_each(|(term, p)| *term += n * p.max(1e-300).ln());
                    at += 1;
                }
                let most = terms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let rest: f64 = terms.iter().map(|term| (term - most).exp()).sum();
                sum += (length / tokens).max(1e-300).ln() + most + rest.ln();
            }
        }
        (-sum / tokens).exp()
    }
}

impl<'a> Printed<'a> {
    fn new(data: &'a Data) -> Self {
        let mut starts = vec![0];
        for row in data.rows.rows() {
            starts.push(starts[starts.len() - 1] + row.columns.len());
        }
        Self { data, starts }
    }

    /// Makes the words of each segment and topic add up to 1.
    fn normalize_words(&self, words: &mut Table) {
        let width = words.width();
        for range in self.starts.windows(2) {
            let mut sums = vec![0.0; width];
            for at in range[0]..range[1] {
                crate::table::add_to(&mut sums, words.row(at));
            }
            let even = 1.0 / (range[1] - range[0]).max(1) as f64;
            for at in range[0]..range[1] {
                for (p, sum) in words.row_mut(at).iter_mut().zip(&sums) {
                    *p = if *sum > 0.0 { *p / sum } else { even };
                }
            }
        }
    }
}

impl Iterate for Printed<'_> {
    type Parameters = Literal;
    type Statistics = Counts;

    fn n_batches(&self) -> usize {
        self.data.batches.len()
    }

    /// SGM sec. 3: q(z) ∝ Pr(z|d) Pr(s|z) Pr(w|z,s).
    fn step(&self, batch: usize, model: &Literal) -> Counts {
        let width = model.words.width();
        let mut counts = Counts {
            documents: Vec::new(),
            segments: Vec::new(),
            words: Vec::new(),
            objective: 0.0,
        };
        let mut likelihood = LnSum::new();
        let mut q = vec![0.0; width];
        for document in self.data.batches[batch].clone() {
            let of_document = counts.documents.len();
            counts.documents.resize(of_document + width, 0.0);
            for segment in self.data.rows_of(document) {
                let of_segment = counts.segments.len();
                counts.segments.resize(of_segment + width, 0.0);
                let values = self.data.rows.row(segment).values;
                for (i, &n) in values.iter().enumerate() {
                    let words = model.words.row(self.starts[segment] + i);
                    let weights = model
                        .documents
                        .row(document)
                        .iter()
                        .zip(model.segments.row(segment));
                    for (q, ((a, b), c)) in q.iter_mut().zip(weights.zip(words)) {
                        *q = a * b * c;
                    }
                    let p: f64 = q.iter().sum();
                    likelihood.add(p, n);
                    q.iter_mut().for_each(|q| *q *= n / p.max(1e-300));
                    crate::table::add_to(&mut counts.documents[of_document..], &q);
                    crate::table::add_to(&mut counts.segments[of_segment..], &q);
                    counts.words.extend_from_slice(&q);
                }
            }
        }
        counts.objective = likelihood.total();
        counts
    }

    fn merge(&self, before: &mut Counts, next: Counts) {
        before.documents.extend(next.documents);
        before.segments.extend(next.segments);
        before.words.extend(next.words);
        before.objective += next.objective;
    }

    /// SGM sec. 3: the shares of counts, each normalised over its own outcomes.
    fn update(&self, counts: Counts, model: &mut Literal) -> f64 {
        let width = model.words.width();
        model.documents = Table::from_values(width, counts.documents);
        model.documents.rows_mut().for_each(normalize);
        model.segments = Table::from_values(width, counts.segments);
        model.segments.normalize_columns();
        model.words = Table::from_values(width, counts.words);
        self.normalize_words(&mut model.words);
        counts.objective
    }
}

#[cfg(test)]
mod tests;
