//! k-means: k-means++ initialisation, Lloyd's algorithm, the lowest inertia of several
//! restarts.
//!
//! Each restart draws from a random stream of its own, so that restarts can run in
//! parallel. Ties go to the lowest index, of centres as of restarts. A centre that loses
//! all its points moves to the point farthest from its own centre. Points are rows of a
//! dense matrix ([`solve`]) or of a sparse one ([`solve_sparse`], O(nnz * k) per
//! iteration); centres are dense.

use crate::{Cancelled, CsrMatrix, DenseMatrix, Run, Silent, rng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

/// Maximum number of iterations of Lloyd's algorithm.
const MAX_ROUNDS: usize = 100;

/// A k-means clustering.
#[derive(Debug, Clone, PartialEq)]
pub struct Clustering {
    /// Cluster of each point.
    pub labels: Vec<usize>,
    /// Cluster centres, one per row.
    pub centers: DenseMatrix,
    /// Sum of squared distances of points to their centres.
    pub inertia: f64,
}

/// Clusters the rows of `points` into `k` clusters, or as many as there are points if that
/// is less; the best of `restarts` runs.
///
/// ```
/// use recto_math::{DenseMatrix, cluster::kmeans};
/// let points = DenseMatrix::from_fn(4, 1, |i, _| [0.0, 0.1, 5.0, 5.1][i]);
/// let found = kmeans::solve(&points, 2, 3, 0);
/// assert_eq!(found.labels[0], found.labels[1]);
/// assert_ne!(found.labels[1], found.labels[2]);
/// ```
pub fn solve(points: &DenseMatrix, k: usize, restarts: usize, seed: u64) -> Clustering {
    best_of(points, k, restarts, &Run::new(seed, &Silent)).expect("nobody cancels")
}

/// [`solve`] for sparse rows; draws from the run's seed.
///
/// # Errors
/// [`Cancelled`] if the observer asks to stop, within one iteration.
pub fn solve_sparse(
    points: &CsrMatrix,
    k: usize,
    restarts: usize,
    run: &Run<'_>,
) -> Result<Clustering, Cancelled> {
    best_of(points, k, restarts, run)
}

fn best_of(
    points: &impl Points,
    k: usize,
    restarts: usize,
    run: &Run<'_>,
) -> Result<Clustering, Cancelled> {
    let k = k.clamp(1, points.n_points().max(1));
    let restart = |index: usize| {
        let mut stream = rng::stream(run.seed, "kmeans", index as u64);
        lloyd(points, plus_plus(points, k, &mut stream), run)
    };
    let mut best = restart(0)?;
    for index in 1..restarts.max(1) {
        let next = restart(index)?;
        if next.inertia < best.inertia {
            best = next;
        }
    }
    Ok(best)
}

/// Points in dense or sparse form.
trait Points: Sync {
    fn n_points(&self) -> usize;
    fn n_dimensions(&self) -> usize;
    /// Squared distance of point `i` to a centre whose squared norm is `square`.
    fn distance(&self, i: usize, center: &[f64], square: f64) -> f64;
    /// Adds `factor` times point `i` to a centre.
    fn add(&self, i: usize, factor: f64, center: &mut [f64]);
}

impl Points for DenseMatrix {
    fn n_points(&self) -> usize {
        self.n_rows()
    }

    fn n_dimensions(&self) -> usize {
        self.n_columns()
    }

    fn distance(&self, i: usize, center: &[f64], _: f64) -> f64 {
        distance(self.row(i), center)
    }

    fn add(&self, i: usize, factor: f64, center: &mut [f64]) {
        crate::dense::axpy(factor, self.row(i), center);
    }
}

/// Squared distances below this share of the squared norms are 0 up to rounding: for sparse
/// points they are computed as `|x|^2 - 2 x·c + |c|^2`, which cancels.
const COINCIDENT: f64 = 1e-13;

impl Points for CsrMatrix {
    fn n_points(&self) -> usize {
        self.n_rows()
    }

    fn n_dimensions(&self) -> usize {
        self.n_columns()
    }

    fn distance(&self, i: usize, center: &[f64], square: f64) -> f64 {
        let (mut own, mut product) = (0.0, 0.0);
        for (column, value) in self.row(i).iter() {
            own += value * value;
            product += value * center[column as usize];
        }
        let distance = own - 2.0 * product + square;
        if distance > COINCIDENT * (own + square) {
            distance
        } else {
            0.0
        }
    }

    fn add(&self, i: usize, factor: f64, center: &mut [f64]) {
        for (column, value) in self.row(i).iter() {
            center[column as usize] += factor * value;
        }
    }
}

/// Squared Euclidean distance of two points.
pub fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| (x - y) * (x - y)).sum()
}

