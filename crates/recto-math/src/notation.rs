//! Values that JSON holds as a number or as a text: `0.1` or `"auto"`, `12` or `"8..15"`.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A value as JSON holds it. A type with a notation of its own names it in
/// `#[serde(try_from = "NumberOrText", into = "NumberOrText")]` and reads its
/// [`Display`](fmt::Display) form.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum NumberOrText {
    /// A whole number from 0.
    Whole(u64),
    /// Another number.
    Number(f64),
    /// A text.
    Text(String),
}

impl fmt::Display for NumberOrText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(n) => n.fmt(f),
            Self::Number(x) => x.fmt(f),
            Self::Text(text) => f.write_str(text),
        }
    }
}
