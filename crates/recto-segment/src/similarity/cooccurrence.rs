//! Similarity beyond equal words: terms that occur together in this text count a little
//! for each other.
//!
//! With `n(t, u)` the number of units that hold both terms, each term `t` keeps the
//! `terms` others with the largest `n(t, u)` of at least 2 (ties to the term seen first):
//!
//! ```text
//! P(t, u) = n(t, u) / sum of n(t, u') over the terms u' kept for t
//! z_i     = y_i + weight * y_i P
//! ```
//!
//! A second-order vector: two units without a common word are alike if their words keep
//! the same company. O(sum of squared unit sizes) time, O(V * terms) memory.

use crate::SegmentError;
use recto_math::{BadParameter, CsrBuilder, CsrMatrix};
use serde::{Deserialize, Serialize};

/// How far terms are spread.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoOccurrence {
    /// How much the company of a term counts beside the term; at least 0.
    pub weight: f64,
    /// How many terms are kept for a term.
    pub terms: usize,
}

impl Default for CoOccurrence {
    fn default() -> Self {
        Self {
            weight: 0.5,
            terms: 10,
        }
    }
}

impl CoOccurrence {
    /// Names the first parameter that is out of its range.
    ///
    /// # Errors
    /// [`SegmentError::Parameter`].
    pub fn check(&self) -> Result<(), SegmentError> {
        if self.weight >= 0.0 && self.weight.is_finite() {
            Ok(())
        } else {
            Err(BadParameter::new(
                "co_occurrence.weight",
                self.weight,
                "a finite number from 0",
            )
            .into())
        }
    }
}

/// Units that two terms must share to count as company.
const LEAST: u32 = 2;

/// Spreads `vectors` by the company that terms keep in the units of `counts`.
pub fn spread(vectors: &CsrMatrix, counts: &CsrMatrix, params: CoOccurrence) -> CsrMatrix {
    let company = matrix(counts, params.terms);
    let mut spread = CsrBuilder::new(vectors.n_columns());
    for row in vectors.rows() {
        let others = row.iter().flat_map(|(term, value)| {
            let near = company.row(term as usize).iter();
            near.map(move |(other, share)| (other, params.weight * value * share))
        });
        spread.push_weights(row.iter().chain(others));
    }
    spread.finish()
}

/// Row `t`: the terms that most often share a unit with `t`, their shares summing to 1.
pub fn matrix(counts: &CsrMatrix, terms: usize) -> CsrMatrix {
    let units_of = counts.transpose();
    let n_terms = counts.n_columns();
    let mut together = vec![0u32; n_terms];
    let mut company = CsrBuilder::new(n_terms);
    for term in 0..n_terms {
        let mut others: Vec<u32> = Vec::new();
        for &unit in units_of.row(term).columns {
            for &other in counts.row(unit as usize).columns {
                if other as usize != term {
                    if together[other as usize] == 0 {
                        others.push(other);
                    }
                    together[other as usize] += 1;
                }
            }
        }
        let mut counted: Vec<(u32, u32)> = others
            .iter()
            .map(|&other| (std::mem::take(&mut together[other as usize]), other))
            .filter(|&(count, _)| count >= LEAST)
            .collect();
        counted.sort_unstable_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        counted.truncate(terms);
        let sum: u32 = counted.iter().map(|&(count, _)| count).sum();
        let share = |&(count, other): &(u32, u32)| (other, f64::from(count) / f64::from(sum));
        company.push_weights(counted.iter().map(share));
    }
    company.finish()
}
