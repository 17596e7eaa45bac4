//! `recto authors`.

use super::method;
use super::pile::Flags;
use crate::args::AuthorsArgs;
use crate::exit::{Exit, Failure};
use crate::{Registry, Streams};
use recto::authors::{self, AuthorsError, Request};

/// The command's paper system: what `--paper` alone runs.
const PAPER_METHOD: &str = "bayes-ad";

pub(super) fn run(
    args: &AuthorsArgs,
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
        |pile, run| authors::run(pile, &request, run).map_err(failure),
        |found| found.documents.is_empty(),
        |_| Ok(()),
        authors::report,
    )
}

fn failure(error: AuthorsError) -> Failure {
    match error {
        AuthorsError::Cancelled(cancelled) => cancelled.into(),
        other => Failure::usage(other),
    }
}

fn request<'m>(args: &AuthorsArgs, registry: &Registry<'m>) -> Result<Request<'m>, Failure> {
    let rows = registry.authors;
    let method = method::choose(rows, &args.method, args.paper, PAPER_METHOD)?;
    method::check_flags(rows, method, &args.given())?;
    Ok(Request {
        options: args.options(),
        unit: args.unit.into(),
        language: args.input.how.lang,
        limits: args.input.how.limits(),
        with_text: args.with_text,
        ..Request::new(method)
    })
}
