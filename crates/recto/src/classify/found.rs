//! The answer from a fit or from a saved model.

use super::read::{Opinion, ReadDocument};
use super::request::Request;
use super::words::Sides;
use super::{
    Agreement, Body, ClassSummary, ClassifiedDocument, Coverage, DecidingTerm, Leaning, LexiconUse,
    OutOfFold, Setting, SwitchedTerm,
};
use rayon::prelude::*;
use recto_classify::metrics::Confusion;
use recto_classify::polarity::Verdict;
use recto_classify::{
    Abstention, ClassifyError, Evidence, Explainer, Explanation, FittedClasses, Model, Prediction,
    Supervision, Switch, switches,
};
use recto_math::{CsrMatrix, Run, SparseRow};
use std::collections::BTreeMap;

/// Words that are given as the reason for a class.
const REASONS: usize = 8;

/// Words that are listed for each class.
const TERMS: usize = 40;

/// Probability below which a text without praise or blame gets no class, and a text with much
/// of both is called mixed.
const UNSURE: f64 = 0.65;

/// Documents from which on a word is listed that only the factorisation calls switched.
const WEAK_FROM: u32 = 10;

/// A fit and what it was made from.
pub(super) struct Fit<'a, 'd> {
    pub(super) setting: &'a Setting<'d>,
    pub(super) known: &'a Supervision,
    pub(super) fitted: &'a FittedClasses,
}

impl Fit<'_, '_> {
    pub(super) fn body(&self, run: &Run<'_>) -> Result<Body, ClassifyError> {
        let (setting, fitted) = (self.setting, self.fitted);
        let model = &fitted.model;
        let explaining = Explaining {
            model,
            explainer: model.explainer(),
            sides: setting.sides,
        };
        let counts = setting.corpus.counts();
        let each = setting.documents.par_iter().enumerate();
        let documents = each.map(|(at, read)| {
            let answered = Answered {
                posterior: fitted.documents.row(at),
                class: fitted.classes[at],
                abstention: fitted.abstentions[at],
            };
            let is_learned_from = self.known.documents[at].is_some();
            explaining.document(read, counts.row(at), &answered, is_learned_from)
        });
        let documents: Vec<ClassifiedDocument> = documents.collect();
        let mut switched = switches(&setting.corpus, self.known, fitted, run)?;
        // The factorisation alone says little of a word in a few documents.
        switched.retain(|one| one.evidence != Evidence::Weak || one.documents >= WEAK_FROM);
        let out_of_fold = fitted.out_of_fold.as_ref().map(|found| OutOfFold {
            documents: found.documents.len(),
            accuracy: found.accuracy,
            risk_coverage: found
                .risk_coverage
                .iter()
                .map(|point| Coverage {
                    coverage: point.coverage,
                    accuracy: point.accuracy,
                    threshold: point.threshold,
                })
                .collect(),
        });
        Ok(Body {
            terms: self.terms(),
            switched: switched
                .iter()
                .map(|switch| self.switched(switch))
                .collect(),
            classes: self.classes(&documents),
            calibrated: fitted.is_calibrated(),
            out_of_fold,
            agreement: agreement(&documents, &model.classes),
            lexicon: self.lexicon(),
            documents,
            model: Some(model.clone()),
        })
    }

    /// The strongest words of each class that occur in more than one document.
    fn terms(&self) -> Vec<DecidingTerm> {
        let model = &self.fitted.model;
        let weights = model.word_weights();
        let mut all = Vec::new();
        let n_documents = document_frequencies(self.setting.corpus.counts());
        for (class, name) in model.classes.iter().enumerate() {
            let lead = |term: usize| {
                let row = weights.row(term);
                let others = row.iter().enumerate().filter(|(other, _)| *other != class);
                row[class] - others.map(|(_, weight)| *weight).fold(f64::MIN, f64::max)
            };
            let mut own: Vec<(f64, usize)> = (0..model.terms.len())
                .map(|term| (lead(term), term))
                .filter(|(lead, _)| *lead > 0.0)
                .collect();
            own.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
            all.extend(
                own.into_iter()
                    .take(TERMS)
                    .map(|(weight, term)| DecidingTerm {
                        term: model.terms[term].clone(),
                        class: name.clone(),
                        p: self.fitted.words.as_ref().map(|words| words[(term, class)]),
                        weight,
                        documents: n_documents[term],
                        labelled: self.known.words.contains_key(&(term as u32)),
                    }),
            );
        }
        all
    }

