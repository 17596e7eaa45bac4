//! Spherical k-means from given groups, and the nearest group of any document.
//!
//! Dhillon and Modha 2001: a group's centre is the sum of its unit vectors scaled to unit
//! length, and a document belongs to the centre with the largest cosine, the first of
//! equals.

use super::latent::to_unit;
use rayon::prelude::*;
use recto_math::{DenseMatrix, dense};

/// Rounds at most.
const ROUNDS: usize = 20;

/// Groups of places with their centres.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Refined {
    /// Group of each place.
    pub(super) labels: Vec<usize>,
    /// Unit vectors, one a group.
    pub(super) centres: Vec<Vec<f64>>,
}

impl Refined {
    /// Groups as they are given, with their centres.
    pub(super) fn new(places: &DenseMatrix, labels: Vec<usize>) -> Self {
        let k = labels.iter().max().map_or(0, |most| most + 1);
        let centres = centres(places, &labels, k);
        Self { labels, centres }
    }

    /// Moves places to their nearest centres until none moves. Ends before a round that
    /// would leave a group empty, so that their number stays.
    pub(super) fn settled(mut self, places: &DenseMatrix) -> Self {
        for _ in 0..ROUNDS {
            let labels = self.assigned(places);
            if labels == self.labels || !is_onto(&labels, self.centres.len()) {
                break;
            }
            self.centres = centres(places, &labels, self.centres.len());
            self.labels = labels;
        }
        self
    }

    /// Dissolves groups of fewer than `least` places, the smallest first: their places join
    /// the nearest of the others.
    pub(super) fn without_small(mut self, places: &DenseMatrix, least: usize) -> Self {
        while self.centres.len() > 1 {
            let sizes = self.sizes();
            let smallest = (1..sizes.len()).fold(0, |a, b| if sizes[b] < sizes[a] { b } else { a });
            if sizes[smallest] >= least {
                break;
            }
            self.centres.remove(smallest);
            let labels = self.assigned(places);
            if !is_onto(&labels, self.centres.len()) {
                // Places that moved to a neighbour of theirs emptied another group.
                let (labels, n) = recto_math::partition::number(&labels);
                self.centres = centres(places, &labels, n);
                self.labels = labels;
                continue;
            }
            self.centres = centres(places, &labels, self.centres.len());
            self.labels = labels;
            self = self.settled(places);
        }
        self
    }

    fn assigned(&self, places: &DenseMatrix) -> Vec<usize> {
        let rows = 0..places.n_rows();
        let rows = rows.into_par_iter();
        rows.map(|i| self.nearest(places.row(i)).0).collect()
    }

    /// The nearest group of a place and its cosine.
    pub(super) fn nearest(&self, place: &[f64]) -> (usize, f64) {
        let mut best = (0, f64::NEG_INFINITY);
        for (group, centre) in self.centres.iter().enumerate() {
            let cosine = dense::dot(place, centre);
            if cosine > best.1 {
                best = (group, cosine);
            }
        }
        best
    }

    /// A group and the cosine of a place to its centre.
    pub(super) fn with_cosine(&self, group: usize, place: &[f64]) -> (usize, f64) {
        (group, dense::dot(place, &self.centres[group]))
    }

    /// Places of each group.
    pub(super) fn sizes(&self) -> Vec<usize> {
        let mut sizes = vec![0; self.centres.len()];
        self.labels.iter().for_each(|&label| sizes[label] += 1);
        sizes
    }
}

fn is_onto(labels: &[usize], k: usize) -> bool {
    let mut has = vec![false; k];
    labels.iter().for_each(|&label| has[label] = true);
    has.into_iter().all(|has| has)
}

/// Sums of the places of each group, of unit length.
fn centres(places: &DenseMatrix, labels: &[usize], k: usize) -> Vec<Vec<f64>> {
    let mut centres = vec![vec![0.0; places.n_columns()]; k];
    for (place, &label) in places.rows().zip(labels) {
        dense::axpy(1.0, place, &mut centres[label]);
    }
    centres.iter_mut().for_each(|centre| to_unit(centre));
    centres
}

