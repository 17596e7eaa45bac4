//! Sub-events of a stream while it runs, in bounded memory.
//!
//! Messages are put in order by their own time: a bin of ten seconds is closed when the
//! newest message is `lateness` seconds behind its end (the watermark). Every third closed
//! bin, the streams of the last half hour are searched as [`crate::methods`] search a file:
//! a sub-event that is found is told as provisional, changes of it as updates, and two
//! minutes after its peak (five after its start, if the peak moves) it is final, or retracted
//! if it is not found any more or is a small part of another. Before it is decided on, fits
//! stop after five iterations; what is decided on is not fitted again. What comes out depends
//! on the messages and their order alone, not on how they are handed over or on a clock.
//!
//! A message that comes after its bin was closed is late: if it is younger than half an hour
//! it is put in its place all the same, and a sub-event that it belongs to is told again, as
//! an update or, if it was final, as revised. Older ones are dropped and counted.
//!
//! The whole state can be saved and loaded at any point; the changes that follow are the
//! same to the byte.
//!
//! | state | bound | beyond it |
//! |---|---|---|
//! | messages with their words | half an hour, at most 2,000,000 | the oldest quarter is forgotten ([`StreamDetector::n_forgotten`]) |
//! | messages whose bin is open | 1,000,000 | the first bin is closed early |
//! | late messages until the next bin | 100,000 | dropped and counted |
//! | vocabulary, evidence for words | 1,000,000 words of those messages | words of fewest messages are forgotten |
//! | evidence for phrases | 500,000 | phrases of a single message are forgotten |
//! | participants | 256, found anew every two minutes | those with fewest messages are left out |
//! | copies | texts of the last ten minutes, 2,000,000 | older ones are forgotten |
//! | sub-events | those of the last quarter of an hour, 4,096 | no more are opened |

mod change;
mod clock;
mod detect;
mod pending;
mod state;
#[cfg(test)]
mod tests;
mod track;
mod window;

pub use change::{Change, ChangeKind, LiveEvent};
pub(crate) use detect::StreamEngine;

use crate::corpus::Prepared;
use crate::engine::Merged;
use crate::engine::params::Params;
use crate::{Counts, EventsError, Message, Options};
use clock::Clock;
use pending::{Arrival, Pending};
use recto_math::Run;
use serde::{Deserialize, Serialize};
use track::Tracker;
use window::Window;

/// Bins between two searches.
const SEARCH_BINS: i64 = 3;
/// Messages that are prepared together.
const BATCH: usize = 4096;
/// Messages that are late until the next bin is closed, at most.
const MOST_LATE: usize = 100_000;

/// A detector of sub-events in a running stream.
///
/// ```
/// use recto_events::{Message, Options, stream::StreamDetector};
/// use recto_math::{Run, Silent};
///
/// let run = Run::new(0, &Silent);
/// let options = Options::default();
/// let mut detector = StreamDetector::new(&options)?;
/// let changes = detector.push(&Message::new(1.4e9, "The whistle, and off they go"), &run)?;
/// assert!(changes.is_empty());
/// let mut detector = StreamDetector::load(&detector.save(), &options)?;
/// assert!(detector.finish(&run)?.is_empty());
/// # Ok::<(), recto_events::EventsError>(())
/// ```
///
/// After an error the detector is in the middle of its work: go on from a saved state.
pub struct StreamDetector {
    params: Params,
    /// The options as they are saved.
    options: String,
    state: State,
}

