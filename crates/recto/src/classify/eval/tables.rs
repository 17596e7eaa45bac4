//! Tables of the report: scores of each class, which classes are taken for which, and what
//! answering only the surest would give.

use super::answers::{Classes, Scored};
use crate::evaluate::ScoreTable;
use crate::report::Number;
use recto_classify::metrics::RiskCoverage;

/// With more classes than this a matrix is no longer read.
const MATRIX_CLASSES: usize = 8;

/// All tables of an output.
pub(super) fn all(scored: &Scored, classes: &Classes) -> Vec<ScoreTable> {
    let matrix = (classes.names.len() <= MATRIX_CLASSES).then(|| matrix(scored, classes));
    let risk = (!scored.risk_coverage.is_empty()).then(|| risk(&scored.risk_coverage));
    let all = [Some(each_class(scored, classes)), matrix, risk];
    all.into_iter().flatten().collect()
}

/// The classes that occur or are answered, with their numbers.
fn met<'c>(
    scored: &'c Scored,
    classes: &'c Classes,
) -> impl Iterator<Item = (usize, &'c String)> + Clone {
    let names = classes.names.iter().enumerate();
    names.filter(|(class, _)| scored.confusion.f1(*class).is_some())
}

fn each_class(scored: &Scored, classes: &Classes) -> ScoreTable {
    let confusion = &scored.confusion;
    let row = |(class, name): (usize, &String)| {
        let truths = confusion.counts[class].iter().sum::<usize>() + confusion.unanswered[class];
        let answers: usize = confusion.counts.iter().map(|row| row[class]).sum();
        let values = vec![
            Some(truths as f64),
            Some(answers as f64),
            confusion.precision(class),
            confusion.recall(class),
            confusion.f1(class),
        ];
        (name.clone(), values)
    };
    let columns = [
        ("true", Number::Count),
        ("answered", Number::Count),
        ("precision", Number::Score),
        ("recall", Number::Score),
        ("F1", Number::Score),
    ];
    ScoreTable {
        id: "classes",
        heading: "Classes",
        caption: "True: documents of the class. Answered: documents that the output puts there. \
                  Precision and recall: how many of the latter and of the former are right.",
        head: "class",
        columns: columns.map(|(name, kind)| (name.into(), kind)).into(),
        rows: met(scored, classes).map(row).collect(),
    }
}

fn matrix(scored: &Scored, classes: &Classes) -> ScoreTable {
    let confusion = &scored.confusion;
    let met = met(scored, classes);
    let has_unanswered = confusion.unanswered.iter().any(|&n| n > 0);
    let row = |(class, name): (usize, &String)| {
        let answered = met.clone().map(|(other, _)| confusion.counts[class][other]);
        let unanswered = has_unanswered.then_some(confusion.unanswered[class]);
        let counts = answered.chain(unanswered);
        (name.clone(), counts.map(|n| Some(n as f64)).collect())
    };
    let columns = met.clone().map(|(_, name)| name.clone());
    let columns = columns.chain(has_unanswered.then(|| "no answer".into()));
    ScoreTable {
        id: "confusion",
        heading: "Confusion",
        caption: "Documents by their true class (rows) and the answer (columns).",
        head: "true",
        columns: columns.map(|name| (name, Number::Count)).collect(),
        rows: met
            .clone()
            .filter(|(class, _)| *class < classes.n_true)
            .map(row)
            .collect(),
    }
}

fn risk(risk_coverage: &[RiskCoverage]) -> ScoreTable {
    let row = |at: &RiskCoverage| {
        let head = Number::Share.say(at.coverage);
        (head, vec![Some(at.accuracy), Some(at.threshold)])
    };
    let mut rows: Vec<_> = risk_coverage.iter().map(row).collect();
    // Of few documents, several tenths are the same ones.
    rows.dedup();
    let columns = [("accuracy", Number::Score), ("least p", Number::Score)];
    ScoreTable {
        id: "risk",
        heading: "Surest documents",
        caption: "Accuracy if only the surest documents were answered, by the probability of the \
                  answer, and the least probability among them.",
        head: "answered",
        columns: columns.map(|(name, kind)| (name.into(), kind)).into(),
        rows,
    }
}
