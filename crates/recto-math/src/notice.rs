//! Warnings and error messages with an optional remedy.
//!
//! The message states the problem in words that fit any caller; the [`Remedy`] names
//! parameters, which each front end spells in its own way.

use crate::Remedy;
use serde::{Serialize, Serializer};
use std::fmt::{self, Display};

/// A message for the user with an optional remedy.
///
/// ```
/// use recto_math::{Notice, Remedy};
///
/// let notice = Notice::from("larger than 64 bytes").with(Remedy::Raise("max_file_bytes"));
/// assert_eq!(notice.to_string(), "larger than 64 bytes; raise `max_file_bytes`");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// The problem, without a recommendation of a parameter.
    pub message: String,
    /// The parameter to change; `None` if changing none would help.
    pub remedy: Option<Remedy>,
}

impl Notice {
    /// The same message with this remedy.
    pub fn with(self, remedy: Remedy) -> Self {
        Self {
            remedy: Some(remedy),
            ..self
        }
    }

    /// The same message prefixed by a place: a file, a line, a document, a group.
    pub fn at(self, place: impl Display) -> Self {
        Self {
            message: format!("{place}: {}", self.message),
            ..self
        }
    }

    /// The message, followed by `; ` and the remedy as worded by `words` if there is one.
    pub fn worded(&self, words: impl Fn(&Remedy) -> String) -> String {
        match &self.remedy {
            Some(remedy) => format!("{}; {}", self.message, words(remedy)),
            None => self.message.clone(),
        }
    }
}

impl From<&str> for Notice {
    fn from(message: &str) -> Self {
        message.to_string().into()
    }
}

impl From<String> for Notice {
    fn from(message: String) -> Self {
        Self {
            message,
            remedy: None,
        }
    }
}

/// Message and remedy, with the names of parameters in backticks.
impl Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.worded(Remedy::to_string))
    }
}

/// Serialised as its [`Display`] text.
impl Serialize for Notice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notice_without_a_remedy_is_its_message() {
        assert_eq!(Notice::from("no documents").to_string(), "no documents");
    }

    #[test]
    fn a_place_stands_in_front_and_the_remedy_stays_behind() {
        let notice = Notice::from("no field `text`").with(Remedy::Set(&["text_field"]));
        let notice = notice.at("line 3");
        assert_eq!(
            notice.to_string(),
            "line 3: no field `text`; set `text_field`"
        );
        let flags = |remedy: &Remedy| remedy.words(|name, _| format!("--{name}"));
        assert_eq!(
            notice.worded(flags),
            "line 3: no field `text`; set --text_field"
        );
        let json = serde_json::to_string(&notice).expect("a text");
        assert_eq!(json, "\"line 3: no field `text`; set `text_field`\"");
    }
}
