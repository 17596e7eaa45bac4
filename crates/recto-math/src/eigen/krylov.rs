//! Block Lanczos with full reorthogonalisation and thick restarts, for the largest
//! eigenpairs of a large symmetric matrix.
//!
//! The basis of the Krylov space grows by one block at a time: the matrix times the last
//! block, orthogonalised against the whole basis. The projection of the matrix onto the
//! basis is small and solved directly; its eigenpairs are the Ritz pairs. When the basis is
//! full, the best Ritz vectors and their residuals start the next one.
//!
//! Why blocks: the Krylov space of a single vector contains one vector of each eigenspace,
//! so it would find a repeated eigenvalue once. A normalised similarity graph has the
//! eigenvalue 1 once for each of its connected components.
//!
//! Why thick restarts: with full reorthogonalisation a step costs time and memory in
//! proportion to the size of the basis. The basis is therefore bounded, and a restart keeps
//! the Ritz vectors, which hold nearly all that was learned.

use super::{Eigen, Operator, all, sorted};
use crate::dense::{axpy, dot, norm};
use crate::{Cancelled, DenseMatrix, Run, rng};

/// A pair has converged when its residual is below this share of the largest eigenvalue.
const TOLERANCE: f64 = 1e-9;

/// After this many restarts the pairs are returned as they are; the residual tells.
const MAX_RESTARTS: usize = 60;

/// Number of blocks in a full basis.
const BLOCKS: usize = 12;

/// A vector is linearly dependent on the basis if orthogonalisation leaves at most this
/// share of its length: what is left is then mostly rounding error.
const DEPENDENT: f64 = 1e-10;

/// Number of random vectors that are tried in place of a dependent one.
const TRIES: usize = 5;

pub(super) fn solve(matrix: &impl Operator, k: usize, run: &Run<'_>) -> Result<Eigen, Cancelled> {
    let n = matrix.n_rows();
    // Two more vectors than pairs: the k-th pair converges at the rate of the gap to the
    // first eigenvalue that the block does not hold, and that gap is wider further down.
    let width = (k + 2).min(n);
    let mut stream = rng::stream(run.seed, "eigen", n as u64);
    let mut basis = Basis::new(matrix, (width * BLOCKS).min(n));
    let block = (0..width)
        .map(|_| (0..n).map(|_| rng::normal(&mut stream)).collect())
        .collect();
    basis.extend(block, &mut stream);
    for restart in 0..MAX_RESTARTS {
        while basis.has_room() {
            run.report(
                "computing eigenvectors",
                restart as u64,
                Some(MAX_RESTARTS as u64),
            )?;
            // If no independent vector is found, not even at random, the basis spans the
            // whole space and its Ritz pairs are exact.
            if !basis.extend(basis.next_block(width), &mut stream) {
                break;
            }
        }
        let ritz = basis.ritz(width);
        if ritz.is_converged(k) || basis.len() == n {
            return Ok(ritz.finish(k));
        }
        // Residuals are orthogonal to the Ritz vectors and are what the next Lanczos step
        // would add; with them the restarted basis is still a Krylov space.
        let residuals = ritz.residuals();
        basis.restart(ritz);
        basis.extend(residuals, &mut stream);
    }
    Ok(basis.ritz(width).finish(k))
}

/// An orthonormal basis of the Krylov space.
struct Basis<'m, O> {
    matrix: &'m O,
    vectors: Vec<Vec<f64>>,
    /// The matrix times each vector. Kept because the next block, the projection and the
    /// residuals all need them, and a product costs more than all else in a step.
    images: Vec<Vec<f64>>,
    capacity: usize,
}

impl<'m, O: Operator> Basis<'m, O> {
    fn new(matrix: &'m O, capacity: usize) -> Self {
        Self {
            matrix,
            vectors: Vec::with_capacity(capacity),
            images: Vec::with_capacity(capacity),
            capacity,
        }
    }

    fn len(&self) -> usize {
        self.vectors.len()
    }

    fn has_room(&self) -> bool {
        self.len() < self.capacity
    }

    /// The matrix times the last `width` vectors.
    fn next_block(&self, width: usize) -> Vec<Vec<f64>> {
        self.images[self.len().saturating_sub(width)..].to_vec()
    }

    /// Adds vectors while there is room; `false` if none was added. A dependent vector is
    /// replaced by a random one: for a matrix of low rank the products soon lie in the
    /// basis, and the iteration would stop before it has `k` pairs.
    fn extend(&mut self, block: Vec<Vec<f64>>, stream: &mut rand_chacha::ChaCha8Rng) -> bool {
        let first = self.len();
        for mut vector in block {
            if !self.has_room() {
                break;
            }
            let mut is_new = self.orthogonalize(&mut vector);
            for _ in 0..TRIES {
                if is_new {
                    break;
                }
                vector
                    .iter_mut()
                    .for_each(|x| *x = rng::normal(&mut *stream));
                is_new = self.orthogonalize(&mut vector);
            }
            // A dependent vector must not be added: its remainder is rounding error and not
            // orthogonal to the basis, so the projection would have spurious eigenvalues.
            if is_new {
                self.vectors.push(vector);
            }
        }
        let images = self.matrix.apply(&self.vectors[first..]);
        self.images.extend(images);
        self.len() > first
    }

