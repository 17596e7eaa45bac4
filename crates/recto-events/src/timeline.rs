//! The timeline: what a detector returns.

use recto_math::Notice;
use serde::{Deserialize, Serialize};

/// Participants and sub-events of a stream.
#[derive(Debug, Clone, PartialEq, Serialize, Default)]
pub struct Timeline {
    /// Participants, those with most messages first.
    pub participants: Vec<Participant>,
    /// Sub-events by their peak.
    pub events: Vec<SubEvent>,
    /// Messages that were used, and those left out by reason.
    pub counts: Counts,
    /// Messages that were used, over time.
    pub volume: Volume,
    /// What the reader should know before trusting the timeline.
    pub warnings: Vec<Notice>,
}

/// A person, team or thing that messages name.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Participant {
    /// The name to show.
    pub name: String,
    /// All its names with the number of messages that each occurs in, most first.
    pub names: Vec<(String, usize)>,
    /// Number of messages with one of its names.
    pub messages: usize,
    /// Its messages per bin of [`Volume`].
    pub volume: Vec<u32>,
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SubEvent {
    /// The same for the same stream and parameters.
    pub id: String,
    /// First moment, in seconds since 1970.
    pub start: f64,
    /// Middle of the bin with most of its messages.
    pub peak: f64,
    /// Last moment.
    pub end: f64,
    /// Mean time of its topic; `None` without a mixture.
    pub mu: Option<f64>,
    /// Standard deviation of the time of its topic, in seconds; `None` without a mixture.
    pub sigma: Option<f64>,
    /// Indices of [`Timeline::participants`], by their share in its messages.
    pub participants: Vec<usize>,
    /// Its messages, as indices of the messages as given, in order of time.
    pub members: Vec<u32>,
    /// Who and what, in a few words.
    pub title: String,
    /// Words that set it apart, with their scores, best first.
    pub keywords: Vec<(String, f64)>,
    /// Messages that tell it, best first, as indices of the messages as given.
    pub messages: Vec<u32>,
    /// Larger for what more people wrote about against what is usual.
    pub importance: f64,
    /// Share of the used messages that are its own.
    pub share: f64,
    /// Logarithm to base 10 of the probability of so many messages by chance; `None` if
    /// the method does not test.
    pub log10_p: Option<f64>,
    /// How far its words stand out from those before it; `None` if the method does not test.
    pub word_score: Option<f64>,
}

/// Messages read, used and left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default)]
pub struct Counts {
    /// Messages as given.
    pub read: usize,
    /// Messages that participants and sub-events were found in.
    pub used: usize,
    /// Left out: copies of other messages.
    pub reposts: usize,
    /// Left out: the same text within ten minutes.
    pub duplicates: usize,
    /// Left out: in another language than the one asked for.
    pub other_language: usize,
    /// Left out: with a link.
    pub with_links: usize,
    /// Left out: without a single word.
    pub empty: usize,
    /// Left out: with a time that is no number or far from all others.
    pub bad_times: usize,
    /// Came to a running stream after their bin was closed, and were put in their place.
    pub late: usize,
    /// Left out of a running stream: came so late that their place was forgotten.
    pub dropped_late: usize,
    /// Left out of a running stream: more than an hour ahead of all others.
    pub quarantined: usize,
    /// Used, after cutting the text to 2,000 characters.
    pub shortened: usize,
}

/// Number of used messages in bins of equal width.
#[derive(Debug, Clone, PartialEq, Serialize, Default)]
pub struct Volume {
    /// Start of the first bin, in seconds since 1970.
    pub start: f64,
    /// Width of a bin in seconds.
    pub bin: f64,
    /// Messages in each bin.
    pub counts: Vec<u32>,
}
