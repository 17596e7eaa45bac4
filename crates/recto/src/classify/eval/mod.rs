//! Classes of documents against true ones: recto's JSON, JSON lines of `id`, `label` and `p`,
//! or CSV with a header.
//!
//! Where a document has several true labels, an answer that is one of them is right. A
//! document without an answer is wrong, and one that the output abstains from counts by the
//! label that it gives nevertheless: accuracies of outputs that abstain and of others
//! compare. What abstaining gains is said by coverage and selective accuracy.

mod answers;
mod baselines;
mod checks;
mod read;
mod tables;

use crate::evaluate::{
    self, Evaluated, Evaluation, Measure, ScoredDocument, Scores, Sheet, Side, Sides,
};
use crate::field::{Field, Group};
use crate::{About, Answer, Attachments, Error};
use answers::{Classes, Scored, Subject};
use read::{Labelled, Role};
use recto_math::Run;
use recto_math::sample::Better::{Higher, Lower};
use serde::Deserialize;
use serde_json::json;
use std::sync::{Arc, LazyLock};

static SHEET: LazyLock<Arc<Sheet>> = LazyLock::new(|| {
    Arc::new(Sheet {
        task: "classification",
        title: "Evaluation of a classification",
        account: "A document without an answer counts as wrong; one that the output abstains from \
                  counts by the label that it gives nevertheless. Coverage is the share of \
                  documents answered, selective accuracy that of right answers among them. \
                  Calibration error, Brier score and area are errors (0 is best) and need \
                  probabilities.",
        baselines: "majority: always the commonest true label, with the shares of the labels as \
                    probabilities; lexicon: opinion words of the built-in English list, for \
                    references with texts labelled pos and neg.",
        documents: "Right: 1 where the label is a true one. Answered: 0 where the output abstains.",
        measures: vec![
            Measure::score("accuracy", "Accuracy", Higher).short("Right"),
            Measure::score("balanced_accuracy", "Balanced accuracy", Higher),
            Measure::score("macro_f1", "F1, mean of classes", Higher),
            Measure::score("kappa", "Kappa", Higher),
            Measure::score("calibration_error", "Calibration error", Lower),
            Measure::score("brier", "Brier score", Lower).short("Brier"),
            Measure::score("coverage", "Coverage", Higher).short("Answered"),
            Measure::score("selective_accuracy", "Selective accuracy", Higher),
            Measure::score("risk_coverage_area", "Area under risk and coverage", Lower),
            Measure::count("documents", "Documents").given(),
            Measure::count("classes", "Classes").given(),
        ],
    })
});

/// Scores classes of documents.
#[derive(Debug, Clone, Copy)]
pub struct EvaluateClassification;

/// The evaluation `classification`.
pub static CLASSIFICATION: EvaluateClassification = EvaluateClassification;

static ABOUT: About = About {
    name: "classification",
    summary: "Score classes of documents: accuracy, F1, kappa, calibration, coverage",
    examples: EXAMPLES,
    fields: FIELDS,
};

const EXAMPLES: &str =
    "  recto eval classification labels.jsonl out.json      rows of id and label or labels
  recto eval classification labels.csv other.jsonl     another program's id, label and p
  recto eval classification labels.jsonl out.json --skip-learned
                                                       only documents that it had to classify
  recto eval classification labels.jsonl first.json second.json
                                                       and is the second better?";

static FIELDS: &[Field] = &[Field::switch(
    "skip_learned",
    "Leave out documents whose label an output learned from",
)
.under(Group::Scoring)];

/// How classes of documents are scored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Scoring {
    /// Documents whose label any output learned from are left out.
    pub skip_learned: bool,
}

impl Evaluation for EvaluateClassification {
    type Request = Scoring;
    const ABOUT: &'static About = &ABOUT;

    fn score(
        &self,
        sides: &Sides,
        request: &Scoring,
        _: &Attachments,
        run: &Run<'_>,
    ) -> Result<Answer<Evaluated>, Error> {
        let parsed =
            |side: &Side, role| evaluate::parsed(side, |document| read::parse(document, role));
        let references = parsed(&sides.reference, Role::Reference)?;
        checks::ids(&references, &sides.reference.label)?;
        let mut warnings = Vec::new();
        let mut outputs: Vec<Vec<Labelled>> = Vec::new();
        for side in &sides.outputs {
            let found = parsed(side, Role::Output)?;
            let pairs = evaluate::pair(&references, found, &side.label, &mut warnings)?;
            outputs.push(pairs.into_iter().map(|(_, output)| output.item).collect());
        }
        let kept = checks::kept(request, sides, &references, &mut outputs, &mut warnings)?;
        let classes = Classes::new(&kept, &outputs);
        for (side, output) in sides.outputs.iter().zip(&outputs) {
            warnings.extend(checks::doubts(&classes, &side.label, output));
        }
        let body = body(&kept, &classes, &outputs, run)?;
        let parameters = vec![("skip_learned", json!(request.skip_learned))];
        Ok(evaluate::answer(body, parameters, warnings, run.seed))
    }
}

fn body(
    kept: &[&evaluate::Named<Labelled>],
    classes: &Classes,
    outputs: &[Vec<Labelled>],
    run: &Run<'_>,
) -> Result<Evaluated, Error> {
    let subjects: Vec<Subject> = kept
        .iter()
        .map(|reference| Subject::new(reference, classes))
        .collect();
    let scored: Vec<Scored> = outputs
        .iter()
        .map(|output| {
            let answers: Vec<_> = output.iter().map(|row| classes.answer(row)).collect();
            Scored::new(&subjects, &answers, classes)
        })
        .collect();
    let first = scored
        .first()
        .ok_or_else(|| Error::input("no output to score"))?;
    let baselines = baselines::all(&subjects, classes, run)?.into_iter();
    let document = |(subject, scores): (&Subject<'_>, &Scores)| ScoredDocument {
        id: subject.id.into(),
        scores: scores.clone(),
    };
    Ok(Evaluated {
        sheet: Arc::clone(&SHEET),
        scores: first.whole.clone(),
        intervals: None,
        baselines: baselines
            .map(|(name, answers)| (name, Scored::new(&subjects, &answers, classes).whole))
            .collect(),
        documents: subjects.iter().zip(&first.each).map(document).collect(),
        comparison: scored
            .get(1)
            .map(|second| evaluate::compare(&first.each, &second.each, run.seed)),
        second: scored.get(1).map(|second| second.whole.clone()),
        tables: tables::all(first, classes),
    })
}

#[cfg(test)]
mod tests;