/// k-means++ initialisation: each further centre is a point drawn with probability in
/// proportion to its squared distance to the centres so far.
fn plus_plus(points: &impl Points, k: usize, stream: &mut ChaCha8Rng) -> DenseMatrix {
    let n = points.n_points();
    let mut centers = DenseMatrix::zeros(k, points.n_dimensions());
    let mut nearest = vec![f64::INFINITY; n];
    let mut chosen = rng::below(stream, n);
    for center in 0..k {
        if n == 0 {
            break;
        }
        points.add(chosen, 1.0, centers.row_mut(center));
        let own = centers.row(center);
        let square = crate::dense::dot(own, own);
        for (i, near) in nearest.iter_mut().enumerate() {
            *near = near.min(points.distance(i, own, square));
        }
        chosen = draw(&nearest, stream);
    }
    centers
}

/// Draws an index with probability in proportion to its weight; uniform if all are 0.
fn draw(weights: &[f64], stream: &mut ChaCha8Rng) -> usize {
    let total: f64 = weights.iter().sum();
    if total.is_nan() || total <= 1e-300 {
        return rng::below(stream, weights.len());
    }
    let mut left = rng::uniform(stream) * total;
    let mut last = 0;
    for (i, &weight) in weights.iter().enumerate() {
        if weight > 0.0 {
            if left < weight {
                return i;
            }
            left -= weight;
            last = i;
        }
    }
    // Rounding can leave a remainder; it goes to the last index with a weight.
    last
}

fn lloyd(
    points: &impl Points,
    mut centers: DenseMatrix,
    run: &Run<'_>,
) -> Result<Clustering, Cancelled> {
    let n = points.n_points();
    let mut labels = vec![usize::MAX; n];
    let mut far = vec![0.0; n];
    for round in 0..MAX_ROUNDS {
        run.report("clustering", round as u64, Some(MAX_ROUNDS as u64))?;
        let moved = assign(points, &centers, &mut labels, &mut far);
        if !moved {
            break;
        }
        recenter(points, &mut labels, &mut far, &mut centers);
    }
    assign(points, &centers, &mut labels, &mut far);
    Ok(Clustering {
        labels,
        centers,
        inertia: far.iter().sum(),
    })
}

/// Number of points in a parallel task.
const POINTS: usize = 256;

/// Assigns each point to its nearest centre; returns whether any label changed.
fn assign(
    points: &impl Points,
    centers: &DenseMatrix,
    labels: &mut [usize],
    far: &mut [f64],
) -> bool {
    let rows = 0..centers.n_rows();
    let squares: Vec<f64> = rows
        .map(|c| crate::dense::dot(centers.row(c), centers.row(c)))
        .collect();
    let blocks = labels
        .par_chunks_mut(POINTS)
        .zip(far.par_chunks_mut(POINTS));
    let moved = blocks.enumerate().map(|(block, (labels, far))| {
        let mut moved = false;
        for (i, (label, far)) in labels.iter_mut().zip(far).enumerate() {
            let (best, least) = nearest(points, block * POINTS + i, centers, &squares);
            moved |= *label != best;
            (*label, *far) = (best, least);
        }
        moved
    });
    moved.reduce(|| false, |a, b| a || b)
}

fn nearest(points: &impl Points, i: usize, centers: &DenseMatrix, squares: &[f64]) -> (usize, f64) {
    let (mut best, mut least) = (0, f64::INFINITY);
    for (center, &square) in squares.iter().enumerate() {
        let distance = points.distance(i, centers.row(center), square);
        if distance < least {
            (best, least) = (center, distance);
        }
    }
    (best, least)
}

/// Moves each centre to the mean of its points, and a centre without points to the farthest
/// point.
fn recenter(
    points: &impl Points,
    labels: &mut [usize],
    far: &mut [f64],
    centers: &mut DenseMatrix,
) {
    let mut sizes = vec![0usize; centers.n_rows()];
    labels.iter().for_each(|&label| sizes[label] += 1);
    for center in 0..sizes.len() {
        if sizes[center] > 0 {
            continue;
        }
        let farther = |best: usize, i: usize| if far[i] > far[best] { i } else { best };
        let farthest = (1..labels.len()).fold(0, farther);
        // All points coincide with their centres: there is nothing to move to.
        if labels.is_empty() || far[farthest] == 0.0 || sizes[labels[farthest]] < 2 {
            continue;
        }
        sizes[labels[farthest]] -= 1;
        sizes[center] = 1;
        (labels[farthest], far[farthest]) = (center, 0.0);
    }
    for center in (0..sizes.len()).filter(|&center| sizes[center] > 0) {
        centers.row_mut(center).fill(0.0);
    }
    for (i, &label) in labels.iter().enumerate() {
        points.add(i, 1.0 / sizes[label] as f64, centers.row_mut(label));
    }
}

#[cfg(test)]
mod tests;