    /// Orthogonalises a vector against the basis and scales it to unit length; `false` if
    /// it is dependent. Gram-Schmidt runs twice: if the first pass removes most of the
    /// vector, its rounding errors along the basis are no longer small beside what is left,
    /// and a second pass removes them (Kahan and Parlett's "twice is enough").
    fn orthogonalize(&self, vector: &mut [f64]) -> bool {
        for _ in 0..2 {
            let before = norm(vector);
            for known in &self.vectors {
                axpy(-dot(known, vector), known, vector);
            }
            let length = norm(vector);
            if length.is_nan() || length <= before * DEPENDENT {
                return false;
            }
            vector.iter_mut().for_each(|x| *x /= length);
        }
        true
    }

    /// The first `width` Ritz pairs: eigenpairs of the matrix projected onto the basis.
    fn ritz(&self, width: usize) -> Ritz {
        let m = self.len();
        // One triangle is used for both halves: the two products of a pair differ by
        // rounding, and the direct solver needs an exactly symmetric matrix.
        let entry = |i: usize, j: usize| dot(&self.vectors[i.max(j)], &self.images[i.min(j)]);
        let small = all(&DenseMatrix::from_fn(m, m, entry));
        let combine = |of: &[Vec<f64>], i: usize| {
            let mut sum = vec![0.0; self.matrix.n_rows()];
            for (part, &weight) in of.iter().zip(small.vectors.row(i)) {
                axpy(weight, part, &mut sum);
            }
            sum
        };
        let kept = width.min(m);
        // Images are combined like the vectors, which saves the products with the matrix.
        Ritz {
            vectors: (0..kept).map(|i| combine(&self.vectors, i)).collect(),
            images: (0..kept).map(|i| combine(&self.images, i)).collect(),
            values: small.values[..kept].to_vec(),
        }
    }

    fn restart(&mut self, ritz: Ritz) {
        self.vectors = ritz.vectors;
        self.images = ritz.images;
    }
}

/// Ritz pairs: approximate eigenpairs with the matrix times each vector.
struct Ritz {
    values: Vec<f64>,
    vectors: Vec<Vec<f64>>,
    images: Vec<Vec<f64>>,
}

impl Ritz {
    fn residual(&self, i: usize) -> Vec<f64> {
        let mut residual = self.images[i].clone();
        axpy(-self.values[i], &self.vectors[i], &mut residual);
        residual
    }

    fn residuals(&self) -> Vec<Vec<f64>> {
        (0..self.values.len()).map(|i| self.residual(i)).collect()
    }

    fn largest_residual(&self, k: usize) -> f64 {
        (0..k.min(self.values.len()))
            .map(|i| norm(&self.residual(i)))
            .fold(0.0, f64::max)
    }

    fn is_converged(&self, k: usize) -> bool {
        // The floor makes a zero matrix converge: its residuals and its scale are both 0.
        let scale = self.values.iter().fold(1e-300f64, |a, x| a.max(x.abs()));
        self.largest_residual(k) <= TOLERANCE * scale
    }

    fn finish(self, k: usize) -> Eigen {
        let k = k.min(self.values.len());
        let residual = self.largest_residual(k);
        let n = self.vectors.first().map_or(0, Vec::len);
        let rows = DenseMatrix::from_fn(k, n, |i, j| self.vectors[i][j]);
        Eigen {
            residual,
            ..sorted(&self.values[..k], rows)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vector_without_a_direction_of_its_own_is_left_out() {
        // Rank 1, and room for more vectors than there are dimensions.
        let matrix = DenseMatrix::filled(4, 4, 1.0);
        let mut stream = rng::stream(0, "krylov test", 0);
        let mut basis = Basis::new(&matrix, 9);
        assert!(basis.extend(vec![vec![1.0; 4]; 3], &mut stream));
        assert_eq!(basis.len(), 3);
        assert!(basis.extend(basis.next_block(3), &mut stream));
        assert!(!basis.extend(basis.next_block(3), &mut stream));
        assert_eq!((basis.len(), basis.images.len()), (4, 4));
        for i in 0..4 {
            for j in 0..4 {
                let expected = f64::from(u8::from(i == j));
                let found = dot(&basis.vectors[i], &basis.vectors[j]);
                assert!((found - expected).abs() < 1e-12, "{i}, {j}: {found}");
            }
        }
        let values = basis.ritz(4).values;
        assert!((values[0] - 4.0).abs() < 1e-12, "{values:?}");
        assert!(values[1..].iter().all(|x| x.abs() < 1e-12), "{values:?}");
    }
}
