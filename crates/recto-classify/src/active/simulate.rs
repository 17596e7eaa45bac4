//! Active labelling played through on documents whose classes are known.
//!
//! The protocol of the ADS paper: 30 % of the documents are never asked, but belong to the
//! corpus, and accuracy is measured on them. Documents are answered with their class. Words
//! are answered by an oracle that knows the most telling ones by information gain on the
//! other documents; of all others it says that it cannot tell.

use super::{Answer, Drawn, Item, Labelling, Reply, Settings, Standing};
use crate::corpus::information_gain;
use crate::{ClassifyError, Corpus, Supervision};
use recto_math::{BadParameter, Run, rng};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// How a simulation goes.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Plan {
    /// Settings of the labelling; their seed also splits the documents.
    pub settings: Settings,
    /// What is answered before the first question.
    pub start: Start,
    /// Price at which it ends.
    pub budget: f64,
    /// Price between two points of the curve, above 0.
    pub every: f64,
    /// Share of the documents that are never asked, from 0 to 0.9.
    pub kept_back: f64,
    /// Words for each class that the oracle knows.
    pub oracle: usize,
}

/// What is answered before the first question, free of charge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// Random documents and random words that the oracle knows.
    Both {
        /// Number of documents.
        documents: usize,
        /// Number of words.
        words: usize,
    },
    /// Nothing but what is known anyway.
    Nothing,
}

impl Default for Plan {
    /// As in the ADS paper.
    fn default() -> Self {
        Self {
            settings: Settings::default(),
            start: Start::Both {
                documents: 10,
                words: 10,
            },
            budget: 800.0,
            every: 25.0,
            kept_back: 0.3,
            oracle: 50,
        }
    }
}

/// A simulation.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Simulation {
    /// Accuracy by cost.
    pub curve: Vec<Point>,
    /// What was asked, in order.
    pub asked: Vec<Asked>,
    /// The standing at each point of the curve, with the accuracy that it estimates.
    pub moments: Vec<Moment>,
}

/// A point of a learning curve.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Point {
    /// Price of the answers; a point is that of the first state that costs so much.
    pub cost: f64,
    /// Documents labelled so far, those of the start included.
    pub documents: usize,
    /// Words labelled so far, those of the start included.
    pub words: usize,
    /// Share of the documents kept back that are classified right.
    pub accuracy: f64,
}

/// What a question was about and whether it was answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Asked {
    /// A document.
    Document,
    /// A word that the oracle knew.
    Word,
    /// A word that it did not know.
    Unknown,
}

/// What the labelling said of itself, and what was true.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Moment {
    /// Price of the answers.
    pub cost: f64,
    /// What it said.
    pub standing: Standing,
    /// Accuracy on the documents that are left to ask, which it estimates; `None` where none is
    /// left.
    pub accuracy: Option<f64>,
}

impl Plan {
    /// Checks that every number is in its range.
    ///
    /// # Errors
    /// [`ClassifyError::Parameter`] for the first that is not.
    pub fn check(&self) -> Result<(), ClassifyError> {
        self.settings.check()?;
        let ranges = [
            ("budget", self.budget, 0.0, 1e9, "from 0 to a billion"),
            ("every", self.every, 1e-3, 1e9, "from 0.001 to a billion"),
            ("kept_back", self.kept_back, 0.0, 0.9, "from 0 to 0.9"),
        ];
        for (name, value, least, most, range) in ranges {
            if !(least..=most).contains(&value) {
                return Err(BadParameter::new(name, value, range).into());
            }
        }
        if self.budget / self.every > MAX_POINTS {
            let range = "at least a 10000th of the budget";
            return Err(BadParameter::new("every", self.every, range).into());
        }
        Ok(())
    }
}

/// Most points of a curve.
const MAX_POINTS: f64 = 10_000.0;

/// Plays labelling through. `truth` holds the classes of the documents; documents without
/// one are never asked. `known` is what is known anyway, such as a lexicon.
///
/// # Errors
/// [`ClassifyError`] if what is known does not fit the corpus, a setting is out of its range,
/// or the observer asks to stop.
pub fn simulate(
    corpus: &Corpus,
    truth: &[Option<usize>],
    known: &Supervision,
    plan: &Plan,
    run: &Run<'_>,
) -> Result<Simulation, ClassifyError> {
    plan.check()?;
    if truth.len() != corpus.n_documents() {
        let problem = format!("{} for {} documents", truth.len(), corpus.n_documents());
        return Err(ClassifyError::Label {
            item: "classes".into(),
            problem,
        });
    }
    let mut play = Play::new(corpus, truth, known, plan)?;
    play.start();
    play.labelling.refit(run)?;
    play.record();
    while play.cost < plan.budget {
        run.report("simulating", play.cost as u64, Some(plan.budget as u64))?;
        let Some(question) = play.labelling.next(&play.closed, run)? else {
            break;
        };
        let reply = play.reply(question.item);
        play.labelling.answer(&Answer::to(&question, reply));
        if let Reply::Class(_) = reply {
            play.labelling.refit(run)?;
        }
        play.count(question.item, reply);
        play.record();
    }
    play.finish();
    Ok(play.found)
}

/// The documents with a class in a random order, cut in two.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Split {
    /// Documents that are never asked and that accuracy is measured on.
    pub kept_back: Vec<usize>,
    /// Documents that may be asked; those of the start are the first.
    pub askable: Vec<usize>,
}

