//! `recto eval`.

use super::tell;
use crate::Streams;
use crate::args::{EvalSegmentationArgs, Format};
use crate::exit::{Exit, Failure};
use recto::evaluate::{self, EvalError, Request};
use recto::report::Report;

pub(super) fn segmentation(
    args: &EvalSegmentationArgs,
    streams: &mut Streams<'_>,
) -> Result<Exit, Failure> {
    let inputs = [&args.reference].into_iter().chain(&args.outputs);
    args.output.check(inputs.map(String::as_str))?;
    let bar = args.run.observer();
    let run = args.run.run(&bar);
    let request = Request {
        k: args.k.map(|k| k as usize),
        source: args.bytes.options(),
        ..Request::new(&args.reference, &args.outputs)
    };
    let answer = run.install(|| evaluate::segmentation(&request, &run));
    let answer = answer.map_err(|error| match error {
        EvalError::Cancelled(cancelled) => cancelled.into(),
        other => Failure::input(other),
    })?;
    drop(bar);
    tell(&answer, args.run.quiet, streams);
    let report = |format| match format {
        Format::Html => evaluate::report(&answer),
        _ => Report {
            warnings: Vec::new(),
            ..evaluate::report(&answer)
        },
    };
    args.output.write(&answer, report, streams)
}
