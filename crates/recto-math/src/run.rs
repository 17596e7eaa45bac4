//! Run context of a computation: seed, threads, and an observer that receives progress and
//! can cancel.
//!
//! The command line's progress bar, an HTTP event stream, a Python callback and Ctrl-C are
//! all implemented as an [`Observer`]; an algorithm only calls [`Run::report`].

use std::num::NonZeroUsize;

/// Seed, threads and observer of a computation.
///
/// ```
/// use recto_math::{Run, Silent};
/// let run = Run::new(7, &Silent);
/// assert!(run.report("counting", 1, Some(10)).is_ok());
/// ```
#[derive(Clone, Copy)]
pub struct Run<'a> {
    /// Every random draw derives from this number (see [`crate::rng::stream`]).
    pub seed: u64,
    /// Number of threads of [`Run::install`]'s pool.
    pub threads: NonZeroUsize,
    /// Receives progress and can cancel.
    pub observer: &'a dyn Observer,
}

/// Receives progress; returns `false` to stop.
pub trait Observer: Send + Sync {
    /// Called at least every few milliseconds of work; must return quickly.
    fn on_progress(&self, progress: &Progress<'_>) -> bool;
}

/// Progress of one stage.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Progress<'a> {
    /// Name of the stage for the user ("reading", "segmenting").
    pub stage: &'a str,
    /// Steps done so far.
    pub done: u64,
    /// Total number of steps; `None` if unknown.
    pub total: Option<u64>,
    /// Current objective of an iterative method; `None` if it has none.
    pub objective: Option<f64>,
}

/// An observer that ignores progress and never cancels.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Observer for Silent {
    fn on_progress(&self, _: &Progress<'_>) -> bool {
        true
    }
}

/// Passes cancellation on but hides the stages: for one document among many, whose
/// progress the caller reports itself.
pub struct QuietObserver<'a>(pub &'a dyn Observer);

impl Observer for QuietObserver<'_> {
    fn on_progress(&self, progress: &Progress<'_>) -> bool {
        self.0.on_progress(&Progress {
            stage: "",
            ..*progress
        })
    }
}

/// The observer asked to stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("stopped before the end")]
pub struct Cancelled;

impl<'a> Run<'a> {
    /// A run with one thread per processor core.
    pub fn new(seed: u64, observer: &'a dyn Observer) -> Self {
        let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        Self {
            seed,
            threads,
            observer,
        }
    }

    /// The same run with another number of threads. No result depends on it.
    pub fn with_threads(self, threads: NonZeroUsize) -> Self {
        Self { threads, ..self }
    }

    /// The same run with another observer.
    pub fn observed_by<'o>(&self, observer: &'o dyn Observer) -> Run<'o> {
        Run {
            seed: self.seed,
            threads: self.threads,
            observer,
        }
    }

    /// Reports the progress of a stage.
    ///
    /// # Errors
    /// [`Cancelled`] if the observer asks to stop; return it at once.
    pub fn report(&self, stage: &str, done: u64, total: Option<u64>) -> Result<(), Cancelled> {
        let progress = Progress {
            stage,
            done,
            total,
            objective: None,
        };
        if self.observer.on_progress(&progress) {
            Ok(())
        } else {
            Err(Cancelled)
        }
    }

    /// Runs `work` in a pool of [`Run::threads`] threads, which every parallel iterator
    /// inside uses; without it they use rayon's global pool. Call it once per command: a
    /// pool takes half a millisecond to start, fifty times the work on a short text.
    pub fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        match rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads.get())
            .build()
        {
            Ok(pool) => pool.install(work),
            // If the machine cannot start threads, the work is done without a pool.
            Err(_) => work(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    struct StopAfter(AtomicU64);
    impl Observer for StopAfter {
        fn on_progress(&self, progress: &Progress<'_>) -> bool {
            progress.done < self.0.load(Ordering::Relaxed)
        }
    }

    #[test]
    fn an_observer_that_says_no_cancels() {
        let observer = StopAfter(AtomicU64::new(3));
        let run = Run::new(0, &observer);
        assert_eq!(run.report("a", 2, None), Ok(()));
        assert_eq!(run.report("a", 3, None), Err(Cancelled));
    }

    #[test]
    fn install_uses_the_threads_it_was_given() {
        let three = NonZeroUsize::new(3).expect("three is not zero");
        let run = Run::new(0, &Silent).with_threads(three);
        assert_eq!(run.install(rayon::current_num_threads), 3);
    }
}
