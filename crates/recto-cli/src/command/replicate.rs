//! `recto replicate`.

use super::tell;
use crate::Streams;
use crate::args::{Format, Paper, ReplicateArgs};
use crate::exit::{Exit, Failure};
use clap::ValueEnum;
use recto::report::Report;
use recto::{Answer, Run};
use recto_replicate::{ReplicateError, Request, aps, bayes_ad, bstm, mds, sgm};
use serde::Serialize;

pub(super) fn run(args: &ReplicateArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    check_flags(args)?;
    let request = Request {
        data: args.data.clone(),
        hide_headings: Some(args.hide_headings.clone()).filter(|sets| !sets.is_empty()),
        documents: args.documents.map(|n| n as usize),
        seeds: args.seeds.map(|n| n as usize),
    };
    match args.paper {
        Paper::Aps => replicate(args, streams, |run| aps::run(&request, run), aps::report),
        Paper::BayesAd => {
            let repeat = |run: &Run<'_>| bayes_ad::run(&request, run);
            replicate(args, streams, repeat, bayes_ad::report)
        }
        Paper::Sgm => replicate(args, streams, |run| sgm::run(&request, run), sgm::report),
        Paper::Mds => replicate(args, streams, |run| mds::run(&request, run), mds::report),
        Paper::Bstm => replicate(args, streams, |run| bstm::run(&request, run), bstm::report),
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
    tell(&answer.warnings, &answer.failed, args.run.quiet, streams);
    let report = |format| match format {
        Format::Html => report(&answer),
        _ => Report {
            warnings: Vec::new(),
            ..report(&answer)
        },
    };
    args.output.write(&answer, report, streams)
}

/// A flag that the replication does not listen to would be silently ignored: refuse it.
fn check_flags(args: &ReplicateArgs) -> Result<(), Failure> {
    let flags: [(&str, bool, &[Paper]); 3] = [
        (
            "hide-headings",
            !args.hide_headings.is_empty(),
            &[Paper::Aps],
        ),
        ("documents", args.documents.is_some(), &[Paper::BayesAd]),
        (
            "seeds",
            args.seeds.is_some(),
            &[Paper::Sgm, Paper::Bstm, Paper::Mds],
        ),
    ];
    for (flag, is_given, papers) in flags {
        if is_given && !papers.contains(&args.paper) {
            let keys: Vec<String> = papers.iter().map(|&paper| key(paper)).collect();
            let keys = keys.join(", ");
            return Err(Failure::usage(format!("--{flag} is for {keys} only")));
        }
    }
    Ok(())
}

/// The key of a paper, as it is typed.
fn key(paper: Paper) -> String {
    let value = paper.to_possible_value();
    value.map_or_else(String::new, |value| value.get_name().to_string())
}

fn not_built(paper: Paper) -> Failure {
    Failure::usage(format!(
        "the replication of {} is not built yet; there are: APS, BayesAD, BSTM, MDS, SGM",
        key(paper)
    ))
}
