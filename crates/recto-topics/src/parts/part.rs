//! What travels between the driver and the parts.

use super::step_params;
use crate::TopicsError;
use crate::arithmetic::add_to;
use crate::guide::Hints;
use crate::mixture::{Batch, Counts, Mixing, Topics, Weights};
use recto_math::em::Iterate;
use recto_math::{CsrBuilder, DenseMatrix};
use serde::{Deserialize, Serialize};

/// Counts of some documents in the terms of a fit, each document one row.
pub struct Part {
    batch: Batch,
    n_terms: usize,
}

/// Parameters that all parts share, after some iterations.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Parameters {
    pub(super) alpha: f64,
    pub(super) topics: Topics,
}

/// What the driver needs to know of the documents of a part, and of several parts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Statistics(pub(super) Counts);

/// What does not fit together.
#[derive(Debug, Clone, Copy)]
pub(super) enum Wrong {
    Counts,
    State,
    Statistics,
    Start,
}

impl From<Wrong> for TopicsError {
    fn from(wrong: Wrong) -> Self {
        let problem = match wrong {
            Wrong::Counts => {
                "a row of counts has terms that the fit does not have, or not in order"
            }
            Wrong::State => "the state does not belong to the documents of the part",
            Wrong::Statistics => "the statistics are of other topics or terms",
            Wrong::Start => "the words of the first documents are not those that were asked for",
        };
        Self::Input {
            what: "a fit in parts",
            problem: problem.into(),
        }
    }
}

impl Part {
    /// Counts of documents: term ids, increasing, with their counts.
    ///
    /// # Errors
    /// [`TopicsError::Input`] for terms that are not below `n_terms` or do not increase, and
    /// for counts that are not finite numbers above 0.
    pub fn new<'r>(
        n_terms: usize,
        rows: impl IntoIterator<Item = &'r [(u32, f64)]>,
    ) -> Result<Self, TopicsError> {
        let mut builder = CsrBuilder::new(n_terms);
        for row in rows {
            let is_count = |n: f64| n.is_finite() && n > 0.0;
            let is_sound = |&(term, n): &(u32, f64)| (term as usize) < n_terms && is_count(n);
            if !row.iter().all(is_sound) || !row.is_sorted_by(|a, b| a.0 < b.0) {
                return Err(Wrong::Counts.into());
            }
            builder.push_sorted(row);
        }
        Ok(Self {
            batch: Batch::whole(builder.finish()),
            n_terms,
        })
    }

    /// Number of documents.
    pub fn n_documents(&self) -> usize {
        self.batch.n_documents()
    }

    /// The counts of a document.
    ///
    /// # Panics
    /// If there is no such document.
    pub fn row(&self, document: usize) -> Vec<(u32, f64)> {
        self.batch.row(document).iter().collect()
    }

    /// Expected number of tokens of each topic, for the weights of topics.
    ///
    /// # Errors
    /// [`TopicsError::Input`] if the state is of other documents.
    pub fn topic_tokens(&self, state: &DenseMatrix) -> Result<Vec<f64>, TopicsError> {
        if state.n_rows() != self.n_documents() {
            return Err(Wrong::State.into());
        }
        let mut tokens = vec![0.0; state.n_columns()];
        for (topics, row) in state.rows().zip(self.batch.rows()) {
            let length = row.sum();
            let own: Vec<f64> = topics.iter().map(|p| length * p).collect();
            add_to(&mut tokens, &own);
        }
        Ok(tokens)
    }
}

impl Parameters {
    /// Number of topics.
    pub fn n_topics(&self) -> usize {
        self.topics.phi.n_columns()
    }

    /// Number of terms.
    pub fn n_terms(&self) -> usize {
        self.topics.phi.n_rows()
    }

    /// The state that a part begins with: even topics in all documents.
    pub fn start_state(&self, part: &Part) -> DenseMatrix {
        let even = 1.0 / self.n_topics() as f64;
        DenseMatrix::filled(part.n_documents(), self.n_topics(), even)
    }

    /// The statistics of a part, and the state that its next step begins with.
    ///
    /// # Errors
    /// [`TopicsError::Input`] if the part or the state is of another fit.
    pub fn step(
        &self,
        part: &Part,
        state: DenseMatrix,
    ) -> Result<(Statistics, DenseMatrix), TopicsError> {
        if part.n_terms != self.n_terms() {
            return Err(Wrong::Counts.into());
        }
        let n_values = part.n_documents() * self.n_topics();
        let is_width = state.n_columns() == self.n_topics() || n_values == 0;
        if !is_width || state.values().len() != n_values {
            return Err(Wrong::State.into());
        }
        let (params, hints) = (step_params(self.alpha), Hints::default());
        // The number of tokens weighs the cache, which there is none of.
        let model = Mixing::new(&params, &hints, 0.0);
        let weights = Weights {
            theta: state,
            xi: None,
        };
        let (counts, weights) = model.step(&part.batch, weights, &self.topics);
        Ok((Statistics(counts), weights.theta))
    }
}

impl Statistics {
    /// Adds the statistics of the next part.
    ///
    /// # Errors
    /// [`TopicsError::Input`] if they are of another fit.
    pub fn merge(&mut self, next: Self) -> Result<(), TopicsError> {
        if next.0.n_values() != self.0.n_values() {
            return Err(Wrong::Statistics.into());
        }
        let (params, hints) = (step_params(0.0), Hints::default());
        Mixing::new(&params, &hints, 0.0).merge(&mut self.0, next.0);
        Ok(())
    }

    pub(super) fn check(&self, parameters: &Parameters) -> Result<(), TopicsError> {
        if self.0.n_values() == parameters.topics.phi.values().len() {
            Ok(())
        } else {
            Err(Wrong::Statistics.into())
        }
    }
}
