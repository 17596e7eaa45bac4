//! Map of the topics: classical multidimensional scaling to two dimensions.
//!
//! Distances are the Hellinger distances between word distributions. Squared distances are
//! double-centred; coordinates are the eigenvectors of the two largest eigenvalues, scaled.
//! Signs are those that [`recto_math::eigen`] fixes. O(T³) for T topics.

use crate::model_selection::columns;
use recto_math::{DenseMatrix, eigen, similarity};
use serde::Serialize;

/// Coordinates of topics in the plane.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TopicMap {
    /// Coordinates of each topic.
    pub places: Vec<[f64; 2]>,
    /// Share of the squared distances that two dimensions explain, from 0 to 1.
    pub shown: f64,
}

/// Map of the topics whose word distributions are the columns of `words`.
pub fn map(words: &DenseMatrix) -> TopicMap {
    let topics = columns(words);
    let n = topics.len();
    let squared = DenseMatrix::from_fn(n, n, |i, j| {
        similarity::hellinger(&topics[i], &topics[j]).powi(2)
    });
    let found = eigen::all(&centred(&squared));
    let mut places = vec![[0.0; 2]; n];
    for (axis, value) in found.values.iter().take(2).enumerate() {
        let scale = value.max(0.0).sqrt();
        for (place, x) in places.iter_mut().zip(found.vectors.row(axis)) {
            place[axis] = x * scale;
        }
    }
    let positive = |values: &[f64]| values.iter().map(|v| v.max(0.0)).sum::<f64>();
    let (first, all) = (positive(&found.values[..n.min(2)]), positive(&found.values));
    TopicMap {
        places,
        shown: if all > 0.0 { first / all } else { 1.0 },
    }
}

/// Double centring: squared distances to inner products around the centroid.
fn centred(squared: &DenseMatrix) -> DenseMatrix {
    let n = squared.n_rows();
    let mean = |values: &[f64]| values.iter().sum::<f64>() / n.max(1) as f64;
    let means: Vec<f64> = (0..n).map(|i| mean(squared.row(i))).collect();
    let all = mean(&means);
    DenseMatrix::from_fn(n, n, |i, j| {
        -0.5 * (squared[(i, j)] - means[i] - means[j] + all)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_that_fit_a_plane_are_kept() {
        // Three topics: their distances span a triangle, which a plane holds exactly.
        let words = DenseMatrix::from_values(3, vec![0.7, 0.1, 0.2, 0.2, 0.8, 0.3, 0.1, 0.1, 0.5]);
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
            let found = map(&DenseMatrix::filled(2, width, 0.5));
            assert_eq!(found.places.len(), width);
            assert!(found.places.iter().flatten().all(|x| x.abs() < 1e-6));
        }
    }
}
