//! Names of the files of a store, and files that are replaced whole.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

pub(super) fn state(folder: &Path, generation: u64) -> PathBuf {
    folder.join(format!("state-{generation:08}.recto"))
}

pub(super) fn journal(folder: &Path, generation: u64) -> PathBuf {
    folder.join(format!("journal-{generation:08}.log"))
}

/// Generations that have a state or a journal, in order.
pub(super) fn generations(folder: &Path) -> io::Result<Vec<u64>> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        all.extend(entry?.file_name().to_str().and_then(generation));
    }
    all.sort_unstable();
    all.dedup();
    Ok(all)
}

fn generation(name: &str) -> Option<u64> {
    let state = name
        .strip_prefix("state-")
        .and_then(|name| name.strip_suffix(".recto"));
    let journal = name
        .strip_prefix("journal-")
        .and_then(|name| name.strip_suffix(".log"));
    state.or(journal)?.parse().ok()
}

/// Writes a file beside its place and renames it: a reader never sees half of it, and after
/// a power cut either the old or the new one is there.
pub(in crate::follow) fn replace(place: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut name = std::ffi::OsString::from(".");
    name.push(place.file_name().unwrap_or_default());
    name.push(".tmp");
    let beside = place.with_file_name(name);
    let written = File::create(&beside).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    let replaced = written.and_then(|()| std::fs::rename(&beside, place));
    if let Err(error) = replaced {
        let _ = std::fs::remove_file(&beside);
        return Err(error);
    }
    sync_folder(place)
}

/// Makes sure that the name of a file survives a power cut.
pub(super) fn sync_folder(place: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        let folder = place.parent().filter(|path| !path.as_os_str().is_empty());
        File::open(folder.unwrap_or(Path::new(".")))?.sync_all()?;
    }
    #[cfg(not(unix))]
    let _ = place;
    Ok(())
}
