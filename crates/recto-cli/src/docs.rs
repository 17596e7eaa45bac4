//! Parts of the documentation that are made from the tables of methods.

use crate::Registry;
use crate::command::Row;

/// The table of methods in `docs/segment.md`.
pub fn segment_methods(registry: &Registry<'_>) -> String {
    table(registry.segment)
}

/// The table of methods in `docs/authors.md`.
pub fn authors_methods(registry: &Registry<'_>) -> String {
    table(registry.authors)
}

/// The table of methods in `docs/topics.md`.
pub fn topics_methods(registry: &Registry<'_>) -> String {
    table(registry.topics)
}

/// The table of methods in `docs/summarize.md`.
pub fn summarize_methods(registry: &Registry<'_>) -> String {
    table(registry.summarize)
}

/// The table of methods in `docs/compare.md`.
pub fn compare_methods(registry: &Registry<'_>) -> String {
    table(registry.compare)
}

fn table<R: Row>(rows: &[R]) -> String {
    let mut table =
        String::from("| `--method` | what it does | paper | flags |\n|---|---|---|---|\n");
    for row in rows {
        let flags = row
            .uses()
            .iter()
            .map(|name| format!("`--{}`", name.replace('_', "-")));
        let flags: Vec<String> = flags.collect();
        let paper = row.paper().unwrap_or("");
        table += &format!(
            "| `{}` | {} | {paper} | {} |\n",
            row.name(),
            row.summary(),
            flags.join(" ")
        );
    }
    table
}
