//! Flags made from the table of a capability's fields, and the request that they make.

use super::output::formats;
use super::{Format, GroupArgs, InputArgs, MessageArgs, OutputArgs, PairArgs, RunArgs};
use crate::places::Place;
use crate::words;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command};
use recto::{AnyCapability, Choice, Field, FieldGroup, Kind, MethodInfo, Subject, Usual};
use serde_json::{Map, Value};
use std::path::PathBuf;

/// The command of a capability.
pub(super) fn command(capability: &'static dyn AnyCapability) -> Command {
    let name = capability.name();
    let command = match capability.subject() {
        Subject::Documents | Subject::Anything => InputArgs::augment_args(Command::new(name)),
        Subject::Groups => GroupArgs::augment_args(Command::new(name)),
        Subject::Messages => MessageArgs::augment_args(Command::new(name)),
        Subject::Pairs => PairArgs::augment_args(Command::new(name)).override_usage(format!(
            "recto {name} [OPTIONS] <DOCUMENT>... <SUMMARY>\n       \
             recto {name} [OPTIONS] --pairs <FILE>"
        )),
    };
    let is_output = |field: &&Field| field.group == FieldGroup::Output;
    let methods = capability.methods();
    let fields = capability.fields();
    let command = OutputArgs::augment_args(command);
    // An argument that is changed moves to the end, so others are left as they are.
    let own = capability.formats();
    let command = if own.is_empty() {
        command
    } else {
        command.mut_arg("format", |arg| arg.value_parser(formats(own)))
    };
    let command = command.args(with_flags(fields.iter().filter(is_output), &methods));
    let command = RunArgs::augment_args(command);
    let others = fields.iter().filter(|field| !is_output(field));
    command
        .args(with_flags(others, &methods))
        .about(capability.about().summary)
        .after_long_help(format!("Examples:\n{}", capability.about().examples))
}

/// The flags of fields.
pub(super) fn with_flags(
    fields: impl Iterator<Item = &'static Field>,
    methods: &[MethodInfo],
) -> Vec<Arg> {
    fields.map(|field| flag(field, methods)).collect()
}

fn flag(field: &'static Field, methods: &[MethodInfo]) -> Arg {
    let typed = |name: &str| name.replace('_', "-");
    let arg = Arg::new(field.name)
        .long(typed(field.typed.unwrap_or(field.name)))
        .help(help(field))
        .help_heading(field.group.heading())
        .conflicts_with_all(field.excludes);
    let arg = match field.typed {
        Some(_) => arg.alias(typed(field.name)),
        None => arg,
    };
    let arg = match field.alias {
        Some(alias) => arg.visible_alias(alias),
        None => arg,
    };
    if let Kind::Switch = field.kind {
        return arg.action(ArgAction::SetTrue);
    }
    let arg = arg.value_name(field.value);
    let arg = match field.default {
        Usual::Value(value) => arg.default_value(value),
        Usual::Words(_) | Usual::Unsaid => arg,
    };
    match field.kind {
        Kind::Method => {
            let value = |row: &MethodInfo| PossibleValue::new(row.name).help(row.summary);
            arg.value_parser(PossibleValuesParser::new(methods.iter().map(value)))
        }
        Kind::Choice(choices) | Kind::Form(choices) => {
            let value = |choice: &Choice| PossibleValue::new(choice.name).help(choice.help);
            arg.value_parser(PossibleValuesParser::new(choices.iter().map(value)))
                .ignore_case(true)
        }
        Kind::File
        | Kind::NameOrFile(_)
        | Kind::Folder(_)
        | Kind::OutputFile
        | Kind::OutputFolder(_) => arg.value_parser(clap::value_parser!(PathBuf)),
        // Below 0 too.
        Kind::NumberOrFile => arg
            .allow_hyphen_values(true)
            .value_parser(clap::value_parser!(PathBuf)),
        Kind::Documents | Kind::DocumentsOrFile(_) => arg
            .action(ArgAction::Append)
            .value_parser(clap::value_parser!(PathBuf)),
        _ => arg.value_parser(move |text: &str| field.parse(text)),
    }
}

/// The paths that were typed for a flag.
fn paths(name: &str, matches: &ArgMatches) -> Vec<PathBuf> {
    let paths = matches.get_many::<PathBuf>(name).unwrap_or_default();
    paths.cloned().collect()
}

fn help(field: &Field) -> String {
    match field.default {
        Usual::Words(words) => format!("{} [default: {words}]", field.help),
        Usual::Value(_) | Usual::Unsaid => field.help.into(),
    }
}

