//! Ids of the messages of a running stream: those that the detector holds, and those that
//! were there lately.

use recto_math::rng::fnv1a;
use recto_text::source::TimedMessage;
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::mem;

/// Id and time of each message that the detector holds, by its number.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Held {
    /// Number of the first one.
    first: u64,
    /// Ids as written, and times in microseconds since 1970.
    rows: VecDeque<(Option<Box<str>>, i64)>,
    /// How many were left when some were forgotten last.
    n_left: usize,
}

/// Messages beyond twice those that were left before some are forgotten.
const SLACK: usize = 4096;

impl Held {
    pub(super) fn push(&mut self, id: Option<&str>, micros: i64) {
        self.rows.push_back((id.map(Box::from), micros));
    }

    /// Whether the counts of a value that was read from bytes are possible.
    pub(super) fn is_valid(&self) -> bool {
        self.first <= super::MOST_COUNTED && self.n_left <= self.rows.len()
    }

    /// Whether it is worth asking what the detector still holds.
    pub(super) fn is_due(&self) -> bool {
        self.rows.len() > 2 * self.n_left + SLACK
    }

    /// Forgets messages that the detector holds no more.
    pub(super) fn forget_before(&mut self, number: u64) {
        while self.first < number && self.rows.pop_front().is_some() {
            self.first += 1;
        }
        self.n_left = self.rows.len();
    }

    /// The id of a message, or its number in the stream (1-based) if it has none.
    pub(super) fn id(&self, number: u64) -> String {
        let written = self.row(number).and_then(|(id, _)| id.as_deref());
        written.map_or_else(|| format!("#{}", number + 1), String::from)
    }

    /// When a message was written, in microseconds since 1970.
    pub(super) fn micros(&self, number: u64) -> i64 {
        self.row(number).map_or(0, |(_, micros)| *micros)
    }

    fn row(&self, number: u64) -> Option<&(Option<Box<str>>, i64)> {
        let place = usize::try_from(number.checked_sub(self.first)?).ok()?;
        self.rows.get(place)
    }
}

/// Microseconds after which ids are forgotten, at the latest after twice as many.
const KEPT: i64 = 30 * 60 * 1_000_000;
/// Ids after which the older half is forgotten, whatever their time.
const MOST: usize = 2_000_000;

/// Ids that were there in the last half hour: a broker may deliver a message twice, a
/// producer may send its last minutes again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Seen {
    /// Newest time when the set in use was begun, in microseconds since 1970.
    since: i64,
    newest: i64,
    #[serde(with = "sorted")]
    now: FxHashSet<u64>,
    #[serde(with = "sorted")]
    before: FxHashSet<u64>,
}

impl Default for Seen {
    fn default() -> Self {
        Self {
            since: i64::MIN,
            newest: i64::MIN,
            now: FxHashSet::default(),
            before: FxHashSet::default(),
        }
    }
}

impl Seen {
    /// Whether a message with this id was there before. Messages without one never were.
    pub(super) fn is_repeated(&mut self, message: &TimedMessage) -> bool {
        let Some(id) = &message.id else {
            return false;
        };
        let key = fnv1a(id.as_bytes());
        if self.now.contains(&key) || self.before.contains(&key) {
            return true;
        }
        self.newest = self.newest.max(message.post.micros);
        if self.newest.saturating_sub(self.since) > KEPT || self.now.len() >= MOST {
            self.before = mem::take(&mut self.now);
            self.since = self.newest;
        }
        self.now.insert(key);
        false
    }
}

/// Sets as sorted lists, so that equal states are equal bytes.
mod sorted {
    use rustc_hash::FxHashSet;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(
        set: &FxHashSet<u64>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let mut keys: Vec<u64> = set.iter().copied().collect();
        keys.sort_unstable();
        keys.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<FxHashSet<u64>, D::Error> {
        let keys = Vec::<u64>::deserialize(deserializer)?;
        Ok(keys.into_iter().collect())
    }
}
