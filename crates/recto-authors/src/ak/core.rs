//! Core chunks of the clusters, on which the classifier is trained.

use recto_math::DenseMatrix;
use recto_math::cluster::kmeans::{Clustering, distance};

/// The share of a cluster that is near enough, and the share that is clear enough.
const SHARE: f64 = 0.8;

/// AkivaKoppel13 def. Core: the chunks among the 80 % of their cluster that are nearest to
/// its centre and among the 80 % for which the next centre is farthest beyond; the nearest
/// one if there is none. In the order of the text.
pub(super) fn chunks(points: &DenseMatrix, clusters: &Clustering) -> Vec<usize> {
    let k = clusters.centers.n_rows();
    let mut core: Vec<usize> = (0..k)
        .flat_map(|cluster| of_cluster(points, clusters, cluster))
        .collect();
    core.sort_unstable();
    core
}

fn of_cluster(points: &DenseMatrix, clusters: &Clustering, cluster: usize) -> Vec<usize> {
    let own: Vec<usize> = (0..points.n_rows())
        .filter(|&i| clusters.labels[i] == cluster)
        .collect();
    let near = |i: usize| distance(points.row(i), clusters.centers.row(cluster)).sqrt();
    let gap = |i: usize| {
        let others = (0..clusters.centers.n_rows()).filter(|&other| other != cluster);
        let far = others.map(|other| distance(points.row(i), clusters.centers.row(other)).sqrt());
        far.fold(f64::INFINITY, f64::min) - near(i)
    };
    let kept = (own.len() as f64 * SHARE) as usize;
    let first = |key: &dyn Fn(usize) -> f64| {
        let mut order = own.clone();
        order.sort_by(|&a, &b| key(a).total_cmp(&key(b)).then(a.cmp(&b)));
        order
    };
    let nearest = first(&near);
    let clearest = first(&|i| -gap(i));
    let both: Vec<usize> = nearest[..kept]
        .iter()
        .copied()
        .filter(|i| clearest[..kept].contains(i))
        .collect();
    if both.is_empty() {
        nearest.into_iter().take(1).collect()
    } else {
        both
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outliers_and_lone_chunks() {
        // Two clusters around 0 and 10; 3 is far from its centre and near the other.
        let at = [0.0, 0.1, 0.2, 0.1, 3.0, 10.0];
        let points = DenseMatrix::from_fn(6, 1, |i, _| at[i]);
        let clusters = Clustering {
            labels: vec![0, 0, 0, 0, 0, 1],
            centers: DenseMatrix::from_fn(2, 1, |i, _| [0.1, 10.0][i]),
            inertia: 0.0,
        };
        assert_eq!(chunks(&points, &clusters), [0, 1, 2, 3, 5]);
    }
}
