//! What a follower writes: one JSON object a line.

use super::ids::Held;
use crate::answer::write_line;
use crate::events::body::Quoted;
use crate::events::stream::written;
use recto_events::stream::{Change, ChangeKind, LiveEvent};
use recto_text::time::rfc3339;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::io;

/// The first line: what made the changes that follow.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Header {
    /// Always `header`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The version of recto.
    pub recto: String,
    /// The command's name.
    pub command: String,
    /// The parameters and the seed.
    pub parameters: Map<String, Value>,
    /// For a stream that is resumed: the `seq` of the last change before; null for a new one.
    pub resumed_after: Option<u64>,
}

impl Header {
    pub(super) fn new(parameters: Map<String, Value>, resumed_after: Option<u64>) -> Self {
        Self {
            kind: "header".into(),
            recto: env!("CARGO_PKG_VERSION").into(),
            command: "events".into(),
            parameters,
            resumed_after,
        }
    }

    /// Writes it as a line.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, writer: impl io::Write) -> io::Result<()> {
        write_line(self, writer)
    }
}

/// A change of a sub-event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// What happened to it.
    #[serde(rename = "type")]
    pub kind: ChangeKind,
    /// The same for all changes of a sub-event.
    pub id: String,
    /// Number of the change in the stream, from 0 without gaps.
    pub seq: u64,
    /// Time up to which messages had come in, RFC 3339 in UTC.
    pub watermark: String,
    /// For one that was retracted: the sub-event that it is part of; null otherwise.
    pub merged_into: Option<String>,
    /// The sub-event as it is known now.
    pub subevent: Followed,
}

/// A sub-event of a running stream.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Followed {
    /// When it began, RFC 3339 in UTC.
    pub start: String,
    /// When most was written about it.
    pub peak: String,
    /// When it ended, as far as it is known.
    pub end: String,
    /// Ids of those it is about, by their share in its messages.
    pub participants: Vec<String>,
    /// Who and what, in words of the messages.
    pub title: String,
    /// The message that tells it best; null if it has none.
    pub message: Option<Quoted>,
    /// Further messages that tell it.
    pub more: Vec<Quoted>,
    /// Number of its messages.
    pub messages: usize,
    /// Ids of its messages, in the order in which they came; null while it may still change.
    pub members: Option<Vec<String>>,
    /// Larger for what more people wrote about against what is usual.
    pub importance: f64,
    /// Words that set it apart, with their scores, best first.
    pub keywords: Vec<(String, f64)>,
    /// Logarithm to base 10 of the probability of so many messages by chance.
    pub log10_p: Option<f64>,
    /// How far its words stand out from those before it.
    pub word_score: Option<f64>,
}

impl Record {
    pub(super) fn new(change: Change, held: &Held) -> Self {
        let is_decided = matches!(change.kind, ChangeKind::Final | ChangeKind::Revised);
        Self {
            kind: change.kind,
            id: change.id,
            seq: change.seq,
            watermark: written(change.watermark),
            merged_into: change.merged_into,
            subevent: Followed::new(change.event, is_decided, held),
        }
    }

    /// Writes it as a line.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, writer: impl io::Write) -> io::Result<()> {
        write_line(self, writer)
    }
}

impl Followed {
    fn new(event: LiveEvent, is_decided: bool, held: &Held) -> Self {
        let quoted = |(number, text): (u64, String)| Quoted {
            id: held.id(number),
            text,
            time: rfc3339(held.micros(number)),
        };
        let mut quotes = event.messages.into_iter().map(quoted);
        let ids = || event.members.iter().map(|&number| held.id(number));
        Self {
            start: written(event.start),
            peak: written(event.peak),
            end: written(event.end),
            participants: event
                .participants
                .iter()
                .map(|name| name.to_lowercase())
                .collect(),
            title: event.title,
            message: quotes.next(),
            more: quotes.collect(),
            messages: event.members.len(),
            members: is_decided.then(|| ids().collect()),
            importance: event.importance,
            keywords: event.keywords,
            log10_p: event.log10_p,
            word_score: event.word_score,
        }
    }
}
