//! A fitted model, and the topics of new documents by folding in.
//!
//! Documents are folded in one at a time by EM with the word distributions fixed, so that
//! the topics of a document do not depend on the other documents of a batch.

use crate::Cache;
use crate::arithmetic::dot;
use rayon::prelude::*;
use recto_math::DenseMatrix;
use recto_math::dense::normalize;
use recto_math::{CsrBuilder, SparseRow};
use serde_json::Value;
use std::borrow::Cow;

/// Word distributions of topics with all that folding in needs.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// Name of the method in the table.
    pub method: String,
    /// Parameters of the fit as a JSON object.
    pub parameters: Value,
    /// Terms in the order of their ids.
    pub terms: Vec<String>,
    /// Most frequent spelling of each term, for people; as long as `terms`.
    pub spellings: Vec<String>,
    /// Word distributions, terms by topics; each column sums to 1.
    pub words: DenseMatrix,
    /// Dirichlet prior of a document's topics, or of its clusters if there are some.
    pub alpha: Vec<f64>,
    /// Topic distributions of clusters, clusters by topics, for a model whose documents
    /// are mixtures of clusters (ext-plsa); `None` for all others.
    pub clusters: Option<DenseMatrix>,
    /// Weight of a segment's own topics, from 0 to 1; 0 if segments do not deviate.
    pub eta: f64,
    /// Dirichlet prior of a segment's own topics.
    pub segment_alpha: f64,
    /// Which word frequencies the cache holds.
    pub cache: Cache,
    /// Weight of the cache, from 0 to 1.
    pub lambda: f64,
    /// Smoothing of the cache: pseudo-tokens with the corpus' frequencies.
    pub cache_strength: f64,
    /// Relative frequency of each term in the corpus, smoothed: never 0.
    pub unigram: Vec<f64>,
    /// Label of each topic.
    pub labels: Vec<String>,
}

/// Topic distributions of one document and of its segments.
#[derive(Debug, Clone, PartialEq)]
pub struct DocumentTopics {
    /// Topic distribution of the document; uniform if it has no term of the model.
    pub topics: Vec<f64>,
    /// Topic distribution of each segment.
    pub segments: Vec<Vec<f64>>,
}

/// Maximum number of EM iterations when a document is folded in.
const MAX_ITERATIONS: usize = 50;

/// Folding in stops when no topic of the document changes by more than this.
const TOLERANCE: f64 = 1e-7;

impl Model {
    /// Number of topics.
    pub fn n_topics(&self) -> usize {
        self.words.n_columns()
    }

    /// Prepares the model for folding documents in.
    pub fn fold_in(&self) -> FoldIn<'_> {
        let phi = match &self.clusters {
            None => Cow::Borrowed(&self.words),
            Some(clusters) => Cow::Owned(product(&self.words, clusters)),
        };
        FoldIn { model: self, phi }
    }

    /// Topics of documents, in parallel. A document is a list of segments of term ids and
    /// counts; its topics do not depend on the others.
    pub fn fold(&self, documents: &[Vec<SparseRow<'_>>]) -> Vec<DocumentTopics> {
        let fold_in = self.fold_in();
        documents
            .par_iter()
            .map(|segments| fold_in.fold(segments))
            .collect()
    }

    /// Topics of a document given as segments of terms; terms that the model does not have
    /// are ignored.
    pub fn fold_terms<'t, S: IntoIterator<Item = &'t str>>(
        &self,
        term_ids: &TermIds,
        segments: impl IntoIterator<Item = S>,
    ) -> DocumentTopics {
        let mut builder = CsrBuilder::new(self.terms.len());
        for segment in segments {
            let known = |term| term_ids.id(term);
            builder.push_counts(segment.into_iter().filter_map(known));
        }
        let counts = builder.finish();
        let rows: Vec<SparseRow<'_>> = counts.rows().collect();
        self.fold_in().fold(&rows)
    }

    /// Index from terms to their ids, for [`Model::fold_terms`].
    pub fn term_ids(&self) -> TermIds {
        TermIds::new(&self.terms)
    }
}

/// Index from the terms of a model to their ids.
#[derive(Debug, Clone)]
pub struct TermIds(rustc_hash::FxHashMap<String, u32>);

impl TermIds {
    /// An index of terms in the order of their ids.
    pub fn new(terms: &[String]) -> Self {
        let ids = terms.iter().zip(0..);
        Self(ids.map(|(term, id)| (term.clone(), id)).collect())
    }

    /// The id of a term; `None` if the model does not have it.
    pub fn id(&self, term: &str) -> Option<u32> {
        self.0.get(term).copied()
    }

    /// Number of terms.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Word distributions of clusters: those of topics, mixed by the topics of each cluster.
fn product(words: &DenseMatrix, clusters: &DenseMatrix) -> DenseMatrix {
    let mut phi = DenseMatrix::filled(words.n_rows(), clusters.n_rows(), 0.0);
    for (w, row) in words.rows().enumerate() {
        for (p, cluster) in phi.row_mut(w).iter_mut().zip(clusters.rows()) {
            *p = dot(row, cluster);
        }
    }
    phi
}

/// A model prepared for folding documents in. What documents are mixtures of (topics, or
/// clusters of topics) is multiplied out once, not for every document.
pub struct FoldIn<'m> {
    model: &'m Model,
    phi: Cow<'m, DenseMatrix>,
}

