//! What a running detector tells.

use serde::{Deserialize, Serialize};

/// What happened to a sub-event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ChangeKind {
    /// It was found; it may still change or be retracted.
    Provisional,
    /// Its peak, its participants or its first message changed.
    Update,
    /// It is decided on, and changes no more unless late messages revise it.
    Final,
    /// It was none, or is part of another.
    Retracted,
    /// It was final, and messages that came late belong to it.
    Revised,
}

/// A change of a sub-event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Change {
    /// What happened.
    #[serde(rename = "type")]
    pub kind: ChangeKind,
    /// The same for all changes of a sub-event.
    pub id: String,
    /// Number of the change, from 0.
    pub seq: u64,
    /// Time up to which messages had been seen, in seconds since 1970.
    pub watermark: f64,
    /// For one that was retracted: the sub-event that it is part of.
    pub merged_into: Option<String>,
    /// The sub-event as it is now known.
    #[serde(rename = "subevent")]
    pub event: LiveEvent,
}

/// A sub-event of a running stream.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LiveEvent {
    /// First moment, in seconds since 1970.
    pub start: f64,
    /// Middle of the bin with most of its messages.
    pub peak: f64,
    /// Last moment so far.
    pub end: f64,
    /// Mean time of its topic.
    pub mu: Option<f64>,
    /// Standard deviation of the time of its topic, in seconds.
    pub sigma: Option<f64>,
    /// Names of its participants, by their share in its messages.
    pub participants: Vec<String>,
    /// All names of each of them.
    pub names: Vec<Vec<String>>,
    /// Numbers of its messages.
    pub members: Vec<u64>,
    /// Who and what, in a few words.
    pub title: String,
    /// Words that set it apart, with their scores, best first.
    pub keywords: Vec<(String, f64)>,
    /// Messages that tell it, best first: number and text.
    pub messages: Vec<(u64, String)>,
    /// Larger for what more people wrote about against what is usual.
    pub importance: f64,
    /// Logarithm to base 10 of the probability of so many messages by chance.
    pub log10_p: Option<f64>,
    /// How far its words stand out from those before it.
    pub word_score: Option<f64>,
}
