//! The clock of a stream: which bins of time are closed.

use serde::{Deserialize, Serialize};

/// Seconds by which a message may be ahead of all others: above it, its clock is wrong.
const AHEAD: f64 = 3600.0;
/// Messages far ahead, one after the other, that are believed.
const AGREE: usize = 10;
/// Times further from 1970 are no times: numbers of bins would lose their last digits.
const FARTHEST: f64 = 1e11;

/// Whether a number can be a time.
pub(super) fn is_time(time: f64) -> bool {
    time.abs() <= FARTHEST
}

/// Event time. Bins are numbered from 1970 on, so that they are the same whichever message
/// comes first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Clock {
    /// Width of a bin in seconds.
    bin: f64,
    lateness: f64,
    /// The first bin that is not closed; `None` before the first message.
    open: Option<i64>,
    /// Newest time that is believed.
    newest: Option<f64>,
}

impl Clock {
    pub(super) fn new(bin: f64, lateness: f64) -> Self {
        Self {
            bin,
            lateness,
            open: None,
            newest: None,
        }
    }

    /// The bin of a time.
    pub(super) fn bin_of(&self, time: f64) -> i64 {
        (time / self.bin).floor() as i64
    }

    /// End of a bin, in seconds since 1970.
    pub(super) fn end_of(&self, bin: i64) -> f64 {
        (bin + 1) as f64 * self.bin
    }

    /// Begins with the first message: others may be older by the lateness.
    pub(super) fn start(&mut self, time: f64) {
        if self.open.is_none() {
            self.open = Some(self.bin_of(time - self.lateness));
            self.newest = Some(time);
        }
    }

    pub(super) fn lateness(&self) -> f64 {
        self.lateness
    }

    pub(super) fn open(&self) -> Option<i64> {
        self.open
    }

    pub(super) fn newest(&self) -> Option<f64> {
        self.newest
    }

    /// End of the last closed bin.
    pub(super) fn closed_until(&self) -> Option<f64> {
        self.open.map(|open| open as f64 * self.bin)
    }

    /// The same, 0 before the first message.
    pub(super) fn now(&self) -> f64 {
        self.closed_until().unwrap_or(0.0)
    }

    /// Whether a time is so far ahead that its clock must be wrong. A silent stream whose
    /// bins were closed by a wall clock goes on from there.
    pub(super) fn is_far_ahead(&self, time: f64) -> bool {
        let known = self.newest.unwrap_or(time).max(self.now());
        time > known + AHEAD
    }

    pub(super) fn is_closed(&self, time: f64) -> bool {
        self.open.is_some_and(|open| self.bin_of(time) < open)
    }

    pub(super) fn see(&mut self, time: f64) {
        self.newest = Some(self.newest.map_or(time, |newest| newest.max(time)));
    }

    /// Believes times far ahead if there are enough, up to the first gap of an hour.
    pub(super) fn believe(&mut self, mut times: Vec<f64>) -> bool {
        if times.len() < AGREE {
            return false;
        }
        times.sort_by(f64::total_cmp);
        let mut newest = times[0];
        for time in times {
            if time <= newest + AHEAD {
                newest = time;
            }
        }
        self.newest = Some(newest);
        true
    }

    /// Time before which all bins can be closed.
    pub(super) fn watermark(&self) -> f64 {
        self.newest.unwrap_or(0.0) - self.lateness
    }

    pub(super) fn close(&mut self, bin: i64) {
        self.open = Some(bin + 1);
    }

    /// Closes all bins before `watermark` and before the bin `first`, if these are many;
    /// the number of the open bin is then a multiple of `step`.
    pub(super) fn skip_to(&mut self, watermark: f64, first: Option<i64>, step: i64) {
        let until = self.bin_of(watermark);
        let until = first.map_or(until, |first| first.min(until));
        if self.open.is_some_and(|open| until > open + 2 * step) {
            self.open = Some(until - until.rem_euclid(step));
        }
    }

    /// Why a clock that was read from bytes cannot be; `None` if it can.
    pub(super) fn fault(&self, bin: f64, lateness: f64) -> Option<&'static str> {
        let is_same = self.bin == bin && self.lateness == lateness;
        let has_both = self.open.is_some() == self.newest.is_some();
        let (open, newest) = (self.now(), self.newest.unwrap_or(0.0));
        let is_near = is_time(newest) && is_time(open);
        // All bins before the watermark are closed.
        let is_closed = self.open.is_none() || open + bin > newest - lateness;
        let is_sound = is_same && has_both && is_near && is_closed;
        (!is_sound).then_some("a clock that cannot be")
    }
}
