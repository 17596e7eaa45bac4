//! Facility location summaries: generic, query-focused, update and comparative.
//!
//! One engine with two sets of parameters. `facility` is the plain one: every sentence has
//! to be covered by a similar chosen one, with more weight at the start of a document,
//! `w_i = (1 + position)^-e`. In an update summary, known sentences are covered at the
//! start and discounted as candidates. `auto` adds what was measured to help: smoothed
//! tf-idf (terms of all sentences keep some weight), and candidate priors that prefer
//! sentences which cover much, and discount long ones a little and those that open with a
//! word that refers back ("dangling").
//!
//! For a single document the position weight is scaled by the share of capitalised words.
//! An article has names and puts the important things first; a list of short messages has
//! neither, and its first line is no better than the others.

mod coverage;
mod explain;
mod feedback;
mod groups;

pub(crate) use groups::Contrast;

use crate::ask::Asked;
use crate::budget::{Budget, Limit, Purse};
use crate::methods::{Options, QueryStyle};
use crate::pool::Pool;
use crate::sample;
use crate::select_within_budget::{attribute, choosable, choosable_among, ranked};
use crate::similarity_graph::all_that_fit;
use crate::summary::Summary;
use crate::{SummarizeError, Summarizer, vectors};
use coverage::{Coverage, PriorPlace};
use explain::explained;
use recto_math::graph::nearest;
use recto_math::weight::Weighting;
use recto_math::{CsrMatrix, Run};
use serde_json::{Map, Value, json};

/// A query of at least this many terms is a topic description, not a question.
const TOPIC_TERMS: usize = 15;

/// Facility location with its parameters.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Facility {
    name: &'static str,
    weighting: Weighting,
    /// Exponent of the position weight, unless the user gave one.
    position: f64,
    given_position: Option<f64>,
    /// Exponent of a candidate's coverage on its own, in its prior.
    relevance: f64,
    /// Exponent of a candidate's relative length, for a budget of words or bytes.
    length: f64,
    /// The same for a budget of sentences, in which long sentences cost no more.
    length_free: f64,
    /// Factor of a candidate that opens with a word that refers back.
    dangling: f64,
    prior_place: PriorPlace,
    /// Whether near-duplicates of a chosen sentence are skipped.
    skips_near_duplicates: bool,
    /// How much more weight sentences similar to a topic query have.
    subject: f64,
    style: Option<QueryStyle>,
    /// Share of its neighbours' relevance that a sentence gets in an answer, and the cosine
    /// from which a sentence repeats a chosen one.
    neighbours: f64,
    repeats: f64,
    fallback: bool,
}

/// The ground set: similarities and weights of the sentences of a group.
struct GroundSet {
    /// The row of the pool of each sentence, increasing: the group, or an even sample of it
    /// if it is very large.
    rows: Vec<usize>,
    /// Cosines between rows, without the diagonal.
    similar: CsrMatrix,
    /// Weight of each row as one to be covered.
    weights: Vec<f64>,
    /// How far each row is covered at the start, from 0 to 1.
    known: Vec<f64>,
    /// How much of each row is not said elsewhere, from 0 to 1.
    novelty: Vec<f64>,
}

impl GroundSet {
    /// Whether something is known already.
    fn is_update(&self) -> bool {
        self.known.iter().any(|&known| known > 0.0)
    }
}

impl Facility {
    /// The method `facility`.
    pub(crate) fn plain(options: &Options) -> Result<Box<dyn Summarizer>, SummarizeError> {
        Ok(Box::new(Self::checked("facility", options)?))
    }

    /// With the best parameters measured: queries, updates and comparisons of `auto`.
    pub(crate) fn best(options: &Options) -> Result<Self, SummarizeError> {
        Ok(Self {
            weighting: Weighting::SmoothTfIdf,
            position: 0.6,
            relevance: 0.5,
            length: -0.1,
            length_free: 0.25,
            dangling: 0.9,
            prior_place: PriorPlace::InObjective,
            skips_near_duplicates: true,
            neighbours: feedback::NEIGHBOURS,
            repeats: feedback::REPEATS,
            ..Self::checked("auto", options)?
        })
    }

    fn checked(name: &'static str, options: &Options) -> Result<Self, SummarizeError> {
        if let Some(e) = options
            .position_weight
            .filter(|e| !(0.0..=10.0).contains(e))
        {
            return Err(SummarizeError::parameter(
                "position_weight",
                e,
                "from 0 (none) to 10",
            ));
        }
        Ok(Self {
            name,
            weighting: Weighting::TfIdf,
            position: 0.5,
            given_position: options.position_weight,
            relevance: 0.0,
            length: 0.0,
            length_free: 0.0,
            dangling: 1.0,
            prior_place: PriorPlace::OnGain,
            skips_near_duplicates: false,
            subject: 1.0,
            style: options.query_style,
            neighbours: 0.0,
            repeats: 0.5,
            fallback: options.fallback,
        })
    }

