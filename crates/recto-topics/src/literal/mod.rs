//! SGM exactly as published: every segment has its own word distribution for each topic.
//!
//! ```text
//! Pr(d,s,w) = Pr(d) Σ_z Pr(z|d) Pr(s|z) Pr(w|z,s)
//! ```
//!
//! Use it only to replicate the paper. `Pr(w|z,s)` is free for every segment, and
//! `Pr(w|z,s) = n(s,w) / n(s)` for all topics attains the maximum likelihood: no word links
//! the topics of two documents, so the random start decides the topics, and new documents
//! have no parameters at all. EM never lowers the likelihood. Time O(nnz T) per iteration;
//! memory O(nnz T), checked before the fit.
//!
//! # Departures
//! The model has no word distributions of topics; here they are `Σ_s Pr(s|z) Pr(w|z,s)`,
//! and new documents are folded in with them.
//!
//! # References
//! Ponti, Tagarelli and Karypis 2011, A statistical model for topically segmented
//! documents.

use crate::arithmetic::{LnSum, add_to};
use crate::mixture::{Batch, unit};
use crate::{Corpus, Params, TopicsError};
use recto_math::DenseMatrix;
use recto_math::em::{self, Fit, Iterate, Start};
use recto_math::{CsrMatrix, Notice, Remedy, Run, rng};
use serde::{Deserialize, Serialize};

/// The warning that every result of the method carries.
pub(crate) fn warning() -> Notice {
    let message = "sgm-literal is degenerate: the random start decides its topics";
    let others = &Remedy::OneOf(&[Remedy::Method("auto"), Remedy::Method("sgm")]);
    Notice::from(message).with(Remedy::When("unless you replicate the paper", others))
}

/// The fitted model.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Literal {
    /// Pr(z|d), documents by topics.
    pub(crate) documents: DenseMatrix,
    /// Pr(s|z), segments by topics; columns sum to 1.
    pub(crate) segments: DenseMatrix,
    /// Pr(w|z,s), one row per non-zero count; columns sum to 1 within each segment.
    pub(crate) words: DenseMatrix,
}

/// The model as an EM iteration. All parameters belong to documents, except the sums that
/// normalise Pr(s|z) over all segments.
struct Printed;

/// Parameters that all documents share: Pr(s|z) is the counts of a segment over `sums`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Totals {
    /// Expected counts of each topic over all segments.
    sums: Vec<f64>,
    /// Number of segments.
    n_segments: usize,
}

impl Totals {
    /// Turns the counts of a segment into Pr(s|z); uniform for a topic without counts.
    fn divide(&self, segment: &mut [f64]) {
        let even = 1.0 / self.n_segments as f64;
        for (x, &sum) in segment.iter_mut().zip(&self.sums) {
            *x = if sum > 0.0 { *x / sum } else { even };
        }
    }
}

/// Parameters of the documents of a batch.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Own {
    /// Documents by topics.
    documents: DenseMatrix,
    /// Segments by topics, not yet divided by [`Totals`].
    segments: DenseMatrix,
    /// As in [`Literal`].
    words: DenseMatrix,
}

/// The statistics of a batch for [`Totals`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Sums {
    segments: Vec<f64>,
    objective: f64,
}

pub(crate) fn fit(
    corpus: &Corpus,
    params: &Params,
    n_topics: usize,
    run: &Run<'_>,
) -> Result<Fit<Literal>, TopicsError> {
    let batches = Batch::all(corpus, true);
    let best: Result<_, TopicsError> = em::best_of(params.restarts, |restart| {
        let start = start(&batches, n_topics, (run.seed, restart));
        let stop = params.stop();
        Ok(em::fit(
            &Printed,
            &batches,
            start,
            stop,
            "finding topics",
            run,
        )?)
    });
    Ok(best?.join(Literal::join))
}

/// A random start. All documents are drawn first, then all segments, then all words: the
/// order of draws is part of what a seed means, and must not depend on the batches.
fn start(batches: &[Batch], n_topics: usize, (seed, restart): (u64, u64)) -> Start<Totals, Own> {
    let mut draw = rng::stream(seed, "literal start", restart);
    let mut random = |n_rows: &dyn Fn(&Batch) -> usize| -> Vec<DenseMatrix> {
        let mut drawn = |batch: &Batch| {
            let mut table = DenseMatrix::filled(n_rows(batch), n_topics, 0.0);
            let values = table.values_mut().iter_mut();
            values.for_each(|p| *p = 0.5 + unit(&mut draw));
            table
        };
        batches.iter().map(&mut drawn).collect()
    };
    let documents = random(&Batch::n_documents);
    let segments = random(&Batch::n_rows);
    let words = random(&Batch::nnz);
    let mut sums = vec![0.0; n_topics];
    let all = segments.iter().flat_map(DenseMatrix::rows);
    all.for_each(|segment| add_to(&mut sums, segment));
    let own = |(batch, ((mut documents, segments), mut words)): (
        &Batch,
        ((DenseMatrix, _), DenseMatrix),
    )| {
        documents.normalize_rows();
        normalize_words(batch, &mut words);
        Own {
            documents,
            segments,
            words,
        }
    };
    Start {
        parameters: Totals {
            sums,
            n_segments: segments.iter().map(DenseMatrix::n_rows).sum(),
        },
        states: batches
            .iter()
            .zip(documents.into_iter().zip(segments).zip(words))
            .map(own)
            .collect(),
    }
}

