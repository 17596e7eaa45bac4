//! The experiments: which documents, which methods, and their means.

use super::corpora::Essay;
use super::systems::{System, bayes};
use super::{
    CellRow, DOCUMENTS, Debate, DebateDocument, MethodRow, ReplicatedSet, Request, SEEDS, Set,
    ThetaRow,
};
use crate::Trials;
use rayon::prelude::*;
use recto_authors::bayes_ad::{SWEEP, Theta};
use recto_authors::synthetic::{Cell, Kind};
use recto_authors::trial::{Made, Trial, trial};
use recto_authors::{AuthorsError, Decomposer};
use recto_math::sample::{Estimate, estimate};
use recto_math::{Cancelled, QuietObserver, Run, rng};
use recto_text::Language;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicU64, Ordering};

/// Length and number of runs, with the changes of author that the paper prints.
type Kinds = (usize, usize, Option<f64>);

/// The documents of the experiments.
const CELLS: [Kinds; 11] = [
    (5, 2, None),
    (15, 2, None),
    (25, 2, None),
    (35, 2, None),
    (5, 4, None),
    (15, 4, Some(11.19)),
    (25, 4, None),
    (35, 4, None),
    (15, 8, Some(23.23)),
    (15, 12, Some(35.19)),
    (15, 16, Some(47.19)),
];

/// Place of the documents on which the prior is swept.
const SWEPT_PLACE: usize = 2;
const SWEPT: Kinds = CELLS[SWEPT_PLACE];

/// Trials of the paper: 500 unless its figures say otherwise (figures 3, 5 and 6).
pub(super) fn published(runs: usize, known: bool) -> usize {
    match (runs, known) {
        (2 | 4, false) => 500,
        (16, false) => 8,
        (_, false) | (2 | 4, true) => 100,
        (_, true) => 10,
    }
}

/// Runs of each author up to which all methods are measured.
const FEW_RUNS: usize = 4;

/// Authors of a document, where a set has as many.
const AUTHORS: usize = 4;

/// Texts of one debate that were written in turn, by number, and how much of each is
/// taken.
const DEBATES: [&[u64]; 7] = [
    &[9, 10, 11, 14],
    &[36, 37, 35, 38],
    &[36, 39, 59, 40],
    &[41, 60, 42, 61],
    &[43, 65, 44],
    &[66, 45, 67, 46],
    &[47, 69, 48, 70],
];
const DEBATE_SENTENCES: usize = 35;

/// The work on all sets, with one count of what is done.
pub(super) struct Work<'w> {
    trials: Option<Trials>,
    run: &'w Run<'w>,
    done: AtomicU64,
    total: u64,
}

impl<'w> Work<'w> {
    pub(super) fn new(sets: &[Set], request: &Request, run: &'w Run<'w>) -> Self {
        let mut work = Self {
            trials: request.documents,
            run,
            done: AtomicU64::new(0),
            total: 0,
        };
        work.total = sets.iter().map(|set| work.trials_of(set)).sum::<usize>() as u64;
        work
    }

    /// The trials of all experiments on a set.
    fn trials_of(&self, set: &Set) -> usize {
        let of = |known: bool| {
            let cells = CELLS.iter();
            let documents: usize = cells.map(|cell| self.documents(cell, known)).sum();
            let seeds = debates(set).len() * self.seeds();
            System::all(known).len() * (documents + seeds)
        };
        of(false) + of(true) + (SWEEP.len() + 2) * self.documents(&SWEPT, false)
    }

    /// Documents of one kind.
    fn documents(&self, &(_, runs, _): &Kinds, known: bool) -> usize {
        match self.trials {
            Some(Trials::Number(n)) => n,
            Some(Trials::Published) => published(runs, known),
            None => DOCUMENTS,
        }
    }

    /// Whether every number of authors can be looked at: with many runs it takes minutes a
    /// document, which only those wait for who ask for the paper's numbers.
    fn has_time_for(&self, runs: usize) -> bool {
        runs <= FEW_RUNS || self.trials == Some(Trials::Published)
    }

