//! Timelines of sub-events from streams of short messages.
//!
//! Input are messages about one event (a match, a keynote, a debate) with their times.
//! Output is a [`Timeline`]: participants, and the sub-events with their time, title,
//! messages and confidence.

#![warn(clippy::disallowed_methods)]

pub mod choose;
mod corpus;
mod engine;
mod error;
mod mentions;
mod merge;
mod message;
mod methods;
pub mod metrics;
mod mixture;
mod options;
mod participants;
mod sets;
pub mod significance;
pub mod spike;
pub mod stream;
pub mod synthetic;
mod time;
mod timeline;

pub use error::EventsError;
pub use message::{Message, OwnedMessage};
pub use methods::{Method, methods};
pub use options::{Context, GivenParticipant, Options, Profile};
pub use timeline::{Counts, Participant, SubEvent, Timeline, Volume};

use recto_math::Run;
use serde_json::Value;

/// A detector with its parameters.
pub trait Detector: Send + Sync {
    /// Finds participants and sub-events in `messages`, which may be in any order.
    ///
    /// # Errors
    /// [`EventsError`] if the stream is too long for its bins, or if the observer asks to stop.
    fn detect(&self, messages: &[Message<'_>], run: &Run<'_>) -> Result<Timeline, EventsError>;

    /// The parameters of the detector as a JSON object, defaults filled in.
    fn parameters(&self) -> Value;
}
