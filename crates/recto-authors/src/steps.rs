//! Progress of parallel work: finished steps are counted, in whatever order they finish.

use recto_math::{Cancelled, Run};
use std::sync::atomic::{AtomicU64, Ordering};

/// Steps of one stage.
pub(crate) struct Steps<'r> {
    run: &'r Run<'r>,
    stage: &'static str,
    done: AtomicU64,
    total: u64,
}

impl<'r> Steps<'r> {
    pub(crate) fn new(run: &'r Run<'r>, stage: &'static str, total: usize) -> Self {
        Self {
            run,
            stage,
            done: AtomicU64::new(0),
            total: total as u64,
        }
    }

    /// Asks whether to go on.
    pub(crate) fn ask(&self) -> Result<(), Cancelled> {
        let done = self.done.load(Ordering::Relaxed);
        self.run.report(self.stage, done, Some(self.total))
    }

    /// One step more is done.
    pub(crate) fn finish_one(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }
}
