//! What a fit leaves behind: words of topics, and how new documents get theirs.
//!
//! New documents are folded in one at a time with the words of topics fixed, so that the
//! answer for a document is the same alone, in a batch, and today as yesterday.

use crate::Cache;
use crate::arithmetic::dot;
use rayon::prelude::*;
use recto_math::DenseMatrix;
use recto_math::dense::normalize;
use recto_math::{CsrBuilder, SparseRow};
use serde_json::Value;
use std::borrow::Cow;

/// Topics that new documents can be seen with.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// The method that found them.
    pub method: String,
    /// Its parameters.
    pub parameters: Value,
    /// The terms.
    pub terms: Vec<String>,
    /// How people spell each term.
    pub spellings: Vec<String>,
    /// Terms by topics: the probability of each term in each topic.
    pub words: DenseMatrix,
    /// Prior counts of each topic (of each cluster, where there are some) in a document.
    pub alpha: Vec<f64>,
    /// Clusters by topics, for a model whose documents mix clusters of topics.
    pub clusters: Option<DenseMatrix>,
    /// How much a segment may deviate from its document.
    pub eta: f64,
    /// Prior counts of each topic in a segment's deviation.
    pub segment_alpha: f64,
    /// What is remembered of a text's own words.
    pub cache: Cache,
    /// The weight of that.
    pub lambda: f64,
    /// How many tokens of the corpus stand behind a cache.
    pub cache_strength: f64,
    /// How frequent each term is in the corpus; never 0.
    pub unigram: Vec<f64>,
    /// Names of the topics.
    pub labels: Vec<String>,
}

/// The topics of one document.
#[derive(Debug, Clone, PartialEq)]
pub struct Mixed {
    /// Its topics; uniform if it has no known word.
    pub topics: Vec<f64>,
    /// The topics of each of its segments.
    pub segments: Vec<Vec<f64>>,
}

/// Rounds of EM when a document is folded in.
const ROUNDS: usize = 50;

/// A change of every topic below this ends the rounds.
const SETTLED: f64 = 1e-7;

impl Model {
    /// How many topics.
    pub fn n_topics(&self) -> usize {
        self.words.n_columns()
    }

    /// A model made ready to fold documents in.
    pub fn folder(&self) -> Folder<'_> {
        let phi = match &self.clusters {
            None => Cow::Borrowed(&self.words),
            Some(clusters) => Cow::Owned(product(&self.words, clusters)),
        };
        Folder { model: self, phi }
    }

    /// The topics of documents, each a list of segments of term ids and counts; in parallel,
    /// each with the answer that it would get alone.
    pub fn fold(&self, documents: &[Vec<SparseRow<'_>>]) -> Vec<Mixed> {
        let folder = self.folder();
        documents
            .par_iter()
            .map(|segments| folder.fold(segments))
            .collect()
    }

    /// The topics of a document of segments of terms; terms that the model does not know
    /// are passed over.
    pub fn fold_terms<'t, S: IntoIterator<Item = &'t str>>(
        &self,
        places: &Places,
        segments: impl IntoIterator<Item = S>,
    ) -> Mixed {
        let mut builder = CsrBuilder::new(self.terms.len());
        for segment in segments {
            let known = |term| places.0.get(term).copied();
            builder.push_counts(segment.into_iter().filter_map(known));
        }
        let counts = builder.finish();
        let rows: Vec<SparseRow<'_>> = counts.rows().collect();
        self.folder().fold(&rows)
    }

    /// Where each term stands.
    pub fn places(&self) -> Places {
        let ids = self.terms.iter().zip(0..);
        Places(ids.map(|(term, id)| (term.clone(), id)).collect())
    }
}

/// Ids of a model's terms.
#[derive(Debug, Clone)]
pub struct Places(rustc_hash::FxHashMap<String, u32>);

/// Words of clusters from words of topics and topics of clusters.
fn product(words: &DenseMatrix, clusters: &DenseMatrix) -> DenseMatrix {
    let mut phi = DenseMatrix::filled(words.n_rows(), clusters.n_rows(), 0.0);
    for (w, row) in words.rows().enumerate() {
        for (p, cluster) in phi.row_mut(w).iter_mut().zip(clusters.rows()) {
            *p = dot(row, cluster);
        }
    }
    phi
}

/// Folds documents into a model.
pub struct Folder<'m> {
    model: &'m Model,
    phi: Cow<'m, DenseMatrix>,
}

/// How the rows of one document are mixed.
pub(crate) struct Weights {
    pub(crate) theta: Vec<f64>,
    pub(crate) xi: Vec<Vec<f64>>,
}

impl Folder<'_> {
    /// The topics of one document.
    pub fn fold(&self, segments: &[SparseRow<'_>]) -> Mixed {
        let weights = self.weights(segments);
        self.mixed(segments, &weights)
    }

    /// The parts of the mixture that belong to one document, by EM with the words fixed.
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
        for _ in 0..ROUNDS {
            if self.round(segments, &caches, &mut weights, &mut work) < SETTLED {
                break;
            }
        }
        weights
    }

    /// One round; the largest change of a document's topic.
    fn round(
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

    /// Topics of a document and its segments from its weights. Where segments have no
    /// weights of their own, theirs are what the document's topics give to their words.
    fn mixed(&self, segments: &[SparseRow<'_>], weights: &Weights) -> Mixed {
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
        Mixed {
            topics: self.topics_of(&topics),
            segments: parts.iter().map(|part| self.topics_of(part)).collect(),
        }
    }

    /// Topics from what documents mix: the same, or clusters of topics.
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

    /// The probability that the topics of segment `s` give to a term.
    pub(crate) fn probability(&self, weights: &Weights, s: usize, term: u32) -> f64 {
        let phi = self.phi.row(term as usize);
        let own = dot(&weights.theta, phi);
        match weights.xi.get(s) {
            Some(xi) => (1.0 - self.model.eta) * own + self.model.eta * dot(xi, phi),
            None => own,
        }
    }
}

/// SGM sec. 4: a document's topics are those of its segments, by their lengths.
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

/// What a mixture gives to the words of a segment; the mixture itself without words.
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

struct Work {
    mix: Vec<f64>,
    gain: Vec<f64>,
    theta: Vec<f64>,
}

/// The words of a document that it remembers itself.
pub(crate) struct Caches<'a> {
    strength: f64,
    kind: Cache,
    segments: &'a [SparseRow<'a>],
    lengths: Vec<f64>,
    total: f64,
    /// Counts of the whole document, where those are remembered.
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

    /// The cache's probability of the word of value `i` of segment `s` without itself.
    fn left_out(&self, s: usize, i: usize, term: u32, base: &[f64]) -> f64 {
        if self.kind == Cache::Off {
            return 0.0;
        }
        debug_assert_eq!(self.segments[s].columns[i], term);
        let (own, total) = self.remembered(s, term);
        (own - 1.0 + self.strength * base[term as usize]) / (total - 1.0 + self.strength)
    }

    /// The cache's probability of another word of segment `s`.
    pub(crate) fn of_another(&self, s: usize, term: u32, base: &[f64]) -> f64 {
        let (own, total) = self.remembered(s, term);
        (own + self.strength * base[term as usize]) / (total + self.strength)
    }
}
