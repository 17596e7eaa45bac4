//! The next question.

use super::fit::Fitted;
use super::pool::Pool;
use super::{Answer, Drawn, Item, Question, Reason, Reply, Settings, Strategy};
use crate::tri::{Candidates, Problem, Targets};
use crate::{Corpus, Supervision};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use recto_math::{DenseMatrix, rng};
use std::collections::{BTreeMap, BTreeSet};

/// Word answers that `auto` looks back on.
const RECENT: usize = 8;

/// Answers without a class among them from which `auto` turns to documents.
const UNKNOWN: usize = 5;

/// Probability of a document from then on.
const DOCUMENTS: f64 = 0.8;

/// What a question is chosen from.
pub(super) struct Chooser<'a> {
    pub(super) corpus: &'a Corpus,
    pub(super) known: &'a Supervision,
    pub(super) settings: &'a Settings,
    pub(super) pool: &'a Pool,
    pub(super) answers: &'a BTreeMap<Item, (usize, Answer)>,
    pub(super) in_order: Vec<&'a Answer>,
    pub(super) fitted: Option<&'a Fitted>,
    pub(super) avoid: &'a BTreeSet<Item>,
}

/// Items that may be asked: documents by their place in the pool, and words.
struct Open {
    documents: Vec<usize>,
    words: Vec<u32>,
}

/// An item with the reason to ask it.
type Choice = Option<(Item, Drawn, Reason)>;

