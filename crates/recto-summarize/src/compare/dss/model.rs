//! The Gaussian model of groups and sentences; the equations stand above, in `dss`.

use crate::pool::{Pool, Sentence};
use crate::vectors;
use rayon::prelude::*;
use recto_math::graph::multiply;
use recto_math::weight::unit_rows;
use recto_math::{CsrBuilder, CsrMatrix};

/// Candidates in a passage.
pub(super) const PASSAGE: usize = 10;

/// Passages at most, about: in larger piles they are longer and may run from one document
/// of a group into the next, so that the cost stays linear.
const MOST: usize = 2000;

/// The Gaussian model with what was chosen so far.
pub(super) struct Model {
    pub(super) vectors: CsrMatrix,
    /// Passages by terms, and terms by passages.
    pub(super) passages: CsrMatrix,
    terms: CsrMatrix,
    pub(super) noise: f64,
    /// `v_s` of each row.
    variances: Vec<f64>,
    /// `c_s`, by response and row.
    covariances: Vec<Vec<f64>>,
    /// The inverse of `R`.
    inverse: Vec<Vec<f64>>,
    /// For each choice the vector over passages whose product with a feature is its `k`.
    pub(super) steps: Vec<Vec<f64>>,
}

impl Model {
    pub(super) fn new(pool: &Pool) -> Self {
        let vectors = vectors::tf_isf(pool);
        let (passages, groups) = passages(pool, &vectors);
        let terms = passages.transpose();
        let m = passages.n_rows().max(1) as f64;
        let responses = responses(&groups);
        let over_passages = |weights: &[f64]| multiply(&vectors, &multiply(&terms, weights));
        let means = over_passages(&vec![1.0 / m; passages.n_rows()]);
        let squares = squares(&vectors, &terms);
        let variance = |(square, mean): (&f64, &f64)| (square / m - mean * mean).max(0.0);
        let variances: Vec<f64> = squares.iter().zip(&means).map(variance).collect();
        let covariances: Vec<Vec<f64>> = responses
            .iter()
            .map(|y| over_passages(&y.iter().map(|y| y / m).collect::<Vec<_>>()))
            .collect();
        let noise = variances.iter().sum::<f64>() / variances.len().max(1) as f64;
        Self {
            noise: noise.max(1e-12),
            inverse: inverse_covariance(&groups),
            steps: Vec::new(),
            vectors,
            passages,
            terms,
            variances,
            covariances,
        }
    }

    /// By how much a row lowers `ln det Cov(y | S)`. Wang09 def. ConditionalCovariance.
    pub(super) fn gain(&self, row: usize) -> f64 {
        let c: Vec<f64> = self.covariances.iter().map(|c| c[row]).collect();
        let explained = product(&c, &self.apply_inverse(&c)) / (self.variances[row] + self.noise);
        -(1.0 - explained.clamp(0.0, 1.0 - 1e-12)).ln()
    }

    fn apply_inverse(&self, c: &[f64]) -> Vec<f64> {
        self.inverse.iter().map(|row| product(row, c)).collect()
    }

    /// Conditions everything on a row.
    pub(super) fn choose(&mut self, row: usize) {
        let deviation = (self.variances[row] + self.noise).sqrt();
        let step = self.step(row, deviation);
        let k = multiply(&self.vectors, &multiply(&self.terms, &step));
        let k_y: Vec<f64> = self
            .covariances
            .iter()
            .map(|c| c[row] / deviation)
            .collect();
        for (variance, k) in self.variances.iter_mut().zip(&k) {
            *variance = (*variance - k * k).max(0.0);
        }
        for (covariances, k_y) in self.covariances.iter_mut().zip(&k_y) {
            covariances
                .iter_mut()
                .zip(&k)
                .for_each(|(c, k)| *c -= k * k_y);
        }
        self.lower(&k_y);
        self.steps.push(step);
    }

    /// The vector over passages whose product with a feature is its `k`.
    fn step(&self, row: usize, deviation: f64) -> Vec<f64> {
        let mut x = vec![0.0; self.vectors.n_columns()];
        self.vectors
            .row(row)
            .iter()
            .for_each(|(term, weight)| x[term as usize] = weight);
        let feature = multiply(&self.passages, &x);
        let m = feature.len().max(1) as f64;
        let mean = feature.iter().sum::<f64>() / m;
        let mut step: Vec<f64> = feature.iter().map(|f| (f - mean) / m).collect();
        for before in &self.steps {
            let k = product(before, &feature);
            step.iter_mut().zip(before).for_each(|(s, b)| *s -= k * b);
        }
        step.iter_mut().for_each(|s| *s /= deviation);
        step
    }

