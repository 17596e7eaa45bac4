//! MEAD: sentences near the centroid of all documents and near the start of their own.
//!
//! Three scores, each divided by its maximum, are added (Radev04 def. Score):
//!
//! - centroid: `C_i`, the sum of `c_w = tf_w / documents * ln(N / n_w)` over the distinct
//!   terms of the sentence;
//! - position: `(n - k) / n` times the largest `C` of the document, `k` the 0-based place
//!   among its `n` candidates;
//! - first sentence: the cosine with the first candidate of the document.
//!
//! A sentence whose cosine with a chosen one is above 0.7 is skipped.

use crate::budget::Budget;
use crate::pool::Pool;
use crate::select_within_budget::{choosable, ranked};
use crate::summary::Summary;
use crate::{SummarizeError, Summarizer, vectors};
use recto_math::similarity::dot;
use recto_math::weight::idf;
use recto_math::{CsrMatrix, Run};
use serde_json::{Value, json};

/// Cosine with a chosen sentence above which a sentence is skipped.
const CUT: f64 = 0.7;

/// The features of MEAD.
pub(crate) struct Centroid;

/// Radev04 def. Score of each row of the first group.
fn scores(pool: &Pool, vectors: &CsrMatrix) -> Vec<f64> {
    let rows: Vec<usize> = pool.group(0).collect();
    let mut centroid = centroid_values(pool, &rows);
    let (mut position, mut first) = (vec![0.0; rows.len()], vec![0.0; rows.len()]);
    let document = |row: &usize| pool.sentences()[*row].place.document;
    for members in rows.chunk_by(|a, b| document(a) == document(b)) {
        let most = members.iter().map(|&row| centroid[row]).fold(0.0, f64::max);
        let n = members.len() as f64;
        for (k, &row) in members.iter().enumerate() {
            position[row] = (n - k as f64) / n * most;
            first[row] = match k {
                0 => 1.0,
                _ => dot(vectors.row(row), vectors.row(members[0])),
            };
        }
    }
    for scores in [&mut centroid, &mut position, &mut first] {
        divide_by_largest(scores);
    }
    rows.iter()
        .map(|&row| centroid[row] + position[row] + first[row])
        .collect()
}

/// Radev04 def. Centroid: `C_i` of each row.
fn centroid_values(pool: &Pool, rows: &[usize]) -> Vec<f64> {
    let counts = pool.counts().select_rows(rows.iter().copied());
    let (n, df, tf) = (
        rows.len() as f64,
        counts.column_counts(),
        counts.column_sums(),
    );
    let documents = pool.n_documents(0).max(1) as f64;
    let weight = |term: &u32| {
        let term = *term as usize;
        tf[term] / documents * idf(n, f64::from(df[term]))
    };
    let of_row = |row: usize| counts.row(row).columns.iter().map(weight).sum();
    (0..rows.len()).map(of_row).collect()
}

fn divide_by_largest(scores: &mut [f64]) {
    let most = scores.iter().copied().fold(0.0, f64::max);
    if most > 0.0 {
        scores.iter_mut().for_each(|score| *score /= most);
    }
}

impl Summarizer for Centroid {
    fn summarize(
        &self,
        pool: &Pool,
        budget: Budget,
        run: &Run<'_>,
    ) -> Result<Summary, SummarizeError> {
        run.report("scoring sentences", 0, None)?;
        let vectors = vectors::tf_isf(pool);
        let scores = scores(pool, &vectors);
        let ranking = ranked(&choosable(pool, 0), |row| scores[row]);
        Ok(Summary::of_ranking(
            pool,
            &vectors,
            ranking,
            Some(CUT),
            budget,
        ))
    }

    fn parameters(&self) -> Value {
        json!({ "cut": CUT })
    }
}
