//! Messages of a stream.

use serde::{Deserialize, Serialize};

/// One message of a stream.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Message<'t> {
    /// Seconds since 1970 (UTC).
    pub time: f64,
    /// What it says, as written.
    pub text: &'t str,
    /// Who wrote it, as a number; `None` if unknown.
    pub user: Option<u64>,
    /// Two-letter code of its language as the source tells it; `None` if the source does not.
    pub language: Option<[u8; 2]>,
    /// Whether the source marks it as the copy of another message.
    pub is_repost: bool,
    /// Whether it answers another message.
    pub is_reply: bool,
}

impl<'t> Message<'t> {
    /// A message of which only time and text are known.
    pub fn new(time: f64, text: &'t str) -> Self {
        Self {
            time,
            text,
            user: None,
            language: None,
            is_repost: false,
            is_reply: false,
        }
    }
}

/// A message that owns its text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OwnedMessage {
    /// Seconds since 1970 (UTC).
    pub time: f64,
    /// What it says, as written.
    pub text: String,
    /// Who wrote it, as a number; `None` if unknown.
    pub user: Option<u64>,
    /// Two-letter code of its language as the source tells it; `None` if the source does not.
    pub language: Option<[u8; 2]>,
    /// Whether the source marks it as the copy of another message.
    pub is_repost: bool,
    /// Whether it answers another message.
    pub is_reply: bool,
}

impl OwnedMessage {
    /// The message with its text borrowed.
    pub fn as_message(&self) -> Message<'_> {
        Message {
            time: self.time,
            text: &self.text,
            user: self.user,
            language: self.language,
            is_repost: self.is_repost,
            is_reply: self.is_reply,
        }
    }
}

impl From<Message<'_>> for OwnedMessage {
    fn from(message: Message<'_>) -> Self {
        Self {
            time: message.time,
            text: message.text.to_string(),
            user: message.user,
            language: message.language,
            is_repost: message.is_repost,
            is_reply: message.is_reply,
        }
    }
}
