//! Why a capability gives no answer.

use recto_math::{Cancelled, Remedy};
use std::fmt::{self, Display};

/// Why there is no answer at all. A document that cannot be used is no such error: it is
/// named in [`Answer::failed`](crate::Answer::failed), and the others are done.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The request cannot be met, whatever the documents say.
    #[error("{0}")]
    Request(Complaint),
    /// A field that the method does not use and that would be silently ignored.
    #[error("`{field}` has no effect with the method {method}; it applies to: {used_by}")]
    Unused {
        /// The field.
        field: &'static str,
        /// The method.
        method: &'static str,
        /// The methods that use it.
        used_by: String,
    },
    /// The documents or other contents cannot be used.
    #[error("{0}")]
    Input(Complaint),
    /// The observer asked to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// What is wrong, and what can be done about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Complaint {
    /// What is wrong.
    pub message: String,
    /// What can be done, where that is a parameter; a front end puts it into its own words.
    pub remedy: Option<Remedy>,
}

impl Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.remedy {
            Some(remedy) => write!(f, "{}; {remedy}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl Complaint {
    /// A complaint without a remedy of its own.
    pub fn new(message: impl Display) -> Self {
        Self {
            message: message.to_string(),
            remedy: None,
        }
    }

    /// The same behind a place: a file, a document.
    pub fn at(self, place: impl Display) -> Self {
        Self {
            message: format!("{place}: {}", self.message),
            ..self
        }
    }

    /// The same with a remedy.
    pub fn with(self, remedy: Remedy) -> Self {
        Self {
            remedy: Some(remedy),
            ..self
        }
    }
}

impl From<String> for Complaint {
    fn from(message: String) -> Self {
        Self::new(message)
    }
}

impl From<&str> for Complaint {
    fn from(message: &str) -> Self {
        Self::new(message)
    }
}

impl Error {
    /// A request that cannot be met.
    pub fn request(message: impl Display) -> Self {
        Self::Request(Complaint::new(message))
    }

    /// Contents that cannot be used.
    pub fn input(message: impl Display) -> Self {
        Self::Input(Complaint::new(message))
    }
}
