//! `recto segment`.

use super::tell;
use crate::args::{Format, SegmentArgs};
use crate::exit::{Exit, Failure};
use crate::{Registry, Streams, interrupt};
use recto::report::Report;
use recto::segment::{self, Detail, Method, Request, SegmentError};
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
    let method = method(args, registry)?;
    check_flags(args, method, registry)?;
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

fn method<'m>(args: &SegmentArgs, registry: &Registry<'m>) -> Result<&'m Method, Failure> {
    let find = |name: &str| registry.segment.iter().find(|row| row.name == name);
    let name = match args.wishes.paper && args.method == "auto" {
        true => PAPER_METHOD,
        false => args.method.as_str(),
    };
    match find(name) {
        Some(row) if args.wishes.paper && row.paper.is_none() => Err(Failure::usage(format!(
            "the method {name} has no paper form; leave out --paper, or choose one of: {}",
            names(registry, |row| row.paper.is_some())
        ))),
        Some(row) => Ok(row),
        None => Err(Failure::usage(format!(
            "the method {name} is not built in; choose one of: {}",
            names(registry, |_| true)
        ))),
    }
}

fn names(registry: &Registry<'_>, keep: impl Fn(&Method) -> bool) -> String {
    let names = registry
        .segment
        .iter()
        .filter(|row| keep(row))
        .map(|row| row.name);
    names.collect::<Vec<_>>().join(", ")
}

/// A flag that the method does not listen to would be silently ignored: refuse it.
fn check_flags(
    args: &SegmentArgs,
    method: &Method,
    registry: &Registry<'_>,
) -> Result<(), Failure> {
    for (flag, is_given) in args.wishes.given() {
        if is_given && !method.flags.contains(&flag) {
            return Err(Failure::usage(format!(
                "--{flag} means nothing to the method {}; it is for: {}",
                method.name,
                names(registry, |row| row.flags.contains(&flag))
            )));
        }
    }
    Ok(())
}
