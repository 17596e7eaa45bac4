//! How near each row of one part is to the nearest row of another.

use crate::csr::{CsrBuilder, CsrMatrix};
use rayon::prelude::*;
use std::ops::Range;

/// The greatest product of each row of `rows` with a row of `others`; 0 where none is
/// above. With rows of length 1 these are cosines.
///
/// ```
/// use recto_math::{CsrBuilder, graph::nearest};
/// let mut builder = CsrBuilder::new(2);
/// builder.push_weights([(0, 0.6), (1, 0.8)]);
/// builder.push_weights([(0, 1.0)]);
/// builder.push_weights([(1, 1.0)]);
/// assert_eq!(nearest(&builder.finish(), 0..1, 1..3), [0.8]);
/// ```
///
/// # Panics
/// If a range is beyond the last row.
pub fn nearest(vectors: &CsrMatrix, rows: Range<usize>, others: Range<usize>) -> Vec<f64> {
    if others.is_empty() {
        return vec![0.0; rows.len()];
    }
    let n = others.len();
    let mut builder = CsrBuilder::new(vectors.n_columns());
    for row in others {
        builder.push_weights(vectors.row(row).iter());
    }
    let columns = builder.finish().transpose();
    rows.into_par_iter()
        .with_min_len(64)
        .map_init(
            || vec![0.0; n],
            |products, row| {
                products.fill(0.0);
                for (column, weight) in vectors.row(row).iter() {
                    for (other, value) in columns.row(column as usize).iter() {
                        products[other as usize] += weight * value;
                    }
                }
                products.iter().copied().fold(0.0, f64::max)
            },
        )
        .collect()
}
