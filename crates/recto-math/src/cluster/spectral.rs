//! Spectral embedding of an affinity matrix, and the choice of the number of clusters.
//!
//! A point is its row in the K leading eigenvectors of the normalised affinity, scaled to
//! unit length. One eigendecomposition serves every K. The minimum rotation cost
//! ([`super::rotation`]) measures how well K clusters fit; [`choose`] takes the largest K
//! with the minimum cost.
//!
//! # Departures
//! The published rule considers all K below the number of points. But as K approaches that
//! number the cost falls to 0 for any matrix, so K can be capped ([`cap`]). Costs within 1e-6
//! per point count as equal. A K that separates equal eigenvalues is skipped: the
//! eigenvectors are arbitrary there, and so is the cost. Otherwise three ideal blocks of
//! three points give 3 or 4 depending on the solver.

use super::rotation::{self, Rotation, Search};
use crate::{Cancelled, DenseMatrix, Run, eigen, rng};
use rayon::prelude::*;

/// Rows shorter than this count as zero.
const SHORT: f64 = 1e-12;

/// Costs that differ by less than this per point count as equal.
const SAME: f64 = 1e-6;

/// Eigenvalues that differ by less than this count as equal.
const REPEATED: f64 = 1e-8;

/// Default maximum number of clusters for [`choose`].
pub const K_MAX: usize = 10;

/// Spectral embedding of the points of an affinity matrix.
#[derive(Debug, Clone, PartialEq)]
pub struct Embedding {
    pairs: eigen::Eigen,
}

impl Embedding {
    /// Embedding from a normalised affinity, for up to `k_max` clusters.
    pub fn new(normalized: &DenseMatrix, k_max: usize, seed: u64) -> Self {
        let pairs = eigen::largest(normalized, k_max, seed);
        Self { pairs }
    }

    /// Number of points.
    pub fn n_points(&self) -> usize {
        self.pairs.vectors.n_columns()
    }

    /// Eigenvalues in decreasing order.
    pub fn values(&self) -> &[f64] {
        &self.pairs.values
    }

    /// Points in `k` dimensions, one per row, scaled to unit length; a point with no
    /// component in these dimensions stays zero.
    pub fn rows(&self, k: usize) -> DenseMatrix {
        let k = k.min(self.pairs.values.len());
        unit_rows(DenseMatrix::from_fn(self.n_points(), k, |i, j| {
            self.pairs.vectors[(j, i)]
        }))
    }
}

/// Scales each row to unit length; rows shorter than 1e-12 become zero.
pub fn unit_rows(mut rows: DenseMatrix) -> DenseMatrix {
    for i in 0..rows.n_rows() {
        let row = rows.row_mut(i);
        let length = crate::dense::norm(row);
        let scale = if length > SHORT { 1.0 / length } else { 0.0 };
        row.iter_mut().for_each(|x| *x *= scale);
    }
    rows
}

/// Maximum number of clusters of `q` points: below their number, and with a `k_max` at most
/// that and at most half of the points (rounded up). Without one it is the published range.
pub fn cap(q: usize, k_max: Option<usize>) -> usize {
    let most = k_max.map_or(q, |k_max| k_max.min(q.div_ceil(2)));
    most.min(q.saturating_sub(1))
}

/// Minimum rotation cost for K = 2, 3, … up to `k_max`.
///
/// Each K starts from the best rotation of the K before, with one more axis, and from
/// random rotations; starts run in parallel and draw from random streams of their own.
///
/// # Errors
/// [`Cancelled`] if the observer asks to stop.
pub fn costs(
    embedding: &Embedding,
    k_max: usize,
    search: &Search,
    run: &Run<'_>,
) -> Result<Vec<f64>, Cancelled> {
    let mut costs = Vec::new();
    let mut best: Option<Rotation> = None;
    for k in 2..=k_max {
        run.report(
            "choosing the number of clusters",
            k as u64 - 2,
            Some(k_max as u64 - 1),
        )?;
        let rows = embedding.rows(k);
        let rotation = match &best {
            None => rotation::of_two(&rows),
            Some(before) => least(&rows, k, before, search, run.seed),
        };
        costs.push(rotation.cost);
        best = Some(rotation);
    }
    Ok(costs)
}

/// The best rotation over all starts; ties go to the warm start, then to the first.
fn least(rows: &DenseMatrix, k: usize, before: &Rotation, search: &Search, seed: u64) -> Rotation {
    let start = |index: usize| match index {
        0 => rotation::bordered(&before.axes),
        _ => {
            let purpose = format!("rotation of {k}");
            rotation::random(k, &mut rng::stream(seed, &purpose, index as u64))
        }
    };
    let rotations: Vec<Rotation> = (0..search.starts.max(1))
        .into_par_iter()
        .map(|index| rotation::descend(rows, start(index), search))
        .collect();
    let better = |a: Rotation, b: Rotation| if b.cost < a.cost { b } else { a };
    rotations
        .into_iter()
        .reduce(better)
        .expect("there is a warm start")
}

