//! Whether the process was started with a standard output.
//!
//! Before `main` the standard library opens /dev/null in the place of a closed one (`>&-`),
//! and results would vanish with the exit code of success. So it is looked at earlier: by a
//! function in the list of those that the loader calls first.

use std::sync::atomic::{AtomicBool, Ordering};

static WITHOUT_STDOUT: AtomicBool = AtomicBool::new(false);

/// Whether there was a standard output; `true` on systems where that is not known.
pub(crate) fn with_stdout() -> bool {
    !WITHOUT_STDOUT.load(Ordering::Relaxed)
}

#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "the section is a list of such functions")]
#[used]
#[unsafe(link_section = ".init_array")]
static LOOK: extern "C" fn() = look;

/// Asks the kernel for the process's file 1. Nothing of the standard library is used that
/// needs its preparations.
#[cfg(target_os = "linux")]
extern "C" fn look() {
    // Without /proc nothing is known.
    let is_open = |file: &str| std::fs::symlink_metadata(file).is_ok();
    let is_closed = is_open("/proc/self/fd") && !is_open("/proc/self/fd/1");
    WITHOUT_STDOUT.store(is_closed, Ordering::Relaxed);
}
