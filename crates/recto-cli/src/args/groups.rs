//! Named groups of documents as input.

use super::InputOptions;
use clap::Args;

/// Groups to read and how.
#[derive(Debug, Args)]
pub struct GroupArgs {
    /// Named groups of files, folders or globs; a name may be repeated
    #[arg(value_name = "NAME=PATH", required = true, value_parser = group)]
    pub groups: Vec<GroupArg>,
    /// How to read
    #[command(flatten)]
    pub how: InputOptions,
}

/// A path and the group that it belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupArg {
    /// The group's name.
    pub name: String,
    /// A file, a folder or a glob.
    pub path: String,
}

fn group(text: &str) -> Result<GroupArg, &'static str> {
    match text.split_once('=') {
        Some((name, path)) if !name.is_empty() && !path.is_empty() => Ok(GroupArg {
            name: name.into(),
            path: path.into(),
        }),
        _ => Err("a name, = and a path, such as before=2019/"),
    }
}
