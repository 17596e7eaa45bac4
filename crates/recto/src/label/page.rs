//! Reports of a project: its summary, and the curve of a simulation.

use super::agreement::{Agreement, Dispute, Pair};
use super::status::{Annotator, ClassStatus, Status};
use crate::report::number::count;
use crate::report::{
    Baseline, Cell, Column, Curve, Number, Point, Report, Section, State as Part, Table,
};
use crate::{Answer, VERSION, Warning};
use recto_classify::active::simulate;
use recto_classify::active::{Sign, Standing};
use serde::Serialize;
use serde_json::{Map, Value};

/// Disagreements that a report lists.
const LISTED: usize = 40;

/// What a simulation answers.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Simulated {
    /// Accuracy by cost.
    pub curve: Vec<simulate::Point>,
    /// Share of the commonest class among the labels: what guessing it reaches.
    pub majority: f64,
}

/// An answer of `label` around a body.
pub fn answer<B>(parameters: Map<String, Value>, warnings: Vec<Warning>, body: B) -> Answer<B> {
    Answer {
        recto: VERSION.into(),
        command: "label".into(),
        parameters,
        warnings,
        failed: Vec::new(),
        body,
    }
}

/// The report of a project's summary.
pub fn status_report(answer: &Answer<Status>) -> Report {
    let status = &answer.body;
    let copies = status.documents - status.distinct;
    let copies = match copies {
        0 => String::new(),
        n => format!(", {} of them copies of others", count(n as f64)),
    };
    let answered = status.standing.documents + status.standing.words;
    Report {
        title: "labelling project".into(),
        account: format!(
            "{} documents{copies}; {answered} answers with a class, {} rows in the log",
            count(status.documents as f64),
            status.rows
        ),
        sections: [
            Some(standing(&status.standing)),
            Some(classes(status)),
            annotators(&status.annotators),
            agreement(&status.agreement),
        ]
        .into_iter()
        .flatten()
        .collect(),
        ..answer.report()
    }
}

fn standing(standing: &Standing) -> Section {
    let mut rows: Vec<[String; 2]> = vec![["accuracy".into(), accuracy(standing)]];
    rows.push(["cost so far".into(), count(standing.cost)]);
    rows.push(["advice".into(), advice(standing)]);
    let gain = standing.gain_of_fifty;
    let gain = gain.map_or("too early to tell".into(), points);
    rows.push(["fifty more answers".into(), gain]);
    let table = Table {
        caption: "Accuracy is estimated from documents drawn by lot, with its 95 % interval. A \
                  word costs 1, a document 5."
            .into(),
        columns: vec![Column::label("what"), Column::label("so far")],
        rows: rows
            .into_iter()
            .map(|row| row.map(Cell::from).into())
            .collect(),
    };
    Section::new("standing", "How far it is").with(table)
}

/// The accuracy in words.
pub fn accuracy(standing: &Standing) -> String {
    match &standing.accuracy {
        Some(found) => format!(
            "{} ({}), from {} documents drawn by lot",
            Number::Share.say(found.estimate),
            Number::Share.interval(found.low, found.high),
            found.n
        ),
        None => "not known yet: no document drawn by lot was answered".into(),
    }
}

/// A difference of accuracies in words.
pub fn points(gain: f64) -> String {
    let points = 100.0 * gain;
    if points.abs() < 0.05 {
        "no change expected".into()
    } else {
        format!("about {points:+.1} points of accuracy")
    }
}

/// Whether to stop, in words, with what speaks for it.
pub fn advice(standing: &Standing) -> String {
    let signs: Vec<String> = standing.advice.signs.iter().map(sign).collect();
    let signs = match &signs[..] {
        [] => String::new(),
        all => format!(" ({})", all.join("; ")),
    };
    let advice = if standing.advice.stop {
        "you can stop: more answers are expected to change little"
    } else {
        "go on"
    };
    format!("{advice}{signs}")
}

fn sign(sign: &Sign) -> String {
    match sign {
        Sign::Changes { share, bound } => format!(
            "the second half of the answers changed {} of the predictions; stop at {} or less",
            percent(*share),
            percent(*bound)
        ),
        Sign::Documents { n, bound } => {
            format!("{n} documents answered, at least {bound} are needed")
        }
        Sign::Gain { gain, bound } => format!(
            "twice the labels would bring {}, up to {} is little",
            percent(*gain),
            percent(*bound)
        ),
        #[allow(
            unreachable_patterns,
            reason = "the engine may come to know more signs"
        )]
        other => format!("{other:?}"),
    }
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

