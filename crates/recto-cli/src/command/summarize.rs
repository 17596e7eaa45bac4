//! `recto summarize`.

use super::method;
use super::pile::Flags;
use crate::args::SummarizeArgs;
use crate::exit::{Exit, Failure};
use crate::{Registry, Streams};
use recto::summarize::{self, Found, OfRows, Order, Policy, Request, SummarizeError};
use recto::{Answer, Pile, Run, UnitKind, source};

/// The command's paper system: what `--paper` alone runs.
const PAPER_METHOD: &str = "mds";

pub(super) fn run(
    args: &SummarizeArgs,
    registry: &Registry<'_>,
    streams: &mut Streams<'_>,
) -> Result<Exit, Failure> {
    let request = request(args, registry)?;
    args.output.check(args.since.iter().map(String::as_str))?;
    let flags = Flags {
        output: &args.output,
        run: &args.run,
    };
    flags.over_pile(
        &args.input,
        streams,
        |pile, run| find(args, request, pile, run),
        Found::is_empty,
        |_| Ok(()),
        summarize::report,
    )
}

fn find(
    args: &SummarizeArgs,
    request: Request<'_>,
    pile: &Pile,
    run: &Run<'_>,
) -> Result<Answer<Found>, Failure> {
    check_rows(args, pile)?;
    let known = since(args, run)?;
    let request = Request {
        since: known.documents,
        ..request
    };
    let mut answer = summarize::run(pile, &request, run).map_err(failure)?;
    answer.warnings.extend(known.warnings);
    Ok(answer)
}

/// The documents that are known; one that cannot be read would make old things new.
fn since(args: &SummarizeArgs, run: &Run<'_>) -> Result<Pile, Failure> {
    let options = args.input.how.options();
    let pile = run.install(|| source::read(&args.since, &options, run))?;
    match pile.failed.first() {
        Some(failed) => Err(Failure::input(format!(
            "--since {}: {}",
            failed.file, failed.message
        ))),
        None => Ok(pile),
    }
}

fn check_rows(args: &SummarizeArgs, pile: &Pile) -> Result<(), Failure> {
    match (args.row_query || args.row_since) && pile.sets.is_empty() {
        true => Err(Failure::usage(
            "--row-query and --row-since need JSON lines whose rows have a list `documents`",
        )),
        false => Ok(()),
    }
}

/// A wrong parameter is the user's, everything else the input's.
pub(super) fn failure(error: SummarizeError) -> Failure {
    match error {
        SummarizeError::Cancelled(cancelled) => cancelled.into(),
        SummarizeError::Parameter { .. } | SummarizeError::NoQuery { .. } => Failure::usage(error),
        other => Failure::input(other),
    }
}

fn request<'m>(args: &SummarizeArgs, registry: &Registry<'m>) -> Result<Request<'m>, Failure> {
    let rows = registry.summarize;
    let wishes = &args.wishes;
    let method = method::choose(rows, &args.method, wishes.graph.paper, PAPER_METHOD)?;
    let asked = [
        ("query", args.query.is_some() || args.row_query),
        ("since", !args.since.is_empty() || args.row_since),
    ];
    method::check_flags(rows, method, &asked)?;
    method::check_flags(rows, method, &wishes.given())?;
    if args
        .query
        .as_ref()
        .is_some_and(|query| query.trim().is_empty())
    {
        return Err(Failure::usage(
            "--query is empty; ask something, or leave it out",
        ));
    }
    let usual = Request::new(method);
    Ok(Request {
        options: wishes.options(),
        size: args.size.size().unwrap_or(usual.size),
        policy: match args.overshoot {
            true => Policy::Overshoot,
            false => Policy::Fit,
        },
        query: args.query.clone(),
        of_rows: OfRows {
            query: args.row_query,
            since: args.row_since,
        },
        order: Order::from(args.order),
        unit: UnitKind::from(args.unit),
        language: args.input.how.lang,
        limits: args.input.how.limits(),
        ..usual
    })
}
