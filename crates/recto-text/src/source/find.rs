//! Which files arguments name: files, folders, patterns and standard input.
//!
//! Every file is found once, by its identity: links that repeat or multiply files and
//! folders are counted, so that no walk is longer than what is on the disk.

use super::file::{self, FileIdentity};
use super::input::{Input, explain, slashed};
use super::{Failure, Format, Pile, SourceOptions, Warning};
use recto_math::{Cancelled, Run};
use rustc_hash::FxHashSet;
use std::path::{Path, PathBuf};

/// Files that arguments name, found and not yet read.
#[derive(Debug, Default)]
pub struct Found {
    /// The arguments as messages name them.
    arguments: Vec<String>,
    inputs: Vec<Input>,
    /// What could not be found, and what was left out.
    told: Pile,
}

impl Found {
    /// The files, in the order in which they are read: each as messages name it, and what
    /// tells it from others. Standard input is among them if it is a file.
    pub fn files(&self) -> impl Iterator<Item = (&str, &FileIdentity)> {
        self.inputs
            .iter()
            .filter_map(|input| Some((input.name.as_str(), input.identity.as_ref()?)))
    }

    /// Reads all of them.
    ///
    /// # Errors
    /// [`Cancelled`] if the observer asks to stop. Files that cannot be read are no
    /// error: they are named in [`Pile::failed`].
    pub fn read(self, options: &SourceOptions, run: &Run<'_>) -> Result<Pile, Cancelled> {
        let mut pile = super::read_found(self.inputs, self.told, options, run)?;
        // A stream in which nobody wrote is a stream.
        let may_be_empty = options.format == Some(Format::Messages);
        if pile.documents.is_empty() && pile.failed.is_empty() && !may_be_empty {
            let nothing = |name| Failure::new(name, "no text there that recto could read");
            pile.failed = self.arguments.into_iter().map(nothing).collect();
        }
        Ok(pile)
    }
}

/// Finds the files that `arguments` name: files, folders, patterns, and `-` for standard
/// input. Nothing is opened; folders are walked.
pub fn find<P: AsRef<Path>>(arguments: &[P]) -> Found {
    let mut finder = Finder::default();
    for argument in arguments {
        finder.found.arguments.push(slashed(argument.as_ref()));
        finder.add_argument(argument.as_ref());
    }
    finder.finish()
}

/// A search under way.
#[derive(Default)]
struct Finder {
    found: Found,
    seen: FxHashSet<FileIdentity>,
    reads_stdin: bool,
    /// Names of what had been found already: how many, and the first.
    repeated: usize,
    first_repeated: Option<String>,
}

impl Finder {
    fn add_argument(&mut self, argument: &Path) {
        let so_far = |finder: &Self| {
            let told = &finder.found.told;
            finder.found.inputs.len() + finder.repeated + told.failed.len()
        };
        let before = so_far(self);
        if let Err(message) = self.resolve(argument) {
            self.fail(argument, message);
        } else if so_far(self) == before {
            self.fail(argument, "no file there that recto could read".into());
        }
    }

    fn resolve(&mut self, argument: &Path) -> Result<(), String> {
        if file::is_stdin(argument) {
            self.add_stdin();
            return Ok(());
        }
        match std::fs::metadata(argument) {
            Ok(_) => self.add(argument, Input::named),
            Err(error) => match argument.to_str() {
                Some(pattern)
                    if argument.symlink_metadata().is_err()
                        && pattern.contains(['*', '?', '[']) =>
                {
                    self.expand(pattern)?;
                }
                _ => return Err(explain(&error)),
            },
        }
        Ok(())
    }

    fn add_stdin(&mut self) {
        let input = Input::stdin();
        if std::mem::replace(&mut self.reads_stdin, true) || !self.is_new(&input) {
            self.repeat("-".into());
        } else {
            self.found.inputs.push(input);
        }
    }

    fn is_new(&mut self, input: &Input) -> bool {
        let identity = input.identity.clone();
        identity.is_none_or(|identity| self.seen.insert(identity))
    }

