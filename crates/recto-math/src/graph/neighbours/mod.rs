//! Pairs of rows above a similarity threshold, found by an inverted index.

use super::index::{Index, Scratch};
use crate::csr::CsrMatrix;
use crate::{Cancelled, Run};
use rayon::prelude::*;

/// Number of rows in a parallel task.
const ROWS: usize = 64;

/// Results for a few consecutive rows, concatenated.
struct Found {
    ends: Vec<usize>,
    rows: Vec<u32>,
    products: Vec<f64>,
}

/// Similarity graph: the inner products of all pairs of rows that are above `threshold`, as
/// a symmetric matrix without diagonal. For rows of unit length these are cosines. Weights
/// and threshold must not be negative; with threshold 0, all pairs that share a column are
/// found.
///
/// The result is exact: a pair is skipped only if it cannot reach the threshold. Each pair
/// is computed once, for the later of its rows, and mirrored. The cost is the number of
/// pairs that share a column outside the tails of both rows (see the source of the index).
///
/// ```
/// use recto_math::{CsrBuilder, Run, Silent, graph::neighbours};
/// let mut rows = CsrBuilder::new(2);
/// rows.push_weights([(0, 1.0)]);
/// rows.push_weights([(0, 0.6), (1, 0.8)]);
/// rows.push_weights([(1, 1.0)]);
/// let graph = neighbours(&rows.finish(), 0.7, &Run::new(0, &Silent)).expect("not cancelled");
/// assert_eq!(graph.row(1).columns, [2]);
/// assert_eq!(graph.row(2).columns, [1]);
/// assert_eq!(graph.nnz(), 2);
/// ```
///
/// # Errors
/// [`Cancelled`] if the observer asks to stop.
pub fn neighbours(
    vectors: &CsrMatrix,
    threshold: f64,
    run: &Run<'_>,
) -> Result<CsrMatrix, Cancelled> {
    let index = Index::new(vectors, threshold);
    let n = vectors.n_rows();
    let rows: Vec<usize> = (0..n).collect();
    let found = over_rows(&index, &rows, run, |&i, scratch: &mut Scratch, found| {
        index.ask_own(i, i, scratch);
        Found::push(found, scratch);
    })?;
    drop(index);
    Ok(mirrored(n, found))
}

/// Number of pairs of rows with a product above each threshold, estimated from about
/// `sample` evenly spaced rows; exact if there are no more rows than that.
///
/// # Errors
/// [`Cancelled`] if the observer asks to stop.
pub fn pairs_above(
    vectors: &CsrMatrix,
    thresholds: &[f64],
    sample: usize,
    run: &Run<'_>,
) -> Result<Vec<f64>, Cancelled> {
    let lowest = thresholds.iter().copied().fold(f64::INFINITY, f64::min);
    let index = Index::new(vectors, lowest);
    let n = vectors.n_rows();
    let step = n.div_ceil(sample.max(1)).max(1);
    let rows: Vec<usize> = (0..n).step_by(step).collect();
    let found = over_rows(&index, &rows, run, |&i, scratch: &mut Scratch, found| {
        index.ask_own(i, n, scratch);
        scratch.found.retain(|&(other, _)| other as usize != i);
        Found::push(found, scratch);
    })?;
    let share = n as f64 / rows.len().max(1) as f64;
    let above = |&threshold: &f64| {
        let products = found.iter().flat_map(|found| &found.products);
        let count = products.filter(|&&product| product > threshold).count();
        count as f64 * share / 2.0
    };
    Ok(thresholds.iter().map(above).collect())
}

/// For each row of `vectors`, its largest product with a row of `others`; 0 if none is
/// above `threshold`.
///
/// # Errors
/// [`Cancelled`] if the observer asks to stop.
pub fn nearest(
    vectors: &CsrMatrix,
    others: &CsrMatrix,
    threshold: f64,
    run: &Run<'_>,
) -> Result<Vec<f64>, Cancelled> {
    let longest = |matrix: &CsrMatrix| {
        matrix
            .rows()
            .map(crate::similarity::norm)
            .fold(0.0, f64::max)
    };
    let index = Index::among(others, threshold, longest(vectors));
    let rows: Vec<usize> = (0..vectors.n_rows()).collect();
    let found = over_rows(&index, &rows, run, |&i, scratch: &mut Scratch, found| {
        index.ask_foreign(vectors.row(i), scratch);
        let products = scratch.found.iter().map(|&(_, product)| product);
        found.products.push(products.fold(0.0, f64::max));
    })?;
    Ok(found.into_iter().flat_map(|found| found.products).collect())
}

/// Queries the index by each of `rows` in parallel; results are in the order of `rows`.
fn over_rows(
    index: &Index,
    rows: &[usize],
    run: &Run<'_>,
    ask: impl Fn(&usize, &mut Scratch, &mut Found) + Sync,
) -> Result<Vec<Found>, Cancelled> {
    rows.par_chunks(ROWS)
        .enumerate()
        .map_init(
            || index.scratch(),
            |scratch, (chunk, rows_of)| {
                let done = (chunk * ROWS) as u64;
                run.report("comparing sentences", done, Some(rows.len() as u64))?;
                let mut found = Found::new();
                for row in rows_of {
                    ask(row, scratch, &mut found);
                }
                Ok(found)
            },
        )
        .collect()
}

impl Found {
    fn new() -> Self {
        Self {
            ends: Vec::new(),
            rows: Vec::new(),
            products: Vec::new(),
        }
    }

    fn push(&mut self, scratch: &Scratch) {
        self.rows.extend(scratch.found.iter().map(|&(row, _)| row));
        let products = scratch.found.iter().map(|&(_, product)| product);
        self.products.extend(products);
        self.ends.push(self.rows.len());
    }
}

/// The symmetric matrix from its lower triangle. Each part is dropped once it is copied, so
/// that the graph is never in memory twice.
fn mirrored(n: usize, found: Vec<Found>) -> CsrMatrix {
    let starts = starts(n, &found);
    let mut next = starts[..n].to_vec();
    let mut columns = vec![0; starts[n]];
    let mut values = vec![0.0; starts[n]];
    let mut row = 0;
    for part in found {
        let mut begin = 0;
        for &end in &part.ends {
            for (&other, &product) in part.rows[begin..end].iter().zip(&part.products[begin..end]) {
                // Rows come in order, so each row first gets the columns before it and then,
                // one by one, those after it: its columns increase without sorting.
                for (at, column) in [(row, other), (other as usize, row as u32)] {
                    columns[next[at]] = column;
                    values[next[at]] = product;
                    next[at] += 1;
                }
            }
            begin = end;
            row += 1;
        }
    }
    CsrMatrix::from_parts(n, starts, columns, values)
}

/// Start of each row in the symmetric matrix.
fn starts(n: usize, found: &[Found]) -> Vec<usize> {
    let mut starts = vec![0; n + 1];
    let mut row = 0;
    for part in found {
        let mut begin = 0;
        for &end in &part.ends {
            starts[row + 1] += end - begin;
            for &other in &part.rows[begin..end] {
                starts[other as usize + 1] += 1;
            }
            begin = end;
            row += 1;
        }
    }
    for row in 0..n {
        starts[row + 1] += starts[row];
    }
    starts
}

#[cfg(test)]
mod tests;
