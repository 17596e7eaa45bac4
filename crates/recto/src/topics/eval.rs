//! Groups of documents against classes: recto's JSON, or JSON lines of `id` and `label` or
//! `labels`.
//!
//! A document with several labels belongs to the class of just that set of labels (its
//! topic-set). Scores are of the whole collection; of a single document only B-cubed
//! speaks, so that is what two outputs are compared by.

use crate::evaluate::{
    self, Evaluated, Evaluation, Measure, ScoredDocument, Scores, Sheet, Side, Sides, answer, own,
    parsed, surplus_warning,
};
use crate::field::{Field, Group};
use crate::{About, Answer, Attachments, Error, Notice};
use indexmap::IndexMap;
use rand_chacha::rand_core::Rng;
use recto_math::partition::{Overlap, number};
use recto_math::sample::Better::{Higher, Lower};
use recto_math::{Remedy, Run, rng};
use recto_text::source::filled_lines;
use recto_text::{Document, Warning};
use rustc_hash::FxHashMap;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::{Arc, LazyLock};

static SHEET: LazyLock<Arc<Sheet>> = LazyLock::new(|| {
    Arc::new(Sheet {
        task: "clustering",
        title: "Evaluation of a clustering",
        account: "Entropy is an error (0 is best), the others are 1 at best. Purity and entropy \
              improve with the number of clusters: read them beside the others.",
        baselines: "one: all documents together; random: as many clusters as classes, drawn by lot.",
        documents: "B-cubed of a document: how much of its cluster is of its class, how much of its \
                class is in its cluster.",
        measures: vec![
            Measure::score("f", "F-measure", Higher),
            Measure::score("entropy", "Entropy", Lower),
            Measure::score("nmi", "Normalised mutual information", Higher),
            Measure::score("accuracy", "Accuracy", Higher),
            Measure::score("purity", "Purity", Higher),
            Measure::score("adjusted_rand", "Adjusted Rand index", Higher),
            Measure::score("b_cubed_precision", "B-cubed precision", Higher).short("Precision"),
            Measure::score("b_cubed_recall", "B-cubed recall", Higher).short("Recall"),
            Measure::score("b_cubed_f", "B-cubed F", Higher).short("F"),
            Measure::count("clusters", "Clusters").given(),
            Measure::count("classes", "Classes").given(),
        ],
    })
});

/// Scores groups of documents against classes.
#[derive(Debug, Clone, Copy)]
pub struct EvaluateClustering;

/// The evaluation `clustering`.
pub static CLUSTERING: EvaluateClustering = EvaluateClustering;

static ABOUT: About = About {
    name: "clustering",
    summary: "Score groups of documents: F-measure, entropy, NMI, B-cubed, adjusted Rand",
    examples: EXAMPLES,
    fields: FIELDS,
};

impl Evaluation for EvaluateClustering {
    type Request = Scoring;
    const ABOUT: &'static About = &ABOUT;

    fn score(
        &self,
        sides: &Sides,
        request: &Scoring,
        _: &Attachments,
        run: &Run<'_>,
    ) -> Result<Answer<Evaluated>, Error> {
        let classes = groups(&sides.reference)?;
        let outputs: Vec<Groups> = sides.outputs.iter().map(groups).collect::<Result<_, _>>()?;
        scored(request, sides, &classes, &outputs, run.seed)
    }
}

const EXAMPLES: &str =
    "  recto eval clustering labels.jsonl topics.json       rows of id and label or labels
  recto eval clustering labels.jsonl topics.json --min-class 20
                                                       classes of at least 20 documents";

static FIELDS: &[Field] = &[
    Field::count("min_class", "Leave out classes with fewer documents")
        .usually("1")
        .under(Group::Scoring),
];

/// How groups of documents are scored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Scoring {
    /// Classes with fewer documents are left out.
    pub min_class: usize,
}

impl Default for Scoring {
    fn default() -> Self {
        Self { min_class: 1 }
    }
}