fn classes(status: &Status) -> Section {
    let row = |class: &ClassStatus| {
        vec![
            Cell::from(class.name.as_str()),
            Cell::from(class.documents as f64),
            Cell::from(class.words as f64),
        ]
    };
    let table = Table {
        caption: "What people said; labels of the machine are not counted.".into(),
        columns: vec![
            Column::label("class"),
            Column::number("documents", Number::Count),
            Column::number("words", Number::Count),
        ],
        rows: status.classes.iter().map(row).collect(),
    };
    let account = format!(
        "{} that nobody could tell, {} skipped, {} documents came with a label that is used",
        status.dont_know, status.skipped, status.given
    );
    Section::new("classes", "Classes")
        .account(account)
        .with(table)
}

fn annotators(annotators: &[Annotator]) -> Option<Section> {
    let row = |one: &Annotator| {
        let counts = [one.documents, one.words, one.dont_know, one.skipped];
        let counts = counts.map(|n| Cell::from(n as f64));
        let mut row = vec![Cell::from(one.name.as_str())];
        row.extend(counts);
        row.push(one.seconds.into());
        row
    };
    let heads = ["documents", "words", "don't know", "skipped"];
    let heads = heads.map(|head| Column::number(head, Number::Count));
    let table = Table {
        caption: "Seconds is the median time of an answer.".into(),
        columns: [Column::label("annotator")]
            .into_iter()
            .chain(heads)
            .chain([Column::number("seconds", Number::Score)])
            .collect(),
        rows: annotators.iter().map(row).collect(),
    };
    (!annotators.is_empty()).then(|| Section::new("annotators", "Annotators").with(table))
}

fn agreement(found: &Agreement) -> Option<Section> {
    if found.documents == 0 && found.open.is_empty() {
        return None;
    }
    let row = |pair: &Pair| {
        vec![
            Cell::from(format!("{} and {}", pair.one, pair.other)),
            Cell::from(pair.documents as f64),
            Cell::from(pair.same),
            Cell::from(pair.kappa),
        ]
    };
    let pairs = Table {
        caption: "Cohen's kappa: agreement beyond chance; 1 is full, 0 is chance.".into(),
        columns: vec![
            Column::label("annotators"),
            Column::number("documents", Number::Count),
            Column::number("same class", Number::Share),
            Column::number("kappa", Number::Score),
        ],
        rows: found.pairs.iter().map(row).collect(),
    };
    let dispute = |one: &Dispute| {
        let said = one
            .classes
            .iter()
            .map(|(who, class)| format!("{who}: {class}"));
        vec![
            Cell::from(one.item.to_string()),
            Cell::from(said.collect::<Vec<_>>().join(", ")),
        ]
    };
    let open = Table {
        caption: format!("Disagreements to settle: {}.", found.open.len()),
        columns: vec![Column::quote("what"), Column::label("said")],
        rows: found.open.iter().take(LISTED).map(dispute).collect(),
    };
    let alpha = found
        .alpha
        .map_or("not defined".into(), |alpha| Number::Score.say(alpha));
    let account = format!(
        "{} documents with two answers or more; Krippendorff's alpha {alpha}; {} settled",
        found.documents, found.settled
    );
    let section = Section::new("agreement", "Agreement")
        .account(account)
        .with(pairs);
    Some(if found.open.is_empty() {
        section
    } else {
        section.with(open)
    })
}

/// The report of a simulation.
pub fn simulation_report(answer: &Answer<Simulated>) -> Report {
    let found = &answer.body;
    let row = |point: &simulate::Point| {
        vec![
            Cell::from(point.cost),
            Cell::from(point.documents as f64),
            Cell::from(point.words as f64),
            Cell::from(point.accuracy),
        ]
    };
    let table = Table {
        caption: "A word costs 1, a document 5; what was known at the start is free.".into(),
        columns: vec![
            Column::number("cost", Number::Count),
            Column::number("documents", Number::Count),
            Column::number("words", Number::Count),
            Column::number("accuracy", Number::Share),
        ],
        rows: found.curve.iter().map(row).collect(),
    };
    let account = match (found.curve.first(), found.curve.last()) {
        (Some(first), Some(last)) => format!(
            "from {} to {} right at a cost of {}",
            Number::Share.say(first.accuracy),
            Number::Share.say(last.accuracy),
            count(last.cost)
        ),
        _ => String::new(),
    };
    let section = Section::new("curve", "Learning curve").account(account);
    let section = section.with(curve(found)).with(table);
    Report {
        title: "simulated labelling".into(),
        account: "Questions answered by the labels that are known; accuracy on documents that \
                  are never asked."
            .into(),
        sections: vec![section],
        ..answer.report()
    }
}

fn curve(found: &Simulated) -> Part {
    let point = |point: &simulate::Point| Point {
        x: point.cost,
        y: point.accuracy,
        low: point.accuracy,
        high: point.accuracy,
    };
    Curve {
        caption: "Share of the documents kept back that are classified right, by the price of \
                  the answers."
            .into(),
        x: "cost".into(),
        number: Number::Share,
        range: (0.0, 1.0),
        points: found.curve.iter().map(point).collect(),
        baseline: Baseline {
            name: "always the commonest class".into(),
            value: found.majority,
        },
    }
    .into()
}
