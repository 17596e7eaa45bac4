//! Threads: which messages of a mailbox belong to one conversation.
//!
//! As in Zawinski's algorithm ("message threading", 1997), messages that name the same ids
//! belong together, also where the message of that id is missing; and a conversation whose
//! first message is an answer by its subject (`Re: Nets`) joins the one before it that has
//! this subject. Two messages with one subject, neither of them an answer, stay apart: many
//! a newsletter has the same subject every month. Only who belongs together is asked, so
//! there is no tree, and ids that answer each other in a circle do no harm.

use crate::document::Thread;
use mail_parser::{HeaderValue, Message};
use std::collections::BTreeMap;

/// Bytes of a subject at most: it is repeated in each message of its thread.
const LONGEST_SUBJECT: usize = 1000;

/// What a message says about its conversation.
#[derive(Debug, Default)]
pub(super) struct Head {
    /// Its number in the mailbox, from 1.
    pub(super) number: usize,
    id: Option<String>,
    /// Ids of messages before it, the one that it answers first.
    before: Vec<String>,
    /// The subject without `Re:` and the like; empty if there is none.
    subject: String,
    /// Whether the subject says that it answers or forwards.
    is_answer: bool,
    /// Seconds since 1970.
    pub(super) seconds: Option<i64>,
}

impl Head {
    pub(super) fn of(message: &Message<'_>, number: usize) -> Self {
        let subject = message.subject().unwrap_or_default();
        let base = message.thread_name().unwrap_or_default().trim();
        let cut = subject.find(base).unwrap_or(0);
        let date = message.date().filter(|date| date.is_valid());
        Self {
            number,
            id: message.message_id().map(str::to_string),
            before: [message.in_reply_to(), message.references()]
                .into_iter()
                .flat_map(ids)
                .collect(),
            subject: base[..base.floor_char_boundary(LONGEST_SUBJECT)].to_string(),
            is_answer: subject[..cut].contains(':'),
            seconds: date.map(mail_parser::DateTime::to_timestamp),
        }
    }
}

/// The ids in a header, the last first: that is the message that was answered.
pub(super) fn ids(value: &HeaderValue<'_>) -> Vec<String> {
    let mut ids: Vec<String> = match value {
        HeaderValue::Text(id) => vec![id.to_string()],
        HeaderValue::TextList(ids) => ids.iter().map(ToString::to_string).collect(),
        _ => Vec::new(),
    };
    ids.reverse();
    ids
}

/// For each message the number of the one that it answers, if that is in the mailbox. Of
/// messages with one id the first counts.
pub(super) fn answered(heads: &[Head]) -> Vec<Option<usize>> {
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    for head in heads {
        if let Some(id) = &head.id {
            numbers.entry(id).or_insert(head.number);
        }
    }
    let before = |head: &Head| {
        let known = head.before.iter().filter_map(|id| numbers.get(&**id));
        known.copied().find(|number| *number != head.number)
    };
    heads.iter().map(before).collect()
}

/// The thread of each message.
pub(super) fn threads(heads: &[Head]) -> Vec<Thread> {
    let mut groups = Groups::new(heads.len());
    let mut holders: BTreeMap<&str, usize> = BTreeMap::new();
    for (at, head) in heads.iter().enumerate() {
        for id in head.id.iter().chain(&head.before) {
            groups.join(at, *holders.entry(id).or_insert(at));
        }
    }
    join_by_subject(heads, &mut groups);
    let thread = |at: usize| {
        let first = &heads[groups.first(at)];
        Thread {
            first: first.number,
            title: Some(first.subject.clone()).filter(|subject| !subject.is_empty()),
        }
    };
    (0..heads.len()).map(thread).collect()
}

/// Joins conversations that begin with an answer to the last one of that subject.
fn join_by_subject(heads: &[Head], groups: &mut Groups) {
    let mut last: BTreeMap<String, usize> = BTreeMap::new();
    for (at, head) in heads.iter().enumerate() {
        let words = head.subject.split_whitespace();
        let subject = words.collect::<Vec<_>>().join(" ").to_lowercase();
        if subject.is_empty() {
            continue;
        }
        if let Some(before) = last.insert(subject, at)
            && head.is_answer
            && groups.first(at) == at
        {
            groups.join(at, before);
        }
    }
}

/// Messages that belong together; each group is known by the first of its messages.
struct Groups {
    /// A message of the same group that stands before, or the message itself.
    parents: Vec<usize>,
}

impl Groups {
    fn new(n: usize) -> Self {
        Self {
            parents: (0..n).collect(),
        }
    }

    /// The first message of a group. Halves the way for the next time, so that no mailbox
    /// makes the ways long.
    fn first(&mut self, mut at: usize) -> usize {
        while self.parents[at] != at {
            self.parents[at] = self.parents[self.parents[at]];
            at = self.parents[at];
        }
        at
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.first(a), self.first(b));
        self.parents[a.max(b)] = a.min(b);
    }
}