impl Split {
    /// The split of a plan: its seed and share decide, whatever the strategy.
    pub fn new(truth: &[Option<usize>], plan: &Plan) -> Self {
        let mut order: Vec<usize> = (0..truth.len()).filter(|&j| truth[j].is_some()).collect();
        let mut draw = rng::stream(plan.settings.seed, "simulation split", 0);
        rng::shuffle(&mut draw, &mut order);
        let cut = (plan.kept_back * order.len() as f64).floor() as usize;
        Self {
            askable: order.split_off(cut),
            kept_back: order,
        }
    }
}

/// A simulation under way.
struct Play<'p> {
    truth: &'p [Option<usize>],
    plan: &'p Plan,
    labelling: Labelling,
    /// Documents that are never asked.
    closed: BTreeSet<Item>,
    split: Split,
    oracle: BTreeMap<u32, usize>,
    cost: f64,
    documents: usize,
    words: usize,
    found: Simulation,
}

impl<'p> Play<'p> {
    fn new(
        corpus: &Corpus,
        truth: &'p [Option<usize>],
        known: &Supervision,
        plan: &'p Plan,
    ) -> Result<Self, ClassifyError> {
        let split = Split::new(truth, plan);
        let mut seen = vec![None; truth.len()];
        split.askable.iter().for_each(|&j| seen[j] = truth[j]);
        let is_closed = |j: &usize| seen[*j].is_none();
        Ok(Self {
            closed: (0..truth.len())
                .filter(is_closed)
                .map(Item::Document)
                .collect(),
            oracle: oracle(corpus, &seen, plan.oracle * known.n_classes()),
            labelling: Labelling::new(corpus.clone(), known.clone(), plan.settings)?,
            truth,
            plan,
            split,
            cost: 0.0,
            documents: known.n_labelled(),
            words: known.words.len(),
            found: Simulation {
                curve: Vec::new(),
                asked: Vec::new(),
                moments: Vec::new(),
            },
        })
    }

    /// Answers what the plan gives before the first question.
    fn start(&mut self) {
        let Start::Both { documents, words } = self.plan.start else {
            return;
        };
        let mut known: Vec<u32> = self.oracle.keys().copied().collect();
        let mut draw = rng::stream(self.plan.settings.seed, "simulation words", 0);
        rng::shuffle(&mut draw, &mut known);
        let documents = self
            .split
            .askable
            .iter()
            .take(documents)
            .map(|&j| Item::Document(j));
        let words = known.into_iter().take(words).map(Item::Word);
        let items: Vec<Item> = documents.chain(words).collect();
        for item in items {
            let reply = self.reply(item);
            self.labelling.answer(&Answer {
                item,
                reply,
                drawn: Drawn::AtRandom,
                predicted: None,
            });
            match item {
                Item::Document(_) => self.documents += 1,
                Item::Word(_) => self.words += 1,
            }
        }
    }

    fn reply(&self, item: Item) -> Reply {
        let class = match item {
            Item::Document(document) => self.truth[document],
            Item::Word(word) => self.oracle.get(&word).copied(),
        };
        class.map_or(Reply::DontKnow, Reply::Class)
    }

    fn count(&mut self, item: Item, reply: Reply) {
        let settings = &self.plan.settings;
        let asked = match (item, reply) {
            (Item::Document(_), _) => {
                self.cost += settings.document_cost;
                self.documents += 1;
                Asked::Document
            }
            (Item::Word(_), Reply::Class(_)) => {
                self.cost += settings.word_cost;
                self.words += 1;
                Asked::Word
            }
            (Item::Word(_), _) => {
                self.cost += settings.word_cost;
                Asked::Unknown
            }
        };
        self.found.asked.push(asked);
    }

    /// Appends the points that the cost has reached.
    fn record(&mut self) {
        let mut cost = self.found.curve.len() as f64 * self.plan.every;
        if cost > self.cost || cost > self.plan.budget {
            return;
        }
        let classes = self.labelling.predictions().classes;
        let kept_back = self.split.kept_back.iter().copied();
        let accuracy = share_right(kept_back, &classes, self.truth).unwrap_or(0.0);
        // The estimate is about what is left to ask, from which its documents are drawn.
        let askable = self.split.askable.iter().copied();
        let open = askable.filter(|&j| self.labelling.label_of(j).is_none());
        let of_open = share_right(open, &classes, self.truth);
        let standing = self.labelling.standing();
        while cost <= self.cost && cost <= self.plan.budget {
            self.found.curve.push(Point {
                cost,
                documents: self.documents,
                words: self.words,
                accuracy,
            });
            self.found.moments.push(Moment {
                cost,
                standing: standing.clone(),
                accuracy: of_open,
            });
            cost += self.plan.every;
        }
    }

    /// Draws the curve to its end if there was nothing left to ask.
    fn finish(&mut self) {
        if self.cost < self.plan.budget {
            self.cost = self.plan.budget;
            self.record();
        }
    }
}

/// The most telling words by information gain on the documents that have a class, each with
/// the class in which most documents contain it.
fn oracle(corpus: &Corpus, seen: &[Option<usize>], size: usize) -> BTreeMap<u32, usize> {
    let gain = information_gain(corpus.counts(), seen);
    let mut words: Vec<usize> = (0..corpus.n_terms()).collect();
    words.sort_by(|&a, &b| gain.gains[b].total_cmp(&gain.gains[a]).then(a.cmp(&b)));
    words.truncate(size);
    let classes = words
        .into_iter()
        .map(|word| (word as u32, gain.classes[word]));
    classes.collect()
}

fn share_right(
    documents: impl Iterator<Item = usize>,
    classes: &[usize],
    truth: &[Option<usize>],
) -> Option<f64> {
    let (mut right, mut all) = (0, 0);
    for j in documents {
        right += usize::from(truth[j] == Some(classes[j]));
        all += 1;
    }
    (all > 0).then(|| right as f64 / all as f64)
}
