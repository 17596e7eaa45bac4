//! Files beside their place while they are written.
//!
//! Their names are short, whatever the file will be called, and begin with a dot, so that
//! no folder that is read has them: `.recto-PROCESS-NUMBER.tmp`.

use crate::interrupt;
use std::fs::File;
use std::io;
use std::path::Path;
use std::time::Duration;

const START: &str = ".recto-";
const END: &str = ".tmp";

/// Numbers to try before giving up.
const TRIES: u32 = 1000;

/// After this time no run still writes to a file: it was left by one that was killed.
const LEFT: Duration = Duration::from_secs(24 * 60 * 60);

/// A new file in the folder of `place`, under a name that nothing there has.
pub(crate) fn create_beside(place: &Path) -> io::Result<File> {
    if place.file_name().is_none() {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    let process = std::process::id();
    for number in 0..TRIES {
        let name = format!("{START}{process}-{number}{END}");
        match interrupt::begin(&place.with_file_name(name)) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            created => return created,
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// Removes what runs that were killed left in the folder of `place` a day ago or earlier.
pub(crate) fn remove_leftovers(place: &Path) {
    let folder = match place.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    // Tidying up: where it fails, the file is still written.
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        if name.to_str().is_some_and(is_ours) && is_left(&entry) {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

fn is_ours(name: &str) -> bool {
    let numbers = name
        .strip_prefix(START)
        .and_then(|name| name.strip_suffix(END));
    let numbers = numbers.and_then(|numbers| numbers.split_once('-'));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    numbers.is_some_and(|(process, number)| is_number(process) && is_number(number))
}

fn is_left(entry: &std::fs::DirEntry) -> bool {
    let Ok(data) = entry.metadata() else {
        return false;
    };
    let age = data.modified().ok().and_then(|at| at.elapsed().ok());
    data.is_file() && age.is_some_and(|age| age > LEFT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use recto_testing::Scratch;
    use std::time::SystemTime;

    #[test]
    fn only_old_files_of_ours_are_leftovers() {
        let scratch = Scratch::new();
        let names = [
            ".recto-12-0.tmp",
            ".recto-x-0.tmp",
            "recto-12-0.tmp",
            ".recto-13-7.tmp",
        ];
        for name in names {
            scratch.write(name, "half");
            let file = File::options().append(true).open(scratch.path(name));
            let before = SystemTime::now() - 2 * LEFT;
            let aged = file.expect("it was written").set_modified(before);
            aged.expect("our own file");
        }
        scratch.write(".recto-14-0.tmp", "of a run that is writing");
        remove_leftovers(&scratch.path("place.json"));
        let kept = [".recto-14-0.tmp", ".recto-x-0.tmp", "recto-12-0.tmp"];
        assert_eq!(scratch.names(), kept);
    }
}
