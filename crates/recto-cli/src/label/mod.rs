//! `recto label`: a project on the command line, and the session in a terminal.
//!
//! | file | answers |
//! |---|---|
//! | `open.rs` | which project: made, opened, and changed as flags say |
//! | `without_terminal.rs` | import, export, status, simulation |
//! | `session/` | the session: keys in, drawings out |

mod open;
mod session;
mod without_terminal;

use crate::Streams;
use crate::args::LabelArgs;
use crate::command::tell;
use crate::exit::{Exit, Failure};
use crate::words;
use recto::label::ProjectError;
use std::io::IsTerminal;
use std::time::{SystemTime, UNIX_EPOCH};

/// Runs the command.
pub(crate) fn run(args: &LabelArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    without_terminal::check(args)?;
    if !without_terminal::is_asked(args) {
        check_terminal()?;
    }
    let bar = args.run.observer();
    let run = args.run.run(&bar);
    let mut opened = run.install(|| open::open(args, &run, streams))?;
    bar.clear();
    let mut warnings = std::mem::take(&mut opened.warnings);
    for warning in &mut warnings {
        warning.word(words::remedy);
    }
    tell(&warnings, &[], args.run.quiet, streams);
    if without_terminal::is_asked(args) {
        run.install(|| without_terminal::run(args, opened, warnings, &run, streams))
    } else {
        session::run(args, opened, streams)
    }
}

/// A session needs somebody who reads and presses keys.
fn check_terminal() -> Result<(), Failure> {
    if std::io::stdin().is_terminal() && std::io::stdout().is_terminal() {
        return Ok(());
    }
    Err(Failure::usage(
        "a labelling session needs a terminal; without one, use --status, --import, --export or \
         --simulate",
    ))
}

/// Milliseconds since 1970.
fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as i64)
}

impl From<ProjectError> for Failure {
    fn from(error: ProjectError) -> Self {
        recto::Error::from(error).into()
    }
}