/// What was typed for the fields of a capability.
#[derive(Debug, Default)]
pub(crate) struct Asked {
    /// The request, with the fields that were given.
    pub(crate) request: Map<String, Value>,
    /// Files to read, by their fields.
    pub(crate) files: Vec<(&'static str, PathBuf)>,
    /// Folders and the files in them to read, by their fields.
    pub(crate) folders: Vec<(&'static str, PathBuf, &'static [&'static str])>,
    /// Paths of documents to read, by their fields.
    pub(crate) documents: Vec<(&'static str, Vec<PathBuf>)>,
    /// Files and folders to write, by their fields.
    pub(crate) outputs: Vec<(&'static Field, PathBuf)>,
    /// The field that labels are read from, if a flag of the capability names one.
    pub(crate) label_field: Option<String>,
    /// The form that the answer is written in, if a flag names one.
    pub(crate) form: Option<Format>,
}

impl Asked {
    /// What was typed; a flag that was not leaves no trace.
    pub(crate) fn of(fields: &'static [Field], matches: &ArgMatches) -> Self {
        let mut asked = Self::default();
        let is_typed =
            |field: &&Field| matches.value_source(field.name) == Some(ValueSource::CommandLine);
        for field in fields.iter().filter(is_typed) {
            asked.add(field, matches);
        }
        asked
    }

    fn add(&mut self, field: &'static Field, matches: &ArgMatches) {
        let name = field.name;
        let path = || {
            matches
                .get_one::<PathBuf>(name)
                .cloned()
                .unwrap_or_default()
        };
        let text = || matches.get_one::<String>(name).cloned().unwrap_or_default();
        let mut set = |value: Value| self.request.insert(name.into(), value);
        match field.kind {
            Kind::Switch => drop(set(matches.get_flag(name).into())),
            Kind::Method => drop(set(text().into())),
            Kind::Choice(choices) => drop(set(named(choices, &text()).into())),
            Kind::Form(forms) => self.form = Some(Format::Own(named(forms, &text()))),
            Kind::NumberOrFile | Kind::NameOrFile(_) => {
                match path().to_str().map(|text| field.parse(text)) {
                    Some(Ok(value)) => drop(set(value)),
                    _ => self.files.push((name, path())),
                }
            }
            Kind::LabelField => {
                let value = matches.get_one::<Value>(name).cloned().unwrap_or_default();
                self.label_field = value.as_str().map(str::to_owned);
                drop(set(value));
            }
            Kind::File => self.files.push((name, path())),
            Kind::Folder(files) => self.folders.push((name, path(), files)),
            Kind::OutputFile | Kind::OutputFolder(_) => self.outputs.push((field, path())),
            Kind::Documents => self.documents.push((name, paths(name, matches))),
            Kind::DocumentsOrFile(ending) => {
                let is_file = |path: &PathBuf| path.to_string_lossy().ends_with(ending);
                let (files, documents): (Vec<PathBuf>, Vec<PathBuf>) =
                    paths(name, matches).into_iter().partition(is_file);
                self.files
                    .extend(files.into_iter().map(|file| (name, file)));
                if !documents.is_empty() {
                    self.documents.push((name, documents));
                }
            }
            Kind::Count { .. }
            | Kind::Number { .. }
            | Kind::Text
            | Kind::Notation(_)
            | Kind::List(_) => {
                drop(matches.get_one::<Value>(name).cloned().map(set));
            }
        }
    }

    /// The files to write.
    pub(crate) fn places(&self) -> impl Iterator<Item = Place> {
        self.outputs.iter().flat_map(|(field, path)| {
            let paths = match field.kind {
                Kind::OutputFolder(names) => names.iter().map(|name| path.join(name)).collect(),
                _ => vec![path.clone()],
            };
            let flag = words::flag(field.name);
            paths.into_iter().map(move |path| Place {
                flag: flag.clone(),
                path,
            })
        })
    }

    /// The fields whose contents are read.
    pub(crate) fn attached(&self) -> Vec<&'static str> {
        let files = self.files.iter().map(|(name, _)| *name);
        let folders = self.folders.iter().map(|(name, _, _)| *name);
        let documents = self.documents.iter().map(|(name, _)| *name);
        files.chain(folders).chain(documents).collect()
    }
}

/// What was typed in upper or lower case, named as in the table.
fn named(choices: &'static [Choice], typed: &str) -> &'static str {
    let same = |choice: &&Choice| choice.name.eq_ignore_ascii_case(typed);
    let named = choices.iter().find(same);
    named.map(|choice| choice.name).unwrap_or_default()
}
