//! Questions by the expected utility of their answers: the reconstruction error of ADS, and
//! the log-likelihood of the labelled documents.

use super::choose::{Choice, Chooser, Open, margin};
use super::fit::Fitted;
use super::{Drawn, Item, Reason, Strategy};
use crate::baselines::graph::GradsCandidates;
use crate::engine::word_targets;
use crate::tri::{self, Candidates, Factors, Local, Problem, Targets};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

impl Chooser<'_> {
    /// The candidate with the largest expected utility (ADS eq. 13): documents that the model
    /// is least sure of, words that it is surest of.
    pub(super) fn expected(
        &self,
        fitted: &Fitted,
        open: &Open,
        kinds: Kinds,
        utility: Utility,
        draw: &mut ChaCha8Rng,
    ) -> Choice {
        let candidates = self.candidates(fitted, open, kinds);
        let scored = self.utilities(fitted, &candidates, utility)?;
        let best = scored
            .iter()
            .zip(&candidates)
            .min_by(|a, b| b.0.total_cmp(a.0).then(a.1.cmp(b.1)));
        let (&utility, &(is_word, at)) = best?;
        if !is_word && self.is_for_estimate() {
            return self.for_estimate(open, draw);
        }
        let reason = Reason::Expected {
            utility,
            worst: scored.iter().copied().fold(utility, f64::min),
            among: scored.len(),
        };
        let item = if is_word {
            Item::Word(at as u32)
        } else {
            self.document(at)
        };
        Some((item, Drawn::Chosen, reason))
    }

    /// Whether each candidate is a word, and its place; documents first, then words.
    fn candidates(&self, fitted: &Fitted, open: &Open, kinds: Kinds) -> Vec<(bool, usize)> {
        let mut documents = open.documents.clone();
        let of_all = self.local_errors(fitted);
        let first = |at: usize| match &of_all {
            Some(errors) => errors[at],
            None => margin(fitted.documents.row(at)),
        };
        documents.sort_by(|&a, &b| first(a).total_cmp(&first(b)).then(a.cmp(&b)));
        documents.truncate(self.settings.pool);
        let mut words: Vec<usize> = open.words.iter().map(|&word| word as usize).collect();
        let surety = |word: usize| margin(fitted.words.row(word));
        words.sort_by(|&a, &b| surety(b).total_cmp(&surety(a)).then(a.cmp(&b)));
        words.truncate(self.settings.pool);
        if kinds == Kinds::Documents {
            words.clear();
        }
        if kinds == Kinds::Words {
            documents.clear();
        }
        let documents = documents.into_iter().map(|at| (false, at));
        documents
            .chain(words.into_iter().map(|at| (true, at)))
            .collect()
    }

    /// Expected utility of each candidate. It stays the same until the next fit, and most
    /// answers about words are that nobody can tell, after which there is none: only
    /// candidates that have just come in are computed.
    fn utilities(
        &self,
        fitted: &Fitted,
        candidates: &[(bool, usize)],
        utility: Utility,
    ) -> Option<Vec<f64>> {
        let mut known = fitted.utilities.lock().expect("no holder panics");
        let is_new = |one: &&(bool, usize)| !known.contains_key(one);
        let new: Vec<(bool, usize)> = candidates.iter().filter(is_new).copied().collect();
        if !new.is_empty() {
            let found = self.computed(fitted, &new, utility)?;
            known.extend(new.into_iter().zip(found));
        }
        Some(candidates.iter().map(|one| known[one]).collect())
    }

    /// Expected utilities by one iteration of the factorisation, or by the graph.
    fn computed(
        &self,
        fitted: &Fitted,
        candidates: &[(bool, usize)],
        utility: Utility,
    ) -> Option<Vec<f64>> {
        if let Some(graph) = &fitted.graph {
            return Some(graph_utilities(graph, fitted, candidates));
        }
        self.with_problem(fitted, |problem, factors| {
            by_iteration(problem, factors, candidates, utility)
        })
    }

    /// Calls `work` with the factorisation and its problem; `None` if there is none.
    fn with_problem<T>(
        &self,
        fitted: &Fitted,
        work: impl FnOnce(&Problem<'_>, &Factors) -> T,
    ) -> Option<T> {
        let factors = fitted.factors.as_ref()?;
        let input = self.pool.input(self.corpus);
        let view = input.default_view();
        let k = fitted.present.len();
        let documents = Targets::of_documents(&fitted.known.documents, k);
        let words = word_targets(&fitted.known, self.corpus.n_terms());
        let shares = fitted.known.class_shares();
        let problem = Problem::new(
            &view.rows,
            &view.transposed,
            (&documents, &words),
            shares.as_deref(),
            (k, tri::Params::default()),
        );
        Some(work(&problem, factors))
    }

    /// Expected reconstruction error of every document by its own row alone, for the strategy
    /// that begins with it.
    fn local_errors(&self, fitted: &Fitted) -> Option<Vec<f64>> {
        if self.settings.strategy != Strategy::EreLocal {
            return None;
        }
        self.with_problem(fitted, |problem, factors| {
            let base = Local::new(problem, factors);
            let posteriors = factors.document_posteriors();
            let expected = |at: usize| -> f64 {
                let classes = posteriors.row(at).iter().enumerate();
                classes.map(|(class, p)| p * base.document(at, class)).sum()
            };
            let all = (0..posteriors.n_rows()).into_par_iter();
            all.with_min_len(256).map(expected).collect()
        })
    }
}

/// Expected utilities by one iteration of the factorisation.
fn by_iteration(
    problem: &Problem<'_>,
    factors: &Factors,
    candidates: &[(bool, usize)],
    utility: Utility,
) -> Vec<f64> {
    let base = Candidates::new(problem, factors);
    let (of_documents, of_words) = (factors.document_posteriors(), factors.word_posteriors());
    let score = |&(is_word, at): &(bool, usize)| {
        let p = if is_word {
            of_words.row(at)
        } else {
            of_documents.row(at)
        };
        let of_class = |class: usize| {
            let outcome = if is_word {
                base.word(at, class)
            } else {
                base.document(at, class)
            };
            p[class]
                * match utility {
                    Utility::Error => -outcome.error,
                    Utility::Likelihood => base.log_likelihood(&outcome),
                }
        };
        (0..p.len()).map(of_class).sum()
    };
    candidates.par_iter().map(score).collect()
}

/// Expected negative reconstruction error of each candidate by the graph of documents and
/// words.
fn graph_utilities(
    graph: &GradsCandidates,
    fitted: &Fitted,
    candidates: &[(bool, usize)],
) -> Vec<f64> {
    let expected = |(&(is_word, at), errors): (&(bool, usize), Vec<f64>)| -> f64 {
        let table = if is_word {
            &fitted.words
        } else {
            &fitted.documents
        };
        let p = fitted.present.iter().map(|&class| table[(at, class)]);
        p.zip(errors).map(|(p, error)| -p * error).sum()
    };
    let errors = graph.errors(candidates);
    candidates.iter().zip(errors).map(expected).collect()
}

/// Kinds of items that are compared.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Kinds {
    Documents,
    Words,
    Both,
}

/// What a candidate is worth.
#[derive(Clone, Copy)]
pub(super) enum Utility {
    /// The negative reconstruction error.
    Error,
    /// The log-likelihood of the labelled documents.
    Likelihood,
}
