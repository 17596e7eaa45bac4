//! `recto authors`.

use super::{method, tell};
use crate::args::{AuthorsArgs, Format};
use crate::exit::{Exit, Failure};
use crate::{Registry, Streams, interrupt};
use recto::authors::{self, AuthorsError, Detail, Request};
use recto::report::Report;
use recto::source;

/// The command's paper system: what `--paper` alone runs.
const PAPER_METHOD: &str = "bayes-ad";

pub(super) fn run(
    args: &AuthorsArgs,
    registry: &Registry<'_>,
    streams: &mut Streams<'_>,
) -> Result<Exit, Failure> {
    let request = request(args, registry)?;
    args.output
        .check(args.input.files.iter().map(String::as_str))?;
    let bar = args.run.observer();
    let run = args.run.run(&bar);
    let pile = run.install(|| source::read(&args.input.files, &args.input.options(), &run))?;
    interrupt::check()?;
    // Files inside folders are known only now.
    args.output
        .check(pile.documents.iter().map(|document| document.file.as_str()))?;
    let answer = authors::run(&pile, &request, &run).map_err(|error| match error {
        AuthorsError::Cancelled(cancelled) => cancelled.into(),
        other => Failure::usage(other),
    })?;
    drop(bar);
    tell(&answer, args.run.quiet, streams);
    if answer.body.documents.is_empty() {
        return Err(Failure {
            exit: Exit::Input,
            message: None,
        });
    }
    let report = |format| match format {
        Format::Html => authors::report(&answer, &pile.documents, Detail::Whole),
        // The warnings of a terminal are on stderr already.
        _ => Report {
            warnings: Vec::new(),
            ..authors::report(&answer, &pile.documents, Detail::Outline)
        },
    };
    args.output.write(&answer, report, streams)
}

fn request<'m>(args: &AuthorsArgs, registry: &Registry<'m>) -> Result<Request<'m>, Failure> {
    let rows = registry.authors;
    let method = method::choose(rows, &args.method, args.paper, PAPER_METHOD)?;
    method::check_flags(rows, method, &args.given())?;
    Ok(Request {
        options: args.options(),
        unit: args.unit.into(),
        language: args.input.lang,
        limits: args.input.limits(),
        with_text: args.with_text,
        ..Request::new(method)
    })
}
