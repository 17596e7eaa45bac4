//! Groups of all documents, and the tree over them.
//!
//! Inside a group documents join one by one, the nearest to its centre first; then groups
//! join, those with the largest cosine of their centres first. The height of a merge is one
//! less the cosine.

use super::latent::to_unit;
use crate::clusters::Clusters;
use recto_math::cluster::dendrogram::{Dendrogram, Merge};
use recto_math::dense;

/// No groups, because no document has words.
pub(super) fn ungrouped(n_documents: usize) -> Clusters {
    clusters(n_documents, &[], &[], &[])
}

/// Clusters from the group and the cosine to its centre of each document with words.
pub(super) fn clusters(
    n_documents: usize,
    filled: &[usize],
    nearest: &[(usize, f64)],
    centres: &[Vec<f64>],
) -> Clusters {
    let groups: Vec<usize> = nearest.iter().map(|&(group, _)| group).collect();
    let (numbered, n_clusters) = recto_math::partition::number(&groups);
    let mut labels = vec![None; n_documents];
    for (&document, &label) in filled.iter().zip(&numbered) {
        labels[document] = Some(label);
    }
    let mut vectors = vec![Vec::new(); n_clusters];
    for (&group, &label) in groups.iter().zip(&numbered) {
        vectors[label].clone_from(&centres[group]);
    }
    let cosines: Vec<f64> = nearest.iter().map(|&(_, cosine)| cosine).collect();
    Clusters {
        labels,
        n_clusters,
        reason: None,
        candidates: Vec::new(),
        tree: dendrogram(&numbered, &cosines, vectors),
        points: filled.to_vec(),
        warnings: Vec::new(),
    }
}

/// The merges of points in groups with unit centres.
fn dendrogram(labels: &[usize], cosines: &[f64], mut centres: Vec<Vec<f64>>) -> Dendrogram {
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); centres.len()];
    for (point, &label) in labels.iter().enumerate() {
        members[label].push(point);
    }
    let mut merges = Vec::with_capacity(labels.len().saturating_sub(1));
    let mut first = Vec::with_capacity(members.len());
    for group in &mut members {
        group.sort_by(|&a, &b| cosines[b].total_cmp(&cosines[a]).then(a.cmp(&b)));
        let mut least = group[0];
        for &point in &group[1..] {
            merges.push(Merge {
                left: least.min(point),
                right: least.max(point),
                height: 1.0 - cosines[point],
            });
            least = least.min(point);
        }
        first.push((least, group.len() as f64));
    }
    while centres.len() > 1 {
        let (i, j, cosine) = nearest_pair(&centres);
        let (other, size) = first.remove(j);
        let vector = centres.remove(j);
        merges.push(Merge {
            left: first[i].0.min(other),
            right: first[i].0.max(other),
            height: 1.0 - cosine,
        });
        let own = first[i].1;
        centres[i].iter_mut().for_each(|x| *x *= own);
        dense::axpy(size, &vector, &mut centres[i]);
        to_unit(&mut centres[i]);
        first[i] = (first[i].0.min(other), own + size);
    }
    Dendrogram {
        n_points: labels.len(),
        merges,
    }
}

/// The pair of centres with the largest cosine, the first of equals.
fn nearest_pair(centres: &[Vec<f64>]) -> (usize, usize, f64) {
    let mut best = (0, 1, f64::NEG_INFINITY);
    for i in 0..centres.len() {
        for j in i + 1..centres.len() {
            let cosine = dense::dot(&centres[i], &centres[j]);
            if cosine > best.2 {
                best = (i, j, cosine);
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tree_has_the_groups_and_joins_the_nearest_first() {
        let centres = vec![vec![1.0, 0.0], vec![0.0, 1.0], vec![0.8, 0.6]];
        let nearest = [(1, 0.9), (0, 0.8), (1, 0.95), (2, 1.0), (0, 0.9), (1, 0.5)];
        let found = clusters(8, &[0, 1, 2, 4, 5, 7], &nearest, &centres);
        let labels = [
            Some(0),
            Some(1),
            Some(0),
            None,
            Some(2),
            Some(1),
            None,
            Some(0),
        ];
        assert_eq!(found.labels, labels);
        assert_eq!(found.n_clusters, 3);
        let cut = |k: usize| found.tree.cut(k).expect("in range");
        assert_eq!(cut(3), [0, 1, 0, 2, 1, 0]);
        // (1, 0) and (.8, .6) have a cosine of .8, (0, 1) and (.8, .6) of .6.
        assert_eq!(cut(2), [0, 1, 0, 1, 1, 0]);
        let heights: Vec<f64> = found.tree.merges.iter().map(|merge| merge.height).collect();
        let expected = [0.1, 0.5, 0.2, 0.2];
        for (height, expected) in heights.iter().zip(expected) {
            assert!((height - expected).abs() < 1e-12, "{heights:?}");
        }
    }

    #[test]
    fn no_documents_have_no_tree() {
        let found = ungrouped(2);
        assert_eq!((found.n_clusters, found.labels), (0, vec![None, None]));
        assert!(found.tree.merges.is_empty());
    }
}