impl Chooser<'_> {
    /// The next question; `None` if nothing is left.
    pub(super) fn next(&self) -> Option<Question> {
        let open = self.open();
        let mut draw = rng::stream(self.settings.seed, "labelling", self.in_order.len() as u64);
        let choice = match self.fitted {
            Some(fitted) => self.by_strategy(fitted, &open, &mut draw),
            None => self.at_start(&open, &mut draw),
        };
        let (item, drawn, reason) = choice.or_else(|| self.skipped())?;
        Some(Question {
            item,
            drawn,
            posterior: self.posterior(item),
            reason,
        })
    }

    fn posterior(&self, item: Item) -> Vec<f64> {
        let k = self.known.n_classes();
        let row = self.fitted.and_then(|fitted| match item {
            Item::Document(j) => Some(fitted.documents.row(self.pool.place(j)?)),
            Item::Word(word) => Some(fitted.words.row(word as usize)),
        });
        row.map_or_else(|| vec![1.0 / k as f64; k], <[f64]>::to_vec)
    }

    /// What was not asked yet: no known label, no answer, no twin of a document that has
    /// either, and documents with words only.
    fn open(&self) -> Open {
        let pool = self.pool;
        let is_free = |item: &Item| !self.answers.contains_key(item) && !self.avoid.contains(item);
        let is_settled = |at: usize| {
            let document = pool.documents[at];
            self.known.documents[document].is_some()
                || self.answers.contains_key(&Item::Document(document))
        };
        let settled: BTreeSet<usize> = (0..pool.documents.len())
            .filter(|&at| is_settled(at))
            .map(|at| pool.twins[at])
            .collect();
        let counts = pool.corpus(self.corpus).counts();
        let is_open = |at: &usize| {
            !settled.contains(&pool.twins[*at])
                && !counts.row(*at).columns.is_empty()
                && is_free(&Item::Document(pool.documents[*at]))
        };
        let words = 0..self.corpus.n_terms() as u32;
        Open {
            documents: (0..pool.documents.len()).filter(is_open).collect(),
            words: words
                .filter(|word| pool.frequencies[*word as usize] > 0)
                .filter(|word| !self.known.words.contains_key(word))
                .filter(|word| is_free(&Item::Word(*word)))
                .collect(),
        }
    }

    /// Before there is a model: documents by lot, then words by their frequency.
    fn at_start(&self, open: &Open, draw: &mut ChaCha8Rng) -> Choice {
        let present = super::fit::present(&self.labelled());
        let classes = (0..self.known.n_classes()).filter(|class| !present.contains(class));
        let reason = Reason::Start {
            classes: classes.collect(),
        };
        if let Some(&at) = drawn(&open.documents, draw) {
            return Some((self.document(at), Drawn::AtRandom, reason));
        }
        let frequency = |word: &u32| self.pool.frequencies[*word as usize];
        let best = open
            .words
            .iter()
            .max_by_key(|word| (frequency(word), u32::MAX - **word));
        best.map(|&word| (Item::Word(word), Drawn::Chosen, reason))
    }

    fn labelled(&self) -> Supervision {
        let mut known = self.known.clone();
        for answer in &self.in_order {
            if let Reply::Class(class) = answer.reply {
                match answer.item {
                    Item::Document(document) => known.label_document(document, class),
                    Item::Word(word) => known.label_word(word, class),
                }
            }
        }
        known
    }

    fn document(&self, at: usize) -> Item {
        Item::Document(self.pool.documents[at])
    }

    fn by_strategy(&self, fitted: &Fitted, open: &Open, draw: &mut ChaCha8Rng) -> Choice {
        match self.settings.strategy {
            Strategy::Auto => self.auto(fitted, open, draw),
            Strategy::Uncertainty => self.uncertain(fitted, open, draw),
            Strategy::Interleave(p) => {
                if rng::uniform(draw) < p || open.words.is_empty() {
                    self.uncertain(fitted, open, draw)
                } else {
                    self.certain(fitted, open)
                }
            }
            Strategy::Random => self.random(open, draw),
            Strategy::Ere => self.expected(fitted, open, Kinds::Both, Utility::Error, draw),
            Strategy::Elg => self.expected(fitted, open, Kinds::Both, Utility::Likelihood, draw),
            Strategy::InterleaveEre(p) => {
                let kinds = if rng::uniform(draw) < p || open.words.is_empty() {
                    Kinds::Documents
                } else {
                    Kinds::Words
                };
                self.expected(fitted, open, kinds, Utility::Error, draw)
            }
        }
    }

    /// A document or a word by lot, as often as their prices allow for the same cost.
    fn random(&self, open: &Open, draw: &mut ChaCha8Rng) -> Choice {
        let is_document = rng::uniform(draw) < 0.5;
        if (is_document || open.words.is_empty())
            && let Some(&at) = drawn(&open.documents, draw)
        {
            return Some((self.document(at), Drawn::AtRandom, Reason::Random));
        }
        let &word = drawn(&open.words, draw)?;
        Some((Item::Word(word), Drawn::Chosen, Reason::Random))
    }

    /// Whether the next document is drawn by lot, to estimate the accuracy.
    fn is_for_estimate(&self) -> bool {
        let every = self.settings.random_every;
        let is_answered = |answer: &&&Answer| {
            matches!(answer.item, Item::Document(_)) && answer.reply != Reply::Skip
        };
        every > 0 && self.in_order.iter().filter(is_answered).count() % every == every - 1
    }

    fn for_estimate(&self, open: &Open, draw: &mut ChaCha8Rng) -> Choice {
        let by_lot = |answer: &&&Answer| {
            matches!(answer.item, Item::Document(_)) && answer.drawn == Drawn::AtRandom
        };
        let so_far = self.in_order.iter().filter(by_lot).count();
        let &at = drawn(&open.documents, draw)?;
        Some((
            self.document(at),
            Drawn::AtRandom,
            Reason::Estimate { so_far },
        ))
    }

    /// The least sure document, or in its turn one drawn by lot.
    fn uncertain(&self, fitted: &Fitted, open: &Open, draw: &mut ChaCha8Rng) -> Choice {
        if self.is_for_estimate() {
            return self.for_estimate(open, draw);
        }
        let margins = |at: &usize| margin(fitted.documents.row(*at));
        let &at = open
            .documents
            .iter()
            .min_by(|a, b| margins(a).total_cmp(&margins(b)).then(a.cmp(b)))?;
        let reason = Reason::Uncertain {
            margin: margins(&at),
            among: open.documents.len(),
        };
        Some((self.document(at), Drawn::Chosen, reason))
    }

    /// The surest word.
    fn certain(&self, fitted: &Fitted, open: &Open) -> Choice {
        let margins = |word: &u32| margin(fitted.words.row(*word as usize));
        let &word = open
            .words
            .iter()
            .min_by(|a, b| margins(b).total_cmp(&margins(a)).then(a.cmp(b)))?;
        let reason = Reason::Certain {
            margin: margins(&word),
            among: open.words.len(),
        };
        Some((Item::Word(word), Drawn::Chosen, reason))
    }

    /// Words that move many documents while people can tell their class, then documents.
    fn auto(&self, fitted: &Fitted, open: &Open, draw: &mut ChaCha8Rng) -> Choice {
        let replies = self.in_order.iter().rev();
        let recent: Vec<Reply> = replies
            .filter(|answer| matches!(answer.item, Item::Word(_)) && answer.reply != Reply::Skip)
            .map(|answer| answer.reply)
            .take(RECENT)
            .collect();
        let unknown = recent
            .iter()
            .filter(|reply| **reply == Reply::DontKnow)
            .count();
        let wants_document = unknown >= UNKNOWN && rng::uniform(draw) < DOCUMENTS;
        let known = 1.0 - unknown as f64 / recent.len().max(1) as f64;
        if wants_document {
            self.uncertain(fitted, open, draw)
                .or_else(|| self.telling(fitted, open, known))
        } else {
            self.telling(fitted, open, known)
                .or_else(|| self.uncertain(fitted, open, draw))
        }
    }

    /// The word with the largest weight in most documents.
    fn telling(&self, fitted: &Fitted, open: &Open, known: f64) -> Choice {
        let weights = fitted.weights.as_ref()?;
        let frequency = |word: u32| self.pool.frequencies[word as usize];
        let value = |word: &u32| contrast(weights, *word) * f64::from(frequency(*word)).sqrt();
        let &word = open
            .words
            .iter()
            .min_by(|a, b| value(b).total_cmp(&value(a)).then(a.cmp(b)))?;
        let reason = Reason::Telling {
            weight: contrast(weights, word),
            documents: frequency(word),
            known,
        };
        Some((Item::Word(word), Drawn::Chosen, reason))
    }

    /// The candidate with the largest expected utility (ADS eq. 13): documents that the model
    /// is least sure of, words that it is surest of.
    fn expected(
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
        let doubt = |at: usize| margin(fitted.documents.row(at));
        documents.sort_by(|&a, &b| doubt(a).total_cmp(&doubt(b)).then(a.cmp(&b)));
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

    /// Expected utility of each candidate, by one iteration of the factorisation.
    fn utilities(
        &self,
        fitted: &Fitted,
        candidates: &[(bool, usize)],
        utility: Utility,
    ) -> Option<Vec<f64>> {
        let factors = fitted.factors.as_ref()?;
        let input = self.pool.input(self.corpus);
        let view = input.default_view();
        let k = fitted.present.len();
        let documents = Targets::of_documents(&fitted.known.documents, k);
        let words = crate::engine::word_targets(&fitted.known, self.corpus.n_terms());
        let shares = fitted.known.class_shares();
        let problem = Problem::new(
            &view.rows,
            &view.transposed,
            (&documents, &words),
            shares.as_deref(),
            (k, crate::tri::Params::default()),
        );
        let base = Candidates::new(&problem, factors);
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
            (0..k).map(of_class).sum()
        };
        Some(candidates.par_iter().map(score).collect())
    }

    /// What was skipped first, when nothing else is left.
    fn skipped(&self) -> Choice {
        let is_free =
            |answer: &&&Answer| answer.reply == Reply::Skip && !self.avoid.contains(&answer.item);
        let answer = self.in_order.iter().find(is_free)?;
        Some((answer.item, Drawn::Chosen, Reason::Skipped))
    }
}

/// Kinds of items that are compared.
#[derive(Clone, Copy, PartialEq)]
enum Kinds {
    Documents,
    Words,
    Both,
}

/// What a candidate is worth.
#[derive(Clone, Copy)]
enum Utility {
    /// The negative reconstruction error.
    Error,
    /// The log-likelihood of the labelled documents.
    Likelihood,
}

fn drawn<'o, T>(open: &'o [T], draw: &mut ChaCha8Rng) -> Option<&'o T> {
    (!open.is_empty()).then(|| &open[rng::below(draw, open.len())])
}

/// Probability of the likeliest class minus that of the second.
fn margin(row: &[f64]) -> f64 {
    let (mut first, mut second) = (0.0, 0.0);
    for &p in row {
        if p > first {
            (first, second) = (p, first);
        } else if p > second {
            second = p;
        }
    }
    first - second
}

/// How far the weight of a word for its best class is above the mean of all.
fn contrast(weights: &DenseMatrix, word: u32) -> f64 {
    let row = weights.row(word as usize);
    let mean = row.iter().sum::<f64>() / row.len() as f64;
    row.iter().fold(0.0, |most: f64, w| most.max(w - mean))
}
