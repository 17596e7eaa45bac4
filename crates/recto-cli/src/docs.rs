//! Parts of the documentation that are made from the tables of methods.

use crate::Registry;

/// The table of methods in `docs/segment.md`.
pub fn segment_methods(registry: &Registry<'_>) -> String {
    let mut table =
        String::from("| `--method` | what it does | paper | flags |\n|---|---|---|---|\n");
    for row in registry.segment {
        let flags: Vec<String> = row.flags.iter().map(|flag| format!("`--{flag}`")).collect();
        let paper = row.paper.unwrap_or("");
        table += &format!(
            "| `{}` | {} | {paper} | {} |\n",
            row.name,
            row.summary,
            flags.join(" ")
        );
    }
    table
}
