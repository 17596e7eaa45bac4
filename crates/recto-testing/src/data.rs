//! The guard of tests on real corpora, which are not part of the repository.

#![expect(
    clippy::print_stdout,
    reason = "a test that is skipped says so, and passes"
)]

use std::path::PathBuf;

/// The environment variable that names the folder of corpora.
pub const VARIABLE: &str = "RECTO_DATA";

/// The folder of corpora; `None`, after a line that says `SKIPPED`, if [`VARIABLE`] is not
/// set.
pub fn folder() -> Option<PathBuf> {
    or_skipped(named())
}

/// The folder `name` among the corpora; `None`, after a line that says `SKIPPED`, if
/// [`VARIABLE`] is not set or there is no such folder.
pub fn folder_of(name: &str) -> Option<PathBuf> {
    let folder = named().map(|data| data.join(name));
    or_skipped(folder.filter(|folder| folder.is_dir()))
}

fn named() -> Option<PathBuf> {
    std::env::var_os(VARIABLE).map(PathBuf::from)
}

fn or_skipped(folder: Option<PathBuf>) -> Option<PathBuf> {
    if folder.is_none() {
        println!("SKIPPED: set {VARIABLE} to the folder of corpora");
    }
    folder
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corpus_that_is_not_there_is_skipped() {
        assert_eq!(folder_of("no corpus has this name"), None);
        assert_eq!(folder().is_some(), std::env::var_os(VARIABLE).is_some());
    }
}
