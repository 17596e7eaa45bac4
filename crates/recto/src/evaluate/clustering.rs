//! Groups of documents against classes: recto's JSON, or JSON lines of `id` and `label` or
//! `labels`.
//!
//! A document with several labels belongs to the class of just that set of labels (its
//! topic-set). Scores are of the whole collection; of a single document only B-cubed
//! speaks, so that is what two outputs are compared by.

use super::sheet::{self, Measure, Sheet};
use super::{Answer, EvalError, Evaluated, Request, ScoredDocument, Scores, answer, files};
use indexmap::IndexMap;
use rand_chacha::rand_core::Rng;
use recto_math::partition::{Overlap, number};
use recto_math::sample::Better::{Higher, Lower};
use recto_math::{Run, rng};
use recto_text::source::{self, Format};
use recto_text::{Document, SourceOptions, Warning};
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

/// Scores of groups of documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clustering {
    /// Classes with fewer documents are left out.
    pub least: usize,
}

impl Default for Clustering {
    fn default() -> Self {
        Self { least: 1 }
    }
}

/// Scores clusterings against classes. A second output is compared with the first,
/// document by document, on the documents that both have put into a cluster.
///
/// # Errors
/// [`EvalError`] when a file cannot be understood, when a document is missing, or when
/// the observer asks to stop.
pub fn clustering(
    task: &Clustering,
    request: &Request<'_>,
    run: &Run<'_>,
) -> Result<Answer<Evaluated>, EvalError> {
    let classes = read(request.reference, &request.source, run)?;
    let outputs = request.outputs.iter();
    let outputs: Vec<Groups> = outputs
        .map(|output| read(output, &request.source, run))
        .collect::<Result<_, _>>()?;
    scored(task, request, &classes, &outputs, run.seed)
}

/// Scores what was read.
pub(super) fn scored(
    task: &Clustering,
    request: &Request<'_>,
    classes: &Groups,
    outputs: &[Groups],
    seed: u64,
) -> Result<Answer<Evaluated>, EvalError> {
    let mut warnings = Vec::new();
    let kept = kept(task, request, classes, outputs, &mut warnings)?;
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
    let none = || EvalError::Match(format!("{}: no document to score", request.reference));
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
            .map(|second| sheet::compare(&each[0], second, seed)),
        second: all.get(1).cloned(),
    };
    let parameters = vec![("min_class", json!(task.least))];
    Ok(answer(body, parameters, warnings, seed))
}

/// The class or cluster of each document; `None` where it has none.
pub(super) type Groups = IndexMap<String, Option<String>>;

fn text(group: &Option<String>) -> &str {
    group.as_deref().unwrap_or_default()
}

/// The documents to score: in a class that is large enough, and in a cluster everywhere.
fn kept<'c>(
    task: &Clustering,
    request: &Request<'_>,
    classes: &'c Groups,
    outputs: &[Groups],
    warnings: &mut Vec<Warning>,
) -> Result<Vec<&'c str>, EvalError> {
    let mut sizes: FxHashMap<&str, usize> = FxHashMap::default();
    for class in classes.values().flatten() {
        *sizes.entry(class).or_default() += 1;
    }
    let is_large = |class: &Option<String>| {
        let class = class.as_deref();
        class.is_some_and(|class| sizes[class] >= task.least)
    };
    let large = classes.iter().filter(|(_, class)| is_large(class));
    let mut kept: Vec<&str> = large.map(|(id, _)| id.as_str()).collect();
    if kept.len() < classes.len() {
        let n = classes.len() - kept.len();
        let message = format!("{n} left out: no class, or one that is too small for --min-class");
        warnings.push(Warning::in_file(request.reference, message));
    }
    for (output, groups) in request.outputs.iter().zip(outputs) {
        if let Some(missing) = kept.iter().find(|id| !groups.contains_key(**id)) {
            return Err(EvalError::Match(format!(
                "{output}: no document `{missing}`; an output has every document of the \
                 reference, under the same id"
            )));
        }
        let extra = groups
            .keys()
            .filter(|id| !classes.contains_key(*id))
            .count();
        if extra > 0 {
            warnings.push(files::surplus_warning(output, extra));
        }
        let before = kept.len();
        kept.retain(|id| groups[*id].is_some());
        if kept.len() < before {
            let message = format!("{} left out: in no cluster", before - kept.len());
            warnings.push(Warning::in_file(output, message));
        }
    }
    match kept.is_empty() {
        true => Err(EvalError::Match(format!(
            "{}: no document is left to score",
            request.reference
        ))),
        false => Ok(kept),
    }
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

fn read(path: &str, options: &SourceOptions, run: &Run<'_>) -> Result<Groups, EvalError> {
    let options = SourceOptions {
        format: Some(Format::Text),
        ..options.clone()
    };
    let pile = source::read(&[path.to_string()], &options, run)?;
    let failure = |file: &str, message: String| EvalError::File {
        file: file.into(),
        message,
    };
    if let Some(failed) = pile.failed.first() {
        return Err(failure(&failed.file, failed.message.clone()));
    }
    let mut groups = Groups::new();
    for document in &pile.documents {
        let rows = parse(document).map_err(|message| failure(&document.file, message))?;
        for (id, group) in rows {
            if groups.insert(id.clone(), group).is_some() {
                let message = format!("two documents are called `{id}`; each needs its own id");
                return Err(failure(&document.file, message));
            }
        }
    }
    match groups.is_empty() {
        true => Err(failure(path, "no document in it".into())),
        false => Ok(groups),
    }
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

pub(super) fn parse(document: &Document) -> Result<Vec<(String, Option<String>)>, String> {
    if let Some(parsed) = files::own::<OwnDocument>(&document.text, "topics") {
        let documents = parsed?;
        if documents.iter().all(|document| document.cluster.is_none()) {
            return Err("no document has a cluster; run recto topics with --clusters".into());
        }
        let cluster = |document: OwnDocument| (document.id, document.cluster.map(name));
        return Ok(documents.into_iter().map(cluster).collect());
    }
    let lines = document.text.lines().enumerate();
    let rows = lines.filter(|(_, line)| !line.trim().is_empty());
    rows.map(|(i, line)| row(line).map_err(|message| format!("line {}: {message}", i + 1)))
        .collect()
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
