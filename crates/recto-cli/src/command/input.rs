//! What a command reads: a pile of documents, in groups, in pairs, or neither; messages.

use crate::args::{GroupArgs, InputArgs, InputOptions, MessageArgs, PairArgs};
use crate::exit::Failure;
use clap::{ArgMatches, FromArgMatches};
use recto::source::{self, FileIdentity, Format, Found};
use recto::{AnyCapability, Cancelled, Group, Pile, Run, SourceOptions, Subject, gather};
use std::path::Path;

/// What was named to be read.
pub(super) enum Input {
    /// A pile.
    Documents(InputArgs),
    /// Named groups of documents.
    Groups(GroupArgs),
    /// Documents and their summaries.
    Pairs(PairArgs),
    /// Messages with times.
    Messages(MessageArgs),
    /// Whatever files hold.
    Anything(InputArgs),
}

impl Input {
    /// What was typed for a capability.
    pub(super) fn from_matches(
        capability: &dyn AnyCapability,
        matches: &ArgMatches,
    ) -> Result<Self, Failure> {
        let input = match capability.subject() {
            Subject::Documents => Self::Documents(InputArgs::from_arg_matches(matches)?),
            Subject::Groups => Self::Groups(GroupArgs::from_arg_matches(matches)?),
            Subject::Pairs => Self::Pairs(PairArgs::from_arg_matches(matches)?),
            Subject::Messages => Self::Messages(MessageArgs::from_arg_matches(matches)?),
            Subject::Anything => Self::Anything(InputArgs::from_arg_matches(matches)?),
        };
        match &input {
            Self::Messages(args) if !args.how.is_of_rows() => Err(Failure::usage(format!(
                "{} reads JSON lines, CSV and mail: a message needs a time",
                capability.name()
            ))),
            Self::Groups(args) if names(args).len() < 2 => Err(Failure::usage(format!(
                "{} needs at least two groups, such as before=2019/ after=2021/",
                capability.name()
            ))),
            Self::Pairs(args) if args.files.len() == 1 => Err(Failure::usage(format!(
                "{} needs a source and its summary: name at least two files, or one with --pairs",
                capability.name()
            ))),
            Self::Pairs(args) if args.files.iter().filter(|path| is_stdin(path)).count() > 1 => {
                Err(Failure::usage(
                    "- stands for standard input, which can be read only once",
                ))
            }
            _ => Ok(input),
        }
    }

    /// How to read.
    pub(super) fn how(&self) -> &InputOptions {
        match self {
            Self::Documents(args) | Self::Anything(args) => &args.how,
            Self::Groups(args) => &args.how,
            Self::Pairs(args) => &args.how,
            Self::Messages(args) => &args.how,
        }
    }

    /// How to read, in the terms of the reader.
    pub(super) fn options(&self) -> SourceOptions {
        let options = self.how().options();
        match self {
            Self::Messages(args) => SourceOptions {
                format: Some(Format::Messages),
                zone: args.time_zone.clone().unwrap_or_default(),
                is_strict: args.strict,
                ..options
            },
            Self::Pairs(args) if args.files.is_empty() => SourceOptions {
                format: Some(Format::Pairs),
                ..options
            },
            Self::Anything(_) => SourceOptions {
                tells_rows: true,
                ..options
            },
            _ => options,
        }
    }

    /// Whether a pile of nothing is worth an answer, if nothing went wrong on the way.
    pub(super) fn may_be_empty(&self) -> bool {
        matches!(self, Self::Messages(_))
    }

    /// Finds all of it.
    pub(super) fn find(&self) -> FoundInput {
        match self {
            Self::Documents(args) | Self::Anything(args) => {
                FoundInput::Documents(source::find(&args.files))
            }
            Self::Groups(args) => {
                let group = |name: String| {
                    let own = args.groups.iter().filter(|group| group.name == name);
                    let paths: Vec<&Path> = own.map(|group| group.path.as_path()).collect();
                    (source::find(&paths), name)
                };
                FoundInput::Groups(names(args).into_iter().map(group).collect())
            }
            Self::Pairs(args) => match args.files.split_last() {
                Some((summary, source)) => {
                    FoundInput::Pair(source::find(source), source::find(&[summary]))
                }
                None => FoundInput::Documents(source::find(args.pairs.as_slice())),
            },
            Self::Messages(args) => match args.synthetic {
                Some(seed) => FoundInput::Made(seed),
                None => FoundInput::Documents(source::find(&args.files)),
            },
        }
    }
}

fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

/// The names of the groups, in the order of their first mention.
fn names(args: &GroupArgs) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for group in &args.groups {
        if !names.contains(&group.name) {
            names.push(group.name.clone());
        }
    }
    names
}

/// What was named, found and not yet read.
pub(super) enum FoundInput {
    /// A pile, pairs or messages.
    Documents(Found),
    /// Groups of documents, with their names.
    Groups(Vec<(Found, String)>),
    /// The documents of a source, and its summary.
    Pair(Found, Found),
    /// A made stream, by its seed.
    Made(u64),
}

impl FoundInput {
    /// Every file, as messages name it.
    pub(super) fn files(&self) -> Box<dyn Iterator<Item = (&str, &FileIdentity)> + '_> {
        match self {
            Self::Documents(found) => Box::new(found.files()),
            Self::Made(_) => Box::new(std::iter::empty()),
            Self::Pair(source, summary) => Box::new(source.files().chain(summary.files())),
            Self::Groups(groups) => Box::new(groups.iter().flat_map(|(found, _)| found.files())),
        }
    }

    /// Reads all of it.
    pub(super) fn read(
        self,
        options: &SourceOptions,
        run: &Run<'_>,
    ) -> Result<(Pile, Vec<Group>), Cancelled> {
        match self {
            Self::Documents(found) => Ok((found.read(options, run)?, Vec::new())),
            Self::Groups(found) => {
                let read = |(found, name): (Found, String)| Ok((name, found.read(options, run)?));
                let piles: Result<Vec<_>, Cancelled> = found.into_iter().map(read).collect();
                Ok(gather::groups(piles?))
            }
            Self::Pair(source, summary) => {
                let source = source.read(options, run)?;
                let summary = summary.read(options, run)?;
                Ok((gather::pair(source, summary), Vec::new()))
            }
            Self::Made(seed) => Ok((recto::events::made::pile(seed), Vec::new())),
        }
    }
}
