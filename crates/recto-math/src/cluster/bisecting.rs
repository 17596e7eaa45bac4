//! Bisecting spherical k-means: the largest cluster of sparse vectors is split in two until
//! there are enough clusters.
//!
//! A split is spherical 2-means started from two random rows, repeated
//! [`Params::trials`] times; the split with the largest sum of cosines to the means is
//! kept. The largest cluster is split, the first of equals, and the half with the smaller
//! first row keeps its index. Empty rows have no direction and go to the first mean. Time
//! O(nnz · iterations · trials · log K) for balanced clusters, memory two dense vectors.
//! Each split draws from a random stream of its own.
//!
//! # References
//! Steinbach, Karypis and Kumar 2000, A comparison of document clustering techniques.

use super::ClusterError;
use crate::csr::{CsrMatrix, SparseRow};
use crate::{Run, rng, similarity};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

/// Effort that is spent on each split.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Params {
    /// Number of random starts.
    pub trials: usize,
    /// Maximum number of iterations of 2-means.
    pub iterations: usize,
}

impl Default for Params {
    fn default() -> Self {
        Self {
            trials: 5,
            iterations: 10,
        }
    }
}

/// Cluster of each row, numbered in the order of their first rows.
///
/// Steinbach00 def. BisectingKMeans: bisecting K-means.
///
/// # Errors
/// [`ClusterError`] for no clusters or more than rows, or if the observer asks to stop.
pub fn bisect(
    rows: &CsrMatrix,
    n_clusters: usize,
    params: Params,
    run: &Run<'_>,
) -> Result<Vec<usize>, ClusterError> {
    let n = rows.n_rows();
    if n_clusters == 0 || n_clusters > n {
        return Err(ClusterError::Count {
            asked: n_clusters,
            points: n,
        });
    }
    let norms: Vec<f64> = rows.rows().map(similarity::norm).collect();
    let unit = rows.map(|row, _, value| value / norms[row].max(f64::MIN_POSITIVE));
    let mut groups: Vec<Vec<usize>> = vec![(0..n).collect()];
    let mut split = Split::new(&unit, params);
    while groups.len() < n_clusters {
        run.report("clustering", groups.len() as u64, Some(n_clusters as u64))?;
        let largest = largest(&groups);
        let mut draw = rng::stream(run.seed, "bisecting", groups.len() as u64);
        let (one, other) = split.best(&groups[largest], &mut draw);
        groups[largest] = one;
        groups.push(other);
    }
    Ok(labels(&mut groups, n))
}

fn largest(groups: &[Vec<usize>]) -> usize {
    let mut largest = 0;
    for (i, group) in groups.iter().enumerate() {
        if group.len() > groups[largest].len() {
            largest = i;
        }
    }
    largest
}

fn labels(groups: &mut [Vec<usize>], n: usize) -> Vec<usize> {
    groups.sort_by_key(|group| group[0]);
    let mut labels = vec![0; n];
    for (label, group) in groups.iter().enumerate() {
        group.iter().for_each(|&row| labels[row] = label);
    }
    labels
}

/// Buffers of a split.
struct Split<'a> {
    unit: &'a CsrMatrix,
    params: Params,
    means: [Vec<f64>; 2],
}

impl<'a> Split<'a> {
    fn new(unit: &'a CsrMatrix, params: Params) -> Self {
        let mean = vec![0.0; unit.n_columns()];
        Self {
            unit,
            params,
            means: [mean.clone(), mean],
        }
    }

    /// The best split over all trials: two non-empty parts, the first with the cluster's
    /// first row.
    fn best(&mut self, group: &[usize], draw: &mut ChaCha8Rng) -> (Vec<usize>, Vec<usize>) {
        let mut best: Option<(f64, Vec<bool>)> = None;
        for _ in 0..self.params.trials.max(1) {
            let (cohesion, sides) = self.trial(group, draw);
            let is_split = sides.iter().any(|&side| side != sides[0]);
            if is_split && best.as_ref().is_none_or(|(most, _)| cohesion > *most) {
                best = Some((cohesion, sides));
            }
        }
        // If no trial gives two non-empty parts (all rows have the same direction), the
        // cluster is cut in the middle: the number of clusters is promised.
        let halves = || (0..group.len()).map(|i| i >= group.len() / 2).collect();
        let sides: Vec<bool> = best.map_or_else(halves, |(_, sides)| sides);
        let part = |wanted: bool| {
            let kept = group
                .iter()
                .zip(&sides)
                .filter(|&(_, &side)| side == wanted);
            kept.map(|(&row, _)| row).collect()
        };
        (part(sides[0]), part(!sides[0]))
    }

