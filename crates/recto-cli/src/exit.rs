//! How a command ends: the exit codes of the contract.

use std::fmt::Display;
use std::process::ExitCode;

/// An exit code of the contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// Everything was done.
    Done = 0,
    /// The input was empty or unusable, or some files failed.
    Input = 1,
    /// The command line is wrong.
    Usage = 2,
    /// Stopped by Ctrl-C.
    Stopped = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit as u8)
    }
}

/// An end before the end: a code, and what to say.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) exit: Exit,
    /// `None` where there is nobody to tell: a closed pipe, Ctrl-C.
    pub(crate) message: Option<String>,
}

impl Failure {
    pub(crate) fn usage(message: impl Display) -> Self {
        Self {
            exit: Exit::Usage,
            message: Some(message.to_string()),
        }
    }

    pub(crate) fn input(message: impl Display) -> Self {
        Self {
            exit: Exit::Input,
            message: Some(message.to_string()),
        }
    }

    /// Bad input that has been named already.
    pub(crate) fn told() -> Self {
        Self {
            exit: Exit::Input,
            message: None,
        }
    }

    pub(crate) fn stopped() -> Self {
        Self {
            exit: Exit::Stopped,
            message: None,
        }
    }
}

impl From<recto::Cancelled> for Failure {
    fn from(_: recto::Cancelled) -> Self {
        Self::stopped()
    }
}
