//! Comparison of two clusterings: B-cubed, adjusted Rand index, purity, F, NMI.
//!
//! All measures are computed from the contingency table `n_kc`, the number of items in
//! group `k` of the first clustering and class `c` of the second. They weigh errors
//! differently: matching accuracy allows one group for each class, purity rewards many
//! small groups, B-cubed averages over items, the adjusted Rand index counts pairs and
//! corrects for chance; F-measure, entropy and normalised mutual information are customary
//! for document clustering.

use crate::assign;
use rustc_hash::FxHashMap;
use std::hash::Hash;

/// Contingency table of two clusterings.
///
/// ```
/// use recto_math::partition::Overlap;
/// let overlap = Overlap::new(&[0, 0, 1, 1], &["a", "a", "b", "a"]);
/// assert_eq!(overlap.accuracy(), 0.75);
/// assert_eq!(overlap.purity(), 0.75);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Overlap {
    /// Number of items, groups by classes, each in the order of first appearance.
    counts: Vec<Vec<u64>>,
    groups: Vec<u64>,
    classes: Vec<u64>,
    items: u64,
}

impl Overlap {
    /// Contingency table of two labellings of the same items.
    ///
    /// # Panics
    /// When the two have different lengths.
    pub fn new<G: Eq + Hash, C: Eq + Hash>(groups: &[G], classes: &[C]) -> Self {
        assert_eq!(groups.len(), classes.len(), "both label the same items");
        let (rows, n_rows) = number(groups);
        let (columns, n_columns) = number(classes);
        let mut counts = vec![vec![0; n_columns]; n_rows];
        for (&row, &column) in rows.iter().zip(&columns) {
            counts[row][column] += 1;
        }
        Self {
            groups: counts.iter().map(|row| row.iter().sum()).collect(),
            classes: (0..n_columns)
                .map(|column| counts.iter().map(|row| row[column]).sum())
                .collect(),
            items: groups.len() as u64,
            counts,
        }
    }

    /// Number of groups in the first grouping.
    pub fn n_groups(&self) -> usize {
        self.groups.len()
    }

    /// Number of classes in the second grouping.
    pub fn n_classes(&self) -> usize {
        self.classes.len()
    }

    /// Share of items in the best one-to-one matching of groups and classes; items of
    /// unmatched groups count as wrong. 1 for no item at all.
    ///
    /// BayesAD def. MatchingAccuracy.
    pub fn accuracy(&self) -> f64 {
        let partners = self.partners();
        let matched = partners.iter().enumerate();
        let hits = matched.filter_map(|(group, class)| Some(self.counts[group][(*class)?]));
        self.share(hits.sum())
    }

    /// Class of each group in that matching, `None` if unmatched; groups and classes are
    /// numbered by their first item.
    pub fn partners(&self) -> Vec<Option<usize>> {
        assign::maximum(self.n_groups(), self.n_classes(), |group, class| {
            self.counts[group][class] as f64
        })
    }

    /// Share of items that belong to the largest class of their group.
    pub fn purity(&self) -> f64 {
        let largest = self.counts.iter().filter_map(|row| row.iter().max());
        self.share(largest.sum())
    }

    /// B-cubed precision, recall and their harmonic mean: for each item, how much of its
    /// group is of its class, and how much of its class is in its group.
    pub fn b_cubed(&self) -> BCubed {
        if self.items == 0 {
            return BCubed {
                precision: 1.0,
                recall: 1.0,
                f: 1.0,
            };
        }
        let (mut precision, mut recall) = (0.0, 0.0);
        for (both, group, class) in self.cells() {
            precision += both * both / group;
            recall += both * both / class;
        }
        precision /= self.items as f64;
        recall /= self.items as f64;
        BCubed {
            precision,
            recall,
            f: harmonic(precision, recall),
        }
    }

    /// Adjusted Rand index: 1 for equal clusterings, 0 on average for random ones, possibly
    /// negative. 1 where it is undefined: one group, or only singletons, on both sides.
    pub fn adjusted_rand(&self) -> f64 {
        let pairs = |count: u64| count as f64 * (count as f64 - 1.0) / 2.0;
        let both: f64 = self
            .counts
            .iter()
            .flatten()
            .map(|&count| pairs(count))
            .sum();
        let groups: f64 = self.groups.iter().map(|&count| pairs(count)).sum();
        let classes: f64 = self.classes.iter().map(|&count| pairs(count)).sum();
        let all = pairs(self.items);
        if all == 0.0 {
            return 1.0;
        }
        let chance = groups * classes / all;
        let most = f64::midpoint(groups, classes);
        if most == chance {
            1.0
        } else {
            (both - chance) / (most - chance)
        }
    }