    fn seeds(&self) -> usize {
        match self.trials {
            Some(Trials::Number(n)) => n,
            Some(Trials::Published) | None => SEEDS,
        }
    }

    pub(super) fn set(&self, set: &Set) -> Result<ReplicatedSet, Cancelled> {
        let cells = (0..CELLS.len()).map(|index| self.cell(set, index));
        Ok(ReplicatedSet {
            name: set.name.clone(),
            files: set.files.clone(),
            authors: set.authors.clone(),
            cells: cells.collect::<Result<_, _>>()?,
            theta: self.sweep(set)?,
            debate: self.debate(set)?,
        })
    }

    /// Documents of one length and number of runs, each from its own stream.
    fn draw(&self, set: &Set, index: usize, known: bool) -> Vec<Made> {
        let (run_length, runs, _) = CELLS[index];
        let cell = Cell {
            authors: AUTHORS.min(set.sources.len()),
            run_length,
            runs,
        };
        let purpose = format!("BayesAD {index}");
        let document = |i: u64| {
            let mut stream = rng::stream(self.run.seed, &purpose, i);
            Made::draw(&set.sources, cell, Kind::Continued, &mut stream)
        };
        let n = self.documents(&CELLS[index], known) as u64;
        let documents = (0..n).map(document);
        documents.filter(|made| !made.authors.is_empty()).collect()
    }

    fn cell(&self, set: &Set, index: usize) -> Result<CellRow, Cancelled> {
        let (run_length, runs, published) = CELLS[index];
        let documents = self.draw(set, index, false);
        let known_documents = self.draw(set, index, true);
        let mut methods = Vec::new();
        for (method, known) in systems() {
            if !known && method.is_slow() && !self.has_time_for(runs) {
                continue;
            }
            let build = |made: &Made| {
                let authors = known.then(|| made.n_authors());
                method.build(run_length, authors)
            };
            let documents = if known { &known_documents } else { &documents };
            let trials = self.trials(documents, set.language, build)?;
            methods.extend(row(method, known, &trials));
        }
        let transitions: usize = documents.iter().map(Made::transitions).sum();
        Ok(CellRow {
            authors: AUTHORS.min(set.sources.len()),
            run_length,
            runs,
            transitions: transitions as f64 / documents.len().max(1) as f64,
            published_transitions: published.filter(|_| set.sources.len() >= AUTHORS),
            methods,
        })
    }

    /// The paper's system under several priors on runs of 25, two of each author.
    fn sweep(&self, set: &Set) -> Result<Vec<ThetaRow>, Cancelled> {
        let documents = self.draw(set, SWEPT_PLACE, false);
        let fixed = SWEEP.map(|theta| (json!(theta), Theta::Fixed(theta)));
        let chosen = [
            (json!("likeliest"), Theta::Likeliest),
            (json!("auto"), Theta::Auto),
        ];
        let mut rows = Vec::new();
        for (name, theta) in fixed.into_iter().chain(chosen) {
            let trials = self.trials(&documents, set.language, |_| bayes(theta))?;
            let accuracy = accuracy(&trials);
            rows.extend(accuracy.map(|accuracy| ThetaRow {
                theta: name,
                accuracy,
            }));
        }
        Ok(rows)
    }

