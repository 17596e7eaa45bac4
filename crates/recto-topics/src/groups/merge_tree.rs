//! The tree of communities: the pair whose union costs the least modularity is merged, down
//! to one group (Clauset, Newman and Moore 2004, begun from communities).

use recto_math::{CsrMatrix, DenseMatrix};

/// Communities that are merged at most; the smallest of more are joined to others first.
/// Time is cubic, and a reader wants a few dozen groups.
const MOST: usize = 100;

/// Partitions of a graph's nodes into ever fewer groups.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct MergeTree {
    /// Group of each node before any merge.
    finest: Vec<usize>,
    /// The groups `(i, j)`, `i < j`, of each merge: `j` becomes `i` and those above `j` move
    /// down by one.
    merges: Vec<(usize, usize)>,
    /// Modularity with as many groups: `modularity[k - 1]` for `k`.
    modularity: Vec<f64>,
}

impl MergeTree {
    /// The tree over communities of a graph.
    pub(super) fn new(graph: &CsrMatrix, communities: &[usize]) -> Self {
        let finest = joined(graph, communities);
        let mut shares = shares(graph, &finest);
        let mut k = shares.n_rows();
        let mut merges = Vec::new();
        let mut modularity = vec![quality(&shares, k)];
        while k > 1 {
            let (i, j) = cheapest(&shares, k);
            merge(&mut shares, k, i, j);
            merges.push((i, j));
            k -= 1;
            modularity.push(quality(&shares, k));
        }
        modularity.reverse();
        Self {
            finest,
            merges,
            modularity,
        }
    }

    /// The largest number of groups.
    pub(super) fn n_finest(&self) -> usize {
        self.merges.len() + 1
    }

    /// Modularity with `k` groups; with the finest for more.
    pub(super) fn modularity(&self, k: usize) -> f64 {
        self.modularity[k.clamp(1, self.n_finest()) - 1]
    }

    /// Group of each node when `k` groups are left; `None` if there were never so many.
    pub(super) fn cut(&self, k: usize) -> Option<Vec<usize>> {
        if k == 0 || k > self.n_finest() {
            return None;
        }
        let mut group: Vec<usize> = (0..self.n_finest()).collect();
        for &(i, j) in &self.merges[..self.n_finest() - k] {
            for label in &mut group {
                *label = match *label {
                    l if l == j => i,
                    l if l > j => l - 1,
                    l => l,
                };
            }
        }
        Some(self.finest.iter().map(|&label| group[label]).collect())
    }
}

/// Modularity of a partition, from the definition.
#[cfg(test)]
pub(super) fn modularity(graph: &CsrMatrix, labels: &[usize]) -> f64 {
    let n = labels.iter().max().map_or(0, |most| most + 1);
    quality(&shares_of(graph, labels, n), n)
}

/// Shares of the edge weight between groups; the sum of all is 1.
fn shares(graph: &CsrMatrix, labels: &[usize]) -> DenseMatrix {
    shares_of(
        graph,
        labels,
        labels.iter().max().map_or(1, |most| most + 1),
    )
}

fn shares_of(graph: &CsrMatrix, labels: &[usize], n: usize) -> DenseMatrix {
    let mut shares = DenseMatrix::zeros(n, n);
    let mut total = 0.0;
    for (node, row) in graph.rows().enumerate() {
        for (other, weight) in row.iter() {
            shares[(labels[node], labels[other as usize])] += weight;
            total += weight;
        }
    }
    if total > 0.0 {
        shares
            .values_mut()
            .iter_mut()
            .for_each(|share| *share /= total);
    }
    shares
}

/// `Σ (e_ii - a_i²)` over the first `k` groups.
fn quality(shares: &DenseMatrix, k: usize) -> f64 {
    let of = |i: usize| shares[(i, i)] - mass(shares, k, i).powi(2);
    (0..k).map(of).sum()
}

/// Share of the edge ends in a group.
fn mass(shares: &DenseMatrix, k: usize, i: usize) -> f64 {
    shares.row(i)[..k].iter().sum()
}

/// The pair with the largest `e_ij - a_i a_j`; the first of equals.
fn cheapest(shares: &DenseMatrix, k: usize) -> (usize, usize) {
    let mass: Vec<f64> = (0..k).map(|i| mass(shares, k, i)).collect();
    let mut best = (f64::NEG_INFINITY, (0, 1));
    for i in 0..k {
        for j in i + 1..k {
            let gain = shares[(i, j)] - mass[i] * mass[j];
            if gain > best.0 {
                best = (gain, (i, j));
            }
        }
    }
    best.1
}

