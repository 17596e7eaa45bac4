//! Alignment of spectral points with the axes by an orthogonal rotation, and its cost.
//!
//! Eigenvectors of equal eigenvalues are determined only up to a rotation. With the right
//! rotation, all points of a cluster of an ideal affinity lie on one axis. For unit rows
//! `R` and an orthogonal `O`
//!
//! ```text
//! Theta(O) = sum over rows i of [ 1 - sum_h (R O)_ih^4 ]
//! ```
//!
//! is 0 exactly if each row has a single non-zero component. It is minimised by gradient
//! descent along curves of orthogonal matrices (Cayley transforms), from several starts.
//!
//! | symbol | meaning | name in code | shape |
//! |---|---|---|---|
//! | R | unit rows | `rows` | q x K |
//! | O | rotation | `rotation` | K x K |
//! | G | gradient of Theta | [`gradient`] | K x K |
//! | A | `G O^T - O G^T`, skew | [`skew`] | K x K |
//!
//! # Departures
//! For K = 2 the rotation is one angle and `Theta = (q - sum cos 4(a_i + angle)) / 4` for
//! rows at the angles `a_i`, so the minimum has a closed form and is not searched.

use crate::{DenseMatrix, rng};
use rand_chacha::ChaCha8Rng;

/// Parameters of the search for the minimum cost.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Search {
    /// Backtracking factor of the line search, between 0 and 1.
    pub shrink: f64,
    /// Share of the expected decrease that a step must reach (Armijo condition).
    pub decrease: f64,
    /// The search stops when the norm of the skew gradient falls below this.
    pub flat: f64,
    /// Maximum number of steps.
    pub max_steps: usize,
    /// Number of starts, the warm start included.
    pub starts: usize,
}

impl Default for Search {
    /// BayesAD's values.
    fn default() -> Self {
        Self {
            shrink: 0.5,
            decrease: 1e-4,
            flat: 1e-5,
            max_steps: 1000,
            starts: 10,
        }
    }
}

/// Maximum number of backtracking steps: a step of 2^-60 is below rounding.
const MAX_SHRINKS: usize = 60;

/// A rotation of the axes and its cost.
#[derive(Debug, Clone, PartialEq)]
pub struct Rotation {
    /// The rotation, an orthogonal K x K matrix.
    pub axes: DenseMatrix,
    /// Theta of the rotation, from 0 (all rows on an axis).
    pub cost: f64,
}

/// Cost Theta of a rotation; zero rows cost nothing.
///
/// ZelnikManor04 def. AlignmentCost, in the fourth powers of
/// BayesAD def. Theta.
pub fn cost(rows: &DenseMatrix, rotation: &DenseMatrix) -> f64 {
    let mut rotated = vec![0.0; rotation.n_columns()];
    let mut sum = 0.0;
    for i in 0..rows.n_rows() {
        rotate_row(rows.row(i), rotation, &mut rotated);
        let fourth: f64 = rotated.iter().map(|y| y * y * y * y).sum();
        if fourth > 0.0 {
            sum += 1.0 - fourth;
        }
    }
    sum
}

/// Product of one row and the rotation.
fn rotate_row(row: &[f64], rotation: &DenseMatrix, rotated: &mut [f64]) {
    rotated.fill(0.0);
    for (h, &x) in row.iter().enumerate() {
        crate::dense::axpy(x, rotation.row(h), rotated);
    }
}

/// Gradient of [`cost`]: `-4 R^T (R O)^3`, cubes by element.
pub fn gradient(rows: &DenseMatrix, rotation: &DenseMatrix) -> DenseMatrix {
    let k = rotation.n_columns();
    let mut rotated = vec![0.0; k];
    let mut gradient = DenseMatrix::zeros(k, k);
    for i in 0..rows.n_rows() {
        rotate_row(rows.row(i), rotation, &mut rotated);
        rotated.iter_mut().for_each(|y| *y = *y * *y * *y);
        for (h, &x) in rows.row(i).iter().enumerate() {
            crate::dense::axpy(-4.0 * x, &rotated, gradient.row_mut(h));
        }
    }
    gradient
}