/// Scores what was read.
pub(crate) fn scored(
    task: &Scoring,
    sides: &Sides,
    classes: &Groups,
    outputs: &[Groups],
    seed: u64,
) -> Result<Answer<Evaluated>, Error> {
    let mut warnings = Vec::new();
    let kept = kept(task, sides, classes, outputs, &mut warnings)?;
    let truth: Vec<&str> = kept.iter().map(|&id| text(&classes[id])).collect();
    let label = |groups: &Groups| -> Vec<String> {
        kept.iter()
            .map(|&id| text(&groups[id]).to_string())
            .collect()
    };
    let labels: Vec<Vec<String>> = outputs.iter().map(label).collect();
    let all: Vec<Scores> = labels.iter().map(|found| whole(found, &truth)).collect();
    let each: Vec<Vec<Scores>> = labels
        .iter()
        .map(|found| documents(found, &truth))
        .collect();
    let none = || Error::input(format!("{}: no document to score", sides.reference.label));
    let body = Evaluated {
        sheet: Arc::clone(&SHEET),
        scores: all.first().cloned().ok_or_else(none)?,
        intervals: None,
        baselines: baselines(&truth, seed),
        documents: kept
            .iter()
            .zip(each.first().into_iter().flatten())
            .map(|(id, scores)| ScoredDocument {
                id: (*id).into(),
                scores: scores.clone(),
            })
            .collect(),
        comparison: each
            .get(1)
            .map(|second| evaluate::compare(&each[0], second, seed)),
        second: all.get(1).cloned(),
        tables: Vec::new(),
    };
    let parameters = vec![("min_class", json!(task.min_class))];
    Ok(answer(body, parameters, warnings, seed))
}

/// The class or cluster of each document; `None` where it has none.
pub(crate) type Groups = IndexMap<String, Option<String>>;

fn text(group: &Option<String>) -> &str {
    group.as_deref().unwrap_or_default()
}

/// The documents to score: in a class that is large enough, and in a cluster everywhere.
fn kept<'c>(
    task: &Scoring,
    sides: &Sides,
    classes: &'c Groups,
    outputs: &[Groups],
    warnings: &mut Vec<Warning>,
) -> Result<Vec<&'c str>, Error> {
    let mut sizes: FxHashMap<&str, usize> = FxHashMap::default();
    for class in classes.values().flatten() {
        *sizes.entry(class).or_default() += 1;
    }
    let is_large = |class: &Option<String>| {
        let class = class.as_deref();
        class.is_some_and(|class| sizes[class] >= task.min_class)
    };
    let large = classes.iter().filter(|(_, class)| is_large(class));
    let mut kept: Vec<&str> = large.map(|(id, _)| id.as_str()).collect();
    if kept.len() < classes.len() {
        let n = classes.len() - kept.len();
        let message = format!("{n} left out: no class, or one with too few documents");
        warnings.push(Warning::in_file(&sides.reference.label, message));
    }
    for (output, groups) in sides.outputs.iter().zip(outputs) {
        let output = output.label.as_str();
        if let Some(missing) = kept.iter().find(|id| !groups.contains_key(**id)) {
            return Err(Error::input(format!(
                "{output}: no document `{missing}`; an output has every document of the \
                 reference, under the same id"
            )));
        }
        let extra = groups
            .keys()
            .filter(|id| !classes.contains_key(*id))
            .count();
        if extra > 0 {
            warnings.push(surplus_warning(output, extra));
        }
        let before = kept.len();
        kept.retain(|id| groups[*id].is_some());
        if kept.len() < before {
            let message = format!("{} left out: in no cluster", before - kept.len());
            warnings.push(Warning::in_file(output, message));
        }
    }
    if kept.is_empty() {
        let reference = &sides.reference.label;
        return Err(Error::input(format!(
            "{reference}: no document is left to score"
        )));
    }
    Ok(kept)
}

fn whole<C: Eq + std::hash::Hash, G: Eq + std::hash::Hash>(found: &[G], truth: &[C]) -> Scores {
    let overlap = Overlap::new(found, truth);
    let b_cubed = overlap.b_cubed();
    let values = [
        overlap.f_measure(),
        overlap.entropy(),
        overlap.nmi(),
        overlap.accuracy(),
        overlap.purity(),
        overlap.adjusted_rand(),
        b_cubed.precision,
        b_cubed.recall,
        b_cubed.f,
        overlap.n_groups() as f64,
        overlap.n_classes() as f64,
    ];
    Scores::new(Arc::clone(&SHEET), values.map(Some).to_vec())
}

/// B-cubed of each document.
fn documents(found: &[String], truth: &[&str]) -> Vec<Scores> {
    let (groups, n_groups) = number(found);
    let (classes, n_classes) = number(truth);
    let mut both: FxHashMap<(usize, usize), f64> = FxHashMap::default();
    let (mut in_group, mut in_class) = (vec![0.0; n_groups], vec![0.0; n_classes]);
    for (&group, &class) in groups.iter().zip(&classes) {
        *both.entry((group, class)).or_default() += 1.0;
        in_group[group] += 1.0;
        in_class[class] += 1.0;
    }
    let scores = |(&group, &class): (&usize, &usize)| {
        let shared = both[&(group, class)];
        let (precision, recall) = (shared / in_group[group], shared / in_class[class]);
        let mut values = vec![None; SHEET.measures.len()];
        values[6] = Some(precision);
        values[7] = Some(recall);
        values[8] = Some(2.0 * precision * recall / (precision + recall));
        Scores::new(Arc::clone(&SHEET), values)
    };
    groups.iter().zip(&classes).map(scores).collect()
}

