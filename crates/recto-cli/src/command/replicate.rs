//! `recto replicate`.

use super::tell;
use crate::Streams;
use crate::args::{Format, Paper, ReplicateArgs};
use crate::exit::{Exit, Failure};
use clap::ValueEnum;
use recto::replicate::{self, Grid, ReplicateError, Request};
use recto::report::Report;

pub(super) fn run(args: &ReplicateArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    if args.paper != Paper::Aps {
        return Err(not_built(args.paper));
    }
    args.output.check([])?;
    let bar = args.run.observer();
    let run = args.run.run(&bar);
    let request = Request {
        data: &args.data,
        hide_headings: &args.hide_headings,
        grid: Grid::default(),
    };
    let answer = replicate::aps(&request, &run).map_err(|error| match error {
        ReplicateError::Cancelled(cancelled) => cancelled.into(),
        other => Failure::input(other),
    })?;
    drop(bar);
    tell(&answer, args.run.quiet, streams);
    let report = |format| match format {
        Format::Html => replicate::report(&answer),
        _ => Report {
            warnings: Vec::new(),
            ..replicate::report(&answer)
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
