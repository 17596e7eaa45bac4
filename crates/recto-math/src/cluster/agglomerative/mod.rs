//! Agglomerative clustering of probability distributions by Hellinger distance.
//!
//! | linkage | score of merging clusters `i` and `j` |
//! |---|---|
//! | [`Linkage::Prototype`] | `½ (HL(P_U, P_i) + HL(P_U, P_j))`: how far the mean of the union is from the two means, by the Hellinger distance `HL(p, q) = √(1 − Σ √(p q))` |
//! | [`Linkage::Average`] | the mean of `HL²` over all pairs of members, which is 1 minus the inner product of the groups' mean roots: no pair is ever looked at again |
//!
//! The pair with the lowest score is merged; ties go to the smallest `(i, j)`, and the union
//! takes the smaller slot.
//!
//! Prototype linkage is not reducible: a merge can make a later one cheaper than itself, so
//! the nearest-neighbour chain algorithm is not valid. Instead every row `i` keeps its
//! nearest `j > i` and a lower bound of its score, which may be out of date. The row with
//! the lowest bound is taken: if out of date, its nearest neighbour is searched again; if
//! current, it is merged. Removing candidates can only raise a minimum, so an outdated
//! bound is still a lower bound. The merges equal those of an exhaustive search (a property
//! test, ties and duplicates included).
//!
//! Time O(N² T) in practice, O(N³ T) at worst; memory O(N T), no N x N matrix. Rows are
//! scanned in parallel; a minimum under a total order does not depend on the order of
//! threads.
//!
//! # References
//! Ponti, Tagarelli and Karypis 2011, Algorithm 1; Müllner 2011, Modern
//! hierarchical, agglomerative clustering algorithms (the generic algorithm).

use super::ClusterError;
use super::dendrogram::{Dendrogram, Merge};
use crate::Run;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// An affinity closer to 1 than this is 1 up to rounding, so that duplicates merge at
/// height 0.
const EPSILON: f64 = 1e-13;

/// Largest accepted difference between the sum of a distribution and 1.
const SUM_TOLERANCE: f64 = 1e-6;

/// Number of scores in a parallel task.
const GRAIN: usize = 512;

/// Score of merging two clusters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Linkage {
    /// Mean Hellinger distance of the two cluster means to the mean of the union, as
    /// published with SGM.
    Prototype,
    /// Mean squared Hellinger distance between members (average linkage). Better clusters
    /// of documents where it was measured, and three times faster.
    #[default]
    Average,
}

/// Clusters the rows of `points`, each a distribution over `width` outcomes, into a
/// dendrogram.
///
/// # Errors
/// [`ClusterError`] for a row that is not a distribution, or if the observer asks to stop.
pub fn agglomerate(
    points: &[f64],
    width: usize,
    linkage: Linkage,
    run: &Run<'_>,
) -> Result<Dendrogram, ClusterError> {
    check(points, width)?;
    let mut state = State::new(points, width, linkage, run)?;
    let n_points = state.sizes.len();
    let mut merges = Vec::with_capacity(n_points.saturating_sub(1));
    while merges.len() + 1 < n_points {
        if merges.len() % 64 == 0 {
            run.report("clustering", merges.len() as u64, Some(n_points as u64))?;
        }
        let row = state.least_row();
        if state.rows[row].is_fresh {
            merges.push(state.merge(row));
        } else {
            state.rows[row] = state.nearest(row);
        }
    }
    Ok(Dendrogram { n_points, merges })
}

/// Checks that every row is a distribution.
fn check(points: &[f64], width: usize) -> Result<(), ClusterError> {
    for (row, point) in points.chunks(width.max(1)).enumerate() {
        let wrong = |problem| Err(ClusterError::NotADistribution { row, problem });
        if point.iter().any(|p| !p.is_finite() || *p < 0.0) {
            return wrong("a value is negative or not a number");
        }
        if (point.iter().sum::<f64>() - 1.0).abs() > SUM_TOLERANCE {
            return wrong("its values do not sum to 1");
        }
    }
    Ok(())
}

/// The nearest later cluster of a cluster, or a lower bound of its score.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Nearest {
    score: f64,
    at: usize,
    is_fresh: bool,
}

const NONE: Nearest = Nearest {
    score: f64::INFINITY,
    at: usize::MAX,
    is_fresh: true,
};

