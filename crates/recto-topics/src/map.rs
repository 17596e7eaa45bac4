//! Topics on a plane: near where their words are alike.
//!
//! Classical scaling of the Hellinger distances between the words of topics: the squared
//! distances are centred and the two largest eigenvectors, scaled, are the places. The
//! eigenvectors come from Jacobi's rotations, sequential and exact enough for a drawing;
//! each is turned so that its largest entry is positive. O(T³) for T topics.

use crate::Table;
use crate::choose::columns;
use recto_math::similarity;
use serde::Serialize;

/// A place for each topic.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TopicMap {
    /// The place of each topic.
    pub places: Vec<[f64; 2]>,
    /// What part of the squared distances the plane shows, from 0 to 1.
    pub shown: f64,
}

/// Sweeps of rotations; a dozen is enough for hundreds of topics.
const SWEEPS: usize = 30;

/// The map of the topics whose words are the columns of `words`.
pub fn map(words: &Table) -> TopicMap {
    let topics = columns(words);
    let n = topics.len();
    let mut matrix = vec![0.0; n * n];
    for i in 0..n {
        for j in 0..i {
            let squared = similarity::hellinger(&topics[i], &topics[j]).powi(2);
            matrix[i * n + j] = squared;
            matrix[j * n + i] = squared;
        }
    }
    centre(&mut matrix, n);
    let (values, vectors) = eigen(&mut matrix, n);
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&a, &b| values[b].total_cmp(&values[a]).then(a.cmp(&b)));
    let mut places = vec![[0.0; 2]; n];
    for (axis, &k) in order.iter().take(2).enumerate() {
        let column: Vec<f64> = (0..n).map(|i| vectors[i * n + k]).collect();
        let largest = column.iter().fold(0.0f64, |most, x| {
            if x.abs() > most.abs() + 1e-9 {
                *x
            } else {
                most
            }
        });
        let scale = values[k].max(0.0).sqrt() * if largest < 0.0 { -1.0 } else { 1.0 };
        for (place, x) in places.iter_mut().zip(column) {
            place[axis] = x * scale;
        }
    }
    let positive: f64 = values.iter().map(|v| v.max(0.0)).sum();
    let first: f64 = order.iter().take(2).map(|&k| values[k].max(0.0)).sum();
    TopicMap {
        places,
        shown: if positive > 0.0 {
            first / positive
        } else {
            1.0
        },
    }
}

/// Squared distances become inner products around the middle of all points.
fn centre(matrix: &mut [f64], n: usize) {
    let means: Vec<f64> = matrix
        .chunks(n.max(1))
        .map(|row| row.iter().sum::<f64>() / n as f64)
        .collect();
    let mean = means.iter().sum::<f64>() / n.max(1) as f64;
    for i in 0..n {
        for j in 0..n {
            matrix[i * n + j] = -0.5 * (matrix[i * n + j] - means[i] - means[j] + mean);
        }
    }
}

/// Eigenvalues and eigenvectors (as columns) of a symmetric matrix.
fn eigen(matrix: &mut [f64], n: usize) -> (Vec<f64>, Vec<f64>) {
    let mut vectors = vec![0.0; n * n];
    (0..n).for_each(|i| vectors[i * n + i] = 1.0);
    for _ in 0..SWEEPS {
        let mut off = 0.0;
        for p in 0..n {
            for q in p + 1..n {
                off += matrix[p * n + q].powi(2);
                rotate(matrix, &mut vectors, n, p, q);
            }
        }
        if off < 1e-22 {
            break;
        }
    }
    ((0..n).map(|i| matrix[i * n + i]).collect(), vectors)
}

/// One rotation that makes the entry (p, q) zero.
fn rotate(matrix: &mut [f64], vectors: &mut [f64], n: usize, p: usize, q: usize) {
    let entry = matrix[p * n + q];
    if entry.abs() < 1e-300 {
        return;
    }
    let theta = (matrix[q * n + q] - matrix[p * n + p]) / (2.0 * entry);
    let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
    let c = 1.0 / (t * t + 1.0).sqrt();
    let s = t * c;
    for k in 0..n {
        let (a, b) = (matrix[k * n + p], matrix[k * n + q]);
        matrix[k * n + p] = c * a - s * b;
        matrix[k * n + q] = s * a + c * b;
    }
    for k in 0..n {
        let (a, b) = (matrix[p * n + k], matrix[q * n + k]);
        matrix[p * n + k] = c * a - s * b;
        matrix[q * n + k] = s * a + c * b;
        let (a, b) = (vectors[k * n + p], vectors[k * n + q]);
        vectors[k * n + p] = c * a - s * b;
        vectors[k * n + q] = s * a + c * b;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_that_fit_a_plane_are_kept() {
        // Three topics: their distances span a triangle, which a plane holds exactly.
        let words = Table::from_values(3, vec![0.7, 0.1, 0.2, 0.2, 0.8, 0.3, 0.1, 0.1, 0.5]);
        let found = map(&words);
        let topics = columns(&words);
        for i in 0..3 {
            for j in 0..3 {
                let [a, b] = [found.places[i], found.places[j]];
                let on_map = (a[0] - b[0]).hypot(a[1] - b[1]);
                let real = similarity::hellinger(&topics[i], &topics[j]);
                assert!((on_map - real).abs() < 1e-7, "{i} {j}: {on_map} for {real}");
            }
        }
        assert!((found.shown - 1.0).abs() < 1e-9);
    }

    #[test]
    fn one_topic_and_equal_topics_have_a_place() {
        for width in [1, 4] {
            let found = map(&Table::filled(2, width, 0.5));
            assert_eq!(found.places.len(), width);
            assert!(found.places.iter().flatten().all(|x| x.abs() < 1e-6));
        }
    }
}