/// The K with the minimum cost, the largest of equals; `costs[0]` is that of K = 2. With
/// `normalized` a cost is divided by its maximum for K, `q (1 - 1/K)`. `values` are the
/// eigenvalues; a K whose last eigenvalue equals the next is skipped. `None` if no K is
/// left.
///
/// BayesAD def. Choice: the number of authors.
pub fn choose(costs: &[f64], values: &[f64], q: usize, normalized: bool) -> Option<usize> {
    let cuts = |k: usize| k < values.len() && values[k - 1] - values[k] <= REPEATED;
    let measured = |(i, cost): (usize, &f64)| {
        if cuts(i + 2) {
            f64::INFINITY
        } else if normalized {
            cost / (q as f64 * (1.0 - 1.0 / (i + 2) as f64))
        } else {
            *cost
        }
    };
    let measured: Vec<f64> = costs.iter().enumerate().map(measured).collect();
    let least = measured.iter().copied().fold(f64::INFINITY, f64::min);
    let slack = if normalized { SAME } else { SAME * q as f64 };
    let best = measured.iter().rposition(|&cost| cost <= least + slack)?;
    measured[best].is_finite().then_some(best + 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Silent;
    use crate::cluster::affinity::normalize;
    use crate::cluster::kmeans;
    use crate::partition::number;
    use serde::Deserialize;

    #[derive(Deserialize)]
    struct Golden {
        #[serde(rename = "M")]
        affinity: Vec<Vec<f64>>,
        labels: Vec<usize>,
        err3: f64,
        #[serde(rename = "K_star")]
        k: usize,
    }

    fn blocks(sizes: &[usize], diagonal: f64) -> DenseMatrix {
        let block: Vec<usize> = sizes
            .iter()
            .enumerate()
            .flat_map(|(block, &size)| vec![block; size])
            .collect();
        let n = block.len();
        DenseMatrix::from_fn(n, n, |i, j| match (i == j, block[i] == block[j]) {
            (true, _) => diagonal,
            (false, alike) => f64::from(u8::from(alike)),
        })
    }

    fn chosen(affinity: &DenseMatrix, k_max: Option<usize>) -> Option<usize> {
        let q = affinity.n_rows();
        let k_max = cap(q, k_max);
        let embedding = Embedding::new(&normalize(affinity), k_max + 1, 0);
        let run = Run::new(0, &Silent);
        let costs = costs(&embedding, k_max, &Search::default(), &run).expect("nobody cancels");
        choose(&costs, embedding.values(), q, false)
    }

    #[test]
    fn ideal_blocks_equal_the_golden_vectors() {
        let golden = include_str!("../../tests/golden/blocks.json");
        let golden: Golden = serde_json::from_str(golden).expect("it is ours");
        let n = golden.affinity.len();
        let affinity = DenseMatrix::from_fn(n, n, |i, j| golden.affinity[i][j]);
        assert_eq!(chosen(&affinity, Some(K_MAX)), Some(golden.k));
        let embedding = Embedding::new(&normalize(&affinity), 4, 0);
        let run = Run::new(0, &Silent);
        let costs = costs(&embedding, 3, &Search::default(), &run).expect("nobody cancels");
        assert!((costs[1] - golden.err3).abs() < 1e-8);
        let found = kmeans::solve(&embedding.rows(3), 3, 10, 0);
        assert_eq!(number(&found.labels).0, golden.labels);
    }

    #[test]
    fn blocks_of_several_sizes_are_counted_under_the_cap() {
        let capped = |affinity| chosen(&affinity, Some(K_MAX));
        assert_eq!(capped(blocks(&[3, 3, 3], 1.0)), Some(3));
        assert_eq!(capped(blocks(&[5, 4, 3, 2], 0.0)), Some(4));
        assert_eq!(
            capped(blocks(&[9], 0.0)),
            None,
            "all alike: nothing to divide"
        );
    }

    #[test]
    fn the_published_range_takes_nearly_as_many_clusters_as_points() {
        // The cost is 0 again for 8, 11 and 13 of 14 points, and the largest is taken.
        assert_eq!(chosen(&blocks(&[5, 4, 3, 2], 0.0), None), Some(13));
    }

    #[test]
    fn the_choice_takes_the_largest_of_equal_costs() {
        assert_eq!(choose(&[1.0, 0.5, 0.5 + 1e-8, 2.0], &[], 9, false), Some(4));
        assert_eq!(choose(&[1.0, 1.2], &[], 4, true), Some(3));
        assert_eq!(choose(&[1.0, 1.2], &[], 4, false), Some(2));
        assert_eq!(
            choose(&[1.0, 0.5], &[1.0, 0.2, 0.1, 0.1], 9, false),
            Some(2)
        );
        assert_eq!(choose(&[1.0], &[1.0, 0.2, 0.2], 9, false), None);
        assert_eq!(choose(&[], &[], 4, false), None);
        let capped = |q: usize| cap(q, Some(10));
        assert_eq!((capped(14), capped(40), capped(2)), (7, 10, 1));
        assert_eq!((cap(14, None), cap(40, None), cap(0, None)), (13, 39, 0));
    }

    #[test]
    fn a_point_like_no_other_is_zero() {
        let mut affinity = blocks(&[3, 3], 0.0);
        (0..6).for_each(|i| (affinity[(5, i)], affinity[(i, 5)]) = (0.0, 0.0));
        let rows = Embedding::new(&normalize(&affinity), 2, 0).rows(2);
        assert_eq!(rows.row(5), [0.0, 0.0]);
        assert!((crate::dense::norm(rows.row(0)) - 1.0).abs() < 1e-12);
    }
}
