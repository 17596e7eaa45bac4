//! `recto eval`.

use super::tell;
use crate::Streams;
use crate::args::{EvalArgs, EvalCommand, Format};
use crate::exit::{Exit, Failure};
use crate::words;
use recto::evaluate::{self, Authors, Clustering, EvalError, Evaluated, Request, Segmentation};
use recto::report::Report;
use recto::{Answer, Run};

pub(super) fn run(command: &EvalCommand, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    match command {
        EvalCommand::Segmentation(args) => {
            let k = args.k.map(|k| k as usize);
            let task = Segmentation { k };
            evaluate(&args.all, streams, |request, run| {
                evaluate::segmentation(&task, request, run)
            })
        }
        EvalCommand::Authors(args) => {
            let k = args.k.map(|k| k as usize);
            let task = Authors { k };
            evaluate(&args.all, streams, |request, run| {
                evaluate::authors(&task, request, run)
            })
        }
        EvalCommand::Clustering(args) => {
            let least = args.min_class;
            let task = Clustering { least };
            evaluate(&args.all, streams, |request, run| {
                evaluate::clustering(&task, request, run)
            })
        }
        EvalCommand::Rouge(args) => {
            let task = args.rules.task();
            evaluate(&args.all, streams, |request, run| {
                evaluate::rouge(&task, request, run)
            })
        }
    }
}

fn evaluate(
    args: &EvalArgs,
    streams: &mut Streams<'_>,
    score: impl Fn(&Request<'_>, &Run<'_>) -> Result<Answer<Evaluated>, EvalError> + Sync,
) -> Result<Exit, Failure> {
    let inputs = [&args.reference].into_iter().chain(&args.outputs);
    args.output.check(inputs.map(String::as_str))?;
    let bar = args.run.observer();
    let run = args.run.run(&bar);
    let request = Request {
        source: args.bytes.options(),
        ..Request::new(&args.reference, &args.outputs)
    };
    let answer = run.install(|| score(&request, &run));
    let mut answer = answer.map_err(|error| match error {
        EvalError::Cancelled(cancelled) => cancelled.into(),
        EvalError::Usage(message) => Failure::usage(message),
        other => Failure::input(other),
    })?;
    drop(bar);
    answer.word(words::remedy);
    tell(&answer.warnings, &answer.failed, args.run.quiet, streams);
    let report = |format| match format {
        Format::Html => evaluate::report(&answer),
        _ => Report {
            warnings: Vec::new(),
            ..evaluate::report(&answer)
        },
    };
    args.output.write_answer(&answer, report, streams)
}
