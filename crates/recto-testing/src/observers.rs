//! Observers that stop a run.

use recto_math::{Observer, Progress};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Stops a run at its first report.
#[derive(Debug, Clone, Copy, Default)]
pub struct StopAtOnce;

impl Observer for StopAtOnce {
    fn on_progress(&self, _: &Progress<'_>) -> bool {
        false
    }
}

/// Lets some reports pass and stops the run at every one after them.
#[derive(Debug)]
pub struct StopAfter {
    n_passed: usize,
    n_reports: AtomicUsize,
}

impl StopAfter {
    /// Lets `n_passed` reports pass; with 0 it is [`StopAtOnce`].
    pub fn new(n_passed: usize) -> Self {
        Self {
            n_passed,
            n_reports: AtomicUsize::new(0),
        }
    }

    /// Whether it has asked to stop. A run may end before it comes to that.
    pub fn has_stopped(&self) -> bool {
        self.n_reports.load(Ordering::Relaxed) > self.n_passed
    }
}

impl Observer for StopAfter {
    fn on_progress(&self, _: &Progress<'_>) -> bool {
        self.n_reports.fetch_add(1, Ordering::Relaxed) < self.n_passed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use recto_math::{Cancelled, Run};

    #[test]
    fn a_run_stops_after_the_reports_that_may_pass() {
        let observer = StopAfter::new(2);
        let run = Run::new(0, &observer);
        let reports: Vec<_> = (0..2).map(|i| run.report("a", i, None)).collect();
        assert_eq!(reports, [Ok(()), Ok(())]);
        assert!(!observer.has_stopped());
        assert_eq!(run.report("a", 2, None), Err(Cancelled));
        assert_eq!(run.report("a", 3, None), Err(Cancelled));
        assert!(observer.has_stopped());
        assert!(Run::new(0, &StopAtOnce).report("a", 0, None).is_err());
    }
}
