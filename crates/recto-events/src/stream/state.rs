//! The state of a detector as bytes: an envelope around its options and its state.
//!
//! Hash maps are written as sorted lists, so that equal states have equal bytes. What can
//! be worked out again (words of messages that wait, numbers of messages in the window) is
//! not written.

use super::{State, StreamDetector, clock};
use crate::{EventsError, Options, Profile};
use recto_math::envelope::Envelope;
use serde_json::Value;

pub(super) const ENVELOPE: Envelope = Envelope {
    magic: b"rctodtct",
    version: 1,
    content: "the state of a detector",
};

/// Largest count of a state that was read, so that counting on cannot overflow.
pub(super) const MOST_COUNTED: u64 = 1 << 62;

impl StreamDetector {
    /// The whole state as bytes, for [`StreamDetector::load`].
    pub fn save(&self) -> Vec<u8> {
        ENVELOPE.pack(&(&self.options, &self.state))
    }

    /// The detector that was saved: it goes on as if it had never stopped.
    ///
    /// # Errors
    /// - [`EventsError::BadState`] if the bytes are no saved state or were damaged.
    /// - [`EventsError::OtherOptions`] if it was saved with other options.
    /// - [`EventsError::Parameter`] if an option is out of its range.
    pub fn load(bytes: &[u8], options: &Options) -> Result<Self, EventsError> {
        let mut detector = Self::new(options)?;
        let (options, state): (&str, State) =
            ENVELOPE.unpack(bytes).map_err(EventsError::BadState)?;
        compare(options, &detector.options)?;
        detector.take_over(state)?;
        Ok(detector)
    }

    fn take_over(&mut self, mut state: State) -> Result<(), EventsError> {
        let is_bad = |reason: &str| EventsError::BadState(reason.to_string());
        state.window.settle(&self.state.window).map_err(is_bad)?;
        let lateness = self.state.clock.lateness();
        let fault = state.clock.fault(self.params.bin, lateness);
        let fault = fault.or_else(|| state.fault());
        if let Some(reason) = fault {
            return Err(is_bad(reason));
        }
        self.state = state;
        Ok(())
    }
}

impl State {
    /// Why a state that was read from bytes cannot be; `None` if it can.
    fn fault(&self) -> Option<&'static str> {
        let waiting = self.late.iter().chain(&self.ahead);
        let mut waiting = waiting.chain(self.pending.arrivals());
        let is_arrival =
            |a: &super::Arrival| clock::is_time(a.message.time) && a.number < self.n_pushed;
        if self.n_pushed > MOST_COUNTED {
            Some("more messages than there can be")
        } else if !waiting.all(is_arrival) {
            Some("a message that cannot be")
        } else if self.window.numbers().any(|number| number >= self.n_pushed) {
            Some("a message that never came")
        } else {
            self.tracker.fault()
        }
    }
}

/// Options as they are saved: a running detector has one profile for files and streams.
pub(super) fn text_of(options: &Options) -> String {
    let profile = match options.profile {
        Profile::Paper => Profile::Paper,
        Profile::Auto | Profile::Stream => Profile::Stream,
    };
    let options = Options {
        profile,
        ..options.clone()
    };
    serde_json::json!(options).to_string()
}

/// Whether two texts of options say the same.
fn compare(saved: &str, asked: &str) -> Result<(), EventsError> {
    if saved == asked {
        return Ok(());
    }
    let read = |text: &str| -> Value { serde_json::from_str(text).unwrap_or_default() };
    let (saved, asked) = (read(saved), read(asked));
    let mut keys = asked
        .as_object()
        .into_iter()
        .flat_map(|object| object.keys());
    let other = keys.find(|key| saved.get(key) != asked.get(key));
    let option = other.map_or("profile", String::as_str);
    let value = |of: &Value| of.get(option).unwrap_or(&Value::Null).to_string();
    Err(EventsError::OtherOptions {
        option: option.to_string(),
        saved: value(&saved),
        asked: value(&asked),
    })
}
