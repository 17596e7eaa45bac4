//! Answers beside truths, and their scores.

use super::SHEET;
use super::read::Labelled;
use crate::evaluate::{Named, Scores};
use recto_classify::metrics::{
    Confusion, Judged, RiskCoverage, brier, calibration_error_of, risk_coverage_area,
    risk_coverage_of,
};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The labels of all files, numbered: those of the reference in the order of their letters,
/// then those that only outputs have.
pub(super) struct Classes {
    pub(super) names: Vec<String>,
    /// How many of them are in the reference.
    pub(super) n_true: usize,
    numbers: FxHashMap<String, usize>,
}

impl Classes {
    pub(super) fn new(references: &[&Named<Labelled>], outputs: &[Vec<Labelled>]) -> Self {
        let truths = references.iter().flat_map(|row| &row.item.labels);
        let truths: BTreeSet<&String> = truths.collect();
        let rows = outputs.iter().flatten();
        let others = rows.flat_map(|row| row.p.iter().flat_map(|p| p.keys()).chain(&row.labels));
        let others: BTreeSet<&String> = others.filter(|label| !truths.contains(label)).collect();
        let names: Vec<String> = truths.iter().chain(&others).copied().cloned().collect();
        let numbers = names.iter().cloned().zip(0..).collect();
        Self {
            n_true: truths.len(),
            names,
            numbers,
        }
    }

    pub(super) fn is_true(&self, label: &str) -> bool {
        self.numbers.get(label).is_some_and(|&k| k < self.n_true)
    }

    /// The number of a label that a file has.
    fn number(&self, label: &str) -> usize {
        self.numbers[label]
    }

    pub(super) fn answer(&self, row: &Labelled) -> Guess {
        let p = row.usable_p().map(|p| {
            let numbered = p.iter().map(|(label, &p)| (self.number(label), p));
            numbered.collect()
        });
        let label = row.labels.first().map(|label| self.number(label));
        Guess {
            label,
            is_answered: label.is_some() && !row.abstain,
            p,
        }
    }
}

/// A document to be scored.
pub(super) struct Subject<'r> {
    pub(super) id: &'r str,
    /// The true classes, as the reference orders them: one at least.
    pub(super) truths: Vec<usize>,
    pub(super) text: Option<&'r str>,
}

impl<'r> Subject<'r> {
    pub(super) fn new(reference: &'r Named<Labelled>, classes: &Classes) -> Self {
        let row = &reference.item;
        Self {
            id: &reference.id,
            truths: row
                .labels
                .iter()
                .map(|label| classes.number(label))
                .collect(),
            text: row.text.as_deref(),
        }
    }

    fn has(&self, class: usize) -> bool {
        self.truths.contains(&class)
    }

    /// The true class that an answer is held against: itself where it is one.
    fn truth(&self, answer: Option<usize>) -> usize {
        let right = answer.filter(|&class| self.has(class));
        right.unwrap_or(self.truths[0])
    }
}

/// An answer to a document.
#[derive(Debug, Clone)]
pub(super) struct Guess {
    pub(super) label: Option<usize>,
    /// Whether there is a label that the output stands by.
    pub(super) is_answered: bool,
    /// Probabilities of some classes; those of the others are 0.
    pub(super) p: Option<Arc<[(usize, f64)]>>,
}

impl Guess {
    /// An answer without probabilities.
    pub(super) fn of(label: Option<usize>) -> Self {
        Self {
            label,
            is_answered: label.is_some(),
            p: None,
        }
    }

    /// The label, or the most probable class (the first of equals) where there is none.
    fn class(&self, p: &[(usize, f64)]) -> Option<usize> {
        let better = |best: (usize, f64), next: (usize, f64)| {
            if next.1 > best.1 { next } else { best }
        };
        let most = p.iter().copied().reduce(better).map(|(class, _)| class);
        self.label.or(most)
    }

    fn judged(&self, subject: &Subject<'_>) -> Option<Judged> {
        let p = self.p.as_deref()?;
        let class = self.class(p)?;
        let own = p.iter().find(|(k, _)| *k == class);
        Some(Judged {
            confidence: own.map_or(0.0, |(_, p)| *p),
            right: subject.has(class),
        })
    }

    fn brier(&self, subject: &Subject<'_>) -> Option<f64> {
        let p = self.p.as_deref()?;
        let truth = subject.truth(self.class(p));
        let mut posterior: Vec<f64> = p.iter().map(|(_, p)| *p).collect();
        let at = p.iter().position(|(k, _)| *k == truth);
        // A true class that the output does not name has the probability 0.
        posterior.push(0.0);
        brier(&[posterior], &[at.unwrap_or(p.len())])
    }
}

/// The scores of answers to all documents.
pub(super) struct Scored {
    pub(super) whole: Scores,
    pub(super) each: Vec<Scores>,
    pub(super) confusion: Confusion,
    /// Empty without probabilities.
    pub(super) risk_coverage: Vec<RiskCoverage>,
}

impl Scored {
    pub(super) fn new(subjects: &[Subject<'_>], answers: &[Guess], classes: &Classes) -> Self {
        let each: Vec<Scores> = subjects.iter().zip(answers).map(document).collect();
        let labels: Vec<Option<usize>> = answers.iter().map(|answer| answer.label).collect();
        let truths = subjects.iter().zip(&labels);
        let truths: Vec<usize> = truths
            .map(|(subject, label)| subject.truth(*label))
            .collect();
        let confusion = Confusion::of_answers(&truths, &labels, classes.names.len());
        let judged = subjects.iter().zip(answers);
        let judged: Vec<Judged> = judged
            .filter_map(|(subject, answer)| answer.judged(subject))
            .collect();
        let means = Scores::mean(&each);
        let mean = |key: &str| means.as_ref().and_then(|scores| scores.get(key));
        let values = vec![
            confusion.accuracy(),
            confusion.balanced_accuracy(),
            confusion.macro_f1(),
            confusion.kappa(),
            calibration_error_of(&judged),
            mean("brier"),
            mean("coverage"),
            mean("selective_accuracy"),
            risk_coverage_area(&judged),
            Some(subjects.len() as f64),
            Some(classes.n_true as f64),
        ];
        Self {
            whole: Scores::new(Arc::clone(&SHEET), values),
            each,
            confusion,
            risk_coverage: risk_coverage_of(&judged),
        }
    }
}

/// The scores that a single document has.
fn document((subject, answer): (&Subject<'_>, &Guess)) -> Scores {
    let is_right = answer.label.is_some_and(|class| subject.has(class));
    let one = |yes: bool| f64::from(u8::from(yes));
    let value = |key: &str| match key {
        "accuracy" => Some(one(is_right)),
        "brier" => answer.brier(subject),
        "coverage" => Some(one(answer.is_answered)),
        "selective_accuracy" => answer.is_answered.then(|| one(is_right)),
        _ => None,
    };
    let values = SHEET.measures.iter().map(|measure| value(&measure.key));
    Scores::new(Arc::clone(&SHEET), values.collect())
}