/// Mixture weights of one document, and of its segments if they deviate.
pub(crate) struct Weights {
    pub(crate) theta: Vec<f64>,
    pub(crate) xi: Vec<Vec<f64>>,
}

impl FoldIn<'_> {
    /// Topics of one document, given as segments of term ids and counts.
    pub fn fold(&self, segments: &[SparseRow<'_>]) -> DocumentTopics {
        let weights = self.weights(segments);
        self.mixed(segments, &weights)
    }

    /// Mixture weights of one document by EM with the word distributions fixed.
    pub(crate) fn weights(&self, segments: &[SparseRow<'_>]) -> Weights {
        let width = self.phi.n_columns();
        let even = 1.0 / width as f64;
        let deviates = self.model.eta > 0.0;
        let mut weights = Weights {
            theta: vec![even; width],
            xi: vec![vec![even; width]; if deviates { segments.len() } else { 0 }],
        };
        let caches = Caches::new(self.model, segments);
        if caches.total == 0.0 {
            return weights;
        }
        let mut work = Work {
            mix: vec![0.0; width],
            gain: vec![0.0; width],
            theta: vec![0.0; width],
        };
        for _ in 0..MAX_ITERATIONS {
            if self.iterate(segments, &caches, &mut weights, &mut work) < TOLERANCE {
                break;
            }
        }
        weights
    }

    /// One EM iteration; returns the largest change of a topic of the document.
    fn iterate(
        &self,
        segments: &[SparseRow<'_>],
        caches: &Caches,
        weights: &mut Weights,
        work: &mut Work,
    ) -> f64 {
        let eta = if weights.xi.is_empty() {
            0.0
        } else {
            self.model.eta
        };
        work.theta.copy_from_slice(&self.model.alpha);
        for (s, segment) in segments.iter().enumerate() {
            let xi = weights.xi.get(s).map(Vec::as_slice);
            mix(&mut work.mix, &weights.theta, xi, eta);
            work.gain.fill(0.0);
            for (i, (w, n)) in segment.iter().enumerate() {
                let phi = self.phi.row(w as usize);
                let p = (1.0 - self.model.lambda) * dot(&work.mix, phi);
                let p = p + self.model.lambda * caches.left_out(s, i, w, &self.model.unigram);
                let share = n * (1.0 - self.model.lambda) / p.max(1e-300);
                let gains = work.gain.iter_mut().zip(phi);
                gains.for_each(|(gain, phi)| *gain += share * phi);
            }
            let counts = work.theta.iter_mut().zip(&weights.theta).zip(&work.gain);
            counts.for_each(|((count, p), gain)| *count += (1.0 - eta) * p * gain);
            if let Some(xi) = weights.xi.get_mut(s) {
                for (p, gain) in xi.iter_mut().zip(&work.gain) {
                    *p = eta * *p * gain + self.model.segment_alpha;
                }
                normalize(xi);
            }
        }
        normalize(&mut work.theta);
        let changes = work.theta.iter().zip(&weights.theta);
        let change = changes.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        weights.theta.copy_from_slice(&work.theta);
        change
    }

    /// Topics of a document and its segments from its weights. Segments without weights of
    /// their own get the posterior of their words under the document's topics.
    fn mixed(&self, segments: &[SparseRow<'_>], weights: &Weights) -> DocumentTopics {
        let eta = if weights.xi.is_empty() {
            0.0
        } else {
            self.model.eta
        };
        let mut parts = Vec::with_capacity(segments.len());
        for (s, segment) in segments.iter().enumerate() {
            let own = match weights.xi.get(s) {
                Some(xi) => {
                    let mut own = vec![0.0; xi.len()];
                    mix(&mut own, &weights.theta, Some(xi), eta);
                    own
                }
                None => responsibilities(*segment, &weights.theta, &self.phi),
            };
            parts.push(own);
        }
        let topics = if eta > 0.0 {
            averaged(segments, &parts, &weights.theta)
        } else {
            weights.theta.clone()
        };
        DocumentTopics {
            topics: self.topics_of(&topics),
            segments: parts.iter().map(|part| self.topics_of(part)).collect(),
        }
    }

    /// Topics from mixture weights, which are weights of topics or of clusters.
    fn topics_of(&self, mixed: &[f64]) -> Vec<f64> {
        let Some(clusters) = &self.model.clusters else {
            return mixed.to_vec();
        };
        let mut topics = vec![0.0; self.model.n_topics()];
        for (weight, cluster) in mixed.iter().zip(clusters.rows()) {
            let parts = topics.iter_mut().zip(cluster);
            parts.for_each(|(topic, p)| *topic += weight * p);
        }
        topics
    }

    /// Probability of a term under the topics of segment `s`, without the cache.
    pub(crate) fn probability(&self, weights: &Weights, s: usize, term: u32) -> f64 {
        let phi = self.phi.row(term as usize);
        let own = dot(&weights.theta, phi);
        match weights.xi.get(s) {
            Some(xi) => (1.0 - self.model.eta) * own + self.model.eta * dot(xi, phi),
            None => own,
        }
    }
}

/// SGM sec. 1: topics of a document, a mixture of those of its segments, weighted by length.
fn averaged(segments: &[SparseRow<'_>], parts: &[Vec<f64>], theta: &[f64]) -> Vec<f64> {
    let total: f64 = segments.iter().map(|segment| segment.sum()).sum();
    if total == 0.0 {
        return theta.to_vec();
    }
    let mut topics = vec![0.0; theta.len()];
    for (segment, part) in segments.iter().zip(parts) {
        let weight = segment.sum() / total;
        let sums = topics.iter_mut().zip(part);
        sums.for_each(|(topic, p)| *topic += weight * p);
    }
    topics
}

/// Posterior topic distribution of a segment's words under the mixture `theta`; `theta`
/// itself for a segment without words.
pub(crate) fn responsibilities(
    segment: SparseRow<'_>,
    theta: &[f64],
    phi: &DenseMatrix,
) -> Vec<f64> {
    if segment.columns.is_empty() {
        return theta.to_vec();
    }
    let mut gain = vec![0.0; theta.len()];
    for (w, n) in segment.iter() {
        let phi = phi.row(w as usize);
        let share = n / dot(theta, phi).max(1e-300);
        let gains = gain.iter_mut().zip(phi);
        gains.for_each(|(gain, p)| *gain += share * p);
    }
    gain.iter_mut().zip(theta).for_each(|(gain, p)| *gain *= p);
    normalize(&mut gain);
    gain
}

fn mix(mix: &mut [f64], theta: &[f64], xi: Option<&[f64]>, eta: f64) {
    mix.copy_from_slice(theta);
    if let Some(xi) = xi {
        let parts = mix.iter_mut().zip(xi);
        parts.for_each(|(mix, xi)| *mix = (1.0 - eta) * *mix + eta * xi);
    }
}

/// Buffers that are reused over iterations.
struct Work {
    mix: Vec<f64>,
    gain: Vec<f64>,
    theta: Vec<f64>,
}

/// Word cache of one document.
pub(crate) struct Caches<'a> {
    strength: f64,
    kind: Cache,
    segments: &'a [SparseRow<'a>],
    lengths: Vec<f64>,
    total: f64,
    /// Term counts of the whole document, by term, for [`Cache::Document`]; else empty.
    whole: Vec<(u32, f64)>,
}

impl<'a> Caches<'a> {
    pub(crate) fn new(model: &Model, segments: &'a [SparseRow<'a>]) -> Self {
        let lengths: Vec<f64> = segments.iter().map(|segment| segment.sum()).collect();
        let mut whole: Vec<(u32, f64)> = Vec::new();
        if model.cache == Cache::Document {
            let mut all: Vec<(u32, f64)> = segments.iter().flat_map(|s| s.iter()).collect();
            all.sort_by_key(|&(w, _)| w);
            let runs = all.chunk_by(|a, b| a.0 == b.0);
            whole = runs
                .map(|run| (run[0].0, run.iter().map(|x| x.1).sum()))
                .collect();
        }
        Self {
            strength: model.cache_strength,
            kind: model.cache,
            segments,
            total: lengths.iter().sum(),
            lengths,
            whole,
        }
    }

    /// Count of the term and number of tokens in the text that the cache covers.
    fn remembered(&self, s: usize, term: u32) -> (f64, f64) {
        match self.kind {
            Cache::Off => (0.0, 0.0),
            Cache::Segment => {
                let at = self.segments[s].columns.binary_search(&term);
                (
                    at.map_or(0.0, |at| self.segments[s].values[at]),
                    self.lengths[s],
                )
            }
            Cache::Document => {
                let at = self.whole.binary_search_by_key(&term, |&(w, _)| w);
                (at.map_or(0.0, |at| self.whole[at].1), self.total)
            }
        }
    }

    /// Cache probability of a token that the cache itself counts: value `i` of segment `s`.
    /// The token is left out, else the cache would predict every word from itself.
    fn left_out(&self, s: usize, i: usize, term: u32, base: &[f64]) -> f64 {
        if self.kind == Cache::Off {
            return 0.0;
        }
        debug_assert_eq!(self.segments[s].columns[i], term);
        let (own, total) = self.remembered(s, term);
        (own - 1.0 + self.strength * base[term as usize]) / (total - 1.0 + self.strength)
    }

    /// Cache probability of a token of segment `s` that the cache does not count.
    pub(crate) fn of_another(&self, s: usize, term: u32, base: &[f64]) -> f64 {
        let (own, total) = self.remembered(s, term);
        (own + self.strength * base[term as usize]) / (total + self.strength)
    }
}