/// Normalises Pr(w|z,s) within each segment.
fn normalize_words(batch: &Batch, words: &mut DenseMatrix) {
    let mut start = 0;
    for row in batch.rows() {
        let range = start..start + row.columns.len();
        let mut sums = vec![0.0; words.n_columns()];
        for at in range.clone() {
            add_to(&mut sums, words.row(at));
        }
        let even = 1.0 / range.len().max(1) as f64;
        for at in range.clone() {
            for (p, sum) in words.row_mut(at).iter_mut().zip(&sums) {
                *p = if *sum > 0.0 { *p / sum } else { even };
            }
        }
        start = range.end;
    }
}

impl Literal {
    fn join(totals: Totals, all: Vec<Own>) -> Self {
        let (mut documents, mut segments, mut words) = (Vec::new(), Vec::new(), Vec::new());
        for mut own in all {
            own.segments.rows_mut().for_each(|row| totals.divide(row));
            documents.push(own.documents);
            segments.push(own.segments);
            words.push(own.words);
        }
        Self {
            documents: DenseMatrix::stacked(documents),
            segments: DenseMatrix::stacked(segments),
            words: DenseMatrix::stacked(words),
        }
    }

    /// Word distributions of topics, `Σ_s Pr(s|z) Pr(w|z,s)`, terms by topics.
    pub(crate) fn phi(&self, counts: &CsrMatrix) -> DenseMatrix {
        let mut phi = DenseMatrix::filled(counts.n_columns(), self.words.n_columns(), 0.0);
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

    /// Perplexity as the paper prints it, except that the exponent is divided by the number
    /// of tokens: Pr(d) once a document, topics mixed per segment, Pr(s|z) included. It
    /// cannot be compared with that of any other model.
    ///
    /// SGM sec. 4: the evaluation as printed.
    pub(crate) fn paper_perplexity(&self, corpus: &Corpus) -> f64 {
        let counts = corpus.segments();
        let tokens = corpus.n_tokens();
        let (mut at, mut sum) = (0, 0.0);
        let mut terms = vec![0.0; self.words.n_columns()];
        for document in 0..corpus.n_documents() {
            let range = corpus.segments_of(document);
            let length: f64 = range.clone().map(|s| counts.row(s).sum()).sum();
            sum += (length / tokens).max(1e-300).ln();
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
                sum += most + rest.ln();
            }
        }
        (-sum / tokens).exp()
    }
}

impl Iterate for Printed {
    type Batch = Batch;
    type State = Own;
    type Parameters = Totals;
    type Statistics = Sums;

    /// SGM sec. 3: q(z) ∝ Pr(z|d) Pr(s|z) Pr(w|z,s), and the shares of counts, each
    /// normalised over its own outcomes.
    fn step(&self, batch: &Batch, now: Own, totals: &Totals) -> (Sums, Own) {
        let width = totals.sums.len();
        let mut next = Own {
            documents: DenseMatrix::filled(now.documents.n_rows(), width, 0.0),
            segments: DenseMatrix::filled(now.segments.n_rows(), width, 0.0),
            words: DenseMatrix::filled(now.words.n_rows(), width, 0.0),
        };
        let mut likelihood = LnSum::new();
        let mut share = vec![0.0; width];
        let mut at = 0;
        for document in 0..batch.n_documents() {
            for segment in batch.rows_of(document) {
                share.copy_from_slice(now.segments.row(segment));
                totals.divide(&mut share);
                for &n in batch.row(segment).values {
                    let weights = now.documents.row(document).iter().zip(&share);
                    let q = next.words.row_mut(at);
                    for (q, ((a, b), c)) in q.iter_mut().zip(weights.zip(now.words.row(at))) {
                        *q = a * b * c;
                    }
                    let p: f64 = q.iter().sum();
                    likelihood.add(p, n);
                    q.iter_mut().for_each(|q| *q *= n / p.max(1e-300));
                    add_to(next.documents.row_mut(document), q);
                    add_to(next.segments.row_mut(segment), q);
                    at += 1;
                }
            }
        }
        next.documents.normalize_rows();
        normalize_words(batch, &mut next.words);
        let sums = Sums {
            segments: next.segments.column_sums(),
            objective: likelihood.total(),
        };
        (sums, next)
    }

    fn merge(&self, before: &mut Sums, next: Sums) {
        add_to(&mut before.segments, &next.segments);
        before.objective += next.objective;
    }

    /// SGM sec. 3: Pr(s|z) is normalised over all segments.
    fn update(&self, sums: Sums, totals: &mut Totals) -> f64 {
        totals.sums = sums.segments;
        sums.objective
    }
}

#[cfg(test)]
mod tests;