    fn trial(&mut self, group: &[usize], draw: &mut ChaCha8Rng) -> (f64, Vec<bool>) {
        let n = group.len() as u64;
        let first = (draw.next_u64() % n) as usize;
        let step = 1 + (draw.next_u64() % (n - 1)) as usize;
        for (mean, at) in [(0, first), (1, (first + step) % group.len())] {
            self.means[mean].fill(0.0);
            add(&mut self.means[mean], self.unit.row(group[at]));
        }
        let mut sides = vec![false; group.len()];
        let mut cohesion = f64::NEG_INFINITY;
        for _ in 0..self.params.iterations.max(1) {
            let now = self.assign(group, &mut sides);
            if now <= cohesion {
                break;
            }
            cohesion = now;
            self.remean(group, &sides);
        }
        (cohesion, sides)
    }

    /// Assigns each row to the nearer mean; returns the sum of cosines.
    fn assign(&self, group: &[usize], sides: &mut [bool]) -> f64 {
        let mut cohesion = 0.0;
        for (&row, side) in group.iter().zip(sides) {
            let to = |mean: &[f64]| dot(self.unit.row(row), mean);
            let (a, b) = (to(&self.means[0]), to(&self.means[1]));
            *side = b > a;
            cohesion += a.max(b);
        }
        cohesion
    }

    fn remean(&mut self, group: &[usize], sides: &[bool]) {
        self.means.iter_mut().for_each(|mean| mean.fill(0.0));
        for (&row, &side) in group.iter().zip(sides) {
            add(&mut self.means[usize::from(side)], self.unit.row(row));
        }
        for mean in &mut self.means {
            let norm = mean.iter().map(|x| x * x).sum::<f64>().sqrt();
            let norm = norm.max(f64::MIN_POSITIVE);
            mean.iter_mut().for_each(|x| *x /= norm);
        }
    }
}

fn add(mean: &mut [f64], row: SparseRow<'_>) {
    for (column, value) in row.iter() {
        mean[column as usize] += value;
    }
}

fn dot(row: SparseRow<'_>, dense: &[f64]) -> f64 {
    row.iter()
        .map(|(column, value)| value * dense[column as usize])
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CsrBuilder, Silent};

    fn matrix(rows: &[&[u32]]) -> CsrMatrix {
        let mut builder = CsrBuilder::new(9);
        for row in rows {
            builder.push_counts(row.iter().copied());
        }
        builder.finish()
    }

    #[test]
    fn three_directions_are_told_apart() {
        let rows = matrix(&[
            &[0, 1],
            &[3, 4],
            &[0, 1, 1],
            &[6, 7],
            &[3, 4, 4],
            &[6, 7, 7],
        ]);
        let found = bisect(&rows, 3, Params::default(), &Run::new(0, &Silent));
        assert_eq!(found, Ok(vec![0, 1, 0, 2, 1, 2]));
    }

    #[test]
    fn equal_and_empty_rows_are_split_all_the_same() {
        let rows = matrix(&[&[0], &[0], &[], &[0], &[]]);
        let run = Run::new(0, &Silent);
        for k in 1..=5 {
            let mut found = bisect(&rows, k, Params::default(), &run).expect("enough rows");
            found.sort_unstable();
            found.dedup();
            assert_eq!(found.len(), k);
        }
        let refused = bisect(&rows, 6, Params::default(), &run);
        assert_eq!(
            refused,
            Err(ClusterError::Count {
                asked: 6,
                points: 5
            })
        );
    }
}
