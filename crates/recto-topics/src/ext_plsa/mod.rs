//! Ext-PLSA: PLSA with a layer of document clusters between documents and topics.
//!
//! ```text
//! P(w|d) = Σ_y P(y|d) Σ_z P(z|y) P(w|z)
//! ```
//!
//! Use it to see which clusters of documents share which topics. Its held-out perplexity is
//! worse than that of PLSA, because every document mixes a few clusters. EM is exact: with
//! `θ = P(y|d) P(z|y)` and `R_dz = Σ_w n P(w|z) / P(w|d)` the expected counts of clusters
//! are `P(y|d) Σ_z R_dz P(z|y)` and those of topics in clusters `P(z|y) Σ_d P(y|d) R_dz`.
//! A document belongs to its likeliest cluster; ties go to the first.
//!
//! # References
//! Kim, Pessiot, Amini and Gallinari 2008, An extension of PLSA for document clustering.
//! That paper was not to be had. Its abstract tells of a second latent variable by which
//! documents and terms are clustered at the same time, and so does the paper of SGM; the order
//! of the variables, document, cluster, topic, word, is our reading, and the equations are
//! EM for it.

use crate::arithmetic::{LnSum, add_to, dot};
use crate::guide::Hints;
use crate::kernel::{Sharing, share_out};
use crate::mixture::{Batch, start_words, unit};
use crate::{Corpus, Params, TopicsError};
use recto_math::DenseMatrix;
use recto_math::em::{self, Fit, Iterate, Start};
use recto_math::{Run, rng};
use serde::{Deserialize, Serialize};

/// Parameters that all documents share.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Shared {
    /// Clusters by topics.
    clusters: DenseMatrix,
    /// Terms by topics.
    phi: DenseMatrix,
}

/// The fitted model.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Clustered {
    /// Documents by clusters.
    pub(crate) documents: DenseMatrix,
    /// Clusters by topics.
    pub(crate) clusters: DenseMatrix,
    /// Terms by topics.
    pub(crate) phi: DenseMatrix,
}

/// The model as an EM iteration; the state of a batch is P(y|d) of its documents.
struct Clustering<'a> {
    params: &'a Params,
    hints: &'a Hints,
}

/// Expected counts of a batch, without the factor of the old parameters, which the M step
/// multiplies in once.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Counts {
    /// Terms by topics.
    phi: Vec<f64>,
    /// Clusters by topics.
    clusters: Vec<f64>,
    objective: f64,
}

pub(crate) fn fit(
    corpus: &Corpus,
    params: &Params,
    hints: &Hints,
    n_topics: usize,
    run: &Run<'_>,
) -> Result<Fit<Clustered>, TopicsError> {
    let n_clusters = params.clusters.unwrap_or_else(|| n_topics.div_ceil(2));
    let batches = Batch::all(corpus, false);
    let model = Clustering { params, hints };
    let best: Result<_, TopicsError> = em::best_of(params.restarts, |restart| {
        let draws = (run.seed, restart);
        let start = start(&batches, corpus, hints, (n_clusters, n_topics), draws);
        let stop = params.stop();
        Ok(em::fit(
            &model,
            &batches,
            start,
            stop,
            "finding topics",
            run,
        )?)
    });
    Ok(best?.join(|shared, documents| Clustered {
        documents: DenseMatrix::stacked(documents),
        clusters: shared.clusters,
        phi: shared.phi,
    }))
}

/// Random clusters; topics start from a few documents each, as in PLSA.
fn start(
    batches: &[Batch],
    corpus: &Corpus,
    hints: &Hints,
    (n_clusters, n_topics): (usize, usize),
    draws: (u64, u64),
) -> Start<Shared, DenseMatrix> {
    let (seed, restart) = draws;
    let mut draw = rng::stream(seed, "clusters of topics", restart);
    let mut random = |rows: usize, width: usize| {
        let mut table = DenseMatrix::filled(rows, width, 0.0);
        let values = table.values_mut().iter_mut();
        values.for_each(|p| *p = 0.5 + unit(&mut draw));
        table.normalize_rows();
        table
    };
    // Documents are drawn before clusters and in order of batches: the order of draws is
    // part of what a seed means.
    let documents = batches.iter().map(|batch| batch.n_documents());
    Start {
        states: documents.map(|n| random(n, n_clusters)).collect(),
        parameters: Shared {
            clusters: random(n_clusters, n_topics),
            phi: start_words(corpus, hints, n_topics, draws),
        },
    }
}

impl Clustered {
    /// Documents by topics.
    pub(crate) fn topics(&self) -> DenseMatrix {
        let mut topics =
            DenseMatrix::filled(self.documents.n_rows(), self.clusters.n_columns(), 0.0);
        for (row, clusters) in topics.rows_mut().zip(self.documents.rows()) {
            mix_into(row, clusters, &self.clusters);
        }
        topics
    }

