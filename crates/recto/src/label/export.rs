//! Labels for other programs: JSON lines, CSV, doccano, the words as a lexicon, and the log.
//!
//! Every label says where it comes from: `human` (an answer, or how a disagreement was
//! settled), `given` (it came with the document) or `machine`. In the form of doccano, which
//! cannot say it, machine labels are left out.

use super::{Chooser, ItemKey, Judged, Project, ProjectError, Reply, Said, State, Texts, Verdict};
use crate::Error;
use recto_text::time::rfc3339;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// A form of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// A document a line, with all that is known of it.
    Jsonl,
    /// The same as a table.
    Csv,
    /// JSON lines as doccano imports them.
    Doccano,
    /// Words and their classes, as `classify` takes them for a lexicon.
    Lexicon,
    /// The log as JSON lines, which an import replays.
    Log,
}

impl Form {
    /// All forms by their names, and what each holds.
    pub const ALL: [(&'static str, Form, &'static str); 5] = [
        (
            "jsonl",
            Form::Jsonl,
            "JSON lines: a document a line, with who, when and how sure",
        ),
        ("csv", Form::Csv, "the same as a table"),
        (
            "doccano",
            Form::Doccano,
            "JSON lines as doccano imports them; human labels alone",
        ),
        (
            "lexicon",
            Form::Lexicon,
            "answered words and their classes, which classify takes as a lexicon",
        ),
        (
            "log",
            Form::Log,
            "every row of the log; an import replays it",
        ),
    ];

    /// The form of this name.
    pub fn named(name: &str) -> Option<Self> {
        let row = Self::ALL.iter().find(|(own, _, _)| *own == name)?;
        Some(row.1)
    }
}

/// A document of an export.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Exported {
    /// Its id.
    pub id: String,
    /// Its text.
    pub text: String,
    /// Its class; null if nobody knows and there is no model.
    pub label: Option<String>,
    /// Where the class comes from: `human`, `given` or `machine`.
    pub by: Option<&'static str>,
    /// The model's probability of that class, also where a person gave it; null without one.
    pub sure: Option<f64>,
    /// The model's probability of each class.
    pub p: Option<BTreeMap<String, f64>>,
    /// Who settled a disagreement.
    pub settled_by: Option<String>,
    /// Whether annotators disagree and nobody settled it: then it has no label.
    pub disputed: bool,
    /// The document that was asked in its stead, because it has the same text.
    pub copy_of: Option<String>,
    /// The label that it came with, learned from or not.
    pub given: Option<String>,
    /// What each annotator said.
    pub answers: Vec<ExportedAnswer>,
}

/// What an annotator said.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ExportedAnswer {
    /// Who.
    pub annotator: String,
    /// The class, `dont-know` or `skip`.
    pub label: String,
    /// When.
    pub time: String,
    /// How long the question was in view.
    pub seconds: Option<f64>,
    /// A remark.
    pub comment: Option<String>,
}

/// Every document with its label, in the order of the project. `chooser` must be fitted.
///
/// # Errors
/// [`ProjectError`] if the project cannot be read.
pub fn documents(
    project: &Project,
    texts: &Texts,
    chooser: &Chooser,
) -> Result<Vec<Exported>, ProjectError> {
    let (state, predictions) = (project.state(), chooser.predictions());
    let is_fitted = chooser.has_model();
    let all = project.documents()?.into_iter().filter_map(|one| {
        let document = one.document;
        let place = texts.place_of_wording(&document.id)?;
        let original = texts.id(place);
        let own = ItemKey::Document(document.id.clone());
        let judged = state
            .item(&own)
            .or_else(|| state.item(&ItemKey::Document(original.into())));
        let row = is_fitted.then(|| predictions.documents.row(place));
        // Labels that are kept aside are not the project's, but are shown.
        let known = texts.pile.documents[place].labels.first();
        let mut exported = labelled(state, judged, row, known);
        exported.given = document.labels.first().cloned();
        exported.copy_of = (original != document.id).then(|| original.to_owned());
        exported.id = document.id;
        exported.text = document.text;
        Some(exported)
    });
    Ok(all.collect())
}

/// The label of a document by what was said, what it came with and what the model says.
fn labelled(
    state: &State,
    judged: Option<&Judged>,
    row: Option<&[f64]>,
    known: Option<&String>,
) -> Exported {
    let verdict = judged.and_then(Judged::verdict);
    let is_disputed = verdict == Some(Verdict::Disputed);
    let classes = state.classes();
    let human = verdict
        .as_ref()
        .and_then(Verdict::class)
        .map(|class| classes[class].clone());
    let machine = || {
        let row = row?;
        let best = (0..row.len()).max_by(|&a, &b| row[a].total_cmp(&row[b]).then(b.cmp(&a)))?;
        classes.get(best).cloned()
    };
    let (label, by) = match (human, known) {
        (Some(label), _) => (Some(label), Some("human")),
        (None, _) if is_disputed => (None, None),
        (None, Some(label)) => (Some(label.clone()), Some("given")),
        (None, None) => match machine() {
            Some(label) => (Some(label), Some("machine")),
            None => (None, None),
        },
    };
    let of_class = |label: &String| {
        let class = classes.iter().position(|class| class == label)?;
        row?.get(class).copied()
    };
    Exported {
        id: String::new(),
        text: String::new(),
        sure: label.as_ref().and_then(of_class),
        label,
        by,
        p: row.map(|row| classes.iter().cloned().zip(row.iter().copied()).collect()),
        settled_by: judged
            .and_then(Judged::settled)
            .map(|said| said.annotator.clone()),
        disputed: is_disputed,
        copy_of: None,
        given: None,
        answers: judged
            .map(|judged| answers(state, judged))
            .unwrap_or_default(),
    }
}

