//! The files in which shared text is no finding, each with its reason.

/// One line of the list: a pattern and why.
pub(crate) struct Exemption {
    pattern: String,
}

impl Exemption {
    /// A pattern is a path, a folder with its `/`, or either of them with one `*`.
    pub(crate) fn covers(&self, path: &str) -> bool {
        match self.pattern.split_once('*') {
            Some((before, after)) => {
                path.len() >= before.len() + after.len()
                    && path.starts_with(before)
                    && path.ends_with(after)
            }
            None if self.pattern.ends_with('/') => path.starts_with(&self.pattern),
            None => path == self.pattern,
        }
    }
}

/// Parses lines of `pattern: reason`; blank lines and those that begin with `#` are comments.
pub(crate) fn list(text: &str) -> Result<Vec<Exemption>, String> {
    let lines = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    let exemption = |line: &str| match line.split_once(": ") {
        Some((pattern, reason)) if !reason.trim().is_empty() => Ok(Exemption {
            pattern: pattern.to_owned(),
        }),
        _ => Err(format!("no reason given: {line:?}")),
    };
    lines.map(exemption).collect()
}

pub(crate) fn patterns_cover_what_they_say_and_nothing_goes_without_a_reason() {
    let list = |text| list(text).map(|list| list.into_iter().next());
    let covers = |text, path| list(text).expect("a list").expect("a line").covers(path);
    assert!(covers("a/b.md: why", "a/b.md") && !covers("a/b.md: why", "a/b.md2"));
    assert!(covers("a/: why", "a/b/c") && !covers("a/: why", "ab/c"));
    assert!(
        covers("*.svg: why", "x/y.svg") && covers("a*z: why", "a/z") && !covers("az*z: why", "az")
    );
    assert!(list("a/b.md").is_err() && list("a/b.md: ").is_err());
    assert!(list("# note\n").expect("a list").is_none());
}
