//! Libraries never name a flag: they do not know whether their caller has flags, keywords or
//! a form. A message says what is wrong, and a remedy names parameters.

/// Flags in the string literals of a library's source. Tests are exempt, and so are lines of
/// help, which begin with the command.
pub(crate) fn in_messages(path: &str, text: &str) -> Vec<String> {
    let is_library = path.starts_with("crates/")
        && path.contains("/src/")
        && path.ends_with(".rs")
        && !path.starts_with("crates/recto-cli/");
    if !is_library || path.ends_with("/tests.rs") {
        return Vec::new();
    }
    let text = text.split("#[cfg(test)]\nmod tests {").next();
    literals(text.unwrap_or_default())
        .into_iter()
        .filter(|(_, literal)| !literal.trim_start().starts_with("recto "))
        .filter_map(|(line, literal)| {
            let flag = flag(literal)?;
            Some(format!("{path}:{line}: a library names the flag {flag}"))
        })
        .collect()
}

/// The first flag in a text: two dashes that do not end a word or a rule, and a letter or
/// a placeholder behind them.
fn flag(text: &str) -> Option<&str> {
    let starts = text.match_indices("--").map(|(at, _)| at);
    starts.into_iter().find_map(|at| {
        let before = text[..at].chars().next_back();
        let name = &text[at + 2..];
        let is_free = before.is_none_or(|c| !c.is_alphanumeric() && c != '-');
        let is_named = name.starts_with(|c: char| c.is_ascii_lowercase() || c == '{');
        let ends = name.find(|c: char| !c.is_ascii_alphanumeric() && !"-{}".contains(c));
        let end = ends.map_or(text.len(), |end| at + 2 + end);
        (is_free && is_named).then(|| &text[at..end])
    })
}

/// The string literals of Rust source, each with the number of its first line.
fn literals(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(next) = text[at..].chars().next() {
        let rest = &text[at..];
        let (skipped, literal) = if rest.starts_with("//") {
            (rest.find('\n').unwrap_or(rest.len()), None)
        } else if rest.starts_with("/*") {
            (behind(rest, "*/", 2), None)
        } else if let Some(hashes) = raw(rest).filter(|_| !ends_in_a_word(&text[..at])) {
            let open = hashes + 2;
            let end = behind(rest, &format!("\"{}", "#".repeat(hashes)), open);
            (end, rest.get(open..end - hashes - 1))
        } else if next == '"' {
            let end = end_of_string(rest);
            (end, rest.get(1..end - 1))
        } else if next == '\'' {
            (length_of_character(rest), None)
        } else {
            (next.len_utf8(), None)
        };
        if let Some(literal) = literal {
            found.push((text[..at].matches('\n').count() + 1, literal));
        }
        at += skipped;
    }
    found
}

/// The place behind `end`, looked for from `from` on; the length of the text without one.
fn behind(text: &str, end: &str, from: usize) -> usize {
    let found = text.get(from..).and_then(|rest| rest.find(end));
    found.map_or(text.len(), |at| from + at + end.len())
}

/// The number of hashes of a raw string that begins here.
fn raw(text: &str) -> Option<usize> {
    let hashes = text.strip_prefix('r')?;
    let quoted = hashes.trim_start_matches('#');
    quoted.starts_with('"').then(|| hashes.len() - quoted.len())
}

fn ends_in_a_word(text: &str) -> bool {
    text.ends_with(|c: char| (c.is_alphanumeric() && c != 'b') || c == '_')
}

/// The length of a string with its quotes.
fn end_of_string(text: &str) -> usize {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        if c == '"' && !is_escaped {
            return at + 1;
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    text.len()
}

/// The length of a character with its quotes; 1 for the tick of a lifetime.
fn length_of_character(text: &str) -> usize {
    let mut inside = text.chars().skip(1);
    match (inside.next(), inside.next()) {
        (Some('\\'), _) => behind(text, "'", 3),
        (Some(c), Some('\'')) => c.len_utf8() + 2,
        _ => 1,
    }
}

#[test]
fn flags_are_found_in_messages_and_nowhere_else() {
    let found = |line: &str| in_messages("crates/a/src/b.rs", line);
    let told = "crates/a/src/b.rs:2: a library names the flag --max-words";
    assert_eq!(found("fn a() {}\n\"raise --max-words!\""), [told]);
    assert_eq!(found(r##"r#"say "no" or --no"#"##).len(), 1);
    assert_eq!(found(r#"'"'; "\" --with""#).len(), 1);
    assert_eq!(found(r#"format!("raise --{unit}")"#).len(), 1);
    for fine in [
        "// raise --max-words, \"or --min-words\"",
        "/* \"--a\" */",
        "let a = '\\''; let b: &'static str = \"a--b, --- and -- c\"; // --d",
        "let help = \"  recto segment a.txt --segments 3\";",
        "\n#[cfg(test)]\nmod tests {\n    \"--a\"",
        "for_(r) - \"a\" - --b",
    ] {
        assert_eq!(found(fine), [""; 0], "{fine}");
    }
    for exempt in [
        "crates/recto-cli/src/a.rs",
        "crates/a/tests/b.rs",
        "crates/a/src/tests.rs",
    ] {
        assert!(in_messages(exempt, "\"--a\"").is_empty());
    }
}

#[test]
fn literals_are_those_of_the_source() {
    let source = "a(\"one\", b\"two\", r\"three\\\", '\"', 'a, \"four\\\\\") // \"five\"\n\"six\"";
    let found = literals(source);
    let texts: Vec<&str> = found.iter().map(|&(_, text)| text).collect();
    assert_eq!(texts, ["one", "two", "three\\", "four\\\\", "six"]);
    assert_eq!(found[4].0, 2);
}
