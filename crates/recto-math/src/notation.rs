//! Numbers in text, and JSON values that are a number or a string: `0.1` or `"auto"`, `12` or
//! `"8..15"`.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A finite number as people write it; `None` for `NaN`, `inf`, a number beyond the range of
/// `f64` such as `1e999`, and text that is not a number.
///
/// ```
/// use recto_math::finite_number;
/// assert_eq!(finite_number(" -1.5 "), Some(-1.5));
/// assert_eq!(["NaN", "inf", "1e999", "two"].map(finite_number), [None; 4]);
/// ```
pub fn finite_number(text: &str) -> Option<f64> {
    let number: f64 = text.trim().parse().ok()?;
    number.is_finite().then_some(number)
}

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
