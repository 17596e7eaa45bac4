//! Which rows are alike, without looking at all pairs.
//!
//! Only rows that share a column can have a product, so each row is met through the
//! columns it has: the transposed matrix is an inverted index.

use crate::csr::{CsrBuilder, CsrMatrix};
use crate::{Cancelled, Run};
use rayon::prelude::*;

/// Rows that one thread takes at a time.
const ROWS: usize = 64;

/// The products of all pairs of rows that are above `threshold`: symmetrical, without the
/// diagonal. With rows of length 1 these are cosines.
///
/// # Errors
/// [`Cancelled`] if the observer asks to stop.
pub fn neighbours(
    vectors: &CsrMatrix,
    threshold: f64,
    run: &Run<'_>,
) -> Result<CsrMatrix, Cancelled> {
    let n = vectors.n_rows();
    let columns = vectors.transpose();
    let starts: Vec<usize> = (0..n).step_by(ROWS).collect();
    let chunks: Vec<Vec<Vec<(u32, f64)>>> = starts
        .par_iter()
        .map_init(
            || (vec![0.0; n], Vec::new()),
            |(sums, met), &start| {
                run.report("comparing sentences", start as u64, Some(n as u64))?;
                let rows = start..n.min(start + ROWS);
                Ok(rows
                    .map(|row| row_of(vectors, &columns, row, threshold, sums, met))
                    .collect())
            },
        )
        .collect::<Result<_, Cancelled>>()?;
    let mut builder = CsrBuilder::new(n);
    for row in chunks.iter().flatten() {
        builder.push_sorted(row);
    }
    Ok(builder.finish())
}

fn row_of(
    vectors: &CsrMatrix,
    columns: &CsrMatrix,
    row: usize,
    threshold: f64,
    sums: &mut [f64],
    met: &mut Vec<u32>,
) -> Vec<(u32, f64)> {
    met.clear();
    for (column, weight) in vectors.row(row).iter() {
        for (other, value) in columns.row(column as usize).iter() {
            let sum = &mut sums[other as usize];
            if *sum == 0.0 {
                met.push(other);
            }
            *sum += weight * value;
        }
    }
    met.sort_unstable();
    met.dedup();
    let mut found = Vec::new();
    for &other in met.iter() {
        let product = std::mem::take(&mut sums[other as usize]);
        if product > threshold && other as usize != row {
            found.push((other, product));
        }
    }
    found
}
