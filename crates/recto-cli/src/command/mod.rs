//! One file a command: from its flags to a request, from its answer to the output.

mod authors;
mod compare;
mod completions;
mod eval;
mod man;
mod method;
mod pile;
mod replicate;
mod segment;
mod summarize;
mod topics;

pub(crate) use method::Row;

use crate::args::{Arguments, Command, RunArgs};
use crate::exit::{Exit, Failure};
use crate::progress::Bar;
use crate::{Registry, Streams};
use recto::{Run, Warning};

/// Runs the command that was asked for.
pub(crate) fn dispatch(
    arguments: Arguments,
    registry: &Registry<'_>,
    streams: &mut Streams<'_>,
) -> Result<Exit, Failure> {
    match arguments.command {
        Command::Segment(args) => segment::run(&args, registry, streams),
        Command::Authors(args) => authors::run(&args, registry, streams),
        Command::Topics(args) => topics::run(&args, registry, streams),
        Command::Summarize(args) => summarize::run(&args, registry, streams),
        Command::Compare(args) => compare::run(&args, registry, streams),
        Command::Eval(command) => eval::run(&command, streams),
        Command::Replicate(args) => replicate::run(&args, streams),
        Command::Completions(args) => completions::run(&args, registry, streams),
        Command::Man(args) => man::run(&args, registry, streams),
    }
}

impl RunArgs {
    fn observer(&self) -> Bar {
        Bar::new(self.quiet)
    }

    fn run<'b>(&self, bar: &'b Bar) -> Run<'b> {
        let run = Run::new(self.seed, bar);
        match self.threads {
            Some(threads) => run.with_threads(threads),
            None => run,
        }
    }
}

/// Says on stderr what an answer warns of and what failed.
fn tell(warnings: &[Warning], failed: &[recto::Failure], quiet: bool, streams: &mut Streams<'_>) {
    for failure in failed {
        let file = match failure.file.as_str() {
            "" => "''",
            file => file,
        };
        let _ = writeln!(streams.err, "error: {file}: {}", failure.message);
    }
    if quiet {
        return;
    }
    for warning in warnings {
        let file = warning
            .file
            .as_ref()
            .map(|file| format!("{file}: "))
            .unwrap_or_default();
        let line = warning
            .line
            .map(|line| format!("line {line}: "))
            .unwrap_or_default();
        let _ = writeln!(streams.err, "warning: {file}{line}{}", warning.message);
    }
}
