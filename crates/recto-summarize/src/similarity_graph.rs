//! Sentence similarity graphs, bounded in memory.

use crate::SummarizeError;
use recto_math::graph::{neighbours, pairs_above};
use recto_math::{CsrMatrix, Run};

/// Up to this many rows, all pairs fit and need not be counted.
const SMALL: usize = 4000;

/// Number of sampled rows from which the number of pairs is estimated.
const SAMPLE: usize = 500;

/// Default maximum number of pairs in a graph, about 4 GiB.
const MOST_PAIRS: usize = 50_000_000;

/// Number of pairs to keep if the threshold can be chosen, about 0.5 GiB.
const KEPT_PAIRS: f64 = 8e6;

/// Candidate thresholds; the first whose pairs fit is used.
const THRESHOLDS: [f64; 9] = [0.0, 0.02, 0.05, 0.08, 0.12, 0.16, 0.2, 0.3, 0.4];

/// Parameters of a similarity graph.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct SimilarityGraph {
    /// Cosine above which two sentences are neighbours.
    pub(crate) threshold: f64,
    /// Maximum number of pairs.
    pub(crate) most: usize,
}

impl SimilarityGraph {
    pub(crate) fn new(threshold: f64, most: Option<usize>) -> Self {
        Self {
            threshold,
            most: most.unwrap_or(MOST_PAIRS),
        }
    }

    /// Cosines of neighbours; an error if there are more pairs than allowed.
    pub(crate) fn graph(
        &self,
        vectors: &CsrMatrix,
        run: &Run<'_>,
    ) -> Result<CsrMatrix, SummarizeError> {
        if vectors.n_rows() >= SMALL {
            let pairs = pairs_above(vectors, &[self.threshold], SAMPLE, run)?[0];
            if pairs > self.most as f64 {
                return Err(SummarizeError::TooManyPairs {
                    pairs: pairs as usize,
                    most: self.most,
                });
            }
        }
        Ok(neighbours(vectors, self.threshold, run)?)
    }
}

/// Cosines above the lowest candidate threshold whose pairs fit: all cosines, except for
/// very many sentences.
pub(crate) fn all_that_fit(
    vectors: &CsrMatrix,
    run: &Run<'_>,
) -> Result<CsrMatrix, SummarizeError> {
    Ok(neighbours(vectors, affordable(vectors, run)?, run)?)
}

fn affordable(vectors: &CsrMatrix, run: &Run<'_>) -> Result<f64, SummarizeError> {
    if vectors.n_rows() < SMALL {
        return Ok(THRESHOLDS[0]);
    }
    let pairs = pairs_above(vectors, &THRESHOLDS, SAMPLE, run)?;
    let mut tried = THRESHOLDS.iter().zip(pairs);
    let fits = tried.find(|(_, pairs)| *pairs <= KEPT_PAIRS);
    Ok(fits.map_or(0.5, |(threshold, _)| *threshold))
}

#[cfg(test)]
mod tests {
    use super::*;
    use recto_math::{CsrBuilder, Silent};

    #[test]
    fn a_graph_that_is_too_large_is_refused_with_its_size() {
        let mut builder = CsrBuilder::new(1);
        (0..SMALL).for_each(|_| builder.push_weights([(0, 1.0)]));
        let vectors = builder.finish();
        let run = Run::new(0, &Silent);
        let refused = SimilarityGraph::new(0.5, Some(1000)).graph(&vectors, &run);
        let Err(SummarizeError::TooManyPairs { pairs, most: 1000 }) = refused else {
            panic!("{refused:?}");
        };
        assert_eq!(pairs, SMALL * (SMALL - 1) / 2);
    }
}
