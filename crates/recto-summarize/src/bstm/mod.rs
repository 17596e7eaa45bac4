//! Bayesian sentence-based topic model (BSTM), and factorisation with given bases (FGB).
//!
//! A document is a mixture of topics, and a topic is a mixture of sentences: word `w` of
//! document `d` has the probability `[B U theta_d]_w`, where column `s` of `B` is the word
//! distribution of sentence `s` and is given. `U_sk`, the probability of sentence `s` in
//! topic `k`, is fitted; `theta_d` is integrated out under a Dirichlet prior (BSTM) or
//! taken at its likeliest (FGB). The summary takes the most probable sentences of topics.
//!
//! **Objective**, with `M = B U`, `q_wd = sum_k M_wk V_dk`,
//! `gamma_dk = V_dk sum_w (Y_wd / q_wd) M_wk`:
//!
//! ```text
//! ln f = sum_d [ln Beta(alpha + gamma_d) - ln Beta(alpha)] + sum_wd Y_wd ln q_wd - sum_dk gamma_dk ln V_dk
//! U_sk <- U_sk [B' (R V)]_sk, columns to sum 1,           R = Y / q
//! V_dk <- exp(digamma(alpha + gamma_dk)), rows to sum 1   (FGB: gamma_dk)
//! ```
//!
//! **When to use it.** For topics that sentences name. It is as good as the graph methods
//! in its repaired form and never better than the default; the published form is about as
//! good as chance on our data, as below.
//!
//! **Parameters.** `topics` (default: as many as sentences fill the budget, at least 2),
//! `alpha` (0.1, or `alpha_by_topic`, a number for each; FGB: none, and at 1 or more a
//! Dirichlet prior on `V`, with `paper` on `U`, too), `explain`, `updates`,
//! `select`, `position-weight` (0.5 for two documents and more, 0 for one and in the
//! literal form), `iterations` and `tolerance` (200 and 1e-7; literal: 500 and 1e-8, as at
//! 1e-5 the first sentence of a topic still moves).
//!
//! **Cost.** An iteration takes O(K (nnz(B) + nnz(Y))), the memory is
//! O(K (words + sentences + documents) + nnz). The start is drawn from the seed; any number
//! of threads gives the same bits. A pool of one sentence gives that sentence.
//!
//! # Departures
//! - *Whose words a sentence explains.* A document is the sum of its own sentences, so
//!   that with enough topics the likeliest `U` is the share of each sentence in the length
//!   of its document: the published form ranks by length (rank correlation .97). By default
//!   a sentence may not explain words of its own document, and a background of the words of
//!   the whole pile takes the share `b_d` that no other document says:
//!   `q_wd = (1 - b_d) sum_k V_dk sum_{s not in d} B_ws U_sk + b_d p_w` and
//!   `b_d <- b_d sum_w R_wd p_w / |d|`, from 0.3. ROUGE-1 rises from .357 to .407. A
//!   sentence that stands in several documents may explain them all.
//!   Rows of `V` are scaled to sum 1 here too, as it was measured. Beside a background the
//!   scale matters, so that the bound may give way a little (at most 7e-4 of its size in
//!   24 random problems); with unscaled rows it never fell.
//! - *Order of updates.* The paper updates `V` with the new `U`. By default both come from
//!   the same pass, for which the bound is proved never to fall; `gauss-seidel` is literal,
//!   and `paper` has it.
//! - *FGB's prior.* The paper prints `-ln Pr(U, V)` and no form of it. Here it is a Dirichlet
//!   prior with the same `alpha` for columns of `U` and rows of `V`, of which only that on
//!   `V` is there without `paper`.
//! - *One document.* The model needs several: every sentence is a document (literal form:
//!   ten sentences are one).
//! - *Selection.* See `select`; choice goes on in rounds until the budget is spent, and a
//!   sentence whose cosine with a chosen one exceeds 0.5 is passed over, with `paper` not.
//! - `topic-cosine` weights the words of documents by `ln(1 + n)` for `n` documents with the
//!   word, with which it was measured.
//!
//! # References
//! Wang, Zhu, Li and Gong 2009, Multi-document summarization using sentence-based topic
//! models.

pub(crate) mod engine;
mod params;
pub(crate) mod problem;
pub(crate) mod select;
pub(crate) mod state;
#[cfg(test)]
mod tests;

pub use params::{Explain, Select, Updates};

use crate::budget::Budget;
use crate::pool::Pool;
use crate::select_within_budget::choosable;
use crate::summary::Summary;
use crate::{Options, SummarizeError, Summarizer, topics, vectors};
use engine::{Alpha, Model, Prior};
use params::Params;
use problem::Problem;
use recto_math::em::{self, Fit, Start, Stop};
use recto_math::{CsrMatrix, Run};
use select::{Topics, exponent, position_weight};
use serde_json::Value;
use state::{Parameters, State};

/// Cosine with a chosen sentence above which another is passed over.
pub(crate) const CUT: f64 = 0.5;

/// BSTM or FGB.
pub(crate) struct SentenceTopics {
    name: &'static str,
    params: Params,
}

impl SentenceTopics {
    /// The topics of documents integrated out.
    pub(crate) fn bstm(options: &Options) -> Result<Box<dyn Summarizer>, SummarizeError> {
        let (name, params) = ("bstm", Params::new(options, true)?);
        Ok(Box::new(Self { name, params }))
    }

