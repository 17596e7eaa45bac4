//! What can be asked for, as data.

use pyo3::prelude::*;
use recto::evaluate::evaluations;
use recto::source::Format;
use recto::{
    About, Choice, Field, Kind, Language, MethodInfo, Subject, Usual, VERSION, capabilities,
};
use recto_replicate::papers;
use serde_json::{Value, json};

/// Everything that can be asked for, as JSON.
#[pyfunction]
pub(crate) fn registry() -> String {
    let capabilities = capabilities().iter().map(|row| {
        let mut described = about(row.about(), &row.methods());
        described["subject"] = subject(row.subject()).into();
        described["formats"] = row.formats().iter().map(|form| form.name).collect();
        described["schema"] = row.schema();
        described
    });
    let evaluations = evaluations().iter().map(|row| about(row.about(), &[]));
    let papers = papers()
        .iter()
        .map(|paper| json!({ "key": paper.key, "about": paper.about, "citation": paper.citation }));
    json!({
        "version": VERSION,
        "capabilities": capabilities.collect::<Vec<_>>(),
        "evaluations": evaluations.collect::<Vec<_>>(),
        "papers": papers.collect::<Vec<_>>(),
        "languages": Language::codes().collect::<Vec<_>>(),
        "input_formats": Format::NAMED.map(|(name, ..)| name),
    })
    .to_string()
}

fn subject(subject: Subject) -> &'static str {
    match subject {
        Subject::Documents | Subject::Anything => "documents",
        Subject::Groups => "groups",
        Subject::Pairs => "pairs",
        Subject::Messages => "messages",
    }
}

fn about(about: &About, methods: &[MethodInfo]) -> Value {
    let methods = methods
        .iter()
        .map(|row| json!({ "name": row.name, "summary": row.summary, "paper": row.paper }));
    json!({
        "name": about.name,
        "summary": about.summary,
        "fields": about.fields.iter().map(field).collect::<Vec<_>>(),
        "methods": methods.collect::<Vec<_>>(),
    })
}

fn field(field: &Field) -> Value {
    let names = |choices: &[Choice]| choices.iter().map(|choice| choice.name).collect::<Vec<_>>();
    let mut described = json!({
        "name": field.name,
        "help": field.help,
        "excludes": field.excludes,
        "default": match field.default {
            Usual::Value(value) => field.parse(value).unwrap_or_else(|_| value.into()),
            Usual::Words(_) | Usual::Unsaid => Value::Null,
        },
        "otherwise": match field.default {
            Usual::Words(words) => Some(words),
            Usual::Value(_) | Usual::Unsaid => None,
        },
    });
    let kind = match field.kind {
        Kind::Switch => "switch",
        Kind::Count { .. } => "count",
        Kind::Number { .. } => "number",
        Kind::Text => "text",
        Kind::Method => "method",
        Kind::Choice(choices) => {
            described["choices"] = names(choices).into();
            "choice"
        }
        Kind::Notation(_) => "notation",
        Kind::List(_) => "list",
        Kind::File => "file",
        Kind::NumberOrFile => "number_or_file",
        Kind::NameOrFile(choices) => {
            described["choices"] = names(choices).into();
            "name_or_file"
        }
        Kind::LabelField => "label_field",
        Kind::Documents => "documents",
        Kind::DocumentsOrFile(ending) => {
            described["ending"] = ending.into();
            "documents_or_file"
        }
        Kind::Folder(files) => {
            described["files"] = json!(files);
            "folder"
        }
        Kind::Form(forms) => {
            described["choices"] = names(forms).into();
            "form"
        }
        Kind::OutputFile => "output_file",
        Kind::OutputFolder(_) => "output_folder",
    };
    described["kind"] = kind.into();
    described
}
