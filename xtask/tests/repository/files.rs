//! The files of the repository: what git tracks, and what it would track if added.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The repository's root.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().expect("xtask lies in the root").to_path_buf()
}

/// Every text file by its path with `/`; a file that is not UTF-8 is no text.
pub(crate) fn texts() -> BTreeMap<String, String> {
    let mut git = Command::new("git");
    git.args([
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
    ]);
    let output = git.current_dir(root()).output().expect("git runs");
    assert!(output.status.success(), "git ls-files: {}", output.status);
    let listed = String::from_utf8(output.stdout).expect("paths are UTF-8");
    let paths = listed.split('\0').filter(|path| !path.is_empty());
    // A tracked file that has just been deleted is listed but not there.
    let read = |path: &str| {
        Some((
            path.to_owned(),
            std::fs::read_to_string(root().join(path)).ok()?,
        ))
    };
    paths.filter_map(read).collect()
}
