//! One row is all that a new method or a new capability needs: command, help, guide, page,
//! schema and the shared tests follow from it.
//!
//! The method and the capability of this test know nothing of the command line, and the
//! command line nothing of them.

mod capability;
mod method;

use crate::common::Ran;
use recto::AnyCapability;
use recto_cli::Streams;
use std::ffi::OsString;

/// Runs a command line in this process with other capabilities.
fn run<W: AsRef<str>>(capabilities: &[&'static dyn AnyCapability], words: &[W]) -> Ran {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut streams = Streams {
        out: &mut out,
        err: &mut err,
    };
    let words = words.iter().map(|word| OsString::from(word.as_ref()));
    let arguments = [OsString::from("recto")].into_iter().chain(words);
    let exit = recto_cli::run(arguments, capabilities, &mut streams);
    Ran {
        code: Some(exit as i32),
        out,
        err: String::from_utf8(err).expect("UTF-8"),
    }
}