struct State {
    width: usize,
    linkage: Linkage,
    /// Cluster means, row by row; empty for average linkage, which needs only roots.
    means: Vec<f64>,
    /// Square roots of the means; for average linkage, means of the members' square roots.
    roots: Vec<f64>,
    sizes: Vec<f64>,
    rows: Vec<Nearest>,
    /// Slots that hold a cluster, increasing.
    alive: Vec<usize>,
}

impl State {
    fn new(
        points: &[f64],
        width: usize,
        linkage: Linkage,
        run: &Run<'_>,
    ) -> Result<Self, ClusterError> {
        let n = points.len() / width.max(1);
        let mut state = Self {
            width,
            linkage,
            means: points.to_vec(),
            roots: Vec::new(),
            sizes: vec![1.0; n],
            rows: Vec::new(),
            alive: (0..n).collect(),
        };
        for point in state.means.chunks_mut(width.max(1)) {
            let sum: f64 = point.iter().sum();
            point.iter_mut().for_each(|p| *p /= sum);
        }
        state.roots = match linkage {
            Linkage::Prototype => state.means.clone(),
            Linkage::Average => std::mem::take(&mut state.means),
        };
        state.roots.iter_mut().for_each(|p| *p = p.sqrt());
        let rows = (0..n).into_par_iter().map(|row| {
            if row % 64 == 0 {
                run.report("comparing", row as u64, Some(n as u64))?;
            }
            Ok(state.nearest_in(row, &state.alive[row + 1..]))
        });
        state.rows = rows.collect::<Result<_, ClusterError>>()?;
        Ok(state)
    }

    fn mean(&self, row: usize) -> &[f64] {
        &self.means[row * self.width..][..self.width]
    }

    fn root(&self, row: usize) -> &[f64] {
        &self.roots[row * self.width..][..self.width]
    }

    /// Score of merging `i` and `j`.
    fn score(&self, i: usize, j: usize) -> f64 {
        if self.linkage == Linkage::Average {
            let gap = 1.0 - affinity(self.root(i), self.root(j));
            return if gap < EPSILON { 0.0 } else { gap };
        }
        let share = self.sizes[i] / (self.sizes[i] + self.sizes[j]);
        merge_score(
            (self.mean(i), self.root(i)),
            (self.mean(j), self.root(j)),
            share,
        )
    }

    /// The row with the lowest bound; ties go to the first.
    fn least_row(&self) -> usize {
        let mut least = self.alive[0];
        for &row in &self.alive[1..] {
            if self.rows[row].score < self.rows[least].score {
                least = row;
            }
        }
        least
    }

    fn nearest(&self, row: usize) -> Nearest {
        let later = self.alive.partition_point(|&other| other <= row);
        let later = &self.alive[later..];
        if later.len() * self.width < 8 * GRAIN {
            return self.nearest_in(row, later);
        }
        let parts: Vec<Nearest> = later
            .par_chunks(GRAIN)
            .map(|part| self.nearest_in(row, part))
            .collect();
        // Parts come in order, so the first of equals has the smallest slot.
        parts.into_iter().fold(
            NONE,
            |best, part| if part.score < best.score { part } else { best },
        )
    }

    fn nearest_in(&self, row: usize, others: &[usize]) -> Nearest {
        let mut best = NONE;
        for &at in others {
            let score = self.score(row, at);
            if score < best.score {
                best = Nearest {
                    score,
                    at,
                    is_fresh: true,
                };
            }
        }
        best
    }

    /// Merges a row with its nearest neighbour and updates the bounds.
    ///
    /// SGM alg. 1: the two clusters whose union is nearest to both become one.
    fn merge(&mut self, i: usize) -> Merge {
        let Nearest {
            score: height,
            at: j,
            ..
        } = self.rows[i];
        self.unite(i, j);
        if let Ok(at) = self.alive.binary_search(&j) {
            self.alive.remove(at);
        }
        self.refresh_before(i, j);
        for &row in &self.alive {
            if i < row && row < j && self.rows[row].at == j {
                self.rows[row].is_fresh = false;
            }
        }
        self.rows[i] = self.nearest(i);
        Merge {
            left: i,
            right: j,
            height,
        }
    }

