//! One file to read: its path, its names, its format.

use super::bytes::Packing;
use super::{FileIdentity, Format};
use std::path::{Path, PathBuf};

/// One file to read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Input {
    /// `None` for standard input and for bytes in memory.
    pub(super) path: Option<PathBuf>,
    /// As messages name it.
    pub(super) name: String,
    /// The id of its document: the file's name, or its path inside the folder.
    pub(super) id: String,
    /// What is put in front of an id that clashes.
    argument: String,
    /// `None` for what is no file.
    pub(super) identity: Option<FileIdentity>,
    /// Whether a folder was named, and not the file.
    pub(super) is_in_folder: bool,
}

impl Input {
    /// A file that is not read from disk.
    pub(super) fn in_memory(name: &str) -> Self {
        Self {
            path: None,
            name: name.to_string(),
            id: name.to_string(),
            argument: String::new(),
            identity: None,
            is_in_folder: false,
        }
    }

    /// Standard input, which may be a file.
    pub(super) fn stdin() -> Self {
        Self {
            identity: FileIdentity::of_stdin(),
            ..Self::in_memory("-")
        }
    }

    /// A file that was named itself.
    pub(super) fn named(path: &Path) -> Self {
        let name = path.file_name().unwrap_or_default();
        Self {
            path: Some(path.to_path_buf()),
            name: slashed(path),
            id: name.to_string_lossy().into_owned(),
            argument: path.parent().map(slashed).unwrap_or_default(),
            identity: None,
            is_in_folder: false,
        }
    }

    /// A file below the folder `root`, which was named as `argument`.
    pub(super) fn below(root: &Path, argument: &str, path: PathBuf) -> Self {
        Self {
            name: slashed(&path),
            id: slashed(path.strip_prefix(root).unwrap_or(&path)),
            argument: argument.to_string(),
            path: Some(path),
            identity: None,
            is_in_folder: true,
        }
    }

    /// The last ending of the name in lower case, the one before `.gz` or `.zst`; empty
    /// without one.
    pub(super) fn ending(&self) -> String {
        let name = match Packing::of_name(&self.id) {
            Some(_) => self.id.rsplit_once('.').map_or("", |(name, _)| name),
            None => &self.id,
        };
        let ending = Path::new(name).extension().and_then(|e| e.to_str());
        ending.unwrap_or_default().to_lowercase()
    }

    /// A file of an archive that is read already; `path` is its name in there.
    #[cfg(feature = "archive")]
    pub(super) fn inside(&self, path: &str) -> Self {
        Self {
            path: None,
            name: format!("{}/{path}", self.name),
            id: format!("{}/{path}", self.id),
            argument: self.argument.clone(),
            identity: None,
            is_in_folder: true,
        }
    }

    /// The format by the file's ending; standard input, files without an ending and
    /// `.json` are recognised by how they open.
    pub(super) fn format(&self, text: &str) -> Format {
        self.format_by_name().unwrap_or_else(|| match sniff(text) {
            Format::Text
                if self.ending() == "json" && text.trim_start().starts_with(['[', '{']) =>
            {
                Format::Json
            }
            found => found,
        })
    }

    /// The format by the file's ending, the one before `.gz` or `.zst`.
    pub(super) fn format_by_name(&self) -> Option<Format> {
        let extension = self.ending();
        if extension.is_empty() {
            return None;
        }
        Some(match extension.as_str() {
            "jsonl" | "ndjson" => Format::Jsonl,
            "csv" | "tsv" => Format::Csv,
            "md" | "markdown" => Format::Markdown,
            "html" | "htm" | "xhtml" => Format::Html,
            "srt" | "vtt" => Format::Subtitles,
            "json" => return None,
            _ => Format::Text,
        })
    }

    pub(super) fn in_front_of(&self, id: &str) -> String {
        if self.argument.is_empty() {
            id.to_string()
        } else {
            format!("{}/{id}", self.argument)
        }
    }
}

/// JSONL when the first line is a JSON object, HTML when it says so, else plain text.
fn sniff(text: &str) -> Format {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty());
    let opens = |line: &str, tag: &str| {
        line.get(..tag.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(tag))
    };
    let is_object = |line: &str| {
        line.starts_with('{') && serde_json::from_str::<serde::de::IgnoredAny>(line).is_ok()
    };
    match first {
        Some(line) if is_object(line) => Format::Jsonl,
        Some(line) if opens(line, "<!doctype html") || opens(line, "<html") => Format::Html,
        _ => Format::Text,
    }
}

/// A path as messages name it, with `/` between its parts.
pub(super) fn slashed(path: &Path) -> String {
    let name = path.to_string_lossy();
    if cfg!(windows) {
        name.replace('\\', "/")
    } else {
        name.into_owned()
    }
}

/// An error of the file system in words that tell what to do.
pub(super) fn explain(error: &std::io::Error) -> String {
    use std::io::ErrorKind;
    match error.kind() {
        ErrorKind::NotFound => "no such file; check the name (a link may point nowhere)".into(),
        ErrorKind::PermissionDenied => "not allowed to read it; check its permissions".into(),
        _ => format!("cannot be read: {error}"),
    }
}
