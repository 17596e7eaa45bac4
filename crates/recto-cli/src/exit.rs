//! How a command ends: the exit codes of the contract.

use crate::{Streams, words};
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

/// Early exit: code and message.
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

    /// Says what there is to say, and how to end.
    pub(crate) fn told_on(self, streams: &mut Streams<'_>) -> Exit {
        if let Some(message) = self.message {
            streams.tell(format_args!("error: {message}"));
        }
        self.exit
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

impl From<clap::Error> for Failure {
    fn from(error: clap::Error) -> Self {
        Self::usage(error)
    }
}

impl From<recto::Error> for Failure {
    /// What is wrong and what to do, in the words of the command line.
    fn from(error: recto::Error) -> Self {
        match error {
            recto::Error::Cancelled(cancelled) => cancelled.into(),
            recto::Error::Input(notice) => Self::input(words::notice(&notice)),
            recto::Error::Request(notice) => Self::usage(words::notice(&notice)),
            recto::Error::Unused {
                field,
                method,
                used_by,
            } => Self::usage(format!(
                "{} has no effect with --method {method}; it applies to: {used_by}",
                words::flag(field)
            )),
            other => Self::input(other),
        }
    }
}
