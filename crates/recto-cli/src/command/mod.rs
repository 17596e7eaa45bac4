//! From flags to a request, from the answer to the output.

mod ask;
pub(crate) mod attach;
mod completions;
mod eval;
mod input;
mod man;
mod replicate;
mod schema;

use crate::args::{Command, RunArgs};
use crate::exit::{Exit, Failure};
use crate::progress::Bar;
use crate::{Registry, Streams};
use clap::{ArgMatches, FromArgMatches};
use recto::{Run, Warning};

/// Runs the command that was asked for.
pub(crate) fn dispatch(
    matches: &ArgMatches,
    registry: Registry<'_>,
    streams: &mut Streams<'_>,
) -> Result<Exit, Failure> {
    let capability = |name: &str| registry.iter().find(|row| row.name() == name);
    if let Some((name, matches)) = matches.subcommand() {
        if let Some(capability) = capability(name) {
            let is_followed = matches.try_get_one("follow").ok().flatten();
            if is_followed == Some(&true) {
                return crate::follow::run(*capability, matches, streams);
            }
            return ask::run(*capability, matches, streams);
        }
        if name == "eval" {
            return eval::run(matches, streams);
        }
    }
    match Command::from_arg_matches(matches)? {
        Command::Label(args) => crate::label::run(&args, streams),
        Command::Replicate(args) => replicate::run(&args, streams),
        Command::Schema(args) => schema::run(&args, registry, streams),
        Command::Completions(args) => completions::run(&args, registry, streams),
        Command::Man(args) => man::run(&args, registry, streams),
    }
}

impl RunArgs {
    pub(crate) fn observer(&self) -> Bar {
        Bar::new(self.quiet)
    }

    pub(crate) fn run<'b>(&self, bar: &'b Bar) -> Run<'b> {
        let run = Run::new(self.seed, bar);
        match self.threads {
            Some(threads) => run.with_threads(threads),
            None => run,
        }
    }
}

/// Says on stderr what an answer warns of and what failed.
pub(crate) fn tell(
    warnings: &[Warning],
    failed: &[recto::Failure],
    quiet: bool,
    streams: &mut Streams<'_>,
) {
    for failure in failed {
        streams.tell(format_args!("error: {failure}"));
    }
    if quiet {
        return;
    }
    for warning in warnings {
        streams.tell(format_args!("warning: {warning}"));
    }
}