/// Splits groups until there are `k`: each time the one with the most spread, the sum of
/// one less the cosine, by the member farthest from its centre and the one farthest from
/// that. `k` is at most the number of places.
pub(super) fn split_up(places: &DenseMatrix, labels: Vec<usize>, k: usize) -> Vec<usize> {
    let mut groups = Refined::new(places, labels);
    while groups.centres.len() < k {
        let far = |i: usize| 1.0 - dense::dot(places.row(i), &groups.centres[groups.labels[i]]);
        let mut spread = vec![0.0; groups.centres.len()];
        (0..places.n_rows()).for_each(|i| spread[groups.labels[i]] += far(i).max(0.0));
        let sizes = groups.sizes();
        let wider = |a: usize, b: usize| {
            // Of groups without spread the largest, so that one of a single place is last.
            if (spread[b], sizes[b]) > (spread[a], sizes[a]) && sizes[b] > 1 || sizes[a] < 2 {
                b
            } else {
                a
            }
        };
        let widest = (1..sizes.len()).fold(0, wider);
        let members: Vec<usize> = (0..places.n_rows())
            .filter(|&i| groups.labels[i] == widest)
            .collect();
        let farthest_from = |place: &[f64]| {
            let cosine = |i: usize| dense::dot(places.row(i), place);
            let mut far = members[0];
            for &i in &members[1..] {
                if cosine(i) < cosine(far) {
                    far = i;
                }
            }
            far
        };
        let one = farthest_from(&groups.centres[widest]);
        let other = farthest_from(places.row(one));
        let mut labels = groups.labels.clone();
        for &i in &members {
            let [near_one, near_other] =
                [one, other].map(|j| dense::dot(places.row(i), places.row(j)));
            if i == one || (i != other && near_one > near_other) {
                labels[i] = groups.centres.len();
            }
        }
        if other == one {
            // All members coincide: the first is split off.
            labels[one] = groups.centres.len();
        }
        groups = Refined::new(places, labels);
    }
    groups.labels
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(angles: &[f64]) -> DenseMatrix {
        DenseMatrix::from_fn(angles.len(), 2, |i, j| {
            if j == 0 {
                angles[i].cos()
            } else {
                angles[i].sin()
            }
        })
    }

    #[test]
    fn places_settle_at_the_nearest_centre() {
        let places = at(&[0.0, 0.1, 0.2, 1.4, 1.5]);
        let found = Refined::new(&places, vec![0, 0, 1, 1, 1]).settled(&places);
        assert_eq!(found.labels, [0, 0, 0, 1, 1]);
        assert!((found.centres[0][0] - 0.1f64.cos()).abs() < 1e-12);
        assert_eq!(found.sizes(), [3, 2]);
    }

    #[test]
    fn a_small_group_joins_the_nearest_other() {
        let places = at(&[0.0, 0.1, 0.2, 0.5, 1.4, 1.5, 1.45]);
        let groups = Refined::new(&places, vec![0, 0, 0, 1, 2, 2, 2]);
        let found = groups.clone().without_small(&places, 2);
        assert_eq!(found.labels, [0, 0, 0, 0, 1, 1, 1]);
        assert_eq!(groups.clone().without_small(&places, 1), groups);
        assert_eq!(groups.without_small(&places, 99).centres.len(), 1);
    }

    #[test]
    fn groups_are_split_until_there_are_as_many_as_asked_for() {
        let places = at(&[0.0, 0.1, 0.2, 1.4, 1.5, 0.2]);
        for k in 1..=6 {
            let labels = split_up(&places, vec![0; 6], k);
            assert!(is_onto(&labels, k), "{k}: {labels:?}");
        }
        assert_eq!(split_up(&places, vec![0; 6], 2), [0, 0, 0, 1, 1, 0]);
        let alike = at(&[0.3; 4]);
        for k in 1..=4 {
            assert!(
                is_onto(&split_up(&alike, vec![0; 4], k), k),
                "{k} of copies"
            );
        }
    }
}
