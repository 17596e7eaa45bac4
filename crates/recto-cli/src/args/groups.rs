//! Named groups of documents as input.

use super::InputOptions;
use clap::Args;
use clap::builder::{OsStringValueParser, TypedValueParser};
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

/// Groups to read and how.
#[derive(Debug, Args)]
pub struct GroupArgs {
    /// Named groups of files, folders or globs; a name may be repeated
    #[arg(value_name = "NAME=PATH", required = true, value_parser = group())]
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
    pub path: PathBuf,
}

/// Parses `NAME=PATH`; the path need not be UTF-8.
fn group() -> impl TypedValueParser<Value = GroupArg> {
    OsStringValueParser::new().try_map(|text| {
        let group = split(&text).filter(|(name, path)| !name.is_empty() && !path.is_empty());
        let (name, path) = group.ok_or("a name, = and a path, such as before=2019/")?;
        let path = path.into();
        Ok::<_, &str>(GroupArg { name, path })
    })
}

#[cfg(unix)]
fn split(text: &OsStr) -> Option<(String, OsString)> {
    use std::os::unix::ffi::OsStrExt;
    let bytes = text.as_bytes();
    let at = bytes.iter().position(|&byte| byte == b'=')?;
    let name = std::str::from_utf8(&bytes[..at]).ok()?;
    Some((name.into(), OsStr::from_bytes(&bytes[at + 1..]).into()))
}

#[cfg(not(unix))]
fn split(text: &OsStr) -> Option<(String, OsString)> {
    let (name, path) = text.to_str()?.split_once('=')?;
    Some((name.into(), path.into()))
}
