//! The state of active labelling.

use super::choose::Chooser;
use super::fit::Fitted;
use super::pool::Pool;
use super::standing::{self, Standing};
use super::{Answer, Drawn, Item, Question, Reply, Settings};
use crate::arithmetic::argmax;
use crate::supervision::uneven_shares;
use crate::{ClassifyError, Corpus, Supervision};
use recto_math::{DenseMatrix, Run};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Words that a [`Change`] lists.
const MOVED: usize = 5;

/// Documents outside the pool that are classified at once.
const BLOCK: usize = 50_000;

/// The state of active labelling.
pub struct Labelling {
    corpus: Corpus,
    known: Supervision,
    settings: Settings,
    pool: Pool,
    /// Answers with their place in the order of first answers.
    answers: BTreeMap<Item, (usize, Answer)>,
    /// Answers taken so far, those about the same item included.
    taken: usize,
    fitted: Option<Fitted>,
    /// Classes that a model of the first half of the answers predicts.
    earlier: Option<Earlier>,
}

/// Predictions of a model that knew only the first answers.
struct Earlier {
    /// The answers that it knew.
    answers: Vec<(Item, Reply)>,
    classes: Vec<usize>,
}

/// What a refit changed.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Change {
    /// Documents without a label whose predicted class changed.
    pub changed: usize,
    /// Documents without a label that were predicted before and now.
    pub of: usize,
    /// Words without a label that moved most, the farthest first.
    pub words: Vec<Moved>,
}

