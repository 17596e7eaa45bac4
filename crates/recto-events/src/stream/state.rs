//! The state of a detector as bytes: version, options, state, checksum.
//!
//! Hash maps are written as sorted lists, so that equal states have equal bytes. What can
//! be worked out again (words of messages that wait, numbers of messages in the window) is
//! not written.

use super::{State, StreamDetector, clock};
use crate::{EventsError, Options, Profile};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Raised when the form of the bytes changes.
const VERSION: u8 = 1;
/// Bytes of the checksum behind all others.
const CHECKSUM: usize = 8;

#[derive(Serialize)]
struct Saved<'s> {
    version: u8,
    options: &'s str,
    state: &'s State,
}

#[derive(Deserialize)]
struct Head<'s> {
    version: u8,
    options: &'s str,
}

impl StreamDetector {
    /// The whole state as bytes, for [`StreamDetector::load`].
    pub fn save(&self) -> Vec<u8> {
        let saved = Saved {
            version: VERSION,
            options: &self.options,
            state: &self.state,
        };
        let bytes = postcard::to_allocvec(&saved);
        let mut bytes = bytes.expect("lists of known length, numbers and text can be written");
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// The detector that was saved: it goes on as if it had never stopped.
    ///
    /// # Errors
    /// - [`EventsError::BadState`] if the bytes are no saved state or were damaged.
    /// - [`EventsError::OtherOptions`] if it was saved with other options.
    /// - [`EventsError::Parameter`] if an option is out of its range.
    pub fn load(bytes: &[u8], options: &Options) -> Result<Self, EventsError> {
        let mut detector = Self::new(options)?;
        let body = checked(bytes)?;
        let (head, rest): (Head<'_>, &[u8]) = postcard::take_from_bytes(body).map_err(bad)?;
        if head.version != VERSION {
            let version = head.version;
            let reason = format!("it has version {version}, and version {VERSION} is known");
            return Err(EventsError::BadState(reason));
        }
        compare(head.options, &detector.options)?;
        let (state, rest): (State, &[u8]) = postcard::take_from_bytes(rest).map_err(bad)?;
        if !rest.is_empty() {
            return Err(EventsError::BadState("bytes behind its end".to_string()));
        }
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
        if !waiting.all(is_arrival) {
            Some("a message that cannot be")
        } else if self.window.numbers().any(|number| number >= self.n_pushed) {
            Some("a message that never came")
        } else {
            self.tracker.fault()
        }
    }
}

/// The bytes before the checksum, if it is right.
fn checked(bytes: &[u8]) -> Result<&[u8], EventsError> {
    let damaged = || EventsError::BadState("it is damaged or no saved state".to_string());
    let (body, sum) = bytes.split_last_chunk::<CHECKSUM>().ok_or_else(damaged)?;
    if u64::from_le_bytes(*sum) == checksum(body) {
        Ok(body)
    } else {
        Err(damaged())
    }
}

/// A number that any change of a single word of eight bytes changes.
pub(super) fn checksum(bytes: &[u8]) -> u64 {
    const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut sum = bytes.len() as u64;
    for chunk in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        // Both steps can be undone, so that no change is lost.
        sum = (sum ^ u64::from_le_bytes(word)).wrapping_mul(FACTOR);
        sum ^= sum >> 32;
    }
    sum
}

fn bad(error: postcard::Error) -> EventsError {
    EventsError::BadState(error.to_string())
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
