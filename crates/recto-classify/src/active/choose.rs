//! The next question.

use super::expected::{Kinds, Utility};
use super::fit::Fitted;
use super::pool::Pool;
use super::{Answer, Drawn, Item, Question, Reason, Reply, Settings, Strategy};
use crate::{Corpus, Supervision};
use rand_chacha::ChaCha8Rng;
use recto_math::{DenseMatrix, rng};
use std::collections::{BTreeMap, BTreeSet};

/// What `auto` spends on words at first, in prices of documents.
const OPENING: f64 = 4.0;

/// Share of the price that `auto` spends on documents from then on.
const DOCUMENTS: f64 = 0.8;

/// How far the number of documents of a word counts beside its weight: weights are largest
/// for rare words, and a rare word moves little.
const FREQUENCY: f64 = 0.25;

/// Documents that a word must be in for `auto` to ask about it while there are documents to
/// ask: words of one or two teach less than these documents.
const SHARED: u32 = 3;

/// How far likeness to other documents counts beside doubt when `auto` asks for a document.
const TYPICAL: f64 = 0.5;

/// Words known at the start, a lexicon, from which `auto` asks for documents alone, by doubt
/// alone. A person who starts without one has answered some forty words at a cost of 400; the
/// lexicon that recto brings has several hundred words of a set of reviews.
const LEXICON: usize = 100;

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
pub(super) struct Open {
    pub(super) documents: Vec<usize>,
    pub(super) words: Vec<u32>,
}