/// `A = G O^T - O G^T`: the direction of descent within the orthogonal matrices.
pub fn skew(gradient: &DenseMatrix, rotation: &DenseMatrix) -> DenseMatrix {
    let product = gradient.times(&rotation.transpose());
    let k = rotation.n_rows();
    DenseMatrix::from_fn(k, k, |i, j| product[(i, j)] - product[(j, i)])
}

/// Point `tau` of the descent curve through `O`: `(I + tau/2 A)^-1 (I - tau/2 A) O`.
///
/// WenYin13 def. CayleyCurve: it stays orthogonal and starts along minus the gradient.
pub fn curve(skew: &DenseMatrix, rotation: &DenseMatrix, tau: f64) -> DenseMatrix {
    let k = rotation.n_rows();
    let shifted = |sign: f64| {
        DenseMatrix::from_fn(k, k, |i, j| {
            f64::from(u8::from(i == j)) + sign * tau / 2.0 * skew[(i, j)]
        })
    };
    solve(shifted(1.0), shifted(-1.0).times(rotation))
}

/// Solves a linear system by Gaussian elimination with partial pivoting. `I` plus a skew
/// matrix is never singular.
fn solve(mut left: DenseMatrix, mut right: DenseMatrix) -> DenseMatrix {
    let k = left.n_rows();
    for column in 0..k {
        let larger = |best: usize, i: usize| {
            if left[(i, column)].abs() > left[(best, column)].abs() {
                i
            } else {
                best
            }
        };
        let pivot = (column + 1..k).fold(column, larger);
        swap_rows(&mut left, column, pivot);
        swap_rows(&mut right, column, pivot);
        for i in 0..k {
            if i == column {
                continue;
            }
            let factor = left[(i, column)] / left[(column, column)];
            subtract_row(&mut left, i, column, factor);
            subtract_row(&mut right, i, column, factor);
        }
    }
    for i in 0..k {
        let pivot = left[(i, i)];
        right.row_mut(i).iter_mut().for_each(|x| *x /= pivot);
    }
    right
}

fn swap_rows(matrix: &mut DenseMatrix, a: usize, b: usize) {
    for j in 0..matrix.n_columns() {
        let (x, y) = (matrix[(a, j)], matrix[(b, j)]);
        (matrix[(a, j)], matrix[(b, j)]) = (y, x);
    }
}

fn subtract_row(matrix: &mut DenseMatrix, from: usize, row: usize, factor: f64) {
    for j in 0..matrix.n_columns() {
        let part = factor * matrix[(row, j)];
        matrix[(from, j)] -= part;
    }
}

/// Minimises the cost by curvilinear search from a start.
///
/// WenYin13 def. CurvilinearSearch, with the constants of BayesAD def. Theta.
pub fn descend(rows: &DenseMatrix, start: DenseMatrix, search: &Search) -> Rotation {
    let mut rotation = Rotation {
        cost: cost(rows, &start),
        axes: start,
    };
    for _ in 0..search.max_steps {
        let skew = skew(&gradient(rows, &rotation.axes), &rotation.axes);
        let square: f64 = skew.values().iter().map(|x| x * x).sum();
        if square.is_nan() || square.sqrt() < search.flat {
            break;
        }
        let Some(next) = step(rows, &rotation, &skew, square, search) else {
            break;
        };
        rotation = next;
    }
    rotation
}

/// Backtracking line search along the curve; `None` if the rotation is stationary.
fn step(
    rows: &DenseMatrix,
    rotation: &Rotation,
    skew: &DenseMatrix,
    square: f64,
    search: &Search,
) -> Option<Rotation> {
    let mut tau = 1.0;
    for _ in 0..MAX_SHRINKS {
        let axes = curve(skew, &rotation.axes, tau);
        let cost = cost(rows, &axes);
        if cost <= rotation.cost - 0.5 * tau * search.decrease * square {
            return Some(Rotation { axes, cost });
        }
        tau *= search.shrink;
    }
    None
}

