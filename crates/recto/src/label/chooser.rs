//! The engine beside a project: takes what rows of the log changed, and chooses questions.
//!
//! A [`Chooser`] has no part in the file, so that it can work in a thread of its own while a
//! person reads: [`Session`](super::Session) makes [`Update`]s from the log, the chooser
//! applies them and prepares the next question.

use super::quote::{Quote, quotes};
use super::{ItemKey, Texts};
use crate::classify::{Start, from_engine};
use crate::{Error, Run};
use recto_classify::active::simulate::{Plan, Simulation, simulate};
use recto_classify::active::{
    Answer, Change, Item, Labelling, Predictions, Question, Settings, Standing,
};
use recto_classify::lexicon::NEGATED_PREFIX;
use recto_classify::metrics::majority;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Sentences that a question about a word shows.
const QUOTES: usize = 5;

/// A change that the engine has to know of.
#[derive(Debug, Clone, PartialEq)]
pub enum Update {
    /// Classes were added or renamed.
    Classes(Vec<String>),
    /// Something holds of an item.
    Answer(Answer),
    /// All that was said about an item was taken back.
    Retract(Item),
}

/// Chooses questions by what was answered.
pub struct Chooser {
    labelling: Labelling,
    texts: Arc<Texts>,
    is_fitted: bool,
}

/// What the engine says between two questions.
#[derive(Debug, Clone, PartialEq)]
pub struct Prepared {
    /// The next question; `None` if everything was asked.
    pub question: Option<(Question, Content)>,
    /// What the last answers changed, with words that moved.
    pub change: Change,
    /// Words of [`Prepared::change`], as they are written.
    pub moved: Vec<String>,
    /// How far the answers have come.
    pub standing: Standing,
}

/// What a question shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// A document.
    Document {
        /// Its id.
        id: String,
        /// Its title, where it has one.
        title: Option<String>,
        /// Its text.
        text: String,
    },
    /// A word.
    Word {
        /// The word of the corpus.
        term: String,
        /// The word as people write it.
        word: String,
        /// Whether only its uses under negation are meant.
        is_negated: bool,
        /// Documents that have it.
        documents: usize,
        /// Sentences that it stands in.
        quotes: Vec<Quote>,
    },
}

impl Content {
    /// What an answer to it is about.
    pub fn key(&self) -> ItemKey {
        match self {
            Self::Document { id, .. } => ItemKey::Document(id.clone()),
            Self::Word { term, .. } => ItemKey::Word(term.clone()),
        }
    }

    /// The document at a place.
    pub(super) fn of_document(texts: &Texts, place: usize) -> Self {
        let document = &texts.pile.documents[place];
        Self::Document {
            id: document.id.clone(),
            title: document.title.clone(),
            text: document.text.clone(),
        }
    }
}

impl Chooser {
    pub(super) fn new(texts: Arc<Texts>, start: Start, settings: Settings) -> Result<Self, Error> {
        let labelling = Labelling::new(start.corpus, start.known, settings);
        Ok(Self {
            labelling: labelling.map_err(from_engine)?,
            texts,
            is_fitted: false,
        })
    }

    /// All words that can be asked, by their ids.
    pub(super) fn words(&self) -> &[String] {
        self.labelling.corpus().terms()
    }

    /// Takes updates in their order.
    ///
    /// # Errors
    /// [`Error`] if classes do not fit.
    pub fn apply(&mut self, updates: &[Update]) -> Result<(), Error> {
        for update in updates {
            match update {
                Update::Answer(answer) => {
                    let mut answer = answer.clone();
                    let n_classes = self.labelling.classes().len();
                    // Classes that were added since had no probability.
                    if let Some(row) = &mut answer.predicted {
                        row.resize(n_classes, 0.0);
                    }
                    self.labelling.answer(&answer);
                }
                Update::Retract(item) => self.labelling.retract(*item),
                Update::Classes(classes) => {
                    let set = self.labelling.set_classes(classes.clone());
                    set.map_err(from_engine)?;
                }
            }
        }
        self.is_fitted &= updates.is_empty();
        Ok(())
    }

    /// Fits the model to all answers, if there are new ones.
    ///
    /// # Errors
    /// [`Error::Cancelled`] if the observer asks to stop.
    pub fn refit(&mut self, run: &Run<'_>) -> Result<Change, Error> {
        if self.is_fitted {
            return Ok(Change::default());
        }
        let change = self.labelling.refit(run).map_err(from_engine)?;
        self.is_fitted = true;
        Ok(change)
    }

