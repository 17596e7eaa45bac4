//! Sub-events of a stream while it runs, in bounded memory.
//!
//! Messages are put in order by their own time: a bin of ten seconds is closed when the
//! newest message is `lateness` seconds behind its end (the watermark). Every third closed
//! bin, the streams of the last half hour are searched as [`crate::methods`] search a file:
//! a sub-event that is found is told as provisional, changes of it as updates, and two
//! minutes after its peak it is final, or retracted if it is not found any more. What comes
//! out depends on the messages and their order alone, not on how they are handed over or
//! on a clock.
//!
//! | state | bound |
//! |---|---|
//! | messages with their words | half an hour, at most 2,000,000 |
//! | vocabulary, evidence for names | the words of those messages |
//! | participants | 256, found anew every minute |
//! | copies | texts of the last ten minutes |
//! | sub-events | those of the last quarter of an hour |

mod change;
mod detect;
#[cfg(test)]
mod tests;
mod track;
mod window;

pub use change::{Change, ChangeKind, LiveEvent};
pub(crate) use detect::StreamEngine;

use crate::engine::params::Params;
use crate::{Counts, EventsError, Message, Options, OwnedMessage};
use recto_math::Run;
use track::Tracker;
use window::Window;

/// Bins between two searches.
const SEARCH_BINS: u64 = 3;
/// Seconds by which a message may be ahead of all others: above it, its clock is wrong.
const AHEAD: f64 = 3600.0;

/// Messages far ahead, one after the other, that are believed.
const AGREE: usize = 10;

/// A detector of sub-events in a running stream.
///
/// ```
/// use recto_events::{Message, Options, stream::StreamDetector};
/// use recto_math::{Run, Silent};
///
/// let run = Run::new(0, &Silent);
/// let mut detector = StreamDetector::new(&Options::default())?;
/// let changes = detector.push(&Message::new(1.4e9, "The whistle, and off they go"), &run)?;
/// assert!(changes.is_empty());
/// assert!(detector.finish(&run)?.is_empty());
/// # Ok::<(), recto_events::EventsError>(())
/// ```
pub struct StreamDetector {
    params: Params,
    lateness: f64,
    /// Start of the first bin.
    origin: Option<f64>,
    /// Newest time that is believed.
    newest: f64,
    /// Number of closed bins.
    n_closed: u64,
    /// Number of messages so far.
    n_pushed: u64,
    /// Messages of bins that are not closed, with their numbers.
    pending: Vec<(u64, OwnedMessage)>,
    window: Window,
    tracker: Tracker,
    /// Messages far ahead of the newest one, until so many agree that it is no wrong clock.
    ahead: Vec<(u64, OwnedMessage)>,
    counts: Counts,
}

impl StreamDetector {
    /// A detector that has seen nothing.
    ///
    /// # Errors
    /// [`EventsError::Parameter`] if an option is out of its range.
    pub fn new(options: &Options) -> Result<Self, EventsError> {
        Ok(Self::with(Params::of(options)?, options))
    }

    pub(crate) fn with(params: Params, options: &Options) -> Self {
        Self {
            window: Window::new(&params, options.participants.clone()),
            tracker: Tracker::default(),
            lateness: options.lateness,
            params,
            origin: None,
            newest: f64::NEG_INFINITY,
            n_closed: 0,
            n_pushed: 0,
            pending: Vec::new(),
            ahead: Vec::new(),
            counts: Counts::default(),
        }
    }

    /// Takes in the next message and returns what changed. Messages are numbered from 0 in
    /// the order in which they are pushed.
    ///
    /// # Errors
    /// [`EventsError::Cancelled`] if the observer asks to stop.
    pub fn push(
        &mut self,
        message: &Message<'_>,
        run: &Run<'_>,
    ) -> Result<Vec<Change>, EventsError> {
        let number = self.n_pushed;
        self.n_pushed += 1;
        self.counts.read += 1;
        if !message.time.is_finite() {
            self.counts.bad_times += 1;
            return Ok(Vec::new());
        }
        let first = message.time - self.lateness;
        let first_bin = (first / self.params.bin).floor() * self.params.bin;
        let origin = *self.origin.get_or_insert(first_bin);
        self.newest = self.newest.max(origin);
        if message.time > self.newest + AHEAD {
            self.ahead.push((number, (*message).into()));
            return self.believe_ahead(run);
        }
        self.counts.bad_times += self.ahead.drain(..).count();
        if message.time < origin + self.n_closed as f64 * self.params.bin {
            self.counts.late += 1;
            return Ok(Vec::new());
        }
        self.pending.push((number, (*message).into()));
        self.newest = self.newest.max(message.time);
        self.close(self.newest - self.lateness, run)
    }

