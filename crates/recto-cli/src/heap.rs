//! Freed memory goes back to the system.
//!
//! glibc maps large blocks one by one and unmaps them when they are freed. But each block that
//! is freed raises the size that counts as large, up to 32 MiB; smaller ones are kept for
//! later. `recto topics` frees tables of all sizes between its stages, and what was kept stood
//! beside the next stage. With the size fixed the peak of 100,000 documents and 20 topics fell
//! from 275 to 223 MB. mimalloc 2 and 3 took 510 and 324 MB where the settings took 223
//! (three iterations).

#![expect(
    unsafe_code,
    reason = "a setting of the C library that has no safe form"
)]

/// Blocks from this size on are mapped one by one: the value that glibc starts with.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const LARGE: libc::c_int = 128 * 1024;

/// Keeps glibc from holding on to large blocks that were freed. Nothing elsewhere.
pub(crate) fn give_back_large_blocks() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: mallopt takes two numbers, no memory of ours, and may be called at any time;
    // a value that it does not like changes nothing.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE);
        libc::mallopt(libc::M_TRIM_THRESHOLD, LARGE);
    }
}
