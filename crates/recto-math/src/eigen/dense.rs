//! Direct solver for all eigenpairs: Householder tridiagonalisation, then QL with implicit
//! shifts (the Algol procedures tred2 and tql2 of Bowdler, Martin, Reinsch and Wilkinson).
//!
//! The matrix is stored transposed compared with the literature: row `j` of `v` is their
//! column `j`, so that the inner loops read consecutive memory.

use crate::DenseMatrix;
use crate::dense::{axpy, dot};

/// Maximum number of QL steps for one eigenvalue; about two are usual.
const MAX_STEPS: usize = 80;

/// Eigenvalues in no particular order; row `i` of the matrix is the eigenvector of value
/// `i`.
pub(super) fn solve(matrix: &DenseMatrix) -> (Vec<f64>, DenseMatrix) {
    let n = matrix.n_rows();
    let mut v = matrix.clone();
    let (mut d, mut e) = (vec![0.0; n], vec![0.0; n]);
    if n > 0 {
        reduce(&mut v, &mut d, &mut e);
        let mut vectors = v.transpose();
        iterate(&mut vectors, &mut d, &mut e);
        return (d, vectors);
    }
    (d, v)
}

/// Tridiagonalises: leaves the diagonal in `d`, the subdiagonal in `e[1..]`, and the
/// orthogonal transformation in `v` (column `j` belongs to row `j` of the tridiagonal).
fn reduce(v: &mut DenseMatrix, d: &mut [f64], e: &mut [f64]) {
    let n = d.len();
    d.copy_from_slice(v.row(n - 1));
    for i in (1..n).rev() {
        let scale: f64 = d[..i].iter().map(|x| x.abs()).sum();
        if scale == 0.0 {
            e[i] = d[i - 1];
            for j in 0..i {
                d[j] = v[(i - 1, j)];
                v[(i, j)] = 0.0;
                v[(j, i)] = 0.0;
            }
            d[i] = 0.0;
            continue;
        }
        d[..i].iter_mut().for_each(|x| *x /= scale);
        let mut h = dot(&d[..i], &d[..i]);
        let f = d[i - 1];
        let g = if f > 0.0 { -h.sqrt() } else { h.sqrt() };
        e[i] = scale * g;
        h -= f * g;
        d[i - 1] = f - g;
        reflect(v, d, e, i, h);
        d[i] = h;
    }
    accumulate(v, d);
    e[0] = 0.0;
}

/// Applies the Householder reflection of `d[..i]` from both sides to the leading block.
fn reflect(v: &mut DenseMatrix, d: &mut [f64], e: &mut [f64], i: usize, h: f64) {
    e[..i].fill(0.0);
    for j in 0..i {
        v[(j, i)] = d[j];
        let row = &v.row(j)[..j];
        let g = e[j] + v[(j, j)] * d[j] + dot(row, &d[..j]);
        let f = d[j];
        axpy(f, row, &mut e[..j]);
        e[j] = g;
    }
    e[..i].iter_mut().for_each(|x| *x /= h);
    let hh = dot(&e[..i], &d[..i]) / (h + h);
    axpy(-hh, &d[..i], &mut e[..i]);
    for j in 0..i {
        let (f, g) = (d[j], e[j]);
        let row = &mut v.row_mut(j)[..=j];
        axpy(-f, &e[..=j], row);
        axpy(-g, &d[..=j], row);
    }
    d[..i].copy_from_slice(&v.row(i - 1)[..i]);
    v.row_mut(i)[..i].fill(0.0);
}

/// Accumulates the product of all reflections in `v`.
fn accumulate(v: &mut DenseMatrix, d: &mut [f64]) {
    let n = d.len();
    let mut g = vec![0.0; n];
    for i in 0..n - 1 {
        v[(n - 1, i)] = v[(i, i)];
        v[(i, i)] = 1.0;
        let h = d[i + 1];
        if h != 0.0 {
            for k in 0..=i {
                d[k] = v[(k, i + 1)] / h;
            }
            g[..=i].fill(0.0);
            for k in 0..=i {
                let factor = v[(k, i + 1)];
                axpy(factor, &v.row(k)[..=i], &mut g[..=i]);
            }
            for (k, &factor) in d[..=i].iter().enumerate() {
                axpy(-factor, &g[..=i], &mut v.row_mut(k)[..=i]);
            }
        }
        for k in 0..=i {
            v[(k, i + 1)] = 0.0;
        }
    }
    d.copy_from_slice(v.row(n - 1));
    v.row_mut(n - 1).fill(0.0);
    v[(n - 1, n - 1)] = 1.0;
}

/// QL iterations with implicit shifts on the tridiagonal matrix; rotates the rows of `v`
/// along.
fn iterate(v: &mut DenseMatrix, d: &mut [f64], e: &mut [f64]) {
    let n = d.len();
    e.copy_within(1.., 0);
    e[n - 1] = 0.0;
    let (mut shift, mut most) = (0.0, 0.0f64);
    for l in 0..n {
        most = most.max(d[l].abs() + e[l].abs());
        let m = (l..n - 1)
            .find(|&m| e[m].abs() <= f64::EPSILON * most)
            .unwrap_or(n - 1);
        if m > l {
            for _ in 0..MAX_STEPS {
                shift += step(v, d, e, l, m);
                if e[l].abs() <= f64::EPSILON * most {
                    break;
                }
            }
        }
        d[l] += shift;
        e[l] = 0.0;
    }
}

/// One QL step on rows `l..=m`; returns the shift that it subtracted from the diagonal.
fn step(v: &mut DenseMatrix, d: &mut [f64], e: &mut [f64], l: usize, m: usize) -> f64 {
    let g = d[l];
    let mut p = (d[l + 1] - g) / (2.0 * e[l]);
    let mut r = p.hypot(1.0);
    if p < 0.0 {
        r = -r;
    }
    d[l] = e[l] / (p + r);
    d[l + 1] = e[l] * (p + r);
    let dl1 = d[l + 1];
    let h = g - d[l];
    d[l + 2..].iter_mut().for_each(|x| *x -= h);

    p = d[m];
    let (mut c, mut c2, mut c3) = (1.0, 1.0, 1.0);
    let el1 = e[l + 1];
    let (mut s, mut s2) = (0.0, 0.0);
    for i in (l..m).rev() {
        (c3, c2, s2) = (c2, c, s);
        let g = c * e[i];
        let h = c * p;
        r = p.hypot(e[i]);
        e[i + 1] = s * r;
        s = e[i] / r;
        c = p / r;
        p = c * d[i] - s * g;
        d[i + 1] = h + s * (c * g + s * d[i]);
        rotate(v, i, c, s);
    }
    p = -s * s2 * c3 * el1 * e[l] / dl1;
    e[l] = s * p;
    d[l] = c * p;
    h
}

/// Givens rotation of rows `i` and `i + 1`.
fn rotate(v: &mut DenseMatrix, i: usize, c: f64, s: f64) {
    let n = v.n_columns();
    let (upper, lower) = v.values_mut()[i * n..(i + 2) * n].split_at_mut(n);
    for (a, b) in upper.iter_mut().zip(lower) {
        let h = *b;
        *b = s * *a + c * h;
        *a = c * *a - s * h;
    }
}
