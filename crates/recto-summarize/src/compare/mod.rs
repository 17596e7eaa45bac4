//! Comparative summaries: for each group of documents, what sets it apart from the others.

mod cds;
mod dss;
mod words;

pub use words::telling_words;

use crate::budget::Budget;
use crate::degree::MaxDegree;
use crate::facility::Contrast;
use crate::mds::{Given, Mds};
use crate::methods::Options;
use crate::pool::Pool;
use crate::summary::Summary;
use crate::{SummarizeError, Summarizer, vectors};
use recto_math::Run;
use serde_json::Value;

/// A comparative summariser with its parameters.
pub trait Comparer: Send + Sync {
    /// Summarises each group of `pool`, each within `budget`, in the order of groups. An
    /// empty summary of a group in which something fits has a warning that says why.
    ///
    /// # Errors
    /// [`SummarizeError`] if a fit fails or the observer asks to stop.
    fn compare(
        &self,
        pool: &Pool,
        budget: Budget,
        run: &Run<'_>,
    ) -> Result<Vec<Summary>, SummarizeError>;

    /// The parameters as a JSON object, defaults filled in.
    fn parameters(&self) -> Value;
}

/// A row of the table of comparisons.
pub type Comparison = recto_math::Method<Options, dyn Comparer, SummarizeError>;

/// All comparative summarisers, the recommended one first.
pub const fn comparers() -> &'static [Comparison] {
    COMPARERS
}

static COMPARERS: &[Comparison] = &[
    Comparison {
        name: "auto",
        summary: "facility location for each group, discounting what other groups say",
        paper: None,
        uses: &["position_weight"],
        build: Contrast::build,
    },
    Comparison {
        name: "cds",
        summary: "complementary dominating sets: what other groups leave uncovered",
        paper: Some("MDS"),
        uses: &["threshold", "max_pairs", "open", "ties", "literal"],
        build: cds::Cds::build,
    },
    Comparison {
        name: "dss",
        summary: "discriminative sentence selection: sentences that predict the group",
        paper: Some("Wang09"),
        uses: &[],
        build: |_| Ok(Box::new(dss::Dss)),
    },
    Comparison {
        name: "mds",
        summary: "minimum dominating set of each group, ignoring the others",
        paper: Some("MDS"),
        uses: &["threshold", "max_pairs", "open", "ties"],
        build: |options| Ok(Box::new(Mds::new(options)?)),
    },
    Comparison {
        name: "max-degree",
        summary: "sentences with the most neighbours in their group (baseline)",
        paper: None,
        uses: &["threshold", "max_pairs"],
        build: |options| Ok(Box::new(MaxDegree::new(options)?)),
    },
];

impl Comparer for Mds {
    fn compare(
        &self,
        pool: &Pool,
        budget: Budget,
        run: &Run<'_>,
    ) -> Result<Vec<Summary>, SummarizeError> {
        let vectors = vectors::tf_isf(pool);
        let of = |group| {
            let rows = (pool.group(group).collect(), group);
            self.cover(pool, &vectors, rows, &Given::default(), budget, run)
        };
        (0..pool.n_groups()).map(of).collect()
    }

    fn parameters(&self) -> Value {
        Summarizer::parameters(self)
    }
}

impl Comparer for MaxDegree {
    fn compare(
        &self,
        pool: &Pool,
        budget: Budget,
        run: &Run<'_>,
    ) -> Result<Vec<Summary>, SummarizeError> {
        let vectors = vectors::tf_isf(pool);
        let of = |group| self.group(pool, &vectors, group, budget, run);
        (0..pool.n_groups()).map(of).collect()
    }

    fn parameters(&self) -> Value {
        Summarizer::parameters(self)
    }
}

#[cfg(test)]
mod tests;