    fn expand(&mut self, pattern: &str) -> Result<(), String> {
        let paths = glob::glob(pattern).map_err(|error| format!("not a pattern: {error}"))?;
        for entry in paths {
            match entry {
                Ok(path) => self.add(&path, Input::named),
                Err(error) => self.fail(error.path(), explain(error.error())),
            }
        }
        Ok(())
    }

    /// Adds a file as `input` names it, or walks a folder.
    fn add(&mut self, path: &Path, input: impl FnOnce(&Path) -> Input) {
        let Some(is_folder) = self.look_at(path, input) else {
            return;
        };
        if is_folder {
            self.walk(path);
        }
    }

    /// Adds a file; whether it is a folder that is to be walked. `None` if there is nothing
    /// more to do about it.
    fn look_at(&mut self, path: &Path, input: impl FnOnce(&Path) -> Input) -> Option<bool> {
        let data = match std::fs::metadata(path) {
            Ok(data) => data,
            Err(error) => {
                self.fail(path, explain(&error));
                return None;
            }
        };
        if !data.is_dir()
            && let Some(message) = file::refusal(path, &data)
        {
            self.fail(path, message);
            return None;
        }
        let identity = FileIdentity::known(path, &data);
        if let Some(identity) = &identity
            && !self.seen.insert(identity.clone())
        {
            self.repeat(slashed(path));
            return None;
        }
        if !data.is_dir() {
            let mut input = input(path);
            input.identity = identity;
            self.found.inputs.push(input);
        }
        Some(data.is_dir())
    }

    /// Adds the files of a folder and of those below it, in the order of their paths. Hidden
    /// files are left out and counted; what git ignores is read.
    fn walk(&mut self, root: &Path) {
        let argument = slashed(root).trim_end_matches('/').to_string();
        let mut hidden = 0;
        // A list of what is still to do in each folder on the way: no depth is too deep.
        let mut open = vec![self.list(root).into_iter()];
        while let Some(folder) = open.last_mut() {
            let Some(path) = folder.next() else {
                open.pop();
                continue;
            };
            if is_hidden(&path) {
                hidden += 1;
                continue;
            }
            let input = |path: &Path| Input::below(root, &argument, path.to_path_buf());
            if self.look_at(&path, input) == Some(true) {
                open.push(self.list(&path).into_iter());
            }
        }
        if hidden > 0 {
            let files = if hidden == 1 {
                "file or folder"
            } else {
                "files or folders"
            };
            let message = format!("{hidden} hidden {files} left out");
            let warning = Warning::in_file(&argument, message);
            self.found.told.warnings.push(warning);
        }
    }

    fn list(&mut self, folder: &Path) -> Vec<PathBuf> {
        let listed = std::fs::read_dir(folder)
            .and_then(|entries| entries.map(|entry| entry.map(|e| e.path())).collect());
        let mut paths: Vec<PathBuf> = listed.unwrap_or_else(|error| {
            self.fail(folder, explain(&error));
            Vec::new()
        });
        paths.sort();
        paths
    }

    fn fail(&mut self, path: &Path, message: String) {
        let failure = Failure::new(slashed(path), message);
        self.found.told.failed.push(failure);
    }

    fn repeat(&mut self, name: String) {
        self.repeated += 1;
        self.first_repeated.get_or_insert(name);
    }

    fn finish(self) -> Found {
        let mut found = self.found;
        if let Some(first) = self.first_repeated {
            let message = match self.repeated {
                1 => format!("{first} leads to what is read already; it is read once"),
                n => format!(
                    "{n} files or folders lead to what is read already (the first: {first}); \
                     each file is read once"
                ),
            };
            found.told.warnings.push(Warning::new(message));
        }
        found
    }
}

fn is_hidden(path: &Path) -> bool {
    let name = path.file_name();
    name.is_some_and(|name| name.as_encoded_bytes().starts_with(b"."))
}
