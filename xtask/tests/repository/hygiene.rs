//! Small things that must not stand in a file. Needles are put together at run time, so that
//! this file passes its own checks.

const MAX_LINES: usize = 700;

/// Absolute paths of some machine, and hosts of package registries.
pub(crate) fn hosts(path: &str, text: &str) -> Vec<String> {
    if path.ends_with("Cargo.lock") {
        return lock_sources(path, text);
    }
    let folders = [
        "wo\u{72}k",
        "roo\u{74}",
        "far\u{6d}",
        "hom\u{65}",
        "User\u{73}",
    ];
    let folders = folders.map(|folder| format!("/{folder}/"));
    let hosts = [
        "artifactor\u{79}",
        "index.crates.i\u{6f}",
        "static.crates.i\u{6f}",
        "npmjs.or\u{67}",
        "pypi.or\u{67}",
        "pythonhosted.or\u{67}",
        "deb.debian.or\u{67}",
        "\"resolved\": \"http",
    ];
    lines(path, text, |line| {
        let machine = folders
            .iter()
            .find(|folder| begins_path(line, folder))
            .map(String::as_str);
        let host = || {
            hosts
                .into_iter()
                .find(|host| line.to_lowercase().contains(host))
        };
        machine
            .or_else(host)
            .map(|found| format!("names {found:?}"))
    })
}

/// Whether `folder` stands in `line` as the beginning of a path, not inside a longer one.
fn begins_path(line: &str, folder: &str) -> bool {
    line.match_indices(folder).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | '/' | '}'))
    })
}

/// Packages come from the public index by name, never from a mirror's address.
fn lock_sources(path: &str, text: &str) -> Vec<String> {
    let public = r#"source = "registry+https://github.com/rust-lang/crates.io-index""#;
    lines(path, text, |line| {
        let elsewhere = line.starts_with("source = ") && line != public;
        elsewhere.then(|| format!("has another source: {line}"))
    })
}

/// Marks of work left undone, and tests switched off.
pub(crate) fn unfinished(path: &str, text: &str) -> Vec<String> {
    let needles = [
        "TO\u{44}O",
        "FIX\u{4d}E",
        "XX\u{58}",
        "unimplemente\u{64}!",
        "tod\u{6f}!",
        "#[ignor\u{65}",
    ];
    lines(path, text, |line| {
        needles
            .into_iter()
            .find(|needle| line.contains(needle))
            .map(|found| format!("has {found}"))
    })
}

/// A reader finds a room faster than a hall.
pub(crate) fn too_long(path: &str, text: &str) -> Option<String> {
    let source = path.starts_with("crates/") && path.contains("/src/");
    let n_lines = text.lines().count();
    (source && n_lines > MAX_LINES).then(|| format!("{path} has {n_lines} lines; split it"))
}

fn lines(path: &str, text: &str, problem: impl Fn(&str) -> Option<String>) -> Vec<String> {
    let numbered = text.lines().enumerate();
    numbered
        .filter_map(|(i, line)| Some(format!("{path}:{}: {}", i + 1, problem(line)?)))
        .collect()
}

#[test]
fn machine_paths_and_hosts_are_found_where_they_begin_a_path() {
    let folder = format!("/{}/", "work");
    let found = hosts("a.md", &format!("fine\nsee {folder}main"));
    assert_eq!(found, [format!("a.md:2: names {folder:?}")]);
    assert!(hosts("a.md", &format!("..{folder}x, target{folder}x")).is_empty());
    assert_eq!(hosts("a.md", &format!("https://{}.org/x", "pypi")).len(), 1);
    assert_eq!(
        hosts("Cargo.lock", "source = \"registry+https://mirror/\"").len(),
        1
    );
}

#[test]
fn unfinished_and_long_files_are_found() {
    assert_eq!(unfinished("a.rs", &format!("// {}DO: more", "TO")).len(), 1);
    assert_eq!(
        unfinished("a.rs", &format!("{}ore = \"slow\"]", "#[ign")).len(),
        1
    );
    assert!(unfinished("a.rs", "fn todos() {}").is_empty());
    assert!(too_long("crates/a/src/b.rs", &"x\n".repeat(701)).is_some());
    assert!(too_long("crates/a/src/b.rs", &"x\n".repeat(700)).is_none());
    assert!(too_long("crates/a/tests/b.rs", &"x\n".repeat(701)).is_none());
}
