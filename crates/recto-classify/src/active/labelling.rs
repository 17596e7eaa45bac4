//! The state of active labelling.

use super::{Advice, Answer, Drawn, Item, Question, Reason, Reply, Settings, Standing, Strategy};
use crate::arithmetic::argmax;
use crate::distil::{self, Distil};
use crate::engine::{Engine, Input, Solution};
use crate::{ClassifyError, Corpus, Supervision};
use recto_math::{DenseMatrix, Run, rng};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The state of active labelling.
pub struct Labelling {
    corpus: Corpus,
    known: Supervision,
    settings: Settings,
    /// Answers with their place in the order of first answers.
    answers: BTreeMap<Item, (usize, Answer)>,
    asked: usize,
    fitted: Option<Solution>,
}

/// What a refit changed.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Change {
    /// Documents whose predicted class changed.
    pub changed: usize,
    /// Documents without a label that were predicted before and now.
    pub of: usize,
    /// Words whose weight moved most, with the weight for each class before and now.
    pub words: Vec<Moved>,
}

/// A word whose class distribution moved.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Moved {
    /// Its id.
    pub word: u32,
    /// The class it moved towards.
    pub towards: usize,
    /// Probability of that class before.
    pub before: f64,
    /// Probability of that class now.
    pub now: f64,
}

/// Predictions for all documents and words.
#[derive(Debug, Clone, PartialEq)]
pub struct Predictions {
    /// Likeliest class of each document; its label where it has one.
    pub classes: Vec<usize>,
    /// Class distributions of documents, documents by classes.
    pub documents: DenseMatrix,
    /// Class distributions of words, words by classes.
    pub words: DenseMatrix,
}

impl Labelling {
    /// Starts to label `corpus` with what is known of it.
    ///
    /// # Errors
    /// [`ClassifyError`] if what is known does not fit the corpus, or a setting is out of its
    /// range. Missing labels are none: to get them is the purpose.
    pub fn new(
        corpus: Corpus,
        known: Supervision,
        settings: Settings,
    ) -> Result<Self, ClassifyError> {
        settings.check()?;
        Ok(Self {
            corpus,
            known,
            settings,
            answers: BTreeMap::new(),
            asked: 0,
            fitted: None,
        })
    }

    /// Sets the names of the classes: a name in place of another renames a class, names
    /// after the last add classes. Answers keep their class by its index.
    ///
    /// # Errors
    /// [`ClassifyError::Classes`] if there are fewer than before, or a name is there twice.
    pub fn set_classes(&mut self, classes: Vec<String>) -> Result<(), ClassifyError> {
        self.known.classes = classes;
        self.fitted = None;
        Ok(())
    }

    /// Takes an answer; the last one about an item wins. An answer with a class or an item
    /// that there is not is ignored.
    pub fn answer(&mut self, answer: &Answer) {
        let at = self.asked;
        self.asked += 1;
        self.answers.insert(answer.item, (at, answer.clone()));
    }

    /// Takes all answers about an item back.
    pub fn retract(&mut self, item: Item) {
        self.answers.remove(&item);
    }

    /// What is known with the answers so far.
    pub fn supervision(&self) -> Supervision {
        let mut known = self.known.clone();
        for (item, (_, answer)) in &self.answers {
            if let Reply::Class(class) = answer.reply {
                match *item {
                    Item::Document(document) => known.label_document(document, class),
                    Item::Word(word) => known.label_word(word, class),
                }
            }
        }
        known.is_random_sample = false;
        known
    }

    /// Fits the model anew to all answers.
    ///
    /// # Errors
    /// [`ClassifyError::Cancelled`] if the observer asks to stop.
    pub fn refit(&mut self, run: &Run<'_>) -> Result<Change, ClassifyError> {
        let known = self.supervision();
        if known.check(&self.corpus).is_err() {
            self.fitted = None;
            return Ok(Change::default());
        }
        let input = Input::new(&self.corpus);
        let solution = Distil(distil::Params::default()).solve(&input, &known, run)?;
        self.fitted = Some(solution);
        Ok(Change::default())
    }

    /// The next question; `None` if everything was asked. Items in `avoid` are being asked
    /// elsewhere at this moment.
    ///
    /// # Errors
    /// [`ClassifyError::Cancelled`] if the observer asks to stop.
    pub fn next(
        &self,
        avoid: &BTreeSet<Item>,
        run: &Run<'_>,
    ) -> Result<Option<Question>, ClassifyError> {
        run.report("choosing a question", 0, Some(1))?;
        let is_open = |item: &Item| !self.answers.contains_key(item) && !avoid.contains(item);
        let documents = (0..self.corpus.n_documents()).map(Item::Document);
        let open: Vec<Item> = documents.filter(is_open).collect();
        let mut draw = rng::stream(self.settings.seed, "labelling", self.asked as u64);
        if open.is_empty() {
            return Ok(None);
        }
        let item = open[rng::below(&mut draw, open.len())];
        let k = self.known.n_classes();
        Ok(Some(Question {
            item,
            drawn: match self.settings.strategy {
                Strategy::Random => Drawn::AtRandom,
                _ => Drawn::Chosen,
            },
            posterior: vec![1.0 / k as f64; k],
            reason: Reason::Random,
        }))
    }

    /// How far labelling has come.
    pub fn standing(&self) -> Standing {
        Standing {
            accuracy: None,
            cost: 0.0,
            documents: 0,
            words: 0,
            dont_know: None,
            advice: Advice {
                stop: false,
                signs: Vec::new(),
            },
            gain_of_fifty: None,
        }
    }

    /// Predictions of the last fit for all documents and words; even distributions before
    /// there is one.
    pub fn predictions(&self) -> Predictions {
        let k = self.known.n_classes();
        let even = |rows: usize| DenseMatrix::filled(rows, k, 1.0 / k as f64);
        let documents = match &self.fitted {
            Some(fitted) => crate::arithmetic::softmax_rows(&fitted.scores),
            None => even(self.corpus.n_documents()),
        };
        let words = self.fitted.as_ref().and_then(|fitted| fitted.words.clone());
        Predictions {
            classes: documents.rows().map(argmax).collect(),
            documents,
            words: words.unwrap_or_else(|| even(self.corpus.n_terms())),
        }
    }

    /// The corpus.
    pub fn corpus(&self) -> &Corpus {
        &self.corpus
    }

    /// Names of the classes.
    pub fn classes(&self) -> &[String] {
        &self.known.classes
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }
}
