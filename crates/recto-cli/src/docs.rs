//! Parts of the documentation that are made from the tables of capabilities.

use crate::words::flag;
use recto::AnyCapability;

/// The table of a capability's methods, in Markdown.
pub fn methods(capability: &dyn AnyCapability) -> String {
    let mut table =
        String::from("| `--method` | what it does | paper | flags |\n|---|---|---|---|\n");
    for row in capability.methods() {
        let flags = row.uses.iter().map(|name| format!("`{}`", flag(name)));
        let flags: Vec<String> = flags.collect();
        let paper = row.paper.unwrap_or("");
        table += &format!(
            "| `{}` | {} | {paper} | {} |\n",
            row.name,
            row.summary,
            flags.join(" ")
        );
    }
    table
}

/// The table of a command's flags, in Markdown.
pub fn flags(command: &clap::Command) -> String {
    let mut table = String::from("| flag | default | what it does |\n|---|---|---|\n");
    let flags = command.get_arguments().filter(|arg| !arg.is_positional());
    let mut flags: Vec<&clap::Arg> = flags.filter(|arg| arg.get_id() != "help").collect();
    // The command's own first, then those that all commands have.
    flags.sort_by_key(|arg| match arg.get_help_heading() {
        Some("Input") => 1,
        Some("Output") => 2,
        Some("Run") => 3,
        _ => 0,
    });
    for arg in flags {
        let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
        let (help, default) = split_default(&help);
        let default = match arg.get_default_values() {
            [value] => format!("`{}`", value.to_string_lossy()),
            _ if !default.is_empty() => default.to_string(),
            _ if arg.get_action().takes_values() => String::new(),
            _ => "off".into(),
        };
        // A bar would end the cell.
        let row = format!("{} | {default} | {help}{}", spelled(arg), choices(arg));
        table += &format!("| {row} |\n");
    }
    table
}

/// Help without the default that it names at its end, and that default.
fn split_default(help: &str) -> (&str, &str) {
    let parts = help
        .strip_suffix(']')
        .and_then(|help| help.split_once(" [default: "));
    parts.unwrap_or((help, ""))
}

/// The spellings of a flag with its value.
fn spelled(arg: &clap::Arg) -> String {
    let value = arg
        .get_value_names()
        .filter(|_| arg.get_action().takes_values());
    let value = value.map(|names| format!(" {}", names.join(" ").replace('|', "\\|")));
    let value = value.unwrap_or_default();
    let long = arg.get_long().map(|long| format!("`--{long}{value}`"));
    let short = arg.get_short().map(|short| format!("`-{short}{value}`"));
    let aliases = arg.get_visible_aliases().unwrap_or_default();
    let aliases = aliases
        .into_iter()
        .map(|alias| format!("`--{alias}{value}`"));
    let all: Vec<String> = long.into_iter().chain(short).chain(aliases).collect();
    all.join(", ")
}

/// The values that a flag takes, where they are few and stand in no other table.
fn choices(arg: &clap::Arg) -> String {
    let values = arg.get_possible_values();
    if values.is_empty() || arg.get_id() == "method" || !arg.get_action().takes_values() {
        return String::new();
    }
    let said = values.iter().map(|value| match value.get_help() {
        Some(help) => format!("`{}`: {help}", value.get_name()),
        None => format!("`{}`", value.get_name()),
    });
    format!(" ({})", said.collect::<Vec<_>>().join("; "))
}
