//! What `events` answers: the keys of the contract.

use crate::offsets::Offsets;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Who a stream is about, and what happened.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Body {
    /// Those that messages name, with most messages first.
    pub participants: Vec<Participant>,
    /// What happened, in order of time.
    pub events: Vec<Event>,
    /// The events as text, a line each.
    pub summary: String,
    /// Messages read, used and left out.
    pub counts: MessageCounts,
    /// Messages over time; null where none was used.
    pub volume: Option<Volume>,
}

/// A person, team or thing that messages name.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Participant {
    /// Its name in small letters, unique.
    pub id: String,
    /// The name to show.
    pub name: String,
    /// All its names, the most frequent first.
    pub names: Vec<String>,
    /// Messages with one of its names.
    pub messages: usize,
    /// Its messages in each step of `volume`; null for those without a lane on the page.
    pub volume: Option<Vec<u32>>,
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Event {
    /// The same for the same stream and parameters.
    pub id: String,
    /// When it began, RFC 3339 in UTC.
    pub start: String,
    /// When most was written about it.
    pub peak: String,
    /// When it ended.
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
    /// Ids of its messages, in order of time.
    pub members: Vec<String>,
    /// Larger for what more people wrote about against what is usual.
    pub importance: f64,
    /// Share of the used messages that are its own.
    pub share: f64,
    /// Words that set it apart, with their scores, best first.
    pub keywords: Vec<(String, f64)>,
    /// Logarithm to base 10 of the probability of so many messages by chance, or, where only
    /// words changed, of so many with that word; null if the method does not test it.
    pub log10_p: Option<f64>,
    /// How far its words stand out from those before it; null if the method does not test
    /// it.
    pub word_score: Option<f64>,
}

/// A message of the stream.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Quoted {
    /// Its id.
    pub id: String,
    /// What it says.
    pub text: String,
    /// When it was written, RFC 3339 in UTC.
    pub time: String,
}

/// Messages read, used and left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct MessageCounts {
    /// Messages with a time.
    pub read: usize,
    /// Messages that participants and events were found in.
    pub used: usize,
    /// Left out: without a time.
    pub without_time: usize,
    /// Left out: they repeat another message.
    pub reposts: usize,
    /// Left out: the same text within ten minutes.
    pub duplicates: usize,
    /// Left out: in another language than the one asked for.
    pub other_language: usize,
    /// Left out: with a link.
    pub with_links: usize,
    /// Left out: without a single word.
    pub empty: usize,
    /// Left out: they came too late for the profile `stream`.
    pub late: usize,
    /// Used, after cutting the text.
    pub shortened: usize,
}

/// Messages over time, in steps of equal length.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Volume {
    /// When the first step begins, RFC 3339 in UTC.
    pub start: String,
    /// Seconds in a step.
    pub step: u32,
    /// Messages in each step.
    pub counts: Vec<u32>,
}

/// Messages are quoted whole: there are no offsets.
impl Offsets for Body {}
