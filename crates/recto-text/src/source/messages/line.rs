//! A message as it was found in a line, and the scalars of a JSON object.

use super::left_out::LineProblem;
use crate::document::Post;
use crate::time::{Moment, Zone};
use recto_math::rng::fnv1a;
use serde_json::{Map, Value};

/// A message of a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) id: Option<String>,
    pub(super) text: String,
    /// The time as the source writes it.
    pub(super) time: String,
    pub(super) moment: Moment,
    pub(super) post: Post,
}

/// What a service says of a message, before its time is read.
#[derive(Debug, Default)]
pub(super) struct Draft {
    pub(super) id: Option<String>,
    pub(super) text: Option<String>,
    /// Candidates, the best first.
    pub(super) time: Option<String>,
    pub(super) user: Option<String>,
    pub(super) language: Option<String>,
    pub(super) is_repost: bool,
    pub(super) is_reply: bool,
}

impl Draft {
    /// The message, if it has a text and a time that makes sense.
    pub(super) fn finish(self, zone: &Zone) -> Result<Line, LineProblem> {
        let text = self.text.ok_or(LineProblem::NoText)?;
        let time = self.time.ok_or(LineProblem::NoTime)?;
        let moment = zone.read(&time).ok_or(LineProblem::BadTime)?;
        if !moment.is_plausible() {
            return Err(LineProblem::ImplausibleTime);
        }
        let post = Post {
            micros: moment.micros,
            user: self.user.as_deref().map(|user| fnv1a(user.as_bytes())),
            language: self.language.as_deref().and_then(two_letters),
            is_repost: self.is_repost,
            is_reply: self.is_reply,
        };
        Ok(Line {
            id: self.id,
            text,
            time,
            moment,
            post,
        })
    }
}

/// `en` of `en`, `EN` or `en-GB`; `und` and the like say nothing.
fn two_letters(code: &str) -> Option<[u8; 2]> {
    let code = code.split(['-', '_']).next().unwrap_or_default();
    match code.to_ascii_lowercase().as_bytes() {
        &[a, b] if a.is_ascii_alphabetic() && b.is_ascii_alphabetic() => Some([a, b]),
        _ => None,
    }
}

/// A string or number of an object as text; `None` for anything else.
pub(super) fn scalar(object: &Map<String, Value>, key: &str) -> Option<String> {
    match object.get(key)? {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// The first of some keys that has a string or a number.
pub(super) fn first(object: &Map<String, Value>, keys: &[&str]) -> Option<String> {
    keys.iter().find_map(|key| scalar(object, key))
}

/// An object inside an object.
pub(super) fn inner<'o>(
    object: &'o Map<String, Value>,
    key: &str,
) -> Option<&'o Map<String, Value>> {
    object.get(key)?.as_object()
}

/// Whether a key has a value other than null and false.
pub(super) fn is_set(object: &Map<String, Value>, key: &str) -> bool {
    !matches!(
        object.get(key),
        None | Some(Value::Null | Value::Bool(false))
    )
}
