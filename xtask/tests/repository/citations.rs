//! From a paper's equation to its line of code and back: the index in `docs/PAPERS.md`.
//!
//! The grammar of a citation and of the index is set down in that file.

use std::collections::{BTreeMap, BTreeSet};

/// Words that announce a place in a work.
const KINDS: [&str; 4] = ["eq.", "sec.", "alg.", "def."];
/// How people misspell them; after a key, each is an error.
const NEAR: [&str; 8] = [
    "eq",
    "equation",
    "sec",
    "section",
    "alg",
    "algorithm",
    "def",
    "§",
];

/// A key and a place, as in `KEY eq. 5`.
type Citation = (String, String);

/// A row of the index.
struct Row {
    citation: Citation,
    path: String,
    golden: String,
}

/// All that is wrong between the index and the sources, a line each.
pub(crate) fn check(papers: &str, sources: &BTreeMap<String, String>) -> Vec<String> {
    let keys = keys(papers);
    let (rows, mut problems) = rows(papers, &keys);
    let indexed: BTreeSet<&Citation> = rows.iter().map(|row| &row.citation).collect();
    for (path, source) in sources {
        let (cited, malformed) = citations(source, &keys);
        problems.extend(malformed.into_iter().map(|what| format!("{path}: {what}")));
        let missing = cited.iter().filter(|citation| !indexed.contains(citation));
        problems.extend(missing.map(|(key, place)| {
            format!("{path}: cites {key} {place}, which has no row in docs/PAPERS.md")
        }));
    }
    problems.extend(rows.iter().flat_map(|row| check_row(row, &keys, sources)));
    problems
}

fn check_row(
    row: &Row,
    keys: &BTreeSet<String>,
    sources: &BTreeMap<String, String>,
) -> Vec<String> {
    let (key, place) = &row.citation;
    let name = format!("docs/PAPERS.md, {key} {place}");
    let mut problems = Vec::new();
    match documentation(&row.path, sources) {
        None => problems.push(format!("{name}: {} does not exist", row.path)),
        Some(text) if !citations(&text, keys).0.contains(&row.citation) => {
            problems.push(format!("{name}: not cited at {}", row.path));
        }
        Some(_) => {}
    }
    let excused = row
        .golden
        .strip_prefix("none:")
        .is_some_and(|why| !why.trim().is_empty());
    if !excused && documentation(&row.golden, sources).is_none() {
        problems.push(format!(
            "{name}: no test {:?}; name one, or `none: why`",
            row.golden
        ));
    }
    problems
}

/// First cells of the table under `## Keys`.
fn keys(papers: &str) -> BTreeSet<String> {
    table(papers, "## Keys")
        .into_iter()
        .filter_map(|cells| cells.into_iter().next())
        .collect()
}

/// The table under `## Index`, and what is wrong with it.
fn rows(papers: &str, keys: &BTreeSet<String>) -> (Vec<Row>, Vec<String>) {
    let (mut rows, mut problems) = (Vec::new(), Vec::new());
    for cells in table(papers, "## Index") {
        let shown = cells.join(" | ");
        match <[String; 4]>::try_from(cells) {
            Ok([key, place, path, golden]) if keys.contains(&key) && is_place(&place) => {
                rows.push(Row {
                    citation: (key, place),
                    path,
                    golden,
                });
            }
            _ => problems.push(format!("docs/PAPERS.md: not a row of the index: {shown}")),
        }
    }
    (rows, problems)
}

/// Cells, without their back-ticks, of the rows of the first table under `heading`.
fn table(text: &str, heading: &str) -> Vec<Vec<String>> {
    let section = text
        .lines()
        .skip_while(|line| line.trim_end() != heading)
        .skip(1);
    let section = section.take_while(|line| !line.starts_with("## "));
    let lines = section.skip_while(|line| !line.starts_with('|'));
    let lines = lines.take_while(|line| line.starts_with('|')).skip(2);
    let cell = |cell: &str| cell.trim().trim_matches('`').to_owned();
    lines
        .map(|line| line.trim().trim_matches('|').split('|').map(cell).collect())
        .collect()
}

fn is_place(text: &str) -> bool {
    matches!(text.split(' ').collect::<Vec<_>>()[..], [kind, number] if KINDS.contains(&kind) && is_number(number))
}

/// `5`, `3.2`, `A.1`, `WindowDiff`: letters and digits, with single dots inside; begins with a
/// digit or a capital, so that the next word of a sentence is no number.
fn is_number(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit() || c.is_uppercase())
        && text
            .split('.')
            .all(|part| !part.is_empty() && part.chars().all(char::is_alphanumeric))
}

/// Citations in a source, and what looks like one but is not.
fn citations(source: &str, keys: &BTreeSet<String>) -> (BTreeSet<Citation>, Vec<String>) {
    let (mut cited, mut malformed) = (BTreeSet::new(), Vec::new());
    for line in source.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        for (index, word) in words.iter().enumerate() {
            let key = word.trim_start_matches(|c: char| !c.is_alphanumeric());
            let kind = words.get(index + 1).copied().unwrap_or_default();
            let number = words.get(index + 2).copied().unwrap_or_default();
            let number = number.trim_end_matches(|c: char| !c.is_alphanumeric());
            let sound = KINDS.contains(&kind) && is_number(number);
            if sound && keys.contains(key) {
                cited.insert((key.to_owned(), format!("{kind} {number}")));
            } else if keys.contains(key) && is_near(kind) {
                malformed.push(format!("write `{key} eq. N`, not {:?}", line.trim()));
            } else if sound && resembles_key(key) {
                malformed.push(format!("{key} is not among the keys of docs/PAPERS.md"));
            }
        }
    }
    (cited, malformed)
}

