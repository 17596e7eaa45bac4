//! Progress on stderr: a bar with the time left, where there is a terminal.

use crate::interrupt;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use recto::{Observer, Progress};
use std::io::IsTerminal;
use std::sync::{Mutex, PoisonError};

/// The observer of a command: draws a bar, and stops the work on Ctrl-C.
pub(crate) struct Bar {
    bar: ProgressBar,
    stage: Mutex<String>,
}

impl Bar {
    /// A bar on stderr; hidden with `--quiet` or without a terminal.
    pub(crate) fn new(quiet: bool) -> Self {
        let is_shown = !quiet && std::io::stderr().is_terminal();
        let target = match is_shown {
            true => ProgressDrawTarget::stderr_with_hz(10),
            false => ProgressDrawTarget::hidden(),
        };
        let style = ProgressStyle::with_template("{msg:14} {bar:30} {percent:>3} %  {eta} left")
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        Self {
            bar: ProgressBar::with_draw_target(None, target).with_style(style),
            stage: Mutex::new(String::new()),
        }
    }
}

impl Observer for Bar {
    fn on_progress(&self, progress: &Progress<'_>) -> bool {
        if !progress.stage.is_empty() && !self.bar.is_hidden() {
            let mut stage = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
            if *stage != progress.stage {
                *stage = progress.stage.to_string();
                self.bar.reset();
                self.bar.set_message(stage.clone());
            }
            self.bar.set_length(progress.total.unwrap_or(0));
            // Parts finish in any order; the bar never goes back.
            self.bar
                .set_position(progress.done.max(self.bar.position()));
        }
        !interrupt::is_stopped()
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
