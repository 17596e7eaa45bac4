//! Distributions merged two groups at a time, those first that lose least by it.
//!
//! | linkage | score of merging groups `i` and `j` |
//! |---|---|
//! | [`Linkage::Prototype`] | `½ (HL(P_U, P_i) + HL(P_U, P_j))`: how far the mean of the union is from the two means, by the Hellinger distance `HL(p, q) = √(1 − Σ √(p q))` |
//! | [`Linkage::Average`] | the mean of `HL²` over all pairs of members, which is 1 minus the inner product of the groups' mean roots: no pair is ever looked at again |
//!
//! The least score is merged; ties go to the smallest `(i, j)`, and the union keeps the
//! smaller slot.
//!
//! The first score is not reducible: a merge can make a later one cheaper than itself, so the
//! nearest-neighbour chain is not valid. Instead every row `i` keeps its nearest `j > i`
//! and a lower bound of its score, which may be stale. The row with the least bound is
//! looked at: stale, its row is computed again; fresh, it is merged. Removing candidates
//! only raises a minimum, so a stale bound stays a bound. The merges are those of an
//! exhaustive search (a property test, ties and duplicates included).
//!
//! Time O(N² T) in practice, O(N³ T) at worst; memory O(N T), no N x N matrix. Rows are
//! scanned in parallel and a minimum with a total order knows no order of threads.
//!
//! # References
//! Ponti, Tagarelli and Karypis 2011, Algorithm 1; Müllner 2011, Modern
//! hierarchical, agglomerative clustering algorithms (the generic algorithm).

use super::ClusterError;
use super::dendrogram::{Dendrogram, Merge};
use crate::Run;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// Below this an affinity's distance from 1 is rounding: duplicates merge at height 0.
const EPSILON: f64 = 1e-13;

/// How far from 1 the sum of a distribution may be.
const SUM_TOLERANCE: f64 = 1e-6;

/// Scores that one task computes.
const GRAIN: usize = 512;

/// What a merge costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Linkage {
    /// As published with the topic model of segments: distances to the mean of the union.
    Prototype,
    /// The mean squared Hellinger distance between members: the better clusters of
    /// documents where it was measured, and three times faster.
    #[default]
    Average,
}

/// The tree of merges of the rows of `points`, each a distribution over `width` outcomes.
///
/// # Errors
/// [`ClusterError`] for a row that is no distribution, or when the observer asks to stop.
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

/// Refuses rows that are no distribution.
fn check(points: &[f64], width: usize) -> Result<(), ClusterError> {
    for (row, point) in points.chunks(width.max(1)).enumerate() {
        let wrong = |problem| Err(ClusterError::NotADistribution { row, problem });
        if point.iter().any(|p| !p.is_finite() || *p < 0.0) {
            return wrong("a value is negative or not a number");
        }
        if (point.iter().sum::<f64>() - 1.0).abs() > SUM_TOLERANCE {
            return wrong("its values do not add up to 1");
        }
    }
    Ok(())
}

/// The nearest of the later groups to one group.
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
    /// Prototypes, row by row; not needed for averages.
    means: Vec<f64>,
    /// Square roots of prototypes; means of the members' roots for averages.
    roots: Vec<f64>,
    sizes: Vec<f64>,
    rows: Vec<Nearest>,
    /// Slots that still hold a group, increasing.
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
        state.roots = state.means.iter().map(|p| p.sqrt()).collect();
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

    /// The score of merging `i` and `j`.
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

    /// The row whose bound is least; ties go to the first.
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

    /// Merges a fresh row with its nearest and brings the bounds up to date.
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

    /// The mean of two groups in the slot of the first.
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

    /// Rows before the union: it may be nearer than what they had, or what they had may
    /// be gone.
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
            // Where equal to a fresh bound, the smaller slot wins; a stale bound may
            // hide an equal score of a still smaller one.
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

/// Lanes that are summed side by side.
const LANES: usize = 4;

/// The score of a merge from means and their roots; `share` is the weight of the first.
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

/// The inner product of two rows of roots.
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

/// The Hellinger distance from an affinity.
fn distance(affinity: f64) -> f64 {
    let gap = 1.0 - affinity;
    if gap < EPSILON { 0.0 } else { gap.sqrt() }
}

#[cfg(test)]
mod tests;