    /// Each document once with each seed.
    fn debate(&self, set: &Set) -> Result<Option<Debate>, Cancelled> {
        let debates = debates(set);
        if debates.is_empty() {
            return Ok(None);
        }
        let mut methods = Vec::new();
        let mut documents: Vec<DebateDocument> = debates
            .iter()
            .map(|(ids, _)| DebateDocument {
                texts: ids.clone(),
                methods: Vec::new(),
            })
            .collect();
        for (method, known) in systems() {
            let mut trials = Vec::new();
            for ((_, made), document) in debates.iter().zip(&mut documents) {
                let copies = vec![made.clone(); self.seeds()];
                let build = |made: &Made| {
                    let authors = known.then(|| made.n_authors());
                    // 22 sentences and more make AK's chunks 15, as in the paper.
                    method.build(22, authors)
                };
                let own = self.trials(&copies, set.language, build)?;
                document.methods.extend(row(method, known, &own));
                trials.extend(own);
            }
            // Seeds of one document are no sample of documents.
            let means = documents
                .iter()
                .filter_map(|document| document.methods.last());
            let means: Vec<f64> = means.map(|row| row.accuracy.mean).collect();
            let row = row(method, known, &trials);
            methods.extend(
                row.zip(estimate(&means))
                    .map(|(row, accuracy)| MethodRow { accuracy, ..row }),
            );
        }
        Ok(Some(Debate {
            documents,
            seeds: self.seeds(),
            methods,
        }))
    }

    /// A method on each document, the seed of each its place.
    fn trials(
        &self,
        documents: &[Made],
        language: &'static Language,
        build: impl Fn(&Made) -> Result<Box<dyn Decomposer>, AuthorsError> + Sync,
    ) -> Result<Vec<Trial>, Cancelled> {
        let muted = QuietObserver(self.run.observer);
        let inner = self.run.observed_by(&muted);
        let tried = documents.par_iter().enumerate().map(|(i, made)| {
            let done = self.done.fetch_add(1, Ordering::Relaxed);
            self.run.report("replicating", done, Some(self.total))?;
            let run = Run {
                seed: self.run.seed.wrapping_add(i as u64),
                ..inner
            };
            let tried = build(made).and_then(|method| trial(made, method.as_ref(), language, &run));
            match tried {
                Ok(trial) => Ok(Some(trial)),
                Err(AuthorsError::Cancelled(cancelled)) => Err(cancelled),
                // A document too short for the number of authors counts for no method.
                Err(_) => Ok(None),
            }
        });
        let tried: Vec<Option<Trial>> = tried.collect::<Result<_, Cancelled>>()?;
        Ok(tried.into_iter().flatten().collect())
    }
}

/// Each method, the number of authors unknown and then known.
fn systems() -> impl Iterator<Item = (System, bool)> {
    let both = [false, true].into_iter();
    both.flat_map(|known| {
        System::all(known)
            .iter()
            .map(move |&system| (system, known))
    })
}

fn accuracy(trials: &[Trial]) -> Option<Estimate> {
    let values: Vec<f64> = trials.iter().map(|trial| trial.accuracy).collect();
    estimate(&values)
}

fn row(method: System, known: bool, trials: &[Trial]) -> Option<MethodRow> {
    let found: usize = trials.iter().map(|trial| trial.found).sum();
    Some(MethodRow {
        method,
        known,
        accuracy: accuracy(trials)?,
        authors: found as f64 / trials.len() as f64,
    })
}

/// The documents of one debate that can be made of a set's single texts.
fn debates(set: &Set) -> Vec<(Vec<Value>, Made)> {
    let essay = |number: u64| set.essays.iter().find(|essay| essay.id == json!(number));
    let document = |numbers: &&[u64]| {
        let essays = numbers.iter().map(|&number| essay(number));
        let essays: Vec<&Essay> = essays.collect::<Option<_>>()?;
        let author = |essay: &Essay| set.authors.iter().position(|name| *name == essay.author);
        let authors: Vec<usize> = essays
            .iter()
            .map(|essay| author(essay))
            .collect::<Option<_>>()?;
        let sentences = essays.iter().zip(authors).flat_map(|(essay, author)| {
            let first = essay.sentences.iter().take(DEBATE_SENTENCES);
            first.map(move |sentence| (sentence.as_str(), author))
        });
        let ids = essays.iter().map(|essay| essay.id.clone()).collect();
        Some((ids, Made::of(sentences)))
    };
    DEBATES.iter().filter_map(document).collect()
}
