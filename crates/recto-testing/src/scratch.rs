//! A folder of its own for one test.

use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A folder of its own for one test, removed with all that is in it at the end.
#[derive(Debug)]
pub struct Scratch(TempDir);

impl Default for Scratch {
    fn default() -> Self {
        Self::new()
    }
}

impl Scratch {
    /// An empty folder.
    pub fn new() -> Self {
        // The usual names of temporary folders begin with a dot, and recto skips hidden files.
        let folder = tempfile::Builder::new().prefix("recto-").tempdir();
        Self(folder.expect("a folder for temporary files that can be written to"))
    }

    /// The folder itself.
    pub fn folder(&self) -> &Path {
        self.0.path()
    }

    /// The path of `name` in it, whether or not there is such a file.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder().join(name)
    }

    /// The path of `name` as an argument of a command; that of the folder if it is empty.
    pub fn arg(&self, name: &str) -> String {
        let path = if name.is_empty() {
            self.folder().to_path_buf()
        } else {
            self.path(name)
        };
        path.to_str().expect("scratch paths are UTF-8").to_string()
    }

    /// Writes a file, with the folders above it, and returns its path as an argument.
    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        let above = path.parent().expect("a file in the folder");
        std::fs::create_dir_all(above).expect("a scratch folder");
        std::fs::write(&path, bytes).expect("a scratch file");
        self.arg(name)
    }

    /// Names of all files and folders in it, in order; what is in its folders is left out.
    pub fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.folder()).expect("the scratch folder");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("an entry").file_name())
            .map(|name| name.to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_holds_what_was_written_and_is_gone_at_the_end() {
        let scratch = Scratch::new();
        assert!(scratch.names().is_empty());
        let file = scratch.write("a/b.txt", "text");
        scratch.write("0.txt", [0u8]);
        assert_eq!(std::fs::read(&file).expect("it was written"), b"text");
        assert_eq!(scratch.names(), ["0.txt", "a"]);
        assert_eq!(scratch.path("a/b.txt"), Path::new(&file));
        assert_eq!(Path::new(&scratch.arg("")), scratch.folder());
        let folder = scratch.folder().to_path_buf();
        let name = folder.file_name().expect("a name").to_string_lossy();
        assert!(name.starts_with("recto-"), "{name}");
        drop(scratch);
        assert!(!folder.exists());
    }

    #[test]
    fn two_folders_are_never_the_same() {
        assert_ne!(Scratch::new().folder(), Scratch::new().folder());
    }
}
