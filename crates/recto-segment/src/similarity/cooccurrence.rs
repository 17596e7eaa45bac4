//! Second-order similarity: terms that co-occur in the text contribute to each other.
//!
//! With `n(t, u)` the number of units that hold both terms, each term `t` keeps the
//! `terms` others with the largest `n(t, u)` of at least 2 (ties to the term seen first):
//!
//! ```text
//! P(t, u) = n(t, u) / sum of n(t, u') over the terms u' kept for t
//! z_i     = y_i + weight * y_i P
//! ```
//!
//! Two units without a common word are then similar if their words co-occur with the same
//! words. O(sum of squared unit sizes) time, O(V * terms) memory.

use crate::SegmentError;
use recto_math::{BadParameter, CsrBuilder, CsrMatrix};
use serde::{Deserialize, Serialize};

/// Parameters of the co-occurrence smoothing.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoOccurrence {
    /// Weight of the co-occurring terms against the term itself, from 0.
    pub weight: f64,
    /// Number of co-occurring terms that are kept for each term.
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

/// Minimum number of units in which two terms must co-occur.
const LEAST: u32 = 2;

/// Adds co-occurring terms to `vectors`, with co-occurrence in the units of `counts`.
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

/// Co-occurrence matrix: row `t` holds the terms that most often share a unit with `t`,
/// normalised to sum 1.
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