    /// Fits the model and chooses the next question.
    ///
    /// # Errors
    /// [`Error::Cancelled`] if the observer asks to stop.
    pub fn prepare(&mut self, avoid: &BTreeSet<Item>, run: &Run<'_>) -> Result<Prepared, Error> {
        let change = self.refit(run)?;
        let question = self.labelling.next(avoid, run).map_err(from_engine)?;
        let terms = self.labelling.corpus().terms();
        let moved = change
            .words
            .iter()
            .map(|word| terms[word.word as usize].clone());
        Ok(Prepared {
            question: match question {
                Some(question) => {
                    let content = self.content(question.item, run)?;
                    Some((question, content))
                }
                None => None,
            },
            moved: moved.map(|term| spelt(&term)).collect(),
            change,
            standing: self.labelling.standing(),
        })
    }

    fn content(&self, item: Item, run: &Run<'_>) -> Result<Content, Error> {
        let id = match item {
            Item::Document(place) => return Ok(Content::of_document(&self.texts, place)),
            Item::Word(id) => id,
        };
        let corpus = self.labelling.corpus();
        let term = &corpus.terms()[id as usize];
        let rows = corpus.counts().rows().enumerate();
        let has = rows.filter(|(_, row)| row.columns.binary_search(&id).is_ok());
        let places: Vec<usize> = has.map(|(place, _)| place).collect();
        // From all over the pile, as the first documents may be alike.
        let step = places.len().div_ceil(QUOTES).max(1);
        let spread = places.iter().step_by(step).chain(&places).copied();
        let mut shown = BTreeSet::new();
        let spread = spread.filter(|place| shown.insert(*place)).take(4 * QUOTES);
        Ok(Content::Word {
            word: spelt(term),
            is_negated: term.starts_with(NEGATED_PREFIX),
            documents: places.len(),
            quotes: quotes(&self.texts, term, spread, QUOTES, run)?,
            term: term.clone(),
        })
    }

    /// How far the answers have come.
    pub fn standing(&self) -> Standing {
        self.labelling.standing()
    }

    /// What the model says of every document and word.
    pub fn predictions(&self) -> Predictions {
        self.labelling.predictions()
    }

    /// Whether there is a model: enough is known for one, and it was fitted.
    pub fn has_model(&self) -> bool {
        self.labelling.has_model()
    }

    /// Names of the classes as the engine knows them.
    pub fn classes(&self) -> &[String] {
        self.labelling.classes()
    }

    /// Plays labelling through on the labels that documents came with and on answers; also
    /// returns the share of the commonest class.
    ///
    /// # Errors
    /// [`Error`] if there are none, or if the observer asks to stop.
    pub fn simulate(&self, plan: &Plan, run: &Run<'_>) -> Result<(Simulation, f64), Error> {
        let classes = self.labelling.classes();
        let class = |label: &String| classes.iter().position(|class| class == label);
        let known = self.labelling.supervision();
        let documents = self.texts.pile.documents.iter().zip(&self.texts.aside);
        let truth: Vec<Option<usize>> = documents
            .zip(&known.documents)
            .map(|((document, aside), answered)| {
                let given = aside.as_ref().or(document.labels.first()).and_then(class);
                given.or(*answered)
            })
            .collect();
        let kinds: BTreeSet<usize> = truth.iter().flatten().copied().collect();
        if kinds.len() < 2 {
            return Err(Error::input(
                "a simulation answers by labels that are known, and there are none of two \
                 classes; make a project of documents with labels, or answer more",
            ));
        }
        let mut start = known;
        start.documents.fill(None);
        let classes: Vec<usize> = truth.iter().flatten().copied().collect();
        let majority = majority(&classes).unwrap_or_default();
        let found = simulate(self.labelling.corpus(), &truth, &start, plan, run);
        Ok((found.map_err(from_engine)?, majority))
    }

    /// The settings of the engine.
    pub fn settings(&self) -> &Settings {
        self.labelling.settings()
    }
}

/// A term as people write it: `not_good` as `not good`.
pub(super) fn spelt(term: &str) -> String {
    match term.strip_prefix(NEGATED_PREFIX) {
        Some(word) => format!("not {word}"),
        None => term.to_owned(),
    }
}