    /// Ground set of one group, nothing of it known.
    fn ground(
        &self,
        pool: &Pool,
        group: usize,
        vectors: &CsrMatrix,
        run: &Run<'_>,
    ) -> Result<GroundSet, SummarizeError> {
        let rows = sample::of_rows(&pool.group(group).collect::<Vec<_>>());
        let own = vectors.select_rows(rows.iter().copied());
        Ok(GroundSet {
            similar: all_that_fit(&own, run)?,
            weights: self.weights(pool, group, &rows),
            known: vec![0.0; own.n_rows()],
            novelty: vec![1.0; own.n_rows()],
            rows,
        })
    }

    /// The exponent of the position weight in this pile.
    fn position_weight(&self, pool: &Pool, group: usize) -> f64 {
        let scale = match pool.n_documents(group) {
            0 | 1 => ((pool.capitals(group) - 0.04) / 0.06).clamp(0.0, 1.0),
            _ => 1.0,
        };
        self.given_position.unwrap_or(self.position * scale)
    }

    /// The power of a candidate's length under this budget.
    fn length(&self, budget: Budget) -> f64 {
        match budget.limit {
            Limit::Sentences(_) => self.length_free,
            Limit::Words(_) | Limit::Bytes(_) => self.length,
        }
    }

    /// Position weights `w_i = (1 + p_i)^-e`, summed over all occurrences of a sentence.
    fn weights(&self, pool: &Pool, group: usize, rows: &[usize]) -> Vec<f64> {
        let e = self.position_weight(pool, group);
        let weight = |position: usize| (1.0 + position as f64).powf(-e);
        let of = |&row: &usize| {
            let sentence = &pool.sentences()[row];
            let copies = sentence.copies.iter().map(|place| weight(place.position));
            weight(sentence.place.position) + copies.sum::<f64>()
        };
        rows.iter().map(of).collect()
    }

    /// Prior of each row as a candidate. In an update summary only novelty counts: sentences
    /// that cover much are then mostly what everybody repeats.
    fn priors(&self, pool: &Pool, ground: &GroundSet, budget: Budget) -> Vec<f64> {
        let sentence = |at: usize| &pool.sentences()[ground.rows[at]];
        let novelty = |at: usize| ground.novelty[at] * self.dangling_factor(sentence(at));
        let n = ground.rows.len();
        let novelty = (0..n).map(novelty);
        if ground.is_update() || (self.relevance == 0.0 && self.length == 0.0) {
            return novelty.collect();
        }
        let ones = vec![1.0; ground.weights.len()];
        let alone = Coverage {
            similar: &ground.similar,
            weights: &ground.weights,
            known: &ground.known,
            priors: &ones,
            prior_place: PriorPlace::InObjective,
        };
        let nothing = vec![0.0; ones.len()];
        let worth = |row| alone.gain(&nothing, row);
        let worth: Vec<f64> = (0..ones.len()).map(worth).collect();
        let most = worth.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
        let words = (0..n).map(|at| sentence(at).words as f64);
        let mean = words.sum::<f64>() / n.max(1) as f64;
        let length = self.length(budget);
        let prior = |(row, novelty): (usize, f64)| {
            let size = sentence(row).words.max(1) as f64 / mean.max(1.0);
            novelty * size.powf(length) * (worth[row] / most).powf(self.relevance)
        };
        novelty.enumerate().map(prior).collect()
    }

    /// Summary of one group by lazy greedy selection within the budget.
    fn cover(
        &self,
        pool: &Pool,
        group: usize,
        vectors: &CsrMatrix,
        ground: &GroundSet,
        budget: Budget,
    ) -> Summary {
        let priors = self.priors(pool, ground, budget);
        let coverage = Coverage {
            similar: &ground.similar,
            weights: &ground.weights,
            known: &ground.known,
            priors: &priors,
            prior_place: self.prior_place,
        };
        let rows = &ground.rows;
        let candidates: Vec<usize> = choosable_among(pool, rows)
            .iter()
            .filter_map(|row| rows.binary_search(row).ok())
            .collect();
        let mut purse = Purse::new(budget);
        let mut chosen = Vec::new();
        let mut taken: Vec<usize> = Vec::new();
        coverage.greedy(&candidates, &mut chosen, |row| {
            let is_same = |&other: &usize| pool.are_near(rows[row], rows[other]);
            let repeats = self.skips_near_duplicates && taken.iter().any(is_same);
            let buys = !repeats && purse.buys(&pool.sentences()[rows[row]]);
            if buys {
                taken.push(row);
            }
            buys
        });
        let mut summary = explained(&coverage, &chosen, rows);
        let n = pool.group(group).len();
        if rows.len() < n {
            // The graph has no edges of the sentences that are not in the sample.
            summary
                .chosen
                .iter_mut()
                .for_each(|taken| taken.covers.clear());
            attribute(pool, vectors, group, &mut summary.chosen);
        }
        let compared = "sentences were compared and chosen";
        summary
            .warnings
            .extend(sample::notice(n, rows.len(), compared));
        let position = self.position_weight(pool, group);
        let weighed = !ground.is_update();
        summary.decided = decided([
            ("position_weight", json!(position)),
            ("relevance", json!(weighed.then_some(self.relevance))),
            ("length", json!(weighed.then_some(self.length(budget)))),
        ]);
        summary
    }