    /// The likeliest cluster of each document.
    pub(crate) fn groups(&self) -> Vec<usize> {
        let likeliest = |row: &[f64]| {
            let better = |best: usize, (y, p): (usize, &f64)| if *p > row[best] { y } else { best };
            row.iter().enumerate().fold(0, better)
        };
        self.documents.rows().map(likeliest).collect()
    }
}

fn mix_into(mix: &mut [f64], weights: &[f64], clusters: &DenseMatrix) {
    mix.fill(0.0);
    for (weight, cluster) in weights.iter().zip(clusters.rows()) {
        let parts = mix.iter_mut().zip(cluster);
        parts.for_each(|(mix, p)| *mix += weight * p);
    }
}

impl Iterate for Clustering<'_> {
    type Batch = Batch;
    type State = DenseMatrix;
    type Parameters = Shared;
    type Statistics = Counts;

    /// Kim08 def. ExtPLSA: the expectation over clusters and topics.
    fn step(&self, batch: &Batch, now: DenseMatrix, model: &Shared) -> (Counts, DenseMatrix) {
        let (n_topics, n_clusters) = (model.phi.n_columns(), model.clusters.n_rows());
        let mut counts = Counts {
            phi: vec![0.0; model.phi.values().len()],
            clusters: vec![0.0; n_topics * n_clusters],
            objective: 0.0,
        };
        let mut documents = Vec::with_capacity(now.values().len());
        let (mut likelihood, mut prior) = (LnSum::new(), LnSum::new());
        let (mut mix, mut gain) = (vec![0.0; n_topics], vec![0.0; n_topics]);
        for (document, own) in now.rows().enumerate() {
            mix_into(&mut mix, own, &model.clusters);
            gain.fill(0.0);
            let mut sharing = Sharing {
                mix: &mix,
                phi: model.phi.values(),
                gain: &mut gain,
                words: &mut counts.phi,
                likelihood: &mut likelihood,
            };
            share_out(batch.row(document), None, &mut sharing);
            if self.params.alpha > 0.0 {
                own.iter().for_each(|&p| prior.add(p, 1.0));
            }
            for (y, (weight, cluster)) in own.iter().zip(model.clusters.rows()).enumerate() {
                documents.push(weight * dot(&gain, cluster));
                let sums = &mut counts.clusters[y * n_topics..][..n_topics];
                sums.iter_mut()
                    .zip(&gain)
                    .for_each(|(sum, gain)| *sum += weight * gain);
            }
        }
        counts.objective = likelihood.total() + self.params.alpha * prior.total();
        let mut next = smoothed(n_clusters, documents, None, self.params.alpha);
        next.normalize_rows();
        (counts, next)
    }

    fn merge(&self, before: &mut Counts, next: Counts) {
        add_to(&mut before.phi, &next.phi);
        add_to(&mut before.clusters, &next.clusters);
        before.objective += next.objective;
    }

    fn update(&self, counts: Counts, model: &mut Shared) -> f64 {
        let (alpha, beta) = (self.params.alpha, self.params.beta);
        let mut prior = (LnSum::new(), LnSum::new());
        if alpha > 0.0 {
            model
                .clusters
                .values()
                .iter()
                .for_each(|&p| prior.0.add(p, 1.0));
        }
        if beta > 0.0 {
            model.phi.values().iter().for_each(|&p| prior.1.add(p, 1.0));
        }
        let objective = counts.objective
            + alpha * prior.0.total()
            + beta * prior.1.total()
            + self.hints.ln_prior(&model.phi, beta);
        let clusters = smoothed(
            model.phi.n_columns(),
            counts.clusters,
            Some(&model.clusters),
            alpha,
        );
        model.clusters = clusters;
        model.clusters.normalize_rows();
        let mut phi = smoothed(model.phi.n_columns(), counts.phi, Some(&model.phi), beta);
        self.hints.apply(&mut phi);
        phi.normalize_columns();
        model.phi = phi;
        objective
    }
}

/// Adds the prior to expected counts, after multiplying by the old parameters if given.
fn smoothed(
    width: usize,
    mut counts: Vec<f64>,
    by: Option<&DenseMatrix>,
    prior: f64,
) -> DenseMatrix {
    if let Some(by) = by {
        let parts = counts.iter_mut().zip(by.values());
        parts.for_each(|(count, p)| *count *= p);
    }
    counts.iter_mut().for_each(|count| *count += prior);
    DenseMatrix::from_values(width, counts)
}

#[cfg(test)]
mod tests;
