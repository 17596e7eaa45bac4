//! Files by what they are: the same one under another name, and ones that never end.

use super::bytes;
use recto_math::Notice;
use std::fs::Metadata;
use std::path::{Path, PathBuf};

/// What tells a file or folder from all others, whichever name, link or spelling leads to
/// it: device and inode on Unix, the canonical path elsewhere.
///
/// ```
/// use recto_text::source::FileIdentity;
/// use std::path::Path;
/// let identity = FileIdentity::of(Path::new("src"));
/// assert!(identity.is_some());
/// assert_eq!(identity, FileIdentity::of(Path::new("src/../src")));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FileIdentity(Identity);

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Identity {
    #[cfg(unix)]
    Inode {
        device: u64,
        inode: u64,
    },
    Path(PathBuf),
}

impl FileIdentity {
    /// The identity of what is there; links are followed. `None` if nothing is.
    pub fn of(path: &Path) -> Option<Self> {
        let data = std::fs::metadata(path).ok()?;
        Self::known(path, &data)
    }

    /// The identity of a file that is there or could be written: where there is no such
    /// file yet, the canonical path of the folder and the name. Folders need not be there
    /// either.
    pub fn of_place(path: &Path) -> Self {
        Self::of(path).unwrap_or_else(|| Self(Identity::Path(canonical(path))))
    }

    #[cfg(unix)]
    pub(super) fn known(_path: &Path, data: &Metadata) -> Option<Self> {
        use std::os::unix::fs::MetadataExt;
        let (device, inode) = (data.dev(), data.ino());
        Some(Self(Identity::Inode { device, inode }))
    }

    #[cfg(not(unix))]
    pub(super) fn known(path: &Path, _data: &Metadata) -> Option<Self> {
        Some(Self(Identity::Path(path.canonicalize().ok()?)))
    }

    /// The file that standard input is read from, if it is one.
    #[cfg(unix)]
    pub(super) fn of_stdin() -> Option<Self> {
        use std::os::fd::AsFd;
        let stdin = std::io::stdin().as_fd().try_clone_to_owned().ok()?;
        let data = std::fs::File::from(stdin).metadata().ok()?;
        if data.is_file() {
            Self::known(Path::new(""), &data)
        } else {
            None
        }
    }

    #[cfg(not(unix))]
    pub(super) fn of_stdin() -> Option<Self> {
        None
    }
}

/// The canonical path of the nearest folder that is there, and the rest as it stands.
fn canonical(path: &Path) -> PathBuf {
    let here = Path::new(".").join(path);
    let found = here.ancestors().find_map(|folder| {
        let rest = here.strip_prefix(folder).ok()?;
        Some(folder.canonicalize().ok()?.join(rest))
    });
    found.unwrap_or(here)
}

/// Whether a path is a name of standard input.
pub(super) fn is_stdin(path: &Path) -> bool {
    const DEVICES: [&str; 3] = ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"];
    path == Path::new("-") || (cfg!(unix) && DEVICES.iter().any(|name| path == Path::new(name)))
}

/// Why what is there is not read, although it is no folder: reading it may never end.
pub(super) fn refusal(path: &Path, data: &Metadata) -> Option<String> {
    let what = if data.is_file() {
        // Reading what the kernel makes up may block; it seems empty until it is read.
        (data.len() == 0 && is_of_the_kernel(path)).then_some("a file of the kernel")?
    } else {
        special(data)
    };
    Some(format!(
        "{what}, not a regular file; copy it to a file first, or pipe it in and name -"
    ))
}

fn is_of_the_kernel(path: &Path) -> bool {
    let real = path.canonicalize();
    real.is_ok_and(|real| real.starts_with("/proc") || real.starts_with("/sys"))
}

#[cfg(unix)]
fn special(data: &Metadata) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    let kind = data.file_type();
    if kind.is_fifo() {
        "a pipe"
    } else if kind.is_socket() {
        "a socket"
    } else {
        "a device"
    }
}

#[cfg(not(unix))]
fn special(_data: &Metadata) -> &'static str {
    "a device"
}

/// The bytes of one file that belongs to a request, as they are; at most `limit` of them.
///
/// # Errors
/// A notice that says why it cannot be read, without the file's name.
pub fn contents(path: &Path, limit: u64) -> Result<Vec<u8>, Notice> {
    let explain = |error: std::io::Error| super::input::explain(&error);
    if is_stdin(path) {
        return bytes::limited(None, limit);
    }
    let data = std::fs::metadata(path).map_err(explain)?;
    if data.is_dir() {
        return Err("a folder, not a file".into());
    }
    match refusal(path, &data) {
        Some(message) => Err(message.into()),
        None => bytes::limited(Some(path), limit),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use recto_testing::Scratch;

    #[cfg(unix)]
    #[test]
    fn links_of_both_kinds_are_the_file_that_they_lead_to() {
        let scratch = Scratch::new();
        let file = scratch.write("a.txt", "a");
        let other = scratch.write("b.txt", "a");
        std::os::unix::fs::symlink("a.txt", scratch.path("soft")).expect("a link");
        std::fs::hard_link(&file, scratch.path("hard")).expect("a link");
        let of = |name: &str| FileIdentity::of(&scratch.path(name));
        assert!(of("a.txt").is_some());
        assert_eq!(of("soft"), of("a.txt"));
        assert_eq!(of("hard"), of("a.txt"));
        assert_ne!(FileIdentity::of(Path::new(&other)), of("a.txt"));
    }

    #[test]
    fn a_file_that_is_not_there_yet_is_known_by_folder_and_name() {
        let scratch = Scratch::new();
        scratch.write("folder/a.txt", "a");
        let of = |name: &str| FileIdentity::of_place(&scratch.path(name));
        assert_eq!(of("new"), of("folder/../new"));
        assert_ne!(of("new"), of("newer"));
        assert_eq!(of("none/new"), of("folder/../none/new"));
        assert_ne!(of("none/new"), of("new"));
    }

    #[test]
    fn contents_end_at_the_limit() {
        let scratch = Scratch::new();
        let file = scratch.path("a.txt");
        scratch.write("a.txt", "four");
        assert_eq!(contents(&file, 4), Ok(b"four".to_vec()));
        let error = contents(&file, 3).expect_err("it is larger");
        assert_eq!(error.message, "larger than 3 bytes");
        let error = contents(scratch.folder(), 3).expect_err("it is a folder");
        assert_eq!(error.message, "a folder, not a file");
    }
}
