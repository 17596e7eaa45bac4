//! JSON values that are a number or a string: `0.1` or `"auto"`, `12` or `"8..15"`.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A JSON number or string. A type with such a notation uses it by
/// `#[serde(try_from = "NumberOrText", into = "NumberOrText")]` and parses its
/// [`Display`](fmt::Display) form.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum NumberOrText {
    /// A non-negative integer.
    Whole(u64),
    /// Any other number.
    Number(f64),
    /// A string.
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
