//! The command that gives the same answer again.

use super::flags;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches};
use recto::{AnyCapability, Kind};
use std::ffi::OsStr;
use std::path::Path;

/// Flags that say where the answer goes and how it is told, and change nothing in it.
const BESIDE: [&str; 5] = ["all", "format", "output", "quiet", "threads"];

/// The command as it was typed, without what changes nothing in the answer, so that the same
/// answer always tells the same command.
pub(crate) fn again(capability: &'static dyn AnyCapability, matches: &ArgMatches) -> String {
    let command = flags::command(capability);
    let is_output = |id: &str| {
        let field = capability.fields().iter().find(|field| field.name == id);
        field.is_some_and(|field| matches!(field.kind, Kind::OutputFile | Kind::OutputFolder(_)))
    };
    let is_told = |arg: &&Arg| {
        let id = arg.get_id().as_str();
        matches.value_source(id) == Some(ValueSource::CommandLine)
            && !BESIDE.contains(&id)
            && !is_output(id)
    };
    let (inputs, flags): (Vec<&Arg>, Vec<&Arg>) = command
        .get_arguments()
        .filter(is_told)
        .partition(|arg| arg.is_positional());
    let inputs: Vec<String> = inputs.iter().flat_map(|arg| values(arg, matches)).collect();
    let flags = flags.iter().flat_map(|arg| flag(arg, matches));
    let start = ["recto".to_string(), capability.name().to_string()];
    // What begins like a flag must stand behind all flags.
    let is_like_flag = |input: &String| input.len() > 1 && input.starts_with('-');
    let words: Vec<String> = if inputs.iter().any(is_like_flag) {
        let end = std::iter::once("--".to_string()).chain(inputs);
        start.into_iter().chain(flags).chain(end).collect()
    } else {
        start.into_iter().chain(inputs).chain(flags).collect()
    };
    words.join(" ")
}

fn flag(arg: &Arg, matches: &ArgMatches) -> Vec<String> {
    let name = format!("--{}", arg.get_long().unwrap_or_default());
    if let ArgAction::SetTrue = arg.get_action() {
        return vec![name];
    }
    let with = |value: String| {
        let between = if value.starts_with('-') { "=" } else { " " };
        format!("{name}{between}{value}")
    };
    values(arg, matches).into_iter().map(with).collect()
}

/// The values that were typed for an argument, as a shell reads them.
fn values(arg: &Arg, matches: &ArgMatches) -> Vec<String> {
    let typed = matches.get_raw(arg.get_id().as_str()).unwrap_or_default();
    typed.map(quoted).collect()
}

/// A value as a shell reads it. A path from the root of the machine is told by its last part:
/// a page is made to be sent, and folders often hold the name of their user.
fn quoted(value: &OsStr) -> String {
    let path = Path::new(value);
    let last = path.file_name().filter(|_| path.is_absolute());
    let value = last.unwrap_or(value).to_string_lossy();
    let is_plain = |c: char| c.is_alphanumeric() || "_-./=:,@%+".contains(c);
    if !value.is_empty() && value.chars().all(is_plain) {
        value.into_owned()
    } else {
        format!("'{}'", value.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(typed: &str) -> String {
        let capability = recto::capabilities()
            .iter()
            .find(|capability| capability.name() == "segment")
            .expect("it is one of them");
        let words: Vec<String> = typed.split('|').map(String::from).collect();
        let matches = flags::command(*capability).try_get_matches_from(words);
        again(*capability, &matches.expect("flags of segment"))
    }

    #[test]
    fn what_changes_the_answer_is_told_and_nothing_else() {
        let typed = "segment|--threads|2|a.txt|-o|a.html|-q|--all|--seed|7|b c.txt|--paper";
        let command = "recto segment a.txt 'b c.txt' --seed 7 --paper";
        assert_eq!(told(typed), command);
        assert_eq!(told("segment|a.txt"), "recto segment a.txt");
    }

    #[test]
    fn folders_of_the_machine_are_not_told() {
        assert_eq!(told("segment|/srv/ada/leak/a.txt"), "recto segment a.txt");
        assert_eq!(told("segment|leak/a.txt"), "recto segment leak/a.txt");
    }

    #[test]
    fn a_shell_reads_the_values_that_were_typed() {
        assert_eq!(told("segment|it's.txt"), r"recto segment 'it'\''s.txt'");
        assert_eq!(
            told("segment|--seed|1|--|-a.txt"),
            "recto segment --seed 1 -- -a.txt"
        );
    }
}
