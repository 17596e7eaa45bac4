//! Files of corpora, and a digest that tells whether two people had
//! the same.

use super::{ReplicateError, Task};
use recto_text::Document;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

/// What a figure was measured on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Files {
    /// Number of files.
    pub files: usize,
    /// SHA-256 of their names and contents.
    pub digest: String,
}

/// The folder of a task's sets: the corpora may stand in a folder of that name among those
/// of other tasks.
pub(super) fn of_task(data: &Path, task: Task) -> PathBuf {
    let inner = data.join(task.folder());
    if inner.is_dir() { inner } else { data.into() }
}

/// What stands in a folder, in the order of the names.
pub(super) fn entries(folder: &Path) -> Result<Vec<PathBuf>, ReplicateError> {
    let problem = |error: std::io::Error| ReplicateError::Folder {
        folder: folder.display().to_string(),
        problem: match error.kind() {
            std::io::ErrorKind::NotFound => "no such folder".into(),
            std::io::ErrorKind::NotADirectory => "is no folder".into(),
            _ => error.to_string(),
        },
    };
    let entries = std::fs::read_dir(folder).map_err(problem)?;
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| Ok(entry.map_err(problem)?.path()))
        .collect::<Result<_, ReplicateError>>()?;
    paths.sort();
    Ok(paths)
}

/// How many files, and a digest of their names, lengths and contents.
pub(super) fn digest(documents: &[Document]) -> Files {
    let mut hasher = Sha256::new();
    for document in documents {
        for part in [&document.id, &document.text] {
            hasher.update((part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
    }
    let bytes = hasher.finalize();
    Files {
        files: documents.len(),
        digest: bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
    }
}