/// Adds group `j` to group `i` and closes the gap.
fn merge(shares: &mut DenseMatrix, k: usize, i: usize, j: usize) {
    for c in 0..k {
        let moved = shares[(j, c)];
        shares[(i, c)] += moved;
    }
    for r in 0..k {
        let moved = shares[(r, j)];
        shares[(r, i)] += moved;
    }
    for r in 0..k - 1 {
        let from = if r < j { r } else { r + 1 };
        for c in 0..k - 1 {
            let column = if c < j { c } else { c + 1 };
            shares[(r, c)] = shares[(from, column)];
        }
    }
}

/// Communities, of which all but the [`MOST`] largest are joined to the one they have the
/// most edges to, or to the largest.
fn joined(graph: &CsrMatrix, communities: &[usize]) -> Vec<usize> {
    let n = communities.iter().max().map_or(0, |most| most + 1);
    if n <= MOST {
        return communities.to_vec();
    }
    let mut sizes = vec![0usize; n];
    communities.iter().for_each(|&c| sizes[c] += 1);
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by_key(|&c| (usize::MAX - sizes[c], c));
    let mut kept = vec![None; n];
    for (place, &community) in order[..MOST].iter().enumerate() {
        kept[community] = Some(place);
    }
    let mut links = vec![vec![0.0; MOST]; n];
    for (node, row) in graph.rows().enumerate() {
        for (other, weight) in row.iter() {
            if let Some(to) = kept[communities[other as usize]] {
                links[communities[node]][to] += weight;
            }
        }
    }
    let target = |community: usize| {
        kept[community].unwrap_or_else(|| {
            let own = &links[community];
            (1..MOST).fold(0, |best, to| if own[to] > own[best] { to } else { best })
        })
    };
    let target: Vec<usize> = (0..n).map(target).collect();
    communities.iter().map(|&c| target[c]).collect()
}

#[cfg(test)]
mod tests {
    use super::super::communities::louvain;
    use super::super::communities::tests::{graph, triangles};
    use super::*;
    use recto_math::rng;

    #[test]
    fn merges_and_modularities_are_those_worked_out_by_hand() {
        // Begun from pairs {0,1} {2} {3} {4,5}: {2} belongs to {0,1} by 2 of 14 edge ends
        // less (4/14)(3/14), more than the bridge {2}{3} by 1/14 - (3/14)^2.
        let tree = MergeTree::new(&triangles(), &[0, 0, 1, 2, 3, 3]);
        assert_eq!(tree.n_finest(), 4);
        assert_eq!(tree.cut(4), Some(vec![0, 0, 1, 2, 3, 3]));
        assert_eq!(tree.cut(3), Some(vec![0, 0, 0, 1, 2, 2]));
        assert_eq!(tree.cut(2), Some(vec![0, 0, 0, 1, 1, 1]));
        assert_eq!(tree.cut(1), Some(vec![0; 6]));
        assert_eq!((tree.cut(0), tree.cut(5)), (None, None));
        assert!(tree.modularity(1).abs() < 1e-12);
        assert!((tree.modularity(2) - 5.0 / 14.0).abs() < 1e-12);
        assert_eq!(tree.modularity(9), tree.modularity(4));
    }

    #[test]
    fn every_cut_has_the_modularity_of_the_definition() {
        let mut stream = rng::stream(1, "merge test", 0);
        for _ in 0..20 {
            let edge = |_| {
                let [a, b] = [0; 2].map(|_| rng::below(&mut stream, 14) as u32);
                (
                    a.min(b),
                    a.max(b) + u32::from(a == b),
                    rng::uniform(&mut stream),
                )
            };
            let edges: Vec<(u32, u32, f64)> = (0..30).map(edge).collect();
            let graph = graph(15, &edges);
            let tree = MergeTree::new(&graph, &louvain(&graph, 4.0, 0));
            for k in 1..=tree.n_finest() {
                let labels = tree.cut(k).expect("in range");
                assert_eq!(labels.iter().max(), Some(&(k - 1)));
                let expected = modularity(&graph, &labels);
                assert!((tree.modularity(k) - expected).abs() < 1e-12, "{k}");
            }
        }
    }

    #[test]
    fn more_communities_than_can_be_merged_are_joined_to_those_they_are_linked_to() {
        // 150 nodes alone, of which the last is tied to the first.
        let tied = graph(150, &[(0, 149, 1.0)]);
        let alone: Vec<usize> = (0..150).collect();
        let tree = MergeTree::new(&tied, &alone);
        assert_eq!(tree.n_finest(), MOST);
        let finest = tree.cut(MOST).expect("in range");
        assert_eq!(finest[149], finest[0]);
    }
}