    fn switched(&self, switch: &Switch) -> SwitchedTerm {
        let model = &self.fitted.model;
        SwitchedTerm {
            term: model.terms[switch.term as usize].clone(),
            from: model.classes[switch.from].clone(),
            to: model.classes[switch.to].clone(),
            evidence: format!("{:?}", switch.evidence).to_lowercase(),
            z: switch.z,
            documents: switch.documents as usize,
        }
    }

    fn classes(&self, documents: &[ClassifiedDocument]) -> Vec<ClassSummary> {
        let names = &self.fitted.model.classes;
        let summary = |(class, name): (usize, &String)| {
            let is_it = |one: &&ClassifiedDocument| one.label.as_ref() == Some(name);
            let is_labelled = |label: &&Option<usize>| **label == Some(class);
            let is_word = |row: &&Vec<f64>| row[class] > 0.5;
            ClassSummary {
                name: name.clone(),
                documents: documents.iter().filter(is_it).count(),
                labelled: self.known.documents.iter().filter(is_labelled).count(),
                words: self.known.words.values().filter(is_word).count(),
            }
        };
        names.iter().enumerate().map(summary).collect()
    }

    fn lexicon(&self) -> Option<LexiconUse> {
        let words = &self.known.words;
        let has_any = |row: SparseRow<'_>| row.columns.iter().any(|term| words.contains_key(term));
        (!words.is_empty()).then(|| LexiconUse {
            words: words.len(),
            documents: self
                .setting
                .corpus
                .counts()
                .rows()
                .filter(|row| has_any(*row))
                .count(),
        })
    }
}

fn document_frequencies(counts: &CsrMatrix) -> Vec<usize> {
    let mut n = vec![0; counts.n_columns()];
    for row in counts.rows() {
        row.columns.iter().for_each(|&term| n[term as usize] += 1);
    }
    n
}

/// What was decided of a document.
struct Answered<'a> {
    posterior: &'a [f64],
    class: usize,
    abstention: Option<Abstention>,
}

/// Puts decisions into words.
struct Explaining<'a> {
    model: &'a Model,
    explainer: Explainer<'a>,
    sides: Option<Sides>,
}

impl Explaining<'_> {
    fn document(
        &self,
        read: &ReadDocument<'_>,
        counts: SparseRow<'_>,
        answered: &Answered<'_>,
        learned_from: bool,
    ) -> ClassifiedDocument {
        let document = read.document;
        let p = answered.posterior[answered.class];
        let explanation = self.explainer.explain(counts);
        let leaning = match read.opinion.as_ref().filter(|_| self.sides.is_some()) {
            Some(opinion) if p < UNSURE => match opinion.verdict {
                Verdict::Neutral => Leaning::Neutral,
                Verdict::Mixed => Leaning::Mixed,
                Verdict::Positive | Verdict::Negative => Leaning::Clear,
            },
            Some(_) => Leaning::Clear,
            None => match explanation.leaning {
                recto_classify::Leaning::Clear => Leaning::Clear,
                recto_classify::Leaning::Mixed => Leaning::Mixed,
                recto_classify::Leaning::Neutral => Leaning::Neutral,
            },
        };
        let reason = match answered.abstention {
            Some(abstention) => Some(abstention.reason()),
            None if self.sides.is_some() && leaning == Leaning::Neutral => {
                Some("too few opinion words to tell")
            }
            None => None,
        };
        let because = self.because(&explanation, read.opinion.as_ref(), answered.class);
        let shares = self.model.classes.iter().zip(answered.posterior);
        ClassifiedDocument {
            id: document.id.clone(),
            title: document.shown_title(),
            language: read.language.code.into(),
            label: reason
                .is_none()
                .then(|| self.model.classes[answered.class].clone()),
            p: shares.map(|(class, p)| (class.clone(), *p)).collect(),
            abstain: reason.is_some(),
            reason: reason.map(str::to_owned),
            leaning,
            because,
            given: match &document.labels[..] {
                [] => None,
                labels => Some(labels.join(", ")),
            },
            learned_from,
        }
    }

    /// The words that speak for and against a class, of the classifier and of the rules
    /// together, each with what it adds to the lead of the class.
    fn because(
        &self,
        explanation: &Explanation,
        opinion: Option<&Opinion>,
        class: usize,
    ) -> Vec<(String, f64)> {
        let mut sums: BTreeMap<String, f64> = BTreeMap::new();
        // The rules may have turned the decision of the words.
        let sign = if explanation.class == class {
            1.0
        } else {
            -1.0
        };
        for word in explanation.toward.iter().chain(&explanation.away) {
            let term = self.model.terms[word.term as usize].replacen("not_", "not ", 1);
            *sums.entry(term).or_default() += sign * word.weight;
        }
        if let (Some(sides), Some(opinion)) = (self.sides, opinion) {
            let sign = if class == sides.positive { 1.0 } else { -1.0 };
            for (words, value) in &opinion.parts {
                let weight = sign * self.model.guess_weight * value;
                *sums.entry(words.clone()).or_default() += weight;
            }
        }
        let mut all: Vec<(String, f64)> = sums.into_iter().filter(|(_, w)| *w != 0.0).collect();
        all.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()).then_with(|| a.0.cmp(&b.0)));
        all.truncate(REASONS);
        all
    }
}