fn answers(state: &State, judged: &Judged) -> Vec<ExportedAnswer> {
    let comments: BTreeMap<&str, &str> = judged.comments().collect();
    let answer = |said: &Said| ExportedAnswer {
        annotator: said.annotator.clone(),
        label: match said.reply {
            Reply::Class(class) => state.classes()[class].clone(),
            Reply::DontKnow => "dont-know".into(),
            Reply::Skip => "skip".into(),
        },
        time: rfc3339(said.time.saturating_mul(1000)),
        seconds: said.seconds,
        comment: comments
            .get(said.annotator.as_str())
            .map(|text| (*text).into()),
    };
    judged.answers().map(answer).collect()
}

/// Writes an export.
///
/// # Errors
/// [`io::Error`] if it cannot be written.
pub fn write(
    form: Form,
    project: &Project,
    exported: &[Exported],
    writer: &mut dyn Write,
) -> io::Result<()> {
    match form {
        Form::Jsonl => lines(exported.iter().map(|one| json!(one)), writer),
        Form::Doccano => lines(exported.iter().map(doccano), writer),
        Form::Csv => table(exported, writer),
        Form::Lexicon => lexicon(project.state(), writer),
        Form::Log => {
            let log = project
                .log()
                .map_err(|error| io::Error::other(Error::from(error)))?;
            lines(log.iter().map(|entry| json!(entry)), writer)
        }
    }
}

fn lines(rows: impl Iterator<Item = Value>, writer: &mut dyn Write) -> io::Result<()> {
    for row in rows {
        writeln!(writer, "{row}")?;
    }
    Ok(())
}

/// A label of a person or one that came with the document; the rest is for doccano to ask.
fn doccano(one: &Exported) -> Value {
    let label = one.label.iter().filter(|_| one.by != Some("machine"));
    let comments: Vec<&String> = one
        .answers
        .iter()
        .filter_map(|own| own.comment.as_ref())
        .collect();
    let who: Vec<&str> = one
        .answers
        .iter()
        .map(|own| own.annotator.as_str())
        .collect();
    json!({
        "id": one.id,
        "text": one.text,
        "label": label.collect::<Vec<_>>(),
        "Comments": comments,
        "by": one.by.filter(|by| *by != "machine"),
        "annotators": who,
    })
}

fn table(exported: &[Exported], writer: &mut dyn Write) -> io::Result<()> {
    let mut table = csv::Writer::from_writer(writer);
    table.write_record([
        "id",
        "text",
        "label",
        "by",
        "sure",
        "annotator",
        "time",
        "seconds",
        "comment",
        "settled_by",
        "disputed",
        "copy_of",
        "given",
    ])?;
    for one in exported {
        let join = |part: &dyn Fn(&ExportedAnswer) -> Option<String>| {
            let parts: Vec<String> = one.answers.iter().filter_map(part).collect();
            parts.join("; ")
        };
        // Several annotators: each with what they said.
        let who = |own: &ExportedAnswer| match &one.answers[..] {
            [_] => Some(own.annotator.clone()),
            _ => Some(format!("{}={}", own.annotator, own.label)),
        };
        let cells: [&str; 13] = [
            &one.id,
            &one.text,
            one.label.as_deref().unwrap_or_default(),
            one.by.unwrap_or_default(),
            &one.sure.map(|p| format!("{p:.4}")).unwrap_or_default(),
            &join(&who),
            &join(&|own| Some(own.time.clone())),
            &join(&|own| own.seconds.map(|seconds| format!("{seconds:.1}"))),
            &join(&|own| own.comment.clone()),
            one.settled_by.as_deref().unwrap_or_default(),
            if one.disputed { "yes" } else { "" },
            one.copy_of.as_deref().unwrap_or_default(),
            one.given.as_deref().unwrap_or_default(),
        ];
        table.write_record(cells)?;
    }
    table.flush()
}

/// Words with a class, a line each.
fn lexicon(state: &State, writer: &mut dyn Write) -> io::Result<()> {
    for (item, judged) in state.items() {
        let class = judged.verdict().and_then(|verdict| verdict.class());
        if let (ItemKey::Word(word), Some(class)) = (item, class) {
            writeln!(writer, "{word}\t{}", state.classes()[class])?;
        }
    }
    Ok(())
}
