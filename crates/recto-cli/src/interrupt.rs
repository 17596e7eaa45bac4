//! Ctrl-C: asks the work to stop, and ends the process if it does not within a moment.
//!
//! The observer of a run sees [`is_stopped`] and the work returns. Where it cannot be
//! asked in time (waiting for a terminal, inside a large file), the handler removes the
//! half-written file, if there is one, and exits. Once the file is in its place the run
//! is done, whatever comes then: to end with "stopped" beside a whole result would lie.

use crate::exit::{Exit, Failure};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::Duration;

static STOPPED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
/// Whether the handler ran before.
static HANDLED: AtomicBool = AtomicBool::new(false);
static FINISHED: AtomicBool = AtomicBool::new(false);
static UNFINISHED: Mutex<Option<PathBuf>> = Mutex::new(None);

/// How long the work may take to notice.
const GRACE: Duration = Duration::from_millis(300);

/// Whether Ctrl-C was pressed before the last file that was begun was in its place.
pub(crate) fn is_stopped() -> bool {
    STOPPED.load(Ordering::Relaxed) && !FINISHED.load(Ordering::Relaxed)
}

/// Ends the command if Ctrl-C was pressed.
pub(crate) fn check() -> Result<(), Failure> {
    if is_stopped() {
        Err(Failure::stopped())
    } else {
        Ok(())
    }
}

/// Starts to listen for Ctrl-C and for a request to terminate.
pub(crate) fn watch() {
    // A second handler in the same process is refused; then the first one serves.
    let _ = ctrlc::set_handler(|| {
        STOPPED.store(true, Ordering::Relaxed);
        let is_second = HANDLED.swap(true, Ordering::Relaxed);
        if ASK_ONLY.load(Ordering::Relaxed) && !is_second {
            return;
        }
        std::thread::sleep(GRACE);
        with_unfinished(|unfinished| {
            if FINISHED.load(Ordering::Relaxed) {
                return;
            }
            if let Some(path) = unfinished.take() {
                let _ = std::fs::remove_file(path);
            }
            leave();
        });
    });
    // The handler above runs in a thread of its own, after a while on a busy machine. Ctrl-C also
    // ends the program that we read from, and the end of its output must not be taken for the end
    // of the input: this flag is set before the interrupted read goes on.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGINT, STOPPED.clone());
}

static ASK_ONLY: AtomicBool = AtomicBool::new(false);

/// From now on the first Ctrl-C only asks: the work ends by itself when its state is safe.
/// A second one ends the process as usual.
pub(crate) fn ask_only() {
    ASK_ONLY.store(true, Ordering::Relaxed);
}

/// The work that was asked to stop has come to a good end.
pub(crate) fn forgive() {
    FINISHED.store(true, Ordering::Relaxed);
}

/// What is done before the process ends by itself: a terminal is put back as it was.
static LAST: Mutex<Option<fn()>> = Mutex::new(None);

/// Sets what is done before the process ends without returning from its work.
pub(crate) fn at_last(work: Option<fn()>) {
    *LAST.lock().unwrap_or_else(PoisonError::into_inner) = work;
}

#[expect(clippy::exit, reason = "the work did not stop by itself in time")]
fn leave() -> ! {
    if let Some(work) = *LAST.lock().unwrap_or_else(PoisonError::into_inner) {
        work();
    }
    std::process::exit(i32::from(Exit::Stopped as u8))
}

/// Creates a file that is not there yet and marks it as half-written until [`finish`] or
/// [`abandon`]; no signal comes in between. What is there already is never marked, as it
/// would be removed.
pub(crate) fn begin(path: &Path) -> std::io::Result<File> {
    with_unfinished(|unfinished| {
        let file = File::create_new(path)?;
        FINISHED.store(false, Ordering::Relaxed);
        *unfinished = Some(path.to_path_buf());
        Ok(file)
    })
}

/// Puts the file into its place; no signal comes in between. Where that fails, as onto
/// a folder, the file stays marked for [`abandon`].
pub(crate) fn finish(place: &Path) -> std::io::Result<()> {
    with_unfinished(|unfinished| {
        if let Some(path) = unfinished.as_ref() {
            std::fs::rename(path, place)?;
            FINISHED.store(true, Ordering::Relaxed);
        }
        *unfinished = None;
        Ok(())
    })
}

/// Removes the half-written file.
pub(crate) fn abandon() {
    with_unfinished(|unfinished| {
        if let Some(path) = unfinished.take() {
            let _ = std::fs::remove_file(path);
        }
    });
}

fn with_unfinished<R>(work: impl FnOnce(&mut Option<PathBuf>) -> R) -> R {
    work(&mut UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner))
}
