//! What a user is told of a pile: warnings and failures.
//!
//! Both carry a message and, where a parameter would help, a [`Remedy`]. The remedy is no
//! part of their JSON: a front end first puts it into its own words
//! ([`Warning::word`], [`Failure::word`]), which become part of the message.

use recto_math::{Notice, Remedy};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Something to know about the input; the work goes on.
///
/// ```
/// use recto_math::Remedy;
/// use recto_text::Warning;
///
/// let warning = Warning::in_file("a.txt", "2 long words left out").at_line(Some(3));
/// let mut warning = warning.with(Remedy::Raise("max_token_bytes"));
/// assert_eq!(
///     warning.to_string(),
///     "a.txt: line 3: 2 long words left out; raise `max_token_bytes`"
/// );
/// warning.word(|remedy| remedy.words(|name, _| name.to_uppercase()));
/// assert_eq!(warning.message, "2 long words left out; raise MAX_TOKEN_BYTES");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Warning {
    /// What it is.
    pub message: String,
    /// Where.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// In which line (1-based).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// What can be done, where that is a parameter and the message does not say it yet.
    #[serde(skip)]
    pub remedy: Option<Remedy>,
}

impl Warning {
    /// A warning about the whole input.
    pub fn new(notice: impl Into<Notice>) -> Self {
        let Notice { message, remedy } = notice.into();
        Self {
            message,
            file: None,
            line: None,
            remedy,
        }
    }

    /// A warning about a file.
    pub fn in_file(file: impl Into<String>, notice: impl Into<Notice>) -> Self {
        Self {
            file: Some(file.into()),
            ..Self::new(notice)
        }
    }

    /// The same about a line, 1-based; `None` for the whole file.
    pub fn at_line(self, line: Option<usize>) -> Self {
        Self { line, ..self }
    }

    /// The same with a remedy, instead of the one that it may have.
    pub fn with(self, remedy: Remedy) -> Self {
        Self {
            remedy: Some(remedy),
            ..self
        }
    }

    /// Adds the remedy to the message as `words` puts it; does nothing without a remedy.
    pub fn word(&mut self, words: impl Fn(&Remedy) -> String) {
        word(&mut self.message, &mut self.remedy, words);
    }
}

/// File, line, message and remedy, the names of parameters in backticks.
impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{file}: ")?;
        }
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        write_notice(f, &self.message, self.remedy.as_ref())
    }
}

/// A file, or a row of it, that could not be used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Failure {
    /// Which file.
    pub file: String,
    /// What is wrong, in which line, and what to do.
    pub message: String,
    /// What can be done, where that is a parameter and the message does not say it yet.
    #[serde(skip)]
    pub remedy: Option<Remedy>,
}

impl Failure {
    /// A failure of a file.
    pub fn new(file: impl Into<String>, notice: impl Into<Notice>) -> Self {
        let Notice { message, remedy } = notice.into();
        Self {
            file: file.into(),
            message,
            remedy,
        }
    }

    /// The same as a notice, the file in front of the message.
    pub fn notice(&self) -> Notice {
        let notice = Notice {
            message: self.message.clone(),
            remedy: self.remedy,
        };
        notice.at(&self.file)
    }

    /// Adds the remedy to the message as `words` puts it; does nothing without a remedy.
    pub fn word(&mut self, words: impl Fn(&Remedy) -> String) {
        word(&mut self.message, &mut self.remedy, words);
    }
}

/// File, message and remedy, the names of parameters in backticks. A file without a name
/// is two quotes.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = if self.file.is_empty() {
            "''"
        } else {
            &self.file
        };
        write!(f, "{file}: ")?;
        write_notice(f, &self.message, self.remedy.as_ref())
    }
}

fn word(message: &mut String, remedy: &mut Option<Remedy>, words: impl Fn(&Remedy) -> String) {
    if let Some(remedy) = remedy.take() {
        message.push_str("; ");
        message.push_str(&words(&remedy));
    }
}

fn write_notice(f: &mut fmt::Formatter<'_>, message: &str, remedy: Option<&Remedy>) -> fmt::Result {
    f.write_str(message)?;
    match remedy {
        Some(remedy) => write!(f, "; {remedy}"),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REMEDY: Remedy = Remedy::Set(&["text_field"]);

    fn flags(remedy: &Remedy) -> String {
        remedy.words(|name, _| format!("/{name}"))
    }

    #[test]
    fn words_are_added_once_and_json_has_them_but_no_remedy() {
        let mut warning = Warning::new("odd").with(REMEDY);
        let mut failure = Failure::new("", Notice::from("bad").with(REMEDY));
        assert_eq!(failure.to_string(), "'': bad; set `text_field`");
        for _ in 0..2 {
            warning.word(flags);
            failure.word(flags);
        }
        let json = (
            serde_json::to_string(&warning).expect("plain data"),
            serde_json::to_string(&failure).expect("plain data"),
        );
        assert_eq!(json.0, r#"{"message":"odd; set /text_field"}"#);
        assert_eq!(json.1, r#"{"file":"","message":"bad; set /text_field"}"#);
        assert_eq!(failure.to_string(), "'': bad; set /text_field");
    }

    #[test]
    fn nothing_is_added_where_nothing_can_be_done() {
        let mut warning = Warning::in_file("a", "odd");
        warning.word(flags);
        assert_eq!(warning, Warning::in_file("a", "odd"));
    }
}
