//! Communities of a weighted graph by modularity (Louvain method).
//!
//! Blondel et al. 2008: nodes move, one at a time and in random order, to the neighbouring
//! community that gains the most modularity; then each community becomes a node of a smaller
//! graph, and so on until nothing moves. A resolution above 1 gives more and smaller
//! communities (Reichardt and Bornholdt 2006).

use recto_math::partition;
use recto_math::{CsrBuilder, CsrMatrix, rng};

/// Passes over the nodes of a level at most.
const PASSES: usize = 20;

/// A pass that moves no more than one node in so many is the last of its level.
const SETTLED: usize = 1000;

/// A move has to gain more than this, or rounding would move nodes for ever.
const GAIN: f64 = 1e-12;

/// Community of each node, numbered from 0 in the order of nodes; `seed` draws the order of
/// visits.
pub(super) fn louvain(graph: &CsrMatrix, resolution: f64, seed: u64) -> Vec<usize> {
    let mut member: Vec<usize> = (0..graph.n_rows()).collect();
    let mut level = graph.clone();
    let mut stream = rng::stream(seed, "louvain", 0);
    loop {
        let mut order: Vec<usize> = (0..level.n_rows()).collect();
        rng::shuffle(&mut stream, &mut order);
        let Some(found) = moved(&level, resolution, &order) else {
            return partition::number(&member).0;
        };
        let (found, n) = partition::number(&found);
        member.iter_mut().for_each(|node| *node = found[*node]);
        if n == level.n_rows() {
            return partition::number(&member).0;
        }
        level = aggregated(&level, &found, n);
    }
}

/// Communities after moving single nodes until they settle; `None` if none moved.
fn moved(graph: &CsrMatrix, resolution: f64, order: &[usize]) -> Option<Vec<usize>> {
    let n = graph.n_rows();
    let degree: Vec<f64> = graph.rows().map(|row| row.sum()).collect();
    let total: f64 = degree.iter().sum();
    if total <= 0.0 {
        return None;
    }
    let mut community: Vec<usize> = (0..n).collect();
    let mut weight = degree.clone();
    let mut links = vec![0.0; n];
    let mut near: Vec<usize> = Vec::new();
    let mut has_moved = false;
    for _ in 0..PASSES {
        let mut moves = 0;
        for &node in order {
            let own = community[node];
            weight[own] -= degree[node];
            near.clear();
            for (other, edge) in graph.row(node).iter() {
                let other = other as usize;
                if other != node {
                    let to = community[other];
                    if links[to] == 0.0 {
                        near.push(to);
                    }
                    links[to] += edge;
                }
            }
            near.sort_unstable();
            let gain = |to: usize| links[to] - resolution * degree[node] * weight[to] / total;
            let mut best = (gain(own), own);
            for &to in &near {
                if gain(to) > best.0 + GAIN {
                    best = (gain(to), to);
                }
            }
            near.iter().for_each(|&to| links[to] = 0.0);
            community[node] = best.1;
            weight[best.1] += degree[node];
            moves += usize::from(best.1 != own);
        }
        has_moved |= moves > 0;
        if moves <= n / SETTLED {
            break;
        }
    }
    has_moved.then_some(community)
}

/// The graph of `n` communities: sums of the edges between their nodes, loops included.
fn aggregated(graph: &CsrMatrix, community: &[usize], n: usize) -> CsrMatrix {
    let mut rows: Vec<Vec<(u32, f64)>> = vec![Vec::new(); n];
    for (node, row) in graph.rows().enumerate() {
        let edges = row.iter().map(|(j, w)| (community[j as usize] as u32, w));
        rows[community[node]].extend(edges);
    }
    let mut builder = CsrBuilder::new(n);
    rows.into_iter().for_each(|row| builder.push_weights(row));
    builder.finish()
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::merge_tree::modularity;
    use super::*;

    pub(in super::super) fn graph(n: usize, edges: &[(u32, u32, f64)]) -> CsrMatrix {
        let mut builder = CsrBuilder::new(n);
        for node in 0..n as u32 {
            let ends = edges.iter().filter_map(|&(a, b, w)| match node {
                _ if node == a => Some((b, w)),
                _ if node == b => Some((a, w)),
                _ => None,
            });
            builder.push_weights(ends);
        }
        builder.finish()
    }

    /// Two triangles with a bridge. Seven edges: each triangle has 3 of them inside and a
    /// degree of 7 of 14, so that Q = 6/7 - 2 (1/2)^2 = 5/14.
    pub(in super::super) fn triangles() -> CsrMatrix {
        let edges = [(0, 1), (0, 2), (1, 2), (3, 4), (3, 5), (4, 5), (2, 3)];
        graph(6, &edges.map(|(a, b)| (a, b, 1.0)))
    }

    #[test]
    fn two_triangles_are_two_communities() {
        for seed in 0..10 {
            let found = louvain(&triangles(), 1.0, seed);
            assert_eq!(found, [0, 0, 0, 1, 1, 1]);
        }
        let q = modularity(&triangles(), &[0, 0, 0, 1, 1, 1]);
        assert!((q - 5.0 / 14.0).abs() < 1e-12);
    }

    #[test]
    fn a_graph_without_edges_has_a_community_for_each_node() {
        assert_eq!(louvain(&graph(3, &[]), 1.0, 0), [0, 1, 2]);
        assert!(louvain(&graph(0, &[]), 1.0, 0).is_empty());
    }

    #[test]
    fn a_higher_resolution_gives_more_communities() {
        assert_eq!(louvain(&triangles(), 10.0, 0).len(), 6);
        let communities = |resolution| {
            let found = louvain(&triangles(), resolution, 0);
            found.iter().max().map_or(0, |most| most + 1)
        };
        assert_eq!(communities(10.0), 6);
        assert_eq!(communities(0.1), 1);
    }

    /// All partitions of six nodes, as labels in the order of first use.
    fn partitions(n: usize) -> Vec<Vec<usize>> {
        let mut all = vec![Vec::new()];
        for _ in 0..n {
            let longer = |labels: &Vec<usize>| {
                let next = labels.iter().max().map_or(0, |most| most + 1);
                let with = |label| labels.iter().copied().chain([label]).collect();
                (0..=next).map(with).collect::<Vec<Vec<usize>>>()
            };
            all = all.iter().flat_map(longer).collect();
        }
        all
    }

    #[test]
    fn few_nodes_are_grouped_as_the_best_of_all_partitions() {
        let mut stream = rng::stream(0, "louvain test", 0);
        let mut best_found = 0;
        for _ in 0..40 {
            let mut edges = Vec::new();
            for a in 0..7u32 {
                for b in a + 1..7 {
                    if rng::uniform(&mut stream) < 0.45 {
                        edges.push((a, b, rng::uniform(&mut stream)));
                    }
                }
            }
            let graph = graph(7, &edges);
            let of = |labels: &Vec<usize>| modularity(&graph, labels);
            let best = partitions(7).iter().map(of).fold(f64::MIN, f64::max);
            let tries = (0..3).map(|seed| of(&louvain(&graph, 1.0, seed)));
            let found = tries.fold(f64::MIN, f64::max);
            assert!(
                found <= best + 1e-12 && found > best - 0.1,
                "{found} {best}"
            );
            best_found += usize::from(found > best - 1e-9);
        }
        // A greedy search may miss the best, but not often.
        assert!(best_found >= 30, "{best_found} of 40");
    }
}
