//! A thread as one document: its messages one after the other.

use super::super::Row;
use super::threads::Head;
use crate::document::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Senders of a thread that are named; further ones are counted.
const SENDERS: usize = 3;

/// One row for each thread, in the order of their first messages. Messages stand in the order
/// of their dates, or as in the mailbox where one of the thread has none.
pub(super) fn by_thread(rows: Vec<Row>, heads: &[Head]) -> Vec<Row> {
    let mut threads: BTreeMap<usize, Vec<(Option<i64>, Row)>> = BTreeMap::new();
    for (row, head) in rows.into_iter().zip(heads) {
        let first = row.thread.as_ref().map_or(head.number, |own| own.first);
        threads.entry(first).or_default().push((head.seconds, row));
    }
    let join = |(first, mut messages): (usize, Vec<(Option<i64>, Row)>)| {
        if messages.iter().all(|(seconds, _)| seconds.is_some()) {
            messages.sort_by_key(|(seconds, _)| *seconds);
        }
        joined(first, messages.into_iter().map(|(_, row)| row))
    };
    threads.into_iter().map(join).collect()
}

/// The texts with a blank line between them, each with its place and what is set aside.
fn joined(first: usize, messages: impl Iterator<Item = Row>) -> Row {
    let mut whole = Row {
        number: Some(first),
        ..Row::default()
    };
    let mut senders = Senders::default();
    for row in messages {
        if !whole.text.is_empty() && !row.text.is_empty() {
            whole.text.push_str("\n\n");
        }
        let start = whole.text.len();
        let shift = |span: Span| Span::new(start + span.start, start + span.end);
        whole.text.push_str(&row.text);
        whole.aside.extend(row.aside.into_iter().map(shift));
        for (byte, name) in row.landmarks.iter() {
            whole.landmarks.mark(start + byte, name);
        }
        whole.time = whole.time.or(row.time);
        whole.source_lines = whole.source_lines.or(row.source_lines);
        whole.thread = whole.thread.or(row.thread);
        senders.add(row.sender);
    }
    whole.title = whole.thread.as_ref().and_then(|own| own.title.clone());
    whole.sender = senders.named();
    whole
}

/// Who wrote the messages of a thread, by their first messages.
#[derive(Default)]
struct Senders {
    shown: Vec<String>,
    all: BTreeSet<String>,
}

impl Senders {
    fn add(&mut self, sender: Option<String>) {
        if let Some(sender) = sender
            && self.all.insert(sender.clone())
            && self.shown.len() < SENDERS
        {
            self.shown.push(sender);
        }
    }

    fn named(&self) -> Option<String> {
        let shown = self.shown.join(", ");
        match self.all.len() - self.shown.len() {
            _ if self.shown.is_empty() => None,
            0 => Some(shown),
            more => Some(format!("{shown} and {more} more")),
        }
    }
}
