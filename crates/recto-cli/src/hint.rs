//! A wrong command line: what is wrong, and what other tools' spellings are called here.

use crate::output::write_out;
use crate::{Exit, Streams};
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Flags of other tools, and what recto calls them.
const SPELLINGS: [(&str, &str); 14] = [
    ("--k", "--segments"),
    ("--num-segments", "--segments"),
    ("--n-segments", "--segments"),
    ("--nb-segments", "--segments"),
    ("--language", "--lang"),
    ("--algorithm", "--method"),
    ("--model", "--method"),
    ("--random-state", "--seed"),
    ("--random-seed", "--seed"),
    ("--num-threads", "--threads"),
    ("--jobs", "--threads"),
    ("--workers", "--threads"),
    ("--json", "--format json"),
    ("--html", "--format html"),
];

/// Prints clap's message, or the help that was asked for, and says how to end.
pub(crate) fn explain(error: &clap::Error, streams: &mut Streams<'_>) -> Exit {
    let is_asked = matches!(
        error.kind(),
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion
    );
    if is_asked {
        let written = write_out(streams, |writer| write!(writer, "{}", error.render()));
        return match written {
            Ok(()) => Exit::Done,
            Err(failure) => failure.told_on(streams),
        };
    }
    streams.tell_lines(error.render());
    if let Some(ContextValue::String(flag)) = error.get(ContextKind::InvalidArg)
        && error.kind() == ErrorKind::UnknownArgument
        && let Some((_, ours)) = SPELLINGS.iter().find(|(theirs, _)| theirs == flag)
    {
        streams.tell_lines(format_args!("\nhint: recto calls {flag} {ours}"));
    }
    Exit::Usage
}
