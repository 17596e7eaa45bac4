//! Sentence vectors: tf-isf (term frequency, inverse sentence frequency) and cosines.

use crate::pool::Pool;
use recto_math::similarity::dot;
use recto_math::weight::{Weighting, idf, unit_rows};
use recto_math::{CsrBuilder, CsrMatrix, SparseRow};

/// `tf * ln(N / n)` of each row, scaled to unit length; zero for a row whose terms all occur
/// in every sentence. `N` and `n` count the rows of all groups.
pub(crate) fn tf_isf(pool: &Pool) -> CsrMatrix {
    weighted(pool, Weighting::TfIdf)
}

/// Weighted terms of each row, scaled to unit length.
pub(crate) fn weighted(pool: &Pool, weighting: Weighting) -> CsrMatrix {
    unit_rows(&weighting.apply(pool.counts()))
}

/// `tf * (ln((1 + N) / (1 + n)) + 1)` of each row, scaled to unit length: a term of all
/// sentences still counts a little.
pub(crate) fn tf_isf_plus_one(pool: &Pool) -> CsrMatrix {
    let counts = pool.counts();
    let (n, df) = (counts.n_rows() as f64, counts.column_counts());
    unit_rows(
        &counts
            .map(|_, term, count| count * (idf(1.0 + n, 1.0 + f64::from(df[term as usize])) + 1.0)),
    )
}

/// The query as a vector with the weights of [`tf_isf`]: one row of unit length; empty
/// without a query.
pub(crate) fn query(pool: &Pool) -> CsrMatrix {
    weighted_query(pool, Weighting::TfIdf)
}

/// The query as a vector with the weights of [`weighted`].
pub(crate) fn weighted_query(pool: &Pool, weighting: Weighting) -> CsrMatrix {
    let df = pool.counts().column_counts();
    let n = pool.counts().n_rows() as f64;
    let mut builder = CsrBuilder::new(pool.counts().n_columns());
    let terms = pool.query().unwrap_or_default().iter();
    builder.push_weights(terms.map(|&(term, count)| {
        (
            term,
            weighting.weigh(count, n, f64::from(df[term as usize])),
        )
    }));
    unit_rows(&builder.finish())
}

/// Cosine of each row with `vector`, all of unit length.
pub(crate) fn cosines(vectors: &CsrMatrix, vector: SparseRow<'_>) -> Vec<f64> {
    vectors.rows().map(|row| dot(row, vector)).collect()
}

/// The rows of the first group alone.
pub(crate) fn first_group(pool: &Pool, vectors: &CsrMatrix) -> CsrMatrix {
    let mut builder = CsrBuilder::new(vectors.n_columns());
    for row in pool.group(0) {
        builder.push_weights(vectors.row(row).iter());
    }
    builder.finish()
}
