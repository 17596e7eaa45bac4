//! Messages whose bin is not closed.

use super::clock::Clock;
use crate::corpus::Prepared;
use crate::{Message, OwnedMessage};
use serde::{Deserialize, Serialize};

/// Messages that may wait, at most.
const MOST: usize = 1_000_000;

/// A message that came, with its number.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Arrival {
    pub(super) number: u64,
    pub(super) message: OwnedMessage,
    /// Its words, if they were cut already; they are the same when they are cut later.
    #[serde(skip)]
    pub(super) prepared: Option<Prepared>,
}

impl Arrival {
    pub(super) fn new(number: u64, message: &Message<'_>, prepared: Option<Prepared>) -> Self {
        Self {
            number,
            message: (*message).into(),
            prepared,
        }
    }

    /// Bytes held, about.
    pub(super) fn memory(&self) -> usize {
        size_of::<Self>() + self.message.text.len()
    }
}

/// Messages that wait for their bin to be closed, in the order in which they came.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Pending {
    waiting: Vec<Arrival>,
}

impl Pending {
    pub(super) fn push(&mut self, arrival: Arrival) {
        self.waiting.push(arrival);
    }

    /// Takes out the messages of all bins up to one, in order of time and then of arrival.
    pub(super) fn take_until(&mut self, bin: i64, clock: &Clock) -> Vec<Arrival> {
        let is_due = |arrival: &Arrival| clock.bin_of(arrival.message.time) <= bin;
        let (mut due, later): (Vec<_>, Vec<_>) = self.waiting.drain(..).partition(is_due);
        self.waiting = later;
        due.sort_by(|a, b| {
            let by_time = a.message.time.total_cmp(&b.message.time);
            by_time.then(a.number.cmp(&b.number))
        });
        due
    }

    fn bins(&self, clock: &Clock) -> impl Iterator<Item = i64> {
        self.waiting
            .iter()
            .map(|arrival| clock.bin_of(arrival.message.time))
    }

    /// The first bin with a message.
    pub(super) fn first_bin(&self, clock: &Clock) -> Option<i64> {
        self.bins(clock).min()
    }

    /// Whether too many messages wait.
    pub(super) fn is_full(&self) -> bool {
        self.waiting.len() > MOST
    }

    /// End of the last bin with a message, or of the open one; `None` before the first
    /// message of the stream.
    pub(super) fn end(&self, clock: &Clock) -> Option<f64> {
        let open = clock.open()?;
        let newest = clock.newest().map_or(open, |newest| clock.bin_of(newest));
        let last = self.bins(clock).max().unwrap_or(open).max(newest);
        Some(clock.end_of(last))
    }

    pub(super) fn numbers(&self) -> impl Iterator<Item = u64> {
        self.waiting.iter().map(|arrival| arrival.number)
    }

    pub(super) fn arrivals(&self) -> &[Arrival] {
        &self.waiting
    }

    /// Bytes held, about.
    pub(super) fn memory(&self) -> usize {
        self.waiting.iter().map(Arrival::memory).sum()
    }
}