    /// F-measure of a clustering: each class with its best group, weighted by its size.
    pub fn f_measure(&self) -> f64 {
        let mut best = vec![0.0f64; self.n_classes()];
        for (row, &group) in self.counts.iter().zip(&self.groups) {
            for (class, &both) in row.iter().enumerate() {
                let f = 2.0 * both as f64 / (group + self.classes[class]) as f64;
                best[class] = best[class].max(f);
            }
        }
        let sum: f64 = best
            .iter()
            .zip(&self.classes)
            .map(|(f, &class)| f * class as f64)
            .sum();
        if self.items == 0 {
            1.0
        } else {
            sum / self.items as f64
        }
    }

    /// Mean entropy of the classes inside a group, 0 (each group of one class) to 1; 0
    /// where there is one class only.
    pub fn entropy(&self) -> f64 {
        if self.n_classes() < 2 {
            return 0.0;
        }
        let inside: f64 = self
            .cells()
            .map(|(both, group, _)| -both * (both / group).ln())
            .sum();
        inside / (self.items as f64 * (self.n_classes() as f64).ln())
    }

    /// Normalised mutual information (by the geometric mean of the entropies), 0 to 1. It is
    /// 1 if both entropies are 0, and 0 if only one is.
    pub fn nmi(&self) -> f64 {
        let (groups, classes) = (
            self.uncertainty(&self.groups),
            self.uncertainty(&self.classes),
        );
        if groups == 0.0 || classes == 0.0 {
            return if groups == classes { 1.0 } else { 0.0 };
        }
        (self.information() / (groups * classes).sqrt()).clamp(0.0, 1.0)
    }

    /// Mutual information in nats: how much one clustering tells about the other, at most
    /// the logarithm of the number of groups. 0 for no item at all.
    ///
    /// ```
    /// use recto_math::partition::Overlap;
    /// let same = Overlap::new(&[0, 0, 1, 1], &["a", "a", "b", "b"]);
    /// assert!((same.information() - 2f64.ln()).abs() < 1e-12);
    /// assert_eq!(Overlap::new(&[0, 0, 1, 1], &["a", "b", "a", "b"]).information(), 0.0);
    /// ```
    pub fn information(&self) -> f64 {
        let n = self.items as f64;
        self.cells()
            .map(|(both, group, class)| both / n * (n * both / (group * class)).ln())
            .sum()
    }

    /// Entropy of a clustering in nats.
    fn uncertainty(&self, sizes: &[u64]) -> f64 {
        if sizes.len() < 2 {
            return 0.0;
        }
        let shares = sizes.iter().map(|&size| size as f64 / self.items as f64);
        shares.map(|share| -share * share.ln()).sum()
    }

    /// Non-zero cells with the sizes of their group and class.
    fn cells(&self) -> impl Iterator<Item = (f64, f64, f64)> {
        self.counts
            .iter()
            .zip(&self.groups)
            .flat_map(|(row, &group)| {
                let cells = row.iter().zip(&self.classes).filter(|&(&both, _)| both > 0);
                cells.map(move |(&both, &class)| (both as f64, group as f64, class as f64))
            })
    }

    fn share(&self, hits: u64) -> f64 {
        if self.items == 0 {
            1.0
        } else {
            hits as f64 / self.items as f64
        }
    }
}

/// B-cubed scores, each from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BCubed {
    /// Share of an item's group that has its class, averaged over items.
    pub precision: f64,
    /// Share of an item's class that is in its group, averaged over items.
    pub recall: f64,
    /// Harmonic mean of the two.
    pub f: f64,
}

/// Index of each label, numbered by first appearance, and the number of distinct labels.
///
/// ```
/// assert_eq!(recto_math::partition::number(&["b", "a", "b"]), (vec![0, 1, 0], 2));
/// ```
pub fn number<L: Eq + Hash>(labels: &[L]) -> (Vec<usize>, usize) {
    let mut known: FxHashMap<&L, usize> = FxHashMap::default();
    let numbers = labels
        .iter()
        .map(|label| {
            let next = known.len();
            *known.entry(label).or_insert(next)
        })
        .collect();
    (numbers, known.len())
}

fn harmonic(a: f64, b: f64) -> f64 {
    if a + b == 0.0 {
        0.0
    } else {
        2.0 * a * b / (a + b)
    }
}

#[cfg(test)]
mod tests;
