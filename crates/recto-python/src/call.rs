//! Work without Python's lock, which progress and signals reach.
//!
//! The work runs in a pool of threads. The thread that called waits for it, takes the lock
//! a few times a second to see whether Ctrl-C was pressed, and hands on the progress. So
//! Python code is only ever run by the thread that called.

use crate::error::Fault;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use recto::{Observer, Progress, Run};
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How often signals and progress are looked at.
const LOOK: Duration = Duration::from_millis(50);

/// What travels with a call.
pub(crate) struct Call<'c> {
    pub(crate) seed: u64,
    /// Number of threads; `None` for one per processor core.
    pub(crate) threads: Option<NonZeroUsize>,
    /// Called with stage, steps done, steps in all and objective.
    pub(crate) progress: Option<&'c Py<PyAny>>,
}

/// Receives progress and passes on that the work is to stop.
struct Watch {
    is_stopped: AtomicBool,
    is_watched: bool,
    latest: Mutex<Option<Seen>>,
}

/// The latest progress.
#[derive(Clone)]
struct Seen {
    stage: String,
    done: u64,
    total: Option<u64>,
    objective: Option<f64>,
}

impl Observer for Watch {
    fn on_progress(&self, progress: &Progress<'_>) -> bool {
        if self.is_watched && !progress.stage.is_empty() {
            let seen = Seen {
                stage: progress.stage.into(),
                done: progress.done,
                total: progress.total,
                objective: progress.objective,
            };
            *self.latest.lock().unwrap_or_else(PoisonError::into_inner) = Some(seen);
        }
        !self.is_stopped.load(Ordering::Relaxed)
    }
}

impl Watch {
    /// Looks at signals and hands on progress; the work stops if either raises.
    fn look(&self, progress: Option<&Py<PyAny>>) -> PyResult<()> {
        let seen = self.latest.lock();
        let seen = seen.unwrap_or_else(PoisonError::into_inner).take();
        Python::attach(|py| {
            py.check_signals()?;
            if let (Some(progress), Some(seen)) = (progress, seen) {
                let Seen {
                    stage,
                    done,
                    total,
                    objective,
                } = seen;
                progress.call1(py, (stage, done, total, objective))?;
            }
            Ok(())
        })
    }
}

impl Call<'_> {
    /// Does `work` without Python's lock.
    pub(crate) fn run<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&Run<'_>) -> Result<T, Fault> + Send,
    ) -> PyResult<T> {
        let watch = Watch {
            is_stopped: AtomicBool::new(false),
            is_watched: self.progress.is_some(),
            latest: Mutex::new(None),
        };
        py.detach(|| {
            let pool = pool(self.threads)?;
            let threads = NonZeroUsize::new(pool.current_num_threads());
            let run = Run::new(self.seed, &watch);
            let run = run.with_threads(threads.unwrap_or(NonZeroUsize::MIN));
            self.wait(&pool, &watch, || work(&run))
        })
    }

    /// Does `work` in the pool and looks around until it is done.
    fn wait<T: Send>(
        &self,
        pool: &ThreadPool,
        watch: &Watch,
        work: impl FnOnce() -> Result<T, Fault> + Send,
    ) -> PyResult<T> {
        let (done, is_done) = channel();
        let mut raised = Ok(());
        pool.in_place_scope(|scope| {
            scope.spawn(move |_| {
                // Nobody listens only if the caller was unwound.
                let _ = done.send(caught(work));
            });
            loop {
                match is_done.recv_timeout(LOOK) {
                    Ok(result) => return Some(result),
                    Err(RecvTimeoutError::Disconnected) => return None,
                    Err(RecvTimeoutError::Timeout) if raised.is_ok() => {
                        raised = watch.look(self.progress);
                        watch.is_stopped.store(raised.is_err(), Ordering::Relaxed);
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                }
            }
        })
        .map_or_else(
            || Err(Fault::Internal("the work ended without a result".into()).into()),
            |result| {
                raised?;
                Ok(result?)
            },
        )
    }
}

/// The result of `work`; a panic, which is a fault of recto, is one too.
fn caught<T>(work: impl FnOnce() -> Result<T, Fault>) -> Result<T, Fault> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<&str>().map(|text| text.to_string());
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
        Err(Fault::Internal(text.unwrap_or_else(|| "unknown".into())))
    })
}

/// Panics in the middle of work, for the test that such a fault is an ordinary exception.
#[pyfunction]
pub(crate) fn fail(py: Python<'_>, message: String) -> PyResult<()> {
    let call = Call {
        seed: 0,
        threads: None,
        progress: None,
    };
    call.run(py, |_| panic!("{message}"))
}

/// The pool of this process, and which process that is: the threads of a pool do not live on
/// in a process that was forked off.
static POOL: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);

/// A pool of so many threads; without a number the one that all calls share.
fn pool(threads: Option<NonZeroUsize>) -> Result<Arc<ThreadPool>, Fault> {
    if let Some(threads) = threads {
        return Ok(Arc::new(built(threads.get())?));
    }
    let mut shared = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    let process = std::process::id();
    if let Some((owner, pool)) = shared.as_ref()
        && *owner == process
    {
        return Ok(Arc::clone(pool));
    }
    let pool = Arc::new(built(0)?);
    // To drop the pool of a parent process would be to wait for threads that are not there.
    std::mem::forget(shared.replace((process, Arc::clone(&pool))));
    Ok(pool)
}

/// A pool of so many threads; 0 for one per processor core. The system may refuse them.
fn built(threads: usize) -> Result<ThreadPool, Fault> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| {
        let message = format!("the system starts no further threads ({error}); ask for fewer");
        Fault::Request(message)
    })
}
