//! Progress on stderr: a bar with the time left, where there is a terminal.

use crate::interrupt;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use recto::{Observer, Progress};
use recto_report::text::visible;
use std::fmt::Write;
use std::io::IsTerminal;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What is done sooner needs no bar: it would only flicker.
const DELAY: Duration = Duration::from_millis(400);

/// The observer of a command: draws a bar, and stops the work on Ctrl-C.
pub(crate) struct Bar {
    bar: ProgressBar,
    stage: Mutex<String>,
    is_wanted: bool,
    begun: Instant,
}

impl Bar {
    /// A bar on stderr; hidden with `--quiet` or without a terminal, and at first.
    pub(crate) fn new(quiet: bool) -> Self {
        let hidden = ProgressDrawTarget::hidden();
        Self {
            bar: ProgressBar::with_draw_target(None, hidden).with_style(style()),
            stage: Mutex::new(String::new()),
            is_wanted: !quiet && std::io::stderr().is_terminal(),
            begun: Instant::now(),
        }
    }

    /// Removes the bar from the terminal, before anything else is written there.
    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
    }

    fn draw(&self, progress: &Progress<'_>) {
        let mut stage = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        if self.bar.is_hidden() {
            self.bar
                .set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
        }
        if *stage != progress.stage {
            *stage = progress.stage.to_string();
            self.bar.reset();
            self.bar.set_message(visible(&stage));
        }
        self.bar.set_length(progress.total.unwrap_or(0));
        // Parts finish in any order; the bar never goes back.
        self.bar
            .set_position(progress.done.max(self.bar.position()));
    }
}

fn style() -> ProgressStyle {
    ProgressStyle::with_template("{msg:14} {wide_bar} {percent:>3} %{left}")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .with_key("left", say_left)
}

/// The time left, once there is something to reckon it from.
fn say_left(state: &ProgressState, line: &mut dyn Write) {
    if state.pos() > 0 && state.eta() >= Duration::from_secs(1) {
        let _ = write!(line, "  {} left", HumanDuration(state.eta()));
    }
}

impl Observer for Bar {
    fn on_progress(&self, progress: &Progress<'_>) -> bool {
        if self.is_wanted && !progress.stage.is_empty() && self.begun.elapsed() > DELAY {
            self.draw(progress);
        }
        !interrupt::is_stopped()
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
