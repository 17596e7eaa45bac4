//! The graph of nearest neighbours, corrected for hubs.
//!
//! In many dimensions a few documents are among the nearest of nearly all others and tie
//! unrelated groups together. Neighbours are therefore ranked by
//! `2 c_ij - r_i - r_j`, where `c` is the cosine and `r_i` its mean over the ten nearest of
//! `i` (cross-domain similarity local scaling, Conneau et al. 2018): a hub is near to all,
//! and has to be nearer than that. Each document keeps its best `k`, weighted by the cosine
//! itself; the graph is the mean of both directions.

use rayon::prelude::*;
use recto_math::{CsrBuilder, CsrMatrix, DenseMatrix, dense};

/// Nearest documents whose mean cosine tells how much of a hub a document is.
const HUB: usize = 10;

/// Neighbours of each of `n` documents.
pub(super) fn n_neighbours(n: usize) -> usize {
    let root = (2.0 * (n as f64).sqrt()).round() as usize;
    root.min(n / 3).max(3).min(n.saturating_sub(1))
}

/// The symmetric graph of unit rows: entries above 0, no loops.
pub(super) fn graph(places: &DenseMatrix) -> CsrMatrix {
    let n = places.n_rows();
    let k = n_neighbours(n);
    let columns = places.transpose();
    let nearest = |i: usize| mean_of_largest(cosines(places.row(i), &columns), i);
    let hubness: Vec<f64> = (0..n).into_par_iter().map(nearest).collect();
    let best = |i: usize| {
        let cosines = cosines(places.row(i), &columns);
        // `r_i` is the same for all neighbours of `i` and changes no rank.
        let score = |j: usize| 2.0 * cosines[j] - hubness[j];
        let ranked = (0..n).filter(|&j| j != i).map(|j| (score(j), j)).collect();
        let kept = largest(ranked, k).into_iter();
        let kept = kept.map(|(_, j)| (j, cosines[j])).filter(|(_, c)| *c > 0.0);
        kept.collect::<Vec<_>>()
    };
    let lists: Vec<Vec<(usize, f64)>> = (0..n).into_par_iter().map(best).collect();
    symmetric(&lists)
}

/// Cosines of a unit row to all, given by columns so that the loop runs over many rows.
fn cosines(row: &[f64], columns: &DenseMatrix) -> Vec<f64> {
    let mut sums = vec![0.0; columns.n_columns()];
    for (direction, &x) in row.iter().enumerate() {
        dense::axpy(x, columns.row(direction), &mut sums);
    }
    sums
}

fn mean_of_largest(cosines: Vec<f64>, own: usize) -> f64 {
    let others = cosines.into_iter().enumerate();
    let others = others.filter(|&(j, _)| j != own).map(|(j, c)| (c, j));
    let largest = largest(others.collect(), HUB);
    largest.iter().map(|(c, _)| c).sum::<f64>() / largest.len().max(1) as f64
}

/// The `k` largest, of equals those with the lower index, in the order of indices.
fn largest(mut scored: Vec<(f64, usize)>, k: usize) -> Vec<(f64, usize)> {
    if k < scored.len() && k > 0 {
        scored.select_nth_unstable_by(k - 1, |a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    }
    scored.truncate(k);
    // What is kept of it would hold the room of all.
    scored.shrink_to_fit();
    scored.sort_unstable_by_key(|&(_, j)| j);
    scored
}

/// The mean of directed edges and their reverses.
fn symmetric(lists: &[Vec<(usize, f64)>]) -> CsrMatrix {
    let mut rows: Vec<Vec<(u32, f64)>> = vec![Vec::new(); lists.len()];
    for (i, list) in lists.iter().enumerate() {
        for &(j, weight) in list {
            rows[i].push((j as u32, weight / 2.0));
            rows[j].push((i as u32, weight / 2.0));
        }
    }
    let mut builder = CsrBuilder::new(lists.len());
    rows.into_iter().for_each(|row| builder.push_weights(row));
    builder.finish()
}

#[cfg(test)]
mod tests {
    use super::super::latent::to_unit;
    use super::*;
    use recto_math::rng;

    fn drawn(n: usize, width: usize, seed: u64) -> DenseMatrix {
        let mut stream = rng::stream(seed, "graph test", 0);
        let mut places = DenseMatrix::zeros(n, width);
        for row in places.rows_mut() {
            row.iter_mut().for_each(|x| *x = rng::normal(&mut stream));
            to_unit(row);
        }
        places
    }

    /// As the equations stand, with a full sort of all pairs.
    fn by_brute_force(places: &DenseMatrix) -> DenseMatrix {
        let n = places.n_rows();
        let c = |i: usize, j: usize| {
            (0..places.n_columns())
                .map(|d| places[(i, d)] * places[(j, d)])
                .sum::<f64>()
        };
        let r = |i: usize| {
            let mut all: Vec<f64> = (0..n).filter(|&j| j != i).map(|j| c(i, j)).collect();
            all.sort_by(|a, b| b.total_cmp(a));
            let few = &all[..HUB.min(all.len())];
            few.iter().sum::<f64>() / few.len() as f64
        };
        let hubness: Vec<f64> = (0..n).map(r).collect();
        let mut graph = DenseMatrix::zeros(n, n);
        for i in 0..n {
            let m = |j: usize| 2.0 * c(i, j) - hubness[i] - hubness[j];
            let mut order: Vec<usize> = (0..n).filter(|&j| j != i).collect();
            order.sort_by(|&a, &b| m(b).total_cmp(&m(a)));
            for &j in &order[..n_neighbours(n)] {
                let w = c(i, j).max(0.0) / 2.0;
                graph[(i, j)] += w;
                graph[(j, i)] += w;
            }
        }
        graph
    }

    #[test]
    fn the_graph_is_that_of_the_equations() {
        for (n, seed) in [(4, 0), (9, 1), (40, 2), (75, 3)] {
            let places = drawn(n, 6, seed);
            let expected = by_brute_force(&places);
            let found = graph(&places);
            for i in 0..n {
                let mut row = vec![0.0; n];
                found.row(i).iter().for_each(|(j, w)| row[j as usize] = w);
                for j in 0..n {
                    assert!((row[j] - expected[(i, j)]).abs() < 1e-12, "{n}: {i}, {j}");
                }
            }
        }
    }

    #[test]
    fn a_hub_is_no_neighbour_of_a_document_that_has_closer_ones() {
        // Two tight groups of five on the axes and a hub on the diagonal. All cosines to the
        // hub are equal; hubs have mean cosines of .71, the others of .85.
        let mut rows = vec![[1.0, 0.0, 0.0]; 5];
        rows.extend([[0.0, 1.0, 0.0]; 5]);
        rows.push([0.5f64.sqrt(), 0.5f64.sqrt(), 0.0]);
        let places = DenseMatrix::from_fn(11, 3, |i, j| rows[i][j]);
        assert_eq!(n_neighbours(11), 3);
        let found = graph(&places);
        for i in 0..5 {
            assert!(found.row(i).columns.iter().all(|&j| j < 5 || j == 10));
            assert!(found.row(i).columns.iter().filter(|&&j| j < 5).count() >= 3);
        }
        // The hub still keeps neighbours of its own.
        assert!(!found.row(10).columns.is_empty());
    }

    #[test]
    fn few_documents_have_few_neighbours() {
        assert_eq!(
            [2, 3, 4, 9, 36, 100, 2000].map(n_neighbours),
            [1, 2, 3, 3, 12, 20, 89]
        );
    }
}
