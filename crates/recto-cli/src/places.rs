//! Where a command writes, held against what it reads before any work is done.
//!
//! One check for every output of every command: by the identity of files, so that links,
//! hard links and other spellings of a name count.

use crate::exit::Failure;
use recto::source::FileIdentity;
use std::path::{Path, PathBuf};

/// A file that a command will write.
#[derive(Debug)]
pub(crate) struct Place {
    /// The flag that named it.
    pub(crate) flag: String,
    pub(crate) path: PathBuf,
}

/// Refuses places that are read (`files`: what each is called, and the file) or that are
/// the same, and those where a file cannot or should not be replaced.
pub(crate) fn check<'f>(
    places: &[Place],
    files: impl IntoIterator<Item = (&'f str, &'f FileIdentity)>,
) -> Result<(), Failure> {
    let mut known: Vec<(&Place, FileIdentity)> = Vec::new();
    for place in places.iter().filter(|place| !is_stream(&place.path)) {
        check_replaceable(&place.path).map_err(|problem| {
            let Place { flag, path } = place;
            Failure::input(format!("{flag} {}: {problem}", path.display()))
        })?;
        let identity = FileIdentity::of_place(&place.path);
        if let Some((other, _)) = known.iter().find(|(_, other)| *other == identity) {
            return Err(same(place, other));
        }
        known.push((place, identity));
    }
    for (name, file) in files {
        if let Some((place, _)) = known.iter().find(|(_, identity)| identity == file) {
            return Err(would_replace(place, name));
        }
    }
    Ok(())
}

fn same(one: &Place, other: &Place) -> Failure {
    Failure::usage(format!(
        "{} {} and {} {} are the same file; name another for one of them",
        other.flag,
        other.path.display(),
        one.flag,
        one.path.display()
    ))
}

fn would_replace(place: &Place, name: &str) -> Failure {
    let Place { flag, path } = place;
    Failure::usage(format!(
        "{flag} {} would replace {name}, which is read; name another file",
        path.display()
    ))
}

/// Whether bytes written there go elsewhere: a pipe, a terminal, /dev/null.
pub(crate) fn is_stream(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir())
}

/// Why what is there must not be replaced. The rename that puts a file into its place
/// asks for no permission to write to the old one, and takes a link for the file.
pub(crate) fn check_replaceable(path: &Path) -> Result<(), &'static str> {
    match std::fs::metadata(path) {
        Ok(data) if data.is_file() => {
            let opened = std::fs::OpenOptions::new().write(true).open(path);
            let is_denied = opened.is_err_and(|error| {
                matches!(
                    error.kind(),
                    std::io::ErrorKind::PermissionDenied | std::io::ErrorKind::ReadOnlyFilesystem
                )
            });
            if is_denied || data.permissions().readonly() {
                return Err("is read-only; make it writable or name another file");
            }
            Ok(())
        }
        Ok(_) => Ok(()),
        Err(_) if path.symlink_metadata().is_ok() => {
            Err("is a link that leads nowhere; remove it or name another file")
        }
        Err(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use recto_testing::Scratch;

    fn place(flag: &str, path: PathBuf) -> Place {
        let flag = flag.into();
        Place { flag, path }
    }

    #[test]
    fn devices_are_no_files_to_lose() {
        let null = || place("-o", "/dev/null".into());
        assert!(check(&[null(), null()], []).is_ok());
    }

    #[test]
    fn both_names_are_told() {
        let scratch = Scratch::new();
        let path = Path::new(&scratch.write("a.txt", "a")).to_path_buf();
        let file = FileIdentity::of(&path).expect("it is there");
        let failure = check(&[place("--tree", path)], [("pile/b.txt", &file)]);
        let message = failure.expect_err("it is read").message;
        let message = message.expect("there is something to say");
        assert!(message.starts_with("--tree "), "{message}");
        assert!(
            message.contains("a.txt would replace pile/b.txt"),
            "{message}"
        );
    }
}