/// All that changes while a stream runs.
#[derive(Serialize, Deserialize)]
struct State {
    clock: Clock,
    /// Number of messages so far.
    n_pushed: u64,
    /// Messages of bins that are not closed.
    pending: Pending,
    /// Messages of closed bins that are not in the window yet.
    late: Vec<Arrival>,
    /// Numbers of the late messages since the last search.
    touched: Vec<u64>,
    /// Messages far ahead of the newest one, until so many agree that it is no wrong clock.
    ahead: Vec<Arrival>,
    window: Window,
    tracker: Tracker,
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
            state: State {
                clock: Clock::new(params.bin, options.lateness),
                n_pushed: 0,
                pending: Pending::default(),
                late: Vec::new(),
                touched: Vec::new(),
                ahead: Vec::new(),
                window: Window::new(&params, options.participants.clone()),
                tracker: Tracker::default(),
                counts: Counts::default(),
            },
            options: state::text_of(options),
            params,
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
        self.take(message, None, run)
    }

    /// Takes in the next messages: the changes are those of one [`push`](Self::push) after
    /// the other, but words are cut in parallel.
    ///
    /// # Errors
    /// [`EventsError::Cancelled`] if the observer asks to stop.
    pub fn push_batch(
        &mut self,
        messages: &[Message<'_>],
        run: &Run<'_>,
    ) -> Result<Vec<Change>, EventsError> {
        let mut changes = Vec::new();
        for batch in messages.chunks(BATCH) {
            let prepared = self.state.window.prepare(batch).into_iter();
            let prepared = prepared.map(Some).chain(std::iter::repeat_with(|| None));
            for (message, prepared) in batch.iter().zip(prepared) {
                changes.extend(self.take(message, prepared, run)?);
            }
        }
        Ok(changes)
    }

    fn take(
        &mut self,
        message: &Message<'_>,
        prepared: Option<Prepared>,
        run: &Run<'_>,
    ) -> Result<Vec<Change>, EventsError> {
        let state = &mut self.state;
        let number = state.n_pushed;
        state.n_pushed += 1;
        state.counts.read += 1;
        if !clock::is_time(message.time) {
            state.counts.bad_times += 1;
            return Ok(Vec::new());
        }
        state.clock.start(message.time);
        let arrival = Arrival::new(number, message, prepared);
        if state.clock.is_far_ahead(message.time) {
            state.ahead.push(arrival);
            return self.believe_ahead(run);
        }
        state.counts.quarantined += state.ahead.drain(..).count();
        if state.clock.is_closed(message.time) {
            state.take_late(arrival);
            return Ok(Vec::new());
        }
        state.clock.see(message.time);
        state.pending.push(arrival);
        let watermark = state.clock.watermark();
        self.close(watermark, run)
    }

    /// After a silence of an hour every message is far ahead: when enough of them come one
    /// after the other, they are right.
    fn believe_ahead(&mut self, run: &Run<'_>) -> Result<Vec<Change>, EventsError> {
        let state = &mut self.state;
        let times = state.ahead.iter().map(|arrival| arrival.message.time);
        if !state.clock.believe(times.collect()) {
            return Ok(Vec::new());
        }
        for arrival in std::mem::take(&mut state.ahead) {
            state.pending.push(arrival);
        }
        let watermark = state.clock.watermark();
        self.close(watermark, run)
    }

    /// Closes all bins that end before `watermark`, for streams that are silent: the caller
    /// tells what time it is.
    ///
    /// # Errors
    /// [`EventsError::Cancelled`] if the observer asks to stop.
    pub fn tick(&mut self, watermark: f64, run: &Run<'_>) -> Result<Vec<Change>, EventsError> {
        if clock::is_time(watermark) {
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
        self.state.counts.quarantined += self.state.ahead.drain(..).count();
        let Some(end) = self.state.pending.end(&self.state.clock) else {
            return Ok(Vec::new());
        };
        let mut changes = self.close(end, run)?;
        self.state.add_late();
        changes.extend(self.search(true, run)?);
        changes.extend(self.state.tracker.finish());
        Ok(changes)
    }

    fn close(&mut self, watermark: f64, run: &Run<'_>) -> Result<Vec<Change>, EventsError> {
        let mut changes = Vec::new();
        while let Some(bin) = self.state.closable(watermark) {
            self.state.take_in(bin);
            if (bin + 1) % SEARCH_BINS == 0 {
                run.report("following the stream", self.state.n_pushed, None)?;
                changes.extend(self.search(false, run)?);
            }
            self.state.skip_silence(watermark);
        }
        Ok(changes)
    }

    fn search(&mut self, is_last: bool, run: &Run<'_>) -> Result<Vec<Change>, EventsError> {
        let state = &mut self.state;
        let now = state.clock.now();
        let is_idle = state.tracker.is_idle() && state.touched.is_empty();
        let found = state.window.search(now, &self.params, is_idle, run)?;
        state.touched.sort_unstable();
        let (window, params) = (&state.window, &self.params);
        let tell = |event: &Merged, detail| window.tell(event, params, detail);
        let found = found.as_deref();
        let tracker = &mut state.tracker;
        let changes = tracker.follow(found, now, &state.touched, is_last, &tell);
        state.touched.clear();
        Ok(changes)
    }

    /// Messages so far, used and left out.
    pub fn counts(&self) -> Counts {
        self.state.counts
    }

    /// Time up to which bins are closed, in seconds since 1970; `None` before the first
    /// message.
    pub fn watermark(&self) -> Option<f64> {
        self.state.clock.closed_until()
    }

    /// The newest time of a message, in seconds since 1970; `None` before the first.
    pub fn newest(&self) -> Option<f64> {
        self.state.clock.newest()
    }

    /// Number of sub-events that were told and are not decided on.
    pub fn n_open(&self) -> usize {
        self.state.tracker.n_open()
    }

    /// The smallest number of a message that is still held, or the number of the next
    /// message if none is: changes to come name no smaller one. Takes a look at every
    /// message that is held.
    pub fn oldest_number(&self) -> u64 {
        let state = &self.state;
        let waiting = state.late.iter().chain(&state.ahead);
        let waiting = waiting.map(|arrival| arrival.number);
        let held = waiting.chain(state.pending.numbers());
        let held = held.chain(state.window.numbers());
        held.chain(state.tracker.numbers())
            .min()
            .unwrap_or(state.n_pushed)
    }

    /// Number of messages that were forgotten before their half hour because there were too
    /// many; above 0, sub-events are those of a part of the stream.
    pub fn n_forgotten(&self) -> u64 {
        self.state.window.n_forgotten()
    }

    /// Bytes held, about.
    pub fn memory(&self) -> usize {
        let state = &self.state;
        let waiting = state.late.iter().chain(&state.ahead);
        waiting.map(Arrival::memory).sum::<usize>()
            + state.pending.memory()
            + state.window.memory()
            + state.tracker.memory()
    }
}

impl State {
    /// Puts a message of a closed bin aside, or drops it if it is too old.
    fn take_late(&mut self, arrival: Arrival) {
        let is_old = self
            .window
            .is_before(arrival.message.time, self.clock.now());
        if is_old || self.late.len() >= MOST_LATE {
            self.counts.dropped_late += 1;
        } else {
            self.counts.late += 1;
            self.late.push(arrival);
        }
    }

    /// The first open bin, if the watermark is behind its end or too many messages wait.
    fn closable(&self, watermark: f64) -> Option<i64> {
        let bin = self.clock.open()?;
        let is_due = watermark >= self.clock.end_of(bin);
        (is_due || self.pending.is_full()).then_some(bin)
    }

    /// Moves the messages of a bin into the window and closes it.
    fn take_in(&mut self, bin: i64) {
        let now = self.pending.take_until(bin, &self.clock);
        self.window.open(now.iter().chain(&self.late));
        for arrival in now {
            let is_used = self.window.push(arrival, &mut self.counts);
            self.counts.used += usize::from(is_used);
        }
        self.clock.close(bin);
        self.add_late();
        self.window.forget(self.clock.now());
    }

    fn add_late(&mut self) {
        if self.late.is_empty() {
            return;
        }
        let late = std::mem::take(&mut self.late);
        self.window.open(late.iter());
        let added = self.window.insert(late, &mut self.counts);
        self.counts.used += added.len();
        self.touched.extend(added);
    }

    /// After a long silence there is nothing to search: empty bins are closed at once.
    fn skip_silence(&mut self, watermark: f64) {
        let now = self.clock.now();
        if self.tracker.is_idle() && self.window.is_over(now) {
            let first = self.pending.first_bin(&self.clock);
            self.clock.skip_to(watermark, first, SEARCH_BINS);
        }
    }
}