/// A word whose class distribution moved.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
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
    /// Class of each document that the model finds likeliest, whatever was answered.
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
        known.check_fit(&corpus)?;
        let pool = Pool::new(&corpus, settings.sample, &labelled(&known), settings.seed);
        Ok(Self {
            corpus,
            known,
            settings,
            pool,
            answers: BTreeMap::new(),
            taken: 0,
            fitted: None,
            earlier: None,
        })
    }

    /// Sets the names of the classes: a name in place of another renames a class, names
    /// after the last add classes. Answers keep their class by its index. With a further
    /// class, shares and first guesses, which know nothing of it, are dropped.
    ///
    /// # Errors
    /// [`ClassifyError::Classes`] if there are fewer than before, or a name is there twice;
    /// then nothing changes.
    pub fn set_classes(&mut self, classes: Vec<String>) -> Result<(), ClassifyError> {
        let (before, now) = (self.known.n_classes(), classes.len());
        if now < before {
            let text = format!("{now} names for {before} classes that have answers");
            return Err(ClassifyError::Classes(text));
        }
        let mut known = self.known.clone();
        known.classes = classes;
        if now > before {
            (known.prior, known.guesses) = (None, None);
            known
                .words
                .values_mut()
                .for_each(|row| row.resize(now, 0.0));
            self.fitted = None;
            self.earlier = None;
        }
        known.check_fit(&self.corpus)?;
        self.known = known;
        Ok(())
    }

    /// Takes an answer; the last one about an item wins, but how its question was drawn and
    /// what was predicted stay those of the first. An answer with an item or a class that
    /// there is not is ignored.
    pub fn answer(&mut self, answer: &Answer) {
        let exists = match answer.item {
            Item::Document(document) => document < self.corpus.n_documents(),
            Item::Word(word) => (word as usize) < self.corpus.n_terms(),
        };
        let has_class = match answer.reply {
            Reply::Class(class) => class < self.known.n_classes(),
            Reply::DontKnow | Reply::Skip => true,
        };
        if !(exists && has_class) {
            return;
        }
        match self.answers.get_mut(&answer.item) {
            Some((_, first)) if first.reply != Reply::Skip => first.reply = answer.reply,
            _ => {
                self.answers
                    .insert(answer.item, (self.taken, answer.clone()));
            }
        }
        self.taken += 1;
    }

    /// Takes all answers about an item back.
    pub fn retract(&mut self, item: Item) {
        self.answers.remove(&item);
    }

    /// What is known with the answers so far. Shares of classes are estimated from documents
    /// that were drawn by lot alone.
    pub fn supervision(&self) -> Supervision {
        self.known_with(&self.in_order())
    }

    /// The label of a document: an answer, or what is known anyway.
    pub fn label_of(&self, document: usize) -> Option<usize> {
        match self.answers.get(&Item::Document(document)) {
            Some((_, answer)) => match answer.reply {
                Reply::Class(class) => Some(class),
                Reply::DontKnow | Reply::Skip => self.known.documents[document],
            },
            None => self.known.documents[document],
        }
    }

    fn known_with(&self, answers: &[&Answer]) -> Supervision {
        let mut known = self.known.clone();
        let mut by_lot = if known.is_random_sample {
            known.class_counts()
        } else {
            vec![0.0; known.n_classes()]
        };
        for answer in answers {
            let Reply::Class(class) = answer.reply else {
                continue;
            };
            match answer.item {
                Item::Document(document) => {
                    known.label_document(document, class);
                    if answer.drawn == Drawn::AtRandom {
                        by_lot[class] += 1.0;
                    }
                }
                Item::Word(word) => known.label_word(word, class),
            }
        }
        known.prior = known
            .prior
            .or_else(|| uneven_shares(&by_lot, UNEVEN, SMOOTHING));
        known.is_random_sample = false;
        known
    }

    /// Fits the model anew to all answers.
    ///
    /// # Errors
    /// [`ClassifyError::Cancelled`] if the observer asks to stop.
    pub fn refit(&mut self, run: &Run<'_>) -> Result<Change, ClassifyError> {
        run.report("fitting", 0, Some(1))?;
        let known = self.supervision();
        self.widen(&known);
        let fitted = self.fit(&known, run)?;
        let change = match (&self.fitted, &fitted) {
            (Some(before), Some(now)) => change(before, now, &self.pool, &known),
            _ => Change::default(),
        };
        self.fitted = fitted;
        self.refit_half(run)?;
        Ok(change)
    }

    fn fit(&mut self, known: &Supervision, run: &Run<'_>) -> Result<Option<Fitted>, ClassifyError> {
        let (learner, strategy) = (self.settings.learner, self.settings.strategy);
        let pool = (&self.corpus, &mut self.pool);
        Fitted::new(pool, known, learner, strategy.needs_factors(), run)
    }

    /// Takes labelled documents into the pool that are not there.
    fn widen(&mut self, known: &Supervision) {
        let wanted = labelled(known);
        if wanted.iter().all(|&j| self.pool.place(j).is_some()) {
            return;
        }
        let settings = &self.settings;
        self.pool = Pool::new(&self.corpus, settings.sample, &wanted, settings.seed);
        self.fitted = None;
        self.earlier = None;
    }

    /// Fits a model to the first half of the answers about documents, in steps, so that it is
    /// seldom fitted: how far its predictions are from those of the model of all answers says
    /// how much further answers may change.
    fn refit_half(&mut self, run: &Run<'_>) -> Result<(), ClassifyError> {
        let answers = self.in_order();
        let first = standing::first_half(&answers);
        if self.settings.random_every == 0 || first.is_empty() {
            self.earlier = None;
            return Ok(());
        }
        let pairs: Vec<(Item, Reply)> = first.iter().map(|a| (a.item, a.reply)).collect();
        if self
            .earlier
            .as_ref()
            .is_some_and(|known| known.answers == pairs)
        {
            return Ok(());
        }
        let known = self.known_with(first);
        let fitted = self.fit(&known, run)?;
        self.earlier = fitted.map(|fitted| Earlier {
            answers: pairs,
            classes: fitted.documents.rows().map(argmax).collect(),
        });
        Ok(())
    }

    /// The next question; `None` if everything was asked. Items in `avoid` are not asked:
    /// somebody else is answering them.
    ///
    /// # Errors
    /// [`ClassifyError::Cancelled`] if the observer asks to stop.
    pub fn next(
        &self,
        avoid: &BTreeSet<Item>,
        run: &Run<'_>,
    ) -> Result<Option<Question>, ClassifyError> {
        run.report("choosing a question", 0, Some(1))?;
        let state = Chooser {
            corpus: &self.corpus,
            known: &self.known,
            settings: &self.settings,
            pool: &self.pool,
            answers: &self.answers,
            in_order: self.in_order(),
            fitted: self.fitted.as_ref(),
            avoid,
        };
        Ok(state.next())
    }

    /// How far labelling has come.
    pub fn standing(&self) -> Standing {
        Standing::new(&self.in_order(), &self.settings, self.moved_since_half())
    }

    /// Share of the unlabelled documents on which the model of the first half of the answers
    /// and that of all differ.
    fn moved_since_half(&self) -> Option<f64> {
        let (fitted, earlier) = (self.fitted.as_ref()?, self.earlier.as_ref()?);
        let known = &fitted.known.documents;
        let open: Vec<usize> = (0..known.len()).filter(|&j| known[j].is_none()).collect();
        let differs = |&&j: &&usize| argmax(fitted.documents.row(j)) != earlier.classes[j];
        let moved = open.iter().filter(differs).count();
        (!open.is_empty()).then(|| moved as f64 / open.len() as f64)
    }

    /// Predictions of the last fit for all documents and words; even distributions before
    /// there is one.
    pub fn predictions(&self) -> Predictions {
        let k = self.known.n_classes();
        let even = |rows: usize| DenseMatrix::filled(rows, k, 1.0 / k as f64);
        let documents = match &self.fitted {
            Some(fitted) => self.of_all(fitted),
            None => even(self.corpus.n_documents()),
        };
        let words = self.fitted.as_ref().map(|fitted| fitted.words.clone());
        Predictions {
            classes: documents.rows().map(argmax).collect(),
            documents,
            words: words.unwrap_or_else(|| even(self.corpus.n_terms())),
        }
    }

    /// Class distributions of all documents: those of the pool from the fit, the others by
    /// its scorers.
    fn of_all(&self, fitted: &Fitted) -> DenseMatrix {
        let n = self.corpus.n_documents();
        if self.pool.documents.len() == n {
            return fitted.documents.clone();
        }
        let k = self.known.n_classes();
        let mut values = Vec::with_capacity(n * k);
        for start in (0..n).step_by(BLOCK) {
            let rows = start..(start + BLOCK).min(n);
            let guesses = self.known.guesses.as_ref().map(|guesses| {
                let width = guesses.n_columns();
                let block = &guesses.values()[rows.start * width..rows.end * width];
                DenseMatrix::from_values(width, block.to_vec())
            });
            let counts = self.corpus.counts().part(rows);
            values.extend_from_slice(fitted.predict(&counts, guesses.as_ref(), k).values());
        }
        let mut all = DenseMatrix::from_values(k, values);
        for (&j, row) in self.pool.documents.iter().zip(fitted.documents.rows()) {
            all.row_mut(j).copy_from_slice(row);
        }
        all
    }

    fn in_order(&self) -> Vec<&Answer> {
        let mut answers: Vec<&(usize, Answer)> = self.answers.values().collect();
        answers.sort_by_key(|(at, _)| *at);
        answers.into_iter().map(|(_, answer)| answer).collect()
    }

    /// Whether there is a model: enough is known for one, and it was fitted.
    pub fn has_model(&self) -> bool {
        self.fitted.is_some()
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

/// Standard errors by which the count of a class must differ from an equal share before
/// shares are estimated: more than for a sample that is looked at once, because labelling
/// looks after every answer.
const UNEVEN: f64 = 3.5;

/// Documents of each class that estimated shares are smoothed by: predictions are cut to the
/// shares, so that a wrong share costs more than a missing one.
const SMOOTHING: f64 = 5.0;

fn labelled(known: &Supervision) -> BTreeSet<usize> {
    let classes = known.documents.iter().enumerate();
    classes.filter_map(|(j, class)| class.map(|_| j)).collect()
}

fn change(before: &Fitted, now: &Fitted, pool: &Pool, known: &Supervision) -> Change {
    let open = |at: &usize| known.documents[pool.documents[*at]].is_none();
    let open: Vec<usize> = (0..pool.documents.len()).filter(open).collect();
    let differs = |&&at: &&usize| argmax(before.documents.row(at)) != argmax(now.documents.row(at));
    let mut moves: Vec<Moved> = (0..now.words.n_rows() as u32)
        .filter(|word| !known.words.contains_key(word))
        .map(|word| moved(word, before, now))
        .collect();
    moves.sort_by(|a, b| {
        let size = |moved: &Moved| moved.now - moved.before;
        size(b).total_cmp(&size(a)).then(a.word.cmp(&b.word))
    });
    moves.retain(|moved| moved.now > moved.before);
    moves.truncate(MOVED);
    Change {
        changed: open.iter().filter(differs).count(),
        of: open.len(),
        words: moves,
    }
}

fn moved(word: u32, before: &Fitted, now: &Fitted) -> Moved {
    let (old, new) = (
        before.words.row(word as usize),
        now.words.row(word as usize),
    );
    let rise: Vec<f64> = new.iter().zip(old).map(|(new, old)| new - old).collect();
    let towards = argmax(&rise);
    Moved {
        word,
        towards,
        before: old[towards],
        now: new[towards],
    }
}
