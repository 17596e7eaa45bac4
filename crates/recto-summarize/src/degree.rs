//! Sentences with the most neighbours in the similarity graph (baseline).
//!
//! A baseline without a published description. Assumed here: the graph of `mds`, sentences
//! by decreasing degree, ties by index, and a sentence whose cosine with a chosen one is
//! above 0.5 is skipped.

use crate::budget::Budget;
use crate::cover::Graph;
use crate::mds::THRESHOLD;
use crate::methods::Options;
use crate::pool::Pool;
use crate::select_within_budget::{attribute, select};
use crate::similarity_graph::SimilarityGraph;
use crate::summary::Summary;
use crate::{SummarizeError, Summarizer, vectors};
use recto_math::{CsrMatrix, Run};
use serde_json::{Value, json};

/// Cosine with a chosen sentence above which a sentence is skipped.
const CUT: f64 = 0.5;

/// Sentences by the number of their neighbours.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MaxDegree {
    near: SimilarityGraph,
}

impl MaxDegree {
    pub(crate) fn new(options: &Options) -> Result<Self, SummarizeError> {
        Ok(Self {
            near: options.near_or(THRESHOLD)?,
        })
    }

    pub(crate) fn build(options: &Options) -> Result<Box<dyn Summarizer>, SummarizeError> {
        Ok(Box::new(Self::new(options)?))
    }

    /// A summary of a group.
    pub(crate) fn group(
        &self,
        pool: &Pool,
        vectors: &CsrMatrix,
        group: usize,
        budget: Budget,
        run: &Run<'_>,
    ) -> Result<Summary, SummarizeError> {
        let graph = Graph::new(vectors, pool.group(group).collect(), self.near, run)?;
        let degree = |vertex: usize| graph.edges.row(vertex).columns.len() as f64;
        let ranking = graph.ranked(pool, degree);
        let mut chosen = select(pool, vectors, ranking, Some(CUT), budget);
        attribute(pool, vectors, group, &mut chosen);
        Ok(Summary {
            chosen,
            warnings: graph.notice().into_iter().collect(),
            ..Summary::default()
        })
    }
}

impl Summarizer for MaxDegree {
    fn summarize(
        &self,
        pool: &Pool,
        budget: Budget,
        run: &Run<'_>,
    ) -> Result<Summary, SummarizeError> {
        self.group(pool, &vectors::tf_isf(pool), 0, budget, run)
    }

    fn parameters(&self) -> Value {
        json!({ "threshold": self.near.threshold, "cut": CUT })
    }
}
