//! The largest eigenpairs of a matrix too large to be solved whole: block Lanczos with
//! full orthogonalisation and thick restarts.
//!
//! The basis grows by a block at a time: the matrix times the last block, orthogonalised
//! twice against all that is there. The matrix restricted to the basis is small and
//! solved whole. When the basis is full, its best vectors open the next one, followed by
//! their residuals. A block as wide as the number of wanted pairs meets every copy of a
//! repeated eigenvalue, which one vector would not.

use super::{Eigen, Operator, all, sorted};
use crate::dense::{axpy, dot, norm};
use crate::{Cancelled, DenseMatrix, Run, rng};

/// Residuals below this share of the largest value count as none.
const TOLERANCE: f64 = 1e-9;

/// Restarts after which the pairs are taken as they are.
const MAX_RESTARTS: usize = 60;

/// Blocks in a full basis.
const BLOCKS: usize = 12;

/// A vector that loses all but this share of its length lies in the basis already.
const DEPENDENT: f64 = 1e-10;

/// Random vectors that are tried in the place of one that lies in the basis.
const TRIES: usize = 5;

pub(super) fn solve(matrix: &impl Operator, k: usize, run: &Run<'_>) -> Result<Eigen, Cancelled> {
    let n = matrix.n_rows();
    // Two spare vectors: the last wanted pair converges as fast as the gap behind it.
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
                "finding directions",
                restart as u64,
                Some(MAX_RESTARTS as u64),
            )?;
            // Without a new direction the basis spans all there is to find.
            if !basis.extend(basis.next_block(width), &mut stream) {
                break;
            }
        }
        let ritz = basis.ritz(width);
        if ritz.is_converged(k) || basis.len() == n {
            return Ok(ritz.finish(k));
        }
        let residuals = ritz.residuals();
        basis.restart(ritz);
        basis.extend(residuals, &mut stream);
    }
    Ok(basis.ritz(width).finish(k))
}

/// Orthonormal vectors and what the matrix makes of them.
struct Basis<'m, O> {
    matrix: &'m O,
    vectors: Vec<Vec<f64>>,
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

    /// What the matrix makes of the last `width` vectors.
    fn next_block(&self, width: usize) -> Vec<Vec<f64>> {
        self.images[self.len().saturating_sub(width)..].to_vec()
    }

    /// Adds vectors as far as there is room; `false` if none was added. One that lies in
    /// the basis already is replaced by a random one, so that the basis grows while there
    /// is a direction left: the image of a matrix of low rank has few.
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
            // What is left of a dependent vector is rounding: it is not orthogonal to the
            // basis, and with it the small matrix would have eigenvalues that are not there.
            if is_new {
                self.vectors.push(vector);
            }
        }
        let images = self.matrix.apply(&self.vectors[first..]);
        self.images.extend(images);
        self.len() > first
    }

    /// Takes off what lies in the basis, twice, and scales to unit length; `false` if
    /// nothing is left. Once is not enough: where most of the vector is taken off, what
    /// rounding leaves along the basis is no longer small beside the rest.
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

    /// The best `width` vectors of the space that the basis spans.
    fn ritz(&self, width: usize) -> Ritz {
        let m = self.len();
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

/// Approximate eigenpairs.
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