    /// `R - k k'`, by its inverse (Sherman and Morrison).
    fn lower(&mut self, k: &[f64]) {
        let applied = self.apply_inverse(k);
        // What is left of the uncertainty; 0 would say that nothing is.
        let left = (1.0 - product(k, &applied)).max(1e-12);
        for (row, a) in self.inverse.iter_mut().zip(&applied) {
            row.iter_mut()
                .zip(&applied)
                .for_each(|(value, b)| *value += a * b / left);
        }
    }
}

fn product(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Unit vectors of the passages, and the group of each, numbered without gaps.
pub(super) fn passages(pool: &Pool, vectors: &CsrMatrix) -> (CsrMatrix, Vec<usize>) {
    let sentences = pool.sentences();
    let rows: Vec<usize> = (0..sentences.len()).collect();
    let mut builder = CsrBuilder::new(vectors.n_columns());
    let mut groups: Vec<usize> = Vec::new();
    let size = PASSAGE.max(rows.len().div_ceil(MOST));
    let part = |row: &usize| {
        let Sentence { group, place, .. } = &sentences[*row];
        (*group, (size == PASSAGE).then_some(place.document))
    };
    for members in rows.chunk_by(|a, b| part(a) == part(b)) {
        for passage in members.chunks(size) {
            builder.push_weights(passage.iter().flat_map(|&row| vectors.row(row).iter()));
            groups.push(sentences[passage[0]].group);
        }
    }
    let mut present = groups.clone();
    present.dedup();
    let number = |group: &usize| present.partition_point(|other| other < group);
    (
        unit_rows(&builder.finish()),
        groups.iter().map(number).collect(),
    )
}

/// How many passages each group has.
fn sizes(groups: &[usize]) -> Vec<f64> {
    let mut sizes = vec![0.0; groups.last().map_or(0, |last| last + 1)];
    groups.iter().for_each(|&group| sizes[group] += 1.0);
    sizes
}

/// The centred indicators of all groups but the last.
pub(super) fn responses(groups: &[usize]) -> Vec<Vec<f64>> {
    let (sizes, m) = (sizes(groups), groups.len() as f64);
    let of = |group: usize| {
        let share = sizes[group] / m;
        let is_in = |&other: &usize| f64::from(u8::from(other == group)) - share;
        groups.iter().map(is_in).collect()
    };
    (0..sizes.len().saturating_sub(1)).map(of).collect()
}

/// The inverse of the covariance of the indicators, `diag(p) - p p'` with the shares `p`
/// of all groups but the last: `diag(1 / p) + 1 / p_last`.
fn inverse_covariance(groups: &[usize]) -> Vec<Vec<f64>> {
    let m = groups.len() as f64;
    let shares: Vec<f64> = sizes(groups).into_iter().map(|size| size / m).collect();
    let Some((&last, first)) = shares.split_last() else {
        return Vec::new();
    };
    let entry = |i: usize, j: usize| 1.0 / last + if i == j { 1.0 / first[i] } else { 0.0 };
    let row = |i| (0..first.len()).map(|j| entry(i, j)).collect();
    (0..first.len()).map(row).collect()
}

/// The sum of squares of each row's feature over the passages.
fn squares(vectors: &CsrMatrix, terms: &CsrMatrix) -> Vec<f64> {
    let rows = (0..vectors.n_rows()).into_par_iter().with_min_len(64);
    rows.map_init(
        || (vec![0.0; terms.n_columns()], Vec::new()),
        |(sums, met), row| {
            for (term, weight) in vectors.row(row).iter() {
                for (passage, value) in terms.row(term as usize).iter() {
                    met.push(passage);
                    sums[passage as usize] += weight * value;
                }
            }
            let squares = met.drain(..).map(|passage| {
                let sum = std::mem::take(&mut sums[passage as usize]);
                sum * sum
            });
            squares.sum()
        },
    )
    .collect()
}
