//! `recto replicate`.

use super::tell;
use crate::Streams;
use crate::args::{Format, Paper, ReplicateArgs};
use crate::exit::{Exit, Failure};
use clap::ValueEnum;
use recto::replicate::{ReplicateError, aps};
use recto::report::Report;
use recto::{Answer, Run};
use serde::Serialize;

pub(super) fn run(args: &ReplicateArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    match args.paper {
        Paper::Aps => {
            let request = aps::Request {
                data: &args.data,
                hide_headings: &args.hide_headings,
                grid: aps::Grid::default(),
            };
            replicate(args, streams, |run| aps::run(&request, run), aps::report)
        }
        paper => Err(not_built(paper)),
    }
}

fn replicate<B: Serialize>(
    args: &ReplicateArgs,
    streams: &mut Streams<'_>,
    repeat: impl Fn(&Run<'_>) -> Result<Answer<B>, ReplicateError>,
    report: impl Fn(&Answer<B>) -> Report,
) -> Result<Exit, Failure> {
    args.output.check([])?;
    let bar = args.run.observer();
    let run = args.run.run(&bar);
    let answer = repeat(&run).map_err(|error| match error {
        ReplicateError::Cancelled(cancelled) => cancelled.into(),
        other => Failure::input(other),
    })?;
    drop(bar);
    tell(&answer, args.run.quiet, streams);
    let report = |format| match format {
        Format::Html => report(&answer),
        _ => Report {
            warnings: Vec::new(),
            ..report(&answer)
        },
    };
    args.output.write(&answer, report, streams)
}

fn not_built(paper: Paper) -> Failure {
    let value = paper.to_possible_value();
    let key = value
        .as_ref()
        .map_or("this paper", |value| value.get_name());
    Failure::usage(format!(
        "the replication of {key} is not built yet; there is: APS"
    ))
}
