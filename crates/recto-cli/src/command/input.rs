//! What a command reads: a pile of documents, in groups or not.

use crate::args::{GroupArgs, InputArgs, InputOptions};
use crate::exit::Failure;
use clap::{ArgMatches, FromArgMatches};
use recto::source::{self, FileIdentity, Found};
use recto::{AnyCapability, Cancelled, Group, Pile, Run, SourceOptions, Subject};
use std::path::Path;

/// What was named to be read.
pub(super) enum Input {
    /// A pile.
    Documents(InputArgs),
    /// Named groups of documents.
    Groups(GroupArgs),
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
        };
        match &input {
            Self::Groups(args) if names(args).len() < 2 => Err(Failure::usage(format!(
                "{} needs at least two groups, such as before=2019/ after=2021/",
                capability.name()
            ))),
            _ => Ok(input),
        }
    }

    /// How to read.
    pub(super) fn how(&self) -> &InputOptions {
        match self {
            Self::Documents(args) => &args.how,
            Self::Groups(args) => &args.how,
        }
    }

    /// Finds all of it.
    pub(super) fn find(&self) -> FoundInput {
        match self {
            Self::Documents(args) => FoundInput::Documents(source::find(&args.files)),
            Self::Groups(args) => {
                let group = |name: String| {
                    let own = args.groups.iter().filter(|group| group.name == name);
                    let paths: Vec<&Path> = own.map(|group| group.path.as_path()).collect();
                    (source::find(&paths), name)
                };
                FoundInput::Groups(names(args).into_iter().map(group).collect())
            }
        }
    }
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
    /// A pile.
    Documents(Found),
    /// Groups of documents, with their names.
    Groups(Vec<(Found, String)>),
}

impl FoundInput {
    /// Every file, as messages name it.
    pub(super) fn files(&self) -> Box<dyn Iterator<Item = (&str, &FileIdentity)> + '_> {
        match self {
            Self::Documents(found) => Box::new(found.files()),
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
            Self::Groups(found) => groups(found, options, run),
        }
    }
}

/// Reads each group; documents are called by their group and their id, because two groups
/// may well have files of the same name.
fn groups(
    found: Vec<(Found, String)>,
    options: &SourceOptions,
    run: &Run<'_>,
) -> Result<(Pile, Vec<Group>), Cancelled> {
    let mut all = Pile::default();
    let mut groups = Vec::new();
    for (found, name) in found {
        let mut pile = found.read(options, run)?;
        for document in &mut pile.documents {
            document.id = format!("{name}/{}", document.id);
        }
        let start = all.documents.len();
        all.append(pile);
        groups.push(Group {
            name,
            documents: start..all.documents.len(),
        });
    }
    Ok((all, groups))
}