    /// Factor of a sentence: below 1 if it opens with a word that refers back.
    fn dangling_factor(&self, sentence: &crate::Sentence) -> f64 {
        if sentence.dangling {
            self.dangling
        } else {
            1.0
        }
    }

    fn style(&self, query: &[(u32, f64)]) -> QueryStyle {
        let is_long = query.len() >= TOPIC_TERMS;
        self.style.unwrap_or(if is_long {
            QueryStyle::Topic
        } else {
            QueryStyle::Question
        })
    }

    /// Summary for a question: sentences by relevance, without repetitions.
    fn answer(
        &self,
        pool: &Pool,
        vectors: &CsrMatrix,
        relevance: &[f64],
        known: &[f64],
        budget: Budget,
    ) -> Summary {
        let around = feedback::with_neighbours(pool, relevance, self.neighbours);
        let score = |row: usize| {
            // An answer is read out of context, so the factor applies twice.
            let factor = self.dangling_factor(&pool.sentences()[row]).powi(2);
            factor * around[row] * (1.0 - known[row])
        };
        let ranking = ranked(&choosable(pool, 0), score);
        let mut summary = Summary::of_ranking(pool, vectors, ranking, Some(self.repeats), budget);
        let unused = ["position_weight", "relevance", "length"];
        summary.decided = decided(unused.map(|name| (name, Value::Null)));
        summary
    }
}

impl Summarizer for Facility {
    fn summarize(
        &self,
        pool: &Pool,
        budget: Budget,
        run: &Run<'_>,
    ) -> Result<Summary, SummarizeError> {
        let rows = pool.group(0);
        if rows.is_empty() {
            return Ok(Summary::default());
        }
        let vectors = vectors::weighted(pool, self.weighting);
        let asked = Asked::of(pool, 0);
        if asked == Asked::Unknown && !self.fallback {
            return Ok(Summary::unanswered());
        }
        let query = vectors::weighted_query(pool, self.weighting);
        let terms = pool.query().filter(|_| asked == Asked::Known);
        let style = terms.map(|terms| self.style(terms));
        if style == Some(QueryStyle::Question) {
            let relevance = feedback::relevance(pool, &vectors, &query).unwrap_or_default();
            let known = known(pool, &vectors, &rows.collect::<Vec<_>>(), run)?;
            let mut summary = self.answer(pool, &vectors, &relevance, &known, budget);
            let said = sample::far_notice(known.len(), pool.group(1).len());
            summary.warnings.extend(said);
            summary.decided.insert("query_style".into(), json!(style));
            return Ok(summary);
        }
        let mut ground = self.ground(pool, 0, &vectors, run)?;
        let known = known(pool, &vectors, &ground.rows, run)?;
        ground.novelty = known.iter().map(|known| 1.0 - known).collect();
        ground.known = known;
        if style == Some(QueryStyle::Topic) {
            let near = vectors::cosines(&vectors, query.row(0));
            let most = near[rows].iter().copied().fold(f64::MIN_POSITIVE, f64::max);
            for (weight, &row) in ground.weights.iter_mut().zip(&ground.rows) {
                *weight *= 1.0 + self.subject * near[row] / most;
            }
        }
        let mut summary = self.cover(pool, 0, &vectors, &ground, budget);
        let said = sample::far_notice(ground.rows.len(), pool.group(1).len());
        summary.warnings.extend(said);
        summary.decided.insert("query_style".into(), json!(style));
        match asked {
            Asked::Unknown => Ok(summary.warned()),
            _ => Ok(summary),
        }
    }

    fn parameters(&self) -> Value {
        json!({
            "weighting": self.weighting,
            "position_weight": self.given_position.unwrap_or(self.position),
            "relevance": self.relevance,
            "length": self.length,
            "dangling": self.dangling,
            "query_style": self.style,
        })
    }
}

fn decided<const N: usize>(parameters: [(&str, Value); N]) -> Map<String, Value> {
    let named = parameters.into_iter();
    named
        .map(|(name, value)| (name.to_string(), value))
        .collect()
}

/// Largest cosine of each of `rows` to a known sentence.
fn known(
    pool: &Pool,
    vectors: &CsrMatrix,
    rows: &[usize],
    run: &Run<'_>,
) -> Result<Vec<f64>, SummarizeError> {
    let old = pool.group(1);
    if old.is_empty() {
        return Ok(vec![0.0; rows.len()]);
    }
    let least = sample::least_cosine(rows.len(), old.len());
    let new = vectors.select_rows(rows.iter().copied());
    let mut known = nearest(&new, &vectors.part(old), least, run)?;
    // Rounding may lift a cosine above 1.
    known.iter_mut().for_each(|known| *known = known.min(1.0));
    Ok(known)
}

#[cfg(test)]
mod tests;