/// Capitals only, like an acronym, or a name with two digits of a year.
fn resembles_key(word: &str) -> bool {
    let acronym = word.len() > 2 && word.chars().all(char::is_uppercase);
    let name = word.trim_end_matches(|c: char| c.is_ascii_digit());
    acronym || (word.starts_with(char::is_uppercase) && word.len() == name.len() + 2)
}

fn is_near(kind: &str) -> bool {
    let kind = kind.to_lowercase();
    let kind = kind.trim_end_matches(|c: char| !c.is_alphabetic() && c != '§');
    NEAR.contains(&kind.strip_suffix('s').unwrap_or(kind)) || kind.starts_with('§')
}

/// The comment above the item that a path such as `a/b.rs::item` names; without an item, the
/// whole file. `None` if there is no such thing.
fn documentation(path: &str, sources: &BTreeMap<String, String>) -> Option<String> {
    let (file, item) = path
        .split_once("::")
        .map_or((path, None), |(file, item)| (file, Some(item)));
    let source = sources.get(file)?;
    let Some(item) = item else {
        return Some(source.clone());
    };
    let name = item.rsplit("::").next().unwrap_or(item);
    let lines: Vec<&str> = source.lines().map(str::trim).collect();
    let declared: Vec<usize> = (0..lines.len())
        .filter(|&i| declares(lines[i], name))
        .collect();
    let above = |&at: &usize| {
        let comments = lines[..at].iter().rev();
        comments
            .take_while(|line| line.starts_with("//") || line.starts_with("#["))
            .copied()
            .collect::<Vec<_>>()
    };
    (!declared.is_empty()).then(|| {
        declared
            .iter()
            .flat_map(above)
            .collect::<Vec<_>>()
            .join("\n")
    })
}

fn declares(line: &str, name: &str) -> bool {
    let keywords = [
        "fn", "struct", "enum", "trait", "const", "static", "type", "mod",
    ];
    let words: Vec<&str> = line
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .collect();
    let pair = |pair: &[&str]| keywords.contains(&pair[0]) && pair[1] == name;
    !line.starts_with("//") && words.windows(2).any(pair)
}

/// An index of one row and a source of one function, with `old` replaced by `new` in both.
#[cfg(test)]
fn check_with(old: &str, new: &str) -> Vec<String> {
    let papers = "## Keys\n| key | work |\n|---|---|\n| `ABC` | a book |\n\n## Index\n\
                  | key | place | function | test |\n|---|---|---|---|\n\
                  | `ABC` | eq. 5 | `a.rs::add` | `a.rs::adds` |\n";
    let source =
        "/// Adds.\n///\n/// ABC eq. 5: the sum.\npub fn add() {}\n\n#[test]\nfn adds() {}\n";
    let sources = BTreeMap::from([("a.rs".to_owned(), source.replace(old, new))]);
    check(&papers.replace(old, new), &sources)
}

#[test]
fn a_sound_index_has_no_problem() {
    assert_eq!(check_with("", ""), [""; 0]);
    assert_eq!(check_with("`a.rs::adds`", "none: shown by hand"), [""; 0]);
    assert_eq!(check_with("the sum.", "See eq. 5 (ABC eq. 5)."), [""; 0]);
}

#[test]
fn each_kind_of_unsound_index_is_found() {
    let only = |old: &str, new: &str, problem: &str| {
        let problems = check_with(old, new);
        assert!(
            problems.iter().any(|found| found.contains(problem)),
            "{new}: {problems:?}"
        );
    };
    only(
        "the sum.",
        "see also ABC sec. 2.1.",
        "cites ABC sec. 2.1, which has no row",
    );
    only(
        "| eq. 5 |",
        "| eq. 6 |",
        "cites ABC eq. 5, which has no row",
    );
    only("| eq. 5 |", "| eq. 6 |", "not cited at a.rs::add");
    only("/// ABC eq. 5: the sum.\n", "", "not cited at a.rs::add");
    only("`a.rs::add`", "`a.rs::sub`", "a.rs::sub does not exist");
    only("`a.rs::add`", "`b.rs::add`", "b.rs::add does not exist");
    only("`a.rs::adds`", "`a.rs::sums`", "no test \"a.rs::sums\"");
    only("`a.rs::adds`", "none:", "no test \"none:\"");
    only(
        "| `ABC` | eq. 5 |",
        "| `ABD` | eq. 5 |",
        "not a row of the index",
    );
    only("| eq. 5 |", "| equation 5 |", "not a row of the index");
    for wrong in [
        "ABC eq 5",
        "ABC eqs. 5",
        "ABC Eq. 5",
        "ABC equation 5",
        "ABC eq. (5)",
        "ABC eq.",
        "ABC §5",
    ] {
        only(
            "ABC eq. 5: the",
            &format!("{wrong} the"),
            "write `ABC eq. N`",
        );
    }
}