/// The best rotation of two axes, in closed form.
pub fn of_two(rows: &DenseMatrix) -> Rotation {
    let (mut real, mut imaginary) = (0.0, 0.0);
    for i in 0..rows.n_rows() {
        let row = rows.row(i);
        if row[0] != 0.0 || row[1] != 0.0 {
            let (sin, cos) = (4.0 * row[1].atan2(row[0])).sin_cos();
            real += cos;
            imaginary += sin;
        }
    }
    let (sin, cos) = (imaginary.atan2(real) / 4.0).sin_cos();
    let axes = DenseMatrix::from_fn(2, 2, |i, j| [[cos, -sin], [sin, cos]][i][j]);
    Rotation {
        cost: cost(rows, &axes),
        axes,
    }
}

/// A random orthogonal matrix with the uniform (Haar) distribution: Gram-Schmidt of normal
/// columns.
pub fn random(k: usize, stream: &mut ChaCha8Rng) -> DenseMatrix {
    let mut columns: Vec<Vec<f64>> = Vec::with_capacity(k);
    while columns.len() < k {
        let mut column: Vec<f64> = (0..k).map(|_| rng::normal(stream)).collect();
        for _ in 0..2 {
            for known in &columns {
                crate::dense::axpy(-crate::dense::dot(known, &column), known, &mut column);
            }
        }
        let length = crate::dense::norm(&column);
        if length > 1e-9 {
            column.iter_mut().for_each(|x| *x /= length);
            columns.push(column);
        }
    }
    DenseMatrix::from_fn(k, k, |i, j| columns[j][i])
}

/// The rotation extended by one axis that it leaves fixed.
pub fn bordered(rotation: &DenseMatrix) -> DenseMatrix {
    let k = rotation.n_rows();
    DenseMatrix::from_fn(k + 1, k + 1, |i, j| match (i < k, j < k) {
        (true, true) => rotation[(i, j)],
        (false, false) => 1.0,
        _ => 0.0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cluster::spectral::unit_rows;
    use proptest::prelude::*;

    fn rows_of(values: &[f64], k: usize) -> DenseMatrix {
        unit_rows(DenseMatrix::from_fn(values.len() / k, k, |i, j| {
            values[i * k + j]
        }))
    }

    proptest! {
        #[test]
        fn the_gradient_is_that_of_central_differences(
            values in prop::collection::vec(-1.0..1.0f64, 12..40), seed in 0u64..50
        ) {
            let rows = rows_of(&values, 3);
            let rotation = random(3, &mut rng::stream(seed, "turn", 0));
            let gradient = gradient(&rows, &rotation);
            for i in 0..3 {
                for j in 0..3 {
                    // Off the orthogonal matrices the cost is the same polynomial.
                    let at = |shift: f64| {
                        let mut moved = rotation.clone();
                        moved[(i, j)] += shift;
                        cost(&rows, &moved)
                    };
                    let slope = (at(1e-5) - at(-1e-5)) / 2e-5;
                    prop_assert!((slope - gradient[(i, j)]).abs() < 1e-6);
                }
            }
        }

        #[test]
        fn two_axes_are_turned_as_well_as_by_a_fine_scan(
            values in prop::collection::vec(-1.0..1.0f64, 4..40)
        ) {
            let rows = rows_of(&values[..values.len() / 2 * 2], 2);
            let at = |step: u32| {
                let (sin, cos) = (f64::from(step) * std::f64::consts::FRAC_PI_2 / 2000.0).sin_cos();
                cost(&rows, &DenseMatrix::from_fn(2, 2, |i, j| [[cos, -sin], [sin, cos]][i][j]))
            };
            let scanned = (0..2000).map(at).fold(f64::INFINITY, f64::min);
            let found = of_two(&rows).cost;
            prop_assert!(found <= scanned + 1e-9 && found > scanned - 1e-3);
        }

        #[test]
        fn curves_stay_orthogonal_and_descend(
            values in prop::collection::vec(-1.0..1.0f64, 16..60), seed in 0u64..50
        ) {
            let rows = rows_of(&values, 4);
            let start = random(4, &mut rng::stream(seed, "turn", 1));
            let found = descend(&rows, start.clone(), &Search::default());
            prop_assert!(found.cost <= cost(&rows, &start) + 1e-12);
            let unit = found.axes.times(&found.axes.transpose());
            for (a, b) in unit.values().iter().zip(DenseMatrix::identity(4).values()) {
                prop_assert!((a - b).abs() < 1e-9);
            }
        }
    }
}
