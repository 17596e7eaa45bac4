//! What every fit shares around its engine: checks, calibration, abstention, warnings.

use crate::arithmetic::{argmax, is_tie};
use crate::calibration::{self, Calibration, MIN_LABELS};
use crate::engine::{Engine, Input, Solution};
use crate::explain::NEUTRAL;
use crate::{
    Abstention, Classifier, ClassifyError, Corpus, FittedClasses, Model, Options, Supervision,
};
use rayon::prelude::*;
use recto_math::{BadParameter, DenseMatrix, Notice, Remedy, Run};
use serde_json::{Value, json};

/// Number of classes above which a fit warns of its memory.
const MANY_CLASSES: usize = 20;

/// Documents whose evidence is measured for the bound of neutral documents.
const EVIDENCE_SAMPLE: usize = 2000;

/// A method of the table.
pub(crate) struct Fitter {
    name: &'static str,
    engine: Box<dyn Engine>,
    parameters: Value,
    threshold: Option<f64>,
    is_calibrated: bool,
}

impl Fitter {
    /// A method from its engine and the parameters of the engine.
    pub(crate) fn boxed(
        name: &'static str,
        engine: impl Engine + 'static,
        parameters: Value,
        options: &Options,
    ) -> Result<Box<dyn Classifier>, ClassifyError> {
        if let Some(threshold) = options.threshold.filter(|t| !(0.0..=1.0).contains(t)) {
            return Err(BadParameter::new("threshold", threshold, "from 0 to 1").into());
        }
        let mut parameters = parameters;
        if let Value::Object(fields) = &mut parameters {
            fields.insert("balanced".into(), json!(options.balanced));
            fields.insert("calibrated".into(), json!(!options.uncalibrated));
            fields.insert("threshold".into(), json!(options.threshold));
        }
        let engine: Box<dyn Engine> = if options.balanced {
            Box::new(Balanced(engine))
        } else {
            Box::new(engine)
        };
        Ok(Box::new(Self {
            name,
            engine,
            parameters,
            threshold: options.threshold,
            is_calibrated: !options.uncalibrated,
        }))
    }
}

impl Classifier for Fitter {
    fn fit(
        &self,
        corpus: &Corpus,
        known: &Supervision,
        run: &Run<'_>,
    ) -> Result<FittedClasses, ClassifyError> {
        known.check(corpus)?;
        run.report("classifying", 0, Some(1))?;
        let input = Input::new(corpus);
        let chosen = self.engine.chosen(&input, known, run)?;
        let engine = chosen.as_deref().unwrap_or(self.engine.as_ref());
        let solution = engine.solve(&input, known, run)?;
        let calibrated = if self.is_calibrated {
            calibration::calibrate(engine, &input, known, run)?
        } else {
            None
        };
        let (calibration, out_of_fold) = calibrated.unzip();
        let warnings = self.warnings(known, calibration.is_some());
        let mut fitted = self.assembled(corpus, known, solution, calibration);
        fitted.out_of_fold = out_of_fold;
        fitted.warnings.extend(warnings);
        Ok(fitted)
    }

    fn parameters(&self) -> Value {
        self.parameters.clone()
    }
}

impl Fitter {
    fn assembled(
        &self,
        corpus: &Corpus,
        known: &Supervision,
        solution: Solution,
        calibration: Option<Calibration>,
    ) -> FittedClasses {
        let k = known.n_classes();
        let even = vec![1.0 / k as f64; k];
        let mut model = Model {
            method: self.name.into(),
            parameters: self.parameters.clone(),
            classes: known.classes.clone(),
            terms: corpus.terms().to_vec(),
            prior: known.class_shares().unwrap_or(even),
            parts: solution.parts,
            calibration,
            neutral_evidence: 0.0,
        };
        model.neutral_evidence = NEUTRAL * median_evidence(&model, corpus);
        let is_empty = |j: usize| corpus.counts().row(j).columns.is_empty();
        let documents: Vec<usize> = (0..corpus.n_documents()).collect();
        let posterior = |&j: &usize| match is_empty(j) {
            true => model.prior.clone(),
            false => model.posterior(solution.scores.row(j)),
        };
        let posteriors: Vec<Vec<f64>> = documents.par_iter().map(posterior).collect();
        let classes: Vec<usize> = posteriors.iter().map(|p| argmax(p)).collect();
        let abstains = |j: usize| {
            let unsure = self
                .threshold
                .is_some_and(|t| posteriors[j][classes[j]] < t);
            if is_empty(j) {
                Some(Abstention::NoKnownWord)
            } else {
                unsure.then_some(Abstention::BelowThreshold)
            }
        };
        let is_even = |j: &usize| is_tie(&posteriors[*j]);
        let empty: Vec<usize> = documents.iter().copied().filter(|&j| is_empty(j)).collect();
        FittedClasses {
            ties: documents.iter().copied().filter(is_even).collect(),
            abstentions: documents.iter().map(|&j| abstains(j)).collect(),
            documents: DenseMatrix::from_values(k, posteriors.concat()),
            classes,
            scores: solution.scores,
            words: solution.words,
            history: solution.history,
            out_of_fold: None,
            warnings: solution
                .warnings
                .into_iter()
                .chain(empty_warning(&empty, corpus))
                .collect(),
            empty,
            model,
        }
    }

    fn warnings(&self, known: &Supervision, is_calibrated: bool) -> Vec<Notice> {
        let mut warnings = Vec::new();
        let labelled = known.n_labelled();
        if self.is_calibrated && !is_calibrated {
            let why = if labelled < MIN_LABELS {
                format!("{labelled} labelled documents, {MIN_LABELS} are needed")
            } else {
                "the labelled documents are all of one class".into()
            };
            warnings.push(Notice::from(format!(
                "probabilities are uncalibrated: {why}"
            )));
        }
        let k = known.n_classes();
        if k > MANY_CLASSES {
            let text = format!("{k} classes: memory grows with documents and words times classes");
            warnings.push(text.into());
        }
        warnings
    }
}

fn empty_warning(empty: &[usize], corpus: &Corpus) -> Option<Notice> {
    let text = format!(
        "{} of {} documents have no known word and get no class",
        empty.len(),
        corpus.n_documents()
    );
    (!empty.is_empty()).then(|| Notice::from(text).with(Remedy::Lower("min_documents")))
}

/// Median of the evidence of evenly spaced documents.
fn median_evidence(model: &Model, corpus: &Corpus) -> f64 {
    let explainer = model.explainer();
    let step = corpus.n_documents().div_ceil(EVIDENCE_SAMPLE);
    let counts = corpus.counts();
    let sampled: Vec<usize> = (0..corpus.n_documents()).step_by(step).collect();
    let mut evidence: Vec<f64> = sampled
        .par_iter()
        .map(|&j| explainer.evidence(counts.row(j)))
        .collect();
    evidence.sort_by(f64::total_cmp);
    evidence.get(evidence.len() / 2).copied().unwrap_or(0.0)
}

/// An engine whose scores are cut so that all classes are predicted equally often.
struct Balanced<E>(E);

impl<E: Engine> Engine for Balanced<E> {
    fn solve(
        &self,
        input: &Input<'_>,
        known: &Supervision,
        run: &Run<'_>,
    ) -> Result<Solution, ClassifyError> {
        let mut solution = self.0.solve(input, known, run)?;
        let k = known.n_classes();
        solution.cut(input, known, &vec![1.0 / k as f64; k]);
        Ok(solution)
    }

    fn learns_from_documents(&self) -> bool {
        self.0.learns_from_documents()
    }
}
