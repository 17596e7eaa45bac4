//! `recto replicate`.

use super::tell;
use crate::Streams;
use crate::args::{Format, ReplicateArgs};
use crate::exit::{Exit, Failure};
use crate::places;
use crate::words;
use recto::report::Report;
use recto::source;
use recto_replicate::{Field, Paper, ReplicateError, Request, papers};

pub(super) fn run(args: &ReplicateArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let request = Request {
        data: args.data.clone(),
        hide_headings: Some(args.hide_headings.clone()).filter(|sets| !sets.is_empty()),
        documents: args.documents,
        seeds: args.seeds.map(|n| n as usize),
    };
    check(args.paper, &request)?;
    args.output.check_ending()?;
    check_place(args)?;
    let bar = args.run.observer();
    let run = args.run.run(&bar);
    let repeated = (args.paper.run)(&request, &run).map_err(failure)?;
    drop(bar);
    let mut answer = repeated.answer;
    answer.word(words::remedy);
    tell(&answer.warnings, &answer.failed, args.run.quiet, streams);
    let report = |format| match format {
        Format::Html => Report {
            warnings: answer.report().warnings,
            ..repeated.report
        },
        _ => Report {
            warnings: Vec::new(),
            ..repeated.report
        },
    };
    args.output.write_answer(&answer, report, streams)
}

/// Refuses to write over a file of the corpora.
fn check_place(args: &ReplicateArgs) -> Result<(), Failure> {
    let Some(place) = args.output.place() else {
        return Ok(());
    };
    places::check(&[place], source::find(&[&args.data]).files())
}

fn failure(error: ReplicateError) -> Failure {
    match error {
        ReplicateError::Cancelled(cancelled) => cancelled.into(),
        ReplicateError::Folder { .. } => {
            Failure::input(format!("{error}; --data takes the folder of the corpora"))
        }
        other => Failure::input(other),
    }
}

/// A flag that the replication does not listen to would be silently ignored: refuse it.
fn check(paper: &Paper, request: &Request) -> Result<(), Failure> {
    let is_foreign = |field: &Field| request.has(*field) && paper.uses(*field).is_none();
    let Some(field) = Field::ALL.into_iter().find(is_foreign) else {
        return Ok(());
    };
    let users = papers().iter().filter(|paper| paper.uses(field).is_some());
    let keys: Vec<&str> = users.map(|paper| paper.key).collect();
    let flag = field.name().replace('_', "-");
    Err(Failure::usage(format!(
        "--{flag} is for {} only",
        keys.join(", ")
    )))
}
