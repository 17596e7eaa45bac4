//! Runs every system on every record with every seed.

use super::records::{Corpora, Record, Set};
use super::systems::{System, View};
use super::{Recall, ScoredSet, SystemRow};
use crate::warning;
use rayon::prelude::*;
use recto_math::{Cancelled, QuietObserver, Run};
use recto_summarize::rouge::Scorer;
use recto_summarize::{Budget, Limit, Pool, SummarizeError};
use recto_text::Warning;
use sha1::{Digest, Sha1};
use std::sync::atomic::{AtomicU64, Ordering};

/// Recall of ROUGE-1, 2, L and SU4.
type Scores = [f64; 4];

/// What systems reached on a set.
pub(crate) struct Figures {
    pub(crate) name: &'static str,
    /// For each system, seed and record.
    pub(crate) systems: Vec<(&'static str, Vec<Vec<Scores>>)>,
    /// Which records no setting was chosen on.
    pub(crate) reported: Vec<bool>,
}

/// The work on all sets, with one count of what is done.
pub(crate) struct Work<'w> {
    pub(crate) seeds: usize,
    pub(crate) run: &'w Run<'w>,
    done: AtomicU64,
    total: u64,
}

/// Whether a record is in the half that settings were not chosen on: the parity of a hash
/// of its event or id.
fn is_reported(record: &Record) -> bool {
    part_of(record, "half", 2) == 1
}

/// The part of so many that a record is in; records of one event are in the same.
pub(crate) fn part_of(record: &Record, purpose: &str, parts: u64) -> u64 {
    let hash = Sha1::digest(format!("{purpose}{}", record.key).as_bytes());
    // The hash as one number, modulo the number of parts.
    hash.iter()
        .fold(0, |rest, &byte| (rest * 256 + u64::from(byte)) % parts)
}

impl<'w> Work<'w> {
    /// `steps` is what will be counted: a step for each record of each call.
    pub(crate) fn new(seeds: usize, steps: usize, run: &'w Run<'w>) -> Self {
        Self {
            seeds,
            run,
            done: AtomicU64::new(0),
            total: steps as u64,
        }
    }

    /// Counts a step.
    pub(crate) fn step(&self) -> Result<(), Cancelled> {
        let done = self.done.fetch_add(1, Ordering::Relaxed);
        self.run.report("replicating", done, Some(self.total))
    }

    /// What systems reach on a set. A system that fails on a record is left out, and a
    /// warning says why.
    pub(crate) fn figures(
        &self,
        corpora: &Corpora,
        set: &Set,
        systems: &[System],
        warnings: &mut Vec<Warning>,
    ) -> Result<Figures, Cancelled> {
        let muted = QuietObserver(self.run.observer);
        let inner = self.run.observed_by(&muted);
        let scorers = match scorers(corpora, set) {
            Ok(scorers) => scorers,
            Err(error) => {
                warnings.push(warning(format!("{}: {error}", set.name)));
                return Ok(Figures::new(set, Vec::new()));
            }
        };
        let records = set.records.par_iter().map(|record| {
            self.step()?;
            let scorer = &scorers[usize::from(record.is_english())];
            self.record(record, set.words, scorer, systems, &inner)
        });
        let records: Vec<Vec<Result<Vec<Scores>, SummarizeError>>> =
            records.collect::<Result<_, Cancelled>>()?;
        let mut found = Vec::new();
        for (i, system) in systems.iter().enumerate() {
            let by_record = records.iter().map(|systems| systems[i].clone());
            match by_record.collect::<Result<Vec<Vec<Scores>>, _>>() {
                Ok(by_record) => found.push((system.name, by_seed(&by_record))),
                Err(error) => {
                    let name = set.name;
                    warnings.push(warning(format!("{name}, {}: {error}", system.name)));
                }
            }
        }
        Ok(Figures::new(set, found))
    }