    /// Stores the mean of two clusters in the slot of the first.
    fn unite(&mut self, i: usize, j: usize) {
        let (n_i, n_j) = (self.sizes[i], self.sizes[j]);
        let mean = |a: f64, b: f64| (n_i * a + n_j * b) / (n_i + n_j);
        for z in 0..self.width {
            let (a, b) = (i * self.width + z, j * self.width + z);
            match self.linkage {
                Linkage::Average => self.roots[a] = mean(self.roots[a], self.roots[b]),
                Linkage::Prototype => {
                    self.means[a] = mean(self.means[a], self.means[b]);
                    self.roots[a] = self.means[a].sqrt();
                }
            }
        }
        self.sizes[i] += n_j;
    }

    /// Updates the rows before the union: it may be nearer than their nearest neighbour, or
    /// their nearest neighbour may have been merged away.
    fn refresh_before(&mut self, i: usize, j: usize) {
        let before = self.alive.partition_point(|&row| row < i);
        let scores: Vec<f64> = if before * self.width < 8 * GRAIN {
            let score = |&row: &usize| self.score(row, i);
            self.alive[..before].iter().map(score).collect()
        } else {
            let parts = self.alive[..before].par_chunks(GRAIN);
            let part = |rows: &[usize]| rows.iter().map(|&row| self.score(row, i)).collect();
            parts.map(part).collect::<Vec<Vec<f64>>>().concat()
        };
        for (&row, score) in self.alive[..before].iter().zip(scores) {
            let nearest = &mut self.rows[row];
            let lost = nearest.at == i || nearest.at == j;
            // On a tie with a current bound the smaller slot wins. On a tie with an outdated
            // bound it may not: another slot, smaller still, may have the same score.
            let equal = score == nearest.score && nearest.is_fresh && !lost && i < nearest.at;
            if score < nearest.score || equal {
                *nearest = Nearest {
                    score,
                    at: i,
                    is_fresh: true,
                };
            } else if lost {
                nearest.is_fresh = false;
            }
        }
    }
}

/// Number of independent partial sums, so that additions need not wait for each other.
const LANES: usize = 4;

/// Prototype score from the means and roots of two clusters; `share` is the weight of the
/// first in the union.
fn merge_score(a: (&[f64], &[f64]), b: (&[f64], &[f64]), share: f64) -> f64 {
    let rest = 1.0 - share;
    let ((p, p_root), (q, q_root)) = (a, b);
    let (mut to_a, mut to_b) = ([0.0; LANES], [0.0; LANES]);
    let full = p.len() / LANES * LANES;
    let parts = p[..full]
        .chunks_exact(LANES)
        .zip(q[..full].chunks_exact(LANES));
    let roots = p_root[..full]
        .chunks_exact(LANES)
        .zip(q_root[..full].chunks_exact(LANES));
    for ((p, q), (p_root, q_root)) in parts.zip(roots) {
        for lane in 0..LANES {
            let root = (share * p[lane] + rest * q[lane]).sqrt();
            to_a[lane] += root * p_root[lane];
            to_b[lane] += root * q_root[lane];
        }
    }
    let (mut to_a, mut to_b) = (to_a.iter().sum::<f64>(), to_b.iter().sum::<f64>());
    for z in full..p.len() {
        let root = (share * p[z] + rest * q[z]).sqrt();
        to_a += root * p_root[z];
        to_b += root * q_root[z];
    }
    0.5 * (distance(to_a) + distance(to_b))
}

/// Inner product of two rows of roots (Bhattacharyya coefficient).
fn affinity(a: &[f64], b: &[f64]) -> f64 {
    let mut lanes = [0.0; LANES];
    let (a_parts, a_rest) = a.as_chunks::<LANES>();
    let (b_parts, b_rest) = b.as_chunks::<LANES>();
    for (a, b) in a_parts.iter().zip(b_parts) {
        for lane in 0..LANES {
            lanes[lane] += a[lane] * b[lane];
        }
    }
    let rest: f64 = a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum();
    lanes.iter().sum::<f64>() + rest
}

/// Hellinger distance from a Bhattacharyya coefficient.
fn distance(affinity: f64) -> f64 {
    let gap = 1.0 - affinity;
    if gap < EPSILON { 0.0 } else { gap.sqrt() }
}

#[cfg(test)]
mod tests;
