//! The functions that the package calls.

use crate::answer::NativeAnswer;
use crate::call::Call;
use crate::error::{Fault, worded};
use crate::input::NativeInput;
use crate::options::How;
use pyo3::prelude::*;
use recto::evaluate::{self as scoring, Side, Sides, evaluations};
use recto::report::Report;
use recto::{Attachments, Field, Pile, Run, SourceOptions, capabilities};
use recto_replicate::{Field as TrialField, Paper, Repeated, ReplicateError, Request, Trials};
use serde_json::{Map, Value};
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Contents beside a request: key, what its user calls it, bytes.
type Files = Vec<(String, String, Vec<u8>)>;
/// Documents beside a request, by their field.
type Documents = Vec<(String, Py<NativeInput>)>;

/// Asks a capability.
#[pyfunction]
#[pyo3(signature = (name, input, request, files, documents, how, seed, threads, progress))]
#[expect(clippy::too_many_arguments, reason = "one caller, by position")]
pub(crate) fn ask(
    py: Python<'_>,
    name: &str,
    input: &NativeInput,
    request: &str,
    files: Files,
    documents: Documents,
    how: &str,
    seed: u64,
    threads: Option<NonZeroUsize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<NativeAnswer> {
    let mut rows = capabilities().iter().copied();
    let row = rows.find(|row| row.name() == name);
    let row = row.ok_or_else(|| Fault::Internal(format!("no capability {name}")))?;
    let how = How::parse(how)?;
    let request = values(row.fields(), request)?;
    let mut options = how.options()?;
    options.format = input.format_of(row.subject()).or(options.format);
    options.tells_rows = row.subject() == recto::Subject::Anything;
    let call = Call {
        seed,
        threads,
        progress: progress.as_ref(),
    };
    let answer = call.run(py, |run| {
        let names = files.iter().map(|(key, _, _)| key.as_str());
        let names: Vec<&str> = names
            .chain(documents.iter().map(|d| d.0.as_str()))
            .collect();
        row.check(&request, &names)?;
        let attachments = attach(files, &documents, &options, run)?;
        let (pile, groups) = input.read(&options, run)?;
        let may_be_empty = row.subject() == recto::Subject::Messages && pile.failed.is_empty();
        if pile.documents.is_empty() && !may_be_empty {
            return Err(nothing(&pile));
        }
        let how = how.reading()?.with_groups(groups);
        let how = how.with_attachments(&attachments)?;
        let answer = row.run_keeping(pile, how, &request, attachments, run)?;
        if answer.is_empty() {
            let failed = answer
                .failed()
                .iter()
                .map(|failed| worded(&failed.notice()));
            return Err(Fault::Input(reasons(failed.collect())));
        }
        Ok(answer)
    })?;
    Ok(NativeAnswer::kept(answer, seed))
}

/// The request of keywords that were given, each by the table of its field.
pub(crate) fn values(fields: &[Field], request: &str) -> Result<Map<String, Value>, Fault> {
    let given: Map<String, Value> =
        serde_json::from_str(request).map_err(|error| Fault::Request(error.to_string()))?;
    let value = |(name, value): (String, Value)| {
        let field = fields.iter().find(|field| field.name == name);
        let field = field.ok_or_else(|| Fault::Request(format!("no keyword {name}")))?;
        let wrong = |why: String| Fault::Request(format!("{name}={value} {why}"));
        let value = field.value_of(&value).map_err(wrong)?;
        Ok((name, value))
    };
    given.into_iter().map(value).collect()
}

fn attach(
    files: Files,
    documents: &Documents,
    options: &SourceOptions,
    run: &Run<'_>,
) -> Result<Attachments, Fault> {
    let mut attachments = Attachments::default();
    for (key, label, bytes) in files {
        attachments.add_file(key, label, bytes);
    }
    for (field, input) in documents {
        let (pile, _) = input.get().read(options, run)?;
        // One document that is missing would change what the others mean.
        if let Some(failed) = pile.failed.first() {
            let why = worded(&failed.notice());
            return Err(Fault::Input(format!("{field}: {why}")));
        }
        attachments.add_documents(field, pile);
    }
    Ok(attachments)
}

/// Why there is nothing to work on.
fn nothing(pile: &Pile) -> Fault {
    let failed = pile.failed.iter().map(|failed| worded(&failed.notice()));
    Fault::Input(reasons(failed.collect()))
}

fn reasons(reasons: Vec<String>) -> String {
    const SHOWN: usize = 3;
    match reasons.len() {
        0 => "no text in it".into(),
        n if n > SHOWN => format!("{}; and {} more", reasons[..SHOWN].join("; "), n - SHOWN),
        _ => reasons.join("; "),
    }
}

/// Scores outputs against a reference.
#[pyfunction]
#[pyo3(signature = (task, sides, request, files, how, seed, threads, progress))]
#[expect(clippy::too_many_arguments, reason = "one caller, by position")]
pub(crate) fn evaluate(
    py: Python<'_>,
    task: &str,
    sides: Vec<(String, Py<NativeInput>)>,
    request: &str,
    files: Files,
    how: &str,
    seed: u64,
    threads: Option<NonZeroUsize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<NativeAnswer> {
    let mut rows = evaluations().iter().copied();
    let row = rows.find(|row| row.about().name == task);
    let row = row.ok_or_else(|| Fault::Internal(format!("no task {task}")))?;
    let request = values(row.about().fields, request)?;
    let options = How::parse(how)?.whole_files()?;
    let call = Call {
        seed,
        threads,
        progress: progress.as_ref(),
    };
    call.run(py, |run| {
        let names: Vec<&str> = files.iter().map(|(key, _, _)| key.as_str()).collect();
        row.check(&request, &names)?;
        let attachments = attach(files, &Vec::new(), &options, run)?;
        let mut sides = sides.into_iter().map(|(label, input)| {
            let (files, _) = input.get().read(&options, run)?;
            Ok(Side { label, files })
        });
        let none = || Fault::Internal("no reference".into());
        let sides = Sides {
            reference: sides.next().ok_or_else(none)??,
            outputs: sides.collect::<Result<_, Fault>>()?,
        };
        let answer = row.score(&sides, &request, &attachments, run)?;
        NativeAnswer::written(answer, scoring::report)
    })
}

/// Repeats the experiments of a paper.
#[pyfunction]
#[pyo3(signature = (paper, data, hide_headings, documents, seeds, seed, threads, progress))]
#[expect(clippy::too_many_arguments, reason = "one caller, by position")]
pub(crate) fn replicate(
    py: Python<'_>,
    paper: &str,
    data: PathBuf,
    hide_headings: Option<Vec<String>>,
    documents: Option<usize>,
    seeds: Option<usize>,
    seed: u64,
    threads: Option<NonZeroUsize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<NativeAnswer> {
    let paper = known(paper)?;
    let request = Request {
        data,
        hide_headings,
        // None at all stands for as many as in the paper.
        documents: documents.map(|n| match n {
            0 => Trials::Published,
            n => Trials::Number(n),
        }),
        seeds,
    };
    check(paper, &request)?;
    let call = Call {
        seed,
        threads,
        progress: progress.as_ref(),
    };
    call.run(py, |run| {
        let Repeated { answer, report } =
            (paper.run)(&request, run).map_err(|error| match error {
                ReplicateError::Cancelled(_) => Fault::Stopped,
                other => Fault::Input(other.to_string()),
            })?;
        NativeAnswer::written(answer, |answer| Report {
            warnings: answer.report().warnings,
            ..report
        })
    })
}

fn known(key: &str) -> Result<&'static Paper, Fault> {
    recto_replicate::paper(key).ok_or_else(|| {
        let keys: Vec<&str> = recto_replicate::papers()
            .iter()
            .map(|one| one.key)
            .collect();
        Fault::Request(format!("paper='{key}' must be one of: {}", keys.join(", ")))
    })
}

/// A keyword that the replication does not listen to would be silently ignored: refuse it.
fn check(paper: &Paper, request: &Request) -> Result<(), Fault> {
    let is_foreign = |field: &TrialField| request.has(*field) && paper.uses(*field).is_none();
    match TrialField::ALL.into_iter().find(is_foreign) {
        Some(field) => Err(Fault::Request(format!(
            "{} has no effect on {}; leave it out",
            field.name(),
            paper.key
        ))),
        None => Ok(()),
    }
}
