//! What is wrong or worth knowing, and what can be done about it.
//!
//! Every message that may end with a recommendation is a [`Notice`]: the message says what
//! is the case, in words that hold for any caller, and the [`Remedy`] names parameters.

use crate::Remedy;
use serde::{Serialize, Serializer};
use std::fmt::{self, Display};

/// What is wrong or worth knowing, and what can be done about it.
///
/// ```
/// use recto_math::{Notice, Remedy};
///
/// let notice = Notice::from("larger than 64 bytes").with(Remedy::Raise("max_file_bytes"));
/// assert_eq!(notice.to_string(), "larger than 64 bytes; raise `max_file_bytes`");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// What is the case, without a recommendation of a parameter.
    pub message: String,
    /// What can be done, where that is a parameter; a front end puts it into its own words.
    /// `None` if the message says all there is.
    pub remedy: Option<Remedy>,
}

impl Notice {
    /// The same with a remedy, instead of the one that it may have.
    pub fn with(self, remedy: Remedy) -> Self {
        Self {
            remedy: Some(remedy),
            ..self
        }
    }

    /// The same behind a place: a file, a line, a document, a group.
    pub fn at(self, place: impl Display) -> Self {
        Self {
            message: format!("{place}: {}", self.message),
            ..self
        }
    }

    /// The message, then "; " and the remedy as `words` puts it; the message alone if there
    /// is no remedy.
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

/// With the names of parameters in backticks.
impl Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.worded(Remedy::to_string))
    }
}

/// As the text that [`Display`] gives.
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
