//! Query-focused ranking with pseudo-relevance feedback.
//!
//! ```text
//! c_s = cos(s, q)
//! f   = sum over the 10 best of c_s x_s, of length 1
//! r_s = 0.5 c_s / max c + 0.5 cos(s, f)
//! ```
//!
//! An answer often continues in the sentences around it, so a share of the neighbours'
//! relevance is added. Known sentences are discounted: `r_s (1 - k_s)`.

use crate::pool::Pool;
use crate::vectors;
use recto_math::weight::unit_rows;
use recto_math::{CsrBuilder, CsrMatrix};

/// Number of sentences that the feedback vector is made of.
const BEST: usize = 10;

/// Weight of the feedback against the query, from 0 to 1.
const FEEDBACK: f64 = 0.5;

/// Share of its neighbours' relevance that is added to a sentence.
pub(super) const NEIGHBOURS: f64 = 0.1;

/// Cosine from which a sentence counts as a repetition of a chosen one.
pub(super) const REPEATS: f64 = 0.6;

/// Relevance of each row of the first group; `None` if no sentence shares a term with the
/// query.
pub(super) fn relevance(pool: &Pool, vectors: &CsrMatrix, query: &CsrMatrix) -> Option<Vec<f64>> {
    let rows = pool.group(0);
    let near = vectors::cosines(vectors, query.row(0));
    let near = &near[rows.clone()];
    let all: Vec<usize> = rows.clone().filter(|&row| near[row] > 0.0).collect();
    let best = crate::select_within_budget::ranked(&all, |row| near[row]);
    let most = best.first()?.1;
    let feedback = feedback(vectors, &best);
    let echo = vectors::cosines(vectors, feedback.row(0));
    let relevance = |row: usize| (1.0 - FEEDBACK) * near[row] / most + FEEDBACK * echo[row];
    Some(rows.map(relevance).collect())
}

fn feedback(vectors: &CsrMatrix, best: &[(usize, f64)]) -> CsrMatrix {
    let mut builder = CsrBuilder::new(vectors.n_columns());
    builder.push_weights(best.iter().take(BEST).flat_map(|&(row, near)| {
        let terms = vectors.row(row).iter();
        terms.map(move |(term, weight)| (term, near * weight))
    }));
    unit_rows(&builder.finish())
}

/// Adds to each sentence `share` of the relevance of its neighbours in the document, and
/// half as much of those two away; `relevance` is that of the first group.
pub(super) fn with_neighbours(pool: &Pool, relevance: &[f64], share: f64) -> Vec<f64> {
    let beside = |row: usize, other: Option<usize>| {
        let same = |&other: &usize| {
            let sentences = pool.sentences();
            other < relevance.len()
                && sentences[row].place.document == sentences[other].place.document
        };
        other.filter(same).map_or(0.0, |other| relevance[other])
    };
    let sum = |row: usize| {
        let one = beside(row, row.checked_sub(1)) + beside(row, Some(row + 1));
        let two = beside(row, row.checked_sub(2)) + beside(row, Some(row + 2));
        relevance[row] + share * (one + 0.5 * two)
    };
    (0..relevance.len()).map(sum).collect()
}
