//! Options of detectors.

use serde::{Deserialize, Serialize};

/// Which set of defaults a detector starts from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Profile {
    /// The best measured: significance test, rest stream, merge by burst words.
    #[default]
    Auto,
    /// The method as published, with its errata resolved.
    Paper,
    /// The incremental detector with bounded memory, over a file.
    Stream,
}

/// Over which parts of the stream the contexts of two names are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Context {
    /// In segments of three minutes.
    #[default]
    Local,
    /// In the whole stream at once.
    Global,
    /// Not at all: names are joined by their letters alone.
    None,
}

/// A participant that the user knows.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct GivenParticipant {
    /// The name to show.
    pub name: String,
    /// Other names of it.
    #[serde(default)]
    pub names: Vec<String>,
}

/// Options of a detector; `None` takes the method's default.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Options {
    /// Which set of defaults to start from.
    pub profile: Profile,
    /// Participants that the user knows: their names are never joined with others.
    pub participants: Vec<GivenParticipant>,
    /// Over which parts of the stream the contexts of two names are compared.
    pub context: Context,
    /// Expected number of sub-events that chance alone puts on the timeline.
    pub false_alarms: f64,
    /// Seconds that the incremental detector waits for messages out of order.
    pub lateness: f64,
    /// Width of the bins that messages are counted in, in seconds.
    pub bin: Option<f64>,
    /// Mean deviations above the mean at which a rise in volume counts as a spike.
    pub tau: Option<f64>,
    /// Number of background topics of the mixture.
    pub background: Option<usize>,
    /// Messages that a name must occur in; by default 0.075 % of the stream, at least 10.
    pub min_mentions: Option<usize>,
    /// Share of the messages above which a name is a search term of the stream and no
    /// participant.
    pub max_share: Option<f64>,
    /// Largest number of messages chosen for each sub-event.
    pub n_messages: Option<usize>,
    /// Language of the messages to use; others are left out.
    pub language: Option<[u8; 2]>,
    /// Whether messages with links are left out.
    pub drop_links: Option<bool>,
    /// Whether reposts are used.
    pub keep_reposts: Option<bool>,
    /// Whether copies of a text within ten minutes are used.
    pub keep_duplicates: Option<bool>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            profile: Profile::Auto,
            participants: Vec::new(),
            context: Context::Local,
            false_alarms: 0.01,
            lateness: 10.0,
            bin: None,
            tau: None,
            background: None,
            min_mentions: None,
            max_share: None,
            n_messages: None,
            language: None,
            drop_links: None,
            keep_reposts: None,
            keep_duplicates: None,
        }
    }
}
