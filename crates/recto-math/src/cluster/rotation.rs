//! How well some turn of the axes makes every point lie on one of them.
//!
//! Points of one group of an ideal affinity fall on one axis, once the arbitrary rotation
//! inside the eigenspace is undone. For unit rows `R` and an orthogonal `O`
//!
//! ```text
//! Theta(O) = sum over rows i of [ 1 - sum_h (R O)_ih^4 ]
//! ```
//!
//! is 0 exactly when each row has one component left. It is made small by steps along
//! curves that stay orthogonal (Cayley transforms), from several starts.
//!
//! | symbol | meaning | name in code | shape |
//! |---|---|---|---|
//! | R | unit rows | `rows` | q x K |
//! | O | the turn of the axes | `turn` | K x K |
//! | G | the gradient of Theta | [`gradient`] | K x K |
//! | A | `G O^T - O G^T`, skew | [`skew`] | K x K |
//!
//! # Departures
//! With two axes the turn is one angle and `Theta = (q - sum cos 4(a_i + angle)) / 4` for
//! rows at the angles `a_i`, so that the least value is known in closed form and nothing
//! is searched.

use crate::{DenseMatrix, rng};
use rand_chacha::ChaCha8Rng;

/// How the least cost is searched.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Search {
    /// The share of a step that is tried next when it was too long.
    pub shrink: f64,
    /// The share of the expected decrease that a step must reach.
    pub decrease: f64,
    /// The length of the skew gradient at which the search ends.
    pub flat: f64,
    /// Steps after which it ends anyway.
    pub max_steps: usize,
    /// How many random starts.
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

/// Shorter steps than 2^-60 change nothing.
const MAX_SHRINKS: usize = 60;

/// A turn of the axes and its cost.
#[derive(Debug, Clone, PartialEq)]
pub struct Turn {
    /// An orthogonal matrix.
    pub axes: DenseMatrix,
    /// What is left of the rows off their axes.
    pub cost: f64,
}

/// The cost of a turn; rows of zeros cost nothing.
///
/// ZelnikManor04 def. AlignmentCost, in the fourth powers of
/// BayesAD def. Theta.
pub fn cost(rows: &DenseMatrix, turn: &DenseMatrix) -> f64 {
    let mut turned = vec![0.0; turn.n_columns()];
    let mut sum = 0.0;
    for i in 0..rows.n_rows() {
        turn_row(rows.row(i), turn, &mut turned);
        let fourth: f64 = turned.iter().map(|y| y * y * y * y).sum();
        if fourth > 0.0 {
            sum += 1.0 - fourth;
        }
    }
    sum
}

/// One row times the turn.
fn turn_row(row: &[f64], turn: &DenseMatrix, turned: &mut [f64]) {
    turned.fill(0.0);
    for (h, &x) in row.iter().enumerate() {
        crate::dense::axpy(x, turn.row(h), turned);
    }
}

/// The gradient of [`cost`]: `-4 R^T (R O)^3`, cubes by element.
pub fn gradient(rows: &DenseMatrix, turn: &DenseMatrix) -> DenseMatrix {
    let k = turn.n_columns();
    let mut turned = vec![0.0; k];
    let mut gradient = DenseMatrix::zeros(k, k);
    for i in 0..rows.n_rows() {
        turn_row(rows.row(i), turn, &mut turned);
        turned.iter_mut().for_each(|y| *y = *y * *y * *y);
        for (h, &x) in rows.row(i).iter().enumerate() {
            crate::dense::axpy(-4.0 * x, &turned, gradient.row_mut(h));
        }
    }
    gradient
}

/// `A = G O^T - O G^T`: the part of the gradient that keeps the turn orthogonal.
pub fn skew(gradient: &DenseMatrix, turn: &DenseMatrix) -> DenseMatrix {
    let product = gradient.times(&turn.transpose());
    let k = turn.n_rows();
    DenseMatrix::from_fn(k, k, |i, j| product[(i, j)] - product[(j, i)])
}

/// The point at `tau` of the curve through the turn: `(I + tau/2 A)^-1 (I - tau/2 A) O`.
///
/// WenYin13 def. CayleyCurve: it stays orthogonal and starts along minus the gradient.
pub fn curve(skew: &DenseMatrix, turn: &DenseMatrix, tau: f64) -> DenseMatrix {
    let k = turn.n_rows();
    let shifted = |sign: f64| {
        DenseMatrix::from_fn(k, k, |i, j| {
            f64::from(u8::from(i == j)) + sign * tau / 2.0 * skew[(i, j)]
        })
    };
    solve(shifted(1.0), shifted(-1.0).times(turn))
}

/// Gaussian elimination with the largest pivot. `I` plus a skew matrix is never singular.
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

/// Follows curves downhill from a start.
///
/// WenYin13 def. CurvilinearSearch, with the constants of BayesAD def. Theta.
pub fn descend(rows: &DenseMatrix, start: DenseMatrix, search: &Search) -> Turn {
    let mut turn = Turn {
        cost: cost(rows, &start),
        axes: start,
    };
    for _ in 0..search.max_steps {
        let skew = skew(&gradient(rows, &turn.axes), &turn.axes);
        let square: f64 = skew.values().iter().map(|x| x * x).sum();
        if square.is_nan() || square.sqrt() < search.flat {
            break;
        }
        let Some(next) = step(rows, &turn, &skew, square, search) else {
            break;
        };
        turn = next;
    }
    turn
}

/// The first point on the curve that is low enough; `None` if the turn is stationary.
fn step(
    rows: &DenseMatrix,
    turn: &Turn,
    skew: &DenseMatrix,
    square: f64,
    search: &Search,
) -> Option<Turn> {
    let mut tau = 1.0;
    for _ in 0..MAX_SHRINKS {
        let axes = curve(skew, &turn.axes, tau);
        let cost = cost(rows, &axes);
        if cost <= turn.cost - 0.5 * tau * search.decrease * square {
            return Some(Turn { axes, cost });
        }
        tau *= search.shrink;
    }
    None
}

/// The best turn of two axes, in closed form.
pub fn of_two(rows: &DenseMatrix) -> Turn {
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
    Turn {
        cost: cost(rows, &axes),
        axes,
    }
}

/// An orthogonal matrix drawn without preference (Haar): Gram-Schmidt of normal columns.
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

/// The turn with one more axis that stays where it is.
pub fn bordered(turn: &DenseMatrix) -> DenseMatrix {
    let k = turn.n_rows();
    DenseMatrix::from_fn(k + 1, k + 1, |i, j| match (i < k, j < k) {
        (true, true) => turn[(i, j)],
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
            let turn = random(3, &mut rng::stream(seed, "turn", 0));
            let gradient = gradient(&rows, &turn);
            for i in 0..3 {
                for j in 0..3 {
                    // Off the orthogonal matrices the cost is the same polynomial.
                    let at = |shift: f64| {
                        let mut moved = turn.clone();
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