    /// The scores of each system under each seed.
    fn record(
        &self,
        record: &Record,
        words: usize,
        scorer: &Scorer,
        systems: &[System],
        run: &Run<'_>,
    ) -> Result<Vec<Result<Vec<Scores>, SummarizeError>>, Cancelled> {
        let mut pools: Vec<((View, bool), Pool)> = Vec::new();
        let seen = |system: &System| (system.view, system.options.paper);
        for system in systems {
            let (view, paper) = seen(system);
            if pools.iter().all(|(other, _)| *other != (view, paper)) {
                pools.push(((view, paper), record.pool(view, paper, run)?));
            }
        }
        let budget = Budget::overshoot(Limit::Words(words));
        let references = scorer.prepare(&record.references);
        let score = |system: &System, pool: &Pool, seed: u64| {
            let run = Run { seed, ..*run };
            let summary = system.build()?.summarize(pool, budget, &run)?;
            let rows = summary.rows().into_iter();
            let lines: Vec<String> = rows.map(|row| record.line(pool, row)).collect();
            let scores = references.score(&lines.join("\n"));
            Ok([0, 1, 2, 3].map(|i| scores[i].recall))
        };
        let mut found = Vec::with_capacity(systems.len());
        for system in systems {
            let pool = pools.iter().find(|(view, _)| *view == seen(system));
            let (_, pool) = pool.expect("a pool was made for every view");
            let seeds = if system.seeded { self.seeds as u64 } else { 1 };
            let seeds = (0..seeds).map(|i| run.seed.wrapping_add(i));
            let scores: Result<Vec<Scores>, SummarizeError> =
                seeds.map(|seed| score(system, pool, seed)).collect();
            match scores {
                Err(SummarizeError::Cancelled(cancelled)) => return Err(cancelled),
                other => found.push(other),
            }
        }
        Ok(found)
    }
}

/// The scorer of other languages, and of English.
fn scorers(corpora: &Corpora, set: &Set) -> Result<[Scorer; 2], SummarizeError> {
    Ok([
        corpora.scorer(set.words, false)?,
        corpora.scorer(set.words, true)?,
    ])
}

/// From records with seeds to seeds with records.
fn by_seed(by_record: &[Vec<Scores>]) -> Vec<Vec<Scores>> {
    let seeds = by_record.first().map_or(0, Vec::len);
    let of = |seed: usize| by_record.iter().map(|seeds| seeds[seed]).collect();
    (0..seeds).map(of).collect()
}

impl Figures {
    fn new(set: &Set, systems: Vec<(&'static str, Vec<Vec<Scores>>)>) -> Self {
        Self {
            name: set.name,
            systems,
            reported: set.records.iter().map(is_reported).collect(),
        }
    }

    /// The scores of a system on each record, means over seeds.
    pub(crate) fn of(&self, system: &str) -> Option<Vec<Scores>> {
        let (_, seeds) = self.systems.iter().find(|(name, _)| *name == system)?;
        let n = seeds.len() as f64;
        let record = |i: usize| {
            let sum = |m: usize| seeds.iter().map(|scores| scores[i][m]).sum::<f64>();
            [0, 1, 2, 3].map(|m| sum(m) / n)
        };
        Some((0..self.reported.len()).map(record).collect())
    }

    /// The set with a row for each system.
    pub(crate) fn scored(&self, set: &Set) -> ScoredSet {
        let row = |(system, seeds): &(&'static str, Vec<Vec<Scores>>)| {
            let scores = self.of(system)?;
            let reported = scores.iter().zip(&self.reported);
            let reported: Vec<Scores> = reported
                .filter(|(_, is_reported)| **is_reported)
                .map(|(scores, _)| *scores)
                .collect();
            Some(SystemRow {
                system,
                scores: mean(&scores),
                report: (!reported.is_empty()).then(|| mean(&reported)),
                by_seed: seeds.iter().map(|scores| mean(scores).rouge_2).collect(),
            })
        };
        ScoredSet {
            name: set.name,
            files: set.files.clone(),
            words: set.words,
            records: set.records.len(),
            reported: self.reported.iter().filter(|half| **half).count(),
            rows: self.systems.iter().filter_map(row).collect(),
        }
    }
}

/// Means over records.
pub(crate) fn mean(scores: &[Scores]) -> Recall {
    let n = scores.len().max(1) as f64;
    let of = |m: usize| scores.iter().map(|scores| scores[m]).sum::<f64>() / n;
    Recall {
        rouge_1: of(0),
        rouge_2: of(1),
        rouge_l: of(2),
        rouge_su4: of(3),
    }
}
