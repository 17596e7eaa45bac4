//! Which files an argument names, and what their documents are called.

use super::bytes::Packing;
use super::{Failure, Format, Pile, Warning};
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
}

impl Input {
    /// A file that is not read from disk.
    pub(super) fn in_memory(name: &str) -> Self {
        Self {
            path: None,
            name: name.to_string(),
            id: name.to_string(),
            argument: String::new(),
        }
    }

    /// The format by the file's ending; standard input and files without an ending
    /// are recognised by how they open.
    pub(super) fn format(&self, text: &str) -> Format {
        self.format_by_name().unwrap_or_else(|| sniff(text))
    }

    /// The format by the file's ending, the one before `.gz` or `.zst`.
    pub(super) fn format_by_name(&self) -> Option<Format> {
        let name = match Packing::of_name(&self.id) {
            Some(_) => self.id.rsplit_once('.')?.0,
            None => &self.id,
        };
        let extension = Path::new(name).extension()?.to_str()?.to_lowercase();
        Some(match extension.as_str() {
            "jsonl" | "ndjson" => Format::Jsonl,
            "csv" | "tsv" => Format::Csv,
            "md" | "markdown" => Format::Markdown,
            "html" | "htm" | "xhtml" => Format::Html,
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

/// The files that the arguments name, in order; what names nothing goes to
/// `pile.failed`.
pub(super) fn resolve(arguments: &[String], pile: &mut Pile) -> Vec<Input> {
    let mut inputs = Vec::new();
    for argument in arguments {
        let before = inputs.len();
        let found = resolve_one(argument, &mut inputs, pile);
        let message = match found {
            Err(message) => message,
            Ok(()) if inputs.len() == before && !failed_inside(argument, pile) => {
                "no file there that recto could read".to_string()
            }
            Ok(()) => continue,
        };
        pile.failed.push(Failure::new(argument, message));
    }
    inputs
}

fn failed_inside(argument: &str, pile: &Pile) -> bool {
    pile.failed
        .iter()
        .any(|failure| failure.file.starts_with(argument))
}

fn resolve_one(argument: &str, inputs: &mut Vec<Input>, pile: &mut Pile) -> Result<(), String> {
    if argument == "-" {
        inputs.push(Input::in_memory("-"));
        return Ok(());
    }
    let path = Path::new(argument);
    match std::fs::metadata(path) {
        Ok(data) if data.is_dir() => Folder::new(argument).walk(path, inputs, pile),
        Ok(_) => inputs.push(file(path)),
        Err(_) if path.symlink_metadata().is_err() && argument.contains(['*', '?', '[']) => {
            expand(argument, inputs, pile)?;
        }
        Err(error) => return Err(explain(&error)),
    }
    Ok(())
}

fn file(path: &Path) -> Input {
    let parent = path.parent().map(slashed).unwrap_or_default();
    Input {
        path: Some(path.to_path_buf()),
        name: slashed(path),
        id: path
            .file_name()
            .map(|n| n.to_string_lossy().into_owned())
            .unwrap_or_default(),
        argument: parent,
    }
}

fn expand(pattern: &str, inputs: &mut Vec<Input>, pile: &mut Pile) -> Result<(), String> {
    let paths = glob::glob(pattern).map_err(|error| format!("not a pattern: {error}"))?;
    for entry in paths {
        match entry {
            Ok(path) if path.is_dir() => {
                Folder::new(&slashed(&path)).walk(&path, inputs, pile);
            }
            Ok(path) => inputs.push(file(&path)),
            Err(error) => {
                let message = explain(error.error());
                pile.failed
                    .push(Failure::new(slashed(error.path()), message));
            }
        }
    }
    Ok(())
}

/// A walk through one folder argument. Hidden files are left out and counted; what
/// git ignores is read; a link to a folder above itself is not followed.
struct Folder {
    argument: String,
}

impl Folder {
    fn new(argument: &str) -> Self {
        let argument = argument.trim_end_matches('/').to_string();
        Self { argument }
    }

    fn walk(&self, root: &Path, inputs: &mut Vec<Input>, pile: &mut Pile) {
        let mut above = Vec::new();
        let hidden = self.walk_below(root, root, &mut above, inputs, pile);
        if hidden > 0 {
            let files = if hidden == 1 {
                "file or folder"
            } else {
                "files or folders"
            };
            let message = format!("{hidden} hidden {files} left out");
            pile.warnings
                .push(Warning::in_file(&self.argument, message));
        }
    }

    fn walk_below(
        &self,
        root: &Path,
        folder: &Path,
        above: &mut Vec<PathBuf>,
        inputs: &mut Vec<Input>,
        pile: &mut Pile,
    ) -> usize {
        let mut fail = |path: &Path, message: String| {
            pile.failed.push(Failure::new(slashed(path), message));
        };
        let real = std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf());
        if above.contains(&real) {
            fail(
                folder,
                "a link back to a folder above it; not followed".into(),
            );
            return 0;
        }
        let listed = std::fs::read_dir(folder)
            .and_then(|entries| entries.map(|entry| entry.map(|e| e.path())).collect());
        let mut paths: Vec<PathBuf> = match listed {
            Ok(paths) => paths,
            Err(error) => {
                fail(folder, explain(&error));
                return 0;
            }
        };
        paths.sort();
        above.push(real);
        let mut hidden = 0;
        for path in paths {
            let is_hidden = |name: &std::ffi::OsStr| name.as_encoded_bytes().starts_with(b".");
            if path.file_name().is_some_and(is_hidden) {
                hidden += 1;
                continue;
            }
            match std::fs::metadata(&path) {
                Ok(data) if data.is_dir() => {
                    hidden += self.walk_below(root, &path, above, inputs, pile);
                }
                Ok(_) => inputs.push(self.input(root, path)),
                Err(error) => {
                    let failure = Failure::new(slashed(&path), explain(&error));
                    pile.failed.push(failure);
                }
            }
        }
        above.pop();
        hidden
    }

    fn input(&self, root: &Path, path: PathBuf) -> Input {
        let id = slashed(path.strip_prefix(root).unwrap_or(&path));
        Input {
            name: slashed(&path),
            id,
            argument: self.argument.clone(),
            path: Some(path),
        }
    }
}

fn slashed(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
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