fn baselines(truth: &[&str], seed: u64) -> IndexMap<&'static str, Scores> {
    let (_, n_classes) = number(truth);
    let mut draws = rng::stream(seed, "random clusters", 0);
    let drawn: Vec<u64> = truth
        .iter()
        .map(|_| draws.next_u64() % n_classes as u64)
        .collect();
    [
        ("one", whole(&vec![0; truth.len()], truth)),
        ("random", whole(&drawn, truth)),
    ]
    .into_iter()
    .collect()
}

/// The group of each document of a side.
fn groups(side: &Side) -> Result<Groups, Error> {
    let named = |document: &Document| {
        let rows = parse(document)?.into_iter();
        Ok(rows.map(|row| (document.file.clone(), row)).collect())
    };
    let mut groups = Groups::new();
    for (file, (id, group)) in parsed(side, named)? {
        if groups.insert(id.clone(), group).is_some() {
            return Err(Error::input(format!(
                "{file}: two documents are called `{id}`; each needs its own id"
            )));
        }
    }
    Ok(groups)
}

#[derive(Deserialize)]
struct OwnDocument {
    id: String,
    cluster: Option<Value>,
}

#[derive(Deserialize)]
struct Row {
    id: Value,
    label: Option<Value>,
    labels: Option<Vec<Value>>,
    cluster: Option<Value>,
}

pub(crate) fn parse(document: &Document) -> Result<Vec<(String, Option<String>)>, Notice> {
    if let Some(parsed) = own::<OwnDocument>(&document.text, "topics") {
        let documents = parsed?;
        if documents.iter().all(|document| document.cluster.is_none()) {
            let notice = Notice::from("no document has a cluster");
            return Err(notice.with(Remedy::Make {
                capability: "topics",
                with: &[("clusters", "auto")],
            }));
        }
        let cluster = |document: OwnDocument| (document.id, document.cluster.map(name));
        return Ok(documents.into_iter().map(cluster).collect());
    }
    let numbered = |(number, line): (usize, &str)| {
        row(line).map_err(|message| format!("line {number}: {message}").into())
    };
    filled_lines(&document.text).map(numbered).collect()
}

fn row(line: &str) -> Result<(String, Option<String>), String> {
    let row: Row = serde_json::from_str(line)
        .map_err(|error| format!("not a JSON object with id and label or labels: {error}"))?;
    let set = |labels: Vec<Value>| {
        let mut names: Vec<String> = labels.into_iter().map(name).collect();
        names.sort();
        names.dedup();
        (!names.is_empty()).then(|| names.join(" + "))
    };
    let group = match (row.label, row.labels, row.cluster) {
        (Some(label), _, _) | (None, None, Some(label)) => Some(name(label)),
        (None, Some(labels), _) => set(labels),
        (None, None, None) => None,
    };
    Ok((name(row.id), group))
}

fn name(value: Value) -> String {
    match value {
        Value::String(name) => name,
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_of_labels_is_a_class_of_its_own() {
        let groups = |text: &str| -> Groups {
            let rows = parse(&Document::new("d", text));
            rows.expect("rows").into_iter().collect()
        };
        let gold = groups(
            "{\"id\": 1, \"labels\": [\"tea\", \"tin\"]}\n{\"id\": 2, \"labels\": [\"tin\", \"tea\"]}\n\
             {\"id\": 3, \"labels\": [\"tea\"]}\n{\"id\": 4, \"labels\": []}\n",
        );
        let output = groups(
            r#"{"documents": [{"id": "1", "cluster": 0}, {"id": "2", "cluster": 0},
                {"id": "3", "cluster": 1}, {"id": "4", "cluster": 1}]}"#,
        );
        let side = |label: &str| Side {
            label: label.into(),
            ..Side::default()
        };
        let sides = Sides {
            reference: side("gold"),
            outputs: vec![side("out")],
        };
        let with = |min_class| {
            let outputs = std::slice::from_ref(&output);
            scored(&Scoring { min_class }, &sides, &gold, outputs, 0)
        };
        let found = with(1).expect("sound groups");
        assert_eq!(found.body.scores.get("nmi"), Some(1.0));
        assert_eq!(found.body.scores.get("classes"), Some(2.0));
        assert_eq!(found.body.documents.len(), 3);
        assert!(found.warnings[0].message.starts_with("1 left out"));
        assert_eq!(evaluate::report(&found).faults(), [""; 0]);
        let large_only = with(2).expect("one class");
        assert_eq!(large_only.body.documents.len(), 2);
    }
}
