//! The experiments: every system with what is given at each step, seed by seed.

use super::given::{Given, Trial, training};
use super::lexicons::WordList;
use super::systems::{CORE, FEW, LABELLED, LEXICAL, System, UNLABELLED};
use super::{Experiment, Kind, SystemRow, summary};
use crate::two_classes::Set;
use crate::warning;
use rayon::prelude::*;
use recto_classify::ClassifyError;
use recto_math::{Cancelled, QuietObserver, Run};
use recto_text::Warning;
use std::sync::atomic::{AtomicU64, Ordering};

/// Shares of the lexicon that are known.
const LEXICON_SHARES: [f64; 5] = [0.05, 0.1, 0.2, 0.5, 1.0];

/// Shares of the documents that are labelled.
const LABELLED_SHARES: [f64; 5] = [0.1, 0.2, 0.3, 0.4, 0.5];

/// Those where domains are pooled, which are many documents.
const POOLED_SHARES: [f64; 2] = [0.1, 0.5];

/// Sizes of the vocabulary; the last has every term that stands in two documents.
const SIZES: [usize; 4] = [500, 2000, 5000, usize::MAX];

/// Labelled documents and words while the core is constrained or not.
const CORE_LABELS: [(usize, usize); 4] = [(10, 10), (50, 30), (400, 50), (800, 90)];

/// A table of figures to be measured on a set.
pub(super) struct Plan {
    kind: Kind,
    systems: &'static [System],
    steps: Vec<(String, Given)>,
}

/// The experiments that a set allows.
pub(super) fn plans(set: &Set, lexicons: &[WordList]) -> Vec<Plan> {
    if set.positive().is_none() {
        return vec![core_plan(set)];
    }
    let names = lexicons.iter().zip(0..);
    let by_lexicon = Plan {
        kind: Kind::Lexicon,
        systems: UNLABELLED,
        steps: names
            .map(|(list, at)| (list.name.clone(), Given::Lexicon(at)))
            .collect(),
    };
    if set.is_pooled {
        return vec![by_lexicon, label_plan(&POOLED_SHARES)];
    }
    let shares = LEXICON_SHARES.map(|share| (percent(share), Given::LexiconShare(share)));
    let by_share = Plan {
        kind: Kind::LexiconSize,
        systems: LEXICAL,
        steps: shares.to_vec(),
    };
    let sizes = [Kind::GainOfAll, Kind::GainOfLabelled, Kind::Frequency].map(vocabulary_plan);
    [by_lexicon, by_share]
        .into_iter()
        .chain(sizes)
        .chain([label_plan(&LABELLED_SHARES)])
        .collect()
}

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

fn label_plan(shares: &[f64]) -> Plan {
    let steps = shares
        .iter()
        .map(|&share| (percent(share), Given::Labels(share)));
    Plan {
        kind: Kind::Labels,
        systems: LABELLED,
        steps: steps.collect(),
    }
}

fn vocabulary_plan(kind: Kind) -> Plan {
    let name = |size: usize| {
        if size == usize::MAX {
            "all".into()
        } else {
            size.to_string()
        }
    };
    Plan {
        kind,
        systems: FEW,
        steps: SIZES
            .map(|size| (name(size), Given::Vocabulary(kind, size)))
            .to_vec(),
    }
}

/// Numbers of labelled documents that the training part of a set has.
fn core_plan(set: &Set) -> Plan {
    let training = training(set);
    let steps = CORE_LABELS.into_iter().filter(|&(n, _)| n <= training);
    Plan {
        kind: Kind::Core,
        systems: CORE,
        steps: steps
            .map(|(documents, words)| {
                (
                    format!("{documents}-{words}"),
                    Given::Both(documents, words),
                )
            })
            .collect(),
    }
}

/// The work on all sets, with one count of what is done.
pub(super) struct Work<'w> {
    seeds: usize,
    lexicons: &'w [WordList],
    run: &'w Run<'w>,
    done: AtomicU64,
    total: u64,
}

