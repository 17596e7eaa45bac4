//! A wrong command line: what is wrong, and what other tools' spellings are called here.

use crate::output::write_out;
use crate::{Exit, Streams};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};
use std::ffi::OsString;

/// Flags of other tools, and what recto calls them: the first that the command has.
const SPELLINGS: [(&str, &[&str]); 38] = [
    ("--k", &["--topics", "--segments", "--authors"]),
    ("--num-segments", &["--segments"]),
    ("--n-segments", &["--segments"]),
    ("--nb-segments", &["--segments"]),
    ("--num-topics", &["--topics"]),
    ("--n-topics", &["--topics"]),
    ("--n-components", &["--topics"]),
    ("--num-clusters", &["--clusters", "--authors"]),
    ("--n-clusters", &["--clusters", "--authors"]),
    ("--num-authors", &["--authors"]),
    ("--n-authors", &["--authors"]),
    ("--length", &["--words"]),
    ("--max-length", &["--words", "--max-words"]),
    ("--min-length", &["--min-words"]),
    ("--max-words", &["--words"]),
    ("--word-count", &["--words"]),
    ("--num-words", &["--words"]),
    ("--num-sentences", &["--sentences"]),
    ("--n-sentences", &["--sentences"]),
    ("--sentence-count", &["--sentences"]),
    ("--max-sentences", &["--sentences"]),
    ("--question", &["--query"]),
    ("--stopwords", &["--stop-words"]),
    ("--language", &["--lang"]),
    ("--algorithm", &["--method"]),
    ("--model", &["--method"]),
    ("--random-state", &["--seed"]),
    ("--random-seed", &["--seed"]),
    ("--num-threads", &["--threads"]),
    ("--jobs", &["--threads"]),
    ("--workers", &["--threads"]),
    ("--output", &["--out"]),
    ("--out", &["--output"]),
    ("--outfile", &["--output", "--out"]),
    ("--output-file", &["--output", "--out"]),
    ("--output-format", &["--format"]),
    ("--json", &["--format json"]),
    ("--html", &["--format html"]),
];

/// Prints clap's message, or the help that was asked for, and says how to end. `typed` are
/// the arguments after the program's name, `top` the command that they were meant for.
pub(crate) fn explain(
    mut error: clap::Error,
    top: &Command,
    typed: &[OsString],
    streams: &mut Streams<'_>,
) -> Exit {
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
    let hint = unknown_flag(&error).and_then(|flag| hint(top, typed, flag));
    if hint.is_some() {
        // Clap suggests what is spelled alike, in its usage line too.
        for kind in [
            ContextKind::SuggestedArg,
            ContextKind::Suggested,
            ContextKind::Usage,
        ] {
            error.remove(kind);
        }
    }
    streams.tell_lines(error.render());
    if let Some(hint) = hint {
        streams.tell_lines(format_args!("\nhint: {hint}"));
    }
    Exit::Usage
}

fn unknown_flag(error: &clap::Error) -> Option<&str> {
    match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(flag)) if error.kind() == ErrorKind::UnknownArgument => {
            Some(flag)
        }
        _ => None,
    }
}

/// What a flag of another tool is called by the command that was typed, or else by another.
fn hint(top: &Command, typed: &[OsString], flag: &str) -> Option<String> {
    let (_, ours) = SPELLINGS.iter().find(|(theirs, _)| *theirs == flag)?;
    let command = command_of(top, typed);
    let own = ours.iter().find(|flag| has(command, flag));
    if let Some(own) = own {
        return Some(format!("recto calls {flag} {own}"));
    }
    let mut others = top.get_subcommands();
    let (other, theirs) = others.find_map(|other| {
        let theirs = ours.iter().find(|flag| has(other, flag))?;
        Some((other.get_name(), theirs))
    })?;
    let name = command.get_name();
    Some(format!("{name} has no {flag}; {other} has {theirs}"))
}

/// The command that the arguments lead to.
fn command_of<'c>(top: &'c Command, typed: &[OsString]) -> &'c Command {
    let mut command = top;
    for word in typed {
        command = command.find_subcommand(word).unwrap_or(command);
    }
    command
}

/// Whether a command has a flag, which may be written with a value.
fn has(command: &Command, flag: &str) -> bool {
    let name = flag.trim_start_matches("--");
    let name = name.split(' ').next().unwrap_or(name);
    command
        .get_arguments()
        .any(|arg: &Arg| arg.get_long() == Some(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_is_foreign_somewhere_and_every_answer_exists() {
        let top = crate::args::command(recto::capabilities());
        let exists = |flag: &str| {
            let below = top.get_subcommands().flat_map(Command::get_subcommands);
            top.get_subcommands().chain(below).any(|row| has(row, flag))
        };
        for (theirs, ours) in SPELLINGS {
            assert!(
                !top.get_subcommands().all(|row| has(row, theirs)),
                "{theirs}"
            );
            assert!(ours.iter().all(|flag| exists(flag)), "{theirs}: {ours:?}");
        }
    }
}
