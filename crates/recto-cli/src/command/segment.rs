//! `recto segment`.

use super::{method, tell};
use crate::args::{Format, SegmentArgs};
use crate::exit::{Exit, Failure};
use crate::{Registry, Streams, interrupt};
use recto::report::Report;
use recto::segment::{self, Detail, Request, SegmentError};
use recto::source;

/// Nested levels on a page.
const PAGE_LEVELS: usize = 4;

/// The command's paper system: what `--paper` alone runs.
const PAPER_METHOD: &str = "aps";

pub(super) fn run(
    args: &SegmentArgs,
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
    let answer = segment::run(&pile, &request, &run).map_err(|error| match error {
        SegmentError::Cancelled(cancelled) => cancelled.into(),
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
        Format::Html => segment::report(&answer, &pile.documents, Detail::Whole),
        // The warnings of a terminal are on stderr already.
        _ => Report {
            warnings: Vec::new(),
            ..segment::report(&answer, &pile.documents, Detail::Outline)
        },
    };
    args.output.write(&answer, report, streams)
}

fn request<'m>(args: &SegmentArgs, registry: &Registry<'m>) -> Result<Request<'m>, Failure> {
    let rows = registry.segment;
    let method = method::choose(rows, &args.method, args.wishes.paper, PAPER_METHOD)?;
    method::check_flags(rows, method, &args.wishes.given())?;
    let is_page = args.output.format() == Format::Html;
    Ok(Request {
        options: args.wishes.options().map_err(Failure::input)?,
        unit: args.unit.into(),
        language: args.input.lang,
        limits: args.input.limits(),
        with_text: args.with_text,
        // A page has a slider over the levels and a picture of the text.
        levels: args
            .levels
            .map(|n| n as usize)
            .or(is_page.then_some(PAGE_LEVELS)),
        with_likeness: is_page,
        ..Request::new(method)
    })
}
