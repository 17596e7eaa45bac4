//! Being asked to stop: SIGTERM ends a stream well, Ctrl-C as everywhere with 130.

use crate::exit::Exit;
use crate::interrupt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

static TERMINATED: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// From now on a signal only asks; what is under way is finished.
pub(super) fn listen() {
    let flag = TERMINATED.get_or_init(Arc::default);
    // Where it is refused, SIGTERM counts as Ctrl-C.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGTERM, flag.clone());
    #[cfg(not(unix))]
    let _ = flag;
    interrupt::ask_only();
}

/// Whether the stream is to be left.
pub(super) fn is_asked() -> bool {
    is_terminated() || interrupt::is_stopped()
}

fn is_terminated() -> bool {
    let flag = TERMINATED.get();
    flag.is_some_and(|flag| flag.load(Ordering::Relaxed))
}

/// How a stream ends whose state is safe.
pub(super) fn exit() -> Exit {
    if is_terminated() {
        // It did what it was asked for.
        interrupt::forgive();
        Exit::Done
    } else if interrupt::is_stopped() {
        Exit::Stopped
    } else {
        Exit::Done
    }
}
