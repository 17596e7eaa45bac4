//! What an answer is about, by a name that does not depend on how documents are counted.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A document by its id, or a word.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ItemKey {
    /// The document with this id.
    Document(String),
    /// This word.
    Word(String),
}

impl ItemKey {
    /// `document` or `word`.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Document(_) => "document",
            Self::Word(_) => "word",
        }
    }

    /// The id or the word.
    pub fn name(&self) -> &str {
        match self {
            Self::Document(name) | Self::Word(name) => name,
        }
    }

    /// The item of a kind; `None` if there is no such kind.
    pub(super) fn new(kind: &str, name: String) -> Option<Self> {
        match kind {
            "document" => Some(Self::Document(name)),
            "word" => Some(Self::Word(name)),
            _ => None,
        }
    }
}

impl fmt::Display for ItemKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind(), self.name())
    }
}
