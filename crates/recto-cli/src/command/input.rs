//! What a command reads: a pile of documents, in groups or not.

use crate::args::{GroupArgs, InputArgs, InputOptions};
use crate::exit::Failure;
use clap::{ArgMatches, FromArgMatches};
use recto::{AnyCapability, Cancelled, Group, Pile, Run, Subject, source};

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

    /// Every path that was named.
    pub(super) fn paths(&self) -> Box<dyn Iterator<Item = &str> + '_> {
        match self {
            Self::Documents(args) => Box::new(args.files.iter().map(String::as_str)),
            Self::Groups(args) => Box::new(args.groups.iter().map(|group| group.path.as_str())),
        }
    }

    /// Reads all of it.
    pub(super) fn read(&self, run: &Run<'_>) -> Result<(Pile, Vec<Group>), Cancelled> {
        match self {
            Self::Documents(args) => {
                let pile = source::read(&args.files, &args.how.options(), run)?;
                Ok((pile, Vec::new()))
            }
            Self::Groups(args) => groups(args, run),
        }
    }
}

/// The names of the groups, in the order of their first mention.
fn names(args: &GroupArgs) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for group in &args.groups {
        if !names.contains(&group.name.as_str()) {
            names.push(&group.name);
        }
    }
    names
}

/// Reads each group; documents are called by their group and their id, because two groups
/// may well have files of the same name.
fn groups(args: &GroupArgs, run: &Run<'_>) -> Result<(Pile, Vec<Group>), Cancelled> {
    let mut all = Pile::default();
    let mut groups = Vec::new();
    for name in names(args) {
        let own = args.groups.iter().filter(|group| group.name == name);
        let paths: Vec<String> = own.map(|group| group.path.clone()).collect();
        let mut pile = source::read(&paths, &args.how.options(), run)?;
        for document in &mut pile.documents {
            document.id = format!("{name}/{}", document.id);
        }
        let start = all.documents.len();
        all.append(pile);
        groups.push(Group {
            name: name.to_string(),
            documents: start..all.documents.len(),
        });
    }
    Ok((all, groups))
}