    /// After a silence of an hour every message is far ahead: when enough of them come one
    /// after the other, they are right.
    fn believe_ahead(&mut self, run: &Run<'_>) -> Result<Vec<Change>, EventsError> {
        if self.ahead.len() < AGREE {
            return Ok(Vec::new());
        }
        let mut times: Vec<f64> = self.ahead.iter().map(|(_, message)| message.time).collect();
        times.sort_by(f64::total_cmp);
        self.newest = times[0];
        for time in times {
            if time <= self.newest + AHEAD {
                self.newest = time;
            }
        }
        self.pending.append(&mut self.ahead);
        self.close(self.newest - self.lateness, run)
    }

    /// Closes all bins that end before `watermark`, for streams that are silent: the caller
    /// tells what time it is.
    ///
    /// # Errors
    /// [`EventsError::Cancelled`] if the observer asks to stop.
    pub fn tick(&mut self, watermark: f64, run: &Run<'_>) -> Result<Vec<Change>, EventsError> {
        if watermark.is_finite() {
            self.close(watermark, run)
        } else {
            Ok(Vec::new())
        }
    }

    /// Closes everything and decides on what is open.
    ///
    /// # Errors
    /// [`EventsError::Cancelled`] if the observer asks to stop.
    pub fn finish(&mut self, run: &Run<'_>) -> Result<Vec<Change>, EventsError> {
        self.counts.bad_times += self.ahead.drain(..).count();
        let times = self.pending.iter().map(|(_, message)| message.time);
        let end = times.fold(self.newest, f64::max) + self.params.bin;
        let mut changes = self.close(end, run)?;
        if self.origin.is_some() {
            changes.extend(self.search(run)?);
        }
        changes.extend(self.tracker.finish());
        Ok(changes)
    }

    /// Messages so far, used and left out.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    fn close(&mut self, watermark: f64, run: &Run<'_>) -> Result<Vec<Change>, EventsError> {
        let Some(origin) = self.origin else {
            return Ok(Vec::new());
        };
        let mut changes = Vec::new();
        loop {
            let end = origin + (self.n_closed + 1) as f64 * self.params.bin;
            if watermark < end {
                return Ok(changes);
            }
            self.take_in(end);
            self.n_closed += 1;
            if self.n_closed.is_multiple_of(SEARCH_BINS) {
                run.report("following the stream", self.n_pushed, None)?;
                changes.extend(self.search(run)?);
            }
            self.skip_silence(origin, watermark);
        }
    }

    /// Moves the messages of the bin that ends at `end` into the window, in order of time
    /// and then of arrival.
    fn take_in(&mut self, end: f64) {
        let (mut now, later): (Vec<_>, Vec<_>) = self
            .pending
            .drain(..)
            .partition(|(_, message)| message.time < end);
        self.pending = later;
        now.sort_by(|a, b| a.1.time.total_cmp(&b.1.time).then(a.0.cmp(&b.0)));
        self.window.open(&now);
        for (number, message) in &now {
            let is_used = self.window.push(*number, message, &mut self.counts);
            self.counts.used += usize::from(is_used);
        }
    }

    /// After a long silence there is nothing to search: empty bins are closed at once.
    fn skip_silence(&mut self, origin: f64, watermark: f64) {
        let bin = self.params.bin;
        let first = self.pending.iter().map(|(_, message)| message.time);
        let until = first.fold(watermark, f64::min);
        let silent = ((until - origin) / bin) as u64;
        let is_quiet = self.tracker.is_idle() && silent > self.n_closed + 2 * SEARCH_BINS;
        if is_quiet && self.window.is_over(origin + self.n_closed as f64 * bin) {
            self.n_closed = silent / SEARCH_BINS * SEARCH_BINS;
        }
    }

    fn search(&mut self, run: &Run<'_>) -> Result<Vec<Change>, EventsError> {
        let now = self.origin.unwrap_or(0.0) + self.n_closed as f64 * self.params.bin;
        self.window.forget(now);
        let found = self
            .window
            .search(now, &self.params, self.tracker.is_idle(), run)?;
        Ok(self.tracker.follow(found, now))
    }
}
