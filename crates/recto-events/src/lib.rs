//! Timelines of sub-events from streams of short messages.
//!
//! Input are messages about one event (a match, a keynote, a debate) with their times.
//! Output is a [`Timeline`]: participants, and the sub-events with their time, title,
//! messages and confidence.
//!
//! ```text
//! messages -> filters, words -> names -> participants
//!          -> streams: of each participant, of nobody, of each bursting word
//!          -> spikes -> mixture of time and words -> test
//!          -> sub-events of all streams merged -> title, messages, importance
//! ```
//!
//! | module | contents |
//! |---|---|
//! | [`methods()`](methods) | the table of methods |
//! | [`spike`] | spikes in series of counts (TwitInfo) |
//! | [`significance`] | tests of volume and words |
//! | [`choose`] | messages that tell a sub-event (hybrid TF-IDF) |
//! | [`stream`] | the detector for running streams |
//! | [`metrics`] | scores of timelines and participants |
//! | [`synthetic`] | a made stream with known sub-events |
//!
//! ```
//! use recto_events::{Message, Options, methods, synthetic};
//! use recto_math::{Run, Silent};
//!
//! let made = synthetic::generate(&synthetic::Parameters { scale: 0.3, ..synthetic::Parameters::new(1) });
//! let messages: Vec<Message<'_>> = made.iter().map(|message| message.as_message()).collect();
//! let detector = (methods()[0].build)(&Options::default())?;
//! let timeline = detector.detect(&messages, &Run::new(0, &Silent))?;
//! // The opening goal, 25 minutes in.
//! let goal = timeline.events.iter().find(|event| (event.peak - 1515.0).abs() < 60.0);
//! assert!(goal.expect("found").title.starts_with("Lena Kestrel: "));
//! # Ok::<(), recto_events::EventsError>(())
//! ```

#![warn(clippy::disallowed_methods)]

pub mod choose;
mod corpus;
mod engine;
mod error;
mod lists;
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
mod sorted;
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

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