    /// The likeliest topics of documents.
    ///
    /// BSTM sec. 4: factorization with given bases.
    pub(crate) fn fgb(options: &Options) -> Result<Box<dyn Summarizer>, SummarizeError> {
        let (name, params) = ("fgb", Params::new(options, false)?);
        Ok(Box::new(Self { name, params }))
    }

    fn prior(&self) -> Prior {
        let params = &self.params;
        match (self.name, params.alpha, &params.alpha_by_topic) {
            (_, _, Some(all)) => Prior::Dirichlet(Alpha::ByTopic(all.clone())),
            ("bstm", Some(alpha), None) => Prior::Dirichlet(Alpha::Even(alpha)),
            (_, alpha, None) => {
                let added = alpha.unwrap_or(1.0) - 1.0;
                Prior::Point {
                    units: added,
                    topics: if params.has_prior_on_topics {
                        added
                    } else {
                        0.0
                    },
                }
            }
        }
    }

    /// Refuses a vector of priors that is not as long as there are topics.
    fn check_topics(&self, k: usize) -> Result<(), SummarizeError> {
        let given = self.params.alpha_by_topic.as_ref().map_or(k, Vec::len);
        if given == k {
            return Ok(());
        }
        let range = "as many numbers as topics";
        Err(SummarizeError::parameter("alpha_by_topic", given, range))
    }

    fn problem(&self, pool: &Pool) -> Problem {
        let is_literal = self.params.explain == Explain::Literal;
        let places = problem::units_of(pool, !is_literal);
        let mut counts = problem::counts(pool, &places);
        if self.params.select == Select::TopicCosine {
            counts = by_spread(&counts);
        }
        let base = problem::sentences(pool);
        if is_literal {
            Problem::literal(base, counts)
        } else {
            let own = places.iter().map(|units| problem::only(units)).collect();
            Problem::leave_own_out(base, counts, own)
        }
    }

    fn model<'p>(&self, problem: &'p Problem) -> Model<'p> {
        Model {
            bases: &problem.bases,
            prior: self.prior(),
            is_gauss_seidel: self.params.updates == Updates::GaussSeidel,
        }
    }
}

/// Fits topics from a start. All units are one batch: units, words and base models run side
/// by side inside its step.
pub(crate) fn fit(
    model: &Model<'_>,
    problem: &Problem,
    start: Start<Parameters, State>,
    (method, stop): (&'static str, Stop),
    run: &Run<'_>,
) -> Result<Fit<(Parameters, State)>, SummarizeError> {
    let batches = std::slice::from_ref(&problem.units);
    let fit = em::fit(model, batches, start, stop, "finding topics", run)?;
    let fit = fit.join(|parameters, mut states| (parameters, states.swap_remove(0)));
    topics::finite(method, fit)
}

/// Counts times `ln(1 + n)` for `n` units with the word.
fn by_spread(counts: &CsrMatrix) -> CsrMatrix {
    let spread = counts.column_counts();
    counts.map(|_, word, count| count * (1.0 + f64::from(spread[word as usize])).ln())
}

impl Summarizer for SentenceTopics {
    fn summarize(
        &self,
        pool: &Pool,
        budget: Budget,
        run: &Run<'_>,
    ) -> Result<Summary, SummarizeError> {
        if choosable(pool, 0).is_empty() {
            return Ok(Summary::default());
        }
        let mut warnings = Vec::new();
        let k = topics::how_many(pool, budget, self.params.topics, &mut warnings)?;
        self.check_topics(k)?;
        let problem = self.problem(pool);
        let start = state::drawn(&problem, k, run.seed);
        let mut summary = self.summarize_from(start, &problem, pool, budget, run)?;
        summary.warnings = warnings;
        Ok(summary)
    }

    fn parameters(&self) -> Value {
        serde_json::to_value(&self.params).expect("plain numbers")
    }
}

impl SentenceTopics {
    /// The summary that a fit from a given start leads to.
    fn summarize_from(
        &self,
        start: Start<Parameters, State>,
        problem: &Problem,
        pool: &Pool,
        budget: Budget,
        run: &Run<'_>,
    ) -> Result<Summary, SummarizeError> {
        let rows = choosable(pool, 0);
        let model = self.model(problem);
        let stop = self.params.stop();
        let fit = fit(&model, problem, start, (self.name, stop), run)?;
        let (parameters, state) = &fit.parameters;
        let k = parameters.topics.n_columns();
        let pass = model.pass(&problem.units, state, parameters);
        let mut weights = vec![0.0; k];
        for unit in &pass {
            recto_math::dense::axpy(1.0, &unit.gamma, &mut weights);
        }
        let found = Topics {
            sentences: &parameters.topics,
            words: &parameters.words,
            weights: &weights,
            base: &problem.bases.base,
        };
        let exponent = exponent(self.params.position_weight, pool.n_documents(0));
        let factor = |row: usize| position_weight(pool, row, exponent);
        let order = found.order(&rows, self.params.select, factor);
        let vectors = vectors::tf_isf(pool);
        let mut summary = Summary::of_ranking(pool, &vectors, order, self.params.cut, budget);
        summary.trace = fit.history;
        let bound = model.objective(state, &pass) + model.ln_prior_of_topics(parameters);
        summary.trace.push(bound);
        Ok(summary)
    }
}
