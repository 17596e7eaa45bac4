//! Where a random walk is most often: PageRank on a symmetrical graph.
//!
//! `p <- d r + (1 - d) (T' p + r m)`, where `T` is the graph with rows divided by their
//! sums, `r` the restart vector (even unless given), `d` the chance of a restart, and `m`
//! the mass of vertices without neighbours, which is spread as a restart spreads it.
//! The graph comes as its product with a vector, so that a graph that is a product of
//! sparse matrices need not be built.

use crate::csr::CsrMatrix;
use crate::{Cancelled, Run, chunk};
use rayon::prelude::*;

/// How the walk goes and when it has gone far enough.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Walk {
    /// The chance of a restart at each step.
    pub restart: f64,
    /// The walk ends when a step changes all ranks together by less than this.
    pub tolerance: f64,
    /// Steps at most.
    pub iterations: usize,
}

impl Default for Walk {
    fn default() -> Self {
        Self {
            restart: 0.15,
            tolerance: 1e-8,
            iterations: 200,
        }
    }
}

/// The ranks of `n` vertices, which sum to 1. `graph` multiplies the symmetrical matrix of
/// weights with a vector; `towards` is where restarts lead, an even spread if not given
/// or without mass. Each step costs one product.
///
/// # Errors
/// [`Cancelled`] if the observer asks to stop.
pub fn rank(
    n: usize,
    graph: impl Fn(&[f64]) -> Vec<f64>,
    towards: Option<&[f64]>,
    walk: &Walk,
    run: &Run<'_>,
) -> Result<Vec<f64>, Cancelled> {
    let restart = restarts(n, towards);
    let sums = graph(&vec![1.0; n]);
    let mut ranks = restart.clone();
    for step in 0..walk.iterations {
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
            walk.restart * restart[i] + (1.0 - walk.restart) * (arriving[i] + lost * restart[i])
        };
        let moved: Vec<f64> = (0..n).map(next).collect();
        let change: f64 = moved.iter().zip(&ranks).map(|(a, b)| (a - b).abs()).sum();
        ranks = moved;
        if change < walk.tolerance {
            break;
        }
    }
    Ok(ranks)
}

/// The restart vector with sum 1.
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

/// The product of a sparse matrix with a vector, each row summed in the order of its
/// columns.
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
        let walk = Walk::default();
        let even = rank(4, |p| multiply(&star, p), None, &walk, &run).unwrap();
        assert!((even.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert!(even[0] > even[1] && even[1] == even[2] && even[1] > even[3]);
        let pulled = rank(
            4,
            |p| multiply(&star, p),
            Some(&[0., 1., 0., 0.]),
            &walk,
            &run,
        )
        .unwrap();
        assert!((pulled.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert!(pulled[1] > pulled[2] && pulled[3] == 0.0);
        assert_eq!(rank(0, |_| vec![], None, &walk, &run), Ok(vec![]));
    }
}
