//! Conversations of mailboxes: which messages belong to which.

use super::body::{DocumentFacts, MailThread};
use recto_text::Document;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The threads of two messages and more, largest first, then in the order of the pile; each
/// of their documents learns the id of its thread.
pub(super) fn threads(documents: &[Document], facts: &mut [DocumentFacts]) -> Vec<MailThread> {
    let mut members: BTreeMap<(&str, usize), Vec<usize>> = BTreeMap::new();
    for (at, document) in documents.iter().enumerate() {
        if let Some(thread) = &document.thread {
            let key = (&*document.file, thread.first);
            members.entry(key).or_default().push(at);
        }
    }
    let mut members: Vec<Vec<usize>> = members.into_values().filter(|own| own.len() > 1).collect();
    members.sort_by_key(|own| (Reverse(own.len()), own[0]));
    let threads = members.into_iter().map(|own| {
        let first = &documents[own[0]];
        for &at in &own {
            facts[at].thread = Some(first.id.clone());
        }
        let days = || own.iter().filter_map(|&at| facts[at].date.clone());
        MailThread {
            id: first.id.clone(),
            title: first.thread.as_ref().and_then(|own| own.title.clone()),
            documents: own.len(),
            from: days().min(),
            to: days().max(),
        }
    });
    threads.collect()
}

#[cfg(test)]
mod tests {
    use super::super::facts::facts;
    use crate::{Pile, Reading, Silent};
    use recto_math::Run;
    use recto_text::{Document, Thread};

    fn message(file: &str, number: usize, first: usize) -> Document {
        let thread = Thread {
            first,
            title: Some("Nets".into()),
        };
        Document {
            file: file.into(),
            thread: Some(thread),
            time: Some(format!("2025-03-0{number}T10:00:00Z")),
            sender: Some("a@quay".into()),
            ..Document::new(format!("{file}#{number}"), format!("Nets {number}."))
        }
    }

    #[test]
    fn messages_of_a_thread_know_it_and_mailboxes_are_kept_apart() {
        let mailbox = |file: &'static str| {
            let firsts = [1, 2, 1].into_iter().enumerate();
            firsts.map(move |(i, first)| message(file, i + 1, first))
        };
        let pile = Pile {
            documents: mailbox("a.mbox").chain(mailbox("b.mbox")).collect(),
            ..Pile::default()
        };
        let reading = Reading::for_one_run(&pile);
        let facts = facts(&reading, &Run::new(0, &Silent)).expect("nobody cancels");
        let threads = facts.threads.iter();
        let threads: Vec<(&str, usize)> = threads.map(|own| (&*own.id, own.documents)).collect();
        assert_eq!(threads, [("a.mbox#1", 2), ("b.mbox#1", 2)]);
        let first = &facts.threads[0];
        assert_eq!(first.title.as_deref(), Some("Nets"));
        let days = (first.from.as_deref(), first.to.as_deref());
        assert_eq!(days, (Some("2025-03-01"), Some("2025-03-03")));
        let documents = facts.documents.iter();
        let of: Vec<Option<&str>> = documents.map(|one| one.thread.as_deref()).collect();
        let (a, b) = (Some("a.mbox#1"), Some("b.mbox#1"));
        assert_eq!(of, [a, None, a, b, None, b]);
        assert_eq!(facts.documents[0].sender.as_deref(), Some("a@quay"));
    }
}
