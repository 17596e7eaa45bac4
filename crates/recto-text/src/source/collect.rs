//! From the rows of files to a pile: every document gets its id.

use super::input::Input;
use super::pairs::PairRow;
use super::{Failure, FileRows, Pile, Row, Set, SetRow, TextPair, told};
use crate::document::Document;
use rustc_hash::{FxHashMap, FxHashSet};

/// Gives every row its id and moves it into the pile. Ids that clash get the
/// argument in front; what still clashes gets a number behind.
pub(super) fn collect(inputs: Vec<Input>, files: Vec<FileRows>, pile: &mut Pile) {
    let mut uses: FxHashMap<String, usize> = FxHashMap::default();
    for (input, file) in inputs.iter().zip(&files) {
        for row in &file.rows {
            *uses.entry(short_id(input, row)).or_default() += 1;
        }
    }
    let mut ids = Ids::default();
    pile.warnings.extend(told::of_foreign(&inputs, &files));
    pile.warnings.extend(told::of_guesses(&inputs, &files));
    // Room that is doubled as it fills would be twice as much as a large pile needs.
    let n_rows = files.iter().map(|file| file.rows.len()).sum();
    pile.documents.reserve_exact(n_rows);
    for (input, file) in inputs.iter().zip(files) {
        if let Some(kind) = file.foreign.filter(|_| !input.is_in_folder) {
            let failure = Failure::new(&input.name, kind.notice());
            pile.failed.push(failure);
        }
        collect_sets(input, file.sets, pile);
        collect_pairs(input, file.pairs, pile);
        for row in file.rows {
            let mut id = short_id(input, &row);
            if uses[&id] > 1 {
                id = input.in_front_of(&id);
            }
            let id = ids.free(id);
            pile.documents.push(Document {
                id,
                text: row.text,
                title: row.title,
                time: row.time,
                labels: row.labels,
                file: input.name.clone(),
                line: row.line,
                headings: row.headings,
                heading_depths: row.heading_depths,
                aside: row.aside,
                source_lines: row.source_lines,
                landmarks: row.landmarks,
                sender: row.sender,
                thread: row.thread,
                lines: row.part.is_some(),
                post: row.post,
            });
        }
        pile.warnings.extend(file.warnings);
        pile.failed.extend(
            file.failures
                .into_iter()
                .map(|notice| Failure::new(&input.name, notice)),
        );
    }
}

/// Moves the sets of a file into the pile; its documents follow those that are there.
fn collect_sets(input: &Input, sets: Vec<SetRow>, pile: &mut Pile) {
    let before = pile.documents.len();
    for set in sets {
        let id = named(input, set.id.as_ref(), Some(set.line));
        let start = before + set.first_row;
        let since = set.since.into_iter().enumerate().map(|(i, text)| Document {
            file: input.name.clone(),
            line: Some(set.line),
            lines: true,
            ..Document::new(format!("{id}/since/{}", i + 1), text)
        });
        pile.sets.push(Set {
            documents: start..start + set.documents,
            queries: set.queries,
            since: since.collect(),
            id,
        });
    }
}

/// Moves the pairs of a file into the pile; its documents follow those that are there.
fn collect_pairs(input: &Input, pairs: Vec<PairRow>, pile: &mut Pile) {
    let before = pile.documents.len();
    for pair in pairs {
        let source = before + pair.first_row;
        pile.pairs.push(TextPair {
            id: named(input, pair.id.as_ref(), Some(pair.line)),
            source: source..source + 1,
            summary: source + 1,
            source_tokens: pair.source_tokens,
            summary_tokens: pair.summary_tokens,
            gold: pair.gold,
        });
    }
}

fn short_id(input: &Input, row: &Row) -> String {
    let id = named(input, row.id.as_ref(), row.number.or(row.line));
    match (row.part, row.side) {
        (Some(part), _) => format!("{id}/{part}"),
        (None, "") => id,
        (None, side) => format!("{id}/{side}"),
    }
}

fn named(input: &Input, id: Option<&String>, line: Option<usize>) -> String {
    match (id, line) {
        (Some(id), _) => id.clone(),
        (None, Some(line)) => format!("{}#{line}", input.id),
        (None, None) => input.id.clone(),
    }
}

/// The ids that are taken.
#[derive(Default)]
struct Ids {
    taken: FxHashSet<String>,
    /// The next number to try behind an id; numbers below it are taken.
    next: FxHashMap<String, usize>,
}

impl Ids {
    /// The id, with the lowest number behind it that makes it unique.
    fn free(&mut self, id: String) -> String {
        if self.taken.insert(id.clone()) {
            return id;
        }
        let mut number = self.next.get(&id).copied().unwrap_or(2);
        loop {
            let numbered = format!("{id} ({number})");
            number += 1;
            if self.taken.insert(numbered.clone()) {
                self.next.insert(id, number);
                return numbered;
            }
        }
    }
}
