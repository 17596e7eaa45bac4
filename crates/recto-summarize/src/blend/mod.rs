//! The default summary: similar sentences, word pairs and words, covered by one selection.
//!
//! A sentence is worth choosing for three things: the sentences that it resembles
//! (facility location), the pairs of adjacent words and the words that others use too
//! (maximum coverage of concepts). Each is divided by its largest value, and the sum by a
//! power of the length. Position counts little: it
//! weighs what is to be covered by `(1 + p)^-e` and divides by `(1 + p)^c`, where `c` falls
//! with the number of documents. On English text that had been kept back, a rule that
//! leaned on position lost to rules without it.
//!
//! A query or known documents change what is asked; both are answered by facility location
//! ([`Facility`]).

mod concepts;
mod explain;
mod ground;
mod objective;

use crate::ask::Asked;
use crate::budget::{Budget, Limit, Purse};
use crate::facility::Facility;
use crate::methods::Options;
use crate::pool::{Pool, Sentence};
use crate::sample::{SAMPLED, notice};
use crate::select_within_budget::choosable;
use crate::summary::Summary;
use crate::{SummarizeError, Summarizer, vectors};
use concepts::Concepts;
use objective::{Objective, Pick, Similar};
use recto_math::{CsrMatrix, Run, SparseRow};
use serde_json::{Value, json};

/// Exponent of the position weight.
const POSITION: f64 = 0.5;

/// The exponent `c` of the divisor is this times that of the position weight, divided by
/// the root of the number of documents.
const PULL: f64 = 0.4;

/// Power of what a candidate covers alone in its appeal.
const RELEVANCE: f64 = 0.5;

/// Power of the length that gains are divided by.
const LENGTH: f64 = 0.5;

/// The same for a budget of sentences, in which long sentences cost no more.
const LENGTH_FREE: f64 = 0.25;

/// Factor of a candidate that opens with a word that refers back.
const DANGLING: f64 = 0.9;

/// Terms below which a sentence says little, and its factor.
const FEW_TERMS: usize = 4;
const SAYS_LITTLE: f64 = 0.8;

/// The method `auto`.
pub(crate) struct Blend {
    given_position: Option<f64>,
    fallback: bool,
    /// Answers queries and updates.
    facility: Facility,
}

/// What was decided by the pile.
struct Decided {
    n_documents: usize,
    drift: Option<f64>,
    position: f64,
}

impl Blend {
    pub(crate) fn build(options: &Options) -> Result<Box<dyn Summarizer>, SummarizeError> {
        Ok(Box::new(Self::new(options)?))
    }

    fn new(options: &Options) -> Result<Self, SummarizeError> {
        Ok(Self {
            given_position: options.position_weight,
            fallback: options.fallback,
            facility: Facility::best(options)?,
        })
    }

    fn decide(&self, pool: &Pool, rows: &[usize]) -> Decided {
        let n_documents = ground::n_documents(pool, rows);
        let drift = ground::drift(pool, rows, n_documents);
        Decided {
            n_documents,
            drift,
            position: self
                .given_position
                .unwrap_or(POSITION * ground::share(drift)),
        }
    }

    /// Summary of the first group.
    fn cover(&self, pool: &Pool, budget: Budget, run: &Run<'_>) -> Result<Summary, SummarizeError> {
        run.report("comparing sentences", 0, None)?;
        let vectors = vectors::tf_isf_plus_one(pool);
        let rows = choosable(pool, 0);
        let decided = self.decide(pool, &rows);
        let mut objective = objective(pool, &vectors, &rows, &decided, budget);
        let picks = select(&mut objective, pool, &rows, budget);
        let mut summary = explain::explained(pool, &vectors, &rows, &objective.pairs, &picks);
        let named = [
            ("weighting", json!("tf-idf-plus-one")),
            ("position_weight", json!(decided.position)),
            ("drift", json!(decided.drift)),
            ("length", json!(-length(budget))),
        ];
        let taken = rows.len().min(SAMPLED);
        let counted = "coverage of similar sentences was counted";
        summary.warnings.extend(notice(rows.len(), taken, counted));
        let named = named.into_iter();
        summary.decided = named.map(|(name, value)| (name.into(), value)).collect();
        Ok(summary)
    }
}

