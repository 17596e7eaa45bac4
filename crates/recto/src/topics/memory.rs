//! How much memory a fit may take.

/// Bytes that are free, where the system says so. A result never depends on it: a fit that
/// would take more is refused before it starts.
pub(super) fn free() -> Option<usize> {
    let told = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = told
        .lines()
        .find(|line| line.starts_with("MemAvailable:"))?;
    let kibibytes: usize = line.split_whitespace().nth(1)?.parse().ok()?;
    kibibytes.checked_mul(1024)
}
