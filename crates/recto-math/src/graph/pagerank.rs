//! PageRank of an undirected graph, by power iteration.
//!
//! `p <- d r + (1 - d) (T' p + r m)`, where `T` is the weight matrix with rows divided by
//! their sums, `r` the restart distribution (uniform unless given), `d` the restart
//! probability, and `m` the mass of vertices without neighbours, which restarts.
//! The graph is given by its product with a vector, so that a graph that is a product of
//! sparse matrices need not be built.

use crate::csr::CsrMatrix;
use crate::{Cancelled, Run, chunk};
use rayon::prelude::*;

/// Parameters of [`pagerank`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PageRankParams {
    /// Restart probability, from 0 to 1: one minus the damping factor.
    pub restart: f64,
    /// The iteration stops when the ranks change by less than this in total (L1 norm).
    pub tolerance: f64,
    /// Maximum number of iterations.
    pub iterations: usize,
}

impl Default for PageRankParams {
    fn default() -> Self {
        Self {
            restart: 0.15,
            tolerance: 1e-8,
            iterations: 200,
        }
    }
}

/// PageRank of `n` vertices; ranks sum to 1. `graph` multiplies the symmetric weight matrix
/// with a vector; `towards` is the restart distribution, not necessarily normalised, and
/// uniform if it is `None` or sums to 0. One product per iteration.
///
/// # Errors
/// [`Cancelled`] if the observer asks to stop.
pub fn pagerank(
    n: usize,
    graph: impl Fn(&[f64]) -> Vec<f64>,
    towards: Option<&[f64]>,
    params: &PageRankParams,
    run: &Run<'_>,
) -> Result<Vec<f64>, Cancelled> {
    let restart = restarts(n, towards);
    let sums = graph(&vec![1.0; n]);
    let mut ranks = restart.clone();
    for step in 0..params.iterations {
        run.report("ranking sentences", step as u64, None)?;
        let leaving: Vec<f64> = (0..n)
            .map(|i| {
                if sums[i] > 0.0 {
                    ranks[i] / sums[i]
                } else {
                    0.0
                }
            })
            .collect();
        let lost: f64 = (0..n).filter(|&i| sums[i] <= 0.0).map(|i| ranks[i]).sum();
        let arriving = graph(&leaving);
        let next = |i: usize| {
            params.restart * restart[i] + (1.0 - params.restart) * (arriving[i] + lost * restart[i])
        };
        let moved: Vec<f64> = (0..n).map(next).collect();
        let change: f64 = moved.iter().zip(&ranks).map(|(a, b)| (a - b).abs()).sum();
        ranks = moved;
        if change < params.tolerance {
            break;
        }
    }
    Ok(ranks)
}

/// The restart distribution, normalised.
fn restarts(n: usize, towards: Option<&[f64]>) -> Vec<f64> {
    let even = vec![1.0 / n.max(1) as f64; n];
    let Some(towards) = towards else { return even };
    let sum: f64 = towards.iter().sum();
    if sum > 0.0 {
        towards.iter().map(|value| value / sum).collect()
    } else {
        even
    }
}

/// Product of a sparse matrix and a vector; each row is summed in the order of its columns.
pub fn multiply(matrix: &CsrMatrix, vector: &[f64]) -> Vec<f64> {
    let rows = (0..matrix.n_rows()).into_par_iter();
    let product = |i: usize| {
        let row = matrix.row(i);
        row.iter()
            .map(|(j, value)| value * vector[j as usize])
            .sum()
    };
    rows.with_min_len(chunk::CHUNK / 16).map(product).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CsrBuilder, Silent};

    #[test]
    fn ranks_sum_to_one_with_vertices_that_lead_nowhere_and_restarts_pull() {
        let mut star = CsrBuilder::new(4);
        star.push_counts([1, 2]);
        star.push_counts([0]);
        star.push_counts([0]);
        star.push_counts([]);
        let star = star.finish();
        let run = Run::new(0, &Silent);
        let params = PageRankParams::default();
        let even = pagerank(4, |p| multiply(&star, p), None, &params, &run).unwrap();
        assert!((even.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert!(even[0] > even[1] && even[1] == even[2] && even[1] > even[3]);
        let pulled = pagerank(
            4,
            |p| multiply(&star, p),
            Some(&[0., 1., 0., 0.]),
            &params,
            &run,
        )
        .unwrap();
        assert!((pulled.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert!(pulled[1] > pulled[2] && pulled[3] == 0.0);
        assert_eq!(pagerank(0, |_| vec![], None, &params, &run), Ok(vec![]));
    }
}
