//! The `recto` command: flags in, files read, answers out; no algorithm and no drawing.
//!
//! Everything is reached through [`run`], which takes the arguments, the list of
//! capabilities and two writers, so that tests run the same code as the binary.

pub mod args;
mod command;
pub mod docs;
mod exit;
mod follow;
mod forecast;
mod hint;
mod interrupt;
mod label;
mod output;
mod places;
mod progress;
mod screen;
mod stderr;
mod stdout;
mod temporary;
mod words;

pub use exit::Exit;

use recto::AnyCapability;
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

/// The capabilities that commands, flags and help are made from.
pub type Registry<'r> = &'r [&'static dyn AnyCapability];

/// Where a command writes.
pub struct Streams<'s> {
    /// Results.
    pub out: &'s mut (dyn Write + Send),
    /// Everything else.
    pub err: &'s mut (dyn Write + Send),
}

/// The binary's `main`; `is_stdout_open` says whether the process was started with a
/// standard output, which cannot be told by now.
pub fn main(is_stdout_open: bool) -> ExitCode {
    interrupt::watch();
    let mut out = stdout::open(is_stdout_open);
    let mut streams = Streams {
        out: &mut *out,
        err: &mut std::io::stderr(),
    };
    run(std::env::args_os(), recto::capabilities(), &mut streams).into()
}

/// Runs one command line and returns how it ended.
pub fn run(
    arguments: impl IntoIterator<Item = OsString>,
    registry: Registry<'_>,
    streams: &mut Streams<'_>,
) -> Exit {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let mut command = args::command(registry);
    let matches = match command.try_get_matches_from_mut(&arguments) {
        Ok(matches) => matches,
        Err(error) => {
            let typed = arguments.get(1..).unwrap_or_default();
            return hint::explain(error, &command, typed, streams);
        }
    };
    match command::dispatch(&matches, registry, streams) {
        // Whatever it came to after Ctrl-C, it was stopped: a pipe that ends because the
        // program before it was stopped too must not pass for the whole input.
        _ if interrupt::is_stopped() => Exit::Stopped,
        Ok(exit) => exit,
        Err(failure) => failure.told_on(streams),
    }
}