/// Agreement with the labels that were not learned from.
fn agreement(documents: &[ClassifiedDocument], classes: &[String]) -> Option<Agreement> {
    let class = |name: &String| classes.iter().position(|class| class == name);
    let judged = documents.iter().filter(|one| !one.learned_from);
    // A document without a class counts as one of a class of its own, which no label has.
    let pairs: Vec<(usize, usize)> = judged
        .filter_map(|one| {
            let given = class(one.given.as_ref()?)?;
            let found = one.label.as_ref().and_then(class);
            Some((given, found.unwrap_or(classes.len())))
        })
        .collect();
    let (truth, found): (Vec<usize>, Vec<usize>) = pairs.into_iter().unzip();
    let confusion = Confusion::new(&truth, &found, classes.len() + 1);
    Some(Agreement {
        documents: truth.len(),
        accuracy: confusion.accuracy()?,
        balanced_accuracy: confusion.balanced_accuracy(),
        kappa: confusion.kappa(),
    })
}

/// The answer of a saved model.
pub(super) fn by_model(
    model: &Model,
    documents: &[ReadDocument<'_>],
    counts: &CsrMatrix,
    predictions: Vec<Prediction>,
    request: &Request,
    sides: Option<Sides>,
) -> Body {
    let explaining = Explaining {
        model,
        explainer: model.explainer(),
        sides,
    };
    let each = documents.par_iter().zip(&predictions).enumerate();
    let documents: Vec<ClassifiedDocument> = each
        .map(|(at, (read, predicted))| {
            let class = largest(&predicted.posterior);
            let is_unsure = |t: f64| predicted.posterior[class] < t;
            let abstention = if !predicted.has_words {
                Some(Abstention::NoKnownWord)
            } else if request.threshold.is_some_and(is_unsure) {
                Some(Abstention::BelowThreshold)
            } else {
                None
            };
            let answered = Answered {
                posterior: &predicted.posterior,
                class,
                abstention,
            };
            explaining.document(read, counts.row(at), &answered, false)
        })
        .collect();
    let summary = |name: &String| ClassSummary {
        name: name.clone(),
        documents: documents
            .iter()
            .filter(|one| one.label.as_ref() == Some(name))
            .count(),
        labelled: 0,
        words: 0,
    };
    Body {
        classes: model.classes.iter().map(summary).collect(),
        terms: Vec::new(),
        switched: Vec::new(),
        calibrated: model.calibration.is_some(),
        out_of_fold: None,
        agreement: agreement(&documents, &model.classes),
        lexicon: None,
        documents,
        model: None,
    }
}

fn largest(p: &[f64]) -> usize {
    let better = |best: usize, k: usize| if p[k] > p[best] { k } else { best };
    (1..p.len()).fold(0, better)
}