/// An item with the reason to ask it.
pub(super) type Choice = Option<(Item, Drawn, Reason)>;

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

    pub(super) fn document(&self, at: usize) -> Item {
        Item::Document(self.pool.documents[at])
    }

    fn by_strategy(&self, fitted: &Fitted, open: &Open, draw: &mut ChaCha8Rng) -> Choice {
        match self.settings.strategy {
            Strategy::Auto => self.auto(fitted, open, draw),
            Strategy::Uncertainty => self.uncertain(fitted, open, draw),
            Strategy::Interleave(p) => {
                if wants_document(p, open, draw) {
                    self.uncertain(fitted, open, draw)
                } else {
                    self.certain(fitted, open)
                }
            }
            Strategy::Random => self.random(open, draw),
            Strategy::Ere | Strategy::EreLocal => {
                self.expected(fitted, open, Kinds::Both, Utility::Error, draw)
            }
            Strategy::Elg => self.expected(fitted, open, Kinds::Both, Utility::Likelihood, draw),
            Strategy::InterleaveEre(p) => {
                let kinds = if wants_document(p, open, draw) {
                    Kinds::Documents
                } else {
                    Kinds::Words
                };
                self.expected(fitted, open, kinds, Utility::Error, draw)
            }
        }
    }

    /// A document or a word by lot, each as often.
    fn random(&self, open: &Open, draw: &mut ChaCha8Rng) -> Choice {
        if wants_document(0.5, open, draw) {
            let &at = drawn(&open.documents, draw)?;
            return Some((self.document(at), Drawn::AtRandom, Reason::Random));
        }
        let &word = drawn(&open.words, draw)?;
        Some((Item::Word(word), Drawn::Chosen, Reason::Random))
    }

    /// Whether the next document is drawn by lot, to estimate the accuracy.
    pub(super) fn is_for_estimate(&self) -> bool {
        let every = self.settings.random_every;
        let is_answered = |answer: &&&Answer| {
            matches!(answer.item, Item::Document(_)) && answer.reply != Reply::Skip
        };
        every > 0 && self.in_order.iter().filter(is_answered).count() % every == every - 1
    }

    pub(super) fn for_estimate(&self, open: &Open, draw: &mut ChaCha8Rng) -> Choice {
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
        let value = |at: usize| -margin(fitted.documents.row(at));
        self.best_document(fitted, open, value, draw)
    }

    /// An unsure document that is like many others, or in its turn one drawn by lot: the
    /// information density of Settles and Craven 2008. The least sure documents are often odd
    /// ones, whose answers say little about others.
    fn uncertain_and_typical(&self, fitted: &Fitted, open: &Open, draw: &mut ChaCha8Rng) -> Choice {
        let view = self.pool.input(self.corpus).default_view();
        let sums = view.rows.column_sums();
        let value = |at: usize| {
            let row = view.rows.row(at).iter();
            let likeness: f64 = row.map(|(term, x)| x * sums[term as usize]).sum();
            (1.0 - margin(fitted.documents.row(at))) * likeness.powf(TYPICAL)
        };
        self.best_document(fitted, open, value, draw)
    }

    /// The open document with the largest value, or in its turn one drawn by lot.
    fn best_document(
        &self,
        fitted: &Fitted,
        open: &Open,
        value: impl Fn(usize) -> f64,
        draw: &mut ChaCha8Rng,
    ) -> Choice {
        if self.is_for_estimate() {
            return self.for_estimate(open, draw);
        }
        let valued = open.documents.iter().map(|&at| (value(at), at));
        let (_, at) = valued.min_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)))?;
        let reason = Reason::Uncertain {
            margin: margin(fitted.documents.row(at)),
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

    /// Telling words first, then documents for most of the price and telling words for the
    /// rest. With a lexicon the least sure documents, as its words are known already and the
    /// first model is good on what is typical; words once documents have run out.
    fn auto(&self, fitted: &Fitted, open: &Open, draw: &mut ChaCha8Rng) -> Choice {
        if self.known.words.len() >= LEXICON {
            return self
                .uncertain(fitted, open, draw)
                .or_else(|| self.telling(fitted, open, 0));
        }
        // Answers from elsewhere were not chosen and say nothing about what to choose.
        let is_paid = |answer: &&&Answer| answer.reply != Reply::Skip && answer.predicted.is_some();
        let of = |is_word: bool| {
            let is_kind = move |answer: &&&Answer| matches!(answer.item, Item::Word(_)) == is_word;
            self.in_order.iter().filter(is_paid).filter(is_kind).count() as f64
        };
        let words = of(true) * self.settings.word_cost;
        let documents = of(false) * self.settings.document_cost;
        let is_opening = words < OPENING * self.settings.document_cost;
        if !is_opening && documents < DOCUMENTS * (words + documents) {
            self.uncertain_and_typical(fitted, open, draw)
                .or_else(|| self.telling(fitted, open, 0))
        } else {
            self.telling(fitted, open, SHARED)
                .or_else(|| self.uncertain_and_typical(fitted, open, draw))
                .or_else(|| self.telling(fitted, open, 0))
        }
    }

    /// The word with the largest weight in most documents, among those in at least `least`.
    fn telling(&self, fitted: &Fitted, open: &Open, least: u32) -> Choice {
        let weights = fitted.weights.as_ref()?;
        let frequency = |word: u32| self.pool.frequencies[word as usize];
        let is_shared = |word: &&u32| frequency(**word) >= least;
        let value =
            |word: &u32| contrast(weights, *word) * f64::from(frequency(*word)).powf(FREQUENCY);
        let shared = open.words.iter().filter(is_shared);
        let &word = shared.min_by(|a, b| value(b).total_cmp(&value(a)).then(a.cmp(b)))?;
        let reason = Reason::Telling {
            weight: contrast(weights, word),
            documents: frequency(word),
        };
        Some((Item::Word(word), Drawn::Chosen, reason))
    }

    /// What was skipped first, when nothing else is left.
    fn skipped(&self) -> Choice {
        let is_free =
            |answer: &&&Answer| answer.reply == Reply::Skip && !self.avoid.contains(&answer.item);
        let answer = self.in_order.iter().find(is_free)?;
        Some((answer.item, Drawn::Chosen, Reason::Skipped))
    }
}

/// Whether a coin that shows documents with probability `p` does so, as far as there are
/// both kinds to ask.
fn wants_document(p: f64, open: &Open, draw: &mut ChaCha8Rng) -> bool {
    let is_document = rng::uniform(draw) < p;
    open.words.is_empty() || (is_document && !open.documents.is_empty())
}

fn drawn<'o, T>(open: &'o [T], draw: &mut ChaCha8Rng) -> Option<&'o T> {
    (!open.is_empty()).then(|| &open[rng::below(draw, open.len())])
}

/// Probability of the likeliest class minus that of the second.
pub(super) fn margin(row: &[f64]) -> f64 {
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