/// The objective of a pile.
fn objective<'a>(
    pool: &Pool,
    vectors: &'a CsrMatrix,
    rows: &'a [usize],
    decided: &Decided,
    budget: Budget,
) -> Objective<'a> {
    let spots = ground::spots(pool, rows, decided.position);
    let mut weights = vec![0.0; rows.len()];
    for spot in &spots {
        weights[spot.candidate] += spot.weight;
    }
    let pull = PULL * decided.position / (decided.n_documents.max(1) as f64).sqrt();
    let divisor = |&row: &usize| {
        let sentence = &pool.sentences()[row];
        divisor(sentence, pull, budget) / standing_alone(sentence, pool.row(row))
    };
    Objective {
        similar: Similar::new(vectors, rows, &weights, RELEVANCE, SAMPLED),
        pairs: Concepts::pairs(pool, rows, &spots, decided.n_documents),
        words: Concepts::words(pool, rows, &spots, decided.n_documents),
        pair_weight: 1.0,
        divisors: rows.iter().map(divisor).collect(),
    }
}

/// What is left of the budget, and what was taken.
struct Room<'a> {
    pool: &'a Pool,
    /// The row of each candidate.
    rows: &'a [usize],
    purse: Purse,
    taken: Vec<usize>,
}

impl Room<'_> {
    /// Whether the budget holds a candidate.
    fn affords(&self, candidate: usize) -> bool {
        let row = self.rows[candidate];
        self.purse.affords(&self.pool.sentences()[row])
    }

    /// Takes a candidate, unless it is almost the same as one that was taken.
    fn takes(&mut self, candidate: usize) -> bool {
        let row = self.rows[candidate];
        let is_near = |&other: &usize| self.pool.are_near(row, other);
        let takes = !self.taken.iter().any(is_near);
        if takes {
            self.purse.pay(&self.pool.sentences()[row]);
            self.taken.push(row);
        }
        takes
    }
}

/// Selection within the budget. Near-duplicates of a chosen sentence are passed over.
fn select(objective: &mut Objective<'_>, pool: &Pool, rows: &[usize], budget: Budget) -> Vec<Pick> {
    let mut room = Room {
        pool,
        rows,
        purse: Purse::new(budget),
        taken: Vec::new(),
    };
    let affordable = (0..rows.len()).filter(|&candidate| room.affords(candidate));
    let candidates: Vec<usize> = affordable.collect();
    objective.greedy(&candidates, &mut room)
}

/// The power of the length under this budget.
fn length(budget: Budget) -> f64 {
    match budget.limit {
        Limit::Sentences(_) => LENGTH_FREE,
        Limit::Words(_) | Limit::Bytes(_) => LENGTH,
    }
}

/// What the gains of a sentence are divided by.
fn divisor(sentence: &Sentence, pull: f64, budget: Budget) -> f64 {
    let size = match budget.limit {
        Limit::Words(_) | Limit::Sentences(_) => sentence.words,
        Limit::Bytes(_) => sentence.bytes,
    };
    let early = (1.0 + sentence.place.position as f64).powf(pull);
    (size.max(1) as f64).powf(length(budget)) * early
}

/// The factor of a sentence that cannot stand alone: it refers back, or says little.
fn standing_alone(sentence: &Sentence, terms: SparseRow<'_>) -> f64 {
    let refers_back = if sentence.dangling { DANGLING } else { 1.0 };
    let says_little = if terms.columns.len() < FEW_TERMS {
        SAYS_LITTLE
    } else {
        1.0
    };
    refers_back * says_little
}

impl Summarizer for Blend {
    fn summarize(
        &self,
        pool: &Pool,
        budget: Budget,
        run: &Run<'_>,
    ) -> Result<Summary, SummarizeError> {
        match Asked::of(pool, 0) {
            Asked::Nothing if pool.group(1).is_empty() => self.cover(pool, budget, run),
            Asked::Unknown if self.fallback && pool.group(1).is_empty() => {
                Ok(self.cover(pool, budget, run)?.warned())
            }
            _ => self.facility.summarize(pool, budget, run),
        }
    }

    fn parameters(&self) -> Value {
        let mut parameters = self.facility.parameters();
        if let Value::Object(named) = &mut parameters {
            named.insert("drift".into(), Value::Null);
        }
        parameters
    }
}

#[cfg(test)]
mod tests;