impl<'w> Work<'w> {
    pub(super) fn new(
        sets: &[Set],
        lexicons: &'w [WordList],
        seeds: usize,
        run: &'w Run<'w>,
    ) -> Self {
        let plans = sets.iter().flat_map(|set| plans(set, lexicons));
        let fits = plans.map(|plan| plan.steps.len() * plan.systems.len() * seeds);
        Self {
            seeds,
            lexicons,
            run,
            done: AtomicU64::new(0),
            total: fits.sum::<usize>() as u64,
        }
    }

    pub(super) fn measured(
        &self,
        set: &Set,
        plan: &Plan,
        warnings: &mut Vec<Warning>,
    ) -> Result<Experiment, Cancelled> {
        let mut figures = Vec::with_capacity(plan.steps.len());
        for (step, given) in &plan.steps {
            figures.push(self.step(set, plan, step, *given, warnings)?);
        }
        let row = |(at, system): (usize, &System)| {
            let by_step = figures.iter().map(|step| step[at].clone());
            SystemRow {
                system: system.name,
                is_built: system.is_built(),
                accuracy: by_step
                    .clone()
                    .map(|values| summary::mean(&values))
                    .collect(),
                by_seed: by_step.collect(),
            }
        };
        Ok(Experiment {
            kind: plan.kind,
            steps: plan.steps.iter().map(|(name, _)| name.clone()).collect(),
            rows: plan
                .systems
                .iter()
                .enumerate()
                .map(|(at, system)| row((at, system)))
                .collect(),
        })
    }

    /// Accuracies of each system with what is given, seed by seed. What refuses has none,
    /// and a warning says why.
    fn step(
        &self,
        set: &Set,
        plan: &Plan,
        step: &str,
        given: Given,
        warnings: &mut Vec<Warning>,
    ) -> Result<Vec<Vec<f64>>, Cancelled> {
        let seed = |i: usize| self.run.seed.wrapping_add(i as u64);
        let trials: Vec<Result<Trial<'_>, ClassifyError>> = (0..self.seeds)
            .into_par_iter()
            .map(|i| given.trial(set, self.lexicons, seed(i)))
            .collect();
        let fits = (0..plan.systems.len() * self.seeds).into_par_iter();
        let found = fits.map(|fit| {
            let (system, i) = (&plan.systems[fit / self.seeds], fit % self.seeds);
            let is_first = i == 0 && plan.steps[0].0 == step;
            self.fit(system, &trials[i], is_first, seed(i))
        });
        let found: Vec<Result<Option<f64>, ClassifyError>> =
            found.collect::<Result<_, Cancelled>>()?;
        let mut by_system = Vec::with_capacity(plan.systems.len());
        for (system, values) in plan.systems.iter().zip(found.chunks(self.seeds)) {
            if let Some(error) = values.iter().find_map(|value| value.as_ref().err()) {
                let (set, name) = (&set.name, system.name);
                let message = format!("{set}, {name} at {step} is left out: {error}");
                warnings.push(warning(message));
                by_system.push(Vec::new());
                continue;
            }
            by_system.push(
                values
                    .iter()
                    .filter_map(|value| *value.as_ref().ok()?)
                    .collect(),
            );
        }
        Ok(by_system)
    }

    fn fit(
        &self,
        system: &System,
        trial: &Result<Trial<'_>, ClassifyError>,
        is_first: bool,
        seed: u64,
    ) -> Result<Result<Option<f64>, ClassifyError>, Cancelled> {
        let done = self.done.fetch_add(1, Ordering::Relaxed);
        self.run.report("replicating", done, Some(self.total))?;
        if system.is_slow && !is_first {
            return Ok(Ok(None));
        }
        let muted = QuietObserver(self.run.observer);
        let inner = Run {
            seed,
            ..self.run.observed_by(&muted)
        };
        let found = match trial {
            Ok(trial) => system.accuracy(trial, &inner),
            Err(error) => Err(error.clone()),
        };
        match found {
            Err(ClassifyError::Cancelled(cancelled)) => Err(cancelled),
            other => Ok(other),
        }
    }
}
