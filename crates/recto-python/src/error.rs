//! Why there is no answer, as exceptions of the package.

use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use recto::{Cancelled, Error, Notice, Remedy};

/// Why a call gives no answer.
#[derive(Debug)]
pub(crate) enum Fault {
    /// A keyword is wrong.
    Request(String),
    /// What was given to be read cannot be used.
    Input(String),
    /// The work was asked to stop.
    Stopped,
    /// A fault of recto itself.
    Internal(String),
}

impl From<Cancelled> for Fault {
    fn from(_: Cancelled) -> Self {
        Self::Stopped
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        match error {
            Error::Request(notice) => Self::Request(worded(&notice)),
            Error::Input(notice) => Self::Input(worded(&notice)),
            Error::Cancelled(_) => Self::Stopped,
            other => Self::Request(other.to_string()),
        }
    }
}

impl From<Fault> for PyErr {
    fn from(fault: Fault) -> Self {
        let (class, message) = match fault {
            Fault::Request(message) => ("RequestError", message),
            Fault::Input(message) => ("InputError", message),
            Fault::Internal(message) => ("InternalError", message),
            Fault::Stopped => return PyKeyboardInterrupt::new_err(()),
        };
        Python::attach(|py| {
            // The classes are Python's, so that each can be a ValueError too.
            let class = py.import("recto._errors").and_then(|m| m.getattr(class));
            match class.and_then(|class| class.call1((message,))) {
                Ok(error) => PyErr::from_value(error),
                Err(error) => error,
            }
        })
    }
}

/// What is wrong and what to do about it.
pub(crate) fn worded(notice: &Notice) -> String {
    notice.worded(remedy)
}

/// What to do, with keywords.
pub(crate) fn remedy(remedy: &Remedy) -> String {
    remedy.words(|field, value| {
        if value.is_empty() {
            field.to_string()
        } else if value.parse::<f64>().is_ok() {
            format!("{field}={value}")
        } else {
            format!("{field}='{value}'")
        }
    })
}
