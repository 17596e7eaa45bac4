//! Writing where there may be no room: a full disk holds the stream up until there is.

use super::{Following, stop};
use crate::exit::{Exit, Failure};
use std::io;
use std::time::Duration;

/// Time between two attempts.
const RETRY: Duration = Duration::from_millis(500);

impl Following<'_, '_> {
    /// Does some writing, and waits while there is no room for it.
    pub(super) fn with_room(
        &mut self,
        what: &str,
        mut write: impl FnMut(&mut Self) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let mut is_waiting = false;
        loop {
            let error = match write(self) {
                Ok(()) if is_waiting => {
                    self.teller.say("note", "there is room again: going on");
                    self.report("following", true);
                    return Ok(());
                }
                Ok(()) => return Ok(()),
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                    return Err(Failure {
                        exit: Exit::Done,
                        message: None,
                    });
                }
                Err(error) => error,
            };
            if !is_full(&error) {
                return Err(Failure::input(format!("{what} cannot be written: {error}")));
            }
            if stop::is_asked() {
                return Err(Failure::input(format!(
                    "stopped while {what} could not be written: {error}; make room and start \
                     again to go on"
                )));
            }
            if !is_waiting {
                is_waiting = true;
                let message = format!("{what} cannot be written: {error}; waiting for room");
                self.teller.say("warning", &message);
                self.report("waiting for space", true);
            }
            std::thread::sleep(RETRY);
        }
    }
}

/// Whether an error goes away when room is made.
fn is_full(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge
    )
}
