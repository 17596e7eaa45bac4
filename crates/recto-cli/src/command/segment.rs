//! `recto segment`.

use super::method;
use super::pile::Flags;
use crate::args::{Format, SegmentArgs};
use crate::exit::{Exit, Failure};
use crate::{Registry, Streams};
use recto::segment::{self, Request, SegmentError};

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
    let flags = Flags {
        output: &args.output,
        run: &args.run,
    };
    flags.over_pile(
        &args.input,
        streams,
        |pile, run| segment::run(pile, &request, run).map_err(failure),
        |found| found.documents.is_empty(),
        |_| Ok(()),
        segment::report,
    )
}

fn failure(error: SegmentError) -> Failure {
    match error {
        SegmentError::Cancelled(cancelled) => cancelled.into(),
        other => Failure::usage(other),
    }
}

fn request<'m>(args: &SegmentArgs, registry: &Registry<'m>) -> Result<Request<'m>, Failure> {
    let rows = registry.segment;
    let method = method::choose(rows, &args.method, args.wishes.paper, PAPER_METHOD)?;
    method::check_flags(rows, method, &args.wishes.given())?;
    let is_page = args.output.format() == Format::Html;
    Ok(Request {
        options: args.wishes.options().map_err(Failure::input)?,
        unit: args.unit.into(),
        language: args.input.how.lang,
        limits: args.input.how.limits(),
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
