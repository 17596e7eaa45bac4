//! Class-aligned non-negative tri-factorisation `X ~ G S F'` of documents by words.
//!
//! Documents and words are put into the same classes at once: a lexicon pulls the rows of
//! `F`, labelled documents pull the rows of `G`, and what the data say moves both. With a
//! lexicon alone this is MFLK, with labelled documents too SSMFLK; the constraint that `S`
//! be near a diagonal, which ties document classes to word classes, is that of ADS.
//!
//! ```text
//! J = ||X - G S F'||^2 + α' Σ_words ||F_i - F0_i||^2 + β' Σ_documents ||G_j - G0_j||^2
//!     + γ ||S - S0||^2,   G, S, F >= 0
//! ```
//!
//! Targets and penalties are on the scale of factors with
//! orthonormal columns: `G0_jk = 1 / sqrt(n π_k)` for the class of document j, `F0` alike
//! with the number of words, `S0` as [`Constraint`] says, `α' = α s^2`, `β' = β s^2` with
//! `s^2 = ||X||^2 / K`.
//!
//! | symbol | meaning | name in code | shape |
//! |---|---|---|---|
//! | X | weighted counts | `x` | documents x words |
//! | G, F | classes of documents, of words | `documents`, `words` | documents x K, words x K |
//! | S | association of document and word classes | `core` | K x K |
//! | C1, C2 | which words, documents are labelled | `Targets` | |
//!
//! Two sparse products per iteration: time O(K nnz + K^2 (n + m)), memory O(nnz + K (n + m)).
//! The factorisation is not run to convergence: accuracy peaks after 3 to 20 iterations and
//! falls while the objective still falls, because the best reconstruction is topical.
//!
//! # Departures
//! The papers set targets to 1 beside orthonormal factors, start from k-means classes of no
//! identity and from zeros that a multiplicative rule never leaves. Their literal forms are
//! [`Scale::Literal`], [`Start::KMeans`] and [`Rule::PaperA`], [`Rule::PaperD`]; the tests
//! pin one step of each.
//!
//! # References
//! Li, Zhang and Sindhwani 2009 (MFLK); Shen and Li 2011 (ADS); Ding, Li, Peng and Park
//! 2006, Orthogonal nonnegative matrix tri-factorizations for clustering.

mod candidate;
mod fold;
mod local;
pub(crate) mod method;
mod params;
mod problem;
pub(crate) mod start;
mod step;
#[cfg(test)]
mod tests;

pub(crate) use candidate::Candidates;
pub(crate) use fold::fold;
pub(crate) use local::Local;
pub use params::{Budget, Constraint, Params, Rule, Scale, Start};
pub(crate) use problem::{Problem, Targets};

use recto_math::dense::normalize;
use recto_math::{Cancelled, DenseMatrix, Progress, Run};

/// Factors of a fit with the history of its objective.
#[derive(Debug, Clone, PartialEq)]
pub struct Factors {
    /// Documents by classes.
    pub documents: DenseMatrix,
    /// Document classes by word classes.
    pub core: DenseMatrix,
    /// Words by classes.
    pub words: DenseMatrix,
    /// Objective at the start and after each iteration.
    pub history: Vec<f64>,
}

impl Factors {
    /// Class distributions of documents: `p_jk` in proportion to `G_jk Σ_l S_kl`,
    /// ADS eq. 14 with the sums over the other index of the core.
    pub fn document_posteriors(&self) -> DenseMatrix {
        let mass: Vec<f64> = self.core.rows().map(|row| row.iter().sum()).collect();
        scaled_rows(&self.documents, &mass)
    }

    /// Class distributions of words: `p_il` in proportion to `F_il Σ_k S_kl`,
    /// ADS eq. 15 alike.
    pub fn word_posteriors(&self) -> DenseMatrix {
        scaled_rows(&self.words, &self.core.column_sums())
    }
}

fn scaled_rows(table: &DenseMatrix, mass: &[f64]) -> DenseMatrix {
    let mut scaled = table.clone();
    for row in scaled.rows_mut() {
        row.iter_mut().zip(mass).for_each(|(x, mass)| *x *= mass);
        normalize(row);
    }
    scaled
}

/// Fits factors from a fresh start.
///
/// # Errors
/// [`Cancelled`] if the observer asks to stop, within one iteration.
pub(crate) fn fit(problem: &Problem<'_>, run: &Run<'_>) -> Result<Factors, Cancelled> {
    let mut factors = start::start(problem, run)?;
    let (limit, tolerance) = match problem.params.iterations {
        Budget::Fixed(n) => (n, None),
        Budget::Converge => (MAX_ITERATIONS, Some(TOLERANCE)),
    };
    for iteration in 0..limit {
        report(run, iteration, limit, factors.history.last().copied())?;
        step::step(problem, &mut factors);
        let [.., before, after] = factors.history[..] else {
            continue;
        };
        if tolerance.is_some_and(|tolerance| before - after <= tolerance * before) {
            break;
        }
    }
    Ok(factors)
}

/// Bounds of [`Budget::Converge`].
const MAX_ITERATIONS: usize = 500;
const TOLERANCE: f64 = 1e-5;

fn report(
    run: &Run<'_>,
    done: usize,
    total: usize,
    objective: Option<f64>,
) -> Result<(), Cancelled> {
    let progress = Progress {
        stage: "factorising",
        done: done as u64,
        total: Some(total as u64),
        objective,
    };
    if run.observer.on_progress(&progress) {
        Ok(())
    } else {
        Err(Cancelled)
    }
}
